import numpy as np

def share_keys(K, num_heads):
    """K is [G, S, d_head]. The heads of a group are neighbours and read the same keys."""
    G = K.shape[0]
    return np.repeat(K, num_heads // G, axis=0)

print(share_keys(np.array([[[10]], [[20]]]), 4).reshape(-1))
