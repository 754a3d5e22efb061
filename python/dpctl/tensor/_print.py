"""Printing of arrays.

The text is made by ``numpy.array2string``; of a long array only its corners are copied to the host. An array without
dimensions is written by NumPy's formatter of one number, which gives the same text in a twentieth of the time: messages
of tests and logs print element by element.
"""

from __future__ import annotations

import contextlib
import math

import numpy

from opendpex import _core
from opendpex._core import usm_ndarray
from opendpex._messages import as_flag, as_int, as_text, named, names_errors

from ._copy_utils import asnumpy

__all__ = ["get_print_options", "print_options", "set_print_options", "usm_ndarray_repr", "usm_ndarray_str"]

_options = {
    "linewidth": 75,
    "edgeitems": 3,
    "threshold": 1000,
    "precision": 8,
    "floatmode": "maxprec",
    "suppress": False,
    "nanstr": "nan",
    "infstr": "inf",
    "sign": "-",
}

# options that dpnp has beside those: what `numpy.printoptions` takes
_NUMPY_ONLY = {"formatter": None, "legacy": False}

_INTEGERS = ("linewidth", "edgeitems", "threshold", "precision")
_TEXTS = ("nanstr", "infstr")
_WORDS = {"floatmode": ("fixed", "unique", "maxprec", "maxprec_equal"), "sign": ("-", "+", " ")}
_SHORT_DTYPES = ("bool", "int64", "float64", "complex128")
_POSITIONAL_BELOW = {2: 1e3, 4: 1e6, 8: 1e8}
_STYLE = {name: _options[name] for name in ("precision", "floatmode", "suppress", "nanstr", "infstr", "sign")}


def _checked(name: str, value):
    """The value of an option; TypeError or ValueError if it cannot be one."""
    if name in _INTEGERS:
        return as_int(value, name)
    if name == "suppress":
        return as_flag(value, name)
    if not isinstance(value, str):
        raise TypeError(named(f"{name} must be a str, not {type(value).__name__}"))
    if name in _WORDS and value not in _WORDS[name]:
        raise ValueError(named(f"{name} {value!r} is none of {', '.join(map(repr, _WORDS[name]))}"))
    return value


def _merged(given: dict, numpy_options: bool) -> dict:
    """The current options, or NumPy's, with those that are given put over them."""
    merged = dict(_options)
    if numpy_options:
        of_numpy = numpy.get_printoptions()
        merged.update({name: of_numpy[name] for name in merged})
    merged.update({name: _checked(name, value) for name, value in given.items() if value is not None})
    return merged


@names_errors
def set_print_options(
    linewidth=None,
    edgeitems=None,
    threshold=None,
    precision=None,
    floatmode=None,
    suppress=None,
    nanstr=None,
    infstr=None,
    sign=None,
    numpy=False,
):
    """Set how arrays are printed; None leaves an option as it is.

    Parameters
    ----------
    linewidth : int, optional
        Characters of a line (75).
    edgeitems : int, optional
        Elements shown at each end of an axis where an array is summarised (3).
    threshold : int, optional
        Number of elements from which on an array is summarised (1000).
    precision : int, optional
        Digits after the point (8).
    floatmode : {'fixed', 'unique', 'maxprec', 'maxprec_equal'}, optional
        What `precision` means, as in NumPy ('maxprec').
    suppress : bool, optional
        Whether small numbers are printed without an exponent (False).
    nanstr, infstr : str, optional
        How NaN and infinity are written ('nan', 'inf').
    sign : {'-', '+', ' '}, optional
        What stands before positive numbers: nothing, a plus, a space ('-').
    numpy : bool, optional
        Take all options that are not given from NumPy.

    Returns
    -------
    None
        What arrays print from now on, in all threads.

    Raises
    ------
    TypeError
        If an option is of a wrong type.
    ValueError
        If `floatmode` or `sign` is none of those texts.
    """
    given = dict(locals())
    take_numpy = as_flag(given.pop("numpy"), "numpy")
    _options.update(_merged(given, take_numpy))


def get_print_options() -> dict:
    """Return the options of `set_print_options` as a dict.

    Returns
    -------
    dict
        A copy: what is changed in it changes nothing.
    """
    return dict(_options)


@contextlib.contextmanager
def print_options(*args, **kwargs):
    """Set print options within a ``with`` statement.

    Parameters
    ----------
    *args, **kwargs
        As for `set_print_options`.

    Returns
    -------
    context manager
        Which gives the options as a dict, and at its end sets what was before.

    Raises
    ------
    TypeError, ValueError
        As for `set_print_options`, when the block is entered.
    """
    before = get_print_options()
    set_print_options(*args, **kwargs)
    try:
        yield get_print_options()
    finally:
        _options.update(before)


def _corners(x: usm_ndarray, edge: int, axis: int = 0) -> numpy.ndarray:
    """A host copy of what is shown of an array: `edge` elements at each end of each axis, with one between them for the
    dots to stand in for. Nothing else is copied."""
    while axis < x.ndim and x.shape[axis] <= 2 * edge + 1:
        axis += 1
    if axis == x.ndim:
        return asnumpy(x)
    before = (slice(None),) * axis
    ends = slice(None, edge + 1), slice(x.shape[axis] - edge, None)
    return numpy.concatenate([_corners(x[(*before, end)], edge, axis + 1) for end in ends], axis=axis)


