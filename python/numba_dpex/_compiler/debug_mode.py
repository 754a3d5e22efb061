"""Whether kernels are compiled in debug mode, apart from checked.py, which is imported only then."""

from __future__ import annotations

import os

__all__ = ["is_debug_mode"]


def is_debug_mode() -> bool:
    """Whether DPEX_KERNEL_DEBUG is set."""
    return os.environ.get("DPEX_KERNEL_DEBUG", "0") not in ("", "0")
