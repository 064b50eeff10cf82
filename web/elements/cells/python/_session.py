"""Runs the code of a cell. All cells of a group share `names`."""

import builtins
import gc
import io
import json
import sys

from _in_place import in_place, with_calls

python_import = builtins.__import__


def import_module(name, *rest):
    """Refuses MicroPython's js and jsffi, which cannot reach anything here anyway."""
    if name in ('js', 'jsffi'):
        raise ImportError('JavaScript is out of reach here: a cell has Python only')
    return python_import(name, *rest)


builtins.__import__ = import_module


def no_input(prompt=''):
    """Python's own input() would wait for a terminal forever."""
    raise RuntimeError('a cell cannot ask: write the value into it')


class Keys:
    def __getitem__(self, key):
        return key


def make_slice(start, *rest):
    """MicroPython makes slices in brackets only."""
    stop, step = (rest + (None,))[:2] if rest else (start, None)
    return Keys()[(start if rest else None) : stop : step]


names = {'__name__': '__main__', 'input': no_input, '__in_place__': in_place, 'slice': make_slice}


def run(cell, source):
    """@return JSON: null, or the error of the code"""
    try:
        compile(source, cell, 'exec')
        code, has_value = keep_last_value(with_calls(source))
        exec(compile(code, cell, 'exec'), names)
        if has_value and names['_'] is not None:
            print(repr(names['_']))
    except BaseException as error:
        return json.dumps(describe_error(error))
    finally:
        free_objects()
    return 'null'


def free_objects():
    """Frees layers that no name refers to any more. Python does this only when it is called."""
    if 'manyheads' in sys.modules:
        gc.collect()


def keep_last_value(source):
    """Assigns a value on the last line to _, so that it can be printed as in a notebook.
    @return the source to run, and whether it has such a value"""
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
    """Runs assertions on a copy of the cell's names. @return JSON as run() does"""
    # Without those that hide a function of Python, such as a learner's `list`.
    scope = {key: value for key, value in names.items() if not hasattr(builtins, key)}
    try:
        exec(compile(source, 'check', 'exec'), scope)
    except BaseException as error:
        failed = describe_error(error)
        reason = no_array_here(failed)
        if reason:
            failed.update({'type': 'AssertionError', 'message': reason})
        return json.dumps(failed)
    return 'null'


def no_array_here(failed):
    """The reason if a check got no array; None for any other error."""
    frames = [line for line in failed['trace'].split('\n') if line.startswith('  File ')]
    kind, found, _ = failed['message'].partition("' object has no attribute ")
    if not found or not frames[-1].startswith('  File "check"'):
        return None
    if kind == "'NoneType":
        return 'Your function returned nothing: end it with return and the result.'
    return 'The check got a ' + kind[1:] + ' where an array should be.'


no_array = '. This is a number here, not an array: it has no item, shape or other methods of arrays.'
hints = {
    'no module named': '. There are numpy, manyheads, and of Python’s own math and a few more.',
    "can't convert ndarray to": '. Take the number out of the array first: x.item().',
    "axes don't match array": ". NumPy's transpose names all axes: x.swapaxes(1, 2) swaps two.",
    "'float' object has no attribute": no_array,
    "'int' object has no attribute": no_array,
    "'int' object isn't callable": '. If this is x.size(): x.size is a number in NumPy: write x.shape.',
    "unexpected keyword argument 'dim'": '. NumPy writes axis for dim, and keepdims for keepdim.',
    "unexpected keyword argument 'keepdim'": '. NumPy writes keepdims.',
    '*x must be assignment target': '. In a tuple or list, write tuple(x) + (y,) for (*x, y).',
}


def describe_error(error):
    trace = io.StringIO()
    sys.print_exception(error, trace)
    message = str(error) if error.args else ''
    if message.startswith('unsupported types for __') and message.endswith(", 'ndarray'"):
        message += '. Write the array first: x <= 1, not 1 >= x.'
    for start, hint in hints.items():
        if message.startswith(start):
            message += hint
    # Cut to what service.ts accepts: json.dumps takes seconds for a megabyte.
    return {
        'type': type(error).__name__,
        'message': message[:10_000],
        'trace': trace.getvalue()[:50_000],
    }
