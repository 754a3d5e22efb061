/* A native extension in C: p(x) = 3 + x (1 + x (-0.5 + 0.3 x)) on the device of a queue.
 *
 *     poly_ext.offloaded_poly_evaluate(queue, X, Y)
 *
 * X and Y are NumPy arrays or USM arrays of the queue, float32 or float64, C-contiguous, of one
 * shape. The kernels below are all the numerical code; they run on every device that the queue
 * may have. Nothing is linked: dpex/python.h finds the library through the opendpex package that
 * is installed. */
#include <dpex/kernel.h>
#include <dpex/python.h>

DPEX_KERNEL(poly_f64, (IN, double, x), (OUT, double, y), {
    size_t i = k_global_id(0);
    y[i] = K(3.0) + x[i] * (K(1.0) + x[i] * (K(-0.5) + K(0.3) * x[i]));
})

DPEX_KERNEL(poly_f32, (IN, float, x), (OUT, float, y), {
    size_t i = k_global_id(0);
    y[i] = K(3.0) + x[i] * (K(1.0) + x[i] * (K(-0.5) + K(0.3) * x[i]));
})

/* Whether the kernels apply to these two arrays; 0, or -1 with an exception set. */
static int check(const dpex_python_array *x, const dpex_python_array *y)
{
    if (x->dtype != DPEX_F32 && x->dtype != DPEX_F64) {
        PyErr_SetString(PyExc_TypeError, "X: must have dtype float32 or float64");
        return -1;
    }
    if (x->dtype != y->dtype) {
        PyErr_SetString(PyExc_TypeError, "Y: must have the dtype of X");
        return -1;
    }
    if (x->nd != y->nd || memcmp(x->shape, y->shape, sizeof x->shape) != 0) {
        PyErr_SetString(PyExc_ValueError, "Y: must have the shape of X");
        return -1;
    }
    return 0;
}

static int evaluate(dpex_queue *queue, const dpex_python_array *x, const dpex_python_array *y)
{
    const dpex_kernel_source *kernel = x->dtype == DPEX_F64 ? &poly_f64 : &poly_f32;
    dpex_range range = {.nd = 1, .global = {x->n_elems}};
    dpex_kernel_arg args[] = {dpex_arg_array(x->dtype, x->ptr, x->n_elems),
                              dpex_arg_array(y->dtype, y->ptr, y->n_elems)};
    dpex_event *event = NULL;
    dpex_status status =
        dpex_table->kernel_source_launch(queue, kernel, &range, args, 2, NULL, 0, &event);
    return dpex_wait_python(status, event); /* with the GIL released */
}

static PyObject *offloaded_poly_evaluate(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *queue_object, *x_object, *y_object;
    if (!PyArg_ParseTuple(args, "OOO:offloaded_poly_evaluate", &queue_object, &x_object, &y_object))
        return NULL;
    dpex_python_array x = {0}, y = {0};
    dpex_queue *queue = dpex_queue_from_python(queue_object);
    int failed = !queue || dpex_array_from_python(x_object, "X", queue_object, 0, &x) ||
                 dpex_array_from_python(y_object, "Y", queue_object, 1, &y) || check(&x, &y) ||
                 evaluate(queue, &x, &y);
    dpex_array_release(&y);
    dpex_array_release(&x);
    dpex_table->queue_release(queue);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"offloaded_poly_evaluate", offloaded_poly_evaluate, METH_VARARGS,
                                 "offloaded_poly_evaluate(queue, X, Y)\n--\n\nY[...] = 3 + X (1 + "
                                 "X (-0.5 + 0.3 X)), computed on the queue's device."},
                                {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "poly_ext", .m_size = -1,
                                        .m_methods = methods};

PyMODINIT_FUNC PyInit_poly_ext(void);

PyMODINIT_FUNC PyInit_poly_ext(void)
{
    if (dpex_import()) return NULL;
    return PyModule_Create(&definition);
}
