"""Arrays that only a field of an extension's object refers to: an operator that C code applies to them does not overwrite them."""

import ctypes
import operator

import numpy as np
import pytest

import dpnp
import opendpex

# The first type's operators are in C and end in a jump to the interpreter's, so that they leave nothing on the stack.
SOURCE = r'''
cdef extern from *:
    """
    typedef struct { PyObject_HEAD PyObject *held; } jumper;
    #define OPERATOR(slot, function)                                                                                     \\
        static PyObject *jumper_##slot(PyObject *a, PyObject *b)                                                          \\
        {                                                                                                                \\
            return Py_TYPE(a) == Py_TYPE(b) || !PyFloat_Check(a) ? function(((jumper *)a)->held, b) : function(a, ((jumper *)b)->held); \\
        }
    OPERATOR(add, PyNumber_Add)
    OPERATOR(subtract, PyNumber_Subtract)
    OPERATOR(multiply, PyNumber_Multiply)
    OPERATOR(true_divide, PyNumber_TrueDivide)
    OPERATOR(floor_divide, PyNumber_FloorDivide)
    OPERATOR(remainder, PyNumber_Remainder)
    static PyObject *jumper_negative(PyObject *a) { return PyNumber_Negative(((jumper *)a)->held); }
    static PyType_Slot jumper_slots[] = {
        {Py_nb_add, (void *)jumper_add}, {Py_nb_subtract, (void *)jumper_subtract}, {Py_nb_multiply, (void *)jumper_multiply},
        {Py_nb_true_divide, (void *)jumper_true_divide}, {Py_nb_floor_divide, (void *)jumper_floor_divide},
        {Py_nb_remainder, (void *)jumper_remainder}, {Py_nb_negative, (void *)jumper_negative}, {0, NULL}};
    static PyType_Spec jumper_spec = {"holders.jumper", sizeof(jumper), 0, Py_TPFLAGS_DEFAULT, jumper_slots};
    static PyObject *jumper_of(PyObject *make)
    {
        PyObject *type = PyType_FromSpec(&jumper_spec);
        PyObject *self = type ? PyObject_CallNoArgs(type) : NULL;
        if (self) ((jumper *)self)->held = PyObject_CallNoArgs(make);
        return self;
    }
    static PyObject *held_by(PyObject *self) { return Py_NewRef(((jumper *)self)->held); }
    """
    object jumper_of(object make)
    object held_by(object self)

def jumping(make):
    return jumper_of(make)

def held(self):
    return held_by(self) if not isinstance(self, Holder) else self.get()

cdef class Holder:
    cdef object value
    def __init__(self, make):
        self.value = make()
    def get(self):
        return self.value
    def __add__(self, other):
        return self.value + other
    def __sub__(self, other):
        return self.value - other
    def __mul__(self, other):
        return self.value * other
    def __truediv__(self, other):
        return self.value / other
    def __floordiv__(self, other):
        return self.value // other
    def __mod__(self, other):
        return self.value % other
    def __neg__(self):
        return -self.value
'''
OPERATORS = [getattr(operator, name) for name in "add sub mul truediv floordiv mod".split()]


@pytest.fixture(scope="module")
def module(build_cython):
    return build_cython("holders", SOURCE, options=("-O2",))


@pytest.mark.parametrize("is_fused", [False, True])
@pytest.mark.parametrize("kind", ["jumping", "Holder"])
def test_operands_of_c_code_stay(module, kind, is_fused):
    x = dpnp.asarray(np.linspace(1, 2, 50_000), device="cpu")
    host = dpnp.asnumpy(x)
    with opendpex.fusion(is_fused):
        self = getattr(module, kind)(lambda: dpnp.sort(x))
        for b in (x, 3.0):
            self + b
            self - b
            self * b
            self / b
            self // b
            self % b
            -self
            for call in OPERATORS:
                call(self, b)
        if kind == "jumping":
            1.0 + self
            2.0 - self
            2.0 / self
        ctypes.pythonapi.PyNumber_Add.restype = ctypes.py_object
        held = [dpnp.sort(x)]
        ctypes.pythonapi.PyNumber_Add(ctypes.py_object(held[0]), ctypes.py_object(x))
    np.testing.assert_array_equal(dpnp.asnumpy(module.held(self)), host)
    np.testing.assert_array_equal(dpnp.asnumpy(held[0]), host)
    np.testing.assert_array_equal(dpnp.asnumpy(x), host)
