"""Data types of arrays: `numpy.dtype` objects."""

import numpy

dtype = numpy.dtype
bool = numpy.dtype("bool")
int8 = numpy.dtype("int8")
int16 = numpy.dtype("int16")
int32 = numpy.dtype("int32")
int64 = numpy.dtype("int64")
uint8 = numpy.dtype("uint8")
uint16 = numpy.dtype("uint16")
uint32 = numpy.dtype("uint32")
uint64 = numpy.dtype("uint64")
float16 = numpy.dtype("float16")
float32 = numpy.dtype("float32")
float64 = numpy.dtype("float64")
complex64 = numpy.dtype("complex64")
complex128 = numpy.dtype("complex128")

__all__ = [
    "dtype",
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
    "isdtype",
]

_KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


def isdtype(dtype, kind):
    """Whether a data type is of a kind.

    Parameters
    ----------
    dtype : numpy.dtype
        The data type.
    kind : str or numpy.dtype or tuple
        ``"bool"``, ``"signed integer"``, ``"unsigned integer"``, ``"integral"``, ``"real floating"``,
        ``"complex floating"``, ``"numeric"``, a data type, or a tuple of those.

    Returns
    -------
    bool
        Whether the type is of one of the kinds.

    Raises
    ------
    ValueError
        For an unknown text.
    TypeError
        For anything else.

    Examples
    --------
    >>> dpt.isdtype(dpt.float32, "real floating")
    True
    """
    if not isinstance(dtype, numpy.dtype):
        raise TypeError(f"isdtype: dtype must be a numpy.dtype, not {type(dtype).__name__}")
    if isinstance(kind, numpy.dtype):
        return dtype == kind
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise ValueError(f"isdtype: kind {kind!r} is none of {', '.join(map(repr, _KINDS))}")
        return dtype.kind in _KINDS[kind]
    if isinstance(kind, tuple):
        return any(isdtype(dtype, k) for k in kind)
    raise TypeError(f"isdtype: kind must be a str, a dtype or a tuple of those, not {type(kind).__name__}")
