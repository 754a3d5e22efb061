"""`ElementwiseKernel`, `ReductionKernel` and `RawKernel`: kernels from source given by the user.

Source is portable kernel C, the scalar part of OpenCL C (docs/kernels.md), and runs on every device. This module
generates the code around the user's statements; compiled kernels are cached by source and dtypes, in the process by
this module and on disk by the core.
"""

from __future__ import annotations

import ctypes
import functools
import math
import re

import numpy

from opendpex import _core
from opendpex._messages import as_items, different_queues, named, wrong_type

__all__ = ["ElementwiseKernel", "RawKernel", "ReductionKernel"]

_C_TYPES = {
    "bool": "uchar", "int8": "char", "uint8": "uchar", "int16": "short", "uint16": "ushort", "int32": "int",
    "uint32": "uint", "int64": "long", "uint64": "ulong", "float16": "float", "float32": "float", "float64": "double",
}  # fmt: skip
_SCALARS = {
    "bool": ctypes.c_uint8, "int8": ctypes.c_int8, "uint8": ctypes.c_uint8, "int16": ctypes.c_int16,
    "uint16": ctypes.c_uint16, "int32": ctypes.c_int32, "uint32": ctypes.c_uint32, "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64, "float16": ctypes.c_float, "float32": ctypes.c_float, "float64": ctypes.c_double,
}  # fmt: skip
_PARAMETER = re.compile(r"\s*(raw\s+)?(\w+)\s+(\w+)\s*$")


class _Parameter:
    """`T x` or `raw float32 x`: dtype is None where the type is a letter that stands for an argument's dtype."""

    def __init__(self, text: str):
        found = _PARAMETER.match(text)
        if not found:
            raise ValueError(named(f"a parameter is written as 'type name' or 'raw type name', not {text.strip()!r}"))
        self.is_raw, self.type, self.name = bool(found[1]), found[2], found[3]
        self.dtype = None if re.fullmatch("[A-Z]", self.type) else numpy.dtype(self.type)


def _parameters(text: str) -> list:
    if not isinstance(text, str):
        raise wrong_type("parameters", "a text", text)
    return [_Parameter(part) for part in text.split(",")] if text.strip() else []


# Half precision is computed in float; memory holds 16 bits. Only functions that all targets have, and no bits of
# floats.
_HALF = """
static inline float half_to_float(ushort h)
{
    const int e = h >> 10 & 31, m = h & 1023;
    const float size = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp((float)(m + 1024), e - 25) : ldexp((float)m, -24);
    return h >> 15 ? -size : size;
}
static inline ushort float_to_half(float x)
{
    const float size = fabs(x);
    const int sign = x < 0 || (x == 0 && 1 / x < 0) ? 0x8000 : 0;
    if (x != x) return 0x7e00;
    if (size >= 65520.0f || size == 0) return (ushort)(sign | (size == 0 ? 0 : 0x7c00));
    const int e = ilogb(size) < -14 ? -14 : ilogb(size);
    return (ushort)(sign | (((e + 14) << 10) + (int)rint(ldexp(size, 10 - e))));
}
"""


def _is_half(dtype) -> bool:
    return dtype == numpy.float16


def _c_type(dtype) -> str:
    """Of a value in the text."""
    if dtype.kind == "c":
        raise NotImplementedError(
            f"kernels from text have no type for {dtype.name}: pass real and imaginary parts, or a raw view of "
            "real numbers; opendpex.fuse and "
            "the functions of dpnp take complex numbers"
        )
    if dtype.name not in _C_TYPES:
        raise NotImplementedError(f"kernels from text have no type for {dtype.name}")
    return _C_TYPES[dtype.name]


def _stored_type(dtype) -> str:
    """Of an element in memory."""
    return "ushort" if _is_half(dtype) else _c_type(dtype)


def _load(dtype, text: str) -> str:
    return f"half_to_float({text})" if _is_half(dtype) else text


def _store(dtype, text: str) -> str:
    return f"float_to_half({text})" if _is_half(dtype) else text


@functools.lru_cache(maxsize=256)
def _kernel(queue, source: str, name: str, options: str = ""):
    return _core.create_program_from_source(queue, source, options).get_sycl_kernel(name)


