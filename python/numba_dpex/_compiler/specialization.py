"""Signatures of kernels, and compilation results by types."""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace
from typing import NamedTuple

from ..core.exceptions import (
    ExecutionQueueInferenceError,
    InvalidKernelSpecializationError,
    KernelHasReturnValueError,
)
from ..core.types import ItemType, NdItemType, NoneType, Signature, USMNdArray
from . import ir
from .errors import TypingError
from .kernel_c import emit_kernel_c, kernel_c_name
from .llvm_kernel import emit_kernel
from .native import compile_assembly, host
from .types import Scalar, from_numba

__all__ = ["CompileResult", "Specialization", "specialization"]


class Specialization(NamedTuple):
    """A parsed signature: `kinds` as lower_kernel takes them."""

    types: tuple
    ndim: int
    has_groups: bool
    kinds: tuple
    queue: object  # of the arrays; None if there are none

    def holds(self, ndim: int, has_groups: bool, kinds) -> bool:
        """Whether the types of a launch match; layout A matches any layout."""
        if (ndim, has_groups, len(kinds)) != (self.ndim, self.has_groups, len(self.kinds)):
            return False
        return all(map(_fits, self.kinds, kinds))


def _fits(wanted, kind) -> bool:
    if isinstance(wanted, tuple) and isinstance(kind, tuple):
        return (*wanted[:2], wanted[3]) == (*kind[:2], kind[3]) and wanted[2] in ("A", kind[2])
    return wanted is kind


def _kind(name: str, types: tuple, t, positions: list[int]):
    if isinstance(t, Scalar):
        return t
    if isinstance(t, USMNdArray):
        return t.dtype, t.ndim, t.layout, "global"
    raise InvalidKernelSpecializationError(name, types, positions)


def specialization(name: str, signature) -> Specialization:
    """Parse a signature: a tuple of types, or void(types).

    Raises the exceptions of the reference for invalid signatures.
    """
    if isinstance(signature, str):
        raise NotImplementedError("a signature is given by types, not as a text")
    if isinstance(signature, Signature):
        if not isinstance(signature.return_type, NoneType):
            raise KernelHasReturnValueError(name, signature.return_type, signature)
        signature = signature.args
    if not isinstance(signature, tuple):
        raise ValueError(f"a function or a signature is needed, not a {type(signature).__name__}")
    if not signature or not isinstance(signature[0], (ItemType, NdItemType)):
        raise TypingError(f"the signature of kernel '{name}' begins with ItemType(n) or NdItemType(n)")
    item, types = signature[0], tuple(map(from_numba, signature[1:]))
    wrong = [i for i, t in enumerate(types) if not isinstance(t, (Scalar, USMNdArray))]
    kinds = tuple(_kind(name, types, t, wrong) for t in types)
    queues = [t.queue for t in types if isinstance(t, USMNdArray)]
    if any(q != queues[0] for q in queues):
        raise ExecutionQueueInferenceError(
            name, usmarray_argnum_list=[i for i, t in enumerate(types) if isinstance(t, USMNdArray)]
        )
    return Specialization(types, item.ndim, isinstance(item, NdItemType), kinds, queues[0] if queues else None)


class CompileResult:
    """A kernel compiled for one set of types, for inspection: its typed representation and the LLVM assembly for the
    CPU.

    `library.get_llvm_str()`, `fndesc` and `kernel_device_ir_module` are attributes of Numba's compilation results that
    programs use.
    """

    def __init__(self, kernel, ndim: int, has_groups: bool, kinds):
        self._kernel, self._ndim, self._has_groups, self._kinds = kernel, ndim, has_groups, list(kinds)
        self.library = SimpleNamespace(get_llvm_str=lambda: self.llvm)

    @cached_property
    def function(self) -> ir.Function:
        """The typed representation."""
        return self._kernel.represented(self._kinds, self._ndim, self._has_groups)

    @cached_property
    def llvm(self) -> str:
        """LLVM assembly for this machine's CPU."""
        return emit_kernel(self.function, host())

    @cached_property
    def assembly(self) -> str:
        """This machine's assembly."""
        return compile_assembly(self.function)

    @cached_property
    def kernel_c(self) -> str:
        """Portable kernel C, for other devices."""
        return emit_kernel_c(self._kernel.represented(self._kinds, self._ndim, self._has_groups, on_host=False))

    @property
    def fndesc(self):
        """The names of the function."""
        return SimpleNamespace(
            qualname=self._kernel.__qualname__, llvm_func_name=self.function.name, mangled_name=self.function.name
        )

    @property
    def kernel_device_ir_module(self):
        """The kernel's name and code for other devices."""
        return SimpleNamespace(kernel_name=kernel_c_name(self.function), kernel_bitcode=self.kernel_c.encode())
