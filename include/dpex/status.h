/* Status codes and the message recorded with the last failure.
 *
 * Every function that can fail returns dpex_status. The first failure on a thread records a
 * message, the location in our source and, where a vendor library was involved, its own code;
 * callers that fail because of it keep that record. Reading it is only meaningful right after a
 * call returned non-zero on this thread. */
#ifndef DPEX_STATUS_H
#define DPEX_STATUS_H

#include <stdint.h>

#include "macros.h"

DPEX_EXTERN_C_BEGIN

typedef enum dpex_status {
#define DPEX_STATUS(name, value, text) DPEX_##name = value,
#include "defs/status.def"
#undef DPEX_STATUS
} dpex_status;

/* The enumerator's name ("DPEX_ERROR_NO_MEMORY") and its one-line meaning; "unknown" for other
 * numbers. */
DPEX_API const char *dpex_status_name(dpex_status status);
DPEX_API const char *dpex_status_text(dpex_status status);

/* Message, "file:line" and vendor code (0: none) of this thread's last failure; borrowed, valid
 * until the next failure on this thread. Never NULL. */
DPEX_API const char *dpex_error_message(void);
DPEX_API const char *dpex_error_location(void);
DPEX_API int64_t dpex_error_vendor_code(void);
/* Records a failure of the calling thread's, for functions that libdpex calls, and gives the
 * status. NULL: without a text. */
DPEX_API dpex_status dpex_error_set(dpex_status status, const char *text);

DPEX_EXTERN_C_END

#endif
