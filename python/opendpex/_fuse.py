"""`fuse`: tracing of Python functions of element-wise operations into tapes.

The function is called once with stand-ins for its arguments. Operations on them are recorded as nodes: inputs, numbers,
conversions and operations, with the data types that an eager call chooses; equal nodes are shared (value numbering).
The nodes that results depend on are written to a tape. The calls themselves are made in C (python/core/fused.c).
"""

from __future__ import annotations

import functools
import linecache
import operator

import numpy

from opendpex import _core

__all__ = ["FuseError", "fuse"]


class FuseError(TypeError):
    """A traced function contains an operation that cannot be fused into one pass."""

    def __init__(self, *args):  # for inspect.signature, which sees no C constructor
        super().__init__(*args)


def fuse(function, /):
    """Fuse a function of element-wise operations into one pass over the elements.

    A chain of operations on arrays reads and writes memory at each step. The fused function does all steps for a few
    hundred elements at a time, which stay in the first-level cache; on a GPU it is one kernel. Its results have the
    data types and values of the function itself.

    Parameters
    ----------
    function : callable
        A function of arrays, Python numbers, and other values that select what it does. It may use operators, the
        element-wise functions of `dpctl.tensor`, `where`, `clip` and `astype`, and may end in a reduction of
        `dpctl.tensor` over axes (`sum`, `max`, `argmin`, `any`, `mean`, `std`, `logsumexp`, ...). It may also use
        functions and methods of `dpnp`, NumPy's universal functions and numbers, slices and transposes of its
        arguments, writes to them, and reductions with operations on their results, as far as automatic fusion makes
        one pass of them. It returns an array or a tuple of arrays.

    Returns
    -------
    callable
        A function with the same parameters. It is traced at the first call, and again for arguments of other data types
        or numbers of dimensions, Python numbers of another kind (or ints of another size), and other values that are
        neither. Later calls look up the program and run it. A function of more than operators and functions of
        `dpctl.tensor` is executed in each call, which takes some microseconds more; its operations are collected, and
        submitted as one pass at its end.

    Raises
    ------
    FuseError
        The function needs values before it ends, uses arrays that are not among its arguments, calls a function that
        is not element-wise, or is more than one pass on this device. Of the last case apart, nothing is computed.

    Notes
    -----
    Values that the function takes from elsewhere (globals, closures) are those of the time when it was traced. The
    layout of the result follows the arguments (order 'K'). A function that returns its argument returns a copy. Sums
    and what is computed from sums may differ from those of the function itself in the last bits, since the order of
    additions follows the layout of what is read and the number of steps; they are the same for any number of threads. A
    power by an argument that is 2 (or, of `dpnp`'s arrays, a power by 0.5) may differ likewise: eager calls square, and
    take the root. Conversions that drop imaginary parts are left to eager operations, so that each call warns of them.

    Examples
    --------
    >>> import dpctl.tensor as dpt, opendpex
    >>> @opendpex.fuse
    ... def distance(x, y):
    ...     return dpt.sum((x - y) ** 2)
    >>> float(distance(dpt.asarray([1.0, 2.0, 3.0]), dpt.asarray([3.0, 2.0, 0.0])))
    13.0
    """
    if not callable(function):
        raise TypeError(f"fuse makes one function of another, not of a {type(function).__name__}")
    fused = _core.Fused(function, _compile)
    functools.update_wrapper(fused, function)
    return fused


# ---- nodes


class _Node:
    """A step. source: an argument's number, a constant's value, a number's source, or the nodes that it takes."""

    __slots__ = ("arguments", "dtype", "kind", "name", "source")

    def __init__(self, kind, name, source, dtype, arguments):
        self.kind, self.name, self.source, self.dtype = kind, name, source, dtype
        self.arguments = arguments  # the array arguments that it depends on


