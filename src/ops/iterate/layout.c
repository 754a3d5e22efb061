/* Layouts: ordering, reversing and merging dimensions, and moving rows between strided and
 * contiguous memory. */
#include "layout.h"

#include <string.h>

#include "base/integer.h"
#include "base/memory_copy.h"
#include "ops/loops/loops.h"

/* One block of memory: operands, then extents, then the strides of each operand. */
size_t dpex_layout_bytes(int nd, int n_operands)
{
    size_t dims = nd > 0 ? (size_t)nd : 1;
    return dims * sizeof(int64_t) +
           (size_t)n_operands * (sizeof(dpex_layout_operand) + dims * sizeof(int64_t));
}

/* ---- making -------------------------------------------------------------------------------------------- */

void dpex_layout_init(dpex_layout *layout, void *memory, int nd, const int64_t *shape,
                      int n_operands)
{
    size_t dims = nd > 0 ? (size_t)nd : 1;
    layout->operands = memory;
    layout->shape = (int64_t *)(layout->operands + n_operands);
    layout->n_operands = n_operands;
    layout->fixed = DPEX_LAYOUT_NONE;
    layout->nd = layout->n_outer = nd;
    layout->size = 1;
    for (int d = 0; d < nd; d++) {
        layout->shape[d] = shape[d];
        layout->size *= shape[d];
    }
    for (int i = 0; i < n_operands; i++) {
        layout->operands[i].strides = layout->shape + dims * ((size_t)i + 1);
    }
}

/* Broadcasting: an axis of extent 1, or one that the array does not have, gets a stride of 0. */
void dpex_layout_set(dpex_layout *layout, int number, const dpex_array *array)
{
    dpex_layout_operand *operand = &layout->operands[number];
    int missing = layout->nd - array->nd;
    operand->ptr = dpex_array_get_ptr(array);
    operand->itemsize = dpex_dtype_get_info(array->dtype)->itemsize;
    operand->panel = operand->repeated = 0;
    for (int d = 0; d < layout->nd; d++) {
        int own = d - missing;
        int repeated = own < 0 || array->shape[own] == 1;
        operand->strides[d] = repeated ? 0 : array->strides[own] * operand->itemsize;
    }
}

void dpex_layout_swap_dims(dpex_layout *layout, int a, int b)
{
    int64_t extent = layout->shape[a];
    layout->shape[a] = layout->shape[b];
    layout->shape[b] = extent;
    for (int i = 0; i < layout->n_operands; i++) {
        int64_t *strides = layout->operands[i].strides, stride = strides[a];
        strides[a] = strides[b];
        strides[b] = stride;
    }
}

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

/* The inner group moves behind the others; both keep their order. */
static void group_dims(dpex_layout *layout, uint64_t inner)
{
    int n_outer = 0;
    for (int d = 0; d < layout->nd; d++) {
        if (inner >> d & 1) continue;
        for (int e = d; e > n_outer; e--) dpex_layout_swap_dims(layout, e - 1, e);
        n_outer++;
    }
    layout->n_outer = n_outer;
}

/* Largest strides of the leading operand first; insertion sort keeps equal ones in place.
 * The innermost dimension of the leading operand gets the smallest stride, so that its elements
 * are contiguous. */
static void order_dims(dpex_layout *layout, int leading, int first, int last)
{
    const int64_t *strides = layout->operands[leading].strides;
    for (int d = first + 1; d < last; d++) {
        for (int e = d; e > first && magnitude(strides[e - 1]) < magnitude(strides[e]); e--) {
            dpex_layout_swap_dims(layout, e - 1, e);
        }
    }
}

/* Strides of the leading operand become positive; others may still be negative. */
static void reverse_dims(dpex_layout *layout, int leading, int first, int last)
{
    for (int d = first; d < last; d++) {
        if (layout->operands[leading].strides[d] >= 0) continue;
        for (int i = 0; i < layout->n_operands; i++) {
            dpex_layout_operand *operand = &layout->operands[i];
            operand->ptr += (layout->shape[d] - 1) * operand->strides[d];
            operand->strides[d] = -operand->strides[d];
        }
    }
}

