/* Draws of distributions whose parameters are numbers: the usual calls of the functions of dpnp.random and of the methods of its
 * generators. A row says what a distribution takes; numbers outside of its intervals, arrays and other arguments are
 * left to Python (random/_distributions.py), which does the same and says what is wrong. */
#include <float.h>
#include <math.h>

#include "args.h"
#include "fused.h"
#include "operand.h"
#include "random.h"

enum { MOST = DPEX_RANDOM_MAX_PARAMETERS };

typedef struct row row;
typedef PyObject *(*draw_fn)(core_engine *self, const row *r, const double *values,
                             const core_extents *e);

/* Numbers from least to most, both included; -0.0 is none of those from 0 on. */
typedef struct interval {
    double least, most;
} interval;

struct row {
    const char *name; /* in src/defs/distributions.def, or of a function of random/_transforms.py */
    draw_fn draw;
    int n_parameters, n_needed;
    interval within[MOST];
    double defaults[MOST];
    int is_integer;
    int (*suits)(const double *values); /* what the intervals do not say; may be NULL */
};

/* ---- three ways to draw ----------------------------------------------------------------------- */

static PyObject *by_rejection(core_engine *self, const row *r, const double *values,
                              const core_extents *e)
{
    const dpex_dtype integer = self->is_one_word ? DPEX_I32 : DPEX_I64;
    PyObject *made =
        core_random_empty(self->queue, r->is_integer ? integer : self->real, DPEX_USM_DEVICE, e);
    if (!made) return NULL;
    dpex_array *out = &((core_array *)made)->array;
    dpex_random_draw_spec spec = {.constants = {values[0], values[1], values[2]}};
    dpex_status status;
    do {
        Py_BEGIN_ALLOW_THREADS
        status = core_random_make_key(self, spec.key);
        if (!status) status = dpex_random_draw(r->name, &spec, out);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    if (!status) return made;
    Py_DECREF(made);
    return core_raise(status);
}

/* The functions of random/_transforms.py by name. */
static PyObject *transforms;

/* transform_by(functions): a dict of those that draws call. */
static PyObject *transform_by(PyObject *module, PyObject *functions)
{
    (void)module;
    PyObject *old = transforms;
    transforms = Py_NewRef(functions);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *transformed(const row *r, PyObject *numbers, const double *values)
{
    PyObject *args[1 + MOST] = {numbers}, *result = NULL;
    PyObject *function = transforms ? PyDict_GetItemString(transforms, r->name) : NULL;
    if (!function) return core_left_to_python();
    int failed = 0;
    for (int i = 0; i < r->n_parameters && !failed; i++)
        failed = !(args[1 + i] = PyFloat_FromDouble(values[i]));
    if (!failed) result = core_fused_apply(function, args, 1 + r->n_parameters);
    for (int i = 0; i < r->n_parameters; i++) Py_XDECREF(args[1 + i]);
    return result;
}

static PyObject *by_transform(core_engine *self, const row *r, const double *values,
                              dpex_random_kind kind, const core_extents *e)
{
    const dpex_random_fill_spec spec = {.kind = kind, .width = 1};
    PyObject *numbers = core_random_drawn(self, spec, self->real, e);
    PyObject *result = numbers ? transformed(r, numbers, values) : NULL;
    Py_XDECREF(numbers);
    return result;
}

static PyObject *of_uniform(core_engine *self, const row *r, const double *values,
                            const core_extents *e)
{
    return by_transform(self, r, values, DPEX_RANDOM_UNIFORM, e);
}

static PyObject *of_normal(core_engine *self, const row *r, const double *values,
                           const core_extents *e)
{
    return by_transform(self, r, values, DPEX_RANDOM_NORMAL, e);
}

/* ---- those that are filled at once --------------------------------------------------------------- */

static PyObject *units(core_engine *self, const row *r, const double *values, const core_extents *e)
{
    (void)r, (void)values;
    const dpex_random_fill_spec spec = {.kind = DPEX_RANDOM_UNIFORM, .width = 1};
    return core_random_drawn(self, spec, self->real, e);
}

static PyObject *normals(core_engine *self, const row *r, const double *values,
                         const core_extents *e)
{
    if (r->n_parameters && self->real != DPEX_F64) return core_left_to_python();
    const dpex_random_fill_spec spec = {
        .kind = DPEX_RANDOM_NORMAL, .low = values[0], .width = values[1]};
    return core_random_drawn(self, spec, self->real, e);
}

/* A RandomState exchanges ends that are reversed, a Generator refuses them. */
static PyObject *between(core_engine *self, const row *r, const double *values,
                         const core_extents *e)
{
    (void)r;
    const int is_reversed = values[0] > values[1];
    const double low = values[is_reversed], width = values[!is_reversed] - low;
    if (self->real != DPEX_F64 || !isfinite(width) || (is_reversed && !self->is_one_word))
        return core_left_to_python();
    const dpex_random_fill_spec spec = {.kind = DPEX_RANDOM_UNIFORM, .low = low, .width = width};
    return core_random_drawn(self, spec, DPEX_F64, e);
}

/* ---- the distributions ---------------------------------------------------------------------------- */

static int is_whole(const double *values)
{
    return values[0] == floor(values[0]);
}

/* A thousand million of a kind are too many for a Generator. */
static int is_urn(const double *v)
{
    return v[0] == floor(v[0]) && v[1] == floor(v[1]) && v[2] == floor(v[2]) && v[0] < 1e9 &&
           v[1] < 1e9 && v[0] + v[1] >= v[2];
}

/* A Generator's are integers of 64 bits with ten deviations to spare. */
static int is_countable(const double *v)
{
    return (1 - v[1]) / v[1] * (v[0] + 10 * sqrt(v[0])) < 0x1p62;
}

static int is_triangle(const double *v)
{
    return v[0] <= v[1] && v[1] <= v[2] && v[0] < v[2];
}

#define ANY                                                                                        \
    {                                                                                              \
        -DBL_MAX, DBL_MAX                                                                          \
    }
#define FROM_0                                                                                     \
    {                                                                                              \
        0, DBL_MAX                                                                                 \
    }
#define ABOVE_0                                                                                    \
    {                                                                                              \
        DBL_TRUE_MIN, DBL_MAX                                                                      \
    }
#define ABOVE_1                                                                                    \
    {                                                                                              \
        1 + DBL_EPSILON, DBL_MAX                                                                   \
    }
#define COUNT                                                                                      \
    {                                                                                              \
        0, 9.2e18                                                                                  \
    }
#define SOME                                                                                       \
    {                                                                                              \
        1, 9.2e18                                                                                  \
    }
#define PART                                                                                       \
    {                                                                                              \
        0, 1                                                                                       \
    }
#define PART_NOT_0                                                                                 \
    {                                                                                              \
        DBL_TRUE_MIN, 1                                                                            \
    }
#define PART_NOT_1                                                                                 \
    {                                                                                              \
        0, 1 - DBL_EPSILON / 2                                                                     \
    }

/* ROW(function, name, draw, parameters, needed, (intervals), (defaults), is_integer, suits) */
#define LIST(...)                                                                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define ROWS                                                                                       \
    ROW(random, "random", units, 0, 0, LIST(ANY), LIST(0), 0, NULL)                                \
    ROW(standard_normal, "normal", normals, 0, 0, LIST(ANY), LIST(0, 1), 0, NULL)                  \
    ROW(uniform, "uniform", between, 2, 0, LIST(ANY, ANY), LIST(0, 1), 0, NULL)                    \
    ROW(normal, "normal", normals, 2, 0, LIST(ANY, FROM_0), LIST(0, 1), 0, NULL)                   \
    ROW(standard_exponential, "standard_exponential", of_uniform, 0, 0, LIST(ANY), LIST(0), 0,     \
        NULL)                                                                                      \
    ROW(standard_cauchy, "standard_cauchy", of_uniform, 0, 0, LIST(ANY), LIST(0), 0, NULL)         \
    ROW(exponential, "exponential", of_uniform, 1, 0, LIST(FROM_0), LIST(1), 0, NULL)              \
    ROW(gumbel, "gumbel", of_uniform, 2, 0, LIST(ANY, FROM_0), LIST(0, 1), 0, NULL)                \
    ROW(laplace, "laplace", of_uniform, 2, 0, LIST(ANY, FROM_0), LIST(0, 1), 0, NULL)              \
    ROW(logistic, "logistic", of_uniform, 2, 0, LIST(ANY, FROM_0), LIST(0, 1), 0, NULL)            \
    ROW(lognormal, "lognormal", of_normal, 2, 0, LIST(ANY, FROM_0), LIST(0, 1), 0, NULL)           \
    ROW(pareto, "pareto", of_uniform, 1, 1, LIST(ABOVE_0), LIST(0), 0, NULL)                       \
    ROW(power, "power", of_uniform, 1, 1, LIST(ABOVE_0), LIST(0), 0, NULL)                         \
    ROW(rayleigh, "rayleigh", of_uniform, 1, 0, LIST(FROM_0), LIST(1), 0, NULL)                    \
    ROW(triangular, "triangular", of_uniform, 3, 3, LIST(ANY, ANY, ANY), LIST(0), 0, is_triangle)  \
    ROW(weibull, "weibull", of_uniform, 1, 1, LIST(ABOVE_0), LIST(0), 0, NULL)                     \
    ROW(beta, "beta", by_rejection, 2, 2, LIST(ABOVE_0, ABOVE_0), LIST(0), 0, NULL)                \
    ROW(chisquare, "chisquare", by_rejection, 1, 1, LIST(ABOVE_0), LIST(0), 0, NULL)               \
    ROW(f, "f", by_rejection, 2, 2, LIST(ABOVE_0, ABOVE_0), LIST(0), 0, NULL)                      \
    ROW(gamma, "gamma", by_rejection, 2, 1, LIST(FROM_0, FROM_0), LIST(0, 1), 0, NULL)             \
    ROW(standard_gamma, "gamma", by_rejection, 1, 1, LIST(FROM_0), LIST(0, 1), 0, NULL)            \
    ROW(noncentral_chisquare, "noncentral_chisquare", by_rejection, 2, 2, LIST(ABOVE_0, FROM_0),   \
        LIST(0), 0, NULL)                                                                          \
    ROW(noncentral_f, "noncentral_f", by_rejection, 3, 3, LIST(ABOVE_0, ABOVE_0, FROM_0), LIST(0), \
        0, NULL)                                                                                   \
    ROW(standard_t, "standard_t", by_rejection, 1, 1, LIST(ABOVE_0), LIST(0), 0, NULL)             \
    ROW(vonmises, "vonmises", by_rejection, 2, 2, LIST(ANY, FROM_0), LIST(0), 0, NULL)             \
    ROW(wald, "wald", by_rejection, 2, 2, LIST(ABOVE_0, ABOVE_0), LIST(0), 0, NULL)                \
    ROW(binomial, "binomial", by_rejection, 2, 2, LIST(COUNT, PART), LIST(0), 1, is_whole)         \
    ROW(geometric, "geometric", by_rejection, 1, 1, LIST(PART_NOT_0), LIST(0), 1, NULL)            \
    ROW(hypergeometric, "hypergeometric", by_rejection, 3, 3, LIST(COUNT, COUNT, SOME), LIST(0),   \
        1, is_urn)                                                                                 \
    ROW(logseries, "logseries", by_rejection, 1, 1, LIST(PART_NOT_1), LIST(0), 1, NULL)            \
    ROW(negative_binomial, "negative_binomial", by_rejection, 2, 2, LIST(ABOVE_0, PART_NOT_0),     \
        LIST(0), 1, is_countable)                                                                  \
    ROW(poisson, "poisson", by_rejection, 1, 0, LIST(COUNT), LIST(1), 1, NULL)                     \
    ROW(zipf, "zipf", by_rejection, 1, 1, LIST(ABOVE_1), LIST(0), 1, NULL)

enum {
#define ROW(function, ...) ROW_##function,
    ROWS
#undef ROW
};

static const row rows[] = {
#define ROW(function, name, draw, n, n_needed, within, defaults, is_integer, suits)                \
    {name, draw, n, n_needed, within, defaults, is_integer, suits},
    ROWS
#undef ROW
};

/* ---- arguments ------------------------------------------------------------------------------------ */

static int read_number(PyObject *object, double *value)
{
    if (!PyFloat_CheckExact(object) && !PyLong_CheckExact(object)) return 0;
    *value = PyFloat_AsDouble(object);
    if (*value == -1 && PyErr_Occurred()) {
        PyErr_Clear(); /* an int that is too large: Python raises OverflowError */
        return 0;
    }
    return isfinite(*value);
}

static int read_parameter(PyObject *object, interval within, double *value)
{
    return read_number(object, value) && *value >= within.least && *value <= within.most &&
           !(within.least == 0 && signbit(*value));
}

/* size, the last argument by position or the only one by name; NULL: not given. 0: other names. */
static int find_size(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, int n_before,
                     PyObject **size)
{
    *size = n > n_before ? args[n_before] : NULL;
    if (!kwnames) return n <= n_before + 1;
    if (n > n_before || PyTuple_Size(kwnames) != 1) return 0;
    *size = args[n];
    return !PyUnicode_CompareWithASCIIString(PyTuple_GetItem(kwnames, 0), "size");
}

static PyObject *draw(PyObject *object, const row *r, PyObject *const *args, Py_ssize_t n,
                      PyObject *kwnames)
{
    core_engine *self = (core_engine *)object;
    core_extents e = {0};
    double values[MOST] = {r->defaults[0], r->defaults[1], r->defaults[2]};
    PyObject *size;
    if (!self->queue || n < r->n_needed) return core_left_to_python();
    if (!find_size(args, n, kwnames, r->n_parameters, &size)) return core_left_to_python();
    for (int i = 0; i < r->n_parameters && i < n; i++)
        if (!read_parameter(args[i], r->within[i], &values[i])) return core_left_to_python();
    if (!core_random_read_size(size, &e) || (r->suits && !r->suits(values)))
        return core_left_to_python();
    return r->draw(self, r, values, &e);
}

/* ---- draws with arguments of their own --------------------------------------------------------------- */

static PyObject *of_extents(PyObject *object, int row_index, PyObject *const *args, Py_ssize_t n,
                            PyObject *kwnames)
{
    core_engine *self = (core_engine *)object;
    core_extents e = {0};
    if (kwnames || !self->queue) return core_left_to_python();
    for (Py_ssize_t i = 0; i < n; i++)
        if (!core_random_read_extent(args[i], &e)) return core_left_to_python();
    const row *r = &rows[row_index];
    return r->draw(self, r, r->defaults, &e);
}

/* rand(*extents) */
static PyObject *draw_rand(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    return of_extents(self, ROW_random, args, n, kwnames);
}

/* randn(*extents) */
static PyObject *draw_randn(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    return of_extents(self, ROW_standard_normal, args, n, kwnames);
}

/* (low, high=None, size=None), as whole numbers with low < high; without high from 0 to low. */
static int read_range(PyObject *const *args, Py_ssize_t n, PyObject *kwnames, int64_t ends[2],
                      core_extents *e)
{
    PyObject *size;
    if (n < 1 || !find_size(args, n, kwnames, 2, &size) || !core_random_read_size(size, e))
        return 0;
    const int has_low = n > 1 && args[1] != Py_None;
    ends[0] = 0;
    for (int i = 0; i <= has_low; i++) {
        int overflow = 0;
        if (!PyLong_CheckExact(args[i])) return 0;
        ends[has_low ? i : 1] = PyLong_AsLongLongAndOverflow(args[i], &overflow);
        if (overflow) return 0;
    }
    return ends[0] < ends[1];
}

/* randint(low, high=None, size=None) of a RandomState, of int32 */
static PyObject *draw_randint(PyObject *object, PyObject *const *args, Py_ssize_t n,
                              PyObject *kwnames)
{
    core_engine *self = (core_engine *)object;
    int64_t ends[2];
    core_extents e = {0};
    if (!self->queue || !read_range(args, n, kwnames, ends, &e) || ends[0] < INT32_MIN ||
        ends[1] > INT32_MAX)
        return core_left_to_python();
    const dpex_random_fill_spec spec = {
        .kind = DPEX_RANDOM_UNIFORM, .low = (double)ends[0], .width = (double)(ends[1] - ends[0])};
    return core_random_drawn(self, spec, DPEX_I32, &e);
}

/* integers(low, high=None, size=None) of a Generator, of int64 */
static PyObject *draw_integers(PyObject *object, PyObject *const *args, Py_ssize_t n,
                               PyObject *kwnames)
{
    core_engine *self = (core_engine *)object;
    int64_t ends[2];
    core_extents e = {0};
    if (!self->queue || self->is_one_word || !read_range(args, n, kwnames, ends, &e))
        return core_left_to_python();
    const uint64_t start = (uint64_t)ends[0];
    const dpex_random_fill_spec spec = {
        .kind = DPEX_RANDOM_INTEGERS, .start = start, .range = (uint64_t)ends[1] - 1 - start};
    return core_random_drawn(self, spec, DPEX_I64, &e);
}

/* ---- multinomial --------------------------------------------------------------------------------------- */

enum { MOST_OUTCOMES = 16 };

typedef struct outcomes {
    int n;
    double of[MOST_OUTCOMES]; /* probabilities */
} outcomes;

/* A list or tuple of two probabilities or more, which surely are no more than one; 0: something else. */
static int read_outcomes(PyObject *sequence, outcomes *p)
{
    const Py_ssize_t n = core_list_length(sequence);
    double sum = 0;
    if (n < 2 || n > MOST_OUTCOMES) return 0;
    p->n = (int)n;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!read_parameter(core_list_item(sequence, i), (interval)PART, &p->of[i])) return 0;
        if (i < n - 1) sum += p->of[i];
    }
    return sum <= 1;
}

