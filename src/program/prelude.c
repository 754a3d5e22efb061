/* Choosing the sections of the prelude (prelude.h).
 *
 * A section begins with a line "//@ name name ..." and reaches to the next one; it is wanted if the
 * program, or a section that is wanted, mentions one of its names. So a program gets the closure of
 * what it uses, and compilers read little. */
#include "program/prelude.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "program/convert.h"

/* Embedded files, by tools/embed.py. */
extern const char dpex_text_kernel_abi[], dpex_text_constants[], dpex_text_work_item[],
    dpex_text_plain[], dpex_text_clang[], dpex_text_digest[];

typedef struct section_name {
    const char *at;
    size_t len;
    uint32_t section;
} section_name;

typedef struct section {
    const char *at, *end;
    uint8_t wanted, is_ours; /* ours: the program defines a function of that name itself */
} section;

typedef struct sections {
    section *at;
    section_name *names; /* sorted */
    size_t n, n_names;
} sections;

static int compare_names(const void *a, const void *b)
{
    const section_name *x = a, *y = b;
    size_t len = dpex_size_min(x->len, y->len);
    int order = memcmp(x->at, y->at, len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static const char *next_section(const char *p)
{
    const char *found = strstr(p, "\n//@");
    return found ? found + 1 : p + strlen(p);
}

/* The names on a "//@" line. */
static void add_names(sections *all, const char *line, uint32_t number)
{
    for (const char *p = line + 3; *p && *p != '\n';) {
        size_t len = strcspn(p, " \n");
        if (len) all->names[all->n_names++] = (section_name){p, len, number};
        p += len + (p[len] == ' ');
    }
}

static dpex_status sections_init(sections *all, const char *text)
{
    size_t n_words = 0;
    *all = (sections){0};
    for (const char *p = next_section(text); *p; p = next_section(p)) {
        all->n++;
        for (const char *q = p; *q && *q != '\n'; q++) n_words += *q == ' ';
    }
    all->at = dpex_calloc(all->n + 1, sizeof *all->at);
    all->names = dpex_calloc(n_words + 1, sizeof *all->names);
    if (!all->at || !all->names)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program");
    const char *p = next_section(text);
    for (uint32_t i = 0; i < all->n; i++) {
        add_names(all, p, i);
        all->at[i].at = p + strcspn(p, "\n");
        p = next_section(p);
        all->at[i].end = p;
    }
    qsort(all->names, all->n_names, sizeof *all->names, compare_names);
    return DPEX_SUCCESS;
}

static void sections_fini(sections *all)
{
    dpex_free(all->at);
    dpex_free(all->names);
}

static section *sections_find(const sections *all, const char *at, size_t len)
{
    section_name key = {at, len, 0};
    const section_name *name = bsearch(&key, all->names, all->n_names, sizeof key, compare_names);
    return name ? &all->at[name->section] : NULL;
}

static int is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Wants every section that the text of section i mentions. Such sections lie before it. */
static void want_mentioned(const sections *all, size_t i)
{
    for (const char *p = all->at[i].at; p < all->at[i].end;) {
        size_t len = 0;
        while (is_name_char(p[len])) len++;
        section *found = len ? sections_find(all, p, len) : NULL;
        if (found) found->wanted = 1;
        p += len ? len : 1;
    }
}

static dpex_status put_sections(const dpex_tokens *tokens, const dpex_functions *functions,
                                dpex_text *out)
{
    sections all;
    dpex_status status = sections_init(&all, dpex_text_clang);
    if (status) {
        sections_fini(&all);
        return status;
    }
    const char *head_end = next_section(dpex_text_clang);
    dpex_text_append_bytes(out, dpex_text_clang, (size_t)(head_end - dpex_text_clang));
    for (size_t i = 0; i < tokens->n; i++) {
        const dpex_token *token = &tokens->at[i];
        if (token->kind != DPEX_TOKEN_NAME) continue;
        section *found = sections_find(&all, token->at, token->len);
        if (!found && dpex_convert_rounds(token))
            found = sections_find(&all, "dpex_round_rte", strlen("dpex_round_rte"));
        if (found) found->wanted = 1;
    }
    for (size_t i = 0; i < functions->n; i++) {
        const dpex_token *name = &tokens->at[functions->at[i].name];
        section *found = sections_find(&all, name->at, name->len);
        if (found) found->is_ours = 1;
    }
    for (size_t i = all.n; i-- > 0;) {
        if (all.at[i].wanted && !all.at[i].is_ours) want_mentioned(&all, i);
    }
    for (size_t i = 0; i < all.n; i++) {
        if (all.at[i].wanted && !all.at[i].is_ours)
            dpex_text_append_bytes(out, all.at[i].at, (size_t)(all.at[i].end - all.at[i].at));
    }
    sections_fini(&all);
    return DPEX_SUCCESS;
}

dpex_status dpex_prelude_put(const dpex_tokens *tokens, const dpex_functions *functions,
                             int is_clang, dpex_text *out)
{
    dpex_text_append(out, "#line 1 \"opendpex-prelude\"\n");
    if (is_clang)
        dpex_text_append(
            out, "#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable\n"
                 "#define DPEX_CL_CONSTANT __constant\n#define DPEX_CL_PRIVATE __private\n");
    dpex_text_append_bytes(out, dpex_text_kernel_abi, strlen(dpex_text_kernel_abi));
    dpex_text_append_bytes(out, dpex_text_constants, strlen(dpex_text_constants));
    if (is_clang)
        DPEX_TRY(put_sections(tokens, functions, out));
    else
        dpex_text_append_bytes(out, dpex_text_plain, strlen(dpex_text_plain));
    dpex_text_append_bytes(out, dpex_text_work_item, strlen(dpex_text_work_item));
    dpex_convert_put(tokens, is_clang, out);
    for (size_t i = 0; i < functions->n; i++) {
        const dpex_token *name = &tokens->at[functions->at[i].name];
        dpex_text_append(out, "#undef %.*s\n", (int)name->len, name->at);
    }
    dpex_text_append(out, "#line 1 \"kernel.cl\"\n");
    return out->failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program")
                       : DPEX_SUCCESS;
}

const char *dpex_prelude_digest(void)
{
    return dpex_text_digest;
}
