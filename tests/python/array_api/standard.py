"""The names and signatures of the Python array API standard, revision 2024.12: facts that the tests in this folder go through."""

__all__ = ["ARRAY_ATTRIBUTES", "ARRAY_METHODS", "CONSTANTS", "DTYPES", "FUNCTIONS"]

DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split()
CONSTANTS = "e inf nan newaxis pi".split()
ARRAY_ATTRIBUTES = "dtype device mT ndim shape size T".split()
ARRAY_METHODS = """
    __abs__ __add__ __and__ __array_namespace__ __bool__ __complex__ __dlpack__ __dlpack_device__ __eq__ __float__ __floordiv__
    __ge__ __getitem__ __gt__ __index__ __int__ __invert__ __le__ __lshift__ __lt__ __matmul__ __mod__ __mul__ __ne__ __neg__
    __or__ __pos__ __pow__ __rshift__ __setitem__ __sub__ __truediv__ __xor__ to_device
    __iadd__ __isub__ __imul__ __itruediv__ __ifloordiv__ __ipow__ __imod__ __imatmul__ __iand__ __ior__ __ixor__ __ilshift__
    __irshift__ __radd__ __rsub__ __rmul__ __rtruediv__ __rfloordiv__ __rpow__ __rmod__ __rmatmul__ __rand__ __ror__ __rxor__
    __rlshift__ __rrshift__
""".split()

_UNARY = """
    abs acos acosh asin asinh atan atanh bitwise_invert ceil conj cos cosh exp expm1 floor imag isfinite isinf isnan log log10
    log1p log2 logical_not negative positive real reciprocal round sign signbit sin sinh sqrt square tan tanh trunc
""".split()
_BINARY = """
    add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign divide equal floor_divide
    greater greater_equal hypot less less_equal logaddexp logical_and logical_or logical_xor maximum minimum multiply nextafter
    not_equal pow remainder subtract
""".split()

