/* Factorizations on devices that compile at run time, in portable kernel C; device.c says how they fit together and defines:
 *
 *     k_number, k_real   an element and its parts      K_FMA, K_SQRT, K_LOG, K_HYPOT, K_FREXP, K_LDEXP   functions of k_real
 *     K_LARGE            numbers whose squares neither overflow nor vanish lie between 1 / K_LARGE and K_LARGE
 *     K_LINALG_COMPLEX   of complex numbers            K_LINALG_...  which kernel   K_T  lanes of a small matrix
 *
 * Work-groups have 256 lanes. For one that works on a whole matrix, barriers make global memory visible too. All
 * sums have an order that depends on the shape alone. */

enum { K_LANES_ALL = 256, K_BLOCK = 32 }; /* lanes of a group; columns of a panel, at most */

/* Element (i, j) of matrix number s: offset + s stack + i row + j column. */
typedef struct k_matrix {
    int64_t offset, row, column, stack;
} k_matrix;

/* What the numbers mean is said at each kernel. */
typedef struct k_job {
    int64_t n_matrices, m, n, first, width, mode;
    k_matrix at[3];
} k_job;

#define K_AT(q, which, s, i, j)                                                                    \
    ((q).at[which].offset + (s) * (q).at[which].stack + (i) * (q).at[which].row + (j) * (q).at[which].column)

/* ---- arithmetic ------------------------------------------------------------------------------------ */

