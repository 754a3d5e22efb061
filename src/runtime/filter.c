/* The look-up of devices: the best one of a type, or by filter strings.
 *
 * Those are "backend:type:number", any part left out, alternatives separated by commas.
 * Words are in lower case, as dpctl has it; like there, parts may also stand in another order or be
 * empty. The number counts among the root devices that the other parts of its alternative leave. Of
 * all devices that any alternative matches, the one with the best score wins, so the order of
 * alternatives does not matter. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "runtime/registry.h"

/* Values are those of the enums; 0 is free in both. */
typedef struct filter {
    int backend; /* 0: any */
    int type;    /* 0: any */
    int has_number;
    size_t number;
} filter;

typedef struct word {
    const char *text;
    int value;
} word;

static const word backend_words[] = {{"opencl", DPEX_BACKEND_OPENCL},
                                     {"level_zero", DPEX_BACKEND_LEVEL_ZERO},
                                     {"cuda", DPEX_BACKEND_CUDA},
                                     {"hip", DPEX_BACKEND_HIP},
                                     {NULL, 0}};
static const word type_words[] = {{"cpu", DPEX_TYPE_CPU},
                                  {"gpu", DPEX_TYPE_GPU},
                                  {"accelerator", DPEX_TYPE_ACCELERATOR},
                                  {NULL, 0}};

static int find_word(const word *words, const char *text, size_t n)
{
    for (; words->text; words++)
        if (strlen(words->text) == n && !strncmp(words->text, text, n)) return words->value;
    return 0;
}

static const char *name_of(const word *words, int value)
{
    for (; words->text; words++)
        if (words->value == value) return words->text;
    /* No word: such a device cannot be named by its type. */
    return "custom";
}

/* Digits only. A number of more than nine digits is not a device's and is read as the largest. */
static int parse_number(const char *text, size_t n, filter *out)
{
    size_t number = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isdigit((unsigned char)text[i])) return 0;
        if (i >= 9)
            number = DPEX_NOT_LISTED;
        else
            number = number * 10 + (size_t)(text[i] - '0');
    }
    out->has_number = n > 0;
    out->number = number;
    return n > 0;
}

static int parse_part(const char *text, size_t n, filter *out)
{
    if (!out->backend && (out->backend = find_word(backend_words, text, n))) return 1;
    /* The first of two backends is understood, a second one is an error. */
    if (!out->type && (out->type = find_word(type_words, text, n))) return 1;
    return !out->has_number && parse_number(text, n, out);
}

/* One alternative: parts in any order, none twice, empty ones left out; *n_parts counts the
 * others. */
static int parse(const char *text, size_t n, filter *out, int *n_parts)
{
    memset(out, 0, sizeof *out);
    *n_parts = 0;
    for (;;) {
        const char *colon = memchr(text, ':', n);
        size_t len = colon ? (size_t)(colon - text) : n;
        if (len && !parse_part(text, len, out)) return 0;
        *n_parts += len > 0;
        if (!colon) return 1;
        text += len + 1;
        n -= len + 1;
    }
}

static int matches(const filter *wanted, const dpex_device_info *info)
{
    return (!wanted->backend || wanted->backend == (int)info->backend) &&
           (!wanted->type || wanted->type == (int)info->type);
}

/* ---- the filter string of a device ------------------------------------------------------------ */

dpex_status dpex_device_get_filter(const dpex_device *device, int with_backend, int with_type,
                                   char *buffer, size_t buffer_bytes)
{
    const dpex_device_info *info = &device->info;
    dpex_device *const *devices = NULL;
    size_t n, number = 0;
    if (device->parent || device->index == DPEX_NOT_LISTED)
        return DPEX_FAIL(
            DPEX_ERROR_INVALID_VALUE,
            "%s is a sub-device or composite device; only root devices have a filter string",
            info->name);
    if (device->index) DPEX_TRY(dpex_device_get_all(&devices, &n)); /* those before it count */
    filter wanted = {with_backend ? (int)info->backend : 0, with_type ? (int)info->type : 0, 0, 0};
    /* The devices before it that a reader of the filter would count too. */
    for (size_t i = 0; i < device->index; i++)
        number += (size_t)matches(&wanted, &devices[i]->info);
    int length =
        snprintf(buffer, buffer_bytes, "%s%s%s%s%zu",
                 with_backend ? name_of(backend_words, info->backend) : "", with_backend ? ":" : "",
                 with_type ? name_of(type_words, info->type) : "", with_type ? ":" : "", number);
    if ((size_t)length >= buffer_bytes)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "a filter string of %d bytes does not fit %zu",
                         length + 1, buffer_bytes);
    return DPEX_SUCCESS;
}

/* Why backends that a text asks for have no devices, behind the message in the buffer. */
static void append_reasons(const dpex_registry *registry, const char *wanted, char *at,
                           const char *end)
{
    for (size_t i = 0; i < registry->n_absent && at < end; i++) {
        const char *backend = registry->absent[i].backend;
        if (!strstr(wanted, backend) && !strstr(wanted, "gpu")) continue;
        at += snprintf(at, (size_t)(end - at), "; %s: %s", backend, registry->absent[i].why);
    }
}

