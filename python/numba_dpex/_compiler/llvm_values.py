"""Expressions as LLVM instructions: scalar for uniform values, vectors of all lanes for varying ones.

Integers that grow by a constant from lane to lane (mostly indices) are represented by lane 0 and that stride, so that
accesses to consecutive elements become vector loads and stores.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import ir
from .llvm_math import MathCalls
from .llvm_text import Value, constant_text, llvm_type, memory_type, vector
from .types import BOOL, FLOAT16, FLOAT32, FLOAT64, INT32, INT64, UINT64, Scalar, part_type

__all__ = ["Pair", "Values"]


@dataclass(slots=True)
class Pair:
    """A complex number."""

    re: Value
    im: Value

    @property
    def lanes(self) -> int:
        return self.re.lanes


_FLOAT = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_INT = {"add": "add", "sub": "sub", "mul": "mul", "and": "and", "or": "or", "xor": "xor"}
_ICMP = {"eq": "eq", "ne": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge"}


class Values(MathCalls):
    """Emits expressions (`value`). The emitter's other classes provide mask(), read(var), item_id(kind, dim) and
    base_pointer(base)."""

    has_active_lane: str | None = None  # the condition under which uniform elements can be loaded
    flags = "contract "  # fast-math flags of floating-point instructions

    def value(self, e: ir.Expr):
        return getattr(self, f"on_{type(e).__name__}")(e)

    def number(self, e: ir.Expr) -> Value:
        return self.value(e)

    # ---- lanes ----

    def level(self, *values: Value) -> list[Value]:
        """Broadcasts all values to the largest number of lanes among them."""
        if all(v.lanes == 1 for v in values):
            return list(values)
        return [self.w.widen(v) for v in values]

    def apply(self, op: str, a: Value, b: Value, t: Scalar | None = None) -> Value:
        """Emits one instruction with two operands of one type."""
        a, b = self.level(a, b)
        if a.type is BOOL and a.lanes > 1 and op in ("and", "or", "xor"):
            return Value(self.combine_masks(op, a.text, b.text), BOOL, a.lanes)
        return self.w.value(f"{op} {a} , {b.text}".replace(" ,", ","), t or a.type, a.lanes)

    def const_like(self, v: Value, n) -> Value:
        return self.w.constant(v.type, n)

    def linear(self, first: Value, stride: int) -> Value:
        """The vector first, first + stride, first + 2 stride, ..."""
        if stride == 0 or self.w.lanes == 1:
            return self.w.widen(first)
        t = llvm_type(first.type)
        steps = ", ".join(f"{t} {i * stride}" for i in range(self.w.lanes))
        wide = self.w.widen(first)
        return Value(self.w.let(f"add {wide}, <{steps}>"), first.type, self.w.lanes, stride, first)

    @staticmethod
    def stride_of(v: Value) -> int | None:
        return 0 if v.lanes == 1 else None if v.crossing else v.stride

    @staticmethod
    def first_of(v: Value) -> Value | None:
        return v if v.lanes == 1 else v.first

    # ---- leaves ----

    def on_Const(self, e):
        if e.type.kind == "c":
            t = part_type(e.type)
            return Pair(self.w.constant(t, e.value.real), self.w.constant(t, e.value.imag))
        return self.w.constant(e.type, e.value)

    def on_Read(self, e):
        return self.read(e.var)

    def on_Id(self, e):
        return self.item_id(e.kind, e.dim)

    # ---- operators ----

    def on_Unary(self, e):
        x = self.value(e.x)
        if isinstance(x, Pair):
            return Pair(self._negated(x.re), self._negated(x.im))
        if e.op == "neg":
            return self._negated(x)
        return self.apply("xor", x, self.w.constant(x.type, True if e.op == "not" else -1))

    def _negated(self, x: Value) -> Value:
        if x.type.kind == "f":
            return self.w.value(f"fneg {x}", x.type, x.lanes)
        return self._sum("sub", self.const_like(x, 0), x)

    def on_Binary(self, e):
        a, b = self.value(e.a), self.value(e.b)
        if isinstance(a, Pair):
            return self._complex(e.op, a, b)
        kind = e.type.kind
        if e.op in ("add", "sub") and kind in "iu":
            return self._sum(e.op, a, b)
        if e.op == "mul" and kind in "iu":
            return self._product(a, b)
        if kind == "f":
            return self._float(e.op, a, b)
        if e.op in _INT:
            return self.apply(_INT[e.op], a, b)
        if e.op in ("shl", "shr"):
            return self._shift(e.op, a, b)
        if e.op == "pow":
            return self.integer_power(a, b)
        return self._divided(e.op, a, b, e.b)

    def _sum(self, op: str, a: Value, b: Value) -> Value:
        sa, sb = (0 if v.lanes == 1 else v.stride for v in (a, b))
        if a.lanes == b.lanes == 1 or sa is None or sb is None:
            return self.apply(op, a, b)
        first = self.apply(op, self.first_of(a), self.first_of(b))
        stride = sa + sb if op == "add" else sa - sb
        if not a.crossing and not b.crossing:
            return self.linear(first, stride)
        crossing = a.crossing or b.crossing
        if a.crossing and b.crossing:
            crossing = self.w.let(f"or i1 {a.crossing}, {b.crossing}")
        return replace(self.apply(op, a, b), stride=stride, first=first, crossing=crossing)

    def _product(self, a: Value, b: Value) -> Value:
        if a.lanes == 1 and not a.text.startswith("%"):
            a, b = b, a
        known = b.lanes == 1 and not b.text.startswith("%") and a.lanes > 1 and a.stride is not None
        if not known:
            return self.apply("mul", a, b)
        first, stride = self.apply("mul", a.first, b), a.stride * int(b.text)
        if a.crossing:
            return replace(self.apply("mul", a, b), stride=stride, first=first, crossing=a.crossing)
        return self.linear(first, stride)

    def _float(self, op: str, a: Value, b: Value) -> Value:
        if op in _FLOAT:
            return self.apply(f"{_FLOAT[op]} {self.flags}".strip(), a, b)
        if op == "pow":
            if b.type is not a.type:
                b = self.cast(b, a.type)
            return self.math("pow", [a, b], a.type)
        return self._float_divided(op, a, b)

    def _float_divided(self, op: str, a: Value, b: Value) -> Value:
        """Python's // and % of floats: the remainder has the divisor's sign."""
        if a.type is FLOAT16:
            wide = self._float_divided(op, self.cast(a, FLOAT32), self.cast(b, FLOAT32))
            return self.cast(wide, FLOAT16)
        r = self.apply("frem", a, b)
        zero = self.const_like(a, 0)
        wrong = self.apply(
            "and",
            self.compare("ne", r, zero),
            self.compare("ne", self.compare("lt", r, zero), self.compare("lt", b, zero)),
        )
        if op == "mod":
            r = self.select(wrong, self.apply("fadd", r, b), r)
            return self.select(self.compare("eq", r, zero), self.math("copysign", [zero, b], a.type), r)
        q = self.apply("fdiv", self.apply("fsub", a, r), b)
        q = self.math("rint", [self.select(wrong, self.apply("fsub", q, self.const_like(a, 1)), q)], a.type)
        quotient = self.apply("fdiv", a, b)
        return self.select(self.compare("eq", b, zero), quotient, self.math("copysign", [q, quotient], a.type))

    def _shift(self, op: str, a: Value, b: Value) -> Value:
        bits = self.cast(self.apply("and", b, self.const_like(b, a.type.bits - 1)), a.type)
        return self.apply("shl" if op == "shl" else "ashr" if a.type.kind == "i" else "lshr", a, bits)

    def _divided(self, op: str, a: Value, b: Value, divisor: ir.Expr) -> Value:
        """// and % of integers, rounded towards minus infinity; 0 for a divisor of 0."""
        if isinstance(divisor, ir.Const) and divisor.value > 0:
            return self._divided_by_constant(op, a, b, divisor.value)
        signed, zero, one = a.type.kind == "i", self.const_like(b, 0), self.const_like(b, 1)
        bad = self.compare("eq", b, zero)
        if signed:
            bad = self.apply("or", bad, self.compare("eq", b, self.const_like(b, -1)))
        safe = self.select(bad, one, b)
        q = self.apply("sdiv" if signed else "udiv", a, safe)
        r = self.apply("sub", a, self.apply("mul", q, safe))
        if signed:
            q, r = self._rounded_down(q, r, safe)
        by_minus_one = self._negated(a)
        if op == "mod":
            return self.select(bad, zero, r)
        if signed:
            q = self.select(bad, self.select(self.compare("eq", b, zero), zero, by_minus_one), q)
            return q
        return self.select(bad, zero, q)

    def _rounded_down(self, q: Value, r: Value, b: Value) -> tuple[Value, Value]:
        zero = self.const_like(q, 0)
        signs_differ = self.compare("lt", self.apply("xor", r, b), zero)
        wrong = self.apply("and", self.compare("ne", r, zero), signs_differ)
        return self.select(wrong, self.apply("sub", q, self.const_like(q, 1)), q), self.select(
            wrong, self.apply("add", r, b), r
        )

    def _divided_by_constant(self, op: str, a: Value, b: Value, n: int) -> Value:
        if n & (n - 1) == 0:
            if op == "mod":
                return self.apply("and", a, self.const_like(a, n - 1))
            return self.apply("ashr" if a.type.kind == "i" else "lshr", a, self.const_like(a, n.bit_length() - 1))
        q = self.apply("sdiv" if a.type.kind == "i" else "udiv", a, b)
        r = self.apply("sub", a, self.apply("mul", q, b))
        if a.type.kind == "i":
            q, r = self._rounded_down(q, r, b)
        return r if op == "mod" else q

    # ---- complex numbers ----

    def _complex(self, op: str, a: Pair, b: Pair) -> Pair:
        f = lambda name, x, y: self.apply(f"{name} {self.flags}".strip(), x, y)  # noqa: E731
        if op in ("add", "sub"):
            return Pair(f(f"f{op}", a.re, b.re), f(f"f{op}", a.im, b.im))
        if op == "mul":
            return Pair(
                f("fsub", f("fmul", a.re, b.re), f("fmul", a.im, b.im)),
                f("fadd", f("fmul", a.re, b.im), f("fmul", a.im, b.re)),
            )
        if op == "div":
            return self._complex_quotient(a, b)
        b = b if isinstance(b, Pair) else Pair(self.cast(b, a.re.type), self.const_like(a.re, 0))
        return self.complex_math("cpow", [a, b])

    def _complex_quotient(self, a: Pair, b: Pair) -> Pair:
        """Smith's algorithm (R. L. Smith, "Algorithm 116: Complex division", 1962): scales by the divisor's larger
        part, against overflow."""
        swap = self.compare("lt", self.math("fabs", [b.re], b.re.type), self.math("fabs", [b.im], b.re.type))
        big, small = self.select(swap, b.im, b.re), self.select(swap, b.re, b.im)
        p, q = self.select(swap, a.im, a.re), self.select(swap, a.re, a.im)
        r = self.apply("fdiv", small, big)
        d = self.apply("fadd", big, self.apply("fmul", small, r))
        re = self.apply("fdiv", self.apply("fadd", p, self.apply("fmul", q, r)), d)
        product = self.apply("fmul", p, r)
        im = self.apply("fdiv", self.select(swap, self.apply("fsub", product, q), self.apply("fsub", q, product)), d)
        return Pair(re, im)

    def on_MakeComplex(self, e):
        return Pair(*self.level(self.value(e.re), self.value(e.im)))

    def on_Part(self, e):
        x = self.value(e.x)
        return x.im if e.index else x.re

    # ---- comparisons and selection ----

    def on_Compare(self, e):
        a, b = self.value(e.a), self.value(e.b)
        if isinstance(a, Pair):
            re, im = self.compare(e.op, a.re, b.re), self.compare(e.op, a.im, b.im)
            return self.apply("and" if e.op == "eq" else "or", re, im)
        return self.compare(e.op, a, b)

    def compare(self, op: str, a: Value, b: Value) -> Value:
        return self.compared(self._compare(op, a, b))

    def _compare(self, op: str, a: Value, b: Value) -> Value:
        if a.type.kind == "f":
            return self.apply(f"fcmp {'une' if op == 'ne' else 'o' + op}", a, b, BOOL)
        sign = "" if op in ("eq", "ne") else "s" if a.type.kind == "i" else "u"
        return self.apply(f"icmp {sign}{_ICMP[op]}", a, b, BOOL)

    def on_Select(self, e):
        x = e.b
        if (
            isinstance(e.cond, ir.Compare)
            and e.cond.op == "lt"
            and e.cond.a is x
            and isinstance(e.a, ir.Binary)
            and e.a.a is x
        ):
            v, n = self.value(x), self.value(e.a.b)
            if e.a.op == "add" and self.stride_of(v) and n.lanes == 1 and getattr(e.cond.b, "value", None) == 0:
                return self._wrapped(v, n)
        return self.select(self.value(e.cond), self.value(e.a), self.value(e.b))

    def _wrapped(self, v: Value, n: Value) -> Value:
        """A wrapped index (negative ones count from the end). It keeps its stride, unless lanes differ in sign
        (`crossing`)."""
        zero = self.const_like(v, 0)
        last = self.apply("add", v.first, self.const_like(v, v.stride * (self.w.lanes - 1)))
        below = self._compare("lt", v.first, zero)
        crossing = self.apply("xor", below, self._compare("lt", last, zero))
        first = self.select(below, self.apply("add", v.first, n), v.first)
        each = self.select(self._compare("lt", v, zero), self.apply("add", v, n), v)
        return replace(each, stride=v.stride, first=first, crossing=crossing.text)

    def select(self, cond: Value, a, b):
        if isinstance(a, Pair):
            return Pair(self.select(cond, a.re, b.re), self.select(cond, a.im, b.im))
        if cond.lanes > 1 or a.lanes != b.lanes:
            a, b = self.w.widen(a), self.w.widen(b)
            cond = self.w.widen(cond) if cond.lanes > 1 else cond
        return self.w.value(f"select {cond}, {a}, {b}", a.type, a.lanes)

    # ---- conversions ----

    def on_Cast(self, e):
        return self.cast(self.value(e.x), e.type)

    def cast(self, x, t: Scalar):
        if t.kind == "c":
            part = part_type(t)
            if isinstance(x, Pair):
                return Pair(self.cast(x.re, part), self.cast(x.im, part))
            re = self.cast(x, part)
            return Pair(re, self.w.constant(part, 0) if re.lanes == 1 else self.w.widen(self.w.constant(part, 0)))
        if x.type is t:
            return x
        if t is BOOL:
            return self.compare("ne", x, self.const_like(x, 0))
        if x.type.kind in "biu" and t.kind in "iu":
            return self._integer_cast(x, t)
        if t.kind == "f":
            return self._to_float(x, t)
        return self._float_to_integer(x, t)

    def _convert(self, op: str, x: Value, t: Scalar) -> Value:
        return self.w.value(f"{op} {x} to {vector(llvm_type(t), x.lanes)}", t, x.lanes)

    def _integer_cast(self, x: Value, t: Scalar) -> Value:
        if x.type.bits == t.bits and x.type is not BOOL:
            return replace(x, type=t, first=x.first and Value(x.first.text, t))
        if x.type is BOOL or t.bits > x.type.bits:
            return self._convert("sext" if x.type.kind == "i" else "zext", x, t)
        return self._convert("trunc", x, t)

    def _to_float(self, x: Value, t: Scalar) -> Value:
        if x.type is FLOAT64 and t is FLOAT16:
            return self._convert("fptrunc", self._odd_float(x), t)
        if x.type.kind == "f":
            return self._convert("fpext" if t.bits > x.type.bits else "fptrunc", x, t)
        op = "sitofp" if x.type.kind == "i" else "uitofp"
        # converting lane 0 and adding multiples of the stride is faster, and exact below 2 ** 53
        if x.lanes > 1 and x.stride is not None:
            return self._convert(op, x, t)
        return self._convert(op, x, t)

    def _odd_float(self, x: Value) -> Value:
        """A float64 as a float32 rounded to odd, so that rounding it to float16 is correct. Few CPUs convert float64 to
        float16 directly."""
        near = self._convert("fptrunc", x, FLOAT32)
        back, word = self._convert("fpext", near, FLOAT64), vector("i32", x.lanes)
        bits = self.w.let(f"bitcast {near} to {word}")
        beyond = self.w.let(f"fcmp ogt {self.math('fabs', [back], FLOAT64)}, {self.math('fabs', [x], FLOAT64).text}")
        one = self.w.let(f"zext {vector('i1', x.lanes)} {beyond} to {word}")
        lower = self.w.let(f"sub {word} {bits}, {one}")
        odd = self.w.let(f"or {word} {lower}, {'1' if x.lanes == 1 else 'splat (i32 1)'}")
        exact = self.w.let(f"fcmp oeq {back}, {x.text}")
        chosen = self.w.let(f"select {vector('i1', x.lanes)} {exact}, {word} {bits}, {word} {odd}")
        return self.w.value(f"bitcast {word} {chosen} to {vector('float', x.lanes)}", FLOAT32, x.lanes)

    def _float_to_integer(self, x: Value, t: Scalar) -> Value:
        """Converts through int32 or int64, as array operations do; in LLVM the conversion of values out of range is
        poison."""
        if x.type is FLOAT16:
            x = self.cast(x, FLOAT32)
        if t is UINT64:
            return self._float_to_uint64(x)
        return self.cast(self._float_to_signed(x, INT32 if t.bits <= 16 or t is INT32 else INT64), t)

    def _float_to_signed(self, x: Value, t: Scalar) -> Value:
        low = self.const_like(x, -(2.0 ** (t.bits - 1)))
        fits = self.apply(
            "and", self.compare("ge", x, low), self.compare("lt", x, self.const_like(x, 2.0 ** (t.bits - 1)))
        )
        return self._convert("fptosi", self.select(fits, x, low), t)

    def _float_to_uint64(self, x: Value) -> Value:
        """Values in [2 ** 63, 2 ** 64) are converted after subtracting 2 ** 63; larger ones give 0."""
        half = self.const_like(x, 2.0**63)
        is_large = self.compare("ge", x, half)
        low = self._float_to_signed(self.select(is_large, self.apply("fsub", x, half), x), INT64)
        top = self.apply("xor", low, self.const_like(low, -(2**63)))
        return self.cast(self.select(is_large, top, low), UINT64)

    # ---- memory ----

    def address(self, array: ir.Array, index) -> Value:
        """The byte offset of an element from the start of the array's memory."""
        total = self.value(array.offset)
        for i, stride in zip(index, array.strides, strict=True):
            term = self._product(self.value(i), self.value(stride))
            total = term if total.text == "0" else self._sum("add", total, term)
        if array.base.space == "private":
            return self._own(total, array.dtype)
        return total

    def _own(self, offset: Value, t: Scalar) -> Value:
        """The offset in a private array, whose elements are interleaved by lane."""
        size = part_type(t).bits // 8 * (2 if t.kind == "c" else 1)
        wide = self._product(offset, self.w.integer(self.w.lanes))
        return self._sum("add", wide, self.linear(self.w.integer(0), size))

    def pointers(self, base: str, offset: Value) -> str:
        lanes = "" if offset.lanes == 1 else ""
        return self.w.let(f"getelementptr i8, ptr {base}, {offset}{lanes}")

    def on_Load(self, e):
        offset, base = self.address(e.array, e.index), self.base_pointer(e.array.base)
        t = e.array.dtype
        if t.kind != "c":
            return self.load_number(base, offset, t)
        part = part_type(t)
        beside = self._sum("add", offset, self.w.integer(part.bits // 8))
        return Pair(self.load_number(base, offset, part), self.load_number(base, beside, part))

    def load_number(self, base: str, offset: Value, t: Scalar) -> Value:
        if offset.crossing and offset.stride == t.bits // 8:
            return self._load_crossing(base, offset, t)
        size = t.bits // 8
        stride = self.stride_of(offset)
        if stride == 0:
            pointer = self.pointers(base, self.first_of(offset))
            if self.has_active_lane is not None:
                pointer = self._either_pointer(self.has_active_lane, pointer, self.w.zero())
            return self._from_memory(self.w.let(f"load {memory_type(t)}, ptr {pointer}, align {size}"), t, 1)
        wide, mask = vector(memory_type(t), self.w.lanes), self.mask()
        if stride == size:
            pointer = self.pointers(base, offset.first)
            if mask is None:
                return self._from_memory(self.w.let(f"load {wide}, ptr {pointer}, align {size}"), t, self.w.lanes)
            args = [("ptr", pointer), ("i32", str(size)), self.mask_argument(mask), (wide, "zeroinitializer")]
            name = f"llvm.masked.load.{self.suffix(t)}.p0"
        else:
            pointers, mask = self._spread(base, offset, mask, True)
            args = [pointers, ("i32", str(size)), self.mask_argument(mask), (wide, "zeroinitializer")]
            name = f"llvm.masked.gather.{self.suffix(t)}.v{self.w.lanes}p0"
        # LLVM 22 merges `select mask, load, other` into one masked load at the select, which may be after a store; a
        # freeze prevents that.
        loaded = self.w.let(f"freeze {wide} {self.w.call(name, wide, args)}")
        return self._from_memory(loaded, t, self.w.lanes)

    def _either_pointer(self, cond: str, pointer: str, other: str) -> str:
        """A pointer chosen by arithmetic: of a `select`, LLVM's X86 code generator would make a branch again, which is
        mispredicted. The empty asm hides from it that the number is 0 or -1."""
        let = self.w.let
        sign = let(f"sext i1 {cond} to i64")
        bits = let(f'call i64 asm "", "=r,0"(i64 {sign})')
        start = let(f"ptrtoint ptr {other} to i64")
        distance = let(f"sub i64 {let(f'ptrtoint ptr {pointer} to i64')}, {start}")
        kept = let(f"and i64 {distance}, {bits}")
        return let(f"inttoptr i64 {let(f'add i64 {start}, {kept}')} to ptr")

    def _rare_branch(self, cond: str, rare, usual) -> list:
        """Emits a branch to one of two functions' code, `rare` being unlikely; returns the result of each with its end
        label."""
        seldom, often, behind = (self.w.label(hint) for hint in ("crossing", "inside", "either"))
        self.w.branch(cond, seldom, often)
        ends = []
        for label, do in ((seldom, rare), (often, usual)):
            self.w.start(label)
            ends.append((do(), self.w.here))
            self.w.go(behind)
        self.w.start(behind)
        return ends

    def _load_crossing(self, base: str, offset: Value, t: Scalar) -> Value:
        inside = replace(offset, crossing=None)
        ends = self._rare_branch(
            offset.crossing,
            lambda: self.load_number(base, replace(inside, stride=None), t),
            lambda: self.load_number(base, inside, t),
        )
        texts = ", ".join(f"[ {v.text}, %{label} ]" for v, label in ends)
        return self.w.value(f"phi {ends[0][0].llvm} {texts}", t, self.w.lanes)

    def _from_memory(self, text: str, t: Scalar, lanes: int) -> Value:
        if t is not BOOL:
            return Value(text, t, lanes)
        return self.w.value(
            f"icmp ne {vector('i8', lanes)} {text}, {'0' if lanes == 1 else 'zeroinitializer'}", BOOL, lanes
        )

    def _to_memory(self, v: Value) -> str:
        return v.text if v.type is not BOOL else self.w.let(f"zext {v} to {vector('i8', v.lanes)}")

    def suffix(self, t: Scalar) -> str:
        name = {"half": "f16", "float": "f32", "double": "f64"}.get(memory_type(t), memory_type(t))
        return f"v{self.w.lanes}{name}"

    def mask_argument(self, mask: str | None) -> tuple[str, str]:
        return vector("i1", self.w.lanes), "splat (i1 true)" if mask is None else mask

    def _spread(self, base: str, offset: Value, mask: str | None, is_read: bool) -> tuple[tuple[str, str], str | None]:
        """Pointers for a gather or scatter, and the mask that it still needs.

        On CPUs without masked gathers and scatters LLVM emits a branch per lane; there, inactive lanes get the address
        of a dummy element instead.
        """
        wide, pointers = vector("ptr", self.w.lanes), self.pointers(base, self.w.widen(offset))
        if mask is None or self.target.has_masks:
            return (wide, pointers), mask
        elsewhere = self.w.splat_of_zero() if is_read else self.w.splat_of_dummy()
        return (wide, self.w.let(f"select {self.mask_type} {mask}, {wide} {pointers}, {wide} {elsewhere}")), None

    def store_value(self, array: ir.Array, index, value) -> None:
        offset, base = self.address(array, index), self.base_pointer(array.base)
        if isinstance(value, Pair):
            beside = self._sum("add", offset, self.w.integer(value.re.type.bits // 8))
            self.store_number(base, offset, value.re)
            self.store_number(base, beside, value.im)
        else:
            self.store_number(base, offset, value)

    def store_number(self, base: str, offset: Value, v: Value) -> None:
        t, size = v.type, v.type.bits // 8
        if offset.crossing and offset.stride == size:
            inside = replace(offset, crossing=None)
            self._rare_branch(
                offset.crossing,
                lambda: self.store_number(base, replace(inside, stride=None), v),
                lambda: self.store_number(base, inside, v),
            )
            return
        stride, mask = self.stride_of(offset), self.mask()
        if stride == 0 and v.lanes == 1:
            pointer = self.pointers(base, self.first_of(offset))
            self.w.put(f"store {memory_type(t)} {self._to_memory(v)}, ptr {pointer}, align {size}")
            return
        if stride == 0:
            self.store_number(base, offset, self.last_active(v, mask))
            return
        text, wide = self._to_memory(self.w.widen(v)), vector(memory_type(t), self.w.lanes)
        if stride == size and mask is None:
            self.w.put(f"store {wide} {text}, ptr {self.pointers(base, offset.first)}, align {size}")
        elif stride == size:
            args = [
                (wide, text),
                ("ptr", self.pointers(base, offset.first)),
                ("i32", str(size)),
                self.mask_argument(mask),
            ]
            self.w.call(f"llvm.masked.store.{self.suffix(t)}.p0", "void", args)
        else:
            pointers, mask = self._spread(base, offset, mask, False)
            args = [(wide, text), pointers, ("i32", str(size)), self.mask_argument(mask)]
            self.w.call(f"llvm.masked.scatter.{self.suffix(t)}.v{self.w.lanes}p0", "void", args)

    def constant_vector(self, t: Scalar, values) -> str:
        return ", ".join(f"{memory_type(t)} {constant_text(t, v)}" for v in values)
