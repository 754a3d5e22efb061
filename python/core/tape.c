/* Tapes in Python: the calls of dpex/op.h that build one, and what resolves the dtypes of its steps.
 *
 * opendpex.fuse is the user; programs see fused functions only. */
#include "tape.h"

#include "args.h"
#include "array_args.h"
#include "dtype.h"
#include "operand.h"
#include "queue.h"

core_tape *core_tape_get(PyObject *object)
{
    if (Py_TYPE(object) == core.tape) return (core_tape *)object;
    PyErr_SetString(PyExc_TypeError, "a Tape is needed");
    return NULL;
}

/* ---- building -------------------------------------------------------------------------------- */

static int check_arguments(const char *name, Py_ssize_t n, Py_ssize_t expected)
{
    if (n == expected) return 0;
    PyErr_Format(PyExc_TypeError, "Tape.%s takes %zd arguments, %zd were given", name, expected, n);
    return -1;
}

static int to_register(PyObject *object, int *reg)
{
    long value = PyLong_AsLong(object);
    *reg = (int)value;
    return value == -1 && PyErr_Occurred() ? -1 : 0;
}

static PyObject *finish(dpex_status status, int reg)
{
    return status ? core_raise_operation(status) : PyLong_FromLong(reg);
}

static int check_count(int n, int most, const char *what)
{
    if (n < most) return 0;
    PyErr_Format(PyExc_ValueError, "a tape has at most %d %s", most, what);
    return -1;
}

static PyObject *input(PyObject *object, PyObject *const *args, Py_ssize_t n)
{
    core_tape *self = (core_tape *)object;
    dpex_dtype dtype;
    int reg;
    if (check_arguments("input", n, 1) || core_dtype_parse(args[0], &dtype)) return NULL;
    if (check_count(self->n_inputs, CORE_TAPE_MAX_INPUTS, "inputs")) return NULL;
    dpex_status status = dpex_tape_input(self->tape, dtype, &reg);
    if (!status) self->n_inputs++;
    return finish(status, reg);
}

static PyObject *parameter(PyObject *object, PyObject *const *args, Py_ssize_t n)
{
    core_tape *self = (core_tape *)object;
    dpex_dtype dtype;
    int reg;
    if (check_arguments("parameter", n, 1) || core_dtype_parse(args[0], &dtype)) return NULL;
    if (check_count(self->n_parameters, CORE_TAPE_MAX_PARAMETERS, "parameters")) return NULL;
    dpex_status status = dpex_tape_parameter(self->tape, dtype, &reg);
    if (!status) self->parameter_dtypes[self->n_parameters++] = (uint8_t)dtype;
    return finish(status, reg);
}

/* A Python scalar in a dtype to which it was resolved. */
static int convert(PyObject *object, dpex_dtype dtype, dpex_scalar *value)
{
    dpex_operand operand;
    int found = core_operand_from_scalar(object, &operand);
    if (found == 0) core_type_error("the constant", "a Python number", object);
    if (found <= 0) return -1;
    dpex_operand_convert(&operand, dtype, value);
    return 0;
}

static PyObject *constant(PyObject *object, PyObject *const *args, Py_ssize_t n)
{
    dpex_dtype dtype;
    dpex_scalar value;
    int reg;
    if (check_arguments("constant", n, 2) || core_dtype_parse(args[1], &dtype)) return NULL;
    if (convert(args[0], dtype, &value)) return NULL;
    dpex_status status = dpex_tape_constant(((core_tape *)object)->tape, dtype, &value, &reg);
    return finish(status, reg);
}

static PyObject *cast(PyObject *object, PyObject *const *args, Py_ssize_t n)
{
    dpex_dtype dtype;
    int from, reg;
    if (check_arguments("cast", n, 2) || to_register(args[0], &from)) return NULL;
    if (core_dtype_parse(args[1], &dtype)) return NULL;
    dpex_status status = dpex_tape_cast(((core_tape *)object)->tape, from, dtype, &reg);
    return finish(status, reg);
}

