# 1. project, and give each head its own d_head numbers of every token
Q = (x @ W_Q).reshape(B, N, H, d_head).transpose(0, 2, 1, 3)
K = (x @ W_K).reshape(B, N, H, d_head).transpose(0, 2, 1, 3)
V = (x @ W_V).reshape(B, N, H, d_head).transpose(0, 2, 1, 3)

# 2. compare every query with every key
scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)

# 3. hide later keys
tril = np.tril(np.ones((N, N), dtype=bool))
scores = np.where(tril, scores, -np.inf)

# 4. softmax over the keys
e = np.exp(scores - scores.max(axis=-1, keepdims=True))
weights = e / e.sum(axis=-1, keepdims=True)

# 5. average the values
z = weights @ V

# 6. put the heads side by side, project
out = z.transpose(0, 2, 1, 3).reshape(B, N, d_model) @ W_O

for i in range(N):
    print(i, weights[0, :, i, i + 1 :].sum())
