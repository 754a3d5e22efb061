/* Linear interpolation in portable kernel C: binary searches of a few values at once, all with the same number of steps, then the straight
 * lines, by the steps of interpolate.c. Defined before: T; K_VALUES, of an item. */
typedef struct {
    int64_t n, n_points, x, at, values, out, has_left, has_right;
    T left, right;
} k_interpolation;

/* position: the number of points that are not above x. */
static inline T k_value_at(K_GLOBAL const T *at, K_GLOBAL const T *values,
                           const k_interpolation *w, T x, int64_t position)
{
    if (x != x) return w->n_points > 1 ? x : values[0];
    /* The order of these cases is that of the host: a value that is a point takes that point's
     * value exactly, which the formula of a line could miss by rounding. */
    if (position == 0) return w->has_left ? w->left : values[0];
    const T x0 = at[position - 1], y0 = values[position - 1];
    if (position == w->n_points) return x == x0 || !w->has_right ? y0 : w->right;
    if (x == x0) return y0;
    const T x1 = at[position], y1 = values[position];
    const T slope = (y1 - y0) / (x1 - x0);
    T made = slope * (x - x0) + y0;
    if (made == made) return made;
    /* NaN comes of an infinite slope times 0: the line from the other end has that product
     * nowhere else. */
    made = slope * (x - x1) + y1;
    return made != made && y0 == y1 ? y0 : made;
}

K_KERNEL void dpex_kernel(K_GLOBAL const T *x, K_GLOBAL const T *at, K_GLOBAL const T *values,
                          K_GLOBAL T *out, const k_interpolation w)
{
    const int64_t first = (int64_t)K_ITEM * K_VALUES;
    T v[K_VALUES];
    int64_t positions[K_VALUES], step;
    if (first >= w.n) return;
    at += w.at;
    /* Items at the end search for the last value again instead of for fewer: the loops below
     * keep a constant number of steps, which compilers unroll. */
    for (int e = 0; e < K_VALUES; e++) {
        v[e] = x[w.x + (first + e < w.n ? first + e : w.n - 1)];
        positions[e] = 0;
    }
    /* Halves the interval without a branch: the mask is all ones where the value is not below
     * the middle. NaN is below nothing and ends at the last point, which k_value_at does not
     * read for it. */
    for (int64_t left = w.n_points; left > 1; left -= step) {
        step = left / 2;
        for (int e = 0; e < K_VALUES; e++)
            positions[e] += step & -(int64_t)!(v[e] < at[positions[e] + step - 1]);
    }
    for (int e = 0; e < K_VALUES; e++) positions[e] += !(v[e] < at[positions[e]]);
    for (int e = 0; e < K_VALUES; e++)
        if (first + e < w.n)
            out[w.out + first + e] = k_value_at(at, values + w.values, &w, v[e], positions[e]);
}