/* Two dimensions are one if the outer stride is the inner stride times the inner extent, for every
 * operand. */
static int can_merge(const dpex_layout *layout, int outer, int inner)
{
    for (int i = 0; i < layout->n_operands; i++) {
        const int64_t *strides = layout->operands[i].strides;
        if (strides[outer] != strides[inner] * layout->shape[inner]) return 0;
    }
    return 1;
}

/* Dimensions move down; what is behind `to` is not needed any more. */
static void move_dim(dpex_layout *layout, int from, int to)
{
    layout->shape[to] = layout->shape[from];
    for (int i = 0; i < layout->n_operands; i++) {
        layout->operands[i].strides[to] = layout->operands[i].strides[from];
    }
}

/* Merges dimensions first..last-1 where possible and moves them to `kept` and following; returns
 * the new number of dimensions. */
static int merge_dims(dpex_layout *layout, int first, int last, int kept)
{
    int group = kept;
    for (int d = first; d < last; d++) {
        if (layout->shape[d] == 1) continue;
        if (kept > group && can_merge(layout, kept - 1, d)) {
            int64_t extent = layout->shape[kept - 1] * layout->shape[d];
            move_dim(layout, d, kept - 1);
            layout->shape[kept - 1] = extent;
        } else {
            move_dim(layout, d, kept++);
        }
    }
    return kept;
}

/* A cursor needs a dimension, also over a single element. */
static void make_one_element(dpex_layout *layout)
{
    layout->nd = layout->n_outer = 1;
    layout->shape[0] = 1;
    for (int i = 0; i < layout->n_operands; i++) layout->operands[i].strides[0] = 0;
}

static dpex_access access_of(const dpex_layout *layout, const dpex_layout_operand *operand)
{
    int64_t dense = operand->itemsize;
    int linear = 1, constant = 1;
    for (int d = layout->nd - 1; d >= 0; d--) {
        linear = linear && (operand->strides[d] == dense || layout->shape[d] == 1);
        constant = constant && operand->strides[d] == 0;
        dense *= layout->shape[d];
    }
    return linear ? DPEX_ACCESS_LINEAR : constant ? DPEX_ACCESS_CONSTANT : DPEX_ACCESS_STRIDED;
}

/* `fixed` exempts a group whose elements are numbered in their own order. */
void dpex_layout_finish(dpex_layout *layout, int leading, uint64_t inner)
{
    if (inner) group_dims(layout, inner);
    int n_outer = layout->n_outer, nd = layout->nd;
    if (layout->fixed != DPEX_LAYOUT_OUTER) {
        order_dims(layout, leading, 0, n_outer);
        reverse_dims(layout, leading, 0, n_outer);
    }
    if (layout->fixed != DPEX_LAYOUT_INNER) {
        order_dims(layout, leading, n_outer, nd);
        reverse_dims(layout, leading, n_outer, nd);
    }
    layout->n_outer = merge_dims(layout, 0, n_outer, 0);
    layout->nd = merge_dims(layout, n_outer, nd, layout->n_outer);
    if (!layout->nd) make_one_element(layout);
    for (int i = 0; i < layout->n_operands; i++) {
        layout->operands[i].access = (uint8_t)access_of(layout, &layout->operands[i]);
    }
}

/* ---- positions -----------------------------------------------------------------------------------------  */

void dpex_cursor_seek(const dpex_layout *layout, int64_t element, dpex_cursor *cursor)
{
    /* The number of an element, as a coordinate per dimension. */
    for (int d = layout->nd - 1; d >= 0; d--) {
        cursor->coords[d] = element % layout->shape[d];
        element /= layout->shape[d];
    }
    cursor->left = layout->shape[layout->nd - 1] - cursor->coords[layout->nd - 1];
}

void dpex_cursor_advance(const dpex_layout *layout, dpex_cursor *cursor, int64_t n)
{
    int d = layout->nd - 1;
    cursor->coords[d] += n;
    /* Carries like a counter: at most one dimension overflows for a short step. */
    for (; d > 0 && cursor->coords[d] >= layout->shape[d]; d--) {
        const int64_t extent = layout->shape[d], beyond = cursor->coords[d] - extent;
        /* A division takes as long as ten elements. */
        const int64_t carry = beyond < extent ? 1 : cursor->coords[d] / extent;
        cursor->coords[d - 1] += carry;
        cursor->coords[d] -= carry * extent;
    }
    cursor->left = layout->shape[layout->nd - 1] - cursor->coords[layout->nd - 1];
}

