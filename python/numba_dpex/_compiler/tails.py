"""What is behind the last barrier of a loop's body, or of an inlined function, becomes a block of its own.

There, work-items may go on with the next round, or return, at different times: all of them reach the next barrier. To leave the construct that has
barriers inside would be for the whole group to decide; to leave the new block is not.
"""

from __future__ import annotations

from . import ir

__all__ = ["separate_tails"]


_EXITS = (ir.Leave, ir.Continue)


def _waits(s: ir.Statement) -> bool:
    return any(isinstance(x, ir.Barrier) for x in ir.walk([s]))


def _exits(tail: list, construct: ir.Statement) -> list:
    """The statements that go to the end of the construct."""
    return [s for s in ir.walk(tail) if _goes_to_the_end(s, construct)]


def _goes_to_the_end(s: ir.Statement, construct: ir.Statement) -> bool:
    return isinstance(s, ir.Leave if isinstance(construct, ir.Block) else ir.Continue) and s.target is construct


def _leads_elsewhere(s: ir.Statement, construct: ir.Statement) -> bool:
    """Whether the group leaves by it for somewhere other than the construct's end."""
    inside = list(ir.walk([s]))
    return any(isinstance(x, _EXITS) and not _goes_to_the_end(x, construct) and not any(x.target is y for y in inside) for x in inside)


def _with_exits_to(body: list, block: ir.Block, exits: list) -> list:
    """The statements, with exits to the end of the block instead."""
    out = []
    for s in body:
        for name in ("then", "orelse", "body"):
            if hasattr(s, name):
                setattr(s, name, _with_exits_to(getattr(s, name), block, exits))
        out.append(ir.Leave(s.line, block) if any(s is x for x in exits) else s)
    return out


def _separate(body: list, construct: ir.Statement) -> None:
    """Of statements that end where the construct's body ends."""
    last = max((i for i, s in enumerate(body) if _waits(s) or _leads_elsewhere(s, construct)), default=-1)
    tail = body[last + 1 :]
    if not tail and isinstance(body[last], ir.If):
        for way in (body[last].then, body[last].orelse):
            if way:
                _separate(way, construct)
    exits = _exits(tail, construct)
    if exits:
        block = ir.Block(tail[0].line, [])
        block.body = _with_exits_to(tail, block, exits)
        body[last + 1 :] = [block]


def separate_tails(function: ir.Function) -> None:
    """In place."""
    for s in list(ir.walk(function.body)):
        if isinstance(s, (ir.For, ir.Loop, ir.Block)) and _waits(s):
            _separate(s.body, s)
