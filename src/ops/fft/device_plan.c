/* Plans of devices that compile: parts of a line that fit a tile, and tables in the device's
 * memory.
 *
 * Tables come from the host, where roots of unity are exact in long double, once for a length: a
 * line's steps need the roots of their parts, which are short, and those of the whole length as
 * products of two from tables of its square root. The kernel of a convolution is the host plan's
 * own. The last few plans are kept. */
#include "device.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/fork.h"
#include "base/integer.h"
#include "runtime/runtime.h"

/* ---- parts --------------------------------------------------------------------------------------------- */

/* The divisor of n, at most `most`, that is nearest to `wanted` as a factor. */
static int64_t nearest_divisor(int64_t n, int64_t most, double wanted)
{
    int64_t best = 1;
    for (int64_t d = 2; d <= most && d <= n; d++) {
        if (n % d) continue;
        if (fabs(log((double)d / wanted)) < fabs(log((double)best / wanted))) best = d;
    }
    return best;
}

/* As few parts as possible, of about the same length. */
static void divide(dpex_fft_device_plan *plan, const dpex_fft_device_lines *lines)
{
    int64_t rest = plan->n;
    plan->n_parts = 0;
    while (rest > lines->most && plan->n > lines->whole) {
        int n_left = 1;
        for (int64_t reach = lines->most; reach < rest; reach *= lines->most) n_left++;
        const double wanted = pow((double)rest, 1.0 / n_left);
        const int64_t part = nearest_divisor(rest, lines->most, wanted);
        plan->parts[plan->n_parts++] = part;
        rest /= part;
    }
    plan->parts[plan->n_parts++] = rest;
}

/* ---- tables -------------------------------------------------------------------------------------------- */

typedef struct table {
    char *data;
    int64_t n; /* complex numbers */
    int is_double;
} table;

static void put(table *t, dpex_fft_root root)
{
    if (t->is_double) {
        const double parts[2] = {(double)root.cos, (double)-root.sin};
        memcpy(t->data + (size_t)t->n++ * sizeof parts, parts, sizeof parts);
    } else {
        const float parts[2] = {(float)root.cos, (float)-root.sin};
        memcpy(t->data + (size_t)t->n++ * sizeof parts, parts, sizeof parts);
    }
}

/* exp(-2 pi i j step / n) for j < count. */
static dpex_status put_roots(table *t, int64_t n, int64_t count, int64_t step)
{
    dpex_fft_roots roots;
    DPEX_TRY(dpex_fft_roots_init(&roots, n));
    for (int64_t j = 0; j < count; j++) put(t, dpex_fft_roots_get(&roots, j * step));
    dpex_fft_roots_fini(&roots);
    return DPEX_SUCCESS;
}

/* storage: new. */
static dpex_status upload(dpex_queue *queue, const void *data, int64_t n, int is_double,
                          dpex_storage **storage)
{
    const dpex_dtype dtype = is_double ? DPEX_C128 : DPEX_C64;
    const int64_t stride = is_double ? 16 : 8;
    dpex_array array;
    DPEX_TRY(dpex_array_init(queue, dtype, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &array));
    dpex_status status = dpex_array_from_host(&array, data, &stride);
    if (!status) *storage = dpex_storage_retain(array.storage);
    dpex_array_fini(&array);
    return status;
}

static dpex_status make_tables(dpex_fft_device_plan *plan, dpex_queue *queue,
                               const dpex_fft_device_lines *lines)
{
    int64_t n_roots = 0;
    for (int i = 0; i < plan->n_parts; i++) {
        plan->roots[i] = n_roots;
        n_roots += plan->parts[i];
    }
    plan->fine_bits = 0;
    while ((int64_t)1 << 2 * plan->fine_bits < plan->n) plan->fine_bits++;
    const int64_t n_fine = (int64_t)1 << plan->fine_bits, n_coarse = (plan->n - 1) / n_fine + 1;
    plan->fine = n_roots;
    plan->coarse = n_roots + n_fine;
    plan->halves = n_roots;
    const int64_t total = plan->n_parts > 1  ? n_roots + n_fine + n_coarse
                          : lines->is_halved ? n_roots + plan->n
                                             : n_roots;
    table t = {dpex_malloc((size_t)total * (lines->is_double ? 16 : 8)), 0, lines->is_double};
    if (!t.data) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "fft: no memory for a plan");
    dpex_status status = DPEX_SUCCESS;
    for (int i = 0; i < plan->n_parts && !status; i++)
        status = put_roots(&t, plan->parts[i], plan->parts[i], 1);
    /* Fine roots may go on beyond the circle. */
    if (!status && plan->n_parts > 1) {
        status = put_roots(&t, plan->n, dpex_int64_min(n_fine, plan->n), 1);
        t.n = plan->coarse;
        if (!status) status = put_roots(&t, plan->n, n_coarse, n_fine);
    }
    if (!status && lines->is_halved) status = put_roots(&t, 2 * plan->n, plan->n, 1);
    if (!status) status = upload(queue, t.data, total, lines->is_double, &plan->tables);
    dpex_free(t.data);
    return status;
}

