/* Splitting preprocessed text into tokens (token.h).
 *
 * Preprocessed text has no comments and no macros left. Operators of several characters come as
 * several tokens, since nothing here depends on them; brackets are linked with their partners, so
 * that whole constructs are skipped at once. */
#include "program/token.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"

static int is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$';
}

static int is_name_char(char c)
{
    return is_name_start(c) || isdigit((unsigned char)c);
}

/* A literal that is not closed ends with its line; the compiler will say so. */
static const char *skip_literal(const char *p)
{
    char quote = *p++;
    while (*p && *p != quote && *p != '\n') p += *p == '\\' && p[1] ? 2 : 1;
    return *p == quote ? p + 1 : p;
}

/* A preprocessing number of C: digits, letters, points, and signs behind an exponent. */
static const char *skip_number(const char *p)
{
    while (is_name_char(*p) || *p == '.' || ((*p == '+' || *p == '-') && strchr("eEpP", p[-1])))
        p++;
    return p;
}

/* The end of the token that starts at p, and its kind. */
static const char *scan_token(const char *p, int at_line_start, uint8_t *kind)
{
    if (*p == '#' && at_line_start) {
        *kind = DPEX_TOKEN_DIRECTIVE;
        return p + strcspn(p, "\n");
    }
    if (is_name_start(*p)) {
        *kind = DPEX_TOKEN_NAME;
        while (is_name_char(*p)) p++;
        return p;
    }
    if (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1]))) {
        *kind = DPEX_TOKEN_NUMBER;
        return skip_number(p + 1);
    }
    if (*p == '"' || *p == '\'') {
        *kind = DPEX_TOKEN_TEXT;
        return skip_literal(p);
    }
    *kind = DPEX_TOKEN_PUNCT;
    return p + 1;
}

/* A line marker (# 12 "kernel.cl" or #line 12) says which line follows; other directives change
 * nothing. */
static uint32_t line_after_directive(const char *p, uint32_t line)
{
    p++;
    while (*p == ' ') p++;
    if (strncmp(p, "line ", 5) == 0) p += 5;
    return isdigit((unsigned char)*p) ? (uint32_t)strtoul(p, NULL, 10) - 1 : line;
}

/* Tokens point into the text, which has to outlive them. One more of kind END stands behind the
 * last, so that the next token may always be read. */
static dpex_status tokens_split(dpex_tokens *tokens, const char *text)
{
    size_t capacity = strlen(text) / 3 + 16;
    tokens->at = dpex_malloc(capacity * sizeof *tokens->at);
    if (!tokens->at)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to read the text of a program");
    uint32_t line = 1;
    int at_line_start = 1;
    for (const char *p = text; *p;) {
        if (isspace((unsigned char)*p)) {
            if (*p == '\n') line++, at_line_start = 1;
            p++;
            continue;
        }
        if (tokens->n + 1 >= capacity) {
            dpex_token *more = dpex_realloc(tokens->at, 2 * capacity * sizeof *more);
            if (!more)
                return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to read the text of a program");
            tokens->at = more;
            capacity *= 2;
        }
        dpex_token *token = &tokens->at[tokens->n++];
        *token = (dpex_token){.at = p, .line = line};
        p = scan_token(p, at_line_start, &token->kind);
        token->len = (uint32_t)(p - token->at);
        if (token->kind == DPEX_TOKEN_DIRECTIVE) line = line_after_directive(token->at, line);
        at_line_start = 0;
    }
    tokens->at[tokens->n] =
        (dpex_token){.at = text + strlen(text), .line = line, .kind = DPEX_TOKEN_END};
    return DPEX_SUCCESS;
}

static char closing(char open)
{
    return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '\0';
}

/* Links each bracket with its partner. The stack of open ones is threaded through their `match`
 * fields. */
static dpex_status tokens_match(dpex_tokens *tokens)
{
    uint32_t top = UINT32_MAX;
    for (uint32_t i = 0; i < tokens->n; i++) {
        dpex_token *token = &tokens->at[i];
        if (token->kind != DPEX_TOKEN_PUNCT) continue;
        if (closing(*token->at)) {
            token->match = top;
            top = i;
        } else if (strchr(")]}", *token->at)) {
            if (top == UINT32_MAX || closing(*tokens->at[top].at) != *token->at)
                return DPEX_FAIL(DPEX_ERROR_COMPILE, "kernel.cl:%u: error: '%c' closes nothing",
                                 token->line, *token->at);
            uint32_t open = top;
            top = tokens->at[open].match;
            tokens->at[open].match = i;
            token->match = open;
        }
    }
    if (top != UINT32_MAX)
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "kernel.cl:%u: error: '%c' is never closed",
                         tokens->at[top].line, *tokens->at[top].at);
    return DPEX_SUCCESS;
}

dpex_status dpex_tokens_init(dpex_tokens *tokens, const char *text)
{
    *tokens = (dpex_tokens){0};
    dpex_status status = tokens_split(tokens, text);
    if (!status) status = tokens_match(tokens);
    if (status) dpex_tokens_fini(tokens);
    return status;
}

void dpex_tokens_fini(dpex_tokens *tokens)
{
    dpex_free(tokens->at);
    *tokens = (dpex_tokens){0};
}

int dpex_token_is(const dpex_token *token, const char *text)
{
    size_t len = strlen(text);
    return token->len == len && memcmp(token->at, text, len) == 0;
}

int dpex_token_is_keyword(const dpex_token *token, const char *word)
{
    if (dpex_token_is(token, word)) return 1;
    return token->len > 2 && token->at[0] == '_' && token->at[1] == '_' &&
           strlen(word) == token->len - 2 && memcmp(token->at + 2, word, token->len - 2) == 0;
}
