"""A kernel as LLVM assembly: a function that executes a box of work-items row by row, several work-items at once in
vector lanes (SPMD on SIMD).

The fastest dimension is divided into pieces of as many work-items as a vector has lanes; the remainder at its end is
executed under a mask. The arguments that the host passes are described in src/program/kernel_abi.h.
"""

from __future__ import annotations

import math

import numpy as np

from . import ir
from .interface import SUB_GROUP_SIZE
from .llvm_flow import Flow, escaping
from .llvm_lines import Lines
from .llvm_print import Prints
from .llvm_target import Target
from .llvm_text import Value, Writer, constant_text, llvm_type, memory_type, vector
from .llvm_values import Pair
from .loop_variables import unmasked_writes
from .row_loops import extents_of_rows
from .types import INT64, part_type
from .uniform import Uniformity

__all__ = ["Emitter", "choose_lanes"]

# byte offsets
_SPAN = {"first": 0, "count": 24, "group_id": 48, "num_groups": 72, "global_size": 96, "local_size": 120}
_LOCAL_MEMORY, _PRIVATE_MEMORY = 152, 184
_MOST_ON_STACK = 16 << 10  # bytes of private arrays


def choose_lanes(function: ir.Function, target: Target, uniformity: Uniformity) -> int:
    """The number of lanes: two or four registers of the widest floating-point type, so that latencies overlap.

    Loops with divergent exits profit most from more lanes, and need most registers.
    """
    if function.sub_groups_line is not None:
        return SUB_GROUP_SIZE
    parting = any(isinstance(s, ir.For | ir.Loop) and uniformity.diverges(s) for s in ir.walk(function.body))
    n_registers = 4 if parting == target.has_masks else 2
    lanes = n_registers * target.register_bits // _widest(function)
    has_barrier = any(isinstance(s, ir.Barrier) for s in ir.walk(function.body))
    return min(lanes, 16) if has_barrier else lanes  # rows of work-groups are short


