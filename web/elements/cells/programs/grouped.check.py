import manyheads
import numpy as np
K = np.arange(2 * 3 * 4).reshape(2, 3, 4)
shared = share_keys(K, 6)
assert shared.shape == (6, 3, 4), f"Six heads should have keys of [6, 3, 4]; yours are {list(shared.shape)}."
for h in range(6):
    wanted = h // 3
    assert np.array_equal(shared[h], K[wanted]), f"Head {h} is in group {wanted}, whose first key is {K[wanted, 0]}; your head reads {shared[h, 0]}."
x = np.random.default_rng(4).standard_normal((5, 8))
trace = manyheads.attention(d_model=8, num_heads=4, num_kv_heads=2, seed=1).trace(x)
four = share_keys(trace.k, 4)
assert four.shape == (4, 5, 2), f"Four heads should have keys of [4, 5, 2]; yours are {list(four.shape)}."
ours = trace.q @ four.swapaxes(-1, -2) / np.sqrt(2)
apart = abs(ours - trace.scores).max()
assert apart < 1e-4, f"In a layer of 4 heads and 2 groups, your scores are {apart:.3f} away from the core's."
