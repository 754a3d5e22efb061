"""From a kernel's representation to object code for this machine, through llvmlite, which is loaded at the first compilation."""

from __future__ import annotations

import os
from functools import cache

from . import ir
from .llvm_kernel import emit_kernel

__all__ = ["compile_object"]


@cache
def _llvm():
    """llvmlite's binding, ready for this machine."""
    import llvmlite.binding as llvm

    for prepare in ("initialize", "initialize_native_target", "initialize_native_asmprinter"):
        try:
            getattr(llvm, prepare)()
        except (AttributeError, RuntimeError):  # newer versions initialise by themselves
            pass
    return llvm


@cache
def _target():
    llvm = _llvm()
    features = llvm.get_host_cpu_features()
    text = features.flatten()
    if features.get("avx512f"):
        text += ",-prefer-256-bit"
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=text, opt=3, reloc="pic", codemodel="small"
    )


def _optimize(module) -> None:
    llvm, target = _llvm(), _target()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)


def compile_object(function: ir.Function) -> bytes:
    """The kernel as a relocatable object file with the table of src/program/kernel_abi.h."""
    llvm = _llvm()
    text = emit_kernel(function)
    if os.environ.get("NUMBA_DPEX_DUMP_KERNEL_LLVM", "0") not in ("", "0"):
        with open(f"{function.name}.ll", "w", encoding="utf-8") as file:
            file.write(text)
    module = llvm.parse_assembly(text)
    module.verify()
    _optimize(module)
    return _target().emit_object(module)
