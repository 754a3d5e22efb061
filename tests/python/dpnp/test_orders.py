"""`order=` is parsed alike everywhere: None is the default, letters of both cases count, other texts and types are errors."""

import inspect
import itertools

import numpy
import pytest

import dpctl.tensor as dpt
import dpnp

HOST = numpy.asfortranarray(numpy.arange(6.0).reshape(2, 3))


def calls(np, x) -> dict:
    """Each function and method of `np` that takes a layout, as a function of order."""
    return {
        "zeros": lambda order: np.zeros((2, 3), order=order),
        "ones": lambda order: np.ones((2, 3), order=order),
        "empty": lambda order: np.empty((2, 3), order=order),
        "full": lambda order: np.full((2, 3), 1, order=order),
        "eye": lambda order: np.eye(2, 3, order=order),
        "zeros_like": lambda order: np.zeros_like(x, order=order),
        "ones_like": lambda order: np.ones_like(x, order=order),
        "empty_like": lambda order: np.empty_like(x, order=order),
        "empty_like of a shape": lambda order: np.empty_like(x, order=order, shape=(3, 4)),
        "full_like": lambda order: np.full_like(x, 2, order=order),
        "copy": lambda order: np.copy(x, order=order),
        "x.copy": lambda order: x.copy(order=order),
        "array": lambda order: np.array(x, order=order),
        "asarray": lambda order: np.asarray(x, order=order),
        "asanyarray": lambda order: np.asanyarray(x, order=order),
        "asarray_chkfinite": lambda order: np.asarray_chkfinite(x, order=order),
        "x.astype": lambda order: x.astype("f4", order=order),
        "reshape": lambda order: np.reshape(x, (3, 2), order=order),
        "x.reshape": lambda order: x.reshape((3, 2), order=order),
        "ravel": lambda order: np.ravel(x, order=order),
        "x.ravel": lambda order: x.ravel(order=order),
        "x.flatten": lambda order: x.flatten(order=order),
        "ndarray": lambda order: np.ndarray((2, 3), order=order),
        "clip": lambda order: np.clip(x, 1, 2, order=order),
        "x.clip": lambda order: x.clip(1, 2, order=order),
        "add": lambda order: np.add(x, 1, order=order),
        "sin": lambda order: np.sin(x, order=order),
        "add.outer": lambda order: np.add.outer(x[0], x[1], order=order),
        "divmod": lambda order: np.divmod(x, 2, order=order)[0],
        "einsum": lambda order: np.einsum("ij,jk->ik", x, x.T, order=order),
        "matmul": lambda order: np.matmul(x, x.T, order=order),
        "vecdot": lambda order: np.vecdot(x, x, order=order),
        "matvec": lambda order: np.matvec(x, x[0], order=order),
        "vecmat": lambda order: np.vecmat(x[:, 0], x, order=order),
        "unravel_index": lambda order: np.unravel_index(np.asarray([3]), (2, 3), order=order)[1],
        "ravel_multi_index": lambda order: np.ravel_multi_index(
            (np.asarray([1]), np.asarray([2])), (2, 3), order=order
        ),
    }


THEIRS, OURS = calls(numpy, HOST), calls(dpnp, dpnp.asarray(HOST, order="K"))


def outcome(function, order):
    """The layout and the shape, or the type of the exception."""
    try:
        made = function(order)
    except (TypeError, ValueError) as error:
        return type(error)
    return bool(made.flags.c_contiguous), bool(made.flags.f_contiguous), made.shape


@pytest.mark.parametrize("order", [None, "C", "F", "A", "K", "c", "f", "X", "", 1, 2.5], ids=repr)
@pytest.mark.parametrize("name", THEIRS)
def test_orders_are_numpys(name, order):
    if order == "c" and name == "einsum":
        order = "C"  # NumPy takes 'c' for 'K' there
    assert outcome(OURS[name], order) == outcome(THEIRS[name], order)


def test_each_function_that_takes_an_order_is_here():
    of_fields = {"sort", "argsort", "partition", "argpartition", "sort_complex"}  # names of fields, which arrays lack
    own = {"fix", "i0", "sinc", "angle", "where", "isin", "asnumpy", "astype", "atleast_1d", "genfromtxt"}
    known = {name.split(".")[0] for name in THEIRS} | of_fields | own
    lacking = []
    for name in dpnp.__all__:
        found = getattr(dpnp, name)
        if callable(found) and not isinstance(found, (type, dpnp.ufunc)) and name not in known:
            try:
                parameters = inspect.signature(found).parameters
            except ValueError:
                continue
            lacking += [name] if "order" in parameters else []
    assert lacking == []


def test_functions_of_our_own_take_none():
    x = dpnp.asarray(HOST, order="K")
    for made in (
        dpnp.fix(x, order=None),
        dpnp.i0(x, order=None),
        dpnp.sinc(x, order=None),
        dpnp.angle(x, order=None),
        dpnp.where(x > 1, x, 0, order=None),
        dpnp.astype(x, "f4", order=None),
        dpnp.copy(x, order=None),
    ):
        assert made.flags.f_contiguous
    made = [
        dpt.zeros((2, 3), order=None),
        dpt.ones(3, order=None),
        dpt.eye(3, order=None),
        dpt.full((2, 3), 1, order=None),
    ]
    assert all(x.flags.c_contiguous for x in made)
    x = dpt.asarray(HOST, order=None)
    made = [
        dpt.zeros_like(x, order=None),
        dpt.copy(x, order=None),
        dpt.astype(x, "f4", order=None),
        dpt.sin(x, order=None),
    ]
    made += [dpt.clip(x, 1, 2, order=None), dpt.full_like(x, 1, order=None)]
    assert all(x.flags.f_contiguous for x in made)
    assert dpt.reshape(x, (6,), order=None).shape == (6,) and dpt.usm_ndarray((2, 3), order=None).flags.c_contiguous


