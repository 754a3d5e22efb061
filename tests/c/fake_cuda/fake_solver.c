/* The stand-in's cuSOLVER: factorizations as textbooks have them, in complex double precision whatever the type, on the stand-in's device
 * thread. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "fake_parts.h"
#include "fake_values.h"

#define DPEX_SOLVER(name, symbol, parameters)                                                      \
    EXPORT int fake_solver_##name parameters __asm__(symbol);
#define DPEX_SOLVER_TYPED(name, s, d, c, z, parameters)                                            \
    EXPORT int fake_solver_##name##S parameters __asm__(s);                                        \
    EXPORT int fake_solver_##name##D parameters __asm__(d);                                        \
    EXPORT int fake_solver_##name##C parameters __asm__(c);                                        \
    EXPORT int fake_solver_##name##Z parameters __asm__(z);
#include "defs/cuda_solver.def"
#undef DPEX_SOLVER
#undef DPEX_SOLVER_TYPED

enum { INVALID_VALUE = 3, ALLOC_FAILED = 2, N_SWEEPS = 14 };

typedef double complex number;

typedef struct handle {
    CUstream stream;
} handle;

/* A call. What the letters mean is said at each function below; arrays are dense and by columns. */
typedef struct problem {
    void (*solve)(const struct problem *p);
    char type;
    int mode, m, n, k;
    void *a, *b, *c, *d, *work;
    int *pivots, *code;
} problem;

static number *take(const problem *p, const void *x, int n_rows, int n_columns)
{
    const size_t n = (size_t)n_rows * (size_t)n_columns;
    number *made = calloc(n + 1, sizeof *made);
    for (size_t i = 0; x && i < n; i++) made[i] = fake_load(p->type, x, i);
    return made;
}

static void give(char type, void *x, const number *from, int n_rows, int n_columns)
{
    const size_t n = (size_t)n_rows * (size_t)n_columns;
    for (size_t i = 0; i < n; i++) fake_store(type, x, i, from[i]);
}

/* Element (i, j) of a matrix of `ld` rows. */
#define AT(x, ld, i, j) ((x)[(size_t)(i) + (size_t)(j) * (size_t)(ld)])

/* An element with a negative number stands for an iteration that does not converge. */
static int is_marked(number first)
{
    return creal(first) == -1e9;
}

/* ---- Cholesky: a of n rows; mode 1: the upper factor --------------------------------------------------------- */

/* The upper factor is the lower one, conjugated and transposed. */
static void cholesky(const problem *p)
{
    const int n = p->n;
    number *a = take(p, p->a, n, n), *l = calloc((size_t)n * (size_t)n, sizeof *l);
    *p->code = 0;
    for (int j = 0; j < n && !*p->code; j++)
        for (int i = j; i < n; i++) {
            number sum = p->mode ? conj(AT(a, n, j, i)) : AT(a, n, i, j);
            for (int k = 0; k < j; k++) sum -= AT(l, n, i, k) * conj(AT(l, n, j, k));
            if (i == j && !(creal(sum) > 0)) {
                *p->code = j + 1;
                break;
            }
            AT(l, n, i, j) = i == j ? sqrt(creal(sum)) : sum / AT(l, n, j, j);
        }
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++)
            if (p->mode)
                AT(a, n, j, i) = conj(AT(l, n, i, j));
            else
                AT(a, n, i, j) = AT(l, n, i, j);
    give(p->type, p->a, a, n, n);
    free(a);
    free(l);
}

/* ---- LU: a of m x n, pivots ------------------------------------------------------------------------------------ */

static void exchange(number *x, int ld, int n_columns, int i, int other)
{
    for (int j = 0; j < n_columns; j++) {
        const number moved = AT(x, ld, i, j);
        AT(x, ld, i, j) = AT(x, ld, other, j);
        AT(x, ld, other, j) = moved;
    }
}

static double size_of(number x)
{
    return fabs(creal(x)) + fabs(cimag(x));
}

