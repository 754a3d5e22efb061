"""LLVM's assembly language: types, constants, and a writer for the body of one function.

A `Value` is the result of an instruction: its text, its type and its number of lanes. A value of one lane is uniform.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from .types import BOOL, INT64, Scalar

__all__ = ["Value", "Writer", "constant_text", "llvm_type", "memory_type", "vector"]

_TYPES = {"b": "i1", "f16": "half", "f32": "float", "f64": "double"}


def llvm_type(t: Scalar) -> str:
    """The register type of a scalar; a complex number is held in two registers."""
    return _TYPES.get(t.kind) or _TYPES.get(f"{t.kind}{t.bits}") or f"i{t.bits}"


def memory_type(t: Scalar) -> str:
    return "i8" if t is BOOL else llvm_type(t)


def vector(text: str, lanes: int) -> str:
    return text if lanes == 1 else f"<{lanes} x {text}>"


def constant_text(t: Scalar, value) -> str:
    if t is BOOL:
        return "true" if value else "false"
    if t.kind == "f":
        if t.bits == 16:
            return f"0xH{struct.unpack('<H', np.float16(value).tobytes())[0]:04X}"
        wide = float(np.float32(value)) if t.bits == 32 else float(value)
        return f"0x{struct.unpack('<Q', struct.pack('<d', wide))[0]:016X}"
    return str(int(value))


@dataclass(slots=True)
class Value:
    text: str
    type: Scalar
    lanes: int = 1
    stride: int | None = None  # lane i is lane 0 + i * stride; None: unknown. For integers only
    first: Value | None = None  # lane 0 of a value with a stride
    crossing: str | None = None  # a rarely true condition under which stride and first do not hold

    @property
    def llvm(self) -> str:
        return vector(llvm_type(self.type), self.lanes)

    def __str__(self) -> str:
        return f"{self.llvm} {self.text}"


class Writer:
    """The body of one function. Allocas go to the entry block, so that LLVM promotes them to registers (mem2reg)."""

    def __init__(self, lanes: int):
        self.lanes = lanes
        self.lines: list[str] = []
        self.head: list[str] = []
        self.n_names = 0
        self.declared: dict[str, str] = {}
        self.dummy = ""  # the result of splat_of_dummy, once it is made
        self.open = True  # whether the current basic block has no terminator yet
        self.here = "entry"
        self.location = ""  # what instructions end with, for debuggers

    def name(self, hint: str = "v") -> str:
        self.n_names += 1
        return f"%{hint}{self.n_names}"

    def put(self, text: str) -> None:
        if self.open:
            self.lines.append(f"  {text}{self.location}")

    def let(self, text: str, hint: str = "v") -> str:
        name = self.name(hint)
        self.put(f"{name} = {text}")
        return name

    def value(self, text: str, t: Scalar, lanes: int) -> Value:
        return Value(self.let(text), t, lanes)

    # ---- blocks ----

    def label(self, hint: str) -> str:
        self.n_names += 1
        return f"{hint}{self.n_names}"

    def start(self, label: str) -> None:
        """Starts a basic block; the current one, if open, branches to it."""
        self.go(label)
        self.lines.append(f"{label}:")
        self.open, self.here = True, label

    def go(self, label: str) -> None:
        self.put(f"br label %{label}")
        self.open = False

    def branch(self, cond: str, yes: str, no: str) -> None:
        self.put(f"br i1 {cond}, label %{yes}, label %{no}")
        self.open = False

    # ---- storage ----

    def alloca(self, llvm: str, hint: str = "s", align: int = 0) -> str:
        self.n_names += 1
        name = f"%{hint}{self.n_names}"
        self.head.append(f"  {name} = alloca {llvm}{f', align {align}' if align else ''}")
        return name

    def splat_of_zero(self) -> str:
        """A vector of pointers to a zero, for masked-off lanes of loads."""
        return f"splat (ptr {self.zero()})"

    def zero(self) -> str:
        """A pointer to a zero."""
        self.declared["@zero"] = "@zero = private constant i64 0"
        return "@zero"

    def splat_of_dummy(self) -> str:
        """A vector of pointers to a dummy element that is never read, for masked-off lanes of stores."""
        if not self.dummy:
            wide, pointer = vector("ptr", self.lanes), self.alloca("i64", "aside")
            one, self.dummy = self.name(), self.name()
            self.head.append(f"  {one} = insertelement {wide} poison, ptr {pointer}, i64 0")
            self.head.append(
                f"  {self.dummy} = shufflevector {wide} {one}, {wide} poison, <{self.lanes} x i32> zeroinitializer"
            )
        return self.dummy

    def load(self, llvm: str, pointer: str) -> str:
        return self.let(f"load {llvm}, ptr {pointer}")

    def store(self, llvm: str, text: str, pointer: str) -> None:
        self.put(f"store {llvm} {text}, ptr {pointer}")

    # ---- common instructions ----

    def constant(self, t: Scalar, value) -> Value:
        return Value(constant_text(t, value), t, 1, 0 if t.is_integer else None)

    def call(self, name: str, result: str, args: list[tuple[str, str]]) -> str:
        """Calls a function and declares it; args are (type, text)."""
        self.declared.setdefault(name, f"declare {result} @{name}({', '.join(t for t, _ in args)}) nounwind")
        text = f"call {result} @{name}({', '.join(f'{t} {a}' for t, a in args)})"
        if result == "void":
            self.put(text)
            return ""
        return self.let(text)

    def widen(self, v: Value) -> Value:
        """The value broadcast to all lanes."""
        if v.lanes == self.lanes:
            return v
        llvm, wide = v.llvm, vector(v.llvm, self.lanes)
        if not v.text.startswith("%"):
            return Value(f"splat ({llvm} {v.text})", v.type, self.lanes, 0, v)
        one = self.let(f"insertelement {wide} poison, {llvm} {v.text}, i64 0")
        text = self.let(f"shufflevector {wide} {one}, {wide} poison, <{self.lanes} x i32> zeroinitializer")
        return Value(text, v.type, self.lanes, 0, v)

    def picked(self, text: str, llvm: str, lanes: int, indices) -> str:
        """The lanes of a vector with these indices, as a vector."""
        if len(indices) == lanes:
            return text
        wide, chosen = vector(llvm, lanes), ", ".join(f"i32 {i}" for i in indices)
        return self.let(f"shufflevector {wide} {text}, {wide} poison, <{len(indices)} x i32> <{chosen}>")

    def concatenated(self, parts: list[str], llvm: str, n: int) -> str:
        """Concatenates vectors of n lanes; their number is a power of two."""
        while len(parts) > 1:
            wide, indices = vector(llvm, n), ", ".join(f"i32 {i}" for i in range(2 * n))
            parts = [
                self.let(f"shufflevector {wide} {a}, {wide} {b}, <{2 * n} x i32> <{indices}>")
                for a, b in zip(parts[::2], parts[1::2], strict=True)
            ]
            n *= 2
        return parts[0]

    def integer(self, n: int) -> Value:
        return self.constant(INT64, n)
