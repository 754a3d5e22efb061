/* Running a scan: lines are divided among threads in groups, and few long lines into parts too.
 *
 * With parts there are two commands: the first takes the total of every segment and then, on one
 * thread, converts the totals to starts; the second scans from the starts. Without parts, a thread
 * scans its lines and carries the state. Both methods compute the same numbers in the same
 * order. */
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "defs/tuning.h"
#include "ops/device/scan.h"
#include "ops/work.h"
#include "plan.h"
#include "runtime/runtime.h"

/* Sizes of cuts; they depend on shapes and dtypes alone, so that results have the same bits for any
 * number of threads. */
enum {
    ALONG_CHAINS = 8,       /* segments of one line side by side */
    ROW_BYTES = 64,         /* of neighbouring lines side by side: a cache line */
    STATES_BYTES = 128,     /* of a tile's chains */
    ENOUGH_GROUPS = 64,     /* that many are dealt out whole */
    MIN_PART_ELEMS = 16384, /* of a part of a group */
    COLUMN_GROUPS = 32,     /* of a row of neighbouring lines, so wide in elements */
    COLUMN_MULTIPLE = 16
};

/* ---- one tile -------------------------------------------------------------------------------------------- */

typedef struct worker {
    dpex_scan_tiles tiles;
    int64_t line; /* the group's first */
    size_t n_lines;
    /* 0: the tile is the first of its line or part. */
    int is_begun; /* `state` holds what is before the tile */
    /* One per chain: what is before it. Without parts, those of the next tile's first chains
     * remain. */
    _Alignas(16) char state[STATES_BYTES];
    _Alignas(16) char totals[STATES_BYTES];
} worker;

static char *start_at(const dpex_scan_plan *plan, int64_t line, int64_t segment)
{
    return plan->starts + (size_t)(line * plan->n_segments + segment) * plan->call.state_bytes;
}

/* The number of the line, and of the segment, that chain k of a tile is. */
static char *start_of_chain(const worker *w, const dpex_scan_tile *tile, size_t k)
{
    const dpex_scan_plan *plan = w->tiles.plan;
    return plan->is_along ? start_at(plan, w->line, tile->segment + (int64_t)k)
                          : start_at(plan, w->line + (int64_t)k, tile->segment);
}

static dpex_chains one_of(const dpex_chains *chains, size_t k)
{
    dpex_chains one = *chains;
    one.in += (int64_t)k * one.in_step;
    one.out = NULL;
    one.n_chains = 1;
    return one;
}

/* state = state (nothing, if it is fresh) followed by chain k.
 * The state after chain k, from the state before it and the chain's total. */
static void advance(const worker *w, const dpex_chains *chains, size_t k, int is_fresh, char *state)
{
    const dpex_scan_call *call = &w->tiles.plan->call;
    const char *total = w->totals + k * call->state_bytes;
    dpex_chains one = one_of(chains, k);
    if (is_fresh)
        memcpy(state, total, call->state_bytes);
    else
        call->scan->kind->advance(call, &one, total, state);
}

/* Along a line: from the state before the tile to the states before each chain; returns that after
 * the tile in `after`. Sequential over a handful of states, while the elements themselves are
 * combined side by side.
 */
static void spread_along(worker *w, const dpex_chains *chains, char *after)
{
    size_t bytes = w->tiles.plan->call.state_bytes;
    memcpy(after, w->state, bytes);
    for (size_t k = 0; k < chains->n_chains; k++) {
        memcpy(w->state + k * bytes, after, bytes);
        advance(w, chains, k, k == 0 && !w->is_begun, after);
    }
}

/* Segments of a line in one go, where nothing is to be known of them before.
 * Integers only: the chains need no totals, since to start from the state before gives the same
 * bits. */
static void do_tile_following(worker *w, const dpex_scan_tile *tile)
{
    const dpex_scan_call *call = &w->tiles.plan->call;
    dpex_chains chains;
    dpex_scan_tile_read(&w->tiles, tile, &chains);
    dpex_scan_tile_open(&w->tiles, tile, &chains);
    call->scan->kind->follow(call, &chains, !w->is_begun, w->state);
    dpex_scan_tile_write(&w->tiles, tile, &chains);
    w->is_begun = 1;
}

