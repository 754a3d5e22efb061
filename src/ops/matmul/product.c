/* Cutting stacks of matrix products into units of work for all threads.
 *
 * A unit is a tile of one result, over one piece of k. How large tiles and pieces are follows from
 * the shape alone; how many of them a thread gets at once, also from the number of threads. Pieces
 * exist where a result is too small to keep threads busy: their sums go to an array of their own
 * and are added up afterwards.
 *
 *     for each matrix of the stack, piece, tile: c[piece, matrix, tile] = a[rows of the tile, piece] b[piece, columns of the tile]
 *
 * Of a matrix times its own transpose, tiles on and right of the diagonal are computed, and the
 * others copied from them. */
#include "product.h"

#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "ops/blas/openblas.h"
#include "ops/work.h"
#include "runtime/runtime.h"

enum {
    STACK_SCRATCH_BYTES = 24 << 10,
    UNITS_WANTED = 16,  /* for threads to share, before k is cut into pieces */
    LEAST_PIECE = 2048, /* of k */
    LEAST_DOT_PIECE =
        1
        << 15, /* the same of a single dot product: less is read faster than another thread wakes up */
    PRODUCTS_PER_CHUNK = 1 << 19,
    CHUNKS_PER_THREAD = 4, /* of units that are computed as one */
    VECTOR_ELEMS_PER_CHUNK =
        1 << 15,        /* the same of a matrix times a vector, which takes as long as reading it */
    ROWS_MULTIPLE = 24, /* of the own loops' tiles: a multiple of all kernels' */
    VECTOR_ELEMS = 1 << 15, /* of a matrix, that one unit of a product with a vector reads */
    GEMV_ELEMS = 1 << 18,   /* the same by OpenBLAS, which copies the vector in each call */
    COLUMN_ELEMS = 512,     /* at least, of each column, where columns are neighbours */
    GEMV_COLUMN_ELEMS =
        1 << 12, /* the same by OpenBLAS, which is slow on shorter ones: k is cut instead */
    GEMM_TILE =
        1024, /* longest edge: large enough that OpenBLAS copying its operands costs little */
    LEAST_GEMM_TILE = 128,
    LEAST_GEMM_LINES = 96, /* of tiles that are whole rows or columns */
    LONGEST_SMALL = 32,    /* rows, columns and k of matrices that no processor packs */
    FEW_DIRECT_ROWS = 16,
    DIRECT_ROWS = 48, /* of its tiles */
    LEAST_PANEL_ROWS = 48,
    LEAST_PANEL_K = 32,
    PANEL_ROWS = 240,          /* of tiles, so that copying b costs little */
    PANEL_ROW_BYTES = 8 << 10, /* of tiles: the panels of a section fit the caches */
    SYMMETRIC_PARTS = 4        /* of the edge of a symmetric result */
};

/* Which function computes a unit. */
typedef enum engine { BY_TILE, BY_PANELS, BY_DIRECT, BY_VECTOR, BY_DOT, BY_GEMM, BY_GEMV } engine;

typedef struct plan {
    engine engine;
    dpex_dtype dtype;
    const dpex_product *loops;
    dpex_product_task whole; /* of the first matrices; scratch unused */
    int64_t tile_rows, tile_columns, n_tile_rows, n_tile_columns;
    int64_t piece, n_pieces, piece_stride; /* of k; bytes in c */
    int64_t n_units, units_per_chunk;
    int is_symmetric; /* b is a transposed; not on tiles by `tile` */
    size_t scratch_bytes;
    dpex_layout stack; /* operands: c, a, b */
} plan;

/* ---- running ----------------------------------------------------------------------------------- */

static void find_matrices(const plan *p, int64_t number, dpex_product_task *task)
{
    /* Matrices of the stack are found like elements of a layout. */
    dpex_cursor cursor;
    dpex_cursor_seek(&p->stack, number, &cursor);
    task->c = dpex_layout_operand_at(&p->stack, &p->stack.operands[0], &cursor);
    task->a = dpex_layout_operand_at(&p->stack, &p->stack.operands[1], &cursor);
    task->b = dpex_layout_operand_at(&p->stack, &p->stack.operands[2], &cursor);
}

/* Tiles of one matrix and piece that are computed. */
static int64_t n_tiles(const plan *p)
{
    return p->is_symmetric ? p->n_tile_rows * (p->n_tile_rows + 1) / 2
                           : p->n_tile_rows * p->n_tile_columns;
}

