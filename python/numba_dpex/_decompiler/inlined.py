"""Comprehensions that Python 3.12 and later compile into the function around them, as one instruction each.

    the iterator; variables saved by LOAD_FAST_AND_CLEAR; SWAP; an empty list; SWAP; the loop; the variables restored

The loop is given to the decompiler as the code of a function, as which earlier versions compile it.
"""

from __future__ import annotations

import dis
import types
from dataclasses import dataclass

__all__ = ["Inlined", "has_handlers", "instructions_of"]


@dataclass(eq=False)
class Instruction:
    """What the decompiler reads of a dis.Instruction."""

    opname: str
    offset: int
    positions: object
    argval: object = None
    arg: int = 0
    argrepr: str = ""
    opcode: int = -1


@dataclass(eq=False)
class Inlined:
    """Stands for the code object of a comprehension; `iterator` is on the stack at its start."""

    instructions: list
    co_consts: tuple
    saved: list  # names of variables of the function around it
    iterator: object = None
    co_name: str = "<listcomp>"
    co_flags: int = 0
    co_exceptiontable: bytes = b""


def has_handlers(code) -> bool:
    """Whether there are exception handlers but those that restore the variables of comprehensions."""
    table = getattr(code, "co_exceptiontable", b"")
    if not table or isinstance(code, Inlined):
        return False
    by_offset = {x.offset: x.opname for x in dis.get_instructions(code)}
    return any(by_offset.get(entry.target) != "SWAP" for entry in dis._parse_exception_table(code))


def _loop_of(instructions: list, i: int) -> tuple[int, int] | None:
    """(first instruction of the loop, the one behind it) of a comprehension that saves variables from the i-th
    instruction on."""
    n = i
    while instructions[n].opname == "LOAD_FAST_AND_CLEAR":
        n += 1
    expected = [("SWAP", n - i + 1), ("BUILD_LIST", 0), ("SWAP", 2)]
    found = [(x.opname, x.arg) for x in instructions[n : n + 3]]
    if n == i or found != expected or instructions[n + 3].opname != "FOR_ITER":
        return None
    end = next((k for k, x in enumerate(instructions) if x.offset == instructions[n + 3].argval), None)
    if end is None or instructions[end].opname != "END_FOR":
        return None
    return n + 3, end + 1 + (instructions[end + 1].opname == "POP_TOP")  # 3.13 pops the iterator by itself


def _folded(instructions: list, constants: tuple) -> list:
    """The instructions with one COMPREHENSION for each; those inside of others are folded with the others' code."""
    found, i = [], 0
    while i < len(instructions):
        x = instructions[i]
        loop = _loop_of(instructions, i) if x.opname == "LOAD_FAST_AND_CLEAR" else None
        if loop is None:
            found.append(x)
            i += 1
            continue
        first, behind = loop
        end = next(k for k in range(first, behind) if instructions[k].offset == instructions[first].argval)
        body = [*instructions[first:end], Instruction("RETURN_CONST", instructions[end].offset, x.positions)]
        saved = [y.argval for y in instructions[i : first - 3]]
        found.append(Instruction("COMPREHENSION", x.offset, x.positions, Inlined(body, constants, saved)))
        i = behind
    return found


def instructions_of(code: types.CodeType | Inlined) -> list:
    """Without prefixes and caches, and comprehensions folded."""
    if isinstance(code, Inlined):
        # the first loop is the comprehension's own
        return [code.instructions[0], *_folded(code.instructions[1:], code.co_consts)]
    plain = [x for x in dis.get_instructions(code) if x.opname not in ("CACHE", "EXTENDED_ARG")]
    return _folded(plain, code.co_consts)
