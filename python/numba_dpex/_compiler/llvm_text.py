"""LLVM's assembly language: types, constants, and a function that is written line by line.

A `Value` is what an instruction gave: its text, its type, and how many lanes it has. One lane means the same for all work-items.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from .types import BOOL, INT64, Scalar

__all__ = ["Value", "Writer", "constant_text", "llvm_type", "memory_type", "vector"]

_TYPES = {"b": "i1", "f16": "half", "f32": "float", "f64": "double"}


def llvm_type(t: Scalar) -> str:
    """The type in which a register holds a scalar; complex numbers have two registers."""
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
    stride: int | None = None  # lane i is lane 0 plus i times this; None: not known. Only of integers
    first: Value | None = None  # lane 0 of such a value
    crossing: str | None = None  # a condition under which stride and first do not hold, true in few places only

    @property
    def llvm(self) -> str:
        return vector(llvm_type(self.type), self.lanes)

    def __str__(self) -> str:
        return f"{self.llvm} {self.text}"


class Writer:
    """The body of one function. Storage goes to the head of it, so that it becomes registers."""

    def __init__(self, lanes: int):
        self.lanes = lanes
        self.lines: list[str] = []
        self.head: list[str] = []
        self.n_names = 0
        self.declared: dict[str, str] = {}
        self.aside = ""  # what splat_of_place gives
        self.open = True  # whether the present block goes on
        self.here = "entry"

    def name(self, hint: str = "v") -> str:
        self.n_names += 1
        return f"%{hint}{self.n_names}"

    def put(self, text: str) -> None:
        if self.open:
            self.lines.append(f"  {text}")

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
        """What follows belongs to this block; the present one falls into it."""
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
        """Pointers to a number that is zero, one for each lane."""
        self.declared["@zero"] = "@zero = private constant i64 0"
        return "splat (ptr @zero)"

    def splat_of_place(self) -> str:
        """Pointers to where nobody reads, one for each lane."""
        if not self.aside:
            wide, place = vector("ptr", self.lanes), self.alloca("i64", "aside")
            one, self.aside = self.name(), self.name()
            self.head.append(f"  {one} = insertelement {wide} poison, ptr {place}, i64 0")
            self.head.append(f"  {self.aside} = shufflevector {wide} {one}, {wide} poison, <{self.lanes} x i32> zeroinitializer")
        return self.aside

    def load(self, llvm: str, place: str) -> str:
        return self.let(f"load {llvm}, ptr {place}")

    def store(self, llvm: str, text: str, place: str) -> None:
        self.put(f"store {llvm} {text}, ptr {place}")

    # ---- common instructions ----

    def constant(self, t: Scalar, value) -> Value:
        return Value(constant_text(t, value), t, 1, 0 if t.is_integer else None)

    def call(self, name: str, result: str, args: list[tuple[str, str]]) -> str:
        """Calls a function, declared by this use; args are (type, text)."""
        self.declared.setdefault(name, f"declare {result} @{name}({', '.join(t for t, _ in args)}) nounwind")
        text = f"call {result} @{name}({', '.join(f'{t} {a}' for t, a in args)})"
        if result == "void":
            self.put(text)
            return ""
        return self.let(text)

    def widen(self, v: Value) -> Value:
        """The value in every lane."""
        if v.lanes == self.lanes:
            return v
        llvm, wide = v.llvm, vector(v.llvm, self.lanes)
        if not v.text.startswith("%"):
            return Value(f"splat ({llvm} {v.text})", v.type, self.lanes, 0, v)
        one = self.let(f"insertelement {wide} poison, {llvm} {v.text}, i64 0")
        text = self.let(f"shufflevector {wide} {one}, {wide} poison, <{self.lanes} x i32> zeroinitializer")
        return Value(text, v.type, self.lanes, 0, v)

    def picked(self, text: str, llvm: str, lanes: int, places) -> str:
        """Some lanes of a vector of that element type, one after the other."""
        if len(places) == lanes:
            return text
        wide, chosen = vector(llvm, lanes), ", ".join(f"i32 {i}" for i in places)
        return self.let(f"shufflevector {wide} {text}, {wide} poison, <{len(places)} x i32> <{chosen}>")

    def joined(self, parts: list[str], llvm: str, n: int) -> str:
        """Vectors of n lanes as one; as many as a power of two."""
        while len(parts) > 1:
            wide, places = vector(llvm, n), ", ".join(f"i32 {i}" for i in range(2 * n))
            parts = [
                self.let(f"shufflevector {wide} {a}, {wide} {b}, <{2 * n} x i32> <{places}>")
                for a, b in zip(parts[::2], parts[1::2], strict=True)
            ]
            n *= 2
        return parts[0]

    def integer(self, n: int) -> Value:
        return self.constant(INT64, n)
