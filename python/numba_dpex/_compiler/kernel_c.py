"""A kernel as portable kernel C: the scalar subset of OpenCL C that OpenCL drivers take, and CUDA devices through their
prelude.

One execution of the function is one work-item, so control flow is plain C. All variables are declared at the start,
because in C++ a `goto` must not jump over a declaration. Elements of arrays are addressed by byte offsets, as
everywhere in this compiler.
"""

from __future__ import annotations

import math

import numpy as np

from . import ir
from .errors import UnsupportedError
from .recurrences import recurrences_cross
from .types import BOOL, FLOAT16, FLOAT64, Scalar, part_type
from .uniform import Uniformity

__all__ = ["emit_kernel_c", "kernel_c_name"]

_C_TYPES = {
    "bool": "bool", "int8": "char", "uint8": "uchar", "int16": "short", "uint16": "ushort", "int32": "int",
    "uint32": "uint", "int64": "long", "uint64": "ulong", "float16": "float", "float32": "float", "float64": "double",
    "complex64": "dpex_c64", "complex128": "dpex_c128",
}  # fmt: skip
_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "and": "&", "or": "|", "xor": "^", "eq": "==", "ne": "!=",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip
_FUNCTIONS = {"gamma": "tgamma"}
# bytes of private arrays per work-item, up to which those of a whole group fit on the stack of a driver's thread
_MOST_PRIVATE = 16384
# characters of an expression; a pair of brackets with its operator takes three, which bounds the nesting
_LONGEST_TEXT = 300
_IDS = {
    "global_id": "get_global_id", "local_id": "get_local_id", "group_id": "get_group_id",
    "global_size": "get_global_size", "local_size": "get_local_size", "num_groups": "get_num_groups",
}  # fmt: skip
_SUB_GROUP_IDS = {
    "sub_group_local_id": "get_sub_group_local_id", "sub_group_size": "dpex_sub_group_size",
    "max_sub_group_size": "get_max_sub_group_size", "sub_group_id": "get_sub_group_id",
    "num_sub_groups": "get_num_sub_groups",
}  # fmt: skip
_SPACES = {"global": "DPEX_GLOBAL", "local": "DPEX_LOCAL", "private": "DPEX_PRIVATE", "constant": "DPEX_CONSTANT"}

