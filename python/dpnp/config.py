"""dpnp.config: environment variables that programs for the reference (Intel's dpnp 0.20) set and read.

They are parsed as by the reference and have no effect: no function computes with NumPy instead of the device.
"""

import os as _os

__all__ = []

_DEFAULTS = {
    "DPNP_ORIGIN": 0,
    "DPNP_QUEUE_GPU": 0,
    "DPNP_OUTPUT_NUMPY": 0,
    "DPNP_OUTPUT_DPCTL_DEFAULT_SHARED": 0,
    "DPNP_RAISE_EXCEPION_ON_NUMPY_FALLBACK": 1,  # spelt as programs know it
}


def _read(name: str, default: int) -> int:
    try:
        return int(_os.environ.get(name, default))
    except ValueError:
        return default


for _name, _default in _DEFAULTS.items():
    globals()[f"__{_name}__"] = _read(_name, _default)
