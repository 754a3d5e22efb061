"""Random programs with and without automatic fusion: every observation and all memory at the end must be the same, bit for bit
but for the sign and payload of NaN.

A program is a list of statements over numbered variables, made before it runs, so that both runs execute the same one: operations, operations
in place, results in the names of their operands, rolls, assignments to slices, results into given arrays, reductions whose results are
broadcast back, views, masks, other queues, arrays shared with NumPy, deletions, observations and calls that raise. With DPEX_FUSION=random (the default here) graphs are submitted at random moments
too; with DPEX_FUSION=1 arrays are large enough for the default policy. Some cases run two programs at once, in two threads on one queue.
DPEX_FUZZ_DEVICE names another device than the CPU (`cuda:gpu`).
"""

import os
import threading

import numpy as np

import dpctl
import dpnp
import opendpex

from . import note

__all__ = ["ENV", "CASES", "case"]

ENV = {
    name: os.environ.get(name, value)
    for name, value in (("DPEX_FUSION", "random"), ("OCL_ICD_VENDORS", "/nonexistent"))
}
CASES = 20_000

SHAPES = ((7,), (3, 4), (4, 4), (2, 3, 4), (64,), (5, 1, 3), (20, 30), (513,), (1, 600), (40, 130), (2100,))
IS_LARGE = ENV["DPEX_FUSION"] == "1"
if IS_LARGE:  # around and above the size from which operations are kept back
    SHAPES = ((16_383,), (16_390,), (129, 128), (150, 150), (3, 60, 100), (2100, 8), (150, 1, 110), (1, 130, 140), (513, 64), (64,),
              (40, 1000))  # fmt: skip
DTYPES = ("f8", "f8", "f8", "f4", "i4", "i8", "?", "c16", "u1")
UNARY = "negative absolute square sqrt exp sin isfinite sign conjugate floor positive".split()
BINARY = (
    "add subtract multiply divide maximum minimum less equal hypot arctan2 logaddexp copysign power bitwise_and".split()
)
IN_PLACE = "add subtract multiply divide".split()
REDUCTIONS = (  # those of NaN are fused functions of several passes
    "sum max min mean var std argmax argmin any all prod count_nonzero nansum nanmean nanvar nanmax".split()
)
SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "less": "<", "equal": "=="}


