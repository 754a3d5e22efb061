/* SyclProgram, and the functions that make one from source text or SPIR-V. */
#include "program.h"

#include <stdlib.h>

#include "args.h"
#include "queue.h"

PyObject *core_program_take(dpex_program *program)
{
    core_program *self = (core_program *)PyType_GenericAlloc(core.program, 0);
    if (!self) {
        dpex_program_release(program);
        return NULL;
    }
    self->vtable = core.program_vtable;
    self->ref = program;
    return (PyObject *)self;
}

static void dealloc(PyObject *self)
{
    dpex_program_release(((core_program *)self)->ref);
    core_free(self);
}

static dpex_program *ref_of(PyObject *self)
{
    return ((core_program *)self)->ref;
}

static const char *kernel_name(const char *function, PyObject *const *args, Py_ssize_t n_args,
                               PyObject *kwnames)
{
    const core_params params = {function, 1, {"kernel_name", NULL}};
    PyObject *name;
    if (core_bind(&params, args, n_args, kwnames, &name)) return NULL;
    if (PyUnicode_Check(name)) return core_text(name);
    return core_type_error("a kernel's name", "a str", name);
}

static PyObject *get_sycl_kernel(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                 PyObject *kwnames)
{
    CORE_NAMED("get_sycl_kernel");
    const char *name = kernel_name("get_sycl_kernel", args, n_args, kwnames);
    if (!name) return NULL;
    dpex_kernel *kernel = NULL;
    CORE_TRY(dpex_kernel_create(ref_of(self), name, &kernel));
    return core_kernel_take(kernel);
}

static PyObject *has_sycl_kernel(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                 PyObject *kwnames)
{
    CORE_NAMED("has_sycl_kernel");
    const char *name = kernel_name("has_sycl_kernel", args, n_args, kwnames);
    return name ? PyBool_FromLong(dpex_program_has_kernel(ref_of(self), name)) : NULL;
}

static PyObject *addressof_ref(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromVoidPtr(ref_of(self));
}

/* ---- making programs ---- */

typedef struct source {
    dpex_language language;
    const void *text;
    size_t bytes;
} source;

/* The compiler runs without the GIL: text and options belong to objects that the caller holds. */
static PyObject *compile(PyObject *queue_object, const source *from, PyObject *options_object)
{
    dpex_queue *queue = core_queue_get(queue_object, "the first argument");
    if (!queue) return NULL;
    if (options_object && !PyUnicode_Check(options_object))
        return core_type_error("copts", "a str", options_object);
    const char *options = options_object ? core_text(options_object) : "";
    if (!options) return NULL;
    dpex_program *program = NULL;
    dpex_status status;
    Py_BEGIN_ALLOW_THREADS
    status = dpex_program_create(dpex_queue_get_context(queue), dpex_queue_get_device(queue),
                                 from->language, from->text, from->bytes, options, &program);
    Py_END_ALLOW_THREADS
    return status ? core_raise_as(core.program_compilation_error, status)
                  : core_program_take(program);
}

static PyObject *create_program_from_source(PyObject *self, PyObject *const *args,
                                            Py_ssize_t n_args, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {
        "create_program_from_source", 2, {"q", "src", "copts", NULL}};
    CORE_VALUES(params);
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    if (!PyUnicode_Check(values[1])) return core_type_error("src", "a str", values[1]);
    Py_ssize_t bytes;
    const char *text = PyUnicode_AsUTF8AndSize(values[1], &bytes);
    if (!text) return NULL;
    const source from = {DPEX_LANGUAGE_SOURCE, text, (size_t)bytes};
    return compile(values[0], &from, values[2]);
}

static PyObject *create_program_from_spirv(PyObject *self, PyObject *const *args, Py_ssize_t n_args,
                                           PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"create_program_from_spirv", 2, {"q", "IL", "copts", NULL}};
    CORE_VALUES(params);
    Py_buffer view;
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    if (!PyObject_CheckBuffer(values[1]))
        return core_type_error("IL", "a bytes-like object", values[1]);
    if (PyObject_GetBuffer(values[1], &view, PyBUF_SIMPLE)) return NULL;
    const source from = {DPEX_LANGUAGE_SPIRV, view.buf, (size_t)view.len};
    PyObject *program = compile(values[0], &from, values[2]);
    PyBuffer_Release(&view);
    return program;
}

