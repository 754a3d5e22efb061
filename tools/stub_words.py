"""What docstrings call types, and what is not said in docstrings: the tables of tools/write_stubs.py.

Names in braces stand for types of the packages, which the writer imports from the module that defines them."""

# Words of docstrings: the type of an argument, and that of a result where it is narrower.
ARRAY = "{ndarray} | {usm_ndarray}"
SCALAR = "complex | numpy.generic"
DEVICE = "str | {SyclDevice} | {SyclQueue} | {Device}"
WORDS = {
    # arrays
    "dpnp.ndarray": (ARRAY, "{ndarray}"),
    "usm_ndarray": "{usm_ndarray}",
    "dpctl.tensor.usm_ndarray": "{usm_ndarray}",
    "numpy.ndarray": "numpy.ndarray[Any, Any]",
    "array": ("{ndarray} | {usm_ndarray}", "Any"),
    "array_like": "Any",
    "object": "Any",
    "scalar": (SCALAR, "Any"),
    "number": (SCALAR, "Any"),
    "Python scalar": "complex",
    "poly1d": "{poly1d}",
    # numbers and texts
    "int": ("SupportsIndex", "int"),
    "bool": "bool",
    "boolean": "bool",
    "float": "float",
    "str": "str",
    "string": "str",
    "bytes": "bytes",
    "bytes-like": "bytes | bytearray | memoryview",
    "None": "None",
    "complex": "complex",
    "False": "Literal[False]",
    "non-negative integer": "int",
    "python float": "float",
    "numpy floating scalar": "numpy.generic",
    "inf": "float",
    "-inf": "float",
    "'.'": "str",
    "'0'": "str",
    "'-'": "str",
    "one of 'k'": "str",
    "'unscaled'": "Literal['unscaled']",
    # data types, layouts, devices
    "data type": ("DTypeLike | None", "numpy.dtype[Any]"),
    "dtype": ("DTypeLike", "numpy.dtype[Any]"),
    "dtype_like": "DTypeLike",
    "dtype specifier": "DTypeLike",
    "numpy.dtype": ("DTypeLike", "numpy.dtype[Any]"),
    "float32": "type[numpy.float32]",
    "float64": "type[numpy.float64]",
    "int32": "type[numpy.int32]",
    "uint32": "type[numpy.uint32]",
    "uint64": "type[numpy.uint64]",
    "numpy.ufunc": "numpy.ufunc",
    "numpy.iinfo": "numpy.iinfo[Any]",
    "device": DEVICE,
    "queue": "{SyclQueue}",
    "Device": "{Device}",
    "MemoryUSM*": "{MemoryUSMDevice} | {MemoryUSMShared} | {MemoryUSMHost}",
    # collections
    "sequence": "Sequence[Any]",
    "nested sequence": "Sequence[Any]",
    "iterable": "Iterable[Any]",
    "list": "list[Any]",
    "tuple": "tuple[Any, ...]",
    "set": "Set[Any]",
    "dict": "dict[str, Any]",
    "pair": "tuple[Any, Any]",
    "slice": "slice",
    "index expression": "Any",
    "signatures": "Any",
    "mapping of names to them": "Mapping[str, {ndarray}]",
    "tuple of them": "tuple[Any, ...]",
    "tuple of (str or None, SyclQueue or None)": "tuple[str | None, {SyclQueue} | None]",
    "tuple of types": "tuple[Any, ...]",
    "tuple of it and the distance": "tuple[Any, Any]",
    "list of tuples of ints": "Sequence[Any]",
    "single tuple of ints": "tuple[int, ...]",
    "of sequences of ints": "Sequence[Any]",
    "dict of axes": "Mapping[int, Any]",
    "dict of callables": "Mapping[str, Callable[..., Any]]",
    "S alone": "{ndarray}",
    "R alone": "{ndarray}",
    "Series and a list if `full`": "tuple[Any, Any]",
    "The value returned by `func`": "Any",
    "Arguments": "Any",
    "Kwargs": "Any",
    "mpi4py.MPI.Comm": "Any",
    "grid": "Any",
    "concatenator": "Any",
    "MHz": "int",
    "list of signatures": "list[Any]",
    "str and arrays": "Any",
    "arrays and lists": "Any",
    "nested list of dpnp.ndarray": "Sequence[Any]",
    "type of a number": "Any",
    # files, functions, classes
    "path": "str | PathLike[str]",
    "file": "IO[Any]",
    "file object": "IO[Any]",
    "compiled expression": "Pattern[Any]",
    "callable": "Callable[..., Any]",
    "function": "Callable[..., Any]",
    "decorator": "Callable[..., Any]",
    "context manager": "AbstractContextManager[Any]",
    "module": "ModuleType",
    "class": "type[Any]",
    "type": "type[Any]",
    "subclass of dpnp.ndarray": "type[{ndarray}]",
}
PLURALS = {
    "ints": "int",
    "bools": "bool",
    "floats": "float",
    "numbers": "number",
    "scalars": "scalar",
    "arrays": "array",
    "callables": "callable",
    "data types": "data type",
    "pairs": "pair",
    "integers": "int",
}

