"""The error message for a part of NumPy that does not exist here."""


# Names of PyTorch, and NumPy's own that can be written otherwise.
instead = {
    'amax': 'x.max(axis)',
    'amin': 'x.min(axis)',
    'cat': 'np.concatenate(arrays, axis)',
    'contiguous': 'the same without it',
    'copy': 'x.copy()',
    'expand': 'np.broadcast_to(x, shape)',
    'mT': 'x.swapaxes(-1, -2)',
    'masked_fill': 'np.where(mask, value, x)',
    'nan_to_num': 'np.where(np.isnan(x), 0, x)',
    'permute': 'x.transpose(...)',
    'repeat_interleave': 'x.repeat(count, axis)',
    'softmax': 'np.exp, and divide by the sum',
    'take': 'x[indices]',
    'tril_indices': 'x[np.tril(np.ones(x.shape, dtype=bool))]',
    'triu_indices': 'x[np.triu(np.ones(x.shape, dtype=bool))]',
    'unsqueeze': 'np.expand_dims(x, axis)',
    'view': 'x.reshape(...)',
}


def missing(owner, name, names):
    what = ' here: this is the part of NumPy that the lesson needs.'
    hint = ' Write ' + instead[name] + '.' if name in instead else similar(name, names)
    return owner + ' has no ' + repr(name) + what + hint


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
