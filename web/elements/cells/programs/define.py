import numpy as np

B, H, N, d_head = 1, 2, 10, 4  # batch, heads, tokens, width of a head
d_model = H * d_head

rng = np.random.default_rng(0)
x = rng.standard_normal((B, N, d_model))
W_Q = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
W_K = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
W_V = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
W_O = rng.standard_normal((d_model, d_model)) / np.sqrt(d_model)
print("x", x.shape, "W_Q", W_Q.shape)
