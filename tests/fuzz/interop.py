"""What comes from outside: DLPack structs, interface dictionaries, buffers, pickles, and arguments of the array's constructor.

Whoever hands over a pointer answers for the memory behind it, so pointers are good ones here, or NULL, or unknown to the context that is
named. All other fields may be anything. What is well formed must give NumPy's numbers; what is not, an exception.
"""

import array
import ctypes
import gc
import io
import pathlib
import pickle
import sys

import numpy

import dpctl
import dpctl.memory as dpm
import dpctl.tensor as dpt
import dpnp

from . import note
from ._arrays import random_pair, random_shape, text
from ._values import ALL, POOL

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python/tensor"))

from dlpack_producer import DELETER, Managed, Versioned, capsule_of

CASES = 100000
MEMORY = 6 << 30  # a random extent may ask for more than there is
ENV = {"DPEX_POOL_LIMIT": "1G"}

ERRORS = (
    TypeError,
    ValueError,
    BufferError,
    IndexError,
    OverflowError,
    MemoryError,
    AttributeError,
    KeyError,
    RuntimeError,
)
HUGE = (
    1 << 20,
    1 << 31,
    (1 << 31) - 1,
    1 << 32,
    1 << 40,
    1 << 60,
    1 << 61,
    1 << 62,
    (1 << 63) - 1,
    -1,
    -2,
    -(1 << 31),
    -(1 << 62),
    -(1 << 63),
)
QUEUE = dpctl.SyclQueue()


def _check(condition, what, detail=""):
    if not condition:
        raise AssertionError(f"{what}\n{detail}")


def _same(found, expected, what):
    host = dpt.asnumpy(found) if isinstance(found, dpt.usm_ndarray) else dpnp.asnumpy(found)
    _check(
        host.dtype == expected.dtype and host.shape == expected.shape,
        f"{what}: type",
        f"{host.dtype} {host.shape}, expected {expected.dtype} {expected.shape}",
    )
    _check(host.tobytes() == expected.tobytes(), f"{what}: value", f"{host!r}, expected {expected!r}")


def _attempt(what, function, *args, **kwargs):
    """The result, or None where an exception of a fitting class says no."""
    try:
        return function(*args, **kwargs)
    except ERRORS:
        return None
    except Exception as error:
        if type(error).__module__.startswith(("dpctl", "numpy", "opendpex", "pickle", "_pickle")):
            return None
        raise AssertionError(f"{what}: {type(error).__name__}\n{error!r}") from error


# ---- DLPack ------------------------------------------------------------------------------------------------------------------


_CODES = {"b": 6, "i": 0, "u": 1, "f": 2, "c": 5}
_NAMES = (b"dltensor", b"dltensor_versioned", b"used_dltensor", b"x")
_alive = []  # structs of capsules whose import failed may be asked for by the capsule's end


