"""What is behind the last barrier of a loop's body, of an inlined function or of the kernel becomes a block of its own.

There, work-items may go on with the next round, or return, at different times: all of them reach the next barrier. To leave the construct that has
barriers inside would be for the whole group to decide; to leave the new block is not.
"""

from __future__ import annotations

from . import ir
from .types import BOOL

__all__ = ["separate_tails"]


_EXITS = (ir.Leave, ir.Continue)


def _waits(s: ir.Statement) -> bool:
    return any(isinstance(x, ir.Barrier) for x in ir.walk([s]))


def _exits(tail: list, construct: ir.Statement | None) -> list:
    """The statements that go to the end of the construct."""
    return [s for s in ir.walk(tail) if _goes_to_the_end(s, construct)]


def _goes_to_the_end(s: ir.Statement, construct: ir.Statement | None) -> bool:
    """Of a construct, or of the kernel."""
    if construct is None:
        return isinstance(s, ir.Return)
    return isinstance(s, ir.Leave if isinstance(construct, ir.Block) else ir.Continue) and s.target is construct


def _leads_elsewhere(s: ir.Statement, construct: ir.Statement | None) -> bool:
    """Whether the group leaves by it for somewhere other than the construct's end."""
    inside = list(ir.walk([s]))
    return any(isinstance(x, _EXITS) and not _goes_to_the_end(x, construct) and not any(x.target is y for y in inside) for x in inside)


def _with_exits_to(body: list, block: ir.Block, exits: list, left: ir.Var | None) -> list:
    """The statements, with exits to the end of the block instead, which say so in `left`."""
    out = []
    for s in body:
        for name in ("then", "orelse", "body"):
            if hasattr(s, name):
                setattr(s, name, _with_exits_to(getattr(s, name), block, exits, left))
        is_exit = any(s is x for x in exits)
        if is_exit and left is not None:
            out.append(ir.Copies(s.line, [(left, ir.Const(BOOL, True))]))
        out.append(ir.Leave(s.line, block) if is_exit else s)
    return out


def _exit_from(construct: ir.Statement | None, line: int) -> ir.Statement:
    if construct is None:
        return ir.Return(line)
    return (ir.Leave if isinstance(construct, ir.Block) else ir.Continue)(line, construct)


def _separate_ways(s: ir.If, construct: ir.Statement | None, left: ir.Var | None) -> bool:
    """Whether there was an exit in one of the ways behind its last barrier."""
    return any([_separate(way, construct, left) for way in (s.then, s.orelse) if way])


def _defer_ways_out(body: list, construct: ir.Statement | None) -> None:
    """Where some go on to the construct's end before others leave for elsewhere, the latter only note it, and the group leaves behind both."""
    last = max((i for i, s in enumerate(body) if _waits(s)), default=-1)
    tail = body[last + 1 :]
    first = next((i for i, s in enumerate(tail) if _exits([s], construct)), len(tail))
    if last < 0 or not any(_leads_elsewhere(s, construct) for s in tail[first:]):
        return
    line = tail[first].line
    inside = list(ir.walk(tail))
    ways = [s for s in inside if isinstance(s, _EXITS) and not _goes_to_the_end(s, construct) and not any(s.target is x for x in inside)]
    block, before, behind = ir.Block(line, []), [], []
    for kind, target in {(type(s), s.target): None for s in ways}:
        gone = ir.Var("gone", BOOL)
        tail = _with_exits_to(tail, block, [s for s in ways if type(s) is kind and s.target is target], gone)
        before.append(ir.Copies(line, [(gone, ir.Const(BOOL, False))]))
        behind.append(ir.If(line, ir.Read(gone), [kind(line, target)], []))
    block.body = _with_exits_to(tail, block, _exits(tail, construct), None)
    body[last + 1 :] = [*before, block, *behind]


def _separate(body: list, construct: ir.Statement | None, left: ir.Var | None = None) -> bool:
    """Of statements behind which, in the construct, no barrier comes. `left`: a variable that is to become true at exits, where statements follow.

    Whether there was an exit.
    """
    if left is None:
        _defer_ways_out(body, construct)
    last = max((i for i, s in enumerate(body) if _waits(s) or _leads_elsewhere(s, construct)), default=-1)
    tail = body[last + 1 :]
    found = False
    if last >= 0 and isinstance(body[last], ir.If):
        s = body[last]
        if not tail:
            return _separate_ways(s, construct, left)
        gone = left if left is not None else ir.Var("left", BOOL)
        found = _separate_ways(s, construct, gone)
        if found:  # who left inside skips what follows
            body.insert(last, ir.Copies(s.line, [(gone, ir.Const(BOOL, False))]))
            last += 1
            tail.insert(0, ir.If(s.line, ir.Read(gone), [_exit_from(construct, s.line)], []))
    exits = _exits(tail, construct)
    if not exits:
        return found
    block = ir.Block(tail[0].line, [])
    block.body = _with_exits_to(tail, block, exits, left)
    body[last + 1 :] = [block]
    return True


def separate_tails(function: ir.Function) -> None:
    """In place."""
    inside = list(ir.walk(function.body))
    for s in inside:
        if isinstance(s, (ir.For, ir.Loop, ir.Block)) and _waits(s):
            _separate(s.body, s)
    if any(isinstance(s, ir.Barrier) for s in inside):
        _separate(function.body, None)
