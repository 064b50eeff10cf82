"""The core's seeded generator (src/tensor/random): inputs are drawn from it, not stored; and the
dropout that follows from its bits."""

import math

import numpy as np

_UINT64 = (1 << 64) - 1


def _scramble(z):
    """splitmix64's output function (Steele, Lea and Flood 2014)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _UINT64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _UINT64
    return z ^ (z >> 31)


class SeededGenerator:
    def __init__(self, seed, stream=0):
        self._state = _scramble(seed ^ _scramble(stream))

    def next(self):
        self._state = (self._state + 0x9E3779B97F4A7C15) & _UINT64
        return _scramble(self._state)

    def uniform(self):
        """In [0, 1)."""
        return (self.next() >> 11) * 2.0**-53

    def normal_pair(self):
        """Box-Muller."""
        u1, u2 = 1.0 - self.uniform(), self.uniform()
        radius, angle = math.sqrt(-2.0 * math.log(u1)), 2.0 * math.pi * u2
        return radius * math.cos(angle), radius * math.sin(angle)


def normal_tensor(shape, seed, stream=0, std=1.0):
    """Row-major float32; of an odd number of values the last pair's second is dropped."""
    generator, values = SeededGenerator(seed, stream), []
    while len(values) < math.prod(shape):
        values.extend(generator.normal_pair())
    scaled = [std * z for z in values[: math.prod(shape)]]
    return np.array(scaled, dtype=np.float64).astype(np.float32).reshape(shape)


def dropout_factors(shape, rate, seed):
    """What src/attention/dropout multiplies each weight [B, H, T, S] by, in float32."""
    factors = np.empty(shape, dtype=np.float32)
    for index in np.ndindex(*shape):
        bits = _scramble(seed)
        for i in index:
            bits = _scramble((bits + i + 0x9E3779B97F4A7C15) & _UINT64)
        dropped = (bits >> 11) * 2.0**-53 < rate
        factors[index] = 0.0 if dropped else 1.0 / (1.0 - rate)
    return factors
