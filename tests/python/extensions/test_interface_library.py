"""The C interface library in a program without Python: where it is found, and what it says of failures."""

import os
import subprocess
import sys

import pytest

import dpctl

PROGRAM = r"""
#include <stdio.h>
#include "dpctl_sycl_interface.h"

int main(void)
{
    DPCTLSyclDeviceRef device = DPCTLDevice_Create();
    const char *name = DPCTLDevice_GetName(device);
    printf("%s\n", name);
    DPCTLCString_Delete(name);
    DPCTLQueue_Wait(NULL);
    DPCTLQueue_Memset(NULL, NULL, 0, 1);
    DPCTLDevice_CreateSubDevicesEqually(device, 0);
    DPCTLDevice_Delete(device);
    return 0;
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("program")
    (folder / "program.c").write_text(PROGRAM)
    flags = []
    for option in ("--includes", "--library"):
        done = subprocess.run([sys.executable, "-m", "dpctl", option], capture_output=True, text=True, check=True)
        flags += done.stdout.split()
    subprocess.run(["cc", "-Wall", "-Werror", "program.c", "-o", "program", *flags], cwd=folder, check=True)
    return folder / "program"


@pytest.mark.parametrize("verbosity, shown", [(None, ""), ("none", ""), ("error", "E"), ("warning", "EW")])
def test_verbosity_decides_which_failures_are_shown(program, verbosity, shown):
    env = {name: value for name, value in os.environ.items() if name != "DPCTL_VERBOSITY"}
    if verbosity:
        env["DPCTL_VERBOSITY"] = verbosity
    done = subprocess.run([str(program)], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.strip() == dpctl.SyclDevice().name
    assert ("[ERR]" in done.stderr) == ("E" in shown)
    for function in ("DPCTLQueue_Wait", "DPCTLQueue_Memset"):
        assert (f"[WARN] QRef is NULL in {function}" in done.stderr) == ("W" in shown)
