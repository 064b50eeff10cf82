"""class ndarray: a view of numbers in memory, its elements and its shape."""

from array import array as cells

from _bridge import call
from ._dtype import as_dtype, dtype_of, float32, promoted
from ._index import assign, locate, pick
from ._operators import Operators, each_of
from ._reductions import Reductions

print_options = {
    'precision': 8,
    'suppress': False,
    'threshold': 1000,
    'edgeitems': 3,
    'linewidth': 75,
}


def size_of(shape):
    size = 1
    for each in shape:
        size *= each
    return size


def shape_text(shape):
    """(2, 3) as (2,3), as in NumPy's errors."""
    return '(' + ','.join(map(str, shape)) + (',)' if len(shape) == 1 else ')')


def not_broadcast(shape, wanted):
    return ValueError(
        'could not broadcast input array from shape '
        + shape_text(shape) + ' into shape ' + shape_text(wanted)
    )


def dense_strides(shape):
    strides, step = [], 1
    for each in reversed(shape):
        strides.append(step)
        step *= each
    return tuple(reversed(strides))


probe = cells('f', [0])


def shortest(value):
    """The number with the fewest digits that is the same in float32: 0.1, not 0.10000000149."""
    for digits in ('%.6g', '%.7g', '%.8g'):
        short = float(digits % value)
        probe[0] = short
        if probe[0] == value:
            return short
    return value


