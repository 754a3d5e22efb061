/* What the runtime's callers and submit.c need of profiles (dpex/profile.h). */
#ifndef DPEX_RUNTIME_PROFILE_H
#define DPEX_RUNTIME_PROFILE_H

#include <stdatomic.h>

#include "dpex/array.h"
#include "dpex/profile.h"

/* Read with every submission and by everything that works in the calling thread. */
extern _Atomic int dpex_profile_recording;

static inline int dpex_profile_is_on(void)
{
    return __builtin_expect(atomic_load_explicit(&dpex_profile_recording, memory_order_relaxed), 0);
}

/* For this thread's next submission: the memory that it reads and writes. */
void dpex_profile_tell_bytes(const dpex_array *const *arrays, int n_arrays);

/* Appends a command that was submitted. event: kept; submit_ns: before its submission. */
void dpex_profile_add(dpex_queue *queue, const dpex_command *command, dpex_event *event,
                      uint64_t submit_ns);

#endif
