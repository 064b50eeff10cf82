import numpy as np
rng = np.random.default_rng(2)
for H, d_head in ((1, 16), (4, 16), (8, 4)):
    q, k = rng.standard_normal((H, 50, d_head)), rng.standard_normal((H, 50, d_head))
    s = scores(q, k)
    assert s.shape == (H, 50, 50), f"The scores should be [{H}, 50, 50]; yours are {list(s.shape)}."
    for h, i, j in ((0, 0, 1), (H - 1, 7, 3), (H // 2, 49, 49)):
        wanted = q[h, i] @ k[h, j] / d_head**0.5
        assert abs(s[h, i, j] - wanted) < 1e-4, f"With {H} heads of {d_head}, query {i} and key {j} of head {h} should score {wanted:.3f}; yours is {s[h, i, j]:.3f}, and the variance is {s.var():.2f} where it should be near 1."
