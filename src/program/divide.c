/* Integer divisions that are always defined (divide.h), by lines of LLVM assembly:
 *
 *     %9 = sdiv i32 %7, %8
 *
 * becomes, with vector types and constants where the division is one of vectors,
 *
 *     %dpex.1.zero = icmp eq i32 %8, 0
 *     %dpex.1.least = icmp eq i32 %7, -2147483648
 *     %dpex.1.minus = icmp eq i32 %8, -1
 *     %dpex.1.over = and i1 %dpex.1.least, %dpex.1.minus
 *     %dpex.1.bad = or i1 %dpex.1.zero, %dpex.1.over
 *     %dpex.1.by = select i1 %dpex.1.bad, i32 1, i32 %8
 *     %dpex.1.all = sdiv i32 %7, %dpex.1.by
 *     %9 = select i1 %dpex.1.zero, i32 0, i32 %dpex.1.all
 *
 * (A remainder by 1 is 0 already; unsigned numbers have no least one.) The optimiser drops what it
 * can prove to be needless. It is done on lines because no part of LLVM is linked: clang writes the
 * file and reads it again. */
#include "program/divide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { NAME_CHARS = 512, TYPE_CHARS = 32, SPLAT_CHARS = 1024, MAX_LANES = 16 };

typedef struct piece {
    const char *at;
    size_t len;
} piece;

typedef struct division {
    piece name, op, type, a, b, rest; /* rest: "", or ", !dbg !5" */
    int is_signed, is_remainder;
    int bits, n_lanes; /* n_lanes 0: a scalar */
} division;

/* ---- reading ------------------------------------------------------------------------------------------------ */

/* Takes the text up to one of `ends` from the front of the line. */
static piece take_until(const char **line, const char *end, const char *ends)
{
    piece p = {*line, 0};
    while (p.at + p.len < end && !strchr(ends, p.at[p.len])) p.len++;
    *line = p.at + p.len;
    return p;
}

static int skip(const char **line, const char *end, const char *text)
{
    size_t len = strlen(text);
    if ((size_t)(end - *line) < len || memcmp(*line, text, len)) return 0;
    *line += len;
    return 1;
}

static int read_op(const char **line, const char *end, division *d)
{
    static const char *const names[] = {"udiv ", "urem ", "sdiv ", "srem "};
    for (int i = 0; i < 4; i++) {
        d->op = (piece){*line, 4};
        if (!skip(line, end, names[i])) continue;
        d->is_signed = i >= 2;
        d->is_remainder = i % 2;
        skip(line, end, "exact ");
        return 1;
    }
    return 0;
}

/* "i32" or "<4 x i32>". */
static int read_type(const char **line, const char *end, division *d)
{
    const char *start = *line, *bits = start;
    d->n_lanes = 0;
    if (skip(line, end, "<")) {
        d->n_lanes = atoi(*line);
        take_until(line, end, "i>");
        bits = *line;
        take_until(line, end, ">");
        if (!skip(line, end, ">") || d->n_lanes < 1 || d->n_lanes > MAX_LANES) return 0;
    } else {
        take_until(line, end, " ");
    }
    d->type = (piece){start, (size_t)(*line - start)};
    if (bits >= end || *bits != 'i' || d->type.len >= TYPE_CHARS) return 0;
    d->bits = atoi(bits + 1);
    return d->bits >= 8 && d->bits <= 64 && skip(line, end, " ");
}

/* Whether the line divides integers by something that is not a constant. */
static int read_division(const char *line, const char *end, division *d)
{
    while (line < end && *line == ' ') line++;
    if (line == end || *line != '%') return 0;
    d->name = take_until(&line, end, " ");
    if (!skip(&line, end, " = ") || !read_op(&line, end, d) || !read_type(&line, end, d)) return 0;
    d->a = (piece){line, 0};
    if (line < end && *line == '<') take_until(&line, end, ">"); /* a vector of constants */
    take_until(&line, end, ",");
    d->a.len = (size_t)(line - d->a.at);
    if (!skip(&line, end, ", ") || line == end || *line != '%') return 0;
    d->b = take_until(&line, end, ",");
    d->rest = (piece){line, (size_t)(end - line)};
    return 1;
}

