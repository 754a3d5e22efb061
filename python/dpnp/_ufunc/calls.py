"""The ufunc type: NumPy's keywords and methods of element-wise functions.

A plain call is computed in C (python/core/ufunc.c). All others come here: `_call` for keywords, and the methods
`outer`, `reduce`, `accumulate`, `at` and `reduceat`.
"""

from __future__ import annotations

import functools
import inspect

import numpy

import dpctl.tensor as dpt
from dpctl.tensor._examples import example
from opendpex import _core
from opendpex._core import array_base, ndarray, ufunc
from opendpex._messages import as_dtype, different_queues, named, shown, wrong_type

from .._arrays import KEEP, as_array, as_condition, check_casting, in_common_kind, is_scalar

__all__ = ["define", "ufunc"]

#: Called with a ufunc and its operands if none is an array; NotImplemented: that has no meaning. Set by the simulator
#: of kernels.
without_arrays = None


def define(
    name: str,
    operation: str | None = None,
    *,
    doc: str,
    nin: int = 0,
    nout: int = 1,
    python=None,
    fused=None,
    identity=None,
    types=(),
):
    """A ufunc that is an operation of the core's table, or a Python function of arrays that composes several.

    Parameters
    ----------
    name : str
        Its name.
    operation : str, optional
        The row; None: `python` is called with the operands and gives a result, or a tuple of them.
    doc : str
        First line of the docstring.
    nin, nout : int
        Operands and results of a Python function.
    python : callable, optional
        That function.
    fused : tuple, optional
        A fused function, and the kinds of dtypes of which it is all that `python` computes: 'f', or 'i' for signed
        integers, for each operand.
    identity : scalar, optional
        The result of an empty reduction.
    types : sequence of str, optional
        The signatures of a Python function.
    """
    made = ufunc(operation)
    made.__name__ = made.__qualname__ = name
    made.nin = made._arity or nin
    made.nout = nout
    made.nargs = made.nin + nout
    made.identity = identity
    made._python = python
    if fused is not None:
        made._fused, made._fused_kinds = fused
    made._signatures = list(types) or made._types
    if operation is not None:
        made._plain = (dpt._elementwise_common.UnaryElementwiseFunc, dpt._elementwise_common.BinaryElementwiseFunc)[
            made.nin - 1
        ](operation)
    operands = "x" if made.nin == 1 else ", ".join(f"x{i + 1}" for i in range(made.nin))
    made.__doc__ = _DOC.format(name=name, operands=operands, what=doc)
    made.__doc__ += example(operation or name, name, "np", "array", "array")
    return made


_DOC = """{name}({operands}, /, out=None, *, where=True, order='K', dtype=None, casting='same_kind', subok=True)

{what}

Parameters
----------
{operands} : dpnp.ndarray or scalar
    Operands; they broadcast, and one at least is an array.
out : dpnp.ndarray or tuple of them, optional
    Where to write the result.
where : dpnp.ndarray of bool, optional
    The elements to compute; the others keep their value in `out`.
order : {{'C', 'F', 'A', 'K'}}, optional
    Layout of a new result.
dtype : data type, optional
    Of the result; it selects the signature from `types`.
casting : str, optional
    The casting rule for operands to the types of the signature, and for results to `out`.

Returns
-------
dpnp.ndarray

Raises
------
TypeError
    If the operation does not take the data types or does not give `dtype`, or a rule forbids a conversion.
ValueError
    If the shapes do not broadcast.
ExecutionPlacementError
    If the operands are on different queues.
"""


# ---- calls with keywords ------------------------------------------------------------------------------------------


_may_cast = functools.lru_cache(maxsize=1024)(numpy.can_cast)

# Functions that refuse some dtypes; the core checks them before it allocates a result
_PARTICULAR = ("sign", "positive", "power")


def _keywords(
    self,
    args,
    out=None,
    where=True,
    order="K",
    dtype=None,
    casting="same_kind",
    subok=True,
    signature=None,
    sig=None,
    **more,
):
    """The operands, the outputs (a tuple, or None) and the other keywords, checked."""
    if more:
        raise TypeError(named(f"there is no keyword argument {next(iter(more))!r}"))
    check_casting(casting)
    signature = sig if signature is None else signature
    if signature is not None:
        if dtype is not None:
            raise TypeError(named("only one of signature and dtype can be given"))
        dtype = _signed(self, signature)
    elif dtype is not None:
        dtype = as_dtype(dtype)
    if len(args) < self.nin or len(args) > self.nargs:
        raise TypeError(
            named(f"from {self.nin} to {self.nargs} arguments are taken by position, {len(args)} were given")
        )
    operands, given = args[: self.nin], args[self.nin :]
    if given and out is not None:
        raise TypeError(named("out is given both by position and by keyword"))
    if given:
        out = tuple(given) + (None,) * (self.nout - len(given))
    elif out is not None and not isinstance(out, tuple):
        out = (out,)
    if out is not None and self.nout > 1 and len(out) == 1:
        raise wrong_type("out", f"a tuple of {self.nout} arrays", out[0])
    if out is not None and len(out) != self.nout:
        raise ValueError(named(f"out must be a tuple of {self.nout}, not of {len(out)}"))
    return operands, out, where, order if order is KEEP else _core.order_letter(order), dtype, casting


