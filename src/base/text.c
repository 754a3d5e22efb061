/* Growing strings. See text.h.
 *
 * A failed allocation is remembered (`failed`), and later appends do nothing: so a long text is
 * written without checks and asked once at its end. */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"

/* Makes room for n more bytes and a NUL; doubling keeps appends linear. */
static int reserve(dpex_text *text, size_t n)
{
    if (text->failed) return 0;
    if (n < text->capacity - text->len) return 1;
    /* The first block is large enough for most names. */
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity - text->len <= n) {
        /* Doubling would wrap. */
        if (capacity > ((size_t)-1) / 2) return text->failed = 1, 0;
        capacity *= 2;
    }
    char *data = dpex_realloc(text->data, capacity);
    if (!data) return text->failed = 1, 0;
    text->data = data;
    text->capacity = capacity;
    return 1;
}

void dpex_text_append_bytes(dpex_text *text, const void *bytes, size_t n)
{
    if (!reserve(text, n)) return;
    memcpy(text->data + text->len, bytes, n);
    text->len += n;
    text->data[text->len] = '\0';
}

void dpex_text_append_string(dpex_text *text, const char *string)
{
    dpex_text_append_bytes(text, string, strlen(string));
}

/* As vprintf; args is used up. */
void dpex_text_append_args(dpex_text *text, const char *fmt, va_list args)
{
    va_list again;
    if (!reserve(text, 0)) return;
    const size_t space = text->capacity - text->len;
    va_copy(again, args);
    int n = vsnprintf(text->data + text->len, space, fmt, again);
    va_end(again);
    if (n < 0) {
        text->failed = 1;
        return;
    }
    /* What did not fit is written again. */
    if ((size_t)n >= space) {
        if (!reserve(text, (size_t)n)) return;
        vsnprintf(text->data + text->len, (size_t)n + 1, fmt, args);
    }
    text->len += (size_t)n;
}

void dpex_text_append(dpex_text *text, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    dpex_text_append_args(text, fmt, args);
    va_end(args);
}

const char *dpex_text_get(const dpex_text *text)
{
    return text->data ? text->data : "";
}

/* *string is the caller's (dpex_free); the text is empty afterwards, also after a failure. */
dpex_status dpex_text_take(dpex_text *text, char **string)
{
    /* An empty text gives an empty string, not NULL. */
    if (!text->data && reserve(text, 0)) text->data[0] = '\0';
    if (text->failed) {
        dpex_text_fini(text);
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for a text");
    }
    *string = text->data;
    *text = DPEX_TEXT_EMPTY;
    return DPEX_SUCCESS;
}

void dpex_text_fini(dpex_text *text)
{
    dpex_free(text->data);
    *text = DPEX_TEXT_EMPTY;
}
