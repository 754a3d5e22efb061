/* Programs that were compiled beforehand and came with the library. */
#ifndef DPEX_BACKEND_CUDA_PRECOMPILED_H
#define DPEX_BACKEND_CUDA_PRECOMPILED_H

#include "base/text.h"
#include "program/blob.h"

/* What their keys hold in place of the compiler's version and the architecture; NULL: there are no
 * such programs. */
const int32_t *dpex_cuda_precompiled_version(void);
/* Appends the machine code for an architecture (90 for compute capability 9.0); 0: it is not there.
 * Only where there is a version. */
int dpex_cuda_precompiled_load(dpex_cache_key key, int architecture, dpex_text *image);

#endif
