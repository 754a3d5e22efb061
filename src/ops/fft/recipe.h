/* A recipe: the operations on each line of a pass along one axis, which are executed by one of two
 * methods.
 *
 * In blocks (blocks.c): as many lines together as vectors have lanes. By steps (line.c): one line
 * that is long enough to fill the lanes by itself; each step is cut into units, which one thread
 * does one after the other or several share. */
#ifndef DPEX_OPS_FFT_RECIPE_H
#define DPEX_OPS_FFT_RECIPE_H

#include "dpex/fft.h"
#include "plan.h"

/* Larger buffers are written with streaming stores. */
enum { DPEX_FFT_STREAM_BYTES = 4 << 20 };

/* What a step reads and writes. The last three are scratch memory. */
typedef enum dpex_fft_buffer {
    DPEX_FFT_SOURCE,
    DPEX_FFT_TARGET,
    DPEX_FFT_WHOLE,  /* a complex line, contiguous, input or result of the core */
    DPEX_FFT_LONGER, /* the longer one of a convolution */
    DPEX_FFT_TILES,  /* between columns and rows of a split line */
    DPEX_FFT_N_BUFFERS
} dpex_fft_buffer;

/* The addresses of the buffers, for one line and for one thread. */
typedef struct dpex_fft_bench {
    dpex_fft_line lines[DPEX_FFT_TILES];
    char *tiles;
    int streams;   /* tiles are written with streaming stores */
    char *scratch; /* recipe->scratch_bytes */
} dpex_fft_bench;

typedef struct dpex_fft_step dpex_fft_step;
typedef void (*dpex_fft_step_fn)(const dpex_fft_step *step, const dpex_fft_bench *bench,
                                 int64_t first, int64_t last);

struct dpex_fft_step {
    dpex_fft_step_fn run; /* units [first, last) */
    const struct dpex_fft_recipe *recipe;
    const dpex_fft_plan *plan; /* what the step is part of; borrowed */
    dpex_fft_buffer from, to;  /* of dpex_fft_bench.lines, or TILES */
    int swap;             /* real and imaginary parts, are exchanged, in the input or the result */
    dpex_fft_scale scale; /* of the result */
    int64_t n_units;
    int64_t n_rows; /* of a split line: those that are computed, all of them or the first half */
};

enum { DPEX_FFT_MAX_STEPS = 10 };

/* Immutable after init, so that any number of threads may run it at once. */
typedef struct dpex_fft_recipe {
    dpex_fft_kind kind;
    int64_t n;      /* of complex numbers, or of real ones */
    int64_t n_core; /* of the complex transform: n, or half of it for an even number of real ones */
    int64_t n_in, n_out; /* elements of a line that are read at most, and written */
    int swap;            /* the core goes backward: with real and imaginary parts exchanged */
    int conjugate;       /* the spectrum before the core */
    dpex_fft_scale scale;
    /* real: its roots combine a transform of n / 2 complex numbers to one of n real ones. */
    dpex_fft_plan *core, *real; /* kept; real: where n_core is half of n */
    int n_steps;                /* for a LINE core */
    dpex_fft_step steps[DPEX_FFT_MAX_STEPS];
    size_t buffer_bytes[DPEX_FFT_N_BUFFERS]; /* of scratch buffers */
    size_t scratch_bytes;
} dpex_fft_recipe;

/* One pass: the transform of all lines of src along an axis into those of dst. */
typedef struct dpex_fft_pass { /* the kind says which side is real */
    dpex_fft_kind kind;
    int is_backward;
    double scale;
    int64_t n;
    int axis;
} dpex_fft_pass;

/* Whether the transform is that of half as many complex numbers, and how many they are. */
static inline int dpex_fft_is_halved(const dpex_fft_pass *pass)
{
    return pass->kind != DPEX_FFT_C2C && pass->n % 2 == 0;
}

static inline int64_t dpex_fft_core_elems(const dpex_fft_pass *pass)
{
    return dpex_fft_is_halved(pass) ? pass->n / 2 : pass->n;
}

/* core: BLOCK or LINE, for that many elements; real: for pass->n, NULL unless it is halved; both
 * taken. n_source: elements of a source line. The recipe must not be moved. */
void dpex_fft_recipe_init(dpex_fft_recipe *recipe, const dpex_fft_pass *pass, int64_t n_source,
                          dpex_fft_plan *core, dpex_fft_plan *real);
void dpex_fft_recipe_fini(dpex_fft_recipe *recipe);

/* steps.c: fills in the steps. is_padded: source lines may end before n_in elements. */
void dpex_fft_plan_steps(dpex_fft_recipe *recipe, int is_padded);

/* line.c: all steps of one line, in the calling thread. */
void dpex_fft_run_steps(const dpex_fft_recipe *recipe, const dpex_fft_bench *bench);
/* Sets a bench's scratch buffers to memory of dpex_fft_bench_bytes. */
size_t dpex_fft_bench_bytes(const dpex_fft_recipe *recipe);
void dpex_fft_bench_init(const dpex_fft_recipe *recipe, void *memory, dpex_fft_bench *bench);
/* The same for one buffer: a scratch line, tiles. */
dpex_fft_line dpex_fft_own_line(const dpex_fft_recipe *recipe, dpex_fft_buffer buffer,
                                char *memory);
void dpex_fft_set_tiles(const dpex_fft_recipe *recipe, char *memory, dpex_fft_bench *bench);

/* A line in user memory: the first element's address, bytes to the next one, elements that are
 * there. */
dpex_fft_line dpex_fft_source_line(const dpex_fft_recipe *recipe, char *ptr, int64_t stride,
                                   int64_t n, int is_complex);
dpex_fft_line dpex_fft_target_line(const dpex_fft_recipe *recipe, char *ptr, int64_t stride);

/* pass.c: does it all. src and dst do not overlap, or are the same memory, and agree but along the
 * axis; dst has the kind's dtype, src that precision, complex or real as the kind says (C2C and
 * C2R: either). */
dpex_status dpex_fft_pass_submit(const dpex_fft_pass *pass, const dpex_array *src,
                                 const dpex_array *dst);

/* library.c: all axes of a C2C or R2C transform at once, where a library of the device's vendor
 * takes the case; else *is_done = 0. */
dpex_status dpex_fft_run_whole(const dpex_fft_spec *spec, const dpex_array *src,
                               const dpex_array *dst, int *is_done);

#endif
