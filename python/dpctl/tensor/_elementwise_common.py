"""The types of element-wise functions, at the path that the reference (Intel's dpctl 0.20) has; written in C
(python/core/elementwise.c).

This module defines the methods that return the parts of a function: implementation, result type resolver, promotion
acceptance.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

import dpctl
from opendpex._core import BinaryElementwiseFunc, UnaryElementwiseFunc

__all__ = ["BinaryElementwiseFunc", "UnaryElementwiseFunc"]

# The functions that compute into their first operand, and those whose Python ints are as wide as they need to be.
_IN_PLACE = {
    "add", "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "divide",
    "floor_divide", "multiply", "pow", "remainder", "subtract",
}  # fmt: skip
_DEFAULT_REAL = {"divide", "reciprocal"}
_WIDENING = {"divide", "equal", "greater", "greater_equal", "less", "less_equal", "not_equal"}
_NO_BOOL = {"negative": "`~` operator or `logical_not`", "subtract": "`^` operator, `bitwise_xor` or `logical_xor`"}


def _default_real(device: dpctl.SyclDevice) -> np.dtype:
    return np.dtype("f8" if device.has_aspect_fp64 else "f4")


def _events(
    queue: dpctl.SyclQueue, depends: Any, compute: Callable[[], Any]
) -> tuple[dpctl.SyclEvent, dpctl.SyclEvent]:
    if depends:
        queue.submit_barrier(depends)
    compute()
    event = queue.submit_barrier()
    return event, event


def _get_implementation_function(self) -> Callable:
    """get_implementation_function()

    The function that computes into an existing array: ``f(x, out, sycl_queue, depends=None)``, with two operands
    ``f(x1, x2, out, sycl_queue, depends=None)``.

    Returns
    -------
    callable
        It submits the work and returns two events: for what holds the operands, and for the result.
    """

    def implementation(*args, sycl_queue=None, depends=None):
        operands, rest = args[: self.nin + 1], args[self.nin + 1 :]
        queue = rest[0] if rest else sycl_queue or operands[-1].sycl_queue
        depends = rest[1] if len(rest) > 1 else depends
        return _events(queue, depends, lambda: self(*operands[:-1], out=operands[-1]))

    return implementation


def _get_implementation_inplace_function(self) -> Callable | None:
    """get_implementation_inplace_function()

    The function that computes into its first operand: ``f(x, y, sycl_queue, depends=None)``.

    Returns
    -------
    callable or None
        It submits the work and returns two events, as `get_implementation_function`; None where there is no such
        function.
    """
    if self.__name__ not in _IN_PLACE:
        return None

    def implementation(x, y, sycl_queue=None, depends=None):
        return _events(sycl_queue or x.sycl_queue, depends, lambda: self(x, y, out=x))

    return implementation


def _get_type_result_resolver_function(self) -> Callable:
    """get_type_result_resolver_function()

    The function that maps the operands' data types to the result's.

    Returns
    -------
    callable
        It takes a data type per operand and returns that of the result, None where they are not in `types` as they are.
    """
    table = {tuple(np.dtype(c) for c in text[: self.nin]): np.dtype(text[-1]) for text in self.types}

    def resolve(*dtypes):
        return table.get(tuple(np.dtype(d) for d in dtypes))

    return resolve


def _get_type_promotion_path_acceptance_function(self) -> Callable:
    """get_type_promotion_path_acceptance_function()

    The function that accepts or declines a candidate of type promotion.

    Returns
    -------
    callable
        It takes the operands' data types, those to convert them to, the result's data type, and the device; for
        `negative` and `subtract` it raises ValueError for bool.
    """

    def accept(*args):
        given, result, device = args[: self.nin], args[-2], args[-1]
        if self.__name__ in _NO_BOOL and all(np.dtype(d).kind == "b" for d in given):
            raise ValueError(f"{self.__name__} is not defined for bool; use the {_NO_BOOL[self.__name__]}")
        if self.__name__ in _DEFAULT_REAL and all(np.dtype(d).kind in "biu" for d in given):
            return np.dtype(result) == _default_real(device)
        return True

    return accept


def _get_array_dtype_scalar_type_resolver_function(self) -> Callable:
    """get_array_dtype_scalar_type_resolver_function()

    The function that gives a Python scalar beside an array its data type.

    Returns
    -------
    callable
        It takes a data type and a Python scalar (or its type), in either order, and the device, and returns two data
        types.
    """

    def resolve(first, second, device):
        queue = dpctl.SyclQueue(device)
        pairs = (first, second), (second, first)
        return tuple(
            _weak_dtype(self, mine, other, queue) if _is_weak(mine) else np.dtype(mine) for mine, other in pairs
        )

    return resolve


def _is_weak(operand: Any) -> bool:
    return (operand if isinstance(operand, type) else type(operand)) in (bool, int, float, complex)


def _weak_dtype(function: Any, scalar: Any, strong: Any, queue: dpctl.SyclQueue) -> np.dtype:
    scalar = scalar(1) if isinstance(scalar, type) else scalar
    if type(scalar) is int and function.__name__ in _WIDENING and np.dtype(strong).kind in "iu":
        limits = np.iinfo(strong)
        if not limits.min <= scalar <= limits.max:
            return np.dtype("i8") if scalar < 0 and np.dtype(strong) == np.dtype("u8") else np.min_scalar_type(scalar)
    tensor = import_module("dpctl.tensor")
    return tensor.result_type(tensor.empty((), dtype=strong, sycl_queue=queue), scalar)


def _add_methods() -> None:
    for kind, methods in (
        (UnaryElementwiseFunc, _METHODS),
        (BinaryElementwiseFunc, (*_METHODS, *_METHODS_OF_TWO_OPERANDS)),
    ):
        for method in methods:
            method.__name__ = method.__name__.lstrip("_")
            setattr(kind, method.__name__, method)


def _signature(operands: tuple[str, ...]) -> inspect.Signature:
    """(x, /, *, out=None, order='K'): what `inspect.signature` says of a function, which Python cannot see in C."""
    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in operands]
    parameters += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
        for name, default in (("out", None), ("order", "K"))
    ]
    return inspect.Signature(parameters)


def function_of(module: str, name: str) -> Any:
    """A function by its public name, which is what a pickle of it holds.

    Parameters
    ----------
    module : str
        The module that has the function.
    name : str
        Its name there.

    Returns
    -------
    callable
    """
    return getattr(import_module(module), name)


def _reduce(self) -> tuple:
    return function_of, ("dpctl.tensor", self.__name__)


UnaryElementwiseFunc.__reduce__ = BinaryElementwiseFunc.__reduce__ = _reduce
UnaryElementwiseFunc.__signature__ = _signature(("x",))
BinaryElementwiseFunc.__signature__ = _signature(("x1", "x2"))

_METHODS = (
    _get_implementation_function,
    _get_type_result_resolver_function,
    _get_type_promotion_path_acceptance_function,
)
_METHODS_OF_TWO_OPERANDS = (_get_implementation_inplace_function, _get_array_dtype_scalar_type_resolver_function)
_add_methods()
