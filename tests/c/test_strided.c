/* Operations on memory given by pointers, from plain C: order, failures, wrong arguments, ordinary memory. Results of all functions are
 * tested by the programs of tests/cpp. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "dpex/dpex.h"
#include "ops.h"
#include "ops/blas/openblas.h"
#include "queue_fixture.h"

enum { N = 6 };

static dpex_strided matrix_of(double *x)
{
    return (dpex_strided){.ptr = x, .dtype = DPEX_F64, .nd = 2, .shape = {N, N}, .strides = {1, N}};
}

static dpex_strided vector_of(double *x)
{
    return (dpex_strided){.ptr = x, .dtype = DPEX_F64, .nd = 1, .shape = {N}, .strides = {1}};
}

static void fill(double *a, double *x)
{
    for (int i = 0; i < N * N; i++) a[i] = i % 7 + (i % (N + 1) ? 0 : 20);
    for (int i = 0; i < N; i++) x[i] = i + 1;
}

/* ---- what the functions do ---------------------------------------------------------------------------- */

TEST(product_of_ordinary_memory_is_computed_in_place)
{
    double a[N * N], x[N], y[N];
    const dpex_strided matrix = matrix_of(a), in = vector_of(x), out = vector_of(y);
    const dpex_blas_options options = {.alpha = {.f64 = 2}, .beta = {.f64 = 0}};
    dpex_queue *queue = ops_queue();
    dpex_event *event;
    const dpex_strided_call call = {.queue = queue, .event = &event};
    fill(a, x);
    for (int i = 0; i < N; i++) y[i] = NAN; /* not read */
    CHECK_OK(dpex_blas_gemm(&call, &options, &matrix, &in, &out));
    if (event) CHECK_OK(dpex_event_wait(event, 0, NULL));
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++) sum += a[i + j * N] * x[j];
        CHECK_NUMBER(y[i], 2 * sum);
    }
    dpex_event_release(event);
    dpex_queue_release(queue);
}

static dpex_status raise_failure(void *payload)
{
    (void)payload;
    return DPEX_ERROR_HOST_CALL;
}

TEST(event_of_an_operation_fails_with_its_dependency)
{
    double x[N] = {0};
    const dpex_strided in = vector_of(x);
    dpex_queue *queue = ops_queue();
    dpex_event *failed = NULL, *event = NULL;
    const dpex_command command = {.kind = DPEX_COMMAND_HOST_CALL, .host = {.run = raise_failure}};
    const dpex_strided_call call = {.queue = queue, .deps = &failed, .n_deps = 1, .event = &event};
    CHECK_OK(dpex_queue_submit(queue, &command, NULL, 0, &failed));
    CHECK_OK(dpex_strided_elementwise(&call, "sqrt", &in, 1, &in));
    if (event) CHECK_FAILS(dpex_event_wait(event, 0, NULL), DPEX_ERROR_CANCELLED);
    CHECK(dpex_queue_wait(queue, 0, NULL) != DPEX_SUCCESS);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    dpex_event_release(event);
    dpex_event_release(failed);
    dpex_queue_release(queue);
}

