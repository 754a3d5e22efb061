/* Products and transforms by libraries of NVIDIA's, over stand-ins for them that compute on the stand-in's device. */
#include <complex.h>
#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "dpex/fft.h"
#include "dpex/matmul.h"
#include "dpex/testing.h"
#include "ops/blas/openblas.h"
#include "ops/linalg/lapack.h"
#include "test.h"
#include "test_cuda.h"

/* All memory of the stand-in's devices is host accessible. */
static double *numbers_of(const dpex_array *x)
{
    return (double *)((char *)dpex_storage_get_ptr(x->storage) + x->offset);
}

static void make_array(dpex_array *x, dpex_queue *queue, dpex_dtype dtype, int nd,
                       const int64_t *shape, dpex_order order)
{
    CHECK_OK(dpex_array_init(queue, dtype, nd, shape, order, DPEX_USM_DEVICE, x));
    const int64_t n = x->size * (dtype == DPEX_C128 ? 2 : 1);
    for (int64_t i = 0; i < n; i++) numbers_of(x)[i] = (double)((i * 7 + i / 11) % 9 - 4);
}

static double complex element(const dpex_array *x, int64_t i, int64_t j)
{
    const double *at = numbers_of(x) + (i * x->strides[x->nd - 2] + j * x->strides[x->nd - 1]) *
                                           (x->dtype == DPEX_C128 ? 2 : 1);
    return x->dtype == DPEX_C128 ? at[0] + I * at[1] : at[0];
}

/* Some elements of c = a b against sums of the definition; the numbers are whole, so that they are equal. */
static void check_product(const dpex_array *a, const dpex_array *b, const dpex_array *c)
{
    const int64_t k = a->shape[a->nd - 1], m = a->shape[a->nd - 2], n = b->shape[b->nd - 1];
    for (int64_t i = 0; i < m; i += 13)
        for (int64_t j = 0; j < n; j += 17) {
            double complex sum = 0;
            for (int64_t l = 0; l < k; l++) sum += element(a, i, l) * element(b, l, j);
            CHECK(element(c, i, j) == sum);
        }
}

enum { M = 270, K = 253, N = 261 };

static const int64_t shape_a[2] = {M, K}, shape_b[2] = {K, N};

TEST(cuda_products_of_every_layout_are_the_librarys)
{
    const fake_cuda_controls *fake = cuda_fake();
    static const dpex_order orders[2] = {DPEX_ORDER_C, DPEX_ORDER_F};
    dpex_queue *queue = cuda_queue(0, 0);
    int n_calls = 0;
    for (int which = 0; which < 16; which++) {
        const dpex_dtype dtype = which & 1 ? DPEX_C128 : DPEX_F64;
        dpex_array a;
        make_array(&a, queue, dtype, 2, shape_a, orders[which >> 1 & 1]);
        dpex_array b, c;
        make_array(&b, queue, dtype, 2, shape_b, orders[which >> 2 & 1]);
        CHECK_OK(dpex_matmul_new(&a, &b, NULL, orders[which >> 3 & 1], &c));
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        CHECK_INT(fake->count("cublasGemmEx"), ++n_calls);
        check_product(&a, &b, &c);
        dpex_array_fini(&a);
        dpex_array_fini(&b);
        dpex_array_fini(&c);
    }
    CHECK_INT(fake->count("cublasCreate"), 1);
    dpex_queue_release(queue);
}