class _Trace:
    """The record of a call of the function with stand-ins."""

    def __init__(self, name, queue, is_ours):
        self.name, self.queue = name, queue
        self.is_ours = is_ours  # a function of the library, whose calls automatic fusion takes as any other's
        self.nodes = []
        self.known = {}
        self.constants = []  # numbers that derived ones are computed from
        self.derived = []  # (function, operands as _Number)

    def node(self, kind, name, source, dtype, arguments=frozenset(), key=None) -> _Node:
        key = (kind, name, source if key is None else key, dtype)
        node = self.known.get(key)
        if node is None:
            node = self.known[key] = _Node(kind, name, source, dtype, arguments)
            self.nodes.append(node)
        return node

    def operand(self, operand, dtype) -> _Node:
        """An operand of an operation that computes in `dtype`."""
        if isinstance(operand, TracedArray):
            return self.cast(operand._node, dtype)
        if isinstance(operand, TracedNumber):
            return self.node("parameter", None, operand._source, dtype)
        return self.node("constant", None, operand, dtype, key=(type(operand), repr(operand)))

    def cast(self, node, dtype) -> _Node:
        return node if node.dtype == dtype else self.node("cast", None, (node,), dtype, node.arguments)

    def apply(self, name, operands) -> TracedArray:
        for operand in operands:
            self.check(name, operand)
        stand_ins = tuple(
            o.dtype if isinstance(o, TracedArray) else o._value if isinstance(o, TracedNumber) else o for o in operands
        )
        types, dtype = _core.resolve(name, stand_ins, self.queue)
        nodes = tuple(self.operand(o, t) for o, t in zip(operands, types, strict=True))
        node = self.node("apply", name, nodes, dtype, frozenset().union(*(n.arguments for n in nodes)))
        return TracedArray(self, node, max(o.ndim for o in operands if isinstance(o, TracedArray)))

    def check(self, name, operand):
        if isinstance(operand, (TracedArray, TracedNumber)) and operand._trace is not self:
            raise FuseError(f"{self.name}: {name} takes something that another fused function works on")
        if isinstance(operand, TracedResult):
            operand._refuse(name)
        if isinstance(operand, (TracedArray, TracedNumber, bool, int, float, complex)) and not isinstance(
            operand, numpy.generic
        ):
            return
        raise FuseError(
            f"{self.name}: {name} takes a {type(operand).__name__} that is not an argument of the function; "
            "pass it as one"
        )


def _is_number(value) -> bool:
    return isinstance(value, (bool, int, float, complex)) and not isinstance(value, numpy.generic)


# ---- stand-ins


class _StandIn(_core.Traced):
    """Base class of stand-ins; raises FuseError for operations that cannot be traced."""

    _what = "an array"

    def _refuse(self, name, hint=""):
        raise FuseError(
            f"{self._trace.name}: {name} cannot be part of a fused function, which consists of element-wise "
            "operations and may end in "
            f"a reduction{hint}"
        )

    def __bool__(self):
        self._refuse(f"the truth of {self._what}", "; where() chooses element by element")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name, name=name, obj=self)
        self._refuse(f"attribute '{name}'")

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        self._refuse(f"numpy.{ufunc.__name__}", "; dpctl.tensor has functions that can")

    def __array_function__(self, function, types, args, kwargs):
        self._refuse(f"numpy.{function.__name__}", "; dpctl.tensor has functions that can")

    def __array__(self, *args, **kwargs):
        self._refuse("conversion to a NumPy array")

    def _call_function(self, name, args, kwargs):
        self._refuse(name)


def _refusing(text):
    return lambda self, *args: self._refuse(text)