#ifdef K_LINALG_COMPLEX
#define K_NUMBER(re, im) K_PARTS(k_number, re, im)
#define K_RE(x)          ((x).re)
#define K_IM(x)          ((x).im)
static inline k_number k_less_product(const k_number c, const k_number a, const k_number b)
{
    return K_NUMBER(K_FMA(a.im, b.im, K_FMA(-a.re, b.re, c.re)), K_FMA(-a.im, b.re, K_FMA(-a.re, b.im, c.im)));
}
static inline k_number k_times(const k_number a, const k_number b)
{
    return K_NUMBER(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
static inline k_number k_minus(const k_number a, const k_number b)
{
    return K_NUMBER(a.re - b.re, a.im - b.im);
}
static inline k_number k_scaled(const k_number a, const k_real b)
{
    return K_NUMBER(a.re * b, a.im * b);
}
static inline k_number k_plus(const k_number a, const k_number b)
{
    return K_NUMBER(a.re + b.re, a.im + b.im);
}
static inline k_number k_conjugate(const k_number a)
{
    return K_NUMBER(a.re, -a.im);
}
/* 1 / a by Smith's method, which does not square. */
static inline k_number k_inverse(const k_number a)
{
    const k_real re = a.re < 0 ? -a.re : a.re, im = a.im < 0 ? -a.im : a.im;
    if (re >= im) {
        const k_real ratio = a.im / a.re, scale = 1 / (a.re + a.im * ratio);
        return K_NUMBER(scale, -ratio * scale);
    }
    const k_real ratio = a.re / a.im, scale = 1 / (a.im + a.re * ratio);
    return K_NUMBER(ratio * scale, -scale);
}
#else
#define K_NUMBER(re, im) (re)
#define K_RE(x)          (x)
#define K_IM(x)          ((k_real)0)
static inline k_number k_less_product(const k_number c, const k_number a, const k_number b)
{
    return K_FMA(-a, b, c);
}
static inline k_number k_times(const k_number a, const k_number b)
{
    return a * b;
}
static inline k_number k_minus(const k_number a, const k_number b)
{
    return a - b;
}
static inline k_number k_scaled(const k_number a, const k_real b)
{
    return a * b;
}
static inline k_number k_plus(const k_number a, const k_number b)
{
    return a + b;
}
static inline k_number k_conjugate(const k_number a)
{
    return a;
}
static inline k_number k_inverse(const k_number a)
{
    return 1 / a;
}
#endif

static inline k_real k_positive(const k_real x)
{
    return x < 0 ? -x : x;
}

/* For pivots: a NaN is larger than everything. */
static inline int k_is_larger(const k_real a, const k_real b)
{
    return b == b && !(a <= b);
}

/* Panels round products before they subtract them, as LAPACK's loops for small matrices do: multiples of a row then cancel to zero, where
 * a fused operation would leave the product's error. */

/* What LAPACK compares pivots by. */
static inline k_real k_size(const k_number a)
{
    return k_positive(K_RE(a)) + k_positive(K_IM(a));
}

/* ---- elements ---------------------------------------------------------------------------------------- */

#ifdef K_LINALG_ELEMENTS
/* m x n elements of each matrix at[0], an item each, from those of at[1]; by mode: the identity, the Householder vectors that
 * a panel holds below its diagonal, the upper triangle, the lower one, all. */
enum { K_IDENTITY, K_REFLECTORS, K_UPPER, K_LOWER, K_ALL };

K_KERNEL void dpex_kernel(K_GLOBAL k_number *to, K_GLOBAL const k_number *from, const k_job q)
{
    const int64_t item = (int64_t)K_ITEM, size = q.m * q.n;
    if (item >= size * q.n_matrices) return;
    /* The first index is that along which elements are neighbours. */
    const int64_t s = item / size, fast = q.at[0].row == 1 ? q.m : q.n;
    const int64_t inner = item % size % fast, outer = item % size / fast;
    const int64_t i = q.at[0].row == 1 ? inner : outer, j = q.at[0].row == 1 ? outer : inner;
    const int is_kept = q.mode == K_REFLECTORS ? i > j
                        : q.mode == K_UPPER    ? i <= j
                        : q.mode == K_LOWER    ? i >= j
                                               : q.mode == K_ALL;
    k_number x = K_NUMBER((k_real)(i == j && q.mode <= K_REFLECTORS), 0);
    if (is_kept) x = from[K_AT(q, 1, s, i, j)];
    to[K_AT(q, 0, s, i, j)] = x;
}
#endif

/* ---- LU ------------------------------------------------------------------------------------------------ */

#if defined(K_LINALG_LU_PANEL) || defined(K_LINALG_LU_AGAIN)
/* By a group: columns [first, first + width) of rows [first, m) of matrix s of at[0]. swaps: at[1], a list for each matrix, from `base` on.
 * Gives code, or else the first column without a pivot, from 1. */
static inline int32_t k_factorize(K_GLOBAL k_number *a, K_GLOBAL int32_t *swaps, const k_job *q, const int64_t s, const int32_t base,
                                  int32_t code, K_LOCAL_POINTER k_real *sizes, K_LOCAL_POINTER int64_t *rows)
{
    const int lane = (int)K_LANE;
    const int64_t end = q->first + q->width;
    for (int64_t j = q->first; j < end && j < q->m; j++) {
        k_real largest = -1;
        int64_t row = j;
        for (int64_t i = j + lane; i < q->m; i += K_LANES_ALL) {
            const k_real size = k_size(a[K_AT(*q, 0, s, i, j)]);
            /* Rows ascend within a lane, so the first of equal ones stays. */
            if (k_is_larger(size, largest)) largest = size, row = i;
        }
        sizes[lane] = largest;
        rows[lane] = row;
        K_BARRIER();
        for (int apart = K_LANES_ALL / 2; apart > 0; apart /= 2) {
            if (lane < apart) {
                const k_real other = sizes[lane + apart];
                /* Of equal ones the first. */
                if (k_is_larger(other, sizes[lane]) || (other == sizes[lane] && rows[lane + apart] < rows[lane]))
                    sizes[lane] = other, rows[lane] = rows[lane + apart];
            }
            K_BARRIER();
        }
        row = rows[0];
        largest = sizes[0];
        if (lane == 0) swaps[K_AT(*q, 1, s, j, 0)] = (int32_t)row + base;
        /* As LAPACK: the column is left as it is, and the factorization goes on with the next
         * one. */
        if (largest == 0 && !code) code = (int32_t)(j + 1);
        for (int64_t c = q->first + lane; row != j && c < end; c += K_LANES_ALL) {
            const int64_t one = K_AT(*q, 0, s, j, c), two = K_AT(*q, 0, s, row, c);
            const k_number x = a[one];
            a[one] = a[two];
            a[two] = x;
        }
        K_BARRIER_GLOBAL();
        /* A lane has whole rows, so it reads what it has written itself and the pivot's row. */
        const k_number inverse = k_inverse(a[K_AT(*q, 0, s, j, j)]);
        for (int64_t i = j + 1 + lane; largest != 0 && i < q->m; i += K_LANES_ALL) {
            const k_number factor = k_times(a[K_AT(*q, 0, s, i, j)], inverse);
            a[K_AT(*q, 0, s, i, j)] = factor;
            for (int64_t c = j + 1; c < end; c++) {
                const int64_t at = K_AT(*q, 0, s, i, c);
                a[at] = k_minus(a[at], k_times(factor, a[K_AT(*q, 0, s, j, c)]));
            }
        }
        K_BARRIER_GLOBAL();
    }
    return code;
}
#endif

#ifdef K_LINALG_LU_PANEL
/* A group for each matrix; the first column without a pivot goes to codes. */
K_KERNEL void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL int32_t *swaps, K_GLOBAL int32_t *codes, const k_job q)
{
    K_LOCAL k_real sizes[K_LANES_ALL];
    K_LOCAL int64_t rows[K_LANES_ALL];
    const int64_t s = (int64_t)K_GROUP;
    const int32_t code = k_factorize(a, swaps, &q, s, 0, q.first ? codes[s] : 0, sizes, rows);
    if (K_LANE == 0) codes[s] = code;
}
#endif

/* Vendors' libraries may take a NaN for zero, and infinity for a column without a pivot: matrices that are not finite are factorized again. */
#ifdef K_LINALG_WATCH
/* at[0] = at[1], m x n; width groups for each matrix, of which each tells whether its elements are finite. */
K_KERNEL void dpex_kernel(K_GLOBAL k_number *to, K_GLOBAL const k_number *from, K_GLOBAL int32_t *are_finite, const k_job q)
{
    K_LOCAL int32_t is_finite;
    const int64_t s = (int64_t)K_GROUP / q.width, size = q.m * q.n;
    if (K_LANE == 0) is_finite = 1;
    K_BARRIER();
    for (int64_t at = (int64_t)K_GROUP % q.width * K_LANES_ALL + (int64_t)K_LANE; at < size; at += q.width * K_LANES_ALL) {
        const int64_t i = at % q.m, j = at / q.m;
        const k_number x = from[K_AT(q, 1, s, i, j)];
        const k_real rest = k_size(x) - k_size(x);
        if (rest != 0) is_finite = 0;
        to[K_AT(q, 0, s, i, j)] = x;
    }
    K_BARRIER();
    if (K_LANE == 0) are_finite[K_GROUP] = is_finite;
}
#endif

#ifdef K_LINALG_LU_AGAIN
/* A group for each matrix, of whose m x n elements at[2] has a copy; mode: what swaps are counted from. */
K_KERNEL void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL int32_t *swaps, K_GLOBAL const k_number *copy, K_GLOBAL int32_t *codes,
                          K_GLOBAL const int32_t *are_finite, const k_job q)
{
    K_LOCAL k_real sizes[K_LANES_ALL];
    K_LOCAL int64_t rows[K_LANES_ALL];
    K_LOCAL int32_t is_finite;
    const int64_t s = (int64_t)K_GROUP;
    if (K_LANE == 0) is_finite = 1;
    K_BARRIER();
    for (int64_t g = (int64_t)K_LANE; g < q.width; g += K_LANES_ALL)
        if (!are_finite[s * q.width + g]) is_finite = 0;
    K_BARRIER();
    if (is_finite) return;
    for (int64_t at = (int64_t)K_LANE; at < q.m * q.n; at += K_LANES_ALL)
        a[K_AT(q, 0, s, at % q.m, at / q.m)] = copy[K_AT(q, 2, s, at % q.m, at / q.m)];
    K_BARRIER_GLOBAL();
    k_job whole = q;
    whole.first = 0;
    whole.width = q.n;
    const int32_t code = k_factorize(a, swaps, &whole, s, (int32_t)q.mode, 0, sizes, rows);
    if (K_LANE == 0) codes[s] = code;
}
#endif

