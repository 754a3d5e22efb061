/* Numbers from a generator's words on devices that compile, in portable kernel C: each work-item finds its position in the sequence, so that
 * the numbers are those of one thread.
 *
 * A *unit* is K_WORDS words of the sequence and the elements that they make. A work-item makes K_RUN units, K_STRIDE apart: on GPUs
 * neighbouring items write neighbouring units, on CPUs each writes its own stretch. Defined before, with what k_random.inc needs:
 *
 *     K_FROM_philox, _philox4x32, _pcg64, _pcg64dxsm, _mcg59       the generator
 *     K_UNIFORM, K_SHORT, K_NORMAL                    what is made: numbers of a word each; of half of one; pairs (fill.c)
 *     K_INTEGERS, K_ACCEPTED, K_CHOSEN, K_BITS        integers (integers.c): all as if no word were rejected; which are not; some of them
 *     K_OUT, K_OUT_INTEGER, K_OUT_FLOAT               the element's type
 *     K_GROUPED, K_GROUP_LANES */
typedef struct k_fill {
    int64_t n, n_units, first, out, positions; /* first: word of Philox's block; offsets in elements */
    uint64_t words[6], leap[4];                /* the state; what takes it from a unit's end to the next unit */
    uint64_t start, range, threshold;
    uint32_t at_hand;
    int32_t has_half, has_head, has_remainder;
    k_rnd low, width, head, remainder;
} k_fill;

#ifdef K_FROM_philox
#define K_WORDS 4
#else
#define K_WORDS 2
#endif
#ifndef K_GROUPED
#define K_RUN    64
#define K_STRIDE 1
#elif defined(K_FROM_philox)
#define K_RUN    1
#define K_STRIDE K_GROUP_LANES
#else
#define K_RUN    16 /* a work-item's way to its position takes as long as some ten units */
#define K_STRIDE K_GROUP_LANES
#endif

/* ---- generators ---------------------------------------------------------------------------------------- */

typedef struct k_wide {
    uint64_t high, low;
} k_wide;

/* a b + c modulo 2^128. */
static inline k_wide k_wide_step(const k_wide a, const k_wide b, const k_wide c)
{
    const uint64_t low = a.low * b.low, sum = low + c.low;
    k_wide r;
    r.high = k_high_product(a.low, b.low) + a.high * b.low + a.low * b.high + c.high + (sum < low);
    r.low = sum;
    return r;
}

static inline k_wide k_wide_of(const uint64_t high, const uint64_t low)
{
    k_wide r;
    r.high = high;
    r.low = low;
    return r;
}

/* The position of an item in the sequence. */
typedef struct k_position {
    k_wide x;
    int64_t word;
} k_position;

#ifdef K_FROM_philox
static inline void k_block(const k_fill *q, const uint64_t number, uint64_t *x)
{
    x[0] = q->words[0] + number;
    x[1] = q->words[1], x[2] = q->words[2], x[3] = q->words[3];
    /* With carries through the four words of the counter. */
    if (x[0] < number && ++x[1] == 0 && ++x[2] == 0) ++x[3];
    k_philox(x, q->words[4], q->words[5]);
}

static inline void k_seek(const k_fill *q, k_position *at, const int64_t word)
{
    at->word = q->first + word;
}

/* The words of a unit, which begin anywhere in a block. */
static inline void k_read(const k_fill *q, k_position *at, uint64_t *w)
{
    const uint64_t g = (uint64_t)at->word;
    uint64_t x[8];
    k_block(q, g / 4, x);
    /* Of a unit that begins within a block, the last words belong to the next one; the two tests
     * move the words by 1 and 2 positions with constant indices, so that they stay in registers. */
    if (g % 4) k_block(q, g / 4 + 1, x + 4);
    if (g & 1)
        for (int t = 0; t < 6; t++) x[t] = x[t + 1];
    if (g & 2)
        for (int t = 0; t < 4; t++) x[t] = x[t + 2];
    for (int t = 0; t < 4; t++) w[t] = x[t];
    at->word += 4;
}

static inline void k_leap(const k_fill *q, k_position *at)
{
    at->word += 4 * (K_STRIDE - 1);
}
#elif defined(K_FROM_philox4x32)
/* Philox 4x32, 10 rounds: the block after the counter's by so many, in two words. */
/* Integers of 32 bits throughout, which every device multiplies to 64. */
static inline void k_block(const k_fill *q, const uint64_t number, uint64_t *x)
{
    const uint64_t low = q->words[0] + number, high = q->words[1] + (low < number);
    uint32_t a = (uint32_t)low, b = (uint32_t)(low >> 32), c = (uint32_t)high;
    uint32_t d = (uint32_t)(high >> 32);
    uint32_t k = (uint32_t)q->words[2], l = (uint32_t)(q->words[2] >> 32);
    for (int round = 0; round < 10; round++) {
        const uint64_t s = (uint64_t)a * 0xd2511f53u, t = (uint64_t)c * 0xcd9e8d57u;
        a = (uint32_t)(t >> 32) ^ b ^ k;
        b = (uint32_t)t;
        c = (uint32_t)(s >> 32) ^ d ^ l;
        d = (uint32_t)s;
        k += 0x9e3779b9u;
        l += 0xbb67ae85u;
    }
    x[0] = a | (uint64_t)b << 32;
    x[1] = c | (uint64_t)d << 32;
}

