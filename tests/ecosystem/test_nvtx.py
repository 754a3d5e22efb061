"""The tool of NVIDIA's that the tests of profiles have a stand-in for gets ranges from NVIDIA's own library of NVTX too."""

import importlib.metadata
import os
from pathlib import Path

FAKE = Path(os.environ.get("DPEX_TEST_FAKE_CUDA", "")).parent / "libnvtx_tool.so"


def test_the_stand_in_understands_nvidias_library(run):
    distribution = importlib.metadata.distribution("nvidia-nvtx")
    (library,) = (distribution.locate_file(f) for f in distribution.files if f.name.startswith("libnvtx3interop"))
    assert FAKE.exists(), "`make test-ecosystem` names the stand-in for NVIDIA's driver, beside which it is"
    program = f"""
import ctypes
nvtx, tool = ctypes.CDLL({str(library)!r}), ctypes.CDLL({str(FAKE)!r})
tool.fake_nvtx_get_text.restype = ctypes.c_char_p
assert [nvtx.nvtxRangePushA(b"line"), nvtx.nvtxRangePushA(b"operation"), nvtx.nvtxRangePop(), nvtx.nvtxRangePop()] == [0, 1, 1, 0]
print(tool.fake_nvtx_get_text().decode(), end="")
"""
    assert run(program, NVTX_INJECTION64_PATH=str(FAKE)) == "push line\npush operation\npop\npop\n"
