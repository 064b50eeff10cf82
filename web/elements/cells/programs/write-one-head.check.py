import manyheads
import numpy as np
layer = manyheads.attention(d_model=7, num_heads=1, d_head=3, output_projection=False, seed=2)
w = layer.weights()
x = np.random.default_rng(3).standard_normal((5, 7))
given = x.copy()
z = one_head(x, w.wq, w.wk, w.wv)
assert z is not None, "For 5 words, one_head should return [5, 3]; yours returned nothing."
assert tuple(z.shape) == (5, 3), f"For 5 words and a head of 3 numbers the result should be [5, 3]; yours is {list(z.shape)}."
assert np.allclose(x, given), "The x that was passed in was changed: work on a copy."
assert not np.isnan(z).any(), "There is NaN in your result."
wanted = layer.forward(x)
apart = abs(z - wanted).max()
raw = x @ w.wq @ (x @ w.wk).swapaxes(-1, -2)
e = np.exp(raw - raw.max(axis=-1, keepdims=True))
unscaled = e / e.sum(axis=-1, keepdims=True) @ (x @ w.wv)
assert abs(z - unscaled).max() > 1e-4, f"Your result is that of scores that were not divided: it is {apart:.3f} away from the core's. Divide by the square root of d_head, here 3."
assert apart < 1e-4, f"Your result is {apart:.3f} away from the core's. The first number should be {wanted[0, 0]:.3f}, yours is {z[0, 0]:.3f}."
large = one_head(100 * x, w.wq, w.wk, w.wv)
assert not np.isnan(large).any(), "With words 100 times as large your result has NaN: subtract the largest score of each row before exp."
