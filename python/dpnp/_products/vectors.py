"""cross: cross products of arrays of vectors with two or three components."""

from __future__ import annotations

import warnings

from opendpex import _core
from opendpex._fuse import fuse
from opendpex._messages import named

from .._arrays import as_pair
from .._creation.arrays import zeros
from .._manipulation.shapes import moveaxis
from .._manipulation.stacking import concatenate

__all__ = ["cross"]


@fuse
def _plane_product(x1, y1, x2, y2):
    return x1 * y2 - y1 * x2


def _in_space(v):
    """Vectors with 2 components, extended by a third of 0."""
    if v.shape[-1] == 3:
        return v
    more = zeros(v.shape[:-1] + (1,), v.dtype, usm_type=v.usm_type, sycl_queue=v.sycl_queue)
    return concatenate([v, more], -1)


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """Cross products.

    Parameters
    ----------
    a, b : dpnp.ndarray
        Vectors along an axis, with 3 components, or with 2 and a third of 0.
    axisa, axisb, axisc : int, optional
        The axes of the components in `a`, `b` and the result.
    axis : int, optional
        All three.

    Returns
    -------
    dpnp.ndarray
        For vectors of 2 components only the third component.

    Raises
    ------
    ValueError
        If a vector has another number of components.

    Examples
    --------
    >>> np.cross(np.array([1, 0, 0]), np.array([0, 1, 0]))
    array([0, 0, 1])
    """
    names = ("axisa", "axisb", "axisc")
    if axis is not None:
        axisa = axisb = axisc = axis
        names = ("axis",) * 3
    a, b = as_pair(a, b)
    if a.ndim < 1 or b.ndim < 1:
        raise ValueError(named("At least one array has zero dimension"))
    a, b = (
        moveaxis(a, _core.normalized_axis(axisa, a.ndim, names[0]), -1),
        moveaxis(b, _core.normalized_axis(axisb, b.ndim, names[1]), -1),
    )
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError(
            named(
                f"Both input arrays must be (arrays of) 3-dimensional vectors, but they are {a.shape[-1]} and "
                f"{b.shape[-1]} dimensional instead."
            )
        )
    if a.shape[-1] == 2 or b.shape[-1] == 2:
        warnings.warn(
            "Arrays of 2-dimensional vectors are deprecated. Use arrays of 3-dimensional vectors instead.",
            DeprecationWarning,
            stacklevel=2,
        )
        if a.shape[-1] == b.shape[-1]:
            return _plane_product(a[..., 0], a[..., 1], b[..., 0], b[..., 1])
    a, b = _in_space(a), _in_space(b)
    if a.dtype.kind == "b" and b.dtype.kind == "b":
        raise TypeError(named("numpy boolean subtract, the `-` operator, is not supported"))
    made = _core.linalg_cross(a, b, -1)
    return moveaxis(made, -1, _core.normalized_axis(axisc, made.ndim, names[2]))
