"""mpi4py: arrays as buffers, a device for each rank, and the heat equation, on two ranks."""

import os
import shutil
import sys

import pytest

pytest.importorskip("mpi4py", reason="mpi4py is not installed")
if shutil.which("mpirun") is None:
    pytest.skip("there is no mpirun (Debian: apt-get install openmpi-bin)", allow_module_level=True)

LIBRARY = os.environ.get("DPEX_TEST_FAKE_CUDA", "")


@pytest.fixture
def run_ranks(run):
    """run_ranks(program, *arguments, n=2, **environment) -> what all ranks printed."""

    def run_all(program, *arguments, n=2, **environment):
        launcher = ("mpirun", "-n", str(n), "--oversubscribe", "--bind-to", "none", sys.executable)
        allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        return run(program, *arguments, command=launcher, **allowed, **environment)

    return run_all


BUFFERS = """
from mpi4py import MPI
import numpy, dpnp, dpctl.tensor as dpt
comm = MPI.COMM_WORLD
other = 1 - comm.rank
for xp in (dpnp, dpt):
    for usm_type in ("device", "shared", "host"):
        x, y = xp.arange(5.0, usm_type=usm_type) * (comm.rank + 1), xp.empty(5, usm_type=usm_type)
        comm.Allreduce(x, y)
        assert xp.asnumpy(y).tolist() == [0, 3, 6, 9, 12]
        if comm.rank == 0:
            comm.Send(x, 1)
        else:
            comm.Recv(y, 0)
            assert xp.asnumpy(y).tolist() == [0, 1, 2, 3, 4]
    for dtype in "? b h i l B H I L f d F D".split():
        z, w = xp.asarray(numpy.arange(3).astype(dtype) + comm.rank), xp.empty(3, dtype=dtype)
        if dtype == "?":
            z = xp.asarray(numpy.asarray([True, False, True]))
        comm.Sendrecv(z, other, recvbuf=w, source=other)
        expected = xp.asnumpy(z) if dtype == "?" else numpy.arange(3).astype(dtype) + other
        assert numpy.array_equal(xp.asnumpy(w), expected), dtype
    big, total = xp.ones(1_000_000) * 2 + 1, xp.empty(1_000_000)
    comm.Allreduce(big, total)  # what is pending on big is waited for
    assert float(xp.sum(total)) == 6_000_000
    m = xp.zeros((4, 3))
    comm.Sendrecv(xp.ones(3) * comm.rank, other, recvbuf=m[1], source=other)
    assert xp.asnumpy(m).sum() == 3 * other
    try:
        comm.Send(xp.ones((4, 4))[:, 1], other)
    except BufferError:
        pass
    else:
        raise AssertionError
    assert [type(v) for v in comm.allgather(x)] == [type(x)] * 2  # objects travel as pickles
if comm.gather("done") and comm.rank == 0:  # what several ranks print may lie in one line
    print("done")
"""


def test_arrays_as_buffers(run_ranks):
    assert run_ranks(BUFFERS).split() == ["done"]


@pytest.mark.skipif(not os.path.exists(LIBRARY), reason="DPEX_TEST_FAKE_CUDA names no built stand-in")
def test_cuda_arrays_by_dlpack_and_the_cuda_array_interface(run_ranks):
    """The memory of the stand-in for NVIDIA's driver is the host's, so that MPI without CUDA reads it."""
    program = f"""
from opendpex import _core
_core._set_cuda_library({LIBRARY!r})
from mpi4py import MPI
import numpy, dpctl, dpctl.tensor as dpt, dpnp
comm = MPI.COMM_WORLD
gpu = dpctl.get_devices("cuda")[comm.rank]

class OnlyInterface:
    def __init__(self, x):
        self.__cuda_array_interface__ = x.__cuda_array_interface__

for wrap in (lambda x: x, OnlyInterface):
    for usm_type in ("device", "shared"):
        x = dpnp.asarray(numpy.arange(4.0) + comm.rank, device=gpu, usm_type=usm_type)
        y = dpnp.empty(4, device=gpu, usm_type=usm_type)
        comm.Allreduce(wrap(x), wrap(y))
        assert y.asnumpy().tolist() == [1, 3, 5, 7], y.asnumpy()
        if comm.rank == 0:
            comm.Send(wrap(x), 1)
        else:
            comm.Recv(wrap(y), 0)
            assert y.asnumpy().tolist() == [0, 1, 2, 3]
if comm.gather("done") and comm.rank == 0:
    print("done")
"""
    assert run_ranks(program).split() == ["done"]


def test_a_device_for_each_rank(run_ranks):
    program = """
from mpi4py import MPI
from opendpex.mpi import device_of_rank, local_rank
assert local_rank() == local_rank(MPI.COMM_WORLD) == (MPI.COMM_WORLD.rank, 3)
found = MPI.COMM_WORLD.gather([device_of_rank().filter_string, device_of_rank(MPI.COMM_WORLD).filter_string])
if MPI.COMM_WORLD.rank == 0:
    print(*sum(found, []))
"""
    found = run_ranks(program, n=3, DPEX_SIMULATE="gpu:2").split()
    assert found == [f"level_zero:gpu:{i}" for i in (0, 0, 1, 1, 0, 0)]


def test_parts_of_the_cpu(run_ranks):
    program = """
from mpi4py import MPI
from opendpex.mpi import device_of_rank
found = MPI.COMM_WORLD.gather(device_of_rank()._describe())
if MPI.COMM_WORLD.rank == 0:
    print(len(set(found)))
"""
    assert int(run_ranks(program)) == (2 if os.cpu_count() > 1 and len(os.sched_getaffinity(0)) > 1 else 1)


def test_without_mpi(run):
    clean = dict.fromkeys(("OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"), "")
    run("import dpctl\nfrom opendpex.mpi import *\nassert local_rank() == (0, 1) and device_of_rank()", **clean)


def test_heat_equation(run_ranks, examples):
    out = run_ranks(examples / "mpi" / "heat.py", "--size", "130", "--steps", "60")
    assert "rank 0 of 2" in out and "rank 1 of 2" in out
    assert float(out.split("largest difference")[1].split()[0]) < 1e-10
