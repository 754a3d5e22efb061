"""Messages of the library on stderr, switched on for a part of a program."""
import contextlib
import os

__all__ = ["syclinterface_diagnostics"]

_VERBOSITY = "DPCTL_VERBOSITY"
_LEVELS = ("warning", "error")


def _init_logger(log_dir=None) -> None:
    """Accepted for programs that call it: messages go to stderr, there is no logger to start."""


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
        Folder for log files, for builds that write them; this one writes to stderr.

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
