"""Kernels that come compiled with the library, on the stand-in for NVIDIA's driver, whose compiler copies texts."""

import importlib.util
import os
import random
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import dpnp
from opendpex._commands import _operations

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Path(os.environ.get("DPEX_TEST_FAKE_CUDA", ROOT / "build/venv/tests/c/fake_cuda/lib64/libnvrtc.so.13"))
needs_stand_in = pytest.mark.skipif(not LIBRARY.exists(), reason="the stand-in is built with -Dtests=true")

# The stand-in has no kernels but copies. Prints how many programs were compiled, and whether the copies are right.
PROGRAM = f"""
import ctypes
import time
from opendpex import _core
_core._set_cuda_library({str(LIBRARY)!r})
library = ctypes.CDLL({str(LIBRARY)!r})
library.fake_cuda_get_controls.restype = ctypes.POINTER(ctypes.c_void_p)
controls = library.fake_cuda_get_controls()
ctypes.CFUNCTYPE(None, ctypes.c_int)(controls[3])(DRIVER)
import numpy as np
import dpnp
host = np.arange(60.0)
x = dpnp.asarray(host, device="cuda")
x.sycl_queue.wait()
count = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p)(controls[1])
right = True
end = time.monotonic() + SECONDS
while True:
    right = right and np.array_equal(dpnp.asnumpy(x[::2].copy()), host[::2])
    if count(b"CompileProgram") or time.monotonic() > end:
        break
print(count(b"CompileProgram"), right)
"""


def run(cache, seconds=0, driver=13000, **environment):
    """The number of compilations, whether results were right, and the log; copies until the first compilation.

    A copy is made once at least, and none after `seconds`. The driver takes code of compilers up to its version.
    """
    defaults = {
        "CUDA_PATH": str(LIBRARY.parents[1]),
        "DPEX_BACKENDS": "native,cuda",
        "DPEX_CACHE_DIR": str(cache),
        "DPEX_FUSION": "0",
        "DPEX_LOG": "program",
        "DPEX_PRECOMPILED": "0",
        "DPEX_TIERS": "0",
    }
    program = PROGRAM.replace("SECONDS", str(seconds)).replace("DRIVER", str(driver))
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **defaults, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    n_compiled, right = done.stdout.split()
    return int(n_compiled), right == "True", done.stderr


