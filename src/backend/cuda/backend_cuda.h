/* The entries of the CUDA backend's vtable (cuda.c), by the file that holds them. */
#ifndef DPEX_BACKEND_CUDA_BACKEND_CUDA_H
#define DPEX_BACKEND_CUDA_BACKEND_CUDA_H

#include "backend/backend.h"

/* discover.c */
dpex_status dpex_cuda_discover(const dpex_backend *self,
                               dpex_status (*add)(void *list, dpex_platform *platform), void *list);
dpex_status dpex_cuda_free_memory(const dpex_device *device, uint64_t *bytes);
int dpex_cuda_ordinal(const dpex_device *device);
dpex_status dpex_cuda_synchronize(dpex_device *device);

/* peer.c */
int dpex_cuda_can_access_peer(const dpex_device *device, const dpex_device *peer, int atomics);
dpex_status dpex_cuda_set_peer_access(dpex_device *device, dpex_device *peer, int enable);

/* memory.c */
dpex_status dpex_cuda_mem_alloc(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                                size_t bytes, void **ptr, void **handle);
void dpex_cuda_mem_free(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr,
                        size_t bytes, void *handle);
void dpex_cuda_mem_trim(dpex_device *device, size_t keep_bytes);
int dpex_cuda_routine_find(dpex_queue *queue, dpex_routine routine, const void *words,
                           size_t *scratch_bytes);

/* queue.c, submit.c, wait.c */
dpex_status dpex_cuda_queue_create(dpex_queue *queue);
void dpex_cuda_queue_destroy(dpex_queue *queue);
dpex_status dpex_cuda_submit(dpex_queue *queue, const dpex_command *command,
                             dpex_event *const *deps, size_t n_deps, dpex_event *event,
                             uint64_t *number);
dpex_status dpex_cuda_queue_wait(dpex_queue *queue, uint64_t max_ns, int *done);
dpex_status dpex_cuda_event_wait(dpex_event *event, uint64_t max_ns, int *done);
void dpex_cuda_event_destroy(dpex_event *event);
void dpex_cuda_event_follow(dpex_event *event, const dpex_timeline *timeline, uint64_t number);
void dpex_cuda_event_update(dpex_event *event);

/* program.c */
dpex_status dpex_cuda_program_create(dpex_program *program, dpex_language language,
                                     const void *text, size_t bytes, const char *options);
void dpex_cuda_program_destroy(dpex_program *program);
dpex_status dpex_cuda_kernel_create(dpex_kernel *kernel, const char *name);
void dpex_cuda_kernel_destroy(dpex_kernel *kernel);

#endif
