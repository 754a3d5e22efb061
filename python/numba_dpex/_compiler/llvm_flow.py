"""Statements as LLVM instructions: structured control flow under a mask of the work-items that take part.

The mask of a function is kept in one place (`exec`); None stands for "all", known at compile time. Where work-items part, each way is
executed under its part of the mask, if any work-item takes it. Work-items that leave a construct are noted in the construct's own
mask and join again behind it. Variables of `Assign` are plain values, since whoever reads them came by there; variables of `Copies`
have storage, and only lanes under the mask change. So have those that are read behind the construct they are assigned in: other ways
lead there for work-items that have left, and for LLVM.
"""

from __future__ import annotations

from . import ir
from .llvm_text import Value, llvm_type, vector
from .llvm_masks import Masks
from .llvm_values import Pair, Values
from .types import part_type
from .uniform import Uniformity

__all__ = ["Flow", "escaping"]

_ATOMIC = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "exchange": "xchg"}
_ORDERS = {0: "monotonic", 1: "acquire", 2: "acquire", 3: "release", 4: "acq_rel", 5: "seq_cst"}


class Flow(Values, Masks):
    """The other half of the emitter: `body(statements)`."""

    uniformity: Uniformity
    unmasked: set[tuple[int, int]]  # of loop_variables.py

    def begin(self, mask: str | None) -> None:
        """Starts with this mask; None: all lanes take part."""
        self.full = mask is None
        self.skip = self.end  # where to go on when no lane is left: code is never executed for none
        self.kept_masks: dict[str, str] = {}
        self.exec = self.w.alloca(self.kept_mask_type, "exec")
        self.put_mask(mask or self.all_lanes, self.exec)
        self.bound: dict[int, object] = {}
        self.places: dict[int, object] = {}
        self.left: dict[int, str] = {}  # lanes that left a construct
        self.again: dict[int, str] = {}  # lanes that go on with a loop's next round
        self.exits: dict[int, tuple[str, str]] = {}  # labels behind, and of the next round, where all leave together

    def mask(self) -> str | None:
        return None if self.full else self.get_mask(self.exec)

    # ---- variables ----

    def read(self, var: ir.Var):
        if id(var) in self.bound:
            return self.bound[id(var)]
        place, lanes = self.place_of(var), self.lanes_of(var)
        if isinstance(place, tuple):
            part = part_type(var.type)
            return Pair(*(self._read(p, part, lanes) for p in place))
        return self._read(place, var.type, lanes)

    def _read(self, place: str, t, lanes: int) -> Value:
        return Value(self.w.load(vector(llvm_type(t), lanes), place), t, lanes)

    def lanes_of(self, var: ir.Var) -> int:
        return self.w.lanes if id(var) in self.uniformity.varying else 1

    def place_of(self, var: ir.Var):
        if id(var) not in self.places:
            lanes = self.lanes_of(var)
            if var.type.kind == "c":
                wide = vector(llvm_type(part_type(var.type)), lanes)
                self.places[id(var)] = (self.w.alloca(wide, "re"), self.w.alloca(wide, "im"))
            else:
                self.places[id(var)] = self.w.alloca(vector(llvm_type(var.type), lanes), "var")
        return self.places[id(var)]

    def write(self, var: ir.Var, value, to_all: bool = False) -> None:
        """to_all: of lanes that do not take part nobody reads the variable."""
        place, lanes = self.place_of(var), self.lanes_of(var)
        values = (value.re, value.im) if isinstance(value, Pair) else (value,)
        for p, v in zip(place if isinstance(place, tuple) else (place,), values, strict=True):
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
            getattr(self, f"do_{type(s).__name__}")(s)

    def do_Assign(self, s) -> None:
        if isinstance(s.value, ir.Atomic):
            self.keep(s.var, self.atomic(s.value, id(s.var) in self.used))
        else:
            self.keep(s.var, self.value(s.value))

    def keep(self, var: ir.Var, value) -> None:
        """The value of a variable that is assigned here only."""
        if id(var) not in self.escaping:
            self.bound[id(var)] = value
            return
        self.write(var, value, not self.uniformity.is_left_apart(var))  # who reads it came by here last, or does not take part

    def do_Copies(self, s) -> None:
        values = [self.value(e) for _, e in s.pairs]
        for (var, _), v in zip(s.pairs, values, strict=True):
            self.write(var, v, (id(s), id(var)) in self.unmasked)

    def do_Store(self, s) -> None:
        self.store_value(s.array, s.index, self.value(s.value))

    def do_Return(self, s) -> None:
        if self.apart:
            self.put_mask(self.no_lanes, self.exec)
        self.w.go(self.skip if self.apart else self.end)

    def do_Fence(self, s) -> None:
        self.w.put(f"fence {_ORDERS[s.order] if s.order else 'seq_cst'}")

    # ---- if ----

    def do_If(self, s) -> None:
        cond = self.value(s.cond)
        if not self.uniformity.diverges(s):
            self._together(cond, s)
        else:
            self._apart(self.w.widen(cond), s)

    def _together(self, cond: Value, s) -> None:
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

    def _apart(self, cond: Value, s) -> None:
        """Both ways, one after the other, each under its mask."""
        full, apart, entry = self.full, self.apart, self.mask()
        lost = any(isinstance(x, (ir.Leave, ir.Continue, ir.Return)) for x in ir.walk(s.then + s.orelse))
        yes = cond.text if entry is None else self.join_masks("and", entry, cond.text)
        inverse = self.join_masks("xor", cond.text, self.all_lanes)
        no = inverse if entry is None else self.join_masks("and", entry, inverse)
        remaining = None
        self.apart = True
        for mask, statements in ((yes, s.then), (no, s.orelse)):
            if not statements:
                after = mask
            else:
                after = self._way(mask, statements)
            remaining = after if remaining is None else self.join_masks("or", remaining, after)
        self.apart = apart
        self.full = full and not lost
        self.put_mask(remaining if lost else entry or self.all_lanes, self.exec)
        if lost:
            self._skip_if_none(remaining)

    def _way(self, mask: str, statements: list) -> str:
        """Executes statements under a mask, if any lane is in it; the mask of those that come out at the end."""
        if len(statements) == 1 and isinstance(statements[0], (ir.Leave, ir.Continue, ir.Return)):
            return self._gone(mask, statements[0])
        go, behind = self.w.label("way"), self.w.label("way_end")
        self.put_mask(mask, self.exec)
        self.w.branch(self.any(mask), go, behind)
        self.w.start(go)
        self.full, skip, self.skip = False, self.skip, behind
        self.body(statements)
        self.skip = skip
        self.w.start(behind)
        return self.get_mask(self.exec)

    def _skip_if_none(self, mask: str) -> None:
        go = self.w.label("some")
        self.w.branch(self.any(mask), go, self.skip)
        self.w.start(go)

    def _gone(self, mask: str, s) -> str:
        """Notes that these lanes go elsewhere: cheaper than asking whether there are any."""
        if not isinstance(s, ir.Return):
            place = (self.left if isinstance(s, ir.Leave) else self.again)[id(s.target)]
            self.put_mask(self.join_masks("or", self.get_mask(place), mask), place)
        return self.no_lanes

    # ---- loops and blocks ----

    def _note(self, place: str) -> None:
        """Adds the lanes of exec to a construct's mask, and empties exec."""
        now = self.get_mask(self.exec)
        old = self.get_mask(place)
        self.put_mask(self.join_masks("or", old, now), place)
        self.put_mask(self.no_lanes, self.exec)

    def do_Leave(self, s) -> None:
        if id(s.target) in self.left:
            self._note(self.left[id(s.target)])
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
        """skip: the label where lanes that have left or go on with the next round are looked for."""
        state = (self.full, self.apart, self.skip, self.mask())
        if self.uniformity.diverges(s):
            for table in (self.left, self.again):
                table[id(s)] = self.w.alloca(self.kept_mask_type, "left")
                self.put_mask(self.no_lanes, table[id(s)])
            self.full, self.apart, self.skip = False, True, skip
        elif any(isinstance(x, ir.Return) for x in ir.walk(s.body)):
            self.full = False
        return state

    def _exit(self, s, state: tuple) -> None:
        """Behind a construct: the lanes that left it join again."""
        full, self.apart, self.skip, entry = state
        lost = any(self._goes_beyond(x, s) for x in ir.walk(s.body))
        if not lost:
            self.put_mask(entry or self.all_lanes, self.exec)
        elif self.uniformity.diverges(s):
            now = self.get_mask(self.exec)
            now = self.join_masks("or", now, self.get_mask(self.left[id(s)]))
            self.put_mask(now, self.exec)
            self._skip_if_none(now)
        self.full = full and not lost

    def _goes_beyond(self, x, s) -> bool:
        """Whether a statement inside s may take lanes to some place behind s."""
        if isinstance(x, ir.Return):
            return True
        return isinstance(x, (ir.Leave, ir.Continue)) and x.target is not s and not any(x.target is y for y in ir.walk(s.body))

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
        """A round is worth while if a lane is left."""
        go = self.w.label("round")
        self.w.branch(self.any(self.get_mask(self.exec)), go, behind)
        self.w.start(go)

    def _next_round(self, s, head: str) -> None:
        if id(s) in self.again:
            self._resume(s)
        self.w.go(head)

    def _resume(self, s) -> None:
        now, again = self.get_mask(self.exec), self.get_mask(self.again[id(s)])
        self.put_mask(self.join_masks("or", now, again), self.exec)
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
            now = Value(now.text, now.type, now.lanes, first.stride, self.w.value(f"extractelement {now}, i64 0", now.type, 1))
        self._check_bound(s, now, stop, step, behind)
        self.bound[id(s.var)] = now
        self.body(s.body)
        self.w.start(again)
        if id(s) in self.again:
            self._resume(s)
        following = self.apply("add nsw" if s.var.type.kind == "i" else "add", Value(now.text, now.type, now.lanes), step)
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
        if id(s) not in self.left:
            self.w.branch(goes_on.text, go, behind)
        else:
            self._drop_finished(s, self.w.widen(goes_on), go, behind)
        self.w.start(go)

    def _drop_finished(self, s, goes_on: Value, go: str, behind: str) -> None:
        """Lanes whose range has ended have left the loop."""
        now = self.get_mask(self.exec)
        active = self.join_masks("and", now, goes_on.text)
        ended = self.join_masks("xor", now, active)
        left = self.get_mask(self.left[id(s)])
        self.put_mask(self.join_masks("or", left, ended), self.left[id(s)])
        self.put_mask(active, self.exec)
        self.w.branch(self.any(active), go, behind)

    # ---- atomics ----

    def atomic(self, e: ir.Atomic, is_used: bool):
        """One lane after the other; where nobody asks for old values and all lanes meet at one element, once for all."""
        offset, base = self.address(e.array, e.index), self.place(e.array.base)
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
        """The operands of all lanes that take part, as one."""
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
        """A loop over the lanes that take part; results are collected in memory."""
        lanes, t = self.w.lanes, e.type
        pointers = self.w.let(f"getelementptr i8, ptr {base}, {self.w.widen(offset)}")
        places = [self._spilled(f"<{lanes} x ptr>", pointers)]
        places += [self._spilled(self.w.widen(o).llvm, self.w.widen(o).text) for o in operands]
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
        pick = lambda llvm, place: self.w.load(llvm, self.w.let(f"getelementptr {llvm}, ptr {place}, {bits_type} {lane}"))  # noqa: E731
        one = [Value(pick(llvm_type(o.type), p), o.type) for o, p in zip(operands, places[1:], strict=True)]
        old = self._atomic_lane(e, pick("ptr", places[0]), one)
        if old is not None:
            self.w.store(llvm_type(t), old, self.w.let(f"getelementptr {llvm_type(t)}, ptr {results}, {bits_type} {lane}"))
        self.w.go(head)
        self.w.start(behind)
        return Value(self.w.load(vector(llvm_type(t), lanes), results), t, lanes)

    def _spilled(self, llvm: str, text: str) -> str:
        place = self.w.alloca(llvm, "spill", 64)
        self.w.store(llvm, text, place)
        return place

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
            pair = self.w.let(f"cmpxchg ptr {pointer}, i{t.bits} {wanted}, i{t.bits} {desired} {order} {fail}, align {align}")
            old = self.w.let(f"extractvalue {{ i{t.bits}, i1 }} {pair}, 0")
            return self.w.let(f"bitcast i{t.bits} {old} to {llvm}") if t.kind == "f" else old
        if e.op in ("min", "max"):
            op = f"f{e.op}" if t.kind == "f" else e.op if t.kind == "i" else f"u{e.op}"
        else:
            op = f"f{e.op}" if t.kind == "f" and e.op in ("add", "sub") else _ATOMIC[e.op]
        return self.w.let(f"atomicrmw {op} ptr {pointer}, {operands[0]} {order}, align {align}")

    def _as_bits(self, v: Value) -> str:
        return self.w.let(f"bitcast {v} to i{v.type.bits}") if v.type.kind == "f" else v.text


def escaping(function: ir.Function) -> set[int]:
    """Variables of Assign that are read outside of the list of statements that they are assigned in."""
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
