/* Arrays: making, layouts, bounds, overlap, host copies. */
#include <stdlib.h>
#include <string.h>

#include "array/array.h"
#include "backend/sim/fault.h"
#include "dpex/dpex.h"
#include "queue_fixture.h"
#include "test.h"

static dpex_queue *make_queue(const char *filter)
{
    setenv("DPEX_SIMULATE", "gpu:1,gpu:1-fp64-fp16", 1);
    setenv("ONEAPI_DEVICE_SELECTOR", "*:*", 1);
    return fixture_queue_on(filter, 0);
}

static void check_dims(const dpex_array *x, int nd, const int64_t *shape, const int64_t *strides)
{
    CHECK_INT(x->nd, nd);
    for (int i = 0; i < nd; i++) {
        CHECK_INT(x->shape[i], shape[i]);
        CHECK_INT(x->strides[i], strides[i]);
    }
}

#define DIMS(...) ((const int64_t[]){__VA_ARGS__})

TEST(a_new_array_is_dense_in_the_order_asked_for)
{
    dpex_queue *queue = make_queue("cpu");
    dpex_array c, f;
    CHECK_OK(dpex_array_init(queue, DPEX_F32, 3, DIMS(2, 3, 4), DPEX_ORDER_C, DPEX_USM_DEVICE, &c));
    CHECK_OK(dpex_array_init(queue, DPEX_F32, 3, DIMS(2, 3, 4), DPEX_ORDER_F, DPEX_USM_SHARED, &f));
    check_dims(&c, 3, DIMS(2, 3, 4), DIMS(12, 4, 1));
    check_dims(&f, 3, DIMS(2, 3, 4), DIMS(1, 2, 6));
    CHECK_INT(c.flags, DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_WRITABLE);
    CHECK_INT(f.flags, DPEX_ARRAY_F_CONTIGUOUS | DPEX_ARRAY_WRITABLE);
    CHECK_INT(c.size, 24);
    CHECK_INT((uintptr_t)dpex_array_get_ptr(&c) % 64, 0);
    CHECK_INT(dpex_storage_get_bytes(c.storage), 96);
    CHECK_INT(dpex_storage_get_kind(f.storage), DPEX_USM_SHARED);
    dpex_array_fini(&c);
    dpex_array_fini(&f);
    dpex_queue_release(queue);
}

