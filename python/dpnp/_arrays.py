"""Checks and conversions of arguments and results: arrays on a device, scalars, `out`.

Three kinds of arguments hold arrays (docs/differences.md, "Operands"). Those of operators and element-wise functions
are arrays on a device, or numbers beside one: `as_array`. Those of functions that combine arrays may be lists of
numbers too: `as_operands`, `as_array_like`. Those that say something about an array (indices, bins, weights, values to
write) may be anything that holds numbers, a NumPy array too: `as_parameter`.
"""

from __future__ import annotations

import functools

import numpy

import dpctl.tensor as dpt
from dpctl.utils import get_coerced_usm_type
from opendpex import _core
from opendpex._core import array_base, as_ndarray, full_of_scalar, line_of_numbers, ndarray, normalized_axis
from opendpex._messages import as_flag, different_queues, named, not_an_array, unknown_word

__all__ = [
    "BY_ROWS", "FIRST", "KEEP", "LEFT", "NO_LIMIT", "SAME_KIND", "SECOND", "UNSAFE", "WRAP",
    "as_array", "as_array_like", "as_condition", "as_main", "as_operand", "as_operands", "as_pair",
    "as_parameter", "as_values", "axes_in_memory", "axes_of_operands", "back", "beside", "check_casting",
    "check_subok", "common_kind", "common_queue", "common_shape", "first_array", "in_common_kind", "in_memory_order",
    "int_tuple", "is_scalar", "ndarray", "nested_axes", "refuse_bytes", "renamed", "store", "usually", "without_bool",
]  # fmt: skip

# The usual values of keywords, for the conditions of usual calls, which compare by identity: the `==` of an array is no
# bool. What is equal but another object is read as all others are.
KEEP, BY_ROWS = "K", "C"
SAME_KIND, UNSAFE = "same_kind", "unsafe"
WRAP, LEFT = "wrap", "left"
NO_LIMIT = 0
FIRST, SECOND = 0, 1

_SCALARS = (bool, int, float, complex, numpy.generic)
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
_PLAIN = frozenset(_SCALARS[:4])


def is_scalar(x) -> bool:
    """Return whether x is a Python or NumPy scalar, which may be combined with arrays on any device."""
    return isinstance(x, _SCALARS)


def without_bool(axis, what: str = "axis"):
    """The axis, or the axes, where none is a bool, which NumPy refuses where elements are combined or ordered.

    Raises
    ------
    TypeError
        If one is.
    """
    if type(axis) is bool or type(axis) is tuple and any(type(one) is bool for one in axis):
        raise TypeError(named(f"{what} must be an int, not bool"))
    return axis


def int_tuple(values) -> tuple:
    """An int, or a sequence of them (an array too), such as axes or a shape, as a tuple; other objects unchanged in it,
    for the core to refuse."""
    if isinstance(values, (tuple, list)):
        return tuple(values)
    if isinstance(values, (array_base, numpy.ndarray)) and values.ndim:
        return tuple(dpt.asnumpy(values).tolist() if isinstance(values, array_base) else values.tolist())
    return (values,)


def refuse_bytes(*values) -> None:
    """Raise TypeError for bytes, which NumPy's functions treat as text; only `asarray` reads them as a buffer of
    numbers.

    Raises
    ------
    TypeError
        If one of the values is an object of type bytes.
    """
    if any(isinstance(x, bytes) for x in values):
        raise TypeError(named("an object of type bytes holds no numbers here; dpnp.asarray converts"))


def usually(usual, /, *, arrays=1, most=None, ndim=-1, keywords=False):
    """Decorator of a function whose usual calls, most of them without keywords, a builtin computes.

    Parameters
    ----------
    usual : builtin
        Called with the arguments. NotImplemented from it means that the function is called, and so do its exceptions
        about arguments.
    arrays : int, optional
        The first so many arguments are of type dpnp.ndarray.
    most : int, optional
        Most arguments; default: the arrays alone.
    ndim : int, optional
        Dimensions of the arrays; default: any.
    keywords : bool, optional
        Whether the builtin is asked about calls with keywords too.
    """

    def decorate(function):
        made = _core.function(function, usual, arrays, arrays if most is None else most, ndim, keywords)
        return functools.update_wrapper(made, function)

    return decorate


