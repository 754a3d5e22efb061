"""Ends of functions that Python 3.12 and later copy to where they are jumped to.

    if done: break        the loop ends with a copy of `return x.sum()`, not with a jump to it
    return f(a if c else b)     both branches end with the call and the return

Copies have the positions in the source of what they are copies of, so they are known, and become jumps again.
"""

from __future__ import annotations

import dis

from .inlined import Instruction

__all__ = ["without_copies"]


def _key(x) -> tuple:
    """What copies have in common. Of variables that is the line: one that 3.13 loads together with another has the
    position of that."""
    name = "LOAD_FAST" if x.opname == "LOAD_FAST_CHECK" else x.opname
    return name, x.argval, x.positions.lineno if name == "LOAD_FAST" else tuple(x.positions)


def _in_parts(instructions: list) -> list:
    """The instructions with two of them for those of 3.13 that load two variables."""
    found = []
    for x in instructions:
        if x.opname == "LOAD_FAST_LOAD_FAST":
            found += [Instruction("LOAD_FAST", x.offset + k, x.positions, name) for k, name in enumerate(x.argval)]
        else:
            found.append(x)
    return found


def _ends_flow(x) -> bool:
    return x.opcode in dis.hasjrel or x.opcode in dis.hasjabs or x.opname.startswith(("RETURN_", "RAISE_"))


def _n_common(instructions: list, a: int, b: int, targets: set) -> int:
    """How many instructions up to the a-th, the end of the function, are copies of those up to the b-th. Nothing jumps
    to one inside of them."""
    n = 0
    while n < a and (n == 0 or not _ends_flow(instructions[a - n])):
        x = instructions[a - n]
        y = instructions[b - n]
        known = all(z.positions and z.positions.lineno is not None for z in (x, y))
        if not known or _key(x) != _key(y):
            break
        n += 1
        if x.offset in targets:
            break
    return n


def without_copies(instructions: list) -> list:
    """The instructions with jumps to the last one of equal ends in place of the others."""
    instructions = _in_parts(instructions)
    targets = {x.argval for x in instructions if x.opcode in dis.hasjrel or x.opcode in dis.hasjabs}
    ends = [i for i, x in enumerate(instructions) if x.opname.startswith(("RETURN_", "RAISE_"))]
    dropped: dict[int, Instruction | None] = {}
    for k, a in enumerate(ends):
        n, b = max(((_n_common(instructions, a, b, targets), b) for b in ends[k + 1 :]), default=(0, 0))
        if n:
            first, to = instructions[a - n + 1], instructions[b - n + 1]
            dropped.update(dict.fromkeys(range(a - n + 2, a + 1)))
            dropped[a - n + 1] = Instruction(
                "JUMP_FORWARD", first.offset, first.positions, to.offset, opcode=dis.opmap["JUMP_FORWARD"]
            )
    made = [dropped.get(i, x) for i, x in enumerate(instructions)]
    return [x for x in made if x is not None]