/* As the library's, which takes NaN for zero. */
static void lu(const problem *p)
{
    const int m = p->m, n = p->n;
    number *a = take(p, p->a, m, n);
    *p->code = 0;
    for (int i = 0; i < m * n; i++)
        if (isnan(creal(a[i])) || isnan(cimag(a[i]))) a[i] = 0;
    for (int j = 0; j < m && j < n; j++) {
        int row = j;
        for (int i = j + 1; i < m; i++)
            if (size_of(AT(a, m, i, j)) > size_of(AT(a, m, row, j))) row = i;
        p->pivots[j] = row + 1;
        if (AT(a, m, row, j) == 0) {
            if (!*p->code) *p->code = j + 1;
            continue;
        }
        exchange(a, m, n, j, row);
        for (int i = j + 1; i < m; i++) {
            AT(a, m, i, j) /= AT(a, m, j, j);
            for (int c = j + 1; c < n; c++) AT(a, m, i, c) -= AT(a, m, i, j) * AT(a, m, j, c);
        }
    }
    give(p->type, p->a, a, m, n);
    free(a);
}

/* Column x of the triangle `is_upper` of op(a); steps from the row that depends on no other. */
static void solve_triangle(const number *a, int n, int is_upper, int mode, int is_unit, number *x)
{
    const int is_backward = is_upper == !mode;
    for (int step = 0; step < n; step++) {
        const int i = is_backward ? n - 1 - step : step;
        number sum = x[i];
        for (int other = 0; other < step; other++) {
            const int j = is_backward ? n - 1 - other : other;
            const number t = mode ? AT(a, n, j, i) : AT(a, n, i, j);
            sum -= (mode == 2 ? conj(t) : t) * x[j];
        }
        const number t = mode == 2 ? conj(AT(a, n, i, i)) : AT(a, n, i, i);
        x[i] = is_unit ? sum : sum / t;
    }
}

/* b: k columns; mode 0, 1, 2: as it is, transposed, conjugated too */
static void lu_solve(const problem *p)
{
    const int n = p->n;
    number *a = take(p, p->a, n, n), *b = take(p, p->b, n, p->k);
    *p->code = 0;
    for (int i = 0; i < n && !p->mode; i++) exchange(b, n, p->k, i, p->pivots[i] - 1);
    for (int j = 0; j < p->k; j++) {
        number *x = b + (size_t)j * (size_t)n;
        solve_triangle(a, n, p->mode != 0, p->mode, !p->mode, x);
        solve_triangle(a, n, p->mode == 0, p->mode, p->mode != 0, x);
    }
    for (int i = n - 1; i >= 0 && p->mode; i--) exchange(b, n, p->k, i, p->pivots[i] - 1);
    give(p->type, p->b, b, n, p->k);
    free(a);
    free(b);
}

/* ---- QR: a of m x n, b: factors --------------------------------------------------------------------------------- */

/* Columns [first, n) of c become (1 - factor v v^H) c, where v lies in column j of a below an implied one. */
static void reflect(const number *a, int m, int j, number factor, number *c, int first, int n)
{
    for (int column = first; column < n; column++) {
        number sum = AT(c, m, j, column);
        for (int i = j + 1; i < m; i++) sum += conj(AT(a, m, i, j)) * AT(c, m, i, column);
        AT(c, m, j, column) -= factor * sum;
        for (int i = j + 1; i < m; i++) AT(c, m, i, column) -= factor * sum * AT(a, m, i, j);
    }
}

static void qr(const problem *p)
{
    const int m = p->m, n = p->n, less = m < n ? m : n;
    number *a = take(p, p->a, m, n), *factors = take(p, NULL, less, 1);
    for (int j = 0; j < less; j++) {
        const number first = AT(a, m, j, j);
        double below = 0;
        for (int i = j + 1; i < m; i++) below = hypot(below, cabs(AT(a, m, i, j)));
        if (below == 0 && cimag(first) == 0) continue;
        const double length = copysign(hypot(below, cabs(first)), -creal(first));
        factors[j] = (length - first) / length;
        for (int i = j + 1; i < m; i++) AT(a, m, i, j) /= first - length;
        reflect(a, m, j, conj(factors[j]), a, j + 1, n);
        AT(a, m, j, j) = length;
    }
    *p->code = 0;
    give(p->type, p->a, a, m, n);
    give(p->type, p->b, factors, less, 1);
    free(a);
    free(factors);
}

