/* Gather and scatter on devices that compile: one work-item per element, in kernels that
 * device/move_text.c writes.
 *
 * Of repeated indices the last one wins on the host. Here a kernel before the scatter (MARK) notes
 * in a table, for each element that indices name, the greatest position that names it, by an atomic
 * maximum; the scatter then lets only that position write, or, where x has few other elements, each
 * of them reads from its position (PULL). So the result does not depend on the order in which
 * work-items run. Of a short scatter one group does all of this in one kernel (TOGETHER). Axes of x
 * without indices take no part in that: a position is an element of the index axes alone. Where all
 * values are the same one, the order does not matter, and there is no table.
 *
 * The table has a slot for each element of x's index axes (its key), or is a hash table by open
 * addressing where x is much larger than the number of indices. One that does not fit the device's
 * cache is filled a window after the other, so that atomic operations stay there. */
#include <string.h>

#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "move.h"
#include "ops/device/move_text.h"
#include "runtime/runtime.h"

enum {
    MAX_OPERANDS = DPEX_MOVE_FIRST_ARRAY + DPEX_MOVE_MAX_ARRAYS,
    MAX_WORDS =
        8 + DPEX_DEVICE_MAX_DIMS * (1 + MAX_OPERANDS) + MAX_OPERANDS + 2 * DPEX_MOVE_MAX_ARRAYS,
    UNIT_BYTES = 16,
    /* A table with a slot for each key is filled in less time than a hash table is searched in, if
     * it has not many more slots. */
    SLOTS_PER_POSITION = 4,
    MIN_SLOTS = 1 << 16,
    KEYS_PER_POSITION = 4, /* at most, for reading to beat writing at random */
    MOST_WINDOWS = 12,     /* of a table: each reads all indices */
    WINDOWED = 1 << 20,    /* positions, at least */
    MIN_RUNS = 256,        /* fewer would leave cores without work */
    FEW_ITEMS = 2048       /* which one group moves in less time than two kernels are started */
};

/* Numbered elements and where each operand has them: strides and offsets in elements. */
typedef struct grid {
    int nd, n_operands;
    int64_t n;
    int64_t shape[DPEX_MAX_NDIM];
    int64_t strides[MAX_OPERANDS][DPEX_MAX_NDIM], offsets[MAX_OPERANDS];
    int64_t extents[DPEX_MOVE_MAX_ARRAYS], steps[DPEX_MOVE_MAX_ARRAYS]; /* of the index arrays */
} grid;

typedef struct device_move {
    const dpex_move *move;
    const dpex_array *other; /* of x's dtype */
    dpex_move_text text;
    grid items;
    grid positions; /* the positions; its operands are the key and the index arrays */
    int64_t n_keys, mask;
    int64_t first_key, end_key;    /* of the window that is filled */
    int64_t run, run_other, run_x; /* elements of a work-item, where text.has_run; strides */
    int is_serial, is_together, pulls;
} device_move;

/* ---- grids ------------------------------------------------------------------------------------------------- */

static int64_t itemsize_of(const dpex_array *array)
{
    return dpex_dtype_get_info(array->dtype)->itemsize;
}

/* Strides of an array whose own axes are the last of the first `end`. */
static void set_operand(grid *g, int operand, const dpex_array *array, int end)
{
    g->offsets[operand] = array->offset / itemsize_of(array);
    for (int d = 0; d < g->nd; d++) {
        int own = d - (end - array->nd);
        g->strides[operand][d] =
            d < end && own >= 0 && array->shape[own] > 1 ? array->strides[own] : 0;
    }
}

/* The index arrays as operands from number `first` on, and what an index into each can reach. */
static void set_arrays(const dpex_move *move, grid *g, int first)
{
    for (int k = 0; k < move->n_arrays; k++) {
        set_operand(g, first + k, move->arrays[k], move->at + move->n_index_dims);
        g->extents[k] = move->x->shape[move->axes[k]];
    }
}

/* Whether, for every operand, a step along `outer` is as long as the whole axis `inner`. */
static int is_merged(const grid *g, int outer, int inner)
{
    for (int o = 0; o < g->n_operands; o++)
        if (g->strides[o][outer] != g->strides[o][inner] * g->shape[inner]) return 0;
    return 1;
}

