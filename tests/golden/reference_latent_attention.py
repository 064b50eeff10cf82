"""Multi-head latent attention twice: expanded, with keys and values of every head, and absorbed.

B batch, T tokens, H heads, D = d_head, L = d_latent, R = d_rope. Both functions take a case's
config, its tensors (x, wdkv, ..., all of one dtype) and its options, and return output
[B, T, d_model] and weights [B, H, T, T].
"""

import math

import torch


def attend_expanded(config, tensors, options):
    """DeepSeek-V2, section 2.1.2 and 2.1.3, word by word; rotary pairs as complex numbers."""
    latent = latent_of(tensors)
    q, k, v = (_heads(rows, config) for rows in
               (_query_source(tensors) @ tensors["wuq" if "wuq" in tensors else "wq"],
                latent @ tensors["wuk"], latent @ tensors["wuv"]))
    if "wkr" in tensors:
        q_rotary = _turned(_heads(_query_source(tensors) @ tensors["wqr"], config))
        k_rotary = _turned((tensors["x"] @ tensors["wkr"])[:, None])
        q = torch.cat([q, q_rotary], -1)
        k = torch.cat([k, k_rotary.expand(-1, config["num_heads"], -1, -1)], -1)
    weights = _weights(q @ k.transpose(2, 3), config, options)
    return (weights @ v).transpose(1, 2).flatten(2) @ tensors["wo"], weights


def attend_absorbed(config, tensors, options):
    """The same with W_UK in the queries and W_UV in W_O; rotary pairs by cosine and sine."""
    latent = latent_of(tensors)
    wuk, wuv = (tensors[name].unflatten(1, (config["num_heads"], -1)) for name in ("wuk", "wuv"))
    q = _heads(_query_source(tensors) @ tensors["wuq" if "wuq" in tensors else "wq"], config)
    scores = torch.einsum("bhtd,lhd,bsl->bhts", q, wuk, latent)
    if "wkr" in tensors:
        q_rotary = _turned_by_parts(_heads(_query_source(tensors) @ tensors["wqr"], config))
        k_rotary = _turned_by_parts(tensors["x"] @ tensors["wkr"])
        scores = scores + torch.einsum("bhtr,bsr->bhts", q_rotary, k_rotary)
    weights = _weights(scores, config, options)
    wo = torch.einsum("lhd,hdm->hlm", wuv, tensors["wo"].unflatten(0, (config["num_heads"], -1)))
    return torch.einsum("bhts,bsl,hlm->btm", weights, latent, wo), weights


def latent_of(tensors):
    """c_KV, [B, T, L]."""
    return tensors["x"] @ tensors["wdkv"]


def _query_source(tensors):
    return tensors["x"] @ tensors["wdq"] if "wdq" in tensors else tensors["x"]


def _heads(rows, config):
    """[B, T, H*D] -> [B, H, T, D]."""
    return rows.unflatten(2, (config["num_heads"], -1)).transpose(1, 2)


def _weights(products, config, options):
    scores = products / math.sqrt(config["d_head"] + config.get("d_rope", 0))
    if options.get("causal"):
        hidden = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
        scores = scores.masked_fill(hidden, -math.inf)
    return scores.softmax(-1)


def _angles(rows):
    """[T, R/2] of [..., T, R]: position * 10000^(-2i/R)."""
    positions = torch.arange(rows.shape[-2], dtype=torch.float64)
    width = rows.shape[-1]
    return positions[:, None] * 10000.0 ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)


def _turned(rows):
    pairs = torch.view_as_complex(rows.unflatten(-1, (-1, 2)).contiguous())
    turns = torch.polar(torch.ones_like(_angles(rows)), _angles(rows)).to(pairs.dtype)
    return torch.view_as_real(pairs * turns).flatten(-2)


def _turned_by_parts(rows):
    even, odd = rows[..., 0::2], rows[..., 1::2]
    cosine, sine = _angles(rows).cos().to(rows.dtype), _angles(rows).sin().to(rows.dtype)
    return torch.stack([even * cosine - odd * sine, even * sine + odd * cosine], -1).flatten(-2)
