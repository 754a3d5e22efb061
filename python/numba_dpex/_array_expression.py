"""Array expressions of host functions at run time: one pass over the elements, on the device of the arrays."""

from __future__ import annotations

import ast
import sys

import numpy as np

import dpctl.tensor as dpt
import opendpex
from dpctl.utils import ExecutionPlacementError
from opendpex import _core

from ._compiler.array_text import REDUCTIONS, Tree, array_name
from ._compiler.errors import TypingError, for_programs
from ._host_integers import bounded_expression
from ._numpy_arrays import borrow, call_on_one_queue, copy, on_host, on_one_queue
from ._parallel_loop import common_queue

__all__ = ["ArrayExpression", "ArrayMethod", "Constructor", "NumpyFunction", "is_array_function", "strides_in_bytes"]


_ARRAYS = _core.array_base, np.ndarray
# Elements up to which operations one by one take less time than one pass that computes all.
_SHORT = 2048
_DL_CPU = 1  # DLPack's device type of host memory, which NumPy can access


def _function(tree: Tree, body: ast.expr, change=None):
    constants = {}
    for name, function in tree.constants.items():
        constants[name] = function
        constants[f"either_{name}"] = _either(function, _of_arrays(function))
    body = change(body, constants) if change else body
    spec = ast.arguments(
        posonlyargs=[], args=[ast.arg(n) for n in tree.names], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    text = ast.fix_missing_locations(ast.Expression(ast.Lambda(spec, body)))
    return eval(compile(text, f"<array expression in line {tree.node.lineno}>", "eval"), constants)


def _of_arrays(function):
    """What computes an element-wise function or a reduction for arrays: dpctl.tensor's if it has it, else dpnp's."""
    name = array_name(function)
    ours = getattr(dpt, name, None)
    if ours is not None or is_array_function(function):
        return ours or function
    import dpnp  # here, since programs with arrays of dpctl.tensor alone need not load it

    return getattr(dpnp, name)


def _either(plain, ours):
    """A function that calls dpctl.tensor's for arrays and tracers, and `plain` for numbers."""

    def call(*args, **keywords):
        if any(isinstance(a, (_core.array_base, _core.Traced)) for a in args):
            return ours(*args, **keywords)
        found = plain(*args, **keywords)
        # a float32 stays a NumPy scalar
        return found.item() if isinstance(found, np.generic) and found.dtype.char in "?ldD" else found

    return call


def _borrowed(x: np.ndarray, queue):
    return borrow(x, queue)[0]


def _to_numpy(x):
    """A result for a caller that passed NumPy arrays: an ndarray, without a copy if possible, or a Python number."""
    if isinstance(x, tuple):
        return tuple(map(_to_numpy, x))
    if x.ndim == 0:
        return dpt.asnumpy(x)[()].item()
    return np.from_dlpack(x) if x.__dlpack_device__()[0] == _DL_CPU else dpt.asnumpy(x)


def _are_short(leaves: tuple) -> bool:
    """Whether all are dpnp's arrays of few elements and floats, but for one int: operators compute what a pass does."""
    others = 0
    for x in leaves:
        if type(x) is _core.ndarray:
            if x.size > _SHORT:
                return False
        elif type(x) is not float:
            others += 1
            if others > 1 or type(x) is not int:
                return False
    return True


class ArrayExpression:
    """An array expression at run time; called with the leaves of its tree, returns its value."""

    def __init__(self, tree: Tree):
        self.plain, self.text = _function(tree, tree.plain, bounded_expression), ast.unparse(tree.node)
        self.names = [ast.unparse(leaf) for leaf in tree.leaves]
        self.steps = _function(tree, tree.fused)
        self.fused = opendpex.fuse(self.steps)

    def __call__(self, *leaves):
        for x in leaves:
            if isinstance(x, _ARRAYS):
                return self._of_arrays(leaves)
        return self.plain(*leaves)

    def _of_arrays(self, leaves: tuple):
        if _are_short(leaves):
            try:
                return self.steps(*leaves)
            except ExecutionPlacementError:
                pass  # the error below names the arrays
        kinds = [
            1 if isinstance(x, _core.array_base) else 2 if isinstance(x, np.ndarray) and x.ndim else 0 for x in leaves
        ]
        if not any(kinds):
            return self.plain(*leaves)
        queue = common_queue(self.text, leaves, self.names)
        values = list(leaves)
        is_ndarray = False
        of_queue = copy if 1 in kinds else _borrowed
        for i, kind in enumerate(kinds):
            if kind == 2:
                values[i] = of_queue(leaves[i], queue)
            elif kind == 1 and not isinstance(leaves[i], dpt.usm_ndarray):
                values[i], is_ndarray = _core.as_usm_ndarray(leaves[i]), True
            elif isinstance(leaves[i], np.generic):
                values[i] = leaves[i].item()
            elif isinstance(leaves[i], np.ndarray) and 1 in kinds:
                values[i] = copy(leaves[i], queue)
        try:
            result = self.fused(*values)
        except (TypeError, NotImplementedError):
            # not expressible as a tape (e.g. the sine of a number): executed operation by operation
            self.fused = self.steps
            result = self.steps(*values)
        if 1 not in kinds:
            return _to_numpy(result)
        return _core.as_ndarray(result) if is_ndarray else result


def _has_array(values) -> bool:
    return any(isinstance(v, _core.array_base) or isinstance(v, (tuple, list)) and _has_array(v) for v in values)


def _has_ndarray(values) -> bool:
    return any(isinstance(v, _core.ndarray) or isinstance(v, (tuple, list)) and _has_ndarray(v) for v in values)


def _changed(value, one):
    """The value with one(array) for its arrays, also for those in tuples and lists."""
    if isinstance(value, (tuple, list)):
        return type(value)(_changed(v, one) for v in value)
    return one(value) if isinstance(value, _core.array_base) else value


def _by_dpnp(name: str, find, args: tuple, keywords: dict):
    """A function of dpnp for arrays of dpctl.tensor, which has none of that name; find(module, arguments) gives it."""
    import dpnp  # here, since programs with arrays of dpctl.tensor alone need not load it

    args = _changed(args, _core.as_ndarray)
    function = find(dpnp, args)
    if function is None:
        raise TypeError(f"{name} is not available for arrays in USM memory")
    keywords = {key: _changed(value, _core.as_ndarray) for key, value in keywords.items()}
    return _changed(function(*args, **keywords), _core.as_usm_ndarray)


_CHANGES_FIRST = {"copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"}


def _writes_to_numpy(function, args: tuple, keywords: dict) -> bool:
    """Whether a call writes to a NumPy array, so that the host must compute it."""
    first = args[0] if args and function.__name__ in _CHANGES_FIRST else keywords.get("out")
    return isinstance(first, np.ndarray)


class NumpyFunction:
    """A function of NumPy, replaced by that of dpctl.tensor or dpnp for USM arrays."""

    def __init__(self, function):
        self.function = function
        self.of_one = None  # what computes it for one of dpnp's arrays, once that is known

    def __call__(self, *args, **keywords):
        if len(args) == 1 and not keywords and type(args[0]) is _core.ndarray:
            if self.of_one is None:
                self.of_one = self._of_dpnp(sys.modules["dpnp"]) or self._of_arrays
            return self.of_one(*args)
        if not _has_array(args) and not _has_array(keywords.values()):
            return self.function(*args, **keywords)
        if _writes_to_numpy(self.function, args, keywords):
            return self.function(*on_host(args), **{key: on_host(value) for key, value in keywords.items()})
        return call_on_one_queue(self._of_arrays, *args, **keywords)

    def _of_arrays(self, *args, **keywords):
        ours, name = None, self.function.__name__
        if "dpnp" in sys.modules and _has_ndarray(args):
            ours = self._of_dpnp(sys.modules["dpnp"])
        ours = ours or getattr(dpt, array_name(self.function), None)
        if ours is None:
            return _by_dpnp(name, lambda dpnp, _: self._of_dpnp(dpnp), args, keywords)
        return ours(*args, **keywords)

    def _of_dpnp(self, dpnp):
        parts = getattr(self.function, "__module__", "").split(".")[1:]
        owner = getattr(dpnp, parts[0], None) if parts and parts[0] == "linalg" else None
        return getattr(owner or dpnp, self.function.__name__, None)


def is_array_function(function) -> bool:
    """Whether an object is a function of dpnp or dpctl.tensor."""
    module = (getattr(function, "__module__", None) or "").split(".")
    ours = module[0] in ("dpnp", "opendpex") or module[:2] == ["dpctl", "tensor"]
    return ours and callable(function) and not isinstance(function, type)


_CONSTRUCTORS = ("empty", "zeros", "ones", "full", "empty_like", "zeros_like", "ones_like", "full_like")


class Constructor:
    """A creation function of dpnp, with the reference's rules for it inside of dpjit."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *args, **keywords):
        name = self.function.__name__
        if keywords.get("device") is not None and keywords.get("sycl_queue") is not None:
            raise for_programs(
                TypingError(f"{name}: `device` and `sycl_queue` are exclusive keywords, use one or other.")
            )
        if name.endswith("_like"):
            if keywords.get("shape") is not None:
                raise for_programs(TypingError(f"{name} inside dpjit has no argument `shape`"))
            first = args[0] if args else keywords.get("x1", keywords.get("a"))
            if not isinstance(first, _core.array_base):
                raise for_programs(
                    TypingError(f"{name} inside dpjit needs a dpnp.ndarray, not a {type(first).__name__}")
                )
        return self.function(*args, **keywords)

    @staticmethod
    def is_one(function) -> bool:
        """Whether an object is a creation function of dpnp."""
        name = getattr(function, "__name__", "")
        return name in _CONSTRUCTORS and "dpnp" in sys.modules and getattr(sys.modules["dpnp"], name, None) is function


class ArrayMethod:
    """A method of NumPy's arrays, for arrays of dpctl.tensor replaced by a function of it or by dpnp's method."""

    NAMES = frozenset(
        (
            *REDUCTIONS, "argsort", "astype", "clip", "copy", "cumprod", "cumsum", "diagonal", "dot", "fill", "flatten",
            "nonzero", "ravel", "repeat", "reshape", "round", "sort", "squeeze", "std", "swapaxes", "take", "trace",
            "transpose", "var",
        )
    )  # fmt: skip

    def __init__(self, name: str):
        self.name = name

    def __call__(self, x, *args, **keywords):
        if not args and not keywords and isinstance(x, _core.ndarray):
            return getattr(type(x), self.name)(x)
        if self.name != "fill":
            x, args = on_one_queue((x, args))
        method = getattr(x, self.name, None)
        if method is not None or not isinstance(x, _core.array_base):
            return getattr(x, self.name)(*args, **keywords)
        if self.name in REDUCTIONS:
            return getattr(dpt, self.name)(x, *args, **keywords)
        return _by_dpnp(self.name, lambda _, given: getattr(type(given[0]), self.name, None), (x, *args), keywords)


def strides_in_bytes(x):
    """x.strides; of arrays in bytes, as in NumPy."""
    if isinstance(x, dpt.usm_ndarray):
        return tuple(s * x.itemsize for s in x.strides)
    return x.strides
