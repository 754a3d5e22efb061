/* The functions that other extensions call (dpctl_capi.h, *.pxd): declared here, put into capsules by c_api.c from the rows of c_api.def.
 *
 * References are addresses of libdpex's objects. A Get function gives a borrowed one, a Make function keeps a reference of its own, so the
 * caller's stays the caller's. With NULL or an object of another type they set a TypeError or ValueError and give NULL, 0 or -1. */
#ifndef OPENDPEX_CORE_C_API_H
#define OPENDPEX_CORE_C_API_H

#include "core.h"

/* c_api_objects.c */
void *SyclDevice_GetDeviceRef(PyObject *device);
PyObject *SyclDevice_Make(void *ref);
void *SyclContext_GetContextRef(PyObject *ctx);
PyObject *SyclContext_Make(void *ref);
void *SyclEvent_GetEventRef(PyObject *event);
PyObject *SyclEvent_Make(void *ref);
void *SyclQueue_GetQueueRef(PyObject *queue);
PyObject *SyclQueue_Make(void *ref);
/* Keeps the object until the events have happened, wherever its last user waits; gives the event after which it is dropped, new. */
void *SyclQueue_KeepAlive(void *ref, PyObject *object, void *const *events, size_t n_events);
void *SyclKernel_GetKernelRef(PyObject *kernel);
PyObject *SyclKernel_Make(void *ref, const char *name);
void *SyclProgram_GetKernelBundleRef(PyObject *program);
PyObject *SyclProgram_Make(void *ref);

/* c_api_memory.c */
void *Memory_GetUsmPointer(PyObject *memory);
void *Memory_GetOpaquePointer(PyObject *memory);
void *Memory_GetContextRef(PyObject *memory);
void *Memory_GetQueueRef(PyObject *memory);
size_t Memory_GetNumBytes(PyObject *memory);
/* owner None: an allocation of DPCTLmalloc_*, which the object takes over; else an object that keeps the memory alive. */
PyObject *Memory_Make(void *ptr, size_t bytes, void *queue, PyObject *owner);

/* c_api_array.c */
char *UsmNDArray_GetData(PyObject *array);
int UsmNDArray_GetNDim(PyObject *array);
Py_ssize_t *UsmNDArray_GetShape(PyObject *array);
Py_ssize_t *UsmNDArray_GetStrides(PyObject *array); /* elements; NULL: C-contiguous */
int UsmNDArray_GetTypenum(PyObject *array);
int UsmNDArray_GetElementSize(PyObject *array);
int UsmNDArray_GetFlags(PyObject *array);
void *UsmNDArray_GetQueueRef(PyObject *array); /* new */
Py_ssize_t UsmNDArray_GetOffset(PyObject *array);
PyObject *UsmNDArray_GetUSMData(PyObject *array);
void UsmNDArray_SetWritableFlag(PyObject *array, int flag);
PyObject *UsmNDArray_MakeSimpleFromMemory(int nd, const Py_ssize_t *shape, int typenum,
                                          PyObject *memory, Py_ssize_t offset, char order);
PyObject *UsmNDArray_MakeSimpleFromPtr(size_t n_elems, int typenum, void *ptr, void *queue,
                                       PyObject *owner);
PyObject *UsmNDArray_MakeFromPtr(int nd, const Py_ssize_t *shape, int typenum,
                                 const Py_ssize_t *strides, void *ptr, void *queue,
                                 Py_ssize_t offset, PyObject *owner);

/* c_api_cython.c: what Cython extensions call as methods, and as functions of modules. Nobody writes to the tables. */
typedef void (*core_c_method)(void);
#define CORE_VTABLE(type) extern const core_c_method core_##type##_vtable[];
#include "vtables.def"
#undef CORE_VTABLE
PyObject *core_c_select_accelerator_device(int skip);
PyObject *core_c_select_cpu_device(int skip);
PyObject *core_c_select_default_device(int skip);
PyObject *core_c_select_gpu_device(int skip);
PyObject *core_c_select_device_with_aspects(PyObject *required, int skip, const void *more);
PyObject *core_c_get_devices(int skip, const void *more);
PyObject *core_c_get_composite_devices(int skip);
int core_c_get_num_devices(int skip, const void *more);
int core_c_has_gpu_devices(int skip);
int core_c_has_cpu_devices(int skip);
int core_c_has_accelerator_devices(int skip);
PyObject *core_c__cached_default_device(int skip);
PyObject *core_c_get_platforms(int skip);
PyObject *core_c_get_device_cached_queue(PyObject *key, int skip);

/* NULL with a ValueError. */
void *core_null_reference(const char *what);
/* 0, or -1 with a ValueError for NULL, a TypeError for a reference to something else. */
int core_check_reference(const void *ref, dpex_object_kind kind, const char *what);

#endif
