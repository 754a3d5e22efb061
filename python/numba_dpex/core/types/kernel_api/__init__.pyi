# Written by tools/write_stubs.py.
from numba_dpex.core.types.kernel_api.index_space_ids import GroupType as GroupType
from numba_dpex.core.types.kernel_api.index_space_ids import ItemType as ItemType
from numba_dpex.core.types.kernel_api.index_space_ids import NdItemType as NdItemType
from numba_dpex.core.types.kernel_api.ranges import NdRangeType as NdRangeType
from numba_dpex.core.types.kernel_api.ranges import RangeType as RangeType

__all__ = [
    "GroupType",
    "ItemType",
    "NdItemType",
    "NdRangeType",
    "RangeType",
]
