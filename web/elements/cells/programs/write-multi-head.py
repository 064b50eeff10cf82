import numpy as np

def multi_head(x, w_q, w_k, w_v, w_o, num_heads):
    """x is [T, d_model]. Returns [T, d_model]."""
