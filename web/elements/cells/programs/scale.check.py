import numpy as np
rng = np.random.default_rng(2)
for H, d_head in ((1, 16), (4, 16), (8, 4)):
    q, k = rng.standard_normal((H, 50, d_head)), rng.standard_normal((H, 50, d_head))
    s = scores(q, k)
    assert s.shape == (H, 50, 50), f"The scores should be [{H}, 50, 50]; yours are {list(s.shape)}."
    wanted = q[0, 0] @ k[0, 1] / d_head**0.5
    assert abs(s[0, 0, 1] - wanted) < 1e-4, f"With {H} heads of {d_head}, query 0 and key 1 of head 0 should score {wanted:.3f}; yours is {s[0, 0, 1]:.3f}, and the variance is {s.var():.2f} where it should be near 1."
