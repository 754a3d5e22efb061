/* What each part of the conformance program tests, and the count of it. */
#ifndef DPEX_CONFORMANCE_CHECK_H
#define DPEX_CONFORMANCE_CHECK_H

#include "layout.h"
#include "value.h"

typedef struct target {
    const char *name; /* of the device, for messages */
    dpex_queue *queue;
    int compiles;    /* a kernel for each class of layouts: whatever has no kernel yet is refused */
    int is_thorough; /* all layouts and dtypes; else those whose kernels differ most */
    int is_rehearsal; /* cases are run to learn which kernels they need: nothing is compared, failures mean nothing */
} target;

void check_operations(const target *p); /* every operation, signature and layout */
void check_casts(const target *p);      /* every pair of dtypes */
void check_reductions(const target *p); /* every reduction, dtype, layout and set of axes */
void check_sorts(const target *p);      /* every dtype, layout, axis and direction */
void check_searches(const target *p);   /* every dtype and layout; repetitions by counts too */
void check_scans(const target *p);      /* every scan, dtype, layout and axis */
void check_masks(const target *p);      /* every dtype and layout */
void check_moves(const target *p); /* gathers and scatters: every dtype, layout, axis and mode */

/* Whether the command line names it: an operation, a reduction, a scan, "mask" or "cast". */
int is_selected(const char *name);

/* The work is dealt out to processes in small parts (main.c): whether the next part is this one's. */
int is_ours(void);

/* Whether the device has it; what it has not is not a case. */
int has_dtype(const target *p, dpex_dtype dtype);

/* Runs check(p, what), where kernels are compiled after rehearsals: a program of many kernels takes a fraction of the time of as many
 * programs. */
void check_rehearsed(const target *p, void (*check)(const target *p, const void *what),
                     const void *what);

/* One more case; the first few failures are printed. */
void count_case(int passed, const char *fmt, ...) DPEX_PRINTF_LIKE(2, 3);

/* Ends the program where a call that must succeed fails. */
void must(dpex_status status, const char *what);

#endif
