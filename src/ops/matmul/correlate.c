/* Correlation and convolution of signals: which of five methods takes the least time.
 *
 * All are made of other operations, so that they run wherever those do:
 *   pass       one element-wise pass over the shifted views of the longer signal, for a shorter one
 *              of few elements
 *   product    the matrix of all windows, a view whose rows overlap, times the shorter signal
 *   masked     the same with products beyond an end of the signal left out: of an infinity with a
 *              padding zero they are NaN
 *   split      masked for the windows at both ends, where padding is, and a pass or product for
 *              those in between
 *   transform  the convolution theorem: two Fourier transforms, a product, and one back, n log n
 *              for n m products
 * A convolution is a correlation with the reversed signal. Zeros are padded where windows leave the
 * longer signal. */
#include "dpex/correlate.h"

#include "array/array.h"
#include "base/error.h"
#include "dpex/fft.h"
#include "dpex/matmul.h"
#include "dpex/op.h"
#include "dpex/rearrange.h"
#include "ops/tape/tape.h"
#include "runtime/runtime.h"

/* docs/tuning.md has the measurements. */
enum {
    FEW = 8,         /* elements of the shorter signal up to which one pass adds up all products */
    SMALL = 1 << 14, /* products up to which one call of matmul takes less time than that pass */
    DIRECT_LENGTH =
        512,        /* of the shorter signal, up to which products take no longer than transforms */
    MAX_ARRAYS = 32 /* a call makes at most 18 */
};

/* The arrays that a call makes on its way, released together at its end: commands in flight hold
 * their storages. */
typedef struct scratch {
    dpex_array arrays[MAX_ARRAYS];
    int n;
} scratch;

/* Where the next one is made; `kept` counts it and hands it out. What takes the scratch makes
 * arrays there too, so its result is none of these. */
static dpex_array *next(scratch *s)
{
    return &s->arrays[s->n];
}

static dpex_status kept(scratch *s, dpex_status status, const dpex_array **array)
{
    if (!status) *array = &s->arrays[s->n++];
    return status;
}

static void drop(scratch *s)
{
    while (s->n) dpex_array_fini(&s->arrays[--s->n]);
}

/* sum over i of a[k + i] v[i], for k from -before to where v ends `after` elements behind a; v is
 * not longer than a, and both have one dtype. */
typedef struct sliding {
    const dpex_array *a, *v;
    int64_t before, after;
} sliding;

static int64_t n_results(const sliding *c)
{
    return c->before + c->a->size + c->after - c->v->size + 1;
}

/* Whether n windows of m elements are more than SMALL products; the product of two extents may not
 * fit 64 bits. */
static int is_more_than_small(int64_t n, int64_t m)
{
    return m > SMALL || n > SMALL || n * m > SMALL;
}

/* ---- views and padding --------------------------------------------------------------------------- */

static dpex_status part(const dpex_array *x, int64_t first, int64_t stop, dpex_array *view)
{
    const dpex_index index = {
        .kind = DPEX_INDEX_SLICE, .start = first, .stop = stop, .has_start = 1, .has_stop = 1};
    return dpex_array_index(x, &index, 1, view);
}

static dpex_status reversed(const dpex_array *x, dpex_array *view)
{
    const dpex_index index = {.kind = DPEX_INDEX_SLICE, .step = -1, .has_step = 1};
    return dpex_array_index(x, &index, 1, view);
}

/* All windows of m elements as rows. A signal without zeros around it may be any view, so its
 * stride counts. */
static dpex_status windows(const dpex_array *x, int64_t m, dpex_array *view)
{
    /* Read-only, since its rows share their elements. */
    const int64_t shape[2] = {x->size - m + 1, m}, strides[2] = {x->strides[0], x->strides[0]};
    return dpex_array_init_view(x->storage, x->queue, x->dtype, x->offset, 2, shape, strides, 0,
                                view);
}

static dpex_status copy_part(const dpex_array *x, dpex_array *to, int64_t first)
{
    dpex_array view;
    DPEX_TRY(part(to, first, first + x->size, &view));
    const dpex_status status = dpex_array_copy(&view, x);
    dpex_array_fini(&view);
    return status;
}