class ndarray(Operators, Reductions):
    def __init__(self, buffer, shape, dtype=float32, offset=0, strides=None):
        self._buffer = buffer
        self._offset = offset
        self._strides = dense_strides(shape) if strides is None else strides
        self._shape = shape
        self.dtype = dtype

    # Attributes.

    @property
    def shape(self):
        return self._shape

    @shape.setter
    def shape(self, shape):
        made = self.reshape(shape)
        if made._buffer is not self._buffer:
            raise AttributeError('this window cannot take another shape: x = x.reshape(...)')
        self._shape, self._strides = made._shape, made._strides

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return size_of(self.shape)

    @property
    def T(self):
        return self.transpose()

    def __len__(self):
        if not self.shape:
            raise TypeError('len() of unsized object')
        return self.shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __bool__(self):
        if self.size != 1:
            raise ValueError(
                'The truth value of an array with more than one element is ambiguous. '
                'Use a.any() or a.all()'
            )
        return bool(self.item())

    def __float__(self):
        # MicroPython also calls this for 0.5 * x. After None it goes on to __rmul__, and float()
        # raises. There is no __int__, since (1, 2) * x would not go on.
        return None if self.shape else float(self.item())

    def __str__(self):
        if not self.shape:
            return str(self.item())
        return self._text(' ', '', '')

    def __repr__(self):
        text = 'array(' + self._text(', ', 'array(', ')') + ')'
        return text if self.size else text[:-1] + ', dtype=' + self.dtype.name + ')'

    def _text(self, separator, prefix, suffix):
        if not self.size:
            return '[]'
        frame = {'separator': separator, 'prefix': prefix, 'suffix': suffix}
        return call('text', self, self.dtype.kind, dict(print_options, **frame))

    # Elements.

    def _scalar(self, value):
        return shortest(value) if self.dtype is float32 else self.dtype(value)

    def _flat(self):
        """Its numbers in row-major order, as they are stored."""
        whole = self._offset == 0 and self._strides == dense_strides(self.shape)
        if whole and len(self._buffer) == self.size:
            return self._buffer
        return call('tensor.array', self)._buffer if self.size else ()

    def item(self, *index):
        if index:
            return self[index]
        if self.size != 1:
            raise ValueError('can only convert an array of size 1 to a Python scalar')
        return self._scalar(self._buffer[self._offset])

    def tolist(self):
        if not self.shape:
            return self.item()
        return [each.tolist() if isinstance(each, ndarray) else each for each in self]

    def copy(self):
        return call('tensor.array', self)._as(self.dtype) if self.size else self

    def astype(self, dtype):
        dtype = as_dtype(dtype)
        if dtype is self.dtype or (dtype is float32):
            return self.copy()._as(dtype)
        return each_of(lambda value: dtype(value), dtype, self)

    def fill(self, value):
        self[...] = value

    def round(self, decimals=0):
        from ._functions import around

        return around(self, decimals)

    def clip(self, low, high):
        from ._functions import clip

        return clip(self, low, high)

    def argsort(self, axis=-1):
        from ._functions import argsort

        return argsort(self, axis)

    def _as(self, dtype):
        self.dtype = dtype
        return self

    def __getitem__(self, key):
        view, picks = locate(self, key)
        if picks is not None:
            return pick(view, picks)
        return view if view.shape else view.item()

    def __setitem__(self, key, value):
        view, picks = locate(self, key)
        value = as_array(value)
        fits = self.dtype in (float32, value.dtype)
        assign(view, picks, value if fits else as_array(value.astype(self.dtype)))

    # Shapes: views of the same numbers.

    def _window(self, shape, strides, offset=None):
        start = self._offset if offset is None else offset
        return ndarray(self._buffer, tuple(shape), self.dtype, start, tuple(strides))

    def reshape(self, *shape):
        shape = list(shape[0]) if isinstance(shape[0], (tuple, list)) else list(shape)
        known = size_of([each for each in shape if each != -1])
        if shape.count(-1) > 1:
            raise ValueError('can only specify one unknown dimension')
        if shape.count(-1) == 1 and known and self.size % known == 0:
            shape[shape.index(-1)] = self.size // known
        if size_of(shape) != self.size or min(shape + [0]) < 0:
            wanted = shape_text(shape)
            raise ValueError(f'cannot reshape array of size {self.size} into shape {wanted}')
        if self._strides == dense_strides(self.shape):
            return self._window(shape, dense_strides(shape))
        return ndarray(self.copy()._buffer, tuple(shape), self.dtype)

    def ravel(self):
        return self.reshape(-1)

    def flatten(self):
        return self.copy().reshape(-1)

    def transpose(self, *axes):
        if axes and not isinstance(axes[0], int):
            axes = tuple(axes[0]) if axes[0] is not None else ()
        order = [self._axis(a) for a in axes] or list(reversed(range(self.ndim)))
        if sorted(order) != list(range(self.ndim)):
            raise ValueError("axes don't match array")
        return self._window([self.shape[a] for a in order], [self._strides[a] for a in order])

    def swapaxes(self, a, b):
        order = list(range(self.ndim))
        a, b = self._axis(a), self._axis(b)
        order[a], order[b] = b, a
        return self.transpose(order)

    def squeeze(self, axis=None):
        ones = [a for a, n in enumerate(self.shape) if n == 1]
        axes = axis if isinstance(axis, tuple) else (axis,)
        gone = ones if axis is None else [self._axis(a) for a in axes]
        if any(a not in ones for a in gone):
            raise ValueError(
                'cannot select an axis to squeeze out which has size not equal to one'
            )
        kept = [a for a in range(self.ndim) if a not in gone]
        return self._window([self.shape[a] for a in kept], [self._strides[a] for a in kept])

    def _axis(self, axis):
        if not -self.ndim <= axis < self.ndim:
            raise ValueError(f'axis {axis} is out of bounds for array of dimension {self.ndim}')
        return axis % self.ndim

    def _broadcast(self, shape):
        missing = len(shape) - self.ndim
        if missing < 0:
            raise not_broadcast(self.shape, shape)
        strides = [0] * missing
        for a, n in enumerate(self.shape):
            if n != shape[missing + a] and n != 1:
                raise not_broadcast(self.shape, shape)
            strides.append(self._strides[a] if n == shape[missing + a] else 0)
        return self._window(shape, strides)

    def __getattr__(self, name):
        from ._missing import missing

        raise AttributeError(missing('an ndarray', name, dir(ndarray) + ['shape', 'dtype']))


def as_array(values):
    """The array itself, or a new one of a number or of nested lists."""
    if isinstance(values, ndarray):
        return values
    if not isinstance(values, (list, tuple, range)):
        return ndarray(cells('f', [values]), (), dtype_of(values))
    parts = [as_array(each) for each in values]
    if not parts:
        return ndarray(cells('f', [0]), (0,), float32)
    shape = parts[0].shape
    if any(part.shape != shape for part in parts):
        raise ValueError(
            'setting an array element with a sequence. The requested array has an '
            'inhomogeneous shape: ' + ', '.join(str(part.shape) for part in parts[:4])
        )
    buffer = cells('f')
    for part in parts:
        buffer.extend(part._flat())
    return ndarray(buffer, (len(parts),) + shape, promoted(*[part.dtype for part in parts]))


def broadcast_shape(*shapes):
    shape = []
    for a in range(-max(len(each) for each in shapes), 0):
        sizes = {each[a] for each in shapes if len(each) >= -a} - {1}
        if len(sizes) > 1:
            raise ValueError(
                'operands could not be broadcast together with shapes '
                + ''.join(shape_text(each) + ' ' for each in shapes)
            )
        shape.append(sizes.pop() if sizes else 1)
    return tuple(shape)
