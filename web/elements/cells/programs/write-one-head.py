import numpy as np

def one_head(x, w_q, w_k, w_v):
    """x is [T, d_model], each matrix [d_model, d_head]. Returns [T, d_head]."""