class Program:
    """Statements as tuples, of which the first member says what to do."""

    def __init__(self, rng):
        self.rng, self.n, self.statements = rng, 0, []
        self.shape = rng.choice(SHAPES)
        for _ in range(rng.randrange(1, 4)):
            self.make("array", self.a_shape(), rng.choice(DTYPES), rng.randrange(1 << 30))
        for _ in range(rng.randrange(3, 25)):
            getattr(self, rng.choice(self.KINDS))()

    def make(self, *statement):
        self.statements.append(statement)
        self.n += 1

    def do(self, *statement):
        self.statements.append(statement)

    def a_shape(self):
        return self.shape if self.rng.random() < 0.8 else self.rng.choice(SHAPES)

    def a_variable(self):
        # Later variables more often: chains.
        n = self.n
        return n - 1 - min(int(self.rng.expovariate(0.5)), n - 1)

    def an_operand(self):
        kind = self.rng.random()
        if kind < 0.7:
            return ("v", self.a_variable())
        if kind < 0.9:
            return ("n", self.rng.choice((0, 1, 2, -3, 0.5, 2.5, True)))
        return ("s", self.rng.choice(("f4", "f8", "i4", "i8")), self.rng.choice((1, 2, 3)))

    def a_tree(self, depth):
        """An expression whose inner results nobody keeps."""
        kind = self.rng.random()
        if depth == 0 or kind < 0.15:
            return self.an_operand()
        if kind < 0.4:
            return ("u", self.rng.choice(UNARY), self.a_tree(depth - 1))
        if kind < 0.47:
            axis = self.rng.choice((None, 0, -1, 0, -1, (0, -1)))
            n = self.rng.choice((1, 1, -1, 2, -3, 40))
            return (
                "r",
                self.a_tree(depth - 1 if self.rng.random() < 0.3 else 0),
                (n, -n) if isinstance(axis, tuple) else n,
                axis,
            )
        if kind < 0.9:
            return ("b", self.rng.choice(BINARY), self.a_tree(depth - 1), self.a_tree(depth - 1))
        if kind < 0.93:
            return ("w", self.a_tree(depth - 1), self.a_tree(depth - 1), self.a_tree(depth - 1))
        if kind < 0.96:
            return ("c", self.rng.choice(("f4", "f8", "i4", "c16")), self.a_tree(depth - 1))
        return ("x", self.a_tree(depth - 1), self.rng.choice((-1, 0, 1)), 2)

    def a_key(self):
        """Slices of the kind that stencils use."""
        cut = self.rng.choice((slice(1, None), slice(None, -1), slice(1, -1), slice(2, None), slice(None, -2), slice(None, None, 2),
                               slice(None, None, -1), slice(None)))  # fmt: skip
        return (Ellipsis, cut) if self.rng.random() < 0.6 else (cut,)

    # ---- statements ----

    def expression(self):
        self.make("expression", self.a_tree(self.rng.randrange(1, 4)))

    def replaced(self):
        """x = x + y * 2 and the like: what was read dies pending, and may become the memory of a later result."""
        v = self.a_variable()
        if self.rng.random() < 0.5:
            self.do("replaced", v, ("o", ("v", v)))
        for _ in range(self.rng.randrange(1, 4)):
            self.do("replaced", v, ("b", self.rng.choice(BINARY[:6]), ("v", v), self.a_tree(self.rng.randrange(0, 2))))

    def in_place(self):
        self.do("in_place", self.rng.choice(IN_PLACE), self.a_variable(), self.a_tree(self.rng.randrange(0, 3)))

    def into(self):
        self.do("into", self.rng.choice(BINARY), self.a_variable(), self.a_variable(), self.a_variable())

    def stencil(self):
        v = self.a_variable()
        keys = [self.a_key() for _ in range(3)]
        self.do("stencil", v, self.a_variable(), self.a_variable(), *keys, self.rng.choice(IN_PLACE))

    def assign(self):
        self.do("assign", self.a_variable(), self.a_key(), self.a_tree(self.rng.randrange(0, 3)))

    def masked(self):
        self.do("masked", self.a_variable(), self.a_variable(), self.rng.choice((0, 1, -2)))

    def view(self):
        kind = self.rng.choice(("key", "key", "T", "reversed", "real", "imag", "flat", "new"))
        self.make("view", kind, self.a_variable(), self.a_key())

    def reduction(self):
        self.make(
            "reduction",
            self.rng.choice(REDUCTIONS),
            self.a_tree(self.rng.randrange(0, 3)),
            self.rng.choice((None, 0, -1, 1)),
            self.rng.random() < 0.5,
        )

    def one_of_two(self):
        self.make(
            "one_of_two",
            self.rng.choice(("modf", "frexp")),
            self.a_tree(self.rng.randrange(0, 3)),
            self.rng.randrange(2),
        )

    def twice(self):
        """The same array reduced in several ways, one beside the other."""
        v, axis, keep = self.a_variable(), self.rng.choice((None, 0, -1)), self.rng.random() < 0.5
        for _ in range(self.rng.randrange(2, 4)):
            self.make("reduction", self.rng.choice(REDUCTIONS), ("v", v), axis, keep)

    def normalized(self):
        """x - x.max(), x / x.sum() and the like, along an axis."""
        self.make(
            "normalized", self.rng.choice(REDUCTIONS[:6]), self.a_variable(), self.rng.choice(("subtract", "divide"))
        )

    def scaled(self):
        """x / sqrt(x.var() + eps) and the like: operations on an element per row between a reduction and its use."""
        self.make(
            "scaled", self.rng.choice(REDUCTIONS[:6]), self.a_variable(), self.rng.randrange(6), self.rng.random() < 0.5
        )

    def fill(self):
        self.do("fill", self.a_variable(), self.rng.choice((0, 1, 3)))

    def new(self):
        self.make("new", self.rng.choice(("zeros_like", "ones_like", "empty_like", "copy")), self.a_variable())

    def observe(self):
        self.do("observe", self.a_variable())

    def element(self):
        self.do("element", self.a_variable())

    def sorted(self):
        self.make("sorted", self.a_variable())

    def elsewhere(self):
        self.make("elsewhere", self.a_variable())

    def shared(self):
        self.do("shared", self.a_variable())

    def wait(self):
        self.do("wait")

    def delete(self):
        self.do("delete", self.a_variable())

    KINDS = (
        ["expression"] * 8 + ["replaced"] * 3 + ["in_place"] * 4 + ["stencil"] * 4 + ["assign"] * 3 + ["view"] * 3 + ["reduction"] * 4 + ["delete"] * 6
        + "into masked one_of_two twice normalized scaled scaled fill new observe element sorted elsewhere shared wait".split()
    )  # fmt: skip


