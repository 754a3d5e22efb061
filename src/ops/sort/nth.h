/* Elements at given places of a sorted line, found without sorting it: the bins that hold them are. */
#ifndef DPEX_OPS_SORT_NTH_H
#define DPEX_OPS_SORT_NTH_H

#include "dpex/sort.h"
#include "elements.h"

enum { DPEX_NTH_BINS = 4096 };

/* Bins for a line of n elements from samples of it: most keys lie inside, others belong to the outermost bins. */
void dpex_sort_choose_bins(const dpex_sort_how *how, const dpex_sort_line *line, int64_t n,
                           dpex_sort_bins *bins);

/* The bins that hold wanted places. */
typedef struct dpex_nth_choice {
    int n;
    int16_t slot[DPEX_NTH_BINS];        /* by bin, a number from 0 on; -1: holds none */
    int bin[DPEX_MAX_PLACES];           /* the rest by slot */
    int64_t before[DPEX_MAX_PLACES];    /* elements of the line in lower bins */
    int64_t start[DPEX_MAX_PLACES + 1]; /* of its elements among those that are gathered */
} dpex_nth_choice;

/* places: n_places ascending ones. counts: elements by bin. A bin that is one key has no elements to gather. */
void dpex_nth_choose(dpex_nth_choice *choice, const dpex_sort_bins *bins, const int64_t *counts,
                     const int64_t *places, int n_places);

#endif
