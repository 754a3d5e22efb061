/* The properties of SyclDevice. Most come from the table of libdpex (dpex/defs/device_properties.def) by one getter per kind of
 * row; a property that is more than its number has a function of its own. */
#include <stddef.h>

#include "device.h"
#include "enums.h"
#include "platform.h"

static const dpex_device_info *info_of(PyObject *self)
{
    return dpex_device_get_info(((core_device *)self)->ref);
}

/* ---- one getter per kind of row; closure: the field's offset in dpex_device_info, or the aspect ---- */

static const void *field(PyObject *self, void *closure)
{
    return (const char *)info_of(self) + (size_t)closure;
}

static PyObject *get_text(PyObject *self, void *closure)
{
    return PyUnicode_FromFormat("%s",
                                (const char *)field(self, closure)); /* drivers write any bytes */
}

static PyObject *get_number(PyObject *self, void *closure)
{
    return PyLong_FromUnsignedLongLong(*(const uint64_t *)field(self, closure));
}

static PyObject *get_truth(PyObject *self, void *closure)
{
    return PyBool_FromLong(*(const uint64_t *)field(self, closure) != 0);
}

static PyObject *get_aspect(PyObject *self, void *closure)
{
    return PyBool_FromLong(
        dpex_device_has_aspect(((core_device *)self)->ref, (dpex_aspect)(size_t)closure));
}

