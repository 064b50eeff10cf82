import numpy as np

def masked_softmax(scores, valid_len):
    """scores is [T, S]; only the first valid_len keys exist. With none, all weights are 0."""
    exists = np.arange(scores.shape[-1]) < valid_len
    if not exists.any():
        return np.zeros(scores.shape)
    scores = np.where(exists, scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

print(masked_softmax(np.zeros((2, 4)), 3))
print(masked_softmax(np.zeros((2, 4)), 0))
