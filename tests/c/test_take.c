/* Gather, scatter and keys: the loops of each instruction set, guard bytes, repeated indices, and what is refused. */
#include <string.h>

#include "dpex/select.h"
#include "dpex/take.h"
#include "ops.h"
#include "ops/loops/loops.h"

/* ---- loops ----------------------------------------------------------------------------------------------- */

static int64_t resolve(int64_t index, int is_huge, int64_t extent, dpex_index_mode mode)
{
    if (is_huge) return extent - 1;
    if (index < 0 && mode == DPEX_INDEX_WRAP) index += extent;
    return index < 0 ? 0 : index >= extent ? extent - 1 : index;
}

/* An index of every size that the dtype has, as its bits. */
static uint64_t sample_index(int i)
{
    uint64_t bits = (uint64_t)i * UINT64_C(0x9E3779B97F4A7C15);
    return bits >> (i * 7 % 64);
}

static int64_t narrow(uint64_t bits, dpex_dtype dtype, int *is_huge)
{
    *is_huge = dtype == DPEX_U64 && bits >> 63;
    switch (dtype) {
    case DPEX_I8: return (int8_t)bits;
    case DPEX_U8: return (uint8_t)bits;
    case DPEX_I16: return (int16_t)bits;
    case DPEX_U16: return (uint16_t)bits;
    case DPEX_I32: return (int32_t)bits;
    case DPEX_U32: return (uint32_t)bits;
    default: return (int64_t)bits;
    }
}

static void check_index_loop(dpex_index_fn loop, dpex_dtype dtype, dpex_index_mode mode,
                             int64_t extent)
{
    enum { N = 77 };
    int itemsize = dpex_dtype_get_info(dtype)->itemsize;
    char indices[N * 8];
    int64_t offsets[N + 1];
    for (int i = 0; i < N; i++) {
        uint64_t bits = sample_index(i);
        memcpy(indices + i * itemsize, &bits, (size_t)itemsize);
        offsets[i] = i;
    }
    offsets[N] = -1;
    loop(offsets, indices, N, extent, -24);
    for (int i = 0; i < N; i++) {
        int is_huge;
        int64_t index = narrow(sample_index(i), dtype, &is_huge);
        CHECK_INT(offsets[i], i - 24 * resolve(index, is_huge, extent, mode));
    }
    CHECK_INT(offsets[N], -1);
}

TEST(index_loops_of_all_instruction_sets_resolve_alike)
{
    static const int64_t extents[] = {1, 5, 200, 70000, INT64_C(1) << 40};
    size_t n_sets;
    const dpex_loops *const *all = dpex_loops_get_all(&n_sets);
    for (size_t s = 0; s < n_sets; s++) {
        if (!dpex_loops_is_supported(all[s])) continue;
        for (dpex_dtype dtype = DPEX_I8; dtype <= DPEX_U64; dtype++)
            for (int mode = 0; mode < 2; mode++)
                for (int e = 0; e < 5; e++)
                    check_index_loop(all[s]->indices[mode][dtype], dtype, (dpex_index_mode)mode,
                                     extents[e]);
    }
}

/* ---- arrays ---------------------------------------------------------------------------------------------- */

/* int64 elements from numbers */
static void make(dpex_queue *queue, dpex_dtype dtype, int64_t n, const int64_t *numbers,
                 dpex_array *x)
{
    dpex_array wide;
    int64_t stride = 8;
    CHECK_OK(dpex_array_init(queue, DPEX_I64, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &wide));
    CHECK_OK(dpex_array_from_host(&wide, numbers, &stride));
    CHECK_OK(dpex_array_cast_new(&wide, dtype, DPEX_ORDER_C, DPEX_USM_DEVICE, queue, x));
    dpex_array_fini(&wide);
}

static dpex_selection along_first(const dpex_array *const *indices)
{
    return (dpex_selection){.indices = indices};
}

