"""The engine of the lesson, for Python. Arrays are NumPy's; what does not fit raises ShapeError or
ConfigError with the core's words."""

from _bridge import ConfigError, FormatError, ManyheadsError, OutOfMemoryError, ShapeError, call


def camel(name):
    first, *rest = name.split('_')
    return first + ''.join(each[0].upper() + each[1:] for each in rest)


def snake(name):
    return ''.join('_' + each.lower() if each.isupper() else each for each in name)


def camelled(options):
    return {camel(name): value for name, value in options.items()}


def snaked(value):
    if isinstance(value, list):
        return [snaked(each) for each in value]
    if isinstance(value, dict):
        return {snake(name): snaked(each) for name, each in value.items()}
    return value


class Trace:
    """q, k, v, scores, masked_scores, weights, heads, combined and output of one forward pass."""

    def __init__(self, parts):
        for name, tensor in parts.items():
            setattr(self, name, tensor)


class Attention:
    """A layer: its settings, its weights, and what it does with x."""

    def __init__(self, weights, config):
        self._config, self._weights = camelled(config), weights or {}
        self.config = snaked(self._do('config'))

    def _do(self, method, *given):
        return call('attention', method, self._config, self._weights, *given)

    def weights(self):
        return self._do('weights')

    def forward(self, x, **options):
        return self._do('forward', array_of(x), camelled(options))

    def trace(self, x, **options):
        return Trace(snaked(self._do('trace', array_of(x), camelled(options))))


def attention(weights=None, **config):
    """attention(d_model=8, num_heads=2, seed=0), or with weights={'wq': …} of your own."""
    return Attention(weights, config)


def array_of(x):
    from numpy import asarray

    return asarray(x)


class Topic:
    """Functions of the engine by their names here: cost.kv_cache is cost.kvCache."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        path = self._name + '.' + camel(name)

        def function(*given, **options):
            if options:
                given = given + (camelled(options),)
            return snaked(call(path, *[camelled(g) if isinstance(g, dict) else g for g in given]))

        return function


cost = Topic('cost')
measure = Topic('measure')
