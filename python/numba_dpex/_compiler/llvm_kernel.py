"""A kernel as LLVM assembly: of the two forms of its entry, the one over a box of work-items or the one over a
work-group."""

from __future__ import annotations

from . import ir
from .llvm_group import GroupEmitter, runs_groups
from .llvm_items import Emitter
from .llvm_target import Target

__all__ = ["emit_kernel"]


def emit_kernel(function: ir.Function, target: Target, lanes: int | None = None) -> str:
    """The kernel's entry as LLVM assembly."""
    kind = GroupEmitter if runs_groups(function) else Emitter
    return kind(function, target, lanes).run()