def _check_queues(arrays):
    queue = arrays[0].sycl_queue
    if any(x.sycl_queue != queue for x in arrays):
        raise different_queues(*arrays)
    return queue


def _dense(x):
    """The elements in C order, from the start of their memory object on."""
    return x if x.flags.c_contiguous and x._element_offset == 0 else _core.copy(_core.as_usm_ndarray(x), order="C")


def _new(shape, dtype, like):
    made = _core.empty(shape, dtype=dtype, usm_type=like.usm_type, sycl_queue=like.sycl_queue)
    return _core.as_ndarray(made) if isinstance(like, _core.ndarray) else made


def _bind(parameters, values, types) -> None:
    """Resolve type letters to dtypes: that of the first array with the letter, else of the first number."""
    for wants_array in (True, False):
        for p, value in zip(parameters, values, strict=True):
            if p.dtype is None and p.type not in types and isinstance(value, _core.array_base) == wants_array:
                types[p.type] = value.dtype if hasattr(value, "dtype") else numpy.asarray(value).dtype


def _dtype_of(p, types):
    dtype = p.dtype if p.dtype is not None else types.get(p.type)
    if dtype is None:
        raise TypeError(f"the type {p.type} of {p.name} is that of no argument")
    return dtype


def _argument(value, dtype):
    """The kernel argument for a value."""
    return value.usm_data if isinstance(value, _core.array_base) else _SCALARS[dtype.name](value)


class _Signature:
    """Parameters with their values: as C, and as arguments of the launch."""

    def __init__(self, ins, values, types, shape):
        self.declared, self.loads, self.arguments = [], [], []
        for p, value in zip(ins, values, strict=True):
            dtype = _dtype_of(p, types)
            c = _c_type(dtype)
            if not isinstance(value, _core.array_base):
                self.declared.append(f"{c} {p.name}")
            else:
                if value.dtype != dtype:
                    raise TypeError(f"{p.name} has the dtype {value.dtype}, the kernel takes {dtype}")
                value = _dense(value if p.is_raw else _core.broadcast_to(value, shape))
                self.declared.append(f"__global const {_stored_type(dtype)} *{p.name if p.is_raw else p.name + '_p'}")
                if not p.is_raw:
                    self.loads.append(f"const {c} {p.name} = {_load(dtype, p.name + '_p[i]')};")
            self.arguments.append(_argument(value, dtype))


def _defines(types, dtypes) -> str:
    """The code before the user's statements; dtypes: of all parameters."""
    named = "".join(f"#define {name} {_c_type(dtype)}\n" for name, dtype in sorted(types.items()))
    return named + (_HALF if any(_is_half(d) for d in dtypes) else "")


