# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import SupportsIndex

__all__ = [
    "as_strided",
    "sliding_window_view",
]

def as_strided(
    x: ndarray | usm_ndarray,
    shape: tuple[SupportsIndex, ...] | None = None,
    strides: tuple[SupportsIndex, ...] | None = None,
    *,
    writeable: bool = True,
) -> ndarray: ...
def sliding_window_view(
    x: ndarray | usm_ndarray,
    window_shape: SupportsIndex | tuple[SupportsIndex, ...],
    axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
    *,
    subok: bool = False,
    writeable: bool = False,
) -> ndarray: ...