static dpex_status fill_part(dpex_array *x, int64_t first, int64_t stop)
{
    const dpex_scalar zero = {.bytes = {0}};
    if (first == stop) return DPEX_SUCCESS;
    dpex_array view;
    DPEX_TRY(part(x, first, stop, &view));
    const dpex_status status = dpex_array_fill(&view, &zero);
    dpex_array_fini(&view);
    return status;
}

static dpex_status pad(scratch *s, const sliding *c, const dpex_array **padded)
{
    const int64_t n = c->before + c->a->size + c->after;
    *padded = c->a;
    if (!c->before && !c->after) return DPEX_SUCCESS;
    dpex_array *made = next(s);
    DPEX_TRY(kept(s,
                  dpex_array_init(c->a->queue, c->a->dtype, 1, &n, DPEX_ORDER_C,
                                  dpex_storage_get_kind(c->a->storage), made),
                  padded));
    DPEX_TRY(fill_part(made, 0, c->before));
    DPEX_TRY(copy_part(c->a, made, c->before));
    return fill_part(made, n - c->after, n);
}

/* ---- sums of products ------------------------------------------------------------------------------ */

/* Inputs: m views of the signal, then the m numbers. */
static dpex_status build_pass(dpex_tape *tape, int m, dpex_dtype dtype)
{
    int inputs[2 * FEW], total = 0;
    for (int i = 0; i < 2 * m; i++) DPEX_TRY(dpex_tape_input(tape, dtype, &inputs[i]));
    for (int i = 0; i < m; i++) {
        int product, pair[2] = {inputs[i], inputs[m + i]};
        DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_multiply], pair, &product));
        pair[0] = total;
        pair[1] = product;
        total = product;
        /* From left to right, as a loop over the shorter signal would add: each result's order
         * does not depend on its position. */
        if (i) DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_add], pair, &total));
    }
    return dpex_tape_output(tape, total);
}

static dpex_status run_tape(const dpex_tape *tape, const dpex_array *const *inputs,
                            const dpex_scalar *parameters, uint64_t axes_mask, dpex_array *out)
{
    const dpex_tape_arguments arguments = {
        .inputs = inputs, .parameters = parameters, .axes_mask = axes_mask};
    return dpex_tape_run_new(tape, &arguments, &out, 1);
}

static dpex_status by_pass(const dpex_array *a, const dpex_array *v, dpex_array *out)
{
    const int m = (int)v->size;
    const int64_t n = a->size - m + 1;
    scratch views = {.n = 0};
    const dpex_array *inputs[2 * FEW];
    dpex_tape tape;
    dpex_tape_init(&tape);
    dpex_status status = build_pass(&tape, m, a->dtype);
    for (int i = 0; i < m && !status; i++)
        status = kept(&views, part(a, i, i + n, next(&views)), &inputs[i]);
    for (int i = 0; i < m && !status; i++)
        status = kept(&views, part(v, i, i + 1, next(&views)), &inputs[m + i]);
    if (!status) status = run_tape(&tape, inputs, NULL, 0, out);
    drop(&views);
    dpex_tape_fini(&tape);
    return status;
}

static dpex_status by_windows(scratch *s, const sliding *c, dpex_array *out)
{
    const dpex_array *a, *rows;
    DPEX_TRY(pad(s, c, &a));
    const int64_t m = c->v->size;
    if (m <= FEW && is_more_than_small(n_results(c), m)) return by_pass(a, c->v, out);
    DPEX_TRY(kept(s, windows(a, m, next(s)), &rows));
    return dpex_matmul_new(rows, c->v, NULL, DPEX_ORDER_K, out);
}

/* ---- infinities and NaN: elements beyond a signal must not be multiplied with padding zeros ---------- */

/* sum(where((i >= begin) & (i < end), windows * v, 0)): inputs windows, v, i; parameters begin,
 * end. */
