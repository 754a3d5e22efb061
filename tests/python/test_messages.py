"""Messages about wrong arguments name the function as the program calls it, also where an operation inside refuses them."""

import ast
import re

import numpy
import pytest

import dpctl
import dpctl.memory
import dpctl.program
import dpctl.tensor as dpt
import dpnp
import numba_dpex
import opendpex
import opendpex.collectives

CALLS = {
    "an array that does not become a number": """
        dpnp.eye(dpnp.ones(3))
        dpnp.eye(dpnp.ones(()))
        dpnp.tri(dpnp.ones(3))
        dpt.eye(dpt.ones(3))
        dpt.linspace(0, 1, dpt.ones(()))
        dpnp.linalg.matrix_power(dpnp.ones((2, 2)), dpnp.ones(3))
        dpnp.random.bytes(dpnp.ones(3))
        dpnp.random.MT19937(dpnp.ones(3))
        dpnp.random.Philox(key=dpnp.ones((2, 2)))
        dpnp.linalg.lstsq(dpnp.ones((2, 2)), dpnp.ones(2), dpnp.ones(3))
        dpnp.scipy.linalg.lu_solve(dpnp.ones(()), dpnp.ones(3))
        dpnp.scipy.linalg.lu_solve(5, dpnp.ones(3))
        dpnp.vectorize(abs, otypes=5)
    """,
    "an array as a truth value or a word": """
        dpt.top_k(dpt.ones(3), 1, mode=dpt.ones(3))
        dpnp.sort(dpnp.ones(3), kind=dpt.ones(3))
        dpnp.linalg.svd(dpnp.ones((2, 2)), hermitian=dpnp.ones(3))
        dpt.linalg.cholesky(dpt.ones((2, 2)), upper=dpt.ones(0))
        dpt.set_print_options(suppress=dpt.ones(3))
    """,
    "a device that there is not": """
        dpnp.zeros(3, device="abc")
        dpnp.asarray([1], device="abc")
        dpnp.arange(3, device="abc")
        dpnp.arange(3.0, device="abc", usm_type="host")
        dpnp.random.normal(device="abc")
        dpnp.random.Generator(1, device="abc")
        dpt.arange(3, device="abc")
        dpt.fft.fftfreq(3, device="abc")
    """,
    "what is no data type": """
        dpnp.zeros(3, dtype="abc")
        dpnp.asarray([1], dtype="abc")
        dpnp.array([1], dtype=0)
        dpnp.random.uniform(dtype="abc")
        dpnp.can_cast(dpnp.ones(3), "abc")
        dpnp.finfo("abc")
        dpnp.finfo("i4")
        dpnp.iinfo("f4")
        dpt.arange(3, dtype="abc")
        dpt.arange(3.0, dtype="abc")
        dpt.astype(dpt.ones(3), "abc")
        dpt.astype(dpt.ones(3), "f4", casting=3)
        dpt.can_cast("f4", "abc")
        dpt.can_cast("abc", "f4")
        dpt.can_cast("f4", "f4", casting=5)
        dpt.result_type("abc", "f4")
        dpt.linspace(0, 1, 3, dtype="abc")
        dpt.fft.rfftfreq(3, dtype="abc")
    """,
    "what a ufunc's method does not take": """
        dpnp.add.accumulate(dpnp.ones(3), out=())
        dpnp.add.accumulate(dpnp.ones(3), axis=())
        dpnp.add.accumulate(dpnp.ones(3), dtype="S3")
        dpnp.add.reduceat(dpnp.ones(3), [0], axis=())
        dpnp.sin.at(dpnp.ones(3), 2.5)
        dpnp.add(dpnp.ones(3), 1, dtype=(1, 2))
    """,
    "shapes that do not fit": """
        dpnp.asarray([[1, 2], [3]])
        dpnp.array([[1.0, 2], [3]], dtype="f4")
        dpnp.array([dpnp.ones(2), dpnp.ones(3)])
        dpnp.full(3, [[1, 2], [3]])
        dpnp.random.normal([[1, 2], [3]])
        dpnp.random.normal(dpnp.ones(3), dpnp.ones(2))
        dpnp.sum(dpnp.ones(3), where=dpnp.ones(2, dtype=bool))
        dpnp.roll(dpnp.ones(3), (1, 2), (0, 0, 0))
        dpnp.broadcast_shapes((2,), (3,))
        dpnp.broadcast_shapes("abc")
        dpnp.matmul(dpnp.ones(3), dpnp.ones(3), out=())
        dpnp.fft.fft2(dpnp.ones(3))
        dpt.asarray([[1, 2], [3]])
        dpt.from_numpy([[1, 2], [3]])
    """,
    "arrays on two queues": """
        dpnp.array([dpnp.ones(2), elsewhere])
        dpnp.asarray([dpnp.ones(2), elsewhere])
        dpt.asarray([dpt.ones(2), elsewhere])
    """,
    "what NumPy refuses": """
        dpnp.load(5.5)
        dpnp.save(5.5, dpnp.ones(3))
        dpnp.savez(5.5, dpnp.ones(3))
        dpnp.savetxt(5.5, dpnp.ones(3))
        dpnp.fromregex(5.5, "a", "f4")
        dpnp.genfromtxt(5.5)
        dpnp.loadtxt(5.5)
        dpnp.array_str(dpnp.ones(3), precision=-1)
        dpt.usm_ndarray_str(dpt.ones(3), precision=-1)
        dpt.usm_ndarray_repr(dpt.ones(3), prefix=5)
    """,
    "constructors and methods of dpctl": """
        dpctl.SyclDevice("abc")
        dpctl.SyclQueue("abc")
        dpctl.SyclQueue(5, 6)
        dpctl.SyclQueue(property="abc")
        dpctl.SyclContext([])
        dpctl.SyclEvent(5)
        dpctl.SyclEvent.wait_for(5)
        dpctl.SyclPlatform(5)
        dpctl.get_device_cached_queue(5)
        dpctl.get_num_devices(device_type=5)
        dpctl.select_accelerator_device()
        dpctl.SyclDevice().create_sub_devices(partition=0)
        dpctl.SyclDevice().create_sub_devices(partition="abc")
        dpctl.SyclDevice().enable_peer_access(5)
        dpctl.SyclPlatform().get_devices(5)
        dpctl.SyclQueue().memcpy(1, 2, 3)
        dpctl.SyclQueue().memset(1, 2)
        dpctl.SyclQueue().prefetch(1)
        dpctl.SyclQueue().submit(1, 2, 3)
        dpctl.SyclQueue().submit_async(1, 2, 3)
        dpctl.memory.MemoryUSMShared(-1)
        dpctl.memory.MemoryUSMDevice(2**62)
        dpctl.memory.MemoryUSMHost("abc")
        dpctl.memory.MemoryUSMDevice(8, queue=5)
        dpctl.memory.MemoryUSMDevice(8, alignment=dpt.ones(3))
        dpctl.memory.MemoryUSMDevice(8).copy_to_host(5)
        dpctl.memory.MemoryUSMDevice(8).copy_from_host(bytes(9))
        dpctl.memory.MemoryUSMDevice(8).copy_from_device(5)
        dpctl.memory.MemoryUSMDevice(8).memset("abc")
        dpctl.memory.MemoryUSMDevice(8).get_usm_type(5)
        dpctl.program.create_program_from_source(5, "abc")
        dpt.usm_ndarray(3, strides="abc")
        dpt.usm_ndarray(3, dtype="abc")
        dpnp.ndarray((1, 2.5))
        dpnp.ndarray(3, device="abc")
        dpnp.zeros(2**57)
        dpt.matrix_transpose(dpt.ones(3))
    """,
    "methods": """
        dpnp.random.PCG64(1).jumped([])
        dpnp.random.PCG64(1).random_raw("abc")
        dpnp.random.PCG64(1).spawn("abc")
        dpnp.random.Philox(1).advance([])
        dpnp.random.SeedSequence(1).spawn([])
        dpnp.random.default_rng(1).integers(None)
        dpnp.random.default_rng(1).integers(5, 2)
        dpnp.random.default_rng(1).multivariate_hypergeometric(["a"], 1)
        dpnp.random.random(nonsense=1)
        dpnp.random.ranf(size=-1)
        dpnp.polynomial.Chebyshev([1, 2]).cutdeg("abc")
        dpnp.polynomial.Chebyshev([1, 2]).has_samecoef(5)
        dpnp.polynomial.Chebyshev([1, 2]).convert(kind=5)
        dpnp.polynomial.Chebyshev.fromroots([1, 2], domain=5)
        dpnp.polynomial.Chebyshev.interpolate(5, 2)
        dpnp.ones(3).tobytes(order=5)
        dpnp.ones(3).dump(2.5)
        dpctl.select_device_with_aspects(5)
        dpctl.select_device_with_aspects("abc")
        dpctl.SyclTimer(device_timer="abc")
        opendpex.Profile().to_html(5.5)
        opendpex.Profile().table(limit="abc")
        opendpex.RawKernel("", 5)
        opendpex.pool_trim("abc")
        opendpex.collectives.broadcast(dpt.ones(3), 5)
    """,
    "numba_dpex": """
        numba_dpex.kernel(5)
        numba_dpex.autojit(5)
        numba_dpex.njit("i4")
        numba_dpex.dpjit([5])
        numba_dpex.call_kernel(5, 5)
        numba_dpex.call_kernel(5, numba_dpex.Range(1))
        numba_dpex.call_kernel_async(5, numba_dpex.Range(1), 5)
        numba_dpex.NdRange((4,), (3,))
        numba_dpex.NdRange((4,), (2, 2))
        numba_dpex.NdRange(4, 2)
        numba_dpex.Range("abc")
        numba_dpex.float32(1, 2)
        numba_dpex.typeof(object())
        numba_dpex.USMNdArray(1, queue=5)
    """,
    "series": """
        dpnp.polynomial.chebyshev.chebpow([1, 2], "x")
        dpnp.polynomial.chebyshev.chebpow([1, 2], 2, maxpower="x")
        dpnp.polynomial.hermite.hermder([1, 2, 3], scl={})
        dpnp.polynomial.legendre.legline([1], {})
        dpnp.polynomial.laguerre.lagtrim([1, 2], tol="x")
        dpnp.polynomial.laguerre.lagdiv([1, 2], [0])
        dpnp.polynomial.polynomial.polyvander2d([1], [2], 1)
        dpnp.polynomial.polynomial.polyvalnd((), [1])
        dpnp.polynomial.polyutils.mapdomain([1], 5, [0, 1])
    """,
}


