/* Whole matrices of at most K_T rows and columns in local memory, a group each: no launch per step, and no vendor's library to open. After
 * device.cl, whose rules hold: products of Cholesky are rounded before they are subtracted. Element (i, j) lies at i K_PITCH + j. A lane
 * has a row (Cholesky) or a column (QR), which K_PARTS_ALL lanes share. */

enum { K_PITCH = K_T + 1, K_PARTS_ALL = K_LANES_ALL / K_T };

/* For functions with barriers: PoCL takes these for the kernel's only where they have been inlined. */
#define K_INLINE inline __attribute__((always_inline))

static K_INLINE void k_load(K_LOCAL_POINTER k_number *x, K_GLOBAL const k_number *a, const k_job *q, const int64_t s, const int m, const int n)
{
    /* Along the rows or columns of which elements are neighbours. */
    const int is_by_rows = q->at[0].column == 1;
    for (int e = (int)K_LANE; e < m * n; e += K_LANES_ALL) {
        const int i = is_by_rows ? e / n : e % m, j = is_by_rows ? e % n : e / m;
        x[i * K_PITCH + j] = a[K_AT(*q, 0, s, i, j)];
    }
    K_BARRIER();
}

/* ---- Cholesky ------------------------------------------------------------------------------------------ */

#ifdef K_LINALG_CHOLESKY_WHOLE
/* The lower factors, zeros above them, as in CHOLESKY_SMALL. */
K_KERNEL void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL int32_t *codes, const k_job q)
{
    K_LOCAL k_number x[K_T * K_PITCH];
    const int lane = (int)K_LANE, row = lane % K_T, part = lane / K_T, n = (int)q.n;
    const int64_t s = (int64_t)K_GROUP;
    int32_t code = 0;
    k_load(x, a, &q, s, n, n);
    for (int j = 0; j < n; j++) {
        const k_real square = K_RE(x[j * K_PITCH + j]), root = K_SQRT(square);
        if (square <= 0 && !code) code = j + 1;
        K_BARRIER();
        if (lane == j) x[j * K_PITCH + j] = K_NUMBER(root, 0);
        if (lane > j && lane < n) {
            const k_number own = x[lane * K_PITCH + j];
            x[lane * K_PITCH + j] = K_NUMBER(K_RE(own) / root, K_IM(own) / root);
        }
        K_BARRIER();
        for (int c = j + 1 + part; row < n && c <= row; c += K_PARTS_ALL)
            x[row * K_PITCH + c] = k_minus(x[row * K_PITCH + c], k_times(x[row * K_PITCH + j], k_conjugate(x[c * K_PITCH + j])));
        K_BARRIER();
    }
    /* The other triangle came with the matrix, unused. */
    for (int e = lane; e < n * n; e += K_LANES_ALL) {
        const int i = e / n, j = e % n;
        k_number value = K_NUMBER(0, 0);
        if (j <= i) value = x[i * K_PITCH + j];
        a[K_AT(q, 0, s, i, j)] = value;
    }
    if (lane == 0) codes[s] = code;
}
#endif

/* ---- QR ------------------------------------------------------------------------------------------------ */

#ifdef K_LINALG_QR_WHOLE
/* Applies 1 - factor v v^H, or (is_adjoint) with the factor's conjugate, to the lane's column, if that is_inside: v is column j below its head,
 * which stands for 1, and rows are those from j on. */
static K_INLINE void k_apply(K_LOCAL_POINTER k_number *x, K_LOCAL_POINTER k_number *sums, K_LOCAL_POINTER const k_number *factor, const int is_adjoint,
                           const int j, const int m, const int is_inside)
{
    const int lane = (int)K_LANE, c = lane % K_T, part = lane / K_T;
    k_number sum = K_NUMBER(0, 0);
    for (int i = j + 1 + part; is_inside && i < m; i += K_PARTS_ALL)
        sum = k_less_product(sum, k_conjugate(x[i * K_PITCH + j]), x[i * K_PITCH + c]);
    sums[lane] = sum;
    K_BARRIER();
    k_number times = K_NUMBER(0, 0);
    if (is_inside) {
        times = k_minus(times, x[j * K_PITCH + c]);
        for (int p = 0; p < K_PARTS_ALL; p++) times = k_plus(times, sums[p * K_T + c]);
        times = k_times(is_adjoint ? k_conjugate(*factor) : *factor, times);
    }
    for (int i = j + 1 + part; is_inside && i < m; i += K_PARTS_ALL)
        x[i * K_PITCH + c] = k_plus(x[i * K_PITCH + c], k_times(times, x[i * K_PITCH + j]));
    K_BARRIER();
    /* Now that all lanes of the column have read row j. */
    if (is_inside && part == 0) x[j * K_PITCH + c] = k_plus(x[j * K_PITCH + c], times);
}

/* What makes column j's head real and the rest 0, by one lane: given[0], the reflection's factor; given[1], what the rest is multiplied by for
 * v once it is divided by lengths[1]; lengths[0], the new head. */
