"""Where an operation runs and what memory its result gets, from the queues and USM types of its arguments."""

from opendpex._core import ExecutionPlacementError
from opendpex._messages import as_flag, named, wrong_type

from .._sycl_queue import SyclQueue

__all__ = ["ExecutionPlacementError", "get_execution_queue", "get_coerced_usm_type", "validate_usm_type"]

# A result's kind is the first of these that an argument has.
_KINDS = ("device", "shared", "host")


def _require_sequence(obj, what: str) -> None:
    if not isinstance(obj, (list, tuple)):
        raise TypeError(named(f"{what} must be a list or a tuple, got {type(obj)}"))


def get_execution_queue(qs, /):
    """Return the queue that an operation on arrays with these queues runs on.

    Parameters
    ----------
    qs : list or tuple of dpctl.SyclQueue

    Returns
    -------
    dpctl.SyclQueue or None
        The first if all are equal; None if they are not, or there is none.

    Raises
    ------
    TypeError
        If `qs` is neither a list nor a tuple.
    """
    _require_sequence(qs, "the queues")
    if not qs or not all(isinstance(q, SyclQueue) for q in qs):
        return None
    first = qs[0]
    return first if all(q == first for q in qs[1:]) else None


def get_coerced_usm_type(usm_types, /):
    """Return the USM type of the result of an operation on arrays with these USM types.

    Parameters
    ----------
    usm_types : list or tuple of str

    Returns
    -------
    str or None
        "device" if any is "device", else "shared" if any is "shared", else "host"; None if one is unknown or there is
        none.

    Raises
    ------
    TypeError
        If `usm_types` is neither a list nor a tuple.
    """
    _require_sequence(usm_types, "the USM types")
    given = [kind if isinstance(kind, str) else None for kind in usm_types]
    if not given or any(kind not in _KINDS for kind in given):
        return None
    return min(given, key=_KINDS.index)


def validate_usm_type(usm_type, /, *, allow_none=True) -> None:
    """Raise unless `usm_type` is "device", "shared", "host", or None where that is allowed.

    Raises
    ------
    TypeError
        If it is neither a str nor an allowed None.
    ValueError
        If it is another str.
    """
    allow_none = as_flag(allow_none, "allow_none")
    if usm_type is None and allow_none:
        return
    if not isinstance(usm_type, str):
        raise wrong_type("usm_type", "a str or None" if allow_none else "a str", usm_type)
    if usm_type not in _KINDS:
        raise ValueError(named(f"usm_type {usm_type!r} is unknown; there are 'device', 'shared' and 'host'"))
