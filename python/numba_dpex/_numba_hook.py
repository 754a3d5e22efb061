"""Offloading of Numba's functions with ``parallel=True`` to the device of a `dpctl.device_context`, if Numba is
installed.

Numba is patched when the first context is entered, and restored when the last one is exited. Outside of contexts, and
in threads without one, Numba's functions are unchanged.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import warnings

import dpctl
from dpctl._device_context import nested_context_factories

from ._compiler.errors import CompileError
from .core import config

__all__ = ["offload_in_contexts"]


class _Hook:
    """Intercepts calls of Numba's dispatchers while there are contexts."""

    def __init__(self):
        self.lock = threading.Lock()  # guards n_contexts and the dispatcher's class
        self.n_contexts = 0
        self.dispatcher = None

    @contextlib.contextmanager
    def installed(self, dispatcher):
        with self.lock:
            self.n_contexts += 1
            if self.dispatcher is None:
                self.dispatcher = dispatcher
                dispatcher.__call__ = _called
        try:
            yield
        finally:
            with self.lock:
                self.n_contexts -= 1
                if not self.n_contexts:
                    del self.dispatcher.__call__
                    self.dispatcher = None


_hook = _Hook()


def _called(self, *args, **keywords):
    """The `__call__` of Numba's dispatchers while there are contexts."""
    from ._host_function import HostFunction  # here, since start-up would load the translator with it

    numbas = super(sys.modules["numba.core.registry"].CPUDispatcher, self).__call__
    if not dpctl.is_in_device_context() or not self.targetoptions.get("parallel"):
        return numbas(*args, **keywords)
    function = self.__dict__.get("_dpex_function")
    if function is None:
        function = self._dpex_function = HostFunction(self.py_func, fastmath=self.targetoptions.get("fastmath", False))
    try:
        function.prepare()
        return function(*args, **keywords)
    except CompileError as error:
        if not config.FALLBACK_ON_CPU:
            raise
        category = sys.modules["numba.core.errors"].NumbaPerformanceWarning
        warnings.warn(f"Failed to offload parfor of {self.py_func.__name__}: {error}", category, stacklevel=2)
        return numbas(*args, **keywords)


def _context_of(queue):
    registry = sys.modules.get("numba.core.registry")
    return contextlib.nullcontext() if registry is None else _hook.installed(registry.CPUDispatcher)


def offload_in_contexts() -> None:
    """Install the hook for every later `dpctl.device_context`."""
    nested_context_factories.append(_context_of)