static inline void k_seek(const k_fill *q, k_position *at, const int64_t word)
{
    at->word = q->first + word;
}

static inline void k_read(const k_fill *q, k_position *at, uint64_t *w)
{
    const uint64_t g = (uint64_t)at->word;
    uint64_t x[4];
    /* Two neighbouring words begin in the middle of a block if the state does. */
    k_block(q, g / 2, x);
    if (g & 1) k_block(q, g / 2 + 1, x + 2);
    w[0] = x[g & 1];
    w[1] = x[(g & 1) + 1];
    at->word += 2;
}

static inline void k_leap(const k_fill *q, k_position *at)
{
    at->word += 2 * (K_STRIDE - 1);
}
#elif defined(K_FROM_mcg59)
#define K_MASK (((uint64_t)1 << 59) - 1)
static inline void k_seek(const k_fill *q, k_position *at, const int64_t word)
{
    uint64_t power = (uint64_t)302875106592253, x = q->words[0]; /* 13^13 */
    /* Modulo 2^64 all the way, of which 2^59 is a divisor: masking once at the end gives the
     * same. */
    for (uint64_t n = (uint64_t)word; n; n >>= 1, power *= power)
        if (n & 1) x *= power;
    at->x.low = x & K_MASK;
}

static inline void k_read(const k_fill *q, k_position *at, uint64_t *w)
{
    for (int t = 0; t < K_WORDS; t++) {
        w[t] = at->x.low;
        at->x.low = (at->x.low * (uint64_t)302875106592253) & K_MASK;
    }
}

static inline void k_leap(const k_fill *q, k_position *at)
{
    if (K_STRIDE > 1) at->x.low = (at->x.low * q->leap[1]) & K_MASK;
}
#else
#ifdef K_FROM_pcg64
#define K_FACTOR k_wide_of((uint64_t)0x2360ed051fc65da4, (uint64_t)0x4385df649fccf645)
#else
#define K_FACTOR k_wide_of(0, (uint64_t)0xda942042e4dd58b5)
#endif
/* F. Brown, "Random number generation with arbitrary strides" (1994). */
static inline void k_seek(const k_fill *q, k_position *at, const int64_t word)
{
    const k_wide none = k_wide_of(0, 0);
    k_wide x = k_wide_of(q->words[0], q->words[1]), step = k_wide_of(q->words[2], q->words[3]), factor = K_FACTOR;
    for (uint64_t n = (uint64_t)word; n; n >>= 1) {
        if (n & 1) x = k_wide_step(x, factor, step);
        step = k_wide_step(step, factor, step);
        factor = k_wide_step(factor, factor, none);
    }
    at->x = x;
}

static inline void k_read(const k_fill *q, k_position *at, uint64_t *w)
{
    const k_wide step = k_wide_of(q->words[2], q->words[3]);
    for (int t = 0; t < K_WORDS; t++) {
#ifdef K_FROM_pcg64
        at->x = k_wide_step(at->x, K_FACTOR, step);
        /* XSL RR: both halves combined, rotated by the upper six bits (M. O'Neill, "PCG: a
         * family of simple fast space-efficient statistically good algorithms for random number
         * generation", 2014). */
        const uint64_t mixed = at->x.high ^ at->x.low;
        const uint32_t rotation = (uint32_t)(at->x.high >> 58);
        w[t] = mixed >> rotation | mixed << ((64 - rotation) & 63);
#else
        uint64_t high = at->x.high;
        /* DXSM, "double xorshift multiply" (M. O'Neill, 2019): the output comes of the state
         * before the step. */
        high ^= high >> 32;
        high *= (uint64_t)0xda942042e4dd58b5;
        high ^= high >> 48;
        w[t] = high * (at->x.low | 1);
        at->x = k_wide_step(at->x, K_FACTOR, step);
#endif
    }
}

static inline void k_leap(const k_fill *q, k_position *at)
{
    if (K_STRIDE > 1)
        at->x = k_wide_step(at->x, k_wide_of(q->leap[0], q->leap[1]), k_wide_of(q->leap[2], q->leap[3]));
}
#endif

/* ---- elements ------------------------------------------------------------------------------------------ */