/* a: k reflectors, then Q of m x n */
static void qr_q(const problem *p)
{
    const int m = p->m, n = p->n;
    number *a = take(p, p->a, m, p->k), *factors = take(p, p->b, p->k, 1), *q = take(p, NULL, m, n);
    for (int j = 0; j < n; j++) AT(q, m, j, j) = 1;
    for (int j = p->k - 1; j >= 0; j--) reflect(a, m, j, factors[j], q, j, n);
    *p->code = 0;
    give(p->type, p->a, q, m, n);
    free(a);
    free(factors);
    free(q);
}

/* ---- eigenvalues: a of n rows, b: values; mode 1: vectors --------------------------------------------------------- */

/* Of a column-major matrix of n rows: columns p and q, or their counterparts in the other direction. */
static void rotate(number *x, int n, int p, int q, int step, double c, double s, number phase)
{
    for (int k = 0; k < n; k++) {
        number *at = x + (step == 1 ? k : (long)k * n);
        number *a = at + (long)p * (step == 1 ? n : 1), *b = at + (long)q * (step == 1 ? n : 1);
        const number first = *a, second = *b * phase;
        *a = c * first - s * second;
        *b = s * first + c * second;
    }
}

static void sweep(number *a, number *v, int n)
{
    for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++) {
            const number apq = a[p + (long)q * n];
            const double size = cabs(apq);
            if (size < 1e-300) continue;
            const double tau = (creal(a[q + (long)q * n]) - creal(a[p + (long)p * n])) / (2 * size);
            const double t = (tau < 0 ? -1 : 1) / (fabs(tau) + sqrt(1 + tau * tau));
            const double c = 1 / sqrt(1 + t * t), s = t * c;
            const number phase = conj(apq) / size;
            rotate(a, n, p, q, 1, c, s, phase);
            rotate(a, n, p, q, n, c, s, conj(phase));
            rotate(v, n, p, q, 1, c, s, phase);
        }
}

/* The numbers of `n` values in ascending order. */
static int *order_of(const double *values, int n)
{
    int *order = calloc((size_t)n + 1, sizeof *order);
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && values[order[at - 1]] > values[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    return order;
}

static void eigh(const problem *p)
{
    const int n = p->n;
    number *a = take(p, p->a, n, n), *v = calloc((size_t)n * (size_t)n, sizeof *v);
    double *values = calloc((size_t)n, sizeof *values);
    for (int j = 0; j < n; j++) {
        AT(v, n, j, j) = 1;
        for (int i = j; i < n; i++) AT(a, n, j, i) = conj(AT(a, n, i, j));
    }
    *p->code = is_marked(a[0]);
    for (int k = 0; k < N_SWEEPS && !*p->code; k++) sweep(a, v, n);
    for (int i = 0; i < n; i++) values[i] = creal(AT(a, n, i, i));
    int *order = order_of(values, n);
    for (int i = 0; i < n; i++) {
        fake_store(fake_real_of(p->type), p->b, (size_t)i, values[order[i]]);
        for (int k = 0; k < n && p->mode; k++)
            fake_store(p->type, p->a, (size_t)k + (size_t)i * (size_t)n, AT(v, n, k, order[i]));
    }
    free(order);
    free(values);
    free(a);
    free(v);
}

/* ---- singular values: a of m x n, b: values, c: u, d: vh; mode: 'N', 'S', 'A' ------------------------------------- */

static number inner(const number *x, const number *y, int m)
{
    number sum = 0;
    for (int i = 0; i < m; i++) sum += conj(x[i]) * y[i];
    return sum;
}

/* Makes columns of u orthogonal, two at a time, and notes in v how. */
static void orthogonalize(number *u, number *v, int m, int n)
{
    for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++) {
            number *x = u + (size_t)p * (size_t)m, *y = u + (size_t)q * (size_t)m;
            const number xy = inner(x, y, m);
            const double size = cabs(xy);
            if (size < 1e-300) continue;
            const double tau = creal(inner(y, y, m) - inner(x, x, m)) / (2 * size);
            const double t = (tau < 0 ? -1 : 1) / (fabs(tau) + sqrt(1 + tau * tau));
            const double c = 1 / sqrt(1 + t * t), s = t * c;
            const number phase = conj(xy) / size;
            rotate(u, m, p, q, 1, c, s, phase);
            rotate(v, n, p, q, 1, c, s, phase);
        }
}

