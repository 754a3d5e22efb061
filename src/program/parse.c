/* Finding the functions of a program among its tokens (token.h).
 *
 * This is not a parser of C: declarations at file scope end at a semicolon or at the brace that
 * closes a body, and a name before parentheses is a function, which is all that the rewriting
 * needs. Properties of functions spread along calls until nothing changes, so that a barrier in a
 * helper is known to its kernel. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "program/token.h"

/* Calls that make a kernel's items run as fibers, and those that make it see its groups. */
static const char *const barrier_names[] = {"barrier",           "work_group_barrier",
                                            "wait_group_events", "work_group_all",
                                            "work_group_any",    "work_group_broadcast"};
static const char *const group_names[] = {"get_local_id",
                                          "get_group_id",
                                          "get_local_size",
                                          "get_num_groups",
                                          "get_local_linear_id",
                                          "get_enqueued_local_size",
                                          "async_work_group_copy",
                                          "async_work_group_strided_copy",
                                          "local",
                                          "__local"};

static int is_one_of(const dpex_token *token, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (dpex_token_is(token, names[i])) return 1;
    }
    return 0;
}

static int starts_with(const dpex_token *token, const char *prefix)
{
    size_t len = strlen(prefix);
    return token->len >= len && memcmp(token->at, prefix, len) == 0;
}

/* Reductions and scans of a group wait for each other as barriers do. */
int dpex_token_is_barrier(const dpex_token *token)
{
    return is_one_of(token, barrier_names, sizeof barrier_names / sizeof *barrier_names) ||
           starts_with(token, "work_group_reduce_") || starts_with(token, "work_group_scan_");
}

static int is_attribute(const dpex_token *token)
{
    return dpex_token_is(token, "__attribute__") || dpex_token_is(token, "__attribute");
}

/* reqd_work_group_size(x, y, z) inside the attribute's brackets that open at token i. */
static void read_attribute(const dpex_tokens *tokens, uint32_t i, dpex_function *function)
{
    for (uint32_t end = tokens->at[i].match; i < end; i++) {
        if (!dpex_token_is_keyword(&tokens->at[i], "reqd_work_group_size")) continue;
        int dim = 0;
        for (i++; i < end && dim < 3; i++) {
            if (tokens->at[i].kind == DPEX_TOKEN_NUMBER)
                function->required_local[dim++] = (unsigned)strtoul(tokens->at[i].at, NULL, 0);
        }
    }
}

/* Reads the declaration at token i up to its `;` or the brace that ends a function's body, and
 * says in *function what function it declares (name 0: none). Returns the index behind it. */
static uint32_t read_declaration(const dpex_tokens *tokens, uint32_t i, dpex_function *function)
{
    *function = (dpex_function){.start = i};
    int plain =
        1; /* neither a typedef nor behind an initialiser: a name before brackets is a function */
    for (; i < tokens->n; i++) {
        const dpex_token *token = &tokens->at[i];
        char c = token->kind == DPEX_TOKEN_PUNCT ? *token->at : '\0';
        if (token->kind == DPEX_TOKEN_DIRECTIVE && i == function->start) return i + 1;
        if (c == ';') return i + 1;
        if (c == '{' && function->name) {
            function->body = i;
            function->end = token->match;
            return token->match + 1;
        }
        if (c == '=' || dpex_token_is(token, "typedef")) plain = 0;
        if (dpex_token_is_keyword(token, "kernel")) function->is_kernel = 1;
        if (is_attribute(token) && dpex_token_is(token + 1, "(")) {
            read_attribute(tokens, i + 1, function);
            i = token[1].match;
        } else if (plain && !function->name && token->kind == DPEX_TOKEN_NAME &&
                   dpex_token_is(token + 1, "(")) {
            function->name = i;
            function->open = i + 1;
            function->close = token[1].match;
            i = function->close;
        } else if (c == '{' || c == '(' || c == '[') {
            i = token->match;
        }
    }
    return i;
}

/* The name is the last name outside brackets and attributes; an array parameter is a pointer, as in
 * C. */
static void read_param(const dpex_tokens *tokens, uint32_t first, uint32_t last, dpex_param *param)
{
    *param = (dpex_param){.first = first, .last = last};
    for (uint32_t i = first; i < last; i++) {
        const dpex_token *token = &tokens->at[i];
        if (dpex_token_is(token, "*")) param->is_pointer = 1;
        if (dpex_token_is(token, "[")) {
            param->is_pointer = 1;
            i = token->match;
            continue;
        }
        if (dpex_token_is_keyword(token, "local")) param->is_local = 1;
        if (is_attribute(token) && dpex_token_is(token + 1, "(")) {
            i = token[1].match;
            continue;
        }
        if (token->kind == DPEX_TOKEN_NAME) param->name = i;
    }
}

