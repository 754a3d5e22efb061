/* Matrix products on devices that compile at run time, in portable kernel C; device.c defines the types.
 *
 *     k_value    an element in memory            k_number   what products are summed in
 *     k_load, k_store, k_add_product (sum += a b), k_zero
 *     K_LOAD_A, K_LOAD_B, K_STORE   of an element of a or b, which may be conjugated, and of a sum, which may be subtracted from c
 *     K_PRODUCT_GROUPS   a tile per work-group, whose operands pass through local memory: GPUs
 *     K_PRODUCT_TILES    larger ones: tiles.cl
 *
 * Sums run along k in order, with a fused multiply-add each; a result depends on its row and column alone. */

/* Also where it is compiled quickly (backend/cuda/compile.c). */
#define K_OPTIMIZED_LOOPS

typedef struct k_product {
    int64_t m, n, k, n_row_tiles, n_column_tiles, n_matrices;
    int64_t offset[3], row[3], column[3]; /* of a, b, c; in elements */
    int64_t nd, shape[8], stack[3][8];
} k_product;

/* Where a matrix of the stack begins. */
static inline int64_t k_matrix(const k_product *q, const int which, const int64_t number)
{
    int64_t rest = number, offset = q->offset[which];
    for (int64_t d = q->nd - 1; d >= 0; d--) {
        offset += rest % q->shape[d] * q->stack[which][d];
        rest /= q->shape[d];
    }
    return offset;
}

static inline int64_t k_least(const int64_t a, const int64_t b)
{
    return a < b ? a : b;
}

#ifdef K_PRODUCT_GROUPS
/* 64 x 64 results of a work-group, 4 x 4 of each of 256 lanes, from slabs of 16 along k. */
enum { K_TILE = 64, K_SLAB = 16, K_SIDE = 16, K_EACH = 4 };

K_KERNEL void dpex_kernel(K_GLOBAL const k_value *a, K_GLOBAL const k_value *b, K_GLOBAL k_value *c,
                          const k_product q)
{
    /* One more column, so that the lanes that write a column use different banks. */
    K_LOCAL k_number a_slab[K_SLAB][K_TILE + 1], b_slab[K_SLAB][K_TILE + 1];
    const int lane = (int)K_LANE, x = lane % K_SIDE, y = lane / K_SIDE;
    const int64_t tile = (int64_t)K_GROUP, n_tiles = q.n_row_tiles * q.n_column_tiles;
    const int64_t matrix = tile / n_tiles, in_matrix = tile % n_tiles;
    const int64_t row = in_matrix / q.n_column_tiles * K_TILE, column = in_matrix % q.n_column_tiles * K_TILE;
    a += k_matrix(&q, 0, matrix);
    b += k_matrix(&q, 1, matrix);
    c += k_matrix(&q, 2, matrix);
    k_number sums[K_EACH][K_EACH];
    for (int i = 0; i < K_EACH; i++)
        for (int j = 0; j < K_EACH; j++) sums[i][j] = k_zero();
    for (int64_t first = 0; first < q.k; first += K_SLAB) {
        /* Neighbouring lanes read neighbouring elements. */
        for (int e = lane; e < K_TILE * K_SLAB; e += K_SIDE * K_SIDE) {
            const int by_k = q.column[0] == 1;
            const int i = by_k ? e / K_SLAB : e % K_TILE, s = by_k ? e % K_SLAB : e / K_TILE;
            const int is_inside = row + i < q.m && first + s < q.k;
            a_slab[s][i] = k_zero();
            if (is_inside) a_slab[s][i] = K_LOAD_A(a[(row + i) * q.row[0] + (first + s) * q.column[0]]);
        }
        for (int e = lane; e < K_TILE * K_SLAB; e += K_SIDE * K_SIDE) {
            const int by_k = q.row[1] == 1;
            const int j = by_k ? e / K_SLAB : e % K_TILE, s = by_k ? e % K_SLAB : e / K_TILE;
            const int is_inside = column + j < q.n && first + s < q.k;
            b_slab[s][j] = k_zero();
            if (is_inside) b_slab[s][j] = K_LOAD_B(b[(first + s) * q.row[1] + (column + j) * q.column[1]]);
        }
        K_BARRIER();
        /* Not beyond k: 0 times an infinity would be a NaN. */
        const int n = (int)k_least(K_SLAB, q.k - first);
        for (int s = 0; s < n; s++) {
            k_number left[K_EACH], right[K_EACH];
            K_UNROLL for (int i = 0; i < K_EACH; i++) left[i] = a_slab[s][y + i * K_SIDE];
            K_UNROLL for (int j = 0; j < K_EACH; j++) right[j] = b_slab[s][x + j * K_SIDE];
            K_UNROLL for (int i = 0; i < K_EACH; i++)
                K_UNROLL for (int j = 0; j < K_EACH; j++)
                    sums[i][j] = k_add_product(sums[i][j], left[i], right[j]);
        }
        K_BARRIER();
    }
    for (int i = 0; i < K_EACH; i++)
        for (int j = 0; j < K_EACH; j++) {
            const int64_t r = row + y + i * K_SIDE, s = column + x + j * K_SIDE;
            if (r < q.m && s < q.n) K_STORE(c[r * q.row[2] + s * q.column[2]], sums[i][j]);
        }
}
#elif !defined(K_PRODUCT_TILES)
/* 4 x 16 results of a work-item, which a CPU's compiler keeps in vectors. */
enum { K_ROWS = 4, K_COLUMNS = 16 };