static const dpex_op *find(PyObject *object)
{
    const char *name = PyUnicode_Check(object) ? core_text(object) : "";
    const dpex_op *op = name ? dpex_op_find(name) : NULL;
    if (name && !op) PyErr_Format(PyExc_ValueError, "there is no operation %R", object);
    return op;
}

static PyObject *apply(PyObject *object, PyObject *const *args, Py_ssize_t n)
{
    enum { MAX_ARITY = 3 };
    int in[MAX_ARITY], reg;
    const dpex_op *op = n ? find(args[0]) : NULL;
    if (n && !op) return NULL;
    if (check_arguments("apply", n, op ? 1 + dpex_op_get_arity(op) : 1)) return NULL;
    for (Py_ssize_t i = 1; i < n; i++)
        if (to_register(args[i], &in[i - 1])) return NULL;
    dpex_status status = dpex_tape_apply(((core_tape *)object)->tape, op, in, &reg);
    return finish(status, reg);
}

static PyObject *output(PyObject *object, PyObject *const *args, Py_ssize_t n)
{
    core_tape *self = (core_tape *)object;
    int reg;
    if (check_arguments("output", n, 1) || to_register(args[0], &reg)) return NULL;
    CORE_TRY(dpex_tape_output(self->tape, reg));
    self->n_outputs++;
    Py_RETURN_NONE;
}

static const dpex_reduction *find_reduction(PyObject *object)
{
    const char *name = PyUnicode_Check(object) ? core_text(object) : "";
    const dpex_reduction *reduction = name ? dpex_reduction_find(name) : NULL;
    if (name && !reduction) PyErr_Format(PyExc_ValueError, "there is no reduction %R", object);
    return reduction;
}

/* reduce(name, register, dtype of the result, correction, queue on which the tape will run) */
static PyObject *reduce(PyObject *object, PyObject *const *args, Py_ssize_t n)
{
    core_tape *self = (core_tape *)object;
    dpex_dtype out;
    int reg;
    if (check_arguments("reduce", n, 5)) return NULL;
    const dpex_reduction *reduction = find_reduction(args[0]);
    if (!reduction || to_register(args[1], &reg) || core_dtype_parse(args[2], &out)) return NULL;
    double correction = PyFloat_AsDouble(args[3]);
    if (correction == -1 && PyErr_Occurred()) return NULL;
    dpex_queue *queue = core_queue_get(args[4], "queue");
    if (!queue) return NULL;
    dpex_status status = dpex_tape_reduce_to(self->tape, reduction, reg, out, correction,
                                             dpex_queue_get_device(queue));
    if (status) return core_raise_operation(status);
    self->n_outputs++;
    Py_RETURN_NONE;
}

/* ---- running --------------------------------------------------------------------------------- */

/* Whose type the results have: an input that is a dpnp.ndarray, if there is one. */
static const dpex_array *model(const dpex_array *const *inputs, int n)
{
    for (int i = 0; i < n; i++)
        if (core_array_is_ndarray(inputs[i])) return inputs[i];
    return NULL;
}

/* New arrays, not initialised; the objects of those that a failed run left are dropped. */
static int make_arrays(core_array **arrays, int n, const dpex_array *like)
{
    for (int i = 0; i < n; i++) {
        arrays[i] = like ? core_array_new_like(like) : core_array_new();
        if (arrays[i]) continue;
        while (i) Py_DECREF(arrays[--i]);
        return -1;
    }
    return 0;
}

