"""The package `dpnp` itself, as the protocols hand it out; the package enters it, so that nothing below imports it."""

from __future__ import annotations

__all__ = []

_package = None


def enter(package) -> None:
    """Called once by the package when it is loaded."""
    global _package
    _package = package


def namespace():
    """The package: functions by NumPy's names."""
    return _package
