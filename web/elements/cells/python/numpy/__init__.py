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
    prod,
    shape,
    std,
    sum,
    var,
)
from ._functions import (
    add,
    allclose,
    argsort,
    array_equal,
    array_repr,
    ceil,
    clip,
    cos,
    count_nonzero,
    divide,
    dot,
    einsum,
    exp,
    floor,
    isclose,
    isfinite,
    isinf,
    isnan,
    log,
    log2,
    logical_and,
    logical_not,
    logical_or,
    matmul,
    maximum,
    minimum,
    multiply,
    outer,
    power,
    set_printoptions,
    sign,
    sin,
    sort,
    sqrt,
    square,
    subtract,
    tanh,
    where,
)
from ._joining import (
    broadcast_to,
    concatenate,
    diag,
    expand_dims,
    hstack,
    moveaxis,
    ravel,
    repeat,
    reshape,
    split,
    squeeze,
    stack,
    swapaxes,
    tile,
    transpose,
    tril,
    triu,
    vstack,
)
from ._making import (
    arange,
    array,
    asarray,
    empty,
    eye,
    full,
    full_like,
    linspace,
    ones,
    ones_like,
    zeros,
    zeros_like,
)
from ._functions import absolute as abs
from ._functions import around as round
from ._making import eye as identity
from ._ndarray import ndarray

pi, e, inf, nan = math.pi, math.e, math.inf, math.nan
newaxis = None
float64 = float16 = float32  # the core has one width
int32 = int64


def __getattr__(name):
    from ._missing import missing

    raise AttributeError(missing('numpy', name, list(globals())))
