"""Loops and branches of basic blocks: from jumps back to Python's statements."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .blocks import Block, Unknown, combined, is_same, negated

__all__ = ["statements_of"]


def _successors(block: Block) -> list[Block]:
    kind, *rest = block.end
    return {"goto": lambda: rest[:1], "cond": lambda: rest[1:3], "for": lambda: rest[1:3]}.get(kind, list)()


def _sources(blocks: list[Block]) -> dict:
    found: dict = {id(b): [] for b in blocks}
    for b in blocks:
        for s in _successors(b):
            found[id(s)].append(b)
    return found


# ---- conditions --------------------------------------------------------------------------------------------------


def _merged_conditions(blocks: list[Block], over_lines: bool) -> list[Block]:
    """`a and b` and `a or b` of two conditions of which one is tested only if the other is not decisive. over_lines:
    also of conditions in several lines, which may be those of several statements."""
    while True:
        sources = _sources(blocks)
        if not any(_merge_condition(b, sources, over_lines) for b in blocks if b.end[0] == "cond"):
            return blocks
        blocks = _reachable(blocks)


def _last_line(test: ast.expr) -> int:
    return max(getattr(n, "lineno", 0) for n in ast.walk(test))


def _merge_condition(first: Block, sources: dict, over_lines: bool) -> bool:
    _, test, yes, no, is_next = first.end
    for second, other, is_and in ((yes, no, True), (no, yes, False)):
        if second is first or second.end[0] != "cond" or second.statements or len(sources[id(second)]) != 1:
            continue
        if second.is_loop_entry or second.target is not None or second is other:
            continue
        _, inner, inner_yes, inner_no, inner_is_next = second.end
        if not over_lines and _last_line(test) != _last_line(inner):
            continue
        if is_and and _is_one_exit(other, inner_no):
            first.end = ("cond", combined(ast.And, test, inner), inner_yes, inner_no, inner_is_next)
        elif not is_and and _is_one_exit(other, inner_yes):
            first.end = ("cond", combined(ast.Or, test, inner), inner_yes, inner_no, inner_is_next)
        elif is_and and _is_one_exit(
            other, inner_yes
        ):  # not (test and not inner) or ...: where test is false, inner's branch
            first.end = ("cond", combined(ast.Or, negated(test), inner), inner_yes, inner_no, inner_is_next)
        elif not is_and and _is_one_exit(other, inner_no):
            first.end = ("cond", combined(ast.And, negated(test), inner), inner_yes, inner_no, inner_is_next)
        else:
            continue
        return True
    return False


def _reachable(blocks: list[Block]) -> list[Block]:
    found, pending = {id(blocks[0])}, [blocks[0]]
    while pending:
        for s in _successors(pending.pop()):
            if id(s) not in found:
                found.add(id(s))
                pending.append(s)
    return [b for b in blocks if id(b) in found]


def _without_empty(blocks: list[Block], nested: bool) -> list[Block]:
    """Without blocks that only branch to another one. nested: but those with which an endless loop begins whose body
    begins with another loop."""

    heads = {id(s) for b in blocks for s in _successors(b) if s.start <= b.start}

    def is_outer(b: Block) -> bool:
        return nested and id(b) in heads and id(b.end[1]) in heads and b.end[1].start > b.start

    def target(b: Block) -> Block:
        seen = set()
        while not b.statements and b.end[0] == "goto" and b.target is None and id(b) not in seen and not is_outer(b):
            seen.add(id(b))
            if b.end[1].start <= b.start:
                b.end[1].back = max(b.end[1].back, b.start)
            b = b.end[1]
        return b

    for b in blocks:
        kind, *rest = b.end
        if kind == "goto":
            b.end = ("goto", target(rest[0]))
        elif kind == "cond":
            b.end = ("cond", rest[0], target(rest[1]), target(rest[2]), rest[3])
        elif kind == "for":
            b.end = ("for", rest[0], rest[1], target(rest[2]))
    return _reachable(blocks)


def _one_test(blocks: list[Block]) -> list[Block]:
    """While loops test their condition before the first iteration and at the end of each: the first test becomes the
    loop's head."""
    for last in blocks:
        if last.end[0] != "cond":
            continue
        for body in last.end[2:4]:
            if body.start > last.start:
                continue
            for head in blocks:
                same = head is not last and head.start < body.start and head.end[0] == "cond"
                if same and body in head.end[2:4] and _is_same_test(head, last):
                    around = any(b.start > last.start and head in _successors(b) for b in blocks)  # a loop
                    if head.statements or around:
                        split = Block(head.start + 1, end=head.end)
                        head.end = ("goto", split)
                        blocks.insert(blocks.index(head) + 1, split)
                        head = split
                    head.is_loop_entry = True
                    last.end = ("goto", head)
                    return _one_test(_reachable(blocks))
    return blocks


def _is_one_exit(a: Block, b: Block) -> bool:
    """Whether two blocks are one, or copies of a return statement."""
    returns = a.end[0] == b.end[0] == "return" and not a.statements and not b.statements
    return a is b or returns and is_same(a.end[1], b.end[1])


