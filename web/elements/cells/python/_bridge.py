"""Calls the core. A request is JSON with the addresses of its arrays. Their numbers stay in memory,
so that thousands cross as fast as one."""

import json
from array import array as cells
from collections import OrderedDict
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


class DisposedError(ManyheadsError):
    pass


errors = {
    'ShapeError': ShapeError,
    'ConfigError': ConfigError,
    'FormatError': FormatError,
    'OutOfMemoryError': OutOfMemoryError,
    'DisposedError': DisposedError,
    'TypeError': TypeError,
}
classes = {}  # one for each kind of the engine's objects; manyheads.py makes them


class Record(OrderedDict):
    """Results by name: report.loss is report['loss']."""

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError('no ' + repr(name) + ' in ' + ', '.join(self))

    def __str__(self):
        return repr(self)

    def __repr__(self):
        return '{' + ', '.join(repr(k) + ': ' + repr(v) for k, v in self.items()) + '}'


class Object:
    """A layer, a cache or a trainer of the engine. It is freed by close(), at the end of a `with`,
    or after a run in which its last name has disappeared."""

    closed = False

    def __init__(self, number):
        self._number, self._held = number, _core.hold(number)

    def close(self):
        if not self.closed:
            request('close', (), {}, self._number)
        self.closed, self._held = True, None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __repr__(self):
        name = type(self).__name__
        if self.closed:
            return name + ' (closed)'
        values = Record([(each, getattr(self, each)) for each in self._values])
        shown = values.get('config', values)
        return name + '(' + ', '.join(k + '=' + repr(v) for k, v in shown.items()) + ')'


def call(path, *args):
    """Calls a function of the engine, such as 'tensor.matmul'. Raises its errors."""
    return request(path, args, {})


def request(path, args, named, number=None):
    """Calls a function, or with a number a method of the object that has this number."""
    parts = [path, pack(args), pack(named)] + ([] if number is None else [number])
    answer = json.loads(_core.call(json.dumps(parts)))
    if 'error' in answer:
        raise make_error(*answer['error'])
    return unpack(answer['value'])


def make_error(name, message, fields):
    error = errors.get(name, ManyheadsError)(message)
    if isinstance(error, ManyheadsError):
        for name, value in fields.items():
            setattr(error, name, value)
    return error


def pack(value):
    if hasattr(value, '_buffer'):
        place = [addressof(value._buffer), value._offset, value.shape, value._strides]
        return {'tensor': place}
    if isinstance(value, Object):
        return {'object': [value._number]}
    if isinstance(value, (bytes, bytearray)):
        return {'bytes': [addressof(value), len(value)]}
    if isinstance(value, float) and not -1e308 < value < 1e308:  # JSON has no inf and no nan
        return {'number': str(value)}
    if isinstance(value, dict):
        return {require_name(key): pack(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [pack(each) for each in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError('the engine takes no ' + type(value).__name__)


def require_name(key):
    if isinstance(key, str):
        return key
    raise TypeError('the engine takes names as keys, not ' + repr(key))


def unpack(value):
    if isinstance(value, list):
        return [unpack(each) for each in value]
    if not isinstance(value, dict):
        return value
    ((kind, inside),) = value.items()
    return unpackers[kind](inside)


def unpack_record(pairs):
    return Record([(key, unpack(each)) for key, each in pairs])


def unpack_object(parts):
    kind, number = parts
    return classes[kind](number)


def unpack_bytes(parts):
    result, length = parts
    file = bytearray(length)
    _core.take(result, addressof(file))
    return bytes(file)


def unpack_tensor(parts):
    from numpy._ndarray import ndarray, size_of

    result, shape = parts
    buffer = cells('f', bytes(4 * max(size_of(shape), 1)))
    _core.take(result, addressof(buffer))
    return ndarray(buffer, tuple(shape))


unpackers = {
    'number': float,
    'record': unpack_record,
    'object': unpack_object,
    'bytes': unpack_bytes,
    'tensor': unpack_tensor,
}
