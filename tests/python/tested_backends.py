"""The backends under test: ``DPEX_TEST_BACKENDS``, ``native`` if unset."""

import os

__all__ = ["BACKENDS"]

BACKENDS = os.environ.get("DPEX_TEST_BACKENDS", "native").split(",")
