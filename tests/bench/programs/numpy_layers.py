"""NumPy as a program that tests/bench drives; native.cpp says what the lines are.

blas                                       answers with the BLAS that NumPy uses and the kernels that it chose
product FOLDER M K N                       as native.cpp's
batched FOLDER T D_MODEL NUM_HEADS CAUSAL  a layer, all heads in one call
heads FOLDER T D_MODEL NUM_HEADS CAUSAL    a layer, a head at a time: its scores stay in the cache
"""

import ctypes
import re
import sys
import time

import numpy as np


def read(folder, name, *shape):
    return np.fromfile(f"{folder}/{name}.bin", dtype=np.float32).reshape(shape)


def product(folder, M, K, N):
    a, b = read(folder, "a", M, K), read(folder, "b", K, N)
    c = np.empty((M, N), np.float32)
    return lambda: np.matmul(a, b, out=c)


class Layer:
    """Weights, and memory for all intermediate results: no call allocates."""

    def __init__(self, folder, T, d_model, num_heads, causal):
        d_head = d_model // num_heads
        self.x = read(folder, "x", T, d_model)
        wq, wk, wv, self.wo = (read(folder, name, d_model, d_model) for name in ("wq", "wk", "wv", "wo"))
        self.wqkv = np.concatenate([wq / np.float32(np.sqrt(d_head)), wk, wv], axis=1)
        self.qkv = np.empty((T, 3 * d_model), np.float32)
        split = self.qkv.reshape(T, 3, num_heads, d_head).transpose(1, 2, 0, 3)
        self.q, self.k_transposed, self.v = split[0], split[1].transpose(0, 2, 1), split[2]
        self.joined = np.empty((T, d_model), np.float32)
        self.heads = self.joined.reshape(T, num_heads, d_head).transpose(1, 0, 2)
        self.output = np.empty((T, d_model), np.float32)
        self.mask = np.triu(np.full((T, T), -np.inf, np.float32), 1) if causal else None

    def attend(self, q, k_transposed, v, heads, scores, rows):
        np.matmul(q, k_transposed, out=scores)
        if self.mask is not None:
            np.add(scores, self.mask, out=scores)
        np.max(scores, axis=-1, keepdims=True, out=rows)
        np.subtract(scores, rows, out=scores)
        np.exp(scores, out=scores)
        np.sum(scores, axis=-1, keepdims=True, out=rows)
        np.divide(scores, rows, out=scores)
        np.matmul(scores, v, out=heads)

    def batched(self):
        H, T, _ = self.q.shape
        scores, rows = np.empty((H, T, T), np.float32), np.empty((H, T, 1), np.float32)

        def call():
            np.matmul(self.x, self.wqkv, out=self.qkv)
            self.attend(self.q, self.k_transposed, self.v, self.heads, scores, rows)
            return np.matmul(self.joined, self.wo, out=self.output)

        return call

    def by_heads(self):
        H, T, _ = self.q.shape
        scores, rows = np.empty((T, T), np.float32), np.empty((T, 1), np.float32)

        def call():
            np.matmul(self.x, self.wqkv, out=self.qkv)
            for h in range(H):
                self.attend(self.q[h], self.k_transposed[h], self.v[h], self.heads[h], scores, rows)
            return np.matmul(self.joined, self.wo, out=self.output)

        return call


def blas():
    """The library that computed the last product, and the processor that it has detected."""
    np.ones((8, 8), np.float32) @ np.ones((8, 8), np.float32)
    try:
        with open("/proc/self/maps", encoding="utf8") as maps:
            loaded = re.findall(r"(/\S*(?:openblas|blis|mkl|libblas)[^/\s]*)$", maps.read(), re.M)
    except OSError:
        loaded = []
    path = next((path for path in loaded if "openblas" in path), loaded[0] if loaded else "unknown")
    return f"{path.split('/')[-1]} {core_name(path)}".strip()


def core_name(path):
    """OpenBLAS's name for the kernels that it chose; empty for other libraries."""
    try:
        library = ctypes.CDLL(path)
    except OSError:
        return ""
    for name in ("openblas_get_corename", "openblas_get_corename64_"):
        if hasattr(library, name):
            ask = getattr(library, name)
            ask.restype = ctypes.c_char_p
            return ask().decode()
    return ""


def milliseconds(call, calls):
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) * 1e3


def main():
    prepared = []
    makers = {
        "product": product,
        "batched": lambda *arguments: Layer(*arguments).batched(),
        "heads": lambda *arguments: Layer(*arguments).by_heads(),
    }
    for line in sys.stdin:
        command, *arguments = line.split()
        if command == "blas":
            answer = f"NumPy {np.__version__}, {blas()}"
        elif command == "time":
            answer = milliseconds(prepared[int(arguments[0])], int(arguments[1]))
        elif command == "output":
            prepared[int(arguments[0])]().tofile(arguments[1])
            answer = "written"
        else:
            folder, *sizes = arguments
            prepared.append(makers[command](folder, *map(int, sizes)))
            answer = len(prepared) - 1
        print(answer, flush=True)


main()
