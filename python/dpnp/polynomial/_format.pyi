# Written by tools/write_stubs.py.
from typing import Any
from typing import Literal
import numpy

__all__ = [
    "format_float",
    "latex",
    "set_default_printstyle",
    "style",
    "text",
]

def format_float(x: complex | numpy.generic, parens: bool = False) -> str: ...
def latex(series: Any) -> str: ...
def set_default_printstyle(style: Literal["unicode", "ascii"]) -> None: ...
def style() -> str: ...
def text(series: Any, style: str) -> str: ...
