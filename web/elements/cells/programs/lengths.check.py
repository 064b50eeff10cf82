import numpy as np
lens = np.array([3, 1, 2])
mask = mask_of(lens, 2, 4)
assert mask.shape == (6, 4), f"3 sentences of 2 heads should have a mask of [6, 4]; yours is {list(mask.shape)}."
values = np.logical_or(mask == 0, mask == 1)
assert values.all(), f"Each number of the mask is True or False, or 1 or 0; yours has {mask[~values][0]}."
for row in range(6):
    b, h = row // 2, row % 2
    seen = int(mask[row].sum())
    assert seen == lens[b], f"Row {row} is head {h} of sentence {b}, which has {lens[b]} tokens; your mask shows {seen}."
    assert mask[row, : lens[b]].all(), f"Row {row} should see the first {lens[b]} keys; it sees {np.where(mask[row])[0]}."
