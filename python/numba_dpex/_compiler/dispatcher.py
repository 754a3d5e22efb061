"""Kernel objects, as the decorator returns them: specialization by argument types, compilation and launch."""

from __future__ import annotations

import functools
import inspect
import linecache
import sys
import warnings
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dpctl.program import SyclProgramCompilationError
from opendpex import _core

from ..core import config
from ..core.exceptions import MissingSpecializationError, UncompiledKernelError, UnknownGlobalRangeError
from ..core.types import Array, ItemType, USMNdArray
from .arithmetic import flags_of
from .cache_key import cache_key
from .deep import deeply
from .errors import NeedsSizes, TypingError, UnsupportedError, for_programs
from .interface import SUB_GROUP_SIZE
from .types import from_numpy

# Imports inside functions: the translator, which start-up would otherwise load; launches of compiled kernels need none.
if TYPE_CHECKING:
    from . import ir

__all__ = ["Bounded", "Built", "DeviceFunction", "Kernel", "build", "load_kept", "refuse_read_only"]


class Bounded(dict):
    """A cache of as many entries as a dispatcher in C keeps, the newest: a program that makes sub-devices again and
    again compiles for each."""

    MOST = _core.MOST_KERNELS

    def __setitem__(self, key, value):
        if key not in self and len(self) >= self.MOST:
            self.pop(next(iter(self)), None)
        super().__setitem__(key, value)

    def setdefault(self, key, value):
        if key in self:
            return self[key]
        self[key] = value
        return value


class Built(NamedTuple):
    """A `dpctl.program.SyclKernel`, and the indices of the array parameters that it writes to."""

    kernel: object
    written: frozenset[int]


def refuse_read_only(key: bytes, written: frozenset[int], names: list[str], where: str) -> None:
    """Raise the exception of array operations if a read-only array is written to."""
    args = _core._kernel_key_read(key)[2]
    for i in sorted(written):
        if args[i][3]:
            raise ValueError(f"{where}: the array is read-only, and the kernel writes to it: argument '{names[i]}'")


def _kinds(key: bytes) -> list:
    """The kinds of the arguments, as lower_kernel takes them."""
    kinds = []
    for letter, ndim, layout, _ in _core._kernel_key_read(key)[2]:
        dtype = from_numpy(np.dtype(letter))
        if ndim < 0:
            kinds.append(dtype)
        else:
            kinds.append((dtype, ndim, "C", "local") if layout == "L" else (dtype, ndim, layout, "global"))
    return kinds


def build(function: ir.Function, queue, kept: bytes | None = None) -> Built:
    """Compile the kernel for the queue's device; object code is stored on disk under the key `kept`."""
    from . import ir

    written = ir.written_parameters(function)
    if not _core._runs_on_host(queue):
        from .kernel_c import emit_kernel_c, kernel_c_name

        text = emit_kernel_c(function)
        if function.sub_groups_line is not None:
            text = f"#define DPEX_SUB_GROUP_SIZE {_sub_group_size(function, queue)}\n{text}"
        program = _core.create_program_from_source(queue, text, " ".join(_options(function, queue)))
        return Built(program.get_sycl_kernel(kernel_c_name(function)), written)
    from .native import compile_object

    code = compile_object(function)
    if kept is not None:
        _core._kept_store(
            kept, b"\0".join([function.name.encode(), b",".join(b"%d" % i for i in sorted(written)), code])
        )
    return Built(_core._create_program_from_object(queue, code).get_sycl_kernel(function.name), written)


def _options(function: ir.Function, queue) -> list[str]:
    """Compiler options for devices other than the CPU: OpenCL's of which a set of fast-math flags permits all that they
    permit. CUDA needs one for contraction, OpenCL contracts unless the text forbids it."""
    options = ["-DDPEX_ON_CPU"] if queue.sycl_device.is_cpu else []
    flags = set(function.flags)
    if "fast" in flags:
        return [*options, "-cl-fast-relaxed-math"]
    if queue.sycl_device.backend.name == "cuda":
        return [*options, "-cl-mad-enable"] if "contract" in flags else options
    return options + [option for option, needed in _OPENCL_OPTIONS.items() if needed <= flags]