/* Elements as bits: any type behind them, any alignment. */
typedef uint8_t __attribute__((may_alias)) bits8;
typedef uint16_t __attribute__((may_alias, aligned(1))) bits16;
typedef uint32_t __attribute__((may_alias, aligned(1))) bits32;
typedef uint64_t __attribute__((may_alias, aligned(1))) bits64;
typedef struct __attribute__((may_alias, packed)) bits128 {
    uint64_t first, second;
} bits128;

/* Rows at equal distances; bytes. */
typedef struct rows {
    char *ptr;
    int64_t row_stride, stride;
} rows;

/* out[i] = in[i * step]: a step that is a constant makes the loop one of vectors. */
#define PICK(T, step)                                                                              \
    for (size_t i = 0; i < n; i++) out[i] = in[(int64_t)i * (step)]

#define MOVE_STRIDED(T)                                                                            \
    for (size_t i = 0; i < n; i++)                                                                 \
    *(T *)(to.ptr + (int64_t)i * to.stride) = *(const T *)(from.ptr + (int64_t)i * from.stride)

/* The template of moves for one size of elements. By special steps (docs/tuning.md): every second
 * one, such as the parts of complex numbers, and rows backwards.
 *   move_row_<T>   a row of n elements
 *   move_rows_<T>  n_rows of them: many short ones, each of which would cost a call more than its
 *                  elements */
#define DEFINE_MOVES(T)                                                                            \
    static void move_row_##T(rows to, rows from, size_t n)                                         \
    {                                                                                              \
        T *out = (T *)to.ptr;                                                                      \
        const T *in = (const T *)from.ptr;                                                         \
        const int64_t one = sizeof(T);                                                             \
        if (to.stride == one && from.stride == 2 * one) {                                          \
            PICK(T, 2);                                                                            \
        } else if (to.stride == one && from.stride == -one) {                                      \
            PICK(T, -1);                                                                           \
        } else if (to.stride == one) {                                                             \
            to.stride = one; /* told to the compiler */                                            \
            MOVE_STRIDED(T);                                                                       \
        } else {                                                                                   \
            MOVE_STRIDED(T);                                                                       \
        }                                                                                          \
    }                                                                                              \
    static void move_rows_##T(rows to, rows from, size_t n_rows, size_t n)                         \
    {                                                                                              \
        for (; n_rows; n_rows--, to.ptr += to.row_stride, from.ptr += from.row_stride)             \
            MOVE_STRIDED(T);                                                                       \
    }

DEFINE_MOVES(bits8)
DEFINE_MOVES(bits16)
DEFINE_MOVES(bits32)
DEFINE_MOVES(bits64)
DEFINE_MOVES(bits128)
#undef DEFINE_MOVES
#undef MOVE_STRIDED
#undef PICK

static void repeat_elements(rows to, rows from, size_t n_rows, size_t n, int itemsize)
{
    dpex_loops_get()->repeats[__builtin_ctz((unsigned)itemsize)](to.ptr, from.ptr, from.row_stride,
                                                                 n_rows, n);
}

void dpex_row_move(void *dst, int64_t dst_stride, const void *src, int64_t src_stride, size_t n,
                   int itemsize)
{
    const rows to = {dst, 0, dst_stride}, from = {(char *)(uintptr_t)src, 0, src_stride};
    if (dst_stride == itemsize && src_stride == itemsize) {
        dpex_memory_copy(dst, src, n * (size_t)itemsize);
        return;
    }
    if (dst_stride == itemsize && src_stride == 0) {
        repeat_elements(to, from, 1, n, itemsize);
        return;
    }
    switch (itemsize) {
    case 1: move_row_bits8(to, from, n); break;
    case 2: move_row_bits16(to, from, n); break;
    case 4: move_row_bits32(to, from, n); break;
    case 8: move_row_bits64(to, from, n); break;
    default: move_row_bits128(to, from, n);
    }
}