#if defined(K_UNIFORM) || defined(K_NORMAL)
/* A word as a number in [0, 1). */
static inline k_rnd k_unit_of(const uint64_t w)
{
#if !defined(K_FROM_mcg59)
    return (k_rnd)(int64_t)(w >> (64 - K_RND_DIGITS)) * K_RND_STEP;
#elif defined(K_NO_F64)
    return (k_rnd)(int64_t)(w >> 35) * K_RND_STEP;
#else
    return (k_rnd)(int64_t)w * (k_rnd)0x1p-59;
#endif
}
#endif

#ifdef K_UNIFORM
#define K_PER_UNIT K_WORDS
static inline K_OUT k_stretched(const k_fill *q, const uint64_t w)
{
#if defined(K_OUT_INTEGER) && defined(K_NO_F64)
    /* A float does not hold an integer's digits. */
#ifdef K_FROM_mcg59
    return (K_OUT)((int64_t)q->start + (int64_t)k_high_product(w << 5, q->range));
#else
    return (K_OUT)((int64_t)q->start + (int64_t)k_high_product(w, q->range));
#endif
#elif defined(K_OUT_INTEGER)
    return (K_OUT)((K_OUT)q->low + (K_OUT)(int64_t)(k_unit_of(w) * q->width));
#else
    const k_rnd u = q->low + k_unit_of(w) * q->width;
#ifdef K_OUT_FLOAT
    /* A float rounded up to 1 would be outside [0, 1). */
    if (u < 1 && (float)u >= 1) return 0x1.fffffep-1f;
#endif
    return (K_OUT)u;
#endif
}

static inline void k_make(const k_fill *q, K_GLOBAL K_OUT *out, const int64_t unit, const uint64_t *w)
{
    for (int t = 0; t < K_WORDS; t++)
        if (unit * K_WORDS + t < q->n) out[unit * K_WORDS + t] = k_stretched(q, w[t]);
}
#elif defined(K_SHORT)
static inline void k_make(const k_fill *q, K_GLOBAL K_OUT *out, const int64_t unit, const uint64_t *w)
{
    for (int t = 0; t < 2 * K_WORDS; t++) {
        const uint32_t bits = (uint32_t)(w[t / 2] >> 32 * (t % 2));
        const float u = (float)(int32_t)(bits >> 8) * 0x1p-24f;
        if (unit * 2 * K_WORDS + t < q->n) out[unit * 2 * K_WORDS + t] = (float)(q->low + u * q->width);
    }
}
#elif defined(K_NORMAL)
/* Box and Muller's pairs; the words of a twister's successor may be 0, of others 1 - u is not. */
static inline void k_make(const k_fill *q, K_GLOBAL K_OUT *out, const int64_t unit, const uint64_t *w)
{
    for (int t = 0; t < K_WORDS; t += 2) {
        const int64_t i = unit * K_WORDS + t;
        const k_rnd u = k_unit_of(w[t]);
#ifdef K_FROM_mcg59
        const k_rnd a = u == 0 ? (k_rnd)0x1p-34f : u;
#else
        const k_rnd a = 1 - u;
#endif
        const k_rnd r = K_FN(sqrt)(-2 * K_FN(log)(a)), b = (k_rnd)6.283185307179586476925 * k_unit_of(w[t + 1]);
        if (i >= q->n) return;
        out[i] = (K_OUT)(r * K_FN(sin)(b) * q->width + q->low);
        out[i + 1] = (K_OUT)(r * K_FN(cos)(b) * q->width + q->low);
    }
}
#else
/* D. Lemire, "Fast random integer generation in an interval" (2019). The integer of a piece of K_BITS bits; whether it is accepted. */
static inline int k_integer(const k_fill *q, const uint64_t piece, uint64_t *value)
{
    const uint64_t n_values = q->range + 1;
#if K_BITS == 64
    *value = q->start + (n_values ? k_high_product(piece, n_values) : piece);
    return piece * n_values >= q->threshold;
#else
    const uint64_t product = piece * n_values; /* at most 64 bits */
    *value = q->start + (product >> K_BITS);
    return (product & (((uint64_t)1 << K_BITS) - 1)) >= q->threshold;
#endif
}

static inline void k_put(const k_fill *q, K_GLOBAL K_OUT *out, K_GLOBAL int32_t *is_rejected, const int64_t i,
                         const uint64_t piece)
{
    uint64_t value;
    if (i >= q->n) return;
    const int is_accepted = k_integer(q, piece, &value);
#ifdef K_ACCEPTED
    out[i] = (K_OUT)is_accepted;
#else
    out[i] = (K_OUT)value;
    if (!is_accepted) *is_rejected = 1; /* by whichever item */
#endif
}

