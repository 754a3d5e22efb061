"""Printing of arrays, in NumPy's format; the shown values are copied to the host.

There is one set of options, that of `dpctl.tensor.set_print_options`; the names here are NumPy's.
"""

from __future__ import annotations

import contextlib

import numpy
from numpy import format_float_positional, format_float_scientific

import dpctl.tensor._print as tensor_print
from opendpex import _core
from opendpex._core import as_usm_ndarray, asnumpy
from opendpex._messages import as_flag, as_int, named

from .._arrays import as_array

__all__ = [
    "array2string",
    "array_repr",
    "array_str",
    "format_float_positional",
    "format_float_scientific",
    "get_printoptions",
    "printoptions",
    "set_printoptions",
]


_override = [None]  # the user's function for repr(x)


def _suppressed(suppress_small):
    return None if suppress_small is None else as_flag(suppress_small, "suppress_small")


def _as_width(max_line_width):
    return None if max_line_width is None else as_int(max_line_width, "max_line_width")


def _text(x, max_line_width, precision, suppress_small, **options) -> str:
    given = {"line_width": _as_width(max_line_width), "precision": precision, "suppress": _suppressed(suppress_small)}
    return tensor_print.usm_ndarray_str(as_usm_ndarray(as_array(x)), **given, **options)


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None) -> str:
    """The text of repr(x).

    Parameters
    ----------
    arr : dpnp.ndarray
        The array; its elements are copied to the host.
    max_line_width : int, optional
        Characters in a line.
    precision : int, optional
        Digits after the decimal point.
    suppress_small : bool, optional
        Print numbers near 0 as 0.

    Returns
    -------
    str
    """
    if _override[0] is not None:
        return _override[0](as_array(arr))
    x = as_usm_ndarray(as_array(arr))
    return tensor_print.usm_ndarray_repr(
        x, _as_width(max_line_width), precision, _suppressed(suppress_small), prefix="array"
    )


def array_str(a, max_line_width=None, precision=None, suppress_small=None) -> str:
    """The text of str(x); without dimensions that of a scalar.

    Parameters
    ----------
    a, max_line_width, precision, suppress_small
        As in `array_repr`.

    Returns
    -------
    str
    """
    if as_array(a).ndim == 0 and not any(tensor_print._NUMPY_ONLY.values()):
        return str(asnumpy(as_array(a))[()])
    return _text(a, max_line_width, precision, suppress_small)


def array2string(
    a,
    max_line_width=None,
    precision=None,
    suppress_small=None,
    separator=" ",
    prefix="",
    *,
    formatter=None,
    threshold=None,
    edgeitems=None,
    sign=None,
    floatmode=None,
    suffix="",
    legacy=None,
) -> str:
    """An array as text; the parameters are those of `numpy.array2string`.

    Parameters
    ----------
    a : dpnp.ndarray
        The array; its elements are copied to the host.
    max_line_width, precision, suppress_small, separator, prefix, formatter, threshold, edgeitems, sign, floatmode,
    suffix : optional
        As in `numpy.array2string`.

    Returns
    -------
    str

    Raises
    ------
    NotImplementedError
        For `legacy`: ``numpy.array2string(x.asnumpy(), ...)`` has it.
    """
    if legacy is not None:
        raise NotImplementedError(named("legacy= is not supported; numpy.array2string(x.asnumpy(), ...) has it"))
    for name, text in (("separator", separator), ("prefix", prefix), ("suffix", suffix)):
        if not isinstance(text, str):
            raise TypeError(named(f"{name} must be a str, not {type(text).__name__}"))
    if formatter is not None and not isinstance(formatter, dict):
        raise TypeError(named(f"formatter must be a dict of callables, not {type(formatter).__name__}"))
    if formatter is not None:
        with printoptions(formatter=formatter):
            return array2string(
                a,
                max_line_width,
                precision,
                suppress_small,
                separator,
                prefix,
                threshold=threshold,
                edgeitems=edgeitems,
                sign=sign,
                floatmode=floatmode,
                suffix=suffix,
            )
    return _text(
        a,
        max_line_width,
        precision,
        suppress_small,
        separator=separator,
        prefix=prefix,
        suffix=suffix,
        threshold=threshold,
        edge_items=None if edgeitems is None else as_int(edgeitems, "edgeitems"),
        sign=sign,
        floatmode=floatmode,
    )


def set_printoptions(
    precision=None,
    threshold=None,
    edgeitems=None,
    linewidth=None,
    suppress=None,
    nanstr=None,
    infstr=None,
    formatter=None,
    sign=None,
    floatmode=None,
    *,
    legacy=None,
    override_repr=None,
):
    """Set how arrays are printed; None leaves an option as it is, but for `formatter` and `override_repr`, which
    have to be given each time.

    Parameters
    ----------
    precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, sign, floatmode : optional
        As in `dpctl.tensor.set_print_options`.
    formatter : dict of callables, optional
        As in `numpy.set_printoptions`: what writes an element, by kinds of types such as ``'float'``.
    legacy : str or False, optional
        As in `numpy.set_printoptions`: print as an earlier version of NumPy.
    override_repr : callable, optional
        Takes an array and gives the text of its repr; other options make no difference then.

    Raises
    ------
    TypeError
        For an option of the wrong type.
    ValueError
        For an unknown value of an option.
    """
    if not (override_repr is None or callable(override_repr)):
        raise TypeError(named(f"override_repr must be callable, not {type(override_repr).__name__}"))
    with numpy.printoptions(formatter=formatter, legacy=legacy):  # NumPy checks the values
        pass
    tensor_print.set_print_options(
        precision=precision,
        threshold=threshold,
        edgeitems=edgeitems,
        linewidth=linewidth,
        suppress=suppress,
        nanstr=nanstr,
        infstr=infstr,
        sign=sign,
        floatmode=floatmode,
    )
    tensor_print._NUMPY_ONLY["formatter"] = formatter
    _override[0] = override_repr
    if legacy is not None:
        tensor_print._NUMPY_ONLY["legacy"] = legacy


def get_printoptions() -> dict:
    """The options of printing.

    Returns
    -------
    dict
        By the names of the parameters of `set_printoptions`.
    """
    return dict(tensor_print.get_print_options()) | tensor_print._NUMPY_ONLY | {"override_repr": _override[0]}


@contextlib.contextmanager
def printoptions(*args, **options):
    """A context in which arrays are printed with other options.

    Parameters
    ----------
    *args, **options
        As in `set_printoptions`.

    Returns
    -------
    context manager
        Gives the options as a dict; the previous options are restored at the end.
    """
    before = get_printoptions()
    set_printoptions(*args, **options)
    try:
        yield get_printoptions()
    finally:
        set_printoptions(**before)


_core.set_hook("ndarray_repr", array_repr)
_core.set_hook("ndarray_str", array_str)
