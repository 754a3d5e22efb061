/* What settings.c knows, for the other files of this folder. */
#ifndef DPEX_OPS_FUSION_SETTINGS_H
#define DPEX_OPS_FUSION_SETTINGS_H

#include <pthread.h>
#include <stdint.h>

/* Operations on fewer elements are done at once, which takes less time than keeping them back. */
int64_t dpex_fusion_least_elems(void);

/* Whether kernels of devices are compiled in the background; not in tests that want them used. */
int dpex_fusion_compiles_later(void);

/* Whether the graph ends before the next operation, for tests. With the lock of graphs held. */
int dpex_fusion_breaks_here(void);

#endif
