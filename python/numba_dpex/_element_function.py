"""Element-wise functions of arrays made of scalar functions (`vectorize`)."""

from __future__ import annotations

import functools
import re

import numpy as np

import dpctl.tensor as dpt
from opendpex import _core

from ._compiler.deep import deeply
from ._compiler.element_kernel import lower_elements
from ._compiler.errors import TypingError
from ._compiler.types import Scalar, from_numpy, of_python
from ._entry import Entry
from ._parallel_loop import Arguments, RepresentedKernel, common_queue
from .core import types

__all__ = ["ElementFunction"]


def _signature(given) -> types.Signature:
    """A signature from types, or from a string such as "float64(float64, int32)"."""
    if isinstance(given, types.Signature):
        return given
    match = re.fullmatch(r"\s*(\w+)\s*\(([\w\s,]*)\)\s*", given) if isinstance(given, str) else None
    names = [match[1], *(n.strip() for n in match[2].split(",") if n.strip())] if match else []
    found = [getattr(types, n, None) for n in names]
    if not found or not all(isinstance(t, Scalar) for t in found):
        raise TypeError(f"{given!r} is not a signature of numbers such as 'float64(float64, int32)'")
    return found[0](*found[1:])


class ElementFunction(Entry):
    """A function that is applied element by element to arrays of dpctl.tensor, dpnp or NumPy, and numbers."""

    def __init__(self, function, signatures=()):
        self.py_func = function
        self.signatures = [_signature(s) for s in signatures]
        self._kernels: dict = {}
        functools.update_wrapper(self, function)

    def _called(self, *args, out=None):
        args = tuple(map(self._operand, args))
        arguments = Arguments(common_queue(self.__name__, args))
        values = [arguments.array(a) for a in args]
        arrays = [i for i, v in enumerate(values) if isinstance(v, _core.array_base)]
        shape = np.broadcast_shapes(*(values[i].shape for i in arrays))
        for i in arrays:
            values[i] = dpt.reshape(dpt.broadcast_to(values[i], shape), (-1,))
        kinds = tuple(
            (from_numpy(v.dtype), 1, "C", "global") if isinstance(v, _core.array_base) else of_python(v) for v in values
        )
        kernel, result = self._kernel(kinds)
        made = dpt.empty(shape, dtype=result.numpy, sycl_queue=arguments.queue)
        if made.size:
            numbers = [v.item() if isinstance(v, np.generic) else v for v in values]
            kernel.launch((made.size,), None, (*numbers, dpt.reshape(made, (-1,))), None, True)
        found = self._returned(args, made, out)
        return found if arrays or out is not None else found[()]

    def _operand(self, given):
        """An argument that is an array or a number; sequences of numbers become arrays."""
        if isinstance(given, _core.array_base):
            return given
        value = np.asarray(given) if isinstance(given, (list, tuple)) else given
        if isinstance(value, np.ndarray):
            t = from_numpy(value.dtype.newbyteorder("="))
        else:
            t = of_python(value)
        if t is not None:
            return value
        if isinstance(value, int):
            raise OverflowError(f"{self.__name__}: {value} does not fit 64 bits")
        kind = type(given).__name__ + (f" of {value.dtype}" if isinstance(value, np.ndarray) else "")
        raise TypeError(f"{self.__name__} takes numbers and arrays of numbers, not {kind}")

    def _kernel(self, kinds):
        if kinds not in self._kernels:
            found = self._chosen(kinds)
            function, result = deeply(
                lower_elements, self.py_func, self.py_func, kinds, found and found.args, found and found.return_type
            )
            self._kernels[kinds] = RepresentedKernel(function, (self.py_func, kinds, found)), result
        return self._kernels[kinds]

    def _chosen(self, kinds) -> types.Signature | None:
        """The first signature that holds the arguments; of numbers alone, else the first one that they convert to."""
        given = [k if isinstance(k, Scalar) else k[0] for k in kinds]
        for rule in ("safe", "same_kind") if all(isinstance(k, Scalar) for k in kinds) else ("safe",):
            for s in self.signatures:
                if len(s.args) == len(given) and all(
                    np.can_cast(g.numpy, t.numpy, rule) for g, t in zip(given, s.args, strict=True)
                ):
                    return s
        if self.signatures:
            raise TypingError(f"{self.__name__} has no signature that holds ({', '.join(map(str, given))})")
        return None

    @staticmethod
    def _returned(args, made, out):
        if out is not None:
            out[...] = dpt.asnumpy(made) if isinstance(out, np.ndarray) else made
            return out
        if any(isinstance(a, _core.array_base) for a in args):
            ndarray = any(isinstance(a, _core.array_base) and not isinstance(a, dpt.usm_ndarray) for a in args)
            return _core.as_ndarray(made) if ndarray else made
        return dpt.asnumpy(made)
