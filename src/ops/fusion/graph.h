/* The pending work of one queue: a tape that grows, its inputs, the views of storages that its
 * registers are to be stored in, and reductions of registers.
 *
 * All operations in a graph have one shape, and element i of a result depends on elements i of
 * the inputs alone. An input is read from memory as it is when the graph is submitted, which is
 * what it was when the operation was called: anything that would change it submits the graph
 * before. A value that a pending operation has stored is read from the operation's register.
 *
 * A reduction ends what can be computed in one pass, unless it is along rows that fit the
 * caches: its result may then be used for the elements of the same rows (ops/reduce/rows.c). So
 * may what operations on an element per row make of such results (append.c).
 *
 * An input may be rolled (boxes.h): element i of a result depends on the element of its memory at
 * i less a shift then. A graph with such inputs has no reductions.
 *
 * A graph keeps the storages of its inputs, and those of results that no operation has read and
 * nobody has any more. Of other results it only knows: if nobody has them when the graph is
 * submitted, they are not stored at all. */
#ifndef DPEX_OPS_FUSION_GRAPH_H
#define DPEX_OPS_FUSION_GRAPH_H

#include <pthread.h>

#include "base/locate.h"
#include "dpex/fusion.h"
#include "ops/tape/tape.h"
#include "runtime/pending.h"

enum {
    DPEX_GRAPH_MAX_DIMS = 8,
    DPEX_GRAPH_MAX_REGS = DPEX_TAPE_MAX_REGS,
    DPEX_GRAPH_MAX_INPUTS = 16,
    DPEX_GRAPH_MAX_ARRAYS = 24, /* inputs and results of a pass */
    DPEX_GRAPH_MAX_STORES = 32,
    DPEX_GRAPH_MAX_REDUCTIONS = 8,
    DPEX_GRAPH_MAX_LIVE = DPEX_TAPE_MAX_OUTPUTS, /* results that are still wanted */
    DPEX_GRAPH_MAX_STEPS = 400,
    DPEX_GRAPH_MAX_ROW = 1 << 14, /* elements, of reductions whose results are read in the graph */
    DPEX_GRAPH_MAX_STAGES = 8,
    DPEX_GRAPH_LOG_FOUND = 8,
    DPEX_GRAPH_MAX_CUTS = 4, /* along an axis */
    DPEX_GRAPH_MAX_SPARES = 4
};

/* An array without references of its own: storage, offset, dtype and dimensions. */
typedef struct dpex_graph_view {
    dpex_array array;
    int64_t dims[2 * DPEX_GRAPH_MAX_DIMS];
} dpex_graph_view;

typedef struct dpex_graph_input {
    dpex_graph_view
        view; /* of its own dimensions, which broadcast to the graph's; its storage is kept */
    int16_t reg;
    uint8_t is_rolled; /* element i is that of the view at i - shifts, around its ends */
    int64_t shifts[DPEX_GRAPH_MAX_DIMS]; /* at least 0, less than the extents */
} dpex_graph_input;

/* Indices along an axis at which a rolled input begins again, in ascending order. */
typedef struct dpex_graph_cuts {
    int n;
    int64_t at[DPEX_GRAPH_MAX_CUTS];
} dpex_graph_cuts;

typedef struct dpex_graph_store {
    dpex_graph_view view; /* of the graph's shape; array.storage NULL: nobody will see it */
    int16_t reg;
    int16_t step;      /* the operation that stores it last */
    uint8_t is_unread; /* by other operations */
    uint8_t
        is_kept; /* the graph has a reference to the storage: nobody else has, and it is unread */
    uint8_t is_row; /* an element per row: of extents of 1 along the axes of the reductions */
} dpex_graph_store;

/* One of the operations. */
typedef struct dpex_graph_step {
    const char *name;
    char where[DPEX_WHERE_BYTES]; /* "" unless somebody wants to know */
} dpex_graph_step;

/* The values of a register, reduced along some axes. */
typedef struct dpex_graph_reduction {
    dpex_tape_reduction end;
    uint64_t axes;
    int16_t reg;
    int16_t result; /* its register, if operations on the rows have read it; else -1 */
    uint8_t
        is_kept; /* the graph has a reference to the storage, as no operation has read the result */
    dpex_graph_view out;   /* of extents of 1 along the axes */
    dpex_graph_view model; /* the array that was reduced; of its storage nothing is kept */
} dpex_graph_reduction;

