/* FusedProgram: what one trace of a fused function became, a tape or several, and what each call computes before.
 *
 * Numbers among the arguments are parameters of the tapes. Where the function computes with numbers alone, 1 - a, these
 * steps are repeated in Python for each call. */
#include <string.h>

#include "fused.h"
#include "operand.h"
#include "tape.h"

enum { MAX_PARTS = CORE_TAPE_MAX_OUTPUTS + 1 };

/* ---- kinds of numbers ------------------------------------------------------------------------ */

int core_number_classify(PyObject *object, core_number_class *class)
{
    dpex_operand number;
    int found = core_operand_from_scalar(object, &number);
    if (found <= 0 || number.out_of_range) return found < 0 ? -1 : 0;
    int is_int = number.kind == DPEX_KIND_INT || number.kind == DPEX_KIND_UINT;
    class->kind = is_int ? DPEX_KIND_INT : (uint8_t)number.kind;
    class->holders = (uint8_t)(dpex_operand_get_holders(&number) >> DPEX_I8);
    return 1;
}

/* ---- programs -------------------------------------------------------------------------------- */

typedef struct part {
    PyObject *tape;
    int n_inputs, n_parameters;
    uint8_t inputs[CORE_TAPE_MAX_INPUTS]; /* numbers of arguments */
    uint8_t
        parameters[CORE_TAPE_MAX_PARAMETERS]; /* of numbers: arguments, constants, derived ones */
    uint8_t results[CORE_TAPE_MAX_OUTPUTS];
    uint64_t axes;
    int keepdims;
} part;

typedef struct program {
    PyObject_HEAD
    int n_args, n_results, is_tuple, n_parts;
    part *parts; /* more than one: the first does it all, where its inputs have one shape */
    PyObject *constants, *derived; /* tuples: numbers; (function, (numbers of its operands)) */
    int is_run;                    /* the classes below are known */
    core_number_class
        classes[CORE_FUSED_MAX_NUMBERS]; /* of the derived numbers, for which this was traced */
    PyObject *next; /* the same key, other classes of derived numbers; NULL: none */
} program;

static PyTypeObject *program_type;

/* A tuple of ints below `most` into `numbers`; their count, or -1 with an exception. */
static int read_numbers(PyObject *tuple, uint8_t *numbers, int most_items, int most)
{
    Py_ssize_t n = PyTuple_Check(tuple) ? PyTuple_Size(tuple) : -1;
    for (Py_ssize_t i = 0; i < n && n <= most_items; i++) {
        long number = PyLong_AsLong(PyTuple_GetItem(tuple, i));
        if (number == -1 && PyErr_Occurred()) return -1;
        if (number < 0 || number >= most) n = -1;
        if (n > 0) numbers[i] = (uint8_t)number;
    }
    if (n >= 0 && n <= most_items) return (int)n;
    PyErr_SetString(PyExc_ValueError,
                    "a fused function has too many arguments, numbers or results");
    return -1;
}

/* (tape, inputs, parameters, axes, keepdims, results) */
static int read_part(const program *self, PyObject *object, part *to)
{
    PyObject *tape, *inputs, *parameters, *results;
    unsigned long long axes;
    if (!PyArg_ParseTuple(object, "OOOKpO", &tape, &inputs, &parameters, &axes, &to->keepdims,
                          &results))
        return -1;
    const core_tape *ref = core_tape_get(tape);
    if (!ref) return -1;
    to->axes = axes;
    to->n_inputs = read_numbers(inputs, to->inputs, CORE_TAPE_MAX_INPUTS, self->n_args);
    if (to->n_inputs < 0) return -1;
    to->n_parameters =
        read_numbers(parameters, to->parameters, CORE_TAPE_MAX_PARAMETERS, CORE_FUSED_MAX_NUMBERS);
    if (to->n_parameters < 0) return -1;
    int n_results = read_numbers(results, to->results, CORE_TAPE_MAX_OUTPUTS, self->n_results);
    if (n_results < 0) return -1;
    if (to->n_inputs != ref->n_inputs || to->n_parameters != ref->n_parameters ||
        n_results != ref->n_outputs) {
        PyErr_SetString(PyExc_ValueError, "a part of a program does not fit its tape");
        return -1;
    }
    to->tape = Py_NewRef(tape);
    return 0;
}

/* FusedProgram(n_args, n_results, is_tuple, constants, derived, parts) */
static PyObject *create_program(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)kwargs;
    program *self = (program *)PyType_GenericAlloc(type, 0);
    PyObject *constants, *derived, *parts;
    if (!self) return NULL;
    if (!PyArg_ParseTuple(args, "iipO!O!O!", &self->n_args, &self->n_results, &self->is_tuple,
                          &PyTuple_Type, &constants, &PyTuple_Type, &derived, &PyTuple_Type,
                          &parts))
        goto failed;
    Py_ssize_t n_parts = PyTuple_Size(parts);
    if (self->n_args > CORE_FUSED_MAX_ARGS || self->n_results > CORE_TAPE_MAX_OUTPUTS ||
        n_parts > MAX_PARTS ||
        self->n_args + PyTuple_Size(constants) + PyTuple_Size(derived) > CORE_FUSED_MAX_NUMBERS) {
        PyErr_SetString(PyExc_ValueError,
                        "a fused function has too many arguments, numbers or results");
        goto failed;
    }
    self->constants = Py_NewRef(constants);
    self->derived = Py_NewRef(derived);
    self->parts = PyMem_Calloc((size_t)n_parts, sizeof(*self->parts));
    if (!self->parts) PyErr_NoMemory();
    for (Py_ssize_t i = 0; self->parts && i < n_parts; i++, self->n_parts++)
        if (read_part(self, PyTuple_GetItem(parts, i), &self->parts[i])) goto failed;
    if (self->parts) return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

