/* Fourier transforms in portable kernel C: one step of a line, which is all of a short line.
 *
 * A line of n = r m s elements, of which earlier steps have done s, is n / r parts of r elements. Part q + s p, of q < s and p < m, is
 * transformed in a tile (Stockham's radix-r butterfly, whatever r):
 *
 *     y[q + s (r p + k)] = w^(p k s) sum_t x[q + s (p + m t)] exp(-2 pi i t k / r),    w = exp(-2 pi i / n)
 *
 * A tile holds several parts, of one line or of several, so that neighbouring items access neighbouring elements; inside it the
 * parts are transformed together by the same formula with small radices. device.c defines
 *
 *     k_part           float or double: real or imaginary part; real and imaginary parts lie apart in a tile
 *     K_FMA            its fused multiply-add
 *     K_TILE, K_LINES  elements and parts of a tile at most
 *     K_GAP_BITS       after 2 to so many elements of a tile, a row of banks, lies a gap
 *     K_FFT_GROUPS     a tile per work-group, in local memory: GPUs; else per work-item
 *
 * Backward is the same with real and imaginary parts exchanged before and after. */
enum { K_DIMS = 8, K_RADICES = 32 };

/* Offsets and strides in parts of numbers. device.c has the same struct. */
typedef struct k_fft {
    int64_t n, r, s, n_lines, n_units; /* units: parts of all lines */
    int64_t n_in, n_out;               /* elements that there are to read, and to write */
    int64_t n_spectrum;                /* the length that half a spectrum is completed to */
    int64_t src, dst, src_step, dst_step;
    int64_t nd, shape[K_DIMS], src_stride[K_DIMS], dst_stride[K_DIMS];
    int64_t roots, fine, coarse, fine_bits, halves, factors_in, factors_out; /* where the tables begin */
    int32_t flags, lines, n_radices, radices[K_RADICES + 1];
    k_part scale[2];
} k_fft;

#define K_REAL_IN       1
#define K_SPECTRUM_IN   2 /* half of one, to be completed */
#define K_SWAP_IN       4 /* before the product with factors_in */
#define K_PRODUCT_IN    8
#define K_SWAP_PRODUCT  16
#define K_SWAP_RESULT   32 /* before the product with factors_out */
#define K_PRODUCT_OUT   64
#define K_SWAP_OUT      128
#define K_REAL_OUT      256
/* 2 n real numbers as n complex ones; their spectrum, of n + 1 numbers. */
#define K_PAIRS_IN     4096
#define K_PAIRS_OUT    8192
#define K_HALVES_IN    16384
#define K_HALVES_OUT   32768
#define K_CONJUGATE    65536 /* the spectrum */
/* What needs more than the parts of a number exchanged. */
#define K_CHANGES_IN  (K_REAL_IN | K_SPECTRUM_IN | K_PRODUCT_IN | K_PAIRS_IN | K_HALVES_IN)
#define K_CHANGES_OUT (K_PRODUCT_OUT | K_REAL_OUT | K_PAIRS_OUT | K_HALVES_OUT)
#define K_BY_LINES      512  /* units of different lines are neighbours */
#define K_LOAD_ALONG    1024 /* neighbouring items load along a part */
#define K_STORE_ALONG   2048

typedef struct k_number {
    k_part re, im;
} k_number;

static inline k_number k_times(const k_number a, const k_number b)
{
    return K_PARTS(k_number, K_FMA(-a.im, b.im, a.re * b.re), K_FMA(a.im, b.re, a.re * b.im));
}

static inline k_number k_swap(const k_number a, const int32_t does)
{
    return does ? K_PARTS(k_number, a.im, a.re) : a;
}

static inline k_number k_entry(K_GLOBAL const k_part *table, const int64_t i)
{
    return K_PARTS(k_number, table[2 * i], table[2 * i + 1]);
}

