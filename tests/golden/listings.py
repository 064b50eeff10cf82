"""Runs the listings of the step-through (web/elements/steps/listings), in each variant of attention."""

import hashlib
import pathlib
import re
import subprocess
import tempfile

import numpy as np
import torch

from seeded_generator import normal_tensor

FOLDER = pathlib.Path(__file__).parents[2] / "web/elements/steps/listings"
VARIANTS = ["multi-head", "grouped", "summed", "no-output"]
T, D_MODEL, NUM_HEADS = 3, 8, 4
# Each tensor has a seed of its own.
SHAPES = {
    "multi-head": {"x": (T, 8), "wq": (8, 8), "wk": (8, 8), "wv": (8, 8), "wo": (8, 8)},
    "grouped": {"x": (T, 8), "wq": (8, 8), "wk": (8, 4), "wv": (8, 4), "wo": (8, 8)},
    "summed": {"x": (T, 8), "wq": (8, 8), "wk": (8, 8), "wv": (8, 8), "wo": (2, 8)},
    "no-output": {"x": (T, 8), "wq": (8, 8), "wk": (8, 8), "wv": (8, 8)},
}
_MARKER = re.compile(r"^\s*(?:#|//) \[(\w*)(?: (if|unless) ([\w-]+))?\]$")


def assembled(source, variant, causal):
    """The text as the page shows it: what listingLines in web/elements/steps/listing-lines.ts gives."""
    missing = {"sum" if variant != "summed" else "concat"}
    if variant == "no-output":
        missing.add("w_o")
    facts, lines, left_out = {variant} | ({"causal"} if causal else set()), [], False
    for text in source.rstrip().split("\n"):
        marker = _MARKER.match(text)
        if marker:
            stage, word, fact = marker.groups()
            left_out = stage in missing or (fact is not None and (fact in facts) != (word == "if"))
        elif not left_out:
            lines.append(text)
    return "\n".join(lines)


def by_python(text, inputs, to_array):
    names = {}
    exec(text, names)
    return np.asarray(names["attention"](*(to_array(value) for value in inputs.values()), NUM_HEADS))


def by_numpy(text, inputs):
    return by_python(text, inputs, lambda value: value.astype(np.float64))


def by_torch(text, inputs):
    return by_python(text, inputs, lambda value: torch.from_numpy(value).double())


def by_compiler(text, inputs):
    """The listing with a main() that passes the inputs and prints the output."""
    def braced(value):
        return "{" + ", ".join("{" + ", ".join(map(repr, row)) + "}" for row in value.tolist()) + "}"

    x, *weights = [braced(value) for value in inputs.values()]
    main = f"""
#include <cstdio>
int main() {{
  const Matrix x = {x};
  const Weights weights = {{{", ".join(weights)}}};
  for (const Row& row : attention(x, weights, {NUM_HEADS}))
    for (const double value : row) std::printf("%.17g\\n", value);
}}
"""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "listing"
        command = ["c++", "-std=c++20", "-Wall", "-Werror", "-x", "c++", "-", "-o", program]
        subprocess.run(command, input=text + main, text=True, check=True)
        printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    return np.array(printed.split(), dtype=np.float64).reshape(T, -1)


LANGUAGES = {"attention.py": by_numpy, "attention.torch.py": by_torch, "attention.cpp": by_compiler}


def cases():
    """(variant, causal, file, hash of the text, seeds by name, output), one entry per run."""
    for variant in VARIANTS:
        shapes = SHAPES[variant]
        seeds = {name: 300 + i for i, name in enumerate(shapes)}
        inputs = {name: normal_tensor(shape, seeds[name]) for name, shape in shapes.items()}
        for causal in (False, True):
            for file, run in LANGUAGES.items():
                text = assembled((FOLDER / file).read_text(), variant, causal)
                digest = hashlib.sha256(text.encode()).hexdigest()
                yield variant, causal, file, digest, seeds, run(text, inputs)