#if defined(K_LINALG_LU_SMALL) || defined(K_LINALG_SOLVE_SMALL)
/* The same for whole matrices of at most K_T rows and columns (4, 8, 16; 32 would compile for seconds): K_T lanes for each, several matrices
 * per group. A lane holds a row in registers; the pivot's row goes through local memory. All K_T steps are made, so that no barrier depends
 * on the extents. Each lane gets all pivots. */
static inline int32_t k_factorize_small(k_number own[K_T], int pivots[K_T], const int m, const int n, K_LOCAL_POINTER k_number *chosen,
                                        K_LOCAL_POINTER k_number *replaced, K_LOCAL_POINTER k_real *sizes)
{
    const int lane = (int)K_LANE, row = lane % K_T, base = lane - row, less = m < n ? m : n;
    int32_t code = 0;
    K_UNROLL for (int j = 0; j < K_T; j++)
    {
        const int is_step = j < less;
        sizes[lane] = k_size(own[j]);
        K_BARRIER();
        int pivot = j;
        k_real largest = sizes[base + j];
        for (int i = j + 1; is_step && i < m; i++)
            if (k_is_larger(sizes[base + i], largest)) largest = sizes[base + i], pivot = i;
        if (row == pivot) K_UNROLL for (int c = 0; c < K_T; c++) chosen[base + c] = own[c];
        if (row == j) K_UNROLL for (int c = 0; c < K_T; c++) replaced[base + c] = own[c];
        K_BARRIER();
        if (row == j)
            K_UNROLL for (int c = 0; c < K_T; c++) own[c] = chosen[base + c];
        else if (row == pivot)
            K_UNROLL for (int c = 0; c < K_T; c++) own[c] = replaced[base + c];
        pivots[j] = pivot;
        if (is_step && largest == 0 && !code) code = j + 1;
        if (is_step && largest != 0 && row > j) {
            own[j] = k_times(own[j], k_inverse(chosen[base + j]));
            K_UNROLL for (int c = j + 1; c < K_T; c++)
                own[c] = k_minus(own[c], k_times(own[j], chosen[base + c]));
        }
    }
    return code;
}

static inline void k_read_row(k_number own[K_T], K_GLOBAL const k_number *a, const k_job *q, const int64_t s, const int row, const int n)
{
    K_UNROLL for (int c = 0; c < K_T; c++)
    {
        own[c] = K_NUMBER(0, 0);
        if (c < n) own[c] = a[K_AT(*q, 0, s, row, c)];
    }
}
#endif

