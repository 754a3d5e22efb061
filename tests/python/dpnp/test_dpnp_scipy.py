"""dpnp.scipy against SciPy: error functions over their whole domains, factorizations into triangles and what is solved with them."""

import numpy
import pytest
import scipy.linalg
import scipy.special

import dpnp

inf = float("inf")
LARGE = numpy.geomspace(1e-300, 1e300, 200)
POINTS = {
    "erf": numpy.linspace(-7, 7, 500),
    "erfc": numpy.linspace(-7, 26, 500),
    "erfcx": numpy.concatenate([numpy.linspace(-26.5, 60, 2000), LARGE, [0.0, -0.0, inf, -inf, numpy.nan, -30.0]]),
    "erfinv": numpy.concatenate(
        [numpy.linspace(-1, 1, 2001), 1 - LARGE[LARGE < 0.1], LARGE[LARGE < 1], [-0.0, 2.0, -1.5, inf, numpy.nan]]
    ),
    "erfcinv": numpy.concatenate(
        [numpy.linspace(0, 2, 2001), LARGE[LARGE < 2], [-1.0, 3.0, inf, numpy.nan, 2 - 2**-52]]
    ),
}


# SciPy's own errors; ours are checked against long double by the conformance program.
SCIPYS_ERROR = {"erfc": 1e-13, "erfcx": 1e-13}


def test_error_functions(device, request):
    is_compiled = "opencl" in request.node.name or "cuda" in request.node.name  # a kernel for each function and type
    for name, x in POINTS.items():
        if is_compiled and name in ("erf", "erfc"):
            continue
        function, reference = getattr(dpnp.scipy.special, name), getattr(scipy.special, name)
        if device.has_aspect_fp64:
            found = dpnp.asnumpy(function(dpnp.asarray(x, device=device)))
            numpy.testing.assert_allclose(
                found, reference(x), rtol=SCIPYS_ERROR.get(name, 4e-15), atol=1e-308, err_msg=name
            )
        if is_compiled and name != "erfinv":
            continue
        single = x[(abs(x) < 1e30) & ((x == 0) | (abs(x) > 1e-30))].astype(numpy.float32)
        if name == "erfcx":
            single = single[single > -9.3]
        found = dpnp.asnumpy(function(dpnp.asarray(single, device=device)))
        assert found.dtype == numpy.float32
        expected = reference(single.astype(numpy.float64))
        numpy.testing.assert_allclose(found, expected, rtol=2e-6, atol=1e-38, err_msg=name)


def test_types_and_results_of_error_functions(device):
    special = dpnp.scipy.special
    x = (
        dpnp.asarray([0.0, 0.5], dtype="f2", device=device)
        if device.has_aspect_fp16
        else dpnp.asarray([0, 1], "i1", device=device)
    )
    assert special.erf(x).dtype == numpy.float32
    assert special.erfinv(dpnp.zeros(3, "i4", device=device)).dtype == dpnp.default_float_type(device)
    y = dpnp.asarray([0.25, 0.5], dtype="f4", device=device)
    out = dpnp.empty_like(y)
    assert special.erfcx(y, out=out) is out and special.erfcx(y).tolist() == out.tolist()
    with pytest.raises(TypeError):
        special.erf([0.5])
    for name in special.__all__:
        made, expected = getattr(special, name)(0.5), getattr(scipy.special, name)(0.5)
        assert made.shape == () and abs(made.item() - expected) < 1e-12
    with pytest.raises((TypeError, ValueError)):
        special.erfinv(dpnp.asarray([1j], device=device) if device.has_aspect_fp64 else [1])


