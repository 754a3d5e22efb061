/* Profiles: the commands of all queues between two calls, with their times.
 *
 * While a profile is recorded every command has an event with times, and small work, which is
 * otherwise done in the calling thread, is submitted as a command too. Nothing is recorded, and
 * nothing costs time, otherwise. */
#ifndef DPEX_PROFILE_H
#define DPEX_PROFILE_H

#include "queue.h"

DPEX_EXTERN_C_BEGIN

typedef struct dpex_profile_entry {
    char *name;       /* of the operation or kernel; of a fused pass, of all its operations */
    char *where;      /* "FILE:LINE" of the call in the program; "": not known */
    const char *kind; /* "kernel", "copy", ...: a string constant */
    /* Nanoseconds on the host's clock. On OpenCL queues without DPEX_QUEUE_ENABLE_PROFILING the
     * start is the submission. */
    uint64_t submit_ns, start_ns, end_ns;
    uint64_t bytes;      /* of the operands, read and written; 0: not known */
    uint64_t live_bytes; /* of the pool on the device, at the submission */
    dpex_device *device; /* kept */
    int queue;           /* numbered by first use */
    dpex_status status;  /* of the command */
} dpex_profile_entry;

typedef struct dpex_profile {
    dpex_profile_entry *entries; /* in order of submission */
    size_t n;
    size_t n_lost; /* for lack of memory, or beyond a million */
} dpex_profile;

/* Begins to record. DPEX_ERROR_INVALID_VALUE if a profile is being recorded already. */
DPEX_API dpex_status dpex_profile_start(void);
/* Submits what fusion keeps back, waits for the recorded commands, and ends. *profile: new, for
 * dpex_profile_fini; empty where none was recorded. */
DPEX_API void dpex_profile_stop(dpex_profile *profile);
DPEX_API void dpex_profile_fini(dpex_profile *profile);

/* A binding's function that writes where in the program the present call was made, "FILE:LINE",
 * into n bytes at text. Called without locks, and only for profiles and traces of fusion. */
typedef void (*dpex_locate_fn)(char *text, size_t n);
DPEX_API void dpex_set_locate(dpex_locate_fn function);

DPEX_EXTERN_C_END

#endif
