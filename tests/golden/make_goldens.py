#!/usr/bin/python3
"""Writes the reference tensors beside this script. README.md has the schema and the command."""

import json
import math
import pathlib
import sys
import textwrap

import numpy as np
import torch

import checkpoints
import listings
import reference_training
from reference_attention import attend, attend_by_module, visible_keys
from reference_latent_attention import attend_absorbed, attend_expanded, latent_of
from seeded_generator import normal_tensor

FOLDER = pathlib.Path(__file__).parent
# Each tensor draws from its own stream, so no two of a case are correlated.
STREAMS = ["x", "context", "wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo", "score_bias", "input"]
STREAMS += ["wdkv", "wuk", "wuv", "wdq", "wuq", "wqr", "wkr"]
STREAMS += ["d_output", "w1", "w2", "w3", "b1", "b2"]
STREAMS += ["token_embedding", "position_embedding", "readout"]
STREAMS += ["keys", "values"]


# ------------------------------------------------------------------------------ tensors as JSON


def drawn(name, shape, seed, std=1.0):
    return {"shape": list(shape), "seed": seed, "stream": STREAMS.index(name), "std": std}


def stored(values):
    """Nine significant digits, from which a float32 can be read back exactly."""
    values = np.asarray(values, dtype=np.float32)
    return {"shape": list(values.shape), "data": [_number(value) for value in values.flat]}


def _number(value):
    if not math.isfinite(value):
        return str(float(value))  # "nan", "inf", "-inf"
    return int(value) if value == int(value) and abs(value) < 1e6 else float(f"{value:.9g}")


def read(tensor):
    """The float32 array of a tensor in the JSON, as the tests read it."""
    if "data" in tensor:
        values = np.array([float(value) for value in tensor["data"]], dtype=np.float32)
        values = values.reshape(tensor["shape"])
    else:
        values = normal_tensor(tensor["shape"], tensor["seed"], tensor["stream"], tensor["std"])
    for index, value in tensor.get("set", []):
        values.flat[index] = float(value)
    return values


def write(name, cases):
    path = FOLDER / f"{name}.json"
    path.write_text(_layout({"cases": cases}) + "\n")
    print(f"{path.name}: {len(cases)} cases, {path.stat().st_size / 1000:.1f} kB")


def _layout(value, indent=""):
    """Objects and lists of objects with one entry per line, flat lists wrapped at 100 columns."""
    inner = indent + " "
    if isinstance(value, dict) and len(json.dumps(value)) > 80:
        entries = [f"{inner}{json.dumps(key)}: {_layout(entry, inner)}"
                   for key, entry in value.items()]
        return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(inner + _layout(entry, inner) for entry in value) + f"\n{indent}]"
    text = json.dumps(value)
    if isinstance(value, list) and len(text) > 80:
        return "[\n" + textwrap.fill(text[1:-1], 100, break_on_hyphens=False) + f"\n{indent}]"
    return text


# ------------------------------------------------------------------------------------ attention


def attention(name, x, d_model, num_heads, *, context=None, keys=None, num_kv_heads=None, d_head=None,
              bias=False, scale="sqrt-d-head", combine="concat", output_projection=True,
              tie_heads=False, seed, std=1.0, inputs=None, set_values=None, **options):
    """A case. x is its shape (B, T), context (B, S), or keys and
    values (B, S) each; inputs replaces drawn tensors by stored ones,
    set_values puts single values {tensor: [[flat index, value]]}."""
    num_kv_heads, d_head = num_kv_heads or num_heads, d_head or d_model // num_heads
    config = {"d_model": d_model, "num_heads": num_heads, "num_kv_heads": num_kv_heads,
              "d_head": d_head, "bias": bias, "scale": scale, "combine": combine,
              "output_projection": output_projection, "tie_heads": tie_heads}
    tensors = {"x": drawn("x", (*x, d_model), seed, std)}
    if context:
        tensors["context"] = drawn("context", (*context, d_model), seed)
    if keys:
        tensors["keys"] = drawn("keys", (*keys, d_model), seed)
        tensors["values"] = drawn("values", (*keys, d_model), seed)
    combined = d_head * (num_heads if combine == "concat" else 1)
    sizes = {"q": (d_model, num_heads * d_head), "k": (d_model, num_kv_heads * d_head),
             "v": (d_model, num_kv_heads * d_head)}
    if output_projection:
        sizes["o"] = (combined, d_model)
    for letter, (fan_in, fan_out) in sizes.items():
        tensors["w" + letter] = drawn("w" + letter, (fan_in, fan_out), seed, 1 / math.sqrt(fan_in))
    if bias:
        for letter, (_, fan_out) in sizes.items():
            tensors["b" + letter] = drawn("b" + letter, (fan_out,), seed, 0.5)
    tensors.update({key: stored(value) for key, value in (inputs or {}).items()})
    for key, entries in (set_values or {}).items():
        (options if key == "score_bias" else tensors)[key]["set"] = entries
    case = {"name": name, "config": config, "inputs": tensors, "options": options}
    output, weights = expected_attention(case)
    return {**case, "expected": {"output": stored(output), "weights": stored(weights)}}


def expected_attention(case):
    """In float64 from the float32 inputs, after checking the module's and float32's agreement."""
    output, weights = _run(attend, case, torch.float64)
    if "dropout" not in case["options"]:  # the module draws its own
        _check_module(case, output, weights)
    single = _run(attend, case, torch.float32)
    _check_close(case["name"] + " in float32", single[0], output, 1e-5)
    _check_close(case["name"] + " in float32", single[1], weights, 1e-5)
    return output, weights


def _run(function, case, dtype):
    tensors = {key: torch.from_numpy(read(value)).to(dtype)
               for key, value in case["inputs"].items()}
    is_tensor = lambda value: isinstance(value, dict) and "shape" in value
    options = {key: torch.from_numpy(read(value)) if is_tensor(value) else value
               for key, value in case["options"].items()}
    return function(case["config"], tensors, options)