static dpex_status build_masked(dpex_tape *tape, dpex_dtype dtype)
{
    const dpex_scalar zero = {.bytes = {0}};
    int rows, v, i, begin, end, above[2], below[2], both[2], choice[3], inside;
    DPEX_TRY(dpex_tape_input(tape, dtype, &rows));
    DPEX_TRY(dpex_tape_input(tape, dtype, &v));
    DPEX_TRY(dpex_tape_input(tape, DPEX_I64, &i));
    DPEX_TRY(dpex_tape_parameter(tape, DPEX_I64, &begin));
    DPEX_TRY(dpex_tape_parameter(tape, DPEX_I64, &end));
    above[0] = below[0] = i;
    above[1] = begin;
    below[1] = end;
    DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_greater_equal], above, &both[0]));
    DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_less], below, &both[1]));
    DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_bitwise_and], both, &choice[0]));
    const int factors[2] = {rows, v};
    DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_multiply], factors, &choice[1]));
    DPEX_TRY(dpex_tape_constant(tape, dtype, &zero, &choice[2]));
    DPEX_TRY(dpex_tape_apply(tape, &dpex_ops[DPEX_OP_where], choice, &inside));
    return dpex_tape_reduce(tape, dpex_reduction_find("sum"), inside);
}

/* The positions of a padded signal's elements. */
static dpex_status make_positions(const dpex_array *like, dpex_array *positions)
{
    const dpex_scalar zero = {.i = 0}, one = {.i = 1};
    DPEX_TRY(dpex_array_init(like->queue, DPEX_I64, 1, &like->size, DPEX_ORDER_C,
                             dpex_storage_get_kind(like->storage), positions));
    const dpex_status status = dpex_array_fill_arange(positions, &zero, &one);
    if (status) dpex_array_fini(positions);
    return status;
}

static dpex_status by_masked_windows(scratch *s, const sliding *c, dpex_array *out)
{
    const dpex_array *a, *positions, *inputs[3] = {NULL, c->v, NULL};
    const int64_t m = c->v->size;
    DPEX_TRY(pad(s, c, &a));
    DPEX_TRY(kept(s, make_positions(a, next(s)), &positions));
    DPEX_TRY(kept(s, windows(a, m, next(s)), &inputs[0]));
    DPEX_TRY(kept(s, windows(positions, m, next(s)), &inputs[2]));
    const dpex_scalar range[2] = {{.i = c->before}, {.i = c->before + c->a->size}};
    dpex_tape tape;
    dpex_tape_init(&tape);
    dpex_status status = build_masked(&tape, a->dtype);
    if (!status) status = run_tape(&tape, inputs, range, 1 << 1, out);
    dpex_tape_fini(&tape);
    return status;
}

/* Only windows of the first and the last m - 1 elements reach beyond an end. */
static dpex_status by_parts(scratch *s, const sliding *c, dpex_array *out)
{
    const int64_t n = c->a->size, m = c->v->size;
    if (!is_more_than_small(n_results(c), m) || n < m) return by_masked_windows(s, c, out);
    const dpex_array *parts[3];
    int n_parts = 0;
    /* The windows that begin before the signal end among its first m - 1 elements, those that
     * end behind it begin among its last m - 1. Each end is a short signal of its own, padded on
     * one side. */
    sliding left = {.v = c->v, .before = c->before}, middle = {.a = c->a, .v = c->v};
    sliding right = {.v = c->v, .after = c->after};
    DPEX_TRY(kept(s, part(c->a, 0, m - 1, next(s)), &left.a));
    DPEX_TRY(kept(s, part(c->a, n - m + 1, n, next(s)), &right.a));
    dpex_array made[3];
    dpex_status status = by_masked_windows(s, &left, &made[0]);
    if (!status) parts[n_parts++] = &made[0];
    if (!status) status = by_windows(s, &middle, &made[1]);
    if (!status) parts[n_parts++] = &made[1];
    /* With an even m, `same` results may end with the signal: then no window reaches beyond. */
    if (!status && c->after) {
        status = by_masked_windows(s, &right, &made[2]);
        if (!status) parts[n_parts++] = &made[2];
    }
    if (!status) status = dpex_array_concat(parts, n_parts, 0, out);
    while (n_parts) dpex_array_fini(&made[--n_parts]);
    return status;
}

/* ---- transforms -------------------------------------------------------------------------------------- */

/* Whether integer sums computed by transforms have an error below 1/2 for all values of the dtype,
 * so that rounding is exact. The error of a transform grows with the roots of the sums of squares,
 * which are at most sqrt(n m) 4^bits, and with log(n). */