/* Overwrites axis `to`. */
static void move_axis(grid *g, int from, int to)
{
    g->shape[to] = g->shape[from];
    for (int o = 0; o < g->n_operands; o++) g->strides[o][to] = g->strides[o][from];
}

/* Leaves out axes of one element and makes one of neighbours that are one for every operand. The
 * order of elements stays. */
static void merge_axes(grid *g)
{
    int nd = 0;
    g->n = 1;
    for (int d = 0; d < g->nd; d++) {
        if (g->shape[d] == 1) continue;
        g->n *= g->shape[d];
        if (nd && is_merged(g, nd - 1, d)) {
            int64_t n = g->shape[nd - 1];
            move_axis(g, d, nd - 1);
            g->shape[nd - 1] *= n;
        } else {
            move_axis(g, d, nd++);
        }
    }
    if (!nd) {
        g->shape[0] = 1;
        for (int o = 0; o < g->n_operands; o++) g->strides[o][0] = 0;
        nd = 1;
    }
    g->nd = nd;
}

/* The largest offset, in elements and of either sign, that an element of the operand may have.
 * takes_steps: the operand is x, to which indices add their steps. */
static int64_t reach_of(const grid *g, int operand, int takes_steps)
{
    int64_t reach = g->offsets[operand] < 0 ? -g->offsets[operand] : g->offsets[operand];
    for (int d = 0; d < g->nd; d++) {
        int64_t stride = g->strides[operand][d];
        reach += (stride < 0 ? -stride : stride) * (g->shape[d] - 1);
    }
    for (int k = 0; k < DPEX_MOVE_MAX_ARRAYS && takes_steps; k++)
        reach += (g->steps[k] < 0 ? -g->steps[k] : g->steps[k]) * g->extents[k];
    return reach;
}

/* Whether kernels need 64-bit integers for offsets. Half of INT32_MAX, so that a sum of two such
 * numbers, as the kernels form them, still fits. */
static int is_wide(const grid *g, int target)
{
    if (g->n > INT32_MAX / 2) return 1;
    for (int o = 0; o < g->n_operands; o++)
        if (reach_of(g, o, o == target) > INT32_MAX / 2) return 1;
    for (int k = 0; k < DPEX_MOVE_MAX_ARRAYS; k++)
        if (g->extents[k] > INT32_MAX / 2) return 1;
    return 0;
}

/* ---- positions --------------------------------------------------------------------------------------------- */

/* Along these axes of a scatter the indices, or the element that one index names again, change. */
static int is_index_axis(const dpex_move *move, int d)
{
    if (move->x_strides[d] == 0) return 1;
    if (d < move->at || d >= move->at + move->n_index_dims) return 0;
    for (int k = 0; k < move->n_arrays; k++) {
        const dpex_array *array = move->arrays[k];
        int own = d - (move->at + move->n_index_dims - array->nd);
        if (own >= 0 && array->shape[own] > 1 && array->strides[own]) return 1;
    }
    return 0;
}

/* Keys number the elements that indices can name, in C order of the axes: those of the arrays, then
 * those of the shape. */
static void number_keys(device_move *m, const int *axes)
{
    const dpex_move *move = m->move;
    grid *g = &m->positions;
    int64_t n = 1;
    for (int d = g->nd - 1; d >= 0; d--) {
        g->strides[0][d] = move->x_strides[axes[d]] ? n : 0;
        if (g->strides[0][d]) n *= g->shape[d];
    }
    for (int k = move->n_arrays - 1; k >= 0; k--) {
        g->steps[k] = n;
        n *= g->extents[k];
    }
    m->n_keys = n;
}

/* Where coordinates of x share elements, keys are offsets in memory, counted from x's first byte
 * on. */
static void number_memory(device_move *m)
{
    const dpex_move *move = m->move;
    const dpex_array *x = move->x;
    grid *g = &m->positions;
    int64_t first = 0, last = 0;
    for (int d = 0; d < x->nd; d++)
        *(x->strides[d] < 0 ? &first : &last) += x->strides[d] * (x->shape[d] - 1);
    g->offsets[0] = -first;
    for (int d = 0; d < g->nd; d++) g->strides[0][d] = move->x_strides[d];
    for (int k = 0; k < move->n_arrays; k++) g->steps[k] = x->strides[move->axes[k]];
    m->n_keys = last - first + 1;
}

