/* Work on the host over arrays of one queue: done at once in the calling thread where that is
 * allowed, else a command. */
#ifndef DPEX_OPS_WORK_H
#define DPEX_OPS_WORK_H

#include "dpex/array.h"

typedef struct dpex_work {
    const char *name; /* a string constant for messages and profiles */
    dpex_parallel_fn run;
    dpex_host_fn finish;         /* may be NULL */
    void (*drop)(void *payload); /* called once, whatever happens */
    void *payload;               /* taken */
    int64_t n_chunks;
    int64_t cost; /* in elements of a simple operation, for the choice */
    dpex_event **
        event; /* may be NULL; receives the command's event (new), or NULL where the work is done already */
    /* May be NULL. Work on the same queue that comes before this in any case; if it fails, this is
     * cancelled: for work that would go astray by what the other leaves undone (indices,
     * counts). */
    dpex_event *after;
} dpex_work;

/* arrays: all that the work reads or writes, at least one. Payloads retain none of their storages:
 * the command is recorded as a user of each, and memory, foreign memory too, is released when its
 * users are complete (runtime/storage.c). DPEX_ERROR_UNSUPPORTED where the backend computes
 * elsewhere. */
dpex_status dpex_work_submit(const dpex_work *work, const dpex_array *const *arrays, int n_arrays);

/* A phase of work that takes several commands over one payload. */
typedef struct dpex_phase {
    dpex_parallel_fn run;
    dpex_host_fn finish; /* may be NULL */
    int64_t n_chunks;
    int64_t cost; /* 0: that of the work */
} dpex_phase;

/* Submits phases, each after all chunks of the one before; what fails cancels those after it. work:
 * what they share (name, drop, payload, cost). Its drop is called once per phase, whatever happens:
 * the payload counts. */
dpex_status dpex_work_submit_phases(const dpex_work *work, const dpex_phase *phases, int n_phases,
                                    const dpex_array *const *arrays, int n_arrays);

/* DPEX_ERROR_UNSUPPORTED, with what to do instead, where the queue's backend does not compute on
 * the host: for operations that no device compiles yet. */
dpex_status dpex_work_check(const char *name, const dpex_queue *queue);

/* Whether the calling thread may touch the arrays now: their queue is idle, and no queue works on
 * their storages. */
int dpex_arrays_are_idle(const dpex_array *const *arrays, int n_arrays);
/* Elements of a simple operation up to which it then does so. */
int64_t dpex_inline_elems(const dpex_queue *queue);

#endif
