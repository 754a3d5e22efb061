/* Loads and stores elements in blocks, and handles what single types need: second keys of complex
 * numbers, ties of real numbers.
 *
 * An element is what sorts move: a key (an unsigned integer in the order of the values), or a key
 * and the value's index, packed in 64 bits or as a pair (sort/elements.h). Keys are computed when a
 * line is loaded and converted back when it is stored; with indices the values are taken from the
 * line instead. */
#include "elements.h"

#include <string.h>

#include "base/integer.h"
#include "defs/tuning.h"
#include "ops/iterate/lines.h"
#include "ops/loops/loops.h"

/* Fewest bytes per element win, since a sort is bound by memory: keys alone where no indices are
 * wanted, then key and index in 64 bits, then 128 bits. */
static dpex_sort_form choose_form(const dpex_sort_type *type, int64_t length, int has_indices)
{
    if (!has_indices && type->load_keys)
        return type->key_bits <= 32 ? DPEX_SORT_KEY32 : DPEX_SORT_KEY64;
    return type->load_packed && length <= UINT32_MAX ? DPEX_SORT_PACKED : DPEX_SORT_PAIR;
}

void dpex_sort_options_init(dpex_sort_options *options, dpex_dtype dtype, int descending,
                            int64_t length, int has_indices)
{
    options->kernels = dpex_loops_get()->sort;
    options->type = options->kernels->types[dtype];
    options->form = choose_form(options->type, length, has_indices);
    options->code = &options->kernels->code[options->form];
    options->itemsize = dpex_dtype_get_info(dtype)->itemsize;
    /* The XOR of a key with all ones reverses the order, and is its own inverse; so a descending
     * sort is an ascending one of flipped keys, and is stable as well. */
    options->flip = descending ? UINT64_MAX >> (64 - options->type->key_bits) : 0;
}

/* ---- loading --------------------------------------------------------------------------------------------- */

/* n values that lie side by side, the first of which has the index `first`. */
static void load_contiguous(const dpex_sort_options *options, const char *values, int64_t first,
                            int64_t n, void *elems)
{
    switch (options->form) {
    case DPEX_SORT_PACKED:
        options->type->load_packed(elems, values, (size_t)n, first, options->flip);
        break;
    case DPEX_SORT_PAIR:
        options->type->load_pairs(elems, values, (size_t)n, first, options->flip);
        break;
    default: options->type->load_keys(elems, values, (size_t)n, options->flip);
    }
}

void dpex_sort_load(const dpex_sort_options *options, const dpex_sort_line *line, int64_t first,
                    int64_t n, void *elems)
{
    if (line->stride == (int64_t)options->itemsize) {
        load_contiguous(options, line->src + first * line->stride, first, n, elems);
        return;
    }
    _Alignas(64) char block[DPEX_BLOCK_ELEMS * DPEX_MAX_ITEMSIZE];
    for (int64_t done = 0; done < n; done += DPEX_BLOCK_ELEMS) {
        const int64_t m = dpex_int64_min(n - done, DPEX_BLOCK_ELEMS);
        dpex_line_read(block, line->src + (first + done) * line->stride, line->stride, m,
                       options->itemsize);
        load_contiguous(options, block, first + done, m,
                        (char *)elems + (size_t)done * options->code->elem_bytes);
    }
}

/* ---- lines that are already in order ------------------------------------------------------------------------------ */

/* Both scans stop at the first pair that is out of order, so a random line costs a few comparisons.
 * An element equal to its predecessor ends a descending line where there are indices (`<`): to
 * reverse it would swap equal elements. */
#define FIND_ORDER(T, KEY, BELOW)                                                                  \
    {                                                                                              \
        const T *x = elems;                                                                        \
        int64_t ascending = 1, descending = 1;                                                     \
        while (ascending < n && KEY(x[ascending - 1]) <= KEY(x[ascending])) ascending++;           \
        while (descending < n && KEY(x[descending]) BELOW KEY(x[descending - 1])) descending++;    \
        return (ascending >= n ? DPEX_SORT_ASCENDING : 0u) |                                       \
               (descending >= n ? DPEX_SORT_DESCENDING : 0u);                                      \
    }
#define KEY_ITSELF(elem)    (elem)
#define KEY_OF_PACKED(elem) ((elem) >> 32)
#define KEY_OF_PAIR(elem)   ((elem).key)

