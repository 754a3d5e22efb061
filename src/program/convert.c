/* Conversions on demand (convert.h).
 *
 * OpenCL C has some thousand conversion functions (types, widths, saturation, rounding). Each one
 * that the program names becomes a macro over a few generic ones of the prelude, so that the
 * prelude holds none of them. */
#include "program/convert.h"

#include <string.h>

static const struct {
    const char *name, *min, *max; /* the range of an integer type; NULL for floating types */
} types[] = {
#define DPEX_OPENCL_SCALAR(name, dtype, arg, bytes, min, max) {#name, min, max},
#include "defs/opencl_scalars.def"
#undef DPEX_OPENCL_SCALAR
};

typedef struct conversion {
    size_t type;
    int width; /* 1: scalar */
    int saturates;
    char rounding; /* 'e', 'z', 'p', 'n'; '\0': none given */
} conversion;

/* Whether `word` comes next in [*p, end); then *p is behind it. */
static int take(const char **p, const char *end, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(end - *p) < len || memcmp(*p, word, len)) return 0;
    *p += len;
    return 1;
}

/* No type's name begins with another's. Without a width behind it the type is a scalar. */
static int take_type(const char **p, const char *end, conversion *c)
{
    for (c->type = 0; c->type < sizeof types / sizeof *types; c->type++) {
        if (take(p, end, types[c->type].name)) break;
    }
    if (c->type == sizeof types / sizeof *types) return 0;
    c->width = take(p, end, "16")  ? 16
               : take(p, end, "2") ? 2
               : take(p, end, "3") ? 3
               : take(p, end, "4") ? 4
               : take(p, end, "8") ? 8
                                   : 1;
    return 1;
}

static int take_suffixes(const char **p, const char *end, conversion *c)
{
    c->saturates = take(p, end, "_sat");
    c->rounding = take(p, end, "_rte")   ? 'e'
                  : take(p, end, "_rtz") ? 'z'
                  : take(p, end, "_rtp") ? 'p'
                  : take(p, end, "_rtn") ? 'n'
                                         : '\0';
    return *p == end;
}

static void put_type(dpex_text *out, const conversion *c)
{
    dpex_text_append(out, "%s", types[c->type].name);
    if (c->width > 1) dpex_text_append(out, "%d", c->width);
}

/* Rounding matters where a floating value becomes an integer; C's own rule is rtz. Between
 * floating types every mode but the default is taken as the default. */
static void put_convert(dpex_text *out, const dpex_token *name, const conversion *c)
{
    int is_integer = types[c->type].min != NULL;
    char rounding = is_integer && c->rounding && c->rounding != 'z' ? c->rounding : '\0';
    dpex_text_append(out, "#undef %.*s\n#define %.*s(x) ", (int)name->len, name->at, (int)name->len,
                     name->at);
    if (c->saturates && is_integer) {
        dpex_text_append(out, c->width > 1 ? "DPEX_SATURATE_VECTOR(" : "DPEX_SATURATE(");
        put_type(out, c);
        dpex_text_append(out, ", %s, %s, %s, %d, ", types[c->type].name, types[c->type].min,
                         types[c->type].max, c->width);
    } else {
        dpex_text_append(out, c->width > 1 ? "DPEX_CONVERT_VECTOR(" : "DPEX_CONVERT(");
        put_type(out, c);
        dpex_text_append(out, ", ");
    }
    if (rounding)
        dpex_text_append(out, "dpex_round_rt%c(x))\n", rounding);
    else
        dpex_text_append(out, "x)\n");
}

/* as_<type>: the same bits as another type. */
static void put_as(dpex_text *out, const dpex_token *name, const conversion *c)
{
    dpex_text_append(out, "#undef %.*s\n#define %.*s(x) DPEX_AS(", (int)name->len, name->at,
                     (int)name->len, name->at);
    put_type(out, c);
    dpex_text_append(out, ", x)\n");
}

static int is_convert(const dpex_token *token, conversion *c)
{
    const char *p = token->at, *end = token->at + token->len;
    return take(&p, end, "convert_") && take_type(&p, end, c) && take_suffixes(&p, end, c);
}

int dpex_convert_rounds(const dpex_token *token)
{
    conversion c;
    return is_convert(token, &c) && c.rounding;
}

/* A macro that the text defines twice is the same both times; #undef makes that no error. Without
 * clang there are no vector types, so only scalar conversions. */
void dpex_convert_put(const dpex_tokens *tokens, int is_clang, dpex_text *out)
{
    for (size_t i = 0; i < tokens->n; i++) {
        const dpex_token *token = &tokens->at[i];
        if (token->kind != DPEX_TOKEN_NAME) continue;
        conversion c;
        if (is_convert(token, &c) && (is_clang || c.width == 1)) {
            put_convert(out, token, &c);
            continue;
        }
        const char *p = token->at, *end = token->at + token->len;
        if (take(&p, end, "as_") && take_type(&p, end, &c) && p == end &&
            (is_clang || c.width == 1))
            put_as(out, token, &c);
    }
}