@pytest.mark.parametrize("function", [dpt.zeros, dpt.ones, dpt.empty], ids=lambda f: f.__name__)
def test_other_types_are_type_errors_of_tensor_too(function):
    with pytest.raises(TypeError, match="order must be None or a str, not int"):
        function(3, order=1)
    with pytest.raises(ValueError, match="order must be 'C' or 'F', not 'K'"):
        function(3, order="K")


# ---- layouts by default -------------------------------------------------------------------------------------------

_SUMS = (
    "ijk->ij", "ijk->ki", "ijk->kji", "ijk->jk", "ijk,ijk->ij", "ijk,ijk->kj", "ijk,ijl->ikl", "ijk,ijl->lik", "ijk,mjl->jmikl",
    "ijk,ijk,ijl->kil", "ijk,...k->...i", "...k,ijk->...ij", "iji->ij", "ijk,imi->jmk",
)  # fmt: skip


def _layouts():
    """Arrays of (2, 3, 2) whose axes are nested in memory in every order, some with steps and backwards."""
    for axes in itertools.permutations(range(3)):
        inverse = tuple(map(axes.index, range(3)))
        yield numpy.arange(12.0).reshape([(2, 3, 2)[axis] for axis in axes]).transpose(inverse)
    yield numpy.arange(96.0).reshape(4, 6, 4).transpose(1, 0, 2)[::2, ::2, 1::2].transpose(1, 0, 2)
    yield numpy.arange(12.0).reshape(2, 2, 3).transpose(1, 2, 0)[:, ::-1]


def _same_layout(call, *operands):
    ours = [_on_device(x) for x in operands]
    expected, made = call(numpy, *operands), call(dpnp, *ours)
    assert made.shape == expected.shape
    wide = [axis for axis, extent in enumerate(expected.shape) if extent > 1]
    assert [made.strides[axis] for axis in wide] == [expected.strides[axis] for axis in wide]
    return expected, made


def _on_device(x):
    """An array with the strides of NumPy's."""
    steps = [step // x.itemsize for step in x.strides]
    first = sum(-step * (extent - 1) for step, extent in zip(steps, x.shape, strict=True) if step < 0)
    size = 1 + first + sum(step * (extent - 1) for step, extent in zip(steps, x.shape, strict=True) if step > 0)
    whole = dpt.zeros(size, dtype=x.dtype)
    made = dpnp.asarray(dpt.usm_ndarray(x.shape, dtype=x.dtype, buffer=whole, strides=steps, offset=first))
    made[...] = dpnp.asarray(x)
    return made


@pytest.mark.parametrize("subscripts", _SUMS)
def test_sums_are_laid_out_as_numpys(subscripts):
    for layouts in itertools.product(_layouts(), repeat=min(subscripts.count(",") + 1, 2)):
        operands = (*layouts, *layouts[:1])[: subscripts.count(",") + 1]
        expected, made = _same_layout(lambda np, *x: np.einsum(subscripts, *x), *operands)
        numpy.testing.assert_array_equal(made.asnumpy(), expected)


_LAID_OUT = {
    "einsum, order A": lambda np, x: np.einsum("ijk->ij", x, order="A"),
    "linalg.vecdot": lambda np, x: np.linalg.vecdot(x, x, axis=1),
    "vecdot, order A": lambda np, x: np.vecdot(x, x, order="A"),
    "vecdot, order C": lambda np, x: np.vecdot(x, x, order="C"),
    "vecdot": lambda np, x: np.vecdot(x, x),
    "vecdot, axis 0": lambda np, x: np.vecdot(x, x, axis=0),
    "vecdot, axis 1": lambda np, x: np.vecdot(x, x, axis=1),
    "vecdot, broadcast": lambda np, x: np.vecdot(x, x[0]),
    "vectorize": lambda np, x: np.vectorize(lambda v: v + 1)(x),
    "vectorize, otypes": lambda np, x: np.vectorize(lambda v, w: v + w, otypes="f")(x, x[:, 0, None]),
    "vectorize, two": lambda np, x: np.vectorize(lambda v, w: v + w)(x, x[0]),
}
_LIKE = {
    f"{name}, {shape}": lambda np, x, name=name, shape=shape: getattr(np, name)(x, shape=shape)
    for name in ("empty_like", "zeros_like", "ones_like")
    for shape in ((2, 5, 3), (4, 1, 3), (2, 3), (2, 3, 4, 5), 4)
} | {"full_like": lambda np, x: np.full_like(x, 7, shape=(2, 5, 3))}


@pytest.mark.parametrize("name", sorted({**_LAID_OUT, **_LIKE}))
def test_results_are_laid_out_as_numpys(name):
    for x in _layouts():
        expected, made = _same_layout({**_LAID_OUT, **_LIKE}[name], x)
        if name in _LAID_OUT:
            numpy.testing.assert_array_equal(made.asnumpy(), expected)
