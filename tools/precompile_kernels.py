"""Compiles the kernels of usual array operations for CUDA devices beforehand, and puts them into a wheel.

usage: precompile_kernels.py [--out FILE] [--architectures 75,80,...] [WHEEL or FOLDER...]

The operations of python/opendpex/_commands/_operations.py run with a stand-in for NVIDIA's driver, whose kernels do
nothing, and one for its compiler, which leaves their texts and options in a cache; so no device is needed, but
`make install`. NVRTC then compiles each text for each architecture; what it made is kept in build/precompiled for the
next time. It is that of CUDA 12 from PyPI, whose code drivers for 12 and 13 load, and for kernels of which releases of
NVRTC make different code several ones (`RELEASES`).
src/backend/cuda/precompiled.c reads the file, which is `opendpex/lib/cuda-kernels.bin` in wheels.
"""

import argparse
import ctypes
import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build/precompiled"
STAND_INS = ROOT / "build/venv/tests/c/fake_cuda"
NAME = "cuda-kernels.bin"
# The oldest of each generation: its code runs on the others, too.
ARCHITECTURES = (75, 80, 90, 100, 120)
# Of NVRTC: a package, and the first and the last one whose functions (`UNSTABLE`) are the same. 12.8 is the first that
# knows all architectures. The first one compiles what is the same in all.
RELEASES = (
    ("nvidia-cuda-nvrtc-cu12 == 12.9.86", (12, 9), (12, 9)),
    ("nvidia-cuda-nvrtc == 13.0.88", (13, 0), (13, 0)),
    ("nvidia-cuda-nvrtc == 13.3.33", (13, 2), (13, 5)),
)
ANY = ((0, 0), (0, 0))
# What the stand-ins say they are, which is in the keys: compiler 13.0, compute capability 9.0, optimized.
KEY_VERSION = (13, 0, 90, 0)
SEAL_BYTES = 24
DICTIONARY_BYTES = BLOCK_BYTES = 1 << 16
# Kernels differ where arrays are large.
SIZES = (1000, 1 << 20)
# Runs: with vendor libraries or without, the number of elements that the stand-in "finds", the kernels' form, and the
# sizes. The stand-ins for libraries compute, so slowly that they get small arrays. Kernels for any strides serve small
# ones until their own are compiled.
RUNS = (
    ("0", "0", "device", SIZES),
    ("0", "1", "device", SIZES),
    ("1", "0", "device", SIZES[:1]),
    ("0", "0", "strided", SIZES),
)


# ---- texts -----------------------------------------------------------------------------------------------------------


def run_operations(sizes):
    """What the process with the stand-ins does."""
    from opendpex import _core

    _core._set_cuda_library(str(STAND_INS / "lists/lib64/libnvrtc.so.13"))
    import dpnp
    from opendpex._commands import _operations

    queue = dpnp.ones(1, device="cuda").sycl_queue
    is_strided = os.environ["DPEX_KERNEL_FORMS"] == "strided"
    calls = _operations.calls_of_any_strides if is_strided else _operations.calls
    for n in sizes:
        for _, call in calls(dpnp, n, queue):
            try:
                call()
                queue.wait()
            except (ValueError, IndexError, MemoryError):  # of what no kernel has written
                pass


def read_texts(cache):
    """The kernels in the stand-ins' cache: pairs of key, and text with the options as its last line."""
    found = {}
    for path in sorted(cache.glob("*.cubin")):
        text = path.read_bytes()[:-SEAL_BYTES]
        found[bytes.fromhex(path.stem)] = text.rstrip(b"\0").decode()
    return found


def list_texts():
    texts = {}
    for with_libraries, count, form, sizes in RUNS:
        with tempfile.TemporaryDirectory() as cache:
            environment = {
                **os.environ,
                "CUDA_PATH": str(STAND_INS),
                "DPEX_BACKENDS": "native,cuda",
                "DPEX_CACHE_DIR": cache,
                "DPEX_FUSION": "0",
                "DPEX_KERNEL_FORMS": form,
                "DPEX_PRECOMPILED": "0",
                "DPEX_TIERS": "0",
                "DPEX_VENDOR_LIBRARIES": with_libraries,
                "FAKE_LISTS_COUNT": count,
            }
            words = [str(n) for n in sizes]
            subprocess.run(
                [sys.executable, "-W", "ignore", __file__, "--run-operations", *words],
                check=True,
                env=environment,
                cwd="/",
            )
            texts |= read_texts(Path(cache))
    return texts