TEST(operand_beyond_its_allocation_is_refused)
{
    dpex_queue *queue = ops_queue();
    dpex_storage *storage;
    const dpex_strided_call call = {.queue = queue};
    CHECK_OK(dpex_storage_create(queue, N * sizeof(double), 0, DPEX_USM_SHARED, &storage));
    dpex_strided x = vector_of(dpex_storage_get_ptr(storage));
    CHECK_OK(dpex_strided_elementwise(&call, "negative", &x, 1, &x));
    x.shape[0]++;
    CHECK_FAILS(dpex_strided_elementwise(&call, "negative", &x, 1, &x), DPEX_ERROR_OUT_OF_RANGE);
    x.shape[0]--;
    x.strides[0] = -1;
    CHECK_FAILS(dpex_strided_elementwise(&call, "negative", &x, 1, &x), DPEX_ERROR_OUT_OF_RANGE);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(wrong_strided_operands_are_refused)
{
    double a[N * N], x[N];
    dpex_queue *queue = ops_queue();
    dpex_event *event;
    const dpex_strided_call call = {.queue = queue, .event = &event};
    const dpex_blas_options options = {.alpha = {.f64 = 1}};
    dpex_strided in = vector_of(x), matrix = matrix_of(a), longer = vector_of(a),
                 single = vector_of(x);
    fill(a, x);
    longer.shape[0] = N + 1;
    single.dtype = DPEX_F32;
    CHECK_FAILS(dpex_blas_gemm(&call, &options, &matrix, &longer, &in), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_blas_gemm(&call, &options, &matrix, &single, &in), DPEX_ERROR_INVALID_TYPE);
    CHECK_FAILS(dpex_blas_ger(&call, &options, &matrix, &in, &matrix), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_blas_trsm(&call, &options, &matrix, &in), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_blas_trmm(&call, &options, &matrix, &in), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_blas_swap(&call, &in, &longer), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_blas_swap(&call, &in, &single), DPEX_ERROR_INVALID_TYPE);
    CHECK_FAILS(dpex_blas_rot(&call, &options, &longer, &in), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_lapack_getri(&call, &matrix, &in, NULL), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_lapack_potrf(&call, 1, &in, NULL), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_lapack_getrf(&call, &matrix, &in, NULL), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_lapack_gesvd(&call, &matrix, &longer, NULL, NULL, NULL),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_strided_elementwise(&call, "no such", &in, 1, &in), DPEX_ERROR_UNSUPPORTED);
    CHECK_FAILS(dpex_strided_elementwise(&call, "add", &in, 1, &in), DPEX_ERROR_INVALID_VALUE);
    in.ptr = NULL;
    CHECK_FAILS(dpex_strided_elementwise(&call, "sqrt", &in, 1, &in), DPEX_ERROR_INVALID_VALUE);
    in.shape[0] = -1;
    CHECK_FAILS(dpex_strided_elementwise(&call, "sqrt", &in, 1, &in), DPEX_ERROR_INVALID_VALUE);
    in.shape[0] = INT64_MAX / 4;
    in.strides[0] = 16;
    CHECK_FAILS(dpex_strided_elementwise(&call, "sqrt", &in, 1, &in), DPEX_ERROR_INVALID_VALUE);
    in.nd = DPEX_INLINE_NDIM + 1;
    CHECK_FAILS(dpex_strided_elementwise(&call, "sqrt", &in, 1, &in), DPEX_ERROR_INVALID_VALUE);
    in.nd = 1;
    in.shape[0] = 0;
    CHECK_OK(dpex_strided_elementwise(&call, "sqrt", &in, 1, &in));
    CHECK(!event);
    dpex_queue_release(queue);
}

/* ---- memory that fails ------------------------------------------------------------------------------- */

typedef struct trial {
    int has_openblas; /* builds under a sanitizer have none, and then there are no factorizations */
    dpex_queue *queue;
    dpex_random *random;
    double *a, *b, *x;
} trial;

static dpex_status use_blas(const trial *t, const dpex_strided_call *call)
{
    const dpex_blas_options o = {.alpha = {.f64 = 2}, .beta = {.f64 = 1}, .is_lower = 1};
    const dpex_strided a = matrix_of(t->a), b = matrix_of(t->b), x = vector_of(t->x);
    dpex_strided one = {.ptr = t->x, .dtype = DPEX_F64}, column = b;
    column.shape[1] = 2;
    DPEX_TRY(dpex_blas_gemm(call, &o, &a, &a, &b));
    DPEX_TRY(dpex_blas_ger(call, &o, &x, &x, &b));
    DPEX_TRY(dpex_blas_symm(call, &o, &a, &a, &b));
    DPEX_TRY(dpex_blas_syrk(call, &o, &a, &b));
    if (t->has_openblas) DPEX_TRY(dpex_blas_trsm(call, &o, &a, &column));
    DPEX_TRY(dpex_blas_trmm(call, &o, &a, &column));
    DPEX_TRY(dpex_blas_axpby(call, &o, &x, &x));
    DPEX_TRY(dpex_blas_swap(call, &a, &b));
    DPEX_TRY(dpex_blas_rot(call, &o, &a, &b));
    DPEX_TRY(dpex_blas_scal(call, &o, &x));
    DPEX_TRY(dpex_blas_dot(call, &x, &x, &one));
    DPEX_TRY(dpex_blas_asum(call, &x, &one));
    DPEX_TRY(dpex_blas_nrm2(call, &x, &one));
    one.dtype = DPEX_I64;
    return dpex_blas_iamax(call, &x, 0, 1, &one);
}

static dpex_status use_lapack(const trial *t, const dpex_strided_call *call)
{
    const dpex_strided a = matrix_of(t->a), b = matrix_of(t->b), x = vector_of(t->x);
    int64_t code = 0;
    const dpex_strided info = {.ptr = &code, .dtype = DPEX_I64};
    dpex_strided pivots = x;
    pivots.dtype = DPEX_I64;
    DPEX_TRY(dpex_lapack_gesvd(call, &b, &x, &b, NULL, &info));
    DPEX_TRY(dpex_lapack_heevd(call, 1, 0, &b, &x, &info));
    DPEX_TRY(dpex_lapack_geqrf(call, &b, &x));
    DPEX_TRY(dpex_lapack_getrf(call, &b, &pivots, &info));
    DPEX_TRY(dpex_lapack_getrs(call, 'T', &b, &pivots, &a));
    DPEX_TRY(dpex_lapack_getri(call, &b, &pivots, &info));
    fill(t->a, t->x);
    DPEX_TRY(dpex_lapack_potrf(call, 1, &a, &info));
    return dpex_lapack_potrs(call, 1, &a, &b);
}

static dpex_status use_others(const trial *t, const dpex_strided_call *call)
{
    static const int axis = 0;
    static const int64_t length = N / 2;
    static const double parameters[4] = {0, 1, 0, 1};
    const dpex_fft_spec spec = {.scale = 1, .n_axes = 1, .axes = &axis, .n = &length};
    const dpex_strided x = vector_of(t->x);
    dpex_strided numbers = {
        .ptr = t->x, .dtype = DPEX_C128, .nd = 1, .shape = {N / 2}, .strides = {1}};
    DPEX_TRY(dpex_strided_fft(call, &spec, &numbers, &numbers));
    numbers.is_conjugated = 1;
    const dpex_strided out = {
        .ptr = t->a, .dtype = DPEX_C128, .nd = 1, .shape = {N / 2}, .strides = {1}};
    DPEX_TRY(dpex_strided_elementwise(call, "sqrt", &numbers, 1, &out));
    DPEX_TRY(dpex_strided_random(call, t->random, DPEX_RANDOM_IS_LOGNORMAL, parameters, &x));
    const dpex_strided ints = {
        .ptr = t->x, .dtype = DPEX_I32, .nd = 1, .shape = {N}, .strides = {1}};
    return dpex_strided_random(call, t->random, DPEX_RANDOM_IS_BERNOULLI, parameters, &ints);
}

static dpex_status use_all(void *context)
{
    const trial *t = context;
    dpex_event *event = NULL;
    const dpex_strided_call call = {.queue = t->queue, .event = &event};
    fill(t->a, t->x);
    memcpy(t->b, t->a, N * N * sizeof(double));
    dpex_status status = use_blas(t, &call);
    if (!status) status = dpex_queue_wait(t->queue, 0, NULL);
    fill(t->a, t->x);
    memcpy(t->b, t->a, N * N * sizeof(double));
    if (!status && t->has_openblas) status = use_lapack(t, &call);
    if (!status) status = use_others(t, &call);
    dpex_event_release(event);
    const dpex_status later = dpex_queue_wait(t->queue, 0, NULL);
    dpex_pool_trim(0);
    return status ? status : later;
}

TEST(failing_allocations_of_strided_operations_are_told)
{
    double a[N * N], b[N * N], x[N];
    trial t = {
        .has_openblas = dpex_openblas_get() != NULL, .queue = ops_queue(), .a = a, .b = b, .x = x};
    CHECK_OK(dpex_random_create("philox4x32", &t.random));
    fixture_fill_nodes(t.queue);
    CHECK_OK(use_all(&t));
    test_failing_allocations(use_all, &t);
    dpex_random_release(t.random);
    dpex_queue_release(t.queue);
}