/* params is calloc'ed here and freed by dpex_functions_fini. The number of commas is an upper
 * bound, as some are nested. */
static dpex_status read_params(const dpex_tokens *tokens, dpex_function *function)
{
    uint32_t first = function->open + 1, last = function->close;
    if (first == last || (last == first + 1 && dpex_token_is(&tokens->at[first], "void")))
        return DPEX_SUCCESS;
    size_t n = 1;
    for (uint32_t i = first; i < last; i++) n += dpex_token_is(&tokens->at[i], ",");
    function->params = dpex_calloc(n, sizeof *function->params);
    if (!function->params)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to read the text of a program");
    for (uint32_t i = first; i <= last; i++) {
        const dpex_token *token = &tokens->at[i];
        if (i == last || dpex_token_is(token, ",")) {
            read_param(tokens, first, i, &function->params[function->n_params++]);
            first = i + 1;
        } else if (dpex_token_is(token, "(") || dpex_token_is(token, "[")) {
            i = token->match;
        }
    }
    return DPEX_SUCCESS;
}

/* Parameters too, since a pointer to local memory makes a kernel see its groups. */
static void read_body(const dpex_tokens *tokens, dpex_function *function)
{
    for (uint32_t i = function->open; i < (function->body ? function->end : function->close); i++) {
        const dpex_token *token = &tokens->at[i];
        if (token->kind != DPEX_TOKEN_NAME) continue;
        if (dpex_token_is_barrier(token)) function->has_barrier = 1;
        if (is_one_of(token, group_names, sizeof group_names / sizeof *group_names))
            function->sees_groups = 1;
    }
}

/* One round of: a function does what the functions it calls do. Returns whether anything
 * changed. */
static int spread_through_calls(const dpex_tokens *tokens, dpex_functions *functions)
{
    int changed = 0;
    for (size_t f = 0; f < functions->n; f++) {
        dpex_function *caller = &functions->at[f];
        for (uint32_t i = caller->body; i < caller->end; i++) {
            if (tokens->at[i].kind != DPEX_TOKEN_NAME) continue;
            for (size_t g = 0; g < functions->n; g++) {
                const dpex_function *callee = &functions->at[g];
                const dpex_token *name = &tokens->at[callee->name];
                if (name->len != tokens->at[i].len || memcmp(name->at, tokens->at[i].at, name->len))
                    continue;
                changed |= (callee->has_barrier && !caller->has_barrier) ||
                           (callee->sees_groups && !caller->sees_groups);
                caller->has_barrier |= callee->has_barrier;
                caller->sees_groups |= callee->sees_groups;
            }
        }
    }
    return changed;
}

static dpex_status add_function(dpex_functions *functions, size_t *capacity,
                                const dpex_function *function)
{
    if (functions->n == *capacity) {
        size_t more = *capacity ? 2 * *capacity : 16;
        dpex_function *at = dpex_realloc(functions->at, more * sizeof *at);
        if (!at) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to read the text of a program");
        functions->at = at;
        *capacity = more;
    }
    functions->at[functions->n++] = *function;
    return DPEX_SUCCESS;
}

/* On failure there is nothing to release. */
dpex_status dpex_functions_init(dpex_functions *functions, const dpex_tokens *tokens)
{
    *functions = (dpex_functions){0};
    size_t capacity = 0;
    dpex_status status = DPEX_SUCCESS;
    for (uint32_t i = 0; i < tokens->n && !status;) {
        dpex_function function;
        i = read_declaration(tokens, i, &function);
        if (!function.name) continue;
        read_body(tokens, &function);
        if (function.is_kernel && function.body) status = read_params(tokens, &function);
        if (!status) status = add_function(functions, &capacity, &function);
        if (status) dpex_free(function.params);
    }
    if (status) {
        dpex_functions_fini(functions);
        return status;
    }
    while (spread_through_calls(tokens, functions)) continue;
    return DPEX_SUCCESS;
}

void dpex_functions_fini(dpex_functions *functions)
{
    for (size_t i = 0; i < functions->n; i++) dpex_free(functions->at[i].params);
    dpex_free(functions->at);
    *functions = (dpex_functions){0};
}

const dpex_function *dpex_functions_find(const dpex_functions *functions, const dpex_tokens *tokens,
                                         const dpex_token *name)
{
    for (size_t i = 0; i < functions->n; i++) {
        const dpex_token *other = &tokens->at[functions->at[i].name];
        if (other->len == name->len && memcmp(other->at, name->at, name->len) == 0)
            return &functions->at[i];
    }
    return NULL;
}
