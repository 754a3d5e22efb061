/* See portable_kernels.h. Each check_ function launches one kernel over ordinary memory, which devices stage. */
#include "portable_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "dpex/device.h"
#include "dpex/kernel.h"
#include "runtime/kernel_text.h"
#include "test.h"

DPEX_KERNEL(sum_groups, (IN, float, x), (OUT, float, sums), (LOCAL, float, tile), {
    size_t l = k_local_id(0);
    tile[l] = x[k_global_id(0)];
    k_barrier();
    for (size_t width = k_local_size(0) / 2; width; width /= 2) {
        if (l < width) tile[l] += tile[l + width];
        k_barrier();
    }
    if (l == 0) sums[k_group_id(0)] = tile[0];
})

/* One number per item: of dimension 0, 1, 2 its position in the whole range, from those in its group and of its group. Without a local range the group is the item. */
DPEX_KERNEL(say_where, (OUT, int32_t, out), {
    size_t id = 0, at = 0;
    for (int d = 0; d < 3; d++) {
        id = id * k_global_size(d) + k_global_id(d);
        at = at * 100 + k_group_id(d) * k_local_size(d) + k_local_id(d);
        if (k_group_id(d) * k_local_size(d) + k_local_id(d) != k_global_id(d)) at = 7777777;
        if (k_num_groups(d) * k_local_size(d) != k_global_size(d)) at = 8888888;
    }
    k_barrier();
    out[id] = k_cast(int32_t, at);
})

/* The tiles of a matrix, transposed through local memory. */
DPEX_KERNEL(transpose_tiles, (IN_STRIDED, int32_t, a), (OUT_STRIDED, int32_t, b),
            (LOCAL, int32_t, tile), {
                size_t n = k_local_size(0);
                tile[k_local_id(0) * n + k_local_id(1)] = k_at2(a, k_global_id(0), k_global_id(1));
                k_barrier();
                k_at2(b, k_group_id(1) * n + k_local_id(0), k_group_id(0) * n + k_local_id(1)) =
                    tile[k_local_id(1) * n + k_local_id(0)];
            })

DPEX_KERNEL(add_strided, (INOUT_STRIDED, float, y), (IN_STRIDED, float, x), (VAL, float, scale), {
    size_t i = k_global_id(0), j = k_global_id(1), k = k_global_id(2);
    if (i >= k_cast(size_t, k_extent(y, 0))) return;
    k_at3(y, i, j, k) += scale * k_at3(x, i, j, k) + k_cast(float, k_stride(x, 2) * 0);
})

DPEX_KERNEL(count_all, (IN, int32_t, x), (INOUT, int32_t, counts), (INOUT, uint32_t, u),
            (INOUT, float, f), (LOCAL, int32_t, mine), {
                int32_t v = x[k_global_id(0)];
                if (k_local_id(0) == 0) mine[0] = 0;
                k_barrier();
                k_atomic_add(mine, 1); /* in local memory */
                k_atomic_add(&counts[v % 4], 1);
                k_atomic_min(&counts[4], v);
                k_atomic_max(&counts[5], v);
                k_atomic_or(&u[0], 1u << v % 32);
                k_atomic_and(&u[1], ~(1u << v % 32));
                k_atomic_xor(&u[2], k_cast(uint32_t, v));
                k_atomic_add(&f[0], 0.5f);
                k_atomic_min(&f[1], k_cast(float, v));
                k_atomic_max(&f[2], k_cast(float, v));
                k_barrier();
                if (k_local_id(0) == 0) {
                    k_atomic_add(&counts[6], mine[0]);
                    if (k_atomic_compare_exchange(&counts[7], 0, 1) == 0)
                        k_atomic_exchange(&counts[8], 5);
                }
            })

DPEX_KERNEL(count_long, (IN, int32_t, x), (INOUT, int64_t, l), (INOUT, uint64_t, u), {
    int64_t v = x[k_global_id(0)];
    k_atomic_add(&l[0], v << 32);
    k_atomic_min(&l[1], -(v << 32));
    k_atomic_max(&l[2], v << 32);
    k_atomic_or(&u[0], k_cast(uint64_t, 1) << v % 64);
    k_atomic_compare_exchange(&u[1], k_cast(uint64_t, 0), k_cast(uint64_t, 1) << 40);
})

DPEX_KERNEL(advance, (INOUT, int32_t, y), (VAL, int32_t, step),
            { y[k_global_id(0)] = 3 * y[k_global_id(0)] + step; })

DPEX_KERNEL(add_double, (IN, double, x), (INOUT, double, total), (LOCAL, double, part), {
    if (k_local_id(0) == 0) part[0] = 0;
    k_barrier();
    k_atomic_add(part, x[k_global_id(0)]);
    k_barrier();
    if (k_local_id(0) == 0) k_atomic_add(total, part[0]);
    k_atomic_max(&total[1], x[k_global_id(0)]);
})