/* Element j of the line that begins at `at`, as the transform takes it. */
static inline k_number k_take(K_GLOBAL const k_part *src, K_GLOBAL const k_part *factors,
                              const k_fft *q, const int64_t at, const int64_t j)
{
    const int32_t flags = q->flags;
    const int is_mirrored = (flags & K_SPECTRUM_IN) && 2 * j > q->n_spectrum;
    const int64_t i = is_mirrored ? q->n_spectrum - j : j;
    if (i <= 0 && j > 0) return K_PARTS(k_number, 0, 0); /* beyond the spectrum */
    if (i >= q->n_in) return K_PARTS(k_number, 0, 0);
    K_GLOBAL const k_part *x = src + at + i * q->src_step;
    const int is_real = (flags & K_REAL_IN) || ((flags & K_SPECTRUM_IN) && (i == 0 || 2 * i == q->n_spectrum));
    k_part im = 0;
    if (!is_real) im = is_mirrored ? -x[1] : x[1];
    const k_number z = k_swap(K_PARTS(k_number, x[0], im), flags & K_SWAP_IN);
    return flags & K_PRODUCT_IN
               ? k_swap(k_times(z, k_entry(factors, q->factors_in + j)), flags & K_SWAP_PRODUCT)
               : z;
}

/* Element j of the result. */
static inline void k_give(K_GLOBAL k_part *dst, K_GLOBAL const k_part *factors, const k_fft *q,
                          const int64_t at, const int64_t j, const k_number z)
{
    if (j >= q->n_out) return;
    K_GLOBAL k_part *y = dst + at + j * q->dst_step;
    k_number x = k_swap(z, q->flags & K_SWAP_RESULT);
    if (q->flags & K_PRODUCT_OUT) x = k_times(x, k_entry(factors, q->factors_out + j));
    x = k_swap(x, q->flags & K_SWAP_OUT);
    y[0] = x.re * q->scale[0];
    if (!(q->flags & K_REAL_OUT)) y[1] = x.im * q->scale[0];
}

/* Real numbers 2 j and 2 j + 1. */
static inline k_number k_take_pair(K_GLOBAL const k_part *src, const k_fft *q, const int64_t at, const int64_t j)
{
    K_GLOBAL const k_part *x = src + at + 2 * j * q->src_step;
    k_part re = 0, im = 0;
    if (2 * j < q->n_in) re = x[0];
    if (2 * j + 1 < q->n_in) im = x[q->src_step];
    return K_PARTS(k_number, re, im);
}

/* Number k of the n + 1 of a spectrum, of which the first and the last are real. */
static inline k_number k_spectrum_at(K_GLOBAL const k_part *src, const k_fft *q, const int64_t at, const int64_t k)
{
    if (k >= q->n_in) return K_PARTS(k_number, 0, 0);
    K_GLOBAL const k_part *x = src + at + k * q->src_step;
    k_part im = 0;
    if (k > 0 && k < q->n && !(q->flags & K_REAL_IN)) im = q->flags & K_CONJUGATE ? -x[1] : x[1];
    return K_PARTS(k_number, x[0], im);
}

/* Of the spectrum of 2 n real numbers what is transformed back to n pairs of them, with the parts exchanged. */
static inline k_number k_take_halves(K_GLOBAL const k_part *src, K_GLOBAL const k_part *table, const k_fft *q,
                                     const int64_t at, const int64_t k)
{
    const k_number a = k_spectrum_at(src, q, at, k), b = k_spectrum_at(src, q, at, q->n - k);
    const k_number root = k_entry(table, q->halves + k), back = K_PARTS(k_number, root.re, -root.im);
    const k_number odd = k_times(K_PARTS(k_number, a.re - b.re, a.im + b.im), back);
    return K_PARTS(k_number, a.im - b.im + odd.re, a.re + b.re - odd.im);
}

/* Number k of the spectrum of 2 n real numbers, from numbers k and n - k of the transform of their pairs. */
static inline void k_give_half(K_GLOBAL k_part *dst, const k_fft *q, const int64_t at, const int64_t k, const k_number z)
{
    K_GLOBAL k_part *y = dst + at + k * q->dst_step;
    y[0] = z.re * q->scale[0];
    y[1] = (q->flags & K_CONJUGATE ? -z.im : z.im) * q->scale[0];
}