/* Makes the grid of positions, and those the third operand of the items. */
static void set_positions(device_move *m, int meets_itself)
{
    const dpex_move *move = m->move;
    grid *items = &m->items, *g = &m->positions;
    int axes[DPEX_MAX_NDIM];
    grid all = *items; /* the index arrays' strides are there */
    g->n_operands = 1 + move->n_arrays;
    g->nd = 0;
    for (int d = 0; d < all.nd; d++) {
        if (!meets_itself && !is_index_axis(move, d)) continue;
        for (int k = 0; k < move->n_arrays; k++)
            g->strides[1 + k][g->nd] = all.strides[DPEX_MOVE_FIRST_ARRAY + k][d];
        axes[g->nd] = d;
        g->shape[g->nd++] = all.shape[d];
    }
    for (int k = 0; k < move->n_arrays; k++) {
        g->offsets[1 + k] = all.offsets[DPEX_MOVE_FIRST_ARRAY + k];
        g->extents[k] = all.extents[k];
    }
    if (meets_itself)
        number_memory(m);
    else
        number_keys(m, axes);
    int64_t n = 1;
    for (int d = g->nd - 1; d >= 0; d--) {
        items->strides[2][axes[d]] = n;
        n *= g->shape[d];
    }
    merge_axes(g);
}

/* ---- the plan ---------------------------------------------------------------------------------------------- */

/* The scattered operand has one element, repeated. */
static int is_one_value(const device_move *m)
{
    for (int d = 0; d < m->items.nd; d++)
        if (m->items.shape[d] > 1 && m->items.strides[0][d]) return 0;
    return 1;
}

/* Whether the operand's offset and all strides but the last one are multiples of n elements. */
static int is_multiple(const grid *g, int operand, int64_t n)
{
    if (g->offsets[operand] % n) return 0;
    for (int d = 0; d < g->nd - 1; d++)
        if (g->strides[operand][d] % n) return 0;
    return 1;
}

/* In memory, not only within the storage. */
static int is_aligned(const dpex_array *array, int64_t bytes)
{
    return array->offset % bytes == 0 &&
           (intptr_t)dpex_storage_get_ptr(array->storage) % bytes == 0;
}

/* Whether both sides lie in memory as units of n elements. */
static int has_units(const device_move *m, int64_t n)
{
    const grid *g = &m->items;
    const int last = g->nd - 1;
    if (g->shape[last] % n || g->strides[0][last] != 1 || g->strides[1][last] != 1) return 0;
    for (int o = 2; o < g->n_operands; o++)
        if (g->strides[o][last]) return 0;
    for (int k = 0; k < m->text.n_arrays; k++)
        if (g->steps[k] % n) return 0;
    return is_multiple(g, 0, n) && is_multiple(g, 1, n) &&
           is_aligned(m->other, n * itemsize_of(m->other)) &&
           is_aligned(m->move->x, n * itemsize_of(m->move->x));
}

/* Counts everything in units of n elements from here on; has_units has said that this divides. */
static void take_units(device_move *m, int64_t n)
{
    grid *g = &m->items;
    g->shape[g->nd - 1] /= n;
    g->n /= n;
    for (int o = 0; o < 2; o++) {
        g->offsets[o] /= n;
        for (int d = 0; d < g->nd - 1; d++) g->strides[o][d] /= n;
    }
    for (int k = 0; k < m->text.n_arrays; k++) g->steps[k] /= n;
}

/* Rows are moved in the largest units that they consist of. */
static void choose_element(device_move *m)
{
    int64_t bytes = itemsize_of(m->move->x), n = UNIT_BYTES / bytes;
    while (n > 1 && !has_units(m, n)) n /= 2;
    if (n > 1) take_units(m, n);
    m->text.element_bytes = (int)(n * bytes);
    m->text.is_aligned = is_aligned(m->move->x, UNIT_BYTES) && is_aligned(m->other, UNIT_BYTES);
}