for _name, _text in (
    ("__float__", "float()"),
    ("__int__", "int()"),
    ("__complex__", "complex()"),
    ("__index__", "use as an index"),
    ("__len__", "len()"),
    ("__iter__", "iteration"),
    ("__contains__", "'in'"),
    ("__getitem__", "indexing"),
    ("__setitem__", "assignment to elements"),
    ("__delitem__", "'del' of elements"),
    ("__matmul__", "'@'"),
    ("__rmatmul__", "'@'"),
    ("__divmod__", "divmod()"),
    ("__rdivmod__", "divmod()"),
    ("__round__", "round()"),
    ("__trunc__", "trunc()"),
    ("__floor__", "math.floor()"),
    ("__ceil__", "math.ceil()"),
):
    setattr(_StandIn, _name, _refusing(_text))


class TracedArray(_StandIn):
    """Stands for an array."""

    def __init__(self, trace, node, ndim):
        self._trace, self._node, self.ndim = trace, node, ndim

    @property
    def dtype(self):
        return self._node.dtype

    @property
    def real(self):
        return self._trace.apply("real", (self,))

    @property
    def imag(self):
        return self._trace.apply("imag", (self,))

    def __array_namespace__(self, *, api_version=None):
        return _core.empty(0, sycl_queue=self._trace.queue).__array_namespace__()

    def _call_function(self, name, args, kwargs):
        found = _FUNCTIONS.get(name)
        if found is not None:
            return found(self._trace, name, args, kwargs)
        if name in _operation_names():
            _check_keywords(self._trace, name, kwargs)
            return self._trace.apply(name, args)
        return self._refuse(name)


class TracedResult(_StandIn):
    """Stands for the result of a reduction, on which no operation is allowed."""

    _what = "a reduced array"

    def __init__(self, trace, name, node, facts):
        self._trace, self._name, self._node = trace, name, node  # the node of what is reduced
        self._dtype, self._correction, self._axes, self._keepdims = facts

    @property
    def dtype(self):
        return self._dtype

    def _refuse(self, name, hint=""):
        raise FuseError(f"{self._trace.name}: {name} after {self._name}: a fused function ends with its reduction")


class TracedNumber(_StandIn):
    """Stands for a Python number: an argument, or what was computed from numbers alone. It is recomputed in each
    call."""

    _what = "a number"

    def __init__(self, trace, source, value):
        self._trace, self._source, self._value = trace, source, value

    def _derive(self, function, *operands):
        """function(*operands), recomputed in Python in each call."""
        for operand in operands:
            self._trace.check(function.__name__, operand)
        numbers = tuple(o if isinstance(o, TracedNumber) else self._constant(o) for o in operands)
        value = function(*(n._value for n in numbers))
        if not _is_number(value):
            raise FuseError(f"{self._trace.name}: {function.__name__} of numbers gives a {type(value).__name__}")
        self._trace.derived.append((function, numbers))
        return TracedNumber(self._trace, ("derived", len(self._trace.derived) - 1), value)

    def _constant(self, value):
        self._trace.constants.append(value)
        return TracedNumber(self._trace, ("constant", len(self._trace.constants) - 1), value)


# ---- operators

_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "pow",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}
_COMPARISONS = {
    "lt": "less",
    "le": "less_equal",
    "eq": "equal",
    "ne": "not_equal",
    "gt": "greater",
    "ge": "greater_equal",
}
_UNARY = {"neg": "negative", "pos": "positive", "abs": "abs", "invert": "bitwise_invert"}


def _array_operator(name, reflected=False):
    def method(self, other):
        return self._trace.apply(name, (other, self) if reflected else (self, other))

    return method


def _power(self, other):
    """x ** 2 is a square, as in an eager call."""
    is_two = (type(other) is int and self.dtype.kind in "iuf") or (type(other) is float and self.dtype.kind == "f")
    return self._trace.apply("square", (self,)) if is_two and other == 2 else self._trace.apply("pow", (self, other))


def _number_operator(function, reflected=False):
    def method(self, other):
        if not _is_number(other) and not isinstance(other, TracedNumber):
            return NotImplemented
        return self._derive(function, other, self) if reflected else self._derive(function, self, other)

    return method