class ElementwiseKernel:
    """An element-wise function of arrays, given by C statements for one element.

    Parameters
    ----------
    in_params, out_params : str
        Parameters, as ``"float64 x, T y"``: data types by NumPy's names, or letters that stand for the dtypes of the
        arguments. A `raw` parameter is a pointer.
    operation : str
        Statements in portable kernel C, which give each output a value; `i` is the number of the element in C order.
    name : str, optional
        Of the kernel, in messages.
    preamble : str, optional
        Text before the kernel: functions, macros.

    Notes
    -----
    Calls take the inputs, arrays of `dpnp` or `dpctl.tensor` and numbers, which broadcast, and then the outputs, if
    they are to be written to given arrays. The C type of a bool is ``uchar``. float16 is computed in ``float``; a raw
    parameter of it is a pointer to ``ushort``, for which there are the functions ``half_to_float`` and
    ``float_to_half``. Complex numbers are for `opendpex.fuse`.

    Examples
    --------
    >>> import dpnp, opendpex
    >>> squared_difference = opendpex.ElementwiseKernel("T x, T y", "T z", "z = (x - y) * (x - y)")
    >>> squared_difference(dpnp.arange(4.0), 1.0)
    array([1., 0., 1., 4.])
    """

    def __init__(self, in_params, out_params, operation, name="kernel", *, preamble=""):
        self._ins, self._outs = _parameters(in_params), _parameters(out_params)
        if not self._outs:
            raise ValueError("a kernel needs an output")
        self.operation, self.name, self.preamble = operation, name, preamble

    def _source(self, types, signature, outs) -> str:
        declared = signature.declared + [f"__global {_stored_type(d)} *{p.name}_p" for p, d in outs]
        loads = signature.loads + [f"{_c_type(d)} {p.name} = {_load(d, p.name + '_p[i]')};" for p, d in outs]
        stores = [f"{p.name}_p[i] = {_store(d, p.name)};" for p, d in outs]
        body = "\n    ".join([*loads, "{", self.operation.rstrip().rstrip(";") + ";", "}", *stores])
        dtypes = [_dtype_of(p, types) for p in self._ins + self._outs]
        head = f"{_defines(types, dtypes)}{self.preamble}\n__kernel void run_{self.name}({', '.join(declared)})"
        return f"{head}\n{{\n    const long i = get_global_id(0);\n    {body}\n}}\n"

    def __call__(self, *args, size=None):
        n_in = len(self._ins)
        if len(args) not in (n_in, n_in + len(self._outs)):
            raise TypeError(
                f"{self.name} takes {n_in} inputs and, if wanted, {len(self._outs)} outputs, not {len(args)} arguments"
            )
        values, given = args[:n_in], args[n_in:]
        arrays = [x for x in args if isinstance(x, _core.array_base)]
        if not arrays:
            raise TypeError(f"{self.name}: one argument must be an array, which says where to compute")
        queue = _check_queues(arrays)
        types = {}
        _bind(self._ins + self._outs[: len(given)], args, types)
        shapes = [
            x.shape for p, x in zip(self._ins, values, strict=True) if isinstance(x, _core.array_base) and not p.is_raw
        ]
        shape = given[0].shape if given else numpy.broadcast_shapes(*shapes) if shapes else (size,)
        if shape == (None,):
            raise ValueError(f"{self.name}: with raw parameters alone, size= says how many elements there are")
        signature = _Signature(self._ins, values, types, shape)
        outs = [(p, _dtype_of(p, types)) for p in self._outs]
        results = list(given) or [_new(shape, d, arrays[0]) for _, d in outs]
        for x, (p, d) in zip(results, outs, strict=True):
            if not isinstance(x, _core.array_base) or x.dtype != d or x.shape != shape:
                raise ValueError(f"{self.name}: the output {p.name} must be an array of shape {shape} and dtype {d}")
            if not x.flags.writable:
                raise ValueError(f"{self.name}: the output {p.name} is read-only")
        targets = [_dense(x) for x in results]
        kernel = _kernel(queue, self._source(types, signature, outs), "run_" + self.name)
        queue.submit(kernel, signature.arguments + [x.usm_data for x in targets], [math.prod(shape)])
        for x, target in zip(results, targets, strict=True):
            if x is not target:
                x[...] = target
        return results[0] if len(results) == 1 else tuple(results)


_PARTS = 256  # of a long line, each summed up by one work-item


