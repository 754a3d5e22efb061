/* Reading the keys of compiled kernels (kernel_key.h), for the compiler in Python. */
#include "kernel_key.h"

#include <string.h>

#include "core.h"

/* Its bytes; NULL with an exception. */
static const char *open_key(PyObject *key, Py_ssize_t *n)
{
    char *bytes;
    if (PyBytes_AsStringAndSize(key, &bytes, n)) return NULL;
    if (*n >= CORE_KEY_HEAD && (*n - CORE_KEY_HEAD) % CORE_KEY_ARG == 0) return bytes;
    PyErr_SetString(PyExc_ValueError, "the bytes are not the key of a kernel");
    return NULL;
}

static int is_small(char letter)
{
    return letter >= 'a' && letter <= 'z';
}

static PyObject *read_arg(const char *arg)
{
    const int is_number = (unsigned char)arg[1] == CORE_KEY_NUMBER;
    const int is_read_only = !is_number && is_small(arg[2]);
    const int layout = is_read_only ? arg[2] - 'a' + 'A' : arg[2];
    if (is_number) return Py_BuildValue("(CisO)", (int)arg[0], -1, "", Py_False);
    return Py_BuildValue("(CiCO)", (int)arg[0], (int)(unsigned char)arg[1], layout,
                         is_read_only ? Py_True : Py_False);
}

/* _kernel_key_read(key): (dimensions of the range, what divides its groups' last extent (0: no groups), ((letter of the dtype,
 * dimensions (-1: a number), layout, is read-only), ...)). */
static PyObject *key_read(PyObject *self, PyObject *key)
{
    (void)self;
    Py_ssize_t n;
    const char *bytes = open_key(key, &n);
    PyObject *args = bytes ? PyTuple_New((n - CORE_KEY_HEAD) / CORE_KEY_ARG) : NULL;
    if (!args) return NULL;
    for (Py_ssize_t at = CORE_KEY_HEAD, i = 0; at < n; at += CORE_KEY_ARG, i++) {
        PyObject *arg = read_arg(bytes + at);
        if (!arg || PyTuple_SetItem(args, i, arg)) {
            Py_DECREF(args);
            return NULL;
        }
    }
    return Py_BuildValue("(iiN)", bytes[0], core_key_row_unit((unsigned char)bytes[1]), args);
}

/* _kernel_key_writable(key): that of a launch whose arrays are all writable. */
static PyObject *key_writable(PyObject *self, PyObject *key)
{
    (void)self;
    Py_ssize_t n;
    const char *bytes = open_key(key, &n);
    PyObject *made = bytes ? PyBytes_FromStringAndSize(bytes, n) : NULL;
    if (!made) return NULL;
    char *to = PyBytes_AsString(made);
    for (Py_ssize_t at = CORE_KEY_HEAD; at < n; at += CORE_KEY_ARG) {
        const int is_number = (unsigned char)to[at + 1] == CORE_KEY_NUMBER;
        if (!is_number && is_small(to[at + 2])) to[at + 2] += 'A' - 'a';
    }
    return made;
}

/* _kernel_key_of_any_rows(key): that of a launch whose groups have rows of no known multiple. */
static PyObject *key_of_any_rows(PyObject *self, PyObject *key)
{
    (void)self;
    Py_ssize_t n;
    const char *bytes = open_key(key, &n);
    PyObject *made = bytes ? PyBytes_FromStringAndSize(bytes, n) : NULL;
    if (made) PyBytes_AsString(made)[1] = bytes[1] != 0;
    return made;
}

/* _kernel_key_of_any_queue(key): without context and device, for other processes. */
static PyObject *key_of_any_queue(PyObject *self, PyObject *key)
{
    (void)self;
    Py_ssize_t n;
    const char *bytes = open_key(key, &n);
    const Py_ssize_t left_out = CORE_KEY_HEAD - CORE_KEY_TARGET;
    PyObject *made = bytes ? PyBytes_FromStringAndSize(NULL, n - left_out) : NULL;
    if (!made) return NULL;
    char *to = PyBytes_AsString(made);
    memcpy(to, bytes, CORE_KEY_TARGET);
    memcpy(to + CORE_KEY_TARGET, bytes + CORE_KEY_HEAD, (size_t)(n - CORE_KEY_HEAD));
    return made;
}

static PyMethodDef functions[] = {
    {"_kernel_key_read", key_read, METH_O, NULL},
    {"_kernel_key_writable", key_writable, METH_O, NULL},
    {"_kernel_key_of_any_rows", key_of_any_rows, METH_O, NULL},
    {"_kernel_key_of_any_queue", key_of_any_queue, METH_O, NULL},
    {NULL},
};

int core_add_kernel_key(PyObject *module)
{
    return core_add_functions(module, functions);
}
