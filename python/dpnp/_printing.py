"""How arrays are printed: as NumPy prints them, with the values copied to the host.

There is one set of options, that of `dpctl.tensor.set_print_options`; the names here are NumPy's.
"""

from __future__ import annotations

import contextlib

import numpy
from numpy import format_float_positional, format_float_scientific

import dpctl.tensor._print as tensor_print
from opendpex._core import as_usm_ndarray, asnumpy

from ._arrays import as_array

__all__ = [
    "array2string", "array_repr", "array_str", "format_float_positional", "format_float_scientific", "get_printoptions",
    "printoptions", "set_printoptions",
]  # fmt: skip


def _text(x, max_line_width, precision, suppress_small, **options) -> str:
    given = {"line_width": max_line_width, "precision": precision, "suppress": suppress_small, **options}
    return tensor_print.usm_ndarray_str(as_usm_ndarray(as_array(x)), **given)


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None) -> str:
    """The text of repr(x), with a width, a precision and numbers near 0 as 0 if given."""
    x = as_usm_ndarray(as_array(arr))
    return tensor_print.usm_ndarray_repr(x, max_line_width, precision, suppress_small, prefix="array")


def array_str(a, max_line_width=None, precision=None, suppress_small=None) -> str:
    """The text of str(x), with a width, a precision and numbers near 0 as 0 if given; without dimensions that of a scalar."""
    if as_array(a).ndim == 0 and not any(tensor_print._NUMPY_ONLY.values()):
        return str(asnumpy(as_array(a))[()])
    return _text(a, max_line_width, precision, suppress_small)


def array2string(
    a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", *, formatter=None, threshold=None,
    edgeitems=None, sign=None, floatmode=None, suffix="", legacy=None
) -> str:
    """An array as text; the parameters are those of `numpy.array2string`.

    Raises
    ------
    NotImplementedError
        For `legacy`: ``numpy.array2string(x.asnumpy(), ...)`` has it.
    """
    if legacy is not None:
        raise NotImplementedError("array2string: legacy= is not supported; numpy.array2string(x.asnumpy(), ...) has it")
    if formatter is not None:
        with printoptions(formatter=formatter):
            return array2string(a, max_line_width, precision, suppress_small, separator, prefix, threshold=threshold, edgeitems=edgeitems,
                                sign=sign, floatmode=floatmode, suffix=suffix)  # fmt: skip
    return _text(
        a, max_line_width, precision, suppress_small, separator=separator, prefix=prefix, suffix=suffix, threshold=threshold,
        edge_items=edgeitems, sign=sign, floatmode=floatmode,
    )  # fmt: skip


def set_printoptions(
    precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None, formatter=None, sign=None,
    floatmode=None, *, legacy=None
):
    """Set how arrays are printed; None leaves an option as it is, but for `formatter`, which has to be given each time.

    Parameters
    ----------
    precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, sign, floatmode : optional
        As of `dpctl.tensor.set_print_options`.
    formatter : dict of callables, optional
        As of `numpy.set_printoptions`: what writes an element, by kinds of types such as ``'float'``.
    legacy : str or False, optional
        As of `numpy.set_printoptions`: print as an earlier version of NumPy.

    Raises
    ------
    TypeError
        For an option of the wrong type.
    ValueError
        For a word that an option does not have.
    """
    with numpy.printoptions(formatter=formatter, legacy=legacy):  # NumPy refuses what it cannot use
        pass
    tensor_print.set_print_options(
        precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=linewidth, suppress=suppress, nanstr=nanstr,
        infstr=infstr, sign=sign, floatmode=floatmode,
    )  # fmt: skip
    tensor_print._NUMPY_ONLY["formatter"] = formatter
    if legacy is not None:
        tensor_print._NUMPY_ONLY["legacy"] = legacy


def get_printoptions() -> dict:
    """The options of printing."""
    return dict(tensor_print.get_print_options()) | tensor_print._NUMPY_ONLY


@contextlib.contextmanager
def printoptions(*args, **options):
    """A context in which arrays are printed with other options; see `set_printoptions`."""
    before = get_printoptions()
    set_printoptions(*args, **options)
    try:
        yield get_printoptions()
    finally:
        set_printoptions(**before)
