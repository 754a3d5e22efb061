/* The transforms against sums in long double: every length up to 300 and some beyond, in both precisions, of each kind, for few lines
 * and for many, contiguous and strided. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "dpex/fft.h"
#include "ops.h"
#include "ops/fft/factors.h"
#include "ops/fft/recipe.h"
#include "ops/fft/roots.h"
#include "ops/loops/loops.h"

typedef struct number {
    long double re, im;
} number;

/* ---- the reference --------------------------------------------------------------------------------------- */

static number root_of(int64_t n, int64_t e)
{
    long double angle =
        6.28318530717958647692528676655900577L * (long double)(e % n) / (long double)n;
    return (number){cosl(angle), sinl(angle)};
}

/* out[k] for k < n; sign -1 forward. */
TEST_UNWATCHED static void direct(const number *x, int64_t n, int sign, number *out)
{
    number *roots = calloc((size_t)n, sizeof(*roots));
    for (int64_t e = 0; e < n; e++) roots[e] = root_of(n, e);
    for (int64_t k = 0; k < n; k++) {
        number sum = {0, 0};
        for (int64_t j = 0, e = 0; j < n; j++, e = (e + k) % n) {
            long double c = roots[e].re, s = sign * roots[e].im;
            sum.re += x[j].re * c - x[j].im * s;
            sum.im += x[j].re * s + x[j].im * c;
        }
        out[k] = sum;
    }
    free(roots);
}

/* ---- lines in arrays ------------------------------------------------------------------------------------- */

TEST_UNWATCHED static double noise(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(*state >> 11) / (double)(INT64_C(1) << 52) - 1;
}

static int is_complex(dpex_dtype dtype)
{
    return dtype == DPEX_C64 || dtype == DPEX_C128;
}

TEST_UNWATCHED static void put(char *at, dpex_dtype dtype, number z)
{
    switch (dtype) {
    case DPEX_F32: *(float *)(void *)at = (float)z.re; break;
    case DPEX_F64: *(double *)(void *)at = (double)z.re; break;
    case DPEX_C64: *(dpex_c64 *)(void *)at = (dpex_c64){(float)z.re, (float)z.im}; break;
    default: *(dpex_c128 *)(void *)at = (dpex_c128){(double)z.re, (double)z.im};
    }
}

TEST_UNWATCHED static number get(const char *at, dpex_dtype dtype)
{
    switch (dtype) {
    case DPEX_F32: return (number){*(const float *)(const void *)at, 0};
    case DPEX_F64: return (number){*(const double *)(const void *)at, 0};
    case DPEX_C64:
        return (number){((const dpex_c64 *)(const void *)at)->re,
                        ((const dpex_c64 *)(const void *)at)->im};
    default:
        return (number){((const dpex_c128 *)(const void *)at)->re,
                        ((const dpex_c128 *)(const void *)at)->im};
    }
}

/* lines x n elements; by_columns: a line is a column. */
static void make(dpex_queue *queue, dpex_dtype dtype, int64_t n_lines, int64_t n, int by_columns,
                 dpex_array *x)
{
    int64_t shape[2] = {n_lines, n};
    CHECK_OK(dpex_array_init(queue, dtype, 2, shape, by_columns ? DPEX_ORDER_F : DPEX_ORDER_C,
                             DPEX_USM_DEVICE, x));
}

TEST_UNWATCHED static char *at(const dpex_array *x, int64_t line, int64_t i)
{
    int64_t elements = line * x->strides[0] + i * x->strides[1];
    return (char *)dpex_array_get_ptr(x) + elements * dpex_dtype_get_info(x->dtype)->itemsize;
}

TEST_UNWATCHED static void fill(const dpex_array *x)
{
    uint64_t state = 1;
    CHECK_OK(dpex_queue_wait(x->queue, 0, NULL));
    for (int64_t line = 0; line < x->shape[0]; line++) {
        for (int64_t i = 0; i < x->shape[1]; i++) {
            double re = noise(&state), im = noise(&state);
            put(at(x, line, i), x->dtype, (number){re, im});
        }
    }
}

/* ---- one transform and its error ------------------------------------------------------------------------- */

