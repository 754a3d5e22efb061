/* Entry points and descriptors of a program's kernels, as text behind the user's (rewrite.h,
 * kernel_abi.h).
 *
 * For each kernel: a typedef per parameter, a row that describes each (dpex_cl_arg), and one
 * exported function. It takes a pointer to each argument's bytes, which need not be aligned, copies
 * them to typed variables and calls the kernel: once per call as a fiber where it has barriers,
 * else in a loop over the items of a span, which the compiler vectorises. A table of all kernels,
 * dpex_cl_program, is the only symbol that is found by a fixed name. */
#include <string.h>

#include "base/error.h"
#include "program/rewrite.h"

/* Tokens [first, last) with a blank between them. Directives, which only tell line numbers, are
 * left out. */
static void put_range(dpex_text *out, const dpex_tokens *tokens, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++) {
        if (tokens->at[i].kind == DPEX_TOKEN_DIRECTIVE) continue;
        dpex_text_append_bytes(out, tokens->at[i].at, tokens->at[i].len);
        dpex_text_append(out, "%s", i + 1 < last ? " " : "");
    }
}

/* typedef <the parameter's type> dpex_param_<kernel>_<i>; an array parameter is a pointer. */
static void put_param_type(dpex_text *out, const dpex_tokens *tokens, const dpex_param *param,
                           const dpex_token *kernel, size_t i)
{
    dpex_text_append(out, "typedef ");
    put_range(out, tokens, param->first, param->name);
    int is_array = dpex_token_is(&tokens->at[param->name + 1], "[");
    dpex_text_append(out, " %sdpex_param_%.*s_%zu; ", is_array ? "*" : "", (int)kernel->len,
                     kernel->at, i);
    dpex_text_append(
        out, "typedef dpex_param_%.*s_%zu dpex_packed_%.*s_%zu __attribute__((aligned(1)));\n",
        (int)kernel->len, kernel->at, i, (int)kernel->len, kernel->at, i);
}

/* The arguments as local variables, read through the packed types: their addresses may be odd. */
static void put_args(dpex_text *out, const dpex_function *function, const dpex_token *kernel)
{
    for (size_t i = 0; i < function->n_params; i++) {
        dpex_text_append(out,
                         "    dpex_param_%.*s_%zu dpex_arg_%zu = *(DPEX_CL_PRIVATE "
                         "dpex_packed_%.*s_%zu *)dpex_args[%zu];\n",
                         (int)kernel->len, kernel->at, i, i, (int)kernel->len, kernel->at, i, i);
    }
}

/* item: the expression that the kernel gets as its work-item. */
static void put_call(dpex_text *out, const dpex_function *function, const dpex_token *kernel,
                     const char *item)
{
    dpex_text_append(out, "%.*s(%s", (int)kernel->len, kernel->at, item);
    for (size_t i = 0; i < function->n_params; i++) dpex_text_append(out, ", dpex_arg_%zu", i);
    dpex_text_append(out, ");");
}

/* The names are those of kernel_abi.h, by which the host finds them. */
static void put_entry(dpex_text *out, const dpex_function *function, const dpex_token *kernel)
{
    const char *args = "DPEX_CL_PRIVATE void *DPEX_CL_PRIVATE const *dpex_args";
    if (function->has_barrier) {
        dpex_text_append(out,
                         "DPEX_CL_EXPORT(void dpex_cl_item_%.*s(DPEX_CL_PRIVATE dpex_cl_item "
                         "*dpex_item, %s))\n{\n",
                         (int)kernel->len, kernel->at, args);
        put_args(out, function, kernel);
        put_call(out, function, kernel, "dpex_item");
    } else {
        dpex_text_append(out,
                         "DPEX_CL_EXPORT(void dpex_cl_run_%.*s(DPEX_CL_PRIVATE const dpex_cl_span "
                         "*dpex_span, %s))\n{\n",
                         (int)kernel->len, kernel->at, args);
        put_args(out, function, kernel);
        dpex_text_append(out, "DPEX_CL_ITEMS_BEGIN ");
        put_call(out, function, kernel, "&dpex_item");
        dpex_text_append(out, " DPEX_CL_ITEMS_END");
    }
    dpex_text_append(out, "\n}\n");
}

/* Name, type as written, kind and size of one parameter. A value's kind follows from its type,
 * which only the compiler knows: DPEX_CL_KIND is its choice. */
static void put_arg_row(dpex_text *out, const dpex_tokens *tokens, const dpex_param *param,
                        const dpex_token *kernel, size_t i)
{
    dpex_text_append(out, "{\"");
    dpex_text_append_bytes(out, tokens->at[param->name].at, tokens->at[param->name].len);
    dpex_text_append(out, "\", \"");
    put_range(out, tokens, param->first, param->name);
    if (dpex_token_is(&tokens->at[param->name + 1], "[")) dpex_text_append(out, " *");
    dpex_text_append(out, "\", ");
    if (param->is_pointer)
        dpex_text_append(out, "%s", param->is_local ? "DPEX_CL_LOCAL" : "DPEX_CL_POINTER");
    else
        dpex_text_append(out, "DPEX_CL_KIND(dpex_param_%.*s_%zu)", (int)kernel->len, kernel->at, i);
    dpex_text_append(out, ", sizeof(dpex_param_%.*s_%zu)},\n", (int)kernel->len, kernel->at, i);
}

