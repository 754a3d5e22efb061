"""dpnp.tensor is the module `dpctl.tensor`, under the name that it has had since dpnp 0.20."""

import sys

import dpctl.tensor

for _name in ("", ".fft", ".linalg"):
    sys.modules[f"dpnp.tensor{_name}"] = sys.modules[f"dpctl.tensor{_name}"]
