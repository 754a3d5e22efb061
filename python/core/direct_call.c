/* Who called a slot. An object with one reference need not be a temporary value: C code may have called PyNumber_Add with an object
 * that only a field or a list of its own refers to. The evaluation loop is different: until 3.13 its operands have a reference each
 * on its stack, which it gives up after the call.
 *
 * The loop is known by its return addresses. Between it and a slot there are two or three functions of the interpreter, always the
 * same ones at the same instructions. They are recorded once for each operator, in slots of a type made for that, called by a line of
 * Python. Later calls have to come by just these addresses: a function of another library, or of the interpreter's own library
 * (`operator.add(*pair)`), leaves others on the stack, even where its last call is a jump. */
#include "direct_call.h"

#if defined(__GLIBC__) && !defined(PYPY_VERSION)

#include <dlfcn.h>
#include <execinfo.h>

enum {
    MOST_FRAMES = 16, /* read of the stack: of ours and of the interpreter */
    MOST_BETWEEN = 6, /* from the slot to the loop, which is the last one */
    N_SIDES = 3       /* as the left operand's slot, also beside a number, and the right one's */
};

typedef struct path {
    void *addresses[MOST_BETWEEN];
    int n; /* 0: not known */
} path;

static path paths[CORE_N_SLOTS][N_SIDES];
static int is_recorded;

/* ---- recording ------------------------------------------------------------------------------- */

static void *loop; /* the address of the evaluation loop's function */
static path *recorded;

static int is_in_loop(void *address)
{
    Dl_info info;
    return dladdr(address, &info) && info.dli_saddr == loop;
}

/* From the caller of the slot, whose return address is `first`, to the loop. A slot that the loop calls without a function between
 * could not be told from one that C code calls by a jump. */
static PyObject *record(void *first)
{
    void *frames[MOST_FRAMES];
    const int n = backtrace(frames, MOST_FRAMES);
    int at = 0, end;
    while (at < n && frames[at] != first) at++;
    for (end = at; end < n && !is_in_loop(frames[end]);) end++;
    recorded->n = end < n && end > at && end - at < MOST_BETWEEN ? end - at + 1 : 0;
    for (int i = 0; i < recorded->n; i++) recorded->addresses[i] = frames[at + i];
    return Py_NewRef(Py_None);
}

static PyObject *record_binary(PyObject *a, PyObject *b)
{
    (void)a;
    (void)b;
    return record(__builtin_return_address(0));
}

static PyType_Slot slots[] = {
#define CORE_BINARY(slot, operation, sign) {Py_nb_##slot, record_binary},
#define CORE_UNARY(slot, operation)
#define CORE_COMPARISON(code, operation)
#include "operators.def"
#undef CORE_BINARY
#undef CORE_UNARY
#undef CORE_COMPARISON
    {0, NULL},
};
static PyType_Spec spec = {.name = "opendpex._core.operand",
                           .basicsize = sizeof(PyObject),
                           .flags = Py_TPFLAGS_DEFAULT,
                           .slots = slots};

static const char *const texts[CORE_N_SLOTS][N_SIDES] = {
#define CORE_BINARY(slot, operation, sign) {"x " sign " x", "x " sign " 1.0", "1.0 " sign " x"},
#define CORE_UNARY(slot, operation)
#define CORE_COMPARISON(code, operation)
#include "operators.def"
#undef CORE_BINARY
#undef CORE_UNARY
#undef CORE_COMPARISON
};

/* Evaluates the text with an operand x. 0 or -1 with an exception. */
static int evaluate(const char *text, PyObject *variables, path *to)
{
    recorded = to;
    PyObject *code = Py_CompileString(text, "<operators>", Py_eval_input);
    PyObject *result = code ? PyEval_EvalCode(code, variables, variables) : NULL;
    Py_XDECREF(code);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

static int record_all(PyObject *variables)
{
    PyObject *type = PyType_FromSpec(&spec);
    PyObject *x = type ? PyObject_CallNoArgs(type) : NULL;
    int failed = !variables || !x || PyDict_SetItemString(variables, "x", x);
    for (int i = 0; i < CORE_N_SLOTS; i++)
        for (int side = 0; side < N_SIDES && !failed; side++)
            failed = evaluate(texts[i][side], variables, &paths[i][side]);
    Py_XDECREF(x);
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

/* From 3.14 on the loop's stack borrows references of variables. */
static void record_once(void)
{
    is_recorded = 1;
    loop = dlsym(RTLD_DEFAULT, "_PyEval_EvalFrameDefault");
    if (!loop || Py_Version >= 0x030e0000) return;
    PyObject *variables = PyDict_New();
    if (record_all(variables)) PyErr_Clear();
    Py_XDECREF(variables);
}

/* ---- checking -------------------------------------------------------------------------------- */

static int is_path(const path *known, void *const *frames, int n)
{
    if (!known->n || known->n > n) return 0;
    for (int i = 0; i < known->n; i++)
        if (frames[i] != known->addresses[i]) return 0;
    return 1;
}

int core_is_called_directly(core_slot slot, void *caller)
{
    enum { MOST_OWN = 4 }; /* functions of this library */
    void *frames[MOST_OWN + MOST_BETWEEN];
    if (!is_recorded) record_once();
    for (int side = 0; side < N_SIDES; side++) {
        const path *known = &paths[slot][side];
        if (!known->n || known->addresses[0] != caller) continue;
        const int n = backtrace(frames, MOST_OWN + known->n);
        int at = 0;
        /* The first one: the same function may be called by what it has called. */
        while (at < n && frames[at] != caller) at++;
        if (is_path(known, frames + at, n - at)) return 1;
    }
    return 0;
}

#else

int core_is_called_directly(core_slot slot, void *caller)
{
    (void)slot;
    (void)caller;
    return 0;
}

#endif
