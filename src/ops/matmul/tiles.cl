/* Products of large real matrices on GPUs, behind device.cl, whose types and macros it uses: tiles of K_TILE_M x K_TILE_N results per
 * work-group of 256 lanes, from slabs of K_SLAB along k. While a slab is multiplied the next one is read into registers, and from there written
 * to the other half of local memory.
 *
 *     K_A_BY_K, K_B_BY_K   whether neighbours along k are neighbours in memory, else those across may be
 *     K_MMA   sums by the matrix instruction for doubles of CUDA's compute capability 9.0, else by fused multiply-adds in the same layout
 *
 * Behind the end of k both factors are zero. A result depends on its row and column alone. */
#ifdef K_MMA
enum { K_TILE_M = 128, K_TILE_N = 64, K_SLAB = 8 };
#else
enum { K_TILE_M = 128, K_TILE_N = 128, K_SLAB = 8 };
#endif
enum { K_LANES_ALL = 256, K_PAD = 4 }; /* between lines of a slab: neighbours of 4 lines and 8 columns then lie in different banks */

/* A slab of one operand in registers: element e is line K_LINE, column K_COLUMN along k. Lanes go along what is contiguous in memory, in fours
 * along k, of which a line of memory has one sector. `at`: where it is read from; behind the last line that line again, whose results are
 * not stored. */
#define K_ELEMS_A (K_TILE_M * K_SLAB / K_LANES_ALL)
#define K_ELEMS_B (K_TILE_N * K_SLAB / K_LANES_ALL)
#define K_LINE(e, size, by_k)   ((by_k) ? lane / 4 + (e) / 2 * (K_LANES_ALL / 4) : ((e) * K_LANES_ALL + lane) % (size))
#define K_COLUMN(e, size, by_k) ((by_k) ? lane % 4 + (e) % 2 * 4 : ((e) * K_LANES_ALL + lane) / (size))

#define K_FIND(at, n_values, x, first_line, size, by_k, n_lines, line_stride, k_stride)                                                   \
    K_UNROLL for (int e = 0; e < (n_values); e++)                                                                                         \
        at[e] = x + k_least((first_line) + K_LINE(e, size, by_k), (n_lines) - 1) * (line_stride) +                                        \
                K_COLUMN(e, size, by_k) * (k_stride);
/* And goes to the next slab; left: elements along k from this slab's first one on. */
#define K_READ(values, at, n_values, load, size, by_k, k_stride)                                                                          \
    if (left >= K_SLAB)                                                                                                                   \
        K_UNROLL for (int e = 0; e < (n_values); e++) values[e] = load(*at[e]);                                                           \
    else                                                                                                                                  \
        K_UNROLL for (int e = 0; e < (n_values); e++) {                                                                                   \
            values[e] = k_zero();                                                                                                         \
            if (K_COLUMN(e, size, by_k) < left) values[e] = load(*at[e]);                                                                 \
        }                                                                                                                                 \
    K_UNROLL for (int e = 0; e < (n_values); e++) at[e] += K_SLAB * (k_stride);
#define K_WRITE(values, n_values, slab, size, by_k)                                                                                       \
    K_UNROLL for (int e = 0; e < (n_values); e++)                                                                                         \
        K_ELEM(slab, K_COLUMN(e, size, by_k), K_LINE(e, size, by_k)) = values[e];

#ifdef K_MMA
#define K_ELEM(slab, s, i) slab[s][i]
#define K_LINES(size)      ((size) + K_PAD)
typedef double k_slab;

/* c += a b for 16 x 8 results of a sub-group: a lane has rows g and g + 8 of columns 2 t and 2 t + 1, of a the same rows in column t, of b
 * column g in row t; g = lane / 4, t = lane % 4. */
static inline void k_multiply_tile(double c[4], const double a0, const double a1, const double b)
{
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a0), "d"(a1), "d"(b));
#else
    const int in_warp = (int)K_LANE % 32, t = in_warp % 4;
    for (int k = 0; k < 4; k++) {
        const double upper = __shfl_sync(0xffffffffu, a0, in_warp - t + k), lower = __shfl_sync(0xffffffffu, a1, in_warp - t + k);
        for (int j = 0; j < 2; j++) {
            const double right = __shfl_sync(0xffffffffu, b, (2 * t + j) * 4 + k);
            c[j] = fma(upper, right, c[j]);
            c[2 + j] = fma(lower, right, c[2 + j]);
        }
    }
#endif
}
#else
typedef K_ALIGNED_STRUCT(16) k_slab {
    k_number of[4];
} k_slab;
#define K_ELEM(slab, s, i) slab[s][(i) / 4].of[(i) % 4]
#define K_LINES(size)      (((size) + K_PAD) / 4)
#endif

