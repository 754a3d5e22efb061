"""Names of the interface: decorators and their options, signatures, types, configuration."""

import importlib
import inspect

import numpy as np
import pytest

import dpctl
import dpctl.tensor as dpt
import dpnp
import numba_dpex as dpex
from numba_dpex import Range, call_kernel, device_func, dpjit, int64, kernel, prange
from numba_dpex import kernel_api as kapi
from numba_dpex._compiler.errors import TypingError
from numba_dpex.core import config, exceptions, types
from numba_dpex.core.types.kernel_api import GroupType, ItemType, NdItemType, NdRangeType, RangeType

NAMES = """
    kernel device_func dpjit call_kernel call_kernel_async prange Range NdRange config types parse_sem_version __version__
    DpctlSyclQueue DpctlSyclEvent DpnpNdArray USMNdArray usm_ndarray IntEnumLiteral KernelDispatcherType RangeType NdRangeType none void
    boolean bool_ b1 int32 i4 int64 i8 uint32 u4 uint64 u8 float32 f4 float_ float64 f8 double func njit is_available local private atomic
    DEFAULT_LOCAL_SIZE CLK_LOCAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE LOCAL_MEM_FENCE GLOBAL_MEM_FENCE get_global_id get_local_id get_group_id
    get_num_groups get_global_size get_local_size get_work_dim barrier mem_fence sub_group_barrier
""".split()


def scale(item, x, factor):
    i = item.get_id(0)
    x[i] = x[i] * factor


def without_item(x):
    x[0] = 1


def of_floats(dtype=dpex.float64, **more):
    return dpex.USMNdArray(1, "C", dtype, queue=dpt.zeros(1).sycl_queue, **more)


@pytest.mark.parametrize("name", NAMES)
def test_names(name):
    assert hasattr(dpex, name) and name in dpex.__all__


# ---- decorators ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "decorator", [dpex.kernel, dpex.kernel(), dpex.kernel(None), dpex.kernel(debug=True), dpex.kernel(fastmath=True)]
)
def test_forms_of_the_decorator(decorator):
    x = dpt.ones(3)
    dpex.call_kernel(decorator(scale), dpex.Range(3), x, 2.0)
    assert dpt.asnumpy(x).tolist() == [2.0] * 3


def test_options_are_checked():
    with pytest.raises(KeyError, match="no_such_option"):
        dpex.kernel(no_such_option=True)
    with pytest.warns(UserWarning, match="_compilation_mode"):
        dpex.kernel(_compilation_mode=1)
    with pytest.warns(UserWarning, match="inline_threshold"):
        assert dpex.kernel(inline_threshold=9)(scale).targetoptions["inline_threshold"] == 0


def test_what_cannot_be_decorated():
    with pytest.raises(NotImplementedError, match="text"):
        dpex.kernel("void(int64)")
    with pytest.raises(NotImplementedError, match="text"):
        dpex.kernel(["void(int64)"])
    for text in ("void(", "float65(int64)", "float64[1](int64)", "print(1)", "x.y(int64)"):
        for decorator in (dpex.device_func, dpex.dpjit, dpex.njit):
            with pytest.raises(TypingError, match="is not a signature(.|\n)*hint"):
                decorator(text)
    for decorator in (dpex.kernel, dpex.device_func):
        with pytest.raises(ValueError, match="function"):
            decorator(7)
        with pytest.raises(ValueError, match="function"):
            decorator()(7)


# ---- signatures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    [lambda *t: t, lambda *t: dpex.void(*t), lambda *t: [t, (*t[:2], dpex.int64)]],
    ids=["tuple", "void", "list"],
)
def test_kernels_with_signatures_take_only_these_types(form):
    kernel = dpex.kernel(form(ItemType(1), of_floats(), dpex.float64))(scale)
    x = dpt.ones(4)
    dpex.call_kernel(kernel, dpex.Range(4), x, 3.0)
    assert dpt.asnumpy(x).tolist() == [3.0] * 4
    with pytest.raises(TypingError, match="compilation is disabled"):
        dpex.call_kernel(kernel, dpex.Range(4), dpt.ones(4, dtype="int64"), 3.0)
    with pytest.raises(exceptions.MissingSpecializationError):
        dpex.call_kernel(kernel, dpex.NdRange((4,), (2,)), x, 3.0)


