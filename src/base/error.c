/* The record of a thread's last failure. Short messages, nearly all of them, live in the
 * thread's own buffer; longer ones (a compiler's whole output) in a block that goes with the
 * thread. */
#include "base/error.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Enough for messages that name two shapes; a longer one costs an allocation. */
enum { SHORT_BYTES = 512, LOCATION_BYTES = 128 };

typedef struct {
    char text[SHORT_BYTES];
    char location[LOCATION_BYTES];
    char *long_text; /* plain malloc: failing allocations are just what is being reported */
    int64_t vendor_code;
} error_record;

/* Thread-local: no lock, and a thread reads its own failure only. */
static _Thread_local error_record last;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
/* Only for its destructor: thread-local variables of C have none. */
static pthread_key_t long_text_key;

static void make_key(void)
{
    pthread_key_create(&long_text_key, free);
}

static void keep_long_text(char *text)
{
    pthread_once(&key_once, make_key);
    free(last.long_text);
    /* The old one is freed after the new text was formatted, which may refer to it. */
    last.long_text = text;
    pthread_setspecific(long_text_key, text);
}

static const char *without_folders(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

dpex_status dpex_error_record(dpex_status code, int64_t vendor_code, const char *file, int line,
                              const char *fmt, ...)
{
    /* Formatted aside first: an argument may be the old message. */
    char text[SHORT_BYTES];
    char *long_text = NULL;
    va_list args;
    va_start(args, fmt);
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(text, sizeof text, fmt, args);
    /* Without memory the short buffer keeps the beginning. */
    if (n >= SHORT_BYTES && (long_text = malloc((size_t)n + 1)) != NULL)
        vsnprintf(long_text, (size_t)n + 1, fmt, again);
    va_end(again);
    va_end(args);

    /* An encoding error in the format: an empty message is better than an undefined one. */
    if (n < 0) text[0] = '\0';
    memcpy(last.text, text, strlen(text) + 1);
    if (long_text || last.long_text) keep_long_text(long_text);
    snprintf(last.location, sizeof last.location, "%s:%d", without_folders(file), line);
    last.vendor_code = vendor_code;
    return code;
}

dpex_status dpex_error_record_no_command(const char *name, const char *file, int line)
{
    if (!name)
        return dpex_error_record(DPEX_ERROR_NO_MEMORY, 0, file, line, "no memory for a command");
    return dpex_error_record(DPEX_ERROR_NO_MEMORY, 0, file, line, "%s: no memory for the command",
                             name);
}

/* Valid until this thread's next failure. */
const char *dpex_error_message(void)
{
    return last.long_text ? last.long_text : last.text;
}

const char *dpex_error_location(void)
{
    return last.location;
}

int64_t dpex_error_vendor_code(void)
{
    return last.vendor_code;
}

const char *dpex_status_name(dpex_status status)
{
    switch (status) {
#define DPEX_STATUS(name, value, text)                                                             \
    case DPEX_##name:                                                                              \
        return "DPEX_" #name;
#include "dpex/defs/status.def"
#undef DPEX_STATUS
    }
    return "unknown";
}

const char *dpex_status_text(dpex_status status)
{
    switch (status) {
#define DPEX_STATUS(name, value, text)                                                             \
    case DPEX_##name:                                                                              \
        return text;
#include "dpex/defs/status.def"
#undef DPEX_STATUS
    }
    return "unknown";
}

/* For host functions of commands, which lie outside the library and have their own way of making
 * texts. */
dpex_status dpex_error_set(dpex_status status, const char *text)
{
    return DPEX_FAIL(status, "%s", text ? text : dpex_status_text(status));
}
