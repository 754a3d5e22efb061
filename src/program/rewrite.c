/* Passing the work-item to every function, numbering barriers, placing local variables
 * (rewrite.h).
 *
 * Text is copied from one edit to the next (`copied`), so that everything else stays as the user
 * wrote it, line ends included, and messages of the compiler have the user's line numbers. */
#include "program/rewrite.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"

enum { MAX_LOCALS = 64 };

typedef struct rewriter {
    const dpex_tokens *tokens;
    const dpex_functions *functions;
    dpex_text *out;
    const char *copied;            /* source text up to here is in `out` */
    const dpex_function *function; /* the definition that we are in, or NULL */
    uint32_t locals[MAX_LOCALS];   /* names of this kernel's local variables so far */
    size_t n_locals;
    unsigned n_sites; /* barriers so far */
    int depth;        /* of braces, inside the function */
} rewriter;

/* Copies the source up to token i, without it. */
static void copy_until(rewriter *rw, uint32_t i)
{
    const char *end = rw->tokens->at[i].at;
    if (end > rw->copied) dpex_text_append_bytes(rw->out, rw->copied, (size_t)(end - rw->copied));
    rw->copied = end;
}

/* Leaves out tokens up to i, without it, but keeps their line ends. */
static void drop_until(rewriter *rw, uint32_t i)
{
    const char *end = rw->tokens->at[i].at;
    for (const char *p = rw->copied; p < end; p++) {
        if (*p == '\n') dpex_text_append(rw->out, "\n");
    }
    rw->copied = end;
}

static void put_token(rewriter *rw, uint32_t i)
{
    dpex_text_append_bytes(rw->out, rw->tokens->at[i].at, rw->tokens->at[i].len);
}

static int token_is(const rewriter *rw, uint32_t i, const char *text)
{
    return dpex_token_is(&rw->tokens->at[i], text);
}

static int is_attribute(const rewriter *rw, uint32_t i)
{
    return (token_is(rw, i, "__attribute__") || token_is(rw, i, "__attribute")) &&
           token_is(rw, i + 1, "(");
}

/* s.name and p->name are members of a struct, not the variable of that name. */
static int is_member(const rewriter *rw, uint32_t i)
{
    if (i == 0) return 0;
    return token_is(rw, i - 1, ".") ||
           (i > 1 && token_is(rw, i - 1, ">") && token_is(rw, i - 2, "-"));
}

/* The specifiers before a function's name: without those that we decide, and for kernels without
 * their attributes, which only kernels may have. */
static void rewrite_specifiers(rewriter *rw, const dpex_function *function)
{
    copy_until(rw, function->start);
    int keep_calls = 0;
    for (uint32_t i = function->start; i < function->name; i++) {
        const dpex_token *token = &rw->tokens->at[i];
        for (uint32_t k = 0; k < token->len && !keep_calls; k++)
            keep_calls = token->len - k >= 8 && memcmp(token->at + k, "noinline", 8) == 0;
    }
    dpex_text_append(rw->out, "%s",
                     keep_calls ? "static " : "static inline __attribute__((always_inline)) ");
    for (uint32_t i = function->start; i < function->name; i++) {
        copy_until(rw, i);
        int attribute = is_attribute(rw, i);
        if (attribute && function->is_kernel) {
            i = rw->tokens->at[i + 1].match;
            drop_until(rw, i + 1);
        } else if (token_is(rw, i, "static") ||
                   dpex_token_is_keyword(&rw->tokens->at[i], "inline") ||
                   token_is(rw, i, "extern") ||
                   dpex_token_is_keyword(&rw->tokens->at[i], "kernel")) {
            drop_until(rw, i + 1);
        } else if (attribute) {
            i = rw->tokens->at[i + 1].match;
        }
    }
}

/* What follows an opening bracket at token `open`: one more parameter or argument. */
static void insert_first(rewriter *rw, uint32_t open, const char *what)
{
    uint32_t close = rw->tokens->at[open].match;
    int has_void = close == open + 2 && token_is(rw, open + 1, "void");
    copy_until(rw, open + 1);
    dpex_text_append(rw->out, "%s", what);
    if (has_void) drop_until(rw, close);
    if (close > open + 1 && !has_void) dpex_text_append(rw->out, ", ");
}

