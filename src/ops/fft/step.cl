/* Fourier transforms in portable kernel C: one step of tile.cl's with everything known that is the same for all its tiles, for GPUs
 * and many elements. Divisions are by constants; elements go from memory into the registers of the first stage, and from those of the
 * last one into memory. The operations and their order are tile.cl's, and so are the results. device.c defines also
 *
 *     K_R, K_LINES   elements of a part, parts of a tile
 *     K_STAGES       a K_STAGE for each radix
 *     K_FLAGS        k_fft's
 *     K_TAKES        whether elements are changed or absent where they are read
 *     K_GIVES        the same where they are written
 *     K_ROTATES      whether a later step follows
 *     K_HALVES       2: a stage in between reads one half of local memory and writes the other; 1: the items have all that it reads
 *                    in registers before it is overwritten */

/* Element j of part l. */
#define K_READ(l, j)                                                                               \
    (K_TAKES                                                                                       \
         ? k_take(src, factors, q, src_at[l], j)                                                   \
         : k_swap(k_load(src + src_at[l] + (j) * q->src_step), K_FLAGS & K_SWAP_IN))

/* Result t of part l, which is there. */
#define K_WRITE(l, t, z)                                                                           \
    if ((l) < n_left) {                                                                            \
        const int64_t j = first_of[l] + q->s * (t);                                                \
        if (K_GIVES) {                                                                             \
            k_give(dst, factors, q, dst_at[l], j, z);                                              \
        } else {                                                                                   \
            const k_number x = k_swap(z, K_FLAGS & K_SWAP_OUT);                                    \
            k_store(dst + dst_at[l] + j * q->dst_step,                                             \
                    K_PARTS(k_number, x.re * q->scale[0], x.im * q->scale[0]));                    \
        }                                                                                          \
    }

/* A stage, from `from` to `to`; the first reads memory, the last writes it.
 * R: the radix, 2, 3, 4, 5, 7 or 8; done: the product of earlier radices; rows: of later ones. */
#define K_STAGE(R, done, rows)                                                                     \
    for (int begin = 0; begin < K_R / R * K_LINES; begin += K_GROUP_LANES) {                       \
        const int is_there = begin + (int)K_LANE < K_R / R * K_LINES;                              \
        const int item = is_there ? begin + (int)K_LANE : 0;                                       \
        const int s = (done) * K_LINES, p = item / s, i = item % s, l = i % K_LINES;               \
        k_part re[R], im[R];                                                                       \
        K_UNROLL for (int t = 0; t < R; t++)                                                       \
        {                                                                                          \
            if (done == 1) {                                                                       \
                const k_number x = K_READ(l, part_of[l] + (p + rows * t) * n_parts);               \
                re[t] = x.re, im[t] = x.im;                                                        \
            } else {                                                                               \
                re[t] = tile[from + K_AT(i + s * (p + rows * t))];                                 \
                im[t] = tile[from + K_SPAN + K_AT(i + s * (p + rows * t))];                        \
            }                                                                                      \
        }                                                                                          \
        k_dft##R(re, im);                                                                          \
        if (K_HALVES == 1 && done > 1 && (rows > 1 || K_FLAGS & K_STORE_ALONG)) K_BARRIER();       \
        if (!is_there) continue;                                                                   \
        K_UNROLL for (int k = 0; k < R; k++)                                                       \
        {                                                                                          \
            k_number z = K_PARTS(k_number, re[k], im[k]);                                          \
            if (k > 0) z = k_times(z, k_entry(roots, p * k * done));                               \
            if (rows == 1 && K_ROTATES)                                                            \
                z = k_rotate(z, table, q, angle_of[l] * (i / K_LINES + done * k));                 \
            if (rows == 1 && !(K_FLAGS & K_STORE_ALONG)) {                                         \
                K_WRITE(l, i / K_LINES + done * k, z)                                              \
            } else {                                                                               \
                tile[to + K_AT(i + s * (R * p + k))] = z.re;                                       \
                tile[to + K_SPAN + K_AT(i + s * (R * p + k))] = z.im;                              \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    other = from, from = to, to = other;                                                           \
    if (rows > 1 || K_FLAGS & K_STORE_ALONG) K_BARRIER();

K_KERNEL void dpex_kernel(K_GLOBAL const k_part *src, K_GLOBAL k_part *dst,
                          K_GLOBAL const k_part *table, K_GLOBAL const k_part *factors,
                          const k_fft words)
{
    K_LOCAL k_part tile[2 * K_HALVES * K_SPAN]; /* halves of real, then imaginary parts */
    /* Of parts: where their lines begin; their numbers; their first result's number; how far a step rotates it. */
    K_LOCAL int64_t src_at[K_LINES], dst_at[K_LINES], part_of[K_LINES], first_of[K_LINES], angle_of[K_LINES];
    const k_fft *q = &words;
    const int64_t first = (int64_t)K_GROUP * K_LINES, n_parts = q->n / K_R;
    for (int l = (int)K_LANE; l < K_LINES; l += K_GROUP_LANES) K_FIND_PART(l, K_R, K_FLAGS)
    K_BARRIER();
    const int n_left = q->n_units - first < K_LINES ? (int)(q->n_units - first) : K_LINES;
    K_GLOBAL const k_part *roots = table + 2 * q->roots;
    int from = K_HALVES == 2 ? 2 * K_SPAN : 0, to = 0, other;
    K_STAGES
    if (K_FLAGS & K_STORE_ALONG) {
        for (int u = (int)K_LANE; u < K_R * K_LINES; u += K_GROUP_LANES) {
            const int t = u % K_R, l = u / K_R;
            const k_number z = K_PARTS(k_number, tile[from + K_AT(l + K_LINES * t)], tile[from + K_SPAN + K_AT(l + K_LINES * t)]);
            K_WRITE(l, t, z)
        }
    }
}
