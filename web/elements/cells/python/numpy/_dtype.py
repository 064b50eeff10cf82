"""The three types of numbers. All are stored as float32, in which the core computes, so whole
numbers are exact up to 2 ** 24."""

most_whole = 1 << 24


class dtype:
    def __init__(self, name, kind, python):
        self.name = name
        self.kind = kind
        self._python = python

    def __call__(self, value=0):
        return self._python(value)

    def __eq__(self, other):
        return other is self or other is self._python or other == self.name

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name

    def __repr__(self):
        return "dtype('" + self.name + "')"


float32 = dtype('float32', 'f', float)
int64 = dtype('int64', 'i', int)
bool_ = dtype('bool', 'b', bool)

ranks = (bool_, int64, float32)
wider = {'float': float32, 'float64': float32, 'float16': float32, 'int': int64, 'int32': int64}


def as_dtype(name):
    """The dtype of np.float32, 'int64', float, bool and so on."""
    for each in ranks:
        if each == name:
            return each
    if name in wider:
        return wider[name]
    raise TypeError('data type ' + repr(name) + ' is not here: there are float32, int64 and bool')


def promoted(*dtypes):
    return ranks[max(ranks.index(each) for each in dtypes)]


def dtype_of(value):
    """The dtype of a Python number."""
    if isinstance(value, bool):
        return bool_
    if isinstance(value, int):
        if abs(value) > most_whole:
            raise OverflowError('whole numbers beyond 16777216 are not exact here')
        return int64
    if isinstance(value, float):
        return float32
    raise TypeError('an array holds numbers, not ' + type(value).__name__)