def renamed(**names):
    """Decorator that accepts NumPy's parameter names where those of the reference differ.

    Parameters
    ----------
    **names : str
        ``numpys="ours"``.
    """

    def decorate(function):
        @functools.wraps(function)
        def _renamed(*args, **kwargs):
            if kwargs:
                kwargs = {
                    names.get(name, name) if names.get(name) not in kwargs else name: value
                    for name, value in kwargs.items()
                }
            return function(*args, **kwargs)

        return _renamed

    return decorate


def as_array(x, what: str = "the array") -> ndarray:
    """Return a dpnp.ndarray or usm_ndarray as a dpnp.ndarray, without a copy.

    Raises
    ------
    TypeError
        If x is anything else: dpnp never copies to a device implicitly.
    """
    if type(x) is ndarray or isinstance(x, ndarray):
        return x
    if isinstance(x, array_base):
        return as_ndarray(x)
    raise not_an_array(x, what)


def as_operand(x, what: str = "the array") -> ndarray:
    """Return the operand of an element-wise function of one array: the array, of a number one without dimensions on
    the default device."""
    if type(x) is ndarray:  # the usual case
        return x
    return as_ndarray(dpt.asarray(x)) if is_scalar(x) else as_array(x, what)


def as_array_like(x, like: ndarray, dtype=None, what: str = "an operand") -> ndarray:
    """Return an array unchanged, a scalar or nested list of numbers as an array on the queue of `like`."""
    if type(x) is ndarray:  # the usual case
        return x
    if isinstance(x, array_base):
        return as_array(x)
    if type(x) in _PLAIN:
        return as_ndarray(full_of_scalar((), x, dtype, "C", None, like.usm_type, like.sycl_queue))
    if type(x) in (list, tuple) and like.usm_type == "device":
        made = line_of_numbers(x, dtype, like.sycl_queue)
        if made is not None:
            return made
    if is_scalar(x) or isinstance(x, (list, tuple, range)):
        return as_ndarray(dpt.asarray(x, dtype=dtype, usm_type=like.usm_type, sycl_queue=like.sycl_queue, order="K"))
    return as_array(x, what)


def as_parameter(x, like: ndarray, what: str, dtype=None) -> ndarray:
    """The same for what is no operand: a NumPy array, which holds numbers as a list does, is copied there too."""
    if type(x) is ndarray:  # the usual case
        return x
    if isinstance(x, numpy.ndarray):
        return as_ndarray(dpt.asarray(x, dtype=dtype, usm_type=like.usm_type, sycl_queue=like.sycl_queue, order="K"))
    return as_array_like(x, like, dtype, what)


def as_condition(where, like: ndarray) -> ndarray:
    """Return the parameter `where` as bools on the queue of `like`, as NumPy takes it: numbers and lists count as their
    truth values, arrays hold bools.

    Raises
    ------
    TypeError
        If it is an array of another dtype.
    """
    if type(where) is ndarray and where.dtype == numpy.bool_:  # the usual case
        return where
    if isinstance(where, (array_base, numpy.ndarray)):
        if where.dtype != numpy.bool_:
            raise TypeError(named(f"where must be of bool, not of {where.dtype}"))
        return as_parameter(where, like, "where")
    return as_parameter(where if where is not None else False, like, "where", numpy.bool_)


def first_array(*operands) -> ndarray:
    """The first array among operands, or else in a list or tuple among them, which says where to compute.

    Raises
    ------
    TypeError
        If there is none.
    """
    for x in operands:
        if isinstance(x, array_base):
            return as_array(x)
    for x in operands:
        for item in x if isinstance(x, (list, tuple)) else ():
            if isinstance(item, array_base):
                return as_array(item)
    for x in operands:
        if isinstance(x, numpy.ndarray):
            raise not_an_array(x, "an operand")
    raise TypeError(
        named(
            "one operand at least must be a dpnp.ndarray or usm_ndarray, which says where to compute; dpnp.asarray "
            "converts"
        )
    )