typedef struct trial {
    dpex_fft_kind kind;
    int is_backward, is_double, by_columns;
    int64_t n_lines, n;
} trial;

/* The n numbers whose sums the transform is. */
TEST_UNWATCHED static void numbers_of(const trial *t, const dpex_array *x, int64_t line,
                                      number *numbers)
{
    int64_t there = x->shape[1], half = t->n / 2;
    memset(numbers, 0, (size_t)t->n * sizeof(*numbers));
    if (t->kind != DPEX_FFT_C2R) {
        for (int64_t i = 0; i < t->n && i < there; i++) numbers[i] = get(at(x, line, i), x->dtype);
        return;
    }
    for (int64_t i = 0; i <= half && i < there; i++) {
        number z = get(at(x, line, i), x->dtype);
        if (i == 0 || 2 * i == t->n) z.im = 0;
        numbers[i] = z;
        if (i) numbers[t->n - i] = (number){z.re, -z.im};
    }
}

/* The relative error of all lines together, in units of the precision. */
TEST_UNWATCHED static double error_of(const trial *t, const dpex_array *x, const dpex_array *out,
                                      double scale)
{
    long double error = 0, norm = 0;
    number *numbers = calloc((size_t)t->n, 2 * sizeof(*numbers)), *expected = numbers + t->n;
    for (int64_t line = 0; line < t->n_lines; line++) {
        numbers_of(t, x, line, numbers);
        direct(numbers, t->n, t->is_backward ? 1 : -1, expected);
        for (int64_t k = 0; k < out->shape[1]; k++) {
            number got = get(at(out, line, k), out->dtype);
            number want = {expected[k].re * scale,
                           is_complex(out->dtype) ? expected[k].im * scale : 0};
            error +=
                (got.re - want.re) * (got.re - want.re) + (got.im - want.im) * (got.im - want.im);
            norm += want.re * want.re + want.im * want.im;
        }
    }
    free(numbers);
    return (double)sqrtl(error / norm) / (t->is_double ? 0x1p-53 : 0x1p-24);
}

static double transform_with(const trial *t, const dpex_array *x)
{
    const int axis = 1;
    dpex_fft_spec spec = {t->kind, t->is_backward, 0.5, 1, &axis, &t->n};
    dpex_array out;
    dpex_dtype real = t->is_double ? DPEX_F64 : DPEX_F32,
               complex = t->is_double ? DPEX_C128 : DPEX_C64;
    make(x->queue, t->kind == DPEX_FFT_C2R ? real : complex, t->n_lines,
         t->kind == DPEX_FFT_R2C ? t->n / 2 + 1 : t->n, t->by_columns, &out);
    CHECK_OK(dpex_fft_into(&spec, x, &out));
    CHECK_OK(dpex_queue_wait(x->queue, 0, NULL));
    double error = error_of(t, x, &out, 0.5);
    dpex_array_fini(&out);
    return error;
}

static double try_it(dpex_queue *queue, const trial *t, int is_real)
{
    dpex_array x;
    dpex_dtype real = t->is_double ? DPEX_F64 : DPEX_F32,
               complex = t->is_double ? DPEX_C128 : DPEX_C64;
    make(queue, is_real ? real : complex, t->n_lines, t->kind == DPEX_FFT_C2R ? t->n / 2 + 1 : t->n,
         t->by_columns, &x);
    fill(&x);
    double error = transform_with(t, &x);
    dpex_array_fini(&x);
    return error;
}

/* In units of half a last place; a random walk through the stages gives about 0.6 sqrt(log2 n), convolution twice that. */
static double allowed(int64_t n)
{
    return 1.5 + 1.2 * sqrt(log2((double)n));
}

static void check_all(const trial *t)
{
    dpex_queue *queue = ops_queue();
    const dpex_fft_kind kinds[] = {DPEX_FFT_C2C, DPEX_FFT_R2C, DPEX_FFT_C2R};
    trial now = *t;
    for (int i = 0; i < 12; i++) {
        now.kind = kinds[i % 3];
        now.is_backward = i / 3 % 2;
        now.is_double = i / 6;
        double error = try_it(queue, &now, now.kind == DPEX_FFT_R2C);
        if (!(error <= allowed(now.n)))
            test_fail(__FILE__, __LINE__,
                      "length %lld, kind %d, backward %d, double %d: error %g, allowed %g",
                      (long long)now.n, now.kind, now.is_backward, now.is_double, error,
                      allowed(now.n));
    }
    dpex_queue_release(queue);
}

