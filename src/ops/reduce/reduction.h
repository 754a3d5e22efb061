/* The rows of the table of reductions as structs, and states of many results side by side, combined
 * pairwise.
 *
 * A reduction combines values to states (loops/reducer.h), and states to states as in a pairwise
 * sum: runs of DPEX_PAIRWISE_RUN rows are combined one after the other, and runs like the carries
 * of a binary counter. The tree depends on the number of rows alone, so results do not depend on
 * threads, and rounding errors grow like log n instead of n (N. Higham, "The accuracy of floating
 * point summation", 1993). */
#ifndef DPEX_OPS_REDUCE_REDUCTION_H
#define DPEX_OPS_REDUCE_REDUCTION_H

#include "ops/loops/loops.h"

/* The result's dtype, by the dtype of the elements. */
typedef enum dpex_reduction_result {
    DPEX_REDUCTION_SUM,
    DPEX_REDUCTION_SAME,
    DPEX_REDUCTION_INEXACT,
    DPEX_REDUCTION_REAL,
    DPEX_REDUCTION_TRUTH,
    DPEX_REDUCTION_COUNT
} dpex_reduction_result;

/* What is combined: elements as they are, converted to the result's dtype, or as truth values. */
typedef enum dpex_reduction_values {
    DPEX_VALUES_OWN,
    DPEX_VALUES_CONVERTED,
    DPEX_VALUES_TRUTH
} dpex_reduction_values;

/* The result of no elements. */
typedef enum dpex_reduction_empty {
    DPEX_EMPTY_ZERO,
    DPEX_EMPTY_ONE,
    DPEX_EMPTY_NOT_A_NUMBER,
    DPEX_EMPTY_MINUS_INFINITY,
    DPEX_EMPTY_REFUSED
} dpex_reduction_empty;

enum { DPEX_OP_NONE = -1 };

/* defs/reduce.def has the meaning of the columns. */
struct dpex_reduction {
    const char *name;
    uint8_t result;  /* dpex_reduction_result */
    uint8_t values;  /* dpex_reduction_values */
    uint8_t combine; /* dpex_combine */
    uint8_t empty;   /* dpex_reduction_empty */
    int16_t post;    /* dpex_op_number, or DPEX_OP_NONE */
};

/* A row of defs/combines.def. */
typedef struct dpex_combine_info {
    int16_t op;         /* dpex_op_number, or DPEX_OP_NONE */
    uint8_t is_ordered; /* which element came first matters (argmin, argmax) */
} dpex_combine_info;
extern const dpex_combine_info dpex_combines[DPEX_N_COMBINES];

static inline const dpex_combine_info *dpex_reduction_get_combine(const dpex_reduction *reduction)
{
    return &dpex_combines[reduction->combine];
}

/* The dtypes through which an element of dtype `in` is converted to the value that is combined for
 * a result of dtype `out`; their number. The last one (or `in`, where there are none) is a
 * computing dtype. device: NULL for the CPU. */
enum { DPEX_REDUCTION_STEPS = 3 };
int dpex_reduction_steps(const dpex_reduction *reduction, dpex_dtype in, dpex_dtype out,
                         const dpex_device *device, dpex_dtype steps[DPEX_REDUCTION_STEPS]);

/* Refuses a requested real dtype for complex values. */
dpex_status dpex_reduction_check(const dpex_reduction *reduction, dpex_dtype in);

/* The loops for values of a dtype; NULL: not defined for it. */
static inline const dpex_reducer *dpex_reduction_get_reducer(const dpex_reduction *reduction,
                                                             const dpex_loops *loops,
                                                             dpex_dtype value)
{
    return loops->reducers[value][reduction->combine];
}

/* The dtype of what finishing a state gives; reduction->post computes in it. */
static inline dpex_dtype dpex_reduction_finished_dtype(const dpex_reduction *reduction,
                                                       dpex_dtype value)
{
    int is_number = dpex_reduction_get_combine(reduction)->is_ordered ||
                    reduction->combine == DPEX_COMBINE_count;
    return is_number ? DPEX_I64 : value;
}

/* out[i]: the result of state i, with the operation that follows it done; n at most
 * DPEX_FINISH_MAX. */
enum { DPEX_FINISH_MAX = 256 };
typedef struct dpex_finisher {
    const dpex_reducer *reducer;
    dpex_finish options;
    dpex_loop_call post; /* loop NULL: none */
    dpex_scalar count;   /* options.count in the dtype of the results */
} dpex_finisher;
void dpex_finisher_init(dpex_finisher *finisher, const dpex_reduction *reduction,
                        const dpex_loops *loops, dpex_dtype value, const dpex_finish *options);
void dpex_finisher_run(const dpex_finisher *finisher, void *out, void *const *words, size_t n);

/* ---- states --------------------------------------------------------------------------------- */

/* Lanes of states: an array for each word.
 * n_words of the reducer are in use.
 * states of one reduction side by side: words[w] is an array of word w of each lane. */
typedef struct dpex_states {
    void *words[DPEX_MAX_WORDS];
} dpex_states;

/* Bytes for `lanes` states, a multiple of 64; their addresses in memory that is aligned so. */
size_t dpex_states_bytes(const dpex_reducer *reducer, size_t lanes);
dpex_states dpex_states_at(const dpex_reducer *reducer, void *memory, size_t lanes);

/* The same from number `first` on. */
static inline dpex_states dpex_states_from(const dpex_reducer *reducer, const dpex_states *states,
                                           size_t first)
{
    dpex_states from = {{NULL}};
    for (int w = 0; w < reducer->n_words; w++)
        from.words[w] = (char *)states->words[w] + first * reducer->word_bytes[w];
    return from;
}

/* Combines rows of `width` states each into the first row, in halves. */
void dpex_states_fold(const dpex_reducer *reducer, const dpex_states *states, size_t n_rows,
                      size_t width);

/* ---- pairwise sums -------------------------------------------------------------------------- */

/* Rows of values pushed so far, combined in runs of 16, and runs pairwise as far as a binary
 * counter has carried. */
enum { DPEX_PAIRWISE_RUN = 16 };
typedef struct dpex_pairwise {
    const dpex_reducer *reducer;
    size_t level_bytes, capacity; /* bytes of a level; most lanes of a row */
    char *memory;     /* level i at memory + i * level_bytes; level 0 collects a run of rows */
    int64_t n_pushed; /* rows */
    /* values per row */
    size_t lanes, last_lanes; /* of the first and of the last row */
} dpex_pairwise;

/* Bytes of memory for at most n_rows rows of `lanes` values; it must be aligned to 64 bytes. */
size_t dpex_pairwise_bytes(const dpex_reducer *reducer, size_t lanes, int64_t n_rows);
/* memory: kept, not owned; dpex_pairwise_bytes of it. */
void dpex_pairwise_init(dpex_pairwise *tree, const dpex_reducer *reducer, size_t lanes,
                        void *memory);
/* All rows have the first one's n; only the last one, pushed alone, may have fewer. */
void dpex_pairwise_push(dpex_pairwise *tree, const dpex_rows *rows);
/* Combines the remaining runs to the result, n lanes. Not for an empty tree. */
dpex_states dpex_pairwise_finish(dpex_pairwise *tree, size_t *n);

#endif
