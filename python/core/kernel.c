/* SyclKernel: a kernel of a program, and what the compiler knows about it. */
#include <stddef.h>

#include "args.h"
#include "program.h"

PyObject *core_kernel_take(dpex_kernel *kernel)
{
    core_kernel *self = (core_kernel *)PyType_GenericAlloc(core.kernel, 0);
    if (!self) {
        dpex_kernel_release(kernel);
        return NULL;
    }
    self->vtable = core.kernel_vtable;
    self->ref = kernel;
    self->name = dpex_kernel_get_info(kernel)->name;
    return (PyObject *)self;
}

dpex_kernel *core_kernel_get(PyObject *object, const char *what)
{
    if (!PyObject_TypeCheck(object, core.kernel))
        return core_type_error(what, "a dpctl.program.SyclKernel", object);
    return ((core_kernel *)object)->ref;
}

static void dealloc(PyObject *self)
{
    dpex_kernel_release(((core_kernel *)self)->ref);
    core_free(self);
}

static PyObject *repr(PyObject *self)
{
    const core_kernel *kernel = (const core_kernel *)self;
    return PyUnicode_FromFormat("<dpctl.program.SyclKernel %s of %zu arguments at %p>",
                                kernel->name, dpex_kernel_get_info(kernel->ref)->n_args, self);
}

static PyObject *get_function_name(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyUnicode_FromString(((core_kernel *)self)->name);
}

static PyObject *get_num_args(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromSize_t(dpex_kernel_get_info(((core_kernel *)self)->ref)->n_args);
}

static PyObject *addressof_ref(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyLong_FromVoidPtr(((core_kernel *)self)->ref);
}

/* closure: the field's offset in dpex_kernel_info */
static PyObject *get_number(PyObject *self, void *closure)
{
    const char *info = (const char *)dpex_kernel_get_info(((core_kernel *)self)->ref);
    return PyLong_FromSize_t(*(const size_t *)(info + (size_t)closure));
}

static PyMethodDef methods[] = {
    {"get_function_name", get_function_name, METH_NOARGS,
     "get_function_name($self, /)\n--\n\nThe kernel's name."},
    {"get_num_args", get_num_args, METH_NOARGS,
     "get_num_args($self, /)\n--\n\nThe number of its arguments."},
    {"addressof_ref", addressof_ref, METH_NOARGS,
     "addressof_ref($self, /)\n--\n\nThe address of the kernel's reference, an int."},
    {NULL},
};

#define NUMBER(name, field, what)                                                                  \
    {                                                                                              \
        name, get_number, NULL, what, (void *)offsetof(dpex_kernel_info, field)                    \
    }
static PyGetSetDef properties[] = {
    NUMBER("num_args", n_args, "number of arguments"),
    NUMBER("work_group_size", work_group_size, "most work-items of a group"),
    NUMBER("preferred_work_group_size_multiple", preferred_work_group_size_multiple, "work-items"),
    NUMBER("private_mem_size", private_mem_bytes, "bytes of a work-item"),
    NUMBER("max_num_sub_groups", max_num_sub_groups, "most sub-groups of a group"),
    NUMBER("max_sub_group_size", max_sub_group_size, "most work-items of a sub-group"),
    NUMBER("compile_num_sub_groups", compile_num_sub_groups,
           "sub-groups that the text asks for, or 0"),
    NUMBER("compile_sub_group_size", compile_sub_group_size,
           "work-items of a sub-group that the text asks for, or 0"),
    {NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A kernel of a SyclProgram, to be launched by SyclQueue.submit."},
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "dpctl.program._program.SyclKernel",
    .basicsize = sizeof(core_kernel),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = slots,
};

int core_add_kernel(PyObject *module)
{
    return core_add_type(module, &spec, NULL, &core.kernel);
}
