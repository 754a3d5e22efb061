"""``SyclPlatform`` and the listing of platforms."""
import warnings

from opendpex import _core
from opendpex._core import SyclPlatform, get_platforms

__all__ = ["SyclPlatform", "get_platforms", "lsplatform"]

_core.document("get_platforms", "get_platforms()\n--\n\nReturn the list of platforms.")
