"""The page's engine: its layers, caches, trainers and functions, in Python's spelling (toGrouped is
to_grouped). Arrays are NumPy's. Errors are ShapeError, ConfigError and so on, with the core's
messages."""

from _bridge import (
    ConfigError,
    DisposedError,
    FormatError,
    ManyheadsError,
    Object,
    OutOfMemoryError,
    ShapeError,
    call,
    classes,
    request,
)
from numpy._missing import similar


def function(path):
    return lambda *args, **named: request(path, args, named)


def method(name):
    return lambda self, *args, **named: request(name, args, named, self._number)


def value(name):
    return property(lambda self: request(name, (), {}, self._number))


class Topic:
    """Functions that belong together, such as cost."""

    def __init__(self, name, members):
        self._name, self._members = name, members

    def __getattr__(self, name):
        if name not in self._members:
            hint = similar(name, self._members)
            raise AttributeError('manyheads.' + self._name + ' has no ' + repr(name) + '.' + hint)
        path = self._name + '.' + name
        return function(path) if self._members[name] else request(path, (), {})


def add_all(topics, kinds):
    here = globals()
    for name, members in topics.items():
        here[name] = Topic(name, members)
    for name in engine._members:
        here[name] = getattr(engine, name)
    for kind, members in kinds.items():
        attributes = {n: method(n) if members[n] else value(n) for n in members}
        values = ['config'] if 'config' in members else [n for n in members if not members[n]]
        attributes['_values'] = values
        here[kind] = classes[kind] = type(kind, (Object,), attributes)


add_all(**call('names'))