TEST(ffts_of_one_line_of_any_length)
{
    for (int64_t n = 1; n <= 300; n++) check_all(&(trial){.n = n, .n_lines = 1});
}

TEST(ffts_of_many_lines_of_any_length)
{
    for (int64_t n = 1; n <= 150; n++) check_all(&(trial){.n = n, .n_lines = 18});
}

TEST(ffts_of_columns)
{
    for (int64_t n = 1; n <= 130; n += n < 33 ? 1 : 7)
        check_all(&(trial){.n = n, .n_lines = 37, .by_columns = 1});
}

TEST(ffts_of_lengths_of_all_sorts)
{
    const int64_t lengths[] = {509, 512, 1000, 1001, 1021, 1024, 1331, 2018, 2048, 2197};
    for (int i = 0; i < 10; i++) check_all(&(trial){.n = lengths[i], .n_lines = 1});
}

/* ---- lengths that direct sums would take too long for ---------------------------------------------------- */

/* A wave of one frequency becomes one number. */
static void check_wave(int64_t n, int64_t frequency, int is_double)
{
    dpex_queue *queue = ops_queue();
    dpex_array x, out;
    const int axis = 1;
    dpex_fft_spec spec = {DPEX_FFT_C2C, 0, 1, 1, &axis, &n};
    dpex_fft_roots roots;
    make(queue, is_double ? DPEX_C128 : DPEX_C64, 1, n, 0, &x);
    CHECK_OK(dpex_fft_roots_init(&roots, n));
    for (int64_t j = 0, e = 0; j < n; j++, e = (e + frequency) % n) {
        dpex_fft_root root = dpex_fft_roots_get(&roots, e);
        put(at(&x, 0, j), x.dtype, (number){root.cos, root.sin});
    }
    dpex_fft_roots_fini(&roots);
    CHECK_OK(dpex_fft_new(&spec, &x, &out));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    double eps = is_double ? 0x1p-53 : 0x1p-24;
    for (int64_t k = 0; k < n; k++) {
        number got = get(at(&out, 0, k), out.dtype);
        long double expected = k == frequency ? (long double)n : 0;
        CHECK(fabsl(got.re - expected) < 20 * eps * (double)n &&
              fabsl(got.im) < 20 * eps * (double)n);
    }
    dpex_array_fini(&out);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(ffts_of_long_lines)
{
    const int64_t lengths[] = {32768, 65536, 59049, 100003, 99990, 262144, 300000, 531441, 524309};
    for (int i = 0; i < 9; i++) {
        check_wave(lengths[i], lengths[i] / 3 + 1, 1);
        check_wave(lengths[i], lengths[i] / 3 + 1, 0);
    }
}

/* ---- axes, padding, overlap ------------------------------------------------------------------------------ */

static void ramp(dpex_queue *queue, int nd, const int64_t *shape, dpex_dtype dtype, dpex_array *x)
{
    CHECK_OK(dpex_array_init(queue, dtype, nd, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, x));
    uint64_t state = 7;
    for (int64_t i = 0; i < x->size; i++) {
        double re = noise(&state), im = noise(&state);
        put((char *)dpex_array_get_ptr(x) + i * dpex_dtype_get_info(dtype)->itemsize, dtype,
            (number){re, im});
    }
}

static void check_close(const dpex_array *a, const dpex_array *b)
{
    CHECK_INT(a->size, b->size);
    CHECK_OK(dpex_queue_wait(a->queue, 0, NULL));
    const double *x = dpex_array_get_ptr(a), *y = dpex_array_get_ptr(b);
    for (int64_t i = 0; i < 2 * a->size; i++) CHECK(fabs(x[i] - y[i]) < 1e-12);
}

TEST(fft_of_several_axes_is_that_of_each)
{
    dpex_queue *queue = ops_queue();
    const int64_t shape[3] = {6, 5, 14}, n[2] = {9, 12};
    const int axes[2] = {0, 2};
    dpex_array x, both, first, second;
    ramp(queue, 3, shape, DPEX_C128, &x);
    CHECK_OK(dpex_fft_new(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 3, 2, axes, n}, &x, &both));
    CHECK_OK(dpex_fft_new(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 1, 1, axes, n}, &x, &first));
    CHECK_OK(
        dpex_fft_new(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 3, 1, axes + 1, n + 1}, &first, &second));
    check_close(&both, &second);
    dpex_array_fini(&second);
    dpex_array_fini(&first);
    dpex_array_fini(&both);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