/* Totals and results in one go.
 * is_last: no later tile of this line needs the states. */
static void do_tile(worker *w, const dpex_scan_tile *tile, int is_last)
{
    const dpex_scan_plan *plan = w->tiles.plan;
    const dpex_scan_call *call = &plan->call;
    const dpex_scan_kind *kind = call->scan->kind;
    _Alignas(16) char after[DPEX_SCAN_MAX_STATE_BYTES];
    dpex_chains chains;
    dpex_scan_tile_read(&w->tiles, tile, &chains);
    /* Along a line a chain needs the totals of those before it, also in the last tile. */
    int needs_totals = !is_last || (plan->is_along && tile->n_chains > 1);
    if (needs_totals) kind->total(call, &chains, w->totals);
    if (plan->is_along && needs_totals) spread_along(w, &chains, after);
    size_t n_fresh = w->is_begun ? 0 : plan->is_along ? 1 : tile->n_chains;
    dpex_chains results = chains;
    dpex_scan_tile_open(&w->tiles, tile, &results);
    /* Before the results, which may go where the elements are. */
    _Alignas(16) char before[STATES_BYTES];
    memcpy(before, w->state, sizeof(before));
    for (size_t k = 0; k < tile->n_chains && needs_totals && !plan->is_along; k++)
        advance(w, &chains, k, !w->is_begun, w->state + k * call->state_bytes);
    kind->run(call, &results, before, n_fresh);
    dpex_scan_tile_write(&w->tiles, tile, &results);
    if (plan->is_along && needs_totals) memcpy(w->state, after, call->state_bytes);
    w->is_begun = 1;
}

/* Phase 1 of a line with parts: totals only. */
static void do_totals(worker *w, const dpex_scan_tile *tile)
{
    const dpex_scan_call *call = &w->tiles.plan->call;
    dpex_chains chains;
    dpex_scan_tile_read(&w->tiles, tile, &chains);
    call->scan->kind->total(call, &chains, w->totals);
    for (size_t k = 0; k < tile->n_chains; k++)
        memcpy(start_of_chain(w, tile, k), w->totals + k * call->state_bytes, call->state_bytes);
}

/* Phase 2: the elements are read once more, and each chain runs from its start. */
static void do_results(worker *w, const dpex_scan_tile *tile)
{
    const dpex_scan_plan *plan = w->tiles.plan;
    const dpex_scan_call *call = &plan->call;
    dpex_chains chains;
    dpex_scan_tile_read(&w->tiles, tile, &chains);
    for (size_t k = 0; k < tile->n_chains; k++)
        memcpy(w->state + k * call->state_bytes, start_of_chain(w, tile, k), call->state_bytes);
    dpex_scan_tile_open(&w->tiles, tile, &chains);
    /* Only the first segment of a line has no start. */
    size_t n_fresh = tile->segment ? 0 : plan->is_along ? 1 : tile->n_chains;
    call->scan->kind->run(call, &chains, w->state, n_fresh);
    dpex_scan_tile_write(&w->tiles, tile, &chains);
}

/* ---- groups and parts ------------------------------------------------------------------------------------ */

typedef enum step { IN_ONE_GO, TOTALS, RESULTS } step;

/* The tile that begins at a segment and goes no further than `end`.
 * Along a line a tile has whole segments, or one shorter one at the end; side by side it has
 * one segment of each line. */
static dpex_scan_tile tile_at(const worker *w, int64_t segment, int64_t end)
{
    const dpex_scan_plan *plan = w->tiles.plan;
    int64_t left = plan->length - segment * DPEX_SCAN_SEGMENT;
    dpex_scan_tile tile = {segment, w->n_lines, (size_t)dpex_int64_min(left, DPEX_SCAN_SEGMENT)};
    if (plan->is_along) {
        int64_t n_whole = dpex_int64_min(left / DPEX_SCAN_SEGMENT, end - segment);
        tile.n_chains = n_whole ? (size_t)dpex_int64_min(n_whole, ALONG_CHAINS) : 1;
    }
    return tile;
}

