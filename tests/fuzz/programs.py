"""Random asynchronous programs over several queues beside the same program of NumPy, one statement after the other.

A *cell* is an array of ours together with NumPy's twin of it, which every operation changes in the same way; a slice of a cell is a cell that shares
memory with it on both sides. Array operations of a queue are ordered, and so are commands of different queues on one memory. What is *not* ordered is
what this program has to order, as any program: copies and kernels from text on an out-of-order queue beside other commands of that queue. `Block.loose`
holds such an event until somebody waits for it or names it as a dependency.

All numbers are such that both sides agree to the last bit: sums are of integers, which wrap around in both.
"""

import ctypes
import gc
import random
import threading

import numpy as np

import dpctl
import dpctl.memory as dpm
import dpctl.program as dpp
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
from dpctl.utils import SequentialOrderManager

from . import note
from ._growth import Growth

__all__ = ["ENV", "CASES", "case", "last_text", "wait_for_all"]

ENV = {
    "DPEX_SIMULATE": "gpu:2x2",
    "ZE_FLAT_DEVICE_HIERARCHY": "COMPOSITE",
    "OCL_ICD_VENDORS": "/nonexistent",
    "OPENBLAS_NUM_THREADS": "1",
}
CASES = 20_000

DTYPES = ("i8", "i8", "i4", "f8", "f4")
KERNELS = """
__kernel void scale(__global long *x, long a) { size_t i = get_global_id(0); x[i] = x[i] * a + (long)i; }
__kernel void add(__global long *x, __global const long *y) { size_t i = get_global_id(0); x[i] += y[i]; }
__kernel void slow(__global long *x, int n) { long s = x[0]; for (int t = 0; t < n; t++) s = (s * 5 + t) & 1023; x[0] = s; }
"""
SLOW_ROUNDS = (10, 1000, 30000)


@dpex.kernel
def add_python(item, x, y):
    i = item.get_id(0)
    x[i] += y[i]


@dpex.kernel
def slow_python(item, x, n):
    s = x[0]
    for t in range(n):
        s = (s * 5 + t) & 1023
    x[0] = s


def slow(s, n):
    for t in range(n):
        s = (s * 5 + t) & 1023
    return s


SLOW = {n: np.array([slow(s, n) for s in range(1024)]) for n in SLOW_ROUNDS}


class Site:
    """A queue, and what was compiled for it."""

    def __init__(self, queue, kernels):
        self.queue, self.kernels = queue, kernels
        self.is_ordered = queue.is_in_order


class Machine:
    """The devices and queues of this process. Queues are made once; some programs make more."""

    def __init__(self):
        cpu = dpctl.SyclDevice("opencl:cpu:0")
        cards = [d for d in dpctl.get_devices() if d.has_aspect_gpu]
        tiles = [tile for card in cards[:1] for tile in card.create_sub_devices(partition="next_partitionable")]
        self.kernels = {}
        self.contexts = [dpctl.SyclContext(devices) for devices in ([cpu], cards, tiles) if devices]
        self.spots = [(None, d) for d in (cpu, *cards, *tiles)] + [
            (context, d) for context in self.contexts for d in context.get_devices()
        ]
        self.sites = [self.make_site(spot, property) for spot in self.spots for property in ("default", "in_order")]
        self.cpu = [site for site in self.sites if site.queue.sycl_device == cpu]
        self.growth = Growth()

    def make_site(self, spot, property):
        context, device = spot
        queue = (
            dpctl.SyclQueue(device, property=property)
            if context is None
            else dpctl.SyclQueue(context, device, property=property)
        )
        key = context, device
        if key not in self.kernels:
            program = dpp.create_program_from_source(queue, KERNELS)
            self.kernels[key] = {name: program.get_sycl_kernel(name) for name in ("scale", "add", "slow")}
        return Site(queue, self.kernels[key])

    def choose_sites(self, rng):
        n = rng.choice((1, 1, 2, 2, 3, 4))
        sites = rng.sample(self.cpu if rng.random() < 0.4 else self.sites, n)
        if rng.random() < 0.05:
            sites.append(
                self.make_site(rng.choice(self.spots), rng.choice(("default", "in_order", "enable_profiling")))
            )
        return sites


