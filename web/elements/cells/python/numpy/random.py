"""Random numbers from the core: the same on every machine, with the same distributions as NumPy's.
But from the same seed NumPy draws other numbers."""

from _bridge import call
from ._ndarray import as_array, size_of


class Generator:
    def __init__(self, seed=0):
        self._state = int(seed or 0) % (1 << 32)

    def standard_normal(self, size=None):
        return self.normal(0.0, 1.0, size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
        drawn = call('tensor.random_normal', list(shape) or [1], {'seed': self._state})
        # Each draw has its own seed, from the linear congruence of Numerical Recipes.
        self._state = (self._state * 1664525 + 1013904223) % (1 << 32)
        if not shape:
            drawn = drawn[0]
        return drawn if loc == 0 and scale == 1 else drawn * scale + loc

    def random(self, size=None):
        """With a, b normal, exp(-(a^2 + b^2) / 2) is uniform (Box and Muller 1958, backwards)."""
        a, b = self.standard_normal(size), self.standard_normal(size)
        drawn = call('tensor.exp', as_array((as_array(a) * a + as_array(b) * b) * -0.5))
        return drawn.item() if size is None else drawn

    def uniform(self, low=0.0, high=1.0, size=None):
        return self.random(size) * (high - low) + low

    def integers(self, low, high=None, size=None):
        low, high = (0, low) if high is None else (low, high)
        drawn = self.random(size) * (high - low)
        if size is None:
            return low + min(int(drawn), high - low - 1)
        return (drawn // 1).astype(int) % (high - low) + low

    def permutation(self, x):
        x = as_array(list(range(x)) if isinstance(x, int) else x)
        keys = as_array(self.random(x.shape[0])).tolist()
        return x[sorted(range(x.shape[0]), key=lambda i: keys[i])]


def default_rng(seed=0):
    return Generator(seed)


_shared = Generator()


def seed(value=0):
    _shared.__init__(value)


def randn(*shape):
    return _shared.standard_normal(shape or None)


def rand(*shape):
    return _shared.random(shape or None)


def randint(low, high=None, size=None):
    return _shared.integers(low, high, size)


def standard_normal(size=None):
    return _shared.standard_normal(size)


def normal(loc=0.0, scale=1.0, size=None):
    return _shared.normal(loc, scale, size)


def uniform(low=0.0, high=1.0, size=None):
    return _shared.uniform(low, high, size)


def permutation(x):
    return _shared.permutation(x)


def __getattr__(name):
    from ._missing import missing

    raise AttributeError(missing('numpy.random', name, list(globals())))