def as_main(x, *others) -> ndarray:
    """Return the array that a function is about; numbers and lists as one on the queue of the first array among its
    other arguments."""
    if type(x) is ndarray:  # the usual case
        return x
    return as_array(x) if isinstance(x, array_base) else as_array_like(x, first_array(x, *others))


def as_operands(operands) -> list:
    """Return the operands of a function that combines arrays, a list or tuple: numbers and lists of numbers on the
    queue of the first array among them."""
    for x in operands:
        if type(x) is not ndarray:
            like = first_array(*operands)
            return [as_array_like(x, like) for x in operands]
    return list(operands)  # the usual case


def as_pair(a, b):
    """`as_operands` of two."""
    if type(a) is ndarray and type(b) is ndarray:  # the usual case
        return a, b
    return as_operands((a, b))


def common_queue(arrays):
    """The queue that arrays have in common.

    Raises
    ------
    dpctl.utils.ExecutionPlacementError
        If they are on several.
    """
    queue = arrays[0].sycl_queue
    for x in arrays:
        if x.sycl_queue != queue:
            raise different_queues(*arrays)
    return queue


def _kinds(operands):
    """The USM kinds of the arrays among operands, and in lists and tuples of them."""
    for x in operands:
        if isinstance(x, array_base):
            yield x.usm_type
        elif isinstance(x, (list, tuple)):
            yield from _kinds(x)


def common_kind(*operands) -> str:
    """The USM kind of a result that is computed from operands, one of which at least is an array, or holds one in lists
    and tuples: device takes precedence, then shared; other objects do not count."""
    for kind in _kinds(operands):
        if kind != "device":
            return get_coerced_usm_type(list(_kinds(operands)))
    return "device"


def in_common_kind(x, *others) -> ndarray:
    """An array in the USM kind of a result that is computed from it and from other operands: a copy where that is not
    its own. So what is computed beside `x` has the right kind."""
    if x.usm_type == "device":  # the usual case: no kind takes precedence
        return x
    kind = common_kind(x, others)
    return x if kind == x.usm_type else as_ndarray(dpt.asarray(x, usm_type=kind, order="K"))


def as_values(x, like: ndarray):
    """Convert values that will be written into `like` to its dtype; Python numbers must be in its range, as in an
    assignment.

    Raises
    ------
    TypeError
        For a complex number if the dtype of `like` is not complex.
    OverflowError
        For an int outside the range.
    """
    if type(x) in _PLAIN or isinstance(x, (list, tuple, range)):
        return as_array_like(x, like, like.dtype)
    return as_parameter(x, like, "the values").astype(like.dtype, copy=False)


def beside(x) -> dict:
    """The keywords that allocate an array on the queue of another, in its kind of memory."""
    return {"usm_type": x.usm_type, "sycl_queue": x.sycl_queue}


def axes_in_memory(*arrays) -> tuple | None:
    """The axes of arrays of one number of dimensions from the outermost in memory to the innermost, as NumPy's order
    'K' takes them; None: as they are, the usual case. An axis of extent 1 stays where it is."""
    ndim = arrays[0].ndim
    if ndim < 2 or all(x.flags.c_contiguous for x in arrays):
        return None
    axes: list[int] = []
    for new in range(ndim):
        at = new
        for i in range(new - 1, -1, -1):
            order = _which_is_outer(arrays, new, axes[i])
            if order > 0:
                at = i
            elif order < 0:
                break
        axes.insert(at, new)
    return None if axes == list(range(ndim)) else tuple(axes)


def _which_is_outer(arrays, first: int, second: int) -> int:
    """1: the first axis has the larger strides in all arrays that tell, -1: it has not in one, 0: none tells."""
    found = 0
    for x in arrays:
        if x.shape[first] != 1 and x.shape[second] != 1:
            if abs(x.strides[first]) <= abs(x.strides[second]):
                return -1
            found = 1
    return found