/* drawn = binomial(left, share), by the engine's next words; left is a float or an array. */
static int count_among(core_engine *self, PyObject *left, double share, PyObject *drawn)
{
    dpex_random_draw_spec spec = {.constants = {0, share}};
    if (core_array_check(left))
        spec.arrays[0] = &((core_array *)left)->array;
    else
        spec.constants[0] = PyFloat_AsDouble(left);
    dpex_status status;
    do {
        Py_BEGIN_ALLOW_THREADS
        status = core_random_make_key(self, spec.key);
        if (!status) status = dpex_random_draw("binomial", &spec, &((core_array *)drawn)->array);
        Py_END_ALLOW_THREADS
    } while (core_is_to_repeat(status));
    if (status) core_raise(status);
    return status ? -1 : 0;
}

/* counts[..., i] = values */
static int set_counts(PyObject *counts, int i, PyObject *values)
{
    const dpex_index key[2] = {{.kind = DPEX_INDEX_ELLIPSIS}, {.kind = DPEX_INDEX_INT, .start = i}};
    dpex_array view;
    const dpex_status status = dpex_array_index(&((core_array *)counts)->array, key, 2, &view);
    if (status) {
        core_raise(status);
        return -1;
    }
    const int failed = core_array_assign(&view, values);
    dpex_array_fini(&view);
    return failed;
}

