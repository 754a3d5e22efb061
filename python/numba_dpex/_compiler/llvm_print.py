"""`print` in kernels: one line per active work-item, written by src/program/kernel_print.c."""

from __future__ import annotations

from .llvm_text import Value, llvm_type, vector
from .types import BOOL, FLOAT64, INT64, UINT64

__all__ = ["Prints"]


def _escaped(text: str) -> tuple[str, int]:
    data = text.encode() + b"\0"
    return "".join(chr(c) if 32 <= c < 127 and chr(c) not in '"\\' else f"\\{c:02X}" for c in data), len(data)


class Prints:
    """Emits `print`."""

    def do_Print(self, s) -> None:
        words, numbers = [], []
        for v in s.values:
            if isinstance(v, str):
                words.append(v.replace("%", "%%"))
                continue
            value = self.value(v)
            parts = [value.re, value.im] if hasattr(value, "re") else [value]
            letters = ["%b" if p.type is BOOL else f"%{p.type.kind}" for p in parts]
            words.append(letters[0] if len(parts) == 1 else f"({letters[0]}, {letters[1]})")
            numbers += [self._word(p) for p in parts]
        text, size = _escaped(" ".join(words))
        name = f"@print{len(self.globals)}"
        self.globals.append(f'{name} = private unnamed_addr constant [{size} x i8] c"{text}"')
        self._each_printing_lane(name, numbers)

    def _word(self, v: Value) -> Value:
        """A number as 64 bits for each lane."""
        wide = self.cast(v, FLOAT64 if v.type.kind == "f" else UINT64 if v.type.kind == "u" else INT64)
        wide = self.w.widen(wide)
        if v.type.kind != "f":
            return wide
        return Value(self.w.let(f"bitcast {wide} to {vector('i64', wide.lanes)}"), INT64, wide.lanes)

    def _each_printing_lane(self, text: str, numbers: list[Value]) -> None:
        lanes = self.w.lanes
        pointers = [self._spilled(n.llvm, n.text) for n in numbers]
        row = self.w.alloca(f"[{max(1, len(numbers))} x i64]", "row")
        mask, bits_type = self.mask(), f"i{lanes}"
        bits = self.w.alloca(bits_type, "bits")
        self.w.store(
            bits_type, "-1" if mask is None else self.w.let(f"bitcast {self.mask_type} {mask} to {bits_type}"), bits
        )
        head, go, behind = (self.w.label(h) for h in ("print", "print_go", "print_end"))
        self.w.start(head)
        now = self.w.load(bits_type, bits)
        self.w.branch(self.w.let(f"icmp ne {bits_type} {now}, 0"), go, behind)
        self.w.start(go)
        lane = self.w.call(f"llvm.cttz.{bits_type}", bits_type, [(bits_type, now), ("i1", "true")])
        self.w.store(bits_type, self.w.let(f"and {bits_type} {now}, {self.w.let(f'sub {bits_type} {now}, 1')}"), bits)
        for k, pointer in enumerate(pointers):
            word = self.w.load(llvm_type(INT64), self.w.let(f"getelementptr i64, ptr {pointer}, {bits_type} {lane}"))
            self.w.store("i64", word, self.w.let(f"getelementptr i64, ptr {row}, i64 {k}"))
        self.w.call("dpex_kernel_print", "i32", [("ptr", text), ("ptr", row)])
        self.w.go(head)
        self.w.start(behind)
