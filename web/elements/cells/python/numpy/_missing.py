"""The error message for a part of NumPy that does not exist here."""


def missing(owner, name, names):
    what = ' here: this is the part of NumPy that the lesson needs.'
    return owner + ' has no ' + repr(name) + what + similar(name, names)


def similar(name, names):
    near = sorted((distance(name, each), each) for each in names if each[0] != '_')
    close = [each for apart, each in near[:3] if apart <= max(1, len(name) // 3)]
    return ' Near to it: ' + ', '.join(close) + '.' if close else ''


def distance(a, b):
    """The number of letters to add, remove or change (Levenshtein)."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        above, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            above, row[j + 1] = row[j + 1], min(row[j] + 1, row[j + 1] + 1, above + (x != y))
    return row[-1]