/* Names what was asked for, lists what there is, and says why the rest is not. */
static dpex_status fail_no_device(const dpex_registry *registry, const char *wanted)
{
    enum { FILTER_BYTES = 40, N_NAMED = 12, REASON_BYTES = 480 };
    char list[FILTER_BYTES * (N_NAMED + 1) + REASON_BYTES] =
        "there are none (see ONEAPI_DEVICE_SELECTOR)";
    char *at = list;
    for (size_t i = 0; i < registry->n_devices; i++) {
        char found[FILTER_BYTES];
        if (i == N_NAMED) {
            at += sprintf(at, ", and %zu more", registry->n_devices - i);
            break;
        }
        if (dpex_device_get_filter(registry->devices[i], 1, 1, found, sizeof found)) continue;
        at += sprintf(at, "%s%s", i ? ", " : "there are ", found);
    }
    append_reasons(registry, wanted, list + strlen(list), list + sizeof list);
    return DPEX_FAIL(DPEX_ERROR_NO_DEVICE, "no device matches %s; %s", wanted, list);
}

/* ---- selection by type ------------------------------------------------------------------------ */

static const char *type_name(dpex_device_type type)
{
    switch (type) {
    case DPEX_TYPE_GPU: return "type gpu";
    case DPEX_TYPE_CPU: return "type cpu";
    case DPEX_TYPE_ACCELERATOR: return "type accelerator";
    case DPEX_TYPE_CUSTOM: return "type custom";
    default: return "the default selection";
    }
}

dpex_status dpex_device_select(dpex_device_type type, dpex_device **device)
{
    const dpex_registry *registry;
    dpex_device *best = NULL;
    int best_score = 0;
    int any = type == DPEX_TYPE_ALL || type == DPEX_TYPE_AUTOMATIC;
    DPEX_TRY(any || type == DPEX_TYPE_CPU ? dpex_registry_get_host(&registry)
                                          : dpex_registry_get(&registry));
    for (size_t i = 0; i < registry->n_devices; i++) {
        dpex_device *candidate = registry->devices[i];
        int score = dpex_device_default_score(candidate);
        /* Greater, so the first of equals. */
        if ((any || candidate->info.type == type) && score > best_score) {
            best = candidate;
            best_score = score;
        }
    }
    if (!best) return fail_no_device(registry, type_name(type));
    *device = dpex_device_retain(best);
    return DPEX_SUCCESS;
}

/* ---- selection by filter ---------------------------------------------------------------------- */

/* The best device of one alternative if it beats *best. */
static void improve(const dpex_registry *registry, const filter *wanted, dpex_device **best)
{
    size_t number = 0;
    for (size_t i = 0; i < registry->n_devices; i++) {
        dpex_device *device = registry->devices[i];
        if (!matches(wanted, &device->info)) continue;
        /* Devices that the other parts exclude do not count. */
        if (wanted->has_number && number++ != wanted->number) continue;
        /* Greater, not equal: of devices with the same score the first listed wins. */
        if (!*best || dpex_device_default_score(device) > dpex_device_default_score(*best))
            *best = device;
    }
}

/* Whether the host's CPU, the first of all devices, answers every alternative where there is no
 * GPU. Then no driver of others has to be opened to answer. */
static int host_answers(const char *text)
{
    for (const char *at = text;;) {
        filter wanted;
        int n_parts;
        size_t n = strcspn(at, ",");
        if (!parse(at, n, &wanted, &n_parts)) return 1; /* nobody will be asked */
        if ((wanted.backend && wanted.backend != DPEX_BACKEND_OPENCL) ||
            (wanted.type && wanted.type != DPEX_TYPE_CPU) || (wanted.has_number && wanted.number))
            return 0;
        if (!at[n]) return 1;
        at += n + 1;
    }
}

static dpex_status fail_malformed(const char *text)
{
    return DPEX_FAIL(
        DPEX_ERROR_NO_DEVICE,
        "filter \"%s\" is not of the form backend:type:number(,...) with backend opencl, "
        "level_zero, cuda or hip, type cpu, gpu or accelerator, and number from 0; at "
        "least one of the three",
        text);
}

dpex_status dpex_device_find(const char *text, dpex_device **device)
{
    const dpex_registry *registry;
    dpex_device *best = NULL;
    int n_parts, n_all_parts = 0;
    if (!text) return dpex_device_select(DPEX_TYPE_ALL, device);
    DPEX_TRY(host_answers(text) ? dpex_registry_get_host(&registry) : dpex_registry_get(&registry));
    /* All alternatives are parsed even when one has matched, so that errors show. */
    for (const char *at = text;;) {
        filter wanted;
        size_t n = strcspn(at, ",");
        if (!parse(at, n, &wanted, &n_parts)) return fail_malformed(text);
        if (n_parts) improve(registry, &wanted, &best);
        n_all_parts += n_parts;
        if (!at[n]) break;
        at += n + 1;
    }
    if (!n_all_parts) return fail_malformed(text);
    if (!best) {
        char quoted[160];
        snprintf(quoted, sizeof quoted, "filter \"%.120s\"", text);
        return fail_no_device(registry, quoted);
    }
    *device = dpex_device_retain(best);
    return DPEX_SUCCESS;
}