#ifdef K_LINALG_LU_SMALL
K_KERNEL void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL int32_t *swaps, K_GLOBAL int32_t *codes, const k_job q)
{
    K_LOCAL k_number chosen[K_LANES_ALL], replaced[K_LANES_ALL];
    K_LOCAL k_real sizes[K_LANES_ALL];
    const int lane = (int)K_LANE, row = lane % K_T;
    const int64_t s = (int64_t)K_GROUP * (K_LANES_ALL / K_T) + lane / K_T;
    const int m = (int)q.m, n = (int)q.n, is_inside = s < q.n_matrices && row < m;
    k_number own[K_T];
    int pivots[K_T];
    k_read_row(own, a, &q, s, row, is_inside ? n : 0);
    const int32_t code = k_factorize_small(own, pivots, m, n, chosen, replaced, sizes);
    if (!is_inside) return;
    K_UNROLL for (int c = 0; c < K_T; c++)
    {
        if (c < n) a[K_AT(q, 0, s, row, c)] = own[c];
        if (row == 0 && c < m && c < n) swaps[K_AT(q, 1, s, c, 0)] = pivots[c];
    }
    if (row == 0) codes[s] = code;
}
#endif

#ifdef K_LINALG_SOLVE_SMALL
/* Systems of order n <= K_T with the transposes of the matrices at[0] and up to K_SIDES right sides, the columns of at[1], which the solutions
 * replace. P a = L U: a right side meets U^T, then L^T, and its elements are those of the rows before their exchange. A lane has a row of a
 * and the element of its number of each right side. */
enum { K_SIDES = 4 };

K_KERNEL void dpex_kernel(K_GLOBAL const k_number *a, K_GLOBAL k_number *x, K_GLOBAL int32_t *codes, const k_job q)
{
    K_LOCAL k_number chosen[K_LANES_ALL], replaced[K_LANES_ALL], solved[K_LANES_ALL / K_T * K_SIDES];
    K_LOCAL k_real sizes[K_LANES_ALL];
    const int lane = (int)K_LANE, row = lane % K_T, base = lane - row, sides = base / K_T * K_SIDES;
    const int64_t s = (int64_t)K_GROUP * (K_LANES_ALL / K_T) + lane / K_T;
    const int n = (int)q.n, n_sides = (int)q.width, is_inside = s < q.n_matrices && row < n;
    k_number own[K_T], b[K_SIDES];
    int pivots[K_T];
    k_read_row(own, a, &q, s, row, is_inside ? n : 0);
    K_UNROLL for (int c = 0; c < K_SIDES; c++)
    {
        b[c] = K_NUMBER(0, 0);
        if (is_inside && c < n_sides) b[c] = x[K_AT(q, 1, s, row, c)];
    }
    const int32_t code = k_factorize_small(own, pivots, n, n, chosen, replaced, sizes);
    K_UNROLL for (int step = 0; step < 2 * K_T; step++)
    {
        const int is_upper = step < K_T, j = is_upper ? step : 2 * K_T - 1 - step;
        K_BARRIER();
        if (row == j) {
            const k_number inverse = k_inverse(own[j]);
            K_UNROLL for (int c = 0; c < K_SIDES; c++)
            {
                if (is_upper) b[c] = k_times(b[c], inverse);
                solved[sides + c] = b[c];
            }
            K_UNROLL for (int c = 0; c < K_T; c++) chosen[base + c] = own[c];
        }
        K_BARRIER();
        if (j < n && (is_upper ? row > j : row < j))
            K_UNROLL for (int c = 0; c < K_SIDES; c++) b[c] = k_less_product(b[c], chosen[base + row], solved[sides + c]);
    }
    if (!is_inside) return;
    int before = row;
    K_UNROLL for (int j = K_T - 1; j >= 0; j--)
        if (j < n) before = before == j ? pivots[j] : before == pivots[j] ? j : before;
    for (int c = 0; c < n_sides; c++) {
        k_number value = b[0];
        K_UNROLL for (int k = 1; k < K_SIDES; k++)
            if (c == k) value = b[k];
        x[K_AT(q, 1, s, before, c)] = value;
    }
    if (row == 0) codes[s] = code;
}
#endif

#ifdef K_LINALG_SWAP
/* Rows [first, first + width) of at[0] are exchanged with those that swaps (at[1]) name, in this order, or (mode) back; n columns, an item
 * each. */
K_KERNEL void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL const int32_t *swaps, const k_job q)
{
    const int64_t item = (int64_t)K_ITEM;
    if (item >= q.n * q.n_matrices) return;
    const int64_t s = item / q.n, j = item % q.n;
    for (int64_t step = 0; step < q.width; step++) {
        const int64_t i = q.first + (q.mode ? q.width - 1 - step : step), other = swaps[K_AT(q, 1, s, i, 0)];
        if (other == i) continue;
        const int64_t one = K_AT(q, 0, s, i, j), two = K_AT(q, 0, s, other, j);
        const k_number x = a[one];
        a[one] = a[two];
        a[two] = x;
    }
}
#endif

