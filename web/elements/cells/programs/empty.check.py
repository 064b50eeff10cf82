import numpy as np
scores = np.random.default_rng(3).standard_normal((3, 4)) * 30
for n in (4, 3, 1):
    w = masked_softmax(scores, n)
    e = np.exp(scores[:, :n] - scores[:, :n].max(axis=-1, keepdims=True))
    wanted = e / e.sum(axis=-1, keepdims=True)
    assert w.shape == (3, 4), f"The weights should be [3, 4]; yours are {list(w.shape)}."
    assert np.allclose(w[:, :n], wanted, atol=1e-5), f"With {n} keys, query 0 should have {wanted[0]}; yours has {w[0, :n]}."
    hidden = w[:, n:].sum()
    assert hidden == 0, f"With {n} keys, {hidden:.2g} of the attention falls on keys that do not exist."
w = masked_softmax(scores, 0)
assert w is not None, "With no key at all, your function returned nothing."
assert not np.isnan(w).any(), "With no key at all, your weights are NaN: 0 / 0, after infinity - infinity."
total = abs(w).sum()
assert total == 0, f"With no key at all, your weights add up to {total:.3f}; all of them should be 0."