static inline void k_give_halves(K_GLOBAL k_part *dst, K_GLOBAL const k_part *table, const k_fft *q, const int64_t at,
                                 const int64_t k, const k_number a, const k_number c)
{
    const k_part middle = (k_part)0.5;
    const k_number even = K_PARTS(k_number, middle * (a.re + c.re), middle * (a.im - c.im));
    const k_number odd = K_PARTS(k_number, middle * (a.im + c.im), middle * (c.re - a.re));
    if (k == 0) {
        k_give_half(dst, q, at, q->n, K_PARTS(k_number, even.re - odd.re, 0));
        k_give_half(dst, q, at, 0, K_PARTS(k_number, even.re + odd.re, 0));
    } else {
        const k_number rotated = k_times(odd, k_entry(table, q->halves + k));
        k_give_half(dst, q, at, k, K_PARTS(k_number, even.re + rotated.re, even.im + rotated.im));
    }
}

/* Where a line begins. */
static inline int64_t k_line(const k_fft *q, const int64_t line, const int64_t *strides)
{
    int64_t rest = line, at = 0;
    for (int64_t d = q->nd - 1; d > 0; d--) {
        at += rest % q->shape[d] * strides[d];
        rest /= q->shape[d];
    }
    return at + rest * strides[0];
}

/* ---- butterflies --------------------------------------------------------------------------------------- */

static inline void k_dft2(k_part *re, k_part *im)
{
    const k_part a = re[0], b = im[0];
    re[0] = a + re[1], im[0] = b + im[1];
    re[1] = a - re[1], im[1] = b - im[1];
}

static inline void k_dft4(k_part *re, k_part *im)
{
    const k_part a = re[0] + re[2], b = im[0] + im[2], c = re[0] - re[2], d = im[0] - im[2];
    const k_part e = re[1] + re[3], f = im[1] + im[3], g = re[1] - re[3], h = im[1] - im[3];
    re[0] = a + e, im[0] = b + f;
    re[1] = c + h, im[1] = d - g;
    re[2] = a - e, im[2] = b - f;
    re[3] = c - h, im[3] = d + g;
}

static inline void k_dft8(k_part *re, k_part *im)
{
    const k_part slope = (k_part)0.70710678118654752440;
    k_part a[4], b[4], c[4], d[4];
    K_UNROLL for (int t = 0; t < 4; t++)
    {
        a[t] = re[t] + re[t + 4], b[t] = im[t] + im[t + 4];
        c[t] = re[t] - re[t + 4], d[t] = im[t] - im[t + 4];
    }
    k_dft4(a, b);
    /* Times the eighth roots of unity. */
    const k_part u = c[1], v = c[2], w = c[3];
    c[1] = slope * (u + d[1]), d[1] = slope * (d[1] - u);
    c[2] = d[2], d[2] = -v;
    c[3] = slope * (d[3] - w), d[3] = -slope * (w + d[3]);
    k_dft4(c, d);
    K_UNROLL for (int t = 0; t < 4; t++)
    {
        re[2 * t] = a[t], im[2 * t] = b[t];
        re[2 * t + 1] = c[t], im[2 * t + 1] = d[t];
    }
}

/* An odd radix, which the compiler knows: sums and differences of opposite elements. c, s: cosines and sines of its angles. */
static inline void k_odd(const int r, k_part *re, k_part *im, const k_part *c, const k_part *s)
{
    k_part a[4], b[4], d[4], e[4];
    const k_part re0 = re[0], im0 = im[0];
    K_UNROLL for (int t = 1; t <= r / 2; t++)
    {
        a[t] = re[t] + re[r - t], b[t] = im[t] + im[r - t];
        d[t] = re[t] - re[r - t], e[t] = im[t] - im[r - t];
        re[0] += a[t], im[0] += b[t];
    }
    K_UNROLL for (int k = 1; k <= r / 2; k++)
    {
        k_part even_re = re0, even_im = im0, odd_re = 0, odd_im = 0;
        K_UNROLL for (int t = 1; t <= r / 2; t++)
        {
            even_re = K_FMA(c[t * k % r], a[t], even_re), even_im = K_FMA(c[t * k % r], b[t], even_im);
            odd_re = K_FMA(s[t * k % r], d[t], odd_re), odd_im = K_FMA(s[t * k % r], e[t], odd_im);
        }
        re[k] = even_re + odd_im, im[k] = even_im - odd_re;
        re[r - k] = even_re - odd_im, im[r - k] = even_im + odd_re;
    }
}