def test_signatures_that_kernels_cannot_have():
    with pytest.raises(exceptions.InvalidKernelSpecializationError):
        dpex.kernel((ItemType(1), dpex.float64[:], dpex.float64))(scale)
    with pytest.raises(exceptions.KernelHasReturnValueError):
        dpex.kernel(dpex.int64(ItemType(1), of_floats(), dpex.float64))(scale)
    with pytest.raises(TypingError):
        dpex.kernel((of_floats(), dpex.float64))(scale)


@pytest.mark.parametrize("given", ["int64[:]", "float64", ["int64[:]"], [3], [dpex.int64[:]]], ids=str)
def test_types_are_no_signatures(given):
    for decorator in (dpex.dpjit, dpex.njit, dpex.device_func):
        with pytest.raises(TypeError, match="a signature"):
            decorator(given)
    assert dpex.dpjit("(float64)")(lambda x: x + 1)(2) == 3.0


def test_compilation_results():
    kernel = dpex.kernel(scale)
    assert kernel.overloads == {}
    signature = (ItemType(1), of_floats(), dpex.float64)
    result = kernel.compile(signature)
    assert list(kernel.overloads) == [signature[1:]]
    assert "define void" in result.library.get_llvm_str() and result.fndesc.qualname == "scale"
    assert (
        "scale" in result.kernel_device_ir_module.kernel_name
        and b"__kernel" in result.kernel_device_ir_module.kernel_bitcode
    )
    dpex.call_kernel(kernel, dpex.Range(4), dpt.ones(4, dtype="float32"), 3)
    assert [t[1] for t in kernel.overloads] == [dpex.float64, dpex.int64]
    assert all("define void" in text for text in kernel.inspect_llvm().values())
    with pytest.raises(exceptions.UncompiledKernelError):
        kernel.get_compile_result((ItemType(1), of_floats(dpex.int32), dpex.float64))


def test_versions():
    assert dpex.parse_sem_version("1.2.3rc1") == (1, 2, 3) and dpex.parse_sem_version("0.23.0+x.1") == (0, 23, 0)
    with pytest.raises(ValueError):
        dpex.parse_sem_version("v1.2")


def test_the_type_of_a_queue_says_which_queue():
    queue = dpt.zeros(1).sycl_queue
    assert dpex.USMNdArray(1, queue=dpex.DpctlSyclQueue(queue)).queue == queue


def test_representations_are_printed(capsys):
    kernel = dpex.kernel((ItemType(1), of_floats(), dpex.float64))(scale)
    kernel.inspect_types()
    assert "x[i] = (x[i] * factor)" in capsys.readouterr().out


def test_the_item_may_be_left_out():
    x = dpt.zeros(1)
    with pytest.warns(DeprecationWarning, match="item"):
        dpex.call_kernel(dpex.kernel(without_item), dpex.Range(1), x)
    assert dpt.asnumpy(x)[0] == 1


# ---- types --------------------------------------------------------------------------------------------------------


def test_types_of_arrays():
    queue = dpctl.SyclQueue("cpu")
    t = dpex.USMNdArray(2, layout="F", dtype=dpex.float32, queue=queue)
    assert (t.ndim, t.layout, t.dtype, t.usm_type, t.addrspace, t.queue) == (2, "F", dpex.float32, "device", 1, queue)
    assert t.device == queue.sycl_device.filter_string and dpex.USMNdArray(1, device="cpu").device == "opencl:cpu:0"
    assert issubclass(dpex.DpnpNdArray, dpex.USMNdArray) and dpex.usm_ndarray is dpex.USMNdArray
    assert t == dpex.USMNdArray(2, "F", np.float32, queue=queue) and t != dpex.USMNdArray(
        2, "C", np.float32, queue=queue
    )
    for arguments in ({"device": "cpu", "queue": queue}, {"queue": "cpu"}, {"device": queue}):
        with pytest.raises(TypeError):
            dpex.USMNdArray(1, **arguments)


