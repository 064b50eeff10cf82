"""Small safetensors files as GPT-2 and Llama have them, and what PyTorch's modules make of them."""

import json
import math
import struct

import numpy as np
import torch

from seeded_generator import normal_tensor

DTYPES = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.uint8: "U8"}


def write_safetensors(path, tensors, metadata):
    """Writes the data in descending order of names, so that it differs from the header's order."""
    header, data = {"__metadata__": metadata}, b""
    offsets = {}
    for name in sorted(tensors, reverse=True):
        raw = _bytes(tensors[name])
        offsets[name] = [len(data), len(data) + len(raw)]
        data += raw
    for name, tensor in tensors.items():
        header[name] = {"dtype": DTYPES[tensor.dtype], "shape": list(tensor.shape),
                        "data_offsets": offsets[name]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def _bytes(tensor):
    raw = tensor.contiguous()
    if raw.dtype == torch.bfloat16:
        raw = raw.view(torch.int16)
    return raw.numpy().tobytes()


def gpt2(d_model, layers, seed, dtype):
    """A part of GPT2Model.state_dict(): Conv1D weights are [in, out]; attn.bias is the mask."""
    tensors = {"wte.weight": _drawn((3, d_model), seed, 9, dtype)}
    for layer in range(layers):
        draw = lambda stream, *shape: _drawn(shape, seed + layer, stream, dtype)
        tensors |= {
            f"h.{layer}.attn.bias": torch.ones(1, 1, 4, 4).tril().to(torch.uint8),
            f"h.{layer}.attn.c_attn.weight": draw(0, d_model, 3 * d_model),
            f"h.{layer}.attn.c_attn.bias": draw(1, 3 * d_model),
            f"h.{layer}.attn.c_proj.weight": draw(2, d_model, d_model),
            f"h.{layer}.attn.c_proj.bias": draw(3, d_model),
        }
    return tensors


def gpt2_attention(tensors, prefix, heads, x):
    """torch.nn.MultiheadAttention, whose linear layers hold the transpose."""
    d_model = x.shape[-1]
    module = torch.nn.MultiheadAttention(d_model, heads, batch_first=True, dtype=torch.float64)
    part = lambda name: tensors[f"{prefix}.attn.{name}"].double()
    module.load_state_dict({
        "in_proj_weight": part("c_attn.weight").T,
        "in_proj_bias": part("c_attn.bias"),
        "out_proj.weight": part("c_proj.weight").T,
        "out_proj.bias": part("c_proj.bias"),
    })
    later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
    return module.eval()(x, x, x, attn_mask=later)[0].detach()


def llama(d_model, heads, kv_heads, d_head, layers, seed, dtype, qkv_bias=False):
    """A part of LlamaModel.state_dict() (with qkv_bias, of Qwen2Model's): weights are [out, in]."""
    widths = {"q": heads * d_head, "k": kv_heads * d_head, "v": kv_heads * d_head}
    tensors = {"norm.weight": torch.ones(d_model, dtype=dtype)}
    for layer in range(layers):
        draw = lambda stream, *shape: _drawn(shape, seed + layer, stream, dtype)
        name = f"layers.{layer}.self_attn"
        for stream, (letter, width) in enumerate(widths.items()):
            tensors[f"{name}.{letter}_proj.weight"] = draw(stream, width, d_model)
            if qkv_bias:
                tensors[f"{name}.{letter}_proj.bias"] = draw(stream + 4, width)
        tensors[f"{name}.o_proj.weight"] = draw(3, d_model, heads * d_head)
    return tensors


def llama_attention(tensors, prefix, heads, x):
    """Linear layers, repeated key/value heads, no mask and no rotary positions."""
    def project(letter, x):
        weight = tensors[f"{prefix}.self_attn.{letter}_proj.weight"].double()
        bias = tensors.get(f"{prefix}.self_attn.{letter}_proj.bias")
        module = torch.nn.Linear(weight.shape[1], weight.shape[0], bias is not None,
                                 dtype=torch.float64)
        state = {"weight": weight} | ({} if bias is None else {"bias": bias.double()})
        module.load_state_dict(state)
        return module(x).detach()

    d_head = tensors[f"{prefix}.self_attn.q_proj.weight"].shape[0] // heads
    q, k, v = (project(letter, x).unflatten(-1, (-1, d_head)).transpose(1, 2) for letter in "qkv")
    k, v = (t.repeat_interleave(heads // t.shape[1], dim=1) for t in (k, v))
    weights = (q @ k.transpose(2, 3) / math.sqrt(d_head)).softmax(-1)
    return project("o", (weights @ v).transpose(1, 2).flatten(2))


def _drawn(shape, seed, stream, dtype):
    std = 1 / math.sqrt(shape[-1])
    return torch.from_numpy(np.ascontiguousarray(normal_tensor(shape, seed, stream, std))).to(dtype)


def prefixed(prefix, tensors):
    return {prefix + name: tensor for name, tensor in tensors.items()}