def _check_module(case, output, weights):
    module_output, module_weights = _run(attend_by_module, case, torch.float64)
    visible = _run(lambda _, tensors, options: visible_keys(tensors, options), case, torch.float64)
    sees_a_key = visible.any(-1)
    by_query = weights.transpose(1, 2)
    assert not by_query[~sees_a_key].any(), case["name"]
    finite = all(np.isfinite(read(tensor)).all() for tensor in case["inputs"].values())
    # The module needs a matrix for "no projection", and infinity times its zeros is NaN.
    if finite or case["config"]["output_projection"]:
        _check_close(case["name"], module_output[sees_a_key], output[sees_a_key], 1e-6)
    if finite or visible.all():
        module_by_query = module_weights.transpose(1, 2)
        _check_close(case["name"], module_by_query[sees_a_key], by_query[sees_a_key], 1e-6)


def _check_close(name, actual, wanted, tolerance):
    scale = torch.nan_to_num(wanted, 0.0, 0.0, 0.0).abs().clamp(min=1.0)
    same = torch.isclose(actual.double() / scale, wanted / scale, 0.0, tolerance, equal_nan=True)
    assert same.all(), f"{name}: off by {((actual - wanted) / scale).abs().max():.3g}"


def basic_cases():
    return [
        attention("self", (1, 5), 8, 2, seed=1),
        attention("self, batch of 2", (2, 4), 12, 3, seed=2),
        attention("one token", (1, 1), 8, 2, seed=3),
        attention("one token, batch of 3, causal, biases", (3, 1), 8, 4, seed=4, bias=True,
                  causal=True),
        attention("one head", (1, 3), 6, 1, seed=5),
        attention("biases", (2, 3), 8, 2, seed=6, bias=True),
        attention("causal", (1, 6), 8, 2, seed=7, causal=True),
        attention("causal, batch of 2, biases", (2, 5), 8, 4, seed=8, bias=True, causal=True),
        attention("longer than a vector or a block: 37 tokens, causal", (1, 37), 20, 2, seed=9,
                  causal=True),
    ]


def cross_cases():
    return [
        attention("cross", (1, 3), 8, 2, context=(1, 5), seed=20),
        attention("cross, one query", (2, 1), 8, 2, context=(2, 7), seed=21),
        attention("cross, one key", (1, 4), 8, 2, context=(1, 1), seed=22),
        attention("causal, fewer queries than keys", (1, 3), 8, 2, context=(1, 7), seed=23,
                  causal=True),
        attention("causal, more queries than keys", (1, 6), 8, 2, context=(1, 4), seed=24,
                  causal=True),
        attention("causal, more queries than keys, biases", (2, 5), 8, 2, context=(2, 3), seed=25,
                  bias=True, causal=True),
        attention("valid lengths 3 and 2, d_model 100, 5 heads", (2, 4), 100, 5, context=(2, 6),
                  seed=26, valid_lens=[3, 2]),
        attention("a valid length of 0", (2, 3), 8, 2, context=(2, 4), seed=27, valid_lens=[0, 3]),
        attention("a valid length of 0, biases", (2, 3), 8, 2, context=(2, 4), seed=28, bias=True,
                  valid_lens=[2, 0]),
        attention("valid lengths in self-attention, causal", (3, 4), 8, 2, seed=29, causal=True,
                  valid_lens=[4, 1, 2]),
    ]


def grouped_cases():
    return [
        attention("grouped", (1, 5), 24, 6, num_kv_heads=2, seed=40),
        attention("grouped, causal, batch of 2, biases", (2, 4), 24, 6, num_kv_heads=2, seed=41,
                  bias=True, causal=True),
        attention("grouped, cross", (2, 3), 24, 6, num_kv_heads=3, context=(2, 5), seed=42),
        attention("multi-query", (1, 5), 24, 6, num_kv_heads=1, seed=43),
        attention("multi-query, causal, biases", (2, 4), 12, 4, num_kv_heads=1, seed=44, bias=True,
                  causal=True),
    ]


def width_cases():
    return [
        attention("d_head 3", (1, 4), 18, 6, seed=60),
        attention("d_head 3, causal, biases", (2, 5), 18, 6, seed=61, bias=True, causal=True),
        attention("d_head 5 beside d_model 14", (1, 4), 14, 3, d_head=5, seed=62),
        attention("d_head 5 beside d_model 14, grouped, biases", (2, 3), 14, 6, num_kv_heads=3,
                  d_head=5, seed=63, bias=True),
        attention("d_head 1", (1, 4), 7, 7, seed=64),
        attention("d_head 17", (1, 3), 34, 2, seed=65),
    ]


def option_cases():
    mask = [[1, 0, 1, 0], [0, 0, 0, 0], [1, 1, 1, 1]]
    other_mask = [[0, 0, 0, 1], [1, 1, 0, 0], [0, 1, 0, 1]]
    return [
        attention("mask [T, S], one query sees nothing", (2, 3), 8, 2, context=(2, 4), seed=80,
                  mask=stored(mask)),
        attention("mask [B, T, S]", (2, 3), 8, 2, context=(2, 4), seed=81,
                  mask=stored([mask, other_mask])),
        attention("mask with causal and valid lengths", (2, 4), 8, 2, seed=82, causal=True,
                  valid_lens=[4, 2], mask=stored([[1, 1, 1, 1], [0, 1, 1, 1], [1, 0, 1, 1],
                                                  [1, 1, 0, 1]])),
        attention("score bias [T, S]", (2, 3), 8, 2, context=(2, 4), seed=83,
                  score_bias=drawn("score_bias", (3, 4), 83)),
        attention("score bias [B, H, T, S], causal", (2, 4), 8, 2, seed=84, causal=True,
                  score_bias=drawn("score_bias", (2, 2, 4, 4), 84, 2.0)),
        attention("head mask", (1, 4), 12, 3, seed=85, head_mask=[1, 0, 0.5]),
        attention("head mask, every head pruned, biases", (1, 2), 8, 2, seed=86, bias=True,
                  head_mask=[0, 0]),
        attention("keys and values of their own, grouped, biases", (2, 3), 12, 4, num_kv_heads=2,
                  keys=(2, 5), seed=87, bias=True),
        attention("keys and values of their own, causal, more queries than keys", (1, 5), 8, 2,
                  keys=(1, 3), seed=88, causal=True),
        attention("causal from the top left, fewer queries than keys", (2, 3), 8, 2,
                  context=(2, 7), seed=89, causal=True, causal_alignment="top-left"),
        attention("causal from the top left, more queries than keys, valid lengths", (2, 5), 8, 2,
                  context=(2, 3), seed=90, causal=True, causal_alignment="top-left",
                  valid_lens=[2, 3]),
    ]


