/* Building a string piece by piece. An append that finds no memory marks the text as failed and
 * later ones do nothing, so that a chain of appends needs one check, at the end. */
#ifndef DPEX_BASE_TEXT_H
#define DPEX_BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

#include "dpex/macros.h"
#include "dpex/status.h"

typedef struct dpex_text {
    char *data; /* NUL-terminated; NULL while empty */
    size_t len; /* bytes without the NUL */
    size_t capacity;
    int failed;
} dpex_text;

#define DPEX_TEXT_EMPTY ((dpex_text){NULL, 0, 0, 0})

void dpex_text_append(dpex_text *text, const char *fmt, ...) DPEX_PRINTF_LIKE(2, 3);
void dpex_text_append_args(dpex_text *text, const char *fmt, va_list args);
void dpex_text_append_bytes(dpex_text *text, const void *bytes, size_t n);
/* Long ones in a tenth of the time of "%s". */
void dpex_text_append_string(dpex_text *text, const char *string);
/* The string built so far ("" while empty); borrowed until the next append. */
const char *dpex_text_get(const dpex_text *text);
/* Hands the string over: *string is new (dpex_free), the text is empty again.
 * DPEX_ERROR_NO_MEMORY if it failed. */
dpex_status dpex_text_take(dpex_text *text, char **string);
void dpex_text_fini(dpex_text *text);

#endif
