"""Compiles a kernel's representation to object code by llvmlite, which is loaded at the first compilation."""

from __future__ import annotations

from functools import cache

from ..core import config
from . import ir
from .llvm_kernel import emit_kernel
from .llvm_target import Target, describe
from .row_loops import extents_of_rows

__all__ = ["compile_assembly", "compile_object", "host", "machine"]

_LONG = 20000  # lines of assembly, beyond which expensive passes are omitted


@cache
def _llvm():
    """llvmlite's binding, initialized for this machine."""
    import llvmlite.binding as llvm  # here, since loading it takes longer than many a compilation

    for prepare in ("initialize", "initialize_native_target", "initialize_native_asmprinter"):
        try:
            getattr(llvm, prepare)()
        except (AttributeError, RuntimeError):  # newer versions initialise by themselves
            pass
    return llvm


@cache
def host() -> Target:
    """The target for this machine."""
    llvm = _llvm()
    return describe(llvm.get_default_triple(), llvm.get_host_cpu_name(), dict(llvm.get_host_cpu_features()))


@cache
def machine(target: Target, is_long: bool = False):
    """LLVM's TargetMachine of a target."""
    found = _llvm().Target.from_triple(target.triple)
    return found.create_target_machine(
        cpu=target.cpu, features=target.features, opt=1 if is_long else 3, reloc="pic", codemodel="small"
    )


@cache
def _passes(target: Target, is_long: bool) -> tuple:
    """LLVM's function pass manager and its pass builder, shared by all kernels, since llvmlite never frees them.

    A module pass manager can be run only once. A kernel is one function, so module passes such as inlining are not
    needed.
    """
    llvm = _llvm()
    options = llvm.create_pipeline_tuning_options(speed_level=1 if is_long else 2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine(target), options)
    return builder.getFunctionPassManager(), builder


def _optimize_rows(module, target: Target) -> None:
    """With LLVM's vectors along loops, which are among the passes of modules."""
    llvm = _llvm()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine(target), options)
    builder.getModulePassManager().run(module, builder)


def _optimize(module, target: Target, is_long: bool) -> None:
    manager, builder = _passes(target, is_long)
    for function in module.functions:
        if not function.is_declaration:
            manager.run(function, builder)


def _module(function: ir.Function, target: Target):
    """The module, and whether LLVM's passes of quadratic time are omitted: it is long, or for a debugger."""
    llvm = _llvm()
    text = emit_kernel(function, target)
    if config.DUMP_KERNEL_LLVM:
        with open(f"{function.name}.ll", "w", encoding="utf-8") as file:
            file.write(text)
    module = llvm.parse_assembly(text)
    module.verify()
    is_plain = text.count("\n") > _LONG or function.has_lines
    if not is_plain and extents_of_rows(function):
        _optimize_rows(module, target)
    elif not function.has_lines:
        _optimize(module, target, is_plain)
    return module, is_plain


def compile_object(function: ir.Function, target: Target | None = None) -> bytes:
    """The kernel as a relocatable object file with the table of src/program/kernel_abi.h; for this machine if no target
    is given."""
    target = target or host()
    module, is_long = _module(function, target)
    return machine(target, is_long).emit_object(module)


def compile_assembly(function: ir.Function, target: Target | None = None) -> str:
    """Like compile_object, but returns assembly."""
    target = target or host()
    module, is_long = _module(function, target)
    return machine(target, is_long).emit_assembly(module)
