"""Statements as LLVM instructions: structured control flow under a mask of the work-items that take part.

The execution mask of the function is stored in `exec`; None stands for "all lanes are active", known at compile time.
Both branches of a divergent `If` are executed one after the other, each under its part of the mask and only if that has
an active lane. Lanes that exit a construct are recorded in the construct's exit mask and become active again after it
(reconvergence). Variables of `Assign` are SSA values, since the assignment dominates its reads; variables of `Copies`
have storage (an alloca), of which only active lanes change. So do variables of `Assign` that are read outside of the
construct in which they are assigned, because in LLVM's control flow the assignment does not dominate such a read.
"""

from __future__ import annotations

from . import ir
from .llvm_masks import Masks
from .llvm_text import Value, llvm_type, vector
from .llvm_values import Pair, Values
from .types import part_type
from .uniform import Uniformity

__all__ = ["Flow", "escaping"]

_ATOMIC = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "exchange": "xchg"}
_CHEAP = ("add", "sub", "mul", "and", "or", "xor")
_MOST_PARTS = 24  # expressions of statements that are executed without a branch
_ORDERS = {0: "monotonic", 1: "acquire", 2: "acquire", 3: "release", 4: "acq_rel", 5: "seq_cst"}


class Flow(Values, Masks):
    """Emits statements (`body`); Values emits expressions."""

    uniformity: Uniformity
    unmasked: set[tuple[int, int]]  # writes that need no mask, from loop_variables.py

    def begin(self, mask: str | None) -> None:
        """Starts the function body with this mask; None: all lanes are active."""
        self.full = mask is None
        self.skip = self.end  # branch target when no lane is active: no code is executed under an empty mask
        self.kept_masks: dict[str, str] = {}
        self.exec = self.w.alloca(self.kept_mask_type, "exec")
        self.put_mask(mask or self.all_lanes, self.exec)
        self.bound: dict[int, object] = {}
        self.storage: dict[int, object] = {}
        self.exited: dict[int, str] = {}  # by construct: the mask of lanes that exited it
        self.again: dict[int, str] = {}  # by loop: the mask of lanes that continue with the next iteration
        # labels after the construct and of its next iteration, for uniform exits
        self.exits: dict[int, tuple[str, str]] = {}

    def mask(self) -> str | None:
        return None if self.full else self.get_mask(self.exec)

    # ---- variables ----

    def read(self, var: ir.Var):
        if id(var) in self.bound:
            return self.bound[id(var)]
        pointer, lanes = self.storage_of(var), self.lanes_of(var)
        if isinstance(pointer, tuple):
            part = part_type(var.type)
            return Pair(*(self._read(p, part, lanes) for p in pointer))
        return self._read(pointer, var.type, lanes)

    def _read(self, pointer: str, t, lanes: int) -> Value:
        return Value(self.w.load(vector(llvm_type(t), lanes), pointer), t, lanes)

    def lanes_of(self, var: ir.Var) -> int:
        return self.w.lanes if id(var) in self.uniformity.varying else 1

    def storage_of(self, var: ir.Var):
        if id(var) not in self.storage:
            lanes = self.lanes_of(var)
            if var.type.kind == "c":
                wide = vector(llvm_type(part_type(var.type)), lanes)
                self.storage[id(var)] = (self.w.alloca(wide, "re"), self.w.alloca(wide, "im"))
            else:
                self.storage[id(var)] = self.w.alloca(vector(llvm_type(var.type), lanes), "var")
        return self.storage[id(var)]

    def write(self, var: ir.Var, value, to_all: bool = False) -> None:
        """to_all: the variable is dead in inactive lanes, so the write needs no mask."""
        pointer, lanes = self.storage_of(var), self.lanes_of(var)
        values = (value.re, value.im) if isinstance(value, Pair) else (value,)
        for p, v in zip(pointer if isinstance(pointer, tuple) else (pointer,), values, strict=True):
            if lanes == 1:
                self.w.put(f"store {v}, ptr {p}")
                continue
            v, mask = self.w.widen(v), None if to_all else self.mask()
            if mask is not None:
                old = self.w.load(v.llvm, p)
                v = Value(self.w.let(f"select {self.mask_type} {mask}, {v}, {v.llvm} {old}"), v.type, v.lanes)
            self.w.put(f"store {v}, ptr {p}")

    # ---- statements ----

    def body(self, statements: list) -> None:
        for s in statements:
            if not self.w.open:
                return
            self.w.location = self.location_of(s)
            getattr(self, f"do_{type(s).__name__}")(s)

    def do_Assign(self, s) -> None:
        if isinstance(s.value, ir.Atomic):
            self.keep(s.var, self.atomic(s.value, id(s.var) in self.used))
        else:
            self.keep(s.var, self.value(s.value))

    def keep(self, var: ir.Var, value) -> None:
        """Records the value of a variable that has a single assignment."""
        if id(var) not in self.escaping:
            self.bound[id(var)] = value
            return
        # lanes that read it executed this assignment last, or are inactive
        self.write(var, value, not self.uniformity.outlives_divergent_exit(var))

    def do_Copies(self, s) -> None:
        values = [self.value(e) for _, e in s.pairs]
        for (var, _), v in zip(s.pairs, values, strict=True):
            self.write(var, v, (id(s), id(var)) in self.unmasked)

    def do_Store(self, s) -> None:
        self.store_value(s.array, s.index, self.value(s.value))

    def do_Return(self, s) -> None:
        if self.divergent:
            self.put_mask(self.no_lanes, self.exec)
        self.w.go(self.skip if self.divergent else self.end)

    def do_Fence(self, s) -> None:
        self.w.put(f"fence {_ORDERS[s.order] if s.order else 'seq_cst'}")

    # ---- if ----

    def do_If(self, s) -> None:
        cond = self.value(s.cond)
        if not self.uniformity.diverges(s):
            self._uniform_if(cond, s)
        else:
            self._divergent_if(self.w.widen(cond), s)

    def _uniform_if(self, cond: Value, s) -> None:
        yes, no, behind = (self.w.label(hint) for hint in ("then", "else", "behind"))
        self.w.branch(cond.text, yes, no)
        full, ends = self.full, []
        for label, statements in ((yes, s.then), (no, s.orelse)):
            self.full = full
            self.w.start(label)
            self.body(statements)
            ends.append((self.w.open, self.full))
            self.w.go(behind)
        self.full = all(f for is_open, f in ends if is_open)
        if any(is_open for is_open, _ in ends):
            self.w.start(behind)
        else:
            self.w.start(behind)
            self.w.put("unreachable")
            self.w.open = False

    def _divergent_if(self, cond: Value, s) -> None:
        """Executes both branches one after the other, each under its mask."""
        full, divergent, entry = self.full, self.divergent, self.mask()
        lost = any(isinstance(x, (ir.Leave, ir.Continue, ir.Return)) for x in ir.walk(s.then + s.orelse))
        yes = cond.text if entry is None else self.combine_masks("and", entry, cond.text)
        inverse = self.combine_masks("xor", cond.text, self.all_lanes)
        no = inverse if entry is None else self.combine_masks("and", entry, inverse)
        then, orelse = s.then, s.orelse
        if not lost and _only_merges(then, orelse):
            self.do_Copies(then[0])
            then = []
        elif not lost and _only_merges(orelse, then):
            self.do_Copies(orelse[0])
            orelse = []
        remaining = None
        self.divergent = True
        for mask, statements in ((yes, then), (no, orelse)):
            if not statements:
                after = mask
            else:
                after = self._branch(mask, statements)
            remaining = after if remaining is None else self.combine_masks("or", remaining, after)
        self.divergent = divergent
        self.full = full and not lost
        self.put_mask(remaining if lost else entry or self.all_lanes, self.exec)
        if lost:
            self._skip_if_none(remaining)

    def _branch(self, mask: str, statements: list) -> str:
        """Executes statements under a mask if it has an active lane; returns the mask of the lanes that reach their
        end."""
        if len(statements) == 1 and isinstance(statements[0], (ir.Leave, ir.Continue, ir.Return)):
            return self._exit_lanes(mask, statements[0])
        if self.w.lanes > 1 and self._is_short(statements):
            return self._masked_only(mask, statements)
        go, behind = self.w.label("branch"), self.w.label("branch_end")
        self.put_mask(mask, self.exec)
        self.w.branch(self.any(mask), go, behind)
        self.w.start(go)
        self.full, skip, self.skip = False, self.skip, behind
        self.body(statements)
        self.skip = skip
        self.w.start(behind)
        return self.get_mask(self.exec)

    def _is_short(self, statements: list) -> bool:
        """Whether statements are cheaper than a branch around them that is taken irregularly: a few operations on
        variables and on elements that are the same for all lanes."""
        if not all(isinstance(s, (ir.Assign, ir.Copies)) for s in statements):
            return False
        parts: list = [e for s in statements for e in ir.expressions(s)]
        for e in parts:  # grows
            is_cheap = isinstance(e, (ir.Const, ir.Read, ir.Compare)) or isinstance(e, ir.Binary) and e.op in _CHEAP
            if not is_cheap and (not isinstance(e, ir.Load) or self.uniformity.is_varying(e)):
                return False
            parts += ir.children(e)
            if len(parts) > _MOST_PARTS:
                return False
        return True

    def _masked_only(self, mask: str, statements: list) -> str:
        """Executes short statements under a mask that may be empty; elements are then loaded from elsewhere."""
        self.put_mask(mask, self.exec)
        full, self.full = self.full, False
        self.has_active_lane = self.any(mask)
        self.body(statements)
        self.has_active_lane, self.full = None, full
        return mask

    def _skip_if_none(self, mask: str) -> None:
        go = self.w.label("some")
        self.w.branch(self.any(mask), go, self.skip)
        self.w.start(go)

    def _exit_lanes(self, mask: str, s) -> str:
        """Adds these lanes to the mask of the exit's target, unconditionally: cheaper than a test whether the mask is
        empty."""
        if not isinstance(s, ir.Return):
            pointer = (self.exited if isinstance(s, ir.Leave) else self.again)[id(s.target)]
            self.put_mask(self.combine_masks("or", self.get_mask(pointer), mask), pointer)
        return self.no_lanes

    # ---- loops and blocks ----

    def _note(self, pointer: str) -> None:
        """Adds the active lanes to a construct's mask and deactivates them."""
        now = self.get_mask(self.exec)
        old = self.get_mask(pointer)
        self.put_mask(self.combine_masks("or", old, now), pointer)
        self.put_mask(self.no_lanes, self.exec)

    def do_Leave(self, s) -> None:
        if id(s.target) in self.exited:
            self._note(self.exited[id(s.target)])
            self.w.go(self.skip)
        else:
            self.w.go(self.exits[id(s.target)][0])

    def do_Continue(self, s) -> None:
        if id(s.target) in self.again:
            self._note(self.again[id(s.target)])
            self.w.go(self.skip)
        else:
            self.w.go(self.exits[id(s.target)][1])

    def _enter(self, s, skip: str) -> tuple:
        """Begins a construct. skip: the label to branch to when no lane is active, where exited and continuing lanes
        are activated again."""
        state = (self.full, self.divergent, self.skip, self.mask())
        if self.uniformity.diverges(s):
            for table in (self.exited, self.again):
                table[id(s)] = self.w.alloca(self.kept_mask_type, "left")
                self.put_mask(self.no_lanes, table[id(s)])
            self.full, self.divergent, self.skip = False, True, skip
        elif any(isinstance(x, ir.Return) for x in ir.walk(s.body)):
            self.full = False
        return state

    def _exit(self, s, state: tuple) -> None:
        """Ends a construct: the lanes that exited it become active again."""
        full, self.divergent, self.skip, entry = state
        lost = any(self._exits_beyond(x, s) for x in ir.walk(s.body))
        if not lost:
            self.put_mask(entry or self.all_lanes, self.exec)
        elif self.uniformity.diverges(s):
            now = self.get_mask(self.exec)
            now = self.combine_masks("or", now, self.get_mask(self.exited[id(s)]))
            self.put_mask(now, self.exec)
            self._skip_if_none(now)
        self.full = full and not lost

    def _exits_beyond(self, x, s) -> bool:
        """Whether x, a statement inside s, branches to a target outside of s."""
        if isinstance(x, ir.Return):
            return True
        return (
            isinstance(x, (ir.Leave, ir.Continue))
            and x.target is not s
            and not any(x.target is y for y in ir.walk(s.body))
        )

    def do_Block(self, s) -> None:
        behind = self.w.label("block_end")
        self.exits[id(s)] = (behind, behind)
        state = self._enter(s, behind)
        self.body(s.body)
        self.w.start(behind)
        self._exit(s, state)

    def do_Loop(self, s) -> None:
        head, behind, again = self.w.label("loop"), self.w.label("loop_end"), self.w.label("loop_next")
        self.exits[id(s)] = (behind, head)
        state = self._enter(s, again)
        self.w.start(head)
        if id(s) in self.again:
            self._loop_head(s, behind)
        self.body(s.body)
        if id(s) in self.again:
            self.w.start(again)
        self._next_round(s, head)
        self.w.start(behind)
        self._exit(s, state)

    def _loop_head(self, s, behind: str) -> None:
        """Exits the loop if no lane is active."""
        go = self.w.label("round")
        self.w.branch(self.any(self.get_mask(self.exec)), go, behind)
        self.w.start(go)

    def _next_round(self, s, head: str) -> None:
        if id(s) in self.again:
            self._resume(s)
        self.w.go(head)

    def _resume(self, s) -> None:
        now, again = self.get_mask(self.exec), self.get_mask(self.again[id(s)])
        self.put_mask(self.combine_masks("or", now, again), self.exec)
        self.put_mask(self.no_lanes, self.again[id(s)])

    def do_For(self, s) -> None:
        start, stop, step = (self.value(e) for e in (s.start, s.stop, s.step))
        wide = start.lanes > 1 or step.lanes > 1
        counter = self.w.alloca(vector(llvm_type(s.var.type), self.w.lanes if wide else 1), "count")
        first = self.w.widen(start) if wide else start
        self.w.put(f"store {first}, ptr {counter}")
        head, behind, again = (self.w.label(h) for h in ("for", "for_end", "for_next"))
        self.exits[id(s)] = (behind, again)
        state = self._enter(s, again)
        self.w.start(head)
        now = Value(self.w.load(first.llvm, counter), s.var.type, first.lanes)
        if s.var.type.is_integer and self.stride_of(first) is not None and step.lanes == 1 and first.lanes > 1:
            now = Value(
                now.text, now.type, now.lanes, first.stride, self.w.value(f"extractelement {now}, i64 0", now.type, 1)
            )
        self._check_bound(s, now, stop, step, behind)
        self.bound[id(s.var)] = now
        self.body(s.body)
        self.w.start(again)
        if id(s) in self.again:
            self._resume(s)
        following = self.apply(
            "add nsw" if s.var.type.kind == "i" else "add", Value(now.text, now.type, now.lanes), step
        )
        self.w.put(f"store {following}, ptr {counter}")
        self.w.go(head)
        self.w.start(behind)
        self._exit(s, state)

    def _check_bound(self, s, now: Value, stop: Value, step: Value, behind: str) -> None:
        zero = self.const_like(now, 0)
        if isinstance(s.step, ir.Const):
            goes_on = self.compare("lt" if s.step.value > 0 else "gt", now, stop)
        else:
            up = self.compare("gt", step, zero)
            goes_on = self.select(up, self.compare("lt", now, stop), self.compare("gt", now, stop))
        go = self.w.label("round")
        if id(s) not in self.exited:
            self.w.branch(goes_on.text, go, behind)
        else:
            self._drop_finished(s, self.w.widen(goes_on), go, behind)
        self.w.start(go)

    def _drop_finished(self, s, goes_on: Value, go: str, behind: str) -> None:
        """Moves lanes whose range has ended to the mask of exited lanes."""
        now = self.get_mask(self.exec)
        active = self.combine_masks("and", now, goes_on.text)
        ended = self.combine_masks("xor", now, active)
        exited = self.get_mask(self.exited[id(s)])
        self.put_mask(self.combine_masks("or", exited, ended), self.exited[id(s)])
        self.put_mask(active, self.exec)
        self.w.branch(self.any(active), go, behind)

    # ---- atomics ----

    def atomic(self, e: ir.Atomic, is_used: bool):
        """Executes the operation lane by lane; once for all lanes if the old values are unused and the address is
        uniform."""
        offset, base = self.address(e.array, e.index), self.base_pointer(e.array.base)
        operands = [self.value(o) for o in e.operands]
        if self.w.lanes == 1:
            old = self._atomic_lane(e, self.w.let(f"getelementptr i8, ptr {base}, {offset}"), operands)
            return self.w.constant(e.type, 0) if old is None else Value(old, e.type)
        together = offset.lanes == 1 and not is_used and e.op in ("add", "sub", "min", "max", "and", "or", "xor")
        if together:
            one = self._reduced(e.op, operands[0])
            self._atomic_lane(e, self.w.let(f"getelementptr i8, ptr {base}, {offset}"), [one])
            return self.w.constant(e.type, 0)
        return self._each_lane(e, base, offset, operands)

    def _reduced(self, op: str, v: Value) -> Value:
        """Combines the operands of all active lanes to one."""
        v, mask, t = self.w.widen(v), self.mask(), v.type
        neutral = {"add": 0, "sub": 0, "or": 0, "xor": 0, "and": -1}.get(op)
        if neutral is None:
            least = self.w.value(f"extractelement {v}, i64 0", t, 1)
            if mask is not None:
                least = self.first_active(v, mask)
            fill = self.w.widen(least)
        else:
            fill = self.w.widen(self.w.constant(t, neutral))
        if mask is not None:
            v = Value(self.w.let(f"select {self.mask_type} {mask}, {v}, {fill}"), t, v.lanes)
        lanes, llvm = self.w.lanes, llvm_type(t)
        if t.kind == "f":
            name = {"add": "fadd", "sub": "fadd", "min": "fmin", "max": "fmax"}[op]
            args = [(llvm, "-0.0")] if name == "fadd" else []
            suffix = f"v{lanes}f{t.bits}"
            flags = "reassoc " if name == "fadd" else ""
            self.w.declared.setdefault(
                f"llvm.vector.reduce.{name}.{suffix}",
                f"declare {llvm} @llvm.vector.reduce.{name}.{suffix}({', '.join([a for a, _ in args] + [v.llvm])})",
            )
            text = ", ".join([f"{a} {b}" for a, b in args] + [str(v)])
            return self.w.value(f"call {flags}{llvm} @llvm.vector.reduce.{name}.{suffix}({text})", t, 1)
        name = {"sub": "add"}.get(op, op)
        name = f"{'s' if t.kind == 'i' else 'u'}{name}" if name in ("min", "max") else name
        return Value(self.w.call(f"llvm.vector.reduce.{name}.v{lanes}i{t.bits}", llvm, [(v.llvm, v.text)]), t)

    def _each_lane(self, e, base: str, offset: Value, operands: list[Value]):
        """Emits a loop over the active lanes, which stores its results in memory."""
        lanes, t = self.w.lanes, e.type
        pointers = self.w.let(f"getelementptr i8, ptr {base}, {self.w.widen(offset)}")
        spilled = [self._spilled(f"<{lanes} x ptr>", pointers)]
        spilled += [self._spilled(self.w.widen(o).llvm, self.w.widen(o).text) for o in operands]
        results = self.w.alloca(vector(llvm_type(t), lanes), "old")
        mask = self.mask()
        bits_type = f"i{lanes}"
        bits = self.w.alloca(bits_type, "bits")
        start = "-1" if mask is None else self.w.let(f"bitcast {self.mask_type} {mask} to {bits_type}")
        self.w.store(bits_type, start, bits)
        head, go, behind = (self.w.label(h) for h in ("lane", "lane_go", "lane_end"))
        self.w.start(head)
        now = self.w.load(bits_type, bits)
        self.w.branch(self.w.let(f"icmp ne {bits_type} {now}, 0"), go, behind)
        self.w.start(go)
        lane = self.w.call(f"llvm.cttz.{bits_type}", bits_type, [(bits_type, now), ("i1", "true")])
        rest = self.w.let(f"sub {bits_type} {now}, 1")
        self.w.store(bits_type, self.w.let(f"and {bits_type} {now}, {rest}"), bits)

        def pick(llvm, pointer):
            return self.w.load(llvm, self.w.let(f"getelementptr {llvm}, ptr {pointer}, {bits_type} {lane}"))

        one = [Value(pick(llvm_type(o.type), p), o.type) for o, p in zip(operands, spilled[1:], strict=True)]
        old = self._atomic_lane(e, pick("ptr", spilled[0]), one)
        if old is not None:
            self.w.store(
                llvm_type(t), old, self.w.let(f"getelementptr {llvm_type(t)}, ptr {results}, {bits_type} {lane}")
            )
        self.w.go(head)
        self.w.start(behind)
        return Value(self.w.load(vector(llvm_type(t), lanes), results), t, lanes)

    def _spilled(self, llvm: str, text: str) -> str:
        pointer = self.w.alloca(llvm, "spill", 64)
        self.w.store(llvm, text, pointer)
        return pointer

    def _atomic_lane(self, e, pointer: str, operands: list[Value]) -> str | None:
        llvm, t, order = llvm_type(e.type), e.type, _ORDERS[e.order]
        align = t.bits // 8
        if e.op == "load":
            return self.w.let(f"load atomic {llvm}, ptr {pointer} {'seq_cst' if e.order > 2 else order}, align {align}")
        if e.op == "store":
            kind = order if e.order in (0, 3, 5) else "seq_cst"
            self.w.put(f"store atomic {operands[0]}, ptr {pointer} {kind}, align {align}")
            return None
        if e.op == "compare_exchange":
            wanted, desired = (self._as_bits(o) for o in operands)
            order = order if e.order in (4, 5) else "seq_cst"
            fail = "acquire" if order == "acq_rel" else "seq_cst"
            pair = self.w.let(
                f"cmpxchg ptr {pointer}, i{t.bits} {wanted}, i{t.bits} {desired} {order} {fail}, align {align}"
            )
            old = self.w.let(f"extractvalue {{ i{t.bits}, i1 }} {pair}, 0")
            return self.w.let(f"bitcast i{t.bits} {old} to {llvm}") if t.kind == "f" else old
        if e.op in ("min", "max"):
            op = f"f{e.op}" if t.kind == "f" else e.op if t.kind == "i" else f"u{e.op}"
        else:
            op = f"f{e.op}" if t.kind == "f" and e.op in ("add", "sub") else _ATOMIC[e.op]
        return self.w.let(f"atomicrmw {op} ptr {pointer}, {operands[0]} {order}, align {align}")

    def _as_bits(self, v: Value) -> str:
        return self.w.let(f"bitcast {v} to i{v.type.bits}") if v.type.kind == "f" else v.text