static inline void k_reflect(K_LOCAL_POINTER k_number *x, const int j, const int m, K_LOCAL_POINTER k_number *given,
                             K_LOCAL_POINTER k_real *lengths)
{
    const k_number head = x[j * K_PITCH + j];
    k_real largest = k_size(head), sum = 0;
    for (int i = j + 1; i < m; i++) {
        const k_number own = x[i * K_PITCH + j];
        if (!(k_size(own) <= largest)) largest = k_size(own);
        sum = K_FMA(K_RE(own), K_RE(own), K_FMA(K_IM(own), K_IM(own), sum));
    }
    /* As in QR_PANEL: mostly 1. */
    const k_real scale = largest > 0 && (largest > K_LARGE || largest < 1 / K_LARGE) ? largest : 1;
    if (scale != 1) {
        sum = 0;
        for (int i = j + 1; i < m; i++) {
            const k_real re = K_RE(x[i * K_PITCH + j]) / scale, im = K_IM(x[i * K_PITCH + j]) / scale;
            sum = K_FMA(re, re, K_FMA(im, im, sum));
        }
    }
    const k_real re = K_RE(head) / scale, im = K_IM(head) / scale, length = K_SQRT(K_FMA(re, re, K_FMA(im, im, sum)));
    const k_real beta = re < 0 ? length : -length;
    /* Nothing to be done: the identity. */
    const int is_identity = sum == 0 && K_IM(head) == 0;
    k_number factor = K_NUMBER((beta - re) / beta, -im / beta), inverse = k_inverse(K_NUMBER(re - beta, im));
    if (is_identity) factor = inverse = K_NUMBER(0, 0);
    given[0] = factor;
    given[1] = inverse;
    lengths[0] = is_identity ? K_RE(head) : beta * scale;
    lengths[1] = scale;
}

/* at[0]: m x n. mode: as LAPACK's geqrf, in place, with the factors at[1]; otherwise R, width x n, at[1], and Q, m x width, at[2]. */
K_KERNEL void dpex_kernel(K_GLOBAL k_number *a, K_GLOBAL k_number *r, K_GLOBAL k_number *to, const k_job q)
{
    K_LOCAL k_number x[K_T * K_PITCH], sums[K_LANES_ALL], factors[K_T], given[2];
    K_LOCAL k_real lengths[2];
    const int lane = (int)K_LANE, c = lane % K_T, part = lane / K_T;
    const int m = (int)q.m, n = (int)q.n, k = (int)q.width, less = m < n ? m : n;
    const int64_t s = (int64_t)K_GROUP;
    k_load(x, a, &q, s, m, n);
    for (int j = 0; j < less; j++) {
        const int is_inside = c > j && c < n;
        /* Others would compute the same, and take turns at the local memory. */
        if (lane == 0) k_reflect(x, j, m, given, lengths);
        K_BARRIER();
        for (int i = j + 1 + lane; i < m; i += K_LANES_ALL) {
            const k_number own = x[i * K_PITCH + j];
            x[i * K_PITCH + j] = k_times(K_NUMBER(K_RE(own) / lengths[1], K_IM(own) / lengths[1]), given[1]);
        }
        if (lane == 0) {
            factors[j] = given[0];
            x[j * K_PITCH + j] = K_NUMBER(lengths[0], 0);
        }
        K_BARRIER();
        k_apply(x, sums, factors + j, 1, j, m, is_inside);
    }
    K_BARRIER();
    if (q.mode) {
        for (int e = lane; e < m * n; e += K_LANES_ALL) a[K_AT(q, 0, s, e % m, e / m)] = x[e % m * K_PITCH + e / m];
        for (int j = lane; j < less; j += K_LANES_ALL) r[K_AT(q, 1, s, j, 0)] = factors[j];
        return;
    }
    for (int e = lane; e < k * n; e += K_LANES_ALL) {
        k_number value = K_NUMBER(0, 0);
        if (e / n <= e % n) value = x[e / n * K_PITCH + e % n];
        r[K_AT(q, 1, s, e / n, e % n)] = value;
    }
    K_BARRIER();
    /* In place of v, from the last column on: the reflections applied to the identity, of which columns behind v are here. */
    for (int e = lane; e < m * K_T; e += K_LANES_ALL)
        if (e % K_T >= less && e % K_T < k) x[e / K_T * K_PITCH + e % K_T] = K_NUMBER((k_real)(e / K_T == e % K_T), 0);
    K_BARRIER();
    for (int j = less - 1; j >= 0; j--) {
        /* Columns before j are those of v that are still to come. */
        const int is_inside = c > j && c < k;
        k_apply(x, sums, factors + j, 0, j, m, is_inside);
        for (int i = lane; i < m; i += K_LANES_ALL) {
            k_number value = K_NUMBER(0, 0);
            if (i == j) value = k_minus(K_NUMBER(1, 0), factors[j]);
            if (i > j) value = k_minus(K_NUMBER(0, 0), k_times(factors[j], x[i * K_PITCH + j]));
            x[i * K_PITCH + j] = value;
        }
        K_BARRIER();
    }
    for (int e = lane; e < m * k; e += K_LANES_ALL) to[K_AT(q, 2, s, e % m, e / m)] = x[e % m * K_PITCH + e / m];
}
#endif