# name -> parameters, as Python writes them
FUNCTIONS = {
    **dict.fromkeys(_UNARY, "x, /"),
    **dict.fromkeys(_BINARY, "x1, x2, /"),
    "__array_namespace_info__": "",
    "all": "x, /, *, axis=None, keepdims=False",
    "any": "x, /, *, axis=None, keepdims=False",
    "arange": "start, /, stop=None, step=1, *, dtype=None, device=None",
    "argmax": "x, /, *, axis=None, keepdims=False",
    "argmin": "x, /, *, axis=None, keepdims=False",
    "argsort": "x, /, *, axis=-1, descending=False, stable=True",
    "asarray": "obj, /, *, dtype=None, device=None, copy=None",
    "astype": "x, dtype, /, *, copy=True, device=None",
    "broadcast_arrays": "*arrays",
    "broadcast_to": "x, /, shape",
    "can_cast": "from_, to, /",
    "clip": "x, /, min=None, max=None",
    "concat": "arrays, /, *, axis=0",
    "count_nonzero": "x, /, *, axis=None, keepdims=False",
    "cumulative_prod": "x, /, *, axis=None, dtype=None, include_initial=False",
    "cumulative_sum": "x, /, *, axis=None, dtype=None, include_initial=False",
    "diff": "x, /, *, axis=-1, n=1, prepend=None, append=None",
    "empty": "shape, *, dtype=None, device=None",
    "empty_like": "x, /, *, dtype=None, device=None",
    "expand_dims": "x, /, *, axis=0",
    "eye": "n_rows, n_cols=None, /, *, k=0, dtype=None, device=None",
    "finfo": "type, /",
    "flip": "x, /, *, axis=None",
    "from_dlpack": "x, /, *, device=None, copy=None",
    "full": "shape, fill_value, *, dtype=None, device=None",
    "full_like": "x, /, fill_value, *, dtype=None, device=None",
    "iinfo": "type, /",
    "isdtype": "dtype, kind",
    "linspace": "start, stop, /, num, *, dtype=None, device=None, endpoint=True",
    "matmul": "x1, x2, /",
    "matrix_transpose": "x, /",
    "max": "x, /, *, axis=None, keepdims=False",
    "mean": "x, /, *, axis=None, keepdims=False",
    "meshgrid": "*arrays, indexing='xy'",
    "min": "x, /, *, axis=None, keepdims=False",
    "moveaxis": "x, source, destination, /",
    "nonzero": "x, /",
    "ones": "shape, *, dtype=None, device=None",
    "ones_like": "x, /, *, dtype=None, device=None",
    "permute_dims": "x, /, axes",
    "prod": "x, /, *, axis=None, dtype=None, keepdims=False",
    "repeat": "x, repeats, /, *, axis=None",
    "reshape": "x, /, shape, *, copy=None",
    "result_type": "*arrays_and_dtypes",
    "roll": "x, /, shift, *, axis=None",
    "searchsorted": "x1, x2, /, *, side='left', sorter=None",
    "sort": "x, /, *, axis=-1, descending=False, stable=True",
    "squeeze": "x, /, axis",
    "stack": "arrays, /, *, axis=0",
    "std": "x, /, *, axis=None, correction=0.0, keepdims=False",
    "sum": "x, /, *, axis=None, dtype=None, keepdims=False",
    "take": "x, indices, /, *, axis=None",
    "take_along_axis": "x, indices, /, *, axis=-1",
    "tensordot": "x1, x2, /, *, axes=2",
    "tile": "x, repetitions, /",
    "tril": "x, /, *, k=0",
    "triu": "x, /, *, k=0",
    "unique_all": "x, /",
    "unique_counts": "x, /",
    "unique_inverse": "x, /",
    "unique_values": "x, /",
    "unstack": "x, /, *, axis=0",
    "var": "x, /, *, axis=None, correction=0.0, keepdims=False",
    "vecdot": "x1, x2, /, *, axis=-1",
    "where": "condition, x1, x2, /",
    "zeros": "shape, *, dtype=None, device=None",
    "zeros_like": "x, /, *, dtype=None, device=None",
    "linalg.cholesky": "x, /, *, upper=False",
    "linalg.cross": "x1, x2, /, *, axis=-1",
    "linalg.det": "x, /",
    "linalg.diagonal": "x, /, *, offset=0",
    "linalg.eigh": "x, /",
    "linalg.eigvalsh": "x, /",
    "linalg.inv": "x, /",
    "linalg.matmul": "x1, x2, /",
    "linalg.matrix_norm": "x, /, *, keepdims=False, ord='fro'",
    "linalg.matrix_power": "x, n, /",
    "linalg.matrix_rank": "x, /, *, rtol=None",
    "linalg.matrix_transpose": "x, /",
    "linalg.outer": "x1, x2, /",
    "linalg.pinv": "x, /, *, rtol=None",
    "linalg.qr": "x, /, *, mode='reduced'",
    "linalg.slogdet": "x, /",
    "linalg.solve": "x1, x2, /",
    "linalg.svd": "x, /, *, full_matrices=True",
    "linalg.svdvals": "x, /",
    "linalg.tensordot": "x1, x2, /, *, axes=2",
    "linalg.trace": "x, /, *, offset=0, dtype=None",
    "linalg.vecdot": "x1, x2, /, *, axis=-1",
    "linalg.vector_norm": "x, /, *, axis=None, keepdims=False, ord=2",
    **{f"fft.{name}": "x, /, *, n=None, axis=-1, norm='backward'" for name in "fft ifft rfft irfft hfft ihfft".split()},
    **{f"fft.{name}": "x, /, *, s=None, axes=None, norm='backward'" for name in "fftn ifftn rfftn irfftn".split()},
    "fft.fftfreq": "n, /, *, d=1.0, dtype=None, device=None",
    "fft.rfftfreq": "n, /, *, d=1.0, dtype=None, device=None",
    "fft.fftshift": "x, /, *, axes=None",
    "fft.ifftshift": "x, /, *, axes=None",
}