def nested_axes(steps, ndim: int) -> tuple | None:
    """The axes from the outermost to the innermost, as NumPy's iterators nest them and lay out what they make; None: as
    they are. `steps` has the strides of each operand, 0 where it has one element. Where operands disagree, the axis
    that comes first is outside."""
    axes: list[int] = []  # from the innermost
    for new in reversed(range(ndim)):
        at = len(axes)
        for i in reversed(range(len(axes))):
            is_inside = _is_inside(steps, new, axes[i])
            if is_inside:
                at = i
            elif is_inside is False:
                break
        axes.insert(at, new)
    axes.reverse()
    return None if axes == list(range(ndim)) else tuple(axes)


def _is_inside(steps, first: int, second: int) -> bool | None:
    """Whether the first axis has the smaller strides in all operands that tell; None: none tells."""
    told = [abs(own[first]) < abs(own[second]) for own in steps if own[first] and own[second]]
    return all(told) if told else None


def axes_of_operands(arrays, ndim: int, n_core: int = 0) -> tuple | None:
    """`nested_axes` of arrays that broadcast to `ndim` dimensions, not counting their last `n_core`."""
    if ndim < 2 or all(x.flags.c_contiguous for x in arrays):
        return None
    return _axes_of_layouts(tuple([x.shape for x in arrays]), tuple([x.strides for x in arrays]), ndim, n_core)


@functools.lru_cache(maxsize=512)
def _axes_of_layouts(shapes: tuple, strides: tuple, ndim: int, n_core: int) -> tuple | None:
    steps = []
    for shape, own in zip(shapes, strides, strict=True):
        n = len(shape) - n_core
        own = [step if extent != 1 else 0 for extent, step in zip(shape[:n], own[:n], strict=True)]
        steps.append([0] * (ndim - n) + own)
    return nested_axes(steps, ndim)


def back(axes) -> tuple:
    """The permutation that undoes one."""
    return tuple(map(axes.index, range(len(axes))))


def in_memory_order(function, x, axis: int):
    """function(x, axis), computed with the axes in the order of memory, which the result keeps."""
    axes = axes_in_memory(x)
    if axes is None:
        return function(x, axis)
    axis = normalized_axis(axis, x.ndim)
    made = function(x.transpose(axes), axes.index(axis))
    return made.transpose(back(axes))


def common_shape(*shapes) -> tuple:
    """The shape that shapes broadcast to; equal shapes, and those of numbers beside them, are the usual case."""
    if shapes and shapes.count(shapes[0]) == len(shapes):
        return shapes[0]
    with_axes = [shape for shape in shapes if shape]
    if with_axes and with_axes.count(with_axes[0]) == len(with_axes):
        return with_axes[0]
    try:
        return numpy.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(named(f"shapes {', '.join(map(str, shapes))} do not broadcast")) from None


def check_subok(name: str, subok) -> None:
    """NotImplementedError for subok=True: results are plain arrays."""
    if subok is not False and as_flag(subok, "subok"):
        raise NotImplementedError(named(f"{name}: subok=True is not supported; results are dpnp.ndarray"))


def check_casting(casting) -> None:
    """Raise TypeError or ValueError, as NumPy does, if there is no such casting rule."""
    if not isinstance(casting, str) or casting not in _CASTINGS:
        raise unknown_word("casting", casting, _CASTINGS)


def store(result, out, casting: str = "same_kind"):
    """Return the result, or `out` as a dpnp.ndarray after the result was copied into it.

    Raises
    ------
    TypeError
        If `out` is not an array, or the result's dtype cannot be cast to its dtype by the rule `casting`.
    ValueError
        If the shapes differ.
    dpctl.utils.ExecutionPlacementError
        If `out` is on another queue.
    """
    if out is None:
        return result
    if (stored := _core.store_as_is(result, out)) is not NotImplemented:
        return stored
    array = as_array(out, "out")
    if array.sycl_queue != result.sycl_queue:
        raise different_queues(result, array)
    if array.shape != result.shape:
        raise ValueError(named(f"out has shape {array.shape}, the result {result.shape}"))
    if not numpy.can_cast(result.dtype, array.dtype, casting):
        raise TypeError(
            named(f"a result of dtype {result.dtype} cannot be cast to out's {array.dtype} by the rule {casting!r}")
        )
    array[...] = result
    return array