static void launch(dpex_queue *queue, const dpex_kernel_source *source, dpex_range range,
                   const dpex_kernel_arg *args, size_t n_args)
{
    dpex_event *event = NULL;
    CHECK_OK(dpex_kernel_source_launch(queue, source, &range, args, n_args, NULL, 0, &event));
    CHECK_OK(dpex_event_wait(event, 0, NULL));
    dpex_event_release(event);
}

static dpex_range groups(size_t global, size_t local)
{
    return (dpex_range){.nd = 1, .global = {global}, .local = {local}, .has_local = 1};
}

static void check_sum_groups(dpex_queue *queue)
{
    enum { N = 4096, LOCAL = 64 };
    float *x = malloc(N * sizeof *x), sums[N / LOCAL];
    for (int i = 0; i < N; i++) x[i] = (float)(i % 100);
    dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F32, x, N),
                              dpex_arg_array(DPEX_F32, sums, N / LOCAL),
                              dpex_arg_local(DPEX_F32, LOCAL)};
    launch(queue, &sum_groups, groups(N, LOCAL), args, 3);
    for (int g = 0; g < N / LOCAL; g++) {
        float expected = 0;
        for (int i = 0; i < LOCAL; i++) expected += x[g * LOCAL + i];
        CHECK(sums[g] == expected);
    }
    free(x);
}

static void check_say_where(dpex_queue *queue, dpex_range range)
{
    int32_t out[6 * 4 * 8];
    size_t n = 1, id[3];
    for (int d = 0; d < 3; d++) {
        if (d >= range.nd) range.global[d] = range.local[d] = 1;
        n *= range.global[d];
    }
    dpex_kernel_arg arg = dpex_arg_array(DPEX_I32, out, n);
    launch(queue, &say_where, range, &arg, 1);
    for (size_t i = 0; i < n; i++) {
        id[2] = i % range.global[2];
        id[1] = i / range.global[2] % range.global[1];
        id[0] = i / range.global[2] / range.global[1];
        CHECK_INT(out[i], (id[0] * 100 + id[1]) * 100 + id[2]);
    }
}

static void check_transpose(dpex_queue *queue)
{
    enum { ROWS = 8, COLUMNS = 12, TILE = 4, GAP = 3 };
    int32_t a[ROWS * COLUMNS], b[COLUMNS * ROWS * GAP];
    for (int i = 0; i < ROWS * COLUMNS; i++) a[i] = i;
    memset(b, -1, sizeof b);
    /* a from behind, so that all strides are negative; b with gaps, which must stay as they are. */
    dpex_kernel_layout in = {2, {ROWS, COLUMNS}, {-COLUMNS, -1}};
    dpex_kernel_layout out = {2, {COLUMNS, ROWS}, {ROWS * GAP, GAP}};
    dpex_kernel_arg args[] = {dpex_arg_strided(DPEX_I32, a + ROWS * COLUMNS - 1, &in),
                              dpex_arg_strided(DPEX_I32, b, &out),
                              dpex_arg_local(DPEX_I32, TILE * TILE)};
    dpex_range range = {.nd = 2, .global = {ROWS, COLUMNS}, .local = {TILE, TILE}, .has_local = 1};
    launch(queue, &transpose_tiles, range, args, 3);
    for (int i = 0; i < COLUMNS; i++) {
        for (int j = 0; j < ROWS; j++) {
            CHECK_INT(b[(i * ROWS + j) * GAP], (ROWS - 1 - j) * COLUMNS + COLUMNS - 1 - i);
            CHECK_INT(b[(i * ROWS + j) * GAP + 1], -1);
        }
    }
}

static void check_strided(dpex_queue *queue)
{
    float y[2 * 3 * 4], x[3] = {1, 2, 3};
    for (int i = 0; i < 24; i++) y[i] = (float)i;
    dpex_kernel_layout of_y = {3, {2, 3, 2}, {12, 4, 2}}; /* every second column */
    dpex_kernel_layout of_x = {3, {2, 3, 2}, {0, 1, 0}};  /* broadcast */
    dpex_kernel_arg args[] = {dpex_arg_strided(DPEX_F32, y, &of_y),
                              dpex_arg_strided(DPEX_F32, x, &of_x), dpex_value_float(100)};
    dpex_range range = {.nd = 3, .global = {5, 3, 2}}; /* more items than rows */
    launch(queue, &add_strided, range, args, 3);
    for (int i = 0; i < 24; i++) CHECK(y[i] == (float)i + (i % 2 ? 0 : 100 * x[i / 4 % 3]));
}

