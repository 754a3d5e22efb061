/* Matrices of at most K_T rows and columns, a group of K_STACK_LANES each: inverses, determinants, solutions, LU. After device.cl, whose rules hold:
 * products are rounded before they are subtracted.
 *
 * A lane holds a row in registers, followed by the row's right sides. Rows are not moved: each lane knows its row's position, which is where the
 * exchanges of LAPACK would have taken it. Nor is a column's number an index into registers, which would have to be known beforehand: with
 * each step all columns move one to the left, so that the step's is always the first, and what has become of it is the last. After n steps of n
 * column c is number K_FIRST(n) + c of a row. */

#ifndef K_SIDES
#define K_SIDES 0
#endif
enum { K_STACK_LANES = K_T <= 32 ? 32 : 64, K_ALL = K_T + K_SIDES };
#define K_FIRST(n) (K_T - (n))
/* Side by side: many of short rows (32 doubles and a right side), while others want all registers. */
enum { K_STACK_GROUPS = K_ALL * sizeof(k_number) <= 264 ? 20 : 1 };
/* A sub-group's own where the device has these, which costs next to nothing. */
#define K_STACK_BARRIER() K_TREE_BARRIER(K_STACK_LANES / 2)

#define K_INLINE inline __attribute__((always_inline))

/* Aligned, for loads of 16 bytes. */
typedef K_ALIGNED_STRUCT(16) {
    k_number at[K_ALL];
} k_line;

/* A row that is proposed as the step's pivot. */
typedef struct k_head {
    int row, position;
    k_real size;
} k_head;

#ifdef K_WARP
/* One of each sub-group. Two of each, which steps use in turns: the next step's are written while some lanes still read. */
enum { K_PROPOSED = K_STACK_LANES / K_WARP };
typedef struct k_shared {
    k_line lines[2][K_PROPOSED];
    k_head heads[2][K_PROPOSED];
} k_shared;
#else
typedef struct k_shared {
    k_line line;
    k_head heads[K_STACK_LANES];
} k_shared;
#endif

/* What a step's lanes know of its pivot. */
typedef struct k_pivot {
    K_LOCAL_POINTER const k_line *line;
    k_head head;
} k_pivot;

/* Of equal sizes, and of NaNs, the one that LAPACK would come to first. */
static inline int k_is_better(const k_head a, const k_head b)
{
    const int are_equal = a.size == b.size || (a.size != a.size && b.size != b.size);
    return are_equal ? a.position < b.position : k_is_larger(a.size, b.size);
}

#ifdef K_WARP
/* Whether the lane's head is the best of its sub-group. By integers, which compare as the sizes do and have an instruction for the largest. */
static inline int k_is_best(const k_head own, const int is_open)
{
#ifdef K_LINALG_DOUBLE
    uint64_t bits = k_bits_of_f64(own.size);
#else
    uint64_t bits = (uint64_t)k_bits_of_f32(own.size) << 32;
#endif
    if (own.size != own.size) bits = ~(uint64_t)0 >> 1;
    /* 0: less than all that are open. */
    const uint32_t high = is_open ? (uint32_t)(bits >> 32) + 1 : 0, most = K_WARP_MAX(high);
    int is_best = high == most;
    const uint32_t lanes = K_BALLOT(is_best);
    /* All lanes of the sub-group take the same way, and take part in each maximum, the best or not. */
    if (lanes & (lanes - 1)) {
        const uint32_t low = is_best ? (uint32_t)bits : 0, most_low = K_WARP_MAX(low);
        is_best &= low == most_low;
        const uint32_t before = is_best ? (uint32_t)(K_STACK_LANES - own.position) : 0, most_before = K_WARP_MAX(before);
        is_best &= before == most_before;
    }
    return is_best;
}