/* On CPUs an item of one element costs more than the element. The last axis becomes a loop if no
 * index changes along it. */
static void choose_run(device_move *m)
{
    grid *g = &m->items;
    const int last = g->nd - 1;
    m->run = 1;
    if (dpex_device_is_grouped(m->move->x->queue->device) || g->nd < 2) return;
    for (int o = 2; o < g->n_operands; o++)
        if (g->strides[o][last]) return;
    if (g->n / g->shape[last] < MIN_RUNS) return;
    m->run = g->shape[last];
    m->run_other = g->strides[0][last];
    m->run_x = g->strides[1][last];
    g->shape[last] = 1;
    merge_axes(g);
    m->text.has_run = 1;
}

/* Kernels have a fixed number of dimensions, and the table holds positions as int32. */
static dpex_status check_limits(const device_move *m)
{
    const char *name = m->move->name;
    if (m->items.nd > DPEX_DEVICE_MAX_DIMS || m->positions.nd > DPEX_DEVICE_MAX_DIMS)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s: %d dimensions that cannot be combined; at most %d are possible here",
                         name, m->items.nd, DPEX_DEVICE_MAX_DIMS);
    if (m->text.is_ordered && m->positions.n > INT32_MAX / 2)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s: %lld indices; at most %d are possible on this device", name,
                         (long long)m->positions.n, INT32_MAX / 2);
    return DPEX_SUCCESS;
}

/* A mask of 0 means: one slot per key. Otherwise the hash table has a power of two of slots, at
 * least twice as many as there can be keys in it, so that probing stays short. */
static void choose_table(device_move *m)
{
    int64_t n = m->positions.n, slots = MIN_SLOTS;
    m->mask = 0;
    if (m->is_together) {
        m->mask = m->n_keys <= DPEX_MOVE_SLOTS ? 0 : DPEX_MOVE_SLOTS - 1;
        return;
    }
    if (m->n_keys <= SLOTS_PER_POSITION * n + MIN_SLOTS) return;
    while (slots < 2 * n) slots *= 2;
    m->mask = slots - 1;
}

/* Whether each element that indices can name is an item of its own, and most of them are named. */
static int can_pull(const device_move *m)
{
    const grid *g = &m->items;
    if (g->n != m->positions.n || m->mask || dpex_array_may_overlap_itself(m->move->x)) return 0;
    for (int d = 0; d < g->nd; d++)
        if (g->strides[1][d]) return 0;
    return dpex_device_is_grouped(m->move->x->queue->device) && m->n_keys <= INT32_MAX / 2 &&
           m->n_keys <= KEYS_PER_POSITION * g->n;
}

/* The order of steps matters: the grid of positions is cut out of the items before their axes are
 * merged, units are taken after merging, and only then is it known how wide integers must be. */
static dpex_status make_plan(const dpex_move *move, device_move *m)
{
    if (move->n_arrays > DPEX_MOVE_MAX_ARRAYS)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                         "%s: %d index arrays; at most %d are possible on this device", move->name,
                         move->n_arrays, DPEX_MOVE_MAX_ARRAYS);
    grid *g = &m->items;
    memset(g, 0, sizeof *g);
    memset(&m->positions, 0, sizeof m->positions);
    m->text.n_arrays = move->n_arrays;
    for (int k = 0; k < move->n_arrays; k++) m->text.dtypes[k] = move->arrays[k]->dtype;
    g->nd = move->nd;
    g->n_operands = DPEX_MOVE_FIRST_ARRAY + move->n_arrays;
    memcpy(g->shape, move->shape, (size_t)move->nd * sizeof *g->shape);
    set_operand(g, 0, m->other, move->nd);
    g->offsets[1] = move->x->offset / itemsize_of(move->x);
    memcpy(g->strides[1], move->x_strides, (size_t)move->nd * sizeof *g->shape);
    set_arrays(move, g, DPEX_MOVE_FIRST_ARRAY);
    for (int k = 0; k < move->n_arrays; k++) g->steps[k] = move->x->strides[move->axes[k]];
    m->text.is_ordered = move->is_scatter && !is_one_value(m);
    m->n_keys = m->first_key = 0;
    if (m->text.is_ordered) set_positions(m, dpex_array_may_overlap_itself(move->x));
    m->end_key = m->n_keys;
    merge_axes(g);
    /* On CPUs a core writes single elements in less time than all of them keep a table. */
    m->is_serial = m->text.is_ordered && g->n == m->positions.n &&
                   !dpex_device_is_grouped(move->x->queue->device);
    if (m->is_serial) m->text.is_ordered = 0;
    choose_element(m);
    m->text.is_wide = is_wide(g, 1) || (m->text.is_ordered && is_wide(&m->positions, 0));
    if (!m->is_serial) choose_run(m);
    DPEX_TRY(check_limits(m));
    m->text.mode = move->mode;
    m->text.nd = g->nd;
    m->text.nd_positions = m->positions.nd;
    m->pulls = 0;
    m->is_together = m->text.is_ordered && g->n <= FEW_ITEMS && m->positions.n <= FEW_ITEMS &&
                     dpex_device_has_groups(move->x->queue->device);
    if (m->text.is_ordered) choose_table(m);
    if (m->text.is_ordered && !m->is_together) m->pulls = can_pull(m);
    return DPEX_SUCCESS;
}