/* Whether tiles are numbered column by column, and computed as one where a thread gets several: then
 * it copies their columns of b once. */
static int merges_rows(const plan *p)
{
    return p->engine == BY_PANELS && !p->is_symmetric;
}

/* First row and column of a tile by its number; of a symmetric result, tiles are numbered row by
 * row from the diagonal on. */
static void find_tile(const plan *p, int64_t number, int64_t *row, int64_t *column)
{
    if (merges_rows(p)) {
        *row = number % p->n_tile_rows * p->tile_rows;
        *column = number / p->n_tile_rows * p->tile_columns;
        return;
    }
    int64_t i = 0, length = p->n_tile_columns;
    for (; number >= length; i++) {
        number -= length;
        length -= p->is_symmetric;
    }
    *row = i * p->tile_rows;
    *column = (number + (p->is_symmetric ? i : 0)) * p->tile_columns;
}

static void run_engine(const plan *p, const dpex_product_task *task)
{
    if (p->engine == BY_GEMM)
        dpex_gemm(p->dtype, task);
    else if (p->engine == BY_GEMV)
        dpex_gemv(p->dtype, task);
    else if (p->engine == BY_VECTOR)
        p->loops->vector(task);
    else if (p->engine == BY_DOT)
        p->loops->dot(task);
    else if (p->engine == BY_DIRECT)
        p->loops->stack(task, 1, (const int64_t[3]){0});
    else if (p->engine == BY_PANELS)
        p->loops->panels(task);
    else
        p->loops->tile(task);
}

/* A tile of a symmetric result, and the one that mirrors it.
 * A symmetric tile is computed once and mirrored, which halves the work. */
static void run_symmetric(const plan *p, const dpex_product_task *task, int64_t row, int64_t column)
{
    if (row == column && p->engine == BY_GEMM)
        dpex_gemm_symmetric(p->dtype, task);
    else
        run_engine(p, task);
    if (row == column) return;
    const int itemsize = dpex_dtype_get_info(p->dtype)->itemsize;
    const int is_by_row = task->c_column == itemsize;
    const int64_t stride = is_by_row ? task->c_row : task->c_column;
    /* The same tile on the other side of the diagonal. */
    char *mirrored = task->c + (column - row) * (task->c_row - task->c_column);
    dpex_loops_get()->transposes[__builtin_ctz((unsigned)itemsize)](
        mirrored, stride, task->c, stride, is_by_row ? task->n : task->m,
        is_by_row ? task->m : task->n);
}

/* A unit is (matrix, piece, tile), numbered with the tile first: neighbouring units share b.
 * count: of units whose tiles lie below each other, which are computed as one. */
static void run_units(const plan *p, int64_t unit, int64_t count, void *scratch)
{
    dpex_product_task task = p->whole;
    int64_t row, column;
    find_tile(p, unit % n_tiles(p), &row, &column);
    unit /= n_tiles(p);
    int64_t piece = unit % p->n_pieces, k = piece * p->piece;
    find_matrices(p, unit / p->n_pieces, &task);
    /* The unit's part of the whole product, by addresses. */
    task.a += row * task.a_row + k * task.a_k;
    task.b += k * task.b_k + column * task.b_column;
    task.c += row * task.c_row + column * task.c_column + piece * p->piece_stride;
    task.m = dpex_int64_min(count * p->tile_rows, task.m - row);
    task.n = dpex_int64_min(p->tile_columns, task.n - column);
    task.k = dpex_int64_min(p->piece, task.k - k);
    task.scratch = scratch;
    if (p->is_symmetric)
        run_symmetric(p, &task, row, column);
    else
        run_engine(p, &task);
}

/* Units from one on, before `last`, that are computed as one. */
static int64_t count_merged(const plan *p, int64_t unit, int64_t last)
{
    return merges_rows(p) ? dpex_int64_min(last - unit, p->n_tile_rows - unit % p->n_tile_rows) : 1;
}

/* Small matrices: runs of a row of the stack, without a search for each. */
static void run_stack(const plan *p, int64_t first, int64_t last, void *scratch)
{
    const int inner = p->stack.nd - 1;
    int64_t steps[3];
    for (int i = 0; i < 3; i++) steps[i] = p->stack.operands[i].strides[inner];
    for (int64_t count; first < last; first += count) {
        dpex_product_task task = p->whole;
        task.scratch = scratch;
        find_matrices(p, first, &task);
        count = dpex_int64_min(last - first, p->stack.shape[inner] - first % p->stack.shape[inner]);
        p->loops->stack(&task, count, steps);
    }
}