def _add_operators():
    for slot, name in {**_BINARY, **_COMPARISONS}.items():
        function = getattr(operator, f"__{slot}__")
        setattr(TracedArray, f"__{slot}__", _power if slot == "pow" else _array_operator(name))
        setattr(TracedNumber, f"__{slot}__", _number_operator(function))
        setattr(TracedResult, f"__{slot}__", _refusing(f"'{name}'"))
        if slot in _BINARY:
            setattr(TracedArray, f"__r{slot}__", _array_operator(name, True))
            setattr(TracedNumber, f"__r{slot}__", _number_operator(function, True))
            setattr(TracedResult, f"__r{slot}__", _refusing(f"'{name}'"))
            for stand_in in (TracedArray, TracedResult):
                setattr(stand_in, f"__i{slot}__", _refusing(f"in-place '{name}'"))
    for slot, name in _UNARY.items():
        function = getattr(operator, f"__{slot}__")
        setattr(TracedArray, f"__{slot}__", lambda self, name=name: self._trace.apply(name, (self,)))
        setattr(TracedNumber, f"__{slot}__", lambda self, function=function: self._derive(function, self))
        setattr(TracedResult, f"__{slot}__", _refusing(f"'{name}'"))
    for stand_in in (TracedArray, TracedNumber, TracedResult):
        stand_in.__hash__ = object.__hash__


_add_operators()


# ---- functions


@functools.cache
def _operation_names() -> frozenset:
    return frozenset(_core._operation_names())


def _check_keywords(trace, name, kwargs):
    for keyword in kwargs:
        if keyword != "order" or kwargs[keyword] not in ("K", None):
            raise FuseError(
                f"{trace.name}: {name} with {keyword}=: results of a fused function are new arrays in order 'K'"
            )


def _bind(trace, name, names, args, kwargs) -> list:
    """Values of the parameters `names`, None where not given."""
    if len(args) > len(names):
        raise TypeError(f"{name}() takes at most {len(names)} arguments, {len(args)} were given")
    values = [*args, *(kwargs.pop(n, None) for n in names[len(args) :])]
    _check_keywords(trace, name, kwargs)
    return values


def _array(trace, name, x) -> TracedArray:
    if isinstance(x, TracedResult):
        x._refuse(name)
    trace.check(name, x)
    if not isinstance(x, TracedArray):
        raise FuseError(f"{trace.name}: {name} needs an array, not a number")
    return x


def _where(trace, name, args, kwargs):
    condition, x1, x2 = _bind(trace, name, ("condition", "x1", "x2"), args, dict(kwargs))
    return trace.apply("where", (_array(trace, name, condition), x1, x2))


def _holds(dtype, value) -> bool:
    limits = numpy.iinfo(dtype)
    return limits.min <= value <= limits.max


def _clip(trace, name, args, kwargs):
    """The data types of clip, from an eager call with empty arrays."""
    x, low, high = _bind(trace, name, ("x", "min", "max"), args, dict(kwargs))
    x = _array(trace, name, x)
    bounds = [low, high]
    stand_ins = [_core.empty((0,), dtype=x.dtype, sycl_queue=trace.queue)]
    for bound in bounds:
        if bound is not None:
            trace.check(name, bound)
        if isinstance(bound, TracedArray):
            stand_ins.append(_core.empty((0,), dtype=bound.dtype, sycl_queue=trace.queue))
        else:
            stand_ins.append(bound._value if isinstance(bound, TracedNumber) else bound)
    _core.clip(*stand_ins)
    for i, bound in enumerate(stand_ins[1:]):
        if isinstance(bound, int) and x.dtype.kind in "iu" and not _holds(x.dtype, bound):
            bounds[i] = None  # no element can be beyond it, else the eager call would have failed
    if bounds[0] is not None and bounds[1] is not None:
        return trace.apply("clip", (x, *bounds))
    if bounds[0] is not None:
        return trace.apply("maximum", (x, bounds[0]))
    return x if bounds[1] is None else trace.apply("minimum", (x, bounds[1]))


