"""Functions of data types, and numbers as text; computed on the host without reading arrays."""

from __future__ import annotations

import numpy
from numpy import binary_repr, issubdtype, mintypecode, typename

import dpctl.tensor as dpt
from opendpex._core import array_base
from opendpex._messages import as_dtype, as_int, as_whole, by_others, named, wrong_type

from ._arrays import as_array

__all__ = [
    "base_repr", "binary_repr", "can_cast", "common_type", "finfo", "iinfo", "isdtype", "issubdtype", "min_scalar_type",
    "mintypecode", "promote_types", "result_type", "typename",
]  # fmt: skip

promote_types = numpy.promote_types


def _plain(x):
    """The dtype of an array; anything else as it is."""
    return x.dtype if isinstance(x, array_base) else x


def base_repr(number, base=2, padding=0):
    """An integer as text, with digits of a base from 2 to 36; computed on the host.

    Parameters
    ----------
    number : int
        The number.
    base : int, optional
        The base.
    padding : int, optional
        The number of zeros to prepend.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        For another base.
    """
    base, padding = as_int(base, "base"), as_int(padding, "padding")
    if not 2 <= base <= 36:
        raise ValueError(named(f"the base must be from 2 to 36, not {base}"))
    number, digits = as_whole(number, "number"), ""
    rest = abs(number)
    while rest:
        rest, digit = divmod(rest, base)
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit] + digits
    digits = "0" * padding + digits
    return ("-" if number < 0 else "") + (digits or "0")


def can_cast(from_, to, casting="safe") -> bool:
    """Whether a data type (or that of an array) can be cast to another by a casting rule.

    Parameters
    ----------
    from_ : data type or dpnp.ndarray
        What is converted.
    to : data type
        What it becomes.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional
        The rule.

    Returns
    -------
    bool

    Raises
    ------
    TypeError
        For a Python scalar, whose dtype depends on the other operand.
    """
    if to is None:  # elsewhere the default data type
        raise wrong_type("to", "a data type", to)
    return by_others(numpy.can_cast, _plain(from_), as_dtype(to, "to"), casting=casting)


def common_type(*arrays):
    """The inexact scalar type that holds the elements of all arrays; integers count as float64.

    Parameters
    ----------
    *arrays : dpnp.ndarray
        The arrays.

    Returns
    -------
    type
        Such as ``numpy.float64``.

    Raises
    ------
    TypeError
        If an array is of bool.
    """
    dtypes = []
    for x in map(as_array, arrays):
        if x.dtype.kind == "b":
            raise TypeError(named("common_type is for numbers, not for bool"))
        dtypes.append(x.dtype if x.dtype.kind in "fc" else numpy.dtype("f8"))
    return numpy.result_type(*dtypes).type if dtypes else numpy.float16


def finfo(dtype):
    """Limits of a real or complex data type, or of that of an array.

    Parameters
    ----------
    dtype : data type or dpnp.ndarray
        Of floating-point numbers.

    Returns
    -------
    object
        With `bits`, `eps`, `max`, `min`, `smallest_normal`, `tiny`, `dtype` and others, as `numpy.finfo`.

    Raises
    ------
    ValueError
        For other data types.
    """
    return by_others(numpy.finfo, _plain(dtype))


def iinfo(dtype):
    """Limits of an integer data type, or of that of an array.

    Parameters
    ----------
    dtype : data type or dpnp.ndarray
        Of integers.

    Returns
    -------
    object
        With `bits`, `max`, `min` and `dtype`.

    Raises
    ------
    ValueError
        For other data types.
    """
    return dpt.iinfo(_plain(dtype))


def isdtype(dtype, kind) -> bool:
    """Whether a data type is of a kind: a name of the array API's, a data type, or a tuple of those.

    Parameters
    ----------
    dtype : data type
        The data type.
    kind : str, data type or tuple of them
        'bool', 'signed integer', 'unsigned integer', 'integral', 'real floating', 'complex floating' or 'numeric'.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        For an unknown kind.
    """
    return by_others(numpy.isdtype, dtype, kind)


def min_scalar_type(a):
    """The dtype of an array; of a scalar the smallest one that holds it.

    Parameters
    ----------
    a : scalar or dpnp.ndarray
        The object.

    Returns
    -------
    numpy.dtype
    """
    return a.dtype if isinstance(a, array_base) else by_others(numpy.min_scalar_type, a)


def result_type(*arrays_and_dtypes):
    """The data type that results from promotion of arrays, data types and scalars; Python scalars are weak.

    Parameters
    ----------
    *arrays_and_dtypes : dpnp.ndarray, data type or scalar
        The operands.

    Returns
    -------
    numpy.dtype

    Raises
    ------
    ValueError
        If there is nothing.
    """
    return by_others(numpy.result_type, *map(_plain, arrays_and_dtypes))
