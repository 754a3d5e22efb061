/* Single elements: what is done at once, what is declined, and what may be kept for reuse. */
#include "dpex/element.h"

#include <math.h>
#include <string.h>

#include "ops.h"
#include "ops/loops/loops.h"
#include "ops/loops/single.h"
#include "queue_fixture.h"

TEST(elements_are_read_and_written_by_their_indices)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, view;
    dpex_scalar value = {.i = 77};
    ops_ramp(queue, DPEX_I32, 12, 0, 1, &x);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    ops_view(&x, 11, 3, 4, -4, -1, &view);
    CHECK(dpex_element_read(&view, (const int64_t[]){1, -1}, &value));
    CHECK_INT((int32_t)value.i, 4);
    value.i = 50;
    CHECK(dpex_element_write(&view, (const int64_t[]){-3, 0}, &value));
    CHECK_NUMBER(ops_at(&x, 11), 50);
    CHECK(!dpex_element_read(&view, (const int64_t[]){3, 0}, &value));
    CHECK(!dpex_element_write(&view, (const int64_t[]){0, -5}, &value));
    view.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    CHECK(!dpex_element_write(&view, (const int64_t[]){0, 0}, &value));
    dpex_array_fini(&view);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(views_of_elements_share_storage_and_queue)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, backwards, view;
    dpex_scalar value;
    ops_ramp(queue, DPEX_I32, 12, 0, 1, &x);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    ops_view(&x, 11, 3, 4, -4, -1, &backwards);
    backwards.flags |= DPEX_ARRAY_LOCKED;
    backwards.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    CHECK(!dpex_element_view(&backwards, (const int64_t[]){3, 0}, 0, &view));
    CHECK(!dpex_element_view(&backwards, (const int64_t[]){0, -5}, 0, &view));
    CHECK(dpex_element_view(&backwards, (const int64_t[]){1, -1}, 0, &view));
    CHECK(view.storage == x.storage && view.queue == queue && view.nd == 0 && view.size == 1);
    CHECK_INT(view.flags, DPEX_ARRAY_LOCKED | DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS);
    CHECK(dpex_element_read(&view, NULL, &value));
    CHECK_INT((int32_t)value.i, 4);
    CHECK(!dpex_element_is_reusable(&view));
    dpex_storage_release(view.storage); /* the reference to the queue goes to the next view */
    CHECK(dpex_element_view(&x, (const int64_t[]){-1}, 1, &view));
    dpex_array_fini(&backwards);
    dpex_array_fini(&x);
    CHECK(dpex_element_read(&view, NULL, &value));
    CHECK_INT((int32_t)value.i, 11);
    CHECK(view.flags & DPEX_ARRAY_WRITABLE);
    dpex_array_fini(&view);
    dpex_queue_release(queue);
}

