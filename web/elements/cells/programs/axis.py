import numpy as np

def softmax(scores):
    """scores is [T, S]: each query distributes its attention over the keys."""
    e = np.exp(scores)
    return e / e.sum(axis=0)

print(softmax(np.array([[1.0, 2.0], [3.0, 4.0]])))