#ifdef K_LINALG_ORDER
/* The n swaps of each matrix (at[0]), counted from `first`, as int64 from 0, and as a permutation of m rows (at[1], at[2]): a group each. */
K_KERNEL void dpex_kernel(K_GLOBAL const int32_t *swaps, K_GLOBAL int64_t *pivots, K_GLOBAL int64_t *order, const k_job q)
{
    const int64_t s = (int64_t)K_GROUP;
    for (int64_t i = (int64_t)K_LANE; i < q.m; i += K_LANES_ALL) order[K_AT(q, 2, s, i, 0)] = i;
    for (int64_t i = (int64_t)K_LANE; i < q.n; i += K_LANES_ALL) pivots[K_AT(q, 1, s, i, 0)] = swaps[K_AT(q, 0, s, i, 0)] - q.first;
    K_BARRIER_GLOBAL();
    if (K_LANE) return;
    for (int64_t i = 0; i < q.n; i++) {
        const int64_t one = K_AT(q, 2, s, i, 0), two = K_AT(q, 2, s, swaps[K_AT(q, 0, s, i, 0)] - q.first, 0), moved = order[one];
        order[one] = order[two];
        order[two] = moved;
    }
}
#endif

#ifdef K_LINALG_PIVOTS
/* Swaps from 1 (at[1]) of int64 from 0 (at[0]), n of each matrix, an item each. */
K_KERNEL void dpex_kernel(K_GLOBAL const int64_t *pivots, K_GLOBAL int32_t *swaps, const k_job q)
{
    const int64_t item = (int64_t)K_ITEM, s = item / q.n, i = item % q.n;
    if (s < q.n_matrices) swaps[K_AT(q, 1, s, i, 0)] = (int32_t)pivots[K_AT(q, 0, s, i, 0)] + 1;
}
#endif

#if defined(K_LINALG_DETERMINANT) || defined(K_LINALG_DETERMINANT_STACK)
/* Products carry their power of two apart, so that they neither overflow nor vanish. */
static inline k_number k_rescaled(const k_number x, int *exponent)
{
    int step = 0;
    const k_real re = k_positive(K_RE(x)), im = k_positive(K_IM(x));
    const k_real larger = re > im ? re : im;
    (void)K_FREXP(larger, &step);
    *exponent += step;
    return K_NUMBER(K_LDEXP(K_RE(x), -step), K_LDEXP(K_IM(x), -step));
}

/* x = its phase times e^*logarithm. */
static inline k_number k_phase(const k_number x, k_real *logarithm)
{
#ifdef K_LINALG_COMPLEX
    const k_real size = K_HYPOT(x.re, x.im);
#else
    const k_real size = k_positive(x);
#endif
    *logarithm = K_LOG(size);
    return K_NUMBER(K_RE(x) / size, K_IM(x) / size);
}

/* Of matrix s: product times 2^exponent, or (is_phase) product times e^sum. */
static inline void k_tell_determinant(k_number product, const int exponent, const k_real sum, const int is_singular, const int is_phase,
                                      const int64_t s, K_GLOBAL k_number *determinants, K_GLOBAL k_real *logarithms)
{
    if (!is_phase) product = K_NUMBER(K_LDEXP(K_RE(product), exponent), K_LDEXP(K_IM(product), exponent));
    if (is_singular) product = K_NUMBER(0, 0);
    determinants[s] = product;
    if (is_phase) logarithms[s] = is_singular ? -(k_real)k_f32_of_bits(0x7f800000) : sum;
}
#endif

#ifdef K_LINALG_DETERMINANT
/* Of the n diagonal elements of each matrix (at[0]), a group each, with a sign for each exchanged row (at[1], from `first`): the product, or
 * (mode) its phase and the logarithm of its size. */
K_KERNEL void dpex_kernel(K_GLOBAL const k_number *a, K_GLOBAL const int32_t *swaps, K_GLOBAL const int32_t *codes,
                          K_GLOBAL k_number *determinants, K_GLOBAL k_real *logarithms, const k_job q)
{
    K_LOCAL k_number products[K_LANES_ALL];
    K_LOCAL k_real sums[K_LANES_ALL];
    K_LOCAL int exponents[K_LANES_ALL];
    const int lane = (int)K_LANE;
    const int64_t s = (int64_t)K_GROUP;
    k_number product = K_NUMBER(1, 0);
    k_real sum = 0;
    int exponent = 0;
    for (int64_t i = lane; i < q.n; i += K_LANES_ALL) {
        k_number x = a[K_AT(q, 0, s, i, i)];
        if (q.mode) {
            k_real logarithm;
            x = k_phase(x, &logarithm);
            sum += logarithm;
        }
        if (swaps[K_AT(q, 1, s, i, 0)] != i + q.first) x = K_NUMBER(-K_RE(x), -K_IM(x));
        product = k_times(product, x);
        if (!q.mode) product = k_rescaled(product, &exponent);
    }
    products[lane] = product;
    sums[lane] = sum;
    exponents[lane] = exponent;
    K_BARRIER();
    if (lane) return;
    /* One lane, in the order of the others: a tree would need the exponents in step, and 255
     * products take no time beside the factorization of a matrix that has so many rows. */
    for (int i = 1; i < K_LANES_ALL && i < q.n; i++) {
        product = k_times(product, products[i]);
        exponent += exponents[i];
        if (!q.mode) product = k_rescaled(product, &exponent);
        sum += sums[i];
    }
    k_tell_determinant(product, exponent, sum, codes[s] != 0, (int)q.mode, s, determinants, logarithms);
}
#endif