def variant_cases():
    return [
        attention("scale sqrt-d-model", (1, 4), 12, 3, seed=100, scale="sqrt-d-model"),
        attention("scale none", (1, 4), 12, 3, seed=101, scale="none"),
        attention("heads summed", (2, 3), 12, 3, seed=102, bias=True, combine="sum"),
        attention("heads averaged", (2, 3), 12, 3, seed=103, combine="mean"),
        attention("heads summed, one head masked", (1, 3), 12, 3, seed=104, combine="sum",
                  head_mask=[0.25, 1, 0]),
        attention("no output projection", (1, 4), 12, 3, seed=105, output_projection=False),
        attention("no output projection, heads averaged", (1, 4), 12, 3, seed=106, combine="mean",
                  output_projection=False),
        attention("no output projection, biases", (1, 3), 12, 3, seed=107, bias=True,
                  output_projection=False),
        attention("tied heads", (1, 4), 12, 3, seed=108, tie_heads=True),
        attention("tied heads, grouped, biases", (2, 3), 16, 4, num_kv_heads=2, seed=109, bias=True,
                  tie_heads=True),
        # Every axis has another length: B 2, T 3, S 5, G 4, H 8, D 6, d_model 14, H*D 48.
        attention("everything at once", (2, 3), 14, 8, num_kv_heads=4, d_head=6, context=(2, 5),
                  seed=110, bias=True, causal=True, valid_lens=[5, 3],
                  mask=stored([[[1, 1, 1, 1, 1], [0, 1, 1, 1, 1], [1, 1, 0, 1, 1]],
                               [[1, 0, 1, 1, 1], [1, 1, 1, 1, 1], [0, 0, 0, 1, 1]]]),
                  score_bias=drawn("score_bias", (2, 8, 3, 5), 110),
                  head_mask=[1, 0.5, 0, 1, 2, -1, 1, 0.75]),
        attention("everything at once, heads averaged, scale sqrt-d-model", (2, 3), 14, 8,
                  num_kv_heads=4, d_head=6, context=(2, 5), seed=111, bias=True, causal=True,
                  scale="sqrt-d-model", combine="mean", valid_lens=[4, 5],
                  score_bias=drawn("score_bias", (3, 5), 111),
                  head_mask=[1, 1, 0, 1, 1, 0.5, 1, 1]),
    ]


def extreme_cases():
    # d_head 4, so the scale is exactly 1/2; head 0's score is (100 * 200 x0 c0 + x1 c1) / 2, head
    # 1's the negative of the first term plus the second. All are half integers near +-1e4 and 0:
    # exact in float32 in any order of summation, so the weights are as well conditioned as small
    # scores' are.
    wq, wk = np.zeros((8, 8)), np.zeros((8, 8))
    wq[0, 0], wq[0, 4], wk[0, 0], wk[0, 4] = 100, -100, 200, 200
    wq[1, 1] = wq[1, 5] = wk[1, 1] = wk[1, 5] = 1
    x, context = np.zeros((1, 4, 8)), np.zeros((1, 6, 8))
    x[0, :, 0], x[0, :, 1] = [1, -1, 1, 0], [1, 1, -2, 3]
    context[0, :, 0], context[0, :, 1] = [1, 1, -1, -1, 1, -1], [0, 1, 2, 3, -3, -1]
    context[0, :, 2:] = np.arange(36).reshape(6, 6) % 7 - 3
    exact = {"x": x, "context": context, "wq": wq, "wk": wk}
    one_sided = {**exact, "context": context.copy()}
    one_sided["context"][0, :, 0] = 1
    # Inputs 100 times as large: in every row the largest score is ahead by more than 50, where a
    # float32 error of some 1e-3 in the scores cannot be seen in the weights.
    decided = attention("scores beyond +-1e4, one key wins", (1, 5), 8, 2, seed=121, std=100.0,
                        causal=True)
    _check_one_key_wins(decided)
    return [
        attention("exact scores of +10000 and -10000 in one row", (1, 4), 8, 2, context=(1, 6),
                  seed=120, inputs=exact),
        attention("exact scores near +10000 or near -10000 all along a row", (1, 4), 8, 2,
                  context=(1, 6), seed=122, inputs=one_sided),
        attention("exact scores of +10000 and -10000, causal", (1, 4), 8, 2, context=(1, 6),
                  seed=123, inputs=exact, causal=True),
        decided,
    ]


def _check_one_key_wins(case):
    ones = _run(attend, case, torch.float64)[1].max(-1).values
    assert (1 - ones).max() < math.exp(-50), case["name"]


def nonfinite_cases():
    return [
        attention("NaN in one token of batch row 0", (2, 3), 8, 2, seed=140,
                  set_values={"x": [[9, "nan"]]}),
        attention("NaN in one token, causal", (1, 4), 8, 2, seed=141, causal=True,
                  set_values={"x": [[18, "nan"]]}),
        attention("NaN in one query of cross-attention", (1, 3), 8, 2, context=(1, 4), seed=142,
                  set_values={"x": [[8, "nan"]]}),
        attention("NaN in a key beyond the valid length", (2, 2), 8, 2, context=(2, 3), seed=143,
                  valid_lens=[2, 3], set_values={"context": [[16, "nan"]]}),
        attention("NaN in a query that sees no key", (1, 4), 8, 2, context=(1, 2), seed=144,
                  bias=True, causal=True, set_values={"x": [[3, "nan"]]}),
        attention("infinity in one token, d_head 1", (1, 4), 4, 4, seed=145,
                  set_values={"x": [[8, "inf"]]}),
        attention("infinity in one token, d_head 1, causal", (1, 4), 4, 4, seed=146, causal=True,
                  set_values={"x": [[8, "-inf"]]}),
        attention("infinity in one column of W_V", (1, 3), 6, 2, context=(1, 1), seed=147,
                  output_projection=False, set_values={"wv": [[0, "inf"]]}),
        attention("score bias of minus infinity", (1, 3), 8, 2, seed=148,
                  score_bias=drawn("score_bias", (3, 3), 148),
                  set_values={"score_bias": [[1, "-inf"], [6, "-inf"], [7, "-inf"]]}),
        attention("score bias of plus infinity", (1, 3), 8, 2, seed=149,
                  score_bias=drawn("score_bias", (3, 3), 149),
                  set_values={"score_bias": [[4, "inf"]]}),
    ]


