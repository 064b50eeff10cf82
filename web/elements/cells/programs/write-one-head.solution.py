import numpy as np

def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

def one_head(x, w_q, w_k, w_v):
    """x is [T, d_model], each matrix [d_model, d_head]. Returns [T, d_head]."""
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    weights = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
    return weights @ v
