/* Bins of keys: a linear scale from samples, so that counting finds where in the sorted order a key
 * goes. Sorts of long lines part their elements by it, selections gather only the bins that contain
 * a wanted index. */
#include "base/integer.h"
#include "nth.h"
#include "sort.h"

enum {
    N_SAMPLES = 1024,
    N_OUTLIERS = 1 /* samples at each end that are ignored */
};

/* Sets the scale, with a margin beyond the samples on both sides.
 * The scale covers the samples, widened by what the rounding of the shift up to a power of two
 * leaves over, so that keys slightly beyond the samples still get a bin of their own. low is
 * rounded down to a multiple of a bin's width, so that a bin is a prefix of the key. */
static void set_scale(dpex_sort_bins *bins, uint64_t low, uint64_t high)
{
    while ((high - low) >> bins->shift > bins->last) bins->shift++;
    const uint64_t margin = (bins->last - ((high - low) >> bins->shift)) / 2;
    low = low >> bins->shift > margin ? low - (margin << bins->shift) : 0;
    bins->low = low >> bins->shift << bins->shift;
}

void dpex_sort_choose_bins(const dpex_sort_options *options, const dpex_sort_line *line, int64_t n,
                           dpex_sort_bins *bins)
{
    const dpex_sort_code *code = options->code;
    /* On the stack: 16 KiB each for the largest form. */
    _Alignas(16) char samples[N_SAMPLES * sizeof(dpex_sort_pair)], spare[sizeof(samples)];
    const int64_t step = n < N_SAMPLES ? 1 : n / N_SAMPLES;
    const int64_t n_samples = dpex_int64_min(n, N_SAMPLES);
    for (int64_t i = 0; i < n_samples; i++)
        dpex_sort_load(options, line, i * step, 1, samples + (size_t)i * code->elem_bytes);
    code->sort(samples, spare, samples, n_samples);
    /* all elements of a key are in one bin: the lower half of a packed element is its index */
    bins->shift = options->form == DPEX_SORT_PACKED ? 32 : 0;
    set_scale(bins, code->get_key(samples, N_OUTLIERS),
              code->get_key(samples, n_samples - 1 - N_OUTLIERS));
}

/* Whether all elements of a bin have one key. Not so for the outermost bins, which also have the
 * keys beyond the scale. */
static int is_one_key(const dpex_sort_bins *bins, int bin)
{
    return bins->shift == 0 && bin > 0 && bin < bins->last;
}

void dpex_nth_choose(dpex_nth_choice *choice, const dpex_sort_bins *bins, const int64_t *counts,
                     const int64_t *kth, int n_kth)
{
    int64_t before = 0, gathered = 0;
    int next = 0;
    choice->n = 0;
    for (int bin = 0; bin <= bins->last; bin++) {
        /* `before` counts the elements of the lower bins, hence the rank of this bin's first
         * element; kth is ascending, so one index into it moves along with the bins. Several
         * indices in one bin share its slot. */
        const int64_t end = before + counts[bin];
        choice->slot[bin] = -1;
        if (next < n_kth && kth[next] < end) {
            const int slot = choice->n++;
            choice->bin[slot] = bin;
            choice->before[slot] = before;
            choice->start[slot] = gathered;
            if (!is_one_key(bins, bin)) {
                choice->slot[bin] = (int16_t)slot;
                gathered += counts[bin];
            }
            while (next < n_kth && kth[next] < end) next++;
        }
        before = end;
    }
    choice->start[choice->n] = gathered;
}
