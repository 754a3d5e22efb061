/* The C functions and types of dpctl.tensor._usmarray; import_dpctl__tensor___usmarray() has to be called once in each source file that uses them. */
#ifndef DPCTL_TENSOR__USMARRAY_API_H
#define DPCTL_TENSOR__USMARRAY_API_H

#include "../../dpctl/import_capi.h"
#include "_usmarray.h"

static char *(*UsmNDArray_GetData)(struct PyUSMArrayObject *)__attribute__((unused)) = NULL;
static int (*UsmNDArray_GetNDim)(struct PyUSMArrayObject *) __attribute__((unused)) = NULL;
static Py_ssize_t *(*UsmNDArray_GetShape)(struct PyUSMArrayObject *)__attribute__((unused)) = NULL;
static Py_ssize_t *(*UsmNDArray_GetStrides)(struct PyUSMArrayObject *)
    __attribute__((unused)) = NULL;
static int (*UsmNDArray_GetTypenum)(struct PyUSMArrayObject *) __attribute__((unused)) = NULL;
static int (*UsmNDArray_GetElementSize)(struct PyUSMArrayObject *) __attribute__((unused)) = NULL;
static int (*UsmNDArray_GetFlags)(struct PyUSMArrayObject *) __attribute__((unused)) = NULL;
static DPCTLSyclQueueRef (*UsmNDArray_GetQueueRef)(struct PyUSMArrayObject *)
    __attribute__((unused)) = NULL;
static Py_ssize_t (*UsmNDArray_GetOffset)(struct PyUSMArrayObject *) __attribute__((unused)) = NULL;
static PyObject *(*UsmNDArray_GetUSMData)(struct PyUSMArrayObject *)__attribute__((unused)) = NULL;
static void (*UsmNDArray_SetWritableFlag)(struct PyUSMArrayObject *, int)
    __attribute__((unused)) = NULL;
static PyObject *(*UsmNDArray_MakeSimpleFromMemory)(int, Py_ssize_t const *, int,
                                                    struct Py_MemoryObject *, Py_ssize_t,
                                                    char)__attribute__((unused)) = NULL;
static PyObject *(*UsmNDArray_MakeSimpleFromPtr)(size_t, int, DPCTLSyclUSMRef, DPCTLSyclQueueRef,
                                                 PyObject *)__attribute__((unused)) = NULL;
static PyObject *(*UsmNDArray_MakeFromPtr)(int, Py_ssize_t const *, int, Py_ssize_t const *,
                                           DPCTLSyclUSMRef, DPCTLSyclQueueRef, Py_ssize_t,
                                           PyObject *)__attribute__((unused)) = NULL;
static int *USM_ARRAY_C_CONTIGUOUS_ptr __attribute__((unused)) = NULL;
#define USM_ARRAY_C_CONTIGUOUS (*USM_ARRAY_C_CONTIGUOUS_ptr)
static int *USM_ARRAY_F_CONTIGUOUS_ptr __attribute__((unused)) = NULL;
#define USM_ARRAY_F_CONTIGUOUS (*USM_ARRAY_F_CONTIGUOUS_ptr)
static int *USM_ARRAY_WRITABLE_ptr __attribute__((unused)) = NULL;
#define USM_ARRAY_WRITABLE (*USM_ARRAY_WRITABLE_ptr)
static int *UAR_BOOL_ptr __attribute__((unused)) = NULL;
#define UAR_BOOL (*UAR_BOOL_ptr)
static int *UAR_BYTE_ptr __attribute__((unused)) = NULL;
#define UAR_BYTE (*UAR_BYTE_ptr)
static int *UAR_UBYTE_ptr __attribute__((unused)) = NULL;
#define UAR_UBYTE (*UAR_UBYTE_ptr)
static int *UAR_SHORT_ptr __attribute__((unused)) = NULL;
#define UAR_SHORT (*UAR_SHORT_ptr)
static int *UAR_USHORT_ptr __attribute__((unused)) = NULL;
#define UAR_USHORT (*UAR_USHORT_ptr)
static int *UAR_INT_ptr __attribute__((unused)) = NULL;
#define UAR_INT (*UAR_INT_ptr)
static int *UAR_UINT_ptr __attribute__((unused)) = NULL;
#define UAR_UINT (*UAR_UINT_ptr)
static int *UAR_LONG_ptr __attribute__((unused)) = NULL;
#define UAR_LONG (*UAR_LONG_ptr)
static int *UAR_ULONG_ptr __attribute__((unused)) = NULL;
#define UAR_ULONG (*UAR_ULONG_ptr)
static int *UAR_LONGLONG_ptr __attribute__((unused)) = NULL;
#define UAR_LONGLONG (*UAR_LONGLONG_ptr)
static int *UAR_ULONGLONG_ptr __attribute__((unused)) = NULL;
#define UAR_ULONGLONG (*UAR_ULONGLONG_ptr)
static int *UAR_FLOAT_ptr __attribute__((unused)) = NULL;
#define UAR_FLOAT (*UAR_FLOAT_ptr)
static int *UAR_DOUBLE_ptr __attribute__((unused)) = NULL;
#define UAR_DOUBLE (*UAR_DOUBLE_ptr)
static int *UAR_CFLOAT_ptr __attribute__((unused)) = NULL;
#define UAR_CFLOAT (*UAR_CFLOAT_ptr)
static int *UAR_CDOUBLE_ptr __attribute__((unused)) = NULL;
#define UAR_CDOUBLE (*UAR_CDOUBLE_ptr)
static int *UAR_TYPE_SENTINEL_ptr __attribute__((unused)) = NULL;
#define UAR_TYPE_SENTINEL (*UAR_TYPE_SENTINEL_ptr)
static int *UAR_HALF_ptr __attribute__((unused)) = NULL;
#define UAR_HALF (*UAR_HALF_ptr)
static PyTypeObject *PyUSMArrayType_ptr __attribute__((unused)) = NULL;
#define PyUSMArrayType (*PyUSMArrayType_ptr)

