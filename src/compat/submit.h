/* Submitting a command whose operands came as bare pointers. */
#ifndef DPEX_COMPAT_SUBMIT_H
#define DPEX_COMPAT_SUBMIT_H

#include "compat.h"

/* The storages that the pointers of a command belong to, held until it is submitted. Starts with the queue and zeros. */
typedef struct compat_uses {
    dpex_queue *queue;
    dpex_storage *storages[DPEX_MAX_ARGS];
    size_t n;
} compat_uses;

/* A pointer as an operand: into a storage of the queue's context, or host memory. At most DPEX_MAX_ARGS of them. */
dpex_span compat_span(compat_uses *uses, const void *ptr);

/* Whether `bytes` bytes from the operand on lie in its storage; host memory is not known. Shows a warning if not. */
int compat_is_inside(const char *function, dpex_span span, size_t bytes);

/* Submits and gives the event, new; NULL on failure. Releases the storages either way. */
DPCTLSyclEventRef compat_submit(const char *function, compat_uses *uses, dpex_command *command,
                                const DPCTLSyclEventRef *deps, size_t n_deps);
/* For what was not submitted after all; a second call does nothing. */
void compat_uses_fini(compat_uses *uses);

#endif