static inline void k_dft3(k_part *re, k_part *im)
{
    const k_part c1 = (k_part)-0.5, root = (k_part)0.86602540378443864676;
    const k_part c[3] = {1, c1, c1}, s[3] = {0, root, -root};
    k_odd(3, re, im, c, s);
}

static inline void k_dft5(k_part *re, k_part *im)
{
    const k_part c1 = (k_part)0.30901699437494742410, s1 = (k_part)0.95105651629515357212;
    const k_part c2 = (k_part)-0.80901699437494742410, s2 = (k_part)0.58778525229247312917;
    const k_part c[5] = {1, c1, c2, c2, c1}, s[5] = {0, s1, s2, -s2, -s1};
    k_odd(5, re, im, c, s);
}

static inline void k_dft7(k_part *re, k_part *im)
{
    const k_part c1 = (k_part)0.62348980185873353053, s1 = (k_part)0.78183148246802980871;
    const k_part c2 = (k_part)-0.22252093395631440429, s2 = (k_part)0.97492791218182360702;
    const k_part c3 = (k_part)-0.90096886790241912624, s3 = (k_part)0.43388373911755812048;
    const k_part c[7] = {1, c1, c2, c3, c3, c2, c1}, s[7] = {0, s1, s2, s3, -s3, -s2, -s1};
    k_odd(7, re, im, c, s);
}

/* ---- a tile -------------------------------------------------------------------------------------------- */

#ifdef K_FFT_GROUPS
/* Where element i of a tile lies: with gaps, since elements a power of two apart would lie in the same bank. */
#define K_AT(i)          ((i) + ((i) >> K_GAP_BITS))
#define K_SPAN           (K_TILE + (K_TILE >> K_GAP_BITS))
#define K_TOGETHER(i, n) for (int i = (int)K_LANE; i < (n); i += K_GROUP_LANES)
#define K_WAIT           K_BARRIER()
#define K_SHARED         K_LOCAL
/* All q < columns and p < rows. */
#define K_ELEMENTS(is_along)                                                                       \
    for (int u = (int)K_LANE, t = (is_along) ? u % r : u / lines, l = (is_along) ? u / r : u % lines; \
         u < r * lines; u += K_GROUP_LANES, t = (is_along) ? u % r : u / lines,                    \
             l = (is_along) ? u / r : u % lines)
#define K_GRID(p, q, rows, columns)                                                                \
    for (int item = (int)K_LANE, p = item / (columns), q = item % (columns);                       \
         item < (rows) * (columns);                                                                \
         item += K_GROUP_LANES, p = item / (columns), q = item % (columns))
#else
#define K_AT(i)          (i)
#define K_SPAN           K_TILE
#define K_TOGETHER(i, n) for (int i = 0; i < (n); i++)
#define K_WAIT
#define K_SHARED
/* Neighbouring columns are one vector. */
#define K_GRID(p, q, rows, columns)                                                                \
    for (int p = 0; p < (rows); p++)                                                               \
        K_VECTOR for (int q = 0; q < (columns); q++)
#define K_VECTOR _Pragma("clang loop vectorize(assume_safety)")
/* All elements t < r of all parts l < lines of a tile, those of a part or those of a number one after the other. */
#define K_ELEMENTS(is_along)                                                                       \
    for (int outer = 0; outer < ((is_along) ? lines : r); outer++)                                 \
        for (int inner = 0, l = (is_along) ? outer : 0, t = (is_along) ? 0 : outer;                \
             inner < ((is_along) ? r : lines); inner++, (is_along) ? t++ : l++)
#endif

/* The stage of a tile with a radix of its own, from `from` to `to`; s: what is done of the parts, times their number. */
#define K_STAGE(R, dft)                                                                            \
    K_GRID(p, i, rows, s)                                                                          \
    {                                                                                              \
        k_part re[R], im[R];                                                                       \
        K_UNROLL for (int t = 0; t < R; t++)                                                       \
        {                                                                                          \
            re[t] = tile[from + K_AT(i + s * (p + rows * t))];                                     \
            im[t] = tile[from + K_SPAN + K_AT(i + s * (p + rows * t))];                            \
        }                                                                                          \
        dft(re, im);                                                                               \
        tile[to + K_AT(i + s * R * p)] = re[0];                                                    \
        tile[to + K_SPAN + K_AT(i + s * R * p)] = im[0];                                           \
        K_UNROLL for (int k = 1; k < R; k++)                                                       \
        {                                                                                          \
            const k_part c = roots[2 * (p * k * done)], d = roots[2 * (p * k * done) + 1];         \
            tile[to + K_AT(i + s * (R * p + k))] = K_FMA(-im[k], d, re[k] * c);                    \
            tile[to + K_SPAN + K_AT(i + s * (R * p + k))] = K_FMA(im[k], c, re[k] * d);            \
        }                                                                                          \
    }