static dpex_status run(void *payload, int64_t first_chunk, int64_t last_chunk)
{
    const plan *p = payload;
    /* Small tiles use the stack; larger ones are allocated, aligned for vectors. */
    _Alignas(64) char stack[STACK_SCRATCH_BYTES];
    char *heap = NULL, *scratch = stack;
    if (p->scratch_bytes > sizeof stack) {
        heap = dpex_malloc(p->scratch_bytes + 64);
        if (!heap) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for tiles of matrices");
        scratch = heap + (64 - (uintptr_t)heap % 64);
    }
    int64_t first = first_chunk * p->units_per_chunk,
            last = dpex_int64_min(last_chunk * p->units_per_chunk, p->n_units);
    if (p->engine == BY_DIRECT && n_tiles(p) == 1 && p->n_pieces == 1)
        run_stack(p, first, last, scratch);
    else
        for (int64_t unit = first, count; unit < last; unit += count) {
            count = count_merged(p, unit, last);
            run_units(p, unit, count, scratch);
        }
    dpex_free(heap);
    return DPEX_SUCCESS;
}

/* ---- cutting ----------------------------------------------------------------------------------- */

/* Tiles of one size that are at most `longest` and cut an extent into `parts` or more, if they are
 * not smaller than `least`. Tiles of equal size are better than one large and one small. */
static int64_t edge(int64_t extent, int64_t parts, int64_t longest, int64_t least)
{
    int64_t tile = dpex_int64_ceil_div(extent, parts);
    if (tile < least) tile = least;
    if (tile > longest) tile = dpex_int64_ceil_div(extent, dpex_int64_ceil_div(extent, longest));
    return dpex_int64_min(tile, extent);
}

static void choose_vector_tiles(plan *p)
{
    int64_t itemsize = dpex_dtype_get_info(p->dtype)->itemsize;
    int64_t elems = p->engine == BY_GEMV ? GEMV_ELEMS : VECTOR_ELEMS;
    int64_t rows = elems / dpex_int64_min(p->whole.k, elems / 64);
    /* Where columns are neighbours, short pieces of them would waste cache lines. */
    const int64_t least = p->engine == BY_GEMV ? GEMV_COLUMN_ELEMS : COLUMN_ELEMS;
    if (p->whole.a_row == itemsize && rows < least) rows = least;
    p->tile_rows = edge(p->whole.m, 1, rows, 1);
    p->tile_columns = 1;
    if (p->engine == BY_VECTOR)
        p->scratch_bytes = dpex_product_vector_scratch(p->loops, p->tile_rows);
}

/* OpenBLAS has its own blocking: it gets few, large tiles. Those of a result that is one tile's size are whole lines of it, for which
 * fewer elements are copied than for squares. */
static void choose_gemm_tiles(plan *p, int64_t n_stacked)
{
    const int64_t m = p->whole.m, n = p->whole.n;
    const int is_by_rows = p->whole.c_column <= p->whole.c_row;
    const int64_t n_lines = is_by_rows ? m : n;
    int64_t parts = n_stacked >= UNITS_WANTED ? 1 : 2;
    if (p->is_symmetric) parts = SYMMETRIC_PARTS;
    p->tile_rows = edge(m, parts, GEMM_TILE, LEAST_GEMM_TILE);
    p->tile_columns = edge(n, parts, GEMM_TILE, LEAST_GEMM_TILE);
    if (parts != 2 || dpex_int64_max(m, n) > GEMM_TILE || n_lines < 2 * LEAST_GEMM_LINES) return;
    const int64_t lines = dpex_int64_ceil_div(n_lines, n_lines < 3 * LEAST_GEMM_LINES ? 2 : 4);
    p->tile_rows = is_by_rows ? lines : m;
    p->tile_columns = is_by_rows ? n : lines;
}

/* The own loops pack b once per tile, so a tile is many columns wide. */
static void choose_own_tiles(plan *p, int64_t n_stacked)
{
    int64_t m = p->whole.m, n = p->whole.n, columns = 10 * p->loops->columns;
    double products = (double)m * (double)n * (double)p->whole.k / PRODUCTS_PER_CHUNK;
    int64_t parts = dpex_int64_ceil_div(UNITS_WANTED, n_stacked * dpex_int64_ceil_div(n, columns));
    /* Not more parts than there is work for. */
    if (products < (double)parts) parts = (int64_t)products + 1;
    int64_t rows =
        dpex_int64_ceil_div(dpex_int64_ceil_div(m, parts), ROWS_MULTIPLE) * ROWS_MULTIPLE;
    p->tile_rows = dpex_int64_min(dpex_int64_min(rows, DPEX_PRODUCT_ROWS), m);
    p->tile_columns = dpex_int64_min(columns, n);
    p->scratch_bytes = dpex_product_scratch(p->loops, p->tile_rows, p->tile_columns, p->whole.k);
}