/* Column j of u: of unit length, or where it vanishes the first unit vector that the columns before leave something of. */
static void complete(number *u, int m, int j, double length)
{
    number *x = u + (size_t)j * (size_t)m;
    for (int i = 0; i < m && length > 0; i++) x[i] /= length;
    for (int unit = 0; unit < m && length <= 0; unit++) {
        for (int i = 0; i < m; i++) x[i] = i == unit;
        for (int k = 0; k < 2 * j; k++) { /* twice, for the roundings */
            const number *other = u + (size_t)(k % j) * (size_t)m, part = inner(other, x, m);
            for (int i = 0; i < m; i++) x[i] -= part * other[i];
        }
        const double rest = sqrt(creal(inner(x, x, m)));
        if (rest < 0.1 / m) continue;
        for (int i = 0; i < m; i++) x[i] /= rest;
        return;
    }
}

static void write_svd(const problem *p, const number *u, const number *v, const double *lengths)
{
    const int m = p->m, n = p->n, n_left = p->mode == 'A' ? m : n;
    int *order = order_of(lengths, n);
    number *left = take(p, NULL, m, m), *right = take(p, NULL, n, n);
    for (int j = 0; j < n; j++) {
        const int from = order[n - 1 - j];
        fake_store(fake_real_of(p->type), p->b, (size_t)j, lengths[from]);
        for (int i = 0; i < m; i++) AT(left, m, i, j) = AT(u, m, i, from);
        for (int i = 0; i < n; i++) AT(right, n, j, i) = conj(AT(v, n, i, from));
    }
    for (int j = 0; j < n_left; j++)
        complete(left, m, j,
                 j < n && lengths[order[n - 1 - j]] > 1e-12 * lengths[order[n - 1]]
                     ? lengths[order[n - 1 - j]]
                     : 0);
    if (p->mode != 'N') give(p->type, p->c, left, m, n_left);
    if (p->mode != 'N') give(p->type, p->d, right, n, n);
    free(order);
    free(left);
    free(right);
}

static void svd(const problem *p)
{
    const int m = p->m, n = p->n;
    number *u = take(p, p->a, m, n), *v = take(p, NULL, n, n);
    double *lengths = calloc((size_t)n, sizeof *lengths);
    for (int j = 0; j < n; j++) AT(v, n, j, j) = 1;
    *p->code = is_marked(u[0]);
    for (int k = 0; k < N_SWEEPS && !*p->code; k++) orthogonalize(u, v, m, n);
    for (int j = 0; j < n; j++)
        lengths[j] = sqrt(creal(inner(u + (size_t)j * (size_t)m, u + (size_t)j * (size_t)m, m)));
    write_svd(p, u, v, lengths);
    give(p->type, p->a, u, m, n); /* its contents are lost */
    free(u);
    free(v);
    free(lengths);
}

/* ---- the functions -------------------------------------------------------------------------------------------------- */

int fake_solver_Create(void **made)
{
    const int code = fake_cuda_begin("cusolverDnCreate", 1);
    if (code) return code;
    *made = calloc(1, sizeof(handle));
    return *made ? 0 : ALLOC_FAILED;
}

int fake_solver_Destroy(void *of)
{
    free(of);
    return fake_cuda_begin("cusolverDnDestroy", 1);
}

