/* The options string of a program (compiler.h): what clBuildProgram allows, translated for the
 * compiler at hand. */
#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "program/compiler.h"

/* An option and what clang and other C compilers are told instead ("": nothing). -ffast-math
 * itself is avoided: with it some compilers link code that changes the floating-point mode of
 * the whole process. */
static const struct {
    const char *option, *clang, *plain;
} known_options[] = {
    {"-cl-opt-disable", "-O0", "-O0"},
    {"-cl-mad-enable", "", ""},
    {"-cl-no-signed-zeros", "-fno-signed-zeros", "-fno-signed-zeros"},
    {"-cl-finite-math-only", "-ffinite-math-only", "-ffinite-math-only"},
    {"-cl-unsafe-math-optimizations", "-fassociative-math -freciprocal-math -fno-signed-zeros",
     "-fassociative-math -freciprocal-math -fno-signed-zeros"},
    {"-cl-fast-relaxed-math",
     "-fassociative-math -freciprocal-math -fno-signed-zeros -ffinite-math-only",
     "-fassociative-math -freciprocal-math -fno-signed-zeros -ffinite-math-only"},
    {"-cl-single-precision-constant", "-cl-single-precision-constant",
     "-fsingle-precision-constant"},
    {"-cl-fp32-correctly-rounded-divide-sqrt", "", ""},
    {"-cl-denorms-are-zero", "", ""},
    {"-cl-strict-aliasing", "", ""},
    {"-cl-kernel-arg-info", "", ""},
    {"-cl-uniform-work-group-size", "", ""},
    {"-cl-no-subgroup-ifp", "", ""},
    {"-g", "", ""},
    {"-w", "-w", "-w"},
    {"-Werror", "-Werror", "-Werror"},
    {"-O0", "-O0", "-O0"},
    {"-O1", "-O1", "-O1"},
    {"-O2", "", ""},
    {"-O3", "", ""},
};

static const char *const standards[][3] = {/* value, __OPENCL_C_VERSION__, what clang calls it */
                                           {"CL1.0", "100", "CL1.0"},
                                           {"CL1.1", "110", "CL1.1"},
                                           {"CL1.2", "120", "CL1.2"},
                                           {"CL2.0", "200", "CL2.0"},
                                           {"CL3.0", "300", "CL2.0"}};

/* Arguments lie behind each other, each with its NUL; a failed allocation shows in text.failed,
 * which is checked once at the end. */
void dpex_arg_list_add(dpex_arg_list *list, const char *arg)
{
    dpex_text_append_bytes(&list->text, arg, strlen(arg) + 1);
    list->n++;
}

void dpex_arg_list_fini(dpex_arg_list *list)
{
    dpex_text_fini(&list->text);
    *list = (dpex_arg_list){0};
}

static void add_words(dpex_arg_list *list, const char *words)
{
    char word[128];
    while (*words) {
        size_t n = strcspn(words, " ");
        memcpy(word, words, n);
        word[n] = '\0';
        dpex_arg_list_add(list, word);
        words += n + (words[n] == ' ');
    }
}

static dpex_status add_standard(dpex_options *options, const char *value, int is_clang)
{
    for (size_t i = 0; i < sizeof standards / sizeof *standards; i++) {
        if (strcmp(value, standards[i][0])) continue;
        char arg[64] = "-cl-std=";
        if (is_clang)
            strcat(arg, standards[i][2]);
        else
            strcat(strcpy(arg, "-D__OPENCL_C_VERSION__="), standards[i][1]);
        dpex_arg_list_add(&options->preprocess, arg);
        return DPEX_SUCCESS;
    }
    return DPEX_FAIL(DPEX_ERROR_COMPILE,
                     "option -cl-std=%s: allowed are CL1.0, CL1.1, CL1.2, CL2.0 and CL3.0", value);
}

static dpex_status fail_unknown(const char *option)
{
    dpex_text all = DPEX_TEXT_EMPTY;
    for (size_t i = 0; i < sizeof known_options / sizeof *known_options; i++)
        dpex_text_append(&all, ", %s", known_options[i].option);
    dpex_status status = DPEX_FAIL(
        DPEX_ERROR_COMPILE,
        "unknown option '%s'; allowed are -D name[=value], -I folder, -cl-std=CL1.0 to CL3.0%s",
        option, dpex_text_get(&all));
    dpex_text_fini(&all);
    return status;
}

/* Preprocessor options act in the first run of the compiler, the others in the second. */
static dpex_status add_option(dpex_options *options, const char *option, int is_clang)
{
    if (strncmp(option, "-D", 2) == 0 || strncmp(option, "-I", 2) == 0 ||
        strncmp(option, "-U", 2) == 0) {
        dpex_arg_list_add(&options->preprocess, option);
        return DPEX_SUCCESS;
    }
    if (strncmp(option, "-cl-std=", 8) == 0) return add_standard(options, option + 8, is_clang);
    for (size_t i = 0; i < sizeof known_options / sizeof *known_options; i++) {
        if (strcmp(option, known_options[i].option)) continue;
        add_words(&options->compile, is_clang ? known_options[i].clang : known_options[i].plain);
        return DPEX_SUCCESS;
    }
    return fail_unknown(option);
}

/* One word of the options, quotes and backslashes resolved as a shell would. Returns what
 * follows it. */
static const char *read_word(const char *p, dpex_text *word)
{
    char quote = '\0';
    for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
        if (quote ? *p == quote : (*p == '"' || *p == '\'')) {
            quote = quote ? '\0' : *p;
            continue;
        }
        if (*p == '\\' && quote != '\'' && p[1]) p++;
        dpex_text_append_bytes(word, p, 1);
    }
    return p;
}

/* On failure there is nothing to release. 40 arguments are left for those that module.c adds. */
dpex_status dpex_options_init(dpex_options *options, const char *text, int is_clang)
{
    *options = (dpex_options){0};
    dpex_status status = DPEX_SUCCESS;
    dpex_text word = DPEX_TEXT_EMPTY;
    const char *p = text ? text : "";
    while (!status) {
        while (isspace((unsigned char)*p)) p++;
        if (!*p) break;
        p = read_word(p, &word);
        const char *so_far = dpex_text_get(&word);
        /* "-D NAME" and "-I folder" are one option in two words. */
        if (!strcmp(so_far, "-D") || !strcmp(so_far, "-I") || !strcmp(so_far, "-U")) {
            while (isspace((unsigned char)*p)) p++;
            if (!*p)
                status = DPEX_FAIL(DPEX_ERROR_COMPILE, "option %s needs a value behind it", so_far);
            p = read_word(p, &word);
        }
        if (!status) status = add_option(options, dpex_text_get(&word), is_clang);
        dpex_text_fini(&word);
        word = DPEX_TEXT_EMPTY;
    }
    dpex_text_fini(&word);
    if (!status && (options->preprocess.text.failed || options->compile.text.failed))
        status = DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for the options of a program");
    if (!status && options->preprocess.n + options->compile.n > DPEX_MAX_COMPILER_ARGS - 40)
        status = DPEX_FAIL(DPEX_ERROR_COMPILE, "more than %d options", DPEX_MAX_COMPILER_ARGS - 40);
    if (status) dpex_options_fini(options);
    return status;
}

void dpex_options_fini(dpex_options *options)
{
    dpex_arg_list_fini(&options->preprocess);
    dpex_arg_list_fini(&options->compile);
}
