/* ONEAPI_DEVICE_SELECTOR: which of the devices found are listed.
 *
 *     selector = accept(;accept)* | discard(;discard)* | accept(;accept)*;discard(;discard)*
 *     accept = backend:device(,device)*          discard = !accept
 *     backend = * | level_zero | opencl | cuda | hip | native_cpu
 *     device = * | cpu | gpu | fpga | N | N.M | N.* | *.* | N.M.K | N.M.* | N.*.* | *.*.*
 *
 * in any case of letters. Numbers count per backend. What is accepted is the union of the terms
 * (everything where there are only discards), less what any discard names. Two numbers name a
 * sub-device, three one of a sub-device, split as next_partitionable does it; they are listed as
 * root devices. */
#ifndef DPEX_RUNTIME_SELECTOR_H
#define DPEX_RUNTIME_SELECTOR_H

#include "runtime/registry.h"

/* 64 rules are more than anybody writes; further ones are an error. */
enum { DPEX_SELECTOR_MAX_RULES = 64, DPEX_SELECTOR_MAX_DEPTH = 3, DPEX_SELECTOR_ANY = -1 };

/* One device of one term. */
typedef struct dpex_selector_rule {
    int discards;
    int native_only; /* backend native_cpu */
    int backend;     /* dpex_backend_name; 0: any */
    int type;        /* dpex_device_type; 0: by number */
    int depth;       /* how many numbers */
    int path[DPEX_SELECTOR_MAX_DEPTH];
} dpex_selector_rule;

typedef struct dpex_selector {
    dpex_selector_rule rules[DPEX_SELECTOR_MAX_RULES];
    /* At least 1 after a successful parse. */
    size_t n_rules;
} dpex_selector;

/* A device among those that could be listed: path[0] is its number in its backend, path[1] that of
 * the sub-device. */
typedef struct dpex_selector_candidate {
    /* Borrowed. */
    const dpex_device *device;
    int path[DPEX_SELECTOR_MAX_DEPTH];
    int depth;
} dpex_selector_candidate;

/* 0: the text is not of the form above. */
int dpex_selector_parse(const char *text, dpex_selector *selector);
int dpex_selector_selects(const dpex_selector *selector, const dpex_selector_candidate *candidate);
/* Whether a term names a sub-device of the device. */
int dpex_selector_names_parts(const dpex_selector *selector,
                              const dpex_selector_candidate *candidate);

/* Takes from the platforms the devices that the variable hides, and adds sub-devices that it names.
 * Unset or unparsable (one warning): changes nothing. */
dpex_status dpex_selector_apply(dpex_registry *registry);

#endif