def _keep_warning(trace, name, source, target):
    """Leave a conversion that drops imaginary parts to eager calls, which warn of it at the program's line."""
    if source.kind == "c" and target.kind not in "cb":
        raise FuseError(f"{trace.name}: {name} drops imaginary parts, of which each call warns")


def _astype(trace, name, args, kwargs):
    x, newdtype = args
    x = _array(trace, name, x)
    target = numpy.dtype(newdtype) if newdtype is not None else _core.empty(0, sycl_queue=trace.queue).dtype
    if kwargs["device"] is not None:
        raise FuseError(f"{trace.name}: astype to another device cannot be part of a fused function")
    if not numpy.can_cast(x.dtype, target, casting=kwargs["casting"]):
        raise TypeError(f"casting {x.dtype} to {target} is not allowed by the rule {kwargs['casting']!r}")
    _keep_warning(trace, name, x.dtype, target)
    _core.empty(0, dtype=target, sycl_queue=trace.queue)  # raises for a dtype that the device does not support
    return TracedArray(trace, trace.cast(x._node, target), x.ndim)


_CONVERTING, _CHOOSING, _VARYING = (
    ("axis", "dtype", "keepdims"),
    ("axis", "keepdims"),
    ("axis", "correction", "keepdims"),
)
_REDUCTIONS = {
    "sum": _CONVERTING,
    "prod": _CONVERTING,
    "logsumexp": _CONVERTING,
    "reduce_hypot": _CONVERTING,
    "max": _CHOOSING,
    "min": _CHOOSING,
    "argmax": _CHOOSING,
    "argmin": _CHOOSING,
    "count_nonzero": _CHOOSING,
    "all": _CHOOSING,
    "any": _CHOOSING,
    "mean": _CHOOSING,
    "var": _VARYING,
    "std": _VARYING,
}


def _reduce(trace, name, args, kwargs):
    if len(args) > 1 and name not in ("mean", "var", "std"):
        raise TypeError(f"{name}() takes at most 1 arguments by position, {len(args)} were given")
    x, *values = _bind(trace, name, ("x", *_REDUCTIONS[name]), args, dict(kwargs))
    x = _array(trace, name, x)
    for value in values:
        if isinstance(value, _StandIn):
            value._refuse(f"use as an argument of {name}")
    given = dict(zip(_REDUCTIONS[name], values, strict=False))
    axis, correction = given["axis"], given.get("correction")
    if name in ("argmax", "argmin") and axis is not None and not hasattr(axis, "__index__"):
        raise TypeError(f"axis must be None or an int, not {type(axis).__name__}")
    is_given = len(args) > 2 or "correction" in kwargs
    if is_given and not isinstance(correction, (int, float)):
        raise TypeError(f"correction must be a Python int or float, not {type(correction).__name__}")
    axes = _core.axes_mask(axis, x.ndim)
    dtype = _core.resolve_reduction(name, x.dtype, given.get("dtype"), trace.queue)
    if given.get("dtype") is not None:
        _keep_warning(trace, name, x.dtype, dtype)
    return TracedResult(trace, name, x._node, (dtype, float(correction or 0), axes, bool(given["keepdims"])))


_FUNCTIONS = {"where": _where, "clip": _clip, "astype": _astype, **dict.fromkeys(_REDUCTIONS, _reduce)}


# ---- from nodes to tapes