/* Conditional binomial method: each count is binomial among the trials left, with the probability among the outcomes left. */
static int draw_counts(core_engine *self, PyObject *trials, const outcomes *p, PyObject *counts,
                       PyObject *drawn)
{
    static const dpex_op *op;
    if (!op) op = dpex_op_find("subtract");
    PyObject *left = Py_NewRef(trials);
    double weight = 1;
    for (int i = 0; i < p->n - 1 && left; i++) {
        const double share = weight > 0 ? p->of[i] / weight : 0;
        PyObject *fewer = NULL;
        if (!count_among(self, left, share < 1 ? share : 1, drawn) && !set_counts(counts, i, drawn))
            fewer = core_binary(op, left, drawn, DPEX_ORDER_K);
        Py_DECREF(left);
        left = fewer;
        weight -= p->of[i];
    }
    const int failed = !left || set_counts(counts, p->n - 1, left);
    Py_XDECREF(left);
    return failed ? -1 : 0;
}

/* multinomial(n, pvals, size=None), n an int and pvals numbers */
static PyObject *draw_multinomial(PyObject *object, PyObject *const *args, Py_ssize_t n,
                                  PyObject *kwnames)
{
    core_engine *self = (core_engine *)object;
    core_extents e = {0};
    outcomes p;
    double trials;
    PyObject *size;
    if (!self->queue || self->real != DPEX_F64 || n < 2 || !PyLong_CheckExact(args[0]) ||
        !read_parameter(args[0], (interval)COUNT, &trials) || !read_outcomes(args[1], &p) ||
        !find_size(args, n, kwnames, 2, &size) || !core_random_read_size(size, &e) ||
        e.nd == DPEX_MAX_NDIM)
        return core_left_to_python();
    const dpex_dtype dtype = self->is_one_word ? DPEX_I32 : DPEX_I64;
    PyObject *drawn = core_random_empty(self->queue, dtype, DPEX_USM_DEVICE, &e);
    e.shape[e.nd++] = p.n;
    PyObject *counts = drawn ? core_random_empty(self->queue, dtype, DPEX_USM_DEVICE, &e) : NULL;
    PyObject *number = counts ? PyFloat_FromDouble(trials) : NULL;
    if (!number || draw_counts(self, number, &p, counts, drawn)) Py_CLEAR(counts);
    Py_XDECREF(number);
    Py_XDECREF(drawn);
    return counts;
}

