/* Products and transforms by libraries of NVIDIA's, over stand-ins for them that compute on the stand-in's device. */
#include <complex.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "dpex/fft.h"
#include "dpex/matmul.h"
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
    CHECK(dpex_matmul_new(&a, &b, NULL, DPEX_ORDER_C, &c) != DPEX_SUCCESS);
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
    CHECK_INT(fake->count("cufftDestroy"), fake->count("cufftCreate"));
}