def _is_same_test(a: Block, b: Block) -> bool:
    """Whether two blocks test one condition, with the same consequences."""
    return is_same(a.end[1], b.end[1]) and all(map(_is_one_exit, a.end[2:4], b.end[2:4]))


# ---- statements --------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class _Loop:
    head: Block
    follow: Block | None


def statements_of(
    blocks: list[Block],
    whole_tests: bool = True,
    tidy: bool = True,
    guards: bool = True,
    heads: bool = True,
    over_lines: bool = True,
    ends: bool = True,
) -> list[ast.stmt]:
    """The statements of a function.

    Several texts may have one control flow. whole_tests: whether conditions are merged before loops are found; tidy:
    whether `continue` and `return` are omitted where they would be executed next, and branches have an `else`; guards:
    whether a condition of all that follows in a loop is written as ``if not ...: continue``; heads: whether a condition
    at the start of a loop is that of `while`, and not of a ``break``; over_lines: as of `_merged_conditions`; ends:
    whether what leaves an endless loop in its midst ends the function there, and is not behind a ``break``, two jumps
    to the start of such a loop are those of one loop, and no `else` of a loop ends an iteration of the one around.
    """
    entry = blocks[0]
    blocks = _without_empty(blocks, not ends)
    if not whole_tests:
        blocks = _one_test(blocks)
    blocks = _one_test(_merged_conditions(blocks, over_lines))
    body = _Structure(blocks, tidy, guards, heads, ends).sequence(entry, None, ())
    return _without_last(body, _is_plain_return) if tidy else body