def _signed(self, signature) -> tuple:
    """The dtypes of the operands, then of the results, that a signature names; None where it leaves one open."""
    if isinstance(signature, (list, bytes, int, float, complex, dict, numpy.ndarray, array_base)):
        raise wrong_type("signature", "a text or a tuple of data types", signature)
    if isinstance(signature, str) and "->" in signature:
        parts = signature.replace("->", "")
    elif isinstance(signature, tuple) and len(signature) == self.nargs:
        parts = signature
    else:
        single = signature[0] if isinstance(signature, tuple) and len(signature) == 1 else signature
        parts = (None,) * self.nin + (single,) * self.nout
    if len(parts) != self.nargs:
        raise ValueError(named(f"a signature has {self.nargs} types, {signature!r} has {len(parts)}"))
    try:
        dtypes = tuple(None if part is None else numpy.dtype(part) for part in parts)
    except TypeError as error:
        given = signature if isinstance(signature, tuple) else shown(signature)
        raise ValueError(named(f"signature {given} names no data types")) from error
    for text in self.types:
        known = tuple(numpy.dtype(letter) for letter in text.replace("->", ""))
        if all(given is None or given == own for given, own in zip(dtypes, known, strict=True)):
            return known
    raise TypeError(named(f"there is no signature {signature!r}"))


def _operands(self, operands, out):
    """Arrays and scalars; at least one is an array."""
    checked = [x if is_scalar(x) else as_array(x, "an operand") for x in operands]
    if any(isinstance(x, array_base) for x in checked):
        return checked
    queue = next((x.sycl_queue for x in out or () if isinstance(x, array_base)), None)
    return _numbers_as_arrays(checked, queue)


def _numbers_as_arrays(numbers, queue):
    """Numbers alone: arrays without dimensions on the queue of an output, else of the default device. Python's stay
    numbers beside one of NumPy, which has a dtype."""
    typed = [isinstance(x, numpy.generic) for x in numbers]
    typed = typed if any(typed) else [True] + [False] * (len(numbers) - 1)
    return [
        _core.as_ndarray(dpt.asarray(x, sycl_queue=queue)) if is_typed else x
        for x, is_typed in zip(numbers, typed, strict=True)
    ]


def _goes_to(of_x, dtype: numpy.dtype, casting: str) -> bool:
    """Whether an operand, of a dtype or of a type of Python's, may be converted; scalars of Python have a kind only."""
    if isinstance(of_x, numpy.dtype):
        return of_x == dtype or _may_cast(of_x, dtype, casting)
    return casting == "unsafe" or _has_kind(of_x, dtype)


def _has_kind(of_x: type, dtype: numpy.dtype) -> bool:
    """Whether a dtype can hold numbers of a Python type without changing their kind."""
    return dtype.kind in (
        "c" if issubclass(of_x, complex) else "fc" if issubclass(of_x, float) else "biufc" if of_x is bool else "iufc"
    )


@functools.lru_cache(maxsize=512)
def _loop_of(self, operands, dtype, casting) -> tuple | None:
    """`_loop_to` for the dtypes of arrays and NumPy's scalars, and the types of Python's."""
    loops = [tuple(numpy.dtype(letter) for letter in text.replace("->", "")) for text in self.types]
    if all(result == dtype for loop in loops for result in loop[self.nin :]):
        return None
    loops.sort(key=lambda loop: len(set(loop)))  # signatures of one dtype first: squares of bool are int8, too
    for loop in loops:
        if dtype.kind == "c" and any(operand.kind == "f" for operand in loop):
            continue  # not a signature of NumPy: only for operands that have these dtypes already
        # 'square' takes bool as int8; nothing else is cut to bool
        of_bool = dtype != numpy.bool_ and numpy.bool_ in loop[: self.nin]
        if not of_bool and all(result == dtype for result in loop[self.nin :]):
            if all(_goes_to(x, wanted, casting) for x, wanted in zip(operands, loop, strict=False)):
                return loop
    given = ", ".join(x.__name__ if isinstance(x, type) else str(x) for x in operands)
    raise TypeError(
        named(f"there is no signature with results of {dtype} for operands of {given} by the rule {casting!r}")
    )