def _stand_ins(trace, args) -> list:
    found = []
    for i, value in enumerate(args):
        if isinstance(value, _core.array_base):
            node = trace.node("input", None, i, value.dtype, frozenset((i,)))
            found.append(TracedArray(trace, node, value.ndim))
        elif _is_number(value) and not (isinstance(value, int) and not -(2**63) <= value < 2**64):
            found.append(TracedNumber(trace, ("argument", i), value))
        elif isinstance(value, (numpy.ndarray, numpy.generic)):
            raise FuseError(f"{trace.name}: argument {i + 1} is of NumPy; pass a usm_ndarray or a Python number")
        else:
            try:
                hash(value)
            except TypeError:
                kind = type(value).__name__
                raise FuseError(f"{trace.name}: argument {i + 1} is a {kind}; what selects must be hashable") from None
            found.append(value)
    return found


def _needed(trace, results) -> list:
    """The nodes that some results come from, in the order in which they were made."""
    left, found = [r._node for r in results], set()
    while left:
        node = left.pop()
        if node in found:
            continue
        found.add(node)
        if node.kind in ("apply", "cast"):
            left.extend(node.source)
    return [node for node in trace.nodes if node in found]


def _part(trace, results, numbers, index_of):
    """(tape, inputs, parameters, axes, keepdims, numbers of the results) for FusedProgram."""
    tape, registers, inputs, parameters = _core.Tape(trace.is_ours), {}, [], []
    for node in _needed(trace, results):
        if node.kind == "input":
            inputs.append(node.source)
            register = tape.input(node.dtype)
        elif node.kind == "parameter":
            parameters.append(index_of(node.source))
            register = tape.parameter(node.dtype)
        elif node.kind == "constant":
            register = tape.constant(node.source, node.dtype)
        elif node.kind == "cast":
            register = tape.cast(registers[node.source[0]], node.dtype)
        else:
            register = tape.apply(node.name, *(registers[source] for source in node.source))
        registers[node] = register
    first = results[0]
    if isinstance(first, TracedResult):
        tape.reduce(first._name, registers[first._node], first._dtype, first._correction, trace.queue)
        return tape, tuple(inputs), tuple(parameters), first._axes, first._keepdims, numbers
    for result in results:
        tape.output(registers[result._node])
    return tape, tuple(inputs), tuple(parameters), 0, False, numbers


def _check_results(trace, returned) -> tuple:
    results = returned if isinstance(returned, tuple) else (returned,)
    for result in results:
        if not isinstance(result, (TracedArray, TracedResult)) or result._trace is not trace:
            what = "a number" if isinstance(result, TracedNumber) else f"a {type(result).__name__}"
            raise FuseError(f"{trace.name} returns {what}; a fused function returns an array or a tuple of arrays")
    if len(results) > 1 and any(isinstance(result, TracedResult) for result in results):
        raise FuseError(f"{trace.name} returns a reduction among other results; a fused function returns it alone")
    if not results:
        raise FuseError(f"{trace.name} returns no array")
    return results


def _parts(trace, results, index_of) -> tuple:
    """One tape for all results; and one for each set of arguments that results depend on, for when their shapes
    differ."""
    together = _part(trace, results, tuple(range(len(results))), index_of)
    groups = {}
    for i, result in enumerate(results):
        groups.setdefault(result._node.arguments, []).append(i)
    if len(groups) == 1:
        return (together,)
    return together, *(_part(trace, [results[i] for i in g], tuple(g), index_of) for g in groups.values())


def _where_it_failed(function, error) -> str:
    """The line of the function in which an exception was raised: its text, or its number where there is none."""
    code = getattr(function, "__code__", None)
    line, traceback = 0, error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code is code:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    text = linecache.getline(code.co_filename, line).strip() if line else ""
    return f"`{text}`" if text else f"line {line}"


def _trace_call(trace, function, stand_ins, kwnames):
    n = len(stand_ins) - len(kwnames)
    _core.count_trace(1)
    try:
        return function(*stand_ins[:n], **dict(zip(kwnames, stand_ins[n:], strict=True)))
    except FuseError:
        raise
    except TypeError as error:
        if "Traced" not in str(error):
            raise
        line = _where_it_failed(function, error)
        raise FuseError(f"{trace.name}: {line} cannot be part of a fused function: {error}") from error
    except AttributeError as error:
        if not isinstance(error.obj, _StandIn):
            raise
        line = _where_it_failed(function, error)
        raise FuseError(f"{trace.name}: {line} cannot be part of a fused function: '{error.name}' is needed") from error
    finally:
        _core.count_trace(-1)