# ----------------------------------------------------------------------------- latent attention


def latent_attention(name, x, d_model, num_heads, d_head, d_latent, *, d_latent_query=None,
                     d_rope=None, seed, **options):
    """A case. x is its shape (B, T)."""
    config = {"d_model": d_model, "num_heads": num_heads, "d_head": d_head, "d_latent": d_latent}
    heads, of_query = num_heads * d_head, d_latent_query or d_model
    sizes = {"wdkv": (d_model, d_latent), "wuk": (d_latent, heads), "wuv": (d_latent, heads)}
    if d_latent_query:
        config["d_latent_query"] = d_latent_query
        sizes.update({"wdq": (d_model, d_latent_query), "wuq": (d_latent_query, heads)})
    else:
        sizes["wq"] = (d_model, heads)
    if d_rope:
        config["d_rope"] = d_rope
        sizes.update({"wqr": (of_query, num_heads * d_rope), "wkr": (d_model, d_rope)})
    sizes["wo"] = (heads, d_model)
    tensors = {"x": drawn("x", (*x, d_model), seed)}
    for key, shape in sizes.items():
        tensors[key] = drawn(key, shape, seed, 1 / math.sqrt(shape[0]))
    case = {"name": name, "config": config, "inputs": tensors, "options": options}
    output, weights = _run(attend_expanded, case, torch.float64)
    for how, function, dtype, tolerance in (("absorbed", attend_absorbed, torch.float64, 1e-6),
                                            ("in float32", attend_expanded, torch.float32, 1e-5)):
        other_output, other_weights = _run(function, case, dtype)
        _check_close(f"{name}, {how}", other_output, output, tolerance)
        _check_close(f"{name}, {how}", other_weights, weights, tolerance)
    latent = _run(lambda _, tensors, options: latent_of(tensors), case, torch.float64)
    return {**case, "expected": {"output": stored(output), "weights": stored(weights),
                                 "latent": stored(latent)}}


def latent_attention_cases():
    return [
        latent_attention("no rotary part", (1, 4), 7, 3, 3, 5, seed=200),
        latent_attention("no rotary part, causal, batch of 2", (2, 4), 7, 3, 3, 5, seed=201,
                         causal=True),
        latent_attention("one rotary pair", (1, 5), 7, 3, 3, 5, d_rope=2, seed=202),
        latent_attention("three rotary pairs, causal", (1, 6), 7, 3, 3, 5, d_rope=6, seed=203,
                         causal=True),
        latent_attention("compressed queries", (2, 3), 7, 3, 3, 5, d_latent_query=4, seed=204),
        latent_attention("compressed queries, rotary, batch of 2, causal", (2, 5), 7, 3, 3, 5,
                         d_latent_query=4, d_rope=6, seed=205, causal=True),
        latent_attention("one token, batch of 3, rotary", (3, 1), 8, 2, 4, 3, d_rope=4, seed=206),
        latent_attention("one head, causal", (1, 4), 6, 1, 5, 2, d_rope=2, seed=207, causal=True),
        latent_attention("a latent wider than the heads", (1, 3), 8, 2, 2, 11, d_latent_query=9,
                         d_rope=2, seed=208),
        latent_attention("longer than a vector or a block: 37 tokens, causal", (1, 37), 20, 2, 9,
                         6, d_latent_query=7, d_rope=4, seed=209, causal=True),
    ]


# ------------------------------------------------------------------------------------ gradients


def attention_gradients(name, *sizes, seed, **settings):
    """A case of attention with a gradient of its output and what autograd makes of it."""
    case = attention("gradients: " + name, *sizes, seed=seed, **settings)
    case["d_output"] = drawn("d_output", case["expected"]["output"]["shape"], seed)
    forward = lambda config, tensors, options: attend(config, tensors, options)[0]
    gradients = expected_gradients(forward, case)
    return {**case, "expected": {**case["expected"], "gradients": gradients}}


def expected_gradients(forward, case):
    """dx, dwq, ... in float64, after checking float32's agreement."""
    double, single = (_autograd(forward, case, dtype) for dtype in (torch.float64, torch.float32))
    for key, gradient in double.items():
        _check_close(f"{case['name']}: {key} in float32", single[key], gradient, 1e-5)
    return {key: stored(gradient) for key, gradient in double.items()}


def _autograd(forward, case, dtype):
    def run(config, tensors, options):
        leaves = {key: tensor.requires_grad_() for key, tensor in tensors.items()}
        output = forward(config, leaves, options)
        output.backward(torch.from_numpy(read(case["d_output"])).to(dtype))
        sources = ("context", "keys", "values")
        return {("d_" if key in sources else "d") + key: leaf.grad
                for key, leaf in leaves.items()}

    return _run(run, case, dtype)