# ---- functions of CUDA's library -------------------------------------------------------------------------------------

# Which are not the same in all releases of NVRTC (libdevice of 12.0 to 13.5 compared, function by function), and may
# round differently: names of functions of double, which take float in C++ too, and those of float. A kernel that came
# with the library and one that is compiled later must agree in every bit. What is exact (fmod, round, ldexp) may be
# written in another way and still agrees.
UNSTABLE = set(
    "acos acosh asin asinh atan atan2 atanh cbrt cos cosh cospi cyl_bessel_i0 cyl_bessel_i1 erf erfc erfcinv erfcx "
    "erfinv expm1 j0 j1 jn lgamma normcdf normcdfinv pow rcbrt rhypot sin sincos sincospi sinh sinpi tan tanh tgamma "
    "y0 y1 yn "
    "acosf acoshf asinf asinhf atanf atan2f atanhf cbrtf coshf cospif cyl_bessel_i0f cyl_bessel_i1f erff erfcf "
    "erfcinvf erfcxf erfinvf expm1f j1f jnf lgammaf normcdff normcdfinvf powf rcbrtf sincospif sinhf sinpif tanhf "
    "tgammaf y1f ynf".split()
)
CALL = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
NO_NAMES = {"__attribute__", "__launch_bounds__", "__align__", "alignas"}


def find_functions(source):
    """The bodies of functions by name, in preprocessed C."""
    functions, depth, start, head = {}, 0, 0, ""
    for at, char in enumerate(source):
        if char == "{":
            if depth == 0:
                head, start = source[start:at], at + 1
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                names = [name for name in CALL.findall(head) if name not in NO_NAMES]
                if names:
                    functions[names[0]] = functions.get(names[0], "") + source[start:at]
                start = at + 1
        elif char == ";" and depth == 0:
            start = at + 1
    return functions


def is_stable(text):
    """Whether the kernel calls none of UNSTABLE, by way of whatever other functions of the text."""
    command = ["gcc", "-E", "-P", "-x", "c", "-"]
    source = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    functions = find_functions(source)
    seen, found = set(), ["dpex_kernel"]
    while found:
        name = found.pop()
        if name in UNSTABLE:
            return False
        if name not in seen:
            seen.add(name)
            found += CALL.findall(functions.get(name, ""))
    if "dpex_kernel" not in functions:
        raise SystemExit(f"a text without dpex_kernel:\n{source[-2000:]}")
    return True


def divide(texts):
    """The texts of kernels that are the same whatever compiles them, and the others."""
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        are_stable = list(pool.map(is_stable, texts.values(), chunksize=8))
    return [
        {key: text for (key, text), is_stable in zip(texts.items(), are_stable, strict=True) if is_stable == wanted}
        for wanted in (True, False)
    ]


# ---- compiling -------------------------------------------------------------------------------------------------------


def find_nvrtc(package):
    folder = WORK / package.replace(" ", "")
    pattern = "nvidia/*/lib/libnvrtc.so.1?"
    if not list(folder.glob(pattern)):
        command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*command, "--target", str(folder), package], check=True)
    (path,) = folder.glob(pattern)
    return path