static void rewrite_signature(rewriter *rw, const dpex_function *function)
{
    rewrite_specifiers(rw, function);
    insert_first(rw, function->open, "DPEX_CL_PRIVATE dpex_cl_item *dpex_item");
    copy_until(rw, function->close);
}

/* One declarator of a local variable: `name dims`, with specifiers [first, name_0). Returns the
 * index behind it. */
static uint32_t rewrite_local(rewriter *rw, uint32_t first, uint32_t specifiers_end, uint32_t name)
{
    const dpex_token *tokens = rw->tokens->at;
    int len = (int)tokens[name].len;
    const char *at = tokens[name].at;
    dpex_text_append(rw->out, "typedef ");
    for (uint32_t i = first; i < specifiers_end; i++) {
        if (dpex_token_is_keyword(&tokens[i], "local")) continue;
        put_token(rw, i);
        dpex_text_append(rw->out, " ");
    }
    dpex_text_append(rw->out, "dpex_type_%.*s", len, at);
    uint32_t i = name + 1;
    while (token_is(rw, i, "[") || is_attribute(rw, i)) {
        uint32_t end = tokens[token_is(rw, i, "[") ? i : i + 1].match;
        if (token_is(rw, i, "["))
            dpex_text_append_bytes(rw->out, tokens[i].at,
                                   (size_t)(tokens[end].at + 1 - tokens[i].at));
        i = end + 1;
    }
    dpex_text_append(rw->out, "; enum { dpex_at_%.*s = ", len, at);
    if (rw->n_locals) {
        const dpex_token *before = &tokens[rw->locals[rw->n_locals - 1]];
        dpex_text_append(rw->out, "(dpex_end_%.*s + 127) / 128 * 128", (int)before->len,
                         before->at);
    } else {
        dpex_text_append(rw->out, "0");
    }
    dpex_text_append(
        rw->out,
        ", dpex_end_%.*s = dpex_at_%.*s + (int)sizeof(dpex_type_%.*s) }; "
        "DPEX_CL_CHECK_LOCAL(dpex_at_%.*s + sizeof(dpex_type_%.*s)); "
        "local dpex_type_%.*s *const dpex_local_%.*s = "
        "(local dpex_type_%.*s *)(__SIZE_TYPE__)(dpex_item->span.local_memory + dpex_at_%.*s);",
        len, at, len, at, len, at, len, at, len, at, len, at, len, at, len, at, len, at);
    return i;
}

static dpex_status fail_at(const rewriter *rw, uint32_t i, const char *what)
{
    return DPEX_FAIL(DPEX_ERROR_COMPILE, "kernel.cl:%u: error: %s", rw->tokens->at[i].line, what);
}

/* If a statement that starts at token i declares local variables, rewrites it and sets *next
 * behind its `;`. */
static dpex_status rewrite_local_statement(rewriter *rw, uint32_t i, uint32_t *next)
{
    const dpex_token *tokens = rw->tokens->at;
    uint32_t first = i, name = 0;
    int is_local = 0;
    for (; tokens[i].kind == DPEX_TOKEN_NAME || (is_local && token_is(rw, i, "{")); i++) {
        is_local |= dpex_token_is_keyword(&tokens[i], "local");
        if (is_attribute(rw, i))
            i = tokens[i + 1].match;
        else if (token_is(rw, i, "{"))
            i = tokens[i].match;
        else
            name = i;
    }
    if (!is_local || !name || token_is(rw, i, "*") || token_is(rw, i, "(")) return DPEX_SUCCESS;
    if (!rw->function->is_kernel || rw->depth != 1)
        return fail_at(rw, first, "local variables belong at the outermost scope of a kernel");
    copy_until(rw, first);
    uint32_t specifiers_end = name;
    for (;;) {
        if (rw->n_locals == MAX_LOCALS)
            return fail_at(rw, name, "a kernel may have at most 64 local variables");
        i = rewrite_local(rw, first, specifiers_end, name);
        rw->locals[rw->n_locals++] = name;
        if (!token_is(rw, i, ",")) break;
        name = i + 1;
        if (tokens[name].kind != DPEX_TOKEN_NAME)
            return fail_at(rw, name,
                           "declare local variables and pointers to local memory separately");
    }
    if (token_is(rw, i, "="))
        return fail_at(rw, i, "a local variable cannot have an initial value");
    if (!token_is(rw, i, ";")) return fail_at(rw, i, "expected ';' after a local variable");
    drop_until(rw, i + 1);
    *next = i + 1;
    return DPEX_SUCCESS;
}