def _loop_to(self, operands, dtype, casting) -> tuple | None:
    """The dtypes of the first signature with results of a dtype that the operands may be converted to; None: any will
    do."""
    return _loop_of(self, tuple([getattr(x, "dtype", None) or type(x) for x in operands]), dtype, casting)


@functools.lru_cache(maxsize=512)
def _composed_loop(self, operands):
    """The dtypes of the first signature of a composed function that the operands, dtypes or types of Python's, go to
    safely."""
    loops = [tuple(numpy.dtype(letter) for letter in text.replace("->", "")) for text in self.types]
    for loop in loops:
        if all(_goes_to(x, wanted, "safe") for x, wanted in zip(operands, loop, strict=False)):
            return loop[: self.nin]
    return ()


def _computed_in(self, operands):
    """The dtypes that operands are converted to."""
    if self._python is not None:
        return _composed_loop(self, tuple(getattr(x, "dtype", None) or type(x) for x in operands))
    queue = next(x.sycl_queue for x in operands if isinstance(x, array_base))
    try:
        return _core.resolve(self._plain.__name__, tuple(getattr(x, "dtype", x) for x in operands), queue)[0]
    except ValueError as error:
        raise TypeError(named(str(error))) from None


def _check_casting(self, operands, casting) -> None:
    """Raise TypeError if a casting rule stricter than the default forbids the conversion to the computing dtypes."""
    if self.__name__.startswith("logical_"):  # converts each operand to bool separately
        return
    for x, dtype in zip(operands, _computed_in(self, operands), strict=False):
        given = numpy.dtype(bool) if isinstance(x, bool) else getattr(x, "dtype", None) or type(x)
        if not _goes_to(given, dtype, casting):
            raise TypeError(
                named(
                    f"an operand of {getattr(x, 'dtype', type(x).__name__)} cannot be cast to "
                    f"{dtype} by the rule {casting!r}"
                )
            )


def _cast(self, operands, dtypes, casting):
    """The operands in the data types of a signature."""
    arrays = []
    for x, dtype in zip(operands, dtypes, strict=False):
        if not isinstance(x, array_base):
            arrays.append(
                x
                if not isinstance(x, numpy.generic) and _has_kind(type(x), dtype)
                else numpy.asarray(x).astype(dtype)[()]
            )
        elif x.dtype == dtype:
            arrays.append(x)
        elif _may_cast(x.dtype, dtype, casting):
            arrays.append(x.astype(dtype, copy=False))
        else:
            raise TypeError(named(f"an operand of {x.dtype} cannot be cast to {dtype} by the rule {casting!r}"))
    return arrays


def _compute(self, operands, order):
    """A tuple of results."""
    if self._python is None:
        return (self._plain(*operands) if order == "K" else self._plain(*operands, order=order),)
    results = self._python(*operands)
    results = results if isinstance(results, tuple) else (results,)
    return results if order == "K" else tuple(x.astype(x.dtype, order=order, copy=False) for x in results)


def _write(result, out, where, casting):
    """Copy a result into its output where the condition holds."""
    if out is None and where is True:
        return result
    if out is None:
        out = _core.empty_like(in_common_kind(result, where))
        _core.as_usm_ndarray(out)[...] = 0
    array = as_array(out, "out")
    if result.sycl_queue != array.sycl_queue:
        raise different_queues(result, array)
    if result.dtype != array.dtype and not _may_cast(result.dtype, array.dtype, casting):
        raise TypeError(
            named(f"a result of {result.dtype} cannot be cast to out's {array.dtype} by the rule {casting!r}")
        )
    if result.shape != array.shape:  # outputs take part in broadcasting
        result = _core.broadcast_to(result, array.shape)
    if where is not True:
        result = result.astype(array.dtype, copy=False)
        result = _core.where(as_condition(where, array), result, array) if where is not False else array
    if result is not array:
        array[...] = result
    return array


