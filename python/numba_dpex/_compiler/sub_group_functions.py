"""Methods of sub-groups in kernels, and the shuffle between their work-items.

On the CPU a sub-group is a vector: interface.SUB_GROUP_SIZE work-items that are consecutive in the last dimension,
fewer at the end of a row. Elsewhere it is the device's sub-group. All functions of sub-groups are based on one
operation, `ir.Shuffle` (exchanges.py, group_functions.py).
"""

from __future__ import annotations

from . import interface, ir
from .errors import TypingError
from .lowerings import lowers
from .operators import compare, constant
from .types import INT32, INT64, part_type
from .values import SubGroup, cast, describe

__all__ = ["call_sub_group", "sub_group_attribute", "sub_group_of"]

_IDS = {
    "get_local_id": "sub_group_local_id", "get_local_linear_id": "sub_group_local_id",
    "get_local_range": "sub_group_size", "get_local_linear_range": "sub_group_size",
    "get_max_local_range": "max_sub_group_size", "get_group_id": "sub_group_id", "get_group_linear_id": "sub_group_id",
    "get_group_range": "num_sub_groups", "get_group_linear_range": "num_sub_groups",
}  # fmt: skip
_WITH_DIMENSION = {"get_local_id", "get_local_range", "get_group_id", "get_group_range"}


def sub_group_of(lower) -> SubGroup:
    """The value of `item.get_sub_group()`."""
    if lower.function.sub_groups_line is None:
        lower.function.sub_groups_line = lower.line
    return SubGroup()


def call_sub_group(lower, node, name: str, args, keywords) -> ir.Expr:
    """A method of a sub-group."""
    if name not in _IDS:
        raise lower.error(
            TypingError,
            f"no method '{name}' of a SubGroup",
            node,
            hint="it has get_local_id, get_local_range, get_group_id",
        )
    dims = [*args, *keywords.values()]
    is_known = name in _WITH_DIMENSION and len(dims) <= 1 and not keywords.keys() - {"dim"}
    if dims and not (is_known and isinstance(dims[0], ir.Const) and dims[0].value == 0):
        raise lower.error(
            TypingError, f"{name}: a sub-group has one dimension, 0", node, ", ".join(map(describe, dims))
        )
    return ir.Id(_IDS[name], 0)


def sub_group_attribute(lower, name: str) -> ir.Expr | None:
    """The attributes `leader` and `dimensions`; None for another name."""
    if name == "dimensions":
        return constant(1)
    return compare("eq", ir.Id("sub_group_local_id", 0), constant(0)) if name == "leader" else None


@lowers(interface.is_sub_group)
def _is_sub_group(lower, node, args, keywords):
    return constant(isinstance(args[0], SubGroup))


@lowers(interface.exchange)
def _exchange(lower, node, args, keywords):
    group, x, lane = args
    if not isinstance(group, SubGroup):
        raise lower.error(
            TypingError, "this is a function of sub-groups", node, describe(group), "take item.get_sub_group()"
        )
    if not (isinstance(x, ir.Expr) and isinstance(lane, ir.Expr) and lane.type.kind in "biu"):
        raise lower.error(
            TypingError, "a number and the number of a work-item are needed", node, f"{describe(x)}, {describe(lane)}"
        )
    lane = cast(lane, INT64)
    if x.type.kind == "c":
        x = lower.named("x", x)
        parts = [_shuffled(lower, ir.Part(x, i, part_type(x.type)), lane) for i in range(2)]
        return ir.MakeComplex(x.type, *parts)
    return _shuffled(lower, x, lane)


def _shuffled(lower, x: ir.Expr, lane: ir.Expr) -> ir.Expr:
    """A shuffle of x, converted to 32 or 64 bits, since devices shuffle only these."""
    wide = INT32 if x.type.kind in "biu" and x.type.bits < 32 else x.type
    return cast(lower.assign_new("other", ir.Shuffle(cast(x, wide), lane)), x.type)