def test_types_of_values():
    assert (
        types.typeof(1) is dpex.int64
        and types.typeof(np.float32(1)) is dpex.float32
        and types.typeof(None) == dpex.none
    )
    assert types.typeof(dpt.zeros((2, 3), dtype="int32")).dtype is dpex.int32
    assert types.typeof(np.zeros((2, 3))) == dpex.float64[:, ::1]
    assert types.typeof(dpex.Range(2, 3)) == RangeType(2) and types.typeof(dpex.NdRange((2,), (1,))) == NdRangeType(1)
    queue = dpctl.SyclQueue("cpu")
    assert (
        types.typeof(queue) == dpex.DpctlSyclQueue(queue) and dpex.DpctlSyclQueue(queue).sycl_device == "opencl:cpu:0"
    )
    assert types.typeof(dpctl.SyclEvent()) == dpex.DpctlSyclEvent()
    with pytest.raises(TypeError):
        types.typeof([])


@pytest.mark.parametrize("cls", [ItemType, NdItemType, GroupType, RangeType, NdRangeType])
def test_types_of_index_spaces(cls):
    assert cls(2).ndim == 2 and cls(2) == cls(2) != cls(3)
    for n in (0, 4):
        with pytest.raises(TypingError):
            cls(n)


def test_literal_enums():
    class Colours(kapi.flag_enum.FlagEnum):
        RED = 3

    def kernel(item, x):
        x[item.get_id(0)] = Colours.RED + kapi.MemoryOrder.SEQ_CST

    assert Colours.basetype() == 0 and dpex.IntEnumLiteral(Colours.RED).literal_value == 3
    with pytest.raises(exceptions.IllegalIntEnumLiteralValueError):
        dpex.IntEnumLiteral(3)
    x = dpt.zeros(2, dtype="int64")
    dpex.call_kernel(dpex.kernel(kernel), dpex.Range(2), x)
    assert dpt.asnumpy(x).tolist() == [8, 8]


# ---- configuration ------------------------------------------------------------------------------------------------


def test_configuration_comes_from_the_environment(run):
    program = "from numba_dpex.core import config; print(config.CACHE_SIZE, config.DPEX_OPT, config.DEBUGINFO_DEFAULT)"
    assert run(program).split() == ["128", "2", "0"]
    assert run(program, NUMBA_DPEX_CACHE_SIZE="7", NUMBA_DPEX_OPT="x", NUMBA_DPEX_DEBUGINFO="1").split() == [
        "7",
        "2",
        "1",
    ]


def test_configuration_can_be_set():
    config.INLINE_THRESHOLD = 3
    assert dpex.config.INLINE_THRESHOLD == 3
    config.INLINE_THRESHOLD = 2
    with pytest.raises(AttributeError):
        config.NO_SUCH_SETTING


def test_importing_does_not_import_numba_nor_llvmlite(run):
    program = "import sys, numba_dpex; print([m for m in ('numba', 'llvmlite') if m in sys.modules])"
    assert run(program).strip() == "[]"


def test_versions_are_numbers():
    assert dpex.parse_sem_version("0.21.3+4.gabc") == (0, 21, 3) and dpex.parse_sem_version(dpex.__version__) == (
        0,
        23,
        0,
    )


