"""Factorizations by cuSOLVER on CUDA devices, on stand-ins for NVIDIA's driver and library that compute (tests/c/fake_cuda).

Its programs run in interpreters of their own, because the driver is opened once in a process. The stand-in compiles nothing: it knows
copies and the kernels beside a library's factorizations, so that a factorization by our own kernels fails there, and so would several
copies in one pass (DPEX_FUSION).
"""

import os

import pytest

LIBRARY = os.environ.get("DPEX_TEST_FAKE_CUDA", "")

pytestmark = pytest.mark.skipif(not os.path.exists(LIBRARY), reason="DPEX_TEST_FAKE_CUDA names no built stand-in")

PREAMBLE = f"""
import ctypes, os
os.environ["DPEX_FUSION"] = "0"
os.environ["CUDA_PATH"] = {os.path.dirname(os.path.dirname(LIBRARY))!r}
from opendpex import _core
_core._set_cuda_library({LIBRARY!r})
import numpy as np, dpctl, dpctl.tensor as dpt, dpnp
from numpy.testing import assert_allclose
_core._set_library_extent(1)
queue = dpctl.SyclQueue("cuda")
generator = np.random.default_rng(7)


class Controls(ctypes.Structure):
    _fields_ = [("fail", ctypes.c_void_p), ("count", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p))]


stand_in = ctypes.CDLL({LIBRARY!r})
stand_in.fake_cuda_get_controls.restype = ctypes.POINTER(Controls)


def count(routine):
    '''How often a function of the library was called, whatever the type.'''
    return stand_in.fake_cuda_get_controls().contents.count(f"cusolverDnX{{routine}}".encode())


def numbers(shape, dtype):
    parts = generator.normal(size=(2, *shape))
    return (parts[0] + 1j * parts[1] if dtype in "FD" else parts[0]).astype(dtype)


def near(result, expected, dtype):
    result = np.asarray(dpnp.asnumpy(result) if isinstance(result, dpnp.ndarray) else result)
    assert result.shape == np.shape(expected) and result.dtype == np.asarray(expected).dtype, (result.dtype, result.shape)
    tolerance = 2e-4 if dtype in "fF" else 1e-10
    assert_allclose(result, expected, rtol=tolerance, atol=tolerance)


def layouts(host):
    '''The same matrices on the device: by rows, by columns, with gaps, from the end on.'''
    yield dpnp.asarray(host, sycl_queue=queue)
    yield dpnp.asarray(np.ascontiguousarray(host.swapaxes(-1, -2)), sycl_queue=queue).mT
    wide = np.zeros((*host.shape[:-1], 2 * host.shape[-1]), host.dtype)
    wide[..., ::2] = host
    yield dpnp.asarray(wide, sycl_queue=queue)[..., ::2]
    yield dpnp.asarray(np.ascontiguousarray(host[..., ::-1, :]), sycl_queue=queue)[..., ::-1, :]


def raises(text, function, *args):
    try:
        function(*args)
    except np.linalg.LinAlgError as error:
        assert str(error) == text, error
        return
    raise AssertionError("no LinAlgError")
"""

RECTANGLES = "[(1, 1), (4, 4), (7, 3), (3, 7), (1, 5), (5, 1), (2, 3, 5, 4), (3, 4, 6), (40, 33)]"
SQUARES = "[(1, 1), (5, 5), (3, 4, 4), (2, 2, 3, 3), (37, 37)]"