/* Guards around a result of n elements within a larger array. */
TEST(gathers_of_all_lengths_and_sizes_stay_inside_their_result)
{
    static const int64_t lengths[] = {1, 7, 63, 64, 65, 511, 512, 513, 20000};
    static const dpex_dtype dtypes[] = {DPEX_I8, DPEX_I16, DPEX_F32, DPEX_F64, DPEX_C128};
    enum { GUARD = 9, SOURCE = 300 };
    dpex_queue *queue = ops_queue();
    for (int t = 0; t < 5; t++) {
        dpex_array x;
        ops_ramp(queue, dtypes[t], SOURCE, 0, 1, &x);
        for (int l = 0; l < 9; l++) {
            dpex_array all, out, indices;
            int64_t n = lengths[l];
            ops_ramp(queue, dtypes[t], n + 2 * GUARD, 77, 0, &all);
            ops_ramp(queue, DPEX_I64, n, -200, 1, &indices);
            CHECK_OK(dpex_array_init_view(all.storage, queue, dtypes[t],
                                          GUARD * dpex_dtype_get_info(dtypes[t])->itemsize, 1, &n,
                                          NULL, DPEX_ARRAY_WRITABLE, &out));
            const dpex_array *arrays[1] = {&indices};
            dpex_selection selection = along_first(arrays);
            CHECK_OK(dpex_take_into(&x, &selection, &out));
            for (int64_t i = 0; i < n; i += 1 + n / 97)
                CHECK_NUMBER(ops_at(&out, i), ops_at(&x, resolve(i - 200, 0, SOURCE, 0)));
            for (int64_t i = 0; i < GUARD; i++) {
                CHECK_NUMBER(ops_at(&all, i), 77);
                CHECK_NUMBER(ops_at(&all, GUARD + n + i), 77);
            }
            dpex_array_fini(&out);
            dpex_array_fini(&all);
            dpex_array_fini(&indices);
        }
        dpex_array_fini(&x);
    }
    dpex_queue_release(queue);
}

