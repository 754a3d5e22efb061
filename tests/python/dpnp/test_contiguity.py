"""Where arrays must be contiguous, and where a copy is needed, forbidden or avoided, as in NumPy."""

import numpy
import pytest
from numpy_comparison import same

import dpctl
import dpctl.tensor as dpt
import dpnp

X = numpy.arange(48.0).reshape(2, 4, 6)
VIEWS = {
    "rows": lambda np, x: x,
    "columns": lambda np, x: np.asfortranarray(x),
    "transposed": lambda np, x: x.transpose(2, 0, 1),
    "every second": lambda np, x: x[0, 0, ::2],
    "backwards": lambda np, x: x[0, 1, ::-1],
    "a column": lambda np, x: x[0, :, 1],
    "parts of rows": lambda np, x: x[:, ::2, ::3],
    "transposed and backwards": lambda np, x: x.transpose(2, 0, 1)[::-1, :, ::-1],
    "one row of several": lambda np, x: x[:1, 1:2, ::2],
    "repeated rows": lambda np, x: np.broadcast_to(x[0, 0, :3], (4, 3)),
    "repeated columns": lambda np, x: np.broadcast_to(x[0, :, :1], (4, 3)),
    "repeated matrices": lambda np, x: np.broadcast_to(np.asfortranarray(x[0]), (3, 4, 6)),
    "repeated between": lambda np, x: np.broadcast_to(x[0][:, None].T, (6, 3, 4)),
    "one element": lambda np, x: x[:1, :1, :1],
    "no dimensions": lambda np, x: x[0, 0, :1].reshape(()),
    "no elements": lambda np, x: x[:0],
}


def layout(np, x, made):
    """What a result shows of its memory: order, distances where they count, and whether it is that of x."""
    steps = [step for step, extent in zip(made.strides, made.shape, strict=True) if extent > 1] if made.size > 1 else []
    shares = np.shares_memory(x, made) if made.size else None
    return [made, made.flags.c_contiguous, made.flags.f_contiguous, steps, shares, made is x]


def check(device, function, view):
    def body(np, x):
        x = VIEWS[view](np, x)
        return layout(np, x, function(np, x))

    same(device, body, X)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("order", [*"CFAKc", None])
def test_ravel_is_contiguous_and_copies_only_where_it_must(device, view, order):
    check(device, lambda np, x: np.ravel(x, order=order), view)
    check(device, lambda np, x: x.ravel(order=order), view)
    if order:
        check(device, lambda np, x: x.flatten(order=order), view)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("order", "CFA")
def test_reshape_into_one_dimension(device, view, order):
    check(device, lambda np, x: np.reshape(x, -1, order=order), view)
    check(device, lambda np, x: x.reshape(-1, order=order, copy=True), view)


def test_orders_of_ravel_that_there_are_not(device):
    for order in ("X", "", 1):
        same(device, lambda np, x, order=order: np.ravel(x, order=order), X, fails=True)
        same(device, lambda np, x, order=order: x.flatten(order=order), X, fails=True)


MAKERS = {
    "array": lambda np, x, order, copy: np.array(x, order=order, copy=copy),
    "array of 4 dimensions": lambda np, x, order, copy: np.array(x, order=order, copy=copy, ndmin=4),
    "asarray": lambda np, x, order, copy: np.asarray(x, order=order, copy=copy),
    "asanyarray": lambda np, x, order, copy: np.asanyarray(x, order=order, copy=copy),
    "asarray of single": lambda np, x, order, copy: np.asarray(x, dtype="f4", order=order, copy=copy),
    "asarray of the same": lambda np, x, order, copy: np.asarray(x, dtype=x.dtype, order=order, copy=copy),
}


def needs_a_copy(make, order, view):
    try:
        MAKERS[make](numpy, VIEWS[view](numpy, X), order, False)
    except ValueError:
        return True
    return False


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("order", "CFAK")
@pytest.mark.parametrize("make", MAKERS)
def test_copies_that_are_forbidden_are_not_made(device, make, order, view):
    function = MAKERS[make]
    if needs_a_copy(make, order, view):
        same(device, lambda np, x: function(np, VIEWS[view](np, x), order, False), X, fails=True)
    else:
        check(device, lambda np, x: function(np, x, order, False), view)
    if "single" not in make or order != "A":  # NumPy converts into 'K' there, where its documentation has C order
        check(device, lambda np, x: function(np, x, order, None), view)
        check(device, lambda np, x: function(np, x, order, True), view)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("order", "CFAK")
def test_astype_copies_only_for_dtype_and_order(device, view, order):
    check(device, lambda np, x: x.astype(x.dtype, order=order, copy=False), view)
    check(device, lambda np, x: x.astype(x.dtype, order=order), view)


@pytest.mark.parametrize("view", VIEWS)
def test_contiguous_arrays(device, view):
    check(device, lambda np, x: np.ascontiguousarray(x), view)
    check(device, lambda np, x: np.asfortranarray(x), view)
    check(device, lambda np, x: np.require(x, None, "C"), view)
    check(device, lambda np, x: np.require(x, x.dtype, ["F", "A"]), view)
    check(device, lambda np, x: np.require(x, None, "W"), view)


def test_memory_of_its_own(device):
    x = dpnp.asarray(X, device=device)
    for of in (x, dpnp.asfortranarray(x), x.get_array(), x[:, 1:]):
        assert not dpnp.shares_memory(dpnp.require(of, None, "O"), of)


@pytest.mark.parametrize("module", [dpnp, dpt])
def test_other_placements_need_copies(device, module):
    x = module.ones((2, 3), usm_type="device", device=device)
    other = dpctl.SyclQueue(dpctl.SyclContext([device]), device)
    for placement in ({"usm_type": "shared"}, {"sycl_queue": other}, {"dtype": "i4"}, {"order": "F"}):
        with pytest.raises(ValueError):
            module.asarray(x, copy=False, **placement)
        assert module.asarray(x, **placement).shape == (2, 3)
    if module is dpnp:
        for placement in ({"usm_type": "host"}, {"sycl_queue": other}, {"dtype": "i4"}, {"order": "F"}):
            for make in (dpnp.array, dpnp.asanyarray):
                with pytest.raises(ValueError):
                    make(x, copy=False, **placement)
    moved = module.astype(x, x.dtype, copy=False, device=other)
    assert moved.sycl_queue == other
    for of in ([1, 2], 3.0, numpy.ones(2)):
        with pytest.raises(ValueError):
            module.asarray(of, copy=False, device=device)


def test_from_dlpack_without_a_copy(device):
    x = dpnp.arange(6, device=device)
    for module in (dpnp, dpt):
        assert dpnp.shares_memory(module.from_dlpack(x, copy=False), x)
        assert not dpnp.shares_memory(module.from_dlpack(x, copy=True), x)