def test_singular_values_and_vectors(run):
    run(
        PREAMBLE
        + f"""
for dtype in "fdFD":
    for shape in {RECTANGLES}:
        host = numbers(shape, dtype)
        expected, n_matrices, k = np.linalg.svd(host, compute_uv=False), int(np.prod(shape[:-2])), min(shape[-2:])
        for x in layouts(host):
            before = count("gesvd")
            near(dpnp.linalg.svdvals(x), expected, dtype)
            for is_full in (False, True):
                u, s, vh = dpnp.linalg.svd(x, full_matrices=is_full)
                near(s, expected, dtype)
                u, s, vh = map(dpnp.asnumpy, (u, s, vh))
                reference = np.linalg.svd(host, full_matrices=is_full)
                assert u.shape == reference[0].shape and vh.shape == reference[2].shape
                near((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], host, dtype)
                near(u.conj().swapaxes(-1, -2) @ u, np.broadcast_to(np.eye(u.shape[-1], dtype=dtype), (*shape[:-2], *u.shape[-1:] * 2)), dtype)
                near(vh @ vh.conj().swapaxes(-1, -2), np.broadcast_to(np.eye(vh.shape[-2], dtype=dtype), (*shape[:-2], *vh.shape[-2:-1] * 2)), dtype)
            assert count("gesvd") == before + 3 * n_matrices
"""
    )


def test_singular_vectors_of_a_matrix_without_full_rank(run):
    run(
        PREAMBLE
        + """
for shape in ((6, 4), (4, 6)):
    host = np.outer(np.arange(1.0, 1 + shape[0]), np.arange(2.0, 2 + shape[1]))
    u, s, vh = map(dpnp.asnumpy, dpnp.linalg.svd(dpnp.asarray(host, sycl_queue=queue)))
    near(u[:, :4] * s @ vh[:4], host, "d")
    near(u.T @ u, np.eye(shape[0]), "d")
    near(vh @ vh.T, np.eye(shape[1]), "d")
assert count("gesvd") == 2
"""
    )


def test_an_iteration_that_does_not_converge(run):
    run(
        PREAMBLE
        + """
host = numbers((2, 4, 4), "d")
host[1, 0, 0] = -1e9  # the stand-in's sign for it
x = dpnp.asarray(host, sycl_queue=queue)
raises("svd: matrix 1 of the stack made the iteration fail to converge", dpnp.linalg.svd, x)
raises("svdvals: the matrix made the iteration fail to converge", dpnp.linalg.svdvals, x[1])
raises("eigh: matrix 1 of the stack made the iteration fail to converge", dpnp.linalg.eigh, x)
assert count("gesvd") == 3 and count("syevd") == 2
"""
    )


def test_solutions_inverses_and_determinants(run):
    run(
        PREAMBLE
        + f"""
for dtype in "fdFD":
    for shape in {SQUARES}:
        n, n_matrices = shape[-1], int(np.prod(shape[:-2]))
        host = numbers(shape, dtype) + 3 * np.eye(n, dtype=dtype)
        columns = numbers((*shape[:-1], 3), dtype)
        for x in layouts(host):
            before = count("getrf")
            near(dpnp.linalg.inv(x), np.linalg.inv(host), dtype)
            near(dpnp.linalg.solve(x, dpnp.asarray(columns, sycl_queue=queue)), np.linalg.solve(host, columns), dtype)
            for result, expected in zip(dpnp.linalg.slogdet(x), np.linalg.slogdet(host)):
                near(result, expected, dtype)
            assert count("getrf") == before + 3 * n_matrices
            if n < 37:
                near(dpnp.linalg.det(x), np.linalg.det(host), dtype)
        if len(shape) == 2:
            vector = numbers((n,), dtype)
            near(dpnp.linalg.solve(x, dpnp.asarray(vector, sycl_queue=queue)), np.linalg.solve(host, vector), dtype)
            stack = numbers((2, n, 1), dtype)
            near(dpnp.linalg.solve(x, dpnp.asarray(stack, sycl_queue=queue)), np.linalg.solve(host, stack), dtype)
"""
    )


