"""Scratch memory of functions beside operands and results: constant, or as much as the algorithm needs.

The pool's limit is set to what is in use, the result, and what a row of the table allows; then the function must succeed. Work on
the CPU; a few numbers per thread are always allowed.
"""

import numpy as np
import pytest

import dpctl
import dpctl.memory
import dpctl.tensor as dpt
import opendpex


def two_cores():
    """Of the CPU: scratch memory of sorts is a constant per thread, which would be more than the operands on a large machine."""
    cpu = dpctl.SyclDevice("opencl:cpu:0")
    return cpu.create_sub_devices(partition=2)[0] if cpu.max_compute_units > 2 else cpu


CPU = dpctl.SyclQueue(two_cores())
N = 1 << 20
BYTES = 8 * N  # of an operand
CONSTANT = (
    2 << 20
)  # what may be there in any case, however large operands are: blocks per thread, and the pool's rounding


class Operands:
    def __init__(self):
        rng = np.random.default_rng(0)
        self.x, self.y = dpt.asarray(rng.random(N), device=CPU), dpt.asarray(rng.random(N), device=CPU)
        self.z = self.x + 1j * self.y
        self.i = dpt.asarray(rng.permutation(N), device=CPU)
        self.narrow = dpt.asarray(rng.random(N, dtype="float32"), device=CPU)
        self.matrix = dpt.reshape(self.x, (1024, 1024))
        self.regular = self.matrix + 1024 * dpt.eye(1024, device=CPU)
        self.mask = self.x < 0.5


def assigned(x, key, value):
    x[key] = value
    return x