/* Nothing is packed, so tiles may be small: rows, or columns where there are few rows or where b is copied by rows. */
static void choose_direct_tiles(plan *p, int64_t n_stacked)
{
    const int64_t m = p->whole.m, n = p->whole.n,
                  itemsize = dpex_dtype_get_info(p->dtype)->itemsize;
    const double products = (double)m * (double)n * (double)p->whole.k / PRODUCTS_PER_CHUNK;
    int64_t parts = dpex_int64_min(UNITS_WANTED / n_stacked, (int64_t)products) + 1;
    const int is_by_rows = m > DIRECT_ROWS && p->whole.b_column == itemsize;
    const int64_t extent = is_by_rows ? m : n;
    const int64_t multiple = is_by_rows ? DIRECT_ROWS : p->loops->columns;
    int64_t tile = dpex_int64_round_up(dpex_int64_ceil_div(extent, parts), multiple);
    if (p->is_symmetric) tile = DIRECT_ROWS;
    /* No row of a tile may be shorter than a vector. */
    while (extent % tile && extent % tile * itemsize < DPEX_PRODUCT_LEAST_ROW) tile += multiple;
    p->tile_rows = is_by_rows || p->is_symmetric ? dpex_int64_min(tile, m) : m;
    p->tile_columns = is_by_rows && !p->is_symmetric ? n : dpex_int64_min(tile, n);
    if (p->whole.b_column != itemsize)
        p->scratch_bytes = dpex_product_stack_scratch(p->loops, p->tile_columns, p->whole.k);
}

/* b is copied once per tile and a not at all, so tiles have many rows. */
static void choose_panel_tiles(plan *p, int64_t n_stacked)
{
    const int64_t m = p->whole.m, n = p->whole.n, columns = p->loops->columns,
                  itemsize = dpex_dtype_get_info(p->dtype)->itemsize;
    const int64_t most = PANEL_ROW_BYTES / itemsize / columns * columns;
    int64_t n_rows = dpex_int64_max(m / PANEL_ROWS, 1), n_columns = dpex_int64_ceil_div(n, most);
    if (p->is_symmetric) n_columns = n_rows = dpex_int64_max(n_rows, SYMMETRIC_PARTS);
    while (n_stacked * n_rows * n_columns < UNITS_WANTED && n / n_columns >= 16 * columns)
        n_columns *= 2;
    p->tile_columns = dpex_int64_round_up(dpex_int64_ceil_div(n, n_columns), columns);
    /* No row of a tile may be shorter than a vector. */
    while (n % p->tile_columns && n % p->tile_columns * itemsize < DPEX_PRODUCT_WIDEST_VECTOR)
        p->tile_columns += columns;
    p->tile_columns = dpex_int64_min(p->tile_columns, n);
    p->tile_rows =
        dpex_int64_min(dpex_int64_round_up(dpex_int64_ceil_div(m, n_rows), p->loops->rows), m);
    if (p->is_symmetric) p->tile_rows = p->tile_columns;
    p->scratch_bytes = dpex_product_panels_scratch(p->loops, p->tile_columns, p->whole.k);
}

static void choose_tiles(plan *p, int64_t n_stacked)
{
    if (p->engine == BY_DIRECT)
        choose_direct_tiles(p, n_stacked);
    else if (p->engine == BY_PANELS)
        choose_panel_tiles(p, n_stacked);
    else if (p->engine == BY_GEMM)
        choose_gemm_tiles(p, n_stacked);
    else if (p->engine != BY_TILE)
        choose_vector_tiles(p);
    else
        choose_own_tiles(p, n_stacked);
    p->n_tile_rows = dpex_int64_ceil_div(p->whole.m, p->tile_rows);
    p->n_tile_columns = dpex_int64_ceil_div(p->whole.n, p->tile_columns);
}

/* The pieces' results take at most a quarter of the operands' memory. float16 is rounded once only,
 * so it is not cut. */
