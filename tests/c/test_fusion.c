/* Automatic fusion as C programs see it: what is stored, what is dropped, and failures while a graph is submitted. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/futex.h"
#include "dpex/fusion.h"
#include "dpex/memory.h"
#include "ops.h"
#include "ops/fusion/replay.h"
#include "runtime/pending.h"

enum { LONG = 1 << 15 };

/* A queue whose small arrays are fused too. */
static dpex_queue *fusing_queue(void)
{
    setenv("DPEX_FUSION", "small", 1);
    dpex_queue *queue = ops_queue();
    dpex_fusion_reset_statistics();
    return queue;
}

static void apply(const char *name, const dpex_array *x, dpex_operand other, dpex_array *out)
{
    const dpex_operand operands[2] = {ops_array(x), other};
    CHECK_OK(dpex_elementwise_new(dpex_op_find(name), operands, DPEX_ORDER_K, out));
}

static dpex_fusion_statistics statistics(void)
{
    dpex_fusion_statistics s;
    dpex_fusion_get_statistics(&s);
    return s;
}

TEST(fused_operations_store_what_is_kept)
{
    dpex_queue *queue = fusing_queue();
    dpex_array x, doubled, sum;
    ops_ramp(queue, DPEX_F64, 100, 0, 1, &x);
    apply("multiply", &x, ops_int(2), &doubled);
    apply("add", &doubled, ops_array(&x), &sum);
    dpex_array_fini(&doubled);
    CHECK(dpex_queue_has_pending(queue) && !dpex_queue_is_idle(queue));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK(!dpex_queue_has_pending(queue));
    const dpex_fusion_statistics s = statistics();
    CHECK(s.n_operations == 2 && s.n_passes == 1 && s.n_stored == 1 && s.n_dropped == 1);
    CHECK_NUMBER(ops_at(&sum, 7), 21);
    dpex_array_fini(&sum);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

static _Atomic int is_over;

static void *submit_always(void *queue)
{
    while (!is_over) dpex_fusion_flush(queue);
    return NULL;
}

/* The last reference to a result goes while another thread, as the timer, decides what is stored: its memory is
 * freed once, so that no two arrays have it afterwards. Rounds for some seconds: under a sanitizer they are slow. */
TEST(results_that_are_dropped_while_they_are_submitted_are_freed_once)
{
    enum { ROUNDS = 60000, SECONDS = 10, N = 6, ELEMS = 64 };
    dpex_queue *queue = fusing_queue();
    const uint64_t last = dpex_clock_ns() + SECONDS * UINT64_C(1000000000);
    dpex_array x, dropped[N], sums[N], fresh[2 * N];
    pthread_t thread;
    ops_ramp(queue, DPEX_F64, ELEMS, 0, 1, &x);
    is_over = 0;
    CHECK(!pthread_create(&thread, NULL, submit_always, queue));
    for (int round = 0; round < ROUNDS && dpex_clock_ns() < last; round++) {
        for (int i = 0; i < N; i++) {
            apply("multiply", &x, ops_int(2 + i), &dropped[i]);
            apply("add", &dropped[i], ops_array(&x), &sums[i]);
            dpex_array_fini(&dropped[i]);
        }
        for (int i = 0; i < 2 * N; i++) apply("add", &x, ops_int(100 * i), &fresh[i]);
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        for (int i = 0; i < N; i++) CHECK_NUMBER(ops_at(&sums[i], 7), 7 * (3 + i));
        for (int i = 0; i < 2 * N; i++) CHECK_NUMBER(ops_at(&fresh[i], 7), 7 + 100 * i);
        for (int i = 0; i < N; i++) dpex_array_fini(&sums[i]);
        for (int i = 0; i < 2 * N; i++) dpex_array_fini(&fresh[i]);
    }
    is_over = 1;
    pthread_join(thread, NULL);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

static dpex_pool_statistics pool_of(const dpex_queue *queue)
{
    dpex_pool_statistics s;
    dpex_pool_get_statistics(dpex_queue_get_device(queue), &s);
    return s;
}

/* A chain of more results than are ever alive asks the pool for few of them, also where results of another size and
 * more than are kept die between, and gives all back. */
TEST(results_that_die_pending_leave_their_memory_to_the_next)
{
    enum { ROUNDS = 40, N = 6 };
    dpex_queue *queue = fusing_queue();
    dpex_array x, both[2], masks[N], views[N];
    dpex_array *total = &both[0], *next = &both[1];
    ops_ramp(queue, DPEX_F64, 100, 0, 1, &x);
    apply("multiply", &x, ops_int(2), total);
    const dpex_pool_statistics before = pool_of(queue);
    for (int round = 0; round < ROUNDS; round++) {
        apply("add", total, ops_array(&x), next);
        dpex_array_fini(total);
        dpex_array *dead = total;
        total = next;
        next = dead;
    }
    CHECK(pool_of(queue).n_allocations - before.n_allocations <= 2);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < N; i++) apply("less", total, ops_int(i), &masks[i]);
        for (int i = 0; i < N; i++) apply("add", &masks[i], ops_array(&x), &views[i]);
        for (int i = 0; i < N; i++) dpex_array_fini(&masks[i]);
        for (int i = 0; i < N; i++) dpex_array_fini(&views[i]);
    }
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_NUMBER(ops_at(total, 7), 7 * (2 + ROUNDS));
    CHECK(pool_of(queue).live_bytes == before.live_bytes);
    dpex_array_fini(total);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(fusion_is_each_threads_choice)
{
    dpex_queue *queue = fusing_queue();
    dpex_array x, y;
    ops_ramp(queue, DPEX_F64, 100, 0, 1, &x);
    CHECK(dpex_fusion_is_enabled());
    CHECK(dpex_fusion_set(0) == -1 && !dpex_fusion_is_enabled());
    apply("add", &x, ops_int(1), &y);
    CHECK(!dpex_queue_has_pending(queue));
    CHECK(dpex_fusion_set(-1) == 0);
    CHECK_NUMBER(ops_at(&y, 3), 4);
    dpex_array_fini(&y);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(exported_storages_are_written_at_once)
{
    dpex_queue *queue = fusing_queue();
    dpex_array x, y;
    ops_ramp(queue, DPEX_F64, 100, 0, 1, &x);
    apply("add", &x, ops_int(1), &y);
    dpex_storage_export(y.storage);
    CHECK(!dpex_queue_has_pending(queue));
    const dpex_operand one = ops_int(1);
    CHECK_OK(dpex_elementwise_inplace(dpex_op_find("add"), &y, &one, 0));
    CHECK(!dpex_queue_has_pending(queue));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    CHECK_NUMBER(((double *)dpex_array_get_ptr(&y))[5], 7);
    dpex_array_fini(&y);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(queues_find_each_others_pending_work)
{
    dpex_queue *queue = fusing_queue(), *other = ops_queue();
    dpex_array x, y, alias, z;
    ops_ramp(queue, DPEX_F64, 100, 0, 1, &x);
    apply("add", &x, ops_int(1), &y);
    CHECK_OK(dpex_array_init_alias(&y, other, &alias));
    apply("multiply", &alias, ops_int(3), &z);
    /* y's pending work was submitted, as z's graph reads it. */
    CHECK(!dpex_queue_has_pending(queue) && dpex_queue_has_pending(other));
    CHECK_NUMBER(ops_at(&z, 9), 30);
    dpex_array_fini(&z);
    dpex_array_fini(&alias);
    dpex_array_fini(&y);
    dpex_array_fini(&x);
    dpex_queue_release(other);
    dpex_queue_release(queue);
}

TEST(released_queues_compute_what_is_pending)
{
    dpex_queue *queue = fusing_queue(), *other = ops_queue();
    dpex_array x, alias;
    ops_ramp(queue, DPEX_F64, 100, 0, 1, &x);
    CHECK_OK(dpex_array_init_alias(&x, other, &alias));
    const dpex_operand one = ops_int(1);
    CHECK_OK(dpex_elementwise_inplace(dpex_op_find("add"), &alias, &one, 0));
    dpex_array_fini(&alias);
    dpex_queue_release(other);
    CHECK_NUMBER(ops_at(&x, 4), 5);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

/* As much of the pool's memory as is in use, and `more` bytes. */
static void limit_memory(uint64_t more)
{
    dpex_pool_statistics pool;
    dpex_pool_trim(0);
    dpex_pool_get_statistics(NULL, &pool);
    dpex_pool_set_limit(pool.reserved_bytes + 1 + more);
}

/* (x - sum of the row) * maximum of the row, submitted with so much memory: the reductions' results are nobody's when all of it is submitted. */
static dpex_status use_rows(const dpex_array *x, uint64_t memory, double *result)
{
    dpex_array sum, most, less, product;
    CHECK_OK(dpex_reduce_new(dpex_reduction_find("sum"), x, 2, 1, DPEX_F64, &sum));
    CHECK_OK(dpex_reduce_new(dpex_reduction_find("max"), x, 2, 1, DPEX_F64, &most));
    apply("subtract", x, ops_array(&sum), &less);
    apply("multiply", &less, ops_array(&most), &product);
    dpex_array_fini(&less);
    dpex_array_fini(&most);
    dpex_array_fini(&sum);
    limit_memory(memory);
    const dpex_status status = dpex_queue_wait(x->queue, 0, NULL);
    dpex_pool_set_limit(0);
    if (!status) *result = ops_at(&product, 0);
    dpex_array_fini(&product);
    return status;
}

/* sum((x + 1) * x), and x += 1 beside it. */
static dpex_status reduce_and_write(dpex_array *x, double *result)
{
    dpex_array plus, product, sum;
    const dpex_operand one = ops_int(1), plus_one[2] = {ops_array(x), one};
    dpex_status status = dpex_elementwise_new(dpex_op_find("add"), plus_one, DPEX_ORDER_K, &plus);
    if (status) return status;
    const dpex_operand both[2] = {ops_array(&plus), ops_array(x)};
    status = dpex_elementwise_new(dpex_op_find("multiply"), both, DPEX_ORDER_K, &product);
    dpex_array_fini(&plus);
    if (status) return status;
    status = dpex_reduce_new(dpex_reduction_find("sum"), &product, 1, 0, DPEX_F64, &sum);
    dpex_array_fini(&product);
    if (status) return status;
    status = dpex_elementwise_inplace(dpex_op_find("add"), x, &one, 0);
    if (!status) status = dpex_queue_wait(x->queue, 0, NULL);
    if (!status) *result = ops_at(&sum, 0);
    dpex_array_fini(&sum);
    return status;
}

TEST(submitting_survives_each_failing_allocation)
{
    dpex_queue *queue = fusing_queue();
    int64_t n = 0, n_calls = 1, n_failures = 0;
    double result = 0;
    /* Some failures change nothing: without memory for a graph operations are not kept back. */
    while (n_calls > n) {
        dpex_array x;
        ops_ramp(queue, DPEX_F64, LONG, 0, 0.5, &x);
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
        dpex_alloc_fail_at(++n);
        const dpex_status status = reduce_and_write(&x, &result);
        n_calls = dpex_alloc_n_calls() + 1; /* there may be one more */
        dpex_alloc_fail_at(0);
        CHECK(status == DPEX_SUCCESS || status == DPEX_ERROR_NO_MEMORY);
        n_failures += status != DPEX_SUCCESS;
        /* Told by the call or by a wait, and by one of them alone. */
        if (status) (void)dpex_queue_wait(queue, 0, NULL);
        CHECK(n < 200);
        dpex_array_fini(&x);
        CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    }
    CHECK(n_failures > 1);
    /* sum of (i / 2 + 1) i / 2 */
    const double m = LONG - 1;
    CHECK_NUMBER(result, m * (m + 1) * (2 * m + 1) / 24 + m * (m + 1) / 4);
    dpex_queue_release(queue);
}

/* Rows of two, so that the reductions' results are large. Each limit lets another allocation fail. */
TEST(stages_survive_little_memory)
{
    enum { ROWS = 1 << 16, STEP = 128 << 10 };
    dpex_queue *queue = fusing_queue();
    const int64_t shape[2] = {ROWS, 2};
    int64_t n_failures = 0;
    int is_possible;
    double result = 0;
    dpex_array line, x;
    ops_ramp(queue, DPEX_F64, 2 * ROWS, 1, 1, &line);
    CHECK_OK(dpex_array_reshape_view(&line, 2, shape, DPEX_ORDER_C, &is_possible, &x));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int i = 0; i < 48; i++) {
        const dpex_status status = use_rows(&x, (uint64_t)i * STEP, &result);
        CHECK(status == DPEX_SUCCESS || status == DPEX_ERROR_NO_MEMORY);
        n_failures += status != DPEX_SUCCESS;
        if (status) (void)dpex_queue_wait(queue, 0, NULL);
    }
    CHECK(n_failures > 1 && n_failures < 48);
    CHECK_NUMBER(result, (1 - 3) * 2.0);
    dpex_array_fini(&x);
    dpex_array_fini(&line);
    dpex_queue_release(queue);
}

/* y[:] = x, x[:] = z + 1 and z[:] = y's old elements, which are x's: no order of single writes does it without a copy. */
TEST(a_replay_writes_what_it_reads_at_the_end)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, y, z;
    dpex_tape *tape;
    int in[2], one, sum, converted;
    dpex_fusion_set(0);
    ops_ramp(queue, DPEX_F64, 50, 0, 1, &x);
    ops_ramp(queue, DPEX_F32, 50, 0, 0, &y);
    ops_ramp(queue, DPEX_F64, 50, 100, 1, &z);
    CHECK_OK(dpex_tape_create(&tape));
    CHECK_OK(dpex_tape_input(tape, DPEX_F64, &in[0]));
    CHECK_OK(dpex_tape_input(tape, DPEX_F64, &in[1]));
    CHECK_OK(dpex_tape_constant(tape, DPEX_F64, &(dpex_scalar){.f64 = 1}, &one));
    CHECK_OK(dpex_tape_apply(tape, dpex_op_find("add"), (const int[]){in[1], one}, &sum));
    CHECK_OK(dpex_tape_cast(tape, in[0], DPEX_I32, &converted));
    CHECK_OK(dpex_tape_cast(tape, converted, DPEX_F32, &converted));
    CHECK_OK(dpex_tape_output(tape, converted));
    CHECK_OK(dpex_tape_output(tape, sum));
    CHECK_OK(dpex_tape_output(tape, in[0]));
    const dpex_array *inputs[] = {&x, &z};
    dpex_array *outputs[] = {&y, &x, &z};
    const dpex_launch launch = {.name = "replay",
                                .inputs = inputs,
                                .n_inputs = 2,
                                .outputs = outputs,
                                .n_outputs = 3,
                                .nd = 1,
                                .shape = x.shape};
    CHECK_OK(dpex_graph_replay(tape, &launch));
    for (int64_t i = 0; i < 50; i += 7) {
        CHECK_NUMBER(ops_at(&y, i), (double)i);
        CHECK_NUMBER(ops_at(&x, i), 101 + (double)i);
        CHECK_NUMBER(ops_at(&z, i), (double)i);
    }
    dpex_tape_release(tape);
    dpex_array_fini(&z);
    dpex_array_fini(&y);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}
