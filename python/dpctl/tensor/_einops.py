"""The backend of einops for arrays of both kinds, registered when einops is imported.

einops finds backends among the subclasses of its ``AbstractBackend``; it has no other registration.
"""

import importlib

from opendpex._core import array_base, asnumpy
from opendpex._when_imported import when_imported

__all__ = []


def _backend(abstract_backend):
    """The class, which needs einops' own."""

    class OpendpexBackend(abstract_backend):
        framework_name = "dpctl.tensor"  # einops asks only backends whose module is imported

        def is_appropriate_type(self, tensor):
            return isinstance(tensor, array_base)

        def from_numpy(self, x):
            return importlib.import_module("dpctl.tensor").asarray(x)

        def to_numpy(self, x):
            return asnumpy(x)

        def reshape(self, x, shape):
            return x.__array_namespace__().reshape(x, shape)

        def transpose(self, x, axes):
            return x.__array_namespace__().permute_dims(x, axes)

        def reduce(self, x, operation, axes):
            return getattr(x.__array_namespace__(), operation)(x, axis=tuple(axes))

        def stack_on_zeroth_dimension(self, tensors):
            return tensors[0].__array_namespace__().stack(tensors)

        def add_axis(self, x, new_position):
            return x.__array_namespace__().expand_dims(x, axis=new_position)

        def tile(self, x, repeats):
            return x.__array_namespace__().tile(x, tuple(repeats))

        def concat(self, tensors, axis):
            return tensors[0].__array_namespace__().concat(tensors, axis=axis)

        def is_float_type(self, x):
            return x.dtype.kind == "f"

        def einsum(self, pattern, *x):
            function = getattr(x[0].__array_namespace__(), "einsum", None)
            if function is None:
                raise NotImplementedError("dpctl.tensor has no einsum; dpnp has")
            return function(pattern, *x)

    return OpendpexBackend


_registered = []


def _register():
    _registered.append(_backend(importlib.import_module("einops._backends").AbstractBackend))  # einops refers weakly


when_imported("einops._backends", _register)