# Where names of types come from.
IMPORTS = {
    "Any": "typing",
    "Literal": "typing",
    "Self": "typing",
    "SupportsIndex": "typing",
    "IO": "typing",
    "Callable": "collections.abc",
    "Iterable": "collections.abc",
    "Iterator": "collections.abc",
    "Mapping": "collections.abc",
    "Sequence": "collections.abc",
    "Set": "collections.abc",
    "Generator": "collections.abc",
    "AbstractContextManager": "contextlib",
    "ModuleType": "types",
    "SimpleNamespace": "types",
    "Pattern": "re",
    "PathLike": "os",
    "Path": "pathlib",
    "DTypeLike": "numpy.typing",
}
# Modules without stubs: those of the compiler, programs, and those that need a package that may not be there.
NOT_STUBBED = (
    r"\b_compiler\b(?!\.dispatcher$)|__main__$|\._numba|numba_dpex\._numba_hook|\._core$"
    r"|opendpex\.(dask|_commands|_when_imported)\b"
)
# Classes that are in no list of public names: their modules.
HOMES = {"ndarray": "dpnp", "Flags": "dpctl.tensor._flags"}
# Lines of a stub that no object stands for.
UFUNC = """
class NAME(ufunc):
    def __call__(
        self, OPERANDS, /, REST: OUT = None, KEYWORDSwhere: WHERE = True, order: ORDER = "K",
        dtype: DTypeLike | None = None, subok: bool = True, casting: str = ..., signature: Any = None,
    ) -> RESULT: ...  # type: ignore[override]
"""


def ufunc_class(name, operands, results):
    """The class of ufuncs that take so many operands and return so many results."""
    parts = {
        "NAME": name,
        "OPERANDS": ", ".join(f"{n}: {ARRAY} | {SCALAR}" for n in (["x"] if operands == 1 else ["x1", "x2"])),
        "REST": "out" if results == 1 else "out1: Any = None, out2: Any = None, *, out",
        "KEYWORDS": "*, " if results == 1 else "",
        "OUT": f"{ARRAY} | tuple[Any, ...] | None",
        "WHERE": f"bool | {ARRAY}",
        "ORDER": "Literal['C', 'F', 'A', 'K']",
        "RESULT": "{ndarray}" if results == 1 else "tuple[{ndarray}, {ndarray}]",
    }
    text = UFUNC
    for word, meaning in parts.items():
        text = text.replace(word, meaning)
    return text