static int is_exact(const sliding *c)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(c->a->dtype);
    /* Of the largest number of the dtype, without its sign: transforms are used for all values
     * or for none of a dtype, so that the time of a call does not depend on values. */
    int bits =
        info->kind == DPEX_KIND_BOOL ? 1 : 8 * (int)info->itemsize - (info->kind == DPEX_KIND_INT);
    const int digits = dpex_device_has_aspect(c->a->queue->device, DPEX_ASPECT_fp64) ? 53 : 24;
    int bits_of_length = 0;
    for (int64_t n = c->a->size + c->v->size; n; n >>= 1) bits_of_length++;
    return 2 * bits + bits_of_length + 5 < digits;
}

static dpex_status transform(const dpex_array *x, dpex_fft_kind kind, int is_backward, int64_t n,
                             dpex_array *out)
{
    const int axis = 0;
    const dpex_fft_spec spec = {.kind = kind,
                                .is_backward = is_backward,
                                .scale = is_backward ? 1 / (double)n : 1,
                                .n_axes = 1,
                                .axes = &axis,
                                .n = &n};
    return dpex_fft_new(&spec, x, out);
}

static dpex_status as_dtype(scratch *s, dpex_dtype dtype, const dpex_array **x)
{
    if ((*x)->dtype == dtype) return DPEX_SUCCESS;
    return kept(s,
                dpex_array_cast_new(*x, dtype, DPEX_ORDER_K, dpex_storage_get_kind((*x)->storage),
                                    (*x)->queue, next(s)),
                x);
}

static dpex_status apply(scratch *s, dpex_op_number number, const dpex_array *x,
                         const dpex_array *y, const dpex_array **result)
{
    const dpex_operand operands[2] = {{.array = x}, {.array = y}};
    return kept(s, dpex_elementwise_new(&dpex_ops[number], operands, DPEX_ORDER_K, next(s)),
                result);
}

/* All k at which the signals overlap; those that are asked for are a view. Sums of integers wrap
 * around as they are converted from int64. */
static dpex_status by_transforms(scratch *s, const sliding *c, dpex_array *out)
{
    const int64_t n = c->a->size + c->v->size - 1, m = c->v->size;
    const dpex_dtype_kind kind = dpex_dtype_get_info(c->a->dtype)->kind;
    const int is_complex = kind == DPEX_KIND_COMPLEX;
    const dpex_fft_kind there = is_complex ? DPEX_FFT_C2C : DPEX_FFT_R2C;
    const dpex_array *v, *of_a, *of_v, *made;
    DPEX_TRY(kept(s, reversed(c->v, next(s)), &v));
    DPEX_TRY(kept(s, transform(c->a, there, 0, n, next(s)), &of_a));
    DPEX_TRY(kept(s, transform(v, there, 0, n, next(s)), &of_v));
    DPEX_TRY(apply(s, DPEX_OP_multiply, of_a, of_v, &made));
    DPEX_TRY(
        kept(s, transform(made, is_complex ? DPEX_FFT_C2C : DPEX_FFT_C2R, 1, n, next(s)), &made));
    if (kind != DPEX_KIND_REAL && !is_complex) {
        DPEX_TRY(apply(s, DPEX_OP_round, made, NULL, &made));
        DPEX_TRY(as_dtype(s, DPEX_I64, &made));
    }
    DPEX_TRY(as_dtype(s, c->a->dtype, &made));
    return part(made, m - 1 - c->before, n - (m - 1 - c->after), out);
}

/* ---- the choice ---------------------------------------------------------------------------------------- */

/* Whether the sum of all elements is finite (not so on overflow); waits for it. */
static dpex_status check_finite(const dpex_array *x, int *is_finite)
{
    const dpex_reduction *sum = dpex_reduction_find("sum");
    dpex_dtype dtype;
    dpex_array total;
    dpex_scalar raw, value;
    DPEX_TRY(dpex_reduction_resolve(sum, x->dtype, x->queue->device, &dtype));
    DPEX_TRY(dpex_reduce_new(sum, x, 1, 0, dtype, &total));
    const dpex_status status = dpex_array_get_scalar(&total, &raw);
    dpex_array_fini(&total);
    if (status) return status;
    dpex_scalar_cast(&raw, dtype, DPEX_C128, &value);
    /* inf - inf and NaN - NaN are NaN. */
    *is_finite = value.c128.re - value.c128.re == 0 && value.c128.im - value.c128.im == 0;
    return DPEX_SUCCESS;
}