_OPENCL_OPTIONS = {
    "-cl-no-signed-zeros": {"nsz"},
    "-cl-finite-math-only": {"nnan", "ninf"},
    "-cl-unsafe-math-optimizations": {"afn", "arcp", "contract", "nsz", "reassoc"},
}


def _sub_group_size(function: ir.Function, queue) -> int:
    """The sub-group size: the CPU's, where the device supports it."""
    device = queue.sycl_device
    sizes = device.sub_group_sizes
    if not sizes:
        text = linecache.getline(function.file, function.sub_groups_line).strip()
        location = f"{function.file}:{function.sub_groups_line} in {function.name}"
        raise for_programs(
            UnsupportedError(
                f"device {device.name} has no sub-groups\n{location}\n    {text}\nhint: work-groups have the "
                "same functions"
            )
        )
    return SUB_GROUP_SIZE if SUB_GROUP_SIZE in sizes else max(sizes)


def load_kept(queue, key: bytes) -> Built | None:
    """The kernel that an earlier process compiled, or None."""
    entry = _core._kept_find(key)
    if entry is None:
        return None
    try:
        name, written, code = entry.split(b"\0", 2)
        kernel = _core._create_program_from_object(queue, code).get_sycl_kernel(name.decode())
        return Built(kernel, frozenset(map(int, filter(None, written.split(b",")))))
    except (SyclProgramCompilationError, ValueError):  # damage that the checksum does not detect
        return None


def _text_of(kind) -> str:
    return f"array({kind[0]}, {kind[1]}d, {kind[2]})" if isinstance(kind, tuple) else str(kind)


def _array_type(kind: tuple, queue):
    dtype, ndim, layout, space = kind
    return Array(dtype, ndim, layout) if space == "local" else USMNdArray(ndim, layout, dtype, queue=queue)


def reduced(decorated, *arguments):
    """What ``__reduce__`` of a decorated function gives: its name where a module holds it under that, else how it is
    made again. The name of `__main__` means another function in another process."""
    module, found = decorated.__module__, sys.modules.get(decorated.__module__)
    for name in decorated.__qualname__.split("."):
        found = getattr(found, name, None)
    if found is decorated and module != "__main__":
        return decorated.__qualname__
    return functools.partial(type(decorated), **decorated.targetoptions), (decorated.py_func, *arguments)