def attention_gradient_cases():
    mask = stored([[1, 0, 1, 0], [0, 0, 0, 0], [1, 1, 1, 1]])
    return [
        attention_gradients("self", (1, 5), 8, 2, seed=200),
        attention_gradients("one token, biases", (2, 1), 6, 2, seed=201, bias=True),
        attention_gradients("causal, batch of 2, biases", (2, 4), 9, 3, seed=202, bias=True, causal=True),
        attention_gradients("cross, causal, fewer queries than keys, biases", (2, 2), 8, 2, context=(2, 5),
                    seed=203, bias=True, causal=True),
        attention_gradients("causal, more queries than keys", (1, 5), 8, 2, context=(1, 3), seed=204,
                    causal=True),
        attention_gradients("valid lengths, one of 0", (2, 3), 8, 2, context=(2, 4), seed=205,
                    valid_lens=[0, 3]),
        attention_gradients("mask, one query sees nothing, score bias", (2, 3), 8, 2, context=(2, 4),
                    seed=206, mask=mask, score_bias=drawn("score_bias", (2, 2, 3, 4), 206)),
        attention_gradients("grouped, head mask, biases", (2, 3), 12, 4, num_kv_heads=2, seed=207,
                    bias=True, head_mask=[1, 0.5, 0, -2]),
        attention_gradients("multi-query, d_head 5", (1, 4), 7, 3, num_kv_heads=1, d_head=5, seed=208),
        attention_gradients("tied heads, grouped, biases", (2, 3), 8, 4, num_kv_heads=2, seed=209,
                    bias=True, tie_heads=True),
        attention_gradients("heads summed, biases", (2, 3), 9, 3, seed=210, bias=True, combine="sum"),
        attention_gradients("heads averaged, scale sqrt-d-model", (1, 4), 9, 3, seed=211, combine="mean",
                    scale="sqrt-d-model"),
        attention_gradients("no output projection, biases, no scale", (1, 4), 6, 2, seed=212, bias=True,
                    scale="none", output_projection=False),
        attention_gradients("no output projection, heads averaged", (1, 3), 9, 3, seed=213, combine="mean",
                    output_projection=False),
        attention_gradients("dropout, causal", (2, 4), 8, 2, seed=214, causal=True,
                    dropout={"rate": 0.4, "seed": 5}),
        # Every axis has another length: B 2, T 3, S 5, G 2, H 4, D 6, d_model 7.
        attention_gradients("everything at once", (2, 3), 7, 4, num_kv_heads=2, d_head=6, context=(2, 5),
                    seed=215, bias=True, causal=True, valid_lens=[5, 3],
                    mask=stored([[1, 1, 1, 1, 1], [0, 1, 1, 1, 1], [1, 1, 0, 1, 1]]),
                    score_bias=drawn("score_bias", (3, 5), 215), head_mask=[1, 0.5, 2, -1],
                    dropout={"rate": 0.25, "seed": 7}),
        attention_gradients("keys and values of their own, grouped, biases", (2, 3), 12, 4, num_kv_heads=2,
                    keys=(2, 5), seed=216, bias=True),
        attention_gradients("causal from the top left, fewer queries than keys", (1, 3), 8, 2, context=(1, 6),
                    seed=217, causal=True, causal_alignment="top-left"),
    ]


# --------------------------------------------------------------------------------- feed-forward


def feed_forward(name, x, d_ff, activation, *, bias=False, seed, std=1.0):
    """A case of x's shape [.., d_model]."""
    d_model = x[-1]
    shapes = {"w1": (d_model, d_ff), "w2": (d_ff, d_model)}
    if activation in GATES:
        shapes["w3"] = shapes["w1"]
    inputs = {"x": drawn("x", x, seed, std)}
    for key, shape in shapes.items():
        inputs[key] = drawn(key, shape, seed, 1 / math.sqrt(shape[0]))
    if bias:
        inputs["b1"], inputs["b2"] = drawn("b1", (d_ff,), seed), drawn("b2", (d_model,), seed)
    config = {"d_model": d_model, "d_ff": d_ff, "activation": activation, "bias": bias}
    case = {"name": name, "config": config, "inputs": inputs, "options": {},
            "d_output": drawn("d_output", x, seed)}
    output = _run(apply_feed_forward, case, torch.float64)
    gradients = expected_gradients(apply_feed_forward, case)
    del case["options"]
    return {**case, "expected": {"output": stored(output), "gradients": gradients}}


GATES = {"swiglu": torch.nn.functional.silu, "geglu": torch.nn.functional.gelu}


def apply_feed_forward(config, tensors, _):
    hidden = tensors["x"] @ tensors["w1"]
    if config["activation"] in GATES:
        hidden = GATES[config["activation"]](hidden) * (tensors["x"] @ tensors["w3"])
    else:
        hidden = hidden + tensors["b1"] if config["bias"] else hidden
        hidden = {"relu": torch.relu, "gelu": torch.nn.functional.gelu}[config["activation"]](hidden)
    output = hidden @ tensors["w2"]
    return output + tensors["b2"] if config["bias"] else output


def feed_forward_cases():
    return [
        feed_forward("relu", (3, 6), 10, "relu", seed=230),
        feed_forward("relu, batch of 2, biases", (2, 3, 5), 7, "relu", seed=231, bias=True),
        feed_forward("gelu", (3, 6), 10, "gelu", seed=232),
        feed_forward("gelu, batch of 2, biases", (2, 3, 5), 7, "gelu", seed=233, bias=True),
        feed_forward("gelu far from 0", (3, 4), 9, "gelu", seed=234, std=6.0),
        feed_forward("swiglu", (3, 6), 10, "swiglu", seed=235),
        feed_forward("swiglu, batch of 2", (2, 3, 5), 7, "swiglu", seed=236),
        feed_forward("swiglu far from 0", (3, 4), 9, "swiglu", seed=237, std=20.0),
        feed_forward("one unit, one token", (1, 1), 1, "relu", seed=238, bias=True),
        feed_forward("geglu", (3, 6), 10, "geglu", seed=239),
        feed_forward("geglu, batch of 2", (2, 3, 5), 7, "geglu", seed=240),
        feed_forward("geglu far from 0", (3, 4), 9, "geglu", seed=241, std=6.0),
    ]


# ------------------------------------------------------------------------------------- training


def training(name, B, *, seed, optimizer=("adam", 0.01), **config):
    """The first steps of a small model, on one batch; about half of the answers count."""
    config = {"seq_len": 5, "vocabulary": 5, "relations": 2, "num_layers": 1, "d_model": 6,
              "num_heads": 2, "num_kv_heads": 2, "scale": "sqrt-d-head", "combine": "concat",
              "output_projection": True, "tie_heads": False, "bias": False,
              "shared": [False] * 3, "causal": True, "residual": False, "positions_beside": False,
              **config}
    T, V, R = config["seq_len"], config["vocabulary"], config["relations"]
    random = np.random.RandomState(seed)
    lengths = random.randint(2, T + 1, B) if not config["causal"] else np.full(B, T)
    padded = np.arange(T)[None, :] >= lengths[:, None]
    tokens = np.where(padded, 0, random.randint(0, V, (B, T)))
    targets = random.randint(0, V, (B, T, R))
    targets[padded | (random.rand(B, T) < 0.3)] = -1
    targets[random.rand(B, T, R) < 0.3] = -1
    targets[0, 0, :] = 1
    case = {"name": name, "config": config,
            "optimizer": dict(zip(("name", "learning_rate", "momentum"), optimizer)),
            "tokens": tokens.tolist(), "lengths": lengths.tolist(), "targets": targets.tolist(),
            "parameters": training_parameters(config, seed)}
    losses, gradients, after = train(case, torch.float64)
    for got, wanted in zip(train(case, torch.float32)[2], after):
        _check_close(name, got, wanted, 1e-4)
    return {**case, "expected": {"losses": stored(losses), "gradients": [*map(stored, gradients)],
                                 "parameters": [*map(stored, after)]}}


