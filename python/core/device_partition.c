/* create_sub_devices: what `partition=` may be, and what it means. */
#include "args.h"
#include "device.h"

static const char *const domains[] = {
    [DPEX_AFFINITY_NOT_APPLICABLE] = "not_applicable",
    [DPEX_AFFINITY_NUMA] = "numa",
    [DPEX_AFFINITY_L4_CACHE] = "L4_cache",
    [DPEX_AFFINITY_L3_CACHE] = "L3_cache",
    [DPEX_AFFINITY_L2_CACHE] = "L2_cache",
    [DPEX_AFFINITY_L1_CACHE] = "L1_cache",
    [DPEX_AFFINITY_NEXT_PARTITIONABLE] = "next_partitionable",
};

const char *core_affinity_domain_name(dpex_affinity_domain domain)
{
    return domains[domain];
}

static PyObject *split(PyObject *self, const dpex_partition *partition)
{
    dpex_device **devices = NULL;
    size_t n = 0;
    dpex_status status = dpex_device_partition(((core_device *)self)->ref, partition, &devices, &n);
    if (status) return core_raise_as(core.sub_device_creation_error, status);
    PyObject *list = core_device_list(devices, n);
    for (size_t i = 0; i < n; i++) dpex_device_release(devices[i]);
    dpex_device_array_free(devices);
    return list;
}

static PyObject *split_equally(PyObject *self, PyObject *units)
{
    dpex_partition partition = {.kind = DPEX_PARTITION_EQUALLY};
    if (core_size(units, "partition", &partition.units)) return NULL;
    if (partition.units) return split(self, &partition);
    PyErr_SetString(core.sub_device_creation_error,
                    "a sub-device needs at least one compute unit, 0 were given");
    return NULL;
}

static PyObject *split_by_domain(PyObject *self, PyObject *name)
{
    dpex_partition partition = {.kind = DPEX_PARTITION_BY_AFFINITY};
    for (int i = 0; i < DPEX_N_AFFINITY_DOMAINS; i++) {
        if (PyUnicode_CompareWithASCIIString(name, domains[i]) != 0) continue;
        partition.domain = (dpex_affinity_domain)i;
        return split(self, &partition);
    }
    PyErr_Format(PyExc_ValueError,
                 "partition affinity domain %R is not understood; allowed are 'not_applicable', "
                 "'numa', 'L4_cache', "
                 "'L3_cache', 'L2_cache', 'L1_cache' and 'next_partitionable'",
                 name);
    return NULL;
}

/* Fills counts from the tuple; -1 with the conversion's exception, or for a count of 0. */
static int read_counts(PyObject *tuple, size_t *counts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (core_size(PyTuple_GetItem(tuple, (Py_ssize_t)i), "each count of partition", &counts[i]))
            return -1;
        if (counts[i]) continue;
        PyErr_Format(core.sub_device_creation_error,
                     "each count must be at least 1, partition[%zu] is 0", i);
        return -1;
    }
    return 0;
}

static PyObject *split_by_counts(PyObject *self, PyObject *partition)
{
    PyObject *tuple = PySequence_Tuple(partition);
    if (!tuple) return NULL;
    size_t n = (size_t)PyTuple_Size(tuple);
    size_t *counts = n ? PyMem_Calloc(n, sizeof *counts) : NULL;
    PyObject *list = NULL;
    if (n == 0) {
        PyErr_SetString(PyExc_ValueError, "the list of counts must not be empty");
    } else if (!counts) {
        PyErr_NoMemory();
    } else if (!read_counts(tuple, counts, n)) {
        dpex_partition by_counts = {
            .kind = DPEX_PARTITION_BY_COUNTS, .counts = counts, .n_counts = n};
        list = split(self, &by_counts);
    }
    PyMem_Free(counts);
    Py_DECREF(tuple);
    return list;
}

/* 2.0 works as 2 does; whatever int() refuses is a TypeError. */
static PyObject *split_by_number(PyObject *self, PyObject *partition)
{
    PyObject *units = PyNumber_Long(partition);
    if (!units) {
        PyErr_Clear();
        return core_type_error(
            "partition", "an int, an affinity domain (str) or a sequence of counts", partition);
    }
    PyObject *list = split_equally(self, units);
    Py_DECREF(units);
    return list;
}

PyObject *core_device_create_sub_devices(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                         PyObject *kwnames)
{
    CORE_NAMED("create_sub_devices");
    if (n_args != 0 || !kwnames || PyTuple_Size(kwnames) != 1 ||
        PyUnicode_CompareWithASCIIString(PyTuple_GetItem(kwnames, 0), "partition") != 0) {
        PyErr_SetString(PyExc_TypeError,
                        "create_sub_devices(partition=parition_spec) is expected.");
        return NULL;
    }
    PyObject *partition = args[0];
    if (PyLong_Check(partition)) return split_equally(self, partition);
    if (PyUnicode_Check(partition)) return split_by_domain(self, partition);
    if (PyObject_HasAttrString(partition, "__len__") &&
        PyObject_HasAttrString(partition, "__iter__"))
        return split_by_counts(self, partition);
    return split_by_number(self, partition);
}
