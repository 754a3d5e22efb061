"""Data types: limits, promotion, casting, and support by devices."""

from __future__ import annotations

import numpy

import dpctl
from opendpex import _core
from opendpex._core import usm_ndarray
from opendpex._messages import as_dtype, by_others, named

from ._device import Device

__all__ = ["can_cast", "finfo", "iinfo", "result_type"]

_WEAK = {bool: "b", int: "i", float: "f", complex: "c"}
_RANK = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}


class finfo:
    """Limits of a real or complex data type; of a complex one those of its parts.

    Parameters
    ----------
    dtype : data type or usm_ndarray
        A real or complex floating data type.

    Attributes
    ----------
    bits : int
        Bits of a number.
    eps, epsneg : float
        Distance from 1.0 to the next larger and smaller number.
    max, min : float
        Largest and smallest finite number.
    smallest_normal, tiny : float
        Smallest positive number with full precision.
    precision : int
        Decimal digits.
    resolution : float
        ``10**-precision``.
    dtype : numpy.dtype
        The real data type.

    Raises
    ------
    ValueError
        If the data type is neither real nor complex.
    """

    _known: dict = {}

    def __new__(cls, dtype, /):
        if isinstance(dtype, numpy.dtype) and dtype in cls._known:
            return cls._known[dtype]
        return cls._make(dtype.dtype if isinstance(dtype, usm_ndarray) else dtype)

    @classmethod
    def _make(cls, dtype):
        """The limits of a data type; those of a `numpy.dtype` are kept."""
        if isinstance(dtype, (int, float, complex)):
            raise TypeError(named(f"a data type is needed, not the number {dtype}"))
        self = object.__new__(cls)
        limits = by_others(numpy.finfo, as_dtype(dtype))
        for name in ("eps", "epsneg", "max", "min", "smallest_normal", "tiny", "resolution"):
            setattr(self, name, float(getattr(limits, name)))
        self.bits = int(limits.bits)
        self.precision = int(limits.precision)
        self.dtype = numpy.dtype(limits.dtype)
        if isinstance(dtype, numpy.dtype):
            cls._known[dtype] = self
        return self

    def __reduce__(self):
        return type(self), (self.dtype,)

    def __repr__(self) -> str:
        return f"finfo(resolution={self.resolution}, min={self.min}, max={self.max}, dtype={self.dtype})"


def iinfo(dtype, /) -> numpy.iinfo:
    """Limits of an integer data type.

    Parameters
    ----------
    dtype : data type or usm_ndarray
        An integer data type.

    Returns
    -------
    numpy.iinfo
        An object with the attributes `bits`, `max`, `min` and `dtype`.

    Raises
    ------
    ValueError
        If the data type is not of integers.
    TypeError
        If the argument is not a data type.
    """
    if isinstance(dtype, numpy.dtype):
        return _integer_limits(dtype)
    if isinstance(dtype, usm_ndarray):
        dtype = dtype.dtype
    if isinstance(dtype, (int, float, complex)):
        raise TypeError(named(f"a data type is needed, not the number {dtype}"))
    return _integer_limits(as_dtype(dtype))


def _integer_limits(dtype: numpy.dtype):
    if dtype.kind not in "iu":
        raise ValueError(named(f"dtype must be a data type of integers, not {dtype}"))
    return numpy.iinfo(dtype)


def _capabilities(device: dpctl.SyclDevice) -> tuple:
    """Whether the device computes in half and in double precision."""
    return device.has_aspect_fp16, device.has_aspect_fp64


def _on_device(dtype: numpy.dtype, fp16: bool, fp64: bool) -> numpy.dtype:
    """The data type used instead of one that a device does not support."""
    if not fp64 and dtype.char in "dD":
        return numpy.dtype("complex64" if dtype.kind == "c" else "float32")
    if not fp16 and dtype.char == "e":
        return numpy.dtype("float32")
    return dtype


