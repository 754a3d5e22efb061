/* Sorting within ops/: lines of an array into values and places. */
#ifndef DPEX_OPS_SORT_SORT_H
#define DPEX_OPS_SORT_SORT_H

#include <stdatomic.h>

#include "dpex/sort.h"
#include "elements.h"

/* A new array for results along an axis of x, of another extent there: its lines are contiguous, the other axes in C order. */
dpex_status dpex_sort_output(const dpex_array *x, int axis, int64_t length, dpex_dtype dtype,
                             dpex_array *out);

/* The distinct values of a line and how often each occurs, if counting them was enough and no sort was needed. Counted: the sort that
 * fills it keeps it too. */
typedef struct dpex_sort_runs {
    _Atomic int refs;
    int is_known; /* the rest counts, and the task's results were not written */
    int64_t n;
    dpex_array values, counts; /* n of DPEX_SORT_MAX_RUNS elements; int64 counts */
    int n_arrays;              /* of these two that are made */
} dpex_sort_runs;

enum { DPEX_SORT_MAX_RUNS = 1 << 16 };

dpex_status dpex_sort_runs_create(const dpex_array *x, dpex_sort_runs **runs); /* new */
void dpex_sort_runs_release(dpex_sort_runs *runs);                             /* NULL is fine */

/* What is sorted. The outputs are of dpex_sort_output; NULL for what is not wanted. */
typedef struct dpex_sort_task {
    const char *name;
    const dpex_array *x; /* at least one dimension and one element */
    const dpex_array
        *src; /* x, or a copy of it with contiguous lines, or `values` that holds one */
    const dpex_array *values;
    const dpex_array *places;
    int axis;
    int descending;
    int64_t n_wanted;     /* results of each line, from the first one on; 0: all */
    dpex_sort_runs *runs; /* NULL: not wanted */
} dpex_sort_task;

/* The task, on the queue of x. */
dpex_status dpex_sort_submit(const dpex_sort_task *task);

/* Lines that are worked on by all threads together, not by one thread each: those that exceed a thread's caches, and few of some
 * length. */
int dpex_sort_is_long(int64_t length, int64_t n_lines);

/* The two ways, for short and for long lines. */
dpex_status dpex_sort_short(const dpex_sort_task *task, const dpex_sort_how *how);
dpex_status dpex_sort_long(const dpex_sort_task *task, const dpex_sort_how *how);
/* The length up to which the short way sorts lines side by side: beyond it the steps of a network, n log n log n, are more than those
 * of a sort by digits. 0: never. */
int64_t dpex_sort_most_side_by_side(const dpex_sort_how *how);

/* Sorted values and their places by one sort; NULL for what is not wanted. */
dpex_status dpex_sort_both_new(const char *name, const dpex_array *x, int axis, int descending,
                               dpex_array *values, dpex_array *places);
/* Sorted values of an array of one dimension, or their runs instead, as `runs` says in the end. */
dpex_status dpex_sort_runs_new(const dpex_array *x, dpex_array *values, dpex_sort_runs *runs);

/* *made: a copy of x with contiguous lines, where x has many of them across the memory; else nothing. */
dpex_status dpex_sort_gather_lines(const dpex_array *x, int axis, dpex_array *lines, int *made);

/* dpex_nth_new's two ways; values: of dpex_sort_output. */
dpex_status dpex_nth_long(const dpex_array *x, int axis, const dpex_sort_how *how,
                          const int64_t *places, int n_places, const dpex_array *values);

/* Lines with elements at up to DPEX_MAX_DIVIDED ascending places as in order, or where these came from: each by one thread. src has
 * contiguous lines or few; out: of dpex_sort_output. */
enum { DPEX_MAX_DIVIDED = 4 };
dpex_status dpex_partition_short(const dpex_array *src, int axis, const int64_t *places,
                                 int n_places, int wants_places, const dpex_array *out);

/* Of a line of n elements: negative places count from the end, and one outside stands for the nearest one inside. */
static inline int64_t dpex_sort_inside(int64_t place, int64_t n)
{
    if (place < 0) place += n;
    return place < 0 ? 0 : place < n ? place : n - 1;
}

/* out = x[order], both of one dimension and length; order of an integer type; its places are taken by
 * dpex_sort_inside. */
dpex_status dpex_sort_take_new(const char *name, const dpex_array *x, const dpex_array *order,
                               dpex_array *out);

#endif
