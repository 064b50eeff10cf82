"""Records what real NumPy prints for what a learner may type into a Python cell.

    python3 tests/golden/numpy_cells.py > tests/golden/numpy_cells.json

Inputs are the same in both: ranges, written numbers, sines. The cells compute in float32 and NumPy
in float64, so that what is not exact is printed with four digits."""

import contextlib
import io
import json

import numpy

DEFAULTS = "import numpy as np\nnp.set_printoptions(precision=8, suppress=False, threshold=1000, linewidth=75, edgeitems=3)\n"
FOUR_DIGITS = "np.set_printoptions(precision=4, suppress=True)\n"

# As items 50 to 56 of the lesson have them, typed as NumPy.
SOFTMAX = '''
def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
'''
WEIGHTS = '''
def weights(n, m, start):
    return np.sin(np.arange(start, start + n * m)).reshape(n, m) / np.sqrt(n)
'''

EXACT = {
    'whole numbers': 'print(np.arange(5)); print(np.array([[1, -20], [300, 4]]))',
    'floats line up by their point': 'print(np.array([[0.5, 100.25], [-3.0, 1e-3]]))',
    'bools': 'print(np.array([True, False])); print(np.array([[True, True]]))',
    'three axes': 'print(np.arange(12.0).reshape(2, 3, 2))',
    'no axis': 'print(np.array(5.0), np.array(3), np.array(True))',
    'sums and products of bools are bools': 'a = np.array([True, True, False]); b = np.array([True, False, False]); print(a + b, a * b, a @ b, (a * b).dtype, a + 1); x = np.arange(3); print(x[a * b], x[b + b])',
    'dot of more axes': 'x = np.arange(12).reshape(2, 3, 2); print(np.dot(x, np.arange(4).reshape(2, 2))); print(x.dot([1, 2]), np.arange(2).dot(3))',
    'equal numbers keep their order': 'print(np.argsort(np.array([2, 0, 1, 2, 0, 1, 0])), np.argsort(np.arange(12).reshape(3, 4) % 3))',
    'all arrays in one row': 'print(np.concatenate([np.ones((2, 2)), np.arange(3)], axis=None))',
    'rows are changed in place': 'x = np.array([[1.0, 1.0, 2.0], [4.0, 2.0, 2.0]])\nfor row in x: row /= row.sum()  # each adds up to 1\nprint(x)\nfor row in x:\n    row *= 2; row **= 2\nprint(x)',
    'another name sees what is changed in place': '''
x = np.arange(1, 5); y = x
x *= (2
      + 1)  # in two lines
x //= 2; print(y); x %= 3; print(y)
x **= 3; print(y, '*= 2')
text = 'x *= 2 # "'; x |= 4; print(y); x &= 6; print(y)
if True: x ^= 1
print(y, text)
m = np.array([True, False]); n = m
m *= np.array([False, True]); print(n)
''',
    'in place of what is no array': '''
n, s, l = 3, {1, 2, 3}, [1]
t = s; s &= {2, 3}; s |= {5}; s ^= {2}; print(sorted(t))
n *= 2; n **= 2; n //= 5; n %= 4; n /= 2; print(n)
l *= 3; print(l); k = l; l *= 2; print(k); l *= 0; print(k)
def f(x):
    x /= \\
        4
    return x
print(f(2))
class A:
    def __imul__(self, other): return 'in place ' + str(other)
a = A(); a *= 3, 4; print(a)
''',
    'an attribute is changed in place': '''
class Layer: pass
class A:
    def __init__(self, x): self.x = x; self.inner = Layer(); self.inner.w = x
    def scale(self, y): self.x *= y; self.inner.w /= 2
x = np.array([1.0, 2.0]); a = A(x); a.scale(4); print(x, a.x is x)
a.inner.w **= 2; print(x); n = 1.5; n *= .5; print(n)
''',
    'a row is written from an array with axes of size 1 before it': 'x = np.zeros((2, 3)); x[1] = np.ones((1, 3)); print(x); x[[0]] = np.arange(3.0).reshape(1, 1, 1, 3); print(x); x[0, 0] = np.array([7.0]); print(x)',
    'repr': 'print(repr(np.arange(3)), repr(np.ones((2, 2))), repr(np.array([True])), repr(np.array(2.0)))',
    'repr of three axes': 'print(repr(np.zeros((2, 2, 2))))',
    'in a list and a tuple': 'print([np.arange(2), 1.5], (np.ones(1),))',
    'minus infinity and nan': 'print(np.array([1.0, -np.inf, np.nan])); print(np.array([np.nan])); print(np.array([[-np.inf, 0.25]]))',
    'large numbers have exponents': 'print(np.array([1e8, 1.0])); print(np.array([123456.75, 0.5]))',
    'small numbers have exponents': 'print(np.array([1.0, 0.00003]))',
    'a wide range has exponents': 'print(np.array([0.5, 1024.0])); print(np.array([1.0, 1000.0]))',
    'minus zero': 'print(np.array([-0.0, 1.0]), np.array([-0.0, 1e-9]))',
    'long rows are broken': 'print(np.arange(40)); print(np.arange(30.0) / 4)',
    'long rows of a matrix are broken': 'print(np.arange(60.0).reshape(2, 30)); print(repr(np.arange(60).reshape(2, 30)))',
    'over a thousand are summarised': 'print(np.arange(1001)); print(np.zeros((40, 30))); print(repr(np.arange(2000.0)))',
    'three axes are summarised': 'print(np.arange(2000).reshape(10, 10, 20))',
    'print options': 'np.set_printoptions(precision=2, suppress=True); print(np.array([0.125, 1e-5, 2000.0]))',
    'threshold and edge items': 'np.set_printoptions(threshold=5, edgeitems=1); print(np.arange(10))',
    'an empty array': 'print(np.array([]), np.zeros((0, 3)).shape, np.arange(4)[4:])',
    'indices': 'x = np.arange(24).reshape(2, 3, 4); print(x[1, 2, 3], x[-1, 0], x[0, 1:], x[:, 1], x[..., -1])',
    'slices with steps': 'x = np.arange(10); print(x[::2], x[::-1], x[7:2:-2], x[-3:], x[:-3])',
    'None adds an axis': 'x = np.arange(3); print(x[None].shape, x[:, None].shape, x[None, ..., None].shape, x[:, np.newaxis] * x)',
    'masks': 'x = np.arange(6).reshape(2, 3); print(x[x > 2], x[np.array([True, False])], x[:, np.array([True, False, True])])',
    'lists of indices': 'x = np.arange(12).reshape(3, 4); print(x[[2, 0]], x[[0, 1], [3, 2]], x[:, [1, 1]], x[[[0], [2]], [0, 3]])',
    'lists apart from each other go first': 'x = np.arange(24).reshape(2, 3, 4); print(x[[0, 1], :, [2, 3]].shape, x[0, :, [1, 2]].shape, x[:, [0], [1, 2]].shape)',
    'a window changes the array': 'x = np.arange(4.0); y = x[1:3]; y[:] = 9; z = x.reshape(2, 2).T; z[0, 1] = -1; print(x)',
    'a copy does not': 'x = np.arange(4.0); y = x[[1, 2]]; y[:] = 9; z = x.copy(); z[0] = 5; print(x)',
    'assignment': 'x = np.zeros((3, 3)); x[1] = [1, 2, 3]; x[:, 0] = 7; x[2, 2] += 4; x[x == 0] = -1; x[[0, 1], [1, 1]] = 8; print(x)',
    'what overlaps is copied first': 'x = np.arange(5); x[1:] = x[:-1]; print(x)',
    'in place': 'x = np.ones(3); y = x; y += 1; y -= 4; print(x)',
    'in place, by name': 'x = np.ones(3); x *= 3; x /= 2; print(x)',
    'the shape is set': 'x = np.ones((2, 3)); x.shape = (3, 2); print(x)',
    'products': 'x = np.arange(1, 7).reshape(2, 3); print(x.prod(), np.prod(x, axis=0), np.prod(x, axis=-1, keepdims=True), np.prod([2.5, 2]), np.prod(np.ones((2, 3)).shape))',
    'numbers on the left': 'x = np.arange(1, 4); print(10 % x, 10 // x, +x, 2 - x, 6 / x)',
    'floats on the left': 'x = np.array([1, 2, 4]); print(0.5 * x, 1.0 / x, 2.0 - x, 0.5 + x, 2.0 ** x, 7.5 // x, 7.5 % x, np.sqrt(4) * x, 0.5 * np.ones((2, 1)), 0.5 * np.ones((1, 1)))',
    'floats on the left of equality': 'x = np.array([1, 2, 4]); print(2.0 == x, 2.0 != x, 2.0 == np.ones(1))',
    'lists and tuples on the left': 'x = np.array([1, 2, 4]); print([1, 2, 3] * x, (1, 2, 3) * x, [1, 2, 3] + x, (1, 2, 3) - x, [2.0] / x, (1, 2) * np.array([3]))',
    'a number of no axis': 'x = np.array(2.5); print(float(x), int(x.item()), 0.5 * x, x * 0.5)',
    'many are not one number': 'for make in (float, int):\n    try: make(np.ones(2))\n    except TypeError: print("a TypeError")',
    'methods that are functions too': 'x = np.arange(3.0); print(x.round(1), x.clip(0.5, 1.5), np.array([3, 1, 2]).argsort()); x.fill(4); print(x)',
    'none of a shape': 'print(np.zeros((0, 3)).sum(axis=0), np.empty((2, 2)).shape, np.count_nonzero([1, 0, 2]), np.ceil([1.2, -1.2]), np.linspace(0, 10, 5, endpoint=False))',
    'axes of one are taken out': 'x = np.ones((1, 2, 1)); print(x.squeeze((0, 2)).shape, x.squeeze(-1).shape)',
    'negative steps': 'x = np.arange(20).reshape(4, 5); print(x[::2, ::-2], x[-1:0:-1, 0], x[:, ::-1].T[0], x[8:2])',
    'masks of scores': 's = np.zeros((3, 3)); s[np.tril(np.ones((3, 3))) == 0] = -np.inf; print(s); w = np.ones((1, 2, 3, 3)); w[:, :, np.triu(np.ones((3, 3), dtype=bool), 1)] = 0; print(w[0, 1])',
    'rows by number': 'e = np.arange(10.0).reshape(5, 2); ids = np.array([[0, 1], [4, 2]]); print(e[ids].shape, e[ids][1], np.eye(4)[[0, 2, 1]])',
    'arithmetic': 'x = np.arange(4); print(x + 1, 10 - x, x * x, x / 2, 8 / 2 ** x, x ** 2, 2 ** x, x % 3, x // 2, -x, abs(-x))',
    'comparison': 'x = np.arange(4); print(x > 1, x == 2, x != 2, 2 == x, ~(x > 1), (x > 0) & (x < 3), (x < 1) | (x > 2))',
    'broadcasting': 'print(np.arange(3)[:, None] + np.arange(4)); print((np.ones((2, 1, 3)) * np.ones((4, 1))).shape)',
    'matrix products': 'a = np.arange(6.0).reshape(2, 3); print(a @ a.T, a @ np.ones(3), np.ones(2) @ a, np.arange(3) @ np.arange(3)); print((np.ones((5, 2, 3)) @ np.ones((3, 4))).shape)',
    'reductions': 'x = np.arange(6.0).reshape(2, 3); print(x.sum(), x.sum(0), x.mean(axis=1), x.max(axis=-1, keepdims=True), x.min(), x.sum(axis=(0, 1)), x.argmax(), x.argmax(axis=0), np.var([1.0, 3.0]), np.array([1.0, 3.0]).std(), x[2:].sum(), x[2:].sum(axis=0))',
    'bools are counted': 'x = np.arange(6) > 2; print(x.sum(), x.mean(), x.any(), x.all(), np.any(x[:2]), np.min(x))',
    'transposing': 'x = np.arange(6).reshape(1, 2, 3); print(x.T.shape, x.transpose(0, 2, 1), x.swapaxes(-1, -2).shape, np.swapaxes(x, 0, 2).shape, np.transpose(x, (1, 0, 2)).shape, np.moveaxis(x, 0, -1).shape)',
    'reshaping': 'x = np.arange(8); print(x.reshape(2, -1), x.reshape((2, 2, 2)).reshape(4, 2).ravel(), np.reshape(x, (4, -1)).shape, np.expand_dims(x, 0).shape, np.squeeze(np.ones((1, 3, 1))).shape)',
    'transposed, then reshaped': 'print(np.arange(6).reshape(2, 3).T.reshape(2, 3), np.arange(6).reshape(2, 3).T.flatten())',
    'making arrays': 'print(np.zeros(2), np.ones((1, 2)), np.full((2,), 7), np.full(2, -np.inf), np.eye(2), np.arange(2, 8, 3), np.arange(0, 1, 0.25), np.linspace(0, 1, 5), np.zeros_like(np.arange(2)), np.identity(1))',
    'triangles': 'print(np.tril(np.ones((3, 3))), np.triu(np.ones((2, 3)), k=1), np.tril(np.ones((2, 2), dtype=bool)))',
    'where': 'x = np.arange(4.0); print(np.where(x > 1, x, -np.inf), np.where(x > 1), np.where([True, False], 1, 2), np.where(x[:, None] >= x, 0.0, 1.0))',
    'putting together': 'print(np.concatenate([np.arange(2), np.arange(3)]), np.concatenate([np.ones((2, 1)), np.zeros((2, 2))], axis=-1), np.stack([np.arange(2), np.arange(2)]), np.stack([np.arange(2)] * 2, axis=-1), np.vstack([[1, 2], [3, 4]]), np.hstack([[1], [2]]))',
    'taking apart': 'a, b = np.split(np.arange(6), 2); print(a, b, [part.shape for part in np.split(np.ones((2, 6)), 3, axis=-1)], [len(part) for part in np.split(np.arange(5), [1, 3])])',
    'repeat and tile': 'x = np.arange(4).reshape(2, 2); print(np.repeat(x, 2, axis=0), np.repeat(x, 2), np.tile(x, (1, 2)), np.tile([1, 2], 2), x.repeat([1, 2], axis=1), np.repeat([3, 1], 2))',
    'einsum': 'a = np.arange(6.0).reshape(2, 3); print(np.einsum("ij,kj->ik", a, a), np.einsum("ij->j", a), np.einsum("ij,ij->", a, a), np.einsum("bij,bjk->bik", a[None], a.T[None]).shape)',
    'sorting': 'x = np.array([[3, 1, 2], [0, 5, 4]]); print(np.sort(x), np.argsort(x), np.cumsum(x, axis=1), np.cumsum([1, 2]))',
    'of two': 'print(np.maximum([1, 5], [3, 2]), np.minimum(0, np.arange(-1, 2)), np.clip(np.arange(5), 1, 3), np.outer([1, 2], [3, 4]), np.dot([1, 2], [3, 4]))',
    'close and equal': 'print(np.allclose([1.0], [1.0 + 1e-7]), np.allclose(1, 2), np.isclose([1, 2], [1, 3]), np.array_equal([1, 2], [1, 2]), np.isnan(np.array([np.nan, 0])), np.isinf(-np.inf))',
    'rounding': 'print(np.round(np.array([0.5, 1.5, 2.5, -0.5])), np.round(np.array([1.25, 0.375]), 1), np.sign([-2, 0, 3]), np.diag([1, 2]), np.diag([[1, 2], [3, 4]]))',
    'conversion': 'x = np.array([1.75, -1.75, 0.0]); print(x.astype(int), x.astype(bool), (x > 0).astype(float), np.arange(2).astype(np.float32), x.tolist(), int(x[0]), float(np.arange(3)[2]))',
    'loops': 'for row in np.arange(4).reshape(2, 2): print(row, len(row))\nfor i, v in enumerate(np.arange(2)): print(i, v)\nprint([v for v in np.arange(3)], max(np.arange(3)), sum(np.ones(3)))',
    'a list becomes an array': 'print(np.arange(3) + [1, 2, 3], np.array([1, 2.5]), np.array([[1, 2], [3, 4]]) @ [1, 1])',
    'the truth of many': 'try:\n    if np.ones(2): pass\nexcept ValueError as error: print(error)',
    'an index too far': 'try: np.ones((2, 3))[0, 3]\nexcept IndexError as error: print(error)',
    'an axis too many': 'try: np.ones((2, 3))[0, 0, 0]\nexcept IndexError as error: print(error)',
    'a whole number to a negative power': 'x = np.arange(1, 4)\nfor power in (lambda: x ** -1, lambda: 2 ** -x):\n    try: power()\n    except ValueError as error: print(error)\nprint(2.0 ** -x)',
    'a shape that does not fit': 'try: np.arange(6).reshape(4, 2)\nexcept ValueError as error: print(error)',
    'an axis that is not one': 'try: np.ones((2, 3)).squeeze(0)\nexcept ValueError as error: print(error)',
    'two sizes to work out': 'try: np.arange(6).reshape(-1, -1)\nexcept ValueError as error: print(error)',
    'axes that do not match': "try: np.ones((2, 3, 4, 5)).transpose(-1, -2)\nexcept ValueError as error: print(error)",
    'shapes that do not broadcast': 'try: np.ones((2, 3)) > np.ones((2, 4))\nexcept ValueError as error: print(error)',
}