/* Work of one thread: a part of the lines of a group. Without parts a part is the whole line. */
static void do_part(worker *w, int64_t group, int64_t part, step what)
{
    const dpex_scan_plan *plan = w->tiles.plan;
    const dpex_layout *layout = &plan->lines.layout;
    int64_t row_lines = layout->shape[layout->nd - 1];
    int64_t in_row = group % plan->groups_per_row * plan->lines_per_group;
    w->line = group / plan->groups_per_row * row_lines + in_row;
    w->n_lines = (size_t)dpex_int64_min(row_lines - in_row, plan->lines_per_group);
    w->is_begun = 0;
    dpex_lines_seek(&plan->lines, w->line, &w->tiles.cursor);
    if (plan->is_columns) {
        dpex_scan_columns_run(plan, &w->tiles.cursor, w->n_lines);
        return;
    }
    int64_t segment = part * plan->part_segments;
    int64_t end = dpex_int64_min(segment + plan->part_segments, plan->n_segments);
    while (segment < end) {
        dpex_scan_tile tile = tile_at(w, segment, end);
        segment += plan->is_along ? (int64_t)tile.n_chains : 1;
        if (what == IN_ONE_GO && plan->is_along && plan->call.is_associative)
            do_tile_following(w, &tile);
        else if (what == IN_ONE_GO)
            do_tile(w, &tile, segment == end);
        else if (what == TOTALS)
            do_totals(w, &tile);
        else
            do_results(w, &tile);
    }
}

static dpex_status run(const dpex_scan_plan *plan, int64_t first, int64_t last, step what)
{
    worker w;
    DPEX_TRY(dpex_scan_tiles_init(&w.tiles, plan));
    for (int64_t unit = first; unit < last; unit++)
        do_part(&w, unit / plan->n_parts, unit % plan->n_parts, what);
    /* Streaming stores are weakly ordered: they have to be visible before the command counts as
     * done. */
    if (plan->stream) atomic_thread_fence(memory_order_seq_cst);
    dpex_scan_tiles_fini(&w.tiles);
    return DPEX_SUCCESS;
}

static dpex_status run_in_one_go(void *plan, int64_t first, int64_t last)
{
    return run(plan, first, last, IN_ONE_GO);
}

static dpex_status run_totals(void *plan, int64_t first, int64_t last)
{
    return run(plan, first, last, TOTALS);
}

static dpex_status run_results(void *plan, int64_t first, int64_t last)
{
    return run(plan, first, last, RESULTS);
}

/* Converts the totals of a line's segments to their starts (an exclusive scan).
 * One state per segment; this is sequential, but there is only one state for DPEX_SCAN_SEGMENT
 * elements. */
static void find_starts(worker *w, int64_t line)
{
    const dpex_scan_plan *plan = w->tiles.plan;
    size_t bytes = plan->call.state_bytes;
    _Alignas(16) char state[DPEX_SCAN_MAX_STATE_BYTES];
    for (int64_t segment = 0; segment < plan->n_segments; segment++) {
        char *at = start_at(plan, line, segment);
        dpex_chains chain = {0};
        memcpy(w->totals, at, bytes);
        if (segment) {
            memcpy(at, state, bytes);
            /* The total is a sticky value: advance() will need the chain's elements. */
            if (!plan->call.scan->kind->is_enough(&plan->call, w->totals)) {
                dpex_lines_seek(&plan->lines, line, &w->tiles.cursor);
                dpex_scan_tile tile = tile_at(w, segment, segment + 1);
                tile.n_chains = 1;
                dpex_scan_tile_read(&w->tiles, &tile, &chain);
            }
        }
        advance(w, &chain, 0, segment == 0, state);
    }
}

/* Finish of phase 1, on one thread. */
static dpex_status find_all_starts(void *payload)
{
    const dpex_scan_plan *plan = payload;
    worker w;
    DPEX_TRY(dpex_scan_tiles_init(&w.tiles, plan));
    w.n_lines = 1;
    for (int64_t line = 0; line < plan->lines.n_lines; line++) find_starts(&w, line);
    dpex_scan_tiles_fini(&w.tiles);
    return DPEX_SUCCESS;
}

/* ---- the plan -------------------------------------------------------------------------------------------- */