def matrices(dtype, shape, seed=0):
    rng = numpy.random.default_rng(seed)
    a = rng.standard_normal(shape)
    return (a + 1j * rng.standard_normal(shape)).astype(dtype) if dtype[0] == "c" else a.astype(dtype)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_lu(device, dtype):
    rtol = 1e-4 if dtype == "f4" else 1e-11
    for shape in ((4, 4), (5, 3), (2, 6), (3, 4, 4), (2, 2, 5, 4), (1, 1), (0, 0), (3, 0, 2)):
        a = matrices(dtype, shape)
        x = dpnp.asarray(a, device=device)
        p, low, up = (dpnp.asnumpy(part) for part in dpnp.scipy.linalg.lu(x))
        assert p.shape == (*shape[:-1], shape[-2]) and low.dtype == up.dtype == a.dtype and p.dtype == a.real.dtype
        numpy.testing.assert_allclose(p @ low @ up, a, rtol=rtol, atol=rtol)
        pl, up2 = (dpnp.asnumpy(part) for part in dpnp.scipy.linalg.lu(x, permute_l=True))
        numpy.testing.assert_allclose(pl, p @ low, rtol=rtol, atol=rtol)
        rows, low3, _ = (dpnp.asnumpy(part) for part in dpnp.scipy.linalg.lu(x, p_indices=True))
        numpy.testing.assert_allclose(numpy.take_along_axis(low3, rows[..., None], -2) @ up2, a, rtol=rtol, atol=rtol)
        if min(shape) and len(shape) == 2:
            factors, pivots = dpnp.scipy.linalg.lu_factor(x)
            expected, expected_pivots = scipy.linalg.lu_factor(a)
            numpy.testing.assert_allclose(dpnp.asnumpy(factors), expected, rtol=rtol, atol=rtol)
            assert pivots.tolist() == expected_pivots.tolist()


def test_lu_solve(device):
    for dtype in ("f4", "f8", "c16"):
        rtol = 1e-3 if dtype == "f4" else 1e-10
        a, b = matrices(dtype, (2, 5, 5)), matrices(dtype, (2, 5, 3), 1)
        pair = dpnp.scipy.linalg.lu_factor(dpnp.asarray(a, device=device))
        for trans, m in ((0, a), (1, a.swapaxes(-1, -2)), (2, a.conj().swapaxes(-1, -2))):
            x = dpnp.asnumpy(dpnp.scipy.linalg.lu_solve(pair, dpnp.asarray(b, device=device), trans))
            numpy.testing.assert_allclose(m @ x, b, rtol=rtol, atol=rtol)
        one = tuple(part[0] for part in pair)
        v = dpnp.scipy.linalg.lu_solve(one, dpnp.asarray(b[0, :, 0], device=device))
        numpy.testing.assert_allclose(a[0] @ dpnp.asnumpy(v), b[0, :, 0], rtol=rtol, atol=rtol)
        assert v.shape == (5,)
    with pytest.raises(ValueError):
        dpnp.scipy.linalg.lu_solve(one, dpnp.zeros(4, dtype=dtype, device=device))
    with pytest.raises(ValueError):
        dpnp.scipy.linalg.lu_solve(one, dpnp.zeros(5, dtype=dtype, device=device), trans=3)


def test_bad_and_singular_matrices(device):
    dpnp.scipy.linalg.lu_factor(dpnp.eye(2, device=device))
    with pytest.warns(RuntimeWarning, match="singular"):
        dpnp.scipy.linalg.lu_factor(dpnp.ones((2, 2), device=device))
    with pytest.raises(ValueError):
        dpnp.scipy.linalg.lu(dpnp.full((2, 2), numpy.nan, device=device))
    with pytest.raises(ValueError):
        dpnp.scipy.linalg.lu_factor(dpnp.ones(3, device=device))
    with pytest.raises(TypeError):
        dpnp.scipy.linalg.lu([[1.0]])


def test_the_names_of_scipy():
    assert dpnp.scipy.special.__all__ == ["erf", "erfc", "erfcinv", "erfcx", "erfinv"]
    for module in (dpnp.scipy.special, dpnp.scipy.linalg):
        for name in module.__all__:
            assert getattr(module, name).__doc__
