/* Fourier transforms in portable kernel C: numbers, the ends of a line, and butterflies, for the
 * kernels of tile.cl and step.cl. device.c defines
 *
 *     k_part           float or double: real or imaginary part
 *     K_FMA            its fused multiply-add
 *     K_TILE           elements of a tile at most; real and imaginary parts lie apart in it
 *     K_GAP_BITS       after 2 to so many elements of a tile, a row of banks, lies a gap
 *     K_ALIGNED        complex numbers of both arrays are aligned as such
 *     K_FFT_GROUPS     a tile per work-group, in local memory: GPUs; else per work-item
 *
 * Backward is the same with real and imaginary parts exchanged before and after. */
enum { K_DIMS = 8, K_RADICES = 32 };
/* Also where they are compiled quickly (backend/cuda/compile.c). */
#define K_OPTIMIZED_LOOPS

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
#define K_BY_LINES      512  /* units of different lines are neighbours */
#define K_LOAD_ALONG    1024 /* neighbouring items load along a part */
#define K_STORE_ALONG   2048

typedef K_ALIGNED_STRUCT(2 * sizeof(k_part)) k_number {
    k_part re, im;
} k_number;

/* Both parts of a number in an array, by one access where the arrays' numbers are aligned. */
static inline k_number k_load(K_GLOBAL const k_part *x)
{
#ifdef K_ALIGNED
    return *(K_GLOBAL const k_number *)x;
#else
    return K_PARTS(k_number, x[0], x[1]);
#endif
}

static inline void k_store(K_GLOBAL k_part *y, const k_number z)
{
#ifdef K_ALIGNED
    *(K_GLOBAL k_number *)y = z;
#else
    y[0] = z.re, y[1] = z.im;
#endif
}

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
    return ((K_GLOBAL const k_number *)table)[i];
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
    const k_number there = is_real ? K_PARTS(k_number, x[0], 0) : k_load(x);
    const k_number z = k_swap(K_PARTS(k_number, there.re, is_mirrored ? -there.im : there.im), flags & K_SWAP_IN);
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
    if (q->flags & K_REAL_OUT)
        y[0] = x.re * q->scale[0];
    else
        k_store(y, K_PARTS(k_number, x.re * q->scale[0], x.im * q->scale[0]));
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

/* What is known of part l of a tile that begins with part `first` of all: its number, where its line begins in both arrays, its first
 * result's number, how far a step rotates it. r, flags: q's, which a kernel may know. Compilers take their time over each division of
 * 64-bit integers, and do not see that a remainder and a quotient are of the same numbers. */
#define K_FIND_PART(l, r, flags)                                                                   \
    {                                                                                              \
        const int64_t unit = first + (l) < q->n_units ? first + (l) : q->n_units - 1;              \
        const int is_by_lines = ((flags) & K_BY_LINES) != 0;                                       \
        const int64_t size = is_by_lines ? q->n_lines : n_parts;                                   \
        const int64_t over = unit / size, under = unit - over * size;                              \
        const int64_t part = is_by_lines ? over : under, angle = part / q->s * q->s;               \
        int64_t rest = is_by_lines ? under : over, from_at = q->src, to_at = q->dst;               \
        K_UNROLL_BY(1) for (int64_t d = q->nd - 1; d > 0; d--) {                                   \
            const int64_t slower = rest / q->shape[d], at = rest - slower * q->shape[d];           \
            from_at += at * q->src_stride[d];                                                      \
            to_at += at * q->dst_stride[d];                                                        \
            rest = slower;                                                                         \
        }                                                                                          \
        part_of[l] = part;                                                                         \
        first_of[l] = part - angle + angle * (r);                                                  \
        angle_of[l] = angle;                                                                       \
        src_at[l] = from_at + rest * q->src_stride[0];                                             \
        dst_at[l] = to_at + rest * q->dst_stride[0];                                               \
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

/* ---- positions in a tile ------------------------------------------------------------------------------- */

#ifdef K_FFT_GROUPS
/* Where element i of a tile lies: with gaps, since elements a power of two apart would lie in the same bank. */
#define K_AT(i) ((i) + ((i) >> K_GAP_BITS))
#define K_SPAN  (K_TILE + (K_TILE >> K_GAP_BITS))
#else
#define K_AT(i) (i)
#define K_SPAN  K_TILE
#endif

/* How much the results of a step are rotated: 2 pi e / n backward, by a product of two roots. */
static inline k_number k_rotate(const k_number z, K_GLOBAL const k_part *table, const k_fft *q, const int64_t e)
{
    const int64_t fine_mask = ((int64_t)1 << q->fine_bits) - 1;
    return k_times(z, k_times(k_entry(table + 2 * q->fine, e & fine_mask), k_entry(table + 2 * q->coarse, e >> q->fine_bits)));
}
