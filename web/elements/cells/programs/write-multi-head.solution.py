import numpy as np

def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

def split(y, num_heads):
    """[T, H * D] becomes [H, T, D]."""
    return y.reshape(y.shape[0], num_heads, -1).transpose(1, 0, 2)

def multi_head(x, w_q, w_k, w_v, w_o, num_heads):
    """x is [T, d_model]. Returns [T, d_model]."""
    q, k, v = [split(x @ w, num_heads) for w in (w_q, w_k, w_v)]
    weights = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
    heads = weights @ v
    return heads.transpose(1, 0, 2).reshape(x.shape[0], -1) @ w_o
