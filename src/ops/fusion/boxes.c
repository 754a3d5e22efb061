/* Along each axis an input that is rolled by s has its last s elements first: a pass is cut at s.
 * In each of the boxes that this makes all inputs are ordinary views, so a launch of the same tape
 * computes it. Elements do not depend on each other, so the order of boxes does not matter. */
#include "boxes.h"

#include "array/array.h"
#include "base/error.h"

enum { MAX_BOXES = 27 }; /* three along each of three axes */

/* ---- cuts ------------------------------------------------------------------------------------ */

static int has_cut(const dpex_graph_cuts *cuts, int64_t at)
{
    for (int i = 0; i < cuts->n; i++)
        if (cuts->at[i] == at) return 1;
    return 0;
}

int dpex_graph_can_cut(const dpex_graph *graph, const int64_t *shifts)
{
    int n_boxes = 1;
    for (int d = 0; d < graph->nd; d++) {
        const dpex_graph_cuts *cuts = &graph->cuts[d];
        const int n = cuts->n + (shifts[d] && !has_cut(cuts, shifts[d]));
        if (n > DPEX_GRAPH_MAX_CUTS) return 0;
        n_boxes *= n + 1;
        if (n_boxes > MAX_BOXES) return 0;
    }
    return 1;
}

/* In ascending order. */
void dpex_graph_cut(dpex_graph *graph, const int64_t *shifts)
{
    for (int d = 0; d < graph->nd; d++) {
        dpex_graph_cuts *cuts = &graph->cuts[d];
        if (!shifts[d] || has_cut(cuts, shifts[d])) continue;
        int i = cuts->n++;
        for (; i > 0 && cuts->at[i - 1] > shifts[d]; i--) cuts->at[i] = cuts->at[i - 1];
        cuts->at[i] = shifts[d];
    }
}

/* ---- boxes ----------------------------------------------------------------------------------- */

typedef struct box {
    int64_t begin[DPEX_GRAPH_MAX_DIMS], shape[DPEX_GRAPH_MAX_DIMS];
} box;

/* part: number of the box along each axis. */
static void find_box(const dpex_graph *graph, const int *part, box *b)
{
    for (int d = 0; d < graph->nd; d++) {
        const dpex_graph_cuts *cuts = &graph->cuts[d];
        const int64_t end = part[d] < cuts->n ? cuts->at[part[d]] : graph->shape[d];
        b->begin[d] = part[d] ? cuts->at[part[d] - 1] : 0;
        b->shape[d] = end - b->begin[d];
    }
}

/* The part of an array that belongs to the box; shifts may be NULL: of none. */
static dpex_array *cut_array(const dpex_graph *graph, const box *b, const dpex_array *x,
                             const int64_t *shifts, dpex_graph_view *view)
{
    dpex_array *part = &view->array;
    const int itemsize = dpex_dtype_get_info(x->dtype)->itemsize;
    dpex_graph_view_init(view, x);
    part->size = 1;
    for (int own = 0; own < x->nd; own++) {
        const int d = own + graph->nd - x->nd;
        if (x->shape[own] != 1 || graph->shape[d] == 1) {
            int64_t first = b->begin[d] - (shifts ? shifts[d] : 0);
            if (first < 0) first += graph->shape[d];
            part->offset += first * x->strides[own] * itemsize;
            part->shape[own] = b->shape[d];
        }
        part->size *= part->shape[own];
    }
    part->flags &= ~(uint32_t)(DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS);
    part->flags |= dpex_strides_contiguity(x->nd, part->shape, part->strides);
    return part;
}

static dpex_status launch_box(const dpex_graph_pass *pass, const int *part)
{
    const dpex_graph *graph = pass->graph;
    dpex_graph_view views[DPEX_GRAPH_MAX_ARRAYS + DPEX_TAPE_MAX_OUTPUTS];
    const dpex_array *inputs[DPEX_GRAPH_MAX_ARRAYS];
    dpex_array *outputs[DPEX_TAPE_MAX_OUTPUTS];
    box b;
    dpex_launch launch = pass->launch;
    find_box(graph, part, &b);
    for (int i = 0; i < launch.n_inputs; i++)
        inputs[i] = cut_array(graph, &b, launch.inputs[i], pass->shifts[i], &views[i]);
    for (int o = 0; o < launch.n_outputs; o++)
        outputs[o] =
            cut_array(graph, &b, launch.outputs[o], NULL, &views[DPEX_GRAPH_MAX_ARRAYS + o]);
    launch.inputs = inputs;
    launch.outputs = outputs;
    launch.shape = b.shape;
    return dpex_tape_launch_now(&pass->tape, &launch);
}

dpex_status dpex_graph_launch_boxes(dpex_graph_pass *pass)
{
    const dpex_graph *graph = pass->graph;
    int part[DPEX_GRAPH_MAX_DIMS] = {0}, d;
    do {
        DPEX_TRY(launch_box(pass, part));
        /* The next box, the last axis fastest. */
        for (d = graph->nd - 1; d >= 0 && ++part[d] > graph->cuts[d].n; d--) part[d] = 0;
    } while (d >= 0);
    return DPEX_SUCCESS;
}
