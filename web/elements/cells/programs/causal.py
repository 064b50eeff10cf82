import numpy as np

def causal_weights(scores):
    """scores is [T, S]; query t may see keys 0 to t."""
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

print(causal_weights(np.zeros((3, 3))))
