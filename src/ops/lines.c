/* Arrays as lines along one axis; the meaning is told in lines.h. */
#include "lines.h"

#include <string.h>

#include "runtime/runtime.h"

size_t dpex_lines_bytes(int nd, int n_operands)
{
    return dpex_layout_bytes(nd, n_operands);
}

static void set_operand(dpex_lines *lines, int number, const dpex_array *x, int axis)
{
    dpex_walked *operand = &lines->layout.operands[number];
    operand->itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    operand->ptr = dpex_array_get_ptr(x);
    for (int d = 0, to = 0; d < x->nd; d++) {
        if (d != axis) operand->strides[to++] = x->strides[d] * operand->itemsize;
    }
    lines->length[number] = x->shape[axis];
    lines->stride[number] = x->strides[axis] * operand->itemsize;
    lines->kept[number] = x->storage->block ? NULL : dpex_storage_retain(x->storage);
}

void dpex_lines_init(dpex_lines *lines, void *memory, const dpex_array *const *arrays,
                     int n_operands, int axis)
{
    int64_t shape[DPEX_MAX_NDIM];
    const dpex_array *first = arrays[0];
    memset(lines, 0, sizeof(*lines));
    lines->n_lines = 1;
    for (int d = 0, to = 0; d < first->nd; d++) {
        if (d == axis) continue;
        shape[to++] = first->shape[d];
        lines->n_lines *= first->shape[d];
    }
    dpex_layout_init(&lines->layout, memory, first->nd - 1, shape, n_operands);
    for (int i = 0; i < n_operands; i++) set_operand(lines, i, arrays[i], axis);
    dpex_layout_finish(&lines->layout, 0, 0);
}

void dpex_lines_fini(dpex_lines *lines)
{
    for (int i = 0; i < DPEX_LINES_MAX_OPERANDS; i++) dpex_storage_release(lines->kept[i]);
}

/* ---- elements -------------------------------------------------------------------------------------------- */

#define MOVE(T)                                                                                    \
    for (int64_t i = 0; i < n; i++) {                                                              \
        T element;                                                                                 \
        memcpy(&element, from + i * from_stride, sizeof(T));                                       \
        memcpy(to + i * to_stride, &element, sizeof(T));                                           \
    }

typedef struct two_words {
    uint64_t word[2];
} two_words;

static void move(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t n,
                 size_t itemsize)
{
    if (to_stride == from_stride && to_stride == (int64_t)itemsize) {
        memcpy(to, from, (size_t)n * itemsize);
        return;
    }
    switch (itemsize) {
    case 1: MOVE(uint8_t) break;
    case 2: MOVE(uint16_t) break;
    case 4: MOVE(uint32_t) break;
    case 8: MOVE(uint64_t) break;
    default: MOVE(two_words) break;
    }
}

#undef MOVE

void dpex_line_read(void *block, const void *line, int64_t stride, int64_t n, size_t itemsize)
{
    move(block, (int64_t)itemsize, line, stride, n, itemsize);
}

void dpex_line_write(void *line, int64_t stride, const void *block, int64_t n, size_t itemsize)
{
    move(line, stride, block, (int64_t)itemsize, n, itemsize);
}

void dpex_line_convert(void *converted, void *raw, const void *line, int64_t stride, int64_t n,
                       size_t itemsize, dpex_cast_fn cast)
{
    if (stride && stride != (int64_t)itemsize) {
        dpex_line_read(raw, line, stride, n, itemsize);
        line = raw;
    }
    cast(converted, line, stride ? (size_t)n : 1);
}
