/* ONEAPI_DEVICE_SELECTOR: the text, and whether it names a device.
 *
 * Applying it to what was found is selector_apply.c's part. A cursor scans the text once; each
 * take_ function moves it past what it understood. */
#include "runtime/selector.h"

#include <string.h>
#include <strings.h>

typedef struct word {
    const char *text;
    int value;
} word;

static const word backend_words[] = {
    {"*", 0},
    {"level_zero", DPEX_BACKEND_LEVEL_ZERO},
    {"opencl", DPEX_BACKEND_OPENCL},
    {"cuda", DPEX_BACKEND_CUDA},
    {"hip", DPEX_BACKEND_HIP},
    {"native_cpu", DPEX_BACKEND_OPENCL}, /* as which the native device answers */
};
static const word type_words[] = {
    {"cpu", DPEX_TYPE_CPU},
    {"gpu", DPEX_TYPE_GPU},
    {"fpga", DPEX_TYPE_ACCELERATOR},
};

/* The word that ends at one of the given characters or the end. */
static const word *take_word(const char **at, const word *words, size_t n, const char *ends)
{
    size_t len = strcspn(*at, ends);
    for (size_t i = 0; i < n; i++)
        /* Letters of any case, as the reference implementation has it. */
        if (strlen(words[i].text) == len && !strncasecmp(*at, words[i].text, len)) {
            *at += len;
            return &words[i];
        }
    return NULL;
}

static int take_char(const char **at, char wanted)
{
    if (**at != wanted) return 0;
    ++*at;
    return 1;
}

static int take_number(const char **at, int *number)
{
    const char *start = *at;
    int value = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        /* Larger numbers name no device, and must not overflow. */
        if (value < 1000000) value = 10 * value + (**at - '0');
    *number = value;
    return *at != start;
}

/* Numbers and stars with dots between; behind a star only stars. */
static int take_path(const char **at, dpex_selector_rule *rule)
{
    rule->depth = 0;
    do {
        /* N.*.M is not in the grammar. */
        int after_star = rule->depth && rule->path[rule->depth - 1] == DPEX_SELECTOR_ANY;
        int *number = &rule->path[rule->depth];
        if (rule->depth == DPEX_SELECTOR_MAX_DEPTH) return 0;
        if (take_char(at, '*'))
            *number = DPEX_SELECTOR_ANY;
        else if (after_star || !take_number(at, number))
            return 0;
        rule->depth++;
    } while (take_char(at, '.'));
    return 1;
}

static int take_device(const char **at, dpex_selector_rule *rule)
{
    const word *type = take_word(at, type_words, sizeof type_words / sizeof *type_words, ",;");
    rule->type = type ? type->value : 0;
    rule->depth = 1;
    return type || take_path(at, rule);
}

static int take_term(const char **at, dpex_selector *selector)
{
    dpex_selector_rule rule = {.discards = take_char(at, '!')};
    const word *backend =
        take_word(at, backend_words, sizeof backend_words / sizeof *backend_words, ":");
    if (!backend || !take_char(at, ':')) return 0;
    rule.backend = backend->value;
    rule.native_only = !strcmp(backend->text, "native_cpu");
    /* Once a term discards, all that follow must. */
    if (selector->n_rules && selector->rules[selector->n_rules - 1].discards && !rule.discards)
        return 0;
    /* A backend with several devices gives several rules. */
    do {
        if (selector->n_rules == DPEX_SELECTOR_MAX_RULES || !take_device(at, &rule)) return 0;
        selector->rules[selector->n_rules++] = rule;
    } while (take_char(at, ','));
    return 1;
}

int dpex_selector_parse(const char *text, dpex_selector *selector)
{
    selector->n_rules = 0;
    do {
        if (!take_term(&text, selector)) return 0;
    } while (take_char(&text, ';'));
    /* Anything left over is a syntax error. */
    return !*text;
}

static int fits_backend(const dpex_selector_rule *rule, const dpex_device *device)
{
    if (rule->native_only) return !strcmp(device->backend->name, "native");
    return !rule->backend || rule->backend == (int)device->info.backend;
}

static int fits_path(const dpex_selector_rule *rule, const dpex_selector_candidate *candidate)
{
    for (int i = 0; i < rule->depth && i < candidate->depth; i++)
        if (rule->path[i] != DPEX_SELECTOR_ANY && rule->path[i] != candidate->path[i]) return 0;
    return 1;
}

/* A type accepts root devices only, but discards whatever is of it. */
static int names(const dpex_selector_rule *rule, const dpex_selector_candidate *candidate)
{
    if (!fits_backend(rule, candidate->device)) return 0;
    if (rule->type)
        return rule->type == (int)candidate->device->info.type &&
               (candidate->depth == 1 || rule->discards);
    return rule->depth == candidate->depth && fits_path(rule, candidate);
}

/* A list that begins with a discard starts from "everything". */
int dpex_selector_selects(const dpex_selector *selector, const dpex_selector_candidate *candidate)
{
    int accepted = candidate->depth == 1 && selector->rules[0].discards;
    for (size_t i = 0; i < selector->n_rules; i++) {
        const dpex_selector_rule *rule = &selector->rules[i];
        if (!names(rule, candidate)) continue;
        /* Discards win over all accepts. */
        if (rule->discards) return 0;
        accepted = 1;
    }
    return accepted;
}

/* Decides whether a device is split at all, since that may be expensive. */
int dpex_selector_names_parts(const dpex_selector *selector,
                              const dpex_selector_candidate *candidate)
{
    for (size_t i = 0; i < selector->n_rules; i++) {
        const dpex_selector_rule *rule = &selector->rules[i];
        if (!rule->discards && !rule->type && rule->depth > candidate->depth &&
            fits_backend(rule, candidate->device) && fits_path(rule, candidate))
            return 1;
    }
    return 0;
}