def _call(self, args, kwargs):
    if not kwargs and self._python is not None and len(args) == self.nin and all(type(x) is ndarray for x in args):
        return self._python(*args)
    if without_arrays is not None and not kwargs and not any(isinstance(x, array_base) for x in args):
        result = without_arrays(self, args)
        if result is not NotImplemented:
            return result
    if len(kwargs) == 2 and "where" in kwargs and "out" in kwargs:
        written = _write_where(self, args, **kwargs)
        if written is not None:
            return written
    operands, out, where, order, dtype, casting = _keywords(self, args, **kwargs)
    if where is not True and (where is None or is_scalar(where)):
        where = bool(where)
    operands = _operands(self, operands, out)
    if dtype is not None:
        loop = dtype if isinstance(dtype, tuple) else _loop_to(self, operands, dtype, casting)
        operands = _cast(self, operands, loop, casting) if loop else operands
    elif casting in ("no", "equiv", "safe"):
        _check_casting(self, operands, casting)
    if (
        out is not None
        and where is True
        and dtype is None
        and self._python is None
        and self.__name__ not in _PARTICULAR
    ):
        target = out[0]
        if isinstance(target, array_base) and _fits(self, operands, target):
            self._plain(*operands, out=target)
            return as_array(target)
    results = _compute(self, operands, order)
    out = out or (None,) * self.nout
    written = tuple(_write(result, target, where, casting) for result, target in zip(results, out, strict=True))
    return written[0] if self.nout == 1 else written


def _write_where(self, args, out, where):
    """A call as `divide(x, y, out=out, where=y != 0)` of arrays of one shape, whose result has the dtype of `out`;
    None: it is another one."""
    if not (type(out) is type(where) is ndarray and where.dtype.char == "?" and len(args) == self.nin):
        return None
    shape, is_usual = out.shape, self._python is None and where.shape == out.shape
    for x in args:
        is_usual = is_usual and type(x) is ndarray and x.shape == shape
    if not is_usual:
        return None
    result = self._plain(*args)
    if result.dtype != out.dtype:
        return None
    out[...] = _core.where(where, result, out)
    return out


def _fits(self, operands, out) -> bool:
    """Whether the core can write into `out` itself: the dtype and the shape are those of the result."""
    arrays = [x for x in operands if isinstance(x, array_base)]
    dtypes = tuple(x.dtype if isinstance(x, array_base) else x for x in operands)
    try:
        fits = numpy.broadcast_shapes(*(x.shape for x in arrays)) == out.shape
        return fits and _core.resolve(self._plain.__name__, dtypes, arrays[0].sycl_queue)[1] == out.dtype
    except (TypeError, ValueError):
        return False


ufunc._call = _call


_PARTS = (
    "get_array_dtype_scalar_type_resolver_function",
    "get_implementation_function",
    "get_implementation_inplace_function",
    "get_type_promotion_path_acceptance_function",
    "get_type_result_resolver_function",
)


def _part(name: str):
    """A method that hands out what the same function of `dpctl.tensor` does; AttributeError where it is not a single
    operation."""

    def method(self):
        if self._python is not None:
            raise AttributeError(f"{self.__name__} is composed of others and has no {name}")
        return getattr(self._plain, name)()

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"""The result of ``dpctl.tensor.{{add, abs, ...}}.{name}()``.

        Returns
        -------
        object
            See there.

        Raises
        ------
        AttributeError
            If the function is composed of several operations.
        """
    return method


for _name in _PARTS:
    setattr(ufunc, _name, _part(_name))


class _Signature:
    """The attribute `__signature__`: what `inspect.signature` says of a ufunc, whose call Python cannot see in C."""

    def __get__(self, function, kind=None):
        return None if function is None else _signature(function.nin, function.nout)


@functools.cache
def _signature(nin: int, nout: int) -> inspect.Signature:
    """(x1, x2, /, out=None, *, where=True, ...), as NumPy's."""
    names = ["x"] if nin == 1 else [f"x{i + 1}" for i in range(nin)]
    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in names]
    out = None if nout == 1 else (None,) * nout
    parameters.append(inspect.Parameter("out", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=out))
    parameters += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default) for name, default in _KEYWORDS.items()
    ]
    return inspect.Signature(parameters)


_KEYWORDS = {
    "where": True, "casting": "same_kind", "order": "K", "dtype": None, "subok": True, "signature": None
}  # fmt: skip


def _repr(self) -> str:
    return f"<ufunc '{self.__name__}'>"


def _reduce(self) -> tuple:
    return dpt._elementwise_common.function_of, ("dpnp", self.__name__)


ufunc.__repr__ = _repr
ufunc.__reduce__ = _reduce
ufunc.__signature__ = _Signature()
ufunc.types = property(lambda self: self._signatures, doc="Signatures as type letters, such as 'dd->d'.")
ufunc.signature = property(lambda self: None, doc="None: operands are elements, not vectors.")
ufunc.ntypes = property(lambda self: len(self._signatures), doc="Number of signatures.")