K_KERNEL_OF(K_LANES_ALL, 2) void dpex_kernel(K_GLOBAL const k_value *a, K_GLOBAL const k_value *b, K_GLOBAL k_value *c,
                          const k_product q)
{
    K_LOCAL k_slab a_slab[2][K_SLAB][K_LINES(K_TILE_M)], b_slab[2][K_SLAB][K_LINES(K_TILE_N)];
    const int lane = (int)K_LANE;
    const int64_t tile = (int64_t)K_GROUP, n_tiles = q.n_row_tiles * q.n_column_tiles;
    const int64_t matrix = tile / n_tiles, in_matrix = tile % n_tiles;
    /* Tiles that run side by side share a few rows and columns: eight rows of tiles, column by column. */
    const int64_t band = in_matrix / (8 * q.n_column_tiles), in_band = in_matrix - band * 8 * q.n_column_tiles;
    const int64_t height = k_least(8, q.n_row_tiles - band * 8);
    const int64_t row = (band * 8 + in_band % height) * K_TILE_M, column = in_band / height * K_TILE_N;
    a += k_matrix(&q, 0, matrix);
    b += k_matrix(&q, 1, matrix);
    c += k_matrix(&q, 2, matrix);
    k_number a_next[K_ELEMS_A], b_next[K_ELEMS_B];
#ifdef K_MMA
    const int warp = lane / 32, g = lane % 32 / 4, t = lane % 4;
    const int own_row = warp / 2 * 32, own_column = warp % 2 * 32;
    double sums[2][4][4];
    K_UNROLL for (int i = 0; i < 2; i++)
        K_UNROLL for (int j = 0; j < 4; j++)
            K_UNROLL for (int e = 0; e < 4; e++) sums[i][j][e] = 0;
#else
    const int x = lane % 16 * 4, y = lane / 16 * 4; /* and 64 behind them */
    k_number sums[8][8];
    K_UNROLL for (int i = 0; i < 8; i++)
        K_UNROLL for (int j = 0; j < 8; j++) sums[i][j] = k_zero();
#endif
    K_GLOBAL const k_value *a_at[K_ELEMS_A], *b_at[K_ELEMS_B];
    int side = 0;
    int64_t left = q.k;
    K_FIND(a_at, K_ELEMS_A, a, row, K_TILE_M, K_A_BY_K, q.m, q.row[0], q.column[0])
    K_FIND(b_at, K_ELEMS_B, b, column, K_TILE_N, K_B_BY_K, q.n, q.column[1], q.row[1])
    K_READ(a_next, a_at, K_ELEMS_A, K_LOAD_A, K_TILE_M, K_A_BY_K, q.column[0])
    K_READ(b_next, b_at, K_ELEMS_B, K_LOAD_B, K_TILE_N, K_B_BY_K, q.row[1])
    K_WRITE(a_next, K_ELEMS_A, a_slab[0], K_TILE_M, K_A_BY_K)
    K_WRITE(b_next, K_ELEMS_B, b_slab[0], K_TILE_N, K_B_BY_K)
    K_BARRIER();
    for (; left > 0; side = 1 - side) {
        left -= K_SLAB;
        if (left > 0) {
            K_READ(a_next, a_at, K_ELEMS_A, K_LOAD_A, K_TILE_M, K_A_BY_K, q.column[0])
            K_READ(b_next, b_at, K_ELEMS_B, K_LOAD_B, K_TILE_N, K_B_BY_K, q.row[1])
        }
#ifdef K_MMA
        K_UNROLL for (int s = 0; s < K_SLAB; s += 4) {
            double left[2][2], right[4];
            K_UNROLL for (int i = 0; i < 2; i++)
                K_UNROLL for (int e = 0; e < 2; e++) left[i][e] = a_slab[side][s + t][own_row + i * 16 + e * 8 + g];
            K_UNROLL for (int j = 0; j < 4; j++) right[j] = b_slab[side][s + t][own_column + j * 8 + g];
            K_UNROLL for (int i = 0; i < 2; i++)
                K_UNROLL for (int j = 0; j < 4; j++) k_multiply_tile(sums[i][j], left[i][0], left[i][1], right[j]);
        }
#else
        K_UNROLL for (int s = 0; s < K_SLAB; s++) {
            k_slab left[2], right[2];
            K_UNROLL for (int h = 0; h < 2; h++) {
                left[h] = a_slab[side][s][(y + h * 64) / 4];
                right[h] = b_slab[side][s][(x + h * 64) / 4];
            }
            K_UNROLL for (int i = 0; i < 8; i++)
                K_UNROLL for (int j = 0; j < 8; j++)
                    sums[i][j] = k_add_product(sums[i][j], left[i / 4].of[i % 4], right[j / 4].of[j % 4]);
        }
#endif
        if (left > 0) {
            K_WRITE(a_next, K_ELEMS_A, a_slab[1 - side], K_TILE_M, K_A_BY_K)
            K_WRITE(b_next, K_ELEMS_B, b_slab[1 - side], K_TILE_N, K_B_BY_K)
        }
        K_BARRIER();
    }
#ifdef K_MMA
    K_UNROLL for (int i = 0; i < 2; i++)
        K_UNROLL for (int j = 0; j < 4; j++)
            K_UNROLL for (int e = 0; e < 4; e++) {
                const int64_t r = row + own_row + i * 16 + e / 2 * 8 + g, s = column + own_column + j * 8 + 2 * t + e % 2;
                if (r < q.m && s < q.n) K_STORE(c[r * q.row[2] + s * q.column[2]], sums[i][j][e]);
            }
#else
    K_UNROLL for (int i = 0; i < 8; i++)
        K_UNROLL for (int j = 0; j < 8; j++) {
            const int64_t r = row + y + i / 4 * 64 + i % 4, s = column + x + j / 4 * 64 + j % 4;
            if (r < q.m && s < q.n) K_STORE(c[r * q.row[2] + s * q.column[2]], sums[i][j]);
        }
#endif
}
