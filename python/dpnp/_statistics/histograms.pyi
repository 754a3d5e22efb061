# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
from typing import SupportsIndex
import numpy

__all__ = [
    "bincount",
    "digitize",
    "histogram",
    "histogram2d",
    "histogram_bin_edges",
    "histogramdd",
]

def bincount(
    x: ndarray | usm_ndarray, weights: ndarray | usm_ndarray | None = None, minlength: SupportsIndex = 0
) -> ndarray: ...
def digitize(x: ndarray | usm_ndarray, bins: ndarray | usm_ndarray, right: bool = False) -> ndarray: ...
def histogram(
    a: ndarray | usm_ndarray,
    bins: SupportsIndex | str | ndarray | usm_ndarray = 10,
    range: tuple[complex | numpy.generic, complex | numpy.generic] | None = None,
    density: bool | None = None,
    weights: ndarray | usm_ndarray | None = None,
) -> tuple[ndarray, ndarray]: ...
def histogram2d(
    x: ndarray | usm_ndarray,
    y: ndarray | usm_ndarray,
    bins: SupportsIndex | ndarray | usm_ndarray | tuple[ndarray | usm_ndarray, ndarray | usm_ndarray] = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> tuple[ndarray, ndarray, ndarray]: ...
def histogram_bin_edges(
    a: ndarray | usm_ndarray, bins: Any = 10, range: Any = None, weights: Any = None
) -> ndarray: ...
def histogramdd(
    sample: ndarray | usm_ndarray | Sequence[ndarray | usm_ndarray],
    bins: SupportsIndex | Sequence[SupportsIndex] | ndarray | usm_ndarray = 10,
    range: Sequence[tuple[Any, Any]] | None = None,
    density: bool | None = None,
    weights: ndarray | usm_ndarray | None = None,
) -> tuple[ndarray, list[ndarray]]: ...
