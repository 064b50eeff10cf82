import numpy as np

def scores(Q, K):
    """Q and K are [H, T, d_head]."""
    H, T, d_head = Q.shape
    return Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)

rng = np.random.default_rng(0)
Q, K = rng.standard_normal((4, 64, 16)), rng.standard_normal((4, 64, 16))
print(f"variance of the scores: {scores(Q, K).var():.2f}")
