/* Correlation and convolution of signals. */
#include <string.h>

#include "args.h"
#include "array.h"
#include "array_args.h"

/* Which of the names it is, or -1 with a ValueError, for what is no text a TypeError. */
static int parse_name(PyObject *object, const char *const *names, const char *what,
                      const char *allowed)
{
    if (!PyUnicode_Check(object)) {
        core_type_error(what, allowed, object);
        return -1;
    }
    const char *given = core_text(object);
    for (int i = 0; given && i < 3; i++)
        if (!strcmp(given, names[i])) return i;
    if (given) PyErr_Format(PyExc_ValueError, "%s must be %s, not %R", what, allowed, object);
    return -1;
}

static int parse_spec(PyObject *mode, PyObject *method, dpex_correlate_spec *spec)
{
    static const char *const methods[] = {"auto", "direct", "fft"};
    static const char *const modes[] = {"valid", "same", "full"};
    const int number =
        method ? parse_name(method, methods, "method", "'auto', 'direct' or 'fft'") : 0;
    if (number < 0) return -1;
    const int usual = spec->is_convolution ? 2 : 0;
    const int which = mode ? parse_name(mode, modes, "mode", "'valid', 'same' or 'full'") : usual;
    if (which < 0) return -1;
    spec->method = (dpex_correlate_method)number;
    spec->mode = (dpex_correlate_mode)which;
    return 0;
}

static PyObject *call(const core_params *params, int is_convolution, PyObject *const *args,
                      Py_ssize_t n, PyObject *kwnames)
{
    CORE_VALUES(*params);
    if (core_bind(params, args, n, kwnames, values)) return NULL;
    const dpex_array *a = core_array_get(values[0], "a");
    const dpex_array *v = a ? core_array_get(values[1], "v") : NULL;
    dpex_correlate_spec spec = {.is_convolution = is_convolution};
    if (!v || parse_spec(values[2], values[3], &spec)) return NULL;
    core_array *out = core_array_new_like2(a, v);
    if (!out) return NULL;
    dpex_status status;
    Py_BEGIN_ALLOW_THREADS /* it may wait for a sum */
    status = dpex_correlate_new(&spec, a, v, &out->array);
    Py_END_ALLOW_THREADS
    return core_array_finish(out, status);
}

/* correlate(a, v, mode="valid", method="auto") */
static PyObject *correlate(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    static const core_params params = {"correlate", 2, {"a", "v", "mode", "method", NULL}};
    (void)self;
    return call(&params, 0, args, n, kwnames);
}

/* convolve(a, v, mode="full", method="auto") */
static PyObject *convolve(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    static const core_params params = {"convolve", 2, {"a", "v", "mode", "method", NULL}};
    (void)self;
    return call(&params, 1, args, n, kwnames);
}

static PyMethodDef functions[] = {
    {"correlate", CORE_FAST(correlate), NULL},
    {"convolve", CORE_FAST(convolve), NULL},
    {NULL},
};

int core_add_correlate(PyObject *module)
{
    return core_add_functions(module, functions);
}
