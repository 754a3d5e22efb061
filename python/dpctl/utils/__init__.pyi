# Written by tools/write_stubs.py.
from dpctl.utils._compute_follows_data import ExecutionPlacementError as ExecutionPlacementError
from dpctl.utils._compute_follows_data import get_coerced_usm_type as get_coerced_usm_type
from dpctl.utils._compute_follows_data import get_execution_queue as get_execution_queue
from dpctl.utils._compute_follows_data import validate_usm_type as validate_usm_type
from dpctl.utils._intel_device_info import intel_device_info as intel_device_info
from dpctl.utils._onetrace_context import onetrace_enabled as onetrace_enabled
from dpctl.utils._order_manager import SequentialOrderManager as SequentialOrderManager

__all__ = [
    "get_execution_queue",
    "get_coerced_usm_type",
    "validate_usm_type",
    "onetrace_enabled",
    "intel_device_info",
    "ExecutionPlacementError",
    "SequentialOrderManager",
]
