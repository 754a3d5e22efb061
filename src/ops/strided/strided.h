/* Operands that are given by pointers, as arrays.
 *
 * Every call is the same: _open makes the arrays and makes the queue wait for the dependencies,
 * array operations follow, and _close ends the arrays and makes the event. All commands are
 * ORDERED, so those in between need not know of dependencies or event. */
#ifndef DPEX_OPS_STRIDED_STRIDED_H
#define DPEX_OPS_STRIDED_STRIDED_H

#include "dpex/strided.h"

/* Each call has this form; it begins nothing, and leaves nothing, where opening fails:
 *
 *     const dpex_strided *const operands[2] = {x, y};
 *     DPEX_TRY(dpex_strided_open(call, "copy", operands, 2, 1u << 1, &open));
 *     return dpex_strided_close(&open, dpex_array_copy(&open.at[1].array, &open.at[0].array));
 */
enum { DPEX_STRIDED_MAX = 6 }; /* operands of one call */

/* One operand, open. */
typedef struct dpex_strided_operand {
    dpex_array array;
    void *host; /* memory that was copied to the device; else NULL */
    int is_written;
} dpex_strided_operand;

typedef struct dpex_strided_operands {
    const dpex_strided_call *call;
    const char *name; /* of the operation, a string constant */
    int n;
    dpex_strided_operand at[DPEX_STRIDED_MAX];
    dpex_event *begun; /* of the dependencies; may be NULL */
} dpex_strided_operands;

/* writes: bit i is set where operand i is written. Operands may be NULL where all n of them are
 * optional to the caller: their array then has no storage. On failure there is nothing to close. */
dpex_status dpex_strided_open(const dpex_strided_call *call, const char *name,
                              const dpex_strided *const *operands, int n, unsigned writes,
                              dpex_strided_operands *open);
/* status: what came of the operations; passed on. */
dpex_status dpex_strided_close(dpex_strided_operands *open, dpex_status status);

#endif