class ReductionKernel:
    """A reduction that is given by what it takes from an element and how two of these become one.

    Parameters
    ----------
    in_params, out_params : str
        As in `ElementwiseKernel`; one output.
    map_expr : str
        Expression of the inputs.
    reduce_expr : str
        Expression of two mapped values, `a` and `b`; the order in which values meet is fixed.
    post_map_expr : str
        Statement that gives the output a value from the reduced one, `a`.
    identity : str or number
        What the reduction starts from.
    name : str, optional
        Of the kernel, in messages.
    reduce_type : str, optional
        Type of mapped values, a letter or NumPy's name; default: that of the output.
    preamble : str, optional
        Text before the kernel.

    Examples
    --------
    >>> import dpnp, opendpex
    >>> norm = opendpex.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", 0)
    >>> norm(dpnp.asarray([[3.0, 4.0], [6.0, 8.0]]), axis=1)
    array([ 5., 10.])
    """

    def __init__(
        self,
        in_params,
        out_params,
        map_expr,
        reduce_expr,
        post_map_expr,
        identity,
        name="reduction",
        *,
        reduce_type=None,
        preamble="",
    ):
        self._ins, self._outs = _parameters(in_params), _parameters(out_params)
        if len(self._outs) != 1:
            raise ValueError("a reduction has one output")
        self._texts = map_expr, reduce_expr, post_map_expr.rstrip().rstrip(";"), str(identity)
        self.name, self.preamble, self._reduce_type = name, preamble, reduce_type

    def _source(self, types, signature, out_dtype) -> str:
        map_expr, reduce_expr, post_map_expr, identity = self._texts
        out, p = _c_type(out_dtype), self._outs[0].name
        kind = out if self._reduce_type is None else _c_type(_dtype_of(_Parameter(self._reduce_type + " a"), types))
        stored = _stored_type(out_dtype)
        dtypes = [_dtype_of(x, types) for x in self._ins + self._outs]
        declared = ", ".join([*signature.declared, f"__global {kind} *partial_p", "long n_reduced", "long n_parts"])
        loads = " ".join(signature.loads)
        return f"""{_defines(types, dtypes)}{self.preamble}
__kernel void run_{self.name}({declared})
{{
    const long number = get_global_id(0), line = number / n_parts, part = number % n_parts;
    const long share = (n_reduced + n_parts - 1) / n_parts, first = line * n_reduced;
    const long last = (part + 1) * share < n_reduced ? (part + 1) * share : n_reduced;
    {kind} a = {identity};
    for (long k = part * share; k < last; k++) {{
        const long i = first + k;
        {loads}
        const {kind} b = ({map_expr});
        a = ({reduce_expr});
    }}
    partial_p[number] = a;
}}
__kernel void run_{self.name}_end(__global const {kind} *partial_p, __global {stored} *{p}_p, long n_parts)
{{
    const long line = get_global_id(0);
    {kind} a = {identity};
    for (long k = 0; k < n_parts; k++) {{
        const {kind} b = partial_p[line * n_parts + k];
        a = ({reduce_expr});
    }}
    {out} {p} = 0;
    {post_map_expr};
    {p}_p[line] = {_store(out_dtype, p)};
}}
"""

    def _lines(self, values, axis, ndim):
        """The inputs with the axes that are reduced last, and these axes from the front."""
        axes = tuple(range(ndim)) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
        if any(not -ndim <= i < ndim for i in axes):
            raise numpy.exceptions.AxisError(axis if isinstance(axis, int) else axes[0], ndim)
        axes = tuple(i % ndim for i in axes)
        order = [i for i in range(ndim) if i not in axes] + list(axes)
        return [_core.permute_dims(x, tuple(order)) if isinstance(x, _core.array_base) else x for x in values], axes

    def __call__(self, *args, axis=None, keepdims=False):
        if len(args) != len(self._ins):
            raise TypeError(f"{self.name} takes {len(self._ins)} inputs, not {len(args)}")
        arrays = [x for x in args if isinstance(x, _core.array_base)]
        if not arrays:
            raise TypeError(f"{self.name}: one argument must be an array, which says where to compute")
        queue = _check_queues(arrays)
        types = {}
        _bind(self._ins, args, types)
        whole = numpy.broadcast_shapes(*(x.shape for x in arrays))
        values = [_core.broadcast_to(x, whole) if isinstance(x, _core.array_base) else x for x in args]
        values, axes = self._lines(values, axis, len(whole))
        shape = tuple(whole[i] for i in range(len(whole)) if i not in axes)
        n_lines, n_reduced = math.prod(shape), math.prod(whole[i] for i in axes)
        signature = _Signature(self._ins, values, types, shape + tuple(whole[i] for i in axes))
        dtype = _dtype_of(self._outs[0], types)
        n_parts = max(1, min(_PARTS, n_reduced // 64, -(-4096 // max(n_lines, 1))))
        kind = dtype if self._reduce_type is None else _dtype_of(_Parameter(self._reduce_type + " a"), types)
        kind = numpy.dtype("float32") if _is_half(kind) else kind  # partial results have the dtype of the computation
        partial, out = _new((n_lines * n_parts,), kind, arrays[0]), _new(shape, dtype, arrays[0])
        source = self._source(types, signature, dtype)
        sizes = [ctypes.c_int64(n_reduced), ctypes.c_int64(n_parts)]
        queue.submit(
            _kernel(queue, source, "run_" + self.name),
            [*signature.arguments, partial.usm_data, *sizes],
            [n_lines * n_parts],
        )
        queue.submit(
            _kernel(queue, source, f"run_{self.name}_end"), [partial.usm_data, out.usm_data, sizes[1]], [n_lines]
        )
        if not keepdims:
            return out
        return _core.reshape(out, tuple(1 if i in axes else n for i, n in enumerate(whole)))


def _declared(code: str, name: str) -> list[str]:
    """The parameters of a kernel as they are written; none where the text does not show them."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", " ", code, flags=re.DOTALL)
    found = re.search(rf"\b{re.escape(name)}\s*\(([^()]*)\)\s*{{", code)
    return [" ".join(p.split()) for p in found[1].split(",")] if found else []


class RawKernel:
    """A kernel from complete source, launched over a grid of work-groups.

    Parameters
    ----------
    code : str
        Portable kernel C with a ``__kernel`` function; on a CUDA device also CUDA C.
    name : str
        Of the function.
    options : sequence of str, optional
        For the compiler.

    Notes
    -----
    ``kernel(grid, block, args)`` runs ``grid`` groups of ``block`` work-items; the first numbers belong to the fastest
    dimension, that of ``get_global_id(0)``. Arrays, of which one at least is needed, go as pointers to their first
    element and must be contiguous; Python's ints go as ``long``, floats as ``double``, NumPy's scalars as their types.
    A read-only array needs a parameter that is written as a pointer to ``const``.

    Examples
    --------
    >>> import dpnp, opendpex
    >>> text = "__kernel void twice(__global double *x) { x[get_global_id(0)] *= 2; }"
    >>> twice = opendpex.RawKernel(text, "twice")
    >>> x = dpnp.arange(4.0)
    >>> twice((2,), (2,), (x,))
    >>> x
    array([0., 2., 4., 6.])
    """

    def __init__(self, code, name, options=()):
        for what, text in (("code", code), ("name", name)):
            if not isinstance(text, str):
                raise wrong_type(what, "a text", text)
        options = as_items(options, "options", "a sequence of texts")
        for option in options:
            if not isinstance(option, str):
                raise wrong_type("options", "a sequence of texts", option)
        self.code, self.name, self.options = code, name, " ".join(options)
        self._declared = _declared(code, name)

    def _check_writable(self, number: int) -> None:
        """For an array that is read-only."""
        declared = self._declared[number] if number < len(self._declared) else ""
        if not re.search(r"\bconst\b[^*]*\*", declared):
            what = f"'{declared}'" if declared else f"argument {number}"
            raise ValueError(f"{self.name}: the array is read-only, which takes a pointer to const: {what}")

    def __call__(self, grid, block, args):
        arrays = [x for x in args if isinstance(x, _core.array_base)]
        if not arrays:
            raise TypeError(f"{self.name}: one argument must be an array, which says where to compute")
        queue = _check_queues(arrays)
        for i, x in enumerate(args):
            if not isinstance(x, _core.array_base):
                continue
            if not x.flags.forc:
                raise ValueError(f"{self.name}: arrays must be contiguous")
            if not x.flags.writable:
                self._check_writable(i)
        sizes = tuple(grid), tuple(block)
        if len(sizes[0]) != len(sizes[1]) or not 1 <= len(sizes[0]) <= 3:
            raise ValueError(
                f"{self.name}: grid and block must have the same 1 to 3 dimensions, not {grid} and {block}"
            )
        given = []
        for x in args:
            if isinstance(x, _core.array_base):
                given.append(_at_start(x).usm_data)
            else:
                dtype = (
                    x.dtype if isinstance(x, numpy.generic) else numpy.dtype(float if isinstance(x, float) else "int64")
                )
                given.append(_SCALARS[dtype.name](x))
        local = list(reversed(sizes[1]))
        whole = [g * b for g, b in zip(reversed(sizes[0]), local, strict=True)]
        queue.submit(_kernel(queue, self.code, self.name, self.options), given, whole, local)


def _at_start(x):
    if x._element_offset:
        raise ValueError("a kernel's arrays must begin where their memory does; copy() makes such an array")
    return x