/* The last index that names an element decides. */
TEST(of_repeated_indices_the_last_stays)
{
    enum { N = 100000, POSITIONS = 1000 };
    dpex_queue *queue = ops_queue();
    static int64_t numbers[N];
    static double expected[POSITIONS];
    for (int64_t i = 0; i < N; i++) {
        numbers[i] = (int64_t)((uint64_t)i * 2654435761u >> 7) % POSITIONS;
        expected[numbers[i]] = (double)i;
    }
    dpex_array x, indices, values;
    make(queue, DPEX_I32, N, numbers, &indices);
    ops_ramp(queue, DPEX_F64, POSITIONS, 0, 0, &x);
    ops_ramp(queue, DPEX_F64, N, 0, 1, &values);
    const dpex_array *arrays[1] = {&indices};
    dpex_selection selection = along_first(arrays);
    CHECK_OK(dpex_put(&x, &selection, &values));
    for (int64_t i = 0; i < POSITIONS; i++) CHECK_NUMBER(ops_at(&x, i), expected[i]);
    dpex_array_fini(&values);
    dpex_array_fini(&indices);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

/* x[:, 0] = values through a view whose rows are all the same memory: one thread, in order. */
TEST(a_scatter_into_memory_seen_several_times_is_in_order)
{
    enum { ROWS = 40000 };
    dpex_queue *queue = ops_queue();
    dpex_array base, x, zero, values, column;
    ops_ramp(queue, DPEX_F64, 2, 5, 0, &base);
    ops_ramp(queue, DPEX_I64, 1, 0, 1, &zero);
    ops_ramp(queue, DPEX_F64, ROWS, 0, 1, &values);
    ops_view(&base, 0, ROWS, 2, 0, 1, &x);
    ops_view(&values, 0, ROWS, 1, 1, 1, &column);
    const dpex_array *arrays[2] = {NULL, &zero};
    dpex_selection selection = {.indices = arrays, .at = 1};
    CHECK_OK(dpex_put(&x, &selection, &column));
    CHECK_NUMBER(ops_at(&base, 0), ROWS - 1);
    CHECK_NUMBER(ops_at(&base, 1), 5);
    dpex_array_fini(&column);
    dpex_array_fini(&x);
    dpex_array_fini(&values);
    dpex_array_fini(&zero);
    dpex_array_fini(&base);
    dpex_queue_release(queue);
}

TEST(long_rows_are_cut_and_merged)
{
    enum { ROWS = 3, COLUMNS = 50001 };
    dpex_queue *queue = ops_queue();
    dpex_array ramp, x, indices, out;
    const int64_t numbers[] = {2, -3, 1, 2};
    ops_ramp(queue, DPEX_F64, (int64_t)ROWS * COLUMNS, 0, 1, &ramp);
    ops_view(&ramp, 0, ROWS, COLUMNS, COLUMNS, 1, &x);
    make(queue, DPEX_I16, 4, numbers, &indices);
    const dpex_array *arrays[2] = {&indices, NULL};
    dpex_selection selection = along_first(arrays);
    CHECK_OK(dpex_take_new(&x, &selection, &out));
    CHECK_INT(out.shape[0], 4);
    for (int64_t j = 0; j < COLUMNS; j += 1111) {
        CHECK_NUMBER(ops_at(&out, j), (double)(2 * COLUMNS + j));
        CHECK_NUMBER(ops_at(&out, COLUMNS + j), (double)j);
        CHECK_NUMBER(ops_at(&out, 2 * COLUMNS + j), (double)(COLUMNS + j));
    }
    CHECK_NUMBER(ops_at(&out, 4 * COLUMNS - 1), (double)(3 * COLUMNS - 1));
    dpex_array_fini(&out);
    dpex_array_fini(&indices);
    dpex_array_fini(&x);
    dpex_array_fini(&ramp);
    dpex_queue_release(queue);
}

/* ---- what is refused --------------------------------------------------------------------------------------- */

TEST(gathers_refuse_what_they_cannot_do)
{
    dpex_queue *queue = ops_queue(), *other = ops_queue();
    dpex_array x, indices, reals, elsewhere, two, three, out, matrix;
    ops_ramp(queue, DPEX_F64, 6, 0, 1, &x);
    ops_ramp(queue, DPEX_I64, 2, 0, 1, &indices);
    ops_ramp(queue, DPEX_F64, 2, 0, 1, &reals);
    ops_ramp(other, DPEX_I64, 2, 0, 1, &elsewhere);
    ops_ramp(queue, DPEX_I64, 2, 0, 1, &two);
    ops_ramp(queue, DPEX_I64, 3, 0, 1, &three);
    ops_view(&x, 0, 2, 3, 3, 1, &matrix);
    const dpex_array *arrays[2] = {&reals, NULL};
    dpex_selection selection = along_first(arrays);
    CHECK_FAILS(dpex_take_new(&x, &selection, &out), DPEX_ERROR_INVALID_TYPE);
    CHECK_MESSAGE("float64");
    arrays[0] = &elsewhere;
    CHECK_FAILS(dpex_take_new(&x, &selection, &out), DPEX_ERROR_PLACEMENT);
    arrays[0] = &two;
    arrays[1] = &three;
    CHECK_FAILS(dpex_take_new(&matrix, &selection, &out), DPEX_ERROR_OUT_OF_RANGE);
    CHECK_MESSAGE("broadcast");
    arrays[0] = &indices;
    arrays[1] = NULL;
    CHECK_FAILS(dpex_take_into(&x, &selection, &three), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_take_into(&x, &selection, &two), DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_put(&x, &selection, &three), DPEX_ERROR_INVALID_VALUE);
    x.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    CHECK_FAILS(dpex_put(&x, &selection, &two), DPEX_ERROR_READ_ONLY);
    CHECK_FAILS(dpex_take_along_new(&matrix, &two, 1, DPEX_INDEX_WRAP, &out),
                DPEX_ERROR_INVALID_VALUE);
    for (int i = 0; i < 6; i++) CHECK_NUMBER(ops_at(&x, i), i);
    dpex_array *made[] = {&matrix, &three, &two, &elsewhere, &reals, &indices, &x};
    for (int i = 0; i < 7; i++) dpex_array_fini(made[i]);
    dpex_queue_release(other);
    dpex_queue_release(queue);
}

TEST(views_refuse_index_arrays)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, out;
    ops_ramp(queue, DPEX_I64, 3, 0, 1, &x);
    dpex_index key = {.kind = DPEX_INDEX_ARRAY, .array = &x};
    CHECK_FAILS(dpex_array_index(&x, &key, 1, &out), DPEX_ERROR_INVALID_VALUE);
    CHECK_OK(dpex_array_select(&x, &key, 1, &out));
    CHECK_NUMBER(ops_at(&out, 2), 2);
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(keys_of_too_many_parts_are_refused)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, out;
    dpex_index keys[2 * DPEX_MAX_NDIM];
    ops_ramp(queue, DPEX_I64, 3, 0, 1, &x);
    for (int i = 0; i < 2 * DPEX_MAX_NDIM; i++) keys[i] = (dpex_index){.kind = DPEX_INDEX_NEWAXIS};
    keys[0] = (dpex_index){.kind = DPEX_INDEX_ARRAY, .array = &x};
    for (int n = DPEX_MAX_NDIM + 1; n <= 2 * DPEX_MAX_NDIM; n++)
        CHECK_FAILS(dpex_array_select(&x, keys, n, &out), DPEX_ERROR_OUT_OF_RANGE);
    CHECK_OK(dpex_array_select(&x, keys, DPEX_MAX_NDIM, &out));
    CHECK_INT(out.nd, DPEX_MAX_NDIM);
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}