UFUNC_CLASSES = {(1, 1): "UnaryUfunc", (2, 1): "BinaryUfunc", (1, 2): "UnaryPairUfunc", (2, 2): "BinaryPairUfunc"}
EXTRAS = {"dpnp._ufunc.calls": "".join(ufunc_class(name, *counts) for counts, name in UFUNC_CLASSES.items())}
UFUNCS = {counts: f"dpnp._ufunc.calls.{name}" for counts, name in UFUNC_CLASSES.items()}
# Methods whose signature Python does not show.
ORDER = "Literal['C', 'F', 'A', 'K']"
BYTES = {"__buffer__": "(self, flags: int, /) -> memoryview"}
METHODS = {
    "UnaryElementwiseFunc": {
        "__call__": "(self, x: {usm_ndarray}, /, *, "
        "out: {usm_ndarray} | None = None, order: ORDER = 'K') -> {usm_ndarray}"
    },
    "BinaryElementwiseFunc": {
        "__call__": "(self, x1: {usm_ndarray} | SCALAR, x2: {usm_ndarray} | SCALAR, /, *, "
        "out: {usm_ndarray} | None = None, order: ORDER = 'K') -> {usm_ndarray}"
    },
    "MemoryUSMDevice": BYTES,
    "MemoryUSMShared": BYTES,
    "MemoryUSMHost": BYTES,
}
METHODS = {
    cls: {name: text.replace("ORDER", ORDER).replace("SCALAR", SCALAR) for name, text in methods.items()}
    for cls, methods in METHODS.items()
}
# Attributes, by their full name or by their last part; those that are not here say it or show it in an object.
VALUES = {
    "shape": "tuple[int, ...]",
    "strides": "tuple[int, ...]",
    "__name__": "str",
    "__array_ufunc__": "Any",
    "__signature__": "Any",
    "__usm_ndarray__": "{usm_ndarray}",
    "__cuda_array_interface__": "dict[str, Any]",
    "__sycl_usm_array_interface__": "dict[str, Any]",
    "__match_args__": "tuple[str, ...]",
    "dpnp._constants.False_": "numpy.bool_",
    "dpnp._constants.True_": "numpy.bool_",
}
# Parameters (and "return") of single functions: what is created takes any object, and the result where no argument
# changes it.
SIGNATURES = "tuple[Any, ...] | list[Any] | str | {Signature} | None"
FUNCTIONS = {
    "dpnp:ndarray.__array_ufunc__": {"return": "Any"},
    "dpnp:ndarray.reshape": {"shape": "Any"},
    "dpnp:ndarray.transpose": {"axes": "Any"},
    "dpnp:ndarray.item": {"args": "Any", "return": "Any"},
    "dpnp:atleast_1d": {"return": "Any"},
    "dpnp:atleast_2d": {"return": "Any"},
    "dpnp:atleast_3d": {"return": "Any"},
    "dpnp:gradient": {"return": "Any"},
    "dpnp:load": {"return": "Any"},
    "dpnp:indices": {"return": "{ndarray}"},
    "dpnp:linspace": {"return": "{ndarray}"},
    "dpnp:unique": {"return": "{ndarray}"},
    "dpnp:average": {"return": "{ndarray}"},
    "dpnp:intersect1d": {"return": "{ndarray}"},
    "dpnp:polyfit": {"return": "{ndarray}"},
    "dpnp:polydiv": {"return": "tuple[Any, Any]"},
    "dpnp:qr": {"return": "{QRResult}"},
    "dpnp:svd": {"return": "{SVDResult}"},
    "dpnp:get_dpnp_descriptor": {"return": "Any"},
    "dpnp:modf": {"return": "tuple[{ndarray}, {ndarray}]"},
    "dpctl:device_context": {"return": "AbstractContextManager[{SyclQueue}]"},
    "numba_dpex:kernel": {"function_or_signature": SIGNATURES, "return": "Callable[[Callable[..., Any]], {Kernel}]"},
    "numba_dpex:device_func": {
        "function_or_signature": SIGNATURES,
        "return": "Callable[[Callable[..., Any]], {DeviceFunction}]",
    },
    "numba_dpex:dpjit": {"function": "None", "return": "Callable[[Callable[..., Any]], {HostFunction}]"},
    "numba_dpex:njit": {"function": "None", "return": "Callable[[Callable[..., Any]], {HostFunction}]"},
    "numba_dpex:vectorize": {
        "function_or_signatures": SIGNATURES,
        "return": "Callable[[Callable[..., Any]], {ElementFunction}]",
    },
}
FUNCTIONS |= {
    f"dpnp:{name}": {"a": "Any"}
    for name in "array asarray asanyarray ascontiguousarray asfortranarray asarray_chkfinite asfarray".split()
}
FUNCTIONS |= {
    f"dpnp:{n}": {"return": "Any"} for n in ("polyadd", "polysub", "polymul", "polyder", "polyint", "polyval")
}
# Results that depend on an argument: its type then, and the result's.
MADE = "Callable[..., Any]"
OVERLOADS = {
    "dpnp:linspace": [({"retstep": "Literal[True]"}, "tuple[{ndarray}, {ndarray}]")],
    "dpnp:unique": [
        ({flag: "Literal[True]"}, "tuple[{ndarray}, ...]")
        for flag in ("return_index", "return_inverse", "return_counts")
    ],
    "dpnp:average": [({"returned": "Literal[True]"}, "tuple[{ndarray}, {ndarray}]")],
    "dpnp:intersect1d": [({"return_indices": "Literal[True]"}, "tuple[{ndarray}, {ndarray}, {ndarray}]")],
    "dpnp:indices": [({"sparse": "Literal[True]"}, "tuple[{ndarray}, ...]")],
    "dpnp:polyfit": [
        ({"full": "Literal[True]"}, "tuple[Any, ...]"),
        ({"cov": "Literal[True, 'unscaled']"}, "tuple[{ndarray}, {ndarray}]"),
    ],
    "dpnp:qr": [({"mode": "Literal['r']"}, "{ndarray}"), ({"mode": "Literal['raw']"}, "tuple[{ndarray}, {ndarray}]")],
    "dpnp:svd": [({"compute_uv": "Literal[False]"}, "{ndarray}")],
    "numba_dpex:kernel": [({"function_or_signature": MADE}, "{Kernel}")],
    "numba_dpex:device_func": [({"function_or_signature": MADE}, "{DeviceFunction}")],
    "numba_dpex:dpjit": [({"function": MADE}, "{HostFunction}")],
    "numba_dpex:njit": [({"function": MADE}, "{HostFunction}")],
    "numba_dpex:vectorize": [({"function_or_signatures": MADE}, "{ElementFunction}")],
}
# Parameters that the docstring does not name, by their names; with a package, only there.
AXES = "SupportsIndex | tuple[SupportsIndex, ...] | None"
MEMORY = "{MemoryUSMDevice} | {MemoryUSMShared} | {MemoryUSMHost}"
BUFFER = MEMORY + " | bytes | bytearray | memoryview | numpy.ndarray[Any, Any]"
EVENTS = "Sequence[{SyclEvent}] | None"
SYCL = "str | {SyclDevice} | {SyclContext} | {SyclQueue} | tuple[Any, ...]"
BY_NAME = {
    "dEvents": EVENTS,
    "dependent_events": EVENTS,
    "count": "int",
    "device": DEVICE + " | None",
    "sycl_queue": "{SyclQueue} | None",
    "usm_type": "Literal['device', 'shared', 'host'] | None",
    "alloc_queue": "{SyclQueue} | None",
    "dtype": "DTypeLike | None",
    "order": "str | None",
    "kind": "str | None",
    "like": "Any",
    "subok": "bool",
    "copy": "bool | None",
    "axis": AXES,
    "keepdims": "bool",
    "ddof": "float",
    "correction": "float",
    "decimals": "SupportsIndex",
    "equal_nan": "bool",
    "rtol": "float",
    "atol": "float",
    "memo": "Any",
    "dpnp:a": ARRAY,
    "dpnp:ary": ARRAY,
    "dpnp:val": ARRAY + " | " + SCALAR,
    "dpnp:out": ARRAY + " | None",
    "dpnp:mean": ARRAY + " | None",
    "dpnp:where": "bool | " + ARRAY,
    "dpnp:initial": SCALAR,
    "dpnp:size": "SupportsIndex | Sequence[SupportsIndex] | None",
    # numpy.testing
    "actual": "Any",
    "desired": "Any",
    "err_msg": "str",
    "verbose": "bool",
    "strict": "bool",
    # printing and reading
    "precision": "int | None",
    "suppress_small": "bool | None",
    "max_line_width": "int | None",
    "allow_pickle": "bool",
    "casting": "str",
    "legacy": "Any",
    "formatter": "Any",
    # devices, queues, memory
    "dpctl:arg": SYCL + " | {SyclEvent} | {SyclPlatform} | None",
    "property": "str | Sequence[str] | None",
    "kernel": "{SyclKernel}",
    "args": "Sequence[Any]",
    "gS": "Sequence[int]",
    "lS": "Sequence[int] | None",
    "dpctl:dest": BUFFER,
    "dpctl:src": BUFFER,
    "mem": MEMORY,
    "val": "Any",
    "advice": "int",
    "peer": "{SyclDevice}",
    "partition": "int | str | Sequence[int]",
    "language": "str",
    "verbosity": "int",
    "include_backend": "bool",
    "include_device_type": "bool",
    "backend": "{backend_type} | str",
    "device_type": "{device_type} | str",
    "dpctl:event": "{SyclEvent} | Sequence[{SyclEvent}]",
    "syclobj": "{SyclContext} | {SyclQueue} | None",
    "dpctl:obj": "Any",
    # kernels
    "dim": "int",
    "dim0": "int",
    "dim1": "int | None",
    "dim2": "int | None",
    "group": "{Group} | {SubGroup}",
    "condition": "Any",
    "memory_order": "{MemoryOrder}",
    "memory_scope": "{MemoryScope}",
    "address_space": "{AddressSpace}",
    "numba_dpex:shape": "int | tuple[int, ...]",
    "numba_dpex:kernel_fn": "{Kernel}",
    "numba_dpex:index_space": "{Range} | {NdRange}",
    "seed": "Any",
    "draw": "Any",
    "index": "Any",
    "readonly": "bool",
    "aligned": "bool",
}
# Results of functions whose docstring is one line.
RESULTS = {
    "__len__": "int",
    "__bool__": "bool",
    "__int__": "int",
    "__index__": "int",
    "__float__": "float",
    "__complex__": "complex",
    "__bytes__": "bytes",
    "__contains__": "bool",
    "__call__": "Any",
    "__getitem__": "Any",
    "__setitem__": "None",
    "__delitem__": "None",
    "__iter__": "Iterator[Any]",
    "__next__": "Any",
    "__copy__": "Self",
    "__deepcopy__": "Self",
    "__enter__": "Self",
    "__exit__": "None",
    "__array_namespace__": "ModuleType",
    "__dlpack__": "Any",
    "__dlpack_device__": "tuple[Any, int]",
    "__hash__": "int",
    "addressof_ref": "int",
    "get_sycl_context": "{SyclContext}",
    "get_sycl_device": "{SyclDevice}",
    "is_available": "bool",
    "wait": "None",
    "wait_for": "None",
    "submit": "{SyclEvent}",
    "submit_async": "{SyclEvent}",
    "submit_barrier": "{SyclEvent}",
    "memcpy": "None",
    "memcpy_async": "{SyclEvent}",
    "dpctl:copy": "None",
    "copy_async": "{SyclEvent}",
    "memset": "None",
    "memset_async": "{SyclEvent}",
    "prefetch": "None",
    "mem_advise": "None",
    "print_device_info": "None",
    "print_platform_info": "None",
    "select_accelerator_device": "{SyclDevice}",
    "select_cpu_device": "{SyclDevice}",
    "select_default_device": "{SyclDevice}",
    "select_gpu_device": "{SyclDevice}",
    "_submit_keep_args_alive": "{SyclEvent}",
    "get_compile_result": "Any",
    "specialize": "Any",
    "signature": "Any",
    "get_current_backend": "{backend_type}",
    "get_current_device_type": "{device_type}",
    "get_composite_devices": "list[{SyclDevice}]",
    "component_devices": "list[{SyclDevice}]",
    "dpctl:get_devices": "list[{SyclDevice}]",
    "get_platforms": "list[{SyclPlatform}]",
    "get_wait_list": "list[{SyclEvent}]",
    "get_num_devices": "int",
    "has_accelerator_devices": "bool",
    "has_cpu_devices": "bool",
    "has_gpu_devices": "bool",
    "get_filter_string": "str",
    "get_device_id": "int",
    "create_sub_devices": "list[{SyclDevice}]",
    "get_unpartitioned_parent_device": "{SyclDevice}",
    "can_access_peer": "bool",
    "enable_peer_access": "None",
    "disable_peer_access": "None",
    "can_compile": "bool",
    "copy_to_host": "Any",
    "copy_from_host": "None",
    "copy_from_device": "None",
    "tobytes": "bytes",
    "get_usm_type": "str",
    "get_usm_type_enum": "int",
    "get_function_name": "str",
    "get_num_args": "int",
    "get_sycl_kernel": "{SyclKernel}",
    "has_sycl_kernel": "bool",
    "onetrace_enabled": "AbstractContextManager[Any]",
    # kernels
    "get_global_id": "int",
    "get_global_size": "int",
    "get_group_id": "int",
    "get_local_id": "int",
    "get_local_size": "int",
    "get_num_groups": "int",
    "all_of_group": "bool",
    "any_of_group": "bool",
    "none_of_group": "bool",
    "inspect_llvm": "str",
    "inspect_asm": "str",
    "inspect_c": "str",
    "prange": "range",
    "group_broadcast": "Any",
    "permute_group_by_xor": "Any",
    "select_from_group": "Any",
    "shift_group_left": "Any",
    "shift_group_right": "Any",
    "numba_dpex:integers": "Any",
    "define": "{ufunc}",
    "assert_array_max_ulp": "Any",
}

