/* Lines that kernels print: composed in memory and written in one piece, so that lines of several
 * threads do not mix. */
#include "program/kernel_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1024, NUMBER_BYTES = 32 };

/* The shortest digits that give the number back, with a point where there is none. */
static void write_double(char *out, uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(out, NUMBER_BYTES, "%.*g", digits, x);
        if (strtod(out, NULL) == x) break;
    }
    if (!strpbrk(out, ".einf")) strcat(out, ".0");
}

static void write_value(char *out, char kind, uint64_t bits)
{
    switch (kind) {
    case 'f': write_double(out, bits); break;
    case 'u': snprintf(out, NUMBER_BYTES, "%" PRIu64, bits); break;
    case 'b': snprintf(out, NUMBER_BYTES, "%s", bits & 1 ? "True" : "False"); break;
    default: snprintf(out, NUMBER_BYTES, "%" PRId64, (int64_t)bits);
    }
}

/* format: text with %f, %u, %b and other letters (signed) for the values, which are 64-bit
 * patterns, and %% for itself. Lines are cut at LINE_BYTES. Called from kernels, on any thread. */
int dpex_kernel_print(const char *format, const uint64_t *values)
{
    char line[LINE_BYTES + 1], number[NUMBER_BYTES];
    size_t n = 0;
    for (const char *at = format; *at && n < LINE_BYTES - NUMBER_BYTES; at++) {
        if (*at != '%' || at[1] == '%') {
            at += *at == '%';
            line[n++] = *at;
            continue;
        }
        write_value(number, *++at, *values++);
        size_t length = strlen(number);
        memcpy(line + n, number, length);
        n += length;
    }
    line[n++] = '\n';
    fwrite(line, 1, n, stdout);
    fflush(stdout);
    return 0;
}
