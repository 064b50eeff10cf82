"""Making arrays."""

import math
from array import array as cells

from ._dtype import as_dtype, float32, promoted
from ._ndarray import as_array, ndarray, size_of


def array(values, dtype=None):
    made = as_array(values)
    return made.copy() if dtype is None else made.astype(dtype)


def asarray(values, dtype=None):
    made = as_array(values)
    return made if dtype is None or as_dtype(dtype) is made.dtype else made.astype(dtype)


def full(shape, fill_value, dtype=None):
    value = as_array(fill_value)
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = as_dtype(dtype) if dtype else value.dtype
    made = value._broadcast(shape)
    return (made.copy() if size_of(shape) else made)._as(kind)


def zeros(shape, dtype=float32):
    return full(shape, 0, dtype)


def ones(shape, dtype=float32):
    return full(shape, 1, dtype)


def empty(shape, dtype=float32):
    return full(shape, 0, dtype)


def full_like(x, fill_value, dtype=None):
    return full(as_array(x).shape, fill_value, dtype or as_array(x).dtype)


def zeros_like(x, dtype=None):
    return full_like(x, 0, dtype)


def ones_like(x, dtype=None):
    return full_like(x, 1, dtype)


def eye(n, m=None, k=0, dtype=float32):
    columns = arange(n if m is None else m)
    return asarray(columns == arange(n)[:, None] + k, dtype)


def arange(start, stop=None, step=1, dtype=None):
    start, stop = (0, start) if stop is None else (start, stop)
    kind = promoted(*[as_array(each).dtype for each in (start, stop, step)])
    count = max(0, math.ceil((stop - start) / step))
    made = ndarray(cells('f', [start + i * step for i in range(count)] or [0]), (count,), kind)
    return made if dtype is None else made.astype(dtype)


def linspace(start, stop, num=50, endpoint=True):
    step = (stop - start) / max(num - endpoint, 1)
    return as_array([start + i * step for i in range(num)]).astype(float)