/* ---- triangles ------------------------------------------------------------------------------------------- */

#ifdef K_LINALG_TRIANGLE
/* X = T^-1 X for each column of X (at[1]), a lane each, n of them; T (at[0]) is triangular, of order m <= 32. Its bits in mode: */
enum { K_IS_UPPER = 1, K_IS_UNIT = 2, K_IS_CONJUGATE = 4 }; /* the last: conj(T) */

K_KERNEL void dpex_kernel(K_GLOBAL const k_number *t, K_GLOBAL k_number *x, const k_job q)
{
    K_LOCAL k_number block[K_BLOCK][K_BLOCK + 1];
    const int lane = (int)K_LANE;
    const int64_t n_groups = (q.n + K_LANES_ALL - 1) / K_LANES_ALL, s = (int64_t)K_GROUP / n_groups;
    const int64_t column = (int64_t)K_GROUP % n_groups * K_LANES_ALL + lane;
    /* An upper triangle is a lower one from its last row on. What is missing of 32 rows is the identity. */
    for (int e = lane; e < K_BLOCK * K_BLOCK; e += K_LANES_ALL) {
        const int i = e % K_BLOCK, j = e / K_BLOCK;
        k_number value = K_NUMBER((k_real)(i == j), 0);
        if (i < q.m && j <= i && !(i == j && (q.mode & K_IS_UNIT))) {
            const int is_upper = (int)(q.mode & K_IS_UPPER);
            value = t[K_AT(q, 0, s, is_upper ? q.m - 1 - i : i, is_upper ? q.m - 1 - j : j)];
            if (q.mode & K_IS_CONJUGATE) value = k_conjugate(value);
            /* Once per block instead of a division per column: all lanes multiply by it. */
            if (i == j) value = k_inverse(value);
        }
        block[i][j] = value;
    }
    K_BARRIER();
    if (column >= q.n) return;
    k_number own[K_BLOCK];
    K_UNROLL for (int i = 0; i < K_BLOCK; i++)
    {
        own[i] = K_NUMBER(0, 0);
        if (i < q.m) own[i] = x[K_AT(q, 1, s, q.mode & K_IS_UPPER ? q.m - 1 - i : i, column)];
    }
    K_UNROLL for (int i = 0; i < K_BLOCK; i++)
    {
        k_number value = own[i];
        K_UNROLL for (int j = 0; j < i; j++) value = k_less_product(value, block[i][j], own[j]);
        own[i] = k_times(value, block[i][i]);
    }
    K_UNROLL for (int i = 0; i < K_BLOCK; i++)
        if (i < q.m) x[K_AT(q, 1, s, q.mode & K_IS_UPPER ? q.m - 1 - i : i, column)] = own[i];
}
#endif

#ifdef K_LINALG_TRIANGLE_ITEMS
/* The same with an item per column and without local memory: for many matrices with few columns each. */
enum { K_IS_UPPER = 1, K_IS_UNIT = 2, K_IS_CONJUGATE = 4 };

K_KERNEL void dpex_kernel(K_GLOBAL const k_number *t, K_GLOBAL k_number *x, const k_job q)
{
    const int64_t item = (int64_t)K_ITEM;
    if (item >= q.n * q.n_matrices) return;
    const int64_t s = item / q.n, column = item % q.n, last = q.mode & K_IS_UPPER ? q.m - 1 : 0;
    k_number own[K_BLOCK];
    for (int64_t i = 0; i < q.m; i++) {
        const int64_t row = last ? last - i : i, at = K_AT(q, 1, s, row, column);
        k_number value = x[at];
        for (int64_t j = 0; j <= i; j++) {
            if (i == j && (q.mode & K_IS_UNIT)) break;
            k_number factor = t[K_AT(q, 0, s, row, last ? last - j : j)];
            if (q.mode & K_IS_CONJUGATE) factor = k_conjugate(factor);
            value = i == j ? k_times(value, k_inverse(factor)) : k_less_product(value, factor, own[j]);
        }
        own[i] = x[at] = value;
    }
}
#endif

