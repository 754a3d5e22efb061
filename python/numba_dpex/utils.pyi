# Written by tools/write_stubs.py.
from numba_dpex.core.exceptions import ExecutionQueueInferenceError as IndeterminateExecutionQueueError

__all__ = [
    "IndeterminateExecutionQueueError",
]