TEST(elements_on_a_busy_queue_are_declined)
{
    dpex_queue *queue = fixture_queue(0);
    gate door = {0};
    task held = {.before = &door};
    dpex_array x;
    dpex_scalar value = {.f64 = 2};
    dpex_dtype dtype;
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 0, NULL, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK(dpex_element_write(&x, NULL, &value));
    task_submit(queue, &held, 0, NULL, NULL);
    const dpex_operand operands[2] = {ops_array(&x), ops_real(1)};
    CHECK(!dpex_element_read(&x, NULL, &value));
    CHECK(!dpex_element_compute(dpex_op_find("add"), operands, &dtype, &value));
    CHECK(!dpex_element_is_reusable(&x));
    gate_open(&door);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK(dpex_element_compute(dpex_op_find("add"), operands, &dtype, &value));
    CHECK_INT(dtype, DPEX_F64);
    CHECK_NUMBER(value.f64, 3);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(a_failure_that_nobody_has_seen_is_not_passed_over)
{
    dpex_queue *queue = fixture_queue(0);
    task failing = {.fails_with = DPEX_ERROR_BACKEND};
    dpex_array x;
    dpex_scalar value;
    dpex_event *event;
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 0, NULL, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    task_submit(queue, &failing, 0, NULL, &event);
    CHECK_INT(dpex_event_wait(event, 0, NULL), DPEX_ERROR_BACKEND);
    CHECK(!dpex_element_read(&x, NULL, &value));
    CHECK_INT(dpex_queue_wait(queue, 0, NULL), DPEX_ERROR_BACKEND);
    CHECK(dpex_element_read(&x, NULL, &value));
    dpex_event_release(event);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(an_array_alone_with_its_element_is_used_again)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, y;
    const dpex_scalar value = {.f64 = 2.5};
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 0, NULL, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_OK(dpex_array_init_alias(&x, NULL, &y));
    CHECK(!dpex_element_is_reusable(&x));
    dpex_array_fini(&y);
    CHECK(dpex_element_is_reusable(&x));
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 0, NULL, DPEX_ORDER_C, DPEX_USM_SHARED, &y));
    CHECK(!dpex_element_reuse(&y, &x, DPEX_F64, &value));
    CHECK(!dpex_element_reuse(&x, &x, DPEX_F32, &value));
    CHECK(dpex_element_reuse(&x, &x, DPEX_I64, &value));
    CHECK_INT(x.dtype, DPEX_I64);
    dpex_storage_export(x.storage);
    CHECK(!dpex_element_is_reusable(&x));
    dpex_array_fini(&x);
    dpex_array_fini(&y);
    dpex_queue_release(queue);
}

static void check_single(const dpex_op *op, dpex_dtype dtype, const dpex_scalar *x,
                         const dpex_scalar *y)
{
    dpex_scalar by_loop = {.bytes = {0}}, single = {.bytes = {0}};
    const void *in[] = {x, y};
    const uint8_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    const dpex_loop_call call = {dpex_loops_get()->ops[dtype][dpex_op_get_number(op)],
                                 op->arity,
                                 dpex_dtype_get_info(dpex_op_result_dtype(op, dtype))->itemsize,
                                 {itemsize, itemsize}};
    dpex_loop_run_one(&call, &by_loop, in);
    dpex_single_find(dtype, op)(&single, in);
    if (memcmp(&by_loop, &single, sizeof single))
        test_fail(__FILE__, __LINE__, "%s differs for %s", op->name,
                  dpex_dtype_get_info(dtype)->name);
}

TEST(an_operation_on_one_element_gives_the_bits_of_its_loop)
{
    const double reals[] = {0, -0.0, 1, -2.5, 1e300, 0.1, 1e-310, INFINITY, -INFINITY, NAN};
    const int64_t ints[] = {0, 1, -1, 3, 40, 70, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    enum { N = sizeof reals / sizeof *reals };
    int n_checked = 0;
    for (int k = 0; k < DPEX_N_DTYPES * DPEX_N_OPS * N * N; k++) {
        const dpex_dtype dtype = (dpex_dtype)(k / (DPEX_N_OPS * N * N));
        const dpex_op *op = &dpex_ops[k / (N * N) % DPEX_N_OPS];
        dpex_scalar x, y;
        if (!dpex_single_find(dtype, op)) continue;
        CHECK(dpex_type_maps[op->map].types >> dtype & 1);
        const int is_real = dpex_dtype_get_info(dtype)->kind == DPEX_KIND_REAL;
        const int at_x = k % N, at_y = k / N % N;
        const dpex_scalar raw[2] = {
            is_real ? (dpex_scalar){.f64 = reals[at_x]} : (dpex_scalar){.i = ints[at_x]},
            is_real ? (dpex_scalar){.f64 = reals[at_y]} : (dpex_scalar){.i = ints[at_y]}};
        dpex_scalar_cast(&raw[0], is_real ? DPEX_F64 : DPEX_I64, dtype, &x);
        dpex_scalar_cast(&raw[1], is_real ? DPEX_F64 : DPEX_I64, dtype, &y);
        check_single(op, dtype, &x, &y);
        n_checked++;
    }
    CHECK(n_checked > 40 * N * N);
}
