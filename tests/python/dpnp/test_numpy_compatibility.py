"""Rules of NumPy that programs rely on: comparisons with None, int() of arrays, values outside a dtype's range, one and no dimension."""

import pickle

import numpy
import pytest
from numpy_comparison import same

import dpnp

pytestmark = pytest.mark.filterwarnings("ignore")
N = numpy.asarray([3, 1, 2], "u1")
X = numpy.asarray([[1.5, -2, 0], [4, 0.5, -1]])


def test_comparisons_with_objects_that_are_not_numbers(device):
    same(device, lambda np, x: [x == None, x != None, x == "a", x == None, x[0, 0] != "b"], X)  # noqa: E711


def test_only_arrays_without_dimensions_become_numbers(device):
    same(device, lambda np, x: [int(x[0, 0]), float(x[1, 1]), complex(x[0, 1]), bool(x[:1, 0])], X)
    for convert in (int, float, complex):
        same(device, lambda np, x, convert=convert: convert(x[:1, 0]), X, fails=True)
        same(device, lambda np, x, convert=convert: convert(x), X, fails=True)
    same(device, lambda np, n: range(5)[n[:1]], N, fails=True)


def test_results_that_do_not_fit_in_place_are_type_errors(device):
    def body(np, n):
        n /= 2

    same(device, body, N, fails=True)
    same(device, lambda np, n: n.__iadd__(n.astype("i4") - 5), N, fails=True)


def test_products_that_do_not_fit_in_place_are_type_errors(device):
    a, b = numpy.ones((2, 2), "i4"), numpy.ones((2, 2), "f4")
    for x, y in (
        (a, b),
        (b, b + 0j),
        (a.astype("?"), a),
        (a.astype("u1"), a.astype("i1")),
        (a.astype("i2"), a.astype("u8")),
    ):
        same(device, lambda np, x, y: x.__imatmul__(y), x, y, fails=True)
    same(device, lambda np, x: np.matmul(x, x + 1j, dtype="f4"), b, fails=True)


def test_choices_do_not_go_into_an_output_of_another_shape(device):
    indices = numpy.asarray([0, 1, 1])
    for shape in ((2,), (2, 3), ()):
        same(
            device, lambda np, i, y: np.choose(i, [i, i + 5], y, "clip"), indices, numpy.zeros(shape, "i8"), fails=True
        )


def test_bytes_are_no_ends_of_sequences(device):
    for name in ("linspace", "logspace", "geomspace"):
        for body in (lambda np, f: f(b"", 2), lambda np, f: f(2, b"3"), lambda np, f: f(np.ones(2), b"33")):
            same(device, lambda np, name=name, body=body: body(np, getattr(np, name)), fails=True)


@pytest.mark.parametrize("kinds", ["?bu4", "b1.f2", "h1.f2", "?1u1", "i4.f4", "f1jF8", "H-5i2"])
def test_type_of_clipped_values_does_not_depend_on_the_order_of_bounds(device, kinds):
    bounds = {
        "?bu4": (5, "u4"),
        "b1.f2": (1.0, "f2"),
        "h1.f2": (1.0, "f2"),
        "?1u1": (1, "u1"),
        "i4.f4": (4.0, "f4"),
        "f1jF8": (1j, "F"),
        "H-5i2": (-5, "i2"),
    }
    number, dtype = bounds[kinds]
    if dtype == "f2" and not device.has_aspect_fp16:
        pytest.skip("the device has no arrays of float16")
    x, bound = numpy.ones((2, 3), kinds[0]), numpy.asarray(3, dtype)
    same(device, lambda np, x, y: [np.clip(x, number, y), np.clip(x, y, number)], x, bound)


def test_rules_and_orders_that_do_not_exist_are_refused(device):
    x = numpy.ones((2, 2))
    for casting in ("x", b"", 7):
        for name in ("hstack", "vstack", "concatenate", "stack"):
            same(device, lambda np, x, f=name, c=casting: getattr(np, f)((x, x), casting=c), x, fails=True)
        same(device, lambda np, x, c=casting: np.matmul(x, x, casting=c), x, fails=True)
    same(device, lambda np, x: np.reshape(x, 4, order=""), x, fails=True)


