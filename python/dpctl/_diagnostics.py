"""Context manager for messages of the library on stderr."""

import contextlib
import os

__all__ = ["syclinterface_diagnostics"]

_VERBOSITY = "DPCTL_VERBOSITY"
_LEVELS = ("warning", "error")


def _init_logger(log_dir=None) -> None:
    """Does nothing, for compatibility: messages go to stderr without a logger."""


def _shutdown_logger() -> None:
    """The counterpart of `_init_logger`."""


@contextlib.contextmanager
def syclinterface_diagnostics(verbosity="warning", log_dir=None):
    """Context manager that sets ``DPCTL_VERBOSITY`` inside and restores it afterwards.

    Parameters
    ----------
    verbosity : {"warning", "error"}
        Least severe messages to print.
    log_dir : str, optional
        Ignored: messages are written to stderr.

    Raises
    ------
    ValueError
        If `verbosity` is something else.
    """
    if verbosity not in _LEVELS:
        raise ValueError(f"verbosity must be 'warning' or 'error', got {verbosity!r}")
    before = os.environ.get(_VERBOSITY)
    os.environ[_VERBOSITY] = verbosity
    _init_logger(log_dir)
    try:
        yield
    finally:
        _shutdown_logger()
        if before is None:
            del os.environ[_VERBOSITY]
        else:
            os.environ[_VERBOSITY] = before
