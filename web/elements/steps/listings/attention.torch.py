import torch

# [input unless no-output]
def attention(x, wq, wk, wv, wo, num_heads):
# [input if no-output]
def attention(x, wq, wk, wv, num_heads):
# [input]
    T, d_model = x.shape
    # [split insert changed-weights]
# [split]
    d_head = d_model // num_heads
    split = lambda y: y.view(T, -1, d_head).transpose(0, 1)
# [projections]
    q, k, v = split(x @ wq), split(x @ wk), split(x @ wv)
# [projections if grouped]
    groups = num_heads // k.shape[0]
    k = k.repeat_interleave(groups, dim=0)
    v = v.repeat_interleave(groups, dim=0)
# [scores]
    scores = q @ k.transpose(-2, -1) / d_head**0.5
    # [scores insert changed-scores]
# [scores if causal]
    later = torch.ones(T, T, dtype=torch.bool).triu(1)
    scores = scores.masked_fill(later, -torch.inf)
    # [scores insert changed-mask]
# [softmax]
    weights = scores.softmax(dim=-1)
    # [softmax insert empty-rows]
# [output]
    heads = weights @ v  # [H, T, d_head]
# [concat]
    combined = heads.transpose(0, 1).reshape(T, d_model)
# [sum]
    combined = heads.sum(dim=0)
# [w_o]
    output = combined @ wo
# [done unless no-output]
    return output
# [done if no-output]
    return combined