class _Producer:
    """A struct over an array of NumPy, with fields bent."""

    def __init__(self, rng):
        shape, char = random_shape(rng), rng.choice(ALL)
        pair = random_pair(rng, shape, char, "plain")
        self.host, self.deleted = pair.host, 0
        self.versioned = rng.random() < 0.5
        self.managed = Versioned() if self.versioned else Managed()
        t, host = self.managed.tensor, self.host
        self.shape = (ctypes.c_int64 * max(host.ndim, 1))(*host.shape)
        self.strides = (ctypes.c_int64 * max(host.ndim, 1))(*(s // host.itemsize for s in host.strides))
        t.data, t.device_type, t.ndim = host.ctypes.data, 1, host.ndim
        t.code, t.bits, t.lanes = _CODES[host.dtype.kind], 8 * host.itemsize, 1
        t.shape, t.strides = self.shape, self.strides
        self.deleter = DELETER(self._delete)
        self.managed.deleter = self.deleter
        if self.versioned:
            self.managed.major, self.managed.minor = 1, rng.choice((0, 1, 9))
            self.managed.flags = rng.choice((0, 0, 1, 2, 4, (1 << 64) - 1))
        self.bent = []
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            self._bend(rng)
        self.is_good = not self.bent or all(b.startswith("good") for b in self.bent)

    def _delete(self, _):
        self.deleted += 1

    def _bend(self, rng):
        t, nd = self.managed.tensor, self.host.ndim
        kind = rng.randrange(11)
        if kind == 0 and nd:
            k = rng.randrange(nd)
            self.shape[k] = rng.choice(HUGE)
            self.bent.append(f"shape[{k}] = {self.shape[k]}")
        elif kind == 1 and nd:
            k = rng.randrange(nd)
            self.strides[k] = rng.choice(HUGE)
            self.bent.append(f"strides[{k}] = {self.strides[k]}")
        elif kind == 2:
            t.data = None
            self.bent.append("data = NULL")
        elif kind == 3:
            t.ndim = rng.choice((-1, -(1 << 31), 65, 1 << 30, (1 << 31) - 1))
            self.bent.append(f"ndim = {t.ndim}")
        elif kind == 4:
            t.code, t.bits, t.lanes = (
                rng.randrange(256),
                rng.choice((0, 1, 4, 7, 8, 16, 32, 64, 128, 255)),
                rng.choice((0, 1, 1, 2, 65535)),
            )
            self.bent.append(f"code, bits, lanes = {t.code}, {t.bits}, {t.lanes}")
        elif kind == 5:
            t.device_type, t.device_id = (
                rng.choice((0, 2, 3, 4, 7, 10, 13, 14, 17, -1, 1 << 30)),
                rng.choice((0, 1, -1, 1 << 30, -(1 << 31))),
            )
            self.bent.append(f"device = ({t.device_type}, {t.device_id})")
        elif kind == 6:
            t.byte_offset = rng.choice((1, 3, 1 << 63, (1 << 64) - 1, (1 << 64) - 8))
            self.bent.append(f"byte_offset = {t.byte_offset}")
        elif kind == 7:
            t.strides = None
            if self.host.flags.c_contiguous:
                self.bent.append("good: strides = NULL")
            else:
                self.bent.append("strides = NULL")
        elif kind == 8:
            self.managed.deleter = DELETER()
            self.bent.append("good: deleter = NULL")
        elif kind == 9 and self.versioned:
            self.managed.major = rng.choice((0, 2, 1 << 31, (1 << 32) - 1))
            self.bent.append(f"major = {self.managed.major}")
        elif kind == 10 and nd:
            t.shape = None
            self.bent.append("shape = NULL")

    def __str__(self):
        return f"{'Versioned' if self.versioned else 'Managed'} over {self.host.dtype} {self.host.shape} strides {self.host.strides}: {'; '.join(self.bent)}"


def _dlpack(rng):
    p = _Producer(rng)
    good_name = b"dltensor_versioned" if p.versioned else b"dltensor"
    name = good_name if rng.random() < 0.95 else rng.choice(_NAMES[2:])
    space = rng.choice((dpt, dpnp))
    note(lambda: f"{space.__name__}.from_dlpack({p}), capsule {name!r}")
    capsule = capsule_of(p.managed, name)

    class Owner:
        def __dlpack__(self, **kwargs):
            return capsule

        def __dlpack_device__(self):
            return p.managed.tensor.device_type, p.managed.tensor.device_id

    x = _attempt("dlpack", space.from_dlpack, Owner())
    has_deleter = bool(p.managed.deleter)
    if x is not None:
        _check(name == good_name, "dlpack: takes a capsule by another name")
        if p.is_good:
            _same(x, p.host, "dlpack")
            again = _attempt("dlpack", space.from_dlpack, Owner())
            _check(again is None, "dlpack: a capsule is used twice")
        else:
            _check(min(x.shape, default=0) >= 0, "dlpack: negative extent", x.shape)
        if has_deleter and x.size:
            _check(p.deleted in (0, 1), "dlpack: deleted twice")
    elif p.is_good and name == good_name and _is_aligned(p.host):
        _check(False, "dlpack: refuses what is well formed")
    del x
    if has_deleter and p.is_good and name == good_name and p.deleted != 1:
        gc.collect()
        _check(p.deleted == 1, "dlpack: calls of the deleter", p.deleted)
    _check(p.deleted <= 1, "dlpack: deleted twice", p.deleted)
    _keep(p, capsule)


def _is_aligned(host):
    return host.ctypes.data % host.dtype.alignment == 0


def _keep(*things):
    _alive.append(things)
    if len(_alive) > 50:
        _alive.pop(0)


_VERSIONS = (None, (1, 0), (0, 8), (1, 5), (2, 0), (), (1,), (1, 0, 0), ("a", "b"), 1, (1 << 70, 0), (-1, -1))
_DEVICES = (None, (1, 0), (14, 0), (14, 99), (2, 0), (1, -1), (1 << 40, 0), (), 1, "cpu", (None, None))


def _dlpack_export(rng):
    pair = random_pair(rng, random_shape(rng), rng.choice(ALL), "plain")
    x = pair.own if rng.random() < 0.5 else pair.own.get_array()
    kwargs = {}
    for key, values in (
        ("max_version", _VERSIONS),
        ("dl_device", _DEVICES),
        ("copy", (None, True, False, 1, "x")),
        ("stream", (None, 1, -1, 0, 2, "x", QUEUE)),
    ):
        if rng.random() < 0.3:
            kwargs[key] = rng.choice(values)
    note(lambda: f"({pair!r}).__dlpack__({kwargs})")
    capsule = _attempt("dlpack export", x.__dlpack__, **kwargs)
    if capsule is None:
        return

    class Owner:
        def __dlpack__(self, **kwargs):
            return capsule

        def __dlpack_device__(self):
            return x.__dlpack_device__()

    back = _attempt("dlpack export", dpt.from_dlpack, Owner())
    if back is not None:
        _same(back, pair.host, "dlpack export")


# ---- dictionaries ------------------------------------------------------------------------------------------------------------

_ODD = (
    None,
    -1,
    0,
    1 << 63,
    1 << 64,
    -(1 << 63),
    1.5,
    "x",
    b"<f8",
    (),
    [],
    {},
    object(),
    (1, 2, 3),
    "<f8",
    ">f8",
    "|O8",
    "|V8",
    "<M8[s]",
    "|S3",
    float("nan"),
    True,
    10**40,
)


def _owner(name, value):
    return type("Owner", (), {name: value})()


def _suai(rng):
    pair = random_pair(rng, random_shape(rng), rng.choice(ALL), "plain", dpt)
    x = pair.own
    interface = dict(x.__sycl_usm_array_interface__)
    bent, address = False, interface["data"][0]
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        bent = True
        key = rng.choice(list(interface))
        kind = rng.random()
        if kind < 0.15:
            del interface[key]
        elif key in ("shape", "strides") and isinstance(interface[key], tuple) and interface[key] and kind < 0.7:
            entries = list(interface[key])
            entries[rng.randrange(len(entries))] = rng.choice(HUGE + (0, 1, 7, None, "a", 1.5))
            interface[key] = tuple(entries)
        elif key == "data" and kind < 0.7:
            interface[key] = rng.choice(
                (
                    (0, False),
                    (-1, False),
                    (1 << 63, True),
                    (1 << 64, False),
                    (address + rng.choice((1, 8, 4096)), False),
                    (address,),
                )
            )
        elif key == "offset" and kind < 0.8:
            interface[key] = rng.choice(HUGE + (1, 7))
        else:
            interface[key] = rng.choice(_ODD)
        if not interface:
            break
    owner = _owner("__sycl_usm_array_interface__", interface)
    owner.kept = x
    how = rng.choice(
        (dpt.asarray, dpnp.asarray, dpm.as_usm_memory, dpm.MemoryUSMShared, dpm.MemoryUSMDevice, dpm.MemoryUSMHost)
    )
    note(lambda: f"{how.__name__}(object with __sycl_usm_array_interface__ = {interface}), of {pair!r}")
    found = _attempt("suai", how, owner)
    if found is None:
        _check(bent or how not in (dpt.asarray, dpnp.asarray), "suai: refuses what is well formed")
    elif not bent and how in (dpt.asarray, dpnp.asarray):
        _same(found, pair.host, "suai")
    elif how in (dpt.asarray, dpnp.asarray) and found.size < 10000:
        (dpt.asnumpy if how is dpt.asarray else dpnp.asnumpy)(found)  # inside the allocation: reading it is not a fault


def _array_interface(rng):
    host = random_pair(rng, random_shape(rng), rng.choice(ALL), "plain").host
    interface = dict(host.__array_interface__)
    bent = rng.random() < 0.4
    if bent:
        key = rng.choice(("version", "typestr", "descr", "strides", "mask", "offset"))
        interface[key] = (
            rng.choice(_ODD[:6] + ("x", {}, object(), "<f8"[:1]))
            if key != "strides"
            else rng.choice((None, (), 1, "x"))
            if key == "strides"
            else None
        )
        if key in ("offset", "strides"):
            del interface[key]
    name = rng.choice(("__array_interface__", "__cuda_array_interface__"))
    owner = _owner(name, interface)
    owner.kept = host
    how = rng.choice((dpt.asarray, dpnp.asarray, dpnp.array))
    note(lambda: f"{how.__name__}(object with {name} = {interface})")
    found = _attempt("array interface", how, owner)
    if found is not None and not bent:
        _same(found, host, "array interface")


# ---- buffers -----------------------------------------------------------------------------------------------------------------

_FORMATS = "cbB?hHiIlLqQnNefdPs"


def _some_buffer(rng):
    raw = POOL["B", "wide"][: rng.choice((0, 1, 7, 8, 16, 24, 64))].tobytes()
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice((bytes, bytearray))(raw)
    if kind == 1:
        code = rng.choice("bBhHiIlLqQfd")
        size = array.array(code).itemsize
        return array.array(code, raw[: len(raw) // size * size])
    if kind == 2:
        try:
            return memoryview(bytearray(raw)).cast(rng.choice(_FORMATS))
        except (TypeError, ValueError):
            return memoryview(raw)
    if kind == 3:
        return memoryview(raw)[:: rng.choice((1, 2, -1))]
    if kind == 4:
        return (
            rng.choice(
                (ctypes.c_double, ctypes.c_int, ctypes.c_bool, ctypes.c_char, ctypes.c_longdouble, ctypes.c_void_p)
            )
            * 3
        )()
    return random_pair(rng, random_shape(rng), rng.choice(ALL), "plain").host


def _buffer(rng):
    buffer = _some_buffer(rng)
    space = rng.choice((dpt, dpnp))
    if space is dpnp and rng.random() < 0.4 or isinstance(buffer, (bytes, bytearray)):
        kwargs = {}
        for key, values in (
            ("dtype", ("f8", "i4", "u1", "c16", "O", "x", None, "S3")),
            ("count", (-1, 0, 1, 3, 1 << 40, -2, -(1 << 63), 1 << 64)),
            ("offset", (0, 1, 8, -1, 1 << 40, 1 << 64)),
        ):
            if rng.random() < 0.5:
                kwargs[key] = rng.choice(values)
        note(lambda: f"np.frombuffer({buffer!r}, {text(kwargs)})")
        expected, error = _try(numpy.frombuffer, buffer, **kwargs)
        found = _attempt("frombuffer", dpnp.frombuffer, buffer, **kwargs)
    else:
        note(lambda: f"{space.__name__}.asarray({buffer!r})")
        expected, error = _try(numpy.asarray, buffer)
        found = _attempt("buffer", space.asarray, buffer)
    if found is not None and error is None and expected.dtype.char in ALL:
        _same(found, expected, "buffer")
    if found is not None and error is not None:
        _check(False, "buffer: accepts", f"NumPy raises {error!r}")


def _try(function, *args, **kwargs):
    try:
        return function(*args, **kwargs), None
    except Exception as error:
        return None, error


# ---- pickles -----------------------------------------------------------------------------------------------------------------

_SAFE = {"_rebuild", "_rebuild_from_buffer", "_reconstruct", "_frombuffer", "ndarray", "usm_ndarray", "dtype", "encode", "scalar", "PickleBuffer",
         "bytes", "bytearray", "_rebuild_memory"}  # fmt: skip


class _Unpickler(pickle.Unpickler):
    """Of names that an array's pickle holds: bytes that were changed must not call anything else."""

    def find_class(self, module, name):
        if (
            not module.startswith(
                ("numpy", "dpctl", "dpnp", "opendpex", "_codecs", "builtins", "__builtin__", "copyreg")
            )
            or name.split(".")[-1] not in _SAFE | _REBUILDERS
        ):
            raise pickle.UnpicklingError(f"{module}.{name}")
        return super().find_class(module, name)


_REBUILDERS = {
    getattr(x.__reduce__()[0], "__name__", "") for x in (dpt.asarray([1]), dpnp.asarray([1]), dpm.MemoryUSMShared(8))
}


def _pickle(rng):
    pair = random_pair(rng, random_shape(rng), rng.choice(ALL), "plain")
    x = rng.choice((pair.own, pair.own.get_array()))
    data = bytearray(pickle.dumps(x, rng.choice((2, 3, 4, 5))))
    changed = rng.choice((0, 1, 1, 2, 3))
    for _ in range(changed):
        # What lies between belongs to NumPy's arrays, which believe what a pickle says of their dtype.
        position = rng.choice((rng.randrange(30), -1 - rng.randrange(12)))
        kind = rng.randrange(3)
        if kind == 0:
            del data[rng.randrange(len(data)) :]
        elif kind == 1 and len(data) > 42:
            data[position] ^= 1 << rng.randrange(8)
        elif len(data) > 42:
            data[position] = rng.randrange(256)
        if not data:
            break
    note(lambda: f"pickle.loads({bytes(data)!r})")
    try:
        found = _Unpickler(io.BytesIO(bytes(data))).load()
    except Exception as error:  # an unpickler raises whatever the bytes say, NumPy's part of it SystemError too
        _check(changed, "pickle: refuses what is whole", repr(error))
        return
    if not changed:
        _same(found, pair.host, "pickle")
    elif isinstance(found, (dpt.usm_ndarray, dpnp.ndarray)) and found.size < 1 << 20:
        repr(found)


# ---- the constructor ---------------------------------------------------------------------------------------------------------

_NUMBERS = (
    0,
    1,
    2,
    3,
    8,
    -1,
    -2,
    1 << 31,
    1 << 40,
    1 << 62,
    (1 << 63) - 1,
    1 << 63,
    1 << 64,
    -(1 << 63),
    10**30,
    True,
    1.5,
    None,
    "a",
)


def _numbers(rng, n=None):
    n = rng.randrange(4) if n is None else n
    return tuple(rng.choice(_NUMBERS[:5] if rng.random() < 0.8 else _NUMBERS) for _ in range(n))


def _constructor(rng):
    shape = rng.choice(_NUMBERS) if rng.random() < 0.2 else _numbers(rng)
    kwargs = {}
    if rng.random() < 0.6:
        kwargs["dtype"] = rng.choice((*ALL, "f8", None, "O", "x", 3, numpy.float32, ">f8", "S4"))
    if rng.random() < 0.4:
        kwargs["strides"] = (
            rng.choice(_NUMBERS)
            if rng.random() < 0.2
            else _numbers(rng, len(shape) if isinstance(shape, tuple) and rng.random() < 0.8 else None)
        )
    if rng.random() < 0.5:
        memory = dpm.MemoryUSMShared(rng.choice((1, 8, 16, 64, 512)))
        kwargs["buffer"] = rng.choice(
            (memory, memory, "device", "shared", "host", "x", None, dpt.ones(3), numpy.ones(3), b"abcdefgh", 5)
        )
    if rng.random() < 0.3:
        kwargs["offset"] = rng.choice(_NUMBERS)
    if rng.random() < 0.2:
        kwargs["order"] = rng.choice(("C", "F", "A", "K", "x", None, 1))
    if rng.random() < 0.2:
        kwargs["buffer_ctor_kwargs"] = rng.choice(
            ({}, {"queue": QUEUE}, {"queue": 1}, {"alignment": 3}, {"x": 1}, None, 3, {1: 2})
        )
    note(lambda: f"usm_ndarray({text(shape)}, {text(kwargs)})")
    x = _attempt("constructor", dpt.usm_ndarray, shape, **kwargs)
    if x is None:
        return
    _check(min(x.shape, default=0) >= 0, "constructor: negative extent", x.shape)
    if x.size > 1 << 16:
        return
    if isinstance(
        kwargs.get("buffer"), dpm.MemoryUSMShared
    ):  # all of it lies in the memory, so NumPy can show the same
        host = numpy.frombuffer(bytearray(memoryview(kwargs["buffer"])), "u1")
        offset = kwargs.get("offset") or 0
        expected, error = _try(
            numpy.ndarray, x.shape, x.dtype, host, offset * x.itemsize, tuple(s * x.itemsize for s in x.strides)
        )
        if error is None:
            _same(x, expected, "constructor")
    x[...] = 1 if x.dtype != bool else True
    _check(bool(dpt.all(x == 1)), "constructor: elements")


def _memory(rng):
    """Copies between memory objects, buffers and arrays."""
    memory = dpm.MemoryUSMShared(rng.choice((1, 8, 33, 256)))
    other = rng.choice(
        (
            dpm.MemoryUSMDevice(16),
            dpm.MemoryUSMHost(64),
            dpt.ones(4),
            b"abc",
            bytearray(300),
            numpy.ones(3),
            numpy.ones((3, 3)).T,
            3,
            None,
            memory,
            "x",
        )
    )
    name = rng.choice(("copy_from_host", "copy_to_host", "copy_from_device", "memset"))
    note(lambda: f"MemoryUSMShared({memory.nbytes}).{name}({other!r})")
    if not hasattr(memory, name):
        return
    _attempt("memory", getattr(memory, name), other)
    size = rng.choice(_NUMBERS)
    note(lambda: f"MemoryUSMShared({size!r})")
    _attempt("memory", dpm.MemoryUSMShared, size, **({"alignment": rng.choice(_NUMBERS)} if rng.random() < 0.3 else {}))


_KINDS = [_dlpack] * 3 + [
    _dlpack_export,
    _suai,
    _suai,
    _array_interface,
    _buffer,
    _buffer,
    _pickle,
    _constructor,
    _constructor,
    _memory,
]


def case(rng):
    rng.choice(_KINDS)(rng)
