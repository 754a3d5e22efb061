/* Linear interpolation, a block of elements at a time: a branch-free binary search of all their intervals at once (sort/compare.inc),
 * then the straight lines. */
#include "dpex/interpolate.h"
#include "base/integer.h"

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "ops/loops/loops.h"
#include "ops/sort/kernels.h"
#include "ops/tape/result.h"
#include "ops/tuning.h"
#include "ops/work.h"

enum { CHUNK = 8 * DPEX_BLOCK_ELEMS, COST = 4 /* of an element, at least */ };

/* The data of one command; the points and their values are contiguous float64. */
typedef struct interpolation {
    const double *x, *at, *values;
    double *out;
    int64_t n, n_points;
    int has_left, has_right; /* else the values of the first and the last point */
    double left, right;
} interpolation;

/* position: the number of points that are not above x. */
static double value_at(const interpolation *t, double x, int64_t position)
{
    const double *at = t->at + position - 1, *values = t->values + position - 1;
    /* NumPy returns the only value for a NaN if there is a single point. */
    if (x != x) return t->n_points > 1 ? x : t->values[0];
    /* Before the first point. */
    if (position == 0) return t->has_left ? t->left : values[1];
    /* At or after the last one. */
    if (position == t->n_points) return x == at[0] || !t->has_right ? values[0] : t->right;
    if (x == at[0]) return values[0];
    /* From the left point; where that overflows or is inf - inf, from the right one, and two equal
     * values are their own interpolation. */
    const double slope = (values[1] - values[0]) / (at[1] - at[0]);
    double made = slope * (x - at[0]) + values[0];
    if (made == made) return made;
    made = slope * (x - at[1]) + values[1];
    return made != made && values[0] == values[1] ? values[0] : made;
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const interpolation *t = payload;
    const dpex_sort_compare *compare = dpex_loops_get()->sort->compare[DPEX_F64];
    const int64_t end = last_chunk * CHUNK < t->n ? last_chunk * CHUNK : t->n;
    int64_t positions[DPEX_BLOCK_ELEMS];
    for (int64_t first = first_chunk * CHUNK; first < end; first += DPEX_BLOCK_ELEMS) {
        const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);
        /* from_right: position is the number of points up to and including x, so that x itself is
         * the left point of its interval. */
        compare->search(t->at, t->n_points, t->x + first, (size_t)n, 1, positions);
        for (int64_t i = 0; i < n; i++)
            t->out[first + i] = value_at(t, t->x[first + i], positions[i]);
    }
    return DPEX_SUCCESS;
}

static dpex_status check(const dpex_array *x, const dpex_array *at, const dpex_array *values)
{
    const uint32_t flags = x->flags & at->flags & values->flags;
    if (x->dtype != DPEX_F64 || at->dtype != DPEX_F64 || values->dtype != DPEX_F64 || at->nd != 1 ||
        values->nd != 1 || at->size < 1 || values->size != at->size ||
        !(flags & DPEX_ARRAY_C_CONTIGUOUS))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "interpolate: an array has a wrong dtype, shape or layout");
    DPEX_TRY(dpex_array_check_queue("interpolate", "the array of points", at, x->queue));
    DPEX_TRY(dpex_array_check_queue("interpolate", "the array of values", values, x->queue));
    return dpex_work_check("interpolate", x->queue);
}

/* arrays: x, at, values, out. */
static dpex_status submit(const interpolation *filled, const dpex_array *const arrays[4])
{
    interpolation *t = dpex_malloc(sizeof(*t));
    if (!t) return DPEX_FAIL_NO_COMMAND("interpolate");
    *t = *filled;
    const dpex_work work = {.name = "interpolate",
                            .run = run,
                            .drop = dpex_free,
                            .payload = t,
                            .n_chunks = dpex_int64_ceil_div(t->n, CHUNK),
                            .cost = COST * t->n};
    return dpex_work_submit(&work, arrays, 4);
}

dpex_status dpex_interpolate_new(const dpex_array *x, const dpex_array *at,
                                 const dpex_array *values, const double *left, const double *right,
                                 dpex_array *out)
{
    DPEX_TRY(check(x, at, values));
    const dpex_array *const arrays[4] = {x, at, values, out};
    DPEX_TRY(dpex_array_init(x->queue, DPEX_F64, x->nd, x->shape, DPEX_ORDER_C,
                             dpex_coerced_kind(arrays, 3), out));
    if (out->size == 0) return DPEX_SUCCESS;
    const interpolation t = {.x = dpex_array_get_ptr(x),
                             .at = dpex_array_get_ptr(at),
                             .values = dpex_array_get_ptr(values),
                             .out = dpex_array_get_ptr(out),
                             .n = x->size,
                             .n_points = at->size,
                             .has_left = left != NULL,
                             .has_right = right != NULL,
                             .left = left ? *left : 0,
                             .right = right ? *right : 0};
    const dpex_status status = submit(&t, arrays);
    if (status) dpex_array_fini(out);
    return status;
}
