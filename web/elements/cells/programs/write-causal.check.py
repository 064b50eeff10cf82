import manyheads
import numpy as np
layer = manyheads.attention(d_model=12, num_heads=3, seed=6)
w = layer.weights()
x = np.random.default_rng(7).standard_normal((5, 12))
run = lambda words: causal(words, w.wq, w.wk, w.wv, w.wo, 3)
y = run(x)
assert y is not None, "For 5 words, causal should return [5, 12]; yours returned nothing."
assert tuple(y.shape) == (5, 12), f"For 5 words of 12 numbers the result should be [5, 12]; yours is {list(y.shape)}."
assert not np.isnan(y).any(), "There is NaN in your result: the diagonal must stay, 1 word sees at least itself."
changed = x.copy()
changed[4] = changed[4] + 1.0
moved = abs(run(changed) - y)[:4].max()
# A softmax of all keys that is masked afterwards, and divided by its sum, moves by rounding only.
assert moved < 1e-6, f"Word 4 was changed, and an earlier row of your result moved by {moved:.2g}; it should be 0."
wanted = layer.forward(x, causal=True)
apart = abs(y - wanted).max()
assert apart < 1e-4, f"Your result is {apart:.3f} away from the core's. The last row's first number should be {wanted[4, 0]:.3f}, yours is {y[4, 0]:.3f}."
