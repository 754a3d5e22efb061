"""Functions in kernels: complex numbers, powers, all of `math`, half precision, print, slices, constants from outside."""

import cmath
import math

import numpy as np
import pytest
from kernel_helpers import check, on_each_device  # noqa: F401
from tested_backends import BACKENDS

import dpctl
import dpctl.tensor as dpt
import numba_dpex as dpex
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import TypingError

RNG = np.random.default_rng(29)


@pytest.fixture
def queue(device):
    return dpctl.SyclQueue(device)


def apply(queue, kernel, x, dtype):
    out = dpt.zeros(len(x), dtype=dtype, sycl_queue=queue)
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(len(x)), dpt.asarray(x, sycl_queue=queue), out)
    return dpt.asnumpy(out)


# ---- complex numbers ----------------------------------------------------------------------------------------------

COMPLEX = [
    "exp",
    "log",
    "sqrt",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "asin",
    "acos",
    "atan",
    "asinh",
    "acosh",
    "atanh",
]


def of_complex(name):
    function = getattr(cmath, name)

    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = function(x[i])

    return kernel


@pytest.mark.parametrize("name", COMPLEX)
@pytest.mark.parametrize("dtype, rtol", [("complex128", 2e-13), ("complex64", 2e-5)])
def test_complex_functions(queue, name, dtype, rtol):
    parts = RNG.uniform(-3, 3, (2, 200))
    x = np.concatenate([parts[0] + 1j * parts[1], [1, 0.5, -0.5 + 0j, 2j, -2j, 1 + 1e-9j]]).astype(dtype)
    if name == "atanh":
        x = x[x != 1]
    expected = np.array([getattr(cmath, name)(complex(v)) for v in x])
    found = apply(queue, of_complex(name), x, dtype)
    assert np.all(np.abs(found - expected) <= rtol * np.maximum(1e-3, np.abs(expected)))


def test_complex_powers(queue):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = x[i] ** 2.5 + x[i] ** 9 + x[i] ** -3 + x[i] ** (1 - 0.5j) + 2 ** x[i] + abs(x[i]) + cmath.phase(x[i])

    x = RNG.uniform(0.5, 2, 50) * np.exp(1j * RNG.uniform(-3, 3, 50))
    expected = x**2.5 + x**9 + x**-3 + x ** (1 - 0.5j) + 2**x + np.abs(x) + np.angle(x)
    np.testing.assert_allclose(apply(queue, kernel, x, "complex128"), expected, rtol=1e-12)


# ---- integers -----------------------------------------------------------------------------------------------------


def powers(item, x, y):
    i = item.get_id(0)
    y[i] = x[i] ** (i % 7) + 3 ** (i % 30)


def functions_of_integers(item, x, y):
    i = item.get_id(0)
    n = abs(x[i])
    y[i] = (
        math.gcd(x[i], 36)
        + 7 * math.lcm(x[i], 6)
        + math.isqrt(n)
        + math.comb(n % 12, 4)
        + math.perm(n % 9, 3)
        + math.factorial(n % 13)
    )


def test_powers_of_integers():
    with np.errstate(over="ignore"):
        check(powers, 60, RNG.integers(-9, 9, 60), np.zeros(60, dtype="int64"))


def test_powers_with_negative_exponents(queue):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = x[i] ** (x[i] - 3 if i % 2 else -abs(x[i]))

    x = np.array([2, -2, 1, 1, -1, -1, -5, 0])
    assert apply(queue, kernel, x, "int64").tolist() == [0, 0, 1, 1, -1, 1, 0, 0]


def test_functions_of_integers():
    check(functions_of_integers, 80, RNG.integers(-500, 500, 80), np.zeros(80, dtype="int64"))


# ---- all of math --------------------------------------------------------------------------------------------------


def functions_of_floats(item, x, y):
    i = item.get_id(0)
    v = x[i]
    fraction, whole = math.modf(v)
    y[i] = fraction * 10 + whole + math.remainder(v, 0.7) + math.hypot(v, 2.0) + math.degrees(v) + math.radians(v)
    if math.isclose(v, whole, abs_tol=0.25):
        y[i] += 1000
    y[i] += math.dist((v, 1.0), (0.0, v)) + math.copysign(3, v) + math.fmod(v, 1.5) + math.sqrt(i) + math.log2(i + 1)