def with_plain_nans(host):
    """All NaNs as one: which operand's sign and payload a sum of two NaNs gets is left open by IEEE 754 (2019, 6.2), and by
    compilers, which exchange operands."""
    if host.dtype.kind not in "fc":
        return host
    host = host.copy()
    for part in (host.real, host.imag) if host.dtype.kind == "c" else (host,):
        part[np.isnan(part)] = np.nan
    return host


class Run:
    """One execution of a program: variables, and what was observed of them."""

    def __init__(self, program, queue, other):
        self.program, self.queue, self.other = program, queue, other
        self.variables, self.seen, self.is_short = [], [], False

    def execute(self):
        for statement in self.program.statements:
            makes = len(self.variables)
            try:
                result = getattr(self, "do_" + statement[0])(*statement[1:])
            except MemoryError:  # of the machine, which other processes use too
                self.is_short = True
                return
            except Exception as error:
                result = None
                self.seen.append((statement[0], type(error).__name__))
            if statement[0] in Program_MAKES:
                # What failed, or whose operands are gone, is the first variable again.
                self.variables.append(self.variables[0] if result is None and makes else result)
        for x in self.variables:
            self.see(x)

    def see(self, x):
        if x is not None:
            host = with_plain_nans(dpnp.asnumpy(x))
            self.seen.append((host.dtype.str, host.shape, host.tobytes()))

    def value(self, tree):
        kind = tree[0]
        if kind == "v":
            return self.variables[tree[1]]
        if kind == "n":
            return tree[1]
        if kind == "s":
            return np.dtype(tree[1]).type(tree[2])
        if kind == "u":
            return getattr(dpnp, tree[1])(self.value(tree[2]))
        if kind == "b":
            if tree[1] in SIGNS:
                a, b = self.value(tree[2]), self.value(tree[3])
                return {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b, "<": lambda: a < b,
                        "==": lambda: a == b}[SIGNS[tree[1]]]()  # fmt: skip
            return getattr(dpnp, tree[1])(self.value(tree[2]), self.value(tree[3]))
        if kind == "w":
            return dpnp.where(self.value(tree[1]), self.value(tree[2]), self.value(tree[3]))
        if kind == "c":
            return self.value(tree[2]).astype(tree[1])
        if kind == "o":  # in memory
            return dpnp.sort(self.value(tree[1]))
        if kind == "r":
            return dpnp.roll(self.value(tree[1]), tree[2], axis=tree[3])
        return dpnp.clip(self.value(tree[1]), tree[2], tree[3])

    def do_array(self, shape, dtype, seed):
        random = np.random.default_rng(seed)
        host = random.standard_normal(shape) * 3
        if dtype == "c16":
            host = host + 1j * random.standard_normal(shape)
        return dpnp.asarray(host.astype(dtype) if dtype != "u1" else np.abs(host).astype(dtype), sycl_queue=self.queue)

    def do_expression(self, tree):
        result = self.value(tree)
        return result if isinstance(result, dpnp.ndarray) else None

    def do_replaced(self, v, tree):
        result = self.value(tree)
        if isinstance(result, dpnp.ndarray) and result.shape == self.variables[v].shape:  # they do not grow
            self.variables[v] = result

    def do_in_place(self, name, v, tree):
        x, other = self.variables[v], self.value(tree)
        if name == "add":
            x += other
        elif name == "subtract":
            x -= other
        elif name == "multiply":
            x *= other
        else:
            x /= other

    def do_into(self, name, a, b, out):
        getattr(dpnp, name)(self.variables[a], self.variables[b], out=self.variables[out])

    def do_stencil(self, target, a, b, first, second, third, name):
        self.variables[target][first] = getattr(dpnp, name)(self.variables[a][second], self.variables[b][third]) / 2

    def do_assign(self, v, key, tree):
        self.variables[v][key] = self.value(tree)

    def do_masked(self, v, condition, number):
        x = self.variables[v]
        x[self.variables[condition] > 0] = number

    def do_view(self, kind, v, key):
        x = self.variables[v]
        if kind == "key":
            return x[key]
        if kind == "reversed":
            return x[::-1]
        if kind == "flat":
            return x.reshape(-1)
        if kind == "new":
            return x[:, None] if x.ndim == 1 and not IS_LARGE else x[None]  # not the product of two extents
        if kind == "T":  # not of a row, likewise
            return x if IS_LARGE and x.shape[:1] == (1,) else x.T
        return getattr(x, kind)

    def do_reduction(self, name, tree, axis, keepdims):
        x = self.value(tree)
        if name.startswith("arg"):
            return getattr(dpnp, name)(x, axis=axis)
        return getattr(dpnp, name)(x, axis=axis, keepdims=keepdims)

    def do_one_of_two(self, name, tree, part):
        return getattr(dpnp, name)(self.value(tree))[part]

    def do_normalized(self, name, v, operation):
        x = self.variables[v]
        return getattr(dpnp, operation)(x, getattr(x, name)(axis=-1, keepdims=True))

    def do_scaled(self, name, v, form, keepdims):
        x = self.variables[v]
        row = getattr(x, name)(axis=-1, keepdims=keepdims)
        if form == 1:
            row += 1
        row = dpnp.sqrt(row + 0.5) if form < 3 else dpnp.maximum(row, 2) * row
        if form == 4:
            row *= 2
        if form == 5:
            return row
        return x / row if keepdims else x - row[..., None]

    def do_fill(self, v, number):
        self.variables[v][...] = number

    def do_new(self, name, v):
        x = getattr(dpnp, name)(self.variables[v])
        if name == "empty_like":
            x[...] = 2
        return x

    def do_observe(self, v):
        self.see(self.variables[v])

    def do_element(self, v):
        x = self.variables[v]
        self.seen.append(complex(x[(0,) * x.ndim]))

    def do_sorted(self, v):
        return dpnp.sort(self.variables[v])

    def do_elsewhere(self, v):
        x = self.variables[v]
        alias = dpnp.asarray(x.get_array().to_device(self.other))
        alias += 1
        return alias.to_device(self.queue)

    def do_shared(self, v):
        x = self.variables[v]
        if not x.sycl_device.is_cpu:
            return
        host = np.from_dlpack(x)
        self.seen.append(with_plain_nans(host).tobytes())
        x += 1
        x.sycl_queue.wait()
        self.seen.append(with_plain_nans(host).tobytes())

    def do_wait(self):
        self.queue.wait()

    def do_delete(self, v):
        if v:
            self.variables[v] = self.variables[0]


