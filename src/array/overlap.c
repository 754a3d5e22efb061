/* Which bytes an array touches, and whether two arrays touch common ones.
 *
 * Not here: what to do about it (ops/ makes a temporary). The idea: two elements share bytes iff
 * the difference of their addresses is smaller than an item; that difference is a sum of digits
 * times strides, so the question is a bounded integer equation. A search with pruning by range
 * and by greatest common divisor answers it exactly for every layout seen in practice; past a
 * fixed amount of work it answers "may overlap". */
#include <stdlib.h>

#include "array/array.h"
#include "base/integer.h"
#include "runtime/runtime.h"

void dpex_array_byte_bounds(const dpex_array *x, int64_t *first, int64_t *last)
{
    int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    *first = *last = x->offset;
    if (x->size == 0) return;
    for (int i = 0; i < x->nd; i++) {
        int64_t reach = (x->shape[i] - 1) * x->strides[i] * itemsize;
        *(reach < 0 ? first : last) += reach;
    }
    *last += itemsize;
}

/* The sums digit[0] * stride[0] + ... with 0 <= digit[i] <= max[i]; strides positive,
 * descending. */
typedef struct sums {
    int n;
    int64_t stride[2 * DPEX_MAX_NDIM], max[2 * DPEX_MAX_NDIM];
    int64_t reach[2 * DPEX_MAX_NDIM + 1]; /* largest sum of the digits from i on */
    int64_t gcd[2 * DPEX_MAX_NDIM + 1];   /* of the strides from i on; 0 behind the last */
} sums;