class _Structure:
    def __init__(self, blocks: list[Block], tidy: bool, guards: bool, heads: bool, ends: bool):
        self.blocks, self.is_tidy, self.has_guards, self.has_heads, self.has_ends = blocks, tidy, guards, heads, ends
        self.order = {id(b): i for i, b in enumerate(blocks)}
        self.sources = _sources(blocks)
        self.n_steps = 0

    def loop_of(self, head: Block) -> set[int]:
        """Ids of the blocks of the natural loop with this head; empty if it is none."""
        backs = [b for b in self.sources[id(head)] if self.order[id(b)] >= self.order[id(head)]]
        if not backs:
            return set()
        found, pending = {id(head)}, list(backs)
        while pending:
            b = pending.pop()
            if id(b) not in found:
                found.add(id(b))
                if self.order[id(b)] < self.order[id(head)]:
                    raise Unknown("a jump into a loop")
                pending += self.sources[id(b)]
        return found

    def reach(self, start: Block, loops: tuple) -> list[Block]:
        """The blocks that are reached from a block, without those of the next iteration or behind the loop."""
        stops = {id(x) for loop in loops for x in (loop.head, loop.follow) if x is not None}
        if id(start) in stops:
            return []
        found, pending = {id(start): start}, [start]
        while pending:
            for s in _successors(pending.pop()):
                if id(s) not in found and id(s) not in stops:
                    found[id(s)] = s
                    pending.append(s)
        return sorted(found.values(), key=lambda b: self.order[id(b)])

    def common(self, a: Block, b: Block, loops: tuple) -> Block | None:
        mine = {id(x) for x in self.reach(a, loops)}
        return next((x for x in self.reach(b, loops) if id(x) in mine), None)

    def sequence(self, b: Block | None, stop: Block | None, loops: tuple, inside: Block | None = None) -> list:
        """The statements from a block up to `stop`. inside: the loop's head whose body begins here."""
        found: list = []
        while b is not None and b is not stop:
            self.n_steps += 1
            if self.n_steps > 20 * len(self.blocks) + 100:
                raise Unknown("control flow that is not structured")
            if loops and b is loops[-1].follow:
                return [*(_without_last(found, _is_break) if self.is_tidy else found), ast.Break()]
            if loops and b is loops[-1].head and b is not inside:
                return [*found, ast.Continue()]
            if b is not inside and (members := self.loop_of(b)):
                statements, b = self.loop(b, members, stop, loops)
                found += statements
                continue
            inside = None
            found += b.statements
            kind, *rest = b.end
            if kind == "goto":
                b = rest[0]
            elif kind == "return":
                return [*found, _at(ast.Return(rest[0]), rest[1])]
            elif kind == "raise":
                return [*found, _at(ast.Raise(*rest[0]), rest[1])]
            elif kind == "cond":
                statements, b = self.branch(rest, stop, loops)
                found += statements
            else:
                raise Unknown("control flow that is not structured")
        return found

    def branch(self, rest, stop, loops) -> tuple[list, Block | None]:
        test, yes, no, is_next = rest
        line = getattr(test, "lineno", 1)
        for failing, other, cond in ((no, yes, test), (yes, no, None)):
            if failing.end[0] == "fail" and not failing.statements:
                cond = negated(test) if cond is None else cond
                return [_at(ast.Assert(cond, failing.end[1]), line)], other
        then, orelse = (yes, no) if is_next else (no, yes)
        if not is_next:
            test = negated(test)
        ends = [x for x in (then, orelse) if x is stop]
        merge = stop if ends else self.common(then, orelse, loops)
        first = self.sequence(then, merge if merge is not None else stop, loops)
        if merge is None and not self.has_guards and len(first) == 1 and isinstance(first[0], ast.Continue):
            return [_at(ast.If(negated(test), self.sequence(orelse, stop, loops) or [ast.Pass()], []), line)], None
        if merge is None and self.is_tidy and len(first) > 1 and _continues(first):
            return [_at(ast.If(test, first, self.sequence(orelse, stop, loops)), line)], None
        if merge is None:  # one of them does not go on
            return [_at(ast.If(test, first or [ast.Pass()], []), line)], orelse
        second = self.sequence(orelse, merge, loops) if orelse is not merge else []
        if not first:
            first = [ast.Pass()]
        return [_at(ast.If(test, first, second), line)], merge

    def loop(self, head: Block, members: set[int], stop, loops) -> tuple[list, Block | None]:
        leaving = []
        for b in self.blocks:
            if id(b) in members:
                leaving += [
                    s for s in _successors(b) if id(s) not in members and (b is not head or head.end[0] != "for")
                ]
        line = 1
        if head.end[0] == "for":
            _, iterable, body, exit_block = head.end
            if head.statements:
                raise Unknown("statements at the head of a loop")
            follow = self.follow(exit_block, leaving, loops)
            line = getattr(iterable, "lineno", 1)
            inner = self.sequence(body, None, (*loops, _Loop(head, follow)))
            orelse = self.sequence(exit_block, follow, loops) if exit_block is not follow else []
            if head.target is None:
                raise Unknown("a loop without a target")
            return [_at(ast.For(head.target, iterable, self.looped(inner), orelse), line)], follow
        is_test = self.has_heads and head.end[0] == "cond" and not head.statements
        if is_test and any(id(s) not in members for s in head.end[2:4]):
            _, test, yes, no, _ = head.end
            body, exit_block = (yes, no) if id(yes) in members else (no, yes)
            test = test if body is yes else negated(test)
            others = [s for s in leaving if s is not exit_block]
            follow = self.follow(exit_block, others, loops)
            inner = self.sequence(body, None, (*loops, _Loop(head, follow)))
            orelse = self.sequence(exit_block, follow, loops) if exit_block is not follow else []
            return [_at(ast.While(test, self.looped(inner), orelse), getattr(test, "lineno", 1))], follow
        last = max(head.back, *(b.start for b in self.blocks if id(b) in members))
        behind = [b for s in leaving for b in self.reach(s, loops) if b.start > last]
        follow = min(behind, key=lambda b: self.order[id(b)], default=None)
        if follow is None and loops:  # the loop is the last statement of another one's body
            outer = loops[-1].head, loops[-1].follow
            follow = next((s for s in leaving if s in outer), None)
        if follow is None and not self.has_ends:
            follow = max(leaving, key=lambda b: self.order[id(b)], default=None)
        inner = self.sequence(head, None, (*loops, _Loop(head, follow)), head)
        return [_at(ast.While(ast.Constant(True), self.looped(inner), []), line)], follow

    def looped(self, body: list) -> list:
        """The body of a loop, in which `continue` at the end is superfluous."""
        if body and isinstance(body[-1], ast.Continue):
            body = body[:-1]
        if self.is_tidy:
            body = _without_last(body, lambda s: isinstance(s, ast.Continue))
        return body or [ast.Pass()]

    def follow(self, exit_block: Block, leaving: list[Block], loops: tuple) -> Block | None:
        """The block behind a loop and its else clause."""
        found = exit_block
        for other in leaving:
            if other is found:
                continue
            common = self.common(found, other, loops)
            leaves = not self.has_ends and bool(loops) and exit_block in (loops[-1].head, loops[-1].follow)
            if common is None and (other.start > exit_block.start or leaves):
                common = other  # the else clause returns, or is a statement of the loop around
            found = common or found
        return found


def _at(node, line: int):
    node.lineno = node.end_lineno = line
    node.col_offset = node.end_col_offset = 0
    return node


def _continues(body: list) -> bool:
    """Whether a body ends with the next iteration of a loop."""
    last = body[-1] if body else None
    both = isinstance(last, ast.If) and _continues(last.body) and _continues(last.orelse)
    return both or isinstance(last, ast.Continue)


def _is_break(s) -> bool:
    return isinstance(s, ast.Break)


def _is_plain_return(s) -> bool:
    """Whether a statement returns None."""
    value = s.value if isinstance(s, ast.Return) else s
    return value is None or isinstance(value, ast.Constant) and value.value is None


def _without_last(body: list, is_superfluous) -> list:
    """A body without such statements at its end, and at the ends of its last branches."""
    while body and is_superfluous(body[-1]):
        body = body[:-1]
    if body and isinstance(body[-1], ast.If):
        last = body[-1]
        last.body = _without_last(last.body, is_superfluous) or [ast.Pass()]
        last.orelse = _without_last(last.orelse, is_superfluous)
    return body