def training_parameters(config, seed):
    """In the order of the core's Parameters."""
    d_model, V = config["d_model"], config["vocabulary"]
    d_head = d_model // config["num_heads"]
    widths = {"wq": config["num_heads"], "wk": config["num_kv_heads"], "wv": config["num_kv_heads"]}
    combined = d_model if config["combine"] == "concat" else d_head
    parameters = [drawn("token_embedding", (V, d_model), seed),
                  drawn("position_embedding", (config["seq_len"], d_model), seed)]
    for layer in range(config["num_layers"]):
        for (name, heads), shared in zip(widths.items(), config["shared"]):
            width = d_head * (1 if shared else heads)
            parameters.append(drawn(name, (d_model, width), seed + layer, d_model ** -0.5))
        if config["output_projection"]:
            parameters.append(drawn("wo", (combined, d_model), seed + layer, combined ** -0.5))
    rows = d_model if config["output_projection"] else combined
    readout = drawn("readout", (rows, config["relations"] * V), seed, rows ** -0.5)
    return parameters + [readout]


def train(case, dtype, steps=4):
    """Losses before each step, the first gradients, and the parameters after the last step."""
    parameters = [torch.from_numpy(read(each)).to(dtype).requires_grad_()
                  for each in case["parameters"]]
    name, rate, *momentum = case["optimizer"].values()
    optimizer = (torch.optim.Adam(parameters, lr=rate, betas=(0.9, 0.98)) if name == "adam" else
                 torch.optim.SGD(parameters, lr=rate, momentum=momentum[0]))
    targets = torch.tensor(case["targets"])
    losses, gradients = [], None
    for _ in range(steps):
        logits = model_logits(case, parameters)
        asked = targets >= 0
        loss = torch.nn.functional.cross_entropy(logits[asked], targets[asked])
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())
        gradients = gradients or [each.grad.clone() for each in parameters]
        optimizer.step()
    return losses, gradients, [each.detach() for each in parameters]


