"""Tells which devices are found, and for each backend without one why there is none; versions, compilers, caches and
what is in conflict. The status is 1 where there is something to mend."""

import grp
import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from opendpex._commands import cache

__all__ = ["add_arguments", "reason_of", "run"]

_PACKAGES = ("opendpex", "numpy", "llvmlite", "nvidia-cuda-nvrtc", "nvidia-cublas", "nvidia-cufft", "nvidia-cusolver")
_FOREIGN = ("dpctl", "dpnp", "numba-dpex", "intel-cmplr-lib-rt", "intel-opencl-rt")
_DEVICE_FILES = ("/dev/nvidia0", "/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/dri/renderD128")
_VARIABLES = (
    "ONEAPI_DEVICE_SELECTOR",
    "CUDA_VISIBLE_DEVICES",
    "OCL_ICD_FILENAMES",
    "OCL_ICD_VENDORS",
    "ZE_AFFINITY_MASK",
)

_MOST_LINES = 3  # of a driver's last words
_LACKING = r'Executable "([^"]+)" doesn\'t exist'  # of the clang in PoCL, which links by ld

# In a process of its own, so that a driver that crashes is told and does not end the doctor, and with the log.
_DISCOVER = """
import dpctl
for d in dpctl.get_devices():
    print(d.filter_string, '|', d.name, '|', d.max_compute_units, 'units |', round(d.global_mem_size / 2**30, 1), 'GiB')
"""
# Opens what a device needs to compile and to compute products, which the log of programs tells.
_COMPUTE = """
import sys, dpctl.tensor as dpt
x = dpt.ones((512, 512), dtype='f4', device=sys.argv[1])
assert float(dpt.sum(x @ x)) == 512.0 ** 3
"""


def add_arguments(parser):
    """The command's arguments: none."""


def _python(code, *arguments, log):
    environment = {**os.environ, "DPEX_LOG": log}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=environment, timeout=300
    )


def reason_of(done):
    """Why a process failed: its exception; of one that a driver ended, what the driver said before."""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip() and not line.startswith("dpex ")]
    if done.returncode > 0:
        return lines[-1] if lines else f"status {done.returncode}"
    said = "; ".join(lines[-_MOST_LINES:])
    reason = f"the driver ended the process ({signal.Signals(-done.returncode).name})" + (f": {said}" if said else "")
    lacking = re.search(_LACKING, said)
    if lacking:
        reason += (
            f" (the driver starts the program {lacking[1]}, which is not in PATH; Debian's package binutils has ld)"
        )
    return reason


def _version(name):
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _section(title):
    print(f"\n{title}")


def _versions():
    _section("Versions")
    print(f"  Python {platform.python_version()} at {sys.executable}, {platform.platform()}")
    for name in _PACKAGES:
        version = _version(name)
        print(f"  {name} {version or 'is not installed'}")


def _devices(problems):
    _section("Devices")
    done = _python(_DISCOVER, log="discovery")
    lines = [line.removeprefix("dpex discovery: ") for line in done.stderr.splitlines() if "dpex discovery: " in line]
    if done.returncode:
        problems.append(f"the devices cannot be listed: {reason_of(done)}")
    for line in done.stdout.splitlines():
        print(f"  {line}")
    for line in lines:
        if not line.startswith("device "):
            print(f"  {line}")
    for name in _DEVICE_FILES:
        if os.path.exists(name) and not os.access(name, os.R_OK | os.W_OK):
            problems.append(
                f"{name} may not be opened by this user, who is not in the group that owns it ({_group_of(name)})"
            )
    if not done.returncode and not done.stdout.strip():
        hidden = [name for name in _VARIABLES if os.environ.get(name)]
        problems.append("no device is listed" + (f"; {', '.join(hidden)} may hide them" if hidden else ""))
    return [line.split(" | ")[0].strip() for line in done.stdout.splitlines()]


def _group_of(path):
    try:
        return grp.getgrgid(os.stat(path).st_gid).gr_name
    except KeyError:
        return str(os.stat(path).st_gid)


def _computations(devices, problems):
    _section("Computation of a product on each device")
    for device in devices:
        done = _python(_COMPUTE, device, log="program")
        told = [line.removeprefix("dpex program: ") for line in done.stderr.splitlines() if "dpex program: " in line]
        libraries = [line for line in told if " from " in line]
        if done.returncode:
            problems.append(f"{device} does not compute: {reason_of(done)}")
        print(f"  {device}: {'fails' if done.returncode else 'right'}")
        for line in libraries:
            print(f"    {line}")


def _compilers():
    _section("Compilers of kernels for the CPU")
    found = os.environ.get("DPEX_CC") or next(filter(None, map(shutil.which, ("clang", "gcc", "cc"))), None)
    print(f"  OpenCL C: {found or 'no C compiler is installed: kernels from text run on other devices only'}")
    version = _version("llvmlite")
    print(f"  Python: {f'llvmlite {version}' if version else 'llvmlite is not installed'}")


def _cache(problems):
    _section("Cache of compiled kernels")
    folder = cache.folder()
    if folder is None:
        problems.append("compiled kernels are not kept: DPEX_LOG=program tells why the folder of the cache is not used")
        return
    n, nbytes = cache.total(folder)
    print(f"  {folder}: {n} entries, {nbytes / 1e6:.1f} MB")


def _conflicts(problems):
    installed = [f"{name} {version}" for name in _FOREIGN if (version := _version(name)) is not None]
    foreign = [text for text in installed if text.split()[0] in ("dpctl", "dpnp", "numba-dpex")]
    if foreign:
        problems.append(
            f"{', '.join(foreign)} of Intel are installed beside opendpex; "
            "pip uninstall -y dpctl dpnp numba-dpex opendpex && pip install opendpex"
        )
    for package in ("dpctl", "dpnp", "numba_dpex"):
        spec = importlib.util.find_spec(package)
        own = Path(__file__).resolve().parents[2] / package
        if spec is None or not spec.origin:
            problems.append(f"the package {package} is gone; pip install --force-reinstall opendpex")
        elif Path(spec.origin).resolve().parent != own:
            problems.append(f"import {package} takes {spec.origin}, which is not opendpex's ({own})")


def run(args) -> int:
    """Print what is found; the last lines are what there is to mend."""
    problems = []
    _versions()
    devices = _devices(problems)
    _computations(devices, problems)
    _compilers()
    _cache(problems)
    _conflicts(problems)
    _section("To mend" if problems else "Nothing to mend")
    for problem in problems:
        print(f"  {problem}")
    return int(bool(problems))