/* Descending insertion; equal strides count as one digit with the sum of the ranges. */
static void add_axes(sums *s, const dpex_array *x)
{
    int64_t itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    for (int i = 0; i < x->nd; i++) {
        int64_t stride = llabs(x->strides[i]) * itemsize, max = x->shape[i] - 1;
        if (max == 0 || stride == 0) continue;
        int at = s->n;
        /* Extents of 1 and repeated elements add nothing to the addresses. */
        while (at > 0 && s->stride[at - 1] < stride) at--;
        if (at > 0 && s->stride[at - 1] == stride) {
            s->max[at - 1] += max;
            continue;
        }
        for (int k = s->n++; k > at; k--) {
            s->stride[k] = s->stride[k - 1];
            s->max[k] = s->max[k - 1];
        }
        s->stride[at] = stride;
        s->max[at] = max;
    }
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void finish_sums(sums *s)
{
    s->reach[s->n] = s->gcd[s->n] = 0;
    for (int i = s->n - 1; i >= 0; i--) {
        s->reach[i] = s->reach[i + 1] + s->stride[i] * s->max[i];
        s->gcd[i] = gcd(s->stride[i], s->gcd[i + 1]);
    }
}

/* Whether a sum of the digits from i on may lie in [low, high], by range and divisor alone.
 * Necessary, not sufficient: the sums are multiples of the divisor, but not all of them occur.
 */
static int is_plausible(const sums *s, int i, int64_t low, int64_t high)
{
    if (low < 0) low = 0;
    if (high > s->reach[i]) high = s->reach[i];
    if (low > high) return 0;
    return low == 0 || (s->gcd[i] && high / s->gcd[i] * s->gcd[i] >= low);
}

/* The least digit whose multiple of `stride` is not less than `sum`. */
static int64_t first_digit(int64_t sum, int64_t stride)
{
    return dpex_int64_max(dpex_int64_ceil_div(sum, stride), 0);
}

enum { MOST_STEPS = 10000 };

/* Whether some sum lies in [low, high]: depth-first over the digits, an explicit stack of the
 * digits tried. */
static int may_hit(const sums *s, int64_t low, int64_t high)
{
    int64_t digit[2 * DPEX_MAX_NDIM];
    int i = 0, steps = 0;
    if (!is_plausible(s, 0, low, high)) return 0;
    if (s->n == 0) return 1;
    digit[0] = first_digit(low - s->reach[1], s->stride[0]);
    while (i >= 0) {
        int64_t taken = digit[i] * s->stride[i];
        if (digit[i] > s->max[i] ||
            taken > high) { /* this axis is exhausted: next digit of the one before */
            if (--i >= 0) {
                low += digit[i] * s->stride[i];
                high += digit[i] * s->stride[i];
                digit[i]++;
            }
            continue;
        }
        if (!is_plausible(s, i + 1, low - taken, high - taken)) {
            digit[i]++;
            continue;
        }
        /* Out of steps: "may overlap" only costs a temporary. */
        if (i + 1 == s->n || ++steps > MOST_STEPS) return 1;
        low -= taken;
        high -= taken;
        i++;
        digit[i] = first_digit(low - s->reach[i + 1], s->stride[i]);
    }
    return 0;
}

/* Address of the storage's start; storages without pointers share bytes with themselves only. */
static int64_t get_base(const dpex_array *x)
{
    return (int64_t)(intptr_t)x->storage->ptr;
}

int dpex_array_overlaps(const dpex_array *a, const dpex_array *b)
{
    int64_t a_first, a_last, b_first, b_last;
    if (a->size == 0 || b->size == 0) return 0;
    /* Storages without an address in this process are distinct memory. */
    if (a->storage != b->storage && (!a->storage->ptr || !b->storage->ptr)) return 0;
    dpex_array_byte_bounds(a, &a_first, &a_last);
    dpex_array_byte_bounds(b, &b_first, &b_last);
    /* Two storages may lie in one allocation, so addresses are compared, not storages. */
    int64_t between = get_base(b) - get_base(a);
    if (a_last <= b_first + between || b_last + between <= a_first) return 0;
    if (a->offset == b->offset + between) return 1; /* their first elements: the common case */
    /* Counting a's digits from its lowest element up and b's from its highest down makes all
     * terms positive: element of b - element of a = (b's highest - a's lowest) - sum. */
    sums s;
    s.n = 0;
    add_axes(&s, a);
    add_axes(&s, b);
    finish_sums(&s);
    int64_t a_item = dpex_dtype_get_info(a->dtype)->itemsize;
    int64_t b_item = dpex_dtype_get_info(b->dtype)->itemsize;
    /* The difference of the two farthest elements. */
    int64_t far = b_last - b_item + between - a_first;
    return may_hit(&s, far - a_item + 1, far + b_item - 1);
}

/* ---- the same elements ----------------------------------------------------------------------------------- */

static int64_t magnitude(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

/* Two elements are certainly apart where, along the axes from the shortest stride on, a step leads
 * beyond all that the shorter ones reach. */
int dpex_array_may_overlap_itself(const dpex_array *x)
{
    if (x->flags & (DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS)) return 0;
    uint64_t done = 0;
    /* Quadratic in the axes that matter, of which there are few. */
    for (int64_t reach = 0;;) {
        int next = -1;
        for (int d = 0; d < x->nd; d++) {
            if (x->shape[d] < 2 || (done >> d & 1)) continue;
            if (next < 0 || magnitude(x->strides[d]) < magnitude(x->strides[next])) next = d;
        }
        if (next < 0) return 0;
        if (magnitude(x->strides[next]) <= reach) return 1;
        /* The distance from the first to the last element so far. */
        reach += magnitude(x->strides[next]) * (x->shape[next] - 1);
        done |= UINT64_C(1) << next;
    }
}

uint64_t dpex_array_repeated_axes(const dpex_array *x)
{
    uint64_t axes = 0;
    for (int d = 0; d < x->nd; d++)
        if (x->strides[d] == 0 && x->shape[d] > 1) axes |= UINT64_C(1) << d;
    return axes;
}

int dpex_array_is_same_view(const dpex_array *a, const dpex_array *b)
{
    /* The cheap questions first; most pairs end here. */
    if (a->storage != b->storage || a->offset != b->offset || a->nd != b->nd) return 0;
    if (dpex_dtype_get_info(a->dtype)->itemsize != dpex_dtype_get_info(b->dtype)->itemsize)
        return 0;
    for (int d = 0; d < a->nd; d++) {
        if (a->shape[d] != b->shape[d] || (a->shape[d] > 1 && a->strides[d] != b->strides[d]))
            return 0;
    }
    return !dpex_array_may_overlap_itself(a);
}
