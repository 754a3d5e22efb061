/* The two halves of a fused function: finding the program for a call (fused.c), and running it (fused_program.c). */
#ifndef OPENDPEX_CORE_FUSED_H
#define OPENDPEX_CORE_FUSED_H

#include "array.h"

enum { CORE_FUSED_MAX_ARGS = 32, CORE_FUSED_MAX_NUMBERS = 96 };

/* All that resolving dtypes asks of a Python number: its kind, and for an int the types that hold it, as bits. */
typedef struct core_number_class {
    uint8_t kind, holders;
} core_number_class;

/* 1: a number; 0: none, or an int beyond 64 bits, which counts by its value; -1: an exception. */
int core_number_classify(PyObject *object, core_number_class *class);

/* A call under way: its arguments; behind them the program puts its constants and derived numbers. */
typedef struct core_fused_call {
    const dpex_array *arrays[CORE_FUSED_MAX_ARGS]; /* NULL: the argument is not an array */
    PyObject *numbers[CORE_FUSED_MAX_NUMBERS];     /* borrowed, derived ones owned */
    int n_args, first_derived, n_numbers;
} core_fused_call;

int core_is_fused(PyObject *object);
/* function(*args), arguments by position; TypeError unless it is a fused function. */
PyObject *core_fused_apply(PyObject *function, PyObject *const *args, Py_ssize_t n);

int core_program_check(PyObject *object);
/* A new reference; NULL with an exception, or with *is_other set where the program was traced for other numbers. */
PyObject *core_program_run(PyObject *program, core_fused_call *call, int *is_other);
/* Programs of one key: another one behind the last; the next one, borrowed or NULL. */
void core_program_append(PyObject *program, PyObject *next);
PyObject *core_program_next(PyObject *program);

#endif