static dpex_status make_convolution(dpex_fft_device_plan *plan, dpex_queue *queue, int64_t n_line,
                                    int is_double)
{
    dpex_fft_plan *host;
    DPEX_TRY(dpex_fft_plan_get(DPEX_FFT_LINE, n_line, is_double, &host));
    plan->n = host->convolution.plan->n;
    dpex_status status = upload(queue, host->tables, n_line + plan->n, is_double, &plan->factors);
    dpex_fft_plan_release(host);
    return status;
}

static dpex_status make(dpex_fft_device_plan *plan, dpex_queue *queue,
                        const dpex_fft_device_lines *lines)
{
    *plan = (dpex_fft_device_plan){.n = lines->n};
    dpex_status status = DPEX_SUCCESS;
    if (dpex_fft_needs_convolution(lines->n))
        status = make_convolution(plan, queue, lines->n, lines->is_double);
    if (!status) {
        divide(plan, lines);
        status = make_tables(plan, queue, lines);
    }
    if (status) dpex_fft_device_plan_fini(plan);
    return status;
}

void dpex_fft_device_plan_fini(dpex_fft_device_plan *plan)
{
    dpex_storage_release(plan->tables);
    dpex_storage_release(plan->factors);
}

/* ---- the cache ----------------------------------------------------------------------------------------- */

enum { MAX_PLANS = 64, MAX_KEPT = 1 << 22 /* numbers of a plan that is kept */ };

typedef struct entry {
    const dpex_context *ctx; /* kept by the storages */
    const dpex_device *device;
    dpex_fft_device_lines lines;
    dpex_fft_device_plan plan;
} entry;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards those below */
static entry entries[MAX_PLANS];                         /* the one used last first */
static int n_entries;

DPEX_FORK_GUARD(lock)

static void retain(const dpex_fft_device_plan *plan)
{
    dpex_storage_retain(plan->tables);
    if (plan->factors) dpex_storage_retain(plan->factors);
}

/* With the lock held. */
static void put_first(int i, const entry *e)
{
    memmove(entries + 1, entries, (size_t)i * sizeof *entries);
    entries[0] = *e;
}

static int find(const entry *like, dpex_fft_device_plan *plan)
{
    int is_found = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < n_entries && !is_found; i++) {
        const entry e = entries[i];
        if (e.ctx != like->ctx || e.device != like->device || e.lines.n != like->lines.n ||
            e.lines.is_double != like->lines.is_double ||
            e.lines.is_halved != like->lines.is_halved)
            continue;
        put_first(i, &e);
        *plan = e.plan;
        retain(plan);
        is_found = 1;
    }
    pthread_mutex_unlock(&lock);
    return is_found;
}

static void keep(const entry *e)
{
    dpex_fft_device_plan dropped = {0};
    if (e->plan.n > MAX_KEPT && e->plan.factors) return;
    retain(&e->plan);
    pthread_mutex_lock(&lock);
    if (n_entries == MAX_PLANS) dropped = entries[--n_entries].plan;
    put_first(n_entries++, e);
    pthread_mutex_unlock(&lock);
    dpex_fft_device_plan_fini(&dropped);
}

dpex_status dpex_fft_device_plan_init(dpex_fft_device_plan *plan, dpex_queue *queue,
                                      const dpex_fft_device_lines *lines)
{
    entry e = {.ctx = queue->ctx, .device = queue->device, .lines = *lines};
    if (find(&e, plan)) return DPEX_SUCCESS;
    DPEX_TRY(make(plan, queue, lines));
    e.plan = *plan;
    keep(&e);
    return DPEX_SUCCESS;
}