/* One row n_rows times, which follow each other: what is there already is copied. */
static void repeat_row(rows to, rows from, size_t n_rows, size_t n, int itemsize)
{
    const size_t row_bytes = n * (size_t)itemsize;
    dpex_row_move(to.ptr, to.stride, from.ptr, from.stride, n, itemsize);
    for (size_t done = 1, more; done < n_rows; done += more) {
        more = dpex_size_min(done, n_rows - done);
        memcpy(to.ptr + done * row_bytes, to.ptr, more * row_bytes);
    }
}

static void move_rows(rows to, rows from, size_t n_rows, size_t n, int itemsize)
{
    if (from.row_stride == 0 && to.stride == itemsize && to.row_stride == (int64_t)n * itemsize) {
        repeat_row(to, from, n_rows, n, itemsize);
        return;
    }
    if (from.stride == 0 && to.stride == itemsize && to.row_stride == (int64_t)n * itemsize) {
        repeat_elements(to, from, n_rows, n, itemsize);
        return;
    }
    if (from.stride == itemsize && to.stride == itemsize) {
        for (; n_rows; n_rows--, to.ptr += to.row_stride, from.ptr += from.row_stride)
            dpex_memory_copy(to.ptr, from.ptr, n * (size_t)itemsize);
        return;
    }
    switch (itemsize) {
    case 1: move_rows_bits8(to, from, n_rows, n); break;
    case 2: move_rows_bits16(to, from, n_rows, n); break;
    case 4: move_rows_bits32(to, from, n_rows, n); break;
    case 8: move_rows_bits64(to, from, n_rows, n); break;
    default: move_rows_bits128(to, from, n_rows, n);
    }
}

/* Whole rows of the cursor's plane that n elements are; 0 inside a row.
 * Rows that the cursor may move at once: from the beginning of a row on, to the end of the
 * plane. */
static size_t rows_ahead(const dpex_layout *layout, const dpex_cursor *at, size_t n)
{
    const int d = layout->nd - 1;
    if (d < 1 || at->coords[d]) return 0;
    return dpex_size_min(n / (size_t)layout->shape[d],
                         (size_t)(layout->shape[d - 1] - at->coords[d - 1]));
}

/* Moves n elements between an operand, from a cursor on, and a block; the cursor itself does not
 * move: the caller advances it after the block. to_block is a constant to the compiler. */
static inline void move_block(const dpex_layout *layout, const dpex_layout_operand *operand,
                              const dpex_cursor *cursor, char *block, size_t n, const int to_block)
{
    const int inner = layout->nd - 1, itemsize = operand->itemsize;
    dpex_cursor at;
    dpex_cursor_copy(layout, cursor, &at);
    while (n) {
        size_t row = dpex_size_min(n, (size_t)at.left), n_rows = rows_ahead(layout, &at, n);
        rows own = {block, (int64_t)row * itemsize, itemsize};
        rows other = {dpex_layout_operand_at(layout, operand, &at), 0, operand->strides[inner]};
        if (n_rows > 1) {
            other.row_stride = operand->strides[inner - 1];
            move_rows(to_block ? own : other, to_block ? other : own, n_rows, row, itemsize);
            row *= n_rows;
        } else if (to_block) {
            dpex_row_move(own.ptr, own.stride, other.ptr, other.stride, row, itemsize);
        } else {
            dpex_row_move(other.ptr, other.stride, own.ptr, own.stride, row, itemsize);
        }
        block += row * (size_t)itemsize;
        n -= row;
        dpex_cursor_advance(layout, &at, (int64_t)row);
    }
}

void dpex_gather(const dpex_layout *layout, const dpex_layout_operand *from,
                 const dpex_cursor *cursor, void *block, size_t n)
{
    move_block(layout, from, cursor, block, n, 1);
}

void dpex_scatter(const dpex_layout *layout, const dpex_layout_operand *to,
                  const dpex_cursor *cursor, const void *block, size_t n)
{
    move_block(layout, to, cursor, (char *)(uintptr_t)block, n, 0);
}
