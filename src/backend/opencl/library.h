/* Routines of a library, as commands of an OpenCL queue. */
#ifndef DPEX_BACKEND_OPENCL_LIBRARY_H
#define DPEX_BACKEND_OPENCL_LIBRARY_H

#include "backend/opencl/opencl.h"

int dpex_cl_routine_find(dpex_queue *queue, dpex_routine routine, const void *words,
                         size_t *scratch_bytes);
/* As dpex_cl_enqueue. */
dpex_status dpex_cl_call_library(const dpex_queue *queue, cl_queue id, const dpex_command *command,
                                 dpex_cl_wait wait, cl_event *done);

#endif
