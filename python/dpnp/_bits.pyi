# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Literal
from typing import SupportsIndex

__all__ = [
    "packbits",
    "unpackbits",
]

def packbits(
    a: ndarray | usm_ndarray, /, axis: SupportsIndex | None = None, bitorder: Literal["big", "little"] = "big"
) -> ndarray: ...
def unpackbits(
    a: ndarray | usm_ndarray,
    /,
    axis: SupportsIndex | None = None,
    count: SupportsIndex | None = None,
    bitorder: Literal["big", "little"] = "big",
) -> ndarray: ...
