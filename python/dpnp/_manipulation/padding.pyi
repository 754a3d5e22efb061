# Written by tools/write_stubs.py.
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Any
from typing import SupportsIndex

__all__ = [
    "pad",
]

def pad(
    array: ndarray | usm_ndarray,
    pad_width: SupportsIndex | tuple[Any, Any] | Sequence[tuple[Any, Any]] | Mapping[int, Any],
    mode: str | Callable[..., Any] = "constant",
    **kwargs: Any,
) -> ndarray: ...
