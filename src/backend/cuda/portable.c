/* Portable kernel C as CUDA C, as far as macros (prelude/portable.cu) cannot say it: the words
 * global and constant, and pointers to local memory.
 *
 * global and constant cannot be macros: CUDA's own __global__ and __constant__ are attributes of
 * these names. `local` on a variable is CUDA's __shared__, but CUDA's pointers carry no address
 * space. So the word goes where it belongs to a pointer, and a kernel's parameter `local T *x`
 * becomes `dpex_local<T> x`, whose value is an offset into the block's shared memory (launch.c).
 * Lines stay lines. What cannot be read here stays as it is, for the compiler to complain about. */
#include <string.h>

#include "backend/cuda/program.h"
#include "base/alloc.h"
#include "program/token.h"

/* A text under rewriting: what is before `at` has been appended to `out`. */
typedef struct rewriting {
    const dpex_tokens *tokens;
    const char *at;
    dpex_text *out;
} rewriting;

/* Comments become blanks of the same shape.
 * In place, so that tokens and line numbers stay the same. Strings and character constants are
 * skipped. */
static void blank_comments(char *text)
{
    for (char *p = text; *p; p++) {
        if (*p == '"' || *p == '\'') {
            char quote = *p;
            for (p++; *p && *p != quote && *p != '\n'; p++)
                if (*p == '\\' && p[1]) p++;
            /* An unfinished literal: the compiler will say so. */
            if (!*p) return;
            continue;
        }
        int is_line = p[0] == '/' && p[1] == '/', is_block = p[0] == '/' && p[1] == '*';
        if (!is_line && !is_block) continue;
        char *end = is_line ? strchr(p, '\n') : strstr(p + 2, "*/");
        if (!end) end = p + strlen(p);
        if (is_block && *end) end += 2;
        for (; p < end; p++)
            if (*p != '\n') *p = ' ';
        p--;
    }
}

/* Overwrites the words where they stand: global by blanks, constant by const. plain: the text of
 * the tokens. */
static void replace_words(char *plain, const dpex_tokens *tokens)
{
    for (size_t i = 0; i < tokens->n; i++) {
        /* The tokens are const, the text is not. */
        char *at = plain + (tokens->at[i].at - plain);
        if (dpex_token_is(&tokens->at[i], "global")) memset(at, ' ', strlen("global"));
        if (dpex_token_is(&tokens->at[i], "constant")) memcpy(at, "const   ", strlen("constant"));
    }
}

/* Appends what lies before a token and goes on behind it. */
static void replace(rewriting *r, const dpex_token *first, const dpex_token *last)
{
    dpex_text_append_bytes(r->out, r->at, (size_t)(first->at - r->at));
    r->at = last->at + last->len;
}

/* local T *x → dpex_local<T> x */
static void put_local_param(rewriting *r, const dpex_param *param)
{
    /* Tokens [first, name) are the type; a parameter may have no name. */
    const dpex_token *tokens = r->tokens->at;
    uint32_t end = param->name ? param->name : param->last;
    for (uint32_t i = param->first; i < end; i++)
        if (dpex_token_is(&tokens[i], "*")) end = i;
    replace(r, &tokens[param->first], &tokens[param->last - 1]);
    dpex_text_append(r->out, "dpex_local<");
    for (uint32_t i = param->first; i < end; i++) {
        /* dpex_local<T> says it already. */
        if (dpex_token_is_keyword(&tokens[i], "local")) continue;
        dpex_text_append(r->out, "%.*s ", (int)tokens[i].len, tokens[i].at);
    }
    dpex_text_append(r->out, ">");
    if (param->name)
        dpex_text_append(r->out, " %.*s", (int)tokens[param->name].len, tokens[param->name].at);
}

static void put_kernel_params(rewriting *r, const dpex_function *function)
{
    for (size_t i = 0; i < function->n_params; i++)
        if (function->params[i].is_local) put_local_param(r, &function->params[i]);
}

/* Whether the word `local` at token i declares a pointer: a star comes before the name ends. */
static int is_pointer(const dpex_tokens *tokens, uint32_t i)
{
    /* Words only: type names and qualifiers. */
    for (; i < tokens->n && tokens->at[i].kind != DPEX_TOKEN_PUNCT; i++) {
    }
    return dpex_token_is(&tokens->at[i], "*");
}

/* Drops `local` in a range of tokens: everywhere, or before pointers only. */
static void drop_words(rewriting *r, uint32_t first, uint32_t last, int only_pointers)
{
    for (uint32_t i = first; i < last; i++) {
        const dpex_token *token = &r->tokens->at[i];
        if (!dpex_token_is_keyword(token, "local") || (only_pointers && !is_pointer(r->tokens, i)))
            continue;
        replace(r, token, token);
    }
}

static void rewrite(rewriting *r, const dpex_functions *functions)
{
    for (size_t i = 0; i < functions->n; i++) {
        const dpex_function *function = &functions->at[i];
        if (function->is_kernel)
            put_kernel_params(r, function);
        else
            drop_words(r, function->open, function->close, 0);
        /* Variables in local memory keep the word, which is a macro for __shared__. */
        if (function->body) drop_words(r, function->body, function->end, 1);
    }
    dpex_text_append(r->out, "%s", r->at);
}

dpex_status dpex_cuda_put_portable(const char *text, dpex_text *out)
{
    dpex_tokens tokens = {0};
    dpex_functions functions = {0};
    char *plain = dpex_strdup(text);
    if (!plain) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program");
    blank_comments(plain);
    dpex_status status = dpex_tokens_init(&tokens, plain);
    if (!status) status = dpex_functions_init(&functions, &tokens);
    if (tokens.at) replace_words(plain, &tokens);
    if (!status) {
        rewriting r = {&tokens, plain, out};
        rewrite(&r, &functions);
    } else if (status != DPEX_ERROR_NO_MEMORY) {
        dpex_text_append(out, "%s", plain);
        status = DPEX_SUCCESS;
    }
    dpex_functions_fini(&functions);
    dpex_tokens_fini(&tokens);
    dpex_free(plain);
    return status;
}
