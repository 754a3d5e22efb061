"""Local memory as an argument of a launch."""

from __future__ import annotations

import numpy as np

from ._ranges import Range

__all__ = ["LocalAccessor"]

_KINDS = "iuf"


class LocalAccessor:
    """An array in local memory, one for each work-group, that is an argument of a kernel.

    Parameters
    ----------
    shape : int, list, tuple, numpy.ndarray or Range
        One to three positive extents.
    dtype : data type
        A real or integer type of its elements.

    Raises
    ------
    TypeError
        For another shape or data type.
    """

    def __init__(self, shape, dtype):
        if isinstance(shape, (int, np.integer)) and not isinstance(shape, bool):
            shape = (shape,)
        if not isinstance(shape, (list, tuple, np.ndarray, Range)):
            raise TypeError(
                f"the shape of a LocalAccessor must be an int or a sequence of ints, not {type(shape).__name__}"
            )
        extents = tuple(int(n) if isinstance(n, (int, np.integer)) else 0 for n in shape)
        if not 1 <= len(extents) <= 3 or min(extents) < 1:
            raise TypeError(f"the shape of a LocalAccessor must be one to three positive ints, not {shape}")
        dtype = np.dtype(getattr(dtype, "numpy", dtype))
        if dtype.kind not in _KINDS or dtype.itemsize > 8 or dtype == np.float16:
            raise TypeError(f"a LocalAccessor has elements of an integer type, float32 or float64, not {dtype}")
        self._shape, self._dtype = extents, dtype
        self._local_array = (ord(dtype.char), dtype.itemsize, extents)  # for python/core/kernel_dispatch.c

    def __getitem__(self, key):
        raise NotImplementedError("the elements of a LocalAccessor exist inside a kernel only")

    def __setitem__(self, key, value):
        raise NotImplementedError("the elements of a LocalAccessor exist inside a kernel only")