def test_bounds_of_two_kinds_are_promoted_together(device):
    x = numpy.asarray([-100, 5, 100], "i1")
    same(device, lambda np, x: [np.clip(x, -500, 7.5), np.clip(x, 2.5, 300), np.clip(x, 2, 90.0)], x)


def test_bits_are_counted_in_the_operands_type(device):
    x = numpy.asarray([[32768, 65535], [255, 256]], "u2")
    same(device, lambda np, x: [np.bitwise_count(x), np.bitwise_count(x, dtype="B")], x)


def test_transforms_over_no_axis_are_the_array(device):
    for name in ("fftn", "ifftn", "fft2", "ifft2"):

        def body(np, x, name=name):
            y = getattr(np.fft, name)(x, axes=())
            x[...] = 3
            return y

        same(device, body, X)


def test_python_ints_beyond_the_range(device):
    same(device, lambda np, n: [np.clip(n, -1, 300), np.clip(n, -5, 2), n.clip(2, 1000)], N)
    if numpy.lib.NumpyVersion(numpy.__version__) < "2.5.0":  # from then on NumPy's where raises OverflowError
        same(device, lambda np, n: np.where(n > 1, n, -1), N)
    same(device, lambda np, n: np.clip(n, 300, None), N, fails=True)
    same(device, lambda np, n: np.put(n, np.asarray([0]), -1), N, fails=True)
    same(device, lambda np, n: np.insert(n, 0, 256), N, fails=True)
    same(device, lambda np, n: np.piecewise(n, [n > 1], [-1, 0]), N, fails=True)
    same(device, lambda np, x: np.put(x, np.asarray([0]), 1j), X, fails=True)
    same(device, lambda np, n: np.linspace(n, n[::-1], 4), N)


def test_one_dimension_and_none(device):
    zero = numpy.asarray(2.5)
    same(device, lambda np, n: [np.tril(n), np.triu(n, 1), np.transpose(n, 0), np.sort_complex(n), np.vander(n)], N)
    same(
        device,
        lambda np, z: [
            np.repeat(z, 2, axis=0),
            np.take(z, (z.reshape(1) * 0).astype("i8"), axis=0),
            np.pad(z, 2, "edge"),
            z.argsort(),
        ],
        zero,
    )
    same(
        device,
        lambda np, x: [np.partition(x[:, :0], 3), np.argpartition(x[:0].ravel(), 0), np.linalg.matrix_rank(x[:, :0])],
        X,
    )
    same(device, lambda np, x: np.unstack(x, axis=1), X)
    same(device, lambda np, x: np.polymul(x, x), X, fails=True)
    same(device, lambda np, x: np.unwrap(x + 1j), X, fails=True)


def test_angles_of_real_numbers(device):
    same(device, lambda np, x: [np.angle(x), np.angle(x.astype("f4"), deg=True), np.angle(np.asarray([1, -1]))], X)


def test_text_of_a_number(device):
    same(
        device,
        lambda np, x: [str(np.sum(x)), str(x[0, 0] / 3), str(np.max(x.astype("f4"))), str(np.any(x)), f"{x[0, 1]}"],
        X,
    )