#ifdef K_LINALG_CHOLESKY_SMALL
/* The lower factors of matrices of order n <= K_T, zeros above them, as in LU_SMALL. */
K_KERNEL void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL int32_t *codes, const k_job q)
{
    K_LOCAL k_number column[K_LANES_ALL];
    K_LOCAL k_real squares[K_LANES_ALL];
    const int lane = (int)K_LANE, row = lane % K_T, base = lane - row, n = (int)q.n;
    const int64_t s = (int64_t)K_GROUP * (K_LANES_ALL / K_T) + lane / K_T;
    const int is_inside = s < q.n_matrices && row < n;
    k_number own[K_T];
    int32_t code = 0;
    K_UNROLL for (int c = 0; c < K_T; c++)
    {
        own[c] = K_NUMBER(0, 0);
        if (is_inside && c <= row) own[c] = a[K_AT(q, 0, s, row, c)];
    }
    K_UNROLL for (int j = 0; j < K_T; j++)
    {
        if (row == j) squares[base] = K_RE(own[j]);
        K_BARRIER();
        const k_real square = squares[base], root = K_SQRT(square);
        if (j < n && square <= 0 && !code) code = j + 1;
        if (row == j) own[j] = K_NUMBER(root, 0);
        if (row > j) own[j] = K_NUMBER(K_RE(own[j]) / root, K_IM(own[j]) / root);
        column[lane] = own[j];
        K_BARRIER();
        K_UNROLL for (int c = j + 1; c < K_T; c++)
            if (c <= row) own[c] = k_minus(own[c], k_times(own[j], k_conjugate(column[base + c])));
    }
    K_UNROLL for (int c = 0; c < K_T; c++)
        if (is_inside && c < n) a[K_AT(q, 0, s, row, c)] = own[c];
    if (is_inside && row == 0) codes[s] = code;
}
#endif

#ifdef K_LINALG_CHOLESKY
/* The lower factor of the block of order width from (first, first) on of each matrix at[0]: a group each. The first row, from 1,
 * without a positive diagonal goes to codes. */
K_KERNEL void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL int32_t *codes, const k_job q)
{
    K_LOCAL k_number block[K_BLOCK][K_BLOCK + 1];
    const int lane = (int)K_LANE, n = (int)q.width;
    const int64_t s = (int64_t)K_GROUP;
    int32_t code = q.first ? codes[s] : 0;
    for (int e = lane; e < n * n; e += K_LANES_ALL) {
        const int i = e / n, j = e % n;
        if (i >= j) block[i][j] = a[K_AT(q, 0, s, q.first + i, q.first + j)];
    }
    K_BARRIER();
    for (int j = 0; j < n; j++) {
        /* The imaginary part of a Hermitian matrix' diagonal is taken as 0, as LAPACK does. */
        const k_real square = K_RE(block[j][j]);
        if (square <= 0 && !code) code = (int32_t)(q.first + j + 1);
        const k_real root = K_SQRT(square);
        K_BARRIER();
        if (lane == j) block[j][j] = K_NUMBER(root, 0);
        if (lane > j && lane < n)
            block[lane][j] = K_NUMBER(K_RE(block[lane][j]) / root, K_IM(block[lane][j]) / root);
        K_BARRIER();
        for (int e = lane; e < n * n; e += K_LANES_ALL) {
            const int i = e / n, c = e % n;
            if (c > j && i >= c) block[i][c] = k_minus(block[i][c], k_times(block[i][j], k_conjugate(block[c][j])));
        }
        K_BARRIER();
    }
    for (int e = lane; e < n * n; e += K_LANES_ALL) {
        const int i = e / n, j = e % n;
        if (i >= j) a[K_AT(q, 0, s, q.first + i, q.first + j)] = block[i][j];
    }
    if (lane == 0) codes[s] = code;
}
#endif

/* ---- QR ---------------------------------------------------------------------------------------------------- */

#ifdef K_LINALG_QR_PANEL
/* Householder's reflections of columns [first, first + width) of rows [first, m) of each matrix at[0], as LAPACK's geqrf stores them, a
 * group each; their factors go to at[1]. */
enum { K_TEAMS = K_LANES_ALL / K_BLOCK }; /* columns at once, 32 lanes each */

