"""Names that version 0.18 has here."""

from .core.exceptions import IndeterminateExecutionQueueError

__all__ = ["IndeterminateExecutionQueueError"]
