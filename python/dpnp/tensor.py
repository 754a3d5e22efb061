"""dpnp.tensor is the module `dpctl.tensor`, under the name that it has had since dpnp 0.20, where it gained some
names."""

import sys

from numpy import broadcast_shapes

import dpctl.tensor
from dpctl.utils import ExecutionPlacementError, get_coerced_usm_type, get_execution_queue, validate_usm_type

for _name in ("", ".fft", ".linalg"):
    sys.modules[f"dpnp.tensor{_name}"] = sys.modules[f"dpctl.tensor{_name}"]
for _object in (
    ExecutionPlacementError,
    broadcast_shapes,
    get_coerced_usm_type,
    get_execution_queue,
    validate_usm_type,
):
    setattr(dpctl.tensor, _object.__name__, _object)