def model_logits(case, parameters):
    """[B, T, R, V]"""
    config = case["config"]
    tokens, positions, *layers, readout = parameters
    lengths = torch.tensor(case["lengths"])
    x = tokens[torch.tensor(case["tokens"])]
    T, H = x.shape[1], config["num_heads"]
    beside = positions if config["positions_beside"] else torch.zeros_like(positions)
    x = x if config["positions_beside"] else x + positions
    seen = (torch.arange(T)[None, None, :] < lengths[:, None, None]).expand(-1, T, T)
    if config["causal"]:
        seen = seen & torch.ones(T, T, dtype=torch.bool).tril()
    of_layer = 4 if config["output_projection"] else 3
    for first in range(0, len(layers), of_layer):
        wq, wk, wv, *wo = layers[first:first + of_layer]
        d_head = config["d_model"] // H

        def heads(rows, weight, count):
            weight = weight if weight.shape[1] > d_head else weight.repeat(1, count)
            each = (rows @ weight).unflatten(-1, (count, d_head)).transpose(1, 2)
            return each.repeat_interleave(H // count, dim=1)

        G = config["num_kv_heads"]
        q, k, v = heads(x + beside, wq, H), heads(x + beside, wk, G), heads(x, wv, G)
        divisor = {"sqrt-d-head": d_head ** 0.5, "sqrt-d-model": config["d_model"] ** 0.5,
                   "none": 1.0}[config["scale"]]
        scores = (q @ k.transpose(-1, -2) / divisor).masked_fill(~seen[:, None], -torch.inf)
        y = (scores.softmax(-1) @ v).transpose(1, 2)
        y = {"concat": lambda: y.flatten(2), "sum": lambda: y.sum(2),
             "mean": lambda: y.mean(2)}[config["combine"]]()
        y = y @ wo[0] if wo else y
        x = x + y if config["residual"] else y
    return (x @ readout).unflatten(-1, (config["relations"], config["vocabulary"]))


def training_cases():
    return [
        training("one causal layer", 2, seed=300),
        training("two layers, positions beside", 2, seed=301, num_layers=2, residual=True,
                 positions_beside=True),
        training("sentences of several lengths, grouped", 3, seed=302, causal=False, d_model=8,
                 num_heads=4, seq_len=6, relations=3, optimizer=("sgd", 0.1, 0.9)),
        training("shared queries and values, summed, not projected", 2, seed=303, combine="sum",
                 shared=[True, False, True], output_projection=False, scale="none"),
        training("tied and averaged", 2, seed=304, combine="mean", shared=[True] * 3,
                 scale="sqrt-d-model", num_heads=3, num_kv_heads=3, optimizer=("sgd", 0.3, 0.5)),
        training("one token, one head", 1, seed=305, seq_len=1, num_heads=1, num_kv_heads=1,
                 d_model=3, vocabulary=2, relations=1),
    ]


# ------------------------------------------------------------------------- softmax and measures


def softmax(name, tensor, axis):
    wanted = torch.from_numpy(read(tensor)).double().softmax(axis)
    return {"name": name, "input": tensor, "axis": axis, "expected": stored(wanted)}


def softmax_cases():
    inf = math.inf
    return [
        softmax("rows", drawn("input", (3, 5), 160, 2.0), 1),
        softmax("columns", drawn("input", (3, 5), 160, 2.0), 0),
        softmax("middle axis of three", drawn("input", (2, 3, 4), 161), 1),
        softmax("last axis, counted from the end", drawn("input", (2, 3, 4), 161), -1),
        softmax("one row longer than a vector", drawn("input", (37,), 162, 3.0), 0),
        softmax("a row of one", stored([[-3.5]]), 1),
        softmax("equal values", stored([[2, 2, 2]]), 1),
        softmax("extreme values", stored([[1e4, -1e4, 0], [1e4, 9999, 9998], [-1e4, -9999, -9998],
                                          [3e38, -3e38, 3e38], [88, 89, 90], [-104, 0, -87]]), 1),
        softmax("infinite values and NaN", stored([[-inf, 0, 1], [0, -inf, -inf], [inf, 0, 1],
                                                   [0, math.nan, 1]]), 1),
    ]


def entropy(weights):
    """[..., S] -> [...], nats."""
    return -np.where(weights > 0, weights * np.log(np.where(weights > 0, weights, 1)), 0).sum(-1)


def head_distance(weights):
    """[B, H, T, S] -> [H, H]: Jensen-Shannon divergence in nats, mean over batch and queries; where
    neither head has any weight, the query does not count."""
    p, q = weights[:, :, None], weights[:, None]
    middle = (p + q) / 2
    divergence = (_relative_entropy(p, middle) + _relative_entropy(q, middle)) / 2
    by_entropies = entropy(middle) - (entropy(p) + entropy(q)) / 2
    assert np.allclose(divergence, by_entropies, atol=1e-6)
    counted = middle.any(-1)
    return np.where(counted, divergence, 0).sum((0, 3)) / np.maximum(counted.sum((0, 3)), 1)


def _relative_entropy(p, q):
    return np.where(p > 0, p * np.log(np.where(p > 0, p, 1) / np.where(p > 0, q, 1)), 0).sum(-1)


def saturation(weights):
    """[B, H, T, S] -> [H]: trace of softmax's Jacobian, the mean over batch and queries."""
    row = torch.from_numpy(weights[0, 0, 0])
    scores = row.clamp(min=1e-30).log()
    jacobian = torch.autograd.functional.jacobian(lambda z: z.softmax(0), scores)
    trace = weights.sum(-1) - (weights**2).sum(-1)
    assert abs(jacobian.trace() - trace[0, 0, 0]) < 1e-6
    return trace.mean((0, 2))


def head_patterns(weights, tokens):
    """[B, H, T, T] -> [H, 5]: shares of attention as the core's HeadPattern has them, NaN for none.
    A pattern is a T x T matrix of the keys that it means; queries without such a key are left out."""
    T = len(tokens)
    earlier_equal = np.tril(np.equal.outer(tokens, tokens), -1)
    first = np.zeros((T, T))
    first[1:, 0] = 1
    meant = np.stack([np.eye(T, k=-1), np.eye(T), first, earlier_equal,
                      earlier_equal @ np.eye(T, k=1)])  # the keys that follow those
    shares = np.einsum("bhts,pts->bhpt", weights, meant)
    counted = np.broadcast_to(meant.any(-1), shares.shape)
    with np.errstate(invalid="ignore"):
        return np.where(counted, shares, 0).sum((0, 3)) / counted.sum((0, 3))


def measures(name, weights, tokens=None):
    """A case. Every row sums to one, or is all 0: its query sees no key."""
    weights = stored(weights)
    values = read(weights).astype(np.float64)
    rows = values.sum(-1)
    assert np.allclose(rows[rows != 0], 1, atol=1e-6), name
    case = {"name": name, "weights": weights,
            "expected": {"entropy": stored(entropy(values)),
                         "head_distance": stored(head_distance(values)),
                         "saturation": stored(saturation(values))}}
    if tokens:
        case["tokens"] = tokens
        case["expected"]["head_patterns"] = stored(head_patterns(values, tokens))
    return case


def measure_cases():
    random = torch.from_numpy(normal_tensor((2, 3, 4, 5), 180, std=1.5)).double()
    scores = torch.from_numpy(normal_tensor((1, 4, 5, 5), 181)).double()
    hidden = torch.ones(5, 5, dtype=torch.bool).triu(1)
    one_hot, uniform = np.eye(4), np.full((4, 4), 0.25)
    tied = torch.from_numpy(normal_tensor((1, 1, 3, 4), 182)).double().softmax(-1)
    square = torch.from_numpy(normal_tensor((2, 3, 7, 7), 183)).double()
    after_seven = torch.ones(7, 7, dtype=torch.bool).triu(1)
    valid = square.clone()  # row 1 of the batch has no keys at all, row 0 has five
    valid[0, :, :, 5:] = -math.inf
    valid[1] = -math.inf
    sees_first_too_late = square.clone()  # queries 0 and 1 see no key
    sees_first_too_late[:, :, :2] = -math.inf
    return [
        measures("random weights", random.softmax(-1)),
        measures("causal weights", scores.masked_fill(hidden, -math.inf).softmax(-1)),
        measures("one-hot, uniform and disjoint heads", [[one_hot, uniform, one_hot[::-1]]]),
        measures("tied heads", tied.expand(1, 3, 3, 4)),
        measures("tokens that repeat, batch of 2, causal",
                 square.masked_fill(after_seven, -math.inf).softmax(-1), [5, 6, 5, 5, 7, 6, 5]),
        measures("tokens that all are equal", square.softmax(-1), [1] * 7),
        measures("tokens that all differ", square[:1, :2, :3, :3].softmax(-1), [3, 1, 2]),
        measures("queries that see no key, in one row of the batch and at the beginning",
                 torch.cat([valid, sees_first_too_late]).softmax(-1).nan_to_num(0.0),
                 [0, 1, 0, 2, 1, 1, 0]),
        measures("one token", [[[[1]], [[0]]]], [4]),
    ]


def generator_cases():
    cases = []
    for seed in (0, 1, 12345678901):
        for stream in (0, 3):
            tensor = {"shape": [16], "seed": seed, "stream": stream, "std": 1.0}
            cases.append((f"seed {seed}, stream {stream}", tensor))
    odd = {"shape": [3, 5], "seed": 7, "stream": 1, "std": 0.25}
    cases.append(("an odd number of values, std 0.25", odd))
    return [{"name": name, "input": tensor, "expected": stored(read(tensor))}
            for name, tensor in cases]


# ---------------------------------------------------------------------------------- checkpoints


def checkpoint(file, tensors, prefix, num_heads, layer, **config):
    """A safetensors file beside this script, and the output of one of its layers."""
    naming = file.split("_")[0]
    stored_as = f"{file}.safetensors"
    checkpoints.write_safetensors(FOLDER / stored_as, checkpoints.prefixed(prefix, tensors),
                                  {"format": "pt"})
    config = {"num_heads": num_heads, "output_projection": True, "combine": "concat",
              "scale": "sqrt-d-head", "tie_heads": False, **config}
    x = drawn("x", (2, 5, config["d_model"]), layer + 1)
    module = {"gpt2": checkpoints.gpt2_attention, "llama": checkpoints.llama_attention}[naming]
    layers = {"gpt2": "h", "llama": "layers"}[naming]
    output = module(tensors, f"{layers}.{layer}", num_heads, torch.from_numpy(read(x)).double())
    return {"name": f"{file}, layer {layer}", "file": stored_as, "naming": naming, "layer": layer,
            "config": config, "x": x, "causal": naming == "gpt2",
            "expected": {"output": stored(output)}}


def checkpoint_cases():
    f32, f16, bf16 = torch.float32, torch.float16, torch.bfloat16
    wide = {"num_kv_heads": 2, "d_head": 3, "d_model": 8}
    gpt2 = {"num_kv_heads": 2, "d_head": 3, "d_model": 6, "bias": True}
    return [
        checkpoint("gpt2_f32", checkpoints.gpt2(6, 2, 191, f32), "transformer.", 2, 1, **gpt2),
        checkpoint("gpt2_f16", checkpoints.gpt2(6, 1, 193, f16), "", 2, 0, **gpt2),
        checkpoint("llama_bf16", checkpoints.llama(8, 4, 2, 3, 2, 194, bf16), "model.", 4, 1,
                   bias=False, **wide),
        checkpoint("llama_f16_qkv_bias", checkpoints.llama(8, 4, 2, 3, 1, 196, f16, True), "", 4,
                   0, bias=True, **wide),
    ]


# ------------------------------------------------------------------------------------- listings


def listing_cases():
    cases = []
    for variant, causal, file, digest, seeds, output in listings.cases():
        inputs = {name: {"shape": list(shape), "seed": seeds[name]}
                  for name, shape in listings.SHAPES[variant].items()}
        cases.append({"name": f"{file}, {variant}{', causal' if causal else ''}", "file": file,
                      "variant": variant, "causal": causal, "sha256": digest,
                      "num_heads": listings.NUM_HEADS, "inputs": inputs,
                      "expected": {"output": stored(output)}})
    return cases


# -------------------------------------------------------------------------------- training runs


def training_run_cases():
    """Losses of the task "relations" with the defaults of the core's trainer."""
    cases = []
    for seed in range(4):
        losses = reference_training.losses(seed, 60)
        single = reference_training.losses(seed, 60, dtype=torch.float32)
        for step, tolerance in ((30, 1e-5), (50, 1e-4)):  # rounding grows as the model learns
            difference = np.abs(np.divide(single, losses) - 1)[:step].max()
            assert difference < tolerance, f"seed {seed}, step {step}: {difference} in float32"
        start = fingerprint(reference_training.Model(seed).start())
        cases.append({"name": f"seed {seed}", "seed": seed, "start": start,
                      "losses": [float(f"{loss:.9g}") for loss in losses]})
    return cases


def fingerprint(values):
    """FNV-1a of the float32 numbers' bits, 32 at a time."""
    hashed = 0xCBF29CE484222325
    for bits in np.asarray(values, dtype=np.float32).view(np.uint32).tolist():
        hashed = ((hashed ^ bits) * 0x100000001B3) & (1 << 64) - 1
    return f"{hashed:016x}"


# -------------------------------------------------------------------------------- to latent


def to_latent(name, x, d_model, num_heads, d_latent, *, num_kv_heads=None, d_head=None, seed):
    """A layer's keys and values from latents: the nearest of that rank, by NumPy's SVD."""
    num_kv_heads, d_head = num_kv_heads or num_heads, d_head or d_model // num_heads
    sizes = {"wq": (d_model, num_heads * d_head), "wk": (d_model, num_kv_heads * d_head),
             "wv": (d_model, num_kv_heads * d_head), "wo": (num_heads * d_head, d_model)}
    inputs = {"x": drawn("x", (*x, d_model), seed)}
    for key, shape in sizes.items():
        inputs[key] = drawn(key, shape, seed, 1 / math.sqrt(shape[0]))
    rows = read(inputs["x"]).astype(np.float64).reshape(-1, d_model)
    weights = np.concatenate([read(inputs["wk"]), read(inputs["wv"])], axis=1).astype(np.float64)
    values, directions = np.linalg.svd(rows @ weights, full_matrices=False)[1:]
    kept = directions[:d_latent]
    assert d_latent == len(values) or values[d_latent] < 0.95 * values[d_latent - 1], name
    nearest = weights @ kept.T @ kept
    config = {"d_model": d_model, "num_heads": num_heads, "num_kv_heads": num_kv_heads,
              "d_head": d_head, "bias": False, "scale": "sqrt-d-head", "combine": "concat",
              "output_projection": True, "tie_heads": False}
    tensors = {key: torch.from_numpy(read(value)).double() for key, value in inputs.items()}
    tensors["wk"], tensors["wv"] = map(torch.from_numpy, np.split(nearest, 2, axis=1))
    output = attend(config, tensors, {"causal": True})[0]
    repeated = [np.repeat(half.reshape(d_model, num_kv_heads, d_head), num_heads // num_kv_heads,
                          axis=1).reshape(d_model, -1) for half in np.split(nearest, 2, axis=1)]
    return {"name": name, "config": config, "inputs": inputs, "d_latent": d_latent,
            "expected": {"wk": stored(repeated[0]), "wv": stored(repeated[1]),
                         "output": stored(output)}}


def to_latent_cases():
    return [
        to_latent("half the directions", (2, 9), 8, 2, 8, seed=300),
        to_latent("one direction", (1, 12), 6, 3, 1, seed=301),
        to_latent("grouped, d_head 5", (3, 7), 7, 4, 6, num_kv_heads=2, d_head=5, seed=302),
        to_latent("fewer tokens than directions", (1, 5), 8, 2, 3, seed=303),
    ]


GOLDENS = {
    "attention_basic": basic_cases,
    "attention_cross": cross_cases,
    "attention_grouped": grouped_cases,
    "attention_widths": width_cases,
    "attention_options": option_cases,
    "attention_variants": variant_cases,
    "attention_extreme": extreme_cases,
    "attention_nonfinite": nonfinite_cases,
    "latent_attention": latent_attention_cases,
    "to_latent": to_latent_cases,
    "attention_gradients": attention_gradient_cases,
    "feed_forward": feed_forward_cases,
    "training": training_cases,
    "softmax": softmax_cases,
    "measures": measure_cases,
    "generator": generator_cases,
    "checkpoints": checkpoint_cases,
    "training_runs": training_run_cases,
    "listings": listing_cases,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or GOLDENS:
        write(name, GOLDENS[name]())
