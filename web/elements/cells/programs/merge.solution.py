import numpy as np

def merge_heads(heads):
    """[B, H, T, d_head] becomes [B, T, H * d_head]: each token's heads side by side."""
    B, H, T, d_head = heads.shape
    return heads.transpose(0, 2, 1, 3).reshape(B, T, H * d_head)

print(merge_heads(np.arange(8).reshape(1, 2, 2, 2)))