class Kernel(_core.KernelDispatcher):
    """A kernel: a Python function that is executed for each work-item of a range.

    It is launched by `call_kernel` and `call_kernel_async`, or as ``kernel[global, local](...)``; a direct call raises
    NotImplementedError.
    """

    is_kernel = True

    def __init__(self, function, access_types=None, signatures=(), launch_sized=None, **options):
        from .._indexed_launch import access_of

        self.py_func = function
        self.targetoptions = options
        self._given = access_types, tuple(signatures)
        flags_of(options)  # raises for invalid flags
        functools.update_wrapper(self, function)
        self._access = access_of(self.__name__, access_types)
        self.launch_sized = launch_sized  # after NeedsSizes, called with the kernel and the arguments of `launch`
        self._launched: dict = Bounded()  # by key: the queue
        self._built: dict = Bounded()  # by the key with all arrays writable
        self._of_any_rows: dict = Bounded()  # kernels that do not depend on the extents of work-groups
        self._specializations: list = []
        self.cache_hits = 0  # compilations that were found on disk
        self._is_closed = self.is_indexed = False  # is_indexed: launched in the older form
        for signature in signatures:
            self.compile(signature)
        self._is_closed = bool(signatures)

    def __repr__(self) -> str:
        code = self.py_func.__code__
        return f"<numba_dpex kernel {self.__name__} of {code.co_filename}:{code.co_firstlineno}>"

    def __reduce__(self):
        return reduced(self, *self._given, self.launch_sized)

    def access_of_arguments(self, n: int) -> list[str]:
        """The access of each of n arguments: read_only, write_only or read_write; of too many, which the launch
        refuses, too."""
        names = list(inspect.signature(self.py_func).parameters)[-n:]
        return ["read_write"] * (n - len(names)) + [self._access.get(name, "read_write") for name in names]

    def __getitem__(self, key):
        from .._indexed_launch import IndexedLaunch

        return IndexedLaunch(self, key)

    def compile(self, signature, queue=None, args=None):
        """Compile for a signature, ahead of launches.

        A launch calls it with a key that encodes the types of its arguments, with its queue and the arguments; returns
        a `dpctl.program.SyclKernel`.
        """
        if queue is not None:
            key = _core._kernel_key_writable(signature)
            built = self._built.get(key)
            if built is None:
                built = self._built[key] = self._compile_launch(key, queue)
            if key != signature:
                code = self.py_func.__code__
                names = list(inspect.signature(self.py_func).parameters)[-len(self._kinds_of(key)) :]
                refuse_read_only(
                    signature, built.written, names, f"{code.co_filename}:{code.co_firstlineno} in {self.__name__}"
                )
            return built.kernel
        from .specialization import specialization

        found = specialization(self.__name__, signature)
        on_host = found.queue is None or _core._runs_on_host(found.queue)

        def make() -> None:
            function = self.represented(list(found.kinds), found.ndim, found.has_groups, on_host=on_host)
            if found.queue is not None:
                build(function, found.queue)

        deeply(make, self.py_func)
        self._specializations.append(found)
        return self.get_compile_result(signature)

    def _compile_launch(self, key: bytes, queue) -> Built:
        ndim, row_unit, _ = _core._kernel_key_read(key)
        kinds = self._kinds_of(key)
        if self._is_closed and not any(s.holds(ndim, bool(row_unit), kinds) for s in self._specializations):
            known = [", ".join(map(_text_of, s.kinds)) for s in self._specializations]
            raise for_programs(MissingSpecializationError(self.__name__, ", ".join(map(_text_of, kinds)), known))
        if not row_unit and any(isinstance(k, tuple) and k[3] == "local" for k in kinds):
            code = self.py_func.__code__
            text = f"a LocalAccessor needs work-groups: launch {self.__name__} over an NdRange"
            raise for_programs(TypingError(f"{text}\n{code.co_filename}:{code.co_firstlineno} in {self.__name__}"))
        self._launched[key] = queue
        built = self._of_any_rows.get(_core._kernel_key_of_any_rows(key)) or deeply(
            self._build, self.py_func, key, kinds, queue
        )
        if not self.is_indexed and self.py_func.__code__.co_argcount == len(kinds):
            text = f"kernel {self.__name__} has no item as its first parameter; with call_kernel that is deprecated"
            warnings.warn(text, DeprecationWarning, stacklevel=_core.caller_depth())
        return built

    def _kinds_of(self, key: bytes) -> list:
        return _kinds(key)

    def _build(self, key: bytes, kinds: list, queue) -> Built:
        on_host = _core._runs_on_host(queue)
        kept = self._kept_key(key) if on_host else None
        found = load_kept(queue, kept) if kept is not None else None
        if found is not None:
            self.cache_hits += 1
            return found
        from .llvm_group import runs_groups

        ndim, row_unit, _ = _core._kernel_key_read(key)
        function = self.represented(kinds, ndim, bool(row_unit), on_host=on_host)
        self._refuse_sized(function)
        if on_host and runs_groups(function):
            function.row_unit = row_unit or 1
            return build(function, queue, kept)
        return self._of_any_rows.setdefault(_core._kernel_key_of_any_rows(key), build(function, queue, kept))

    def _refuse_sized(self, function: ir.Function) -> None:
        """A kernel with arrays of run-time extents is compiled for their sizes, and one that accesses memory along its
        first dimension for vectors along that (_sized_launch.py)."""
        from .vector_dimension import prefers_first_dimension  # here, since launches of kept kernels need none of it

        if any(a.bound is not None for a in function.arrays):
            raise NeedsSizes
        if function.is_on_host and self.launch_sized is not None and prefers_first_dimension(function):
            raise NeedsSizes

    def represented(
        self, kinds: list, ndim: int, has_groups: bool, debug: bool = False, on_host: bool = True
    ) -> ir.Function:
        """The typed representation for arguments of these kinds."""
        from .lower import lower_kernel

        function = lower_kernel(self.py_func, kinds, ndim, has_groups, debug, on_host)
        function.flags = flags_of(self.targetoptions)
        function.has_lines = bool(self.targetoptions.get("debug"))
        return function

    @property
    def targetdescr(self) -> str:
        """The target of the compilation."""
        return "kernels"

    @property
    def overloads(self) -> dict:
        """Compilation results by the types of the arguments."""
        from .specialization import CompileResult

        found = {s.types: CompileResult(self, s.ndim, s.has_groups, s.kinds) for s in self._specializations}
        for key, queue in self._launched.items():
            ndim, row_unit, _ = _core._kernel_key_read(key)
            kinds = _kinds(key)
            types = tuple(k if not isinstance(k, tuple) else _array_type(k, queue) for k in kinds)
            found.setdefault(types, CompileResult(self, ndim, bool(row_unit), kinds))
        return found

    def get_compile_result(self, signature):
        """The compilation result for a signature.

        Raises
        ------
        UncompiledKernelError
            If the kernel has not been compiled for it.
        """
        from .specialization import specialization

        found = self.overloads.get(specialization(self.__name__, signature).types)
        if found is None:
            raise UncompiledKernelError(self.__name__)
        return found

    def specialize(self, argtypes, queue=None) -> None:
        """Compile for argument types, ahead of launches over a range of one dimension; the array types determine the
        queue."""
        self.compile((ItemType(1), *argtypes))

    def _inspected(self, what: str, signature):
        if signature is not None:
            return getattr(self.get_compile_result(signature), what)
        return {types: getattr(result, what) for types, result in self.overloads.items()}

    def inspect_llvm(self, signature=None):
        """A dict from argument types to LLVM assembly, or the assembly of one signature."""
        return self._inspected("llvm", signature)

    def inspect_asm(self, signature=None):
        """Like `inspect_llvm`, for the assembly of this machine."""
        return self._inspected("assembly", signature)

    def inspect_c(self, signature=None):
        """Like `inspect_llvm`, for the source text for devices other than the CPU."""
        return self._inspected("kernel_c", signature)

    def inspect_types(self, file=None) -> None:
        """Print the typed representation of all specializations."""
        from .ir import format_function

        for result in self.overloads.values():
            print(format_function(result.function), file=file)

    def _kept_key(self, key: bytes) -> bytes | None:
        """The key of the object code on disk; None if it is not stored."""
        if config.DUMP_KERNEL_LLVM:
            return None
        options = sorted((name, repr(value)) for name, value in self.targetoptions.items())
        return cache_key(self.py_func, _core._kernel_key_of_any_queue(key), tuple(options))

    def __call__(self, *args, **keywords):
        raise UnknownGlobalRangeError(self.__name__)


class DeviceFunction:
    """A function that kernels call; it is inlined. Signatures cast its arguments and its result."""

    def __init__(self, function, signatures=(), **options):
        self.py_func = function
        self.targetoptions = options
        self.signatures = signatures
        functools.update_wrapper(self, function)

    def __reduce__(self):
        return reduced(self, self.signatures)

    def __call__(self, *args, **keywords):
        if not self.signatures or keywords:
            return self.py_func(*args, **keywords)
        from .signature_text import host_arguments, number_as  # here, since few functions need it

        found, args = host_arguments(self.signatures, self.__name__, args)
        return number_as(self.py_func(*args), found.return_type)
