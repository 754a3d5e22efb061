"""apply_along_axis, apply_over_axes, piecewise and vectorize."""

from __future__ import annotations

import itertools

import numpy

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_dtype, as_function, as_items, named

from ._arrays import (
    as_array,
    as_array_like,
    as_parameter,
    as_values,
    axes_of_operands,
    back,
    common_kind,
    in_common_kind,
    int_tuple,
    is_scalar,
)
from ._creation.arrays import asarray, empty, zeros_like
from ._manipulation.shapes import moveaxis
from ._ufunc.signatures import call_by_signature, parse_signature

__all__ = ["apply_along_axis", "apply_over_axes", "piecewise", "vectorize"]


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """Call a function with each line of an array along an axis, sequentially.

    Parameters
    ----------
    func1d : callable
        Takes a one-dimensional array and returns an array or a scalar.
    axis : int
        The axis.
    arr : dpnp.ndarray
        The array.
    *args, **kwargs
        Passed to the function.

    Returns
    -------
    dpnp.ndarray
        The shape of `arr` with the axis replaced by the shape of a result of the function.

    Raises
    ------
    ValueError
        If there is no line.
    """
    arr, func1d = as_array(arr), as_function(func1d, "func1d")
    axis = _core.normalized_axis(axis, arr.ndim)
    lines = moveaxis(arr, axis, -1)
    outer = lines.shape[:-1]
    if 0 in outer:
        raise ValueError(named("Cannot apply_along_axis when any iteration dimensions are 0"))
    made = None
    for key in itertools.product(*(range(n) for n in outer)):
        part = as_array_like(func1d(lines[key], *args, **kwargs), arr)
        if made is None:
            made = empty(outer + part.shape, part.dtype, usm_type=common_kind(arr, part), sycl_queue=arr.sycl_queue)
        made[key] = part
    last = tuple(range(len(outer), made.ndim))
    return moveaxis(made, last, tuple(range(axis, axis + len(last))))


def apply_over_axes(func, a, axes):
    """Call a function repeatedly, with the array and each of the axes.

    Parameters
    ----------
    func : callable
        ``func(a, axis)`` gives an array with as many dimensions, or one less.
    a : dpnp.ndarray
        The array.
    axes : int or sequence of ints
        The axes.

    Returns
    -------
    dpnp.ndarray
        With as many dimensions as `a`.

    Raises
    ------
    ValueError
        If the function gives another number of dimensions.
    """
    a, func = as_array(a), as_function(func, "func")
    axes = int_tuple(axes)
    made = a
    for axis in axes:
        axis = _core.normalized_axis(axis, max(a.ndim, 1))  # without dimensions NumPy's reductions take axis 0
        part = as_array_like(func(made, axis), a)
        if part.ndim != made.ndim:
            part = _core.expand_dims(part, axis=axis)
            if part.ndim != made.ndim:
                raise ValueError(named("function is not returning an array of the correct shape"))
        made = part
    return made


def piecewise(x, condlist, funclist, *args, **kw):
    """Evaluate a piecewise function.

    Parameters
    ----------
    x : dpnp.ndarray
        The array.
    condlist : list of dpnp.ndarray of bool
        Where each piece is; later ones win.
    funclist : list of callables or scalars
        The pieces: functions of the elements of `x` there, or values. One more than conditions: it is for the rest,
        which is else 0.
    *args, **kw
        For the functions.

    Returns
    -------
    dpnp.ndarray
        Of the dtype of `x`.

    Raises
    ------
    ValueError
        If the numbers of conditions and pieces do not match.
    IndexError
        If the shape of a condition does not match.
    """
    x = in_common_kind(as_array(x), condlist, funclist)
    if is_scalar(condlist) or (isinstance(condlist, array_base) and condlist.ndim < 2 and x.ndim):
        condlist = [condlist]
    elif isinstance(condlist, array_base):
        condlist = [condlist[i] for i in range(condlist.shape[0])]
    conditions = [as_parameter(c, x, "a condition").astype(bool, copy=False) for c in as_items(condlist, "condlist")]
    for condition in conditions:
        if condition.shape[: x.ndim] != x.shape[: condition.ndim]:
            raise IndexError(named(f"a condition has shape {condition.shape}, the array {x.shape}"))
    pieces = as_items(funclist, "funclist", "a sequence of functions or values")
    if len(pieces) == len(conditions) + 1:
        rest = conditions[0]
        for c in conditions[1:]:
            rest = rest | c
        conditions.append(~rest)
    elif len(pieces) != len(conditions):
        raise ValueError(
            named(
                f"with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions "
                "are expected"
            )
        )
    made = zeros_like(x)
    for condition, piece in zip(conditions, pieces, strict=True):
        if not callable(piece):
            value = as_values(piece, x)
            made = _core.where(condition, value, made)
        elif x.ndim == 0:
            if bool(condition):
                made[...] = piece(x, *args, **kw)
        else:
            part = x[condition]
            if part.size:
                made[condition] = as_array_like(piece(part, *args, **kw), x).astype(x.dtype)
    return made


def _numbers(x, with_type: bool) -> list:
    """Elements as numbers of Python; with_type: the first one as NumPy's, since the result for it says what type
    results have."""
    numbers = x.ravel().tolist()
    if with_type:
        numbers[:1] = [x.flat[0]]
    return numbers


