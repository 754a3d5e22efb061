"""prange loops at run time: the objects that a rewritten host function calls in place of its loops."""

from __future__ import annotations

import functools
import math
import operator
import random
import threading

import numpy as np

import dpctl
import dpctl.tensor as dpt
from opendpex import _core

from ._compiler.cache_key import cache_key
from ._compiler.checked import new_record, raise_reported
from ._compiler.debug_mode import is_debug_mode
from ._compiler.deep import deeply
from ._compiler.dispatcher import Bounded, Built, build, load_kept, refuse_read_only
from ._compiler.errors import for_programs, located
from ._compiler.loop_kernel import ReducedArray, StaticKind, TupleKind, lower_loop
from ._compiler.loop_text import Loop
from ._compiler.own_arrays import capacities, set_capacities
from ._compiler.random_functions import PYTHON
from ._compiler.source import Source
from ._compiler.types import from_numpy, of_python
from ._numpy_arrays import borrow
from .core import config
from .core.exceptions import ExecutionQueueInferenceError, UnsupportedParforError

__all__ = ["PYTHONS", "Arguments", "ParallelLoop", "RepresentedKernel", "common_queue", "number"]

_MAX_BLOCKS = 256
_MIN_ROUNDS = 4096  # iterations of a block
# work-items of a block of a reduction: on devices for coalesced loads, on the CPU to fit registers
_LANES, _LANES_ON_HOST = 64, 16
# loops of few iterations run in short vectors, so that threads share them and few lanes are idle
_FEW_ITERATIONS, _FEW_LANES = 16, 8
_OPERATORS = {
    "add": operator.add, "mul": operator.mul, "and": operator.and_, "or": operator.or_, "xor": operator.xor,
}  # fmt: skip
_IN_PLACE = {
    "add": operator.iadd, "mul": operator.imul, "and": operator.iand, "or": operator.ior, "xor": operator.ixor,
}  # fmt: skip
_NEUTRAL = {"add": 0, "mul": 1, "and": -1, "or": 0, "xor": 0}
_MOST_ELEMENTS = 1 << 22  # of the partial results of an array, of all work-items
_COMBINE_ARRAYS = {
    "add": dpt.add, "mul": dpt.multiply, "and": dpt.bitwise_and, "or": dpt.bitwise_or, "xor": dpt.bitwise_xor,
    "min": dpt.minimum, "max": dpt.maximum, "all": dpt.logical_and, "any": dpt.logical_or,
}  # fmt: skip


class RepresentedKernel(_core.KernelDispatcher):
    """A kernel that is given by its representation; `origin`: the user's function and the specialization, for the key
    of the disk cache."""

    def __init__(self, function, origin: tuple, sizes: tuple[int, ...] | None = None):
        self.function, self.origin, self.sizes = function, origin, sizes
        self.built: dict = Bounded()
        self.sized: dict = Bounded()  # by the capacities of arrays of run-time extents
        if sizes is None and any(a.bound is not None for a in function.arrays):
            self.launch = self._launch_sized

    def _launch_sized(self, total, local, args, deps, wait):
        """A launch of a kernel whose private arrays have run-time extents."""
        sizes = capacities(self.function, args, total)
        sized = self.sized.get(sizes)
        if sized is None:
            sized = self.sized[sizes] = _SizedKernel(self.function, (*self.origin, sizes), sizes)
        return sized.launch(total, local, args, deps, wait)

    def compile(self, key, queue, args):
        """Called by a launch, once for each device; returns a `dpctl.program.SyclKernel`."""
        plain = _core._kernel_key_writable(key)
        built = self.built.get(plain)
        if built is None:
            built = self.built[plain] = deeply(self._build, self.origin[0], plain, queue)
        if plain != key:
            refuse_read_only(
                key,
                built.written,
                [p.name for p in self.function.parameters],
                f"{self.function.file} in {self.function.name}",
            )
        return built.kernel

    def _build(self, key, queue) -> Built:
        kept = None
        if _core._runs_on_host(queue) and not config.DUMP_KERNEL_LLVM:
            python, *rest = self.origin
            kept = cache_key(python, repr((_core._kernel_key_of_any_queue(key), rest)).encode(), ())
            found = load_kept(queue, kept) if kept is not None else None
            if found is not None:
                return found
        return build(self.function, queue, kept)