static int64_t choose_n_pieces(const plan *p, int64_t units, int nd)
{
    double m = (double)p->whole.m, n = (double)p->whole.n, k = (double)p->whole.k;
    /* float16 sums of pieces would be rounded twice. */
    if (units >= UNITS_WANTED || p->dtype == DPEX_F16 || nd + 3 > DPEX_MAX_NDIM) return 1;
    int64_t least = p->engine == BY_DOT ? LEAST_DOT_PIECE : LEAST_PIECE;
    /* Columns of a matrix that is multiplied by a vector: as many as make a unit. */
    if (p->engine == BY_GEMV && p->whole.a_row == dpex_dtype_get_info(p->dtype)->itemsize)
        least = dpex_int64_ceil_div(GEMV_ELEMS, p->tile_rows);
    int64_t pieces =
        dpex_int64_min(dpex_int64_ceil_div(2 * UNITS_WANTED, units), p->whole.k / least);
    pieces = dpex_int64_min(pieces, (int64_t)((m + n) * k / (4 * m * n)));
    return dpex_int64_max(pieces, 1);
}

/* Small units are claimed together, and those that are computed as one, as long as there are enough
 * chunks for all threads to share. */
static int64_t choose_chunk(const plan *p, int64_t n_threads)
{
    double products = (double)p->tile_rows * (double)p->tile_columns * (double)p->piece;
    const int per_chunk = p->engine == BY_VECTOR ? VECTOR_ELEMS_PER_CHUNK : PRODUCTS_PER_CHUNK;
    if (products < per_chunk) return (int64_t)(per_chunk / products);
    if (!merges_rows(p)) return 1;
    return dpex_int64_clamp(p->n_units / (CHUNKS_PER_THREAD * n_threads), 1, p->n_tile_rows);
}

static void choose_pieces(plan *p, int64_t n_stacked, int nd)
{
    int64_t units = n_stacked * n_tiles(p), k = p->whole.k;
    int64_t pieces = choose_n_pieces(p, units, nd);
    p->piece = k;
    if (pieces > 1)
        p->piece = dpex_int64_ceil_div(dpex_int64_ceil_div(k, pieces), DPEX_PRODUCT_SECTION) *
                   DPEX_PRODUCT_SECTION;
    p->n_pieces = dpex_int64_ceil_div(k, p->piece);
    p->n_units = units * p->n_pieces;
}

/* ---- small matrices ---------------------------------------------------------------------------- */

static int64_t count_stack(const dpex_matrix_product *x)
{
    int64_t n = 1;
    for (int d = 0; d < x->nd; d++) n *= x->stack[d];
    return n;
}

/* Matrices of which packing would take most of the time. */
static int is_small_stack(const dpex_matrix_product *x, int64_t row_bytes)
{
    return x->m <= LONGEST_SMALL && x->k <= LONGEST_SMALL && x->n <= LONGEST_SMALL &&
           row_bytes <= dpex_loops_get()->products[x->c.array->dtype]->stack_bytes &&
           count_stack(x) > 1;
}

/* Products that are faster where the operands are: b's panels fit the caches, or are read once. */
static int is_direct(const dpex_matrix_product *x)
{
    const dpex_dtype dtype = x->c.array->dtype;
    const dpex_product *loops = dpex_loops_get()->products[dtype];
    const int64_t row_bytes = x->n * dpex_dtype_get_info(dtype)->itemsize;
    if (!loops->stack || x->c.column != 1 || x->n < 2 || row_bytes < DPEX_PRODUCT_LEAST_ROW)
        return 0;
    if (is_small_stack(x, row_bytes)) return 1;
    const int64_t longest = loops->direct_extent;
    if (x->m == 1 || longest == 0 || dpex_openblas_is_replaced()) return 0;
    if (x->m <= FEW_DIRECT_ROWS) return x->b.column == 1 && x->k <= LEAST_PIECE;
    if (x->k <= LONGEST_SMALL) return dpex_int64_max(x->m, x->n) <= 4 * longest;
    return dpex_int64_max(dpex_int64_max(x->m, x->n), x->k) <= longest;
}

/* ---- planning ---------------------------------------------------------------------------------- */

static int is_dot(const dpex_matrix_product *x)
{
    return x->m == 1 && x->n == 1 && x->a.column == 1 && x->b.row == 1 &&
           dpex_loops_get()->products[x->c.array->dtype]->dot;
}

