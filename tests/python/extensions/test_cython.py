"""A Cython extension that cimports dpctl, dpctl.memory and dpctl.tensor: methods, fields and functions of the C interface."""

import importlib.util
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt

SOURCE = r"""
# cython: language_level=3
cimport dpctl
cimport dpctl.memory as c_dpm
cimport dpctl.tensor as c_dpt
from dpctl._backend cimport (
    DPCTLDevice_Copy, DPCTLQueue_Copy, DPCTLQueue_GetContext, DPCTLQueue_SubmitBarrier, DPCTLSyclQueueRef,
    DPCTLDevice_GetMaxComputeUnits, DPCTLQueue_AreEq, _GPU, DPCTLSyclEventRef,
)

def copy_queue(dpctl.SyclQueue q):
    return dpctl.SyclQueue._create(DPCTLQueue_Copy(q.get_queue_ref()))

def copy_device(dpctl.SyclQueue q):
    return dpctl.SyclDevice._create(DPCTLDevice_Copy(q.get_sycl_device().get_device_ref()))

def copy_context(dpctl.SyclQueue q):
    return dpctl.SyclContext._create(DPCTLQueue_GetContext(q._queue_ref)), q.get_sycl_context()

def barrier(dpctl.SyclQueue q):
    cdef dpctl.SyclEvent event = dpctl.SyclEvent._create(DPCTLQueue_SubmitBarrier(q.get_queue_ref()))
    assert event.get_event_ref() == event._event_ref
    return event

def null_queue():
    return dpctl.SyclQueue._create(NULL)

def compute_units(dpctl.SyclDevice device):
    return DPCTLDevice_GetMaxComputeUnits(device.get_device_ref())

def memory_facts(c_dpm.MemoryUSMShared memory):
    return <size_t>memory._memory_ptr, memory.nbytes, memory.queue

def array_facts(c_dpt.usm_ndarray x):
    return <size_t>x.data_, [x.shape_[i] for i in range(x.nd_)], x.typenum_, x.flags_

def add_one(c_dpt.usm_ndarray x):
    cdef double *data = <double *>x.data_
    cdef Py_ssize_t i
    for i in range(x.shape_[0]):
        data[i] += 1
"""


@pytest.fixture(scope="module")
def ext(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cython_ext")
    (folder / "cython_ext.pyx").write_text(SOURCE)
    packages = str(Path(dpctl.__file__).resolve().parent.parent)
    subprocess.run([sys.executable, "-m", "cython", "-3", "-I", packages, "cython_ext.pyx"], cwd=folder, check=True)
    name = "cython_ext" + sysconfig.get_config_var("EXT_SUFFIX")
    flags = subprocess.run([sys.executable, "-m", "dpctl", "--library"], capture_output=True, text=True, check=True)
    command = ["cc", "-shared", "-fPIC", "-I", sysconfig.get_paths()["include"], "-I", dpctl.get_include()]
    subprocess.run([*command, "cython_ext.c", "-o", name, *flags.stdout.split()], cwd=folder, check=True)
    spec = importlib.util.spec_from_file_location("cython_ext", os.fspath(folder / name))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_methods_give_and_take_references(ext):
    q = dpctl.SyclQueue()
    assert ext.copy_queue(q) == q and ext.copy_device(q) == q.sycl_device
    assert ext.copy_context(q) == (q.sycl_context, q.sycl_context)
    assert ext.compute_units(q.sycl_device) == q.sycl_device.max_compute_units
    ext.barrier(q).wait()


def test_null_reference_and_wrong_types_raise(ext):
    with pytest.raises(ValueError):
        ext.null_queue()
    for function in (ext.copy_queue, ext.compute_units, ext.memory_facts, ext.array_facts):
        with pytest.raises(TypeError):
            function(object())


def test_fields_of_memory_and_arrays(ext):
    memory = dpm.MemoryUSMShared(48)
    assert ext.memory_facts(memory) == (memory._pointer, 48, memory.sycl_queue)
    x = dpt.zeros((2, 3), dtype="f4")
    assert ext.array_facts(x) == (x._pointer, [2, 3], x.dtype.num, 5)


def test_cython_code_computes_in_usm_memory(ext):
    x = dpt.arange(5, dtype="f8", device="cpu")
    x.sycl_queue.wait()
    ext.add_one(x)
    assert dpt.asnumpy(x).tolist() == [1, 2, 3, 4, 5]