ARITHMETIC = "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift".split()
OPERATORS = {f"__{n}__": "(self, other: OTHER, /) -> ME" for n in ARITHMETIC}
OPERATORS |= {f"__r{n}__": "(self, other: OTHER, /) -> ME" for n in ARITHMETIC}
OPERATORS |= {f"__i{n}__": "(self, other: OTHER, /) -> Self" for n in ARITHMETIC}
OPERATORS |= {f"__{n}__": "(self, other: OTHER, /) -> ME" for n in ("lt", "le", "gt", "ge")}
OPERATORS |= {f"__{n}__": "(self, other: Any, /) -> ME" for n in ("eq", "ne")}
OPERATORS |= {f"__{n}__": "(self) -> ME" for n in ("neg", "pos", "invert", "abs")}
OPERATORS |= {f"__{n}__": "(self, other: OTHER, /) -> tuple[ME, ME]" for n in ("divmod", "rdivmod")}
OF_ARRAYS = {
    "__pow__": "(self, other: OTHER, mod: None = None, /) -> ME",
    "__rpow__": "(self, other: OTHER, mod: None = None, /) -> ME",
    "__getitem__": "(self, key: Any, /) -> ME",
    "__setitem__": "(self, key: Any, value: Any, /) -> None",
    "__delitem__": "(self, key: Any, /) -> None",
    "__iter__": "(self) -> Iterator[ME]",
    "__contains__": "(self, value: Any, /) -> bool",
    "__round__": "(self, ndigits: Any = None) -> ME",
    "__class_getitem__": "(cls, item: Any, /) -> Any",
}
OPERANDS = {"ndarray": f"{ARRAY} | {SCALAR}", "usm_ndarray": "{usm_ndarray} | " + SCALAR}
OPERAND_RESULTS = {"ndarray": "{ndarray}", "usm_ndarray": "{usm_ndarray}"}
NOT_MEMBERS = r"^_"
KEPT = {"__init__", "__new__", "__hash__", "__name__", *OPERATORS, *OF_ARRAYS, *(r for r in RESULTS if r[:2] == "__")}
KEPT |= {"__array_ufunc__", "__array_priority__", "__array_function__", "__sycl_usm_array_interface__"}
KEPT |= {"__cuda_array_interface__", "__usm_ndarray__", "__match_args__", "__dask_tokenize__", "__get__"}
KEPT |= {"_pointer", "_submit_keep_args_alive"}  # not public, but known from the reference's examples