/* 0, or -1 with an exception. */
static inline int import_dpctl__tensor___usmarray(void)
{
    const dpctl_capi_item items[] = {
        {(void **)&UsmNDArray_GetData, "UsmNDArray_GetData", "char *(struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_GetNDim, "UsmNDArray_GetNDim", "int (struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_GetShape, "UsmNDArray_GetShape",
         "Py_ssize_t *(struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_GetStrides, "UsmNDArray_GetStrides",
         "Py_ssize_t *(struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_GetTypenum, "UsmNDArray_GetTypenum",
         "int (struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_GetElementSize, "UsmNDArray_GetElementSize",
         "int (struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_GetFlags, "UsmNDArray_GetFlags", "int (struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_GetQueueRef, "UsmNDArray_GetQueueRef",
         "DPCTLSyclQueueRef (struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_GetOffset, "UsmNDArray_GetOffset",
         "Py_ssize_t (struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_GetUSMData, "UsmNDArray_GetUSMData",
         "PyObject *(struct PyUSMArrayObject *)"},
        {(void **)&UsmNDArray_SetWritableFlag, "UsmNDArray_SetWritableFlag",
         "void (struct PyUSMArrayObject *, int)"},
        {(void **)&UsmNDArray_MakeSimpleFromMemory, "UsmNDArray_MakeSimpleFromMemory",
         "PyObject *(int, Py_ssize_t const *, int, struct Py_MemoryObject *, Py_ssize_t, char)"},
        {(void **)&UsmNDArray_MakeSimpleFromPtr, "UsmNDArray_MakeSimpleFromPtr",
         "PyObject *(size_t, int, DPCTLSyclUSMRef, DPCTLSyclQueueRef, PyObject *)"},
        {(void **)&UsmNDArray_MakeFromPtr, "UsmNDArray_MakeFromPtr",
         "PyObject *(int, Py_ssize_t const *, int, Py_ssize_t const *, DPCTLSyclUSMRef, "
         "DPCTLSyclQueueRef, Py_ssize_t, PyObject *)"},
        {(void **)&USM_ARRAY_C_CONTIGUOUS_ptr, "USM_ARRAY_C_CONTIGUOUS", "int"},
        {(void **)&USM_ARRAY_F_CONTIGUOUS_ptr, "USM_ARRAY_F_CONTIGUOUS", "int"},
        {(void **)&USM_ARRAY_WRITABLE_ptr, "USM_ARRAY_WRITABLE", "int"},
        {(void **)&UAR_BOOL_ptr, "UAR_BOOL", "int"},
        {(void **)&UAR_BYTE_ptr, "UAR_BYTE", "int"},
        {(void **)&UAR_UBYTE_ptr, "UAR_UBYTE", "int"},
        {(void **)&UAR_SHORT_ptr, "UAR_SHORT", "int"},
        {(void **)&UAR_USHORT_ptr, "UAR_USHORT", "int"},
        {(void **)&UAR_INT_ptr, "UAR_INT", "int"},
        {(void **)&UAR_UINT_ptr, "UAR_UINT", "int"},
        {(void **)&UAR_LONG_ptr, "UAR_LONG", "int"},
        {(void **)&UAR_ULONG_ptr, "UAR_ULONG", "int"},
        {(void **)&UAR_LONGLONG_ptr, "UAR_LONGLONG", "int"},
        {(void **)&UAR_ULONGLONG_ptr, "UAR_ULONGLONG", "int"},
        {(void **)&UAR_FLOAT_ptr, "UAR_FLOAT", "int"},
        {(void **)&UAR_DOUBLE_ptr, "UAR_DOUBLE", "int"},
        {(void **)&UAR_CFLOAT_ptr, "UAR_CFLOAT", "int"},
        {(void **)&UAR_CDOUBLE_ptr, "UAR_CDOUBLE", "int"},
        {(void **)&UAR_TYPE_SENTINEL_ptr, "UAR_TYPE_SENTINEL", "int"},
        {(void **)&UAR_HALF_ptr, "UAR_HALF", "int"},
        {(void **)&PyUSMArrayType_ptr, "usm_ndarray", NULL},
    };
    return dpctl_capi_import("dpctl.tensor._usmarray", items, sizeof items / sizeof *items);
}

#endif
