/* Arrays seen as lines along one axis: what scans, sorts and transforms work on.
 *
 *     for (line = 0; line < lines.n_lines; line++)
 *         operand o: lines.length[o] elements, the first at dpex_lines_at(&lines, o, &cursor), lines.stride[o] bytes apart
 *
 * The operands have the same extents but along the axis; the first one decides the order of the
 * lines, so that neighbours in memory come one after the other. */
#ifndef DPEX_OPS_ITERATE_LINES_H
#define DPEX_OPS_ITERATE_LINES_H

#include "layout.h"
#include "ops/loops/loops.h"

enum { DPEX_LINES_MAX_OPERANDS = 4 };

typedef struct dpex_lines {
    dpex_layout layout; /* over all axes but the one */
    int64_t n_lines;
    int64_t length[DPEX_LINES_MAX_OPERANDS];
    int64_t stride[DPEX_LINES_MAX_OPERANDS]; /* bytes along a line */
} dpex_lines;

/* Bytes of memory for the lines of arrays with nd dimensions. */
size_t dpex_lines_bytes(int nd, int n_operands);
/* memory: dpex_lines_bytes, 8-byte aligned; kept. axis in 0..nd-1, arrays of at least one
 * dimension. */
void dpex_lines_init(dpex_lines *lines, void *memory, const dpex_array *const *arrays,
                     int n_operands, int axis);

/* A cursor counts lines: dpex_lines_seek, then dpex_cursor_advance(&lines->layout, cursor, 1). */
static inline void dpex_lines_seek(const dpex_lines *lines, int64_t line, dpex_cursor *cursor)
{
    dpex_cursor_seek(&lines->layout, line, cursor);
}

static inline char *dpex_lines_at(const dpex_lines *lines, int operand, const dpex_cursor *cursor)
{
    return dpex_layout_operand_at(&lines->layout, &lines->layout.operands[operand], cursor);
}

/* n elements of one itemsize, `stride` bytes apart, to or from contiguous memory. */
void dpex_line_read(void *block, const void *line, int64_t stride, int64_t n, size_t itemsize);
void dpex_line_write(void *line, int64_t stride, const void *block, int64_t n, size_t itemsize);

/* n elements, `stride` bytes apart (0: one element is repeated), converted to contiguous ones; raw:
 * scratch of n elements before the conversion. */
void dpex_line_convert(void *converted, void *raw, const void *line, int64_t stride, int64_t n,
                       size_t itemsize, dpex_cast_fn cast);

#endif
