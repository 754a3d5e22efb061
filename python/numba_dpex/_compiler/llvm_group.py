"""Kernels over work-groups: one call executes a whole work-group, and all of its work-items reach a barrier before any
continues after it.

The body is divided at its barriers into regions (P. Jääskeläinen et al., "pocl: A Performance-Portable OpenCL
Implementation", 2015). A region is a loop over the pieces of the group; a *piece* is as many consecutive work-items as
a vector has lanes. Control flow that contains a barrier is uniform in the group and executed once for the whole group.
Varying variables that are live across regions have storage for each piece; uniform ones have one slot for the group.
"""

from __future__ import annotations

from . import ir
from .errors import UnsupportedError
from .llvm_items import Emitter
from .llvm_text import Value, llvm_type, vector
from .types import INT64, part_type

__all__ = ["GroupEmitter", "has_barrier", "runs_groups"]

_CHEAP = {"add", "sub", "mul", "and", "or", "xor", "shl", "shr"}
_TOO_MUCH = 8  # operations, from which on a value is stored rather than recomputed


def has_barrier(body: list) -> bool:
    """Whether the statements contain a barrier of the work-group."""
    return any(isinstance(s, ir.Barrier) for s in ir.walk(body))


def runs_groups(function: ir.Function) -> bool:
    """Whether a call executes a whole work-group."""
    return has_barrier(function.body) or function.sub_groups_line is not None


def _inside(s: ir.Statement) -> list:
    return list(ir.walk([s]))


def _variables(e: ir.Expr):
    if isinstance(e, ir.Read):
        yield e.var
    for c in ir.children(e):
        yield from _variables(c)


def _written(s: ir.Statement) -> list[ir.Var]:
    """Variables that a statement assigns."""
    if isinstance(s, ir.Copies):
        return [v for v, _ in s.pairs]
    return [s.var] if isinstance(s, (ir.Assign, ir.For)) else []


def _reads_memory(e: ir.Expr) -> bool:
    return isinstance(e, (ir.Load, ir.Atomic)) or any(map(_reads_memory, ir.children(e)))


class Regions:
    """Assigns statements to regions, and finds the variables that are live across regions."""

    def __init__(self, function: ir.Function, uniformity):
        self.uniformity = uniformity
        self.shared = {id(s) for s in ir.walk(function.body) if any(isinstance(x, ir.Barrier) for x in _inside(s))}
        self.number: dict[int, int] = {}  # by statement: the number of its region; 0: executed once for the group
        self.count = 0
        while more := self._changed_inside(function.body) - uniformity.varying:
            uniformity.settle(more)
        self._split_copies(function.body)
        self._divide(function.body)
        self.cheap = self._find_cheap(function)
        self.carried = self._find_carried(function) - self.cheap.keys()
        self.kills = any(isinstance(s, ir.Return) and self.number.get(id(s), 0) for s in ir.walk(function.body))

    def is_shared(self, s: ir.Statement) -> bool:
        """Whether the statement is executed once for the group."""
        if id(s) in self.shared:
            return True
        if isinstance(s, ir.Copies):
            return all(id(var) not in self.uniformity.varying for var, _ in s.pairs)
        return any(isinstance(x, (ir.Leave, ir.Continue)) and id(x.target) in self.shared for x in _inside(s))

    def _changed_inside(self, body: list) -> set[int]:
        """Variables that constructs inside a region assign. They are assigned once per piece, so they cannot be
        variables of the group."""
        found: set[int] = set()
        for s in body:
            inner = [x for name in ("then", "orelse", "body") for x in getattr(s, name, ())]
            if self.is_shared(s):
                found |= self._changed_inside(inner)
            else:
                found |= {id(v) for x in ir.walk(inner) if isinstance(x, ir.Copies) for v, _ in x.pairs}
        return found

    def _split_copies(self, body: list) -> None:
        """Splits `Copies`: variables of the group are written once, after those of its work-items, whose new values may
        depend on the old ones."""
        out = []
        for s in body:
            for inner in (getattr(s, name) for name in ("then", "orelse", "body") if hasattr(s, name)):
                self._split_copies(inner)
            if isinstance(s, ir.Copies):
                own = [p for p in s.pairs if id(p[0]) in self.uniformity.varying]
                group = [p for p in s.pairs if id(p[0]) not in self.uniformity.varying]
                out += [ir.Copies(s.line, pairs) for pairs in (own, group) if pairs]
            else:
                out.append(s)
        body[:] = out

    def _divide(self, body: list) -> None:
        fresh = True
        for s in body:
            if self.is_shared(s):
                fresh = True
                for inner in (getattr(s, name) for name in ("then", "orelse", "body") if hasattr(s, name)):
                    self._divide(inner)
                continue
            if fresh:
                self.count += 1
                fresh = False
            for x in _inside(s):
                self.number[id(x)] = self.count

    def is_of_the_group(self, s: ir.Statement) -> bool:
        """Whether s is an assignment in a region that is computed once for the group, before the region."""
        if not isinstance(s, ir.Assign) or id(s.var) in self.uniformity.varying:
            return False
        return not self.uniformity.is_varying(s.value) and not _reads_memory(s.value)

    def _find_cheap(self, function: ir.Function) -> dict[int, ir.Expr]:
        """Variables that are rematerialized where they are read: computed from ids, kernel arguments and constants by
        few operations."""
        found: dict[int, ir.Expr] = {}
        steps = {
            id(v): 0 for p in function.parameters for v in ([p] if isinstance(p, ir.Var) else [*p.shape, *p.strides])
        }

        def cost(e: ir.Expr) -> int:
            match e:
                case ir.Const() | ir.Id():
                    return 0
                case ir.Read(var=var):
                    return steps.get(id(var), _TOO_MUCH)
                case ir.Binary(op=op) if op not in _CHEAP:
                    return _TOO_MUCH
                case ir.Unary() | ir.Binary() | ir.Compare() | ir.Select() | ir.Cast():
                    return 1 + sum(map(cost, ir.children(e)))
            return _TOO_MUCH

        for s in ir.walk(function.body):
            if isinstance(s, ir.Assign) and cost(s.value) < _TOO_MUCH:
                found[id(s.var)] = s.value
                steps[id(s.var)] = cost(s.value)
        return found

    def _find_carried(self, function: ir.Function) -> set[int]:
        """Variables that are live across regions, or across iterations of a loop of the group."""
        homes: dict[int, set] = {}
        started: set[int] = set()  # written in their region before they are read
        for s in ir.walk(function.body):
            region = self.number.get(id(s), 0)
            if isinstance(s, ir.Copies) and region:
                started |= {id(v) for v, _ in s.pairs if id(v) not in homes}
            mentioned = [v for e in ir.expressions(s) for v in _variables(e)]
            written = _written(s)
            if isinstance(s, ir.Assign):
                started.add(id(s.var))
            for v in mentioned + written:
                homes.setdefault(id(v), set()).add(region)
        return {v for v, regions in homes.items() if len(regions) > 1 or v not in started}


