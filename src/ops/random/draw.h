/* A distribution as a row of defs/distributions.def, and what computes it elsewhere than on the
 * host. */
#ifndef DPEX_OPS_RANDOM_DRAW_H
#define DPEX_OPS_RANDOM_DRAW_H

#include "dpex/random.h"

/* n_parameters: 1 to 3. n_sharing: elements that share a block. type, prepare, body: texts in portable kernel C, for devices that
 * compile. */
typedef struct dpex_distribution {
    const char *name;
    int n_parameters, is_integer, n_sharing;
    const char *type, *prepare, *body;
} dpex_distribution;

/* device.c: arrays and dtypes have been checked. */
dpex_status dpex_random_device_draw(const dpex_distribution *distribution,
                                    const dpex_random_draw_spec *spec, dpex_array *out);

#endif
