"""What the translator knows of the calls and loops that it is in: a frame per inlined call, and the exits of its
constructs."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from . import ir
from .source import Source

__all__ = ["Exit", "Frame", "LoopContext"]


@dataclass(slots=True, eq=False)
class Exit:
    """An exit of a construct: the values of names there, and the list that receives the copies to merged variables."""

    env: dict
    copies: ir.Copies
    value: object = None  # the value that the function returns at this exit


@dataclass(slots=True, eq=False)
class LoopContext:
    statement: ir.Statement
    block: ir.Block | None  # the block around the loop that `break` exits; None: `break` exits the loop itself
    breaks: list[Exit] = field(default_factory=list)
    iterations: list[Exit] = field(default_factory=list)  # exits at the ends of an iteration


@dataclass(slots=True, eq=False)
class Frame:
    """One call: the function's source, the values of its names, and the block that its returns exit."""

    source: Source
    env: dict
    parent: Frame | None = None  # of a function defined inside another
    block: ir.Block | None = None  # None: the kernel itself
    returns: list[Exit] = field(default_factory=list)
    loops: list[LoopContext] = field(default_factory=list)
    call: tuple[Frame, ast.AST] | None = None  # the caller and the call
    memory: dict = field(default_factory=dict)  # by name: where its arrays are copied to (rebound.py)