static int is_local_variable(const rewriter *rw, uint32_t i)
{
    const dpex_token *token = &rw->tokens->at[i];
    for (size_t k = 0; k < rw->n_locals; k++) {
        const dpex_token *name = &rw->tokens->at[rw->locals[k]];
        if (name->len == token->len && memcmp(name->at, token->at, name->len) == 0) return 1;
    }
    return 0;
}

/* A use of a local variable becomes the object in the group's memory; a call passes on the
 * work-item; a barrier also gets its number, by which items that wait at different ones are
 * found. */
static void rewrite_name(rewriter *rw, uint32_t i)
{
    const dpex_token *token = &rw->tokens->at[i];
    if (is_member(rw, i)) return;
    if (is_local_variable(rw, i)) {
        copy_until(rw, i);
        dpex_text_append(rw->out, "(*dpex_local_%.*s)", (int)token->len, token->at);
        drop_until(rw, i + 1);
    } else if (!token_is(rw, i + 1, "(")) {
        return;
    } else if (dpex_token_is_barrier(token)) {
        copy_until(rw, i);
        dpex_text_append(rw->out, "dpex_%.*s", (int)token->len, token->at);
        rw->copied = token->at + token->len;
        char first[48];
        snprintf(first, sizeof first, "dpex_item, %u", ++rw->n_sites);
        insert_first(rw, i + 1, first);
    } else if (dpex_functions_find(rw->functions, rw->tokens, token)) {
        insert_first(rw, i + 1, "dpex_item");
    }
}

/* Declarations of local variables are found where a statement may begin, outside of all
 * brackets. */
static dpex_status rewrite_body(rewriter *rw, const dpex_function *function)
{
    const dpex_token *tokens = rw->tokens->at;
    rw->function = function;
    rw->n_locals = 0;
    rw->depth = 0;
    int brackets = 0, at_statement = 0;
    for (uint32_t i = function->body; i <= function->end;) {
        char c = tokens[i].kind == DPEX_TOKEN_PUNCT ? *tokens[i].at : '\0';
        uint32_t next = i + 1;
        if (at_statement && brackets == 0 && tokens[i].kind == DPEX_TOKEN_NAME) {
            DPEX_TRY(rewrite_local_statement(rw, i, &next));
            if (next != i + 1) {
                i = next;
                continue;
            }
        }
        if (c == '{') rw->depth++;
        if (c == '}') rw->depth--;
        if (c == '(' || c == '[') brackets++;
        if (c == ')' || c == ']') brackets--;
        at_statement = c == '{' || c == '}' || c == ';' || tokens[i].kind == DPEX_TOKEN_DIRECTIVE;
        if (tokens[i].kind == DPEX_TOKEN_NAME) rewrite_name(rw, i);
        i = next;
    }
    copy_until(rw, function->end);
    return DPEX_SUCCESS;
}

/* Functions come in the order of the text; what is between them is copied. */
dpex_status dpex_rewrite(const dpex_tokens *tokens, const dpex_functions *functions, dpex_text *out)
{
    if (!tokens->n) return DPEX_SUCCESS;
    rewriter rw = {
        .tokens = tokens, .functions = functions, .out = out, .copied = tokens->at[0].at};
    for (size_t f = 0; f < functions->n; f++) {
        const dpex_function *function = &functions->at[f];
        rewrite_signature(&rw, function);
        if (function->body) DPEX_TRY(rewrite_body(&rw, function));
    }
    copy_until(&rw, (uint32_t)tokens->n);
    return out->failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for the text of a program")
                       : DPEX_SUCCESS;
}