int core_tape_run(const core_tape *tape, const dpex_array *const *inputs,
                  PyObject *const *parameters, uint64_t axes, int keepdims, PyObject **results)
{
    dpex_scalar values[CORE_TAPE_MAX_PARAMETERS];
    core_array *arrays[CORE_TAPE_MAX_OUTPUTS];
    dpex_array *outputs[CORE_TAPE_MAX_OUTPUTS];
    for (int i = 0; i < tape->n_parameters; i++)
        if (convert(parameters[i], (dpex_dtype)tape->parameter_dtypes[i], &values[i])) return -1;
    if (make_arrays(arrays, tape->n_outputs, model(inputs, tape->n_inputs))) return -1;
    for (int i = 0; i < tape->n_outputs; i++) outputs[i] = &arrays[i]->array;
    const dpex_tape_arguments arguments = {inputs, values, axes, keepdims};
    dpex_status status = dpex_tape_run_new(tape->tape, &arguments, outputs, tape->n_outputs);
    for (int i = 0; i < tape->n_outputs; i++) {
        if (status) outputs[i]->storage = NULL;
        if (status)
            Py_DECREF(arrays[i]);
        else
            results[i] = core_array_finish(arrays[i], status);
    }
    if (status) core_raise_operation(status);
    return status ? -1 : 0;
}

/* run(arrays, numbers=(), axis=None, keepdims=False): a tuple of the outputs. */
static PyObject *run(PyObject *object, PyObject *args)
{
    core_tape *self = (core_tape *)object;
    PyObject *arrays, *numbers = NULL, *axis = NULL, *parameters[CORE_TAPE_MAX_PARAMETERS];
    PyObject *results[CORE_TAPE_MAX_OUTPUTS];
    const dpex_array *inputs[CORE_TAPE_MAX_INPUTS];
    int keepdims = 0, nd = 0;
    uint64_t axes;
    if (!PyArg_ParseTuple(args, "O!|O!Op:run", &PyTuple_Type, &arrays, &PyTuple_Type, &numbers,
                          &axis, &keepdims))
        return NULL;
    if (PyTuple_Size(arrays) != self->n_inputs ||
        (numbers ? PyTuple_Size(numbers) : 0) != self->n_parameters)
        return PyErr_Format(PyExc_ValueError, "the tape takes %d arrays and %d numbers",
                            self->n_inputs, self->n_parameters);
    for (int i = 0; i < self->n_inputs; i++) {
        inputs[i] = core_array_get(PyTuple_GetItem(arrays, i), "an input");
        if (!inputs[i]) return NULL;
        if (inputs[i]->nd > nd) nd = inputs[i]->nd;
    }
    for (int i = 0; i < self->n_parameters; i++) parameters[i] = PyTuple_GetItem(numbers, i);
    if (core_refuse_bool_axis(axis) || core_parse_axes(axis, nd, &axes)) return NULL;
    if (core_tape_run(self, inputs, parameters, axes, keepdims, results)) return NULL;
    PyObject *tuple = PyTuple_New(self->n_outputs);
    for (int i = 0; i < self->n_outputs; i++) {
        if (tuple)
            PyTuple_SetItem(tuple, i, results[i]);
        else
            Py_DECREF(results[i]);
    }
    return tuple;
}

/* ---- resolving ------------------------------------------------------------------------------- */

/* An operand of resolve(): a dtype stands for an array of it. */
static int parse_operand(PyObject *object, dpex_array *stand_in, dpex_operand *operand)
{
    int found = core_operand_from_scalar(object, operand);
    if (found) return found < 0 ? -1 : 0;
    operand->array = stand_in;
    return core_dtype_parse(object, &stand_in->dtype);
}

/* resolve(name, operands, queue): as an eager call does it; (dtypes to compute with, dtype of the result). */
static PyObject *resolve(PyObject *self, PyObject *args)
{
    enum { MAX_ARITY = 3 };
    (void)self;
    PyObject *name, *operands, *queue_object;
    if (!PyArg_ParseTuple(args, "OO!O:resolve", &name, &PyTuple_Type, &operands, &queue_object))
        return NULL;
    const dpex_op *op = find(name);
    dpex_queue *queue = core_queue_get(queue_object, "queue");
    if (!op || !queue) return NULL;
    int arity = dpex_op_get_arity(op);
    if (PyTuple_Size(operands) != arity)
        return PyErr_Format(PyExc_TypeError, "%s takes %d operands", dpex_op_get_name(op), arity);
    dpex_operand parsed[MAX_ARITY];
    dpex_array stand_ins[MAX_ARITY];
    dpex_dtype in[MAX_ARITY], out;
    for (int i = 0; i < arity; i++)
        if (parse_operand(PyTuple_GetItem(operands, i), &stand_ins[i], &parsed[i])) return NULL;
    if (arity == 2) core_operand_pair(parsed);
    dpex_status status =
        dpex_elementwise_resolve(op, parsed, dpex_queue_get_device(queue), in, &out);
    if (status) return core_raise_operation(status);
    PyObject *types = PyTuple_New(arity);
    for (int i = 0; types && i < arity; i++) {
        PyObject *dtype = core_dtype_object(in[i]);
        if (!dtype || PyTuple_SetItem(types, i, dtype)) Py_CLEAR(types);
    }
    return types ? Py_BuildValue("NN", types, core_dtype_object(out)) : NULL;
}