def test_functions_of_floats():
    check(functions_of_floats, 200, RNG.uniform(-6, 6, 200), np.zeros(200), rtol=1e-11)


def least_of_conditions(item, b, c, n, f, both, either, small, real):
    i = item.get_id(0)
    both[i] = min(b[i], c[i])
    either[i] = max(b[i], c[i], b[i])
    small[i] = min(n[i], b[i])
    real[i] = max(b[i], f[i])


def test_conditions_have_least_and_greatest():
    b, c = np.array([True, False, True, False]), np.array([True, True, False, False])
    n, f = np.array([-3, 0, 1, 5], "i1"), np.array([0.5, -1, 2, 0], "f4")
    check(
        least_of_conditions, 4, b, c, n, f, np.zeros(4, bool), np.zeros(4, bool), np.zeros(4, "i1"), np.zeros(4, "f4")
    )


def halves(item, x, y, out):
    i = item.get_id(0)
    a, b = x[i], y[i]
    out[i, 0] = a + b
    out[i, 1] = a * b
    out[i, 2] = a / b
    out[i, 3] = math.sqrt(abs(a))
    out[i, 4] = a * 2.5
    out[i, 5] = max(a, b)
    out[i, 6] = np.float16(i * 0.1)


def test_half_precision(queue):
    """Each operation is rounded once, on devices with and without float16."""
    if not queue.sycl_device.has_aspect_fp16:
        pytest.skip("the device has no half precision")
    x = np.arange(0, 65536, 7, dtype="u2").view("f2")
    y = np.roll(x, 1234)
    given = [dpt.asarray(a, sycl_queue=queue) for a in (x, y, np.zeros((x.size, 7), dtype="f2"))]
    dpex.call_kernel(dpex.kernel(halves), dpex.Range(x.size), *given)
    with np.errstate(all="ignore"):
        number = (np.arange(x.size) * 0.1).astype("f2")
        expected = np.stack(
            [x + y, x * y, x / y, np.sqrt(abs(x)), (x.astype("f8") * 2.5).astype("f2"), np.where(y > x, y, x), number],
            axis=1,
        )
    np.testing.assert_array_equal(dpt.asnumpy(given[2]), expected)


# ---- print --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif("native" not in BACKENDS, reason="drivers print as they like")
def test_print_writes_a_line_for_each_item(capfd):
    def kernel(item, x, z):
        i = item.get_id(0)
        if i % 2:
            print("item", i, "has", x[i], x[i] > 2.0, z[i], "100%")

    x = np.array([0.5, 1.25, 2.0, 1e300, -4.0, 0.1])
    dpex.call_kernel(
        dpex.kernel(kernel), dpex.Range(6), dpt.asarray(x, device="cpu"), dpt.asarray(x * 1j, device="cpu")
    )
    lines = sorted(capfd.readouterr().out.splitlines())
    assert lines == [
        "item 1 has 1.25 False (0.0, 1.25) 100%",
        "item 3 has 1e+300 True (0.0, 1e+300) 100%",
        "item 5 has 0.1 False (0.0, 0.1) 100%",
    ]


@pytest.mark.skipif("native" not in BACKENDS, reason="drivers print as they like")
def test_print_beside_barriers(capfd):
    def kernel(nd, memory):
        memory[nd.get_local_id(0)] = nd.get_local_id(0)
        kapi.group_barrier(nd.get_group())
        if nd.get_local_id(0) == 0:
            print(memory[3], "only text")

    x = dpt.zeros(1, device="cpu")

    def launched(nd, memory, x):
        kernel(nd, memory)

    dpex.call_kernel(dpex.kernel(launched), dpex.NdRange((8,), (4,)), kapi.LocalAccessor(4, np.int32), x)
    assert capfd.readouterr().out.splitlines() == ["3 only text"] * 2


# ---- slices, constants from outside -------------------------------------------------------------------------------

TABLE = np.array([[1.5, -2.0], [0.25, 8.0]])
LIMITS = (3, 2.5)