int fake_solver_SetStream(void *of, CUstream stream)
{
    ((handle *)of)->stream = stream;
    return fake_cuda_begin("cusolverDnSetStream", 1);
}

/* The workspace is written, as the library's is. */
static void run(void *own)
{
    const problem *p = own;
    if (p->work) ((char *)p->work)[0] = 1;
    p->solve(p);
}

static int push(void *of, const char *name, const problem *made, int is_right)
{
    const int code = fake_cuda_begin(name, 1);
    if (code) return code;
    if (!is_right || made->m < 1 || made->n < 1 || made->k < 0) return INVALID_VALUE;
    problem *own = malloc(sizeof *own);
    if (!own) return ALLOC_FAILED;
    *own = *made;
    return fake_cuda_push_call(((handle *)of)->stream, run, own) ? ALLOC_FAILED : 0;
}

/* A length that no other extents have by chance. */
static int tell_length(const char *name, int m, int n, int *length)
{
    *length = 3 * m + 5 * n;
    return fake_cuda_begin(name, 1);
}

#define CHOLESKY(T, letter)                                                                        \
    int fake_solver_CholeskyLength##T(void *of, int fill, int n, void *a, int ld, int *length)     \
    {                                                                                              \
        (void)of, (void)fill, (void)a, (void)ld;                                                   \
        return tell_length("cusolverDnXpotrf_bufferSize", n, n, length);                           \
    }                                                                                              \
    int fake_solver_Cholesky##T(void *of, int fill, int n, void *a, int ld, void *work,            \
                                int length, int *code)                                             \
    {                                                                                              \
        const problem p = {.solve = cholesky,                                                      \
                           .type = letter,                                                         \
                           .mode = fill,                                                           \
                           .m = n,                                                                 \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .work = work,                                                           \
                           .code = code};                                                          \
        return push(of, "cusolverDnXpotrf", &p, ld == n && length == 8 * n);                       \
    }

#define LU(T, letter)                                                                              \
    int fake_solver_LuLength##T(void *of, int m, int n, void *a, int ld, int *length)              \
    {                                                                                              \
        (void)of, (void)a, (void)ld;                                                               \
        return tell_length("cusolverDnXgetrf_bufferSize", m, n, length);                           \
    }                                                                                              \
    int fake_solver_Lu##T(void *of, int m, int n, void *a, int ld, void *work, int *pivots,        \
                          int *code)                                                               \
    {                                                                                              \
        const problem p = {.solve = lu,                                                            \
                           .type = letter,                                                         \
                           .m = m,                                                                 \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .work = work,                                                           \
                           .pivots = pivots,                                                       \
                           .code = code};                                                          \
        return push(of, "cusolverDnXgetrf", &p, ld == m);                                          \
    }                                                                                              \
    int fake_solver_LuSolve##T(void *of, int form, int n, int k, const void *a, int ld,            \
                               const int *pivots, void *b, int ld_b, int *code)                    \
    {                                                                                              \
        const problem p = {.solve = lu_solve,                                                      \
                           .type = letter,                                                         \
                           .mode = form,                                                           \
                           .m = n,                                                                 \
                           .n = n,                                                                 \
                           .k = k,                                                                 \
                           .a = (void *)a,                                                         \
                           .b = b,                                                                 \
                           .pivots = (int *)pivots,                                                \
                           .code = code};                                                          \
        return push(of, "cusolverDnXgetrs", &p, ld == n && ld_b == n);                             \
    }

