"""Mathematical functions: LLVM intrinsics, glibc's vector library (libmvec) register by register, or libm lane by
lane."""

from __future__ import annotations

import ctypes
import platform
from functools import cache

from .llvm_text import Value, llvm_type, vector
from .types import BOOL, FLOAT32, FLOAT64, Scalar

__all__ = ["INTRINSICS", "MathCalls", "vector_functions"]

INTRINSICS = {
    "fabs": "fabs", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "rint": "rint", "sqrt": "sqrt",
    "copysign": "copysign", "fma": "fma", "fmin": "minnum", "fmax": "maxnum",
}  # fmt: skip
_LIBMVEC = """
    acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 hypot log log10 log1p log2 pow
    sin sinh tan tanh
""".split()
_CLASSES = {"isnan": 0x3, "isinf": 0x204, "isfinite": 0x1F8, "signbit": None}


@cache
def vector_functions() -> frozenset:
    """Names of the functions that this machine's libmvec provides; libm is used for the others."""
    try:
        library = ctypes.CDLL("libmvec.so.1")
    except OSError:
        return frozenset()
    first = "_ZGVnN2" if platform.machine() == "aarch64" else "_ZGVbN2"
    return frozenset(f for f in _LIBMVEC if hasattr(library, f"{first}{'v' * _arity(f)}_{f}"))


def _arity(name: str) -> int:
    return 2 if name in ("atan2", "hypot", "pow") else 1


class MathCalls:
    """Emits calls of mathematical functions. `target` determines the vector sizes of libmvec."""

    def on_Call(self, e):
        args = [self.value(a) for a in e.args]
        if hasattr(args[0], "re"):
            return self.complex_math(f"c{e.name}", args)
        return self.math(e.name, args, e.type)

    def math(self, name: str, args: list[Value], t: Scalar) -> Value:
        args = self.level(*args) if name != "ldexp" else args
        if name == "times":  # without fast-math flags: nothing contracts it with a sum
            return self.apply("fmul", *args)
        if name in _CLASSES:
            return self._classified(name, args[0])
        if args[0].type.kind == "f" and args[0].type.bits == 16:
            wide = self.math(name, [self.cast(a, FLOAT32) if a.type.kind == "f" else a for a in args], FLOAT32)
            return self.cast(wide, t)
        if name in INTRINSICS:
            suffix = ("" if args[0].lanes == 1 else f"v{self.w.lanes}") + f"f{t.bits}"
            text = self.w.call(f"llvm.{INTRINSICS[name]}.{suffix}", args[0].llvm, [(a.llvm, a.text) for a in args])
            return Value(text, t, args[0].lanes)
        lanes = max(a.lanes for a in args)
        if lanes == 1:
            return self._scalar_call(name, args, t)
        if name in vector_functions() and t in (FLOAT32, FLOAT64):
            return self._vector_call(name, args, t)
        return self.lane_by_lane(lambda one: self._scalar_call(name, one, t), [self.w.widen(a) for a in args], t)

    def _classified(self, name: str, x: Value) -> Value:
        if name == "signbit":
            bits = self.w.let(f"bitcast {x} to {vector(f'i{x.type.bits}', x.lanes)}")
            zero = "0" if x.lanes == 1 else "zeroinitializer"
            return self.w.value(f"icmp slt {vector(f'i{x.type.bits}', x.lanes)} {bits}, {zero}", BOOL, x.lanes)
        suffix = ("" if x.lanes == 1 else f"v{self.w.lanes}") + f"f{x.type.bits}"
        text = self.w.call(
            f"llvm.is.fpclass.{suffix}", vector("i1", x.lanes), [(x.llvm, x.text), ("i32", str(_CLASSES[name]))]
        )
        return Value(text, BOOL, x.lanes)

    def _scalar_call(self, name: str, args: list[Value], t: Scalar) -> Value:
        if t.kind == "i":
            return Value(self.w.call(f"dpex_{name}", "i64", [("i64", a.text) for a in args]), t)
        libm = {"gamma": "tgamma"}.get(name, name) + ("f" if t is FLOAT32 else "")
        return Value(self.w.call(libm, llvm_type(t), [(a.llvm, a.text) for a in args]), t)

    def _vector_call(self, name: str, args: list[Value], t: Scalar) -> Value:
        """Calls libmvec once per register."""
        piece = min(self.target.register_bits // t.bits, self.w.lanes)
        letter = self.target.function_abi(piece * t.bits)
        if not letter:
            return self.lane_by_lane(lambda one: self._scalar_call(name, one, t), args, t)
        symbol = f"_ZGV{letter}N{piece}{'v' * len(args)}_{name}{'f' if t is FLOAT32 else ''}"
        wide = vector(llvm_type(t), piece)
        args = self._safe(name, args)
        parts = []
        for start in range(0, self.w.lanes, piece):
            pieces = [
                (wide, self.w.picked(a.text, llvm_type(t), self.w.lanes, range(start, start + piece))) for a in args
            ]
            parts.append(self.w.call(symbol, wide, pieces))
        return Value(self.w.concatenated(parts, llvm_type(t), piece), t, self.w.lanes)

    def _safe(self, name: str, args: list[Value]) -> list[Value]:
        """Replaces operands of inactive lanes by 1, so that they do not take a slow path for all lanes."""
        mask = self.mask()
        if mask is None:
            return args
        one = [self.w.widen(self.w.constant(a.type, 1)) for a in args]
        lanes = vector("i1", self.w.lanes)
        return [
            Value(self.w.let(f"select {lanes} {mask}, {a}, {o}"), a.type, a.lanes)
            for a, o in zip(args, one, strict=True)
        ]

    def lane_by_lane(self, do, args: list[Value], t: Scalar) -> Value:
        result = "poison"
        wide = vector(llvm_type(t), self.w.lanes)
        for i in range(self.w.lanes):
            one = [self.w.value(f"extractelement {a}, i64 {i}", a.type, 1) for a in args]
            r = do(one)
            result = self.w.let(f"insertelement {wide} {result}, {llvm_type(t)} {r.text}, i64 {i}")
        return Value(result, t, self.w.lanes)

    def integer_power(self, a: Value, b: Value) -> Value:
        a, b = self.level(a, b)
        call = lambda one: Value(self.w.call("dpex_power", "i64", [("i64", x.text) for x in one]), a.type)  # noqa: E731
        return call([a, b]) if a.lanes == 1 else self.lane_by_lane(call, [a, b], a.type)

    def complex_math(self, name: str, args):
        raise NotImplementedError(f"{name} of complex numbers")
