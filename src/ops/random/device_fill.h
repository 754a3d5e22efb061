/* Fills on devices that compile, by engines that skip ahead (device_fill.c). */
#ifndef DPEX_OPS_RANDOM_DEVICE_FILL_H
#define DPEX_OPS_RANDOM_DEVICE_FILL_H

#include "engine.h"

/* Whether a device computes the engine's words. */
int dpex_random_device_has(const dpex_random_engine *engine);

/* Uniform or normal numbers. The first and the last element may have been made already, where they
 * share a word or a pair with those of other calls; the words of the others begin at `start`, and
 * normal numbers among them are of whole pairs. */
typedef struct dpex_random_device_numbers {
    const dpex_random_engine *engine;
    const dpex_random_fill_spec *spec;
    const dpex_random_state *start;
    int is_short; /* of half a word each */
    int has_head, has_remainder;
    double head, remainder;
} dpex_random_device_numbers;
dpex_status dpex_random_device_fill(const dpex_random_device_numbers *numbers, dpex_array *out);

/* Integers; the generator moves on. */
dpex_status dpex_random_device_integers(dpex_random *random, const dpex_random_fill_spec *spec,
                                        dpex_array *out);

#endif