# name: (what is called, operands' sizes of the result, operands' sizes that it may need beside)
CASES = {
    "element-wise": (lambda o: dpt.sin(o.x), 1, 0),
    "two operands, one broadcast": (lambda o: o.matrix * o.matrix[0], 1, 0),
    "strided": (lambda o: o.matrix.T[::2] + o.matrix[:, ::-1][::2], 0.5, 0),
    "two dtypes": (lambda o: o.x + o.i, 1, 0),
    "comparison": (lambda o: o.x < o.y, 1 / 8, 0),
    "where": (lambda o: dpt.where(o.mask, o.x, o.y), 1, 0),
    "clip": (lambda o: dpt.clip(o.x, 0.25, o.y), 1, 0),
    "in place": (lambda o: o.x.__iadd__(o.y), 0, 0),
    "in place, overlapping": (lambda o: o.x[1:].__iadd__(o.x[:-1]), 0, 1),
    "fused": (lambda o: opendpex.fuse(lambda x, y: 3 + x * (1 + x * (y - 0.5 * x)))(o.x, o.y), 1, 0),
    "fused reduction": (lambda o: opendpex.fuse(lambda x, y: dpt.argmax((x - y) ** 2))(o.x, o.y), 0, 0),
    "cast": (lambda o: dpt.astype(o.x, "float32"), 0.5, 0),
    "copy in another order": (lambda o: dpt.copy(o.matrix, order="F"), 1, 0),
    "sum": (lambda o: dpt.sum(o.x), 0, 0),
    "sum of rows": (lambda o: dpt.sum(o.matrix, axis=1), 0, 0),
    "sum of columns": (lambda o: dpt.sum(o.matrix, axis=0), 0, 0),
    "sum, converted": (lambda o: dpt.sum(o.mask), 0, 0),
    "std": (lambda o: dpt.std(o.matrix, axis=0), 0, 0),
    "logsumexp": (lambda o: dpt.logsumexp(o.x), 0, 0),
    "argmax": (lambda o: dpt.argmax(o.matrix, axis=0), 0, 0),
    "all": (lambda o: dpt.all(o.x), 0, 0),
    "cumulative sum": (lambda o: dpt.cumulative_sum(o.x), 1, 0),
    "cumulative sum of columns": (lambda o: dpt.cumulative_sum(o.matrix, axis=0), 1, 0),
    "cumulative_logsumexp": (lambda o: dpt.cumulative_logsumexp(o.x), 1, 0),
    "diff": (lambda o: dpt.diff(o.x), 1, 0),
    "diff of more": (lambda o: dpt.diff(o.matrix, axis=0, prepend=0.0, append=o.matrix[:1]), 1, 0),
    "diff, four times": (lambda o: dpt.diff(o.x, n=4), 1, 0),
    "diff, seven times": (lambda o: dpt.diff(o.x, n=7), 1, 1),  # four, and then three
    "sort": (lambda o: dpt.sort(o.x), 1, 1),  # radix: a second buffer for the keys
    "argsort": (lambda o: dpt.argsort(o.x), 1, 3),  # keys and positions, in two buffers
    "top_k": (lambda o: dpt.top_k(o.x, 10), 0, 0),
    "searchsorted": (lambda o: dpt.searchsorted(o.x, o.y), 1, 0),
    "searchsorted, two dtypes": (lambda o: dpt.searchsorted(o.x, o.narrow), 1, 0),
    "searchsorted, strided": (lambda o: dpt.searchsorted(o.x, o.matrix.T), 1, 0),
    "searchsorted, few values": (
        lambda o: dpt.searchsorted(o.x[::2], o.narrow[:100], sorter=o.i[: N // 2] // 2),
        0,
        0.5,
    ),
    "unique": (lambda o: dpt.unique_values(o.x), 1, 2),  # a sorted copy and its second buffer
    "isin": (lambda o: dpt.isin(o.x, o.y[:100]), 1 / 8, 0),
    "take": (lambda o: o.x[o.i], 1, 0),
    "take rows": (lambda o: dpt.take(o.matrix, dpt.arange(1024, device=CPU), axis=1), 1, 0),
    "put": (lambda o: assigned(o.x, o.i, o.y), 0, 0),
    "put, converted": (lambda o: assigned(o.x, o.i, o.narrow), 0, 0),
    "put rows, converted": (
        lambda o: assigned(o.matrix, dpt.arange(1024, device=CPU), dpt.reshape(o.narrow, (1024, 1024))),
        0,
        0,
    ),
    "place, converted": (lambda o: dpt.place(o.x, o.mask, o.narrow) or o, 0, 1 / 64),
    "mask": (lambda o: o.x[o.mask], 1, 1 / 64),
    "assign by a mask": (lambda o: assigned(o.x, o.mask, 1.0), 0, 1 / 64),
    "nonzero": (lambda o: dpt.nonzero(o.mask), 1, 1 / 64),
    "concat": (lambda o: dpt.concat([o.x, o.y]), 2, 0),
    "roll": (lambda o: dpt.roll(o.matrix, 3, axis=1), 1, 0),
    "roll, flat": (lambda o: dpt.roll(o.matrix.T, 3), 1, 0),
    "repeat": (lambda o: dpt.repeat(o.x, 2), 2, 0),
    "repeat, transposed": (lambda o: dpt.repeat(o.matrix.T, 2, axis=0), 2, 0),
    "repeat, strided, by counts": (lambda o: dpt.repeat(o.matrix.T, o.i[:1024] % 2, axis=1), 0.6, 0),
    "tile": (lambda o: dpt.tile(o.x, 2), 2, 0),
    "tile along both axes": (lambda o: dpt.tile(o.matrix, (2, 2)), 4, 0),
    "tril": (lambda o: dpt.tril(o.matrix), 1, 0),
    "views": (lambda o: dpt.permute_dims(dpt.flip(dpt.reshape(o.x, (4, 512, 512))), (2, 0, 1)), 0, 0),
    "matmul": (lambda o: o.matrix @ o.matrix, 1, 0),
    "matmul, transposed": (lambda o: o.matrix.T @ o.matrix, 1, 0),
    "matmul of integers": (lambda o: dpt.reshape(o.i, (1024, 1024))[:256] @ dpt.reshape(o.i, (1024, 1024)), 0.25, 0),
    "matrix times vector": (lambda o: o.matrix @ o.matrix[0], 0, 0),
    "vecdot": (lambda o: dpt.vecdot(o.x, o.y), 0, 0),
    "tensordot": (lambda o: dpt.tensordot(o.matrix, o.matrix, axes=([0], [0])), 1, 0),
    "inv": (lambda o: dpt.linalg.inv(o.regular), 1, 0),
    "cholesky": (lambda o: dpt.linalg.cholesky(o.regular), 1, 0),
    "det": (lambda o: dpt.linalg.det(o.regular), 0, 1),  # LAPACK overwrites a copy
    "solve": (lambda o: dpt.linalg.solve(o.regular, o.matrix), 1, 2),  # likewise, and the result by columns
    "norm": (lambda o: dpt.linalg.vector_norm(o.x), 0, 0),
    "fft of rows": (lambda o: dpt.fft.fft(dpt.reshape(o.z, (1024, 1024))), 2, 0),
    "fft of columns": (lambda o: dpt.fft.fft(dpt.reshape(o.z, (1024, 1024)), axis=0), 2, 0),
    "fft": (lambda o: dpt.fft.fft(o.z), 2, 2),  # a second buffer for the numbers
    "to host": (lambda o: dpt.asnumpy(o.x), 1, 0),
    "fftfreq": (lambda o: dpt.fft.fftfreq(N, device=CPU), 1, 0),
    "arange": (lambda o: dpt.arange(N, device=CPU), 1, 0),
    "linspace": (lambda o: dpt.linspace(0, 1, N, device=CPU), 1, 0),
}


@pytest.fixture(autouse=True)
def no_limit_afterwards():
    yield
    opendpex.pool_set_limit(0)


@pytest.mark.parametrize("name", CASES)
def test_temporary_memory_is_bounded_by_the_algorithm(name):
    call, result, beside = CASES[name]
    operands = Operands()
    call(operands)  # what is made once: threads, compiled kernels, tables of roots
    operands.x.sycl_queue.wait()
    operands = None
    opendpex.pool_trim()
    operands = Operands()
    operands.x.sycl_queue.wait()
    opendpex.pool_trim()
    used = opendpex.pool_statistics()["reserved_bytes"]
    opendpex.pool_set_limit(used + int((result + beside) * BYTES * 17 / 16) + CONSTANT)
    made = call(operands)
    operands.x.sycl_queue.wait()
    opendpex.pool_set_limit(0)
    assert made is not None


def test_allocations_beyond_the_limit_are_refused():
    """The test above can fail."""
    x = dpt.ones(N, device=CPU)
    x.sycl_queue.wait()
    opendpex.pool_trim()
    opendpex.pool_set_limit(opendpex.pool_statistics()["reserved_bytes"] + CONSTANT)
    with pytest.raises(dpctl.memory.USMAllocationError):
        x + 1
