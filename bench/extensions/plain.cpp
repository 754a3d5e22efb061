// The least extension without pybind11: how long it takes to compile.
#include <dpctl_capi.h>

#include <sycl/sycl.hpp>

// add(queue, array, number): array += number, waiting.
static PyObject *add(PyObject *, PyObject *args)
{
    PyObject *queue, *array;
    double y;
    if (!PyArg_ParseTuple(args, "OOd", &queue, &array, &y)) return nullptr;
    DPCTLSyclQueueRef ref = SyclQueue_GetQueueRef(reinterpret_cast<PySyclQueueObject *>(queue));
    auto *x = reinterpret_cast<PyUSMArrayObject *>(array);
    if (!ref || UsmNDArray_GetNDim(x) != 1) return PyErr_Occurred() ? nullptr : PyErr_Format(PyExc_TypeError, "a vector is needed");
    double *data = reinterpret_cast<double *>(UsmNDArray_GetData(x));
    sycl::queue(reinterpret_cast<dpex_queue *>(ref))
        .parallel_for(static_cast<std::size_t>(*UsmNDArray_GetShape(x)), [=](sycl::id<1> i) { data[i] += y; })
        .wait();
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"add", add, METH_VARARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "plain", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};

PyMODINIT_FUNC PyInit_plain()
{
    import_dpctl();
    return PyErr_Occurred() ? nullptr : PyModule_Create(&module);
}
