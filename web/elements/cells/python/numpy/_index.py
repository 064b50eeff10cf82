"""x[...]: integers, slices, None and Ellipsis give a view of the same numbers; lists, arrays of
integers and masks give a copy of the picked ones."""

from array import array as cells

from _bridge import call
from ._dtype import bool_, int64


class Keys:
    def __getitem__(self, key):
        return key


whole = Keys()[:]  # MicroPython makes slices in brackets only


def locate(x, key):
    """@return the view that the slices give, and what lists and masks pick of it, None without any:
    (offsets, shape, axis)"""
    shape, strides, offset = [], [], x._offset
    picks, axis = [], 0
    entries = expand_key(x, key)
    is_picking = any(hasattr(entry, 'dtype') for entry in entries)
    for entry in entries:
        if entry is None:
            shape.append(1)
            strides.append(0)
            continue
        if is_mask(entry):
            for along, (n, wanted) in enumerate(zip(entry.shape, x.shape[axis:]), axis):
                if n != wanted:
                    raise IndexError(
                        'boolean index did not match indexed array along dimension '
                        f'{along}; dimension is {wanted} but corresponding boolean dimension is {n}'
                    )
            for index in nonzero_of(entry):
                picks.append((len(shape), index, axis))
                axis += 1
            continue
        if axis >= x.ndim:
            raise too_many(x, axis + 1)
        n, step = x.shape[axis], x._strides[axis]
        if isinstance(entry, slice):
            start, stop, by = entry.indices(n)
            offset += start * step
            shape.append(len(range(start, stop, by)))
            strides.append(step * by)
        elif not is_picking:
            offset += inside(entry, n, axis) * step
        else:
            picks.append((len(shape), entry, axis))
        axis += 1
    view = x._window(shape, strides, offset)
    return view, offsets_of(x, picks) if is_picking else None


def expand_key(x, key):
    """One entry per axis, and the Nones. An Ellipsis is replaced by slices of the other axes."""
    from ._ndarray import as_array, ndarray

    key = key if isinstance(key, tuple) else (key,)
    entries = []
    for entry in key:
        if isinstance(entry, ndarray) and not entry.shape:
            entry = entry.item()
        if isinstance(entry, (list, range)):
            entry = as_array(entry)
        known = entry is None or entry is Ellipsis or isinstance(entry, (int, slice))
        if not known and not (isinstance(entry, ndarray) and entry.dtype in (int64, bool_)):
            raise IndexError(
                'only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and '
                'integer or boolean arrays are valid indices'
            )
        entries.append(entry)
    named = sum(entry.ndim if is_mask(entry) else 1 for entry in entries if named_axis(entry))
    if named > x.ndim:
        raise too_many(x, named)
    everything = [whole] * (x.ndim - named)
    for i, entry in enumerate(entries):
        if entry is Ellipsis:
            return entries[:i] + everything + entries[i + 1 :]
    return entries + everything


def named_axis(entry):
    return entry is not None and entry is not Ellipsis


def is_mask(entry):
    return getattr(entry, 'dtype', None) is bool_


def too_many(x, named):
    return IndexError(
        f'too many indices for array: array is {x.ndim}-dimensional, but {named} were indexed'
    )


def inside(index, n, axis):
    if not -n <= index < n:
        raise IndexError(f'index {index} is out of bounds for axis {axis} with size {n}')
    return index % n


def offsets_of(x, picks):
    """@return the offsets of the picked numbers, their shape, and where it goes in the result"""
    from ._ndarray import as_array, broadcast_shape

    indices = [as_array(index) for _, index, _ in picks]
    shape = broadcast_shape(*[index.shape for index in indices])
    size = 1
    for n in shape:
        size *= n
    offsets = [0] * size
    for (_, _, axis), index in zip(picks, indices):
        for i, value in enumerate(index._broadcast(shape)._flat()):
            offsets[i] += inside(int(value), x.shape[axis], axis) * x._strides[axis]
    places = [place for place, _, _ in picks]
    is_together = max(places) == min(places)
    return offsets, shape, places[0] if is_together else 0


def pick(view, picks):
    from ._ndarray import ndarray

    offsets, shape, axis = picks
    if not offsets or not view.size:
        return ndarray(cells('f', [0]), view.shape[:axis] + shape + view.shape[axis:], view.dtype)
    out = call('pick', view, offsets)._as(view.dtype)
    out = out.reshape(shape + view.shape)
    order = list(range(len(out.shape)))
    picked_axes, rest = order[: len(shape)], order[len(shape) :]
    return out.transpose(rest[:axis] + picked_axes + rest[axis:])


def assign(view, picks, value):
    """Writes a copy of the value, so x[1:] = x[:-1] reads the old x."""
    if not view.size or (picks and not picks[0]):
        return
    offsets, shape, axis = picks or ([0], (), 0)
    target = view.shape[:axis] + shape + view.shape[axis:]
    while value.ndim > len(target) and value.shape[0] == 1:
        value = value.reshape(value.shape[1:])
    value = value._broadcast(target)
    order = list(range(len(target)))
    picked_axes = order[axis : axis + len(shape)]
    rest = order[:axis] + order[axis + len(shape) :]
    call('assign', view, offsets, value.transpose(picked_axes + rest) if order else value)


def nonzero_of(mask):
    """One array of indices per axis."""
    from ._ndarray import ndarray

    found = [i for i, value in enumerate(mask._flat()) if value]
    indices, step = [], 1
    for n in reversed(mask.shape):
        index = cells('f', [i // step % n for i in found] or [0])
        indices.append(ndarray(index, (len(found),), int64))
        step *= n
    return tuple(reversed(indices))
