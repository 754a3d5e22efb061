/* Elements at given indices (kth) of a sorted line, found by sorting only the bins that contain
 * them. */
#ifndef DPEX_OPS_SORT_NTH_H
#define DPEX_OPS_SORT_NTH_H

#include "dpex/sort.h"
#include "elements.h"

enum { DPEX_NTH_BINS = 4096 };

/* Bins for a line of n elements from samples of it: most keys lie within the scale, others belong
 * to the outermost bins. */
void dpex_sort_choose_bins(const dpex_sort_options *options, const dpex_sort_line *line, int64_t n,
                           dpex_sort_bins *bins);

/* The bins that contain wanted indices. */
typedef struct dpex_nth_choice {
    int n;
    int16_t slot[DPEX_NTH_BINS];     /* by bin, a number from 0 on; -1: not gathered */
    int bin[DPEX_MAX_KTH];           /* the rest by slot */
    int64_t before[DPEX_MAX_KTH];    /* elements of the line in lower bins */
    int64_t start[DPEX_MAX_KTH + 1]; /* of its elements among the gathered ones */
} dpex_nth_choice;

/* kth: n_kth ascending indices. counts: elements by bin. A bin of one key has no elements to
 * gather. */
void dpex_nth_choose(dpex_nth_choice *choice, const dpex_sort_bins *bins, const int64_t *counts,
                     const int64_t *kth, int n_kth);

#endif
