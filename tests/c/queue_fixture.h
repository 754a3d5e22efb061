/* What the tests of queues share: a queue on the CPU device, and host functions that record,
 * block and fail. */
#ifndef DPEX_TESTS_QUEUE_FIXTURE_H
#define DPEX_TESTS_QUEUE_FIXTURE_H

#include <stdatomic.h>

#include "dpex/queue.h"

/* A new queue on the CPU device. */
dpex_queue *fixture_queue(unsigned properties);
/* A new queue on the device that the filter string selects. */
dpex_queue *fixture_queue_on(const char *filter, unsigned properties);
/* The CPUs of the process. */
size_t fixture_n_cpus(void);

/* A door that host functions wait at. */
typedef struct gate {
    _Atomic uint32_t is_open;
    _Atomic int n_arrived;
} gate;
void gate_open(gate *g);
void gate_wait(gate *g);         /* until it is open */
void gate_wait_arrival(gate *g); /* until somebody waits at it */

/* The order in which commands ran: each appends its letter. */
typedef struct journal {
    _Atomic int n;
    _Atomic char text[100];
} journal;
const char *journal_text(journal *j); /* valid until the next call */

/* Lets a queue on the host make as many nodes as it ever keeps for later commands, which else depends on timing: before memory
 * is counted. */
void fixture_fill_nodes(dpex_queue *queue);

/* A host function: waits at `before` (NULL: does not), notes its letter, fails if told so. drop
 * counts. */
typedef struct task {
    gate *before;
    journal *notes;
    char letter;
    dpex_status fails_with;
    _Atomic int n_runs, n_drops;
} task;

/* Submits a task as HOST_CALL; returns its event (NULL: not wanted). */
void task_submit(dpex_queue *queue, task *t, unsigned flags, dpex_event *dep, dpex_event **event);
void task_submit_after(dpex_queue *queue, task *t, unsigned flags, dpex_event *const *deps,
                       size_t n_deps, dpex_event **event);

#endif
