/* What makes arrays, tapes and events when the n-th allocation fails, and when the n-th call of the
 * device fails, for every n until all goes well. Each case makes something, uses it and gives it
 * back; a failure must be told, and leave no memory and a queue that works. Cases with a file of
 * their own test (programs, partitions, views) have their loops there. */
#include <math.h>
#include <stdlib.h>

#include "backend/sim/fault.h"
#include "base/alloc.h"
#include "base/error.h"
#include "dpex/dpex.h"
#include "queue_fixture.h"
#include "test.h"

enum { N = 40 };

static dpex_queue *make_queue(const char *filter)
{
    setenv("DPEX_SIMULATE", "gpu:1", 1);
    setenv("ONEAPI_DEVICE_SELECTOR", "*:*", 1);
    return fixture_queue_on(filter, 0);
}

/* 5 x 8 doubles, ones on the diagonal. */
static dpex_status make_matrix(dpex_queue *queue, dpex_array *x)
{
    const int64_t shape[] = {5, N / 5};
    DPEX_TRY(dpex_array_init(queue, DPEX_F64, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, x));
    dpex_status status = dpex_array_fill_eye(x, 0);
    if (status) dpex_array_fini(x);
    return status;
}

/* ---- the cases: each gets a matrix --------------------------------------------------------------- */

static dpex_status add(dpex_array *x)
{
    const dpex_operand operands[2] = {{.array = x}, {.array = x}};
    dpex_array sum;
    DPEX_TRY(dpex_elementwise_new(dpex_op_find("add"), operands, DPEX_ORDER_F, &sum));
    dpex_status status = dpex_elementwise_inplace(dpex_op_find("multiply"), &sum, operands, 0);
    dpex_array_fini(&sum);
    return status;
}

static dpex_status compare_transposed(dpex_array *x)
{
    const int axes[] = {1, 0};
    dpex_array transposed, less;
    DPEX_TRY(dpex_array_permute(x, axes, &transposed));
    const dpex_operand operands[2] = {{.array = &transposed},
                                      {.kind = DPEX_KIND_INT, .value = {.i = 3}}};
    dpex_status status = dpex_elementwise_new(dpex_op_find("less"), operands, DPEX_ORDER_C, &less);
    if (!status) dpex_array_fini(&less);
    dpex_array_fini(&transposed);
    return status;
}

static dpex_status convert(dpex_array *x)
{
    dpex_array made, model;
    DPEX_TRY(dpex_array_cast_new(x, DPEX_C64, DPEX_ORDER_F, DPEX_USM_SHARED, NULL, &made));
    dpex_status status =
        dpex_array_init_like(&made, DPEX_I16, DPEX_ORDER_K, DPEX_USM_HOST, x->queue, &model);
    if (!status) {
        status = dpex_array_copy(&model, x);
        dpex_array_fini(&model);
    }
    dpex_array_fini(&made);
    return status;
}

static dpex_status reduce(dpex_array *x)
{
    dpex_array sums;
    DPEX_TRY(dpex_reduce_new(dpex_reduction_find("sum"), x, 1, 1, DPEX_F64, &sums));
    dpex_array_fini(&sums);
    return DPEX_SUCCESS;
}

static dpex_status fill(dpex_array *x)
{
    const dpex_scalar one = {.f64 = 1}, two = {.f64 = 2};
    const int64_t n = N;
    dpex_array vector;
    DPEX_TRY(dpex_array_init(x->queue, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_SHARED, &vector));
    dpex_status status = dpex_array_fill(&vector, &one);
    if (!status) status = dpex_array_fill_arange(&vector, &one, &two);
    if (!status) status = dpex_array_fill_linspace(&vector, &one, &two, 1);
    if (!status) status = dpex_array_fill_triangle(x, x, 0, 1);
    dpex_array_fini(&vector);
    return status;
}

static dpex_status build(dpex_tape *tape)
{
    const dpex_scalar half = {.f64 = 0.5};
    int in[2], out, narrow;
    DPEX_TRY(dpex_tape_input(tape, DPEX_F64, &in[0]));
    DPEX_TRY(dpex_tape_constant(tape, DPEX_F64, &half, &in[1]));
    DPEX_TRY(dpex_tape_apply(tape, dpex_op_find("multiply"), in, &out));
    DPEX_TRY(dpex_tape_cast(tape, out, DPEX_F32, &narrow));
    return dpex_tape_output(tape, narrow);
}