_PRELUDE = """\
#ifdef __CUDACC_RTC__
#define DPEX_GLOBAL
#define DPEX_LOCAL
#define DPEX_PRIVATE
#define DPEX_CONSTANT
#define DPEX_ONE_BY_ONE
#define DPEX_OWN(x, t) (x)
#define DPEX_MEET()
#define DPEX_UNCONTRACTED
#define DPEX_GROUP_OF_ONE
#define dpex_times_f(a, b) __fmul_rn(a, b)
#define dpex_times_d(a, b) __dmul_rn(a, b)
#define dpex_swap32(p, a, b) atomicCAS((unsigned int *)(p), (a), (b))
#define dpex_swap64(p, a, b) atomicCAS((unsigned long long *)(p), (unsigned long long)(a), (unsigned long long)(b))
#define dpex_bits_float(x) __float_as_uint(x)
#define dpex_float_bits(x) __uint_as_float(x)
#define dpex_bits_double(x) ((ulong)__double_as_longlong(x))
#define dpex_double_bits(x) __longlong_as_double((long long)(x))
#else
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define DPEX_GLOBAL __global
#define DPEX_LOCAL __local
#define DPEX_PRIVATE __private
#define DPEX_CONSTANT __constant
#define DPEX_ONE_BY_ONE __attribute__((vec_type_hint(long16)))
#define DPEX_OWN(x, t) (get_local_id(0) > 0x7fffffff ? (t)((x) + 1) : (x))
#define DPEX_MEET() barrier(CLK_LOCAL_MEM_FENCE)
#ifdef DPEX_ON_CPU
#define DPEX_GROUP_OF_ONE __attribute__((reqd_work_group_size(1, 1, 1)))
#else
#define DPEX_GROUP_OF_ONE
#endif
#define DPEX_UNCONTRACTED _Pragma("OPENCL FP_CONTRACT OFF")
#define dpex_times_f(a, b) ((a) * (b))
#define dpex_times_d(a, b) ((a) * (b))
#define dpex_swap32(p, a, b) atomic_cmpxchg((p), (a), (b))
#define dpex_swap64(p, a, b) atom_cmpxchg((p), (a), (b))
#define dpex_bits_float(x) as_uint(x)
#define dpex_float_bits(x) as_float(x)
#define dpex_bits_double(x) as_ulong(x)
#define dpex_double_bits(x) as_double(x)
#endif
static inline long dpex_floordiv_l(long a, long b)
{
    if (b == 0) return 0;
    if (b == -1) return (long)(0ul - (ulong)a);
    long q = a / b, r = a - q * b;
    return r != 0 && (r ^ b) < 0 ? q - 1 : q;
}
static inline long dpex_mod_l(long a, long b)
{
    if (b == 0 || b == -1) return 0;
    long r = a % b;
    return r != 0 && (r ^ b) < 0 ? r + b : r;
}
static inline ulong dpex_floordiv_ul(ulong a, ulong b) { return b == 0 ? 0 : a / b; }
static inline ulong dpex_mod_ul(ulong a, ulong b) { return b == 0 ? 0 : a % b; }
static inline long dpex_power_l(long a, long n)
{
    ulong result = 1, x = (ulong)a;
    if (n < 0) return a == 1 ? 1 : a == -1 ? (n & 1 ? -1 : 1) : 0;
    for (; n; n >>= 1, x *= x)
        if (n & 1) result *= x;
    return (long)result;
}
static inline long dpex_gcd(long a, long b)
{
    while (b) { long r = a % b; a = b; b = r; }
    return a < 0 ? -a : a;
}
"""
_NO_CONTRACTION = """\
#ifndef __CUDACC_RTC__
#pragma OPENCL FP_CONTRACT OFF
#endif
"""
_REAL_PRELUDE = """\
static inline {t} dpex_mod_{s}({t} a, {t} b)
{{
    {t} r = fmod(a, b);
    if (r != 0 && (r < 0) != (b < 0)) r += b;
    return r == 0 ? copysign(({t})0, b) : r;
}}
static inline {t} dpex_floordiv_{s}({t} a, {t} b)
{{
    const {t} r = fmod(a, b), quotient = a / b, q = (a - r) / b;
    return b == 0 ? quotient : copysign(rint(r != 0 && (r < 0) != (b < 0) ? q - 1 : q), quotient);
}}
static inline long dpex_to_l_{s}({t} x) {{ return x >= ({t})-9223372036854775808.0{f} && x < ({t})9223372036854775808.0{f} ? (long)x : LONG_MIN; }}
static inline int dpex_to_i_{s}({t} x) {{ return x >= ({t})-2147483648.0{f} && x < ({t})2147483648.0{f} ? (int)x : INT_MIN; }}
static inline ulong dpex_to_ul_{s}({t} x) {{ return x < ({t})9223372036854775808.0{f} || x != x ? (ulong)dpex_to_l_{s}(x) : x < ({t})18446744073709551616.0{f} ? (ulong)x : 0; }}
static inline {t} dpex_product_{s}({t} a, {t} b)
{{
    DPEX_UNCONTRACTED
    return dpex_times_{s}(a, b);
}}
typedef struct {c} {{ {t} re, im; }} {c};
static inline {c} dpex_make_{c}({t} re, {t} im) {{ {c} z; z.re = re; z.im = im; return z; }}
static inline {c} dpex_add_{c}({c} a, {c} b) {{ return dpex_make_{c}(a.re + b.re, a.im + b.im); }}
static inline {c} dpex_sub_{c}({c} a, {c} b) {{ return dpex_make_{c}(a.re - b.re, a.im - b.im); }}
static inline {c} dpex_mul_{c}({c} a, {c} b) {{ return dpex_make_{c}(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }}
static inline {c} dpex_div_{c}({c} a, {c} b)
{{
    DPEX_UNCONTRACTED
    if (fabs(b.re) >= fabs(b.im)) {{
        {t} r = b.im / b.re, d = b.re + dpex_times_{s}(b.im, r);
        return dpex_make_{c}((a.re + dpex_times_{s}(a.im, r)) / d, (a.im - dpex_times_{s}(a.re, r)) / d);
    }}
    {t} r = b.re / b.im, d = b.im + dpex_times_{s}(b.re, r);
    return dpex_make_{c}((dpex_times_{s}(a.re, r) + a.im) / d, (dpex_times_{s}(a.im, r) - a.re) / d);
}}
"""