/* The pivot among the rows that are open, of which x[0] is the step's column: its row, too, is for all lanes to read. */
static K_INLINE k_pivot k_choose(const k_number x[K_ALL], const k_head own, const int is_open, const int step, K_LOCAL_POINTER k_shared *shared)
{
    const int half = step % 2, warp = own.row / K_WARP;
    if (k_is_best(own, is_open)) {
        K_UNROLL for (int c = 0; c < K_ALL; c++) shared->lines[half][warp].at[c] = x[c];
        shared->heads[half][warp] = own;
    }
    K_STACK_BARRIER();
    k_pivot pivot = {shared->lines[half], shared->heads[half][0]};
    K_UNROLL for (int w = 1; w < K_PROPOSED; w++)
        if (k_is_better(shared->heads[half][w], pivot.head)) {
            pivot.line = shared->lines[half] + w;
            pivot.head = shared->heads[half][w];
        }
    return pivot;
}
#else
static K_INLINE k_pivot k_choose(const k_number x[K_ALL], const k_head own, const int is_open, const int step, K_LOCAL_POINTER k_shared *shared)
{
    (void)is_open, (void)step;
    shared->heads[own.row] = own;
    K_STACK_BARRIER();
    k_pivot pivot = {&shared->line, shared->heads[0]};
    for (int i = 1; i < K_STACK_LANES; i++)
        if (k_is_better(shared->heads[i], pivot.head)) pivot.head = shared->heads[i];
    if (own.row == pivot.head.row) K_UNROLL for (int c = 0; c < K_ALL; c++) shared->line.at[c] = x[c];
    K_STACK_BARRIER();
    return pivot;
}
#endif

/* What a lane has found out. */
typedef struct k_found {
    int position;
    k_number pivot, inverse; /* of its row */
    int32_t code;            /* the first column without a pivot, from 1 */
    int n_exchanges;
} k_found;

/* Eliminates n_steps columns of m rows: those of U stay (solutions, LU), nothing does (determinants), or, in place of the matrix, its inverse
 * comes to be (Gauss and Jordan's method), whose rows are still to be divided by their pivots. chosen: the row of each step, or (LU) its position.
 * factors (LU): where the lane's elements of L go, `apart` from each other, since there are no registers for them beside U. */
static K_INLINE k_found k_eliminate(k_number x[K_ALL], const int m, const int n_steps, K_LOCAL_POINTER k_shared *shared,
                                    K_LOCAL_POINTER int *chosen, K_GLOBAL k_number *factors, const int64_t apart)
{
    const int row = (int)K_LANE;
    k_found found = {row, K_NUMBER(0, 0), K_NUMBER(0, 0), 0, 0};
    for (int j = 0; j < n_steps; j++) {
        /* Rows that have been pivots are before position j. Of a row that must not be chosen the size is less than any. */
        const int is_open = row < m && found.position >= j;
        const k_head own = {row, found.position, is_open ? k_size(x[0]) : -1};
        const k_pivot pivot = k_choose(x, own, is_open, j, shared);
        const k_number head = pivot.line->at[0], inverse = k_inverse(head);
        const int is_pivot = row == pivot.head.row;
        if (is_pivot)
            found.position = j, found.pivot = head, found.inverse = inverse;
        else if (found.position == j)
            found.position = pivot.head.position;
#ifdef K_LINALG_LU_STACK
        if (row == 0) chosen[j] = pivot.head.position;
#else
        if (row == 0) chosen[j] = pivot.head.row;
#endif
        if (pivot.head.position != j) found.n_exchanges++;
        if (pivot.head.size == 0 && !found.code) found.code = j + 1;
#ifdef K_LINALG_INV_STACK
        const int is_less = !is_pivot;
#else
        const int is_less = found.position > j;
#endif
        k_number factor = K_NUMBER(0, 0), last = K_NUMBER(0, 0);
        if (is_less && pivot.head.size != 0) factor = k_times(x[0], inverse);
#ifdef K_LINALG_INV_STACK
        last = k_minus(K_NUMBER((k_real)is_pivot, 0), factor);
#elif !defined(K_LINALG_DETERMINANT_STACK)
        if (!is_less) last = x[0];
#endif
#ifdef K_LINALG_LU_STACK
        if (is_less && row < m) factors[j * apart] = factor;
        /* Rows of U stay what they are whatever comes: 0 times infinity would not be 0. */
        if (is_less)
            K_UNROLL for (int c = 1; c < K_T; c++) x[c - 1] = k_minus(x[c], k_times(factor, pivot.line->at[c]));
        else
            K_UNROLL for (int c = 1; c < K_T; c++) x[c - 1] = x[c];
#else
        (void)factors, (void)apart;
        K_UNROLL for (int c = 1; c < K_T; c++) x[c - 1] = k_minus(x[c], k_times(factor, pivot.line->at[c]));
        K_UNROLL for (int c = K_T; c < K_ALL; c++) x[c] = k_minus(x[c], k_times(factor, pivot.line->at[c]));
#endif
        x[K_T - 1] = last;
    }
    K_STACK_BARRIER();
    return found;
}

