import numpy as np
w = softmax(np.array([[0.0, 1.0, 2.0], [3.0, 3.0, 3.0]]))
assert w.shape == (2, 3), f"The weights should be [2, 3]; yours are {list(w.shape)}."
for t in range(2):
    total = w[t].sum()
    assert abs(total - 1) < 1e-5, f"The weights of query {t} add up to {total:.3f}; each query's weights add up to exactly 1."
batch = softmax(np.zeros((2, 3, 4, 5)))
assert np.allclose(batch, 0.2), f"With a batch and heads in front, [2, 3, 4, 5], every weight over 5 equal keys is 0.2; your first is {batch[0, 0, 0, 0]:.3f}."
large = softmax(np.array([[100.0, 101.0]]))
assert not np.isnan(large).any(), "Scores of 100 and 101 give NaN: exp(100) is too large for float32. Subtract each row's largest score first."
assert abs(large[0, 1] - 0.7310586) < 1e-4, f"For scores 100 and 101, the second weight is 0.731; yours is {large[0, 1]:.3f}."
