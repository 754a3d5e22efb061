/* What kind of object a pointer refers to, for layers that get pointers without a type (dpctl's C
 * interface).
 *
 * Platforms, devices, contexts, queues, events, programs and kernels begin with their number of
 * references and a tag. A layer that gives such pointers to objects of its own begins them
 * likewise, with two ints of which the second is DPEX_OBJECT_TAG(kind). */
#ifndef DPEX_OBJECT_H
#define DPEX_OBJECT_H

#include "macros.h"

DPEX_EXTERN_C_BEGIN

typedef enum dpex_object_kind {
    DPEX_OBJECT_NONE,
    DPEX_OBJECT_PLATFORM,
    DPEX_OBJECT_DEVICE,
    DPEX_OBJECT_CONTEXT,
    DPEX_OBJECT_QUEUE,
    DPEX_OBJECT_EVENT,
    DPEX_OBJECT_PROGRAM,
    DPEX_OBJECT_KERNEL,
    DPEX_OBJECT_FIRST_FREE /* up to 255: for layers above */
} dpex_object_kind;

/* Neither half of an address, nor a size of less than 2^57 bytes. */
#define DPEX_OBJECT_TAG(kind) (0x6b7e5100 | (int)(kind))

/* Reads the 8 bytes at the pointer: DPEX_OBJECT_NONE where it is NULL, or they do not belong to an
 * object. An object that was destroyed is none for as long as nothing else lies there. */
DPEX_API dpex_object_kind dpex_object_get_kind(const void *object);
/* Whether there are other references to it at this moment. Not for devices and platforms, which
 * live as long as the process. */
DPEX_API int dpex_object_is_shared(const void *object);

DPEX_EXTERN_C_END

#endif
