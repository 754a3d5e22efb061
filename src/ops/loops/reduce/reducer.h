/* The loops of reductions: how values are combined to a state, and states to each other.
 *
 * A state is what is known of the values combined so far: one word (a sum), or several (the
 * greatest value and its number). The states of many results lie side by side, each word in an
 * array of its own; one of them is a lane. */
#ifndef DPEX_OPS_LOOPS_REDUCE_REDUCER_H
#define DPEX_OPS_LOOPS_REDUCE_REDUCER_H

#include <stddef.h>
#include <stdint.h>

typedef enum dpex_combine {
#define DPEX_COMBINE(name, ...) DPEX_COMBINE_##name,
#include "defs/combines.def"
#undef DPEX_COMBINE
    DPEX_N_COMBINES
} dpex_combine;

enum { DPEX_MAX_WORDS = 3 };

/* Rows of n contiguous values, row_bytes apart. */
typedef struct dpex_rows {
    const void *values;
    size_t n, n_rows;          /* at least 1 */
    int64_t row_bytes;         /* may be 0 or negative */
    int64_t index, index_step; /* the number of row 0, and from one row to the next */
} dpex_rows;

/* What a result depends on beside its state. */
typedef struct dpex_finish {
    double count;      /* of the values combined */
    double correction; /* of var and std: the sum of squares is divided by count - correction */
} dpex_finish;

typedef struct dpex_reducer {
    uint8_t n_words;
    uint8_t word_bytes[DPEX_MAX_WORDS]; /* of each word of one lane */
    /* words: lane 0 of each array.
     * Any of these may be called by several threads at once on different states. */
    void (*start)(void *const *words,
                  const dpex_rows *x); /* lane i: the state of x[0][i], x[1][i]... */
    void (*combine)(void *const *words, const dpex_rows *x); /* and these values too */
    void (*merge)(void *const *words, void *const *others,
                  size_t n); /* lane i: with lane i of the others */
    /* Lane r: the state of the values of row r, which are numbered from x->index on in each row. */
    void (*fold)(void *const *words, const dpex_rows *x);
    /* Ordered combines, else NULL: adds i / width to the number in lane i. */
    void (*spread)(void *const *words, size_t n, size_t width);
    /* out[i]: the result of lane i, in the dtype of the values (ordered combines: int64). NULL: the
     * state is the result. */
    void (*finish)(void *out, void *const *words, size_t n, const dpex_finish *options);
} dpex_reducer;

#endif