def _only_merges(branch: list, other: list) -> bool:
    """Whether a branch only copies constants and variables to variables that the other branch, which does not read
    them, writes at its end: then all lanes can copy them before the other branch, and need no mask for it."""
    if len(branch) != 1 or not isinstance(branch[0], ir.Copies) or not other or not isinstance(other[-1], ir.Copies):
        return False
    if not all(isinstance(value, (ir.Const, ir.Read)) for _, value in branch[0].pairs):
        return False
    targets = {id(var) for var, _ in branch[0].pairs}
    return targets <= {id(var) for var, _ in other[-1].pairs} and not any(
        _reads_any(e, targets) for s in ir.walk(other) for e in ir.expressions(s)
    )


def _reads_any(e: ir.Expr, variables: set[int]) -> bool:
    """Whether an expression reads one of the variables, given by their ids."""
    return isinstance(e, ir.Read) and id(e.var) in variables or any(_reads_any(c, variables) for c in ir.children(e))


def escaping(function: ir.Function) -> set[int]:
    """Ids of variables of `Assign` that are read outside of the list of statements in which they are assigned."""
    homes: dict[int, int] = {}
    found: set[int] = set()

    def reads(e: ir.Expr, around: tuple) -> None:
        if isinstance(e, ir.Read) and homes.get(id(e.var), around[0]) not in around:
            found.add(id(e.var))
        for c in ir.children(e):
            reads(c, around)

    def visit(body: list, around: tuple) -> None:
        around = (*around, id(body))
        for s in body:
            for e in ir.expressions(s):
                reads(e, around)
            for name in ("then", "orelse", "body"):
                if hasattr(s, name):
                    visit(getattr(s, name), around)
            if isinstance(s, ir.Assign):
                homes[id(s.var)] = id(body)

    visit(function.body, ())
    return found
