/* Linear interpolation, a block of elements at a time: a branch-free binary search of all their
 * intervals at once (sort/compare.inc), then the straight lines. */
#include "dpex/interpolate.h"
#include "base/integer.h"

#include "array/array.h"
#include "base/alloc.h"
#include "base/error.h"
#include "defs/tuning.h"
#include "device.h"
#include "ops/loops/loops.h"
#include "ops/sort/kernels.h"
#include "ops/work.h"
#include "runtime/runtime.h"

enum { CHUNK = 8 * DPEX_BLOCK_ELEMS, COST = 4 /* of an element, at least */ };

/* The data of one command; all contiguous, of float64 or of float32. */
typedef struct interpolation {
    const void *x, *at, *values;
    void *out;
    int64_t n, n_points;
    int has_left, has_right; /* else the values of the first and the last point */
    double left, right;
} interpolation;

/* position: the number of points that are not above x. NumPy returns the only value for a NaN if
 * there is a single point. Then: before the first point, at or after the last one, at a point;
 * between two from the left point; where that overflows or is inf - inf, from the right one, and
 * two equal values are their own interpolation. */
#define VALUE_AT(T)                                                                                \
    static T value_at_##T(const interpolation *t, T x, int64_t position)                           \
    {                                                                                              \
        const T *at = (const T *)t->at + position - 1;                                             \
        const T *values = (const T *)t->values + position - 1;                                     \
        if (x != x) return t->n_points > 1 ? x : *(const T *)t->values;                            \
        if (position == 0) return t->has_left ? (T)t->left : values[1];                            \
        if (position == t->n_points) return x == at[0] || !t->has_right ? values[0] : (T)t->right; \
        if (x == at[0]) return values[0];                                                          \
        const T slope = (values[1] - values[0]) / (at[1] - at[0]);                                 \
        T made = slope * (x - at[0]) + values[0];                                                  \
        if (made == made) return made;                                                             \
        made = slope * (x - at[1]) + values[1];                                                    \
        return made != made && values[0] == values[1] ? values[0] : made;                          \
    }
VALUE_AT(double)
VALUE_AT(float)
#undef VALUE_AT

/* The search from the right: position is the number of points up to and including x, so that x
 * itself is the left point of its interval. */
#define RUN(name, T, dtype)                                                                        \
    static dpex_status name(void *payload, int64_t first_chunk, int64_t last_chunk)                \
    {                                                                                              \
        const interpolation *t = payload;                                                          \
        const dpex_sort_compare *compare = dpex_loops_get()->sort->compare[dtype];                 \
        const int64_t end = last_chunk * CHUNK < t->n ? last_chunk * CHUNK : t->n;                 \
        int64_t positions[DPEX_BLOCK_ELEMS];                                                       \
        for (int64_t first = first_chunk * CHUNK; first < end; first += DPEX_BLOCK_ELEMS) {        \
            const int64_t n = dpex_int64_min(end - first, DPEX_BLOCK_ELEMS);                       \
            const T *x = (const T *)t->x + first;                                                  \
            T *out = (T *)t->out + first;                                                          \
            compare->search(t->at, t->n_points, x, (size_t)n, 1, positions);                       \
            for (int64_t i = 0; i < n; i++) out[i] = value_at_##T(t, x[i], positions[i]);          \
        }                                                                                          \
        return DPEX_SUCCESS;                                                                       \
    }
RUN(run_f64, double, DPEX_F64)
RUN(run_f32, float, DPEX_F32)
#undef RUN

static dpex_status check(const dpex_array *x, const dpex_array *at, const dpex_array *values)
{
    const uint32_t flags = x->flags & at->flags & values->flags;
    const int is_real = x->dtype == DPEX_F64 || x->dtype == DPEX_F32;
    if (!is_real || at->dtype != x->dtype || values->dtype != x->dtype || at->nd != 1 ||
        values->nd != 1 || at->size < 1 || values->size != at->size ||
        !(flags & DPEX_ARRAY_C_CONTIGUOUS))
        return DPEX_FAIL(DPEX_ERROR_INVALID_VALUE,
                         "interpolate: an array has a wrong dtype, shape or layout");
    DPEX_TRY(dpex_array_check_queue("interpolate", "the array of points", at, x->queue));
    DPEX_TRY(dpex_array_check_queue("interpolate", "the array of values", values, x->queue));
    return DPEX_SUCCESS;
}

/* arrays: x, at, values, out. */
static dpex_status submit(const interpolation *filled, const dpex_array *const arrays[4])
{
    interpolation *t = dpex_malloc(sizeof(*t));
    if (!t) return DPEX_FAIL_NO_COMMAND("interpolate");
    *t = *filled;
    const dpex_work work = {.name = "interpolate",
                            .run = arrays[0]->dtype == DPEX_F64 ? run_f64 : run_f32,
                            .drop = dpex_free,
                            .payload = t,
                            .n_chunks = dpex_int64_ceil_div(t->n, CHUNK),
                            .cost = COST * t->n};
    return dpex_work_submit(&work, arrays, 4);
}

static dpex_status interpolate_on_host(const dpex_array *const arrays[4], const double *left,
                                       const double *right)
{
    const interpolation t = {.x = dpex_array_get_ptr(arrays[0]),
                             .at = dpex_array_get_ptr(arrays[1]),
                             .values = dpex_array_get_ptr(arrays[2]),
                             .out = dpex_array_get_ptr(arrays[3]),
                             .n = arrays[0]->size,
                             .n_points = arrays[1]->size,
                             .has_left = left != NULL,
                             .has_right = right != NULL,
                             .left = left ? *left : 0,
                             .right = right ? *right : 0};
    return submit(&t, arrays);
}

dpex_status dpex_interpolate_new(const dpex_array *x, const dpex_array *at,
                                 const dpex_array *values, const double *left, const double *right,
                                 dpex_array *out)
{
    DPEX_TRY(check(x, at, values));
    const dpex_array *const arrays[4] = {x, at, values, out};
    DPEX_TRY(dpex_array_init(x->queue, x->dtype, x->nd, x->shape, DPEX_ORDER_C,
                             dpex_array_result_kind(arrays, 3), out));
    if (out->size == 0) return DPEX_SUCCESS;
    const dpex_status status = x->queue->backend->runs_on_host
                                   ? interpolate_on_host(arrays, left, right)
                                   : dpex_device_interpolate(&(dpex_device_interpolation){
                                         x, at, values, out, left, right});
    if (status) dpex_array_fini(out);
    return status;
}