TEST(cuda_products_of_a_stack_are_one_call)
{
    const fake_cuda_controls *fake = cuda_fake();
    const int64_t shape[3] = {5, 150, 151}, other[3] = {5, 151, 152};
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_array a;
    make_array(&a, queue, DPEX_F64, 3, shape, DPEX_ORDER_C);
    dpex_array b, c;
    make_array(&b, queue, DPEX_F64, 3, other, DPEX_ORDER_C);
    CHECK_OK(dpex_matmul_new(&a, &b, NULL, DPEX_ORDER_C, &c));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(fake->count("cublasGemmStridedBatchedEx"), 1);
    for (int i = 0; i < 5; i++) {
        const dpex_index one[1] = {{.kind = DPEX_INDEX_INT, .start = i}};
        dpex_array ai, bi, ci;
        CHECK_OK(dpex_array_index(&a, one, 1, &ai));
        CHECK_OK(dpex_array_index(&b, one, 1, &bi));
        CHECK_OK(dpex_array_index(&c, one, 1, &ci));
        check_product(&ai, &bi, &ci);
        dpex_array_fini(&ai);
        dpex_array_fini(&bi);
        dpex_array_fini(&ci);
    }
    dpex_array_fini(&a);
    dpex_array_fini(&b);
    dpex_array_fini(&c);
    dpex_queue_release(queue);
}

/* A product that waits for another device keeps a copy of its command. */
TEST(cuda_products_wait_for_what_comes_before)
{
    cuda_fake();
    cuda_stage stage;
    cuda_stage_init(&stage, cuda_queue(0, 0));
    dpex_array a;
    make_array(&a, stage.queue, DPEX_F64, 2, shape_a, DPEX_ORDER_C);
    dpex_array b, c;
    make_array(&b, stage.queue, DPEX_F64, 2, shape_b, DPEX_ORDER_C);
    cuda_stage other;
    dpex_event *event;
    cuda_stage_init(&other, cuda_queue(1, 0));
    cuda_stage_block(&other, 0, &event);
    const dpex_command call = {.kind = DPEX_COMMAND_HOST_CALL, .flags = DPEX_COMMAND_ORDERED};
    CHECK_OK(dpex_queue_submit(stage.queue, &call, &event, 1, NULL));
    CHECK_OK(dpex_matmul_new(&a, &b, NULL, DPEX_ORDER_C, &c));
    memset(numbers_of(&c), 0, 8);
    int done;
    CHECK_OK(dpex_queue_wait(stage.queue, 1000000, &done));
    CHECK(!done && numbers_of(&c)[0] == 0);
    numbers_of(&a)[0] = 8;
    atomic_store(&other.flag, 1);
    CHECK_OK(dpex_queue_wait(stage.queue, 0, NULL));
    check_product(&a, &b, &c);
    dpex_event_release(event);
    dpex_array_fini(&a);
    dpex_array_fini(&b);
    dpex_array_fini(&c);
    cuda_stage_fini(&stage);
    cuda_stage_fini(&other);
}

TEST(cuda_failures_of_a_library_name_it)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_array a;
    make_array(&a, queue, DPEX_F64, 2, shape_a, DPEX_ORDER_C);
    dpex_array b, c;
    make_array(&b, queue, DPEX_F64, 2, shape_b, DPEX_ORDER_C);
    fake->fail("cublasGemmEx", 1, 13);
    CHECK_FAILS(dpex_matmul_new(&a, &b, NULL, DPEX_ORDER_C, &c), DPEX_ERROR_BACKEND);
    CHECK_MESSAGE("cuBLAS: cublasGemmEx failed with status 13");
    fake->fail("cublasGemmEx", 1, 3);
    CHECK_FAILS(dpex_matmul_new(&a, &b, NULL, DPEX_ORDER_C, &c), DPEX_ERROR_NO_MEMORY);
    CHECK_OK(dpex_matmul_new(&a, &b, NULL, DPEX_ORDER_C, &c));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    check_product(&a, &b, &c);
    dpex_array_fini(&a);
    dpex_array_fini(&b);
    dpex_array_fini(&c);
    dpex_queue_release(queue);
}

/* Own kernels are next, which the stand-in cannot compile. */
TEST(cuda_products_do_without_a_library_that_makes_no_handle)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    dpex_array a;
    make_array(&a, queue, DPEX_F64, 2, shape_a, DPEX_ORDER_C);
    dpex_array b, c;
    make_array(&b, queue, DPEX_F64, 2, shape_b, DPEX_ORDER_C);
    fake->fail("cublasCreate", 1, 1);
    /* Their text is compiled meanwhile, unless another process has: then it is known at once. */
    dpex_status status = dpex_matmul_new(&a, &b, NULL, DPEX_ORDER_C, &c);
    if (!status) {
        CHECK(dpex_queue_wait(queue, 0, NULL) != DPEX_SUCCESS);
        dpex_array_fini(&c);
    }
    CHECK_MESSAGE("dpex_kernel");
    CHECK_INT(fake->count("cublasGemmEx"), 0);
    dpex_array_fini(&a);
    dpex_array_fini(&b);
    dpex_queue_release(queue);
}