def _names():
    return {
        "dpnp": dpnp,
        "dpt": dpt,
        "dpctl": dpctl,
        "numpy": numpy,
        "numba_dpex": numba_dpex,
        "opendpex": opendpex,
        "elsewhere": dpnp.ones(2, sycl_queue=dpctl.SyclQueue()),
    }


def _function_of(call: str) -> str:
    called = ast.parse(call, mode="eval").body.func
    return called.attr if isinstance(called, ast.Attribute) else called.id


@pytest.mark.parametrize(
    "call", [line.strip() for calls in CALLS.values() for line in calls.splitlines() if line.strip()]
)
def test_the_function_is_named(call):
    with pytest.raises(Exception) as raised:
        eval(call, _names())
    message = str(raised.value)
    assert re.match(rf"((add|sin)\.)?{_function_of(call)}: ", message), message


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("dpnp.zeros(3, dtype='abc')", "zeros: dtype must be a data type such as 'float32', not 'abc'"),
        ("dpnp.ones(3).astype(object())", "dtype must be a data type such as 'float32', not object"),
        ("dpt.astype(dpt.ones(3), [5])", "astype: newdtype must be a data type such as 'float32', not list"),
        ("dpnp.iinfo('f4')", "iinfo: dtype must be a data type of integers, not float32"),
    ],
)
def test_data_types_have_their_names(call, message):
    with pytest.raises((TypeError, ValueError)) as raised:
        eval(call, _names())
    assert message in str(raised.value)


def test_what_a_program_calls_without_a_function_has_no_name():
    x = dpnp.ones(3)
    for use, message in ((bool, "the truth value"), (int, "only 0-dimensional"), (iter, "iteration over")):
        with pytest.raises((TypeError, ValueError)) as raised:
            use(dpnp.ones(()) if use is iter else x)
        assert str(raised.value).startswith(message)


def test_what_a_function_of_the_program_raises_stays_as_it_is():
    def refuse(x):
        if x:
            raise ValueError("mine")

    with pytest.raises(ValueError, match="^the truth value") as raised:
        dpnp.apply_along_axis(refuse, 0, dpnp.ones((2, 2)))
    assert "apply_along_axis" not in str(raised.value)