/* Rows, or columns, that the own loops read at once. */
static int is_thin(const dpex_matrix_product *x)
{
    const dpex_product *loops = dpex_loops_get()->products[x->c.array->dtype];
    const int64_t itemsize = dpex_dtype_get_info(x->c.array->dtype)->itemsize;
    return ((x->a.column == 1 && x->k * itemsize <= loops->thin_row) ||
            (x->a.row == 1 && x->m * itemsize <= loops->thin_column)) &&
           !dpex_openblas_is_replaced();
}

/* Matrices that are large enough to copy b into panels. */
static int is_for_panels(const dpex_matrix_product *x)
{
    const dpex_product *loops = dpex_loops_get()->products[x->c.array->dtype];
    return loops->panels && x->c.column == 1 && x->m >= LEAST_PANEL_ROWS &&
           x->n >= 2 * loops->columns && x->k >= LEAST_PANEL_K && !dpex_openblas_is_replaced();
}

/* Whether b is a transposed: the same elements.
 * Tested by storage and strides, so that it holds for x @ x.T without comparing elements. */
static int is_symmetric(const dpex_matrix_product *x)
{
    const dpex_array *a = x->a.array, *b = x->b.array;
    return x->m == x->n && a->storage == b->storage && a->offset == b->offset &&
           a->dtype == b->dtype && x->a.row == x->b.column && x->a.column == x->b.row &&
           !memcmp(x->a.stack, x->b.stack, (size_t)x->nd * sizeof(*x->a.stack));
}

static int suits_gemm(const dpex_matrix_product *x)
{
    return dpex_gemm_is_better(x->c.array->dtype, x->m, x->n, x->k) &&
           dpex_gemm_takes(x->m, x->k, x->a.row, x->a.column) &&
           dpex_gemm_takes(x->k, x->n, x->b.row, x->b.column) &&
           dpex_gemm_takes(x->m, x->n, x->c.row, x->c.column);
}

int dpex_product_takes_layouts(const dpex_matrix_product *x)
{
    if (is_direct(x) || is_for_panels(x)) return 1;
    dpex_matrix_product y;
    dpex_matrix_product_transpose(&y, x);
    return is_for_panels(&y);
}

/* A row times a matrix is a matrix times a column, transposed: the column where vectors are long,
 * the row where they are short. */
static void choose_form(dpex_matrix_product *x)
{
    dpex_matrix_product y;
    dpex_matrix_product_transpose(&y, x);
    const int is_vector = (x->m == 1) != (x->n == 1);
    if (is_vector ? (x->m == 1) != is_direct(x->m == 1 ? x : &y)
                  : x->c.column != 1 && (is_direct(&y) || is_for_panels(&y)))
        dpex_matrix_product_copy(x, &y);
}

static engine choose_engine(const dpex_matrix_product *x)
{
    if (is_dot(x)) return BY_DOT;
    if (x->n == 1) return !is_thin(x) && dpex_gemv_is_better(x) ? BY_GEMV : BY_VECTOR;
    if (is_direct(x)) return BY_DIRECT;
    if (!is_for_panels(x)) return suits_gemm(x) ? BY_GEMM : BY_TILE;
    /* OpenBLAS computes half of a diagonal tile. */
    return is_symmetric(x) && suits_gemm(x) ? BY_GEMM : BY_PANELS;
}

/* Task strides are in bytes; those of the matrices in elements. */
static void set_whole(plan *p, const dpex_matrix_product *x)
{
    int64_t itemsize = dpex_dtype_get_info(p->dtype)->itemsize;
    p->whole = (dpex_product_task){.m = x->m,
                                   .n = x->n,
                                   .k = x->k,
                                   .a_row = x->a.row * itemsize,
                                   .a_k = x->a.column * itemsize,
                                   .b_k = x->b.row * itemsize,
                                   .b_column = x->b.column * itemsize,
                                   .c_row = x->c.row * itemsize,
                                   .c_column = x->c.column * itemsize};
}

/* Chooses how the product is cut; lay_out sets the addresses of the matrices. */
static dpex_status plan_create(const dpex_matrix_product *x, plan **out)
{
    plan *p = dpex_calloc(1, sizeof(*p) + dpex_layout_bytes(x->nd, 3));
    if (!p) return DPEX_FAIL_NO_COMMAND(x->name);
    const int64_t n_stacked = count_stack(x);
    p->engine = choose_engine(x);
    p->is_symmetric = (p->engine == BY_GEMM || p->engine == BY_PANELS ||
                       (p->engine == BY_DIRECT && x->m > DIRECT_ROWS)) &&
                      is_symmetric(x);
    p->dtype = x->c.array->dtype;
    p->loops = dpex_loops_get()->products[p->dtype];
    set_whole(p, x);
    choose_tiles(p, n_stacked);
    choose_pieces(p, n_stacked, x->nd);
    p->units_per_chunk =
        choose_chunk(p, dpex_int64_max(x->c.array->queue->device->info.max_compute_units, 1));
    *out = p;
    return DPEX_SUCCESS;
}

