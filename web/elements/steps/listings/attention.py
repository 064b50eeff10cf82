import numpy as np

# [input unless no-output]
def attention(x, wq, wk, wv, wo, num_heads):
# [input if no-output]
def attention(x, wq, wk, wv, num_heads):
# [input]
    d_model = x.shape[1]
    # [split insert changed-weights]
# [split]
    d_head = d_model // num_heads
    heads = []
    for h in range(num_heads):
        own = slice(h * d_head, (h + 1) * d_head)
# [split if grouped]
        num_kv_heads = wk.shape[1] // d_head
        g = h // (num_heads // num_kv_heads)
        shared = slice(g * d_head, (g + 1) * d_head)
# [projections]
        q = x @ wq[:, own]
# [projections unless grouped]
        k = x @ wk[:, own]
        v = x @ wv[:, own]
# [projections if grouped]
        k = x @ wk[:, shared]
        v = x @ wv[:, shared]
# [scores]
        scores = q @ k.T / np.sqrt(d_head)
        # [scores insert changed-scores]
# [scores if causal]
        later = np.triu(np.ones_like(scores), 1) == 1
        scores[later] = -np.inf
        # [scores insert changed-mask]
# [softmax]
        largest = scores.max(axis=-1, keepdims=True)
        exps = np.exp(scores - largest)
        weights = exps / exps.sum(axis=-1, keepdims=True)
        # [softmax insert empty-rows]
# [output]
        heads.append(weights @ v)
# [concat]
    combined = np.concatenate(heads, axis=-1)
# [sum]
    combined = sum(heads)
# [w_o]
    output = combined @ wo
# [done unless no-output]
    return output
# [done if no-output]
    return combined