class Emitter(Prints, Flow):
    """One kernel: the entry with the loops over work-items, and the body twice: for full vectors and under a mask."""

    is_group = False  # whether a call executes one work-group

    def __init__(self, function: ir.Function, target: Target, lanes: int | None):
        self.function = function
        self.target = target
        self.flags = "".join(f"{flag} " for flag in function.flags)
        self.uniformity = Uniformity(function)
        self.mask_bits = _widest(function)
        self.used = _reads(function)
        self.escaping = escaping(function)
        self.unmasked = unmasked_writes(function)
        self.w = Writer(lanes or function.lanes or choose_lanes(function, target, self.uniformity))
        self.divergent = False
        self.bases: dict[int, str] = {}
        self.scalars: dict[int, Value] = {}
        self.globals: list[str] = []
        self.lines = Lines(function) if function.has_lines else None
        if self.lines:
            self.w.location = self.lines.location(function.line)

    def location_of(self, s: ir.Statement) -> str:
        """What the instructions of a statement end with."""
        return self.lines.location(s.line) if self.lines else ""

    # ---- arguments of the kernel ----

    def _argument(self, number: int, llvm: str) -> str:
        slot = self.w.let(f"getelementptr ptr, ptr %args, i64 {number}")
        return self.w.let(f"load {llvm}, ptr {self.w.let(f'load ptr, ptr {slot}')}")

    def _load_arguments(self) -> None:
        number = 0
        for p in self.function.parameters:
            if isinstance(p, ir.Var):
                number = self._load_scalar(p, number)
                continue
            self.bases[id(p)] = self._argument(number, "ptr")
            number += 1
            for var in (*p.shape, *p.strides):
                self.scalars[id(var)] = Value(self._argument(number, "i64"), INT64)
                number += 1

    def _load_scalar(self, var: ir.Var, number: int) -> int:
        if var.type.kind == "c":
            slot = self.w.let(f"getelementptr ptr, ptr %args, i64 {number}")
            at, t = self.w.let(f"load ptr, ptr {slot}"), part_type(var.type)
            beside = self.w.let(f"getelementptr i8, ptr {at}, i64 {t.bits // 8}")
            re, im = (Value(self.w.load(llvm_type(t), p), t) for p in (at, beside))
            self.scalars[id(var)] = Pair(re, im)
        else:
            text = self._argument(number, memory_type(var.type))
            if var.type.kind == "b":
                text = self.w.let(f"trunc i8 {text} to i1")
            self.scalars[id(var)] = Value(text, var.type)
        return number + 1

    def _span(self, field: str, dim: int) -> str:
        at = self.w.let(f"getelementptr i8, ptr %span, i64 {_SPAN[field] + 8 * dim}")
        return self.w.let(f"load i64, ptr {at}")

    def base_pointer(self, base: ir.ArrayParameter) -> str:
        return self.bases[id(base)]

    def read(self, var: ir.Var):
        found = self.scalars.get(id(var))
        return super().read(var) if found is None else found

    def own_bytes(self, a: ir.ArrayParameter) -> int:
        """Bytes of a private array for all lanes."""
        return -(-math.prod(a.shape) * a.dtype.bits // 8 * self.w.lanes // 64) * 64

    def private_arrays(self) -> list:
        return [a for a in self.function.arrays if a.space == "private"]

    def most_on_stack(self) -> int:
        """Bytes of private arrays, of all lanes."""
        return _MOST_ON_STACK

    def private_memory(self) -> str:
        return self.w.let(f"load ptr, ptr {self.w.let(f'getelementptr i8, ptr %span, i64 {_PRIVATE_MEMORY}')}")

    def _make_private_arrays(self) -> None:
        """On the stack, or contiguous in memory that the host provides."""
        if not self.private_bytes:
            for a in self.private_arrays():
                self.bases[id(a)] = self.w.alloca(f"[{self.own_bytes(a)} x i8]", "private", 64)
            return
        memory, offset = self.private_memory(), 0
        for a in self.private_arrays():
            self.bases[id(a)] = self.w.let(f"getelementptr i8, ptr {memory}, i64 {offset}")
            offset += self.own_bytes(a)

    def _make_arrays(self) -> None:
        needed = sum(map(self.own_bytes, self.private_arrays()))
        self.private_bytes = needed if needed > self.most_on_stack() else 0
        self._make_private_arrays()
        offset = 0
        for a in self.function.arrays:
            if a.space == "constant":
                self.bases[id(a)] = self._constant_array(a)
            elif a.space == "local":
                size = math.prod(a.shape) * a.dtype.bits // 8
                memory = self.w.let(f"load ptr, ptr {self.w.let(f'getelementptr i8, ptr %span, i64 {_LOCAL_MEMORY}')}")
                self.bases[id(a)] = self.w.let(f"getelementptr i8, ptr {memory}, i64 {offset}")
                offset += (size + 63) // 64 * 64

    def _constant_array(self, a: ir.ArrayParameter) -> str:
        t = part_type(a.dtype)
        flat = np.ascontiguousarray(a.values).reshape(-1).view(t.numpy if t.kind != "b" else np.uint8)
        items = ", ".join(f"{memory_type(t)} {int(v) if t.kind == 'b' else constant_text(t, v)}" for v in flat.tolist())
        name = f"@constant{len(self.globals)}"
        self.globals.append(
            f"{name} = private unnamed_addr constant [{len(flat)} x {memory_type(t)}] [{items}], align 64"
        )
        return name

    # ---- work-items ----

    def item_id(self, kind: str, dim: int) -> Value:
        d = self.function.ndim - 1 - dim
        if kind == "global_id":
            return self.ids[d]
        if kind == "local_id":
            return self._sum("sub", self.ids[d], Value(self.firsts[d], INT64))
        field = {
            "group_id": "group_id",
            "global_size": "global_size",
            "local_size": "local_size",
            "num_groups": "num_groups",
        }[kind]
        return Value(self.fields[field, d], INT64)

    def _read_span(self) -> None:
        dims = range(self.function.ndim)
        self.firsts = [self._span("first", d) for d in dims]
        self.counts = [self._span("count", d) for d in dims]
        self.fields = {
            (f, d): self._span(f, d) for f in ("group_id", "num_groups", "global_size", "local_size") for d in dims
        }

    def _counted(self, n: str, step: int, inner) -> None:
        """for (i = 0; i < n; i += step) inner(i)"""
        counter = self.w.alloca("i64", "item")
        self.w.store("i64", "0", counter)
        head, go, behind = (self.w.label(h) for h in ("items", "items_go", "items_end"))
        self.w.start(head)
        i = self.w.load("i64", counter)
        self.w.branch(self.w.let(f"icmp slt i64 {i}, {n}"), go, behind)
        self.w.start(go)
        inner(i)
        self.w.store("i64", self.w.let(f"add nsw i64 {i}, {step}"), counter)
        self.w.go(head)
        self.w.start(behind)

    def _rows(self, dim: int) -> None:
        if dim == 0:
            self._row()
            return

        def inner(i: str) -> None:
            self.ids[dim] = Value(self.w.let(f"add nsw i64 {self.firsts[dim]}, {i}"), INT64)
            self._rows(dim - 1)

        self._counted(self.counts[dim], 1, inner)

    def _row(self) -> None:
        """One row of work-items: full vectors, then the remainder under a mask."""
        lanes, count = self.w.lanes, self.counts[0]
        whole = self.w.let(f"and i64 {count}, {-lanes}")
        self._counted(whole, lanes, lambda i: self._vector(i, None))
        if lanes == 1:
            return
        rest = self.w.let(f"sub i64 {count}, {whole}")
        some, behind = self.w.label("rest"), self.w.label("rest_end")
        self.w.branch(self.w.let(f"icmp sgt i64 {rest}, 0"), some, behind)
        self.w.start(some)
        numbers = ", ".join(f"i64 {i}" for i in range(lanes))
        limit = self.w.widen(Value(rest, INT64))
        mask = self.w.let(f"icmp ult {vector('i64', lanes)} <{numbers}>, {limit.text}")
        self._vector(whole, mask)
        self.w.start(behind)

    def _vector(self, i: str, mask: str | None) -> None:
        first = Value(self.w.let(f"add nsw i64 {self.firsts[0]}, {i}"), INT64)
        self.ids[0] = self.linear(first, 1)
        self.end = self.w.label("done")
        self.begin(mask)
        self.body(self.function.body)
        self.w.start(self.end)

    def run_items(self) -> None:
        self._rows(self.function.ndim - 1)

    def _run_long_rows(self) -> None:
        """Where the rows that work-items run along are long, one work-item at a time."""
        rows, lanes = extents_of_rows(self.function), self.w.lanes
        if not rows or lanes == 1:
            return
        long, vectors = self.w.label("rows"), self.w.label("vectors")
        for var, least in rows.items():
            is_long = self.w.let(f"icmp sge i64 {self.scalars[id(var)].text}, {least}")
            self.w.branch(is_long, long, vectors)
            self.w.start(long)
            long = self.w.label("rows")
        self.w.lanes = 1
        self._make_arrays()
        self.run_items()
        self.w.put("ret void")
        self.w.open, self.w.lanes, self.w.dummy = False, lanes, ""
        self.w.start(vectors)

    def run(self) -> str:
        self.ids: list = [None] * self.function.ndim
        self._load_arguments()
        self._read_span()
        self._run_long_rows()
        self._make_arrays()
        self.run_items()
        self.w.put("ret void")
        table = _table(self.function, self.private_bytes, self.w.lanes if self.is_group else 0)
        attributes, tables = "nounwind", []
        if self.lines:
            attributes = f'nounwind "frame-pointer"="all" !dbg !{self.lines.program}'
            tables = self.lines.text()
        lines = [
            *self.globals,
            *table,
            f"define void @dpex_cl_run_{self.function.name}(ptr noalias %span, ptr noalias %args) {attributes} {{",
            "entry:",
        ]
        return "\n".join([*lines, *self.w.head, *self.w.lines, "}", *self.w.declared.values(), *tables]) + "\n"


# ---- the table that the host reads ------------------------------------------------------------------------------

_ABI, _SEES_GROUPS = 2, 1
_INT, _FLOAT, _POINTER, _LOCAL, _OTHER = range(5)


def _arguments(function: ir.Function):
    """(name, type, kind, bytes) of each machine word that the kernel takes, in order."""
    for p in function.parameters:
        if isinstance(p, ir.Var):
            kind = {"f": _FLOAT, "c": _OTHER}.get(p.type.kind, _INT)
            yield p.name, p.type.name, _OTHER if p.type.bits == 16 and kind == _FLOAT else kind, p.type.bits // 8
            continue
        yield p.name, f"array of {p.dtype}", _LOCAL if p.space == "local" else _POINTER, 8
        for word in (*p.shape, *p.strides):
            yield word.name, "int64", _INT, 8


def _text(name: str, text: str) -> str:
    data = "".join(c if c.isalnum() or c in "_ " else f"\\{ord(c) & 255:02X}" for c in text) + "\\00"
    return f'@{name} = private unnamed_addr constant [{len(text.encode()) + 1} x i8] c"{data}"'


def _table(function: ir.Function, private_bytes: int, private_lanes: int) -> list[str]:
    """Constants: dpex_cl_program, its one kernel, and the kernel's arguments."""
    lines, rows = [_text("name", function.name)], []
    for i, (name, type_name, kind, size) in enumerate(_arguments(function)):
        lines += [_text(f"name{i}", name.encode("ascii", "replace").decode()), _text(f"type{i}", type_name)]
        rows.append(f"{{ ptr, ptr, i32, i32 }} {{ ptr @name{i}, ptr @type{i}, i32 {kind}, i32 {size} }}")
    sees = function.has_groups or any(a.space == "local" for a in function.arrays)
    lines.append(f"@arguments = private constant [{len(rows)} x {{ ptr, ptr, i32, i32 }}] [{', '.join(rows)}]")
    kernel = "{ ptr, ptr, i32, i32, [3 x i32], i64, i32 }"
    lines.append(
        f"@kernels = private constant {kernel} {{ ptr @name, ptr @arguments, i32 {len(rows)}, "
        f"i32 {_SEES_GROUPS * sees}, [3 x i32] zeroinitializer, i64 {private_bytes}, i32 {private_lanes} }}"
    )
    lines.append(f"@dpex_cl_program = constant {{ i32, i32, ptr }} {{ i32 {_ABI}, i32 1, ptr @kernels }}")
    return lines


def _widest(function: ir.Function) -> int:
    """The width in bits of the widest floating-point type of the kernel; of the widest integer type if it has none."""
    found = 0

    def visit(e: ir.Expr) -> None:
        nonlocal found
        if e.type.kind in "fc":
            found = max(found, part_type(e.type).bits)
        for c in ir.children(e):
            visit(c)

    for s in ir.walk(function.body):
        for e in ir.expressions(s):
            visit(e)
    return max(found, 32) if found else 64


def _reads(function: ir.Function) -> set[int]:
    """Ids of the variables that are read."""
    used: set[int] = set()

    def visit(e: ir.Expr) -> None:
        if isinstance(e, ir.Read):
            used.add(id(e.var))
        for c in ir.children(e):
            visit(c)

    for s in ir.walk(function.body):
        for e in ir.expressions(s):
            visit(e)
    return used
