/* Execution on the host, shared by the backends whose devices compute on CPU cores (native,
 * sim).
 *
 * One thread pool serves the process: worker i belongs to the i-th CPU that the process may use.
 * A *team* is the set of CPUs of one device (all of them for the root device); work of a team
 * runs only on its workers, and on a thread that waits for it if that thread's own affinity lies
 * inside. A *strand* is a queue on a team: commands, their dependencies as counters, no thread
 * of its own. */
#ifndef DPEX_HOST_HOST_H
#define DPEX_HOST_HOST_H

#include <stddef.h>
#include <stdint.h>

#include "backend/backend.h"

typedef struct dpex_team dpex_team;
typedef struct dpex_strand dpex_strand;

/* CPUs (numbers of the operating system) that this process may use: affinity, cgroup quota and
 * DPEX_NUM_THREADS. */
dpex_status dpex_host_get_cpus(const int **cpus, size_t *n); /* borrowed */

/* A team on some of these CPUs; new. With n equal to all of them the workers stay unpinned. */
dpex_status dpex_team_create(const int *cpus, size_t n, dpex_team **team);
dpex_team *dpex_team_retain(dpex_team *team);
void dpex_team_release(dpex_team *team);
size_t dpex_team_get_size(const dpex_team *team);

/* for (i = 0; i < n_chunks; i++) run(payload, i, i + 1), on the team's cores and the calling
 * thread. Returns the first failure. */
dpex_status dpex_team_run(dpex_team *team, dpex_parallel_fn run, void *payload, int64_t n_chunks);

/* Work in many short steps on a team: `lead` runs once, in one of its threads, and calls dpex_steps_run for each step, which is as
 * dpex_team_run with the threads that are there. */
typedef struct dpex_steps dpex_steps;
dpex_status dpex_team_lead(dpex_team *team, void (*lead)(dpex_steps *steps, void *payload),
                           void *payload);
dpex_status dpex_steps_run(dpex_steps *steps, dpex_parallel_fn run, void *payload,
                           int64_t n_chunks);

/* dpex_backend's queue_create, queue_destroy, submit, queue_wait and event_wait over strands: a
 * host backend puts these into its vtable; queue->device->handle must be a dpex_host_device. */
typedef struct dpex_host_device {
    dpex_team *team; /* kept */
    /* Called before each command; a failure fails the command (the simulator's fault injection).
     * May be NULL. */
    dpex_status (*before)(dpex_device *device, const dpex_command *command);
} dpex_host_device;

dpex_status dpex_host_queue_create(dpex_queue *queue);
void dpex_host_queue_destroy(dpex_queue *queue);
dpex_status dpex_host_submit(dpex_queue *queue, const dpex_command *command,
                             dpex_event *const *deps, size_t n_deps, dpex_event *event,
                             uint64_t *number);
/* max_ns 0: without limit. *done: whether it is over; NULL: waits until it is. Like
 * dpex_queue_wait. */
dpex_status dpex_host_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done);
dpex_status dpex_host_event_wait(dpex_event *event, uint64_t max_ns, int *done);
/* Waits until a timeline of any backend has reached a number, and helps meanwhile; as
 * dpex_queue_wait, without the queue and its failures. */
dpex_status dpex_host_wait_for(dpex_timeline *timeline, uint64_t number, uint64_t max_ns,
                               int *done);
/* Around what a command does on the host, its end included. Nests. */
void dpex_host_enter_work(void);
void dpex_host_leave_work(void);
/* Whether the calling thread is inside a command's work, which what it waits for might itself wait
 * for. */
int dpex_host_is_at_work(void);
/* Waits for all queues and stops the threads; later work starts them again. Forks need no call:
 * host/ hooks into them. */
void dpex_host_shutdown(void);

/* dst[0..bytes) = src, overlap as memmove, with all cores of the team and streaming stores where
 * that is faster. */
void dpex_host_copy(dpex_team *team, void *dst, const void *src, size_t bytes);
void dpex_host_fill(dpex_team *team, void *dst, const void *pattern, size_t pattern_bytes,
                    size_t bytes);

/* mem_alloc and mem_free: pages from the system, 2 MiB pages from 2 MiB up. */
dpex_status dpex_host_mem_alloc(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                                size_t bytes, void **ptr, void **handle);
void dpex_host_mem_free(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr,
                        size_t bytes, void *handle);

/* dpex_backend's program entries: kernels from source on the host (program/ knows how). */
dpex_status dpex_host_program_create(dpex_program *program, dpex_language language,
                                     const void *text, size_t bytes, const char *options);
void dpex_host_program_destroy(dpex_program *program);
dpex_status dpex_host_kernel_create(dpex_kernel *kernel, const char *name);
void dpex_host_kernel_destroy(dpex_kernel *kernel);
/* Runs one kernel over its ND-range: what LAUNCH does. Arguments were checked. */
dpex_status dpex_host_kernel_run(dpex_team *team, const dpex_kernel *kernel, const dpex_arg *args,
                                 size_t n_args, const dpex_range *range);
/* Whether the launch is known, from launches before, to take less time than handing it to another
 * thread and coming back. */
int dpex_host_kernel_is_short(const dpex_kernel *kernel, const dpex_range *range);
/* Whether it is known to take less time than a thread that waits may work. */
int dpex_host_kernel_is_brief(const dpex_kernel *kernel, const dpex_range *range);
/* Checks arguments and ranges against the kernel, at submission. */
dpex_status dpex_host_kernel_check(const dpex_kernel *kernel, const dpex_arg *args, size_t n_args,
                                   const dpex_range *range);

#endif
