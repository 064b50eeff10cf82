import manyheads
import numpy as np
for num_heads, num_kv_heads in ((6, 2), (6, 1), (6, 6)):
    layer = manyheads.attention(d_model=18, num_heads=num_heads, num_kv_heads=num_kv_heads, seed=8)
    w = layer.weights()
    x = np.random.default_rng(9).standard_normal((5, 18))
    y = grouped(x, w.wq, w.wk, w.wv, w.wo, num_heads, num_kv_heads)
    assert y is not None, "For 5 words, grouped should return [5, 18]; yours returned nothing."
    assert tuple(y.shape) == (5, 18), f"For 5 words of 18 numbers the result should be [5, 18]; yours is {list(y.shape)}."
    wanted = layer.forward(x, causal=True)
    apart = abs(y - wanted).max()
    assert apart < 1e-4, f"With {num_heads} query heads and {num_kv_heads} key/value heads your result is {apart:.3f} away from the core's. Each key head serves {num_heads // num_kv_heads} query heads in a row."
