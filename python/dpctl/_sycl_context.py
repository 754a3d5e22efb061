"""``SyclContext`` and its exception."""

from opendpex._core import SyclContext, SyclContextCreationError, _SyclContext

__all__ = ["SyclContext", "SyclContextCreationError", "_SyclContext"]