# The last warp of a group may have fewer work-items than others. OpenCL drivers get the sub-group size that
# dispatcher.build chose.
_SUB_GROUPS = """\
#ifdef __CUDACC_RTC__
#define DPEX_IN_SUB_GROUPS
static inline uint dpex_sub_group_size()
{
    uint left = blockDim.x * blockDim.y * blockDim.z - 32 * get_sub_group_id();
    return left < 32 ? left : 32;
}
static inline uint dpex_sub_group_mask() { return 0xffffffffu >> (32 - dpex_sub_group_size()); }
#define dpex_shuffle(x, lane) __shfl_sync(dpex_sub_group_mask(), (x), (int)(lane) & 31)
#define dpex_sub_group_barrier() __syncwarp(dpex_sub_group_mask())
#else
#if defined(cl_intel_subgroups)
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#define dpex_shuffle(x, lane) intel_sub_group_shuffle((x), (uint)(lane) & (get_max_sub_group_size() - 1))
#else
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#define dpex_shuffle(x, lane) sub_group_shuffle((x), (uint)(lane) & (get_max_sub_group_size() - 1))
#endif
#if defined(cl_intel_required_subgroup_size) && defined(DPEX_SUB_GROUP_SIZE)
#define DPEX_IN_SUB_GROUPS __attribute__((intel_reqd_sub_group_size(DPEX_SUB_GROUP_SIZE)))
#else
#define DPEX_IN_SUB_GROUPS
#endif
#define dpex_sub_group_size() get_sub_group_size()
#define dpex_sub_group_barrier() sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif
"""

# Half precision is 16 bits in memory and a float in registers, rounded after each operation, on devices with and
# without float16.
_HALF_PRELUDE = """\
static inline float dpex_from_half(ushort h)
{
    uint sign = (uint)(h & 0x8000) << 16, e = (h >> 10) & 31, m = h & 0x3ff;
    if (e == 31) return dpex_float_bits(sign | 0x7f800000u | m << 13);
    if (e) return dpex_float_bits(sign | (e + 112) << 23 | m << 13);
    return dpex_float_bits(sign | dpex_bits_float((float)m * 5.9604644775390625e-8f));
}
static inline ushort dpex_to_half(float x)
{
    uint b = dpex_bits_float(x), sign = (b >> 16) & 0x8000, size = b & 0x7fffffff;
    if (size > 0x7f800000u) return (ushort)(sign | 0x7e00);
    if (size >= 0x477ff000u) return (ushort)(sign | 0x7c00);
    if (size >= 0x38800000u) return (ushort)(sign | (size + 0xfff + ((size >> 13) & 1) - 0x38000000u) >> 13);
    return (ushort)(sign | (uint)rint(dpex_float_bits(size) * 16777216.0f));
}
static inline float dpex_half(float x) { return dpex_from_half(dpex_to_half(x)); }
"""

# A double rounded to odd as a float, so that rounding it once more, to half, gives the correctly rounded result.
_HALF_OF_DOUBLE = """\
static inline float dpex_odd_float(double x)
{
    float near = (float)x;
    double back = near;
    uint bits = dpex_bits_float(near);
    if (back != x) bits = (bits - (fabs(back) > fabs(x) ? 1 : 0)) | 1;
    return dpex_float_bits(bits);
}
"""


def _c_type(t: Scalar) -> str:
    found = _C_TYPES.get(t.name)
    if found is None:
        raise UnsupportedError(f"kernels with {t} run on the CPU only")
    return found


def _memory_type(t: Scalar) -> str:
    return "uchar" if t is BOOL else "ushort" if t is FLOAT16 else _c_type(t)


def _letter(t: Scalar) -> str:
    return {"float16": "f", "int64": "l", "uint64": "ul", "float32": "f", "float64": "d", "int32": "i"}[t.name]