static void set_operand(plan *p, int number, const dpex_matrices *x)
{
    dpex_layout_operand *operand = &p->stack.operands[number];
    const dpex_array *array = x->array;
    operand->itemsize = dpex_dtype_get_info(array->dtype)->itemsize;
    operand->ptr = dpex_array_get_ptr(array);
    for (int d = 0; d < p->stack.nd; d++) operand->strides[d] = x->stack[d] * operand->itemsize;
}

static void lay_out(plan *p, const dpex_matrix_product *x)
{
    set_whole(p, x);
    dpex_layout_init(&p->stack, p + 1, x->nd, x->stack, 3);
    set_operand(p, 0, &x->c);
    set_operand(p, 1, &x->a);
    set_operand(p, 2, &x->b);
    dpex_layout_finish(&p->stack, 0, 0);
}

/* ---- submitting -------------------------------------------------------------------------------- */

static dpex_status submit_plan(const dpex_matrix_product *x, plan *p)
{
    lay_out(p, x);
    const dpex_array *arrays[3] = {x->c.array, x->a.array, x->b.array};
    /* In elements of a simple operation. */
    double cost = (double)p->stack.size * (double)x->m * (double)x->n * (double)x->k / 8;
    dpex_work work = {.name = x->name,
                      .run = run,
                      .drop = dpex_free,
                      .payload = p,
                      .n_chunks = dpex_int64_ceil_div(p->n_units, p->units_per_chunk),
                      .cost = cost < 1e15 ? (int64_t)cost : INT64_MAX};
    return dpex_work_submit(&work, arrays, 3);
}

/* shape[skipped...] = the shape (stack, m, n) of c; returns the number of dimensions.
 * The result's shape, also with the pieces in front. */
static int shape_of_c(const dpex_matrix_product *x, int skipped, int64_t *shape)
{
    int nd = skipped + x->nd;
    for (int d = 0; d < x->nd; d++) shape[skipped + d] = x->stack[d];
    shape[nd] = x->m;
    shape[nd + 1] = x->n;
    return nd + 2;
}

static dpex_status view_c(const dpex_matrix_product *x, dpex_array *view)
{
    int64_t shape[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM];
    const dpex_array *c = x->c.array;
    int nd = shape_of_c(x, 0, shape);
    for (int d = 0; d < x->nd; d++) strides[d] = x->c.stack[d];
    strides[nd - 2] = x->c.row;
    strides[nd - 1] = x->c.column;
    return dpex_array_init_view(c->storage, c->queue, c->dtype, c->offset, nd, shape, strides,
                                DPEX_ARRAY_WRITABLE, view);
}

/* The same product with c[0] of an array (pieces, stack, m, n) as its result. */
static void into_pieces(const dpex_matrix_product *x, const dpex_array *pieces,
                        dpex_matrix_product *y)
{
    dpex_matrix_product_copy(y, x);
    y->c.array = pieces;
    for (int d = 0; d < x->nd; d++) y->c.stack[d] = pieces->strides[d + 1];
    y->c.row = pieces->strides[x->nd + 1];
    y->c.column = pieces->strides[x->nd + 2];
}

/* Two commands: the products of all pieces, then the reduction over them. */
static dpex_status submit_pieces(const dpex_matrix_product *x, plan *p)
{
    int64_t shape[DPEX_MAX_NDIM];
    const dpex_array *c = x->c.array;
    dpex_array pieces, view;
    int nd = shape_of_c(x, 1, shape);
    shape[0] = p->n_pieces;
    dpex_status status =
        dpex_array_init(c->queue, c->dtype, nd, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &pieces);
    if (status) {
        dpex_free(p);
        return status;
    }
    dpex_matrix_product y;
    into_pieces(x, &pieces, &y);
    p->piece_stride = pieces.strides[0] * dpex_dtype_get_info(c->dtype)->itemsize;
    status = submit_plan(&y, p);
    if (!status) status = view_c(x, &view);
    if (!status) {
        /* In the same queue, so it follows the products. */
        status = dpex_reduce_into(dpex_reduction_find("sum"), &pieces, 1, 0, &view);
        dpex_array_fini(&view);
    }
    dpex_array_fini(&pieces);
    return status;
}