def _real_to_text(value: numpy.floating, plus: bool) -> str | None:
    """A floating-point number in the default style; None where NumPy's choice of an exponent depends on type or
    release."""
    size = abs(float(value))
    if size == 0 or 2e-4 <= size < _POSITIONAL_BELOW[value.itemsize]:
        return numpy.format_float_positional(value, precision=8, trim=".", sign=plus)
    if size < 5e-5 or 1e8 <= size < math.inf:
        return numpy.format_float_scientific(value, precision=8, trim=".", sign=plus)
    if size < math.inf:
        return None
    return ("+" if plus and not value < 0 else "-" if value < 0 else "") + ("inf" if size == math.inf else "nan")


def _element_to_text(x: usm_ndarray, options: dict) -> str | None:
    """The text of an array without dimensions; None in other styles than the default one."""
    default = _NUMPY_ONLY == {"formatter": None, "legacy": False}
    if not default or not _STYLE.items() <= options.items() or numpy.get_printoptions()["legacy"]:
        return None
    value = asnumpy(x)[()]
    if x.dtype.kind in "biu":
        return str(value)
    if x.dtype.kind == "f":
        return _real_to_text(value, False)
    parts = _real_to_text(value.real, False), _real_to_text(value.imag, True)
    return None if None in parts else f"{parts[0]}{parts[1]}j"


def _to_text(x: usm_ndarray, options: dict, separator: str, prefix: str, suffix: str) -> str:
    if x.ndim == 0:
        text = _element_to_text(x, options)
        if text is not None:
            return text
    edge = options["edgeitems"]
    summarised = x.size > options["threshold"]
    data = _corners(x, edge) if summarised else asnumpy(x)
    threshold = 0 if summarised else data.size + 1
    choices = dict(_NUMPY_ONLY) if any(_NUMPY_ONLY.values()) else {}
    choices |= {name: options[name] for name in ("precision", "floatmode", "suppress", "sign", "nanstr", "infstr")}
    with numpy.printoptions(linewidth=options["linewidth"], edgeitems=edge, threshold=threshold, **choices):
        return numpy.array2string(data, separator=separator, prefix=prefix, suffix=suffix)


@names_errors
def usm_ndarray_str(
    x,
    line_width=None,
    edge_items=None,
    threshold=None,
    precision=None,
    floatmode=None,
    suppress=None,
    sign=None,
    numpy=False,
    separator=" ",
    prefix="",
    suffix="",
):
    """Return the elements of an array as a text.

    Parameters
    ----------
    x : usm_ndarray
        The array.
    line_width, edge_items, threshold, precision, floatmode, suppress, sign, numpy : optional
        As for `set_print_options`, for this text only.
    separator : str, optional
        What stands between elements.
    prefix, suffix : str, optional
        Texts whose lengths decide where lines begin and end.

    Returns
    -------
    str
        The text, without a line's end.

    Raises
    ------
    TypeError
        If `x` is not an array.
    ValueError
        As for `set_print_options`.
    """
    if not isinstance(x, usm_ndarray):
        raise TypeError(named(f"an usm_ndarray is needed, not {type(x).__name__}"))
    given = {
        "linewidth": None if line_width is None else as_int(line_width, "line_width"),
        "edgeitems": None if edge_items is None else as_int(edge_items, "edge_items"),
        "threshold": threshold,
        "precision": precision,
        "floatmode": floatmode,
        "suppress": suppress,
        "sign": sign,
    }
    texts = [as_text(text, what) for what, text in (("separator", separator), ("prefix", prefix), ("suffix", suffix))]
    return _to_text(x, _merged(given, as_flag(numpy, "numpy")), *texts)


@names_errors
def usm_ndarray_repr(x, line_width=None, precision=None, suppress=None, prefix="usm_ndarray"):
    """Return ``usm_ndarray([...], shape=..., dtype=...)``.

    The shape is given where the elements do not show it; bool, int64, float64 and complex128 go without saying where
    there are elements.

    Parameters
    ----------
    x : usm_ndarray
        The array.
    line_width, precision, suppress : optional
        As for `usm_ndarray_str`.
    prefix : str, optional
        The word before the bracket.

    Returns
    -------
    str
        What ``repr(x)`` gives, for the defaults.

    Raises
    ------
    TypeError
        If `x` is not an array.
    ValueError
        As for `set_print_options`.
    """
    if not isinstance(x, usm_ndarray):
        raise TypeError(named(f"an usm_ndarray is needed, not {type(x).__name__}"))
    options = _merged(
        {
            "linewidth": None if line_width is None else as_int(line_width, "line_width"),
            "precision": precision,
            "suppress": suppress,
        },
        False,
    )
    opening = as_text(prefix, "prefix") + "("
    facts = []
    if x.size > options["threshold"] or (x.size == 0 and x.shape != (0,)):
        facts.append(f"shape={x.shape}")
    if x.size == 0 or x.dtype.name not in _SHORT_DTYPES:
        facts.append(f"dtype={x.dtype.name}")
    text = "[]" if x.size == 0 else _to_text(x, options, ", ", opening, ")" if not facts else ",")
    if not facts:
        return f"{opening}{text})"
    suffix = ", ".join(facts) + ")"
    last_line = text.rsplit("\n", 1)[-1]
    used = len(last_line) + (len(opening) if last_line is text or "\n" not in text else 0)
    gap = ", " if used + 2 + len(suffix) <= options["linewidth"] else ",\n" + " " * len(opening)
    return f"{opening}{text}{gap}{suffix}"


_core.set_hook("usm_ndarray_repr", usm_ndarray_repr)
_core.set_hook("usm_ndarray_str", usm_ndarray_str)
