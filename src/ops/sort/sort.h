/* Sorting within ops/: the lines of an array to sorted values and their indices. */
#ifndef DPEX_OPS_SORT_SORT_H
#define DPEX_OPS_SORT_SORT_H

#include <stdatomic.h>

#include "dpex/sort.h"
#include "elements.h"

/* A new array for results along an axis of x, of another extent there: its lines are contiguous,
 * the other axes in C order. */
dpex_status dpex_sort_output(const dpex_array *x, int axis, int64_t length, dpex_dtype dtype,
                             dpex_array *out);

/* The distinct values of a line and how often each occurs, where a counting sort found them.
 * Reference-counted: the sort that fills it keeps it too. */
typedef struct dpex_sort_runs {
    _Atomic int refs;
    int is_known; /* the other members are valid, and the results of the task were not written */
    int64_t n;
    dpex_array values, counts; /* n of DPEX_SORT_MAX_RUNS elements; int64 counts */
    int n_arrays;              /* how many of these two exist */
} dpex_sort_runs;

enum { DPEX_SORT_MAX_RUNS = 1 << 16 };

dpex_status dpex_sort_runs_create(const dpex_array *x, dpex_sort_runs **runs); /* new */
void dpex_sort_runs_release(dpex_sort_runs *runs);                             /* NULL is fine */

/* The distinct keys of a line and their counts, where they are few (few.c). */
typedef struct dpex_sort_few dpex_sort_few;
dpex_sort_few *dpex_sort_few_create(void); /* NULL: no memory */
void dpex_sort_few_free(dpex_sort_few *few);
/* Counts the elements first..end of a line of KEY32 or KEY64, up to 2^32 - 1; by any thread. */
void dpex_sort_few_count(dpex_sort_few *few, const dpex_sort_options *options,
                         const dpex_sort_line *line, int64_t first, int64_t end);
/* Once all are counted: the runs, unless there were too many distinct keys, or values that only a sort orders. */
void dpex_sort_few_finish(const dpex_sort_few *few, const dpex_sort_options *options,
                          dpex_sort_runs *runs);

/* Arguments of a sort. The outputs are of dpex_sort_output; NULL for those not wanted. */
typedef struct dpex_sort_task {
    const char *name;
    const dpex_array *x; /* at least one dimension and one element */
    const dpex_array
        *src; /* x, or a copy of it with contiguous lines, or `values` that holds one */
    const dpex_array *values;
    const dpex_array *indices;
    int axis;
    int descending;
    int64_t n_wanted;     /* results of each line, from the first one on; 0: all */
    dpex_sort_runs *runs; /* NULL: not wanted */
} dpex_sort_task;

/* Submits the task to the queue of x. */
dpex_status dpex_sort_submit(const dpex_sort_task *task);

/* Whether each line is sorted by all threads together, not by one: lines that exceed a thread's
 * caches, and shorter ones if there are few. */
int dpex_sort_is_long(int64_t length, int64_t n_lines);

/* The two methods, for short and for long lines. */
dpex_status dpex_sort_short(const dpex_sort_task *task, const dpex_sort_options *options);
dpex_status dpex_sort_long(const dpex_sort_task *task, const dpex_sort_options *options);
/* The length up to which dpex_sort_short sorts lines side by side: beyond it a sorting network,
 * with its n log n log n comparators, takes longer than a radix sort. 0: never. */
int64_t dpex_sort_most_side_by_side(const dpex_sort_options *options);

/* Sorted values and their indices by one sort; NULL for what is not wanted. */
dpex_status dpex_sort_both_new(const char *name, const dpex_array *x, int axis, int descending,
                               dpex_array *values, dpex_array *indices);
/* Sorted values of an array of one dimension, or, if runs->is_known when the work is done, its runs
 * instead. */
dpex_status dpex_sort_runs_new(const dpex_array *x, dpex_array *values, dpex_sort_runs *runs);

/* Whether lines are copied before, so that they are contiguous: there are several, and they are
 * strided. */
int dpex_sort_wants_copy(const dpex_array *x, int axis);
/* If dpex_sort_wants_copy: *made = 1, and a copy of x with contiguous lines; else *made = 0. */
dpex_status dpex_sort_gather_lines(const dpex_array *x, int axis, dpex_array *lines, int *made);

/* dpex_nth_new for long lines; values: of dpex_sort_output. */
dpex_status dpex_nth_long(const dpex_array *x, int axis, const dpex_sort_options *options,
                          const int64_t *kth, int n_kth, const dpex_array *values);

/* Partitions lines, each by one thread, at up to DPEX_MAX_DIVIDED ascending indices kth;
 * wants_indices: out has indices instead of values. src has contiguous lines or few; out: of
 * dpex_sort_output. */
enum { DPEX_MAX_DIVIDED = 4 };
dpex_status dpex_partition_short(const dpex_array *src, int axis, const int64_t *kth, int n_kth,
                                 int wants_indices, const dpex_array *out);

/* An index of a line of n elements: negative ones count from the end, and those out of range are
 * clipped. */
static inline int64_t dpex_sort_inside(int64_t index, int64_t n)
{
    if (index < 0) index += n;
    return index < 0 ? 0 : index < n ? index : n - 1;
}

/* The same on devices that compile at run time (device.c, device_select.c): a sort, whatever
 * task->src is; the first n_wanted of each line; dpex_nth_new, whose arguments are checked. */
dpex_status dpex_sort_device(const dpex_sort_task *task);
dpex_status dpex_sort_device_first(const dpex_sort_task *task);
dpex_status dpex_sort_device_nth(const dpex_array *x, int axis, const int64_t *kth, int n_kth,
                                 const dpex_array *out);

/* out = x[order], both of one dimension and length; order of an integer type; its indices are
 * resolved by dpex_sort_inside. */
dpex_status dpex_sort_take_new(const char *name, const dpex_array *x, const dpex_array *order,
                               dpex_array *out);

#endif
