"""Names that this module has in version 0.18."""

from .core.exceptions import IndeterminateExecutionQueueError

__all__ = ["IndeterminateExecutionQueueError"]