static void check_atomics(dpex_queue *queue)
{
    enum { N = 1000, LOCAL = 50 };
    int32_t x[N], counts[9] = {0, 0, 0, 0, 1 << 30, -1};
    uint32_t u[3] = {0, ~0u, 0}, all = 0, exclusive = 0;
    float f[3] = {0, 1e9f, -1};
    for (int i = 0; i < N; i++) {
        x[i] = i * 7 % N + 3;
        all |= 1u << x[i] % 32;
        exclusive ^= (uint32_t)x[i];
    }
    dpex_kernel_arg args[] = {dpex_arg_array(DPEX_I32, x, N), dpex_arg_array(DPEX_I32, counts, 9),
                              dpex_arg_array(DPEX_U32, u, 3), dpex_arg_array(DPEX_F32, f, 3),
                              dpex_arg_local(DPEX_I32, 1)};
    launch(queue, &count_all, groups(N, LOCAL), args, 5);
    for (int i = 0; i < 4; i++) CHECK_INT(counts[i], N / 4);
    CHECK_INT(counts[4], 3);
    CHECK_INT(counts[5], N + 2);
    CHECK_INT(counts[6], N);
    CHECK_INT(counts[7], 1);
    CHECK_INT(counts[8], 5);
    CHECK(u[0] == all && u[1] == ~all && u[2] == exclusive);
    CHECK(f[0] == N / 2 && f[1] == 3 && f[2] == N + 2);
}

static void check_long_atomics(dpex_queue *queue)
{
    enum { N = 100 };
    int32_t x[N];
    int64_t l[3] = {0}, sum = 0;
    uint64_t u[2] = {0};
    for (int i = 0; i < N; i++) sum += x[i] = i;
    dpex_kernel_arg args[] = {dpex_arg_array(DPEX_I32, x, N), dpex_arg_array(DPEX_I64, l, 3),
                              dpex_arg_array(DPEX_U64, u, 2)};
    launch(queue, &count_long, (dpex_range){.nd = 1, .global = {N}}, args, 3);
    CHECK(l[0] == sum << 32 && l[1] == -((int64_t)(N - 1) << 32) && l[2] == (int64_t)(N - 1) << 32);
    CHECK(u[0] == UINT64_MAX && u[1] == (uint64_t)1 << 40);
}

static void check_double_atomics(dpex_queue *queue)
{
    enum { N = 256, LOCAL = 32 };
    double x[N], total[2] = {0.25, -1};
    for (int i = 0; i < N; i++) x[i] = i;
    dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F64, x, N), dpex_arg_array(DPEX_F64, total, 2),
                              dpex_arg_local(DPEX_F64, 1)};
    launch(queue, &add_double, groups(N, LOCAL), args, 3);
    CHECK(total[0] == N * (N - 1) / 2 + 0.25 && total[1] == N - 1);
}

/* A launch runs after the events that it is given, and gives one that others come after. */
static void check_dependencies(dpex_queue *queue)
{
    enum { N = 5000, STEPS = 12 };
    int32_t *y = calloc(N, sizeof *y), expected = 0;
    dpex_event *last = NULL;
    for (int32_t step = 0; step < STEPS; step++) {
        const dpex_kernel_arg args[] = {dpex_arg_array(DPEX_I32, y, N), dpex_value_int32_t(step)};
        const dpex_range range = {.nd = 1, .global = {N}};
        dpex_event *event = NULL;
        CHECK_OK(dpex_kernel_source_launch(queue, &advance, &range, args, 2, &last, last != NULL,
                                           &event));
        dpex_event_release(last);
        last = event;
        expected = 3 * expected + step;
    }
    CHECK_OK(dpex_event_wait(last, 0, NULL));
    dpex_event_release(last);
    for (int i = 0; i < N; i++) CHECK_INT(y[i], expected);
    free(y);
}

void check_portable_kernels(dpex_queue *queue)
{
    const dpex_device *device = dpex_queue_get_device(queue);
    check_sum_groups(queue);
    for (int nd = 1; nd <= 3; nd++) {
        dpex_range range = {.nd = nd, .global = {6, 4, 8}, .local = {3, 2, 4}};
        check_say_where(queue, range);
        range.has_local = 1;
        check_say_where(queue, range);
    }
    check_transpose(queue);
    check_strided(queue);
    check_atomics(queue);
    check_dependencies(queue);
    if (dpex_device_has_aspect(device, DPEX_ASPECT_atomic64)) {
        check_long_atomics(queue);
        if (dpex_device_has_aspect(device, DPEX_ASPECT_fp64)) check_double_atomics(queue);
    }
}

void portable_kernels_visit_texts(void (*check)(const char *text, const char *options))
{
    const dpex_kernel_source *const all[] = {&sum_groups,  &say_where, &transpose_tiles,
                                             &add_strided, &count_all, &count_long,
                                             &add_double,  &advance};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        for (int has_local = 0; has_local < 2; has_local++) {
            dpex_text text = DPEX_TEXT_EMPTY;
            char options[DPEX_KERNEL_TEXT_OPTIONS_BYTES];
            dpex_range range = {.nd = 2, .has_local = has_local};
            dpex_kernel_text_write(all[i], &range, &text, options);
            check(text.data, options);
            dpex_text_fini(&text);
        }
    }
}
