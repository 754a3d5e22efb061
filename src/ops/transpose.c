/* Copies where the innermost axis of the one array is not the other's: in tiles that fit the first-level cache.
 *
 * Written row by row, such a copy would fetch each cache line of the source once per element. A tile reads some neighbours along
 * the source's inner axis and writes as many rows of the destination. A unit of work is a strip of tiles along a row. */
#include "transpose.h"

#include "base/alloc.h"
#include "base/error.h"
#include "layout.h"
#include "runtime/runtime.h"
#include "work.h"

enum { LINE_BYTES = 64, TILE_LINES = 8 };

typedef struct transpose {
    dpex_layout layout; /* operands: dst, src */
    int across;         /* the axis along which src is contiguous; dst is along the last one */
    int64_t line, tile; /* elements of a cache line; of a tile, on each side */
    int64_t n_strips;   /* along `across`, for each combination of the other axes */
    int64_t n_units;
    dpex_storage *kept[2]; /* foreign ones */
} transpose;

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* rows x columns elements; dst is contiguous along columns, src along rows. Elements as bits of any alignment. */
#define COPY_TILE(T)                                                                               \
    for (int64_t i = 0; i < rows; i++) {                                                           \
        T *to = (T *)(void *)(dst + i * dst_stride);                                               \
        const char *from = src + i * (int64_t)sizeof(T);                                           \
        for (int64_t j = 0; j < columns; j++)                                                      \
            to[j] = *(const T *)(const void *)(from + j * src_stride);                             \
    }

typedef uint8_t __attribute__((may_alias)) bits8;
typedef uint16_t __attribute__((may_alias, aligned(1))) bits16;
typedef uint32_t __attribute__((may_alias, aligned(1))) bits32;
typedef uint64_t __attribute__((may_alias, aligned(1))) bits64;
typedef struct __attribute__((may_alias, packed)) bits128 {
    uint64_t first, second;
} bits128;

static void copy_tile(char *dst, int64_t dst_stride, const char *src, int64_t src_stride,
                      int64_t rows, int64_t columns, int itemsize)
{
    switch (itemsize) {
    case 1: COPY_TILE(bits8) break;
    case 2: COPY_TILE(bits16) break;
    case 4: COPY_TILE(bits32) break;
    case 8: COPY_TILE(bits64) break;
    default: COPY_TILE(bits128)
    }
}

/* A tile in squares of one cache line's elements, first along src, so that whole lines are read and written. */
static void copy_squares(const transpose *t, char *dst, const char *src, int64_t rows,
                         int64_t columns)
{
    const dpex_walked *to = &t->layout.operands[0], *from = &t->layout.operands[1];
    int inner = t->layout.nd - 1, itemsize = to->itemsize;
    for (int64_t j = 0; j < columns; j += t->line) {
        int64_t n_columns = smaller(columns - j, t->line);
        for (int64_t i = 0; i < rows; i += t->line) {
            copy_tile(dst + i * to->strides[t->across] + j * itemsize, to->strides[t->across],
                      src + i * itemsize + j * from->strides[inner], from->strides[inner],
                      smaller(rows - i, t->line), n_columns, itemsize);
        }
    }
}

/* Where a unit's strip begins in an operand. */
static char *strip_start(const transpose *t, const dpex_walked *operand, int64_t unit)
{
    const dpex_layout *layout = &t->layout;
    char *ptr = operand->ptr + unit % t->n_strips * t->tile * operand->strides[t->across];
    unit /= t->n_strips;
    for (int d = layout->nd - 2; d >= 0; d--) {
        if (d == t->across) continue;
        ptr += unit % layout->shape[d] * operand->strides[d];
        unit /= layout->shape[d];
    }
    return ptr;
}

static void copy_strip(const transpose *t, int64_t unit)
{
    const dpex_layout *layout = &t->layout;
    const dpex_walked *dst = &layout->operands[0], *src = &layout->operands[1];
    int inner = layout->nd - 1;
    int64_t rows = smaller(layout->shape[t->across] - unit % t->n_strips * t->tile, t->tile);
    int64_t length = layout->shape[inner];
    char *to = strip_start(t, dst, unit);
    const char *from = strip_start(t, src, unit);
    for (int64_t j = 0; j < length; j += t->tile) {
        copy_squares(t, to + j * dst->itemsize, from + j * src->strides[inner], rows,
                     smaller(length - j, t->tile));
    }
}

static dpex_status run(void *payload, int64_t first, int64_t last)
{
    for (int64_t unit = first; unit < last; unit++) copy_strip(payload, unit);
    return DPEX_SUCCESS;
}

static void drop(void *payload)
{
    transpose *t = payload;
    for (int i = 0; i < 2; i++) dpex_storage_release(t->kept[i]);
    dpex_free(t);
}

/* The axis along which src is contiguous, if dst is along another one, the last; -1: not so. */
static int find_across(const dpex_layout *layout)
{
    const dpex_walked *dst = &layout->operands[0], *src = &layout->operands[1];
    if (dst->strides[layout->nd - 1] != dst->itemsize) return -1;
    for (int d = 0; d < layout->nd - 1; d++) {
        if (src->strides[d] == src->itemsize) return d;
    }
    return -1;
}

static void cut(transpose *t)
{
    t->line = LINE_BYTES / t->layout.operands[0].itemsize;
    t->tile = TILE_LINES * t->line;
    int64_t across = t->layout.shape[t->across], inner = t->layout.shape[t->layout.nd - 1];
    t->n_strips = (across + t->tile - 1) / t->tile;
    t->n_units = t->layout.size / across / inner * t->n_strips;
}

dpex_status dpex_transpose(dpex_array *dst, const dpex_array *src, int *done)
{
    const dpex_array *arrays[2] = {dst, src};
    *done = 0;
    transpose *t = dpex_calloc(1, sizeof(*t) + dpex_layout_bytes(dst->nd, 2));
    if (!t) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "copy: no memory for the command");
    dpex_layout_init(&t->layout, t + 1, dst->nd, dst->shape, 2);
    for (int i = 0; i < 2; i++) dpex_layout_set(&t->layout, i, arrays[i]);
    dpex_layout_finish(&t->layout, 0, 0);
    t->across = find_across(&t->layout);
    if (t->across < 0) {
        dpex_free(t);
        return DPEX_SUCCESS;
    }
    *done = 1;
    cut(t);
    for (int i = 0; i < 2; i++) {
        if (!arrays[i]->storage->block) t->kept[i] = dpex_storage_retain(arrays[i]->storage);
    }
    dpex_work work = {.name = "transpose",
                      .run = run,
                      .drop = drop,
                      .payload = t,
                      .n_chunks = t->n_units,
                      .cost = dst->size};
    return dpex_work_submit(&work, arrays, 2);
}