typedef struct dpex_graph {
    struct dpex_pending pending; /* first: the queue and the storages know its address */
    dpex_queue *queue;           /* kept while something is pending */
    int is_captured; /* it is of a capture queue, so submitted at the end of a function (capture.c) */
    int is_flushing;
    int age;          /* ticks of the timer that it has seen */
    int n_passes;     /* that it became when it was submitted last */
    const char *name; /* of what is being submitted: the operations (trace.h) */
    int nd;
    int64_t shape[DPEX_GRAPH_MAX_DIMS];
    dpex_tape tape; /* its registers are `regs`; no outputs yet */
    dpex_reg regs[DPEX_GRAPH_MAX_REGS];
    /* The last constant or step of each hash; of a graph before, or another one, as well. */
    int16_t found[1 << DPEX_GRAPH_LOG_FOUND];
    int n_inputs, n_stores, n_reductions;
    int is_rolled;    /* an input is */
    int is_connected; /* inputs and results may share storages */
    dpex_graph_cuts cuts[DPEX_GRAPH_MAX_DIMS];
    int n_results; /* that there were, with those whose store serves another one now */
    dpex_graph_input inputs[DPEX_GRAPH_MAX_INPUTS];
    dpex_graph_store stores[DPEX_GRAPH_MAX_STORES];
    dpex_graph_reduction reductions[DPEX_GRAPH_MAX_REDUCTIONS];
    dpex_graph_step steps[DPEX_GRAPH_MAX_STEPS]; /* pending.n_steps of them */
    /* Without references: memory of results that died, for the next ones (reuse.c), the newest last. */
    dpex_storage *spares[DPEX_GRAPH_MAX_SPARES];
    int n_spares;
    struct dpex_graph *next; /* in the list of all graphs */
} dpex_graph;

/* Guards all graphs and the `pending` of storages. Held for the time of a few hundred instructions;
 * never while work is submitted. */
extern pthread_mutex_t dpex_graph_lock;

/* Of all queues; guarded by the lock. */
extern dpex_fusion_statistics dpex_graph_statistics;

/* The stride of x along dimension d of nd, to whose extents x broadcasts. */
static inline int64_t dpex_graph_stride(const dpex_array *x, int d, int nd)
{
    const int own = d - (nd - x->nd);
    return own < 0 || x->shape[own] == 1 ? 0 : x->strides[own];
}

/* The pending work that a storage is part of; NULL: none. */
static inline struct dpex_pending *dpex_graph_pending_of(const dpex_storage *storage)
{
    return atomic_load_explicit(&storage->pending, memory_order_relaxed);
}

/* Whether single steps of this shape may be added, if there is space: without reductions, which steps
 * could be on the rows of. */
int dpex_graph_takes_steps(const dpex_graph *graph, int nd, const int64_t *shape);

void dpex_graph_view_init(dpex_graph_view *view, const dpex_array *x);
/* Whether two views of the graph's shape have the same elements at the same indices. */
int dpex_graph_has_same_elements(const dpex_graph *graph, const dpex_array *a, const dpex_array *b);
/* Result number i, of stores first and then of reductions. */
static inline int dpex_graph_n_results(const dpex_graph *graph)
{
    return graph->n_stores + graph->n_reductions;
}
static inline dpex_array *dpex_graph_result(dpex_graph *graph, int i)
{
    return i < graph->n_stores ? &graph->stores[i].view.array
                               : &graph->reductions[i - graph->n_stores].out.array;
}

/* Whether operations have read results of the graph's reductions. */
static inline int dpex_graph_reads_results(const dpex_graph *graph)
{
    for (int k = 0; k < graph->n_reductions; k++)
        if (graph->reductions[k].result >= 0) return 1;
    return 0;
}

/* Whether a reduction is along rows that one thread keeps in its caches, of x as an array in
 * memory: the last axes, dense, and the same ones as of all reductions of the graph. */
int dpex_graph_is_along_rows(const dpex_graph *graph, uint64_t axes, const dpex_array *x);

/* References to a storage of pending work that are not the work's; whether there are. */
int dpex_graph_count_others(const dpex_storage *storage);
int dpex_graph_is_known(const dpex_storage *storage);

/* Whether another result of the operation that made this one was read, or is somebody's: then it
 * was not made in vain, if nobody has this one (`np.modf(x)[0]`). */
int dpex_graph_has_used_sibling(const dpex_graph *graph, const dpex_graph_store *store);

/* Notes that pending work of the graph uses the storage, and takes a reference to it. */
void dpex_graph_mark(dpex_graph *graph, dpex_storage *storage);
void dpex_graph_keep(dpex_graph *graph, dpex_storage *storage);
void dpex_graph_unmark(dpex_storage *storage);

#endif