/* The last n of three: those are what a range of n dimensions has. */
static PyObject *size_tuple(const size_t *sizes, Py_ssize_t n)
{
    PyObject *tuple = PyTuple_New(n);
    sizes += 3 - n;
    for (Py_ssize_t i = 0; tuple && i < n; i++) {
        PyObject *size = PyLong_FromSize_t(sizes[i]);
        if (!size || PyTuple_SetItem(tuple, i, size)) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *get_sizes1d(PyObject *self, void *closure)
{
    return size_tuple(field(self, closure), 1);
}

static PyObject *get_sizes2d(PyObject *self, void *closure)
{
    return size_tuple(field(self, closure), 2);
}

static PyObject *get_sizes3d(PyObject *self, void *closure)
{
    return size_tuple(field(self, closure), 3);
}

static PyObject *get_sizes(PyObject *self, void *closure)
{
    static const char text[] =
        "the property without 1d, 2d or 3d at its end is deprecated, use the one with 3d";
    return PyErr_WarnEx(PyExc_DeprecationWarning, text, 1) ? NULL : get_sizes3d(self, closure);
}

/* closure: the offset of the list's length, which stands right behind its DPEX_LIST_LEN items */
static PyObject *get_list(PyObject *self, void *closure)
{
    const size_t *n = field(self, closure);
    const size_t *items = n - DPEX_LIST_LEN;
    PyObject *list = PyList_New((Py_ssize_t)*n);
    for (size_t i = 0; list && i < *n; i++) {
        PyObject *item = PyLong_FromSize_t(items[i]);
        if (!item || PyList_SetItem(list, (Py_ssize_t)i, item)) Py_CLEAR(list);
    }
    return list;
}

/* ---- enums ---- */

#define ENUM_GETTER(name, which, value)                                                            \
    static PyObject *get_##name(PyObject *self, void *closure)                                     \
    {                                                                                              \
        (void)closure;                                                                             \
        return core_enum_member(CORE_ENUM_##which, (uint64_t)(value));                             \
    }
#define MEMBERS_GETTER(name, which)                                                                \
    static PyObject *get_##name(PyObject *self, void *closure)                                     \
    {                                                                                              \
        (void)closure;                                                                             \
        return core_enum_members(CORE_ENUM_##which, info_of(self)->name);                          \
    }
ENUM_GETTER(backend, backend_type, info_of(self)->backend)
ENUM_GETTER(device_type, device_type, info_of(self)->type)
ENUM_GETTER(local_mem_type, local_mem_type, info_of(self)->local_mem_type)
ENUM_GETTER(partition_type_property, partition_property, info_of(self)->partition_type)
MEMBERS_GETTER(half_fp_config, fp_config)
MEMBERS_GETTER(single_fp_config, fp_config)
MEMBERS_GETTER(double_fp_config, fp_config)
MEMBERS_GETTER(atomic_memory_order_capabilities, memory_order)
MEMBERS_GETTER(atomic_fence_order_capabilities, memory_order)
MEMBERS_GETTER(atomic_memory_scope_capabilities, memory_scope)
MEMBERS_GETTER(atomic_fence_scope_capabilities, memory_scope)
MEMBERS_GETTER(partition_properties, partition_property)
#undef ENUM_GETTER
#undef MEMBERS_GETTER

static PyObject *get_global_mem_cache_type(PyObject *self, void *closure)
{
    (void)closure;
    uint64_t type = info_of(self)->global_mem_cache_type;
    if (type > DPEX_MEM_CACHE_INDETERMINATE)
        return core_enum_member(CORE_ENUM_global_mem_cache_type, type);
    PyErr_SetString(PyExc_RuntimeError,
                    "the device does not say what kind of cache its global memory has");
    return NULL;
}

static PyObject *get_partition_type_affinity_domain(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(core_affinity_domain_name(info_of(self)->partition_domain));
}

static PyObject *get_partition_affinity_domains(PyObject *self, void *closure)
{
    (void)closure;
    uint64_t bits = info_of(self)->partition_affinity_domains;
    PyObject *list = PyList_New(0);
    for (int domain = 0; list && domain < DPEX_N_AFFINITY_DOMAINS; domain++) {
        if (!(bits >> domain & 1)) continue;
        PyObject *name =
            PyUnicode_FromString(core_affinity_domain_name((dpex_affinity_domain)domain));
        if (!name || PyList_Append(list, name)) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

/* ---- relations and derived values ---- */

static PyObject *get_profiling_timer_resolution(PyObject *self, void *closure)
{
    (void)closure;
    uint64_t ns = info_of(self)->profiling_timer_resolution;
    if (ns) return PyLong_FromUnsignedLongLong(ns);
    PyErr_SetString(PyExc_RuntimeError, "the device does not say how fine its profiling clock is");
    return NULL;
}

static PyObject *get_default_selector_score(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromLong(dpex_device_default_score(((core_device *)self)->ref));
}

static PyObject *get_type_is(PyObject *self, void *closure)
{
    return PyBool_FromLong(info_of(self)->type == (dpex_device_type)(size_t)closure);
}

static PyObject *wrap_or_none(dpex_device *device)
{
    return device ? core_device_wrap(device) : Py_NewRef(Py_None);
}

static PyObject *get_parent_device(PyObject *self, void *closure)
{
    (void)closure;
    return wrap_or_none(dpex_device_get_parent(((core_device *)self)->ref));
}

static PyObject *get_composite_device(PyObject *self, void *closure)
{
    (void)closure;
    return wrap_or_none(dpex_device_get_composite(((core_device *)self)->ref));
}

static PyObject *get_sycl_platform(PyObject *self, void *closure)
{
    (void)closure;
    return core_platform_wrap(dpex_device_get_platform(((core_device *)self)->ref));
}

static PyObject *get_filter_string(PyObject *self, void *closure)
{
    (void)closure;
    return core_device_filter_string(((core_device *)self)->ref, 1, 1);
}

static PyObject *get_type_name(PyObject *self, void *closure)
{
    (void)self, (void)closure;
    return PyUnicode_FromString("SyclDevice");
}

/* Of two rows with one name Python takes the first: so the rows of the table come last. */
/* clang-format off */
#define OFFSET(name) ((void *)offsetof(dpex_device_info, name))
#define OWN(name, what) {#name, get_##name, NULL, what, NULL},
#define IS(name, type) {"is_" #name, get_type_is, NULL, "whether the device is of this type", (void *)DPEX_TYPE_##type},
#define TRUTH(name, what) {#name, get_truth, NULL, what, OFFSET(name)},
#define DPEX_ASPECT(name) {"has_aspect_" #name, get_aspect, NULL, "whether the device has this aspect", (void *)DPEX_ASPECT_##name},
#define DPEX_TEXT(name, what) {#name, get_text, NULL, what, OFFSET(name)},
#define DPEX_NUMBER(name, what) {#name, get_number, NULL, what, OFFSET(name)},
#define DPEX_SIZES3(name, what) \
    {#name "1d", get_sizes1d, NULL, what, OFFSET(name)}, {#name "2d", get_sizes2d, NULL, what, OFFSET(name)}, \
    {#name "3d", get_sizes3d, NULL, what, OFFSET(name)}, {#name, get_sizes, NULL, what, OFFSET(name)},
#define DPEX_LIST(name, what) {#name, get_list, NULL, what, OFFSET(n_##name)},
PyGetSetDef core_device_properties[] = {
    IS(cpu, CPU)
    IS(gpu, GPU)
    IS(accelerator, ACCELERATOR)
    OWN(backend, "backend_type")
    OWN(device_type, "device_type")
    OWN(default_selector_score, "int; the default device is the one that has most")
    OWN(parent_device, "the SyclDevice that this one is a part of, or None")
    OWN(composite_device, "the card that this tile belongs to, or None")
    OWN(sycl_platform, "SyclPlatform")
    OWN(filter_string, "\"backend:type:number\"; ValueError for a sub-device")
    OWN(global_mem_cache_type, "global_mem_cache_type")
    OWN(local_mem_type, "local_mem_type")
    OWN(profiling_timer_resolution, "ns")
    OWN(partition_type_property, "partition_property: how this sub-device was made")
    OWN(partition_type_affinity_domain, "str: along which domain this sub-device was made")
    OWN(partition_properties, "tuple of partition_property")
    OWN(partition_affinity_domains, "tuple of str, as create_sub_devices(partition=...) takes them")
    OWN(half_fp_config, "tuple of fp_config")
    OWN(single_fp_config, "tuple of fp_config")
    OWN(double_fp_config, "tuple of fp_config")
    OWN(atomic_memory_order_capabilities, "tuple of memory_order")
    OWN(atomic_fence_order_capabilities, "tuple of memory_order")
    OWN(atomic_memory_scope_capabilities, "tuple of memory_scope")
    OWN(atomic_fence_scope_capabilities, "tuple of memory_scope")
    TRUTH(sub_group_independent_forward_progress, "bool")
    TRUTH(error_correction_support, "bool")
    TRUTH(is_available, "bool")
    {"__name__", get_type_name, NULL, "\"SyclDevice\"", NULL},
#include <dpex/defs/aspects.def>
#include <dpex/defs/device_properties.def>
    {NULL},
};
/* clang-format on */
