"""The policy of automatic fusion, for tests that depend on it."""

from contextlib import contextmanager

import opendpex

__all__ = ["default_policy"]


@contextmanager
def default_policy():
    """Passes as programs get them, whatever DPEX_FUSION says."""
    opendpex.fusion.flush()
    opendpex._core._set_fusion("1")
    try:
        yield
    finally:
        opendpex.fusion.flush()
        opendpex._core._set_fusion(None)