# ---- without a trace


class _Captured:
    """Calls a function that cannot be traced with its arrays on a capture queue, which collects its operations.

    So everything that automatic fusion fuses can be part of it; but what is not one pass is refused, with the reason
    that the trace found (`refusal`; None: it found none).
    """

    def __init__(self, name, function, refusal):
        self.name, self.function = name, function
        self.refusal = refusal
        self.captures = {}  # of each queue the capture queues that no call is using

    def __call__(self, *args, **kwargs):
        queue = next(a.sycl_queue for a in (*args, *kwargs.values()) if isinstance(a, _core.array_base))
        capture = self.take(queue)

        def inside(value):
            is_moved = isinstance(value, _core.array_base) and value.sycl_queue == queue
            return _core._alias(value, capture) if is_moved else value

        try:
            returned = self.function(*map(inside, args), **{k: inside(v) for k, v in kwargs.items()})
            results = returned if isinstance(returned, tuple) else (returned,)
            if not results or not all(isinstance(r, _core.array_base) and r.sycl_queue == capture for r in results):
                raise self.refused()
            if _core._capture_finish(capture, queue) > 1:
                raise FuseError(f"{self.name}: its operations are not one pass on this device")
        except FuseError:
            raise
        except (NotImplementedError, _core.SyclAsyncError) as error:
            raise self.refused(error) from error
        except (TypeError, _core.ExecutionPlacementError) as error:
            if self.refusal is None:
                raise
            raise self.refused() from error
        finally:
            _core._capture_cancel(capture)
            self.give_back(queue, capture)
        outside = tuple(_core._alias(r, queue) for r in results)
        return outside if isinstance(returned, tuple) else outside[0]

    def refused(self, reason=None):
        told = self.refusal or f"{self.name} cannot be fused"
        return FuseError(f"{told} ({reason})" if reason else told)

    def take(self, queue):
        """A capture queue for `queue`, which no other call has meanwhile."""
        try:
            return self.captures[queue].pop()
        except (KeyError, IndexError):
            return _core._capture_create(queue)

    def give_back(self, queue, capture):
        if len(self.captures) > 8:
            self.captures = {}  # of queues that are gone, perhaps
        self.captures.setdefault(queue, []).append(capture)


def _compile(function, args, kwnames):
    """The FusedProgram for these arguments, of which the last ones belong to the keywords `kwnames`; or what calls the
    function without one."""
    name = getattr(function, "__name__", "the fused function")
    queue = next((a.sycl_queue for a in args if isinstance(a, _core.array_base)), None)
    if queue is None:
        raise FuseError(f"{name}: none of the arguments is a usm_ndarray")
    trace = _Trace(name, queue, (getattr(function, "__module__", None) or "").partition(".")[0] in ("dpctl", "dpnp"))
    stand_ins = _stand_ins(trace, args)
    try:
        returned = _trace_call(trace, function, stand_ins, kwnames or ())
        results = _check_results(trace, returned)
    except FuseError as refusal:
        return _Captured(name, function, str(refusal))
    except TypeError:  # the function's own, or of a function that expects arrays
        return _Captured(name, function, None)

    def index_of(source):
        kind, i = source
        return i + {"argument": 0, "constant": len(args), "derived": len(args) + len(trace.constants)}[kind]

    derived = tuple((step, tuple(index_of(n._source) for n in numbers)) for step, numbers in trace.derived)
    parts = _parts(trace, results, index_of)
    return _core.FusedProgram(
        len(args), len(results), isinstance(returned, tuple), tuple(trace.constants), derived, parts
    )
