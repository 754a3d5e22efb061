/* Operations on reshaped or transposed results that are pending: the elements are those of the
 * graph under other indices, so that the operation takes part as one on views of the graph's shape.
 *
 * Both ways, each axis of the new shape is an axis of the old one, or a part of one: an axis of 600
 * elements with the stride s is one of 20 with the stride 30 s and one of 30 with the stride s. */
#include "shapes.h"

#include <string.h>

#include "array/array.h"

/* Where the axes of a new shape come from. */
typedef struct axes {
    int nd, old_nd;
    int64_t shape[DPEX_GRAPH_MAX_DIMS];
    int from[DPEX_GRAPH_MAX_DIMS];      /* the old axis; -1: none, the extent is 1 */
    int64_t steps[DPEX_GRAPH_MAX_DIMS]; /* elements of the old axis for one of the new one */
} axes;

/* ---- views and sets of axes ----------------------------------------------------------------- */

/* x broadcasts to the old shape; the view, to the new one. */
static void convert_view(const axes *a, const dpex_array *x, dpex_graph_view *view)
{
    dpex_array *out = &view->array;
    int64_t dims[2 * DPEX_GRAPH_MAX_DIMS], *strides = dims + a->nd;
    for (int d = 0; d < a->nd; d++) {
        const int own = a->from[d] - (a->old_nd - x->nd);
        const int has_axis = a->from[d] >= 0 && own >= 0 && x->shape[own] != 1;
        dims[d] = has_axis ? a->shape[d] : 1;
        strides[d] = has_axis ? x->strides[own] * a->steps[d] : 0;
    }
    *out = *x; /* which may be the view itself */
    memcpy(view->dims, dims, sizeof dims);
    out->nd = a->nd;
    out->shape = view->dims;
    out->strides = view->dims + a->nd;
    out->flags = (x->flags & (DPEX_ARRAY_WRITABLE | DPEX_ARRAY_LOCKED)) |
                 dpex_strides_contiguity(out->nd, out->shape, out->strides);
}

static uint64_t convert_set(const axes *a, uint64_t set)
{
    uint64_t out = 0;
    for (int d = 0; d < a->nd; d++)
        if (a->from[d] >= 0 && set >> a->from[d] & 1) out |= UINT64_C(1) << d;
    return out;
}

/* Whether a reduction along the old axes is one along new ones. */
static int can_convert_set(const axes *a, uint64_t set)
{
    return !set || convert_set(a, set);
}

static int convert_launch(const axes *a, const dpex_launch *launch, dpex_graph_launch *out)
{
    const int n = launch->n_inputs;
    if (launch->shifts || launch->model || !can_convert_set(a, launch->reduced)) return 0;
    memcpy(out->shape, a->shape, sizeof out->shape);
    out->launch = *launch;
    out->launch.nd = a->nd;
    out->launch.shape = out->shape;
    out->launch.inputs = out->inputs;
    out->launch.outputs = out->outputs;
    out->launch.reduced = convert_set(a, launch->reduced);
    for (int i = 0; i < n; i++) {
        convert_view(a, launch->inputs[i], &out->views[i]);
        out->inputs[i] = &out->views[i].array;
    }
    for (int o = 0; o < launch->n_outputs; o++) {
        convert_view(a, launch->outputs[o], &out->views[n + o]);
        out->outputs[o] = &out->views[n + o].array;
    }
    return 1;
}

static void convert_graph(const axes *a, dpex_graph *graph)
{
    for (int i = 0; i < graph->n_inputs; i++)
        convert_view(a, &graph->inputs[i].view.array, &graph->inputs[i].view);
    for (int i = 0; i < graph->n_stores; i++)
        convert_view(a, &graph->stores[i].view.array, &graph->stores[i].view);
    for (int i = 0; i < graph->n_reductions; i++) {
        dpex_graph_reduction *one = &graph->reductions[i];
        convert_view(a, &one->out.array, &one->out);
        convert_view(a, &one->model.array, &one->model);
        one->axes = convert_set(a, one->axes);
    }
    graph->nd = a->nd;
    memcpy(graph->shape, a->shape, sizeof graph->shape);
    for (int d = 0; d < a->nd; d++) graph->cuts[d].n = 0;
}