/* One reference per command. */
static void drop(void *payload)
{
    dpex_scan_plan *plan = payload;
    if (atomic_fetch_sub(&plan->refs, 1) != 1) return;
    dpex_free(plan);
}

/* Whether a line's elements lie further apart than neighbouring lines do.
 * In absolute values; 0 of a broadcast line counts as nearest. */
static int goes_across(const dpex_lines *lines, int operand)
{
    int64_t across = lines->layout.operands[operand].strides[lines->layout.nd - 1];
    int64_t along = lines->stride[operand];
    return (across < 0 ? -across : across) < (along < 0 ? -along : along);
}

/* Neighbouring lines that are cut into rows: enough of them, dense in both operands, and nothing
 * that a row could overwrite. Only combines by a loop of operations: a row is then one call of
 * it. */
static int are_columns(const dpex_scan_plan *plan)
{
    const dpex_layout *layout = &plan->lines.layout;
    for (int o = 0; o < 2; o++) {
        const dpex_layout_operand *operand = &layout->operands[o];
        if (operand->strides[layout->nd - 1] != operand->itemsize) return 0;
        if (!goes_across(&plan->lines, o)) return 0;
    }
    return plan->call.scan->kind == &dpex_scan_kind_COMBINE && !plan->is_in_place &&
           layout->shape[layout->nd - 1] >= DPEX_SCAN_MAX_COLUMNS;
}

/* Narrow enough for about COLUMN_GROUPS groups, wide enough for whole vectors. */
static void cut_columns(dpex_scan_plan *plan, int64_t row_lines)
{
    int64_t width = row_lines / COLUMN_GROUPS / COLUMN_MULTIPLE * COLUMN_MULTIPLE;
    width =
        width < COLUMN_MULTIPLE ? COLUMN_MULTIPLE : dpex_int64_min(width, DPEX_SCAN_MAX_COLUMNS);
    plan->is_columns = 1;
    plan->max_chains = 1;
    plan->lines_per_group = width;
    plan->groups_per_row = dpex_int64_ceil_div(row_lines, width);
    plan->n_groups = plan->lines.n_lines / row_lines * plan->groups_per_row;
    plan->n_parts = 1;
}

/* By shape, strides and dtype alone. */
static void cut(dpex_scan_plan *plan)
{
    const dpex_lines *lines = &plan->lines;
    int64_t row_lines = lines->layout.shape[lines->layout.nd - 1];
    plan->length = lines->length[1];
    plan->n_segments = dpex_int64_ceil_div(plan->length, DPEX_SCAN_SEGMENT);
    if (are_columns(plan)) {
        cut_columns(plan, row_lines);
        return;
    }
    /* Along the line if there is only one, or if its elements are nearer to each other than to the
     * next line's. */
    plan->is_along = row_lines == 1 || (plan->n_segments > 1 && !goes_across(lines, 1));
    int64_t n_columns = ROW_BYTES / (int64_t)plan->call.itemsize;
    if (n_columns < ALONG_CHAINS) n_columns = ALONG_CHAINS;
    plan->max_chains = plan->is_along ? ALONG_CHAINS : n_columns;
    plan->lines_per_group = plan->is_along ? 1 : n_columns;
    plan->groups_per_row = dpex_int64_ceil_div(row_lines, plan->lines_per_group);
    plan->n_groups = lines->n_lines / row_lines * plan->groups_per_row;
    plan->part_segments = plan->n_segments;
    plan->n_parts = 1;
    int64_t segments = MIN_PART_ELEMS / DPEX_SCAN_SEGMENT;
    if (!plan->is_along)
        segments = dpex_int64_ceil_div(segments, dpex_int64_min(row_lines, n_columns));
    /* With ENOUGH_GROUPS every thread has work, and to read the elements twice for parts would cost
     * time. */
    if (plan->n_groups >= ENOUGH_GROUPS || plan->n_segments < 4 * segments) return;
    plan->part_segments = segments;
    plan->n_parts = dpex_int64_ceil_div(plan->n_segments, segments);
}