K_KERNEL void dpex_kernel(K_GLOBAL const k_part *src, K_GLOBAL k_part *dst,
                          K_GLOBAL const k_part *table, K_GLOBAL const k_part *factors,
                          const k_fft words)
{
    K_SHARED k_part tile[4 * K_SPAN]; /* two halves of real, then imaginary parts */
    /* Of parts: where their lines begin; their numbers; their first result's number; how far a step rotates it. */
    K_SHARED int64_t src_at[K_LINES], dst_at[K_LINES], part_of[K_LINES], first_of[K_LINES], angle_of[K_LINES];
    const k_fft *q = &words;
#ifdef K_FFT_GROUPS
    const int64_t first = (int64_t)K_GROUP * q->lines;
#else
    const int64_t first = (int64_t)K_ITEM * q->lines;
    if (first >= q->n_units) return;
#endif
    const int lines = q->lines, r = (int)q->r;
    const int64_t n_parts = q->n / q->r;
    K_TOGETHER(l, lines)
    {
        const int64_t unit = first + l < q->n_units ? first + l : q->n_units - 1;
        const int is_by_lines = q->flags & K_BY_LINES;
        const int64_t line = is_by_lines ? unit % q->n_lines : unit / n_parts;
        const int64_t part = is_by_lines ? unit / q->n_lines : unit % n_parts;
        part_of[l] = part;
        first_of[l] = part % q->s + part / q->s * q->r * q->s;
        angle_of[l] = part / q->s * q->s;
        src_at[l] = q->src + k_line(q, line, q->src_stride);
        dst_at[l] = q->dst + k_line(q, line, q->dst_stride);
    }
    K_WAIT;
    const int is_load_along = (q->flags & K_LOAD_ALONG) != 0, is_store_along = (q->flags & K_STORE_ALONG) != 0;
    if (q->n_in >= q->n && !(q->flags & K_CHANGES_IN)) {
        const int re = (q->flags & K_SWAP_IN) != 0;
        const int64_t step = q->src_step;
        K_ELEMENTS(is_load_along)
        {
            K_GLOBAL const k_part *x = src + src_at[l] + (part_of[l] + t * n_parts) * step;
            tile[K_AT(l + lines * t)] = x[re];
            tile[K_SPAN + K_AT(l + lines * t)] = x[1 - re];
        }
    } else if (q->flags & (K_PAIRS_IN | K_HALVES_IN)) {
        K_ELEMENTS(is_load_along)
        {
            const k_number z = q->flags & K_PAIRS_IN ? k_take_pair(src, q, src_at[l], t)
                                                     : k_take_halves(src, table, q, src_at[l], t);
            tile[K_AT(l + lines * t)] = z.re;
            tile[K_SPAN + K_AT(l + lines * t)] = z.im;
        }
    } else {
        K_ELEMENTS(is_load_along)
        {
            const k_number z = k_take(src, factors, q, src_at[l], part_of[l] + t * n_parts);
            tile[K_AT(l + lines * t)] = z.re;
            tile[K_SPAN + K_AT(l + lines * t)] = z.im;
        }
    }
    K_WAIT;
    K_GLOBAL const k_part *roots = table + 2 * q->roots;
    int from = 0, to = 2 * K_SPAN;
    for (int stage = 0, rows = r, done = 1; stage < q->n_radices; stage++) {
        const int radix = q->radices[stage], s = done * lines;
        rows /= radix;
        switch (radix) {
        case 2: K_STAGE(2, k_dft2) break;
        case 3: K_STAGE(3, k_dft3) break;
        case 4: K_STAGE(4, k_dft4) break;
        case 5: K_STAGE(5, k_dft5) break;
        case 7: K_STAGE(7, k_dft7) break;
        case 8: K_STAGE(8, k_dft8) break;
        default:
            /* Any other: each result by itself. */
            K_GRID(pk, i, rows * radix, s)
            {
                const int p = pk / radix, k = pk % radix, step = r / radix;
                k_part re = 0, im = 0;
                for (int t = 0, e = 0; t < radix; t++) {
                    const k_part c = roots[2 * (e * step)], d = roots[2 * (e * step) + 1];
                    const k_part a = tile[from + K_AT(i + s * (p + rows * t))];
                    const k_part b = tile[from + K_SPAN + K_AT(i + s * (p + rows * t))];
                    re = K_FMA(a, c, K_FMA(-b, d, re));
                    im = K_FMA(a, d, K_FMA(b, c, im));
                    e += k;
                    if (e >= radix) e -= radix;
                }
                const k_part c = roots[2 * (p * k * done)], d = roots[2 * (p * k * done) + 1];
                tile[to + K_AT(i + s * (radix * p + k))] = K_FMA(-im, d, re * c);
                tile[to + K_SPAN + K_AT(i + s * (radix * p + k))] = K_FMA(im, c, re * d);
            }
        }
        done *= radix;
        const int other = from;
        from = to;
        to = other;
        K_WAIT;
    }
    /* How many of the parts there are. */
    const int n_left = q->n_units - first < lines ? (int)(q->n_units - first) : lines;
    if (q->s < n_parts) {
        const int64_t fine_bits = q->fine_bits, fine_mask = ((int64_t)1 << fine_bits) - 1;
        K_GLOBAL const k_part *fine = table + 2 * q->fine, *coarse = table + 2 * q->coarse;
        K_ELEMENTS(0)
        {
            const int64_t e = angle_of[l] * t;
            const k_number z = K_PARTS(k_number, tile[from + K_AT(l + lines * t)], tile[from + K_SPAN + K_AT(l + lines * t)]);
            const k_number rotated = k_times(z, k_times(k_entry(fine, e & fine_mask), k_entry(coarse, e >> fine_bits)));
            tile[from + K_AT(l + lines * t)] = rotated.re;
            tile[from + K_SPAN + K_AT(l + lines * t)] = rotated.im;
        }
        K_WAIT;
    }
    if (q->n_out >= q->n && !(q->flags & K_CHANGES_OUT)) {
        const int re = (q->flags & K_SWAP_OUT) != 0;
        const int64_t step = q->dst_step, s = q->s;
        const k_part scale = q->scale[0];
        K_ELEMENTS(is_store_along)
        {
            if (l >= n_left) continue;
            K_GLOBAL k_part *y = dst + dst_at[l] + (first_of[l] + s * t) * step;
            y[re] = tile[from + K_AT(l + lines * t)] * scale;
            y[1 - re] = tile[from + K_SPAN + K_AT(l + lines * t)] * scale;
        }
    } else if (q->flags & K_PAIRS_OUT) {
        const int64_t step = q->dst_step;
        const k_part scale = q->scale[0];
        K_ELEMENTS(is_store_along)
        {
            if (l >= n_left) continue;
            K_GLOBAL k_part *y = dst + dst_at[l] + 2 * t * step;
            y[0] = tile[from + K_SPAN + K_AT(l + lines * t)] * scale;
            y[step] = tile[from + K_AT(l + lines * t)] * scale;
        }
    } else if (q->flags & K_HALVES_OUT) {
        K_ELEMENTS(is_store_along)
        {
            if (l >= n_left) continue;
            const int m = l + lines * (t ? r - t : 0);
            k_give_halves(dst, table, q, dst_at[l], t,
                          K_PARTS(k_number, tile[from + K_AT(l + lines * t)], tile[from + K_SPAN + K_AT(l + lines * t)]),
                          K_PARTS(k_number, tile[from + K_AT(m)], tile[K_SPAN + from + K_AT(m)]));
        }
    } else {
        K_ELEMENTS(is_store_along)
        {
            if (l >= n_left) continue;
            const k_number z = K_PARTS(k_number, tile[from + K_AT(l + lines * t)], tile[from + K_SPAN + K_AT(l + lines * t)]);
            k_give(dst, factors, q, dst_at[l], first_of[l] + q->s * t, z);
        }
    }
}
