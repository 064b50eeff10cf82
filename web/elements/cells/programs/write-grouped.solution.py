import numpy as np

def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

def split(y, num_heads):
    """[T, H * D] becomes [H, T, D]."""
    return y.reshape(y.shape[0], num_heads, -1).transpose(1, 0, 2)

def grouped(x, w_q, w_k, w_v, w_o, num_heads, num_kv_heads):
    """As causal, but w_k and w_v have columns for num_kv_heads heads only."""
    T = x.shape[0]
    copies = num_heads // num_kv_heads
    q = split(x @ w_q, num_heads)
    k, v = [np.repeat(split(x @ w, num_kv_heads), copies, axis=0) for w in (w_k, w_v)]
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    seen = np.tril(np.ones((T, T), dtype=bool))
    weights = softmax(np.where(seen, scores, -np.inf))
    return (weights @ v).transpose(1, 0, 2).reshape(T, -1) @ w_o