#ifndef K_LINALG_SOLVE_STACK
/* The lane's row, of which neighbours in memory are in other rows. */
static K_INLINE void k_read_line(k_number x[K_ALL], K_GLOBAL const k_number *a, const k_job *q, const int64_t s, const int m, const int n)
{
    const int row = (int)K_LANE;
    K_UNROLL for (int c = 0; c < K_T; c++)
    {
        x[c] = K_NUMBER(0, 0);
        if (row < m && c < n) x[c] = a[K_AT(*q, 0, s, row, c)];
    }
}
#else
/* The lane's row, of which neighbours in memory are in the same row: lanes read K_BAND of each of several rows together, all before any is
 * used, and exchange them. */
enum { K_BAND = 8 }; /* K_T is a multiple */

static K_INLINE void k_read_across(k_number x[K_ALL], K_GLOBAL const k_number *a, const k_job *q, const int64_t s, const int n,
                                   K_LOCAL_POINTER k_number *staged)
{
    const int lane = (int)K_LANE, in_band = lane % K_BAND;
    K_UNROLL for (int c = 0; c < K_T; c++)
    {
        const int row = (c % K_BAND * K_STACK_LANES + lane) / K_BAND, column = c / K_BAND * K_BAND + in_band;
        x[c] = K_NUMBER(0, 0);
        if (row < n && column < n) x[c] = a[K_AT(*q, 0, s, row, column)];
    }
    K_UNROLL for (int first = 0; first < K_T; first += K_BAND)
    {
        K_UNROLL for (int k = 0; k < K_BAND; k++)
            staged[(k * K_STACK_LANES + lane) / K_BAND * (K_BAND + 1) + in_band] = x[first + k];
        K_STACK_BARRIER();
        K_UNROLL for (int k = 0; k < K_BAND; k++) x[first + k] = staged[lane * (K_BAND + 1) + k];
        K_STACK_BARRIER();
    }
}
#endif

#ifdef K_LINALG_INV_STACK
/* In place. */
K_KERNEL_OF(K_STACK_LANES, K_STACK_GROUPS) void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL int32_t *codes, const k_job q)
{
    K_LOCAL k_shared shared;
    K_LOCAL int rows[K_T];
    const int n = (int)q.n;
    const int64_t s = (int64_t)K_GROUP;
    k_number x[K_ALL];
    k_read_line(x, a, &q, s, n, n);
    const k_found found = k_eliminate(x, n, n, &shared, rows, 0, 0);
    /* Column j belongs to the row that was chosen in step j. */
    K_UNROLL for (int c = 0; c < K_T; c++)
        if ((int)K_LANE < n && c >= K_FIRST(n)) a[K_AT(q, 0, s, found.position, rows[c - K_FIRST(n)])] = k_times(x[c], found.inverse);
    if (K_LANE == 0) codes[s] = found.code;
}
#endif

#ifdef K_LINALG_DETERMINANT_STACK
/* As DETERMINANT in device.cl, with the same order of products. */
K_KERNEL_OF(K_STACK_LANES, K_STACK_GROUPS)
void dpex_kernel(K_GLOBAL const k_number *a, K_GLOBAL k_number *determinants, K_GLOBAL k_real *logarithms, const k_job q)
{
    K_LOCAL k_shared shared;
    K_LOCAL k_number pivots[K_STACK_LANES];
    K_LOCAL k_real logarithms_of[K_STACK_LANES];
    K_LOCAL int rows[K_T], exponents[K_STACK_LANES];
    const int n = (int)q.n;
    const int64_t s = (int64_t)K_GROUP;
    k_number x[K_ALL];
    k_read_line(x, a, &q, s, n, n);
    const k_found found = k_eliminate(x, n, n, &shared, rows, 0, 0);
    int exponent = 0;
    k_real logarithm = 0;
    /* Up to 64 factors of sizes from 1/2 to 1.5 neither overflow nor vanish. */
    pivots[found.position] = q.mode ? k_phase(found.pivot, &logarithm) : k_rescaled(found.pivot, &exponent);
    logarithms_of[found.position] = logarithm;
    exponents[found.position] = exponent;
    K_STACK_BARRIER();
    if (K_LANE) return;
    k_number product = K_NUMBER(found.n_exchanges % 2 ? -1 : 1, 0);
    k_real sum = 0;
    exponent = 0;
    for (int i = 0; i < n; i++) {
        product = k_times(product, pivots[i]);
        sum += logarithms_of[i];
        exponent += exponents[i];
    }
    k_tell_determinant(product, exponent, sum, found.code != 0, (int)q.mode, s, determinants, logarithms);
}
#endif

