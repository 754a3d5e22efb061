/* Transforms on devices that compile at run time (device.cl): what a line's steps are, and the tables that they read. */
#ifndef DPEX_OPS_FFT_DEVICE_H
#define DPEX_OPS_FFT_DEVICE_H

#include "recipe.h"

enum { DPEX_FFT_MAX_PARTS = 24 };

/* How the lines of one length are transformed on a device. */
typedef struct dpex_fft_device_plan {
    dpex_storage *tables; /* roots of each part, then fine and coarse roots of the length */
    int64_t n;            /* of the transforms: longer than a line where that is convolved */
    int n_parts;
    int64_t parts[DPEX_FFT_MAX_PARTS]; /* their product is n */
    int64_t roots[DPEX_FFT_MAX_PARTS]; /* where the roots of each begin, in complex numbers */
    int64_t fine, coarse;
    int fine_bits;
    dpex_storage *
        factors; /* of convolved lines: the chirp (n_line numbers), then the kernel (n); else NULL */
} dpex_fft_device_plan;

/* device_plan.c: of lines of n_line elements, whole where at most `whole` are transformed, else by parts of at most `most`; from the cache, or made and kept there. Its storages are
 * new: _fini releases them. */
dpex_status dpex_fft_device_plan_init(dpex_fft_device_plan *plan, dpex_queue *queue, int64_t n_line,
                                      int is_double, int64_t whole, int64_t most);
void dpex_fft_device_plan_fini(dpex_fft_device_plan *plan);

/* device.c: dpex_fft_pass_submit there. */
dpex_status dpex_fft_device_pass(const dpex_fft_pass *pass, const dpex_array *src,
                                 const dpex_array *dst);

#endif
