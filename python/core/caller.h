/* The function that a program called, as the messages of exceptions name it. */
#ifndef OPENDPEX_CORE_CALLER_H
#define OPENDPEX_CORE_CALLER_H

#include "core.h"

/* The public function of our packages that is outermost among the Python frames below the program's own, by the name that the
 * program used; new, or NULL without an exception where the program has called C. */
PyObject *core_caller_name(void);

/* The level of a warning that names the program's line: 1, and one more for each Python frame of ours. */
int core_caller_depth(void);

/* Puts the name of the function that was called before the message of a pending exception: that of a Python function of ours
 * above, else `own`. Messages that begin with it, or with `own`, do not get it twice. */
void core_name_error(const char *own);

/* return core_named(own, result): names the exception where there is no result. */
static inline PyObject *core_named(const char *own, PyObject *result)
{
    if (!result) core_name_error(own);
    return result;
}

static inline void core_name_returned(const char *const *own)
{
    if (PyErr_Occurred()) core_name_error(*own);
}

/* A declaration: exceptions with which the function returns get the name `own` (or that of a Python function of ours above). */
#define CORE_NAMED(own)                                                                            \
    __attribute__((cleanup(core_name_returned))) const char *const core_own_name_ = (own)

/* The same for a function whose messages begin with the name of the operation that it is. */
void core_name_error_of(const char *name, const char *operation);

/* The same for what programs use without a name, such as operators: only inside of a Python function of ours. `own` may be NULL. */
void core_name_error_inside(const char *own);

static inline PyObject *core_named_operator(const char *own, PyObject *result)
{
    if (!result) core_name_error_inside(own);
    return result;
}

#endif
