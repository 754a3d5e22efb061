/* The tokens of preprocessed kernel text, and the functions found among them.
 *
 * This is deliberately not a C parser: it finds what a rewriter needs (functions, their
 * parameters, their bodies, which of them are kernels) by counting brackets, and leaves every
 * judgement about correctness to the real compiler. */
#ifndef DPEX_PROGRAM_TOKEN_H
#define DPEX_PROGRAM_TOKEN_H

#include <stddef.h>
#include <stdint.h>

#include "dpex/status.h"

typedef enum dpex_token_kind {
    DPEX_TOKEN_NAME,
    DPEX_TOKEN_NUMBER,
    DPEX_TOKEN_TEXT,  /* a string or character literal */
    DPEX_TOKEN_PUNCT, /* one character: operators of two come as two tokens, which is enough here */
    DPEX_TOKEN_DIRECTIVE, /* a whole line that begins with # */
    DPEX_TOKEN_END
} dpex_token_kind;

typedef struct dpex_token {
    const char *at;
    uint32_t len;
    uint32_t line;  /* in the user's text, by the preprocessor's line markers */
    uint32_t match; /* brackets: index of the partner */
    uint8_t kind;
} dpex_token;

typedef struct dpex_tokens {
    dpex_token *at; /* ends with one DPEX_TOKEN_END */
    size_t n;       /* without that one */
} dpex_tokens;

/* Splits NUL-terminated text, which must outlive the tokens. DPEX_ERROR_COMPILE for unbalanced
 * brackets. New: _fini. */
dpex_status dpex_tokens_init(dpex_tokens *tokens, const char *text);
void dpex_tokens_fini(dpex_tokens *tokens);

int dpex_token_is(const dpex_token *token, const char *text);
/* Whether the token is `word` or `__word`, as OpenCL C allows for its qualifiers. */
int dpex_token_is_keyword(const dpex_token *token, const char *word);

/* Whether the token names a function that all items of a group must call together. */
int dpex_token_is_barrier(const dpex_token *token);

typedef struct dpex_param {
    uint32_t first, last; /* token range [first, last) */
    uint32_t name;        /* token index; 0: unnamed */
    uint8_t is_pointer, is_local;
} dpex_param;

typedef struct dpex_function {
    uint32_t start;       /* first token of the declaration */
    uint32_t name;        /* token index */
    uint32_t open, close; /* its parameter list's brackets */
    uint32_t body, end;   /* its body's braces; 0: a prototype */
    uint8_t is_kernel, has_barrier, sees_groups;
    unsigned required_local[3];
    dpex_param *params; /* of kernels only */
    size_t n_params;
} dpex_function;

typedef struct dpex_functions {
    dpex_function *at;
    size_t n;
} dpex_functions;

/* All function definitions and prototypes at file scope, in order; has_barrier and sees_groups
 * include what the functions do that they call. New: _fini. */
dpex_status dpex_functions_init(dpex_functions *functions, const dpex_tokens *tokens);
void dpex_functions_fini(dpex_functions *functions);
/* The first function of that name, or NULL. */
const dpex_function *dpex_functions_find(const dpex_functions *functions, const dpex_tokens *tokens,
                                         const dpex_token *name);

#endif