K_KERNEL void dpex_kernel(K_GLOBAL const k_value *a, K_GLOBAL const k_value *b, K_GLOBAL k_value *c,
                          const k_product q)
{
    const int64_t tile = (int64_t)K_ITEM, n_tiles = q.n_row_tiles * q.n_column_tiles;
    if (tile >= n_tiles * q.n_matrices) return;
    const int64_t matrix = tile / n_tiles, in_matrix = tile % n_tiles;
    /* Neighbouring items share columns of b. */
    const int64_t row = in_matrix % q.n_row_tiles * K_ROWS, column = in_matrix / q.n_row_tiles * K_COLUMNS;
    a += k_matrix(&q, 0, matrix);
    b += k_matrix(&q, 1, matrix);
    c += k_matrix(&q, 2, matrix);
    const int n_rows = (int)k_least(K_ROWS, q.m - row), n_columns = (int)k_least(K_COLUMNS, q.n - column);
    int64_t at[K_ROWS]; /* rows of a; behind the last one its own again, whose results are not stored */
    k_number sums[K_ROWS][K_COLUMNS];
    for (int i = 0; i < K_ROWS; i++) {
        at[i] = (row + k_least(i, n_rows - 1)) * q.row[0];
        for (int j = 0; j < K_COLUMNS; j++) sums[i][j] = k_zero();
    }
    b += column * q.column[1];
    for (int64_t s = 0; s < q.k; s++) {
        k_number right[K_COLUMNS];
        K_GLOBAL const k_value *line = b + s * q.row[1];
        if (q.column[1] == 1 && n_columns == K_COLUMNS)
            for (int j = 0; j < K_COLUMNS; j++) right[j] = K_LOAD_B(line[j]);
        else
            for (int j = 0; j < K_COLUMNS; j++)
                right[j] = K_LOAD_B(line[k_least(j, n_columns - 1) * q.column[1]]);
        for (int i = 0; i < K_ROWS; i++) {
            const k_number left = K_LOAD_A(a[at[i] + s * q.column[0]]);
            for (int j = 0; j < K_COLUMNS; j++) sums[i][j] = k_add_product(sums[i][j], left, right[j]);
        }
    }
    for (int i = 0; i < n_rows; i++)
        for (int j = 0; j < n_columns; j++)
            K_STORE(c[(row + i) * q.row[2] + (column + j) * q.column[2]], sums[i][j]);
}
#endif