def sample(name):
    """An object of a class, whose attributes show their types; None if there is none."""
    import dpctl
    import dpctl.tensor as dpt
    import dpnp

    queue = dpctl.SyclQueue("cpu")
    samples = {
        "SyclDevice": queue.sycl_device,
        "SyclQueue": queue,
        "SyclContext": queue.sycl_context,
        "SyclPlatform": queue.sycl_device.sycl_platform,
        "SyclEvent": queue.submit_barrier(),
        "HostDeviceDuration": dpctl.SyclTimer().dt,
        "usm_ndarray": dpt.ones((2, 2), sycl_queue=queue),
        "ndarray": dpnp.ones((2, 2), sycl_queue=queue),
        "Flags": dpnp.ones(2).flags,
        "flatiter": dpnp.ones(2).flat,
        "poly1d": dpnp.poly1d([1, 2]),
        "broadcast": dpnp.broadcast(dpnp.ones(2), dpnp.ones(2)),
        "ufunc": dpnp.sin,
        "UnaryElementwiseFunc": dpt.sin,
        "BinaryElementwiseFunc": dpt.add,
        "Generator": dpnp.random.default_rng(0),
    }
    samples |= {
        f"MemoryUSM{k}": getattr(dpctl.memory, f"MemoryUSM{k}")(8, queue=queue) for k in ("Device", "Shared", "Host")
    }
    return samples.get(name)
