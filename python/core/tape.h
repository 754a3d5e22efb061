/* Tape: a dpex_tape as an object, built register by register from Python and run by fused functions. */
#ifndef OPENDPEX_CORE_TAPE_H
#define OPENDPEX_CORE_TAPE_H

#include "array.h"

enum { CORE_TAPE_MAX_INPUTS = 32, CORE_TAPE_MAX_PARAMETERS = 32, CORE_TAPE_MAX_OUTPUTS = 16 };

typedef struct core_tape {
    PyObject_HEAD
    dpex_tape *tape;
    int n_inputs, n_parameters, n_outputs;
    uint8_t parameter_dtypes[CORE_TAPE_MAX_PARAMETERS]; /* dpex_dtype */
} core_tape;

/* The core_tape of an object, borrowed; NULL with a TypeError. */
core_tape *core_tape_get(PyObject *object);

/* Runs it on n_inputs arrays and n_parameters Python scalars. results: n_outputs new references. 0, or -1 with an exception. */
int core_tape_run(const core_tape *tape, const dpex_array *const *inputs,
                  PyObject *const *parameters, uint64_t axes, int keepdims, PyObject **results);

#endif
