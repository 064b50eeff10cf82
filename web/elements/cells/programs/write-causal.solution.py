import numpy as np

def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

def split(y, num_heads):
    """[T, H * D] becomes [H, T, D]."""
    return y.reshape(y.shape[0], num_heads, -1).transpose(1, 0, 2)

def causal(x, w_q, w_k, w_v, w_o, num_heads):
    """As multi_head, but no word sees a later word. x is [T, d_model]."""
    T = x.shape[0]
    q, k, v = [split(x @ w, num_heads) for w in (w_q, w_k, w_v)]
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    seen = np.tril(np.ones((T, T), dtype=bool))
    weights = softmax(np.where(seen, scores, -np.inf))
    return (weights @ v).transpose(1, 0, 2).reshape(T, -1) @ w_o
