/* Automatic fusion of element-wise operations.
 *
 * Operations on large arrays are not submitted at once: chains of them become one pass over memory,
 * in which results that nobody keeps are not stored. Whatever shows a result (a wait, a copy to the
 * host, a kernel, an address) submits first what it depends on. Results are the same, bit for bit.
 * The environment variable DPEX_FUSION sets the default. */
#ifndef DPEX_FUSION_H
#define DPEX_FUSION_H

#include "queue.h"

DPEX_EXTERN_C_BEGIN

/* Whether this thread's operations are kept back: 1, 0, or -1: as the environment says (the
 * default). Returns the value before. What is pending stays so. */
DPEX_API int dpex_fusion_set(int enabled);
/* 1 or 0: what holds for this thread now. */
DPEX_API int dpex_fusion_is_enabled(void);

/* Submits what is pending on the queue; NULL: on all queues. */
DPEX_API void dpex_fusion_flush(dpex_queue *queue);

/* A new queue on the context and device of `of` that runs nothing: element-wise operations on
 * its arrays are collected, to become one pass of another queue. Whatever else it is asked for
 * fails. Used by one thread at a time. */
DPEX_API dpex_status dpex_capture_create(dpex_queue *of, dpex_queue **capture);
/* Submits what was collected to `queue`, of the same context and device. DPEX_ERROR_UNSUPPORTED if
 * something else was asked for: then nothing is computed, and dpex_capture_cancel follows.
 * *n_passes: how many it became. */
DPEX_API dpex_status dpex_capture_finish(dpex_queue *capture, dpex_queue *queue, int *n_passes);
/* Forgets what was collected. */
DPEX_API void dpex_capture_cancel(dpex_queue *capture);

/* Of all queues, since the start or the last reset. */
typedef struct dpex_fusion_statistics {
    uint64_t n_operations; /* kept back */
    uint64_t n_passes;     /* submitted for them */
    uint64_t n_stored;     /* results that were written to memory */
    uint64_t n_dropped;    /* results that nobody wanted any more */
} dpex_fusion_statistics;
DPEX_API void dpex_fusion_get_statistics(dpex_fusion_statistics *statistics);
DPEX_API void dpex_fusion_reset_statistics(void);

/* Lines of text about passes, one for each from now on: "(SHAPE): OPERATION (FILE:LINE), ...; N of
 * M results stored". Returns whether it was on. */
DPEX_API int dpex_fusion_set_trace(int enabled);
/* The lines so far (new: free() it), which are then forgotten; NULL: none. */
DPEX_API char *dpex_fusion_take_trace(void);
DPEX_EXTERN_C_END

#endif
