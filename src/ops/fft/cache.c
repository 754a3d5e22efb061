/* A cache of the most recently used plans, for all threads.
 *
 * Their number and their bytes are bounded; only the last few may exceed the bound in bytes: tables
 * are at most a few times as large as the data that they transform, and making them costs about as
 * much as a few transforms. */
#include <pthread.h>

#include "base/alloc.h"
#include "base/fork.h"
#include "plan.h"

enum { MAX_PLANS = 64, ALWAYS_KEPT = 4 };
static const size_t max_bytes = (size_t)64 << 20;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards those below */
static dpex_fft_plan *plans[MAX_PLANS];                  /* kept; the one used last first */
static int n_plans;
static size_t n_bytes;

DPEX_FORK_GUARD(lock)

/* With the lock held. */
static void put_first(int i, dpex_fft_plan *plan)
{
    for (; i > 0; i--) plans[i] = plans[i - 1];
    plans[0] = plan;
}

/* With the lock held: the plan, now the first; NULL: it is not there.
 * The lock is held; the caller retains. */
static dpex_fft_plan *find(dpex_fft_form form, int64_t n, int is_double)
{
    for (int i = 0; i < n_plans; i++) {
        dpex_fft_plan *plan = plans[i];
        if (plan->n != n || plan->form != form || dpex_fft_is_double(plan) != is_double) continue;
        put_first(i, plan);
        return plan;
    }
    return NULL;
}

/* With the lock held: makes room for one more.
 * The least recently used plans go; the last few stay whatever their size, since a large
 * transform would otherwise evict them each time. */
static int drop_old(size_t bytes, dpex_fft_plan **dropped)
{
    int n = 0;
    while (n_plans == MAX_PLANS || (n_plans >= ALWAYS_KEPT && n_bytes + bytes > max_bytes)) {
        dropped[n] = plans[--n_plans];
        n_bytes -= dropped[n++]->bytes;
    }
    return n;
}

dpex_fft_plan *dpex_fft_cache_find(dpex_fft_form form, int64_t n, int is_double)
{
    pthread_mutex_lock(&lock);
    dpex_fft_plan *plan = find(form, n, is_double);
    if (plan) dpex_fft_plan_retain(plan);
    pthread_mutex_unlock(&lock);
    return plan;
}

dpex_fft_plan *dpex_fft_cache_keep(dpex_fft_plan *made)
{
    dpex_fft_plan *dropped[MAX_PLANS];
    int n_dropped = 0;
    pthread_mutex_lock(&lock);
    dpex_fft_plan *plan = find(made->form, made->n, dpex_fft_is_double(made));
    if (!plan) {
        n_dropped = drop_old(made->bytes, dropped);
        put_first(n_plans++, dpex_fft_plan_retain(made));
        n_bytes += made->bytes;
    }
    if (plan) dpex_fft_plan_retain(plan);
    pthread_mutex_unlock(&lock);
    /* Releasing outside the lock: a plan may hold others. */
    while (n_dropped) dpex_fft_plan_release(dropped[--n_dropped]);
    if (!plan) return made;
    dpex_fft_plan_release(made);
    return plan;
}
