"""NumPy's functions: element by element, products, sorting, printing."""

import math
from array import array as cells

from _bridge import call
from ._dtype import bool_, float32, int64, promoted
from ._index import whole
from ._ndarray import as_array, broadcast_shape, ndarray, print_options
from ._operators import each_of, power, value_of


# Element by element.


def by_core(name):
    return lambda x: value_of(call('tensor.' + name, as_array(x)))


exp = by_core('exp')
sqrt = by_core('sqrt')


def by_element(function, dtype=float32):
    return lambda x: each_of(function, dtype, x)


def natural_log(value):
    return math.log(value) if value > 0 else -math.inf if value == 0 else math.nan


log = by_element(natural_log)
log2 = by_element(lambda value: natural_log(value) / natural_log(2))
tanh = by_element(math.tanh)
sin = by_element(math.sin)
cos = by_element(math.cos)
isnan = by_element(lambda value: value != value, bool_)
isinf = by_element(lambda value: abs(value) == math.inf, bool_)
isfinite = by_element(math.isfinite, bool_)
logical_not = by_element(lambda value: not value, bool_)


def absolute(x):
    return abs(as_array(x))


def square(x):
    return as_array(x) * x


def sign(x):
    return each_of(lambda value: (value > 0) - (value < 0), as_array(x).dtype, x)


def floor(x):
    return each_of(lambda value: value // 1, float32, x)


def ceil(x):
    return -floor(-as_array(x))


def count_nonzero(x):
    return (as_array(x) != 0).sum()


def around(x, decimals=0):
    scale = 10**decimals
    rounded = lambda value: value if value - value != 0 else nearest_even(value * scale) / scale
    return each_of(rounded, as_array(x).dtype, x)


def nearest_even(value):
    low = math.floor(value)
    near = low + (1 if value - low > 0.5 or (value - low == 0.5 and low % 2) else 0)
    return math.copysign(near, value)


def maximum(a, b):
    return each_of(lambda x, y: x if x > y or x != x else y, None, a, b)


def minimum(a, b):
    return each_of(lambda x, y: x if x < y or x != x else y, None, a, b)


def clip(x, low, high):
    return minimum(maximum(x, low), high)


def add(a, b):
    return as_array(a) + b


def subtract(a, b):
    return as_array(a) - b


def multiply(a, b):
    return as_array(a) * b


def divide(a, b):
    return as_array(a) / b


def logical_and(a, b):
    return each_of(lambda x, y: bool(x) and bool(y), bool_, a, b)


def logical_or(a, b):
    return each_of(lambda x, y: bool(x) or bool(y), bool_, a, b)


def where(condition, x=None, y=None):
    condition = as_array(condition)
    if x is None:
        return condition.nonzero()
    x, y = as_array(x), as_array(y)
    broadcast_shape(condition.shape, x.shape, y.shape)
    return value_of(call('tensor.where', condition, x, y)._as(promoted(x.dtype, y.dtype)))


def isclose(a, b, rtol=1e-5, atol=1e-8):
    near = lambda x, y: x == y or abs(x - y) <= atol + rtol * abs(y)
    return each_of(near, bool_, a, b)


def allclose(a, b, rtol=1e-5, atol=1e-8):
    return call('tensor.allclose', as_array(a), as_array(b), {'rtol': rtol, 'atol': atol})


def array_equal(a, b):
    a, b = as_array(a), as_array(b)
    return a.shape == b.shape and bool((a == b).all())


# Products.


def matmul(a, b):
    return as_array(a) @ b


def dot(a, b):
    a, b = as_array(a), as_array(b)
    if a.ndim and b.ndim > 2:
        raise ValueError('dot is for at most two axes here: use @')
    return a @ b if a.ndim and b.ndim else a * b


def outer(a, b):
    return as_array(a).reshape(-1, 1) * as_array(b).reshape(-1)


def einsum(subscripts, *operands):
    """Gives every operand an axis for each letter, multiplies them, and sums over the letters that
    the result does not have."""
    if '.' in subscripts:
        raise ValueError('... is not possible here: give each axis a letter')
    given, arrow, kept = subscripts.replace(' ', '').partition('->')
    terms = given.split(',')
    letters = sorted(set(given.replace(',', '')))
    if not arrow:
        kept = ''.join(each for each in letters if given.count(each) == 1)
    if len(terms) != len(operands):
        raise ValueError(f'{given} is of {len(terms)} arrays, and there are {len(operands)}')
    if not set(kept) <= set(letters) or len(set(kept)) < len(kept):
        raise ValueError(f'{kept} is not made of letters of the arrays, each once')
    if any(len(set(term)) < len(term) for term in terms):
        raise ValueError('a letter that an operand has twice is not possible here')
    letters = list(kept) + [each for each in letters if each not in kept]
    product = 1
    for term, operand in zip(terms, operands):
        operand = as_array(operand)
        if len(term) != operand.ndim:
            raise ValueError(f'{term} names {len(term)} axes of an array that has {operand.ndim}')
        present = [each for each in letters if each in term]
        laid = operand.transpose([term.index(each) for each in present])
        product = laid[tuple(whole if each in term else None for each in letters)] * product
    gone = tuple(range(len(kept), len(letters)))
    return product.sum(gone) if gone else product


# Sorting.


def argsort(x, axis=-1):
    rows = as_array(x).swapaxes(axis, -1)
    flat, n = rows._flat(), rows.shape[-1]
    order = []
    for start in range(0, len(flat), n):
        order.extend(sorted(range(n), key=lambda i: (flat[start + i], i)))
    return ndarray(cells('f', order), rows.shape, int64).swapaxes(axis, -1)


def sort(x, axis=-1):
    rows = as_array(x).swapaxes(axis, -1)
    flat, n = list(rows._flat()), rows.shape[-1]
    values = cells('f')
    for start in range(0, len(flat), n):
        values.extend(cells('f', sorted(flat[start : start + n])))
    return ndarray(values, rows.shape, rows.dtype).swapaxes(axis, -1)


# Printing.


def set_printoptions(**options):
    for name, value in options.items():
        if name not in print_options:
            raise TypeError(name + ' is not among the options here: ' + ', '.join(print_options))
        print_options[name] = value


def array_repr(x):
    return repr(as_array(x))