/* ---- submission -------------------------------------------------------------------------------------------- */

/* The numbers of a kernel's struct in both widths; which one is passed is known only at the end. */
typedef struct words {
    int64_t wide[MAX_WORDS];
    int32_t narrow[MAX_WORDS];
    int n;
} words;

static void put(words *w, int64_t value)
{
    w->wide[w->n] = value;
    w->narrow[w->n++] = (int32_t)value;
}

/* The structs of move_text.c. */
static dpex_arg grid_arg(const device_move *m, const grid *g, words *w)
{
    const int n_arrays = m->text.n_arrays ? m->text.n_arrays : 1;
    w->n = 0;
    put(w, g->n);
    put(w, m->pulls ? m->n_keys : 0);
    put(w, m->mask);
    put(w, m->run);
    put(w, m->run_other);
    put(w, m->run_x);
    put(w, m->first_key);
    put(w, m->end_key);
    for (int d = 0; d < g->nd; d++) put(w, g->shape[d]);
    for (int o = 0; o < g->n_operands; o++) put(w, g->offsets[o]);
    for (int o = 0; o < g->n_operands; o++)
        for (int d = 0; d < g->nd; d++) put(w, g->strides[o][d]);
    for (int k = 0; k < n_arrays; k++) put(w, g->extents[k]);
    for (int k = 0; k < n_arrays; k++) put(w, g->steps[k]);
    return (dpex_arg){.kind = DPEX_ARG_RAW,
                      .bytes = (size_t)w->n * (m->text.is_wide ? 8 : 4),
                      .raw = m->text.is_wide ? (const void *)w->wide : (const void *)w->narrow};
}

typedef struct arguments {
    dpex_arg args[2 + MAX_OPERANDS + 2];
    dpex_storage *uses[2 + MAX_OPERANDS];
    size_t n_args, n_uses;
    words items, positions;
} arguments;

/* A pointer to the storage's start: offsets of views are in the grid, so that one kernel serves
 * all. */
static void add_array(arguments *a, const dpex_array *array)
{
    a->args[a->n_args++] = (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {array->storage, 0, NULL}};
    a->uses[a->n_uses++] = array->storage;
}

/* Adds the index arrays, which all forms take last, and finds the kernel by its name. n work-items;
 * a form that does not depend on the element clears what would make its name differ. */
static dpex_status launch(device_move *m, dpex_move_form form, arguments *a, int64_t n)
{
    const dpex_move *move = m->move;
    dpex_queue *queue = move->x->queue;
    char name[DPEX_MOVE_NAME_BYTES];
    dpex_kernel *kernel;
    dpex_move_text text = m->text;
    text.form = form;
    if (form == DPEX_MOVE_MARK) text.nd = text.element_bytes = text.is_aligned = text.has_run = 0;
    for (int k = 0; k < move->n_arrays; k++) add_array(a, move->arrays[k]);
    dpex_device_name_move(&text, name, sizeof name);
    DPEX_TRY(dpex_device_get_named_kernel(
        queue, name, move->x->dtype, &(dpex_device_text){dpex_device_write_move, &text}, &kernel));
    const dpex_device_call call = {move->name, kernel, a->args, a->n_args, a->uses, a->n_uses, 0};
    return dpex_device_launch(queue, &call, n, n == 1 ? 1 : DPEX_DEVICE_LANES);
}