#define QR(T, letter)                                                                              \
    int fake_solver_QrLength##T(void *of, int m, int n, void *a, int ld, int *length)              \
    {                                                                                              \
        (void)of, (void)a, (void)ld;                                                               \
        return tell_length("cusolverDnXgeqrf_bufferSize", m, n, length);                           \
    }                                                                                              \
    int fake_solver_Qr##T(void *of, int m, int n, void *a, int ld, void *factors, void *work,      \
                          int length, int *code)                                                   \
    {                                                                                              \
        const problem p = {.solve = qr,                                                            \
                           .type = letter,                                                         \
                           .m = m,                                                                 \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .b = factors,                                                           \
                           .work = work,                                                           \
                           .code = code};                                                          \
        return push(of, "cusolverDnXgeqrf", &p, ld == m && length == 3 * m + 5 * n);               \
    }                                                                                              \
    int fake_solver_QrQLength##T(void *of, int m, int n, int k, const void *a, int ld,             \
                                 const void *factors, int *length)                                 \
    {                                                                                              \
        (void)of, (void)a, (void)ld, (void)factors, (void)k;                                       \
        return tell_length("cusolverDnXungqr_bufferSize", m, n, length);                           \
    }                                                                                              \
    int fake_solver_QrQ##T(void *of, int m, int n, int k, void *a, int ld, const void *factors,    \
                           void *work, int length, int *code)                                      \
    {                                                                                              \
        const problem p = {.solve = qr_q,                                                          \
                           .type = letter,                                                         \
                           .m = m,                                                                 \
                           .n = n,                                                                 \
                           .k = k,                                                                 \
                           .a = a,                                                                 \
                           .b = (void *)factors,                                                   \
                           .work = work,                                                           \
                           .code = code};                                                          \
        return push(of, "cusolverDnXungqr", &p,                                                    \
                    ld == m && m >= n && n >= k && length == 3 * m + 5 * n);                       \
    }

#define EIGH(T, letter)                                                                            \
    int fake_solver_EighLength##T(void *of, int vectors, int fill, int n, const void *a, int ld,   \
                                  const void *values, int *length)                                 \
    {                                                                                              \
        (void)of, (void)vectors, (void)fill, (void)a, (void)ld, (void)values;                      \
        return tell_length("cusolverDnXsyevd_bufferSize", n, n, length);                           \
    }                                                                                              \
    int fake_solver_Eigh##T(void *of, int vectors, int fill, int n, void *a, int ld, void *values, \
                            void *work, int length, int *code)                                     \
    {                                                                                              \
        const problem p = {.solve = eigh,                                                          \
                           .type = letter,                                                         \
                           .mode = vectors,                                                        \
                           .m = n,                                                                 \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .b = values,                                                            \
                           .work = work,                                                           \
                           .code = code};                                                          \
        return push(of, "cusolverDnXsyevd", &p, !fill && ld == n && length == 8 * n);              \
    }

#define SVD(T, letter)                                                                             \
    int fake_solver_SvdLength##T(void *of, int m, int n, int *length)                              \
    {                                                                                              \
        (void)of;                                                                                  \
        return tell_length("cusolverDnXgesvd_bufferSize", m, n, length);                           \
    }                                                                                              \
    int fake_solver_Svd##T(void *of, signed char u_mode, signed char vh_mode, int m, int n,        \
                           void *a, int ld, void *s, void *u, int ld_u, void *vh, int ld_vh,       \
                           void *work, int length, void *reals, int *code)                         \
    {                                                                                              \
        const problem p = {.solve = svd,                                                           \
                           .type = letter,                                                         \
                           .mode = u_mode,                                                         \
                           .m = m,                                                                 \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .b = s,                                                                 \
                           .c = u,                                                                 \
                           .d = vh,                                                                \
                           .work = work,                                                           \
                           .code = code};                                                          \
        return push(of, "cusolverDnXgesvd", &p,                                                    \
                    u_mode == vh_mode && m >= n && ld == m && ld_u >= m && ld_vh >= n &&           \
                        length == 3 * m + 5 * n && !reals);                                        \
    }

#define ALL(T, letter)                                                                             \
    CHOLESKY(T, letter)                                                                            \
    LU(T, letter)                                                                                  \
    QR(T, letter)                                                                                  \
    EIGH(T, letter)                                                                                \
    SVD(T, letter)
ALL(S, 'S')
ALL(D, 'D')
ALL(C, 'C')
ALL(Z, 'Z')
