import numpy as np

def grouped(x, w_q, w_k, w_v, w_o, num_heads, num_kv_heads):
    """As causal, but w_k and w_v have columns for num_kv_heads heads only."""
