# Written by tools/write_stubs.py.
from collections.abc import Callable
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy import format_float_positional as format_float_positional
from numpy import format_float_scientific as format_float_scientific
from typing import Any
from typing import Literal
from typing import SupportsIndex

__all__ = [
    "array2string",
    "array_repr",
    "array_str",
    "format_float_positional",
    "format_float_scientific",
    "get_printoptions",
    "printoptions",
    "set_printoptions",
]

def array2string(
    a: ndarray | usm_ndarray,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
    separator: Any = " ",
    prefix: Any = "",
    *,
    formatter: Any = None,
    threshold: Any = None,
    edgeitems: Any = None,
    sign: Any = None,
    floatmode: Any = None,
    suffix: Any = "",
    legacy: Any = None,
) -> str: ...
def array_repr(
    arr: ndarray | usm_ndarray,
    max_line_width: SupportsIndex | None = None,
    precision: SupportsIndex | None = None,
    suppress_small: bool | None = None,
) -> str: ...
def array_str(
    a: ndarray | usm_ndarray,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
) -> str: ...
def get_printoptions() -> dict[str, Any]: ...
def printoptions(*args: Any, **options: Any) -> AbstractContextManager[Any]: ...
def set_printoptions(
    precision: int | None = None,
    threshold: Any = None,
    edgeitems: Any = None,
    linewidth: Any = None,
    suppress: Any = None,
    nanstr: Any = None,
    infstr: Any = None,
    formatter: Mapping[str, Callable[..., Any]] | None = None,
    sign: Any = None,
    floatmode: Any = None,
    *,
    legacy: str | Literal[False] | None = None,
    override_repr: Callable[..., Any] | None = None,
) -> None: ...