def of_slices(item, A, y):
    i = item.get_id(0)
    part = A[i, 1:-1]
    y[i] = (
        part.sum()
        + part.mean() * 10
        + part.min()
        + A[i, ::2].max()
        + np.sum(A[i])
        + np.max(A[: i + 1, 0])
        + np.prod(A[i, :2])
    )


def with_constants(item, x, y):
    i = item.get_id(0)
    y[i] = TABLE[i % 2, 1] * x[i] + TABLE[:, 0].sum() + LIMITS[0] * LIMITS[1]


def test_slices_and_their_reductions():
    check(of_slices, 15, RNG.random((15, 8)), np.zeros(15))


def test_arrays_and_tuples_from_outside():
    check(with_constants, 20, RNG.random(20), np.zeros(20))


def of_expressions(item, A, b, y):
    i = item.get_id(0)
    d = A[i] - b
    y[i, 0] = np.sum(d * d) + (A[i] > 0.5).sum() + np.dot(A[i], b)
    y[i, 1] = np.mean(np.sqrt(A[i, 1:])) + np.max(-A[i]) + np.argmax(A[i]) + 10 * np.argmin(b)
    y[i, 2:4] = A[i, :2] * 2 + b[2:4]
    y[i, 3:] += 1
    y[i, 4] += np.any(A[i] > 0.9) + 2 * np.all(A[i] < 0.99)


def test_array_expressions_in_kernels():
    check(of_expressions, 12, RNG.random((12, 7)), RNG.random(7), np.zeros((12, 6)))


def test_array_expressions_keep_their_values_after_a_store():
    def kernel(item, A, b):
        d = A[0] - b
        b[0] = 5
        b[1] = np.sum(d)

    b = dpt.zeros(3)
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(1), dpt.ones((2, 3)), b)
    assert dpt.asnumpy(b).tolist() == [5, 3, 0]


def of_characters_and_hashes(item, k, flat, out):
    i = item.get_id(0)
    out[i] = hash(k[i]) + ord("a") + flat.flat[i]


def test_hash_ord_and_flat():
    k = np.array([0, 5, -1, -2, 2**61 - 1, 2**61, -(2**61), 2**63 - 1])
    check(of_characters_and_hashes, 8, k, np.arange(8).reshape(2, 4), np.zeros(8, dtype="i8"))


# ---- the types of NumPy's functions -------------------------------------------------------------------------------


def small_integers(item, a, b, u, out, real):
    i = item.get_id(0)
    x, y, v = a[i], b[i], u[i]
    out[i, 0], out[i, 1], out[i, 2] = np.add(x, y), np.multiply(x, y), np.subtract(v, np.uint8(200))
    out[i, 3], out[i, 4], out[i, 5] = np.invert(v), np.negative(v), -v
    out[i, 6], out[i, 7], out[i, 8] = abs(x), -x, np.square(x)
    out[i, 9], out[i, 10], out[i, 11] = np.left_shift(x, np.int8(3)), np.fmod(x, np.int8(7)), np.floor(x)
    out[i, 12], out[i, 13] = np.power(x, np.int8(3)), np.floor_divide(x, np.int8(-7))
    real[i, 0], real[i, 1], real[i, 2] = (
        np.sqrt(abs(y)),
        np.float32(1) / np.float32(3) + np.maximum(real[i, 0], np.float32(0.1)),
        np.spacing(np.float32(x)),
    )


def test_functions_of_numpy_compute_in_its_types():
    with np.errstate(all="ignore"):
        a, b = (RNG.integers(-128, 128, 60).astype(t) for t in ("i1", "i2"))
        a[0] = -128
        check(
            small_integers, 60, a, b, RNG.integers(0, 256, 60).astype("u1"), np.zeros((60, 14), "i8"), np.zeros((60, 3))
        )


def test_unsigned_powers_stay_integers(queue):
    def kernel(item, x, y):
        i = item.get_id(0)
        y[i] = x[i] ** x[i] + pow(x[i], 3)

    x = np.array([1, 2, 3, 15], dtype="u8")
    assert apply(queue, kernel, x, "uint64").tolist() == [int(v) ** int(v) + int(v) ** 3 for v in x]


# ---- fastmath and contraction -------------------------------------------------------------------------------------