ROUNDED = {
    'functions': 'x = np.arange(1, 4); print(np.exp(x), np.log(x), np.sqrt(x), np.tanh(x), np.sin(x), np.cos(x), np.power(x, 0.5))',
    'softmax': SOFTMAX + 'print(softmax(np.array([2.0, 1.0, 0.1])))\nprint(softmax(np.array([[1.0, -np.inf], [3.0, 3.0]])))',
    'fused projections, item 50': SOFTMAX + WEIGHTS + '''
B, T, d_model, h = 2, 3, 8, 2
d_k = d_model // h
x = np.sin(np.arange(B * T * d_model)).reshape(B, T, d_model)
W_qkv, W_o = weights(d_model, 3 * d_model, 100), weights(d_model, d_model, 400)
qkv = (x @ W_qkv).reshape(B, T, 3, h, d_k).transpose(2, 0, 3, 1, 4)
q, k, v = qkv[0], qkv[1], qkv[2]
attention = softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(d_k))
out = (attention @ v).transpose(0, 2, 1, 3).reshape(B, T, d_model) @ W_o
print(attention.shape, out.shape)
print(attention[0])
print(out[1])
''',
    'separate projections with a mask, item 51': SOFTMAX + WEIGHTS + '''
class MultiHeadAttention:
    def __init__(self, d_model=8, num_heads=2):
        assert d_model % num_heads == 0, "d_model must be divisible by num_heads"
        self.num_heads, self.d_k = num_heads, d_model // num_heads
        self.W_q, self.W_k, self.W_v, self.W_o = (weights(d_model, d_model, 100 * i) for i in range(4))
        self.bias = np.linspace(-1, 1, d_model)

    def split_heads(self, x):
        B, T, _ = x.shape
        return x.reshape(B, T, self.num_heads, self.d_k).swapaxes(1, 2)

    def forward(self, query, key, value, mask=None):
        q = self.split_heads(query @ self.W_q + self.bias)
        k = self.split_heads(key @ self.W_k + self.bias)
        v = self.split_heads(value @ self.W_v + self.bias)
        scores = q @ k.swapaxes(-1, -2) / np.sqrt(self.d_k)
        if mask is not None:
            scores = np.where(mask == 0, -np.inf, scores)
        out = (softmax(scores) @ v).swapaxes(1, 2)
        return out.reshape(*out.shape[:2], -1) @ self.W_o + self.bias

x = np.sin(np.arange(24)).reshape(1, 3, 8)
print(MultiHeadAttention().forward(x, x, x, np.tril(np.ones((3, 3)))))
try:
    MultiHeadAttention(7, 2)
except AssertionError as error:
    print(error)
''',
    'SwiGLU, item 52': WEIGHTS + '''
def silu(x):
    return x / (1 + np.exp(-x))

x = np.sin(np.arange(12)).reshape(2, 6)
W_1, W_2, W_3 = weights(6, 16, 0), weights(16, 6, 100), weights(6, 16, 200)
print((silu(x @ W_1) * (x @ W_3)) @ W_2)
''',
    'grouped queries, item 53': SOFTMAX + WEIGHTS + '''
num_q, num_kv, d_k, T = 4, 2, 2, 3
assert num_q % num_kv == 0
groups = num_q // num_kv
q = np.sin(np.arange(num_q * T * d_k)).reshape(1, num_q, T, d_k)
k = np.cos(np.arange(num_kv * T * d_k)).reshape(1, num_kv, T, d_k)
k_all = np.repeat(k, groups, axis=1)
w = softmax(np.einsum("bhtd,bhsd->bhts", q, k_all) / np.sqrt(d_k))
print(groups, k_all.shape, w[0, 1], np.allclose(k_all[:, 0], k_all[:, 1]))
''',
    'a loop over heads, item 54': SOFTMAX + WEIGHTS + '''
X = np.sin(np.arange(32)).reshape(4, 8)
h, d_k = 2, 4
heads = []
for i in range(h):
    W_q, W_k, W_v = (weights(8, d_k, 100 * (3 * i + j)) for j in range(3))
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    heads.append(softmax(Q @ K.T / np.sqrt(d_k), axis=-1) @ V)
concat = np.concatenate(heads, axis=-1)
print(concat.shape)
print(concat @ weights(8, 8, 900))
''',
    'heads in the batch axis, item 55': WEIGHTS + '''
def masked_softmax(X, valid_lens):
    if valid_lens is not None:
        mask = np.arange(X.shape[-1])[None, None, :] < np.repeat(valid_lens, X.shape[0] // len(valid_lens))[:, None, None]
        X = np.where(mask, X, -1e6)
    e = np.exp(X - np.max(X, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)

def transpose_qkv(X, num_heads):
    X = X.reshape(X.shape[0], X.shape[1], num_heads, -1).transpose(0, 2, 1, 3)
    return X.reshape(-1, X.shape[2], X.shape[3])

def transpose_output(X, num_heads):
    X = X.reshape(-1, num_heads, X.shape[1], X.shape[2]).transpose(0, 2, 1, 3)
    return X.reshape(X.shape[0], X.shape[1], -1)

queries = np.sin(np.arange(2 * 2 * 6)).reshape(2, 2, 6)
keys = np.cos(np.arange(2 * 4 * 6)).reshape(2, 4, 6)
q = transpose_qkv(queries @ weights(6, 6, 0), 3)
k, v = (transpose_qkv(keys @ weights(6, 6, 100 * i), 3) for i in (1, 2))
w = masked_softmax(q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1]), [3, 2])
print(q.shape, k.shape, w.shape)
print(w[3])
print(transpose_output(w @ v, 3) @ weights(6, 6, 300))
''',
    'five steps, item 56': SOFTMAX + WEIGHTS + '''
B, H, N, d_head = 1, 2, 10, 4
d_model = H * d_head
x = np.sin(np.arange(B * N * d_model)).reshape(B, N, d_model)
W_Q, W_K, W_V, W_O = (weights(d_model, d_model, 100 * i) for i in range(4))
Q, K, V = ((x @ W).reshape(B, N, H, d_head).transpose(0, 2, 1, 3) for W in (W_Q, W_K, W_V))
scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
tril = np.tril(np.ones((N, N), dtype=bool))
w = softmax(np.where(tril, scores, -np.inf))
out = (w @ V).transpose(0, 2, 1, 3).reshape(B, N, d_model) @ W_O
for i in range(N):
    print(i, w[0, :, i, i + 1:].sum())
print(out[0, :2])
''',
    'sinusoidal positions': '''
pos, i = np.arange(4)[:, None], np.arange(3)[None, :]
angle = pos / 10000 ** (2 * i / 6)
print(np.concatenate([np.sin(angle), np.cos(angle)], axis=-1))
''',
    'variance of scores': '''
q = np.sin(np.arange(64)); k = np.cos(np.arange(64) * 3)
print(f"{q @ k:.3f} {(q * k).sum():.3f} {q.var():.3f} {np.std(k):.3f} {np.mean(q):.3f}")
''',
}


def printed(code):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, 'cell', 'exec'), {'__name__': '__main__'})
    return out.getvalue()


snippets = []
for prelude, group in ((DEFAULTS, EXACT), (DEFAULTS + FOUR_DIGITS, ROUNDED)):
    for name, body in group.items():
        code = prelude + body.lstrip('\n')
        snippets.append({'name': name, 'code': code, 'printed': printed(code)})
print(json.dumps({'numpy': numpy.__version__, 'snippets': snippets}, indent=1, ensure_ascii=False))