/* Halves of words, lower one first, and pieces of a half, lowest first. Of mcg59's words the upper 32 bits count. */
#ifdef K_FROM_mcg59
#define K_HALVES(n_words) (n_words)
static inline uint32_t k_half_of(const uint64_t *w, const int number)
{
    return (uint32_t)(w[number] >> 27);
}
#else
#define K_HALVES(n_words) (2 * (n_words))
static inline uint32_t k_half_of(const uint64_t *w, const int number)
{
    return (uint32_t)(w[number / 2] >> 32 * (number % 2));
}
#endif

#if K_BITS == 64
#ifdef K_FROM_mcg59
#define K_PIECES 1
#define K_PIECE(w, t) ((uint64_t)k_half_of(w, 0) << 32 | k_half_of(w, 1))
#else
#define K_PIECES K_WORDS
#define K_PIECE(w, t) (w)[t]
#endif
static inline void k_make_integers(const k_fill *q, K_GLOBAL K_OUT *out, K_GLOBAL int32_t *is_rejected,
                                   const int64_t unit, const uint64_t *w)
{
    for (int t = 0; t < K_PIECES; t++) k_put(q, out, is_rejected, unit * K_PIECES + t, K_PIECE(w, t));
}
#else
#define K_PIECES (32 / K_BITS)
static inline uint64_t k_piece_of(const uint32_t bits, const int number)
{
    return (bits >> number * K_BITS) & (((uint64_t)1 << K_BITS) - 1);
}

static inline void k_make_integers(const k_fill *q, K_GLOBAL K_OUT *out, K_GLOBAL int32_t *is_rejected,
                                   const int64_t unit, const uint64_t *w)
{
    if (unit == 0 && q->has_half)
        for (int p = 0; p < K_PIECES; p++) k_put(q, out, is_rejected, p, k_piece_of(q->at_hand, p));
    for (int t = 0; t < K_HALVES(K_WORDS); t++) {
        const int64_t h = q->has_half + unit * K_HALVES(K_WORDS) + t;
        for (int p = 0; p < K_PIECES; p++)
            k_put(q, out, is_rejected, h * K_PIECES + p, k_piece_of(k_half_of(w, t), p));
    }
}
#endif
#endif

/* ---- kernels ------------------------------------------------------------------------------------------- */

#ifdef K_CHOSEN
/* out[i] = the integer of piece number positions[i]. */
K_KERNEL void dpex_kernel(K_GLOBAL K_OUT *out, K_GLOBAL const int64_t *positions, const k_fill words)
{
    const k_fill *q = &words;
    const int64_t i = (int64_t)K_ITEM;
    if (i >= q->n) return;
    const int64_t number = positions[q->positions + i];
    k_position at;
    uint64_t w[K_WORDS], value;
#if K_BITS == 64
    k_seek(q, &at, number / K_PIECES * K_WORDS);
    k_read(q, &at, w);
    uint64_t piece = K_PIECE(w, 0);
    for (int t = 1; t < K_PIECES; t++)
        if (number % K_PIECES == t) piece = K_PIECE(w, t);
    k_integer(q, piece, &value);
#else
    const int64_t h = number / K_PIECES - q->has_half;
    uint32_t bits = q->at_hand;
    if (h >= 0) {
        k_seek(q, &at, h / K_HALVES(1));
        k_read(q, &at, w);
        bits = k_half_of(w, (int)(h % K_HALVES(1)));
    }
    k_integer(q, k_piece_of(bits, (int)(number % K_PIECES)), &value);
#endif
    out[q->out + i] = (K_OUT)value;
}
#else
K_KERNEL void dpex_kernel(K_GLOBAL K_OUT *to, K_GLOBAL int32_t *is_rejected, const k_fill words)
{
    const k_fill *q = &words;
#ifdef K_GROUPED
    const int64_t first = (int64_t)K_GROUP * K_GROUP_LANES * K_RUN + (int64_t)K_LANE;
#else
    const int64_t first = (int64_t)K_ITEM * K_RUN;
#endif
    K_GLOBAL K_OUT *out = to + q->out;
    k_position at;
    if (first == 0 && q->has_head) out[0] = (K_OUT)q->head;
    out += q->has_head;
    if (first == 0 && q->has_remainder) out[q->n] = (K_OUT)q->remainder;
    if (first >= q->n_units) return;
    k_seek(q, &at, first * K_WORDS);
    for (int run = 0; run < K_RUN; run++) {
        const int64_t unit = first + (int64_t)run * K_STRIDE;
        uint64_t w[K_WORDS];
        if (unit >= q->n_units) return;
        k_read(q, &at, w);
#if defined(K_INTEGERS) || defined(K_ACCEPTED)
        k_make_integers(q, out, is_rejected, unit, w);
#else
        k_make(q, out, unit, w);
#endif
        k_leap(q, &at);
    }
}
#endif
