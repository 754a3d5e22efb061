"""The structs of DLPack, and a producer made by hand, which counts the calls of its deleter."""

import ctypes

DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def capsule_of(managed, name):
    """A capsule of a struct, which must outlive it."""
    return _new_capsule(ctypes.addressof(managed), name, None)


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64),
    ]  # fmt: skip


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("manager", ctypes.c_void_p), ("deleter", DELETER)]


class Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("manager", ctypes.c_void_p),
        ("deleter", DELETER), ("flags", ctypes.c_uint64), ("tensor", Tensor),
    ]  # fmt: skip


class HandMade:
    """A float64 tensor of 3 elements whose struct tests may bend before it is exported. shape, strides: sequences, or None for NULL."""

    def __init__(self, cls=Managed, *, shape=(3,), strides=None, name=None, **bent):
        self.n_deleted = 0
        self.name = name or (b"dltensor_versioned" if cls is Versioned else b"dltensor")
        self.values = (ctypes.c_double * 4)(1, 2, 3, 4)
        self.shape, self.strides = ((ctypes.c_int64 * len(n))(*n) if n is not None else None for n in (shape, strides))
        self.managed = cls()
        self.managed.deleter = DELETER(self.delete)
        fields = {
            "data": ctypes.addressof(self.values),
            "device_type": 1,
            "ndim": len(shape or ()),
            "code": 2,
            "bits": 64,
            "lanes": 1,
        }
        for name, value in {**fields, **bent}.items():
            setattr(
                self.managed if name in ("major", "minor", "flags", "deleter") else self.managed.tensor, name, value
            )
        self.managed.tensor.shape, self.managed.tensor.strides = self.shape, self.strides

    def delete(self, _):
        self.n_deleted += 1

    def capsule(self):
        return capsule_of(self.managed, self.name)