@pytest.mark.parametrize("name", exceptions.__all__)
def test_exceptions_have_messages(name):
    cls = getattr(exceptions, name)
    n = len(
        [p for p in inspect.signature(cls).parameters.values() if p.default is p.empty and p.kind != p.VAR_POSITIONAL]
    )
    keywords = {"usmarray_argnum_list": [0]} if name in ("ExecutionQueueInferenceError",) else {}
    error = cls(*["a"] * max(n, 1), **keywords) if name != "UnsupportedCompilationModeError" else cls()
    assert isinstance(error, Exception) and error.message == str(error)


def test_texts_of_a_compiled_kernel():
    kernel = dpex.kernel(vector_sum_of_one)
    x = dpt.zeros(4)
    dpex.call_kernel(kernel, dpex.Range(4), x)
    (types,) = kernel.overloads
    assert "define void" in kernel.inspect_llvm()[types]
    assert "ret" in kernel.inspect_asm()[types]
    assert "get_global_id" in kernel.inspect_c()[types]
    kernel.specialize((dpex.USMNdArray(1, "C", dpex.float32, queue=x.sycl_queue),))
    assert len(kernel.overloads) == 2


def vector_sum_of_one(item, x):
    i = item.get_id(0)
    x[i] = x[i] + 1


def test_module_names_of_the_reference():
    import numba_dpex.utils
    from numba_dpex.core.types.kernel_api.index_space_ids import ItemType, NdItemType
    from numba_dpex.core.types.kernel_api.ranges import NdRangeType, RangeType

    assert ItemType(1).ndim == NdItemType(1).ndim == RangeType(1).ndim == NdRangeType(1).ndim == 1
    assert numba_dpex.utils.IndeterminateExecutionQueueError is dpex.IndeterminateExecutionQueueError
    assert dpex.dpnp.__name__ == "dpnp"
    assert importlib.import_module("numba_dpex.dpnp") is dpex.dpnp


def test_text_signature():
    @dpjit("int64[:](int64[:])")
    def f(x):
        return x + 1

    r = f(dpnp.arange(4))
    assert (dpnp.asnumpy(r) == np.arange(1, 5)).all()


def test_text_signature_list():
    @dpjit(["float64[:](float64[:], float64)", "float32[:](float32[:], float32)"])
    def f(x, a):
        return x * a

    r = f(dpnp.ones(4), 2.0)
    assert (dpnp.asnumpy(r) == 2).all()


def test_text_signature_njit():
    @dpex.njit("float64(float64[:,:])")
    def f(x):
        s = 0.0
        for i in prange(x.shape[0]):
            for j in range(x.shape[1]):
                s += x[i, j]
        return s

    assert f(np.ones((3, 4))) == 12


def test_text_signature_device_func():
    @device_func("int64(int64)")
    def g(a):
        return a + 1

    @kernel
    def k(item, x):
        i = item.get_id(0)
        x[i] = g(1.5)

    x = dpnp.ones(4)
    call_kernel(k, Range(4), x)
    assert (dpnp.asnumpy(x) == 2).all()


def test_device_func_types_signature():
    @device_func([int64(int64)])
    def g(a):
        return a + 1

    @kernel
    def k(item, x):
        i = item.get_id(0)
        x[i] = g(1.5)

    x = dpnp.ones(4)
    call_kernel(k, Range(4), x)
    assert (dpnp.asnumpy(x) == 2).all()


def test_signatures_choose_and_refuse():
    @dpjit(["int64(int64)", "float64(float64)"])
    def half(x):
        return x / 2

    assert half(3) == 1 and type(half(3)) is int and half(3.0) == 1.5

    @dpjit("float64(float64[:, ::1])")
    def total(x):
        return x.sum()

    assert total(dpnp.ones((2, 3))) == 6
    for wrong in (dpnp.ones(3), dpnp.ones((2, 3), dtype="f4"), dpnp.ones((3, 2)).T, 1.0):
        with pytest.raises(TypingError, match="no signature(.|\n)*found(.|\n)*hint"):
            total(wrong)