def contractible(item, x, y):
    v = x[item.get_id(0)]
    y[item.get_id(0)] = v * v - 0.1 * v


def test_contraction_can_be_forbidden(queue):
    x = RNG.random(1000)
    y = dpt.zeros(1000, sycl_queue=queue)
    dpex.call_kernel(
        dpex.kernel(fp_contract=False)(contractible), dpex.Range(1000), dpt.asarray(x, sycl_queue=queue), y
    )
    np.testing.assert_array_equal(dpt.asnumpy(y), x * x - 0.1 * x)


FLAGS = [True, {"nnan", "reassoc"}, {"contract": True, "ninf": False}, {"nnan", "ninf", "nsz"}]


@pytest.mark.parametrize("fast", [*FLAGS, {"afn", "arcp", "contract", "nsz", "reassoc"}])
def test_fast_arithmetic_is_an_option(queue, fast):
    x = RNG.random(1000)
    y = dpt.zeros(1000, sycl_queue=queue)
    kernel = dpex.kernel(fastmath=fast)(contractible)
    dpex.call_kernel(kernel, dpex.Range(1000), dpt.asarray(x, sycl_queue=queue), y)
    np.testing.assert_allclose(dpt.asnumpy(y), x * x - 0.1 * x, rtol=1e-10, atol=1e-15)
    (text,) = kernel.inspect_llvm().values()
    flags = "fast" if fast is True else "contract" if isinstance(fast, dict) else " ".join(sorted({*fast, "contract"}))
    assert f"fmul {flags} <" in text or f"fmul {flags} double" in text


def test_fast_arithmetic_of_no_known_kind_is_refused():
    with pytest.raises(ValueError, match="fastmath is True, False, or a set of .*not {'quick'}"):
        dpex.kernel(fastmath={"quick"})(contractible)
    with pytest.raises(ValueError, match="fastmath"):
        dpex.njit(parallel=True, fastmath=3)(contractible)


def of_texts_ranges_and_tuples(item, a, out):
    i = item.get_id(0)
    x, y, z = a[i, 0], a[i, 1], a[i, 2]
    out[i, 0] = float("inf")
    out[i, 1] = -float(" 1e3 ") if float("nan") != float("nan") else 0.0
    out[i, 2] = len(range(3, y, -2)) + 100 * len(range(x, z, 3)) + 10000 * len("text")
    out[i, 3] = 5 in range(2, 9)
    out[i, 4] = x in range(y, z)
    out[i, 5] = y not in range(z, x, -3)
    out[i, 6] = x in range(-9, 9, z)
    out[i, 7] = (x, y) < (y, z)
    out[i, 8] = (x, y, 1) <= (x, y)
    out[i, 9] = (x, y) >= (x, y)
    out[i, 10] = (1, (x, 3.5)) > (1, (y, 3))
    out[i, 11] = (x, float("nan")) < (y, 1.0)


def test_constant_texts_ranges_and_tuples(queue):
    class Item:
        def get_id(self, dim):
            return self.i

    a = np.array([[x, y, z] for x in (-4, 1, 3) for y in (-4, 0, 7) for z in (-3, 2, 5)])
    expected = np.zeros((len(a), 12))
    for Item.i in range(len(a)):
        of_texts_ranges_and_tuples(Item(), a, expected)
    out = dpt.zeros(expected.shape, sycl_queue=queue)
    kernel = dpex.kernel(of_texts_ranges_and_tuples)
    dpex.call_kernel(kernel, dpex.Range(len(a)), dpt.asarray(a, sycl_queue=queue), out)
    np.testing.assert_array_equal(dpt.asnumpy(out), expected)


REFUSED = {
    "could not convert string to float": lambda item, a, out: float("abc"),
    "an integer and a range": lambda item, a, out: 1.5 in range(3),
    "tuples of arrays have no order": lambda item, a, out: (a, 1) < (a, 2),
}


@pytest.mark.parametrize("text", REFUSED)
def test_texts_ranges_and_tuples_that_are_refused(text):
    with pytest.raises(TypingError, match=text):
        dpex.call_kernel(dpex.kernel(REFUSED[text]), dpex.Range(1), dpt.zeros(1), dpt.zeros(1))