Program_MAKES = {
    "array",
    "expression",
    "view",
    "reduction",
    "one_of_two",
    "normalized",
    "scaled",
    "new",
    "sorted",
    "elsewhere",
}
_queues = []


def queues():
    """Made once: every queue keeps what its driver needs."""
    if not _queues:
        _queues.extend(dpctl.SyclQueue(os.environ.get("DPEX_FUZZ_DEVICE", "cpu")) for _ in range(2))
    return _queues


def run(programs, is_fused):
    """What the programs observe, each in a thread of its own if there are several; None where memory did not suffice."""
    runs = [Run(program, *queues()) for program in programs]

    def execute(one):
        with opendpex.fusion(is_fused):
            one.execute()

    if len(runs) == 1:
        execute(runs[0])
    else:
        threads = [threading.Thread(target=execute, args=(one,)) for one in runs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return [None if one.is_short else one.seen for one in runs]


def _difference(expected, found):
    """Where two observations differ, of large arrays the first elements alone."""
    if not (isinstance(expected, tuple) and isinstance(found, tuple) and expected[:2] == found[:2]):
        return f"{found!r}, expected {expected!r}"[:2000]
    dtype, shape, *_ = expected
    a, b = (np.frombuffer(one[2], dtype) for one in (expected, found))
    words = [x.view(np.uint8).reshape(x.size, -1) for x in (a, b)]
    at = np.flatnonzero((words[0] != words[1]).any(axis=1))
    return f"{at.size} elements of {dtype}{shape}, from {at[:4]} on: {b[at[:4]]}, expected {a[at[:4]]}"


def case(rng):
    programs = [Program(rng) for _ in range(1 if rng.random() < 0.9 else 2)]
    note(lambda: "\n".join(repr(s) for p in programs for s in p.statements))
    with np.errstate(all="ignore"):
        expected, seen = run(programs, False), run(programs, True)
    for number, (one, other) in enumerate(zip(expected, seen, strict=True)):
        if one is None or other is None:
            continue
        if len(one) != len(other):
            raise AssertionError(f"program {number}: {len(other)} observations, expected {len(one)}")
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b and repr(a) != repr(b):  # NaN is not equal to itself
                raise AssertionError(f"an observation differs\nprogram {number}, observation {i}: {_difference(a, b)}")
