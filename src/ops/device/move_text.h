/* Gather and scatter on devices that compile (index/move.h says what they do): what their kernels'
 * text depends on. */
#ifndef DPEX_OPS_DEVICE_MOVE_TEXT_H
#define DPEX_OPS_DEVICE_MOVE_TEXT_H

#include "dpex/take.h"
#include "ops/device/device.h"

enum { DPEX_MOVE_MAX_ARRAYS = 8, DPEX_MOVE_NAME_BYTES = 128 };

/* Operands of the items' offsets: the other side, x, the number of the position, then the index
 * arrays. */
enum { DPEX_MOVE_FIRST_ARRAY = 3 };

enum { DPEX_MOVE_SLOTS = 4096 /* of the table in a group's local memory */ };

typedef enum dpex_move_form {
    DPEX_MOVE_GATHER,
    DPEX_MOVE_SCATTER,
    DPEX_MOVE_SERIAL,  /* a scatter by one work-item: in order */
    DPEX_MOVE_MARK,    /* enters the positions of a scatter into the table of those that write */
    DPEX_MOVE_PULL,    /* a scatter by the elements of x: each gets what the table names */
    DPEX_MOVE_TOGETHER /* a short scatter by one group, which has the table */
} dpex_move_form;

typedef struct dpex_move_text {
    dpex_move_form form;
    int is_ordered;       /* a table tells which position writes */
    int has_run;          /* a work-item moves a run of elements, not one */
    int is_wide;          /* 64-bit offsets */
    int nd, nd_positions; /* dimensions of the elements and of the positions */
    int element_bytes;    /* 1 to 16 */
    int is_aligned;       /* elements of 16 bytes are */
    dpex_index_mode mode;
    int n_arrays;
    dpex_dtype dtypes[DPEX_MOVE_MAX_ARRAYS];
} dpex_move_text;

/* A dpex_device_text's write; arg: a dpex_move_text. */
void dpex_device_write_move(const void *arg, dpex_text *text);
/* The kernel. */
void dpex_device_write_move_kernel(const dpex_move_text *t, dpex_text *text);
/* The name of the kernel, by all that its text depends on. */
void dpex_device_name_move(const dpex_move_text *t, char *name, size_t bytes);

#endif
