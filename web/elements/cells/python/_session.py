"""Runs what stands in a cell. All cells of a group share `names`."""

import builtins
import gc
import io
import json
import sys

python_import = builtins.__import__


def import_module(name, *rest):
    """MicroPython's own js and jsffi lead nowhere here: this only says so."""
    if name in ('js', 'jsffi'):
        raise ImportError('JavaScript is out of reach here: a cell has Python only')
    return python_import(name, *rest)


builtins.__import__ = import_module


def no_input(prompt=''):
    """Python's own would wait for a terminal, for good."""
    raise RuntimeError('a cell cannot ask: write the value into it')


names = {'__name__': '__main__', 'input': no_input}


def run(cell, source):
    """@return JSON: null, or what went wrong as Python tells it"""
    try:
        code, has_value = prepared(source)
        exec(compile(code, cell, 'exec'), names)
        if has_value and names['_'] is not None:
            print(repr(names['_']))
    except BaseException as error:
        return json.dumps(told(error))
    finally:
        free_objects()
    return 'null'


def free_objects():
    """Layers that no name is left for: Python looks for them after a run, and only if asked to."""
    if 'manyheads' in sys.modules:
        gc.collect()


def prepared(source):
    """A value that stands on the last line is kept as _ and printed, as notebooks do."""
    body, newline, last = source.rstrip().rpartition('\n')
    if not last or last[0] in ' \t#)]}@':
        return source, False
    kept = body + newline + '_ = (' + last + '\n)'
    try:
        compile('(' + last + '\n)', '', 'eval')
        compile(kept, '', 'exec')
    except SyntaxError:
        return source, False
    return kept, True


def check(source):
    """Asserts what the cell promises, on a copy of its names. @return JSON as above"""
    try:
        exec(compile(source, 'check', 'exec'), dict(names))
    except BaseException as error:
        return json.dumps(told(error))
    return 'null'


def told(error):
    trace = io.StringIO()
    sys.print_exception(error, trace)
    message = str(error) if error.args else ''
    if message.startswith('no module named'):
        message += '. There are numpy, manyheads, and of Python’s own math and a few more.'
    if "'ndarray'" in message and 'unsupported types for __' in message:
        message += '. Write the array first: x <= 1, not 1 >= x.'
    if message.startswith("can't convert ndarray to"):
        message += '. Take the number out of the array first: x.item().'
    # Cut here already, to what service.ts lets through: json.dumps takes seconds for a megabyte.
    return {
        'type': type(error).__name__,
        'message': message[:10_000],
        'trace': trace.getvalue()[:50_000],
    }
