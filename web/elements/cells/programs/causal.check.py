import numpy as np
scores = np.random.default_rng(1).standard_normal((5, 5))
given = scores.copy()
w = causal_weights(scores)
assert w.shape == (5, 5), f"The weights should be [5, 5]; yours are {list(w.shape)}."
assert np.allclose(scores, given), "The scores that were passed in have changed: work on a copy."
assert not np.isnan(w).any(), "There is NaN among your weights: infinity times 0, or a query that sees no key at all. The diagonal must stay."
for t in range(5):
    later = w[t, t + 1 :].sum()
    assert later == 0, f"Query {t} gives {later:.2g} of its attention to later keys; it should be 0."
columns = abs(w.sum(axis=0) - 1).max()
assert columns > 1e-5, "The columns of your weights add up to 1, and the rows should: the softmax goes over the keys, the last axis."
sums = w.sum(axis=-1)
for t in range(5):
    assert abs(sums[t] - 1) < 1e-5, f"The weights of query {t} add up to {sums[t]:.3f}, not 1: hide scores before the softmax."
visible = np.exp(scores[4]) / np.exp(scores[4]).sum()
assert np.allclose(w[4], visible, atol=1e-5), f"The last query sees all keys; its first weight should be {visible[0]:.3f}, yours is {w[4, 0]:.3f}."