/* ---- transforms -------------------------------------------------------------------------------------------- */

static void check_lines(const dpex_array *x, const dpex_array *y, int axis, int sign)
{
    const int64_t n = x->shape[axis], lines = x->shape[1 - axis];
    const double pi = acos(-1.0);
    for (int64_t l = 0; l < lines; l += lines / 3)
        for (int64_t k = 0; k < y->shape[axis]; k += 37) {
            double complex sum = 0;
            for (int64_t j = 0; j < n; j++)
                sum += (axis ? element(x, l, j) : element(x, j, l)) *
                       cexp(sign * 2 * pi * I * (double)(j * k % n) / (double)n);
            const double complex got = axis ? element(y, l, k) : element(y, k, l);
            CHECK(cabs(got - sum) < 1e-9);
        }
}

TEST(cuda_transforms_of_whole_lines_are_the_librarys)
{
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    const int64_t shape[2] = {530, 250}, transposed[2] = {250, 530};
    /* No other thread keeps the queue for a moment. */
    dpex_testing_hold_fusion(1);
    int n_calls = 0;
    for (int which = 0; which < 8; which++) {
        const int axis = which & 1, is_real = which >> 1 & 1, is_backward = which >> 2 & 1;
        if (is_real && is_backward) continue;
        dpex_array x, y;
        make_array(&x, queue, is_real ? DPEX_F64 : DPEX_C128, 2, axis ? shape : transposed,
                   DPEX_ORDER_C);
        const dpex_fft_spec spec = {
            is_real ? DPEX_FFT_R2C : DPEX_FFT_C2C, is_backward, 1, 1, &axis, &x.shape[axis]};
        CHECK_OK(dpex_fft_new(&spec, &x, &y));
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        CHECK_INT(fake->count("cufftXtExec"), ++n_calls);
        check_lines(&x, &y, axis, is_backward ? 1 : -1);
        dpex_array_fini(&x);
        dpex_array_fini(&y);
    }
    CHECK_INT(fake->count("cufftMakePlanMany64"), 4); /* both directions share one */
    dpex_queue_release(queue);
    dpex_testing_hold_fusion(0);
    /* The thread that retires commands may release the queue last. */
    for (int i = 0; i < 10000000 && fake->count("cufftDestroy") < fake->count("cufftCreate"); i++)
        sched_yield();
    CHECK_INT(fake->count("cufftDestroy"), fake->count("cufftCreate"));
}

/* In place along an axis of a dense array, by the definition. */
static void transform_axis(double complex *x, const dpex_array *like, int axis, int sign)
{
    const int64_t n = like->shape[axis], stride = like->strides[axis];
    double complex *line = malloc(2 * (size_t)n * sizeof *line), *roots = line + n;
    CHECK(line);
    for (int64_t j = 0; j < n; j++)
        roots[j] = cexp(sign * 2 * acos(-1.0) * I * (double)j / (double)n);
    for (int64_t first = 0; first < like->size; first++) {
        if (first / stride % n) continue;
        for (int64_t j = 0; j < n; j++) line[j] = x[first + j * stride];
        for (int64_t k = 0; k < n; k++) {
            double complex sum = 0;
            for (int64_t j = 0; j < n; j++) sum += line[j] * roots[j * k % n];
            x[first + k * stride] = sum;
        }
    }
    free(line);
}