TEST(fft_into_its_own_input)
{
    dpex_queue *queue = ops_queue();
    const int axis = 0;
    const int64_t lengths[] = {7, 1000, 4099, 40000};
    for (int i = 0; i < 4; i++) {
        dpex_array x, out;
        ramp(queue, 1, &lengths[i], DPEX_C128, &x);
        dpex_fft_spec spec = {DPEX_FFT_C2C, 1, 1.0 / (double)lengths[i], 1, &axis, &lengths[i]};
        CHECK_OK(dpex_fft_new(&spec, &x, &out));
        CHECK_OK(dpex_fft_into(&spec, &x, &x));
        check_close(&out, &x);
        dpex_array_fini(&out);
        dpex_array_fini(&x);
    }
    dpex_queue_release(queue);
}

TEST(fft_into_memory_that_overlaps)
{
    dpex_queue *queue = ops_queue();
    const int axis = 0;
    const int64_t all = 200, n = 100;
    dpex_array x, from, to, expected;
    ramp(queue, 1, &all, DPEX_C128, &x);
    CHECK_OK(dpex_array_init_view(x.storage, queue, x.dtype, 0, 1, &n, NULL, DPEX_ARRAY_WRITABLE,
                                  &from));
    CHECK_OK(dpex_array_init_view(x.storage, queue, x.dtype, 16 * 50, 1, &n, NULL,
                                  DPEX_ARRAY_WRITABLE, &to));
    dpex_fft_spec spec = {DPEX_FFT_C2C, 0, 1, 1, &axis, &n};
    CHECK_OK(dpex_fft_new(&spec, &from, &expected));
    CHECK_OK(dpex_fft_into(&spec, &from, &to));
    check_close(&expected, &to);
    dpex_array_fini(&expected);
    dpex_array_fini(&to);
    dpex_array_fini(&from);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

/* ---- the same bits for any number of threads ------------------------------------------------------------- */

TEST(ffts_do_not_depend_on_the_number_of_threads)
{
    const int64_t n = 1 << 17;
    const int axis = 0;
    const size_t one = 1;
    const dpex_partition division = {
        .kind = DPEX_PARTITION_BY_COUNTS, .counts = &one, .n_counts = 1};
    dpex_device *cpu, **parts;
    size_t n_parts;
    CHECK_OK(dpex_device_find("opencl:cpu", &cpu));
    if (dpex_device_get_info(cpu)->max_compute_units < 2) SKIP("the machine has one core");
    dpex_array bits[2];
    dpex_queue *queues[2];
    CHECK_OK(dpex_device_partition(cpu, &division, &parts, &n_parts));
    CHECK_OK(dpex_queue_create(NULL, cpu, 0, &queues[0]));
    CHECK_OK(dpex_queue_create(NULL, parts[0], 0, &queues[1]));
    for (int i = 0; i < 2; i++) {
        dpex_array x;
        ramp(queues[i], 1, &n, DPEX_C128, &x);
        CHECK_OK(dpex_fft_new(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 1, 1, &axis, &n}, &x, &bits[i]));
        CHECK_OK(dpex_queue_wait(queues[i], 0, NULL));
        dpex_array_fini(&x);
    }
    CHECK(!memcmp(dpex_array_get_ptr(&bits[0]), dpex_array_get_ptr(&bits[1]), 16 * (size_t)n));
    for (int i = 0; i < 2; i++) {
        dpex_array_fini(&bits[i]);
        dpex_queue_release(queues[i]);
    }
    for (size_t i = 0; i < n_parts; i++) dpex_device_release(parts[i]);
    dpex_device_array_free(parts);
    dpex_device_release(cpu);
}

/* ---- the same bits for any instruction set --------------------------------------------------------------- */

