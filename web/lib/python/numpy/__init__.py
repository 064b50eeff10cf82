"""The part of NumPy that the lesson needs, on the lesson's core. Floats are float32."""

import math

from . import random
from ._dtype import as_dtype as dtype
from ._dtype import bool_, float32, int64
from ._along_axes import (
    all,
    any,
    argmax,
    argmin,
    cumsum,
    max,
    mean,
    min,
    ndim,
    nonzero,
    shape,
    std,
    sum,
    var,
)
from ._functions import (
    add,
    allclose,
    arange,
    argsort,
    array,
    array_equal,
    array_repr,
    asarray,
    broadcast_to,
    clip,
    concatenate,
    cos,
    diag,
    divide,
    dot,
    einsum,
    exp,
    expand_dims,
    eye,
    floor,
    full,
    full_like,
    hstack,
    isclose,
    isfinite,
    isinf,
    isnan,
    linspace,
    log,
    log2,
    logical_and,
    logical_not,
    logical_or,
    matmul,
    maximum,
    minimum,
    moveaxis,
    multiply,
    ones,
    ones_like,
    outer,
    power,
    ravel,
    repeat,
    reshape,
    set_printoptions,
    sign,
    sin,
    sort,
    split,
    sqrt,
    square,
    squeeze,
    stack,
    subtract,
    swapaxes,
    tanh,
    tile,
    transpose,
    tril,
    triu,
    vstack,
    where,
    zeros,
    zeros_like,
)
from ._functions import absolute as abs
from ._functions import around as round
from ._functions import eye as identity
from ._ndarray import ndarray

pi, e, inf, nan = math.pi, math.e, math.inf, math.nan
newaxis = None
float64 = float16 = float32  # the core has one width
int32 = int64


def __getattr__(name):
    from ._missing import missing

    raise AttributeError(missing('numpy', name, list(globals())))