/* ---- reshaped ------------------------------------------------------------------------------- */

/* The elements of the shape behind axis d, which begins a new axis of the common shape. */
static void add_axis(axes *a, int from, int64_t left)
{
    a->from[a->nd] = from;
    a->steps[a->nd++] = left;
}

/* The shape whose axes are parts of the axes of both, from the last axis on, without extents of 1.
 * Returns 0 if there is none: (4, 6) and (6, 4). */
static int find_common(int nd_a, const int64_t *shape_a, int nd_b, const int64_t *shape_b, axes *a,
                       axes *b)
{
    int64_t extents[DPEX_GRAPH_MAX_DIMS], step_a = 1, step_b = 1;
    int i = nd_a - 1, k = nd_b - 1;
    a->nd = b->nd = 0;
    a->old_nd = nd_a;
    b->old_nd = nd_b;
    for (;;) {
        while (i >= 0 && shape_a[i] == step_a) i--, step_a = 1;
        while (k >= 0 && shape_b[k] == step_b) k--, step_b = 1;
        if (i < 0 || k < 0) break;
        const int64_t left_a = shape_a[i] / step_a, left_b = shape_b[k] / step_b;
        const int64_t extent = left_a < left_b ? left_a : left_b;
        if (a->nd == DPEX_GRAPH_MAX_DIMS || left_a < 2 || left_b < 2 || left_a % extent ||
            left_b % extent)
            return 0;
        extents[a->nd] = extent;
        add_axis(a, i, step_a);
        add_axis(b, k, step_b);
        step_a *= extent;
        step_b *= extent;
    }
    for (int d = 0; d < a->nd; d++) a->shape[d] = b->shape[d] = extents[d];
    return i < 0 && k < 0 && a->nd;
}

static void reverse(axes *a)
{
    for (int d = 0, last = a->nd - 1; d < last; d++, last--) {
        const int64_t extent = a->shape[d], step = a->steps[d];
        const int from = a->from[d];
        a->shape[d] = a->shape[last];
        a->steps[d] = a->steps[last];
        a->from[d] = a->from[last];
        a->shape[last] = extent;
        a->steps[last] = step;
        a->from[last] = from;
    }
}

static int is_same_memory(const dpex_array *a, const dpex_array *b)
{
    return a->storage == b->storage && a->offset == b->offset && a->dtype == b->dtype;
}

/* Whether the pass would store the pending result in one order of memory and what is made of it in
 * another: two passes are faster. The operand is one reference. */
static int stores_both_orders(const dpex_array *store, const dpex_graph_launch *converted)
{
    const uint32_t any = DPEX_ARRAY_C_CONTIGUOUS | DPEX_ARRAY_F_CONTIGUOUS;
    const dpex_launch *launch = &converted->launch;
    for (int o = 0; o < launch->n_outputs && !launch->reduced; o++)
        if (!(launch->outputs[o]->flags & store->flags & any))
            return dpex_graph_count_others(store->storage) > 1;
    return 0;
}

/* The launch's axes, of which x has the nearest neighbours along the last; sorted by insertion. */
static void sort_axes(const dpex_launch *launch, const dpex_array *x, int *order)
{
    for (int d = 0; d < launch->nd; d++) {
        const int64_t stride = dpex_graph_stride(x, d, launch->nd);
        int at = d;
        for (; at && dpex_graph_stride(x, order[at - 1], launch->nd) < stride; at--)
            order[at] = order[at - 1];
        order[at] = d;
    }
}

