import numpy as np

def mask_of(valid_lens, num_heads, S):
    """Row b * num_heads + h of the result belongs to head h of sentence b: the batch axis holds the heads."""
    lens = np.tile(valid_lens, num_heads)
    return np.arange(S) < lens[:, None]

print(mask_of(np.array([3, 1]), 2, 4))
