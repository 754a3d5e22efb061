"""A call of each function that the standard has, with arguments that the standard allows."""

import inspect
from inspect import Parameter

from standard import FUNCTIONS

import dpctl.tensor as dpt

__all__ = ["arguments", "find", "matrix", "standard_parameters"]


def find(name):
    """The function or constant of a name such as linalg.svd."""
    found = dpt
    for part in name.split("."):
        found = getattr(found, part)
    return found


def standard_parameters(name):
    """The standard's parameters of a function."""
    namespace = {}
    exec(f"def function({FUNCTIONS[name]}): pass", namespace)
    return list(inspect.signature(namespace["function"]).parameters.values())


INTEGER_FUNCTIONS = {
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_right_shift",
}


def matrix():
    """A symmetric, regular matrix."""
    return dpt.asarray([[2.0, 1.0], [1.0, 3.0]])


def arguments(name):
    """Arguments by position for a call that the standard allows."""
    x = matrix()
    special = {
        "__array_namespace_info__": (),
        "arange": (3,),
        "asarray": ([1, 2],),
        "astype": (x, dpt.float32),
        "broadcast_arrays": (x, x),
        "broadcast_to": (x, (3, 2, 2)),
        "can_cast": (dpt.int8, dpt.int16),
        "concat": ([x, x],),
        "stack": ([x, x],),
        "cumulative_sum": (x[0, :],),
        "cumulative_prod": (x[0, :],),
        "empty": ((2, 3),),
        "ones": ((2, 3),),
        "zeros": ((2, 3),),
        "full": ((2, 3), 7),
        "full_like": (x, 7),
        "eye": (2, 3),
        "finfo": (dpt.float32,),
        "iinfo": (dpt.int32,),
        "isdtype": (dpt.int32, "integral"),
        "linspace": (0.0, 1.0, 5),
        "meshgrid": (x[0, :], x[1, :]),
        "moveaxis": (x, 0, 1),
        "permute_dims": (x, (1, 0)),
        "repeat": (x, 2),
        "reshape": (x, (4,)),
        "result_type": (x, dpt.float32),
        "roll": (x, 1),
        "searchsorted": (x[0, :], x[1, :]),
        "squeeze": (x[None, ...], 0),
        "take": (x[0, :], dpt.asarray([0, 1])),
        "take_along_axis": (x, dpt.asarray([[0], [1]])),
        "tile": (x, (2, 1)),
        "where": (x > 1.5, x, x),
        "linalg.cross": (dpt.asarray([1.0, 0.0, 0.0]), dpt.asarray([0.0, 1.0, 0.0])),
        "linalg.outer": (x[0, :], x[1, :]),
        "linalg.matrix_power": (x, 3),
        "fft.fftfreq": (8,),
        "fft.rfftfreq": (8,),
    }
    if name in special:
        return special[name]
    if name in INTEGER_FUNCTIONS:
        x = dpt.asarray([[2, 1], [1, 3]])
    n = sum(p.kind is Parameter.POSITIONAL_ONLY for p in standard_parameters(name))
    return (x,) * n