static dpex_status submit_together(device_move *m)
{
    arguments a = {.n_args = 0};
    add_array(&a, m->other);
    add_array(&a, m->move->x);
    a.args[a.n_args++] = grid_arg(m, &m->positions, &a.positions);
    a.args[a.n_args++] = grid_arg(m, &m->items, &a.items);
    return launch(m, DPEX_MOVE_TOGETHER, &a, DPEX_DEVICE_LANES);
}

/* Keys of a window. */
static int64_t choose_window(const device_move *m)
{
    const dpex_device *device = m->move->x->queue->device;
    const int64_t cache = (int64_t)device->info.global_mem_cache_size,
                  slots = cache / 2 / (int64_t)sizeof(int32_t);
    if (m->mask || m->positions.n < WINDOWED || !slots || !dpex_device_is_grouped(device))
        return m->n_keys;
    const int64_t n = dpex_int64_ceil_div(m->n_keys, slots);
    return n <= MOST_WINDOWS ? dpex_int64_ceil_div(m->n_keys, n) : m->n_keys;
}

/* table[key] = max(position) over all positions. */
static dpex_status submit_positions(device_move *m, const dpex_array *table)
{
    const int64_t window = choose_window(m);
    for (m->first_key = 0; m->first_key < m->n_keys; m->first_key += window) {
        arguments a = {.n_args = 0};
        m->end_key = dpex_int64_min(m->first_key + window, m->n_keys);
        add_array(&a, table);
        a.args[a.n_args++] = grid_arg(m, &m->positions, &a.positions);
        DPEX_TRY(launch(m, DPEX_MOVE_MARK, &a, m->positions.n));
    }
    return DPEX_SUCCESS;
}

static dpex_status submit_items(device_move *m, const dpex_array *table)
{
    arguments a = {.n_args = 0};
    add_array(&a, m->other);
    add_array(&a, m->move->x);
    if (table) add_array(&a, table);
    if (table && !m->pulls) a.args[a.n_args++] = grid_arg(m, &m->positions, &a.positions);
    a.args[a.n_args++] = grid_arg(m, &m->items, &a.items);
    if (m->pulls) return launch(m, DPEX_MOVE_PULL, &a, m->n_keys);
    if (m->is_serial) return launch(m, DPEX_MOVE_SERIAL, &a, 1);
    return launch(m, m->move->is_scatter ? DPEX_MOVE_SCATTER : DPEX_MOVE_GATHER, &a, m->items.n);
}

/* The table may be released while its commands are pending: they are ordered on the same queue. */
static dpex_status submit_in_order(device_move *m)
{
    const int64_t n = m->mask ? m->mask + 1 : m->n_keys;
    const dpex_scalar nobody = {.i = -1};
    dpex_array table;
    DPEX_TRY(
        dpex_array_init(m->move->x->queue, DPEX_I32, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &table));
    dpex_status status = dpex_array_fill(&table, &nobody);
    if (!status) status = submit_positions(m, &table);
    if (!status) status = submit_items(m, &table);
    dpex_array_fini(&table);
    return status;
}

/* Values of another dtype are cast first, by a command of its own; kernels move bits only. */
dpex_status dpex_move_submit_to_device(const dpex_move *move)
{
    device_move m = {.move = move, .other = move->other};
    dpex_array converted;
    int must_convert = move->other->dtype != move->x->dtype;
    if (must_convert) {
        DPEX_TRY(dpex_array_cast_new(move->other, move->x->dtype, DPEX_ORDER_K, DPEX_USM_DEVICE,
                                     move->x->queue, &converted));
        m.other = &converted;
    }
    dpex_status status = make_plan(move, &m);
    if (!status)
        status = m.is_together       ? submit_together(&m)
                 : m.text.is_ordered ? submit_in_order(&m)
                                     : submit_items(&m, NULL);
    if (must_convert) dpex_array_fini(&converted);
    return status;
}
