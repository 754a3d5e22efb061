"""Names of NumPy that dpnp does not have, and the messages of the AttributeErrors that they raise.

docs/numpy-names.md is the same list for users; a test compares both.
"""

__all__ = ["NDARRAY_REASONS", "UnsupportedName", "UnsupportedAttribute", "unsupported"]

_REASONS = {
    "asmatrix bmat matrix": "matrices are arrays of two dimensions; dpnp.block puts them together",
    "busday_count busday_offset busdaycalendar is_busday": "devices have no dates; hold times as integers or floats",
    "datetime64 datetime_as_string datetime_data isnat timedelta64": (
        "devices have no dates; hold times as integers or floats"
    ),
    "bytes_ str_ char character strings flexible void rec recarray record": (
        "devices have no texts and no records; make an array for each field"
    ),
    "object_ frompyfunc": (
        "arrays hold numbers, not Python objects; dpnp.vectorize calls a Python function for each element"
    ),
    "clongdouble complex256 complex192 float128 float96 longdouble": (
        "no device has more than double precision; use float64 or complex128"
    ),
    "core ctypeslib f2py typing dtypes": "it belongs to NumPy's implementation; the dtypes are NumPy's objects",
    "ma": "there are no masked arrays; where= of ufuncs and reductions, and the nan... functions, leave elements out",
    "memmap": "memory that a device can use is not a file; dpnp.load and dpnp.fromfile read into it",
    "nditer nested_iters": "it loops over elements on the host; use ufuncs, dpnp.vectorize or dpnp.ndenumerate",
    "getbufsize setbufsize geterrcall seterrcall": (
        "ufuncs have no buffer to set, and devices report no floating-point errors"
    ),
    "info show_config show_runtime test": "it is about NumPy's build; python -m dpctl -f describes devices and drivers",
}


class UnsupportedName(AttributeError, NotImplementedError):
    """A name of NumPy that dpnp does not have, with the reason; an AttributeError, so that ``hasattr`` is False."""

    def __init__(self, *args, name=None):  # for inspect.signature, which sees no C constructor
        super().__init__(*args, name=name)


def unsupported(name: str):
    """The exception for a name, or None if NumPy has no such name either."""
    for names, reason in _REASONS.items():
        if name in names.split():
            return UnsupportedName(f"dpnp has no {name}: {reason}", name=name)
    return None


class UnsupportedAttribute:
    """Descriptor of an attribute that dpnp.ndarray does not have: reading it raises `UnsupportedName` with the reason.

    Parameters
    ----------
    name : str
    reason : str
        What to use instead.
    """

    def __init__(self, name: str, reason: str):
        self.name, self.reason = name, reason
        self.__doc__ = f"Not there: {reason}."

    def __get__(self, array, kind=None):
        if array is None:  # of the class, whose dir() lists it
            return self
        raise UnsupportedName(f"dpnp.ndarray has no {self.name}: {self.reason}", name=self.name)


NDARRAY_REASONS = {
    "base": "views share counted memory and hold no reference to another array; use dpnp.shares_memory",
    "ctypes": "the host cannot use a pointer to device memory; x.data.ptr is the address of the memory that x is in",
    "getfield": "elements have no fields; view(dtype) shows the same bytes as other elements",
    "resize": "memory does not grow in place; dpnp.resize makes an array",
    "setfield": "elements have no fields; view(dtype) shows the same bytes as other elements",
}
