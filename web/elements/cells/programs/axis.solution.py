import numpy as np

def softmax(scores):
    """scores is [T, S]: each query distributes its attention over the keys."""
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

print(softmax(np.array([[1.0, 2.0], [3.0, 4.0]])))