/* ---- elsewhere --------------------------------------------------------------------------------- */

/* a as (stack, m, 1, k), b as (stack, 1, n, k). */
static dpex_status view_operand(const dpex_matrix_product *x, const dpex_matrices *of, int is_b,
                                dpex_array *view)
{
    int64_t shape[DPEX_MAX_NDIM], strides[DPEX_MAX_NDIM];
    int nd = x->nd;
    if (nd + 3 > DPEX_MAX_NDIM)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s: too many dimensions", x->name);
    for (int d = 0; d < nd; d++) {
        shape[d] = x->stack[d];
        /* The axis of the other operand is repeated. */
        strides[d] = of->stack[d];
    }
    shape[nd] = is_b ? 1 : x->m;
    shape[nd + 1] = is_b ? x->n : 1;
    shape[nd + 2] = x->k;
    strides[nd] = is_b ? 0 : of->row;
    strides[nd + 1] = is_b ? of->column : 0;
    strides[nd + 2] = is_b ? of->row : of->column;
    const dpex_array *array = of->array;
    return dpex_array_init_view(array->storage, array->queue, array->dtype, array->offset, nd + 3,
                                shape, strides, 0, view);
}

static dpex_status submit_as_tape(const dpex_matrix_product *x)
{
    dpex_array a, b, c;
    DPEX_TRY(view_operand(x, &x->a, 0, &a));
    dpex_status status = view_operand(x, &x->b, 1, &b);
    if (!status) {
        status = view_c(x, &c);
        if (!status) {
            status = dpex_multiply_sum(&a, &b, 0, UINT64_C(1) << (x->nd + 2), &c);
            dpex_array_fini(&c);
        }
        dpex_array_fini(&b);
    }
    dpex_array_fini(&a);
    return status;
}

/* ---- the call ---------------------------------------------------------------------------------- */

/* Few long rows times few long columns: tiles would copy both for little work; dot products do not
 * copy. With at most three rows and columns a tile would pack more than it computes. */
static int is_few_dot_products(const dpex_matrix_product *x)
{
    enum { MOST_LINES = 3 };
    return x->m <= MOST_LINES && x->n > 1 && x->n <= MOST_LINES && x->k >= LEAST_PIECE &&
           x->a.column == 1 && x->b.row == 1 && x->nd + 3 <= DPEX_MAX_NDIM;
}

/* k == 0: a sum over nothing. */
static dpex_status fill_with_zeros(const dpex_matrix_product *x)
{
    dpex_array view;
    dpex_scalar zero = {.bytes = {0}};
    DPEX_TRY(view_c(x, &view));
    dpex_status status = dpex_array_fill(&view, &zero);
    dpex_array_fini(&view);
    return status;
}

/* Merges matrices of a that are adjacent as rows of one matrix and are multiplied by the same b.
 * A stack of matrices with the same right side is one matrix with more rows, as long as they
 * are contiguous. */
static void merge_rows(dpex_matrix_product *x)
{
    for (; x->nd > 0; x->nd--) {
        int64_t extent = x->stack[x->nd - 1], of_a = x->a.stack[x->nd - 1],
                of_c = x->c.stack[x->nd - 1];
        /* A single row is one row of a larger matrix whatever its distance. */
        int are_rows = x->m == 1 || (of_a == x->m * x->a.row && of_c == x->m * x->c.row);
        if (extent == 1) continue;
        if (x->b.stack[x->nd - 1] != 0 || !are_rows) return;
        if (x->m == 1) {
            x->a.row = of_a;
            x->c.row = of_c;
        }
        x->m *= extent;
    }
}

dpex_status dpex_matrix_product_submit(const dpex_matrix_product *product)
{
    dpex_matrix_product x;
    /* Nothing to write. */
    if (product->c.array->size == 0) return DPEX_SUCCESS;
    dpex_matrix_product_copy(&x, product);
    if (x.k == 0) return fill_with_zeros(&x);
    merge_rows(&x);
    if (!x.c.array->queue->backend->runs_on_host)
        return dpex_product_fits_tiles(&x) ? dpex_product_submit_on_device(&x)
                                           : submit_as_tape(product);
    choose_form(&x);
    if (is_few_dot_products(&x)) return submit_as_tape(&x);
    plan *p = NULL;
    DPEX_TRY(plan_create(&x, &p));
    return p->n_pieces > 1 ? submit_pieces(&x, p) : submit_plan(&x, p);
}
