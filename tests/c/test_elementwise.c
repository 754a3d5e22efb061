/* Element-wise calls: results, layouts, overlap, placement, small and large. Values of all dtypes: tests/conformance. */
#include <math.h>
#include <string.h>

#include "ops.h"
#include "queue_fixture.h"

enum { SMALL = 100, LARGE = 100003 };

static dpex_status apply(const char *name, dpex_operand x, dpex_operand y, dpex_array *out)
{
    const dpex_operand operands[2] = {x, y};
    return dpex_elementwise_new(dpex_op_find(name), operands, DPEX_ORDER_K, out);
}

static void check_sum_of_ramps(int64_t n)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, y, z;
    ops_ramp(queue, DPEX_F64, n, 0, 1, &x);
    ops_ramp(queue, DPEX_F64, n, 0.5, -2, &y);
    CHECK_OK(apply("add", ops_array(&x), ops_array(&y), &z));
    for (int64_t i = 0; i < n; i += 97) CHECK_NUMBER(ops_at(&z, i), 0.5 - (double)i);
    CHECK_NUMBER(ops_at(&z, n - 1), 0.5 - (double)(n - 1));
    dpex_array_fini(&x);
    dpex_array_fini(&y);
    dpex_array_fini(&z);
    dpex_queue_release(queue);
}

TEST(small_arrays_are_added)
{
    check_sum_of_ramps(SMALL);
}

TEST(large_arrays_are_added)
{
    check_sum_of_ramps(LARGE);
}

TEST(scalars_stand_on_either_side)
{
    dpex_queue *queue = ops_queue();
    const int64_t sizes[2] = {1000, LARGE};
    for (int s = 0; s < 2; s++) {
        dpex_array x, left, right;
        ops_ramp(queue, DPEX_F32, sizes[s], 0, 1, &x);
        CHECK_OK(apply("subtract", ops_array(&x), ops_real(0.5), &right));
        CHECK_OK(apply("subtract", ops_int(10), ops_array(&x), &left));
        CHECK_INT(left.dtype, DPEX_F32);
        for (int64_t i = 0; i < sizes[s]; i += 511) {
            CHECK_NUMBER(ops_at(&right, i), (double)i - 0.5);
            CHECK_NUMBER(ops_at(&left, i), 10 - (double)i);
        }
        dpex_array_fini(&x);
        dpex_array_fini(&left);
        dpex_array_fini(&right);
    }
    dpex_queue_release(queue);
}

TEST(results_do_not_depend_on_position_or_size)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, whole, part, result;
    ops_ramp(queue, DPEX_F64, LARGE, 0.001, 0.0007, &all);
    CHECK_OK(apply("exp", ops_array(&all), ops_int(0), &whole));
    const int64_t n = 37, first[3] = {0, 12345, LARGE - 37};
    for (int p = 0; p < 3; p++) {
        CHECK_OK(dpex_array_init_view(all.storage, queue, DPEX_F64, first[p] * 8, 1, &n, NULL, 0,
                                      &part));
        CHECK_OK(apply("exp", ops_array(&part), ops_int(0), &result));
        for (int64_t i = 0; i < n; i++)
            CHECK_NUMBER(ops_at(&result, i), ops_at(&whole, first[p] + i));
        dpex_array_fini(&result);
        dpex_array_fini(&part);
    }
    dpex_array_fini(&all);
    dpex_array_fini(&whole);
    dpex_queue_release(queue);
}

TEST(layout_follows_the_operands)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, transposed, like, c_order;
    ops_ramp(queue, DPEX_F64, 12, 0, 1, &x);
    ops_view(&x, 0, 3, 4, 1, 3, &transposed);
    const dpex_operand operands[2] = {ops_array(&transposed), ops_array(&transposed)};
    CHECK_OK(dpex_elementwise_new(dpex_op_find("add"), operands, DPEX_ORDER_K, &like));
    CHECK_INT(like.strides[0], 1);
    CHECK_INT(like.strides[1], 3);
    CHECK_OK(dpex_elementwise_new(dpex_op_find("add"), operands, DPEX_ORDER_C, &c_order));
    CHECK_INT(c_order.strides[0], 4);
    CHECK_NUMBER(ops_at(&c_order, 5), ops_at(&like, 5));
    dpex_array_fini(&x);
    dpex_array_fini(&transposed);
    dpex_array_fini(&like);
    dpex_array_fini(&c_order);
    dpex_queue_release(queue);
}