def test_indices_from_other_results(device):
    """Ranges, and lists that hold what argmax gives."""

    def body(np, x):
        x = x.copy()
        x[range(2), [0, 1]] -= 1
        made = [x[range(2)], x[[np.argmax(x[0]), 1], 0], x[range(0)], x[[np.argmax(x) // 3, 0], [1, np.argmin(x[1])]]]
        return [*made, np.arange(np.max(x) * 0 + 3), np.tile(x, np.asarray([2, 1]))]

    same(device, body, X)


def test_round_of_a_result(device):
    same(device, lambda np, x: [round(x.mean() / 3, 2), round(np.float64(np.max(x)))], X)
    same(device, lambda np, x: round(x), X, fails=True)


def test_arguments_that_make_no_sense(device):
    """Huge counts end at once, and what is not a number or array is refused by name."""
    same(device, lambda np, x: [np.diff(x, 9), np.polyder(x[0], 7), np.round(x, 400), None in x, 0.5 in x], X)
    for body in (
        lambda np, x: np.linspace(0, 1, None),
        lambda np, x: np.linspace(x, 2, "a"),
        lambda np, x: np.concatenate([x, x], 0, "abc"),
        lambda np, x: np.round(x, 10**15),
    ):
        same(device, body, X, fails=True)
    same(device, lambda np, x: [np.iscomplexobj([1, 2j]), np.isrealobj(x), np.iscomplexobj(1j)], X)


def test_pickles_keep_the_layout():
    x = dpnp.asfortranarray(dpnp.asarray(X))
    for protocol in (2, 4, 5):
        again = pickle.loads(pickle.dumps(x, protocol))
        assert again.flags.fnc and again.tolist() == x.tolist()
        assert pickle.loads(pickle.dumps(dpnp.ascontiguousarray(x), protocol)).flags.c_contiguous


def test_ranges_have_the_precision_of_their_ends(device):
    x = numpy.asarray([0, 1], dtype="f4")
    same(
        device,
        lambda np, x: (
            np.linspace(x, 1, 5),
            np.linspace(x[0], 2, 3),
            np.logspace(x, 1, 3),
            np.linspace(x, 1, 3, dtype="i4"),
        ),
        x,
        rtol=1e-6,
    )
    placement = {"device": device}
    assert (
        dpnp.linspace(0, numpy.float32(2), 3, **placement).dtype
        == dpnp.linspace(numpy.float32(0), numpy.float32(2), 3, **placement).dtype
        == "float32"
    )
    assert dpnp.linspace(0, numpy.complex64(1), 3, **placement).dtype == "complex64"
    assert (
        dpnp.linspace(0, 2, 3, **placement).dtype
        == dpnp.geomspace(1, numpy.float32(4), 3, **placement).dtype
        == dpnp.default_float_type(device)
    )


def test_no_elements_and_no_dimensions(device):
    for shape in ((0,), (0, 3), (0, 2, 3)):
        options = {"axis": 0, "return_index": True, "return_inverse": True, "return_counts": True}
        same(device, lambda np, x, options=options: tuple(np.unique(x, **options)), numpy.zeros(shape))
    same(
        device,
        lambda np, x: (
            np.nanmax(x, axis=0),
            np.nanmin(x, -1),
            np.compress([True, False], x, 0),
            np.compress([False], x),
        ),
        numpy.asarray(3.0),
    )


def test_asarray_leaves_subclasses_behind(device):
    class Signal(dpnp.ndarray):
        pass

    x = dpnp.arange(3, device=device).view(Signal)
    assert type(dpnp.asarray(x)) is dpnp.ndarray and type(dpnp.asanyarray(x)) is Signal
    assert dpnp.shares_memory(dpnp.asarray(x), x)


def test_out_that_fits_in_no_way_is_a_type_error_first(device):
    same(device, lambda np, x: np.sin(x, out=np.zeros(3, dtype="i4", like=x)), numpy.ones((2, 2)), fails=True)
    same(device, lambda np, x: (np.sin(x, np.zeros(2, like=x)), np.add(x, x, np.zeros(2, like=x))), numpy.ones(2))
    same(
        device,
        lambda np, x: (np.add(x, 1, dtype="f4"), np.add(x, x, dtype="c8"), np.less(x, 1, dtype="?")),
        numpy.arange(3, dtype="i2"),
    )


def _ends(np, x):
    """Floats that an integer array takes, None where they are out of its range."""
    taken = []
    for value in (-0.5, -1.5, 127.9, 128.0, 255.5, 256.0, -129.0, 1e10, 2.0**63, -(2.0**63), 2.0**64, 1e300):
        for key in (..., 0, [1], [True, False, True], (slice(None, 2),)):
            try:
                x[np.asarray(key) if isinstance(key, list) and np is numpy else key] = value
                taken.append(int(x[1]))
            except OverflowError:
                taken.append(None)
    return taken


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_floats_beyond_the_range_of_integers_are_not_assigned(device, dtype):
    x = numpy.zeros(3, dtype)
    with numpy.errstate(all="ignore"):
        assert _ends(dpnp, dpnp.asarray(x, device=device)) == _ends(numpy, x)
    same(device, lambda np, x: x.fill(300.5), x, fails=x.dtype.itemsize == 1)


def test_index_arrays_that_do_not_broadcast_are_an_index_error(device):
    i, j = numpy.asarray([0, 1]), numpy.asarray([0, 1, 0])
    for body in (lambda np, x, i, j: x[i, j], lambda np, x, i, j: x[i.reshape(2, 1), j.reshape(1, 3).repeat(3, 0)]):
        same(device, body, X, i, j, fails=True)

    def assign(np, x, i, j):
        x[i, j] = 1

    same(device, assign, X, i, j, fails=True)


def test_bins_that_end_with_nan_are_in_order(device):
    x = numpy.asarray([0.5, numpy.nan, numpy.inf, -7])
    for bins in (
        [0, 1, numpy.nan],
        [numpy.nan, 3, 2],
        [0, numpy.inf, numpy.inf],
        [-numpy.inf, 0, numpy.nan, numpy.nan],
    ):
        same(
            device, lambda np, x, bins: [np.digitize(x, bins), np.digitize(x, bins, right=True)], x, numpy.asarray(bins)
        )
    few, many = numpy.arange(1000.0), numpy.arange(70_000.0)  # compared on the host and on the device
    for bins in (few, few.astype("int16"), -few, few * 0, -many):
        same(device, lambda np, x, bins: np.digitize(x, bins), x, bins)
    for bins in (few % 999, many % 69_999):
        same(device, lambda np, x, bins: np.digitize(x, bins), x, bins, fails=True)
    same(device, lambda np, x, bins: np.digitize(x, bins), x, numpy.asarray([0.0, 2, 1]), fails=True)


def test_nanargmax_and_argpartition_of_arrays_without_dimensions(device):
    for dtype in ("u1", "f4"):
        x = numpy.asarray(5, dtype)
        for axis in (0, -1):
            for keepdims in (False, True):
                same(
                    device,
                    lambda np, x, a=axis, k=keepdims: [
                        np.nanargmax(x, axis=a, keepdims=k),
                        np.nanargmin(x, axis=a, keepdims=k),
                    ],
                    x,
                )
            same(device, lambda np, x, a=axis: np.argpartition(x, 0, axis=a), x)
        for axis in (1, -2):
            same(device, lambda np, x, a=axis: np.argpartition(x, 0, axis=a), x, fails=True)
            same(device, lambda np, x, a=axis: np.nanargmax(x, axis=a), x, fails=True)
        same(device, lambda np, x: np.sort_complex(x), x, fails=True)
    for axis in (0, -1):
        same(device, lambda np, x, a=axis: [np.packbits(x, axis=a), np.unpackbits(x, axis=a)], numpy.asarray(5, "u1"))
    same(device, lambda np, x: np.packbits(x, axis=1), numpy.asarray(5, "u1"), fails=True)


def test_concatenation_by_a_narrow_casting_rule(device):
    n, x = numpy.ones(2, "i2"), numpy.ones(2, "f4")
    for casting in ("no", "equiv", "safe", "same_kind", "unsafe"):
        fails = casting in ("no", "equiv")
        for name in ("concatenate", "stack", "hstack", "vstack"):
            same(device, lambda np, n, x, name=name, c=casting: getattr(np, name)((n, x), casting=c), n, x, fails=fails)
            same(device, lambda np, n, x, name=name, c=casting: getattr(np, name)((x, x), casting=c), n, x)


def test_read_only_arrays_are_not_assigned_to_themselves(device):
    def body(np, x):
        x.flags.writeable = False
        x[...] = x

    same(device, body, X, fails=True)
    same(device, body, X[0, 0].reshape(()), fails=True)


def test_steps_of_linspace_between_unsigned_integers(device):
    for dtype in ("u1", "u2", "u8", "i1"):
        same(device, lambda np, x: np.linspace(7, x, 5, retstep=True), numpy.asarray([3, 1], dtype))
        same(
            device,
            lambda np, x: np.linspace(x, x[::-1], 5, retstep=True, endpoint=False, dtype="f4"),
            numpy.asarray([100, 1], dtype),
        )
