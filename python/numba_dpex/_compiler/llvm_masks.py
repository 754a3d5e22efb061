"""Execution masks: which lanes are active.

The emitter uses a mask as a vector of bits (`mask_type`). CPUs without mask registers (SSE, AVX2, NEON) represent it as
a vector of integers as wide as the data, each all ones or zero (`kept_mask_type`). `kept_masks` maps a mask to that
form, in which masks are combined and stored, so that they are not packed to bits and unpacked again. LLVM would convert
such vectors back to bits; an empty inline assembly after each comparison hides their origin from its optimizer.
"""

from __future__ import annotations

from .llvm_text import Value, vector
from .types import BOOL

__all__ = ["Masks"]


class Masks:
    """A mixin of the emitter, which has `w`, `target` and `mask_bits`, the width of the integers in bits."""

    @property
    def mask_type(self) -> str:
        return vector("i1", self.w.lanes)

    @property
    def kept_mask_type(self) -> str:
        return self.mask_type if self.has_bits else vector(f"i{self.mask_bits}", self.w.lanes)

    @property
    def has_bits(self) -> bool:
        return self.target.has_masks or self.w.lanes == 1

    @property
    def all_lanes(self) -> str:
        return "splat (i1 true)" if self.w.lanes > 1 else "true"

    @property
    def no_lanes(self) -> str:
        return "zeroinitializer"

    def _kept(self, mask: str) -> str:
        """The mask in the form in which it is stored."""
        if self.has_bits:
            return mask
        if mask == self.all_lanes:
            return f"splat (i{self.mask_bits} -1)"
        if mask == self.no_lanes:
            return mask
        if mask in self.kept_masks:
            return self.kept_masks[mask]
        # Not recorded in kept_masks: the instruction need not dominate later uses.
        return self.w.let(f"sext {self.mask_type} {mask} to {self.kept_mask_type}")

    def _bits(self, kept: str) -> str:
        if self.has_bits:
            return kept
        mask = self.w.let(f"icmp slt {self.kept_mask_type} {kept}, zeroinitializer")
        self.kept_masks[mask] = kept
        return mask

    def get_mask(self, pointer: str) -> str:
        return self._bits(self.w.load(self.kept_mask_type, pointer))

    def put_mask(self, mask: str, pointer: str) -> None:
        self.w.store(self.kept_mask_type, self._kept(mask), pointer)

    def combine_masks(self, op: str, a: str, b: str) -> str:
        """op: and, or, xor."""
        return self._bits(self.w.let(f"{op} {self.kept_mask_type} {self._kept(a)}, {self._kept(b)}"))

    def any(self, mask: str) -> str:
        """Whether some lane is active."""
        if self.w.lanes == 1:
            return mask
        if self.has_bits:
            return self.w.call(f"llvm.vector.reduce.or.v{self.w.lanes}i1", "i1", [(self.mask_type, mask)])
        bits = f"i{self.w.lanes * self.mask_bits}"
        return self.w.let(
            f"icmp ne {bits} {self.w.let(f'bitcast {self.kept_mask_type} {self._kept(mask)} to {bits}')}, 0"
        )

    def first_active(self, v: Value, mask: str) -> Value:
        """v of the first active lane."""
        bits = self._lane_bits(mask)
        return self._picked_lane(
            v, self.w.call(f"llvm.cttz.i{v.lanes}", f"i{v.lanes}", [(f"i{v.lanes}", bits), ("i1", "false")])
        )

    def last_active(self, v: Value, mask: str | None) -> Value:
        """v of the last active lane."""
        if mask is None:
            return self._picked_lane(v, str(v.lanes - 1))
        bits = self._lane_bits(mask)
        before = self.w.call(f"llvm.ctlz.i{v.lanes}", f"i{v.lanes}", [(f"i{v.lanes}", bits), ("i1", "false")])
        return self._picked_lane(v, self.w.let(f"sub i{v.lanes} {v.lanes - 1}, {before}"))

    def _lane_bits(self, mask: str) -> str:
        return self.w.let(f"bitcast {self.mask_type} {mask} to i{self.w.lanes}")

    def _picked_lane(self, v: Value, lane: str) -> Value:
        return self.w.value(f"extractelement {v}, i{v.lanes} {lane}", v.type, 1)

    def compared(self, found: Value) -> Value:
        """The result of a comparison, with its stored form recorded."""
        if found.lanes == 1 or self.has_bits:
            return found
        hidden = self._hidden(self.w.let(f"sext {found} to {self.kept_mask_type}"))
        return Value(self._bits(hidden), BOOL, found.lanes)

    def _hidden(self, kept: str) -> str:
        """The same vector behind an opaque inline assembly per register, which LLVM's optimizer cannot see through."""
        n = min(self.target.register_bits // self.mask_bits, self.w.lanes)
        kind, piece, letter = (
            f"i{self.mask_bits}",
            vector(f"i{self.mask_bits}", n),
            "w" if self.target.vector_abi == "n" else "x",
        )
        parts = []
        for i in range(0, self.w.lanes, n):
            part = self.w.picked(kept, kind, self.w.lanes, range(i, i + n))
            parts.append(self.w.let(f'call {piece} asm "", "={letter},0"({piece} {part})'))
        return self.w.concatenated(parts, kind, n)
