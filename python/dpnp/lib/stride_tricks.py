"""Views with given strides, and windows that slide over an array."""

from __future__ import annotations

from opendpex import _core
from opendpex._messages import as_flag, as_int, as_items, named

from .._arrays import as_array, ndarray

__all__ = ["as_strided", "sliding_window_view"]


def _strided(x, shape, strides, writeable):
    made = _core.view_as(x, ndarray, x.dtype, shape, tuple(s // x.itemsize for s in strides))
    if not as_flag(writeable, "writeable"):
        made.flags["W"] = False
    return made


def _ints(values, what: str) -> tuple:
    return tuple(as_int(n, what) for n in as_items(values, what, "a sequence of ints"))


def as_strided(x, shape=None, strides=None, *, writeable=True):
    """View an array's memory with another shape and other strides.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    shape : tuple of ints, optional
        Extents of the view.
    strides : tuple of ints, optional
        Bytes from one index to the next along each axis.
    writeable : bool, optional
        False: the view is read-only.

    Returns
    -------
    dpnp.ndarray

    Raises
    ------
    ValueError
        If strides are not multiples of the itemsize, or elements would lie outside of what the array spans.
    """
    x = as_array(x)
    shape = x.shape if shape is None else _ints(shape, "shape")
    strides = x.strides if strides is None else _ints(strides, "strides")
    if len(shape) != len(strides):
        raise ValueError(named(f"{len(shape)} extents and {len(strides)} strides"))
    if any(s % x.itemsize for s in strides) or any(n < 0 for n in shape):
        raise ValueError(named("strides must be multiples of the itemsize, and extents not negative"))
    if 0 not in shape:
        reach = [(n - 1) * s for n, s in zip(shape, strides, strict=True)]
        low, high = x._byte_bounds
        first = x._pointer + sum(r for r in reach if r < 0)
        last = x._pointer + sum(r for r in reach if r > 0) + x.itemsize
        if x.size == 0 or first < low or last > high:
            raise ValueError(named("elements would lie outside of the array's memory"))
    return _strided(x, shape, strides, writeable)


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """View all windows of a shape that slide over an array.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    window_shape : int or tuple of ints
        Extents of the windows.
    axis : int or tuple of ints, optional
        The axes that they slide along; None: all.
    subok : bool, optional
        Ignored.
    writeable : bool, optional
        True: the view may be written; windows overlap.

    Returns
    -------
    dpnp.ndarray
        The axes of the windows come last.

    Raises
    ------
    ValueError
        If there are not as many axes as extents, or a window is larger than the array.
    """
    x = as_array(x)
    windows = window_shape if isinstance(window_shape, (tuple, list)) else (window_shape,)
    windows = tuple(as_int(n, "window_shape") for n in windows)
    if any(n < 0 for n in windows):
        raise ValueError(named("`window_shape` cannot contain negative values"))
    axes = _core.normalized_axes(axis, x.ndim, True)
    if len(axes) != len(windows):
        raise ValueError(
            named(f"Must provide matching length window_shape and axis; got {len(windows)} and {len(axes)}.")
        )
    extents = list(x.shape)
    for i, n in zip(axes, windows, strict=True):
        if extents[i] < n:
            raise ValueError(named("window shape cannot be larger than input array shape"))
        extents[i] -= n - 1
    strides = x.strides + tuple(x.strides[i] for i in axes)
    return _strided(x, (*extents, *windows), strides, writeable)


def __dir__():
    return __all__