/* Finds the common shape in which x, an input of the launch, is a store of the graph. */
static int find_reshaped(const dpex_graph *graph, const dpex_array *store,
                         const dpex_launch *launch, const dpex_array *x, axes *of_graph,
                         axes *of_launch)
{
    int order[DPEX_GRAPH_MAX_DIMS];
    int64_t shape[DPEX_GRAPH_MAX_DIMS];
    dpex_graph_view a, b;
    if (!is_same_memory(store, x)) return 0;
    sort_axes(launch, x, order);
    for (int d = 0; d < launch->nd; d++) shape[d] = launch->shape[order[d]];
    if (!find_common(graph->nd, graph->shape, launch->nd, shape, of_graph, of_launch)) return 0;
    reverse(of_graph);
    reverse(of_launch);
    for (int d = 0; d < of_launch->nd; d++) of_launch->from[d] = order[of_launch->from[d]];
    convert_view(of_graph, store, &a);
    convert_view(of_launch, x, &b);
    for (int d = 0; d < of_graph->nd; d++)
        if (a.dims[d] != b.dims[d] || a.array.strides[d] != b.array.strides[d]) return 0;
    return 1;
}

/* A reduction that numbers elements does so in the order of its own axes. */
static int keeps_order(const axes *a)
{
    for (int d = 1; d < a->nd; d++)
        if (a->from[d] < a->from[d - 1]) return 0;
    return 1;
}

static int reshape_as(dpex_graph *graph, const dpex_array *store, const dpex_launch *launch,
                      int is_ordered, const axes *of_graph, const axes *of_launch,
                      dpex_graph_launch *out)
{
    if (is_ordered && !keeps_order(of_launch)) return 0;
    for (int k = 0; k < graph->n_reductions; k++)
        if (!can_convert_set(of_graph, graph->reductions[k].axes)) return 0;
    if (!convert_launch(of_launch, launch, out) || stores_both_orders(store, out)) return 0;
    convert_graph(of_graph, graph);
    return 1;
}

int dpex_graph_reshape_launch(dpex_graph *graph, const dpex_launch *launch, int is_ordered,
                              dpex_graph_launch *out)
{
    axes of_graph, of_launch;
    for (int i = 0; i < launch->n_inputs && !graph->is_rolled; i++)
        for (int s = 0; s < graph->n_stores; s++) {
            const dpex_array *store = &graph->stores[s].view.array;
            if (find_reshaped(graph, store, launch, launch->inputs[i], &of_graph, &of_launch))
                return reshape_as(graph, store, launch, is_ordered, &of_graph, &of_launch, out);
        }
    return 0;
}

/* ---- transposed ----------------------------------------------------------------------------- */

/* Finds the axes of x, of the launch's shape, that are those of a store. */
static int match(const dpex_graph *graph, const dpex_array *store, const dpex_launch *launch,
                 const dpex_array *x, axes *a)
{
    uint64_t used = 0;
    if (!is_same_memory(store, x)) return 0;
    a->nd = graph->nd;
    a->old_nd = launch->nd;
    for (int d = 0; d < graph->nd; d++) {
        const int64_t stride = dpex_graph_stride(store, d, graph->nd);
        a->shape[d] = graph->shape[d];
        a->steps[d] = 1;
        a->from[d] = -1;
        if (graph->shape[d] == 1) continue;
        for (int k = 0; k < launch->nd && a->from[d] < 0; k++)
            if (!(used >> k & 1) && launch->shape[k] == graph->shape[d] && stride &&
                dpex_graph_stride(x, k, launch->nd) == stride)
                a->from[d] = k;
        if (a->from[d] < 0) return 0;
        used |= UINT64_C(1) << a->from[d];
    }
    for (int k = 0; k < launch->nd; k++)
        if (launch->shape[k] != 1 && !(used >> k & 1)) return 0;
    return 1;
}

int dpex_graph_permute_launch(const dpex_graph *graph, const dpex_launch *launch,
                              dpex_graph_launch *out)
{
    axes a;
    for (int i = 0; i < launch->n_inputs; i++)
        for (int s = 0; s < graph->n_stores; s++) {
            const dpex_array *store = &graph->stores[s].view.array;
            if (match(graph, store, launch, launch->inputs[i], &a))
                return convert_launch(&a, launch, out) && !stores_both_orders(store, out);
        }
    return 0;
}