/* Object code, by the compiler of numba_dpex. */
static PyObject *create_program_from_object(PyObject *self, PyObject *const *args,
                                            Py_ssize_t n_args, PyObject *kwnames)
{
    (void)self;
    static const core_params params = {"_create_program_from_object", 2, {"q", "code", NULL}};
    CORE_VALUES(params);
    Py_buffer view;
    if (core_bind(&params, args, n_args, kwnames, values)) return NULL;
    if (PyObject_GetBuffer(values[1], &view, PyBUF_SIMPLE)) return NULL;
    const source from = {DPEX_LANGUAGE_OBJECT, view.buf, (size_t)view.len};
    PyObject *program = compile(values[0], &from, NULL);
    PyBuffer_Release(&view);
    return program;
}

static void take_kept(void *payload, const void *bytes, size_t n)
{
    *(PyObject **)payload = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)n);
}

/* _kept_find(key): what is kept under a key of bytes, or None. */
static PyObject *kept_find(PyObject *self, PyObject *key)
{
    (void)self;
    char *bytes;
    Py_ssize_t n;
    PyObject *found = NULL;
    if (PyBytes_AsStringAndSize(key, &bytes, &n)) return NULL;
    if (dpex_code_cache_find(bytes, (size_t)n, take_kept, &found)) return found;
    return Py_NewRef(Py_None);
}

/* _kept_store(key, bytes) */
static PyObject *kept_store(PyObject *self, PyObject *args)
{
    (void)self;
    const char *key, *bytes;
    Py_ssize_t n_key, n;
    if (!PyArg_ParseTuple(args, "y#y#", &key, &n_key, &bytes, &n)) return NULL;
    Py_BEGIN_ALLOW_THREADS
    dpex_code_cache_store(key, (size_t)n_key, bytes, (size_t)n);
    Py_END_ALLOW_THREADS
    return Py_NewRef(Py_None);
}

/* The folder of compiled kernels, or None. */
static PyObject *cache_folder(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    char *folder = dpex_code_cache_get_folder();
    PyObject *text = folder ? PyUnicode_DecodeFSDefault(folder) : Py_NewRef(Py_None);
    free(folder);
    return text;
}

static PyObject *runs_on_host(PyObject *self, PyObject *object)
{
    (void)self;
    dpex_queue *queue = core_queue_get(object, "the queue");
    return queue ? PyBool_FromLong(dpex_device_runs_on_host(dpex_queue_get_device(queue))) : NULL;
}

static PyMethodDef methods[] = {
    {"get_sycl_kernel", (PyCFunction)(void (*)(void))get_sycl_kernel, METH_FASTCALL | METH_KEYWORDS,
     "get_sycl_kernel($self, /, kernel_name)\n--\n\n"
     "The SyclKernel with this name. ValueError, which lists the kernels that there are, if there "
     "is none."},
    {"has_sycl_kernel", (PyCFunction)(void (*)(void))has_sycl_kernel, METH_FASTCALL | METH_KEYWORDS,
     "has_sycl_kernel($self, /, kernel_name)\n--\n\nWhether the program has a kernel with this "
     "name."},
    {"addressof_ref", addressof_ref, METH_NOARGS,
     "addressof_ref($self, /)\n--\n\nThe address of the program's reference, an int."},
    {NULL},
};

static PyObject *repr(PyObject *self)
{
    return PyUnicode_FromFormat("<dpctl.program.SyclProgram at %p>", self);
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "Kernels compiled together; made by create_program_from_source and "
                "create_program_from_spirv."},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dpctl.program._program.SyclProgram",
    .basicsize = sizeof(core_program),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = slots,
};

static PyMethodDef functions[] = {
    {"_cache_folder", cache_folder, METH_NOARGS, NULL},
    {"_kept_find", kept_find, METH_O, NULL},
    {"_kept_store", kept_store, METH_VARARGS, NULL},
    {"_runs_on_host", runs_on_host, METH_O, NULL},
    {"_create_program_from_object", CORE_FAST(create_program_from_object), NULL},
    {"create_program_from_source", CORE_FAST(create_program_from_source), NULL},
    {"create_program_from_spirv", CORE_FAST(create_program_from_spirv), NULL},
    {NULL},
};

int core_add_program(PyObject *module)
{
    if (core_add_type(module, &spec, NULL, &core.program)) return -1;
    return core_add_functions(module, functions);
}