/* ---- as methods of engines, and as functions of the generators that own them ----------------------------- */

typedef PyObject *(*method_fn)(PyObject *self, PyObject *const *args, Py_ssize_t n,
                               PyObject *kwnames);

/* args[0] is the generator, a RandomState or Generator. */
static PyObject *of_owner(method_fn method, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    static PyObject *name;
    if (!name && !(name = PyUnicode_InternFromString("_engine"))) return NULL;
    PyObject *engine = n ? PyObject_GetAttr(args[0], name) : NULL;
    if (!engine) PyErr_Clear();
    PyObject *result = engine && Py_TYPE(engine) == core_engine_type
                           ? method(engine, args + 1, n - 1, kwnames)
                           : core_left_to_python();
    Py_XDECREF(engine);
    return result;
}

#define ROW(function, ...)                                                                         \
    static PyObject *draw_##function(PyObject *self, PyObject *const *args, Py_ssize_t n,          \
                                     PyObject *kwnames)                                            \
    {                                                                                              \
        return draw(self, &rows[ROW_##function], args, n, kwnames);                                \
    }
ROWS
#undef ROW

#define OTHERS ROW(rand) ROW(randn) ROW(randint) ROW(integers) ROW(multinomial)
#define ROW(function, ...)                                                                         \
    static PyObject *usual_##function(PyObject *module, PyObject *const *args, Py_ssize_t n,       \
                                      PyObject *kwnames)                                           \
    {                                                                                              \
        (void)module;                                                                              \
        return of_owner(draw_##function, args, n, kwnames);                                        \
    }
    ROWS OTHERS
#undef ROW

    static PyMethodDef methods[] = {
#define ROW(function, ...) {"draw_" #function, CORE_FAST(draw_##function), NULL},
        ROWS OTHERS
#undef ROW
};

static PyMethodDef functions[] = {
    {"transform_random_by", transform_by, METH_O, NULL},
#define ROW(function, ...) {"usual_" #function, CORE_FAST(usual_##function), NULL},
    ROWS OTHERS
#undef ROW
    {NULL},
};

int core_add_random_draws(PyObject *module)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        PyObject *method = PyDescr_NewMethod(core_engine_type, &methods[i]);
        PyObject *type = (PyObject *)core_engine_type;
        const int failed = !method || PyObject_SetAttrString(type, methods[i].ml_name, method);
        Py_XDECREF(method);
        if (failed) return -1;
    }
    return core_add_functions(module, functions);
}
