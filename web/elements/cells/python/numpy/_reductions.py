"""The reductions of ndarray along axes."""

from array import array as cells

from _bridge import call
from ._dtype import float32, int64, promoted
from ._index import nonzero_of, whole
from ._operators import value_of


def as_array(values):
    from ._ndarray import as_array

    return as_array(values)


class Reductions:
    def _reduce(self, name, dtype, axis, keepdims):
        if axis is None:
            out = call('tensor.' + name, self, {'keepdims': keepdims})
        else:
            out = self
            axes = axis if isinstance(axis, tuple) else (axis,)
            for a in sorted([self._axis(a) for a in axes], reverse=True):
                out = call('tensor.' + name, out, {'axis': a, 'keepdims': keepdims})
        return value_of(out._as(dtype))

    def sum(self, axis=None, keepdims=False):
        if not self.size:  # the core has no empty tensors
            axes = range(self.ndim) if axis is None else [self._axis(axis)]
            kept = [1 if a in axes else n for a, n in enumerate(self.shape)]
            shape = kept if keepdims else [n for a, n in enumerate(kept) if a not in axes]
            return value_of(as_array(self.dtype(0))._broadcast(tuple(shape)))
        return self._reduce('sum', promoted(self.dtype, int64), axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return self._reduce('mean', float32, axis, keepdims)

    def max(self, axis=None, keepdims=False):
        return self._reduce('max', self.dtype, axis, keepdims)

    def min(self, axis=None, keepdims=False):
        low = (0 - self)._reduce('max', promoted(self.dtype, int64), axis, keepdims)
        return value_of(as_array(0 - low)._as(self.dtype))

    def any(self, axis=None, keepdims=False):
        return (self != 0).max(axis, keepdims)

    def all(self, axis=None, keepdims=False):
        return (self != 0).min(axis, keepdims)

    def prod(self, axis=None, keepdims=False):
        """Multiplies one slice after the other: the core has no product along an axis."""
        if axis is None:
            out = self.reshape(-1).prod(0)
            return as_array(out).reshape((1,) * self.ndim) if keepdims else out
        along = self.swapaxes(0, axis)
        out = as_array(1)._broadcast(along.shape[1:])
        for row in along:
            out = out * row
        out = as_array(out)[None].swapaxes(0, axis)
        return out if keepdims else value_of(out.squeeze(axis))

    def var(self, axis=None, ddof=0, keepdims=False):
        apart = self - as_array(self.mean(axis, True))
        total = as_array((apart * apart).sum(axis, keepdims))
        counted = self.size // max(total.size, 1)
        return value_of(as_array(total / (counted - ddof)))

    def std(self, axis=None, ddof=0, keepdims=False):
        return value_of(call('tensor.sqrt', as_array(self.var(axis, ddof, keepdims))))

    def _best(self, better, axis):
        if axis is None:
            return self.reshape(-1)._best(better, 0)
        rows = self.swapaxes(axis, -1)
        flat, n = rows._flat(), rows.shape[-1]
        best = [
            better(range(n), key=lambda i: flat[start + i]) for start in range(0, len(flat), n)
        ]
        out = type(rows)(cells('f', best), rows.shape[:-1] + (1,), int64)
        return value_of(out.swapaxes(axis, -1).squeeze(axis))

    def argmax(self, axis=None):
        return self._best(max, axis)

    def argmin(self, axis=None):
        return self._best(min, axis)

    def cumsum(self, axis=None):
        if axis is None:
            return self.reshape(-1).cumsum(0)
        out = self.astype(promoted(self.dtype, int64))
        along = out.swapaxes(0, axis)
        for i in range(1, along.shape[0]):
            along[i] = along[i] + along[i - 1]
        return out

    def nonzero(self):
        return nonzero_of(self)

    def dot(self, other):
        from ._functions import dot

        return dot(self, other)

    def repeat(self, repeats, axis=None):
        if axis is None:
            return self.reshape(-1).repeat(repeats, 0)
        counts = as_array(repeats)._broadcast((self.shape[axis],)).tolist()
        where = [i for i, count in enumerate(counts) for _ in range(count)]
        key = (whole,) * self._axis(axis) + (where,)
        return self[key]
