"""Makes a block of each epilogue: the statements after the last barrier of a loop's body, of an inlined function or of
the kernel.

An exit from a construct that contains a barrier must be uniform in the work-group, because the group executes such a
construct as one. In the epilogue work-items may diverge (`continue`, `return`), since all of them still reach the next
barrier. So the epilogue becomes an `ir.Block` without barriers, and divergent exits to the end of the construct become
exits from that block.
"""

from __future__ import annotations

from . import ir
from .types import BOOL

__all__ = ["separate_epilogues"]


_EXITS = (ir.Leave, ir.Continue)


def _has_barrier(s: ir.Statement) -> bool:
    return any(isinstance(x, ir.Barrier) for x in ir.walk([s]))


def _exits(epilogue: list, construct: ir.Statement | None) -> list:
    """The statements that branch to the end of the construct."""
    return [s for s in ir.walk(epilogue) if _goes_to_the_end(s, construct)]


def _goes_to_the_end(s: ir.Statement, construct: ir.Statement | None) -> bool:
    """Whether a statement branches to the end of the construct; of the kernel where `construct` is None."""
    if construct is None:
        return isinstance(s, ir.Return)
    return isinstance(s, ir.Leave if isinstance(construct, ir.Block) else ir.Continue) and s.target is construct


def _leads_elsewhere(s: ir.Statement, construct: ir.Statement | None) -> bool:
    """Whether s contains a branch out of s to a target other than the construct's end."""
    inside = list(ir.walk([s]))
    return any(
        isinstance(x, _EXITS) and not _goes_to_the_end(x, construct) and not any(x.target is y for y in inside)
        for x in inside
    )


def _with_exits_to(body: list, block: ir.Block, exits: list, exited: ir.Var | None) -> list:
    """The statements with `exits` replaced by exits to the end of the block, each of which sets `exited` if it is
    given."""
    out = []
    for s in body:
        for name in ("then", "orelse", "body"):
            if hasattr(s, name):
                setattr(s, name, _with_exits_to(getattr(s, name), block, exits, exited))
        is_exit = any(s is x for x in exits)
        if is_exit and exited is not None:
            out.append(ir.Copies(s.line, [(exited, ir.Const(BOOL, True))]))
        out.append(ir.Leave(s.line, block) if is_exit else s)
    return out


def _exit_from(construct: ir.Statement | None, line: int) -> ir.Statement:
    if construct is None:
        return ir.Return(line)
    return (ir.Leave if isinstance(construct, ir.Block) else ir.Continue)(line, construct)


def _separate_branches(s: ir.If, construct: ir.Statement | None, exited: ir.Var | None) -> bool:
    """Separates the epilogues of both branches; returns whether one of them contains an exit."""
    # both, whatever the first has
    found = [_separate(branch, construct, exited) for branch in (s.then, s.orelse) if branch]
    return any(found)


def _defer_exits(body: list, construct: ir.Statement | None) -> None:
    """Defers exits to outer constructs: if exits to the construct's end precede exits to other targets, the latter set
    a flag, and the group tests the flags after the epilogue, where all work-items have reconverged."""
    last = max((i for i, s in enumerate(body) if _has_barrier(s)), default=-1)
    epilogue = body[last + 1 :]
    first = next((i for i, s in enumerate(epilogue) if _exits([s], construct)), len(epilogue))
    if last < 0 or not any(_leads_elsewhere(s, construct) for s in epilogue[first:]):
        return
    line = epilogue[first].line
    inside = list(ir.walk(epilogue))
    outer_exits = [
        s
        for s in inside
        if isinstance(s, _EXITS) and not _goes_to_the_end(s, construct) and not any(s.target is x for x in inside)
    ]
    block, before, after = ir.Block(line, []), [], []
    for kind, target in {(type(s), s.target): None for s in outer_exits}:
        flag = ir.Var("gone", BOOL)
        epilogue = _with_exits_to(
            epilogue, block, [s for s in outer_exits if type(s) is kind and s.target is target], flag
        )
        before.append(ir.Copies(line, [(flag, ir.Const(BOOL, False))]))
        after.append(ir.If(line, ir.Read(flag), [kind(line, target)], []))
    block.body = _with_exits_to(epilogue, block, _exits(epilogue, construct), None)
    body[last + 1 :] = [*before, block, *after]


def _separate(body: list, construct: ir.Statement | None, exited: ir.Var | None = None) -> bool:
    """Separates the epilogue of a list of statements that no barrier of the construct follows.

    `exited`: a variable that exits set to true, needed where further statements follow the list. Returns whether there
    was an exit.
    """
    if exited is None:
        _defer_exits(body, construct)
    last = max((i for i, s in enumerate(body) if _has_barrier(s) or _leads_elsewhere(s, construct)), default=-1)
    epilogue = body[last + 1 :]
    found = False
    if last >= 0 and isinstance(body[last], ir.If):
        s = body[last]
        if not epilogue:
            return _separate_branches(s, construct, exited)
        flag = exited if exited is not None else ir.Var("left", BOOL)
        found = _separate_branches(s, construct, flag)
        if found:  # work-items that exited inside skip the following statements
            body.insert(last, ir.Copies(s.line, [(flag, ir.Const(BOOL, False))]))
            last += 1
            epilogue.insert(0, ir.If(s.line, ir.Read(flag), [_exit_from(construct, s.line)], []))
    exits = _exits(epilogue, construct)
    if not exits:
        return found
    block = ir.Block(epilogue[0].line, [])
    block.body = _with_exits_to(epilogue, block, exits, exited)
    body[last + 1 :] = [block]
    return True


def separate_epilogues(function: ir.Function) -> None:
    """Modifies the function in place."""
    inside = list(ir.walk(function.body))
    for s in inside:
        if isinstance(s, (ir.For, ir.Loop, ir.Block)) and _has_barrier(s):
            _separate(s.body, s)
    if any(isinstance(s, ir.Barrier) for s in inside):
        _separate(function.body, None)
