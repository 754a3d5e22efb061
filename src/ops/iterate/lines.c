/* Arrays as lines along one axis; the meaning is told in lines.h. */
#include "lines.h"

#include <string.h>

size_t dpex_lines_bytes(int nd, int n_operands)
{
    return dpex_layout_bytes(nd, n_operands);
}

/* Strides in bytes of all axes but the lines'; the lines' own length and stride are kept beside the
 * layout. */
static void set_operand(dpex_lines *lines, int number, const dpex_array *x, int axis)
{
    dpex_layout_operand *operand = &lines->layout.operands[number];
    operand->itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    operand->ptr = dpex_array_get_ptr(x);
    for (int d = 0, to = 0; d < x->nd; d++) {
        if (d != axis) operand->strides[to++] = x->strides[d] * operand->itemsize;
    }
    lines->length[number] = x->shape[axis];
    lines->stride[number] = x->strides[axis] * operand->itemsize;
}

/* The first operand decides the order in which lines are visited; they may have different lengths,
 * but all other extents are its. */
void dpex_lines_init(dpex_lines *lines, void *memory, const dpex_array *const *arrays,
                     int n_operands, int axis)
{
    int64_t shape[DPEX_MAX_NDIM];
    const dpex_array *first = arrays[0];
    memset(lines, 0, sizeof(*lines));
    lines->n_lines = 1;
    /* Lines are numbered over all axes but one. */
    for (int d = 0, to = 0; d < first->nd; d++) {
        if (d == axis) continue;
        shape[to++] = first->shape[d];
        lines->n_lines *= first->shape[d];
    }
    dpex_layout_init(&lines->layout, memory, first->nd - 1, shape, n_operands);
    for (int i = 0; i < n_operands; i++) set_operand(lines, i, arrays[i], axis);
    dpex_layout_finish(&lines->layout, 0, 0);
}

/* ---- elements -------------------------------------------------------------------------------------------- */

void dpex_line_read(void *block, const void *line, int64_t stride, int64_t n, size_t itemsize)
{
    dpex_row_move(block, (int64_t)itemsize, line, stride, (size_t)n, (int)itemsize);
}

void dpex_line_write(void *line, int64_t stride, const void *block, int64_t n, size_t itemsize)
{
    dpex_row_move(line, stride, block, (int64_t)itemsize, (size_t)n, (int)itemsize);
}

/* A stride of 0 converts the one element once, into converted[0]; the caller goes on with a stride
 * of 0. */
void dpex_line_convert(void *converted, void *raw, const void *line, int64_t stride, int64_t n,
                       size_t itemsize, dpex_cast_fn cast)
{
    if (stride && stride != (int64_t)itemsize) {
        dpex_line_read(raw, line, stride, n, itemsize);
        line = raw;
    }
    cast(converted, line, stride ? (size_t)n : 1);
}