/* resolve_reduction(name, dtype, wanted, queue): the result's dtype, `wanted` unless it is None. */
static PyObject *resolve_reduction(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *name, *dtype_object, *wanted, *queue_object;
    dpex_dtype in, out;
    if (!PyArg_ParseTuple(args, "OOOO:resolve_reduction", &name, &dtype_object, &wanted,
                          &queue_object))
        return NULL;
    const dpex_reduction *reduction = find_reduction(name);
    dpex_queue *queue = core_queue_get(queue_object, "queue");
    if (!reduction || !queue || core_dtype_parse(dtype_object, &in)) return NULL;
    if (wanted != Py_None) {
        if (core_dtype_parse(wanted, &out) || core_dtype_check(out, queue)) return NULL;
        return core_dtype_object(out);
    }
    dpex_status status = dpex_reduction_resolve(reduction, in, dpex_queue_get_device(queue), &out);
    return status ? core_raise_operation(status) : core_dtype_object(out);
}

/* axes_mask(axis, ndim): a bit per axis. */
static PyObject *axes_mask(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *axis;
    int nd;
    uint64_t mask;
    if (!PyArg_ParseTuple(args, "Oi:axes_mask", &axis, &nd) || core_refuse_bool_axis(axis) ||
        core_parse_axes(axis, nd, &mask))
        return NULL;
    return PyLong_FromUnsignedLongLong(mask);
}

/* ---- the type -------------------------------------------------------------------------------- */

/* Tape(merges=False); merges: whether it may be part of a larger pass on devices that compile. */
static PyObject *create(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    int merges = 0;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "|p:Tape", &merges)) return NULL;
    core_tape *self = (core_tape *)PyType_GenericAlloc(type, 0);
    dpex_status status = self ? dpex_tape_create(&self->tape) : DPEX_SUCCESS;
    if (self && !status && merges) dpex_tape_allow_merge(self->tape);
    if (!status) return (PyObject *)self;
    self->tape = NULL;
    Py_DECREF(self);
    return core_raise(status);
}

static void dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    dpex_tape_release(((core_tape *)object)->tape);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

#define METHOD(function)                                                                           \
    {                                                                                              \
#function, (PyCFunction)(void (*)(void))(function), METH_FASTCALL, NULL                    \
    }
static PyMethodDef methods[] = {
    METHOD(input), METHOD(parameter), METHOD(constant), METHOD(cast),
    METHOD(apply), METHOD(reduce),    METHOD(output),   {"run", run, METH_VARARGS, NULL},
    {NULL},
};
#undef METHOD

static PyType_Slot slots[] = {
    {Py_tp_new, create},
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, methods},
    {Py_tp_doc, "A straight-line program over the elements of arrays; registers are ints."},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "opendpex._core.Tape",
    .basicsize = sizeof(core_tape),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

static PyMethodDef functions[] = {
    {"resolve", resolve, METH_VARARGS, NULL},
    {"resolve_reduction", resolve_reduction, METH_VARARGS, NULL},
    {"axes_mask", axes_mask, METH_VARARGS, NULL},
    {NULL},
};

int core_add_tape(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "TAPE_DIFFERENCES", DPEX_TAPE_DIFFERENCES)) return -1;
    if (core_add_functions(module, functions)) return -1;
    return core_add_type(module, &spec, NULL, &core.tape);
}
