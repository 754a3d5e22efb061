/* Views: basic indexing, permuting, broadcasting, reshaping, parts of complex numbers. */
#include <stdlib.h>
#include <string.h>

#include "array/array.h"
#include "dpex/dpex.h"
#include "test.h"

#define DIMS(...) ((const int64_t[]){__VA_ARGS__})

static dpex_queue *the_queue;

/* A C-contiguous array of int32 whose element number i (in C order) is i. */
static void make_counting(int nd, const int64_t *shape, dpex_array *x)
{
    if (!the_queue) {
        dpex_device *device;
        CHECK_OK(dpex_device_find("cpu", &device));
        CHECK_OK(dpex_queue_create(NULL, device, 0, &the_queue));
        dpex_device_release(device);
    }
    CHECK_OK(dpex_array_init(the_queue, DPEX_I32, nd, shape, DPEX_ORDER_C, DPEX_USM_SHARED, x));
    int32_t *values = dpex_array_get_ptr(x);
    for (int64_t i = 0; i < x->size; i++) values[i] = (int32_t)i;
}

static void done_with(dpex_array *x)
{
    dpex_array_fini(x);
    dpex_queue_release(the_queue);
}

/* Shape and, in C order, values. */
static void check_view(const dpex_array *view, int nd, const int64_t *shape, const int32_t *values)
{
    int64_t strides[DPEX_MAX_NDIM];
    int32_t *found = malloc(4 * (size_t)view->size + 4);
    CHECK_INT(view->nd, nd);
    for (int i = 0; i < nd; i++) CHECK_INT(view->shape[i], shape[i]);
    dpex_strides_fill(nd, shape, DPEX_ORDER_C, strides);
    for (int i = 0; i < nd; i++) strides[i] *= 4;
    CHECK_OK(dpex_array_to_host(view, found, strides));
    for (int64_t i = 0; i < view->size; i++) CHECK_INT(found[i], values[i]);
    CHECK_INT(view->flags & ~(uint32_t)DPEX_ARRAY_WRITABLE,
              dpex_strides_contiguity(nd, view->shape, view->strides));
    free(found);
}

#define VALUES(...) ((const int32_t[]){__VA_ARGS__})

/* ---- indexing -------------------------------------------------------------------------------- */

static dpex_index at(int64_t i)
{
    return (dpex_index){.kind = DPEX_INDEX_INT, .start = i};
}

static dpex_index whole(void)
{
    return (dpex_index){.kind = DPEX_INDEX_SLICE};
}

static dpex_index slice(int64_t start, int64_t stop, int64_t step)
{
    return (dpex_index){DPEX_INDEX_SLICE, start, stop, step, 1, 1, 1};
}

static const dpex_index newaxis = {.kind = DPEX_INDEX_NEWAXIS};
static const dpex_index ellipsis = {.kind = DPEX_INDEX_ELLIPSIS};

#define INDEX(x, view, ...)                                                                        \
    dpex_array_index((x), (const dpex_index[]){__VA_ARGS__},                                       \
                     (int)(sizeof((const dpex_index[]){__VA_ARGS__}) / sizeof(dpex_index)),        \
                     (view))