class Block:
    """What belongs to one allocation: events that the queue does not order by itself."""

    def __init__(self):
        self.loose = []  # (site, event)


class Cell:
    def __init__(self, site, x, twin, block=None):
        self.site, self.x, self.twin = site, x, np.asarray(twin)
        self.block = block or Block()
        self.is_whole = block is None  # starts where its memory starts, without gaps


class Program:
    def __init__(self, machine, rng, sites, n_steps):
        self.machine, self.rng, self.sites, self.n_steps = machine, rng, sites, n_steps
        self.cells: list[Cell] = []
        self.memories = []  # (site, memory, bytearray twin, Block)
        self.log: list[str] = []
        self.one_in_large = rng.choice((3, 30, 1000))

    # ---- choosing ----

    def numbers(self, shape, dtype):
        """Small integers and quarters; made from few random bits, which cost less than many."""
        rng = self.rng
        n = int(np.prod(shape))
        start, step = rng.randrange(-50, 50), rng.randrange(-7, 8)
        x = (np.arange(start, start + n * 3, 3, dtype="i8") * step % 97 - 40)[:n].reshape(shape)
        return x.astype(dtype) / 4 if dtype[0] == "f" and rng.random() < 0.5 else x.astype(dtype)

    def shape(self):
        rng = self.rng
        n = (
            rng.choice((1, 2, 3, 7, 16, 17, 64, 100))
            if rng.randrange(self.one_in_large)
            else rng.choice((1000, 5000, 40000))
        )
        return rng.choice(((n,), (n,), (n, 3), (2, n)))

    def cell(self, want=None, site=None):
        cells = [c for c in self.cells if (want is None or want(c)) and (site is None or c.site is site)]
        return self.rng.choice(cells) if cells else None

    def partner(self, cell, same_dtype=False):
        """Another operand that fits: a cell on the same queue that broadcasts to this one's shape, else a number."""
        fits = lambda c: (
            c.twin.shape in (cell.twin.shape, cell.twin.shape[-1:], ())
            and (not same_dtype or c.twin.dtype == cell.twin.dtype)
        )  # noqa: E731
        other = self.cell(fits, cell.site)
        if other is None or self.rng.random() < 0.2:
            return None, self.rng.randrange(-9, 10), self.rng.randrange(-9, 10)
        return other, None, None

    # ---- order ----

    def settle(self, site, *blocks):
        """Before an operation of this queue that takes no events: what it does not order by itself is waited for."""
        if site.is_ordered:
            return
        for block in blocks:
            for where, event in block.loose:
                if where is site:
                    event.wait()
            block.loose = [(where, event) for where, event in block.loose if where is not site]

    def before(self, site, *blocks):
        """The events that a copy or a kernel of this queue has to name."""
        if site.is_ordered:
            return []
        kind = self.rng.randrange(4)
        if kind == 0:
            self.settle(site, *blocks)
            site.queue.wait()
            return []
        if kind == 1:
            return [site.queue.submit_barrier()]
        events = [event for block in blocks for where, event in block.loose if where is site]
        if kind == 2:
            return (
                [site.queue.submit_barrier(events)]
                if events and not self.has_arrays(blocks)
                else [site.queue.submit_barrier(), *events]
            )
        return [*events, site.queue.submit_barrier()]

    def has_arrays(self, blocks):
        """Whether array operations, which have no events, may have used them."""
        return any(cell.block in blocks for cell in self.cells)

    def after(self, site, event, *blocks):
        for block in blocks:
            block.loose = (
                [] if site.is_ordered else [*(entry for entry in block.loose if entry[0] is not site), (site, event)]
            )
        if self.rng.random() < 0.1:
            event.wait()

    # ---- statements: each returns what it did, in words, or None ----

    def make(self):
        rng, site = self.rng, self.rng.choice(self.sites)
        shape, dtype = self.shape(), rng.choice(DTYPES)
        kind = rng.randrange(6)
        at = {"sycl_queue": site.queue, "dtype": dtype}
        if kind < 3:
            twin = self.numbers(shape, dtype)
            x = dpt.asarray(twin, **at, usm_type=rng.choice(("device", "shared", "host")))
        elif kind == 3:
            value = rng.randrange(-9, 10)
            twin, x = np.full(shape, value, dtype), dpt.full(shape, value, **at)
        elif kind == 4:
            twin, x = np.arange(shape[0], dtype=dtype), dpt.arange(shape[0], **at)
        else:
            x, twin = dpt.empty(shape, **at), np.zeros(shape, dtype)
            x[...] = 0
        self.cells.append(Cell(site, x, twin))
        return f"make {twin.shape} {dtype}"

    BINARY = [
        (dpt.add, np.add),
        (dpt.subtract, np.subtract),
        (dpt.multiply, np.multiply),
        (dpt.maximum, np.maximum),
        (dpt.minimum, np.minimum),
    ]
    UNARY = [
        (dpt.negative, np.negative),
        (dpt.abs, np.abs),
        (dpt.square, np.square),
        (dpt.positive, np.positive),
        (dpt.sign, np.sign),
    ]

    def compute(self):
        a = self.cell()
        self.settle(a.site, a.block)
        if self.rng.random() < 0.3:
            ours, theirs = self.rng.choice(self.UNARY)
            x, twin = ours(a.x), theirs(a.twin)
        else:
            ours, theirs = self.rng.choice(self.BINARY)
            b, number, _ = self.partner(a)
            if b is None:
                x, twin = ours(a.x, number), theirs(a.twin, number)
            else:
                self.settle(a.site, b.block)
                x, twin = ours(a.x, b.x), theirs(a.twin, b.twin)
        if self.rng.random() < 0.2 and twin.shape == a.twin.shape and twin.dtype == a.twin.dtype:
            a.x[...] = x
            a.twin[...] = twin
            return f"{theirs.__name__} into its operand"
        self.cells.append(Cell(a.site, x, twin))
        return theirs.__name__

    def in_place(self):
        a = self.cell(lambda c: c.twin.ndim)
        if a is None:
            return None
        b, number, _ = self.partner(a, same_dtype=True)
        self.settle(a.site, a.block, *([b.block] if b else []))
        other, twin = (number, number) if b is None else (b.x, b.twin)
        kind = self.rng.randrange(4)
        if kind == 0:
            a.x += other
            a.twin += twin
        elif kind == 1:
            a.x *= other
            a.twin *= twin
        elif kind == 2:
            a.x[...] = other
            a.twin[...] = np.array(twin)
        else:
            a.x -= other
            a.twin -= twin
        return f"in place {kind}"

    def slice_of(self, n):
        rng = self.rng
        step = rng.choice((1, 1, 2, 3, -1, -2))
        first, last = sorted((rng.randrange(n + 1), rng.randrange(n + 1)))
        return slice(first, last, step) if step > 0 else slice(last - 1 if last else None, None, step)

    def assign_part(self):
        a = self.cell(lambda c: c.twin.ndim)
        if a is None:
            return None
        key = self.slice_of(a.twin.shape[0])
        self.settle(a.site, a.block)
        if self.rng.random() < 0.5:
            number = self.rng.randrange(-9, 10)
            a.x[key] = number
            a.twin[key] = number
            return f"x[{key}] = {number}"
        part = a.twin[key]
        b = self.cell(lambda c: c.twin.shape in (part.shape, part.shape[1:]) and c.twin.dtype == a.twin.dtype)
        if b is None:
            return None
        if b.site is not a.site and b.site.queue.sycl_context != a.site.queue.sycl_context:
            return None
        self.settle(a.site, b.block)
        self.settle(b.site, a.block, b.block)
        a.x[key] = b.x
        a.twin[key] = b.twin.copy()  # NumPy does not notice that lines of different steps overlap
        return f"x[{key}] = cell"

    def view(self):
        a = self.cell(lambda c: c.twin.ndim)
        if a is None:
            return None
        if self.rng.random() < 0.2:
            x, twin = a.x.T if a.twin.ndim == 2 else a.x[None], a.twin.T if a.twin.ndim == 2 else a.twin[None]
        else:
            key = self.slice_of(a.twin.shape[0])
            x, twin = a.x[key], a.twin[key]
        self.cells.append(Cell(a.site, x, twin, a.block))
        return "view"

    def reduce(self):
        a = self.cell(lambda c: c.twin.size)
        if a is None:
            return None
        self.settle(a.site, a.block)
        axis = self.rng.choice((None, *range(a.twin.ndim)))
        names = ["max", "min", "argmax", "argmin", "any", "all", "count_nonzero"] + (
            ["sum", "sum", "prod", "cumulative_sum"] if a.twin.dtype.kind == "i" else []
        )
        name = self.rng.choice(names)
        if name == "cumulative_sum":
            axis = axis or 0
            if not a.twin.ndim:
                return None
            x, twin = dpt.cumulative_sum(a.x, axis=axis), np.cumsum(a.twin, axis=axis)
        else:
            x, twin = getattr(dpt, name)(a.x, axis=axis), np.asarray(getattr(np, name)(a.twin, axis=axis))
        result = Cell(a.site, x, twin)
        if twin.dtype == bool:
            self.check(result)
        else:
            self.cells.append(result)
        return f"{name} axis {axis}"

    def select(self):
        a = self.cell(lambda c: c.twin.ndim and c.twin.shape[0])
        if a is None:
            return None
        self.settle(a.site, a.block)
        kind, n = self.rng.randrange(6), a.twin.shape[0]
        if kind == 0:
            index = np.array([self.rng.randrange(n) for _ in range(self.rng.randrange(1, 6))])
            x, twin = dpt.take(a.x, dpt.asarray(index, sycl_queue=a.site.queue), axis=0), np.take(a.twin, index, axis=0)
        elif kind == 1:
            x, twin = a.x[a.x > 0], a.twin[a.twin > 0]
        elif kind == 2:
            x, twin = dpt.where(a.x > 3, a.x, -a.x), np.where(a.twin > 3, a.twin, -a.twin)
        elif kind == 3:
            x, twin = dpt.sort(a.x, axis=0), np.sort(a.twin, axis=0)
        elif kind == 4:
            x, twin = dpt.concat([a.x, a.x]), np.concatenate([a.twin, a.twin])
            if twin.size > 200_000:
                return None
        else:
            a.x[a.x < 0] = 1
            a.twin[a.twin < 0] = 1
            return "by mask"
        self.cells.append(Cell(a.site, x, twin))
        return f"select {kind}"

    def product(self):
        a = self.cell(lambda c: c.twin.ndim == 2 and 0 < c.twin.size < 400 and c.twin.dtype.kind == "i")
        if a is None:
            return None
        self.settle(a.site, a.block)
        x, twin = dpt.matmul(a.x, a.x.T), np.matmul(a.twin, a.twin.T)
        self.cells.append(Cell(a.site, x, np.asarray(twin)))
        return "product"

    def move(self):
        """A copy on another queue."""
        a, site = self.cell(), self.rng.choice(self.sites)
        self.settle(a.site, a.block)
        self.settle(site, a.block)
        kind = self.rng.randrange(4)
        if kind == 0:
            x, twin, block = a.x.to_device(site.queue), a.twin, a.block
            if site is a.site or x._pointer == a.x._pointer:
                self.cells.append(Cell(site, x, twin, block))
                return "to_device, shared"
            twin = a.twin.copy()
        elif kind == 1:
            x, twin = dpt.asarray(a.x, sycl_queue=site.queue, copy=True), a.twin.copy()
        elif kind == 2:
            x, twin, site = dpt.copy(a.x), a.twin.copy(), a.site
        else:
            x, twin = dpt.empty(a.twin.shape, dtype=a.twin.dtype, sycl_queue=site.queue), a.twin.copy()
            x[...] = a.x if site.queue.sycl_context == a.site.queue.sycl_context else dpt.asnumpy(a.x)
        self.cells.append(Cell(site, x, twin))
        return f"move {kind}"

    def kernel(self):
        a = self.cell(
            lambda c: (
                c.is_whole
                and c.twin.dtype == "i8"
                and c.twin.size
                and c.x.flags.c_contiguous
                and c.x.sycl_queue == c.site.queue
            )
        )
        if a is None:
            return None
        name = self.rng.choice(("scale", "add", "slow"))
        kernel, n = a.site.kernels[name], a.twin.size
        blocks, args, flat = [a.block], [a.x.usm_data], a.twin.reshape(-1)
        if not np.shares_memory(flat, a.twin):
            return None
        if name == "scale":
            number = self.rng.randrange(-3, 4)
            args.append(ctypes.c_int64(number))
            result = flat * number + np.arange(n)
        elif name == "add":
            b = self.cell(
                lambda c: (
                    c.is_whole and c.twin.dtype == "i8" and c.twin.size >= n and c is not a and c.x.flags.c_contiguous
                ),
                a.site,
            )
            if b is None:
                return None
            blocks.append(b.block)
            args.append(b.x.usm_data)
            result = flat + b.twin.reshape(-1)[:n]
        else:
            rounds = self.rng.choice(SLOW_ROUNDS)
            args.append(ctypes.c_int32(rounds))
            result, n = flat.copy(), 1
            result[0] = SLOW[rounds][flat[0] & 1023]
        event = a.site.queue.submit_async(kernel, args, [n], None, self.before(a.site, *blocks))
        flat[:] = result
        self.after(a.site, event, *blocks)
        return f"kernel {name}"

    def python_kernel(self):
        a = self.cell(lambda c: c.twin.dtype == "i8" and c.twin.ndim == 1 and c.twin.size)
        if a is None:
            return None
        b = (
            self.cell(lambda c: c.twin.dtype == "i8" and c.twin.ndim == 1 and c.twin.size >= a.twin.size, a.site)
            if self.rng.random() < 0.7
            else None
        )
        if b is not None and np.shares_memory(a.twin, b.twin) and b is not a:
            return None  # work-items would see each other
        if b is None:
            rounds = self.rng.choice(SLOW_ROUNDS)
            args, blocks, n, function = (a.x, rounds), [a.block], 1, slow_python
        else:
            args, blocks, n, function = (a.x, b.x), [a.block, b.block], a.twin.size, add_python
        events = [event for block in blocks for where, event in block.loose if where is a.site]
        if self.rng.random() < 0.3:
            self.settle(a.site, *blocks)
            dpex.call_kernel(function, dpex.Range(n), *args)
        else:
            host, event = dpex.call_kernel_async(function, dpex.Range(n), tuple(events), *args)
            self.after(a.site, event, *blocks)
            if self.rng.random() < 0.1:
                host.wait()
        if b is None:
            a.twin[0] = SLOW[rounds][a.twin[0] & 1023]
        else:
            a.twin += b.twin[: a.twin.size]
        return f"python kernel {function.__name__}"

    # ---- memory without arrays ----

    MEMORY = (dpm.MemoryUSMDevice, dpm.MemoryUSMShared, dpm.MemoryUSMHost)

    def make_memory(self):
        site, n = self.rng.choice(self.sites), self.rng.choice((1, 8, 100, 256, 4096, 100_000))
        memory = self.rng.choice(self.MEMORY)(n, queue=site.queue)
        value = self.rng.randrange(256)
        memory.memset(value)
        self.memories.append((site, memory, bytearray([value]) * n, Block()))
        return f"memory {n}"

    def two_memories(self):
        if len(self.memories) < 2:
            self.make_memory()
            self.make_memory()
        a, b = self.rng.sample(self.memories, 2)
        return a, b, min(len(a[2]), len(b[2]))

    def copy_memory(self):
        (site, target, twin, block), (other, source, source_twin, source_block), n = self.two_memories()
        kind = self.rng.randrange(5)
        if kind < 3:
            if site.queue.sycl_context != other.queue.sycl_context:
                return None
            n = self.rng.randrange(1, n + 1)
            event = site.queue.memcpy_async(target, source, n, self.before(site, block, source_block))
            self.after(site, event, block, source_block)
        elif kind == 3:
            if len(source_twin) > len(twin):
                return None
            n = len(source_twin)
            self.settle_all(block, source_block)
            target.copy_from_device(source)
        else:
            if n > len(twin):
                return None
            data = bytes(self.rng.randrange(256) for _ in range(8))[: len(twin)]
            event = site.queue.memcpy_async(target, data, len(data), self.before(site, block))
            self.after(site, event, block)
            twin[: len(data)] = data
            return "from bytes"
        twin[:n] = source_twin[:n]
        return f"copy memory {kind}"

    def settle_all(self, *blocks):
        for block in blocks:
            for _, event in block.loose:
                event.wait()
            block.loose = []

    def set_memory(self):
        if not self.memories:
            return None
        site, memory, twin, block = self.rng.choice(self.memories)
        value = self.rng.randrange(256)
        self.settle(site, block)
        if self.rng.random() < 0.5:
            memory.memset(value)
        else:
            site.queue.memset(memory, value)
        twin[:] = bytes([value]) * len(twin)
        return "set memory"

    def read_memory(self):
        if not self.memories:
            return None
        i = self.rng.randrange(len(self.memories))
        self.check_memory(self.memories[i])
        return "read memory"

    def check_memory(self, entry):
        site, memory, twin, block = entry
        if self.rng.random() < 0.5:
            found = memory.tobytes()
        else:
            self.settle_all(block)
            found = bytearray(len(twin))
            site.queue.memcpy(found, memory, len(twin))
        assert found == twin, (
            f"wrong bytes of memory\nmemory of {len(twin)} bytes: {bytes(found[:16])} in place of {bytes(twin[:16])}"
        )

    # ---- all the rest ----

    def drop(self):
        """Freed while commands are pending, or not."""
        if self.memories and self.rng.random() < 0.4:
            self.memories.pop(self.rng.randrange(len(self.memories)))
            return "drop memory"
        if len(self.cells) < 2:
            return None
        self.cells.pop(self.rng.randrange(len(self.cells)))
        return "drop"

    def wait(self):
        site = self.rng.choice(self.sites)
        kind = self.rng.randrange(3)
        if kind == 0:
            site.queue.wait()
        elif kind == 1:
            site.queue.submit_barrier().wait()
        else:
            dpctl.SyclEvent.wait_for([p.queue.submit_barrier() for p in self.sites])
        return f"wait {kind}"

    def manage(self):
        """The order manager's events as dependencies of a task that is added to it."""
        site = self.rng.choice(
            [p for p in self.sites if p in self.machine.sites] or self.machine.sites
        )  # its managers are kept for good
        manager = SequentialOrderManager[site.queue]
        event = site.queue.submit_barrier(manager.submitted_events)
        manager.add_event_pair(event, event)
        if self.rng.random() < 0.2:
            manager.wait()
        return "manage"

    def keep(self):
        """An event that nobody holds, and objects that are kept for it."""
        site = self.rng.choice(self.sites)
        site.queue._submit_keep_args_alive([object()], [site.queue.submit_barrier()])
        return "keep"

    def read(self):
        a = self.cell()
        self.check(a)
        if a.twin.size:
            index = tuple(self.rng.randrange(n) for n in a.twin.shape)
            self.settle(a.site, a.block)
            found, expected = float(a.x[index]), float(a.twin[index])
            assert found == expected or expected != expected, f"wrong element\n{found}, not {expected}"
        return "read"

    def other_package(self):
        a = self.cell()
        self.settle(a.site, a.block)
        x = dpnp.asarray(a.x)
        y = dpnp.maximum(x, 2) - x
        self.cells.append(Cell(a.site, y.get_array(), np.maximum(a.twin, 2) - a.twin))
        return "dpnp"

    def check(self, cell):
        self.settle(cell.site, cell.block)
        found = dpt.asnumpy(cell.x)
        assert found.dtype == cell.twin.dtype and found.shape == cell.twin.shape, (
            f"another type or shape\n{found.dtype} {found.shape}, not {cell.twin.dtype} {cell.twin.shape}"
        )
        if not np.array_equal(found, cell.twin, equal_nan=True):
            wrong = np.argwhere(found != cell.twin)
            at = tuple(wrong[0])
            raise AssertionError(
                f"wrong elements of an array\n{len(wrong)} of {found.size} elements differ, the first at {at}: {found[at]}, not {cell.twin[at]}"
            )

    STEPS = ("make", "make", "compute", "compute", "compute", "compute", "in_place", "in_place", "assign_part", "assign_part", "view", "view", "reduce",
             "select", "product", "move", "move", "kernel", "kernel", "python_kernel", "make_memory", "copy_memory", "copy_memory", "set_memory",
             "read_memory", "drop", "drop", "drop", "wait", "manage", "keep", "read", "other_package")  # fmt: skip

    def run(self):
        with np.errstate(all="ignore"):
            self.do()

    def do(self):
        self.log.append(self.make())
        for _ in range(self.n_steps):
            name = self.rng.choice(self.STEPS)
            if not self.cells:
                name = "make"
            self.log.append(name)
            done = getattr(self, name)()
            if done is None:
                self.log.pop()
            else:
                self.log[-1] = done
        if self.rng.random() < 0.8:  # else it ends with commands pending
            for cell in self.cells:
                self.check(cell)
            for memory in self.memories:
                self.check_memory(memory)