#ifdef K_LINALG_LU_STACK
/* As LU_SMALL, m x n. */
K_KERNEL_OF(K_STACK_LANES, K_STACK_GROUPS)
void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL int32_t *swaps, K_GLOBAL int32_t *codes, const k_job q)
{
    K_LOCAL k_shared shared;
    K_LOCAL int positions[K_T];
    const int row = (int)K_LANE, m = (int)q.m, n = (int)q.n, less = m < n ? m : n;
    const int64_t s = (int64_t)K_GROUP;
    k_number x[K_ALL];
    k_read_line(x, a, &q, s, m, n);
    K_STACK_BARRIER();
    const k_found found = k_eliminate(x, m, less, &shared, positions, a + K_AT(q, 0, s, row, 0), q.at[0].column);
    /* L left of the diagonal: what the lane itself has written, in the row where it began. */
    K_UNROLL for (int r = 0; r < K_T; r++)
    {
        const int c = r + less < K_T ? r + less : r + less - K_T;
        if (row < m && c < n && c < found.position) x[r] = a[K_AT(q, 0, s, row, c)];
    }
    K_BARRIER_GLOBAL();
    K_UNROLL for (int r = 0; r < K_T; r++)
    {
        const int c = r + less < K_T ? r + less : r + less - K_T;
        if (row < m && c < n) a[K_AT(q, 0, s, found.position, c)] = x[r];
    }
    for (int j = row; j < less; j += K_STACK_LANES) swaps[K_AT(q, 1, s, j, 0)] = positions[j];
    if (row == 0) codes[s] = found.code;
}
#endif

#ifdef K_LINALG_SOLVE_STACK
/* As SOLVE_SMALL, but of the matrices themselves, at[0]; K_SIDES of the `width` right sides for each group. */
K_KERNEL_OF(K_STACK_LANES, K_STACK_GROUPS) void dpex_kernel(K_GLOBAL const k_number *a, K_GLOBAL k_number *b, K_GLOBAL int32_t *codes, const k_job q)
{
    K_LOCAL k_shared shared;
    K_LOCAL k_number staged[K_STACK_LANES * (K_BAND + 1)], solved[2][K_SIDES];
    K_LOCAL int rows[K_T];
    const int row = (int)K_LANE, n = (int)q.n, n_parts = (int)((q.width + K_SIDES - 1) / K_SIDES);
    const int64_t s = (int64_t)K_GROUP / n_parts;
    const int first = (int)((int64_t)K_GROUP % n_parts) * K_SIDES, n_sides = row < n ? (int)q.width - first : 0;
    k_number x[K_ALL];
    k_read_across(x, a, &q, s, n, staged);
    K_UNROLL for (int c = 0; c < K_SIDES; c++)
    {
        x[K_T + c] = K_NUMBER(0, 0);
        if (c < n_sides) x[K_T + c] = b[K_AT(q, 1, s, row, first + c)];
    }
    const k_found found = k_eliminate(x, n, n, &shared, rows, 0, 0);
    /* From the last unknown on; one barrier each, since the next one writes the other half. */
    K_UNROLL for (int j = K_T - 1; j >= 0; j--)
    {
        const int position = j - K_FIRST(n);
        if (found.position == position)
            K_UNROLL for (int c = 0; c < K_SIDES; c++)
            {
                x[K_T + c] = k_times(x[K_T + c], found.inverse);
                solved[j % 2][c] = x[K_T + c];
            }
        K_STACK_BARRIER();
        if (found.position < position)
            K_UNROLL for (int c = 0; c < K_SIDES; c++) x[K_T + c] = k_less_product(x[K_T + c], x[j], solved[j % 2][c]);
    }
    K_UNROLL for (int c = 0; c < K_SIDES; c++)
        if (c < n_sides) b[K_AT(q, 1, s, found.position, first + c)] = x[K_T + c];
    if (row == 0) codes[s] = found.code;
}
#endif