/* All 8 or 16 lanes' worth of data through a stage of each radix, on each archive. */
TEST(stages_give_the_same_bits_in_every_instruction_set)
{
    enum { MAX_PARTS = 2 * 2 * 97, RADICES = 11 };
    const int radices[RADICES] = {2, 3, 4, 5, 7, 8, 11, 13, 17, 31, 97};
    static _Alignas(64) double x[8 * MAX_PARTS], y[8 * MAX_PARTS], first[MAX_PARTS];
    size_t n_archives;
    const dpex_loops *const *archives = dpex_loops_get_all(&n_archives);
    for (int r = 0; r < RADICES; r++) {
        int radix = radices[r];
        double twiddles[2 * 97], roots[2 * 97];
        for (int k = 0; k < radix; k++) {
            number root = root_of(radix, k), twiddle = root_of(2 * radix, k + 1);
            roots[2 * k] = (double)root.re, roots[2 * k + 1] = (double)root.im;
            twiddles[2 * k] = (double)twiddle.re, twiddles[2 * k + 1] = -(double)twiddle.im;
        }
        dpex_fft_stage stage = {
            .radix = radix, .m = 2, .s = 1, .twiddles = twiddles, .roots = roots};
        for (size_t i = 0; i < n_archives; i++) {
            if (!dpex_loops_is_supported(archives[i])) continue;
            const dpex_fft_kernels *kernels = archives[i]->fft_f64;
            uint64_t state = 3;
            for (int e = 0; e < 4 * radix; e++) {
                double value = noise(&state);
                for (int b = 0; b < kernels->lanes; b++) x[e * kernels->lanes + b] = value;
            }
            kernels->find_stage(radix)(&stage, x, y);
            for (int e = 0; e < 4 * radix; e++) {
                if (i == 0) first[e] = y[e * kernels->lanes];
                CHECK(y[e * kernels->lanes] == first[e]);
                CHECK(y[e * kernels->lanes] == y[e * kernels->lanes + kernels->lanes - 1]);
            }
        }
    }
}

/* cos and sin of 2 pi j k / radix as stages of one lane read them, from the definition. */
static void fill_matrix(int radix, int lanes, double *matrix)
{
    const int h = radix / 2, n_groups = 2 * ((h + 2 * lanes - 1) / (2 * lanes));
    for (int v = 0; v < n_groups * h; v++) {
        for (int lane = 0; lane < lanes; lane++) {
            const int j = v % h + 1, k = v / h * lanes + lane + 1;
            number root = root_of(radix, j * k % radix);
            matrix[2 * v * lanes + lane] = k <= h ? (double)root.re : 0;
            matrix[(2 * v + 1) * lanes + lane] = k <= h ? (double)root.im : 0;
        }
    }
}

/* The loops that only compute the first lane, for radices that have one. */
TEST(stages_of_one_lane_give_the_bits_of_all_lanes)
{
    enum { MAX_PARTS = 2 * 2 * 97, MAX_MATRIX = 2 * 64 * 48 };
    const int radices[5] = {13, 17, 31, 61, 97};
    static _Alignas(64) double x[8 * MAX_PARTS], all[8 * MAX_PARTS], lone[8 * MAX_PARTS];
    static _Alignas(64) double matrix[MAX_MATRIX];
    size_t n_archives;
    const dpex_loops *const *archives = dpex_loops_get_all(&n_archives);
    for (size_t i = 0; i < n_archives; i++) {
        if (!dpex_loops_is_supported(archives[i])) continue;
        const dpex_fft_kernels *kernels = archives[i]->fft_f64;
        const int lanes = kernels->lanes;
        for (int r = 0; r < 5; r++) {
            const int radix = radices[r];
            double twiddles[2 * 97], roots[2 * 97];
            for (int k = 0; k < radix; k++) {
                number root = root_of(radix, k), twiddle = root_of(2 * radix, k + 1);
                roots[2 * k] = (double)root.re, roots[2 * k + 1] = (double)root.im;
                twiddles[2 * k] = (double)twiddle.re, twiddles[2 * k + 1] = -(double)twiddle.im;
            }
            fill_matrix(radix, lanes, matrix);
            dpex_fft_stage stage = {radix, 2, 1, twiddles, roots, matrix};
            uint64_t state = 5;
            for (int e = 0; e < 4 * radix * lanes; e++) x[e] = noise(&state);
            kernels->find_stage(radix)(&stage, x, all);
            kernels->find_lone_stage(radix)(&stage, x, lone);
            for (int e = 0; e < 4 * radix; e++) CHECK(lone[e * lanes] == all[e * lanes]);
        }
    }
}

