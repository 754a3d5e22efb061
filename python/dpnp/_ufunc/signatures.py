"""Python functions with a gufunc signature such as ``(n),(n)->()``, for `vectorize`.

The signature names the core dimensions, the last axes of each operand. The function is called once for each index of
the broadcast loop dimensions, with arrays on the device.
"""

from __future__ import annotations

import itertools
import re

from opendpex._messages import named, wrong_type

from .._arrays import as_array_like, common_kind, common_shape
from .._creation.arrays import empty
from .._manipulation.shapes import broadcast_to

__all__ = []

_NAME = r"\w+"
_CORE = rf"\((?:{_NAME}(?:,{_NAME})*)?\)"
_SIGNATURE = re.compile(rf"{_CORE}(?:,{_CORE})*->{_CORE}(?:,{_CORE})*")


def parse_signature(signature: str):
    """The names of the core dimensions of each operand and of each result.

    Raises
    ------
    ValueError
        If the signature is not valid.
    """
    if not isinstance(signature, str):
        raise wrong_type("signature", "a text", signature)
    text = re.sub(r"\s+", "", signature)
    if not _SIGNATURE.fullmatch(text):
        raise ValueError(named(f"not a valid gufunc signature: {signature}"))
    return tuple([tuple(re.findall(_NAME, core)) for core in re.findall(_CORE, side)] for side in text.split("->"))


def _note(extents, shape, names):
    """Record the extents of the core dimensions by name; equal names must have equal extents."""
    if len(shape) < len(names):
        raise ValueError(
            named(
                f"{len(shape)}-dimensional argument does not have enough dimensions for all core dimensions {names!r}"
            )
        )
    for name, extent in zip(names, shape[len(shape) - len(names) :], strict=True):
        if extents.setdefault(name, extent) != extent:
            raise ValueError(named(f"inconsistent size for core dimension {name!r}: {extent} vs {extents[name]}"))


def call_by_signature(function, signature, arrays, like, otypes):
    """Call the function for each index of the loop dimensions; return a list of arrays.

    Raises
    ------
    ValueError
        If extents of one name differ, or the loop dimensions do not broadcast.
    """
    of_operands, of_results = signature
    if len(arrays) != len(of_operands):
        raise TypeError(named(f"wrong number of positional arguments: expected {len(of_operands)}, got {len(arrays)}"))
    extents = {}
    for x, names in zip(arrays, of_operands, strict=True):
        _note(extents, x.shape, names)
    outer = common_shape(*(x.shape[: x.ndim - len(names)] for x, names in zip(arrays, of_operands, strict=True)))
    parts = [
        broadcast_to(x, outer + x.shape[x.ndim - len(names) :]) for x, names in zip(arrays, of_operands, strict=True)
    ]
    placement = {"usm_type": common_kind(arrays), "sycl_queue": like.sycl_queue}
    made = None
    for key in itertools.product(*(range(n) for n in outer)):
        results = function(*(x[key] for x in parts))
        results = results if isinstance(results, tuple) else (results,)
        if len(results) != len(of_results):
            raise ValueError(
                named(f"wrong number of outputs from pyfunc: expected {len(of_results)}, got {len(results)}")
            )
        results = [as_array_like(x, like) for x in results]
        for x, names in zip(results, of_results, strict=True):
            _note(extents, x.shape, names)
        if made is None:
            dtypes = otypes or [x.dtype for x in results]
            made = _outputs(outer, of_results, extents, dtypes, placement)
        for target, x in zip(made, results, strict=True):
            target[key] = x
    if made is None:
        if otypes is None:
            raise ValueError(named("cannot call `vectorize` on size 0 inputs unless `otypes` is set"))
        if any(name not in extents for names in of_results for name in names):
            raise ValueError(
                named("cannot call `vectorize` with a signature including new output dimensions on size 0 inputs")
            )
        made = _outputs(outer, of_results, extents, otypes, placement)
    return made


def _outputs(outer, of_results, extents, dtypes, placement):
    shapes = [outer + tuple(extents[name] for name in names) for names in of_results]
    return [empty(shape, dtype, **placement) for shape, dtype in zip(shapes, dtypes, strict=True)]