class _SizedKernel(RepresentedKernel):
    """A kernel with given capacities of its arrays of run-time extents."""

    _building = threading.Lock()  # held while a representation has the capacities of one kernel

    def _build(self, key, queue) -> Built:
        with self._building:
            set_capacities(self.function, self.sizes)
            return super()._build(key, queue)


# ---- arguments --------------------------------------------------------------------------------------------------


def common_queue(name: str, values, names=None) -> dpctl.SyclQueue:
    """The common queue of the arrays; the current queue if there are only NumPy arrays and numbers. names: those of the
    values, for messages."""
    queue = None
    for v in values:
        if isinstance(v, _core.array_base):
            if queue is None:
                queue = v.sycl_queue
            elif queue != v.sycl_queue:
                arrays = [i for i, v in enumerate(values) if isinstance(v, _core.array_base)]
                given = None if names is None else [names[i] for i in arrays]
                raise for_programs(ExecutionQueueInferenceError(name, usmarray_argnum_list=arrays, names=given))
    return dpctl.get_current_queue() if queue is None else queue


def of_list(value):
    """A list of Python ints, or of floats, as an array that cannot be written to; other values unchanged."""
    if type(value) is not list or not value:
        return value
    kind = type(value[0])
    if kind not in (int, float) or any(type(v) is not kind for v in value):
        return value
    array = np.array(value, np.int64 if kind is int else np.float64)
    array.flags.writeable = False
    return array


class Arguments:
    """Converts the values of a loop's inputs to kinds and arguments of a kernel."""

    def __init__(self, queue):
        self.queue, self.args = queue, []
        self.copies = []  # (index in args, NumPy array)
        self.read_only = set()  # indices in args

    def array(self, value):
        """A NumPy array as an array of the queue; other values unchanged."""
        if not isinstance(value, np.ndarray):
            return value
        array, same = borrow(value, self.queue)
        if not same:
            self.copies.append((len(self.args), value))
        return array

    def add(self, value):
        """Adds an input; returns its kind."""
        value = self.array(of_list(value))
        if isinstance(value, _core.array_base):
            flags = value.flags
            if not flags.writable:
                self.read_only.add(len(self.args))
            self.args.append(value)
            layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
            return from_numpy(value.dtype), value.ndim, layout, "global"
        t = of_python(value)
        if t is not None:
            self.args.append(value.item() if isinstance(value, np.generic) else value)
            return t
        if isinstance(value, tuple):
            return TupleKind(tuple(map(self.add, value)), type(value) if hasattr(value, "_fields") else None)
        return StaticKind(value)


# ---- loops ------------------------------------------------------------------------------------------------------


class _NotDirect(Exception):
    """A kernel needs more than a loop's inputs (sizes, a seed or a record), or the inputs in another form."""


class _Direct(_core.KernelDispatcher):
    """Launches a loop over ranges from 0 by step 1 by the types of its inputs, which `launch` reads in C."""

    def __init__(self, loop: ParallelLoop, lanes: int):
        self.loop, self.lanes = loop, lanes

    def compile(self, key, queue, args):
        """Called by a launch, once for each combination of types; returns a `dpctl.program.SyclKernel`."""
        if any(isinstance(a, np.generic) and a.dtype.char not in PYTHONS for a in args):
            raise _NotDirect
        kinds = tuple(map(Arguments(queue).add, args))
        kernel, dispatcher = self.loop._compiled(((True,) * len(self.loop.loop.bounds), kinds, (), self.lanes, False))
        if kernel.failures or kernel.generators or "launch" in vars(dispatcher):
            self.loop.direct = None
            raise _NotDirect
        return dispatcher.compile(key, queue, args)


