"""x *= y in place. MicroPython asks a class for += and -= only and makes another x for the others, so
that a row of an array would stay as it was."""

methods = {
    '**': '__ipow__',
    '//': '__ifloordiv__',
    '*': '__imul__',
    '/': '__itruediv__',
    '%': '__imod__',
    '&': '__iand__',
    '|': '__ior__',
    '^': '__ixor__',
}


def statement(operator):
    made = {}
    exec('def f(x, y):\n x ' + operator + '= y\n return x', made)
    return made['f']


statements = {operator: statement(operator) for operator in methods}


def in_place(operator, x, y):
    if operator == '*' and type(x) is list:
        x[:] = x * y
        return x
    method = getattr(x, methods[operator], None)
    return statements[operator](x, y) if method is None else method(y)


def with_calls(source):
    """Writes x *= y as x = __in_place__('*', x, (y)), in the same lines. The source must compile."""
    if not any(operator + '=' in source for operator in methods):
        return source
    letters = list(source)  # MicroPython counts to a letter of a str from its start
    parts, i, copied = [], 0, 0
    start, depth, is_open = 0, 0, False
    while i < len(letters):
        letter = letters[i]
        if is_open and depth == 0 and letter in '\n;#':
            parts.extend(letters[copied:i] + ['))'])
            copied, is_open = i, False
        if letter == '#':
            i = line_end(letters, i)
            continue
        if letter in '"\'':
            i = string_end(letters, i)
            continue
        if letter == '\\':
            i += 2
            continue
        if letter in '([{':
            depth += 1
        elif letter in ')]}':
            depth -= 1
        elif depth == 0 and letter in '\n;:':
            start = i + 1
        elif depth == 0 and letter in '*/%&|^':
            operator = letter * 2 if letters[i + 1] == letter else letter
            after = i + len(operator)
            name = ''.join(letters[start:i]).strip() if letters[after] == '=' else ''
            if is_name(name):  # x, or self.x
                parts.extend(letters[copied:i])
                parts.append(f"= __in_place__('{operator}', {name}, (")
                i = copied = after + 1
                is_open = True
                continue
        i += 1
    parts.extend(letters[copied:])
    return ''.join(parts) + ('))' if is_open else '')


def is_name(text):
    if '.' in text:
        return all(is_name(part) for part in text.split('.'))
    letters = text.replace('_', 'a')
    return text != '' and not text[0].isdigit() and all(c.isalpha() or c.isdigit() for c in letters)


def line_end(letters, i):
    while i < len(letters) and letters[i] != '\n':
        i += 1
    return i


def string_end(letters, i):
    quote = letters[i]
    count = 3 if letters[i : i + 3] == [quote] * 3 else 1
    i += count
    while letters[i : i + count] != [quote] * count:
        i += 2 if letters[i] == '\\' else 1
    return i + count
