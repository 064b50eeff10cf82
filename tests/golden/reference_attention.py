"""Multi-head attention twice: spelled out in torch operations, and by torch.nn.MultiheadAttention.

B batch, T queries, S keys, H query heads, G key/value heads, D = d_head. Both functions take a
case's config, its tensors (x, context, wq, ..., all of one dtype) and its options, and return
output [B, T, width] and weights [B, H, T, S].
"""

import math

import torch

from seeded_generator import dropout_factors


def visible_keys(tensors, options):
    """[B, T, S]: what causal, valid_lens and mask let a query see, all three together."""
    x = tensors["x"]
    batch, queries, keys = x.shape[0], x.shape[1], keys_and_values(tensors)[0].shape[1]
    visible = torch.ones(batch, queries, keys, dtype=torch.bool)
    if options.get("causal"):
        top_left = options.get("causal_alignment") == "top-left"
        visible = visible.tril(0 if top_left else keys - queries)
    if "valid_lens" in options:
        lens = torch.tensor(options["valid_lens"])
        visible = visible & (torch.arange(keys) < lens[:, None, None])
    if "mask" in options:
        visible = visible & (options["mask"] != 0)
    return visible


def keys_and_values(tensors):
    """What keys and values are projected from."""
    context = tensors.get("context", tensors["x"])
    return tensors.get("keys", context), tensors.get("values", context)


def attend(config, tensors, options):
    """Query head h reads key/value head h // (H / G). A query that sees no key has weights 0."""
    heads = config["num_heads"]
    x = tensors["x"]
    keys, values = keys_and_values(tensors)

    q = _split(x, "q", heads, config, tensors)
    k = _split(keys, "k", config["num_kv_heads"], config, tensors)
    v = _split(values, "v", config["num_kv_heads"], config, tensors)

    scores = torch.einsum("bhtd,bhsd->bhts", q, k) / _divisor(config)
    if "score_bias" in options:
        scores = scores + options["score_bias"].to(x.dtype)
    visible = visible_keys(tensors, options)[:, None]
    weights = scores.masked_fill(~visible, -math.inf).softmax(-1)
    weights = weights.masked_fill(~visible.any(-1, keepdim=True), 0.0)
    if "dropout" in options:
        factors = dropout_factors(weights.shape, **options["dropout"])
        weights = weights * torch.from_numpy(factors).to(x.dtype)

    outputs = torch.einsum("bhts,bhsd->bthd", weights, v)
    if "head_mask" in options:
        outputs = outputs * torch.tensor(options["head_mask"], dtype=x.dtype)[:, None]
    combine = {"concat": lambda o: o.flatten(2), "sum": lambda o: o.sum(2),
               "mean": lambda o: o.mean(2)}
    output = combine[config["combine"]](outputs)
    if config["output_projection"]:
        output = output @ tensors["wo"]
        output = output + tensors["bo"] if config["bias"] else output
    return output, weights


def _split(source, name, count, config, tensors):
    """The projection of `source`, [B, H, length, D]. Its `count` heads are repeated for their groups."""
    projected = source @ tensors["w" + name]
    if config["bias"]:
        projected = projected + tensors["b" + name]
    split = projected.unflatten(-1, (count, config["d_head"])).transpose(1, 2)
    if config["tie_heads"]:
        return split[:, :1].expand(-1, config["num_heads"], -1, -1)
    return split.repeat_interleave(config["num_heads"] // count, dim=1)


def _divisor(config):
    return {"sqrt-d-head": math.sqrt(config["d_head"]),
            "sqrt-d-model": math.sqrt(config["d_model"]), "none": 1.0}[config["scale"]]


def attend_by_module(config, tensors, options):
    """The same by torch.nn.MultiheadAttention, with weights that express every variant.

    A query that sees no key comes out as NaN here. Hidden scores get -inf added, not put in their
    place, so beside a NaN or infinite hidden key the module's weights are NaN too; outputs are
    NaN either way, because 0 * NaN in weights @ V is NaN.
    """
    heads, d_head = config["num_heads"], config["d_head"]
    x = tensors["x"]
    keys, values = keys_and_values(tensors)
    # The module wants embed_dim = H * D for everything: zero columns and rows fill up a narrower
    # d_model.
    embed_dim = heads * d_head
    padding = embed_dim - config["d_model"]
    assert padding >= 0, "H * D < d_model has no such rewriting"
    widen = lambda t: torch.nn.functional.pad(t, (0, padding))

    module = torch.nn.MultiheadAttention(embed_dim, heads, batch_first=True, dtype=x.dtype).eval()
    rescale = math.sqrt(d_head) / _divisor(config)
    wq, bq = _columns_of_query_heads("q", heads, config, tensors)
    wk, bk = _columns_of_query_heads("k", config["num_kv_heads"], config, tensors)
    wv, bv = _columns_of_query_heads("v", config["num_kv_heads"], config, tensors)
    wo, bo = _output_projection(config, tensors, options)
    in_projection = torch.cat([wq * rescale, wk, wv], dim=1)
    parameters = {
        "in_proj_weight": widen(in_projection.T),
        "in_proj_bias": torch.cat([bq * rescale, bk, bv]),
        "out_proj.weight": torch.nn.functional.pad(wo.T, (0, 0, 0, embed_dim - wo.shape[1])),
        "out_proj.bias": torch.nn.functional.pad(bo, (0, embed_dim - wo.shape[1])),
    }
    module.load_state_dict(parameters)

    visible = visible_keys(tensors, options)[:, None].expand(-1, heads, -1, -1)
    added = torch.zeros(visible.shape, dtype=x.dtype)
    if "score_bias" in options:
        added = added + options["score_bias"].to(x.dtype)
    added = added.masked_fill(~visible, -math.inf)
    output, weights = module(widen(x), widen(keys), widen(values), need_weights=True,
                             attn_mask=added.flatten(0, 1), average_attn_weights=False)
    return output.detach()[..., : wo.shape[1]], weights.detach()


def _columns_of_query_heads(name, count, config, tensors):
    """Weight [d_model, H*D] and bias [H*D] with each shared or tied head's columns copied out."""
    heads, d_head = config["num_heads"], config["d_head"]
    sources = [0 if config["tie_heads"] else h * count // heads for h in range(heads)]
    columns = [source * d_head + d for source in sources for d in range(d_head)]
    weight = tensors["w" + name]
    bias = tensors["b" + name] if config["bias"] else weight.new_zeros(weight.shape[1])
    return weight[:, columns], bias[columns]


def _output_projection(config, tensors, options):
    """[H*D, width] and [width] of concatenated heads: a sum of heads is a stack of equal slices."""
    heads, d_head = config["num_heads"], config["d_head"]
    concatenated = config["combine"] == "concat"
    if config["output_projection"]:
        weight = tensors["wo"]
    else:
        weight = torch.eye(heads * d_head if concatenated else d_head, dtype=tensors["x"].dtype)
    if not concatenated:
        weight = weight.repeat(heads, 1) / (heads if config["combine"] == "mean" else 1)
    if "head_mask" in options:
        factors = torch.tensor(options["head_mask"], dtype=weight.dtype)
        weight = weight * factors.repeat_interleave(d_head)[:, None]
    has_bias = config["bias"] and config["output_projection"]
    return weight, tensors["bo"] if has_bias else weight.new_zeros(weight.shape[1])