TEST(arrays_without_dimensions_or_elements_are_contiguous_both_ways)
{
    const uint32_t all = DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS | DPEX_ARRAY_WRITABLE;
    dpex_queue *queue = make_queue("cpu");
    dpex_array x;
    CHECK_OK(dpex_array_init(queue, DPEX_I8, 0, NULL, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_INT(x.size, 1);
    CHECK_INT(x.flags, all);
    dpex_array_fini(&x);
    CHECK_OK(dpex_array_init(queue, DPEX_I8, 3, DIMS(2, 0, 3), DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_INT(x.size, 0);
    CHECK_INT(x.flags, all);
    dpex_array_fini(&x);
    CHECK_OK(dpex_array_init(queue, DPEX_I8, 2, DIMS(1, 5), DPEX_ORDER_F, DPEX_USM_DEVICE, &x));
    CHECK_INT(x.flags, all);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(shapes_that_cannot_be_are_refused)
{
    dpex_queue *queue = make_queue("cpu");
    dpex_array x;
    int64_t many[65] = {0};
    CHECK_FAILS(dpex_array_init(queue, DPEX_F64, 2, DIMS(3, -1), DPEX_ORDER_C, DPEX_USM_DEVICE, &x),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("(3,-1)");
    CHECK_FAILS(
        dpex_array_init(queue, DPEX_F64, 2, DIMS(INT64_MAX, 4), DPEX_ORDER_C, DPEX_USM_DEVICE, &x),
        DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_init(queue, DPEX_F64, 3, DIMS(0, INT64_MAX, 4), DPEX_ORDER_C,
                                DPEX_USM_DEVICE, &x),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_init(queue, DPEX_F64, 65, many, DPEX_ORDER_C, DPEX_USM_DEVICE, &x),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_array_init(queue, DPEX_F64, 1, DIMS((int64_t)1 << 55), DPEX_ORDER_C,
                                DPEX_USM_DEVICE, &x),
                DPEX_ERROR_NO_MEMORY);
    CHECK_FAILS(dpex_array_init(queue, DPEX_F64, 1, DIMS(1), DPEX_ORDER_K, DPEX_USM_DEVICE, &x),
                DPEX_ERROR_INVALID_VALUE);
    dpex_queue_release(queue);
}

TEST(dtypes_that_the_device_lacks_are_refused)
{
    dpex_queue *queue = make_queue("gpu:1");
    dpex_array x;
    CHECK_FAILS(dpex_array_init(queue, DPEX_F64, 1, DIMS(1), DPEX_ORDER_C, DPEX_USM_DEVICE, &x),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("float64");
    CHECK_FAILS(dpex_array_init(queue, DPEX_F16, 1, DIMS(1), DPEX_ORDER_C, DPEX_USM_DEVICE, &x),
                DPEX_ERROR_INVALID_VALUE);
    dpex_queue_release(queue);
}

TEST(many_dimensions_live_outside_the_struct)
{
    dpex_queue *queue = make_queue("cpu");
    dpex_array x, alias;
    CHECK_OK(dpex_array_init(queue, DPEX_I16, 6, DIMS(2, 1, 3, 1, 2, 2), DPEX_ORDER_C,
                             DPEX_USM_DEVICE, &x));
    CHECK_OK(dpex_array_init_alias(&x, NULL, &alias));
    dpex_array_fini(&x);
    check_dims(&alias, 6, DIMS(2, 1, 3, 1, 2, 2), DIMS(12, 12, 4, 4, 2, 1));
    dpex_array_fini(&alias);
    dpex_queue_release(queue);
}

/* ---- like ------------------------------------------------------------------------------------ */

static void check_like(const int64_t *strides, int64_t offset, dpex_order order,
                       const int64_t *expected)
{
    dpex_queue *queue = make_queue("cpu");
    dpex_array base, view, like;
    CHECK_OK(dpex_array_init(queue, DPEX_U8, 1, DIMS(1000), DPEX_ORDER_C, DPEX_USM_DEVICE, &base));
    CHECK_OK(dpex_array_init_view(base.storage, queue, DPEX_U8, offset, 3, DIMS(2, 3, 4), strides,
                                  0, &view));
    CHECK_OK(dpex_array_init_like(&view, DPEX_F64, order, DPEX_USM_HOST, queue, &like));
    check_dims(&like, 3, DIMS(2, 3, 4), expected);
    CHECK_INT(like.flags & DPEX_ARRAY_WRITABLE, DPEX_ARRAY_WRITABLE);
    dpex_array_fini(&like);
    dpex_array_fini(&view);
    dpex_array_fini(&base);
    dpex_queue_release(queue);
}

TEST(k_order_keeps_the_order_of_axes)
{
    check_like(DIMS(12, 4, 1), 0, DPEX_ORDER_K, DIMS(12, 4, 1));
    check_like(DIMS(1, 2, 6), 0, DPEX_ORDER_K, DIMS(1, 2, 6));
    check_like(DIMS(4, 100, 1), 0, DPEX_ORDER_K, DIMS(4, 8, 1));
    check_like(DIMS(-4, 100, -1), 10, DPEX_ORDER_K, DIMS(4, 8, 1));
    check_like(DIMS(5, 5, 5), 0, DPEX_ORDER_K, DIMS(12, 4, 1));
    check_like(DIMS(0, 0, 1), 0, DPEX_ORDER_K, DIMS(3, 1, 6));
}

TEST(a_order_is_f_only_for_what_is_f_contiguous)
{
    check_like(DIMS(1, 2, 6), 0, DPEX_ORDER_A, DIMS(1, 2, 6));
    check_like(DIMS(1, 2, 7), 0, DPEX_ORDER_A, DIMS(12, 4, 1));
    check_like(DIMS(1, 2, 6), 0, DPEX_ORDER_C, DIMS(12, 4, 1));
    check_like(DIMS(12, 4, 1), 0, DPEX_ORDER_F, DIMS(1, 2, 6));
}

/* ---- views of a storage ---------------------------------------------------------------------- */

TEST(a_view_must_lie_inside_its_storage)
{
    dpex_queue *queue = make_queue("cpu");
    dpex_storage *storage;
    dpex_array x;
    CHECK_OK(dpex_storage_create(queue, 80, 0, DPEX_USM_DEVICE, &storage));
    static const struct {
        int64_t offset, extent, stride;
        int fits;
    } rows[] = {{0, 10, 1, 1},
                {0, 11, 1, 0},
                {8, 10, 1, 0},
                {8, 9, 1, 1},
                {72, 10, -1, 1},
                {71, 10, -1, 0},
                {72, 4, -3, 1},
                {64, 4, -3, 0},
                {-8, 1, 1, 0},
                {80, 0, 1, 1},
                {88, 0, 1, 0},
                {72, 100, 0, 1},
                {0, 3, INT64_MAX / 4, 0},
                {0, 1, INT64_MAX, 1},
                {8, 3, INT64_MIN / 8, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dpex_status status =
            dpex_array_init_view(storage, queue, DPEX_F64, rows[i].offset, 1, &rows[i].extent,
                                 &rows[i].stride, DPEX_ARRAY_WRITABLE, &x);
        CHECK_INT(status, rows[i].fits ? DPEX_SUCCESS : DPEX_ERROR_OUT_OF_RANGE);
        if (!status) dpex_array_fini(&x);
    }
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(strides_that_lead_nowhere_are_kept_unless_nothing_could_be_computed_of_them)
{
    dpex_queue *queue = make_queue("cpu");
    dpex_storage *storage;
    dpex_array x;
    CHECK_OK(dpex_storage_create(queue, 100, 0, DPEX_USM_DEVICE, &storage));
    CHECK_OK(dpex_array_init_view(storage, queue, DPEX_F64, 8, 3, DIMS(1, 2, 1),
                                  DIMS(INT64_MIN, 3, INT64_MAX), 0, &x));
    CHECK(x.strides[0] == 0 && x.strides[1] == 3 && x.strides[2] == 0);
    dpex_array_fini(&x);
    CHECK_OK(
        dpex_array_init_view(storage, queue, DPEX_F64, 8, 2, DIMS(1, 2), DIMS(-7777, 3), 0, &x));
    CHECK(x.strides[0] == -7777 && x.strides[1] == 3);
    dpex_array_fini(&x);
    CHECK_OK(
        dpex_array_init_view(storage, queue, DPEX_U8, 0, 2, DIMS(0, 2), DIMS(5, INT64_MIN), 0, &x));
    CHECK(x.strides[0] == 5 && x.strides[1] == 0);
    dpex_array_fini(&x);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(byte_bounds_span_all_elements)
{
    dpex_queue *queue = make_queue("cpu");
    dpex_storage *storage;
    dpex_array x;
    int64_t first, last;
    CHECK_OK(dpex_storage_create(queue, 1000, 0, DPEX_USM_DEVICE, &storage));
    CHECK_OK(
        dpex_array_init_view(storage, queue, DPEX_I32, 100, 2, DIMS(3, 4), DIMS(-7, 2), 0, &x));
    dpex_array_byte_bounds(&x, &first, &last);
    CHECK_INT(first, 100 - 2 * 7 * 4);
    CHECK_INT(last, 100 + 3 * 2 * 4 + 4);
    dpex_array_fini(&x);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

/* ---- overlap --------------------------------------------------------------------------------- */

/* Returns whether two elements share a byte. map: zeros. */
static int mark(const dpex_array *x, unsigned char *map)
{
    int is_twice = 0;
    int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    for (int64_t i = 0; i < x->size; i++) {
        int64_t rest = i, at = x->offset;
        for (int k = x->nd - 1; k >= 0; k--) {
            at += rest % x->shape[k] * x->strides[k] * itemsize;
            rest /= x->shape[k];
        }
        for (int64_t b = 0; b < itemsize; b++) {
            is_twice |= map[at + b];
            map[at + b] = 1;
        }
    }
    return is_twice;
}

static uint64_t next_random(uint64_t *state, uint64_t below)
{
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return (*state >> 33) % below;
}

enum { PLAYGROUND = 4096 };

/* A random view of the storage; 0 if it would not fit. */
static int make_random_view(dpex_storage *storage, dpex_queue *queue, uint64_t *random,
                            dpex_array *x)
{
    static const dpex_dtype dtypes[] = {DPEX_U8, DPEX_I16, DPEX_F32, DPEX_F64, DPEX_C128};
    int64_t shape[3], strides[3];
    int nd = (int)next_random(random, 4);
    for (int i = 0; i < nd; i++) {
        shape[i] = (int64_t)next_random(random, 5);
        strides[i] = (int64_t)next_random(random, 41) - 20;
    }
    return !dpex_array_init_view(storage, queue, dtypes[next_random(random, 5)],
                                 (int64_t)next_random(random, 600), nd, shape, strides, 0, x);
}

TEST(overlap_is_exact_for_small_arrays_of_any_layout)
{
    static unsigned char marks[2][PLAYGROUND];
    dpex_queue *queue = make_queue("cpu");
    dpex_storage *storage;
    uint64_t random = 7;
    int n_overlapping = 0, n_apart = 0, n_alone = 0;
    CHECK_OK(dpex_storage_create(queue, PLAYGROUND, 0, DPEX_USM_DEVICE, &storage));
    for (int round = 0; round < 20000; round++) {
        dpex_array a, b;
        int shares = 0;
        if (!make_random_view(storage, queue, &random, &a)) continue;
        if (make_random_view(storage, queue, &random, &b)) {
            memset(marks, 0, sizeof marks);
            if (mark(&a, marks[0]))
                CHECK(dpex_array_may_overlap_itself(&a));
            else
                n_alone += !dpex_array_may_overlap_itself(&a);
            mark(&b, marks[1]);
            for (int i = 0; i < PLAYGROUND; i++) shares |= marks[0][i] & marks[1][i];
            CHECK_INT(dpex_array_overlaps(&a, &b), shares);
            CHECK_INT(dpex_array_overlaps(&b, &a), shares);
            *(shares ? &n_overlapping : &n_apart) += 1;
            dpex_array_fini(&b);
        }
        dpex_array_fini(&a);
    }
    CHECK(n_overlapping > 100 && n_apart > 100 && n_alone > 5000);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

TEST(different_storages_of_the_same_memory_overlap)
{
    dpex_queue *queue = make_queue("cpu");
    dpex_storage *first, *second;
    dpex_array a, b;
    double memory[20];
    CHECK_OK(dpex_storage_wrap(queue, memory, 80, DPEX_USM_HOST, NULL, NULL, &first));
    CHECK_OK(dpex_storage_wrap(queue, memory + 5, 80, DPEX_USM_HOST, NULL, NULL, &second));
    CHECK_OK(dpex_array_init_view(first, queue, DPEX_F64, 0, 1, DIMS(6), NULL, 0, &a));
    CHECK_OK(dpex_array_init_view(second, queue, DPEX_F64, 0, 1, DIMS(6), NULL, 0, &b));
    CHECK(dpex_array_overlaps(&a, &b));
    dpex_array_fini(&a);
    CHECK_OK(dpex_array_init_view(first, queue, DPEX_F64, 0, 1, DIMS(5), NULL, 0, &a));
    CHECK(!dpex_array_overlaps(&a, &b));
    dpex_array_fini(&a);
    dpex_array_fini(&b);
    dpex_storage_release(first);
    dpex_storage_release(second);
    dpex_queue_release(queue);
}

/* ---- host copies ----------------------------------------------------------------------------- */

/* Host memory of 4 x 3 x 2 int32 in some layout, where element (i,j,k) is 100 i + 10 j + k. */
static int32_t value_at(int i, int j, int k)
{
    return 100 * i + 10 * j + k;
}

static void check_host_copies(const char *filter, const int64_t *strides, int64_t offset,
                              const int64_t *host_strides, int64_t host_offset)
{
    static int32_t host[4000], back[4000];
    dpex_queue *queue = make_queue(filter);
    dpex_storage *storage;
    dpex_array x;
    CHECK_OK(dpex_storage_create(queue, 4000, 0, DPEX_USM_DEVICE, &storage));
    CHECK_OK(dpex_array_init_view(storage, queue, DPEX_I32, offset * 4, 3, DIMS(4, 3, 2), strides,
                                  DPEX_ARRAY_WRITABLE, &x));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++)
                host[host_offset +
                     (i * host_strides[0] + j * host_strides[1] + k * host_strides[2]) / 4] =
                    value_at(i, j, k);
    CHECK_OK(dpex_array_from_host(&x, host + host_offset, host_strides));
    CHECK_OK(dpex_array_to_host(&x, back, DIMS(24, 8, 4)));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++) CHECK_INT(back[i * 6 + j * 2 + k], value_at(i, j, k));
    dpex_array_fini(&x);
    dpex_storage_release(storage);
    dpex_queue_release(queue);
}

static void check_all_host_copies(const char *filter)
{
    check_host_copies(filter, NULL, 0, DIMS(24, 8, 4), 0);
    check_host_copies(filter, NULL, 3, DIMS(4, 16, 48), 0);
    check_host_copies(filter, DIMS(1, 4, 12), 3, DIMS(4, 16, 48), 0);
    check_host_copies(filter, DIMS(-6, 2, 1), 30, DIMS(-24, 8, 4), 30);
    check_host_copies(filter, DIMS(20, -5, 2), 30, DIMS(24, 8, 4), 0);
    check_host_copies(filter, DIMS(6, 2, 1), 0, DIMS(-400, 40, 8), 400);
}

TEST(elements_travel_between_host_and_device_in_any_layout)
{
    check_all_host_copies("cpu");
}

TEST(elements_travel_to_memory_out_of_the_hosts_reach)
{
    check_all_host_copies("gpu:0");
}

TEST(bytes_between_the_elements_survive_a_staged_copy)
{
    dpex_queue *queue = make_queue("gpu:0");
    dpex_array all, odd;
    int16_t host[10], twos[5] = {2, 2, 2, 2, 2};
    for (int i = 0; i < 10; i++) host[i] = 1;
    CHECK_OK(dpex_array_init(queue, DPEX_I16, 1, DIMS(10), DPEX_ORDER_C, DPEX_USM_DEVICE, &all));
    CHECK_OK(dpex_array_from_host(&all, host, DIMS(2)));
    CHECK_OK(dpex_array_init_view(all.storage, queue, DPEX_I16, 2, 1, DIMS(5), DIMS(2),
                                  DPEX_ARRAY_WRITABLE, &odd));
    CHECK_OK(dpex_array_from_host(&odd, twos, DIMS(2)));
    CHECK_OK(dpex_array_to_host(&all, host, DIMS(2)));
    for (int i = 0; i < 10; i++) CHECK_INT(host[i], 1 + i % 2);
    dpex_array_fini(&odd);
    dpex_array_fini(&all);
    dpex_queue_release(queue);
}

TEST(large_arrays_travel_through_the_queue)
{
    enum { N = 300000 };
    static double host[N], back[N];
    dpex_queue *queue = make_queue("cpu");
    dpex_array x;
    for (int i = 0; i < N; i++) host[i] = i;
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 1, DIMS(N), DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_OK(dpex_array_from_host(&x, host, DIMS(8)));
    CHECK_OK(dpex_array_to_host(&x, back, DIMS(8)));
    CHECK(!memcmp(host, back, sizeof host));
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(a_read_only_array_takes_nothing_from_the_host)
{
    dpex_queue *queue = make_queue("cpu");
    dpex_array x;
    double value = 1;
    CHECK_OK(dpex_array_init(queue, DPEX_F64, 0, NULL, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    x.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    CHECK_FAILS(dpex_array_from_host(&x, &value, NULL), DPEX_ERROR_READ_ONLY);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

static void check_scalar_of(const char *filter)
{
    dpex_queue *queue = make_queue(filter);
    dpex_array x;
    dpex_scalar value;
    float host = 2.5f;
    CHECK_OK(dpex_array_init(queue, DPEX_F32, 2, DIMS(1, 1), DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_OK(dpex_array_from_host(&x, &host, DIMS(4, 4)));
    CHECK_OK(dpex_array_get_scalar(&x, &value));
    CHECK(value.f32 == 2.5f);
    for (int i = 4; i < 16; i++) CHECK_INT(value.bytes[i], 0);
    dpex_array_fini(&x);
    CHECK_OK(dpex_array_init(queue, DPEX_F32, 1, DIMS(2), DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    CHECK_FAILS(dpex_array_get_scalar(&x, &value), DPEX_ERROR_INVALID_VALUE);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(an_array_of_one_element_is_a_scalar)
{
    check_scalar_of("cpu");
}
TEST(an_array_of_one_element_out_of_reach_is_a_scalar)
{
    check_scalar_of("gpu:0");
}

/* ---- failures -------------------------------------------------------------------------------- */

static dpex_status make_many(void *context)
{
    static const int64_t shape[6] = {2, 2, 2, 2, 2, 500};
    dpex_queue *queue = context;
    dpex_array x, like, alias;
    dpex_status status =
        dpex_array_init(queue, DPEX_F64, 6, shape, DPEX_ORDER_F, DPEX_USM_DEVICE, &x);
    if (status) goto done;
    status = dpex_array_init_like(&x, DPEX_F32, DPEX_ORDER_K, DPEX_USM_DEVICE, queue, &like);
    if (!status) dpex_array_fini(&like);
    if (!status && !(status = dpex_array_init_alias(&x, NULL, &alias))) dpex_array_fini(&alias);
    if (!status &&
        !(status = dpex_array_init_view(x.storage, queue, DPEX_F64, 0, 6, shape, NULL, 0, &alias)))
        dpex_array_fini(&alias);
    dpex_array_fini(&x);
done:
    dpex_pool_trim(0);
    return status;
}

TEST(an_array_that_finds_no_memory_leaves_nothing_behind)
{
    dpex_queue *queue = make_queue("cpu");
    CHECK_OK(make_many(queue)); /* makes the pool itself, which stays */
    test_failing_allocations(make_many, queue);
    dpex_queue_release(queue);
}

/* Everything here that calls the backend. */
static dpex_status use_device_memory(dpex_queue *queue)
{
    dpex_array x, element;
    float host[6] = {0, 1, 2, 3, 4, 5};
    dpex_scalar value = {.i = 0};
    dpex_status status =
        dpex_array_init(queue, DPEX_F32, 1, DIMS(6), DPEX_ORDER_C, DPEX_USM_DEVICE, &x);
    if (status) return status;
    status = dpex_array_from_host(&x, host, DIMS(4));
    if (!status) status = dpex_array_to_host(&x, host + 5, DIMS(-4));
    if (!status) {
        CHECK_OK(
            dpex_array_index(&x, &(dpex_index){.kind = DPEX_INDEX_INT, .start = 2}, 1, &element));
        status = dpex_array_get_scalar(&element, &value);
        dpex_array_fini(&element);
    }
    if (!status) CHECK(value.f32 == 2 && host[0] == 5 && host[5] == 0);
    dpex_array_fini(&x);
    return status;
}

TEST(a_failing_backend_fails_the_call_and_nothing_else)
{
    dpex_queue *queue = make_queue("gpu:0");
    dpex_pool_statistics now;
    int n = 0;
    for (dpex_status status = DPEX_ERROR_BACKEND; status;) {
        dpex_sim_fail_at(++n);
        status = use_device_memory(queue);
        if (status) {
            CHECK_INT(status, DPEX_ERROR_BACKEND);
            (void)dpex_queue_wait(queue, 0,
                                  NULL); /* says it once more, for those who ask the queue */
        }
        dpex_pool_get_statistics(NULL, &now);
        CHECK_INT(now.live_blocks, 0);
        dpex_pool_trim(0);
        dpex_pool_get_statistics(NULL, &now);
        CHECK_INT(now.reserved_bytes, 0);
    }
    CHECK(n > 3); /* the allocation and three copies at least */
    dpex_sim_fail_at(0);
    dpex_queue_release(queue);
}
