/* Arguments of functions written in C: binding by position or keyword, and the checks that many of them share. */
#ifndef OPENDPEX_CORE_ARGS_H
#define OPENDPEX_CORE_ARGS_H

#include "caller.h"

enum { CORE_MAX_PARAMS = 8 };

/* The parameters of a METH_FASTCALL | METH_KEYWORDS function. Each may be given by position or by name, unless the last two
 * members say otherwise. */
typedef struct core_params {
    const char *function; /* for messages */
    int n_required;
    const char *names[CORE_MAX_PARAMS + 1]; /* ends with NULL */
    int n_positional_only;                  /* the first ones, not by name */
    int n_keyword_only;                     /* the last ones, not by position */
} core_params;

static inline void core_name_params(const core_params *const *params)
{
    if (PyErr_Occurred()) core_name_error((*params)->function);
}

/* A declaration: exceptions with which the function returns name it. */
#define CORE_NAME_ERRORS(params)                                                                   \
    __attribute__((cleanup(core_name_params))) const core_params *const core_named_ = &(params)

/* The same with `values` for core_bind. */
#define CORE_VALUES(params)                                                                        \
    CORE_NAME_ERRORS(params);                                                                      \
    PyObject *values[CORE_MAX_PARAMS]

/* Fills values (one per name, borrowed; NULL: not given). -1 with a TypeError that names the function and the argument. */
int core_bind(const core_params *params, PyObject *const *args, Py_ssize_t n_args,
              PyObject *kwnames, PyObject **values);

/* TypeError "`what` must be `expected`, not <type of object>"; returns NULL. */
void *core_type_error(const char *what, const char *expected, PyObject *object);

/* The int that an argument is, new; NULL: TypeError "`what` must be `expected`, not <type of object>" where it is none. */
PyObject *core_index(PyObject *object, const char *what, const char *expected);

/* The same as a Py_ssize_t, clipped to its range; -1 with an exception. */
Py_ssize_t core_clipped_index(PyObject *object, const char *what);

/* The same, OverflowError outside of its range; NULL leaves *value. 0 or -1. */
int core_parse_ssize(PyObject *object, const char *what, Py_ssize_t *value);

/* The items of a list or tuple, borrowed, and how many there are: 0 for anything else. */
static inline Py_ssize_t core_list_length(PyObject *sequence)
{
    if (PyList_CheckExact(sequence)) return PyList_Size(sequence);
    return PyTuple_CheckExact(sequence) ? PyTuple_Size(sequence) : 0;
}

static inline PyObject *core_list_item(PyObject *sequence, Py_ssize_t i)
{
    return PyList_CheckExact(sequence) ? PyList_GetItem(sequence, i) : PyTuple_GetItem(sequence, i);
}

/* Whether a call has n_before arguments by position and at most an axis behind them, by position or by name; axis: NULL where it is
 * not given. */
int core_find_axis(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, Py_ssize_t n_before,
                   PyObject **axis);
/* Whether it is an int that is an axis of nd dimensions; found: counted from the first one. */
int core_is_axis(PyObject *axis, int nd, int *found);

/* The text of a str, which lives as long as the object; NULL with a ValueError where it has a NUL or is not Unicode text. */
const char *core_text(PyObject *string);

/* A non-negative whole number (anything with __index__, or 2.0); -1 with TypeError, OverflowError. */
int core_size(PyObject *object, const char *what, size_t *value);

/* The bytes of an element named i1, u1, i2, u2, i4, u4, i8, u8, f4 or f8; -1 with TypeError, ValueError. */
int core_item_bytes(PyObject *dtype, const char *what, size_t *bytes);

#endif