def can_cast(from_, to, /, *, casting="safe") -> bool:
    """Whether numbers of one data type may become another by a casting rule.

    Parameters
    ----------
    from_ : data type or usm_ndarray
        For an array its device counts too: without double precision, integers go to float32 and complex64 safely.
    to : data type
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional
        The rule, as in NumPy.

    Returns
    -------
    bool
        Whether the rule allows it.

    Raises
    ------
    TypeError
        If `to` is an array, or an argument is not a data type.

    Examples
    --------
    >>> dpt.can_cast(dpt.int32, dpt.float64)
    True
    """
    if isinstance(from_, numpy.dtype) and isinstance(to, numpy.dtype):
        return by_others(numpy.can_cast, from_, to, casting)
    if isinstance(to, usm_ndarray):
        raise TypeError(named("'to' must be a data type, not an array"))
    target = as_dtype(to, "to")
    if not isinstance(from_, usm_ndarray):
        return by_others(numpy.can_cast, as_dtype(from_, "from_"), target, casting)
    fp16, fp64 = _capabilities(from_.sycl_device)
    if _on_device(target, fp16, fp64) != target:
        return False
    if not fp64 and casting == "safe" and from_.dtype.kind in "biu" and target.char in "fF":
        return True
    return by_others(numpy.can_cast, from_.dtype, target, casting)


def _number_type(dtype: numpy.dtype) -> numpy.dtype:
    """The data type itself, if arrays can have it; else ValueError."""
    if dtype.kind in "biufc" and dtype.char not in "gG":
        return dtype
    raise ValueError(named(f"arrays hold no elements of the data type {dtype}"))


def _one_device(arrays) -> tuple:
    """The capabilities common to the devices of arrays; ValueError if they differ in precision."""
    found = {_capabilities(x.sycl_device) for x in arrays}
    if len(found) > 1:
        raise ValueError(named("the arrays are on devices of different precision"))
    return found.pop() if found else (True, True)


def _default(kind: str, strong: list) -> numpy.dtype:
    """The data type of a Python scalar combined with those data types, before limits of the device."""
    if kind == "b":
        return numpy.dtype("bool")
    if kind == "i":
        return numpy.dtype("int64")
    small = strong and all(d.char in "ef" for d in strong if d.kind == "f") and any(d.kind == "f" for d in strong)
    if kind == "c" and small:
        return numpy.dtype("complex64")
    return numpy.dtype("float64" if kind == "f" else "complex128")


def result_type(*arrays_and_dtypes) -> numpy.dtype:
    """Return the data type that an operation on the arguments has by the rules of promotion.

    Parameters
    ----------
    arrays_and_dtypes : usm_ndarray, data type or Python scalar
        At least one. Of a Python scalar the kind alone counts.

    Returns
    -------
    numpy.dtype
        The promoted type; of Python scalars alone the default types of their kinds.

    Raises
    ------
    ValueError
        Without arguments, if arrays are on devices of different precision, or for a data type that arrays cannot have.

    Examples
    --------
    >>> dpt.result_type(dpt.int8, dpt.uint8)
    dtype('int16')
    """
    known = _core.promote(*arrays_and_dtypes)
    if known is not None:
        return known
    if not arrays_and_dtypes:
        raise ValueError(named("at least one array, data type or scalar is needed"))
    scalars = [a for a in arrays_and_dtypes if type(a) in _WEAK]
    strong = [
        a.dtype if isinstance(a, (usm_ndarray, numpy.generic, numpy.ndarray)) else as_dtype(a, "an argument")
        for a in arrays_and_dtypes
        if type(a) not in _WEAK
    ]
    fp16, fp64 = _one_device([a for a in arrays_and_dtypes if isinstance(a, usm_ndarray)])
    promoted = numpy.result_type(*map(_number_type, strong)) if strong else None
    for kind in {_WEAK[type(s)] for s in scalars}:
        if promoted is None or _RANK[kind] > _RANK[promoted.kind]:
            promoted = _default(kind, [promoted] if promoted is not None else [])
    return _on_device(promoted, fp16, fp64)


def default_dtypes(device) -> dict:
    """The data types of Python numbers on a device."""
    fp16, fp64 = _capabilities(Device.create_device(device).sycl_device)
    return {
        "real floating": _on_device(numpy.dtype("float64"), fp16, fp64),
        "complex floating": _on_device(numpy.dtype("complex128"), fp16, fp64),
        "integral": numpy.dtype("int64"),
        "indexing": numpy.dtype("int64"),
    }


def supported_dtypes(device) -> dict:
    """The data types that a device computes in, by name; float16 is not among those of the array API."""
    fp16, fp64 = _capabilities(Device.create_device(device).sycl_device)
    names = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "complex64"]
    if fp64:
        names += ["float64", "complex128"]
    return {name: numpy.dtype(name) for name in names}
