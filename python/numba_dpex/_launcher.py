"""call_kernel and call_kernel_async."""

from __future__ import annotations

import functools

import dpctl
from opendpex import _core
from opendpex._messages import named

from ._compiler.errors import NeedsSizes, TypingError, for_programs
from ._entry import EntryFunction, shortened
from ._refusal import refuse
from .kernel_api import NdRange, Range

__all__ = ["call_kernel", "call_kernel_async"]


def _space(index_space) -> tuple:
    if isinstance(index_space, Range):
        return index_space, None
    if isinstance(index_space, NdRange):
        return index_space.global_range, index_space.local_range
    raise for_programs(
        TypingError(named(f"the index space must be a Range or an NdRange, not {type(index_space).__name__}"))
    )


def _launch_of(kernel_fn):
    try:
        return kernel_fn.launch
    except AttributeError:
        kind = type(kernel_fn).__name__
        article = "an" if kind[0] in "aeiou" else "a"
        raise for_programs(
            TypingError(named(f"a kernel is launched, not {article} {kind}; numba_dpex.kernel makes one of a function"))
        ) from None


def _failed(error: BaseException):
    """What a launch raises that failed; None: it is to be launched with sizes, by the function in Python."""
    return None if isinstance(error, NeedsSizes) else shortened(error)


_core.set_hook("kernel_range", Range)
_core.set_hook("kernel_failed", _failed)


def _usually(usual):
    """Decorator of a function of whose calls a builtin does the usual ones."""

    def decorate(function):
        made = _core.function(EntryFunction(function), usual, 0, 1 << 20, -1)
        return functools.update_wrapper(made, function)

    return decorate


@_usually(_core._launch_kernel)
def call_kernel(kernel_fn, index_space, *args) -> None:
    """Execute a kernel over an index space, and wait for it.

    Parameters
    ----------
    kernel_fn : Kernel
        The kernel.
    index_space : Range or NdRange
        The work-items.
    *args
        Arrays, all on one queue, and numbers.
    """
    total, local = _space(index_space)
    try:
        done = _launch_of(kernel_fn)(total, local, args, None, True)
    except NeedsSizes:
        done = kernel_fn.launch_sized(kernel_fn, total, local, args, None, True)
    if done is NotImplemented:
        refuse(kernel_fn, args)


@EntryFunction
def call_kernel_async(kernel_fn, index_space, dependent_events, *args) -> tuple:
    """Submit a kernel that depends on events.

    Returns
    -------
    (dpctl.SyclEvent, dpctl.SyclEvent)
        The end of a host task that keeps the arguments alive, and the end of the kernel.
    """
    if type(dependent_events) is not tuple:
        raise for_programs(
            TypingError(named(f"dependent_events is a tuple of events, not a {type(dependent_events).__name__}"))
        )
    for event in dependent_events:
        if not isinstance(event, dpctl.SyclEvent):
            raise for_programs(
                TypingError(named(f"each dependent event must be a dpctl.SyclEvent, not a {type(event).__name__}"))
            )
    total, local = _space(index_space)
    try:
        events = _launch_of(kernel_fn)(total, local, args, dependent_events, False)
    except NeedsSizes:
        events = kernel_fn.launch_sized(kernel_fn, total, local, args, dependent_events, False)
    if events is NotImplemented:
        refuse(kernel_fn, args)
    return events