/* y: of all elements, or of the first half of the last axis. */
static void check_axes(const dpex_fft_spec *spec, const dpex_array *x, const dpex_array *y)
{
    const int is_real = x->dtype == DPEX_F64;
    const int64_t n = x->shape[2], n_kept = y->shape[2];
    double complex *expected = malloc((size_t)x->size * sizeof *expected);
    CHECK(expected);
    for (int64_t i = 0; i < x->size; i++)
        expected[i] =
            is_real ? numbers_of(x)[i] : numbers_of(x)[2 * i] + I * numbers_of(x)[2 * i + 1];
    for (int i = 0; i < spec->n_axes; i++)
        transform_axis(expected, x, spec->axes[i], spec->is_backward ? 1 : -1);
    double worst = 0;
    for (int64_t i = 0; i < y->size; i++) {
        const double complex got = numbers_of(y)[2 * i] + I * numbers_of(y)[2 * i + 1];
        worst = fmax(worst, cabs(got - expected[i / n_kept * n + i % n_kept]));
    }
    CHECK(worst < 1e-8);
    free(expected);
}

TEST(cuda_transforms_of_several_axes_are_one_of_the_librarys)
{
    static const struct {
        dpex_fft_kind kind;
        int is_backward, n_axes, axes[3];
    } rows[] = {
        {DPEX_FFT_C2C, 0, 2, {1, 2}}, {DPEX_FFT_C2C, 1, 2, {1, 0}}, {DPEX_FFT_C2C, 0, 3, {2, 0, 1}},
        {DPEX_FFT_C2C, 0, 2, {0, 2}}, {DPEX_FFT_R2C, 0, 2, {1, 2}}, {DPEX_FFT_R2C, 0, 3, {0, 1, 2}},
    };
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    const int64_t shape[3] = {42, 57, 58};
    dpex_testing_hold_fusion(1);
    for (size_t which = 0; which < sizeof rows / sizeof *rows; which++) {
        int64_t n[3];
        dpex_array x, y;
        for (int i = 0; i < rows[which].n_axes; i++) n[i] = shape[rows[which].axes[i]];
        make_array(&x, queue, rows[which].kind == DPEX_FFT_R2C ? DPEX_F64 : DPEX_C128, 3, shape,
                   DPEX_ORDER_C);
        const dpex_fft_spec spec = {rows[which].kind,   rows[which].is_backward, 1,
                                    rows[which].n_axes, rows[which].axes,        n};
        const int n_calls = fake->count("cufftXtExec");
        CHECK_OK(dpex_fft_new(&spec, &x, &y));
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        CHECK_INT(fake->count("cufftXtExec"), n_calls + 1);
        check_axes(&spec, &x, &y);
        dpex_array_fini(&x);
        dpex_array_fini(&y);
    }
    dpex_queue_release(queue);
    dpex_testing_hold_fusion(0);
}

/* ---- eigenvalues ------------------------------------------------------------------------------------------- */

enum { N_ROWS = 256 };

/* Element (i, j) of matrix `which` of a stack: Hermitian, its upper triangle is not read. */
static double complex hermitian(int which, int i, int j)
{
    if (i < j) return conj(hermitian(which, j, i));
    const double re = (i * 7 + j * 3 + which) % 11 - 5, im = i == j ? 0 : (i + 2 * j) % 5 - 2;
    return re + I * im + (i == j ? i : 0);
}

static void fill_hermitian(const dpex_array *x, int is_complex)
{
    double *at = numbers_of(x);
    for (int which = 0; which < x->shape[0]; which++)
        for (int j = 0; j < N_ROWS; j++)
            for (int i = 0; i < N_ROWS; i++) {
                const double complex value = i < j ? NAN : hermitian(which, i, j);
                *at++ = creal(value);
                if (is_complex) *at++ = cimag(value);
            }
}

static dpex_status submit_eigh(const dpex_array *a, const dpex_array *values,
                               dpex_linalg_info *info)
{
    const dpex_lapack_job job = {.name = "eigh",
                                 .op = DPEX_LAPACK_EIGH_COLUMNS,
                                 .dtype = a->dtype,
                                 .m = (int)a->shape[2],
                                 .n = (int)a->shape[2],
                                 .mode = 1,
                                 .arrays = {a, values},
                                 .n_matrices = a->shape[0]};
    return dpex_lapack_submit(&job, info);
}