static dpex_status slide(scratch *s, const dpex_correlate_spec *spec, const dpex_array *a,
                         const dpex_array *v, dpex_array *out)
{
    const int64_t m = v->size;
    const dpex_dtype_kind kind = dpex_dtype_get_info(a->dtype)->kind;
    const int is_real = kind == DPEX_KIND_REAL || kind == DPEX_KIND_COMPLEX;
    const int is_long = is_more_than_small(a->size + m, m);
    sliding c = {.a = a, .v = v};
    if (spec->mode == DPEX_CORRELATE_FULL) c.before = c.after = m - 1;
    if (spec->mode == DPEX_CORRELATE_SAME) {
        c.before = m / 2;
        c.after = m - 1 - m / 2;
    }
    int by_transform = spec->method == DPEX_CORRELATE_FFT && (is_real || is_exact(&c));
    if (spec->method == DPEX_CORRELATE_AUTO && m > DIRECT_LENGTH && is_real) {
        DPEX_TRY(check_finite(v, &by_transform));
        if (by_transform) DPEX_TRY(check_finite(a, &by_transform));
    }
    /* Products of integers have no infinities, and valid windows no padding. */
    if (by_transform) return by_transforms(s, &c, out);
    if (!is_real || !c.before) return by_windows(s, &c, out);
    /* For a short signal, a device other than the CPU would be waited for longer than the masked
     * sums take. */
    int is_finite = 0;
    if (is_long || dpex_device_has_aspect(a->queue->device, DPEX_ASPECT_cpu))
        DPEX_TRY(check_finite(v, &is_finite));
    return is_finite ? by_windows(s, &c, out) : by_parts(s, &c, out);
}

static dpex_status conjugated(scratch *s, const dpex_array **x)
{
    if (dpex_dtype_get_info((*x)->dtype)->kind != DPEX_KIND_COMPLEX) return DPEX_SUCCESS;
    return apply(s, DPEX_OP_conj, *x, NULL, x);
}

/* sum a[n + k] conj(v[n]) is conj(sum v[n - k] conj(a[n])): with the longer signal first, the
 * results come in the other order. */
static dpex_status correlate(scratch *s, const dpex_correlate_spec *spec, const dpex_array *a,
                             const dpex_array *v, dpex_array *out)
{
    if (a->size >= v->size) {
        DPEX_TRY(conjugated(s, &v));
        return slide(s, spec, a, v, out);
    }
    DPEX_TRY(conjugated(s, &a));
    dpex_array made;
    DPEX_TRY(slide(s, spec, v, a, &made));
    dpex_status status;
    if (dpex_dtype_get_info(made.dtype)->kind == DPEX_KIND_COMPLEX) {
        const dpex_array *backwards;
        status = kept(s, reversed(&made, next(s)), &backwards);
        const dpex_operand operand = {.array = backwards};
        if (!status)
            status = dpex_elementwise_new(&dpex_ops[DPEX_OP_conj], &operand, DPEX_ORDER_K, out);
    } else {
        status = reversed(&made, out);
    }
    dpex_array_fini(&made);
    return status;
}

static dpex_status convolve(scratch *s, const dpex_correlate_spec *spec, const dpex_array *a,
                            const dpex_array *v, dpex_array *out)
{
    const dpex_array *longer = a->size < v->size ? v : a, *shorter = longer == a ? v : a;
    DPEX_TRY(kept(s, reversed(shorter, next(s)), &shorter));
    return slide(s, spec, longer, shorter, out);
}

static dpex_status check(const dpex_array *a, const dpex_array *v)
{
    if (a->nd != 1 || v->nd != 1)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "correlate: signals have 1 dimension, these have %d and %d", a->nd, v->nd);
    if (!a->size || !v->size)
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "correlate: a signal has no elements");
    return dpex_array_check_queue("correlate", "the second signal", v, a->queue);
}

dpex_status dpex_correlate_new(const dpex_correlate_spec *spec, const dpex_array *a,
                               const dpex_array *v, dpex_array *out)
{
    DPEX_TRY(check(a, v));
    scratch s = {.n = 0};
    const dpex_dtype dtype = dpex_dtype_promote(a->dtype, v->dtype, a->queue->device);
    dpex_status status = as_dtype(&s, dtype, &a);
    if (!status) status = as_dtype(&s, dtype, &v);
    if (!status) status = (spec->is_convolution ? convolve : correlate)(&s, spec, a, v, out);
    drop(&s);
    return status;
}