static dpex_status run_tape(dpex_array *x)
{
    const dpex_array *input = x;
    dpex_array halves, *output = &halves;
    dpex_tape *tape;
    DPEX_TRY(dpex_tape_create(&tape));
    dpex_status status = build(tape);
    if (!status)
        status =
            dpex_array_init_like(x, DPEX_F32, DPEX_ORDER_C, DPEX_USM_DEVICE, x->queue, &halves);
    if (!status) {
        status = dpex_tape_run(tape, &input, 1, &output, 1, 0);
        dpex_array_fini(&halves);
    }
    dpex_tape_release(tape);
    return status;
}

static dpex_status chain_events(dpex_array *x)
{
    const dpex_command barrier = {.kind = DPEX_COMMAND_BARRIER};
    dpex_event *first, *second = NULL, **waited = NULL;
    size_t n = 0;
    DPEX_TRY(dpex_event_create(&first));
    dpex_status status = dpex_queue_submit(x->queue, &barrier, &first, 1, &second);
    if (!status) status = dpex_event_get_wait_list(second, &waited, &n);
    if (!status) status = dpex_event_wait(second, 0, NULL);
    for (size_t i = 0; !status && i < n; i++) dpex_event_release(waited[i]);
    dpex_free(waited); /* counted, other than by free() */
    dpex_event_release(second);
    dpex_event_release(first);
    return status;
}

static dpex_status read_back(dpex_array *x)
{
    double host[N];
    const int64_t dense[] = {N / 5 * 8, 8}, transposed[] = {8, 5 * 8};
    DPEX_TRY(dpex_array_to_host(x, host, dense));
    return dpex_array_from_host(x, host, transposed);
}

/* Indices and a condition from the matrix itself; the selections are given back at once. */
static dpex_status use_keys(dpex_array *x)
{
    const dpex_scalar zero = {.f64 = 0};
    dpex_array rows, mask, chosen;
    DPEX_TRY(dpex_array_cast_new(x, DPEX_I32, DPEX_ORDER_C, DPEX_USM_DEVICE, NULL, &rows));
    dpex_status status =
        dpex_array_cast_new(x, DPEX_BOOL, DPEX_ORDER_C, DPEX_USM_DEVICE, NULL, &mask);
    dpex_index by_rows = {.kind = DPEX_INDEX_ARRAY, .array = &rows};
    dpex_index by_mask = {.kind = DPEX_INDEX_ARRAY, .array = &mask};
    if (status) goto failed;
    status = dpex_array_select(x, &by_mask, 1, &chosen);
    if (!status) {
        status = dpex_array_assign(x, &by_mask, 1, &chosen);
        dpex_array_fini(&chosen);
    }
    if (!status) status = dpex_array_select(x, &by_rows, 1, &chosen);
    if (!status) {
        status = dpex_array_assign(x, &by_rows, 1, &chosen);
        dpex_array_fini(&chosen);
    }
    if (!status) status = dpex_array_assign_scalar(x, &by_mask, 1, &zero);
    dpex_array_fini(&mask);
failed:
    dpex_array_fini(&rows);
    return status;
}

static dpex_status sort_and_search(dpex_array *x)
{
    dpex_array sorted, order, first, positions;
    DPEX_TRY(dpex_sort_new(x, 0, 0, &sorted));
    dpex_status status = dpex_argsort_new(x, 1, 1, &order);
    if (!status) {
        status = dpex_array_index(&sorted, &(dpex_index){.kind = DPEX_INDEX_INT}, 1, &first);
        if (!status) {
            status = dpex_search_sorted_new(&first, &order, 0, NULL, &positions);
            if (!status) dpex_array_fini(&positions);
            dpex_array_fini(&first);
        }
        dpex_array_fini(&order);
    }
    dpex_array_fini(&sorted);
    return status;
}

/* Enough elements for several commands each, of which a later one relies on what the first has counted. */
static dpex_status sort_in_phases(dpex_array *x)
{
    const int64_t n = 100000;
    dpex_array descending, sorted, best, positions;
    DPEX_TRY(
        dpex_array_init(x->queue, DPEX_F64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &descending));
    const dpex_scalar first = {.f64 = (double)n}, second = {.f64 = (double)n - 1};
    dpex_status status = dpex_array_fill_arange(&descending, &first, &second);
    if (!status) status = dpex_sort_new(&descending, 0, 0, &sorted);
    if (!status) {
        status = dpex_top_k_new(&sorted, 0, 3, 1, &best, &positions);
        dpex_array_fini(&sorted);
    }
    if (!status) {
        dpex_array_fini(&best);
        dpex_array_fini(&positions);
    }
    dpex_array_fini(&descending);
    return status;
}