def test_singular_matrices(run):
    run(
        PREAMBLE
        + """
for dtype in "fdFD":
    host = np.stack([np.eye(4, dtype=dtype), np.ones((4, 4), dtype)])
    x = dpnp.asarray(host, sycl_queue=queue)
    raises("inv: Singular matrix", dpnp.linalg.inv, x)
    raises("inv: Singular matrix", dpnp.linalg.inv, x[1])
    raises("solve: Singular matrix: The input coefficient matrix is singular.", dpnp.linalg.solve, x[1], x[0])
    near(dpnp.linalg.det(x), np.linalg.det(host), dtype)
    sign, logarithm = map(dpnp.asnumpy, dpnp.linalg.slogdet(x))
    assert list(sign) == [1, 0] and list(logarithm) == [0, -np.inf] and sign.dtype == dtype
    negative = dpnp.asarray(np.stack([np.eye(3, dtype=dtype), -np.eye(3, dtype=dtype)]), sycl_queue=queue)
    raises("cholesky: Matrix is not positive definite.", dpnp.linalg.cholesky, negative)
    near(dpnp.linalg.inv(x[0]), host[0], dtype)
"""
    )


def test_matrices_that_are_not_finite(run):
    """The library takes NaN for zero: they are factorized again."""
    run(
        PREAMBLE
        + """
for dtype in "fdFD":
    for at in (0, 5, 15):
        host = np.stack([numbers((4, 4), dtype) + 3 * np.eye(4, dtype=dtype)] * 3)
        host[1].flat[at] = np.nan
        ones = np.ones((3, 4, 2), dtype)
        x, right = dpnp.asarray(host, sycl_queue=queue), dpnp.asarray(ones, sycl_queue=queue)
        for result, expected in (
            (dpnp.linalg.inv(x), np.linalg.inv(host)),
            (dpnp.linalg.solve(x, right), np.linalg.solve(host, ones)),
            (dpnp.linalg.det(x), np.linalg.det(host)),
        ):
            result = dpnp.asnumpy(result)
            assert not np.isfinite(result[1]).all()
            near(result[::2], expected[::2], dtype)
        if at == 0 and dtype in "fd":
            host[1, 0, 0] = np.inf
            near(dpnp.linalg.solve(dpnp.asarray(host, sycl_queue=queue), right), np.linalg.solve(host, ones), dtype)
"""
    )


def test_qr(run):
    run(
        PREAMBLE
        + f"""
for dtype in "fdFD":
    for shape in {RECTANGLES}:
        host = numbers(shape, dtype)
        for x in layouts(host):
            before = count("geqrf")
            for mode in ("reduced", "complete"):
                q, r = map(dpnp.asnumpy, dpnp.linalg.qr(x, mode=mode))
                assert [q.shape, r.shape] == [t.shape for t in np.linalg.qr(host, mode=mode)]
                near(q @ r, host, dtype)
                assert_allclose(r, np.triu(r))
            assert count("geqrf") == before + 2 * int(np.prod(shape[:-2]))
    assert dpnp.linalg.svdvals(dpnp.asarray(np.zeros((0, 3), dtype), sycl_queue=queue)).shape == (0,)
"""
    )


def test_lu_factors_and_what_they_solve(run):
    run(
        PREAMBLE
        + """
for dtype in "fdFD":
    for n in (1, 4, 23):
        host, b = numbers((n, n), dtype) + 2 * np.eye(n, dtype=dtype), numbers((3, n), dtype)
        for x in layouts(host):
            before = count("getrs")
            factors, pivots, order = _core.linalg_lu(x)
            packed = dpnp.asnumpy(factors).T
            lower, upper = np.tril(packed, -1) + np.eye(n, dtype=dtype), np.triu(packed)
            near(lower @ upper, host[dpnp.asnumpy(order)], dtype)
            for letter, form in zip("NTC", (host, host.T, host.conj().T)):
                sides = dpnp.asarray(b, sycl_queue=queue)
                solved = _core.linalg_lu_solve(factors, pivots, letter, sides)
                near(dpnp.asnumpy(solved), np.linalg.solve(form, b.T).T, dtype)
            assert count("getrs") == before + 3
"""
    )