def _on_host(result):
    """A result of the function on the host; excluded arguments, which are passed unchanged, can make it a device
    array."""
    if isinstance(result, tuple):
        return tuple(_on_host(x) for x in result)
    return _core.asnumpy(result)[()] if isinstance(result, array_base) else result


class vectorize:
    """A function of scalars as a function of arrays.

    It runs on the host, once for each element, or part that `signature` names: for computation on a device use
    functions of arrays, or a kernel of `numba_dpex`.

    Parameters
    ----------
    pyfunc : callable
        The function.
    otypes : str or list of data types, optional
        Of the results; default: those of the first ones.
    doc : str, optional
        A docstring; default: that of the function.
    excluded : set, optional
        Positions and names of arguments that are passed unchanged.
    cache : bool, optional
        Ignored.
    signature : str, optional
        Which of the last axes of each operand a call takes, as ``"(m,n),(n)->(m)"``: the function then gets parts of
        the arrays, on the device, and gives such; what other axes the operands have broadcasts.

    Raises
    ------
    TypeError
        When called: if no operand is an array, or a result does not convert to its type.
    ValueError
        When called: if results are not as many as `otypes`, or arrays without `signature`; or without elements and
        `otypes`.
    """

    def __init__(self, pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self.signature = signature
        self._parsed = None if signature is None else parse_signature(signature)
        self.pyfunc = pyfunc
        self.otypes = (
            None
            if otypes is None
            else [as_dtype(t, "otypes") for t in as_items(otypes, "otypes", "a sequence of data types")]
        )
        self.excluded = set(as_items(excluded or (), "excluded", "a set of names and positions"))
        self.cache = cache
        self.__name__ = getattr(pyfunc, "__name__", "vectorize")
        self.__doc__ = pyfunc.__doc__ if doc is None else doc

    def __call__(self, *args, **kwargs):
        names = [i for i in range(len(args)) if i not in self.excluded]
        keys = [name for name in kwargs if name not in self.excluded]
        operands = [args[i] for i in names] + [kwargs[name] for name in keys]
        arrays = [x for x in operands if isinstance(x, array_base)]
        if not arrays:
            raise TypeError("vectorize: one operand at least must be an array, which says where the result goes")
        like = as_array(arrays[0])
        if self._parsed is not None:
            return self._by_signature(args, kwargs, like)
        given = [x if isinstance(x, array_base) else numpy.asarray(x) for x in operands]
        host = numpy.broadcast_arrays(*(_core.asnumpy(x) if isinstance(x, array_base) else x for x in given))
        axes = axes_of_operands(given, host[0].ndim)
        if host[0].size == 0 and self.otypes is None:
            raise ValueError("vectorize: inputs without elements need `otypes`")
        columns = [_numbers(x, self.otypes is None) for x in host]
        if not kwargs and len(names) == len(args):
            results = map(self.pyfunc, *columns)
        else:
            results = self._results(args, kwargs, names, keys, columns)
        results = [x if type(x) is float or type(x) is int else _on_host(x) for x in results]
        placement = {"usm_type": common_kind(arrays), "sycl_queue": like.sycl_queue}
        n = len(self.otypes) if self.otypes is not None else len(results[0]) if isinstance(results[0], tuple) else 1
        several = n > 1 or (self.otypes is None and isinstance(results[0], tuple))
        wrong = [x for x in results if isinstance(x, tuple) != several or (several and len(x) != n)]
        if wrong:
            raise ValueError(
                f"vectorize: {self.__name__} is to give "
                f"{f'a tuple of {n} results' if several else 'one number'}, and gave {wrong[0]!r}"
            )
        if not several:
            return self._array(results, 0, host[0].shape, axes, placement)
        columns = list(zip(*results, strict=True)) or [()] * n
        return tuple(self._array(column, i, host[0].shape, axes, placement) for i, column in enumerate(columns))

    def _results(self, args, kwargs, names, keys, columns):
        """The results one by one, where arguments are excluded or have names."""
        for scalars in zip(*columns, strict=True):
            given, keywords = list(args), dict(kwargs)
            for i, value in zip(names, scalars, strict=False):
                given[i] = value
            keywords.update(zip(keys, scalars[len(names) :], strict=True))
            yield self.pyfunc(*given, **keywords)

    def _by_signature(self, args, kwargs, like):
        names = [i for i in range(len(args)) if i not in self.excluded]

        def call(*parts):
            given = list(args)
            for i, part in zip(names, parts, strict=True):
                given[i] = part
            return self.pyfunc(*given, **kwargs)

        made = call_by_signature(call, self._parsed, [as_array_like(args[i], like) for i in names], like, self.otypes)
        return made[0] if len(made) == 1 else tuple(made)

    def _array(self, results, i, shape, axes, placement):
        dtype = numpy.asarray(results[0]).dtype if self.otypes is None else self.otypes[i]
        # real dtypes raise TypeError for it
        results = [complex(x) if isinstance(x, numpy.complexfloating) else x for x in results]
        made = numpy.array(results, dtype)
        if made.ndim != 1:
            raise ValueError(
                f"vectorize: {self.__name__} is to give numbers, and gave arrays of shape {made.shape[1:]}, for "
                "which signature= is"
            )
        made = made.reshape(shape)
        if axes is None:
            return asarray(made, **placement)
        return asarray(numpy.ascontiguousarray(made.transpose(axes)), **placement).transpose(back(axes))
