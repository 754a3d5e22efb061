"""Settings, from environment variables ``NUMBA_DPEX_<name>``; each can also be set as an attribute at run time.

An attribute that is not here is looked up in Numba's configuration, if Numba is loaded.
"""

from __future__ import annotations

import os
import sys

# name: (variable, default); the type of the default is that of the setting.
_SETTINGS = {
    "SAVE_IR_FILES": ("SAVE_IR_FILES", 0),
    "OFFLOAD_DIAGNOSTICS": ("OFFLOAD_DIAGNOSTICS", 0),
    "DEBUG": ("DEBUG", 0),
    "FULL_TRACEBACKS": ("FULL_TRACEBACKS", 0),
    "DEBUGINFO_DEFAULT": ("DEBUGINFO", 0),
    "DUMP_KERNEL_LLVM": ("DUMP_KERNEL_LLVM", 0),
    "DUMP_KERNEL_LAUNCHER": ("DUMP_KERNEL_LAUNCHER", 0),
    "DEBUG_KERNEL_LAUNCHER": ("DEBUG_KERNEL_LAUNCHER", 0),
    "BUILD_KERNEL_OPTIONS": ("BUILD_KERNEL_OPTIONS", ""),
    "DPEX_OPT": ("OPT", 2),
    "INLINE_THRESHOLD": ("INLINE_THRESHOLD", 2),
    "TESTING_SKIP_NO_DEBUGGING": ("TESTING_SKIP_NO_DEBUGGING", 1),
    "TESTING_LOG_DEBUGGING": ("TESTING_LOG_DEBUGGING", 0),
    "TESTING_SKIP_NO_DPNP": ("TESTING_SKIP_NO_DPNP", 0),
    "SPIRV_VAL": ("SPIRV_VAL", 0),
    "FALLBACK_ON_CPU": ("FALLBACK_ON_CPU", 1),
    "NATIVE_FP_ATOMICS": ("ACTIVATE_ATOMICS_FP_NATIVE", 0),
    "LLVM_SPIRV_ROOT": ("LLVM_SPIRV_ROOT", ""),
    "DEBUG_CACHE": ("DEBUG_CACHE", 0),
    "ENABLE_CACHE": ("ENABLE_CACHE", 1),
    "CACHE_SIZE": ("CACHE_SIZE", 128),
    "STATIC_LOCAL_MEM_PASS": ("STATIC_LOCAL_MEM_PASS", 0),
}


def _read(variable: str, default):
    text = os.environ.get(f"NUMBA_DPEX_{variable}", os.environ.get(f"NUMBA_DPPY_{variable}"))
    if text is None:
        return default
    try:
        return type(default)(text)
    except ValueError:
        return default


for _name, (_variable, _default) in _SETTINGS.items():
    globals()[_name] = _read(_variable, _default)
DEBUGINFO = DEBUGINFO_DEFAULT  # noqa: F821 (set above)
OPT = DPEX_OPT  # noqa: F821

__all__ = [*_SETTINGS, "DEBUGINFO", "OPT"]


def __getattr__(name: str):
    numbas = sys.modules.get("numba.core.config")
    if numbas is not None and not name.startswith("__"):
        return getattr(numbas, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