/* a v = lambda v, of some vectors. */
static void check_vectors(const dpex_array *a, const dpex_array *values, int is_complex)
{
    for (int which = 0; which < a->shape[0]; which++)
        for (int k = 0; k < N_ROWS; k += 51) {
            const double *v = numbers_of(a) + ((which * N_ROWS + k) * N_ROWS) * (is_complex + 1);
            const double lambda = numbers_of(values)[which * N_ROWS + k];
            for (int i = 0; i < N_ROWS; i += 37) {
                double complex sum = 0;
                for (int j = 0; j < N_ROWS; j++) {
                    const double complex x =
                        is_complex ? v[2 * j] + I * v[2 * j + 1] : v[j] + 0 * I;
                    const double complex h = hermitian(which, i, j);
                    sum += (is_complex ? h : creal(h)) * x;
                    if (i == j) sum -= lambda * x;
                }
                CHECK(cabs(sum) < 1e-8);
            }
        }
}

/* Which is what computes them where the vendor's library does not. */
static void skip_without_openblas(void)
{
    if (!dpex_openblas_get()) SKIP("OpenBLAS is not there");
}

TEST(cuda_eigenvalues_of_large_matrices_are_the_librarys)
{
    skip_without_openblas();
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    int n_calls = 0;
    for (int is_complex = 0; is_complex < 2; is_complex++) {
        const int64_t shape[] = {2, N_ROWS, N_ROWS};
        dpex_array a, values;
        dpex_linalg_info info;
        CHECK_OK(dpex_array_init(queue, is_complex ? DPEX_C128 : DPEX_F64, 3, shape, DPEX_ORDER_C,
                                 DPEX_USM_DEVICE, &a));
        CHECK_OK(
            dpex_array_init(queue, DPEX_F64, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &values));
        fill_hermitian(&a, is_complex);
        CHECK_OK(submit_eigh(&a, &values, &info));
        CHECK_OK(dpex_storage_wait(info.codes, 0, NULL));
        CHECK_OK(dpex_linalg_check(&info));
        CHECK_INT(fake->count("cusolverDnXsyevd"), n_calls += 2);
        check_vectors(&a, &values, is_complex);
        for (int k = 1; k < 2 * N_ROWS; k++)
            CHECK(k == N_ROWS || numbers_of(&values)[k - 1] <= numbers_of(&values)[k]);
        numbers_of(&a)[0] = -1e9; /* the stand-in's sign for what does not converge */
        CHECK_OK(submit_eigh(&a, &values, &info));
        n_calls += 2;
        CHECK_OK(dpex_storage_wait(info.codes, 0, NULL));
        CHECK_FAILS(dpex_linalg_check(&info), DPEX_ERROR_LINALG);
        dpex_array_fini(&a);
        dpex_array_fini(&values);
    }
    CHECK_INT(fake->count("cusolverDnCreate"), 1);
    dpex_queue_release(queue);
}

TEST(cuda_eigenvalues_of_small_matrices_are_computed_on_the_host)
{
    skip_without_openblas();
    const fake_cuda_controls *fake = cuda_fake();
    dpex_queue *queue = cuda_queue(0, 0);
    const int64_t shape[] = {3, 4, 4};
    dpex_array a, values, vectors;
    dpex_linalg_info info;
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 3, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &a));
    for (int i = 0; i < 48; i++) numbers_of(&a)[i] = i % 16 % 5 ? 0 : 1 + i / 16;
    CHECK_OK(dpex_eigh_new(&a, &values, &vectors, &info));
    CHECK_OK(dpex_storage_wait(info.codes, 0, NULL));
    CHECK_OK(dpex_linalg_check(&info));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int i = 0; i < 12; i++) CHECK(fabs(numbers_of(&values)[i] - (1 + i / 4)) < 1e-12);
    CHECK_INT(fake->count("cusolverDnXsyevd"), 0);
    dpex_array_fini(&a);
    dpex_array_fini(&values);
    dpex_array_fini(&vectors);
    dpex_queue_release(queue);
}
