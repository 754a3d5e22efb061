"""The compilation target: a CPU, its vector registers, and the ABI of its vector functions."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Target", "describe"]


@dataclass(frozen=True)
class Target:
    """register_bits: width of a vector register; n_registers: their number; has_masks: whether there are mask
    registers."""

    triple: str
    cpu: str
    features: str
    register_bits: int
    n_registers: int
    has_masks: bool
    vector_abi: str  # letter in the names of vector functions; "": there are none

    def function_abi(self, bits: int) -> str:
        """The letter for vectors of `bits` bits, or "" if there is no such function."""
        if self.vector_abi == "n":
            return "n" if bits == 128 else ""
        letters = {512: "e", 256: "d", 128: "b"}
        return letters[bits] if bits in letters and bits <= self.register_bits and self.vector_abi else ""


def describe(triple: str, cpu: str, features: dict) -> Target:
    """The target of a triple and CPU; features: LLVM's feature names, and whether the CPU has them."""
    text = ",".join(f"{'+' if has else '-'}{name}" for name, has in sorted(features.items()))
    if triple.startswith(("aarch64", "arm64")):
        return Target(triple, cpu, text, 128, 32, False, "n")
    if features.get("avx512f") and features.get("avx512vl") and features.get("avx512dq") and features.get("avx512bw"):
        return Target(triple, cpu, f"{text},-prefer-256-bit", 512, 32, True, "e")
    wide = 256 if features.get("avx2") else 128
    return Target(triple, cpu, text, wide, 16, False, "d" if wide == 256 else "b")
