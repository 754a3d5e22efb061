/* Whether the interpreter's evaluation loop itself called a slot of an operator. */
#ifndef OPENDPEX_CORE_DIRECT_CALL_H
#define OPENDPEX_CORE_DIRECT_CALL_H

#include "core.h"

/* The operators of operators.def: CORE_SLOT_add and so on. */
typedef enum core_slot {
#define CORE_BINARY(slot, operation, sign) CORE_SLOT_##slot,
#define CORE_UNARY(slot, operation)
#define CORE_COMPARISON(code, operation)
#include "operators.def"
#undef CORE_BINARY
#undef CORE_UNARY
#undef CORE_COMPARISON
    CORE_N_SLOTS
} core_slot;

/* Asked within the slot, whose return address is `caller`. The loop has given the slot references of its own: an operand with one
 * reference is a temporary value of the expression. Takes about a microsecond. 0 also where it cannot be known. */
int core_is_called_directly(core_slot slot, void *caller);

#endif