_MOST_ON_STACK = 128  # bytes of private arrays of each work-item


class GroupEmitter(Emitter):
    """One work-group per call: a version for groups whose rows are whole vectors, and, unless all are known to be, one
    with masks."""

    is_group = True

    def run_items(self) -> None:
        self.regions = Regions(self.function, self.uniformity)
        behind = self.w.label("group_end")
        if self.function.row_unit % self.w.lanes == 0:
            self.is_whole = True
            self._run_group(behind)
            self.w.start(behind)
            return
        whole, cut = (self.w.label(hint) for hint in ("whole", "cut"))
        rest = self.w.let(f"and i64 {self.counts[0]}, {self.w.lanes - 1}")
        self.w.branch(self.w.let(f"icmp eq i64 {rest}, 0"), whole, cut)
        for label, self.is_whole in ((whole, True), (cut, False)):
            self.w.start(label)
            self._run_group(behind)
            self.w.go(behind)
        self.w.start(behind)

    def _run_group(self, behind: str) -> None:
        lanes = self.w.lanes
        self.per_row = self.w.let(f"sdiv i64 {self.w.let(f'add i64 {self.counts[0]}, {lanes - 1}')}, {lanes}")
        self.pieces = self.per_row
        for d in range(1, self.function.ndim):
            self.pieces = self.w.let(f"mul i64 {self.pieces}, {self.counts[d]}")
        self.private_bases = self._own_memory()
        self.alive = self.w.let(f"alloca {self.mask_type}, i64 {self.pieces}, align 64") if self.regions.kills else None
        if self.alive:
            self._counted(
                self.pieces, 1, lambda c: self.w.store(self.mask_type, self.all_lanes, self._piece_of(self.alive, c))
            )
        self.in_region = False
        self.carried_storage: dict[int, tuple] = {}
        self._reserve()
        self.end = behind
        self.begin(None)
        self.group(self.function.body)

    def most_on_stack(self) -> int:
        return _MOST_ON_STACK * self.w.lanes

    def _make_private_arrays(self) -> None:
        """Does nothing: `_own_memory` allocates them for all pieces of the group."""

    def _own_memory(self) -> dict[int, str]:
        """The address of each private array, those of all pieces contiguous."""
        found = {}
        pointer = self.private_memory() if self.private_bytes else None
        for a in self.private_arrays():
            total = self.w.let(f"mul i64 {self.pieces}, {self.own_bytes(a)}")
            if pointer is None:
                found[id(a)] = self.w.let(f"alloca i8, i64 {total}, align 64")
            else:
                found[id(a)], pointer = pointer, self.w.let(f"getelementptr i8, ptr {pointer}, i64 {total}")
        return found

    def _reserve(self) -> None:
        """Allocates storage for varying variables that are live across barriers."""
        for s in ir.walk(self.function.body):
            for v in _written(s):
                if (
                    id(v) in self.regions.carried
                    and id(v) in self.uniformity.varying
                    and id(v) not in self.carried_storage
                ):
                    parts = 2 if v.type.kind == "c" else 1
                    wide = vector(llvm_type(part_type(v.type)), self.w.lanes)
                    self.carried_storage[id(v)] = tuple(
                        self.w.let(f"alloca {wide}, i64 {self.pieces}, align 64") for _ in range(parts)
                    )

    def _piece_of(self, base: str, piece: str, llvm: str | None = None) -> str:
        return self.w.let(f"getelementptr {llvm or self.mask_type}, ptr {base}, i64 {piece}")

    # ---- variables ----

    def read(self, var: ir.Var):
        if self.in_region and id(var) not in self.bound and id(var) in self.regions.cheap:
            return self.value(self.regions.cheap[id(var)])
        return super().read(var)

    def storage_of(self, var: ir.Var):
        if id(var) in self.carried_storage:
            wide = vector(llvm_type(part_type(var.type)), self.w.lanes)
            parts = tuple(self._piece_of(p, self.piece, wide) for p in self.carried_storage[id(var)])
            return parts if len(parts) > 1 else parts[0]
        return super().storage_of(var)

    def do_Assign(self, s) -> None:
        if self.in_region and self.regions.is_of_the_group(s) and id(s.var) in self.bound:
            return
        super().do_Assign(s)

    def keep(self, var: ir.Var, value) -> None:
        if not (self.in_region and id(var) in self.regions.carried):
            super().keep(var, value)
            return
        self.write(var, value, not self.uniformity.outlives_divergent_exit(var))

    def do_Barrier(self, s) -> None:
        self.w.put("fence seq_cst")

    # ---- sub-groups: the work-items of a piece, which are executed in lock-step ----

    def item_id(self, kind: str, dim: int) -> Value:
        if "sub_group" not in kind:
            return super().item_id(kind, dim)
        if kind == "max_sub_group_size":
            return self.w.integer(self.w.lanes)
        if kind == "num_sub_groups":
            return Value(self.pieces, INT64)
        if kind == "sub_group_local_id":
            return self.linear(self.w.integer(0), 1)
        if kind == "sub_group_id":
            return self.w.widen(Value(self.piece, INT64))
        rest = self.w.let(f"sub i64 {self.counts[0]}, {self.start_of_piece}")
        return self.w.widen(
            Value(self.w.call("llvm.smin.i64", "i64", [("i64", rest), ("i64", str(self.w.lanes))]), INT64)
        )

    def do_SubGroupBarrier(self, s) -> None:
        self.w.put("fence seq_cst")

    def on_Shuffle(self, e) -> Value:
        x, lane = self.value(e.x), self.value(e.lane)
        if x.lanes == 1:
            return x
        if lane.lanes == 1:
            chosen = self.w.let(f"and i64 {lane.text}, {self.w.lanes - 1}")
            return self.w.widen(self.w.value(f"extractelement {x}, i64 {chosen}", x.type, 1))
        if isinstance(e.lane, ir.Binary) and isinstance(e.lane.a, ir.Id) and isinstance(e.lane.b, ir.Const):
            lanes = self._shuffle_lanes(e.lane.op, e.lane.b.value)
            return self.w.value(
                f"shufflevector {x}, {x.llvm} poison, <{self.w.lanes} x i32> <{lanes}>", x.type, x.lanes
            )
        return self._shuffle_in_memory(x, lane)

    def _shuffle_lanes(self, op: str, n: int) -> str:
        """The shuffle indices `lane op n`, modulo the number of lanes."""
        move = {"add": lambda i: i + n, "sub": lambda i: i - n, "xor": lambda i: i ^ n}[op]
        return ", ".join(f"i32 {move(i) % self.w.lanes}" for i in range(self.w.lanes))

    def _shuffle_in_memory(self, x: Value, lane: Value) -> Value:
        pointer = self._spilled(x.llvm, x.text)
        wide = vector("i64", self.w.lanes)
        chosen = self.w.let(f"and {wide} {lane.text}, splat (i64 {self.w.lanes - 1})")
        offset = self._product(Value(chosen, INT64, self.w.lanes), self.w.integer(x.type.bits // 8))
        return self.load_number(pointer, offset, x.type)

    # ---- regions ----

    def group(self, body: list) -> None:
        """Emits statements of the group: regions, and statements that are executed once for the group."""
        region: list[ir.Statement] = []
        for s in [*body, None]:
            if s is not None and not self.regions.is_shared(s):
                region.append(s)
                continue
            if region:
                self._region(region)
                region = []
            if s is None or not self.w.open:
                return
            self._shared(s)

    def _region(self, statements: list) -> None:
        own: set[int] = set()  # variables that the region assigns once per piece
        for s in statements:
            if self.regions.is_of_the_group(s) and own.isdisjoint(map(id, _variables(s.value))):
                self.bound[id(s.var)] = self.value(s.value)
                if id(s.var) in self.escaping:
                    self.write(s.var, self.bound[id(s.var)])
            else:
                own |= {id(v) for x in ir.walk([s]) for v in _written(x)}
        self._rows_of_pieces(self.function.ndim - 1, "0", [], lambda: self.body(statements))

    def _rows_of_pieces(self, dim: int, before: str, at: list[str], do) -> None:
        """Emits nested loops over all pieces. before: the linear index of the row in the slower dimensions; at: the
        indices in them."""

        def inner(i: str) -> None:
            here = self.w.let(f"mul i64 {before}, {self.counts[dim] if dim else self.per_row}")
            here = self.w.let(f"add nsw i64 {here}, {i}")
            if dim == 0:
                self._one_piece([i, *at], here, do)
            else:
                self._rows_of_pieces(dim - 1, here, [i, *at], do)

        self._counted(self.counts[dim] if dim else self.per_row, 1, inner)

    def _one_piece(self, at: list[str], piece: str, do) -> None:
        """Sets ids, mask and private memory for a piece. at: the piece's index in its row, then the row's index in each
        dimension."""
        self.piece = piece
        self.start_of_piece = start = self.w.let(f"mul i64 {at[0]}, {self.w.lanes}")
        self.ids[0] = self.linear(Value(self.w.let(f"add nsw i64 {self.firsts[0]}, {start}"), INT64), 1)
        for d in range(1, self.function.ndim):
            self.ids[d] = Value(self.w.let(f"add nsw i64 {self.firsts[d]}, {at[d]}"), INT64)
        for base, memory in self.private_bases.items():
            size = next(self.own_bytes(a) for a in self.function.arrays if id(a) == base)
            self.bases[base] = self.w.let(
                f"getelementptr i8, ptr {memory}, i64 {self.w.let(f'mul i64 {piece}, {size}')}"
            )
        self.skip = self.w.label("piece_end")
        self._start_mask(start)
        self.in_region, saved = True, dict(self.bound)
        do()
        self.w.start(self.skip)
        if self.alive:
            self.w.store(self.mask_type, self.get_mask(self.exec), self._piece_of(self.alive, piece))
        self.in_region, self.bound, self.full = False, saved, True

    def _start_mask(self, start: str) -> None:
        if self.is_whole and not self.alive:
            self.put_mask(self.all_lanes, self.exec)
            self.full, self.divergent = True, False
            return
        rest = self.w.let(f"sub i64 {self.counts[0]}, {start}")
        numbers = ", ".join(f"i64 {i}" for i in range(self.w.lanes))
        limit = self.w.widen(Value(rest, INT64))
        mask = self.w.let(f"icmp slt {vector('i64', self.w.lanes)} <{numbers}>, {limit.text}")
        if self.alive:
            alive = self.w.load(self.mask_type, self._piece_of(self.alive, self.piece))
            mask = self.w.let(f"and {self.mask_type} {mask}, {alive}")
        self.put_mask(mask, self.exec)
        if self.alive:
            self._skip_if_none(mask)
        self.full, self.divergent = False, True

    # ---- statements that are executed once for the group ----

    def _group_value(self, e: ir.Expr) -> Value:
        """A condition or bound of a construct that contains a barrier: uniform over the work-items that have not
        returned."""
        if not self.uniformity.is_varying(e):
            return self.value(e)
        t = e.type
        pointer = self.w.alloca(llvm_type(t), "decided")
        piece, lane = self._find_alive() if self.alive else ("0", "0")

        def one_lane() -> None:
            v = self.w.widen(self.value(e))
            self.w.store(llvm_type(t), self.w.let(f"extractelement {v}, i64 {lane}"), pointer)

        self._one_piece(self._indices_of_piece(piece), piece, one_lane)
        return Value(self.w.load(llvm_type(t), pointer), t)

    def _find_alive(self) -> tuple[str, str]:
        """Piece and lane of a work-item that has not returned; if all have returned, the call ends."""
        counter = self.w.alloca("i64", "piece")
        self.w.store("i64", "0", counter)
        search, again, found = (self.w.label(hint) for hint in ("search", "search_on", "alive"))
        self.w.start(search)
        piece = self.w.load("i64", counter)
        mask = self.w.load(self.mask_type, self._piece_of(self.alive, piece))
        self.w.branch(self.any(mask), found, again)
        self.w.start(again)
        following = self.w.let(f"add nsw i64 {piece}, 1")
        self.w.store("i64", following, counter)
        self.w.branch(self.w.let(f"icmp slt i64 {following}, {self.pieces}"), search, self.end)
        self.w.start(found)
        if self.w.lanes == 1:
            return piece, "0"
        bits = f"i{self.w.lanes}"
        bit = self.w.call(
            f"llvm.cttz.{bits}",
            bits,
            [(bits, self.w.let(f"bitcast {self.mask_type} {mask} to {bits}")), ("i1", "true")],
        )
        return piece, self.w.let(f"zext {bits} {bit} to i64")

    def _indices_of_piece(self, piece: str) -> list[str]:
        """The piece's index in its row, then the row's index in each dimension."""
        at, rest = [], piece
        for d in range(self.function.ndim - 1):
            count = self.counts[d] if d else self.per_row
            at.append(self.w.let(f"srem i64 {rest}, {count}") if piece != "0" else "0")
            rest = self.w.let(f"sdiv i64 {rest}, {count}") if piece != "0" else "0"
        return [*at, rest]

    def _shared(self, s) -> None:
        match s:
            case ir.Barrier():
                self.do_Barrier(s)
            case ir.Copies():
                self.do_Copies(s)
            case ir.If():
                self._shared_if(s)
            case ir.For():
                self._shared_for(s)
            case ir.Loop() | ir.Block():
                self._shared_loop(s)
            case ir.Leave(target=target):
                self.w.go(self.exits[id(target)][0])
            case ir.Continue(target=target):
                self.w.go(self.exits[id(target)][1])
            case _:
                raise UnsupportedError(f"a barrier inside {type(s).__name__}")

    def _shared_if(self, s) -> None:
        yes, no, behind = (self.w.label(hint) for hint in ("then", "else", "behind"))
        self.w.branch(self._group_value(s.cond).text, yes, no)
        reached = False
        for label, statements in ((yes, s.then), (no, s.orelse)):
            self.w.start(label)
            saved = dict(self.bound)
            self.group(statements)
            self.bound = saved
            reached = reached or self.w.open
            self.w.go(behind)
        self.w.start(behind)
        if not reached:
            self.w.put("unreachable")
            self.w.open = False

    def _shared_loop(self, s) -> None:
        head, behind = self.w.label("loop"), self.w.label("loop_end")
        self.exits[id(s)] = (behind, head)
        saved = dict(self.bound)
        self.w.start(head)
        if self.alive and isinstance(s, ir.Loop):  # whose only exit may be a return
            self._find_alive()
        self.group(s.body)
        self.w.go(head if isinstance(s, ir.Loop) else behind)
        self.bound = saved
        self.w.start(behind)

    def _shared_for(self, s) -> None:
        start, stop, step = (self._group_value(e) for e in (s.start, s.stop, s.step))
        counter = self.w.alloca(start.llvm, "count")
        self.w.put(f"store {start}, ptr {counter}")
        head, go, again, behind = (self.w.label(h) for h in ("for", "round", "for_next", "for_end"))
        self.exits[id(s)] = (behind, again)
        saved = dict(self.bound)
        self.w.start(head)
        now = Value(self.w.load(start.llvm, counter), s.var.type)
        up, down = self.compare("lt", now, stop), self.compare("gt", now, stop)
        goes_on = self.select(self.compare("gt", step, self.const_like(step, 0)), up, down)
        self.w.branch(goes_on.text, go, behind)
        self.w.start(go)
        self.bound[id(s.var)] = now
        self.group(s.body)
        self.w.start(again)
        self.w.put(f"store {self.apply('add', now, step)}, ptr {counter}")
        self.w.go(head)
        self.bound = saved
        self.w.start(behind)
