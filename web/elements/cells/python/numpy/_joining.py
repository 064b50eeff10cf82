"""Putting arrays together, taking them apart, and turning them."""

from _bridge import call
from ._dtype import promoted
from ._index import whole
from ._making import eye, zeros
from ._ndarray import as_array


def concatenate(arrays, axis=0):
    parts = [as_array(each) for each in arrays]
    if axis is None:
        parts, axis = [part.reshape(-1) for part in parts], 0
    joined = call('tensor.concat', parts, axis)
    return joined._as(promoted(*[each.dtype for each in parts]))


def stack(arrays, axis=0):
    parts = [expand_dims(each, axis) for each in arrays]
    return concatenate(parts, axis)


def vstack(arrays):
    parts = [as_array(each) for each in arrays]
    return concatenate([part if part.ndim > 1 else part[None] for part in parts])


def hstack(arrays):
    return concatenate(arrays, 0 if as_array(arrays[0]).ndim == 1 else 1)


def split(x, sections, axis=0):
    rows = as_array(x).swapaxes(0, axis)
    n = rows.shape[0]
    if isinstance(sections, int):
        if n % sections:
            raise ValueError('array split does not result in an equal division')
        sections = [i * (n // sections) for i in range(1, sections)]
    ends = [0] + list(sections) + [n]
    return [rows[a:b].swapaxes(0, axis) for a, b in zip(ends, ends[1:])]


def tile(x, reps):
    x = as_array(x)
    reps = (reps,) if isinstance(reps, int) else tuple(reps)
    x = x.reshape((1,) * (len(reps) - x.ndim) + x.shape)
    reps = (1,) * (x.ndim - len(reps)) + reps
    for axis, count in enumerate(reps):
        x = concatenate([x] * count, axis) if count != 1 else x
    return x.copy()


def repeat(x, repeats, axis=None):
    return as_array(x).repeat(repeats, axis)


def triangle(name):
    return lambda x, k=0: call('tensor.' + name, as_array(x), k)._as(as_array(x).dtype)


tril = triangle('tril')
triu = triangle('triu')


def expand_dims(x, axis):
    x = as_array(x)
    place = axis % (x.ndim + 1)
    return x[(whole,) * place + (None,)]


def squeeze(x, axis=None):
    return as_array(x).squeeze(axis)


def swapaxes(x, a, b):
    return as_array(x).swapaxes(a, b)


def moveaxis(x, source, destination):
    x = as_array(x)
    order = [a for a in range(x.ndim) if a != x._axis(source)]
    order.insert(x._axis(destination), x._axis(source))
    return x.transpose(order)


def transpose(x, axes=None):
    return as_array(x).transpose(axes)


def reshape(x, shape):
    return as_array(x).reshape(shape)


def ravel(x):
    return as_array(x).ravel()


def broadcast_to(x, shape):
    return as_array(x)._broadcast((shape,) if isinstance(shape, int) else tuple(shape))


def diag(x, k=0):
    x = as_array(x)
    if x.ndim == 1:
        return eye(x.shape[0] + abs(k), k=k, dtype=x.dtype) * (pad(x, k) if k else x)
    rows = range(max(0, -k), min(x.shape[0], x.shape[1] - k))
    return x[list(rows), [i + k for i in rows]]


def pad(x, k):
    zeros_before = zeros(abs(k), x.dtype)
    return concatenate([zeros_before, x] if k > 0 else [x, zeros_before])
