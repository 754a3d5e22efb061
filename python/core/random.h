/* Engines of random words (random.c), and what their draws in C need (random_draws.c). */
#ifndef OPENDPEX_CORE_RANDOM_H
#define OPENDPEX_CORE_RANDOM_H

#include "array.h"

typedef struct core_engine {
    PyObject_HEAD
    dpex_random *ref;
    dpex_queue *queue; /* of the arrays that draws make, owned; NULL: not known */
    dpex_dtype real;   /* of those arrays */
    int is_one_word;   /* of a RandomState; its integers are int32 */
    int has_halves;    /* words of 32 bits */
} core_engine;

extern PyTypeObject *core_engine_type;

typedef struct core_extents {
    int nd;
    int64_t shape[DPEX_MAX_NDIM];
} core_extents;

/* Whether it is an int that is an extent, which is added. */
int core_random_read_extent(PyObject *object, core_extents *e);
/* size=: None, an int or a tuple of ints; NULL: not given. */
int core_random_read_size(PyObject *size, core_extents *e);
/* New arrays of type dpnp.ndarray; NULL with an exception. */
PyObject *core_random_empty(dpex_queue *queue, dpex_dtype dtype, dpex_usm_kind usm_kind,
                            const core_extents *e);
PyObject *core_random_drawn(core_engine *self, dpex_random_fill_spec spec, dpex_dtype dtype,
                            const core_extents *e);
/* The key of a draw, of four words. Waits; an interrupted call has taken no words. */
dpex_status core_random_make_key(const core_engine *self, uint64_t key[2]);

#endif