static int clear_program(PyObject *object)
{
    program *self = (program *)object;
    Py_CLEAR(self->constants);
    Py_CLEAR(self->derived);
    Py_CLEAR(self->next);
    return 0;
}

static int traverse_program(PyObject *object, visitproc visit, void *arg)
{
    program *self = (program *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->constants);
    Py_VISIT(self->derived);
    Py_VISIT(self->next);
    return 0;
}

static void dealloc_program(PyObject *object)
{
    program *self = (program *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    clear_program(object);
    for (int i = 0; i < self->n_parts; i++) Py_DECREF(self->parts[i].tape);
    PyMem_Free(self->parts);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* ---- running a program ----------------------------------------------------------------------- */

/* Numbers that are computed from others: function(*operands). 0; 1: not what the program was traced for; -1. */
static int derive(program *self, core_fused_call *c)
{
    enum { MAX_OPERANDS = 2 };
    for (Py_ssize_t i = 0; i < PyTuple_Size(self->constants); i++)
        c->numbers[c->n_args + i] = PyTuple_GetItem(self->constants, i);
    c->first_derived = c->n_numbers = c->n_args + (int)PyTuple_Size(self->constants);
    for (Py_ssize_t i = 0; i < PyTuple_Size(self->derived); i++) {
        PyObject *step = PyTuple_GetItem(self->derived, i), *sources = PyTuple_GetItem(step, 1);
        uint8_t numbers[MAX_OPERANDS];
        int n = read_numbers(sources, numbers, MAX_OPERANDS, c->n_numbers);
        if (n < 0) return -1;
        PyObject *value =
            PyObject_CallFunctionObjArgs(PyTuple_GetItem(step, 0), c->numbers[numbers[0]],
                                         n > 1 ? c->numbers[numbers[1]] : NULL, NULL);
        if (!value) return -1;
        c->numbers[c->n_numbers++] = value;
        core_number_class class;
        int found = core_number_classify(value, &class);
        if (found < 0) return -1;
        if (!found) class = (core_number_class){UINT8_MAX, 0};
        if (!self->is_run) self->classes[i] = class;
        if (memcmp(&class, &self->classes[i], sizeof class)) return 1;
    }
    return 0;
}

static int have_one_shape(const part *p, const core_fused_call *c)
{
    const dpex_array *first = c->arrays[p->inputs[0]];
    for (int i = 1; i < p->n_inputs; i++) {
        const dpex_array *x = c->arrays[p->inputs[i]];
        if (x->nd != first->nd || memcmp(x->shape, first->shape, (size_t)x->nd * sizeof(*x->shape)))
            return 0;
    }
    return 1;
}

static int run_part(const part *p, const core_fused_call *c, PyObject **results)
{
    const core_tape *tape = (const core_tape *)p->tape;
    const dpex_array *inputs[CORE_TAPE_MAX_INPUTS];
    PyObject *parameters[CORE_TAPE_MAX_PARAMETERS], *outputs[CORE_TAPE_MAX_OUTPUTS];
    for (int i = 0; i < p->n_inputs; i++) inputs[i] = c->arrays[p->inputs[i]];
    for (int i = 0; i < p->n_parameters; i++) parameters[i] = c->numbers[p->parameters[i]];
    if (core_tape_run(tape, inputs, parameters, p->axes, p->keepdims, outputs)) return -1;
    for (int i = 0; i < tape->n_outputs; i++) results[p->results[i]] = outputs[i];
    return 0;
}

static PyObject *wrap(const program *self, PyObject **results)
{
    if (!self->is_tuple) return results[0];
    PyObject *tuple = PyTuple_New(self->n_results);
    for (int i = 0; i < self->n_results; i++) {
        if (tuple)
            PyTuple_SetItem(tuple, i, results[i]);
        else
            Py_DECREF(results[i]);
    }
    return tuple;
}

PyObject *core_program_run(PyObject *object, core_fused_call *c, int *is_other)
{
    program *self = (program *)object;
    PyObject *results[CORE_TAPE_MAX_OUTPUTS] = {NULL};
    int failed = derive(self, c);
    *is_other = failed == 1;
    if (!failed) {
        self->is_run = 1;
        int together = self->n_parts > 1 && have_one_shape(&self->parts[0], c);
        int first = self->n_parts > 1 && !together, last = together ? 1 : self->n_parts;
        for (int i = first; i < last && !failed; i++)
            failed = run_part(&self->parts[i], c, results);
        if (failed)
            for (int i = 0; i < self->n_results; i++) Py_XDECREF(results[i]);
    }
    for (int i = c->first_derived; i < c->n_numbers; i++) Py_DECREF(c->numbers[i]);
    return failed ? NULL : wrap(self, results);
}

int core_program_check(PyObject *object)
{
    return Py_TYPE(object) == program_type;
}

void core_program_append(PyObject *object, PyObject *next)
{
    while (((program *)object)->next) object = ((program *)object)->next;
    ((program *)object)->next = Py_NewRef(next);
}

PyObject *core_program_next(PyObject *object)
{
    return ((program *)object)->next;
}

/* ---- the type -------------------------------------------------------------------------------- */

static PyType_Slot program_slots[] = {
    {Py_tp_new, create_program},
    {Py_tp_traverse, traverse_program},
    {Py_tp_clear, clear_program},
    {Py_tp_dealloc, dealloc_program},
    {0, NULL},
};

static PyType_Spec program_spec = {
    .name = "opendpex._core.FusedProgram",
    .basicsize = sizeof(program),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = program_slots,
};

int core_add_fused_program(PyObject *module)
{
    return core_add_type(module, &program_spec, NULL, &program_type);
}
