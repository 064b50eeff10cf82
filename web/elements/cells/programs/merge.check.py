import numpy as np
heads = np.arange(2 * 3 * 4 * 5).reshape(2, 3, 4, 5)
merged = merge_heads(heads)
assert merged.shape == (2, 4, 15), f"The shape should be [2, 4, 15]; yours is {list(merged.shape)}."
for b in range(2):
    for h in range(3):
        for t in range(4):
            part, wanted = merged[b, t, 5 * h : 5 * h + 5], heads[b, h, t]
            assert np.array_equal(part, wanted), f"In sentence {b}, token {t} should hold head {h}'s {wanted} at {5 * h} to {5 * h + 4}; it holds {part}."