/* ---- lengths --------------------------------------------------------------------------------------------- */

TEST(factors_multiply_to_the_length)
{
    for (int64_t n = 1; n < 5000; n++) {
        int64_t radices[DPEX_FFT_MAX_STAGES], product = 1;
        int n_radices = dpex_fft_factorize(n, radices);
        for (int i = 0; i < n_radices; i++) product *= radices[i];
        CHECK_INT(product, n);
    }
    CHECK(dpex_fft_needs_convolution(1009) && !dpex_fft_needs_convolution(1024));
    for (int64_t n = 101; n < 20000; n += 1013) {
        int64_t length = dpex_fft_convolution_length(n);
        CHECK(length >= 2 * n - 1 && length < 4 * n && !dpex_fft_needs_convolution(length));
    }
    int64_t first = dpex_fft_find_split(1 << 20, 1);
    CHECK(first > 64 && (1 << 20) % first == 0);
}

/* ---- errors ---------------------------------------------------------------------------------------------- */

TEST(ffts_refuse_what_does_not_fit)
{
    dpex_queue *queue = ops_queue();
    const int64_t shape[2] = {3, 4}, zero = 0, four = 4, twice[2] = {4, 5};
    const int one = 1, two = 2, same[2] = {1, 1};
    dpex_array x, real, out;
    ramp(queue, 2, shape, DPEX_C128, &x);
    ramp(queue, 2, shape, DPEX_F64, &real);
    CHECK_FAILS(dpex_fft_new(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 1, 1, &one, &zero}, &x, &out),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_fft_new(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 1, 0, &one, &four}, &x, &out),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_fft_new(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 1, 1, &two, &four}, &x, &out),
                DPEX_ERROR_OUT_OF_RANGE);
    CHECK_FAILS(dpex_fft_new(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 1, 2, same, twice}, &x, &out),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_FAILS(dpex_fft_new(&(dpex_fft_spec){DPEX_FFT_R2C, 0, 1, 1, &one, &four}, &x, &out),
                DPEX_ERROR_INVALID_TYPE);
    CHECK_MESSAGE("complex128");
    CHECK_FAILS(dpex_fft_into(&(dpex_fft_spec){DPEX_FFT_R2C, 0, 1, 1, &one, &four}, &real, &x),
                DPEX_ERROR_INVALID_VALUE);
    CHECK_MESSAGE("(3,3)");
    CHECK_FAILS(dpex_fft_into(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 1, 1, &one, &four}, &x, &real),
                DPEX_ERROR_INVALID_TYPE);
    x.flags &= ~(uint32_t)DPEX_ARRAY_WRITABLE;
    CHECK_FAILS(dpex_fft_into(&(dpex_fft_spec){DPEX_FFT_C2C, 0, 1, 1, &one, &four}, &real, &x),
                DPEX_ERROR_READ_ONLY);
    dpex_array_fini(&real);
    dpex_array_fini(&x);
    dpex_queue_release(queue);
}

static dpex_status make_and_drop_plans(void *context)
{
    const dpex_fft_form forms[] = {DPEX_FFT_BLOCK, DPEX_FFT_LINE, DPEX_FFT_REAL};
    const int64_t lengths[] = {1000, 1009, 36};
    (void)context;
    for (int i = 0; i < 9; i++) {
        dpex_fft_plan *plan;
        dpex_status status = dpex_fft_plan_create(forms[i % 3], lengths[i / 3] * 2, 0, &plan);
        if (status) return status;
        dpex_fft_plan_release(plan);
    }
    return DPEX_SUCCESS;
}

TEST(plans_survive_failing_allocations)
{
    CHECK_OK(make_and_drop_plans(NULL)); /* those in the cache stay */
    test_failing_allocations(make_and_drop_plans, NULL);
}
