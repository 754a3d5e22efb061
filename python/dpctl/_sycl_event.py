"""``SyclEvent``."""

from opendpex._core import SyclEvent, _SyclEvent

__all__ = ["SyclEvent", "_SyclEvent"]