static dpex_status create(const dpex_scan *scan, dpex_dtype dtype, const dpex_array *const *arrays,
                          int axis, dpex_scan_plan **out)
{
    dpex_scan_plan *plan = dpex_calloc(1, sizeof(*plan) + dpex_lines_bytes(arrays[0]->nd, 2));
    if (!plan) return DPEX_FAIL_NO_COMMAND(scan->name);
    plan->refs = 1;
    const dpex_loops *loops = dpex_loops_get();
    size_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    /* Integer arithmetic modulo 2^n is associative, floating-point arithmetic is not. */
    const int is_associative =
        scan->kind->follow && dpex_dtype_get_info(dtype)->kind < DPEX_KIND_REAL;
    plan->call = (dpex_scan_call){
        scan, loops, dtype, itemsize, itemsize * scan->kind->state_elems, is_associative};
    plan->load = dpex_loops_cast(loops, arrays[1]->dtype, dtype);
    plan->store = dpex_loops_cast(loops, dtype, arrays[0]->dtype);
    dpex_lines_init(&plan->lines, plan + 1, arrays, 2, axis);
    /* The same storage: perhaps the same elements, perhaps other parts of it. */
    plan->is_in_place = arrays[0]->storage == arrays[1]->storage;
    plan->stream = arrays[0]->size * (int64_t)itemsize > DPEX_STREAM_BYTES;
    cut(plan);
    *out = plan;
    return DPEX_SUCCESS;
}

/* Totals, starts and results. The plan is taken, and has two references; arrays has space for a
 * third. */
static dpex_status submit_parts(dpex_scan_plan *plan, const dpex_work *work,
                                const dpex_array **arrays)
{
    dpex_array starts;
    /* The states of all segments, from the memory pool. */
    int64_t bytes = plan->lines.n_lines * plan->n_segments * (int64_t)plan->call.state_bytes;
    dpex_status status =
        dpex_array_init(arrays[0]->queue, DPEX_U8, 1, &bytes, DPEX_ORDER_C, DPEX_USM_HOST, &starts);
    if (status) {
        drop(plan);
        drop(plan);
        return status;
    }
    plan->starts = dpex_array_get_ptr(&starts);
    arrays[2] = &starts;
    const dpex_phase phases[2] = {
        {.run = run_totals, .finish = find_all_starts, .n_chunks = work->n_chunks},
        {.run = run_results, .n_chunks = work->n_chunks}};
    status = dpex_work_submit_phases(work, phases, 2, arrays, 3);
    dpex_array_fini(&starts); /* its memory is not used for anything else before the work is done */
    return status;
}

/* Greatest and least values stay what they are when they are combined again. */
static dpex_device_sticks sticks_of(const dpex_scan *scan)
{
    if (scan->kind != &dpex_scan_kind_COMBINE || scan->result != DPEX_SCAN_RESULT_SUM)
        return DPEX_DEVICE_STICKS_NEVER;
    return scan->sticky == DPEX_SCAN_STICKY_INFINITE ? DPEX_DEVICE_STICKS_INFINITE
                                                     : DPEX_DEVICE_STICKS_AT_ZERO;
}

static dpex_status submit_to_device(const dpex_scan *scan, dpex_dtype dtype, const dpex_array *x,
                                    int axis, const dpex_array *out)
{
    int op = scan->kind == &dpex_scan_kind_COMBINE ? scan->op : -1;
    const dpex_device_scan on_device = {scan->name, op, sticks_of(scan), dtype};
    return dpex_device_scan_run(&on_device, x, axis, out);
}

dpex_status dpex_scan_submit(const dpex_scan *scan, dpex_dtype dtype, const dpex_array *x, int axis,
                             const dpex_array *out)
{
    if (!x->queue->backend->runs_on_host) return submit_to_device(scan, dtype, x, axis, out);
    const dpex_array *arrays[3] = {out, x, NULL};
    dpex_scan_plan *plan = NULL;
    DPEX_TRY(create(scan, dtype, arrays, axis, &plan));
    const dpex_work work = {.name = scan->name,
                            .run = run_in_one_go,
                            .drop = drop,
                            .payload = plan,
                            .n_chunks = plan->n_groups * plan->n_parts,
                            .cost = x->size};
    if (plan->n_parts == 1) return dpex_work_submit(&work, arrays, 2);
    plan->refs = 2;
    return submit_parts(plan, &work, arrays);
}