K_KERNEL void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL k_number *factors, const k_job q)
{
    K_LOCAL k_real reals[K_LANES_ALL];
    K_LOCAL k_number sums[K_LANES_ALL];
    const int lane = (int)K_LANE, member = lane % K_BLOCK, team = lane / K_BLOCK;
    const int64_t s = (int64_t)K_GROUP, end = q.first + q.width;
    for (int64_t j = q.first; j < end; j++) {
        /* The largest part below the diagonal, by which squares are scaled where they would overflow or vanish. */
        k_real largest = 0;
        for (int64_t i = j + 1 + lane; i < q.m; i += K_LANES_ALL) {
            const k_real size = k_size(a[K_AT(q, 0, s, i, j)]);
            if (!(size <= largest)) largest = size;
        }
        reals[lane] = largest;
        K_BARRIER();
        for (int apart = K_LANES_ALL / 2; apart > 0; apart /= 2) {
            if (lane < apart && !(reals[lane + apart] <= reals[lane])) reals[lane] = reals[lane + apart];
            K_BARRIER();
        }
        largest = reals[0];
        K_BARRIER();
        const k_number head = a[K_AT(q, 0, s, j, j)];
        if (!(k_size(head) <= largest)) largest = k_size(head);
        /* Mostly 1: scaling by a number that is not a power of 2 rounds each element once more. */
        const k_real scale = largest > 0 && (largest > K_LARGE || largest < 1 / K_LARGE) ? largest : 1;
        k_real sum = 0;
        for (int64_t i = j + 1 + lane; i < q.m; i += K_LANES_ALL) {
            const k_number x = a[K_AT(q, 0, s, i, j)];
            const k_real re = K_RE(x) / scale, im = K_IM(x) / scale;
            sum = K_FMA(re, re, K_FMA(im, im, sum));
        }
        reals[lane] = sum;
        K_BARRIER();
        for (int apart = K_LANES_ALL / 2; apart > 0; apart /= 2) {
            if (lane < apart) reals[lane] += reals[lane + apart];
            K_BARRIER();
        }
        sum = reals[0];
        /* Nothing to be done: the factor is 0, the reflection the identity. */
        const int is_identity = sum == 0 && K_IM(head) == 0;
        const k_real re = K_RE(head) / scale, im = K_IM(head) / scale;
        const k_real length = K_SQRT(K_FMA(re, re, K_FMA(im, im, sum)));
        /* Of the sign opposite to the head's, so that head - beta adds two numbers of one sign
         * and loses no digits. */
        const k_real beta = re < 0 ? length : -length;
        k_number factor = K_NUMBER((beta - re) / beta, -im / beta);
        if (is_identity) factor = K_NUMBER(0, 0);
        if (!is_identity) {
            const k_number inverse = k_inverse(K_NUMBER(re - beta, im));
            for (int64_t i = j + 1 + lane; i < q.m; i += K_LANES_ALL) {
                const int64_t at = K_AT(q, 0, s, i, j);
                a[at] = k_times(K_NUMBER(K_RE(a[at]) / scale, K_IM(a[at]) / scale), inverse);
            }
        }
        K_BARRIER_GLOBAL(); /* all have read the head */
        if (lane == 0) {
            factors[K_AT(q, 1, s, j, 0)] = factor;
            if (!is_identity) a[K_AT(q, 0, s, j, j)] = K_NUMBER(beta * scale, 0);
        }
        /* The columns behind it. Every team goes through the same barriers. */
        for (int64_t base = j + 1; base < end; base += K_TEAMS) {
            const int64_t c = base + team;
            k_number own = K_NUMBER(0, 0);
            for (int64_t i = j + 1 + member; c < end && i < q.m; i += K_BLOCK)
                own = k_less_product(own, k_conjugate(a[K_AT(q, 0, s, i, j)]), a[K_AT(q, 0, s, i, c)]);
            sums[lane] = own;
            K_BARRIER();
            for (int apart = K_BLOCK / 2; apart > 0; apart /= 2) {
                if (member < apart) sums[lane] = k_plus(sums[lane], sums[lane + apart]);
                K_BARRIER();
            }
            if (c < end) {
                /* own: minus v^H times the column */
                const int64_t at = K_AT(q, 0, s, j, c);
                own = k_less_product(sums[team * K_BLOCK], K_NUMBER(1, 0), a[at]);
                own = k_times(k_conjugate(factor), own);
                for (int64_t i = j + 1 + member; i < q.m; i += K_BLOCK) {
                    const int64_t to = K_AT(q, 0, s, i, c);
                    a[to] = k_plus(a[to], k_times(own, a[K_AT(q, 0, s, i, j)]));
                }
            }
            K_BARRIER_GLOBAL(); /* all have read row j */
            if (c < end && member == 0) {
                const int64_t at = K_AT(q, 0, s, j, c);
                a[at] = k_plus(a[at], own);
            }
        }
        K_BARRIER_GLOBAL();
    }
}
#endif

#ifdef K_LINALG_QR_BLOCK
/* The triangle T with H1 ... Hk = 1 - V T V^H (Schreiber & Van Loan 1989), of order width: at[2], from V^H V (at[0]) and the
 * factors (at[1], from first on); a group for each matrix. */
K_KERNEL void dpex_kernel(K_GLOBAL const k_number *products, K_GLOBAL const k_number *factors, K_GLOBAL k_number *to, const k_job q)
{
    K_LOCAL k_number block[K_BLOCK][K_BLOCK];
    const int lane = (int)K_LANE, n = (int)q.width;
    const int64_t s = (int64_t)K_GROUP;
    for (int e = lane; e < n * n; e += K_LANES_ALL) block[e / n][e % n] = K_NUMBER(0, 0);
    for (int j = 0; j < n; j++) {
        const k_number factor = factors[K_AT(q, 1, s, q.first + j, 0)];
        k_number sum = K_NUMBER(0, 0);
        K_BARRIER();
        /* T is upper triangular: row `lane` begins at its diagonal. */
        for (int c = lane; lane < j && c < j; c++)
            sum = k_less_product(sum, block[lane][c], products[K_AT(q, 0, s, c, j)]);
        if (lane < j) block[lane][j] = k_times(factor, sum);
        if (lane == j) block[j][j] = factor;
    }
    K_BARRIER();
    for (int e = lane; e < n * n; e += K_LANES_ALL) to[K_AT(q, 2, s, e / n, e % n)] = block[e / n][e % n];
}
#endif