def _literal(t: Scalar, value) -> str:
    if t is BOOL:
        return "true" if value else "false"
    if t.kind == "f":
        if math.isnan(value):
            return f"({_c_type(t)})NAN"
        if math.isinf(value):
            return f"({_c_type(t)}){'-' if value < 0 else ''}INFINITY"
        text = float(value if t.bits == 64 else t.numpy.type(value)).hex()
        return f"({text}{'' if t.bits == 64 else 'f'})"
    if t.kind == "c":
        parts = ", ".join(_literal(part_type(t), v) for v in (value.real, value.imag))
        return f"dpex_make_{_c_type(t)}({parts})"
    if t.kind == "u":
        return f"{value}ul" if t.bits == 64 else f"({_c_type(t)}){value}u"
    if value == -(1 << 63):
        return "LONG_MIN"
    return f"{value}l" if t.bits == 64 and value >= 0 else f"(({_c_type(t)}){value}l)"


def _reconverges(branch: list) -> bool:
    """Whether an `if`, or one of its branches, contains barriers, and all work-items of the group reach its end.

    PoCL executes the branch of the group's first work-item where every successor leads to a barrier, and a compiler may
    duplicate the code after the `if` into both sides of a divergent branch in its epilogue. So another barrier is
    emitted at the end of both branches.
    """
    inside = list(ir.walk(branch))
    leaves = (x for x in inside if isinstance(x, (ir.Leave, ir.Continue)))
    return (
        any(isinstance(x, ir.Barrier) for x in inside)
        and not any(isinstance(x, ir.Return) for x in inside)
        and all(any(x.target is y for y in inside) for x in leaves)
    )


