"""Random damage to the folder of compiled programs and kernels: whoever uses it next computes what is right, and neither dies nor hangs."""

import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import threading

import numpy as np

import dpctl
import dpctl.memory as dpm
import dpctl.program as dpp
import dpctl.tensor as dpt
import numba_dpex as dpex

from . import note
from ._children import Child

__all__ = ["CASES", "ENV", "PATIENCE", "case"]

ENV = {"OCL_ICD_VENDORS": "/nonexistent", "DPEX_CACHE_DIR": "/nonexistent", "PYTHONFAULTHANDLER": "1"}
CASES = 200
PATIENCE = 300  # longer than the children have

TEXT = "__kernel void k(__global long *x) { size_t i = get_global_id(0); x[i] = x[i] * %d + (long)i; }"
N = 20


@dpex.kernel
def add_three(item, x):
    i = item.get_id(0)
    x[i] += 3


@dpex.kernel
def of_groups(nd, x):
    i = nd.get_global_id(0)
    x[i] = x[i] * 2 + nd.get_local_id(0)


def use(factors, both):
    """Compiles, or finds, and checks what is computed."""
    queue = dpctl.SyclQueue("opencl:cpu:0")
    for factor in factors:
        memory = dpm.MemoryUSMShared(8 * N, queue=queue)
        x = np.frombuffer(memory, "i8")
        x[:] = 5
        program = dpp.create_program_from_source(queue, TEXT % factor)
        queue.submit(program.get_sycl_kernel("k"), [memory], [N])
        assert (x == 5 * factor + np.arange(N)).all(), f"wrong numbers of a program: {x}"
    for function, space, expected in (
        (add_three, dpex.Range(N), np.full(N, 8)),
        (of_groups, dpex.NdRange((N,), (5,)), 10 + np.arange(N) % 5),
    )[: 1 + both]:
        x = dpt.full(N, 5, sycl_queue=queue)
        dpex.call_kernel(function, space, x)
        assert (dpt.asnumpy(x) == expected).all(), f"wrong numbers of a kernel: {dpt.asnumpy(x)}"


# ---- damage: each takes the generator, an entry and the folder -----------------------------------------------------------


def truncated(rng, entry, _):
    os.truncate(entry, rng.choice((0, 1, 7, 8, 16, 63, 64, 100, rng.randrange(entry.stat().st_size + 1))))


def flipped(rng, entry, _):
    data = bytearray(entry.read_bytes())
    for _ in range(rng.choice((1, 1, 3, 100))):
        if data:
            at = rng.randrange(min(len(data), rng.choice((16, 64, 256, 1 << 30))))
            data[at] ^= 1 << rng.randrange(8)
    entry.write_bytes(data)


def overwritten(rng, entry, _):
    with open(entry, "r+b") as file:
        file.seek(rng.randrange(entry.stat().st_size + 1))
        file.write(
            rng.randbytes(rng.choice((1, 8, 100, 5000))) if rng.random() < 0.7 else bytes(rng.choice((8, 100, 5000)))
        )


def appended(rng, entry, _):
    with open(entry, "ab") as file:
        file.write(rng.randbytes(rng.choice((1, 8, 4096))))


def swapped(rng, entry, folder):
    other = rng.choice(sorted(p for p in folder.iterdir() if p.is_file() and p != entry) or [entry])
    aside = folder / f"aside{rng.randrange(1 << 30)}"
    entry.rename(aside)
    if other != entry:
        other.rename(entry)
    aside.rename(other)


def removed(rng, entry, _):
    entry.unlink()


def no_file(rng, entry, folder):
    entry.unlink()
    kind = rng.randrange(6)
    if kind == 0:
        entry.mkdir()
    elif kind == 1:
        entry.mkdir()
        (entry / "something").write_text("inside")
    elif kind == 2:
        entry.symlink_to(
            rng.choice(("/nonexistent", "/dev/zero", "/dev/null", ".", entry.name, "/etc/passwd", str(folder)))
        )
    elif kind == 3:
        os.mkfifo(entry)
    elif kind == 4:
        with open(entry, "wb") as file:
            file.truncate(1 << 33)
    else:
        entry.write_bytes(b"\x7fELF" + rng.randbytes(rng.choice((4, 60, 4000))))


def permissions(rng, entry, folder):
    rng.choice((entry, folder)).chmod(rng.choice((0, 0o200, 0o400, 0o777, 0o111)))