static dpex_status find_distinct(dpex_array *x)
{
    dpex_array values, inverse;
    dpex_unique *unique;
    DPEX_TRY(dpex_unique_start(x, 1, &unique));
    dpex_status status = dpex_unique_finish(unique, &values, NULL, &inverse, NULL);
    dpex_unique_release(unique);
    if (status) return status;
    dpex_array_fini(&inverse);
    dpex_array_fini(&values);
    return DPEX_SUCCESS;
}

/* Rows of the matrix, of which the first has an infinity: windows that reach beyond an end are masked. */
static dpex_status correlate_by(const dpex_array *x, dpex_correlate_method method)
{
    const dpex_correlate_spec spec = {DPEX_CORRELATE_FULL, method, 0};
    const dpex_scalar infinite = {.f64 = INFINITY};
    dpex_array row, other, out;
    DPEX_TRY(dpex_array_index(x, &(dpex_index){.kind = DPEX_INDEX_INT}, 1, &row));
    dpex_status status =
        dpex_array_index(x, &(dpex_index){.kind = DPEX_INDEX_INT, .start = 1}, 1, &other);
    if (!status) {
        if (method == DPEX_CORRELATE_AUTO) status = dpex_array_fill(&row, &infinite);
        if (!status) status = dpex_correlate_new(&spec, &other, &row, &out);
        if (!status) dpex_array_fini(&out);
        dpex_array_fini(&other);
    }
    dpex_array_fini(&row);
    return status;
}

static dpex_status correlate(dpex_array *x)
{
    return correlate_by(x, DPEX_CORRELATE_AUTO);
}

static dpex_status correlate_by_transforms(dpex_array *x)
{
    return correlate_by(x, DPEX_CORRELATE_FFT);
}

static dpex_status (*const cases[])(dpex_array *x) = {correlate,
                                                      correlate_by_transforms,
                                                      add,
                                                      compare_transposed,
                                                      convert,
                                                      reduce,
                                                      fill,
                                                      run_tape,
                                                      chain_events,
                                                      read_back,
                                                      use_keys,
                                                      sort_and_search,
                                                      sort_in_phases,
                                                      find_distinct};
enum { N_CASES = sizeof cases / sizeof *cases };

/* ---- the loops --------------------------------------------------------------------------------- */

typedef struct trial {
    dpex_queue *queue;
    dpex_status (*use)(dpex_array *x);
} trial;

/* Commands fail on their own time: the queue tells of those. */
static dpex_status make_use_release(void *context)
{
    const trial *t = context;
    dpex_array x;
    dpex_status status = make_matrix(t->queue, &x), later;
    if (!status) {
        status = t->use(&x);
        dpex_array_fini(&x);
    }
    later = dpex_queue_wait(t->queue, 0, NULL);
    dpex_pool_trim(0);
    return status ? status : later;
}

static void fail_allocations(const char *filter)
{
    dpex_queue *queue = make_queue(filter);
    fixture_fill_nodes(queue);
    for (int i = 0; i < N_CASES; i++) {
        trial t = {queue, cases[i]};
        CHECK_OK(make_use_release(&t)); /* what is made once and stays */
        test_failing_allocations(make_use_release, &t);
    }
    dpex_queue_release(queue);
}

TEST(a_failing_allocation_on_the_cpu_is_told_and_leaves_nothing)
{
    fail_allocations("cpu");
}

TEST(a_failing_allocation_on_a_device_is_told_and_leaves_nothing)
{
    fail_allocations("gpu:0");
}

TEST(a_failing_device_is_told_and_leaves_nothing)
{
    dpex_queue *queue = make_queue("gpu:0");
    for (int i = 0; i < N_CASES; i++) {
        trial t = {queue, cases[i]};
        CHECK_OK(make_use_release(&t));
        int n = 0;
        for (dpex_status status = DPEX_ERROR_BACKEND; status;) {
            dpex_pool_statistics now;
            dpex_sim_fail_at(++n);
            status = make_use_release(&t);
            if (status) CHECK_INT(status, DPEX_ERROR_BACKEND);
            dpex_pool_get_statistics(NULL, &now);
            CHECK_INT(now.live_blocks, 0);
        }
        CHECK(n > 1); /* the device was called */
        dpex_sim_fail_at(0);
    }
    dpex_queue_release(queue);
}
