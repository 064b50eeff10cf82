"""The way to the core and back. A request is JSON; numbers stay where they are in memory, and the
core is told their address, so that thousands cross as fast as one."""

import json
from array import array as cells
from uctypes import addressof

import _core


class ManyheadsError(ValueError):
    pass


class ShapeError(ManyheadsError):
    pass


class ConfigError(ManyheadsError):
    pass


class FormatError(ManyheadsError):
    pass


class OutOfMemoryError(ManyheadsError):
    pass


errors = {
    'ShapeError': ShapeError,
    'ConfigError': ConfigError,
    'FormatError': FormatError,
    'OutOfMemoryError': OutOfMemoryError,
}


def call(path, *args):
    """Calls a function of the engine, such as 'tensor.matmul'. What it refuses is raised."""
    answer = json.loads(_core.call(json.dumps([path, [pack(value) for value in args]])))
    if 'error' in answer:
        name, message = answer['error']
        raise errors.get(name, ManyheadsError)(message)
    return unpack(answer['value'])


def pack(value):
    if hasattr(value, '_buffer'):
        place = [addressof(value._buffer), value._offset, value.shape, value._strides]
        return {'tensor': place}
    if isinstance(value, float) and not -1e308 < value < 1e308:  # JSON has no inf and no nan
        return {'number': str(value)}
    if isinstance(value, dict):
        return {key: pack(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [pack(each) for each in value]
    return value


def unpack(value):
    if isinstance(value, list):
        return [unpack(each) for each in value]
    if not isinstance(value, dict):
        return value
    if 'number' in value:
        return float(value['number'])
    if 'tensor' not in value:
        return {key: unpack(each) for key, each in value.items()}
    from numpy._ndarray import ndarray, size_of

    shape = tuple(value['shape'])
    buffer = cells('f', bytes(4 * max(size_of(shape), 1)))
    _core.take(value['tensor'], addressof(buffer))
    return ndarray(buffer, shape)
