import numpy as np

def causal(x, w_q, w_k, w_v, w_o, num_heads):
    """As multi_head, but no word sees a later word. x is [T, d_model]."""