unsigned dpex_sort_find_order(const dpex_sort_options *options, const void *elems, int64_t n)
{
    switch (options->form) {
    case DPEX_SORT_KEY32: FIND_ORDER(uint32_t, KEY_ITSELF, <=)
    case DPEX_SORT_KEY64: FIND_ORDER(uint64_t, KEY_ITSELF, <=)
    case DPEX_SORT_PACKED: FIND_ORDER(uint64_t, KEY_OF_PACKED, <)
    default: FIND_ORDER(dpex_sort_pair, KEY_OF_PAIR, <)
    }
}

#undef FIND_ORDER
#undef KEY_ITSELF
#undef KEY_OF_PACKED
#undef KEY_OF_PAIR

/* src and out may be the same: both ends are read before either is written. */
#define REVERSE(T)                                                                                 \
    {                                                                                              \
        const T *from = src;                                                                       \
        T *to = out;                                                                               \
        for (int64_t i = 0, j = n - 1; i <= j; i++, j--) {                                         \
            const T first = from[i], last = from[j];                                               \
            to[i] = last;                                                                          \
            to[j] = first;                                                                         \
        }                                                                                          \
    }

void dpex_sort_reverse(const dpex_sort_options *options, const void *src, void *out, int64_t n)
{
    switch (options->code->elem_bytes) {
    case sizeof(uint32_t): REVERSE(uint32_t) break;
    case sizeof(uint64_t): REVERSE(uint64_t) break;
    default: REVERSE(dpex_sort_pair)
    }
}

#undef REVERSE

/* ---- sorting --------------------------------------------------------------------------------------------- */

/* Sorts runs of equal first keys by the second keys.
 * Of complex numbers, whose first keys are those of real parts: the elements lose their first
 * keys here, which nothing needs after this, and keep their indices. */
static void sort_runs(const dpex_sort_options *options, const dpex_sort_line *line,
                      dpex_sort_pair *elems, void *spare, int64_t n)
{
    for (int64_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && elems[end].key == elems[first].key;) end++;
        if (end - first < 2) continue;
        options->type->load_second(elems + first, line->src, line->stride, (size_t)(end - first),
                                   options->flip);
        options->code->sort(elems + first, spare, elems + first, end - first);
    }
}

/* src, spare: a line each; out: src, or another line. A line that is in order already, either way,
 * costs one pass. */
void dpex_sort_elements(const dpex_sort_options *options, const dpex_sort_line *line,
                        const void *src, void *spare, void *out, int64_t n)
{
    const unsigned order = dpex_sort_find_order(options, src, n);
    if (!order)
        options->code->sort(src, spare, out, n);
    else if (!(order & DPEX_SORT_ASCENDING))
        dpex_sort_reverse(options, src, out, n);
    else if (out != src)
        memcpy(out, src, (size_t)n * options->code->elem_bytes);
    if (options->type->load_second) sort_runs(options, line, out, spare, n);
}

/* ---- storing --------------------------------------------------------------------------------------------- */

#define TAKE(T)                                                                                    \
    for (int64_t i = 0; i < n; i++)                                                                \
    memcpy(to + i * (int64_t)sizeof(T), line + indices[i] * stride, sizeof(T))

void dpex_sort_take(const char *line, int64_t stride, size_t itemsize, const int64_t *indices,
                    int64_t n, char *to)
{
    switch (itemsize) {
    case 1: TAKE(uint8_t); break;
    case 2: TAKE(uint16_t); break;
    case 4: TAKE(uint32_t); break;
    case 8: TAKE(uint64_t); break;
    default: TAKE(dpex_c128);
    }
}

#undef TAKE

void dpex_sort_store(const dpex_sort_options *options, const dpex_sort_line *line, int64_t first,
                     int64_t n, const void *elems)
{
    int64_t indices[DPEX_BLOCK_ELEMS];
    char *values = line->values ? line->values + first * (int64_t)options->itemsize : NULL;
    if (!options->code->get_indices) {
        if (values) options->type->store_keys(values, elems, (size_t)n, options->flip);
        return;
    }
    for (int64_t done = 0; done < n; done += DPEX_BLOCK_ELEMS) {
        const int64_t n_now = dpex_int64_min(n - done, DPEX_BLOCK_ELEMS);
        options->code->get_indices(
            indices, (const char *)elems + (size_t)done * options->code->elem_bytes, (size_t)n_now);
        if (line->indices)
            memcpy(line->indices + first + done, indices, (size_t)n_now * sizeof(*indices));
        if (values)
            dpex_sort_take(line->src, line->stride, options->itemsize, indices, n_now,
                           values + done * (int64_t)options->itemsize);
    }
}

