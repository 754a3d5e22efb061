/* Kernels of stages: between the file that plans and submits them (rows.c), the one that writes
 * their text (row_form.c), and those whose parts they share. */
#ifndef DPEX_OPS_DEVICE_ROWS_H
#define DPEX_OPS_DEVICE_ROWS_H

#include "ops/device/device.h"

/* Submits the kernel of a tape that dpex_device_check_rows accepts. */
dpex_status dpex_device_rows(const dpex_tape *tape, const dpex_launch *launch);

/* ---- parts of reductions (reduce.c) ---------------------------------------------------------- */

/* Appends what follows a reduction of n_reduced values: a division, an operation. *reg: what its
 * states are finished to; becomes the result, in the values' dtype where something follows. */
dpex_status dpex_device_add_post(dpex_tape *tape, const dpex_tape_reduction *end, dpex_dtype value,
                                 int64_t n_reduced, int *reg);

/* Items that share a row of n elements. */
int dpex_device_choose_team(const dpex_device_shape *shape, int64_t n);

/* ---- parts of texts (forms.c) ---------------------------------------------------------------- */

/* Elements that an item takes at a time. */
int dpex_device_block_of(const dpex_device_shape *shape);
/* Types, and the kernel's head up to its opening brace. */
void dpex_device_write_head(const dpex_tape *tape, const dpex_device_shape *shape, dpex_text *text);
/* g, is_row and lane: which row, of n_rows, and which lane of its team an item has. */
void dpex_device_write_team(const dpex_device_shape *shape, const char *n_rows, dpex_text *text);
/* o<k> += the offset of element `number` in the outer dimensions, for all operands. */
void dpex_device_write_outer(const dpex_device_shape *shape, const char *number, dpex_text *text);
/* The expression of a step: a conversion or an operation of registers r<i>. */
void dpex_device_write_step(const dpex_tape *tape, int reg, dpex_text *text);

/* ---- the text (row_form.c) ------------------------------------------------------------------- */

/* Bytes of the values of an element that an item keeps, at most. */
int dpex_device_row_bytes(const dpex_tape *tape, const dpex_device_shape *shape);
void dpex_device_write_row_functions(const dpex_tape *tape, dpex_text *text);
void dpex_device_write_row_kernel(const dpex_tape *tape, const dpex_device_shape *shape,
                                  dpex_text *text);

#endif