/* ---- writing ------------------------------------------------------------------------------------------------ */

static const char *splat(const division *d, int64_t value, char text[SPLAT_CHARS])
{
    if (!d->n_lanes) {
        snprintf(text, SPLAT_CHARS, "%lld", (long long)value);
        return text;
    }
    int len = snprintf(text, SPLAT_CHARS, "<");
    for (int i = 0; i < d->n_lanes; i++)
        len += snprintf(text + len, (size_t)(SPLAT_CHARS - len), "%si%d %lld", i ? ", " : "",
                        d->bits, (long long)value);
    snprintf(text + len, (size_t)(SPLAT_CHARS - len), ">");
    return text;
}

static void write_division(const division *d, int number, dpex_text *out)
{
    char type[TYPE_CHARS], condition[TYPE_CHARS] = "i1", a[NAME_CHARS], b[NAME_CHARS], p[24],
                           value[SPLAT_CHARS];
    snprintf(type, sizeof type, "%.*s", (int)d->type.len, d->type.at);
    snprintf(a, sizeof a, "%.*s", (int)d->a.len, d->a.at);
    snprintf(b, sizeof b, "%.*s", (int)d->b.len, d->b.at);
    snprintf(p, sizeof p, "%%dpex.%d", number);
    if (d->n_lanes) snprintf(condition, sizeof condition, "<%d x i1>", d->n_lanes);

    const char *bad = "zero";
    dpex_text_append(out, "  %s.zero = icmp eq %s %s, %s\n", p, type, b, splat(d, 0, value));
    if (d->is_signed) {
        const int64_t least = INT64_MIN >> (64 - d->bits);
        bad = "bad";
        dpex_text_append(out, "  %s.least = icmp eq %s %s, %s\n", p, type, a,
                         splat(d, least, value));
        dpex_text_append(out, "  %s.minus = icmp eq %s %s, %s\n", p, type, b, splat(d, -1, value));
        dpex_text_append(out, "  %s.over = and %s %s.least, %s.minus\n", p, condition, p, p);
        dpex_text_append(out, "  %s.bad = or %s %s.zero, %s.over\n", p, condition, p, p);
    }
    dpex_text_append(out, "  %s.by = select %s %s.%s, %s %s, %s %s\n", p, condition, p, bad, type,
                     splat(d, 1, value), type, b);
    if (d->is_remainder) {
        dpex_text_append(out, "  %.*s = %.*s %s %s, %s.by", (int)d->name.len, d->name.at,
                         (int)d->op.len, d->op.at, type, a, p);
    } else {
        dpex_text_append(out, "  %s.all = %.*s %s %s, %s.by\n", p, (int)d->op.len, d->op.at, type,
                         a, p);
        dpex_text_append(out, "  %.*s = select %s %s.zero, %s %s, %s %s.all", (int)d->name.len,
                         d->name.at, condition, p, type, splat(d, 0, value), type, p);
    }
    dpex_text_append(out, "%.*s\n", (int)d->rest.len, d->rest.at);
}

dpex_status dpex_define_divisions(const char *assembly, dpex_text *out)
{
    int n = 0;
    for (const char *line = assembly, *end; *line; line = *end ? end + 1 : end) {
        division d;
        end = line + strcspn(line, "\n");
        if (read_division(line, end, &d) && d.a.len < NAME_CHARS && d.b.len < NAME_CHARS)
            write_division(&d, ++n, out);
        else
            dpex_text_append_bytes(out, line, (size_t)(end - line) + (*end == '\n'));
    }
    return out->failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program")
                       : DPEX_SUCCESS;
}