class _Writer:
    """Writes one kernel."""

    def __init__(self, function: ir.Function):
        self.function = function
        self.names: dict[int, str] = {}
        self.named: list = []  # keeps named objects alive, because `names` is keyed by id
        self.used: dict[str, int] = {}
        self.declarations: list[str] = []
        self.lines: list[str] = []
        self.globals: list[str] = []
        self.atomics: dict[str, str] = {}
        self.around: list[ir.Statement] = []
        self.depth = 1
        has_barrier = any(isinstance(s, ir.Barrier) for s in ir.walk(function.body))
        self.uniformity = Uniformity(function) if has_barrier else None

    # ---- names ----

    def name(self, thing, declare: bool = False) -> str:
        if id(thing) not in self.names:
            n = self.used[thing.name] = self.used.get(thing.name, 0) + 1
            text = f"{''.join(c if c.isascii() and c.isalnum() else '_' for c in thing.name)}_{n}"
            self.names[id(thing)] = text
            self.named.append(thing)
            if declare:
                self.declarations.append(f"{_c_type(thing.type)} {text};")
        return self.names[id(thing)]

    def put(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    # ---- expressions ----

    def expr(self, e: ir.Expr) -> str:
        """The text of a value. A long one is assigned to a variable before the statement: compilers limit the nesting
        of brackets (clang: 256)."""
        text = getattr(self, f"on_{type(e).__name__}")(e)
        if len(text) <= _LONGEST_TEXT:
            return text
        part = self.name(ir.Var("part", e.type), True)
        self.put(f"{part} = {text};")
        return part

    def inline(self, e: ir.Expr) -> str | None:
        """The text of a value; None, and nothing is written, if parts of it must be assigned to variables before."""
        n_lines, n_declarations = len(self.lines), len(self.declarations)
        names, named, used = dict(self.names), len(self.named), dict(self.used)
        text = self.expr(e)
        if len(self.lines) == n_lines:
            return text
        del self.lines[n_lines:], self.declarations[n_declarations:], self.named[named:]
        self.names, self.used = names, used
        return None

    def on_Const(self, e) -> str:
        return _literal(e.type, e.value)

    def on_Read(self, e) -> str:
        return self.name(e.var, True)

    def on_Unary(self, e) -> str:
        x = self.expr(e.x)
        if e.op == "not":
            return f"(!{x})"
        if e.type.kind == "c":
            return f"dpex_sub_{_c_type(e.type)}({_literal(e.type, -0.0 - 0.0j)}, {x})"
        if e.op == "neg" and e.type.kind == "i":
            return f"((long)(0ul - (ulong){x}))"
        return f"({'~' if e.op == 'invert' else '-'}{x})"

    def on_Binary(self, e) -> str:
        return f"dpex_half({self._binary(e)})" if e.type is FLOAT16 else self._binary(e)

    def _binary(self, e) -> str:
        a, b, t = self.expr(e.a), self.expr(e.b), e.type
        if t.kind == "c":
            if e.op not in ("add", "sub", "mul", "div"):
                raise UnsupportedError(f"{e.op} of complex numbers is available on the CPU only")
            return f"dpex_{e.op}_{_c_type(t)}({a}, {b})"
        if e.op in ("floordiv", "mod"):
            return f"dpex_{e.op}_{_letter(t)}({a}, {b})"
        if e.op == "pow":
            return f"((ulong)dpex_power_l((long){a}, (long){b}))" if t.kind == "u" else self._power(t, a, b)
        if e.op in ("shl", "shr"):
            return f"({a} {'<<' if e.op == 'shl' else '>>'} ((ulong){b} & {t.bits - 1}ul))"
        if t.kind == "i" and e.op in ("add", "sub", "mul"):  # wraps
            return f"((long)((ulong){a} {_OPERATORS[e.op]} (ulong){b}))"
        return f"({a} {_OPERATORS[e.op]} {b})"

    def _power(self, t: Scalar, a: str, b: str) -> str:
        return f"dpex_power_l({a}, {b})" if t.kind == "i" else f"pow({a}, ({_c_type(t)}){b})"

    def on_Compare(self, e) -> str:
        a, b = self.expr(e.a), self.expr(e.b)
        if e.a.type.kind == "c":
            equal = f"({a}.re == {b}.re && {a}.im == {b}.im)"
            return equal if e.op == "eq" else f"(!{equal})"
        return f"({a} {_OPERATORS[e.op]} {b})"

    def on_Select(self, e) -> str:
        return f"({self.expr(e.cond)} ? {self.expr(e.a)} : {self.expr(e.b)})"

    def on_Cast(self, e) -> str:
        x, t, source = self.expr(e.x), e.type, e.x.type
        if t.kind == "c":
            part = _c_type(part_type(t))
            re, im = (f"{x}.re", f"{x}.im") if source.kind == "c" else (x, "0")
            return f"dpex_make_{_c_type(t)}(({part}){re}, ({part}){im})"
        if t is BOOL:
            return f"({x} != 0)"
        if source.kind == "f" and t.is_integer:
            wide = "ul" if t.name == "uint64" else "i" if t.bits <= 16 or t.name == "int32" else "l"
            return f"(({_c_type(t)})dpex_to_{wide}_{_letter(source)}({x}))"
        if t is FLOAT16:
            return f"dpex_half({'dpex_odd_float(' if source is FLOAT64 else '((float)'}{x}))"
        return f"(({_c_type(t)}){x})"

    def on_Call(self, e) -> str:
        args = [self.expr(a) for a in e.args]
        if e.args[0].type.kind == "c":
            raise UnsupportedError(f"{e.name} of complex numbers is available on the CPU only")
        if e.name == "gcd":
            return f"dpex_gcd({', '.join(args)})"
        name = f"dpex_product_{_letter(e.type)}" if e.name == "times" else _FUNCTIONS.get(e.name, e.name)
        call = f"{name}({', '.join(args)})"
        if e.type is FLOAT16:
            return f"dpex_half({call})"
        return f"({call} != 0)" if e.type is BOOL else call

    def on_Id(self, e) -> str:
        if e.kind in _SUB_GROUP_IDS:
            return f"((long){_SUB_GROUP_IDS[e.kind]}())"
        return f"((long){_IDS[e.kind]}({self.function.ndim - 1 - e.dim}))"

    def on_Shuffle(self, e) -> str:
        return f"dpex_shuffle({self.expr(e.x)}, {self.expr(e.lane)})"

    def on_MakeComplex(self, e) -> str:
        return f"dpex_make_{_c_type(e.type)}({self.expr(e.re)}, {self.expr(e.im)})"

    def on_Part(self, e) -> str:
        return f"{self.expr(e.x)}.{'im' if e.index else 're'}"

    def element(self, array: ir.Array, index, qualifier: str = "") -> str:
        terms = [self.expr(array.offset)] if not isinstance(array.offset, ir.Const) or array.offset.value else []
        terms += [f"{self.expr(i)} * {self.expr(s)}" for i, s in zip(index, array.strides, strict=True)]
        space = _SPACES[array.base.space]
        offset = " + ".join(terms) or "0"
        return (
            f"({space} {qualifier}{_memory_type(array.dtype)} *)(({space} {qualifier}char *){self.name(array.base)} "
            f"+ ({offset}))"
        )

    def on_Load(self, e) -> str:
        element = f"(*{self.element(e.array, e.index, 'const ')})"
        if e.type is FLOAT16:
            return f"dpex_from_half({element})"
        return f"({element} != 0)" if e.type is BOOL else element

    # ---- statements ----

    def body(self, statements: list) -> None:
        for s in statements:
            getattr(self, f"do_{type(s).__name__}")(s)

    def block(self, head: str, statements: list, foot: str | None = "}") -> None:
        self.put(head)
        self.depth += 1
        self.body(statements)
        self.depth -= 1
        if foot is not None:
            self.put(foot)

    def do_Assign(self, s) -> None:
        value = self.atomic(s.value) if isinstance(s.value, ir.Atomic) else self.expr(s.value)
        self.put(f"{self.name(s.var, True)} = {value};")

    def own(self, value: ir.Expr, differs: bool) -> str:
        """A uniform value that is assigned to a varying variable (`differs`).

        PoCL's uniformity analysis ignores temporal divergence: it takes a variable whose values are uniform to be
        uniform, also if work-items exit its loop at different times, and keeps one copy of it for the group across the
        next barrier. DPEX_OWN hides that the value is uniform.
        """
        text = self.expr(value)
        if self.uniformity is None or not differs or value.type.kind == "c" or self.uniformity.is_varying(value):
            return text
        return f"DPEX_OWN({text}, {_c_type(value.type)})"

    def do_Copies(self, s) -> None:
        differs = lambda var: self.uniformity is not None and id(var) in self.uniformity.varying  # noqa: E731
        if len(s.pairs) == 1:
            ((var, value),) = s.pairs
            self.put(f"{self.name(var, True)} = {self.own(value, differs(var))};")
            return
        fresh = [ir.Var("next", var.type) for var, _ in s.pairs]
        for f, (var, value) in zip(fresh, s.pairs, strict=True):
            self.put(f"{self.name(f, True)} = {self.own(value, differs(var))};")
        for f, (var, _) in zip(fresh, s.pairs, strict=True):
            self.put(f"{self.name(var, True)} = {self.name(f)};")

    def do_Store(self, s) -> None:
        value = f"dpex_to_half({self.expr(s.value)})" if s.array.dtype is FLOAT16 else self.expr(s.value)
        self.put(f"*{self.element(s.array, s.index)} = {value};")

    def do_If(self, s) -> None:
        meets = _reconverges([s])
        head = f"if ({self.expr(s.cond)}) {{"
        while True:
            self.block(head, self.branch(s.then), None)
            if not s.orelse:
                break
            following = s.orelse[0] if len(s.orelse) == 1 and isinstance(s.orelse[0], ir.If) and not meets else None
            condition = self.inline(following.cond) if following else None
            if condition is None:
                self.block("} else {", self.branch(s.orelse), None)
                break
            # an elif, not a nested block: chains of them exceed the compilers' nesting limit
            head, s = f"}} else if ({condition}) {{", following
        self.put("}")
        if meets:
            self.put("DPEX_MEET();")

    def branch(self, body: list) -> list:
        return [*body, _Meeting(body[-1].line)] if _reconverges(body) else body

    def do__Meeting(self, s) -> None:
        self.put("DPEX_MEET();")

    def _construct(self, s, head: str, foot: str = "}") -> None:
        self.around.append(s)
        self.block(head, s.body + [_Label(s, "next")], foot)
        self.around.pop()
        self.put(f"{self._label(s, 'end')}:;")

    def _label(self, s, what: str) -> str:
        self.names.setdefault(id(s), f"L{len(self.names)}")
        return f"{self.names[id(s)]}_{what}"

    def do__Label(self, s) -> None:
        self.put(f"{self._label(s.of, s.what)}:;")

    def do_For(self, s) -> None:
        var = self.name(s.var, True)
        stop, step = ir.Var("stop", s.var.type), ir.Var("step", s.var.type)
        self.put(f"{self.name(stop, True)} = {self.expr(s.stop)}; {self.name(step, True)} = {self.expr(s.step)};")
        up = f"{var} < {self.name(stop)}"
        if isinstance(s.step, ir.Const):
            test = up if s.step.value > 0 else f"{var} > {self.name(stop)}"
        else:
            test = f"({self.name(step)} > 0 ? {up} : {var} > {self.name(stop)})"
        start = self.own(s.start, self.uniformity is not None and self.uniformity.has_divergent_exit(s))
        self._construct(s, f"for ({var} = {start}; {test}; {var} += {self.name(step)}) {{")

    def do_Loop(self, s) -> None:
        self._construct(s, "for (;;) {")

    def do_Block(self, s) -> None:
        self._construct(s, "do {", "} while (0);")

    def do_Leave(self, s) -> None:
        self.put("break;" if s.target is self.around[-1] else f"goto {self._label(s.target, 'end')};")

    def do_Continue(self, s) -> None:
        self.put(f"goto {self._label(s.target, 'next')};")

    def do_Return(self, s) -> None:
        self.put("return;")

    def do_Barrier(self, s) -> None:
        self.put("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")

    def do_SubGroupBarrier(self, s) -> None:
        self.put("dpex_sub_group_barrier();")

    def do_Fence(self, s) -> None:
        self.put("mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")

    def do_Print(self, s) -> None:
        formats, args = [], []
        for v in s.values:
            if isinstance(v, str):
                formats.append(v.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%"))
                continue
            formats.append("%g" if v.type.kind == "f" else "%lu" if v.type.kind == "u" else "%ld")
            args.append(
                f"({'double' if v.type.kind == 'f' else 'ulong' if v.type.kind == 'u' else 'long'}){self.expr(v)}"
            )
        self.put(f"printf({', '.join([chr(34) + ' '.join(formats) + chr(92) + 'n' + chr(34), *args])});")

    # ---- atomics: by compare-and-swap, which all devices have ----

    def atomic(self, e: ir.Atomic) -> str:
        t, space = _c_type(e.type), e.array.base.space
        name = f"dpex_atomic_{e.op}_{e.type}_{space}"
        if name not in self.atomics:
            self.atomics[name] = self._atomic_function(name, e, t, _SPACES[space])
        args = [f"{self.element(e.array, e.index, 'volatile ')}", *map(self.expr, e.operands)]
        return f"{name}({', '.join(args)})"

    def _atomic_function(self, name: str, e: ir.Atomic, t: str, space: str) -> str:
        bits = e.type.bits
        word = "uint" if bits == 32 else "ulong"
        to_bits, from_bits = (f"dpex_bits_{t}", f"dpex_{t}_bits") if e.type.kind == "f" else (f"({word})", f"({t})")
        combine = {
            "add": "old + x", "sub": "old - x", "min": "x < old ? x : old", "max": "x > old ? x : old",
            "and": "old & x", "or": "old | x", "xor": "old ^ x", "exchange": "x", "store": "x", "load": "old",
        }  # fmt: skip
        parameters = [f"{space} volatile {t} *p"] + [f"{t} {n}" for n, _ in zip("xy", e.operands, strict=False)]
        head = f"static inline {t} {name}({', '.join(parameters)})"
        address = f"({space} volatile {word} *)p"
        if e.op == "compare_exchange":
            return f"{head} {{ return {from_bits}(dpex_swap{bits}({address}, {to_bits}(x), {to_bits}(y))); }}"
        return (
            f"{head}\n{{\n    {word} seen = *{address}, expected;\n    do {{\n        {t} old = {from_bits}(seen);\n"
            f"        expected = seen;\n        seen = dpex_swap{bits}({address}, expected, "
            f"{to_bits}(({t})({combine[e.op]})));\n"
            f"    }} while (seen != expected);\n    return {from_bits}(seen);\n}}"
        )

    # ---- the kernel ----

    def parameters(self) -> list[str]:
        texts = []
        for p in self.function.parameters:
            if isinstance(p, ir.Var):
                texts.append(f"{_memory_type(p.type)} {self.name(p)}{'_given' if p.type in (BOOL, FLOAT16) else ''}")
                continue
            texts.append(f"{'__local' if p.space == 'local' else '__global'} {_memory_type(p.dtype)} *{self.name(p)}")
            texts += [f"long {self.name(word)}" for word in (*p.shape, *p.strides)]
        return texts

    def arrays(self) -> list[str]:
        lines = []
        for a in self.function.arrays:
            n = math.prod(a.shape)
            if a.space == "constant":
                flat = np.ascontiguousarray(a.values).reshape(-1).tolist()
                if a.dtype.kind == "c":
                    items = ", ".join(
                        f"{{{_literal(part_type(a.dtype), v.real)}, {_literal(part_type(a.dtype), v.imag)}}}"
                        for v in flat
                    )
                else:
                    items = ", ".join("1" if v is True else "0" if v is False else self._item(a.dtype, v) for v in flat)
                self.globals.append(f"__constant {_memory_type(a.dtype)} {self.name(a)}[{n}] = {{{items}}};")
            else:
                lines.append(f"{'__local ' if a.space == 'local' else ''}{_memory_type(a.dtype)} {self.name(a)}[{n}];")
        return lines

    @staticmethod
    def _item(t: Scalar, value) -> str:
        return str(int(np.float16(value).view(np.uint16))) if t is FLOAT16 else _literal(t, value)

    def run(self) -> str:
        # Intel's compiler for CPUs recurses infinitely when it vectorizes such a loop over work-items: the hint
        # disables that.
        hint = "DPEX_ONE_BY_ONE " if recurrences_cross(self.function) else ""
        hint += "DPEX_IN_SUB_GROUPS " if self.function.sub_groups_line is not None else ""
        private = sum(math.prod(a.shape) * a.dtype.numpy.itemsize for a in self.function.arrays if a.space == "private")
        hint += "DPEX_GROUP_OF_ONE " if private > _MOST_PRIVATE and not self.function.has_groups else ""
        head = f"{hint}__kernel void {kernel_c_name(self.function)}({', '.join(self.parameters())})"
        arrays = self.arrays()
        for p in self.function.parameters:
            if isinstance(p, ir.Var) and p.type is BOOL:
                self.declarations.append(f"bool {self.name(p)} = {self.name(p)}_given != 0;")
            if isinstance(p, ir.Var) and p.type is FLOAT16:
                self.declarations.append(f"float {self.name(p)} = dpex_from_half({self.name(p)}_given);")
        self.body(self.function.body)
        text = "\n".join([head, "{", *(f"    {line}" for line in arrays + self.declarations), *self.lines, "}"])
        return "\n".join([_prelude(text), *self.globals, *self.atomics.values(), text]) + "\n"


class _Meeting(ir.Statement):
    """The barrier at the end of a branch: a point that all work-items of the group reach (see _reconverges)."""


class _Label(ir.Statement):
    """The target of `Continue` or `Leave` in a construct."""

    def __init__(self, of: ir.Statement, what: str):
        super().__init__(0)
        self.of, self.what = of, what


def _prelude(text: str) -> str:
    """The parts of the prelude that the text uses: a device without float64 rejects any mention of double."""
    parts = [_PRELUDE, _REAL_PRELUDE.format(t="float", s="f", f="f", c="dpex_c64")]
    if "DPEX_IN_SUB_GROUPS" in text:
        parts.append(_SUB_GROUPS)
    if "_half(" in text:
        parts.append(_HALF_PRELUDE)
    if "double" in text or "dpex_odd_float(" in text or "_c128" in text or "_d(" in text:
        parts.insert(1, "#ifndef __CUDACC_RTC__\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n")
        parts.append(_REAL_PRELUDE.format(t="double", s="d", f="", c="dpex_c128"))
    if "dpex_odd_float(" in text:
        parts.append(_HALF_OF_DOUBLE)
    return "".join(parts)


def kernel_c_name(function: ir.Function) -> str:
    """The kernel's name in the text, which is neither a keyword of C or OpenCL C nor a name of the prelude."""
    return f"dpex_kernel_{function.name}"


def emit_kernel_c(function: ir.Function) -> str:
    """The kernel as text."""
    text = _Writer(function).run()
    return text if {"contract", "fast"} & set(function.flags) else _NO_CONTRACTION + text