def beside(rng, entry, folder):
    """Things that nobody knows."""
    name = rng.choice(
        (
            entry.name + ".tmp",
            entry.name + "~",
            ".lock",
            "x" * 255,
            "é",
            "pruned",
            entry.stem,
            "a.so",
            "b.o",
            "stamp",
            ".prune",
        )
    )
    path = folder / name
    if not path.exists():
        rng.choice((lambda: path.write_bytes(rng.randbytes(50)), path.mkdir, lambda: path.symlink_to("/dev/zero")))()


def old(rng, entry, _):
    when = rng.choice((0, 1, 1 << 31, -1, 1 << 34))
    os.utime(entry, (when, when))


DAMAGES = [
    truncated,
    truncated,
    flipped,
    flipped,
    flipped,
    overwritten,
    overwritten,
    appended,
    swapped,
    removed,
    no_file,
    no_file,
    permissions,
    beside,
    old,
]


IN_PLACE = (truncated, flipped, overwritten, appended)


def no_folder(rng, folder):
    """The folder itself is something else."""
    shutil.rmtree(folder)
    kind = rng.randrange(6)
    if kind == 0:
        folder.write_text("a file")
    elif kind == 1:
        folder.symlink_to(rng.choice(("/nonexistent", folder.name, "/dev/null", "/proc", "/")))
    elif kind == 2:
        folder.mkdir(mode=rng.choice((0, 0o500, 0o777)))
    elif kind == 3:
        return folder / "a" / "b" / "c"
    elif kind == 4:
        return folder / ("x" * 300)
    else:
        return pathlib.Path(str(folder) + "/x" * rng.choice((2000, 3000)))
    return folder


# ---- cases ---------------------------------------------------------------------------------------------------------------

_template = None


def template():
    """A folder that holds what the programs need, made once."""
    global _template
    if _template is None:
        _template = tempfile.TemporaryDirectory()
        folder = pathlib.Path(_template.name) / "cache"
        Child(lambda: use((2, 3), True), {b"DPEX_CACHE_DIR": os.fsencode(folder)}).wait().check("the first user")
    return pathlib.Path(_template.name) / "cache"


def disturb(rng, folder, done):
    """Removes and damages entries for as long as others use them."""
    while not done.is_set():
        try:
            damage(rng, folder)
        except OSError:
            pass
        done.wait(0.005)


def damage(rng, folder):
    """Another file in the place of an entry, as programs that are stopped, disks and people leave it; the old one may be loaded still."""
    entries = sorted(p for p in folder.iterdir() if p.is_file() and not p.is_symlink())
    if not entries:
        return "none"
    chosen, how = rng.choice(entries), rng.choice(DAMAGES)
    if how in IN_PLACE:
        copy = folder / f"{chosen.name[:200]}.{rng.randrange(1 << 30)}.copy"
        shutil.copyfile(chosen, copy)
        how(rng, copy, folder)
        copy.replace(chosen)
    else:
        how(rng, chosen, folder)
    return f"{how.__name__} {chosen.name}"


def case(rng):
    """One folder, used once or twice, by one process or several."""
    home = pathlib.Path(tempfile.mkdtemp(prefix="dpex-fuzz-"))
    text = []
    note(lambda: "\n".join(text))
    try:
        folder = home / "cache"
        shutil.copytree(template(), folder)
        if rng.random() < 0.1:
            folder = no_folder(rng, folder)
            text.append(f"no folder: {str(folder)[:200]}")
        else:
            for _ in range(rng.choice((1, 1, 2, 5))):
                text.append(damage(rng, folder))
        environment = {b"DPEX_CACHE_DIR": os.fsencode(folder)}
        if rng.random() < 0.2:
            environment[b"DPEX_CACHE_LIMIT"] = rng.choice((b"0", b"1", b"1K", b"20K", b"1G"))
        _use_it(rng, folder, environment, text)
    finally:
        for path in (home / "cache", home):
            if path.exists() and not path.is_symlink():
                path.chmod(0o700)
        subprocess.run(
            ["rm", "-rf", home], check=False
        )  # folders may be in each other more deeply than Python can follow


def _use_it(rng, folder, environment, text):
    body = lambda: use(rng_factors, both)
    rng_factors, both = rng.choice(((2,), (2, 3), (2, 3, 7) if rng.random() < 0.1 else (3,))), rng.random() < 0.5
    if rng.random() < 0.1:
        text.append("several at once, while it is damaged")
        children, done = [Child(body, environment) for _ in range(3)], threading.Event()
        disturber = threading.Thread(target=disturb, args=(random.Random(rng.random()), folder, done))
        disturber.start()
        outcomes = [child.wait() for child in children]
        done.set()
        disturber.join()
    else:
        outcomes = [Child(body, environment).wait() for _ in range(rng.choice((1, 1, 2)))]
    for outcome in outcomes:
        outcome.check(f"a user of what was {text[0].split()[0]}")