class Compiler:
    """NVRTC: from text to machine code."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.call("Version", ctypes.byref(major), ctypes.byref(minor))
        self.version = (major.value, minor.value)

    def call(self, name, *arguments):
        code = getattr(self.library, f"nvrtc{name}")(*arguments)
        if code:
            raise RuntimeError(f"nvrtc{name}: {code}")

    def compile(self, text, options):
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        self.call("CreateProgram", ctypes.byref(program), text.encode(), b"kernel.cu", 0, None, None)
        words = (ctypes.c_char_p * len(options))(*[word.encode() for word in options])
        self.call("CompileProgram", program, len(options), words)
        self.call("GetCUBINSize", program, ctypes.byref(size))
        image = ctypes.create_string_buffer(size.value)
        self.call("GetCUBIN", program, image)
        self.call("DestroyProgram", ctypes.byref(program))
        return image.raw


def compile_one(job):
    path, text, architecture = job
    text, _, options = text.rpartition("\n//")
    options = [word for word in options.split() if "--gpu-architecture" not in word]
    options.append(f"--gpu-architecture=sm_{architecture}")
    compiler = Compiler(path)
    name = hashlib.sha256(repr((compiler.version, text, options)).encode()).hexdigest()
    kept = WORK / "cubins" / name[:32]
    if not kept.exists():
        image = compiler.compile(text, options)
        temporary = kept.with_suffix(f".{os.getpid()}")
        temporary.write_bytes(image)
        temporary.rename(kept)
    return kept.read_bytes()


def compile_all(path, texts, architecture):
    (WORK / "cubins").mkdir(parents=True, exist_ok=True)
    jobs = [(path, text, architecture) for text in texts.values()]
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return dict(zip(texts, pool.map(compile_one, jobs, chunksize=8), strict=True))


# ---- the file --------------------------------------------------------------------------------------------------------


def choose_dictionary(images):
    """Pieces of small programs: those of which most are much like one another."""
    small = sorted(images, key=len)[: len(images) * 3 // 4]
    return b"".join(small[:: max(len(small) // 12, 1)])[-DICTIONARY_BYTES:]


def make_blocks(images):
    """Lists of keys: programs that are like one another, of about BLOCK_BYTES in all, as one is unpacked for each."""
    blocks, size = [[]], 0
    for key in sorted(images, key=lambda key: (len(images[key]) // 512, images[key][0x680:0x800])):
        if blocks[-1] and size + len(images[key]) > BLOCK_BYTES:
            blocks.append([])
            size = 0
        blocks[-1].append(key)
        size += len(images[key])
    return blocks


def pack_architecture(images, start):
    """The bytes of its dictionary, blocks and index, which begin at `start` in the file; the numbers of its section."""
    import lz4.block

    dictionary = choose_dictionary(images.values())
    body, entries = bytearray(dictionary), []
    for keys in make_blocks(images):
        block = b"".join(images[key] for key in keys)
        packed = lz4.block.compress(block, mode="high_compression", compression=12, dict=dictionary, store_size=False)
        at = 0
        for key in keys:
            numbers = (start + len(body), len(packed), len(block), at, len(images[key]))
            entries.append((*struct.unpack(">QQ", key), *numbers))
            at += len(images[key])
        body += packed
    body += bytes(-(start + len(body)) % 8)
    section = (len(entries), start + len(body), start, len(dictionary))
    body += b"".join(struct.pack("<QQQIIII", low, high, *rest) for high, low, *rest in sorted(entries))
    return body, section


def pack(sections):
    """The file that src/backend/cuda/precompiled.c reads. Of each section: the architecture, the first and the last
    release of NVRTC that it agrees with, and machine code by key."""
    start = struct.calcsize("<8s4iQ") + len(sections) * struct.calcsize("<II4iQQQ")
    heads, body = b"", bytearray()
    for architecture, (first, last), images in sections:
        more, (n, *offsets) = pack_architecture(images, start + len(body))
        heads += struct.pack("<II4iQQQ", architecture, n, *first, *last, *offsets)
        body += more
    return struct.pack("<8s4iQ", b"dpexcub2", *KEY_VERSION, len(sections)) + heads + body


def add_to_wheel(wheel, file):
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([sys.executable, "-m", "wheel", "unpack", "-d", work, str(wheel)], check=True)
        (folder,) = Path(work).iterdir()
        shutil.copy(file, folder / "opendpex/lib" / NAME)
        subprocess.run([sys.executable, "-m", "wheel", "pack", "-d", str(wheel.parent), str(folder)], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", nargs="*", type=Path, metavar="WHEEL")
    parser.add_argument("--out", type=Path, default=WORK / NAME)
    parser.add_argument("--architectures", default=",".join(map(str, ARCHITECTURES)))
    parser.add_argument("--run-operations", nargs="+", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run_operations:
        return run_operations(args.run_operations)
    same, others = divide(list_texts())
    architectures = [int(word) for word in args.architectures.split(",")]
    sections = [(of, ANY, compile_all(find_nvrtc(RELEASES[0][0]), same, of)) for of in architectures]
    for package, first, last in RELEASES:
        sections += [(of, (first, last), compile_all(find_nvrtc(package), others, of)) for of in architectures]
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_bytes(pack(sections))
    print(
        f"{len(same)} kernels, and {len(others)} for {len(RELEASES)} groups of compilers, for {len(architectures)} "
        f"architectures: {args.out.stat().st_size / 1e6:.1f} MB"
    )
    for path in args.wheels:
        for wheel in sorted(path.glob("*.whl")) if path.is_dir() else [path]:
            add_to_wheel(wheel, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