static void put_kernel(dpex_text *out, const dpex_tokens *tokens, const dpex_function *function)
{
    const dpex_token *kernel = &tokens->at[function->name];
    for (size_t i = 0; i < function->n_params; i++)
        put_param_type(out, tokens, &function->params[i], kernel, i);
    dpex_text_append(out, "static DPEX_CL_CONSTANT const dpex_cl_arg dpex_args_%.*s[] = {\n",
                     (int)kernel->len, kernel->at);
    for (size_t i = 0; i < function->n_params; i++)
        put_arg_row(out, tokens, &function->params[i], kernel, i);
    dpex_text_append(out, "{0, 0, 0, 0}};\n");
    put_entry(out, function, kernel);
}

/* A declaration without a body defines no kernel. */
static int is_kernel(const dpex_function *function)
{
    return function->is_kernel && function->body;
}

/* Descriptors are static constants; the table alone is exported. */
dpex_status dpex_emit_entries(const dpex_tokens *tokens, const dpex_functions *functions,
                              dpex_text *out)
{
    size_t n_kernels = 0;
    for (size_t f = 0; f < functions->n; f++) {
        if (!is_kernel(&functions->at[f])) continue;
        put_kernel(out, tokens, &functions->at[f]);
        n_kernels++;
    }
    if (!n_kernels)
        return DPEX_FAIL(DPEX_ERROR_COMPILE,
                         "the program has no kernel: a function marked kernel or __kernel");
    dpex_text_append(out, "static DPEX_CL_CONSTANT const dpex_cl_kernel dpex_kernels[] = {\n");
    for (size_t f = 0; f < functions->n; f++) {
        const dpex_function *function = &functions->at[f];
        if (!is_kernel(function)) continue;
        const dpex_token *name = &tokens->at[function->name];
        const unsigned *local = function->required_local;
        dpex_text_append(out, "{\"%.*s\", dpex_args_%.*s, %zu, %d, {%u, %u, %u}, 0, 0},\n",
                         (int)name->len, name->at, (int)name->len, name->at, function->n_params,
                         (function->sees_groups ? 1 : 0) | (function->has_barrier ? 2 : 0),
                         local[0], local[1], local[2]);
    }
    dpex_text_append(
        out,
        "};\nextern DPEX_CL_CONSTANT const dpex_cl_program_table dpex_cl_program;\n"
        "__attribute__((visibility(\"default\"))) DPEX_CL_CONSTANT const dpex_cl_program_table "
        "dpex_cl_program = {DPEX_CL_ABI, %zu, dpex_kernels};\n",
        n_kernels);
    return out->failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for the text of a program")
                       : DPEX_SUCCESS;
}

static int is_image_type(const dpex_token *token)
{
    return (token->len > 7 && memcmp(token->at, "image", 5) == 0 &&
            memcmp(token->at + token->len - 2, "_t", 2) == 0) ||
           dpex_token_is(token, "sampler_t") || dpex_token_is(token, "pipe") ||
           dpex_token_is(token, "queue_t");
}

/* A scalar type's name and a width: float4, but not float4x, nor float. */
static int is_vector_type(const dpex_token *token)
{
    static const char *const elements[] = {
#define DPEX_OPENCL_SCALAR(name, ...) #name,
#include "defs/opencl_scalars.def"
#undef DPEX_OPENCL_SCALAR
        "half",
    };
    static const char *const widths[] = {"2", "3", "4", "8", "16"};
    for (size_t e = 0; e < sizeof elements / sizeof *elements; e++) {
        size_t len = strlen(elements[e]);
        if (token->len <= len || memcmp(token->at, elements[e], len)) continue;
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            if (token->len == len + strlen(widths[w]) &&
                !memcmp(token->at + len, widths[w], strlen(widths[w])))
                return 1;
        }
    }
    return 0;
}

dpex_status dpex_reject_unsupported(const dpex_tokens *tokens, int vectors)
{
    for (size_t i = 0; i < tokens->n; i++) {
        const dpex_token *token = &tokens->at[i];
        if (token->kind != DPEX_TOKEN_NAME) continue;
        if (is_image_type(token))
            return DPEX_FAIL(DPEX_ERROR_COMPILE,
                             "kernel.cl:%u: error: '%.*s': devices that run on the host have no "
                             "images, samplers, pipes "
                             "or device queues",
                             token->line, (int)token->len, token->at);
        if (!vectors && (is_vector_type(token) || dpex_token_is(token, "half")))
            return DPEX_FAIL(
                DPEX_ERROR_COMPILE,
                "kernel.cl:%u: error: '%.*s': vector types and half need clang, and only a "
                "plain C compiler was found; "
                "install clang, or set DPEX_CC to its path",
                token->line, (int)token->len, token->at);
    }
    return DPEX_SUCCESS;
}
