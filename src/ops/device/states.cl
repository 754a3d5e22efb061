/* States of reductions that are more than one value (defs/combines.def), in portable kernel C;
 * loops/state_*.inc tell what each is.
 *
 * k_lift makes a state of a value and its number, k_lift_many (where it is) of several,
 * k_combine combines two, k_finish gives the result. Defined before: T, the values' type,
 * K_SUFFIX, its ending, and K_COMBINE_<name>. Sources: moments, Chan, Golub & LeVeque 1979;
 * squares, Blue 1978; logsum, the usual shift by the maximum. */
#ifdef K_COMBINE_count
typedef int64_t k_state;
static inline k_state k_lift(T x, int64_t index)
{
    return x;
}
static inline k_state k_combine(k_state p, k_state q)
{
    return p + q;
}
static inline int64_t k_finish(k_state s)
{
    return s;
}
#endif
#ifdef K_COMBINE_moments
typedef struct {
    T n, mean, squares;
} k_state;
static inline k_state k_lift(T x, int64_t index)
{
    k_state s;
    s.n = 1;
    s.mean = x;
    /* 0, but NaN where x is infinite or NaN, as the difference from the mean would be. */
    s.squares = x - x;
    return s;
}
static inline k_state k_combine(k_state p, k_state q)
{
    k_state s;
    /* The share first: the product of two large counts would lose digits. */
    T share = q.n / (p.n + q.n), difference = q.mean - p.mean;
    s.n = p.n + q.n;
    s.mean = p.mean + difference * share;
    s.squares = p.squares + q.squares + difference * difference * (p.n * share);
    return s;
}
/* Two passes over a few values in registers, which is more exact than a combination per value. */
static inline k_state k_lift_many(const T *x, int n)
{
    k_state s;
    T sum = x[0];
    K_UNROLL for (int i = 1; i < n; i++) sum += x[i];
    s.n = n;
    s.mean = sum / (T)n;
    s.squares = (x[0] - s.mean) * (x[0] - s.mean);
    K_UNROLL for (int i = 1; i < n; i++) s.squares += (x[i] - s.mean) * (x[i] - s.mean);
    return s;
}
static inline T k_finish(k_state s)
{
    return s.squares;
}
#endif
#ifdef K_COMBINE_logsum
typedef struct {
    T top, sum;
} k_state;
static inline k_state k_lift(T x, int64_t index)
{
    k_state s;
    s.top = x;
    s.sum = 1;
    return s;
}
static inline k_state k_combine(k_state p, k_state q)
{
    k_state s;
    /* Equal tops include two infinities, whose difference would be NaN. */
    T scale = p.top == q.top ? (T)1 : k_exp(-k_abs(p.top - q.top));
    int is_older = p.top >= q.top;
    s.top = is_older ? p.top : q.top;
    s.sum = is_older ? p.sum + q.sum * scale : q.sum + p.sum * scale;
    return s;
}
static inline k_state k_lift_many(const T *x, int n)
{
    k_state s;
    s.top = x[0];
    K_UNROLL for (int i = 1; i < n; i++) s.top = x[i] > s.top ? x[i] : s.top;
    s.sum = 0;
    /* Here too: infinity - infinity must count as exp(0). */
    K_UNROLL for (int i = 0; i < n; i++) s.sum += x[i] == s.top ? (T)1 : k_exp(x[i] - s.top);
    return s;
}
static inline T k_finish(k_state s)
{
    return s.top + k_log(s.sum);
}
#endif
#ifdef K_COMBINE_squares
/* Sums of squares of the numbers that are scaled down, not at all, and up, so that none overflows
 * or underflows. */
typedef struct {
    T large, common, small;
} k_state;
static inline k_state k_lift(T x, int64_t index)
{
    k_state s;
    /* The scales are powers of two: exact. */
    T size = k_abs(x), down = size * K_DOWN, up = size * K_UP;
    int is_large = size > K_BIG, is_small = size < K_SMALL;
    s.large = is_large ? down * down : (T)0;
    s.common = is_large | is_small ? (T)0 : size * size;
    s.small = is_small ? up * up : (T)0;
    return s;
}
static inline k_state k_combine(k_state p, k_state q)
{
    k_state s;
    s.large = p.large + q.large;
    s.common = p.common + q.common;
    s.small = p.small + q.small;
    return s;
}
static inline T k_finish(k_state s)
{
    /* Before the scaling back, which would make NaN of an infinity and a zero. */
    if (k_isinf(s.large)) return s.large;
    /* With large numbers the sum of the small ones is below the last bit. */
    if (s.large > 0) return k_sqrt(s.large + s.common * K_DOWN * K_DOWN) / K_DOWN;
    if (s.common == 0) return k_sqrt(s.small) / K_UP;
    return k_sqrt(s.common + s.small / K_UP / K_UP);
}
#endif
#if defined(K_COMBINE_argmax) || defined(K_COMBINE_argmin)
typedef struct {
    T value;
    int64_t index;
} k_state;
static inline k_state k_lift(T x, int64_t index)
{
    k_state s;
    s.value = x;
    s.index = index;
    return s;
}
/* K_ABOVE(x, y): x is greater, or less, than y; K_NOT_A_NUMBER(x). */
static inline int k_beats(T x, T y)
{
    return K_ABOVE(x, y) || (K_NOT_A_NUMBER(x) && !K_NOT_A_NUMBER(y));
}
static inline k_state k_combine(k_state p, k_state q)
{
    /* Ties: the smaller number, so that the result does not depend on the order of the
     * combinations. */
    int is_newer = k_beats(q.value, p.value) || (!k_beats(p.value, q.value) && q.index < p.index);
    return is_newer ? q : p;
}
static inline int64_t k_finish(k_state s)
{
    return s.index;
}
#endif
