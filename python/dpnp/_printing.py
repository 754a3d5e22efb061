"""How arrays are printed: as NumPy prints them, with the values copied to the host.

There is one set of options, that of `dpctl.tensor.set_print_options`; the names here are NumPy's.
"""

from __future__ import annotations

import contextlib

from numpy import format_float_positional, format_float_scientific

import dpctl.tensor._print as tensor_print
from opendpex._core import as_usm_ndarray

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
    """The text of str(x), with a width, a precision and numbers near 0 as 0 if given."""
    return _text(a, max_line_width, precision, suppress_small)


def array2string(
    a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", *, formatter=None, threshold=None,
    edgeitems=None, sign=None, floatmode=None, suffix="", legacy=None
) -> str:
    """An array as text; the parameters are those of `numpy.array2string`.

    Raises
    ------
    NotImplementedError
        For `formatter` and `legacy`: ``numpy.array2string(x.asnumpy(), ...)`` has them.
    """
    if formatter is not None or legacy is not None:
        raise NotImplementedError("array2string: formatter= and legacy= are not supported; numpy.array2string(x.asnumpy(), ...) has them")
    return _text(
        a, max_line_width, precision, suppress_small, separator=separator, prefix=prefix, suffix=suffix, threshold=threshold,
        edge_items=edgeitems, sign=sign, floatmode=floatmode,
    )  # fmt: skip


def set_printoptions(
    precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None, *, sign=None, floatmode=None
):
    """Set how arrays are printed; None leaves an option as it is. See `dpctl.tensor.set_print_options`."""
    tensor_print.set_print_options(
        precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=linewidth, suppress=suppress, nanstr=nanstr,
        infstr=infstr, sign=sign, floatmode=floatmode,
    )  # fmt: skip


def get_printoptions() -> dict:
    """The options of printing."""
    return dict(tensor_print.get_print_options())


@contextlib.contextmanager
def printoptions(**options):
    """A context in which arrays are printed with other options; see `set_printoptions`."""
    with tensor_print.print_options(**options):
        yield get_printoptions()
