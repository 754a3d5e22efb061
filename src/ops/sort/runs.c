/* Runs of equal values, which a sort for `unique` leaves instead of sorted elements where there are
 * few: shared by its commands. */
#include "base/alloc.h"
#include "base/error.h"
#include "sort.h"

/* `runs` is NULL where no counting was tried; a caller must check is_known after the work. */
dpex_status dpex_sort_runs_create(const dpex_array *x, dpex_sort_runs **runs)
{
    dpex_sort_runs *r = dpex_calloc(1, sizeof(*r));
    if (!r) return DPEX_FAIL_NO_COMMAND("unique");
    atomic_init(&r->refs, 1);
    const int64_t most = DPEX_SORT_MAX_RUNS;
    const dpex_dtype dtypes[2] = {x->dtype, DPEX_I64};
    dpex_array *const arrays[2] = {&r->values, &r->counts};
    dpex_status status = DPEX_SUCCESS;
    /* Arrays are created one after the other; n_arrays counts them, so that release frees only
     * those that exist. */
    while (r->n_arrays < 2 && !status) {
        const int i = r->n_arrays;
        status = dpex_array_init(x->queue, dtypes[i], 1, &most, DPEX_ORDER_C, DPEX_USM_DEVICE,
                                 arrays[i]);
        r->n_arrays += !status;
    }
    if (status)
        dpex_sort_runs_release(r);
    else
        *runs = r;
    return status;
}

void dpex_sort_runs_release(dpex_sort_runs *runs)
{
    if (!runs || atomic_fetch_sub(&runs->refs, 1) != 1) return;
    if (runs->n_arrays > 0) dpex_array_fini(&runs->values);
    if (runs->n_arrays > 1) dpex_array_fini(&runs->counts);
    dpex_free(runs);
}
