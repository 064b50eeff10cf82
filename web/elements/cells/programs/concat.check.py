import manyheads
import numpy as np
layer = manyheads.attention(d_model=12, num_heads=3, seed=5)
x = np.random.default_rng(5).standard_normal((4, 12))
trace, W_O = layer.trace(x), layer.weights()["wo"]
out = combine([head for head in trace.heads], W_O)
assert out.shape == (4, 12), f"The output should be [4, 12]; yours is {list(out.shape)}."
assert not np.isnan(out).any(), "There is NaN in your output."
swapped = combine([trace.heads[1], trace.heads[0], trace.heads[2]], W_O)
assert not np.allclose(out, swapped), "With heads 0 and 1 swapped your output stays the same: it does not depend on which head is which."
apart = abs(out - trace.output).max()
assert apart < 1e-4, f"Your output is {apart:.3f} away from that of the core's layer with the same weights."
