/* Fourier transforms in portable kernel C: one step of a line, which is all of a short line, of any length.
 *
 * A line of n = r m s elements, of which earlier steps have done s, is n / r parts of r elements. Part q + s p, of q < s and p < m, is
 * transformed in a tile (Stockham's radix-r butterfly, whatever r):
 *
 *     y[q + s (r p + k)] = w^(p k s) sum_t x[q + s (p + m t)] exp(-2 pi i t k / r),    w = exp(-2 pi i / n)
 *
 * A tile holds several parts, K_LINES at most, of one line or of several, so that neighbouring items access neighbouring elements;
 * inside it the parts are transformed together by the same formula with small radices. Everything that differs between lengths is an
 * argument: one kernel transforms all of them that have the same few radices.
 *
 * Defined before: K_RADIX_SET, which there is code for: 1 of 2, 4 and 8, 2 of 3, 4 of 5, 8 of 7, 16 of any other; K_IN and K_OUT, what the
 * elements and the results of a tile are: K_NUMBERS as they are in memory, K_HALVES of a real line, or K_ANY. */

#ifdef K_FFT_GROUPS
#define K_TOGETHER(i, n) for (int i = (int)K_LANE; i < (n); i += K_GROUP_LANES)
#define K_WAIT           K_BARRIER()
#define K_SHARED         K_LOCAL
/* All elements t < r of all parts l < lines, and all q < columns and p < rows. The inner loops of one round give names to what one
 * division tells. */
#define K_ELEMENTS(is_along)                                                                       \
    K_UNROLL_BY(1) for (int size = (is_along) ? r : lines, u = (int)K_LANE; u < r * lines; u += K_GROUP_LANES) \
        for (int over = u / size, under = u - over * size, t = (is_along) ? under : over,          \
                 l = (is_along) ? over : under, is_first = 1; is_first; is_first = 0)
#define K_GRID(p, q, rows, columns)                                                                \
    for (int item = (int)K_LANE; item < (rows) * (columns); item += K_GROUP_LANES)                 \
        for (int p = item / (columns), q = item - p * (columns), is_first = 1; is_first; is_first = 0)
#else
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
    K_TOGETHER(l, lines) K_FIND_PART(l, q->r, q->flags)
    K_WAIT;
    const int is_load_along = (q->flags & K_LOAD_ALONG) != 0, is_store_along = (q->flags & K_STORE_ALONG) != 0;
    if (K_IN == K_NUMBERS) {
        const int re = (q->flags & K_SWAP_IN) != 0;
        const int64_t step = q->src_step;
        K_ELEMENTS(is_load_along)
        {
            K_GLOBAL const k_part *x = src + src_at[l] + (part_of[l] + t * n_parts) * step;
            tile[K_AT(l + lines * t)] = x[re];
            tile[K_SPAN + K_AT(l + lines * t)] = x[1 - re];
        }
    } else if (K_IN == K_HALVES) {
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
#if K_RADIX_SET & 1
        case 2: K_STAGE(2, k_dft2) break;
        case 4: K_STAGE(4, k_dft4) break;
        case 8: K_STAGE(8, k_dft8) break;
#endif
#if K_RADIX_SET & 2
        case 3: K_STAGE(3, k_dft3) break;
#endif
#if K_RADIX_SET & 4
        case 5: K_STAGE(5, k_dft5) break;
#endif
#if K_RADIX_SET & 8
        case 7: K_STAGE(7, k_dft7) break;
#endif
#if K_RADIX_SET & 16
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
#endif
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
        K_ELEMENTS(0)
        {
            const k_number z = K_PARTS(k_number, tile[from + K_AT(l + lines * t)], tile[from + K_SPAN + K_AT(l + lines * t)]);
            const k_number rotated = k_rotate(z, table, q, angle_of[l] * t);
            tile[from + K_AT(l + lines * t)] = rotated.re;
            tile[from + K_SPAN + K_AT(l + lines * t)] = rotated.im;
        }
        K_WAIT;
    }
    if (K_OUT == K_NUMBERS) {
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
    } else if (K_OUT == K_HALVES && q->flags & K_PAIRS_OUT) {
        const int64_t step = q->dst_step;
        const k_part scale = q->scale[0];
        K_ELEMENTS(is_store_along)
        {
            if (l >= n_left) continue;
            K_GLOBAL k_part *y = dst + dst_at[l] + 2 * t * step;
            y[0] = tile[from + K_SPAN + K_AT(l + lines * t)] * scale;
            y[step] = tile[from + K_AT(l + lines * t)] * scale;
        }
    } else if (K_OUT == K_HALVES) {
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
