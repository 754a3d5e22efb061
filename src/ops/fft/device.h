/* Transforms on devices that compile at run time (device.cl): what a line's steps are, and the
 * tables that they read. */
#ifndef DPEX_OPS_FFT_DEVICE_H
#define DPEX_OPS_FFT_DEVICE_H

#include "ops/device/device.h"
#include "ops/iterate/lines.h"
#include "recipe.h"

enum { DPEX_FFT_MAX_PARTS = 24 };

/* How the lines of one length are transformed on a device. */
typedef struct dpex_fft_device_plan {
    dpex_storage *
        tables; /* roots of each part, then fine and coarse roots of the length, or those of halves */
    int64_t n; /* of the transforms: longer than a line where that is convolved */
    int n_parts;
    int64_t parts[DPEX_FFT_MAX_PARTS]; /* their product is n */
    int64_t roots[DPEX_FFT_MAX_PARTS]; /* where the roots of each begin, in complex numbers */
    int64_t fine, coarse, halves;
    int fine_bits;
    dpex_storage
        *factors; /* of convolved lines: the chirp (a line), then the kernel (n); else NULL */
} dpex_fft_device_plan;

/* What a plan is for. */
typedef struct dpex_fft_device_lines {
    int64_t n;
    int is_double, is_halved; /* halved: of pairs of 2 n real numbers; they are whole then */
    int64_t whole,
        most; /* lines of up to `whole` elements have one part, others parts of up to `most`; the device decides */
} dpex_fft_device_lines;

/* device_plan.c: from the cache, or made and kept there. Its storages are new: _fini releases
 * them. */
dpex_status dpex_fft_device_plan_init(dpex_fft_device_plan *plan, dpex_queue *queue,
                                      const dpex_fft_device_lines *lines);
void dpex_fft_device_plan_fini(dpex_fft_device_plan *plan);

/* library.c: by a library of the device's vendor, where it takes the case. */
typedef struct dpex_fft_routine {
    dpex_routine_fft words;
    dpex_device_address addresses[3]; /* source, result, scratch memory */
    size_t scratch_bytes;
} dpex_fft_routine;
int dpex_fft_find_routine(const dpex_fft_pass *pass, const dpex_lines *lines, const dpex_array *src,
                          const dpex_array *dst, dpex_fft_routine *routine);
dpex_status dpex_fft_run_routine(dpex_fft_routine *routine, const dpex_array *dst, double scale);
/* A copy of the spectra of real lines, which the library may overwrite; imaginary parts that must be
 * 0 are. */
dpex_status dpex_fft_copy_spectrum(const dpex_fft_pass *pass, const dpex_array *src,
                                   dpex_array *copy);

/* device.c: dpex_fft_pass_submit there. */
dpex_status dpex_fft_device_pass(const dpex_fft_pass *pass, const dpex_array *src,
                                 const dpex_array *dst);

#endif
