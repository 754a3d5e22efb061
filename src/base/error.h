/* Starting and passing on failures. Internal: public callers read them through dpex/status.h. */
#ifndef DPEX_BASE_ERROR_H
#define DPEX_BASE_ERROR_H

#include "dpex/status.h"

/* Records a failure of this thread and returns its code. */
dpex_status dpex_error_record(dpex_status code, int64_t vendor_code, const char *file, int line,
                              const char *fmt, ...) DPEX_PRINTF_LIKE(5, 6);

/* return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "cannot broadcast (%s) with (%s)", a, b);
 * The format's arguments may include the last message: see error.c. */
#define DPEX_FAIL(code, ...) dpex_error_record((code), 0, __FILE__, __LINE__, __VA_ARGS__)
#define DPEX_FAIL_VENDOR(code, vendor, ...)                                                        \
    dpex_error_record((code), (vendor), __FILE__, __LINE__, __VA_ARGS__)

/* return DPEX_FAIL_NO_COMMAND("sort"): there is no memory for a command's own data. name: of the
 * operation; NULL: not known here. */
#define DPEX_FAIL_NO_COMMAND(name) dpex_error_record_no_command((name), __FILE__, __LINE__)
dpex_status dpex_error_record_no_command(const char *name, const char *file, int line);

/* Passes a failure on to the caller. Where something must be released first: if ((status =
 * call)) goto done; */
#define DPEX_TRY(call)                                                                             \
    do {                                                                                           \
        dpex_status dpex_try_status_ = (call);                                                     \
        if (dpex_try_status_) return dpex_try_status_;                                             \
    } while (0)

#endif
