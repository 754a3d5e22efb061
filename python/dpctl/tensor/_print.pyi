# Written by tools/write_stubs.py.
from contextlib import AbstractContextManager
from dpctl.tensor._usmarray import usm_ndarray
from typing import Any
from typing import Literal
from typing import SupportsIndex

__all__ = [
    "get_print_options",
    "print_options",
    "set_print_options",
    "usm_ndarray_repr",
    "usm_ndarray_str",
]

def get_print_options() -> dict[str, Any]: ...
def print_options(*args: Any, **kwargs: Any) -> AbstractContextManager[Any]: ...
def set_print_options(
    linewidth: SupportsIndex | None = None,
    edgeitems: SupportsIndex | None = None,
    threshold: SupportsIndex | None = None,
    precision: SupportsIndex | None = None,
    floatmode: Literal["fixed", "unique", "maxprec", "maxprec_equal"] | None = None,
    suppress: bool | None = None,
    nanstr: str | None = None,
    infstr: str | None = None,
    sign: Literal["-", "+", " "] | None = None,
    numpy: bool = False,
) -> None: ...
def usm_ndarray_repr(
    x: usm_ndarray,
    line_width: Any = None,
    precision: int | None = None,
    suppress: Any = None,
    prefix: str = "usm_ndarray",
) -> str: ...
def usm_ndarray_str(
    x: usm_ndarray,
    line_width: Any = None,
    edge_items: Any = None,
    threshold: Any = None,
    precision: int | None = None,
    floatmode: Any = None,
    suppress: Any = None,
    sign: Any = None,
    numpy: Any = False,
    separator: str = " ",
    prefix: str = "",
    suffix: str = "",
) -> str: ...