class _KnownReduction:
    """Launches a loop over one range from 0 by step 1 that reduces numbers, with inputs of known types: arrays of one
    queue and Python numbers. The memory of partial results is kept for the next launch."""

    def __init__(self, kernel, dispatcher, queue, lanes: int, operators: list[str]):
        self.kernel, self.dispatcher, self.queue = kernel, dispatcher, queue
        self.lanes, self.operators = lanes, operators
        self.spare: list[tuple] = []  # (blocks, partial results)

    def __call__(self, n: int, before: tuple, inputs: tuple) -> tuple | None:
        piece, blocks = _division(n, _MAX_BLOCKS, self.lanes)
        try:
            known, partials = self.spare.pop()
        except IndexError:
            known = 0
        if known != blocks:
            partials = _partials(self.kernel, blocks * self.lanes, self.queue)
        args = (piece, n, n, 1, *inputs, *before, *partials)
        if self.dispatcher.launch((blocks, self.lanes), None, args, None, True) is NotImplemented:
            return None  # the arrays are of another queue
        found = tuple(map(_result, self.operators, before, partials, self.kernel.partials))
        self.spare.append((blocks, partials))
        return found


def _division(n: int, most: int, lanes: int, least: int = _MIN_ROUNDS) -> tuple[int, int]:
    """(iterations of a block, blocks) of a loop with n iterations, in at most `most` blocks of at least `least`."""
    piece = -(-n // (min(most, -(-n // least)) * lanes)) * lanes
    return piece, -(-n // piece)


def _partials(kernel, n: int, queue) -> list:
    return [dpt.empty(n, dtype=t.numpy, sycl_queue=queue) for t in kernel.partials]


def _result(op: str, value, partial: dpt.usm_ndarray, t):
    """The value of a reduction after its loop."""
    combined = number(_reduced(op, partial))
    return _combined(op, value, combined, t.numpy.type) if op in ("add", "mul", "xor") else combined


class ParallelLoop:
    """A prange loop. Called with start, stop and step of each dimension, the reductions' values before the loop, and
    the inputs; returns the reductions' values after it."""

    def __init__(self, source: Source, loop: Loop):
        self.source, self.loop = source, loop
        self.name = f"{source.name}_loop"
        self.compiled: dict = Bounded()
        self.direct = None if loop.reductions else (_Direct(self, 0), _Direct(self, _FEW_LANES))
        self.known: dict = Bounded()  # of reductions, by what KernelDispatcher.types says

    def __call__(self, *values):
        n = 3 * len(self.loop.bounds)
        direct = self.direct  # another thread may set it to None meanwhile
        if direct is not None and self._launched_directly(direct, values[:n], values[n:]):
            return None
        types, given = self._known_types(values[:n], values[n:]) if direct is None else (None, ())
        known = self.known.get(types) if types is not None else None
        if known is not None:
            m = len(self.loop.reductions)
            found = known(values[1], given[:m], given[m:])
            if found is not None:
                return found
        ranges = [range(*map(operator.index, values[d : d + 3])) for d in range(0, n, 3)]
        before, inputs = values[n : n + len(self.loop.reductions)], values[n + len(self.loop.reductions) :]
        if not all(ranges):
            return before
        before = [number(b) if isinstance(b, _core.array_base) and b.ndim == 0 else b for b in before]
        arguments = Arguments(common_queue(self.source.name, (*before, *inputs), self._names()))
        kinds = tuple(map(arguments.add, inputs))
        initial = tuple(self._type_of(b) for b in before)
        unit = tuple(r.start == 0 and r.step == 1 for r in ranges)
        lanes = 0 if not before else _LANES_ON_HOST if _core._runs_on_host(arguments.queue) else _LANES
        kernel, dispatcher = self._compiled((unit, kinds, initial, lanes, is_debug_mode()))
        bounds = [x for r, plain in zip(ranges, unit, strict=True) if not plain for x in (r.start, r.step)]
        extents = tuple(map(len, ranges))
        if not before:
            self._launch(kernel, dispatcher, extents, bounds, arguments)
            return None
        found = self._reduce(kernel, dispatcher, extents, bounds, arguments, before, lanes)
        if types is not None and not (kernel.failures or kernel.generators or arguments.copies):
            if "launch" not in vars(dispatcher) and None not in initial:
                operators = list(self.loop.reductions.values())
                self.known[types] = _KnownReduction(kernel, dispatcher, arguments.queue, lanes, operators)
        return found

    def _known_types(self, bounds: tuple, values: tuple) -> tuple[bytes | None, tuple]:
        """The types of the reductions' values and the inputs, None if no launch by `_KnownReduction` is possible; and
        they, with arrays of a queue that share the memory of NumPy's."""
        if len(bounds) != 3 or bounds[0] != 0 or bounds[2] != 1 or type(bounds[1]) is not int or bounds[1] <= 0:
            return None, ()
        if config.OFFLOAD_DIAGNOSTICS or config.DEBUG or is_debug_mode():
            return None, ()
        if any(isinstance(b, (_core.array_base, np.ndarray)) for b in values[: len(self.loop.reductions)]):
            return None, ()
        if any(isinstance(v, np.ndarray) for v in values):
            queue = common_queue(self.source.name, values, self._names())
            shared = [borrow(v, queue) if isinstance(v, np.ndarray) else (v, True) for v in values]
            if not all(same for _, same in shared):
                return None, ()
            values = tuple(v for v, _ in shared)
        return _core.KernelDispatcher.types(values), values

    def _names(self) -> list[str]:
        """The names of reductions and inputs; of globals with a note."""
        code = self.source.function.__code__
        own = {*code.co_varnames, *code.co_cellvars}
        names = [*self.loop.reductions, *self.loop.inputs]
        return [name if name in own else f"{name} (from outside of the function)" for name in names]

    def _launched_directly(self, direct: tuple, bounds: tuple, inputs: tuple) -> bool:
        """Launches the loop if its inputs are arrays of one queue and numbers, and it needs nothing else."""
        stops = bounds[1::3]
        if bounds != tuple(x for stop in stops for x in (0, stop, 1)) or {*map(type, bounds)} != {int}:
            return False
        if min(stops) <= 0 or config.OFFLOAD_DIAGNOSTICS or config.DEBUG or is_debug_mode():
            return False
        try:
            is_short = len(stops) == 1 and stops[0] <= _FEW_ITERATIONS
            return direct[is_short].launch(stops, None, inputs, None, True) is not NotImplemented
        except _NotDirect:
            return False

    def _type_of(self, value):
        if isinstance(value, (np.ndarray, _core.array_base)) and value.ndim and from_numpy(value.dtype) is not None:
            return ReducedArray(from_numpy(value.dtype), value.ndim)
        t = of_python(value)
        if t is None:
            what = f"{type(value).__name__}: {', '.join(self.loop.reductions)}"
            raise located(
                UnsupportedParforError,
                f"a reduction must be a number or an array of numbers, not a {what}",
                self.source,
                self.loop.node,
            )
        return t

    def _compiled(self, key):
        try:
            return self.compiled[key]
        except (KeyError, TypeError):
            unit, kinds, initial, lanes, debug = key
            kernel = deeply(
                lower_loop, self.source.function, self.source, self.loop, unit, list(kinds), list(initial), lanes, debug
            )
            if lanes and not self.loop.reductions:
                kernel.function.lanes = kernel.function.lanes or lanes
            kernel.function.flags, kernel.function.has_lines = self.source.flags, self.source.has_lines
            kernel.function.line = self.source.line_of(self.loop.node)
            origin = self.source.function, self.loop.node.lineno, key, self.source.flags, self.source.has_lines
            made = (
                kernel,
                RepresentedKernel(kernel.function, origin),
            )
            try:
                self.compiled[key] = made
            except TypeError:  # an unhashable object: compiled for this call
                pass
            return made

    def _launch(self, kernel, dispatcher, space, first, arguments, last=()) -> None:
        record = [new_record(arguments.queue)] if kernel.failures else []
        seed = [_seed(kernel.generators)] if kernel.generators else []
        args = (*first, *arguments.args, *last, *seed, *record)
        if not any(isinstance(a, _core.array_base) for a in args):
            return  # the loop has no effect
        if config.OFFLOAD_DIAGNOSTICS or config.DEBUG:
            self._report(arguments.queue)
        if dispatcher.launch(space, None, args, None, True) is NotImplemented:
            raise for_programs(ExecutionQueueInferenceError(self.name))
        for index, array in arguments.copies:
            if len(first) + index in kernel.written:
                array[...] = dpt.asnumpy(arguments.args[index])
        if record:
            raise_reported(record[0], kernel.failures, 0 if last else len(space))

    def _report(self, queue) -> None:
        device = queue.sycl_device.filter_string
        location = f"{self.source.file}:{self.source.line_of(self.loop.node)}"
        if config.OFFLOAD_DIAGNOSTICS:
            print(f"\nAuto-offloading\n{location} {self.name}\nDevice - '{device}'")
        else:
            print(f"Parfor offloaded to {device}")

    def _reduce(self, kernel, dispatcher, extents, bounds, arguments, before, lanes) -> tuple:
        *outer, inner = extents
        elements = max((b.size for b in before if _is_array(b)), default=0)
        most = min(_MAX_BLOCKS, max(1, _MOST_ELEMENTS // (elements * lanes))) if elements else _MAX_BLOCKS
        if outer:
            total, middle = math.prod(outer), outer[-1] if len(outer) == 2 else 1
            piece = -(-total // min(most, total))
        else:
            total, middle = inner, 1
            piece, _ = _division(total, most, lanes, lanes if elements else _MIN_ROUNDS)
        blocks = -(-total // piece)
        partials = _partials(kernel, blocks * lanes, arguments.queue)
        first = [*bounds, piece, total, inner, middle]
        starts = []
        for op, b in zip(self.loop.reductions.values(), before, strict=True):
            if _is_array(b):
                neutral = np.iinfo(b.dtype).max if op == "and" and b.dtype.kind == "u" else _NEUTRAL[op]
                b = dpt.full((*b.shape, blocks * lanes), neutral, dtype=b.dtype, sycl_queue=arguments.queue)
            starts.append(b.item() if isinstance(b, np.generic) else b)
        self._launch(kernel, dispatcher, (blocks, lanes), first, arguments, (*starts, *partials))
        results, partials, types = [], iter(partials), iter(kernel.partials)
        for op, value, start in zip(self.loop.reductions.values(), before, starts, strict=True):
            if _is_array(value):
                combined = _reduced(op, start)
                results.append(
                    _IN_PLACE[op](
                        value, dpt.asnumpy(combined) if isinstance(value, np.ndarray) else _like(combined, value)
                    )
                )
                continue
            results.append(_result(op, value, next(partials), next(types)))
        return tuple(results)


def _seed(generators: frozenset) -> int:
    """The next number of Python's or NumPy's generator, so that `seed` of these makes a loop's numbers reproducible."""
    seed = 0
    if PYTHON in generators:
        seed ^= random.getrandbits(63)
    if len(generators) > (PYTHON in generators):
        seed ^= int(np.random.randint(1 << 63, dtype=np.uint64))
    return seed


def _is_array(value) -> bool:
    return isinstance(value, (np.ndarray, _core.array_base))


def _like(x: dpt.usm_ndarray, value):
    """x as an array of the type of `value` (dpnp.ndarray or usm_ndarray)."""
    return x if isinstance(value, dpt.usm_ndarray) else _core.as_ndarray(x)


def _reduced(op: str, x: dpt.usm_ndarray) -> dpt.usm_ndarray:
    """A reduction along the last axis, by combining halves element by element."""
    whole = {"add": dpt.sum, "mul": dpt.prod, "min": dpt.min, "max": dpt.max}.get(op)
    if whole is not None and x.dtype.kind != "b":
        return whole(x, axis=-1, dtype=x.dtype) if op in ("add", "mul") else whole(x, axis=-1)
    parts = []
    while (n := x.shape[-1]) > 1:
        half = n // 2
        if n % 2:
            parts.append(x[..., -1:])
        x = _COMBINE_ARRAYS[op](x[..., :half], x[..., half : 2 * half])
    return functools.reduce(_COMBINE_ARRAYS[op], parts, x)[..., 0]


def _combined(op: str, value, combined, t: type):
    """Combines two values in the type of the loop's results, so that integers wrap as inside of it."""
    if t is np.float64 and type(value) is type(combined) is float and op != "xor":
        return value + combined if op == "add" else value * combined
    with np.errstate(all="ignore"):
        found = _OPERATORS[op](t(value), t(combined))
    return found.item() if found.dtype.char in PYTHONS else found


PYTHONS = "?ldD"  # dtypes that correspond to a Python type


def number(x: dpt.usm_ndarray):
    """The element of a one-element array as a Python number, or a NumPy scalar if Python has no such type."""
    value = _core.item(x) if x.dtype.char in PYTHONS else NotImplemented
    if value is not NotImplemented:
        return value
    value = dpt.asnumpy(x)[()]
    return value.item() if value.dtype.char in PYTHONS else value
