"""The types of the kernel language, and Numba's rules for what operators make of them.

A scalar type is a singleton; arrays, tuples and index spaces are described by values of the front end, not here. The
rules are those of Numba's nopython mode: integer arithmetic is done in 64 bits, an integer of more than 16 bits beside
a float32 makes a float64, and where control flow merges, a variable gets the smallest type that holds the values of all
branches.
"""

from __future__ import annotations

import numpy as np

from opendpex._core import name_error
from opendpex._messages import by_others

from .signature import Array, Signature

__all__ = [
    "BOOL",
    "COMPLEX64",
    "COMPLEX128",
    "FIT_FLOAT32",
    "FLOAT16",
    "FLOAT32",
    "FLOAT64",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "SCALARS",
    "Scalar",
    "UINT8",
    "UINT16",
    "UINT32",
    "UINT64",
    "arithmetic_type",
    "division_type",
    "from_numba",
    "from_numpy",
    "of_python",
    "part_type",
    "power_type",
    "unify",
]


class Scalar:
    """A scalar type: `kind` is one of 'b' (bool), 'i', 'u', 'f', 'c', `bits` its size in memory."""

    __slots__ = ("bits", "kind", "name", "numpy")

    def __init__(self, name: str):
        self.name = name
        self.numpy = np.dtype(name)
        self.kind = self.numpy.kind
        self.bits = 8 * self.numpy.itemsize

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self):
        return from_numpy, (self.name,)

    def __call__(self, *args):
        """A NumPy number from a number, or a signature from types."""
        if not args or isinstance(args[0], (int, float, complex, np.generic)):
            try:
                return self.numpy.type(*args)
            except Exception as error:
                name_error(error, self.name)
                raise
        return Signature(self, args)

    def __getitem__(self, key):
        """The type of a NumPy array, as in ``float32[:, ::1]``."""
        keys = key if isinstance(key, tuple) else (key,)
        dense = [k.step == 1 for k in keys]
        return Array(self, len(keys), "C" if dense[-1] else "F" if dense[0] else "A")

    @property
    def is_integer(self) -> bool:
        return self.kind in "iu"

    @property
    def is_number(self) -> bool:
        return self.kind != "b"


BOOL = Scalar("bool")
INT8, INT16, INT32, INT64 = (Scalar(f"int{n}") for n in (8, 16, 32, 64))
UINT8, UINT16, UINT32, UINT64 = (Scalar(f"uint{n}") for n in (8, 16, 32, 64))
FLOAT16, FLOAT32, FLOAT64 = (Scalar(f"float{n}") for n in (16, 32, 64))
COMPLEX64, COMPLEX128 = Scalar("complex64"), Scalar("complex128")
SCALARS = (
    BOOL, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128,
)  # fmt: skip
_BY_DTYPE = {t.numpy: t for t in SCALARS}
_BY_NUMBAS_NAME = {**{t.name: t for t in SCALARS}, "boolean": BOOL}


def from_numpy(dtype) -> Scalar | None:
    """The scalar type of a NumPy dtype or of what makes one; None if kernels have no such type."""
    return _BY_DTYPE.get(by_others(np.dtype, dtype))


def from_numba(t):
    """Our type for one of Numba's scalar types; other objects are returned unchanged."""
    if not type(t).__module__.startswith("numba.core.types"):
        return t
    return _BY_NUMBAS_NAME.get(str(t), t)


def of_python(value) -> Scalar | None:
    """The type of a Python or NumPy number used as a constant; None if it is not a number."""
    if isinstance(value, (bool, np.bool_)):
        return BOOL
    if isinstance(value, np.generic):
        return from_numpy(value.dtype)
    if isinstance(value, int):
        return INT64 if -(2**63) <= value < 2**63 else UINT64 if 0 <= value < 2**64 else None
    if isinstance(value, float):
        return FLOAT64
    if isinstance(value, complex):
        return COMPLEX128
    return None


def part_type(t: Scalar) -> Scalar:
    """The real type of a complex type's parts; of other types, the type itself."""
    return {COMPLEX64: FLOAT32, COMPLEX128: FLOAT64}.get(t, t)


def unify(a: Scalar, b: Scalar) -> Scalar:
    """The smallest type that holds the values of both, for variables where control flow merges."""
    return a if a is b else _BY_DTYPE[np.promote_types(a.numpy, b.numpy)]


# Integer types that combine with float32 to float32.
FIT_FLOAT32 = (BOOL, INT8, UINT8, INT16)


def _inexact(a: Scalar, b: Scalar) -> Scalar:
    """Arithmetic with at least one float or complex operand."""
    if a.kind not in "fc":
        a, b = b, a
    wide = b.bits > 32 if b.kind == "f" else b.bits > 64 if b.kind == "c" else b not in FIT_FLOAT32
    wide = wide or a.bits > (64 if a.kind == "c" else 32)
    if "c" in (a.kind, b.kind):
        return COMPLEX128 if wide else COMPLEX64
    if a is FLOAT16 and b in (FLOAT16, BOOL, INT8, UINT8):
        return FLOAT16
    return FLOAT64 if wide else FLOAT32


def arithmetic_type(a: Scalar, b: Scalar) -> Scalar:
    """The type in which + - * compute, and of their result; also of // % & | ^ where they are defined."""
    if a.kind in "fc" or b.kind in "fc":
        return _inexact(a, b)
    return UINT64 if a.kind == b.kind == "u" else INT64


def division_type(a: Scalar, b: Scalar) -> Scalar:
    """The type of a true division."""
    return _inexact(a, b) if a.kind in "fc" or b.kind in "fc" else FLOAT64


def power_type(a: Scalar, b: Scalar) -> tuple[Scalar, Scalar]:
    """The types of base (and result) and exponent: floats keep an integer exponent, which is exact and fast."""
    if a.kind == "f" and b is UINT64:  # the exponent may exceed int64
        return a, a
    if a.kind in "fc" and b.kind in "iub" and b is not UINT64:
        return a if a.kind == "f" else arithmetic_type(a, b), INT64
    t = arithmetic_type(a, b)
    return t, t