def _text(programs):
    """What was done so far, and where."""
    name = lambda queue: "tile" if queue.sycl_device.parent_device else queue.sycl_device.filter_string  # noqa: E731
    sites = "; ".join(f"{name(p.queue)}{' in order' if p.is_ordered else ''}" for p in programs[0].sites)
    return "\n".join([f"queues: {sites}", *(line for p in programs for line in ["--", *p.log])])


def _run_in_threads(programs):
    """Some programs at once, over the same queues."""
    failures = []

    def body(program):
        try:
            program.run()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=body, args=(program,)) for program in programs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


_machine = None
_last = []


def last_text():
    """The programs of the last case in words; they are forgotten."""
    text = _text(_last) if _last else ""
    _last.clear()
    return text


def wait_for_all():
    """Until all queues are idle."""
    for site in _machine.sites:
        site.queue.wait()


def case(rng):
    """One program of one or several threads."""
    global _machine
    if _machine is None:
        _machine = Machine()
    sites = _machine.choose_sites(rng)
    n = rng.choice((2, 3, 4)) if rng.random() < 0.04 else 1
    programs = [
        Program(_machine, random.Random(rng.random()) if n > 1 else rng, sites, rng.choice((4, 8, 12, 20)))
        for _ in range(n)
    ]
    note(lambda: _text(programs))
    _last[:] = programs
    if n > 1:
        _run_in_threads(programs)
    else:
        programs[0].run()
    if rng.random() < 0.002:
        gc.collect()
    _machine.growth.check()
