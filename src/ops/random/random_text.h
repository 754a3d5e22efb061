/* The beginning of all kernels of random numbers (device.c). */
#ifndef DPEX_OPS_RANDOM_RANDOM_TEXT_H
#define DPEX_OPS_RANDOM_RANDOM_TEXT_H

#include "base/text.h"

/* k_rnd, and the functions of k_random.inc. */
void dpex_random_write_prelude(dpex_text *text);

#endif
