/* A native extension in C whose kernel uses work-groups: the sums of the columns of a matrix.
 *
 *     column_sums.start(queue, matrix, sums, depends=()) -> (kept, computed)
 *
 * returns at once. `matrix` (two dimensions) and `sums` (one) are NumPy arrays or USM arrays of the queue, of float64, with any strides.
 * `computed` is the event of the result; `kept` that of the arrays' release, which Python needs to wait for only before it exits. The
 * kernel below is compiled for this machine with the extension, and from its text for the devices that need text. */
#include <dpex/kernel.h>
#include <dpex/python.h>

/* A group for each column: its items sum every n-th row, then halve the partial sums. */
DPEX_KERNEL(sum_columns, (IN_STRIDED, double, a), (OUT_STRIDED, double, sums),
            (LOCAL, double, part), {
                size_t column = k_global_id(0), item = k_local_id(1), n = k_local_size(1);
                double sum = 0;
                for (size_t row = item; row < k_cast(size_t, k_extent(a, 0)); row += n)
                    sum += k_at2(a, row, column);
                part[item] = sum;
                k_barrier();
                for (size_t width = n / 2; width; width /= 2) {
                    if (item < width) part[item] += part[item + width];
                    k_barrier();
                }
                if (item == 0) k_at1(sums, column) = part[0];
            })

enum { GROUP = 64 };

/* Whether the kernel applies to these two arrays; 0, or -1 with an exception set. */
static int check(const dpex_python_array *a, const dpex_python_array *sums)
{
    if (a->dtype != DPEX_F64 || sums->dtype != DPEX_F64) {
        PyErr_SetString(PyExc_TypeError, "matrix and sums must have dtype float64");
        return -1;
    }
    if (a->nd != 2 || sums->nd != 1 || sums->shape[0] != a->shape[1]) {
        PyErr_SetString(PyExc_ValueError, "sums must have an element for each column of matrix");
        return -1;
    }
    return 0;
}

/* A SyclEvent, or NULL with an exception set. */
static PyObject *launch(dpex_queue *queue, const dpex_python_array *a,
                        const dpex_python_array *sums, const dpex_python_events *deps)
{
    dpex_kernel_layout of_a, of_sums;
    dpex_event *event = NULL;
    if (dpex_layout_of_array(a, "matrix", &of_a) || dpex_layout_of_array(sums, "sums", &of_sums))
        return NULL;
    dpex_range range = {2, {(size_t)a->shape[1], GROUP, 1}, {1, GROUP, 1}, 1};
    dpex_kernel_arg args[] = {dpex_arg_strided(DPEX_F64, a->ptr, &of_a),
                              dpex_arg_strided(DPEX_F64, sums->ptr, &of_sums),
                              dpex_arg_local(DPEX_F64, GROUP)};
    dpex_status status = dpex_table->kernel_source_launch(queue, &sum_columns, &range, args, 3,
                                                          deps->items, deps->n, &event);
    return status ? dpex_raise_null(status) : dpex_event_to_python(event);
}

static PyObject *start(PyObject *module, PyObject *args, PyObject *kwargs)
{
    (void)module;
    static char *names[] = {"queue", "matrix", "sums", "depends", NULL};
    PyObject *queue_object, *a_object, *sums_object, *depends = NULL, *result = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|O:start", names, &queue_object, &a_object,
                                     &sums_object, &depends))
        return NULL;
    dpex_python_array a = {0}, sums = {0};
    dpex_python_events deps = {0};
    PyObject *computed = NULL, *arrays = NULL, *kept = NULL;
    dpex_queue *queue = dpex_queue_from_python(queue_object);
    if (queue && !dpex_strided_from_python(a_object, "matrix", queue_object, 0, &a) &&
        !dpex_strided_from_python(sums_object, "sums", queue_object, 1, &sums) &&
        !check(&a, &sums) && !dpex_events_from_python(depends, &deps))
        computed = launch(queue, &a, &sums, &deps);
    if (computed) arrays = PyTuple_Pack(2, a_object, sums_object);
    if (arrays) kept = dpex_keep_alive_python(queue_object, arrays, computed);
    if (kept) result = PyTuple_Pack(2, kept, computed);
    Py_XDECREF(kept);
    Py_XDECREF(arrays);
    Py_XDECREF(computed);
    dpex_events_release(&deps);
    dpex_array_release(&sums);
    dpex_array_release(&a);
    dpex_table->queue_release(queue);
    return result;
}

static PyMethodDef methods[] = {
    {"start", (PyCFunction)(void (*)(void))start, METH_VARARGS | METH_KEYWORDS,
     "start(queue, matrix, sums, depends=())\n--\n\nsums[...] = the sums of the columns "
     "of matrix; returns two events."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "column_sums",
                                        .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC PyInit_column_sums(void);

PyMODINIT_FUNC PyInit_column_sums(void)
{
    if (dpex_import()) return NULL;
    return PyModule_Create(&definition);
}
