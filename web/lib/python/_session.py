"""Runs what stands in a cell. All cells of a group share `names`."""

import io
import json
import sys

names = {'__name__': '__main__'}


def run(cell, source):
    """@return JSON: null, or what went wrong as Python tells it"""
    try:
        body, last = parted(source)
        exec(compile(body, cell, 'exec'), names)
        if last:
            value = eval(compile(last, cell, 'eval'), names)
            if value is not None:
                print(repr(value))
    except BaseException as error:
        return json.dumps(told(error))
    return 'null'


def parted(source):
    """A value that stands on the last line is printed, as notebooks do."""
    lines = source.rstrip().split('\n')
    last = lines.pop()
    if not last or last[0] in ' \t#)]}@':
        return source, ''
    last = '\n' * len(lines) + last
    try:
        compile(last, '', 'eval')
        body = '\n'.join(lines)
        compile(body, '', 'exec')
    except SyntaxError:
        return source, ''
    return body, last


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
    if "'ndarray'" in message and 'unsupported types for __' in message:
        message += '. Write the array first: x <= 1, not 1 >= x.'
    return {'type': type(error).__name__, 'message': message, 'trace': trace.getvalue()}