TEST(indices_pick_elements_and_axes)
{
    dpex_array x, view;
    make_counting(3, DIMS(2, 3, 4), &x);
    CHECK_OK(INDEX(&x, &view, at(1), at(-1), at(2)));
    check_view(&view, 0, NULL, VALUES(22));
    dpex_array_fini(&view);
    CHECK_OK(INDEX(&x, &view, at(-2)));
    check_view(&view, 2, DIMS(3, 4), VALUES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    dpex_array_fini(&view);
    CHECK_OK(INDEX(&x, &view, ellipsis, at(3)));
    check_view(&view, 2, DIMS(2, 3), VALUES(3, 7, 11, 15, 19, 23));
    dpex_array_fini(&view);
    CHECK_OK(INDEX(&x, &view, at(0), newaxis, at(2), newaxis, slice(1, 3, 1)));
    check_view(&view, 3, DIMS(1, 1, 2), VALUES(9, 10));
    dpex_array_fini(&view);
    CHECK_OK(dpex_array_index(&x, NULL, 0, &view));
    CHECK_INT(view.size, 24);
    dpex_array_fini(&view);
    done_with(&x);
}

TEST(an_ellipsis_may_stand_for_no_axis)
{
    dpex_array x, view;
    make_counting(2, DIMS(2, 2), &x);
    CHECK_OK(INDEX(&x, &view, at(1), ellipsis, at(0)));
    check_view(&view, 0, NULL, VALUES(2));
    dpex_array_fini(&view);
    done_with(&x);
}

/* What Python's slice.indices says, element by element. */
static int expected_slice(int64_t n, const dpex_index *s, int32_t *values)
{
    int64_t step = s->has_step ? s->step : 1;
    int64_t start = s->has_start ? s->start : step < 0 ? n - 1 : 0;
    int64_t stop = s->has_stop ? s->stop : step < 0 ? -n - 1 : n;
    int count = 0;
    if (s->has_start && start < 0) start += n;
    if (stop < 0) stop += n;
    if (step > 0 && start < 0) start = 0;
    if (step < 0 && start >= n) start = n - 1;
    for (int64_t i = start; step > 0 ? i < stop && i < n : i > stop && i >= 0; i += step)
        values[count++] = (int32_t)i;
    return count;
}

TEST(slices_are_pythons)
{
    dpex_array x, view;
    make_counting(1, DIMS(5), &x);
    for (int64_t start = -8; start <= 8; start++)
        for (int64_t stop = -8; stop <= 8; stop++)
            for (int64_t step = -3; step <= 3; step++)
                for (int has = 0; has < 8; has++) {
                    if (step == 0) continue;
                    dpex_index s = {
                        DPEX_INDEX_SLICE,         start, stop, step, has & 1, has >> 1 & 1,
                        (unsigned char)(has >> 2)};
                    int32_t values[16];
                    int64_t n = expected_slice(5, &s, values);
                    CHECK_OK(dpex_array_index(&x, &s, 1, &view));
                    check_view(&view, 1, &n, values);
                    dpex_array_fini(&view);
                }
    done_with(&x);
}

TEST(slices_with_huge_numbers_stay_inside)
{
    dpex_array x, view;
    make_counting(1, DIMS(5), &x);
    CHECK_OK(INDEX(&x, &view, slice(INT64_MIN, INT64_MAX, INT64_MAX)));
    check_view(&view, 1, DIMS(1), VALUES(0));
    dpex_array_fini(&view);
    CHECK_OK(INDEX(&x, &view, slice(INT64_MAX, INT64_MIN, INT64_MIN)));
    check_view(&view, 1, DIMS(1), VALUES(4));
    dpex_array_fini(&view);
    done_with(&x);
}

TEST(views_without_elements_stay_inside_their_storage)
{
    dpex_array x, view, again, part;
    make_counting(2, DIMS(0, 5), &x);
    CHECK_OK(INDEX(&x, &view, whole(), at(4)));
    CHECK_OK(dpex_array_init_view(view.storage, view.queue, view.dtype, view.offset, view.nd,
                                  view.shape, view.strides, 0, &again));
    CHECK_INT(again.size, 0);
    dpex_array_fini(&again);
    dpex_array_fini(&view);
    CHECK_OK(
        dpex_array_init(the_queue, DPEX_C64, 1, DIMS(0), DPEX_ORDER_C, DPEX_USM_DEVICE, &view));
    CHECK_OK(dpex_array_complex_part(&view, 1, &part));
    CHECK_INT(part.offset, 0);
    dpex_array_fini(&part);
    dpex_array_fini(&view);
    done_with(&x);
}

TEST(wrong_indices_are_refused)
{
    dpex_array x, view;
    make_counting(2, DIMS(2, 3), &x);
    CHECK_FAILS(INDEX(&x, &view, at(2)), DPEX_ERROR_OUT_OF_RANGE);
    CHECK_MESSAGE("index 2 is out of bounds for axis 0 with size 2");
    CHECK_FAILS(INDEX(&x, &view, at(0), at(-4)), DPEX_ERROR_OUT_OF_RANGE);
    CHECK_FAILS(INDEX(&x, &view, at(0), at(0), at(0)), DPEX_ERROR_OUT_OF_RANGE);
    CHECK_MESSAGE("too many indices");
    CHECK_FAILS(INDEX(&x, &view, ellipsis, ellipsis), DPEX_ERROR_OUT_OF_RANGE);
    CHECK_FAILS(INDEX(&x, &view, slice(0, 1, 0)), DPEX_ERROR_INVALID_VALUE);
    dpex_index many[70];
    for (int i = 0; i < 70; i++) many[i] = newaxis;
    CHECK_FAILS(dpex_array_index(&x, many, 70, &view), DPEX_ERROR_OUT_OF_RANGE);
    done_with(&x);
}

TEST(a_view_inherits_what_may_be_written_and_keeps_its_memory)
{
    dpex_array x, view;
    make_counting(1, DIMS(5), &x);
    x.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    CHECK_OK(INDEX(&x, &view, slice(1, 3, 1)));
    CHECK(!(view.flags & DPEX_ARRAY_WRITABLE));
    dpex_array_fini(&x);
    check_view(&view, 1, DIMS(2), VALUES(1, 2));
    done_with(&view);
}

/* ---- permuting, broadcasting ----------------------------------------------------------------- */

TEST(axes_are_permuted)
{
    dpex_array x, view;
    make_counting(3, DIMS(2, 1, 3), &x);
    CHECK_OK(dpex_array_permute(&x, NULL, &view));
    check_view(&view, 3, DIMS(3, 1, 2), VALUES(0, 3, 1, 4, 2, 5));
    dpex_array_fini(&view);
    CHECK_OK(dpex_array_permute(&x, (int[]){1, 0, 2}, &view));
    check_view(&view, 3, DIMS(1, 2, 3), VALUES(0, 1, 2, 3, 4, 5));
    dpex_array_fini(&view);
    CHECK_FAILS(dpex_array_permute(&x, (int[]){0, 1, 1}, &view), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_permute(&x, (int[]){0, 1, 3}, &view), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_permute(&x, (int[]){-1, 1, 0}, &view), DPEX_ERROR_INVALID_VALUE);
    done_with(&x);
}

TEST(extents_of_one_are_repeated)
{
    dpex_array x, view;
    make_counting(2, DIMS(2, 1), &x);
    CHECK_OK(dpex_array_broadcast(&x, 3, DIMS(2, 2, 3), &view));
    check_view(&view, 3, DIMS(2, 2, 3), VALUES(0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1));
    CHECK(view.flags & DPEX_ARRAY_WRITABLE);
    dpex_array_fini(&view);
    CHECK_OK(dpex_array_broadcast(&x, 2, DIMS(2, 0), &view));
    CHECK_INT(view.size, 0);
    dpex_array_fini(&view);
    CHECK_FAILS(dpex_array_broadcast(&x, 2, DIMS(3, 3), &view), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("cannot broadcast (2,1) to (3,3)");
    CHECK_FAILS(dpex_array_broadcast(&x, 1, DIMS(2), &view), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_broadcast(&x, 2, DIMS(2, INT64_MAX), &view), DPEX_ERROR_INVALID_VALUE);
    done_with(&x);
}

TEST(shapes_broadcast_together_or_say_which_do_not)
{
    dpex_array a, b, c;
    int64_t shape[DPEX_MAX_NDIM];
    int nd;
    make_counting(3, DIMS(4, 1, 3), &a);
    make_counting(2, DIMS(2, 1), &b);
    make_counting(1, DIMS(5), &c);
    const dpex_array *arrays[] = {&a, &b, &c};
    CHECK_OK(dpex_shape_broadcast(arrays, 2, &nd, shape));
    CHECK_INT(nd, 3);
    CHECK(shape[0] == 4 && shape[1] == 2 && shape[2] == 3);
    CHECK_FAILS(dpex_shape_broadcast(arrays, 3, &nd, shape), DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("cannot broadcast (4,2,3) with (5,)");
    CHECK_OK(dpex_shape_broadcast(arrays, 0, &nd, shape));
    CHECK_INT(nd, 0);
    dpex_array_fini(&a);
    dpex_array_fini(&b);
    done_with(&c);
}

/* ---- reshaping ------------------------------------------------------------------------------- */

static void check_reshape(const dpex_array *x, int nd, const int64_t *shape, dpex_order order,
                          int is_possible)
{
    dpex_array view;
    int possible = -1;
    CHECK_OK(dpex_array_reshape_view(x, nd, shape, order, &possible, &view));
    CHECK_INT(possible, is_possible);
    if (possible) dpex_array_fini(&view);
}

TEST(contiguous_arrays_take_any_shape_of_their_size)
{
    dpex_array x, view;
    int possible;
    make_counting(2, DIMS(4, 3), &x);
    CHECK_OK(dpex_array_reshape_view(&x, 3, DIMS(2, -1, 2), DPEX_ORDER_C, &possible, &view));
    check_view(&view, 3, DIMS(2, 3, 2), VALUES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    dpex_array_fini(&view);
    check_reshape(&x, 1, DIMS(12), DPEX_ORDER_C, 1);
    check_reshape(&x, 5, DIMS(1, 12, 1, 1, 1), DPEX_ORDER_C, 1);
    check_reshape(&x, 2, DIMS(3, 4), DPEX_ORDER_F, 0);
    check_reshape(&x, 3, DIMS(4, 1, 3), DPEX_ORDER_F, 1);
    done_with(&x);
}

TEST(strided_arrays_reshape_where_distances_stay_equal)
{
    dpex_array x, view, flipped;
    int possible;
    make_counting(2, DIMS(4, 6), &x);
    CHECK_OK(INDEX(&x, &view, whole(), slice(0, 6, 2)));
    check_reshape(&view, 1, DIMS(12), DPEX_ORDER_C, 1); /* every second of 24 */
    dpex_array_fini(&view);
    CHECK_OK(INDEX(&x, &view, whole(), slice(0, 4, 1)));
    check_reshape(&view, 1, DIMS(16), DPEX_ORDER_C, 0);
    check_reshape(&view, 3, DIMS(2, 2, 4), DPEX_ORDER_C, 1);
    check_reshape(&view, 3, DIMS(4, 2, 2), DPEX_ORDER_C, 1);
    check_reshape(&view, 2, DIMS(2, 8), DPEX_ORDER_C, 0);
    check_reshape(&view, 3, DIMS(4, 2, 2), DPEX_ORDER_F, 1);
    dpex_array_fini(&view);
    CHECK_OK(INDEX(&x, &view, {DPEX_INDEX_SLICE, 0, 0, -1, 0, 0, 1},
                   {DPEX_INDEX_SLICE, 0, 0, -1, 0, 0, 1}));
    CHECK_OK(dpex_array_reshape_view(&view, 1, DIMS(24), DPEX_ORDER_C, &possible, &flipped));
    CHECK_INT(possible, 1);
    CHECK_INT(flipped.strides[0], -1);
    dpex_array_fini(&flipped);
    dpex_array_fini(&view);
    CHECK_OK(dpex_array_permute(&x, NULL, &view));
    check_reshape(&view, 1, DIMS(24), DPEX_ORDER_C, 0);
    check_reshape(&view, 1, DIMS(24), DPEX_ORDER_F, 1);
    check_reshape(&view, 3, DIMS(6, 2, 2), DPEX_ORDER_C, 1);
    dpex_array_fini(&view);
    done_with(&x);
}

static void check_ravel(const dpex_array *x, dpex_order order, int shares, const int32_t *values)
{
    for (int copy = 0; copy < 2; copy++) {
        dpex_array row;
        CHECK_OK(dpex_array_ravel(x, order, copy, &row));
        CHECK(row.flags & DPEX_ARRAY_C_CONTIGUOUS);
        CHECK_INT(row.storage == x->storage, shares && !copy);
        check_view(&row, 1, DIMS(x->size), values);
        dpex_array_fini(&row);
    }
}

TEST(ravel_is_contiguous_and_shares_memory_only_where_it_can)
{
    dpex_array x, view, rows;
    make_counting(2, DIMS(2, 3), &x);
    check_ravel(&x, DPEX_ORDER_C, 1, VALUES(0, 1, 2, 3, 4, 5));
    check_ravel(&x, DPEX_ORDER_F, 0, VALUES(0, 3, 1, 4, 2, 5));
    CHECK_OK(dpex_array_permute(&x, NULL, &view));
    check_ravel(&view, DPEX_ORDER_C, 0, VALUES(0, 3, 1, 4, 2, 5));
    check_ravel(&view, DPEX_ORDER_F, 1, VALUES(0, 1, 2, 3, 4, 5));
    check_ravel(&view, DPEX_ORDER_A, 1, VALUES(0, 1, 2, 3, 4, 5));
    check_ravel(&view, DPEX_ORDER_K, 1, VALUES(0, 1, 2, 3, 4, 5));
    dpex_array_fini(&view);
    CHECK_OK(INDEX(&x, &view, at(1), slice(0, 3, 2)));
    check_ravel(&view, DPEX_ORDER_C, 0, VALUES(3, 5)); /* at equal distances, not contiguous */
    CHECK_OK(dpex_array_broadcast(&view, 2, DIMS(2, 2), &rows));
    check_ravel(&rows, DPEX_ORDER_F, 0, VALUES(3, 3, 5, 5));
    check_ravel(&rows, DPEX_ORDER_K, 0, VALUES(3, 5, 3, 5)); /* repeated rows stay rows */
    dpex_array_fini(&rows);
    dpex_array_fini(&view);
    done_with(&x);
}

TEST(a_reshaped_view_holds_the_same_elements_in_the_same_order)
{
    static const int64_t shapes[][4] = {{24, 1, 1, 1}, {2, 12, 1, 1}, {4, 3, 2, 1}, {2, 2, 3, 2},
                                        {1, 6, 4, 1},  {3, 8, 1, 1},  {2, 1, 3, 4}};
    dpex_array x, picked, view;
    int n_possible = 0;
    make_counting(4, DIMS(2, 4, 3, 4), &x);
    for (int64_t step = 1; step <= 4; step++)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
            int possible;
            int32_t values[96];
            CHECK_OK(
                INDEX(&x, &picked, whole(), slice(0, 4, step), whole(), slice(0, 4, 4 / step)));
            CHECK_OK(
                dpex_array_to_host(&picked, values,
                                   DIMS(picked.size / 2 * 4, picked.shape[2] * picked.shape[3] * 4,
                                        picked.shape[3] * 4, 4)));
            if (picked.size == 24) {
                CHECK_OK(
                    dpex_array_reshape_view(&picked, 4, shapes[i], DPEX_ORDER_C, &possible, &view));
                if (possible) {
                    check_view(&view, 4, shapes[i], values);
                    dpex_array_fini(&view);
                }
                n_possible += possible;
            }
            dpex_array_fini(&picked);
        }
    CHECK(n_possible > 0);
    done_with(&x);
}

TEST(empty_arrays_reshape_to_any_empty_shape)
{
    dpex_array x, view;
    int possible;
    make_counting(2, DIMS(0, 6), &x);
    check_reshape(&x, 3, DIMS(3, 0, 2), DPEX_ORDER_C, 1);
    check_reshape(&x, 2, DIMS(-1, 2), DPEX_ORDER_F, 1);
    CHECK_FAILS(dpex_array_reshape_view(&x, 2, DIMS(-1, 0), DPEX_ORDER_C, &possible, &view),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_reshape_view(&x, 1, DIMS(1), DPEX_ORDER_C, &possible, &view),
                DPEX_ERROR_INVALID_VALUE);
    done_with(&x);
}

TEST(wrong_shapes_are_refused)
{
    dpex_array x, view;
    int possible;
    make_counting(2, DIMS(4, 3), &x);
    CHECK_FAILS(dpex_array_reshape_view(&x, 2, DIMS(5, 2), DPEX_ORDER_C, &possible, &view),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("cannot reshape an array of shape (4,3) (12 elements) into (5,2)");
    CHECK_FAILS(dpex_array_reshape_view(&x, 2, DIMS(-1, -1), DPEX_ORDER_C, &possible, &view),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_reshape_view(&x, 2, DIMS(-1, 5), DPEX_ORDER_C, &possible, &view),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_reshape_view(&x, 2, DIMS(-2, 5), DPEX_ORDER_C, &possible, &view),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_reshape_view(&x, 1, DIMS(12), DPEX_ORDER_K, &possible, &view),
                DPEX_ERROR_INVALID_VALUE);
    done_with(&x);
}

/* ---- complex numbers ------------------------------------------------------------------------- */

TEST(parts_of_complex_numbers_are_views)
{
    dpex_array reals, z, part;
    dpex_scalar value;
    make_counting(0, NULL, &reals);
    CHECK_OK(dpex_array_init(the_queue, DPEX_C64, 1, DIMS(3), DPEX_ORDER_C, DPEX_USM_SHARED, &z));
    float *values = dpex_array_get_ptr(&z);
    for (int i = 0; i < 6; i++) values[i] = (float)i;
    for (int which = 0; which < 2; which++) {
        dpex_array element;
        CHECK_OK(dpex_array_complex_part(&z, which, &part));
        CHECK_INT(part.dtype, DPEX_F32);
        CHECK_OK(INDEX(&part, &element, at(2)));
        CHECK_OK(dpex_array_get_scalar(&element, &value));
        CHECK(value.f32 == (float)(4 + which));
        dpex_array_fini(&element);
        dpex_array_fini(&part);
    }
    CHECK_FAILS(dpex_array_complex_part(&reals, 0, &part), DPEX_ERROR_INVALID_TYPE);
    CHECK_FAILS(dpex_array_complex_part(&z, 2, &part), DPEX_ERROR_INVALID_VALUE);
    dpex_array_fini(&z);
    done_with(&reals);
}

/* ---- failures -------------------------------------------------------------------------------- */

static dpex_status make_views(void *context)
{
    static const int64_t shape[6] = {3, 2, 2, 2, 2, 2}, reshaped[5] = {2, 2, 2, 2, 2};
    static const dpex_index newaxes[] = {{.kind = DPEX_INDEX_NEWAXIS},
                                         {.kind = DPEX_INDEX_NEWAXIS}};
    const dpex_array *x = context;
    dpex_array view;
    int possible = 0;
    dpex_status status;
    if (!(status = dpex_array_index(x, newaxes, 2, &view))) dpex_array_fini(&view);
    if (!status && !(status = dpex_array_permute(x, NULL, &view))) dpex_array_fini(&view);
    if (!status && !(status = dpex_array_broadcast(x, 6, shape, &view))) dpex_array_fini(&view);
    if (!status) status = dpex_array_reshape_view(x, 5, reshaped, DPEX_ORDER_C, &possible, &view);
    if (!status && possible) dpex_array_fini(&view);
    return status;
}

TEST(a_view_that_finds_no_memory_leaves_nothing_behind)
{
    dpex_array x;
    make_counting(5, DIMS(2, 2, 2, 2, 2), &x);
    test_failing_allocations(make_views, &x);
    done_with(&x);
}