@pytest.fixture(scope="module")
def tool():
    pytest.importorskip("lz4", reason="tools/requirements.txt are not installed")
    spec = importlib.util.spec_from_file_location("precompile_kernels", ROOT / "tools/precompile_kernels.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # for the processes that compile
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def texts(tool, tmp_path_factory):
    """The programs of the copy's own kernel, and of the one for any strides, as the stand-in compiles them."""
    made = {}
    for form in ("device", "strided"):
        cache = tmp_path_factory.mktemp(form)
        n_compiled, right, _ = run(cache, DPEX_KERNEL_FORMS=form)
        assert n_compiled == 1
        assert right
        made[form] = {key: text.encode() + b"\0" for key, text in tool.read_texts(cache).items()}
    assert made["device"].keys().isdisjoint(made["strided"])
    return made


@pytest.fixture
def write(tool, tmp_path):
    def write(programs, releases=None):
        """Of machine code by architecture, for any compiler or for those from one to another."""
        path = tmp_path / tool.NAME
        path.write_bytes(tool.pack([(of, releases or tool.ANY, images) for of, images in programs.items()]))
        return str(path)

    return write


@needs_stand_in
def test_a_kernel_that_came_with_the_library_needs_no_compiler(write, texts, tmp_path):
    others = {bytes([i]) * 16: bytes([i]) * (i * 977) for i in range(1, 200)}
    path = write({90: {**others, **texts["device"]}, 80: others})
    n_compiled, right, log = run(tmp_path / "cache", DPEX_PRECOMPILED=path, CUDA_PATH="/nonexistent")
    assert (n_compiled, right) == (0, True)
    assert "a program compiled beforehand" in log
    assert "NVRTC" not in log
    assert not list((tmp_path / "cache").glob("*.cubin"))


@needs_stand_in
def test_small_launches_take_a_kernel_for_any_strides_until_their_own_is_compiled(write, texts, tmp_path):
    path = write({90: texts["strided"]})
    n_compiled, right, log = run(tmp_path / "once", DPEX_PRECOMPILED=path)
    assert (n_compiled, right) == (0, True)
    assert log.count("compiled beforehand from") == 1
    # in the background, from the second launch on
    n_compiled, right, log = run(tmp_path / "often", seconds=100, DPEX_PRECOMPILED=path)
    assert (n_compiled, right) == (1, True)
    n_compiled, right, log = run(tmp_path / "often", DPEX_PRECOMPILED=path)
    assert (n_compiled, right) == (0, True)
    assert "a program from the cache" in log
    assert "a program compiled beforehand" not in log


@needs_stand_in
@pytest.mark.parametrize(
    ("architecture", "is_found"), [(90, True), (89, False), (91, False), (80, False), (100, False)]
)
def test_machine_code_of_the_same_generation_is_taken(write, texts, tmp_path, architecture, is_found):
    path = write({architecture: texts["device"]})
    n_compiled, right, _ = run(tmp_path / "cache", DPEX_PRECOMPILED=path)
    assert (n_compiled, right) == (0 if is_found else 1, True)


@needs_stand_in
@pytest.mark.parametrize(
    ("first", "last", "is_found"),
    [
        ((12, 9), (12, 9), False),
        ((12, 0), (13, 0), True),
        ((13, 0), (13, 0), True),
        ((13, 0), (14, 2), True),
        ((13, 1), (14, 0), False),
        ((12, 5), (12, 9), False),
    ],
)
def test_functions_that_compilers_round_differently_are_those_of_the_compiler_here(
    write, texts, tmp_path, first, last, is_found
):
    """The stand-in is NVRTC 13.0."""
    path = write({90: texts["device"]}, (first, last))
    n_compiled, right, _ = run(tmp_path / "cache", DPEX_PRECOMPILED=path)
    assert (n_compiled, right) == (0 if is_found else 1, True)


@needs_stand_in
def test_without_a_compiler_all_kernels_serve(write, texts, tmp_path):
    path = write({90: texts["device"]}, ((12, 9), (12, 9)))
    n_compiled, right, log = run(tmp_path / "cache", driver=10020, DPEX_PRECOMPILED=path)
    assert (n_compiled, right) == (0, True)
    assert "a program compiled beforehand" in log


@needs_stand_in
def test_a_file_that_is_cut_off_or_of_another_version_is_not_used(write, texts, tmp_path):
    path = write({90: texts["device"]})
    whole = Path(path).read_bytes()
    for damaged in (b"", whole[:7], whole[:40], whole[: len(whole) // 2], whole[:-1], b"dpexcub0" + whole[8:]):
        Path(path).write_bytes(damaged)
        n_compiled, right, _ = run(tmp_path / "cache", DPEX_PRECOMPILED=path, DPEX_CACHE_DIR=str(tmp_path / "none"))
        assert right
        for entry in (tmp_path / "none").glob("*.cubin"):
            entry.unlink()
        assert n_compiled == 1
    assert run(tmp_path / "missing", DPEX_PRECOMPILED=str(tmp_path / "missing.bin"))[:2] == (1, True)


@needs_stand_in
def test_numbers_of_a_damaged_file_lead_nowhere_else(write, texts, tmp_path):
    """Of sections, of the index and of packed bytes; what is unpacked from the latter may be refused by the driver only."""
    path = write({90: texts["device"]})
    whole = bytearray(Path(path).read_bytes())
    index = struct.unpack_from("<II4iQQQ", whole, 32)[6]
    rng = random.Random(1)
    for first, last in ((24, 80), (index + 16, len(whole))):
        for _ in range(4):
            damaged = bytearray(whole)
            damaged[rng.randrange(first, last)] ^= 1 << rng.randrange(8)
            Path(path).write_bytes(damaged)
            _, right, _ = run(tmp_path / "cache", DPEX_PRECOMPILED=path)
            assert right


def test_every_operation_of_the_list_runs():
    queue = dpnp.ones(1).sycl_queue
    names = []
    for calls in (_operations.calls, _operations.calls_of_any_strides):
        for name, call in calls(dpnp, 1000, queue):
            call()
            names.append(name)
    assert len(names) > 2000


def test_the_list_can_be_made_for_a_device_without_doubles():
    program = (
        "import dpctl, dpnp\nfrom opendpex._commands import _operations\n"
        "q = dpctl.SyclQueue('gpu')\nassert not q.sycl_device.has_aspect_fp64\n"
        "print(len(list(_operations.calls(dpnp, 1000, q))))"
    )
    environment = {**os.environ, "DPEX_SIMULATE": "gpu:1-fp64", "DPEX_BACKENDS": "sim"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 500


def test_texts_of_the_operations_are_listed_without_a_device(tool, monkeypatch):
    if not tool.STAND_INS.exists():
        pytest.skip("the stand-ins are built with -Dtests=true")
    monkeypatch.setattr(tool, "RUNS", [("0", "1", "device", (100,)), ("0", "0", "strided", (100,))])
    texts = tool.list_texts()
    assert len(texts) > 1000
    for key, text in texts.items():
        assert len(key) == 16
        assert text.rpartition("\n//")[2].split()[-1] == "--gpu-architecture=sm_90"
    sample = dict(sorted(texts.items())[::50])
    same, others = tool.divide(sample)
    assert len(same) > 0
    assert same.keys() | others.keys() == sample.keys()
    assert len(same) + len(others) == len(sample)


def test_kernels_of_functions_that_compilers_round_differently_are_known(tool):
    text = """
        #define K_REAL(name, f) name##f
        typedef struct {{ int e[2]; }} pack;
        static double k_one(double x) {{ return K_REAL({called}, )(x); }}
        static double k_two(double x) {{ if (x > 0) {{ return k_one(x); }} return x; }}
        static double k_unused(double x) {{ return sin(x); }}
        extern "C" __global__ void __launch_bounds__(256) dpex_kernel(double *x) {{ x[0] = k_two(x[0]); }}
        // -DDPEX_GENERATED"""
    for name in ("exp", "fmod", "log", "hypot", "fma", "sinf", "cosf"):
        assert tool.is_stable(text.format(called=name)), name
    for name in ("sin", "sinhf", "pow", "powf", "cbrt", "asinh", "erff"):
        assert not tool.is_stable(text.format(called=name)), name