/* ---- ties ------------------------------------------------------------------------------------------------ */

#define ANY_TIE(T)                                                                                 \
    {                                                                                              \
        const T *keys = elems;                                                                     \
        const T flip = (T)options->flip, minus_zero = (T)type->minus_zero,                         \
                top = (T)type->infinity;                                                           \
        for (int64_t i = 0; i < n; i++)                                                            \
            any |= ((keys[i] ^ flip) == minus_zero) | ((keys[i] ^ flip) > top);                    \
    }

int dpex_sort_may_have_ties(const dpex_sort_options *options, const void *elems, int64_t n)
{
    const dpex_sort_type *type = options->type;
    int any = 0;
    if (!type->has_ties || options->code->get_indices) return 0;
    if (options->code->elem_bytes == sizeof(uint32_t))
        ANY_TIE(uint32_t)
    else
        ANY_TIE(uint64_t)
    return any;
}

#undef ANY_TIE

/* The sorted values are already stored, so their keys are computed again one by one; the searches
 * below read only log n of them. */
static uint64_t key_at(const dpex_sort_options *options, const char *values, int64_t i)
{
    uint64_t elem;
    options->type->load_keys(&elem, values + i * (int64_t)options->itemsize, 1, options->flip);
    return options->code->get_key(&elem, 0);
}

/* The first of n sorted values whose key is at least `key`. */
static int64_t find(const dpex_sort_options *options, const char *values, int64_t n, uint64_t key)
{
    int64_t first = 0;
    while (n > 0) {
        const int64_t half = n / 2;
        if (key_at(options, values, first + half) < key) {
            first += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return first;
}

/* Writes the values whose keys are in low..high (both included) contiguously to `to`, in their
 * order in the original. */
static void copy_between(const dpex_sort_options *options, const char *original, int64_t stride,
                         int64_t n, uint64_t low, uint64_t high, char *to)
{
    uint64_t elems[DPEX_BLOCK_ELEMS];
    const dpex_sort_line line = {.src = original, .stride = stride};
    for (int64_t done = 0; done < n; done += DPEX_BLOCK_ELEMS) {
        const int64_t m = dpex_int64_min(n - done, DPEX_BLOCK_ELEMS);
        dpex_sort_load(options, &line, done, m, elems);
        for (int64_t i = 0; i < m; i++) {
            const uint64_t key = options->code->get_key(elems, i);
            if (key < low || key > high) continue;
            memcpy(to, original + (done + i) * stride, options->itemsize);
            to += options->itemsize;
        }
    }
}

void dpex_sort_restore_ties(const dpex_sort_options *options, const char *original, int64_t stride,
                            char *values, int64_t n)
{
    if (!options->type->has_ties || options->code->get_indices || n < 2) return;
    const int64_t size = (int64_t)options->itemsize;
    const uint64_t minus_zero = options->type->minus_zero ^ options->flip;
    const uint64_t zero = (options->type->minus_zero + 1) ^ options->flip;
    /* -0.0 and 0.0 have neighbouring keys: low is that of the one that the sort puts first, in
     * either direction. */
    const uint64_t low = minus_zero < zero ? minus_zero : zero, high = low + 1;
    const int64_t zeros = find(options, values, n, low);
    if (zeros < n && key_at(options, values, zeros) == low) {
        const int64_t others = zeros + find(options, values + zeros * size, n - zeros, high);
        if (others < n && key_at(options, values, others) == high)
            copy_between(options, original, stride, n, low, high, values + zeros * size);
    }
    const uint64_t infinity = options->type->infinity ^ options->flip;
    const int64_t nans = options->flip ? 0 : find(options, values, n, infinity + 1);
    const int64_t end = options->flip ? find(options, values, n, infinity) : n;
    /* All NaNs have the same bits: nothing can be out of order. */
    if (end - nans < 2 || key_at(options, values, nans) == key_at(options, values, end - 1)) return;
    copy_between(options, original, stride, n, options->flip ? 0 : infinity + 1,
                 options->flip ? infinity - 1 : UINT64_MAX, values + nans * size);
}
