"""The operators of ndarray. The core computes those that it has."""

from array import array as cells

from _bridge import call
from ._dtype import bool_, float32, int64, promoted


def value_of(array):
    """The array, or a Python number if it has no axes."""
    return array if array.shape else array.item()


no_minus = '- is not for arrays of bools: use ^, or ~ for the opposite'


def operate(name, a, b, dtype=None):
    """An operation of the core with two operands."""
    from ._ndarray import as_array

    a, b = as_array(a), as_array(b)
    dtype = dtype or promoted(a.dtype, b.dtype)
    if dtype is bool_ and name == 'subtract':
        raise TypeError(no_minus)
    out = call('tensor.' + name, a, b)
    return (out != 0) if dtype is bool_ else value_of(out._as(dtype))


def each_of(function, dtype, *operands):
    """Applies a function of Python numbers element by element, where the core has no operation."""
    from ._ndarray import as_array, broadcast_shape, ndarray

    arrays = [as_array(each) for each in operands]
    shape = broadcast_shape(*[each.shape for each in arrays])
    flat = [each._broadcast(shape)._flat() for each in arrays]
    dtype = dtype or promoted(*[each.dtype for each in arrays])
    return value_of(ndarray(cells('f', [function(*row) for row in zip(*flat)]), shape, dtype))


def power(base, exponents):
    from ._ndarray import as_array

    base, exponents = as_array(base), as_array(exponents)
    is_whole = promoted(base.dtype, exponents.dtype) is int64
    if is_whole and any(each < 0 for each in exponents._flat()):
        raise ValueError('Integers to negative integer powers are not allowed.')
    return each_of(lambda a, b: a**b, None, base, exponents)


def in_place(array, result):
    kind = getattr(result, 'dtype', array.dtype)
    if promoted(kind, array.dtype) is not array.dtype:
        hint = ': write x = x + y, not x += y'
        raise TypeError(f'an array of {array.dtype} cannot hold {kind}' + hint)
    array[...] = result
    return array


class Operators:
    def __add__(self, other):
        return operate('add', self, other)

    def __sub__(self, other):
        return operate('subtract', self, other)

    def __mul__(self, other):
        return operate('multiply', self, other)

    def __truediv__(self, other):
        return operate('divide', self, other, float32)

    def __matmul__(self, other):
        return operate('matmul', self, other)

    def __radd__(self, other):
        return operate('add', other, self)

    def __rsub__(self, other):
        return operate('subtract', other, self)

    def __rmul__(self, other):
        return operate('multiply', other, self)

    def __rtruediv__(self, other):
        return operate('divide', other, self, float32)

    def __rmatmul__(self, other):
        return operate('matmul', other, self)

    def __neg__(self):
        if self.dtype is bool_:
            raise TypeError(no_minus)
        return operate('multiply', self, -1)

    def __pos__(self):
        return operate('multiply', self, 1)

    def __abs__(self):
        return each_of(abs, self.dtype, self)

    def __pow__(self, other):
        return power(self, other)

    def __rpow__(self, other):
        return power(other, self)

    def __floordiv__(self, other):
        return each_of(lambda a, b: a // b, None, self, other)

    def __mod__(self, other):
        return each_of(lambda a, b: a % b, None, self, other)

    def __rfloordiv__(self, other):
        return each_of(lambda a, b: a // b, None, other, self)

    def __rmod__(self, other):
        return each_of(lambda a, b: a % b, None, other, self)

    # These change the array itself, and so all views of the same numbers (_in_place.py).

    def __iadd__(self, other):
        return in_place(self, self + other)

    def __isub__(self, other):
        return in_place(self, self - other)

    def __imul__(self, other):
        return in_place(self, self * other)

    def __itruediv__(self, other):
        return in_place(self, self / other)

    def __ifloordiv__(self, other):
        return in_place(self, self // other)

    def __imod__(self, other):
        return in_place(self, self % other)

    def __ipow__(self, other):
        return in_place(self, self**other)

    def __iand__(self, other):
        return in_place(self, self & other)

    def __ior__(self, other):
        return in_place(self, self | other)

    def __ixor__(self, other):
        return in_place(self, self ^ other)

    # Comparison: an array of bools.

    def __eq__(self, other):
        return each_of(lambda a, b: a == b, bool_, self, other)

    def __ne__(self, other):
        return each_of(lambda a, b: a != b, bool_, self, other)

    def __lt__(self, other):
        return each_of(lambda a, b: a < b, bool_, self, other)

    def __le__(self, other):
        return each_of(lambda a, b: a <= b, bool_, self, other)

    def __gt__(self, other):
        return each_of(lambda a, b: a > b, bool_, self, other)

    def __ge__(self, other):
        return each_of(lambda a, b: a >= b, bool_, self, other)

    def __invert__(self):
        if self.dtype is float32:
            raise TypeError('~ is for arrays of bools and whole numbers')
        turned = (lambda a: not a) if self.dtype is bool_ else (lambda a: -a - 1)
        return each_of(turned, self.dtype, self)

    def __and__(self, other):
        return each_of(lambda a, b: int(a) & int(b), None, self, other)

    def __or__(self, other):
        return each_of(lambda a, b: int(a) | int(b), None, self, other)

    def __xor__(self, other):
        return each_of(lambda a, b: int(a) ^ int(b), None, self, other)