TEST(usm_kind_is_the_strongest_of_the_operands)
{
    dpex_queue *queue = ops_queue();
    const int64_t n = 8;
    dpex_array host, shared, z;
    dpex_scalar one = {.f64 = 1};
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_HOST, &host));
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_SHARED, &shared));
    CHECK_OK(dpex_array_fill(&host, &one));
    CHECK_OK(dpex_array_fill(&shared, &one));
    CHECK_OK(apply("add", ops_array(&host), ops_array(&shared), &z));
    CHECK_INT(dpex_storage_get_kind(z.storage), DPEX_USM_SHARED);
    dpex_array_fini(&z);
    CHECK_OK(apply("add", ops_array(&host), ops_int(1), &z));
    CHECK_INT(dpex_storage_get_kind(z.storage), DPEX_USM_HOST);
    dpex_array_fini(&z);
    dpex_array_fini(&host);
    dpex_array_fini(&shared);
    dpex_queue_release(queue);
}

TEST(output_may_be_an_operand)
{
    dpex_queue *queue = ops_queue();
    dpex_array x;
    ops_ramp(queue, DPEX_F64, LARGE, 0, 1, &x);
    const dpex_operand operands[2] = {ops_array(&x), ops_array(&x)};
    CHECK_OK(dpex_elementwise_into(dpex_op_find("multiply"), operands, &x));
    CHECK_NUMBER(ops_at(&x, LARGE - 1), (double)(LARGE - 1) * (LARGE - 1));
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(overlapping_output_behaves_as_if_operands_were_copied)
{
    dpex_queue *queue = ops_queue();
    const int64_t sizes[2] = {1000, LARGE};
    for (int s = 0; s < 2; s++) {
        dpex_array all, from, to;
        int64_t n = sizes[s] - 1, backwards = -1;
        ops_ramp(queue, DPEX_F64, sizes[s], 0, 1, &all);
        CHECK_OK(dpex_array_init_view(all.storage, queue, DPEX_F64, 0, 1, &n, NULL, 0, &from));
        CHECK_OK(dpex_array_init_view(all.storage, queue, DPEX_F64, 8, 1, &n, NULL,
                                      DPEX_ARRAY_WRITABLE, &to));
        const dpex_operand operands[2] = {ops_array(&from), ops_int(7)};
        CHECK_OK(dpex_elementwise_into(dpex_op_find("add"), operands, &to));
        for (int64_t i = 0; i < n; i += 101) CHECK_NUMBER(ops_at(&to, i), (double)i + 7);
        dpex_array_fini(&to);
        dpex_array_fini(&from);
        CHECK_OK(dpex_array_init_view(all.storage, queue, DPEX_F64, 8 * n, 1, &sizes[s], &backwards,
                                      0, &from));
        CHECK_OK(dpex_array_copy(&all, &from)); /* reverses */
        CHECK_NUMBER(ops_at(&all, n), 0);
        CHECK_NUMBER(ops_at(&all, 0), (double)n - 1 + 7);
        dpex_array_fini(&from);
        dpex_array_fini(&all);
    }
    dpex_queue_release(queue);
}

TEST(in_place_keeps_the_dtype)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, row;
    ops_ramp(queue, DPEX_F32, 100, 0, 1, &x);
    ops_ramp(queue, DPEX_F64, 100, 1, 0, &row);
    dpex_operand operand = ops_array(&row);
    CHECK_OK(dpex_elementwise_inplace(dpex_op_find("add"), &x, &operand, 0));
    CHECK_INT(x.dtype, DPEX_F32);
    CHECK_NUMBER(ops_at(&x, 5), 6);
    operand = (dpex_operand){.kind = DPEX_KIND_COMPLEX, .value = {.c128 = {1, 1}}};
    CHECK_FAILS(dpex_elementwise_inplace(dpex_op_find("add"), &x, &operand, 0),
                DPEX_ERROR_INVALID_TYPE);
    CHECK_MESSAGE("cannot cast complex64 to float32");
    operand = ops_int(2);
    CHECK_FAILS(dpex_elementwise_inplace(dpex_op_find("less"), &x, &operand, 0),
                DPEX_ERROR_INVALID_TYPE);
    dpex_array_fini(&row);
    ops_ramp(queue, DPEX_I32, 100, 0, 1, &row);
    CHECK_FAILS(dpex_elementwise_inplace(dpex_op_find("divide"), &row, &operand, 0),
                DPEX_ERROR_INVALID_TYPE);
    dpex_array_fini(&row);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(wrong_outputs_are_refused)
{
    dpex_queue *queue = ops_queue(), *other = ops_queue();
    dpex_array x, out;
    ops_ramp(queue, DPEX_F64, 10, 0, 1, &x);
    const dpex_operand operands[2] = {ops_array(&x), ops_int(1)};
    const dpex_op *add = dpex_op_find("add");
    ops_ramp(queue, DPEX_F64, 11, 0, 1, &out);
    CHECK_FAILS(dpex_elementwise_into(add, operands, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("(10,)");
    dpex_array_fini(&out);
    ops_ramp(queue, DPEX_F32, 10, 0, 1, &out);
    CHECK_FAILS(dpex_elementwise_into(add, operands, &out), DPEX_ERROR_INVALID_TYPE);
    dpex_array_fini(&out);
    ops_ramp(other, DPEX_F64, 10, 0, 1, &out);
    CHECK_FAILS(dpex_elementwise_into(add, operands, &out), DPEX_ERROR_PLACEMENT);
    CHECK_FAILS(apply("add", ops_array(&x), ops_array(&out), &out), DPEX_ERROR_PLACEMENT);
    out.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    CHECK_FAILS(dpex_elementwise_into(add, operands, &out), DPEX_ERROR_READ_ONLY);
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
    dpex_queue_release(other);
}

TEST(complex_special_values_follow_annex_g)
{
    dpex_queue *queue = ops_queue();
    const int64_t one = 1;
    dpex_array z, root;
    dpex_scalar value = {.c128 = {-4, -0.0}}, result;
    CHECK_OK(dpex_array_init(queue, DPEX_C128, 1, &one, DPEX_ORDER_C, DPEX_USM_DEVICE, &z));
    CHECK_OK(dpex_array_fill(&z, &value));
    CHECK_OK(apply("sqrt", ops_array(&z), ops_int(0), &root));
    CHECK_OK(dpex_array_get_scalar(&root, &result));
    CHECK(result.c128.re == 0 && result.c128.im == -2);
    dpex_array_fini(&root);
    value.c128 = (dpex_c128){-INFINITY, NAN};
    CHECK_OK(dpex_array_fill(&z, &value));
    CHECK_OK(apply("exp", ops_array(&z), ops_int(0), &root));
    CHECK_OK(dpex_array_get_scalar(&root, &result));
    CHECK(result.c128.re == 0 && result.c128.im == 0);
    dpex_array_fini(&root);
    dpex_array_fini(&z);
    dpex_queue_release(queue);
}

TEST(copies_between_queues_wait_for_each_other)
{
    dpex_queue *queue = ops_queue(), *other = ops_queue();
    dpex_array x, y, z;
    ops_ramp(queue, DPEX_F64, 3000000, 0, 1, &x);
    const int64_t n = x.size;
    CHECK_OK(apply("sqrt", ops_array(&x), ops_int(0), &y));
    CHECK_OK(dpex_array_init(other, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &z));
    CHECK_OK(dpex_array_copy(&z, &y));
    CHECK_NUMBER(ops_at(&z, n - 1), sqrt((double)(n - 1)));
    dpex_array_fini(&x);
    dpex_array_fini(&y);
    dpex_array_fini(&z);
    dpex_queue_release(queue);
    dpex_queue_release(other);
}

TEST(copy_broadcasts_and_says_when_it_cannot)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, rows, row;
    ops_ramp(queue, DPEX_I32, 12, 0, 1, &x);
    ops_view(&x, 0, 3, 4, 4, 1, &rows);
    ops_ramp(queue, DPEX_F64, 4, 10, 1, &row);
    CHECK_OK(dpex_array_copy(&rows, &row));
    CHECK_NUMBER(ops_at(&rows, 6), 12);
    CHECK_FAILS(dpex_array_copy(&row, &rows), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("cannot broadcast an array of shape (3,4) into shape (4,)");
    dpex_array_fini(&row);
    dpex_array_fini(&rows);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(copies_reorder_axes)
{
    dpex_queue *queue = ops_queue();
    const int64_t shape[3] = {37, 70, 81}, n = 37 * 70 * 81;
    static const int axes[4][3] = {{2, 1, 0}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}};
    const dpex_dtype dtypes[5] = {DPEX_U8, DPEX_I16, DPEX_F32, DPEX_F64, DPEX_C128};
    for (int k = 0; k < 5; k++) {
        dpex_array all, x;
        ops_ramp(queue, dtypes[k], n, 0, 1, &all);
        CHECK_OK(dpex_array_init_view(all.storage, queue, dtypes[k], 0, 3, shape, NULL, 0, &x));
        for (int p = 0; p < 4; p++) {
            dpex_array transposed, copy;
            CHECK_OK(dpex_array_permute(&x, axes[p], &transposed));
            CHECK_OK(dpex_array_cast_new(&transposed, dtypes[k], DPEX_ORDER_C, DPEX_USM_DEVICE,
                                         queue, &copy));
            for (int64_t i = 0; i < n; i += 331)
                CHECK_NUMBER(ops_at(&copy, i), ops_at(&transposed, i));
            CHECK_NUMBER(ops_at(&copy, n - 1), ops_at(&transposed, n - 1));
            dpex_array_fini(&copy);
            dpex_array_fini(&transposed);
        }
        dpex_array_fini(&x);
        dpex_array_fini(&all);
    }
    dpex_queue_release(queue);
}

/* Values at which conversions differ where they can, in the largest type of each kind. */
static const dpex_scalar odd_integers[] = {
    {.i = 0},         {.i = 1},         {.i = -1},
    {.i = 127},       {.i = 128},       {.i = -129},
    {.i = 65535},     {.i = 65536},     {.i = 0x7fffffff},
    {.i = 1ll << 31}, {.i = 1ll << 32}, {.i = 65519},
    {.i = INT64_MIN}, {.i = INT64_MAX}, {.i = (1ll << 60) + (1ll << 36) + 1}};
static const double odd_reals[] = {
    0.0,         -0.0,           0.5,     -0.9,       1.9,      -2.9,      127.5,
    128,         255.9,          256,     -129,       32768,    65519.9,   65520,
    65536,       0x1p31,         -0x1p31, 0x1p31 - 1, 0x1p32,   -0x1p33,   0x1p40 + 7,
    0x1p63,      -0x1p63,        0x1p64,  -0x1p64,    1.5e19,   0x1p-25,   0x1p-24,
    0x1.8p-25,   1e-40,          1e300,   -1e300,     INFINITY, -INFINITY, NAN,
    1 + 0x1p-11, 1 + 0x1.001p-11};

/* The element of an array of one, converted as an array and as a scalar. */
static void check_conversion(dpex_queue *queue, const dpex_scalar *value, dpex_dtype from,
                             dpex_dtype to)
{
    const int64_t one = 1;
    dpex_array x, converted;
    dpex_scalar as_array, as_scalar;
    CHECK_OK(dpex_array_init(queue, from, 1, &one, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_OK(dpex_array_fill(&x, value));
    CHECK_OK(dpex_array_cast_new(&x, to, DPEX_ORDER_C, DPEX_USM_DEVICE, queue, &converted));
    CHECK_OK(dpex_array_get_scalar(&converted, &as_array));
    dpex_scalar_cast(value, from, to, &as_scalar);
    size_t bytes = dpex_dtype_get_info(to)->itemsize;
    if (memcmp(&as_array, &as_scalar, bytes)) {
        dpex_scalar real, again; /* NaN may differ in its payload */
        dpex_scalar_cast(&as_array, to, DPEX_F64, &real);
        dpex_scalar_cast(&as_scalar, to, DPEX_F64, &again);
        if (!isnan(real.f64) || !isnan(again.f64))
            test_fail(__FILE__, __LINE__, "%s to %s: %.17g as an array, %.17g as a scalar",
                      dpex_dtype_get_info(from)->name, dpex_dtype_get_info(to)->name, real.f64,
                      again.f64);
    }
    dpex_array_fini(&x);
    dpex_array_fini(&converted);
}

static void check_conversions_from(dpex_queue *queue, dpex_dtype from)
{
    int is_integer = dpex_dtype_get_info(from)->kind <= DPEX_KIND_UINT;
    size_t n = is_integer ? sizeof odd_integers / sizeof *odd_integers
                          : sizeof odd_reals / sizeof *odd_reals;
    for (size_t i = 0; i < n; i++) {
        dpex_scalar wide = {.c128 = {is_integer ? 0 : odd_reals[i], 1.5}}, value;
        if (is_integer) wide = odd_integers[i];
        dpex_scalar_cast(&wide, is_integer ? DPEX_I64 : DPEX_C128, from, &value);
        for (int to = 0; to < DPEX_N_DTYPES; to++)
            check_conversion(queue, &value, from, (dpex_dtype)to);
    }
}

TEST(scalars_are_converted_as_arrays_are)
{
    dpex_queue *queue = ops_queue();
    for (int from = 0; from < DPEX_N_DTYPES; from++)
        check_conversions_from(queue, (dpex_dtype)from);
    dpex_queue_release(queue);
}

TEST(linspace_ends_exactly)
{
    dpex_queue *queue = ops_queue();
    const int64_t n = 50001;
    dpex_array x;
    dpex_scalar start = {.f64 = 0.1}, stop = {.f64 = 0.7};
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_OK(dpex_array_fill_linspace(&x, &start, &stop, 1));
    CHECK_NUMBER(ops_at(&x, 0), 0.1);
    CHECK_NUMBER(ops_at(&x, n - 1), 0.7);
    CHECK_OK(dpex_array_fill_linspace(&x, &start, &stop, 0));
    CHECK(ops_at(&x, n - 1) < 0.7);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(arange_of_integers_wraps)
{
    dpex_queue *queue = ops_queue();
    dpex_array x;
    ops_ramp(queue, DPEX_U8, 300, 250, 3, &x);
    CHECK_NUMBER(ops_at(&x, 1), 253);
    CHECK_NUMBER(ops_at(&x, 3), 3);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(eye_has_ones_on_its_diagonal)
{
    dpex_queue *queue = ops_queue();
    const int64_t shape[2] = {3, 5};
    dpex_array x;
    CHECK_OK(dpex_array_init(queue, DPEX_C64, 2, shape, DPEX_ORDER_F, DPEX_USM_DEVICE, &x));
    for (int64_t k = -4; k <= 6; k++) {
        CHECK_OK(dpex_array_fill_eye(&x, k));
        for (int64_t i = 0; i < 15; i++) CHECK_NUMBER(ops_at(&x, i), i % 5 - i / 5 == k);
    }
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(triangles_keep_one_side)
{
    dpex_queue *queue = ops_queue();
    dpex_array all, x, y;
    ops_ramp(queue, DPEX_I16, 12, 1, 1, &all);
    ops_view(&all, 0, 3, 4, 4, 1, &x);
    CHECK_OK(dpex_array_init(queue, DPEX_I16, 2, x.shape, DPEX_ORDER_F, DPEX_USM_DEVICE, &y));
    for (int lower = 0; lower < 2; lower++) {
        for (int64_t k = -4; k <= 5; k++) {
            CHECK_OK(dpex_array_fill_triangle(&y, &x, k, lower));
            for (int64_t i = 0; i < 12; i++) {
                int64_t diagonal = i % 4 - i / 4;
                int kept = lower ? diagonal <= k : diagonal >= k;
                CHECK_NUMBER(ops_at(&y, i), kept ? (double)i + 1 : 0);
            }
        }
    }
    CHECK_OK(dpex_array_fill_triangle(&x, &x, 0, 1));
    CHECK_NUMBER(ops_at(&x, 1), 0);
    CHECK_NUMBER(ops_at(&x, 4), 5);
    dpex_array_fini(&y);
    dpex_array_fini(&x);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}

/* ---- failing allocations ---------------------------------------------------------------------------------- */

static dpex_status add_with_overlap(void *context)
{
    dpex_array *x = context, view, z;
    int64_t n = x->size - 1;
    dpex_status status = dpex_array_init_view(x->storage, x->queue, DPEX_F64, 8, 1, &n, NULL,
                                              DPEX_ARRAY_WRITABLE, &view);
    if (status) return status;
    dpex_array from;
    status = dpex_array_init_view(x->storage, x->queue, DPEX_F64, 0, 1, &n, NULL, 0, &from);
    if (!status) {
        const dpex_operand operands[2] = {ops_array(&from), ops_int(1)};
        status = dpex_elementwise_into(dpex_op_find("add"), operands, &view);
        if (!status) {
            status = dpex_elementwise_new(dpex_op_find("sqrt"), operands, DPEX_ORDER_F, &z);
            if (!status) dpex_array_fini(&z);
        }
        dpex_array_fini(&from);
    }
    dpex_array_fini(&view);
    dpex_status waited = dpex_queue_wait(x->queue, 0, NULL);
    return status ? status : waited;
}

TEST(elementwise_survives_failing_allocations)
{
    dpex_queue *queue = ops_queue();
    dpex_array x;
    fixture_fill_nodes(queue);
    ops_ramp(queue, DPEX_F64, LARGE, 0, 1, &x);
    CHECK_OK(add_with_overlap(&x)); /* what is made once is there afterwards */
    test_failing_allocations(add_with_overlap, &x);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

static int reuses(dpex_array *x, dpex_operand other, int number)
{
    const dpex_operand operands[2] = {number ? other : ops_array(x), number ? ops_array(x) : other};
    int is_done = -1;
    CHECK_OK(dpex_elementwise_reusing(dpex_op_find("subtract"), operands, number, &is_done));
    return is_done;
}

TEST(a_given_operand_is_the_result_where_it_is_like_it)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, single, row, view;
    const int64_t shape[2] = {2, SMALL};
    ops_ramp(queue, DPEX_F64, SMALL, 0, 1, &x);
    ops_ramp(queue, DPEX_F32, SMALL, 0, 1, &single);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_INT(reuses(&x, ops_real(0.5), 0), 1); /* i - 0.5 */
    CHECK_INT(reuses(&x, ops_int(10), 1), 1);   /* 10.5 - i */
    CHECK_INT(reuses(&x, ops_array(&single), 0), 1);
    for (int64_t i = 0; i < SMALL; i++) CHECK_NUMBER(ops_at(&x, i), 10.5 - 2 * (double)i);
    CHECK_INT(reuses(&single, ops_array(&x), 0), 0);
    /* With a view of it there is a second reference to the storage. */
    CHECK_OK(dpex_array_broadcast(&x, 2, shape, &view));
    CHECK_INT(reuses(&x, ops_int(1), 0), 0);
    dpex_array_fini(&view);
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &row));
    CHECK_INT(reuses(&x, ops_array(&row), 0), 0);
    x.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    CHECK_INT(reuses(&x, ops_int(1), 0), 0);
    x.flags |= DPEX_ARRAY_WRITABLE;
    dpex_storage_export(x.storage);
    CHECK_INT(reuses(&x, ops_int(1), 0), 0);
    for (int64_t i = 0; i < SMALL; i++) CHECK_NUMBER(ops_at(&x, i), 10.5 - 2 * (double)i);
    dpex_array_fini(&x);
    dpex_array_fini(&single);
    dpex_array_fini(&row);
    dpex_queue_release(queue);
}
