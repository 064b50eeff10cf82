import manyheads
import numpy as np
for num_heads, d_model, T in ((3, 12, 5), (2, 10, 4)):
    layer = manyheads.attention(d_model=d_model, num_heads=num_heads, seed=4)
    w = layer.weights()
    x = np.random.default_rng(5).standard_normal((T, d_model))
    y = multi_head(x, w.wq, w.wk, w.wv, w.wo, num_heads)
    assert y is not None, f"For {T} words, multi_head should return [{T}, {d_model}]; yours returned nothing."
    assert tuple(y.shape) == (T, d_model), f"For {T} words of {d_model} numbers the result should be [{T}, {d_model}]; yours is {list(y.shape)}."
    assert not np.isnan(y).any(), "There is NaN in your result."
    wanted = layer.forward(x)
    apart = abs(y - wanted).max()
    alone = manyheads.attention(d_model=d_model, num_heads=1, weights=w).forward(x)
    assert abs(y - alone).max() > 1e-4, f"Your result is that of a single wide head: cut the columns into {num_heads} heads before the scores."
    assert apart < 1e-4, f"With {num_heads} heads your result is {apart:.3f} away from the core's. The first number should be {wanted[0, 0]:.3f}, yours is {y[0, 0]:.3f}."
