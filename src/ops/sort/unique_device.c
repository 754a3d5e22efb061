/* Distinct values on devices that compile at run time: the heads of runs are a mask over the sorted
 * line, and the results are what the mask chooses: values, indices, and the positions of heads,
 * whose differences are counts. The inverse goes the way back through the sort's indices, with each
 * element's number of heads up to it. */
#include "unique.h"

#include "base/error.h"
#include "ops/device/device.h"
#include "ops/device/scan.h"
#include "ops/tape/op.h"
#include "runtime/runtime.h"

extern const char dpex_text_unique[];

/* The k_unique of unique.cl. */
typedef struct unique_words {
    int64_t n, end, first, second, out;
} unique_words;

typedef struct unique_text {
    dpex_unique_phase phase;
    dpex_dtype dtype;
} unique_text;

void dpex_unique_device_write(dpex_unique_phase phase, dpex_dtype dtype, dpex_text *text)
{
    if (phase == DPEX_UNIQUE_HEADS) {
        dpex_text_append(text, "typedef %s k_value;\n", dpex_device_c_type(dtype));
        dpex_device_write_equal(dtype, text);
    }
    dpex_text_append(text, "#define K_PHASE %d\n", (int)phase);
    dpex_text_append_string(text, dpex_text_unique);
}

static void write_kernel(const void *arg, dpex_text *text)
{
    const unique_text *t = arg;
    dpex_unique_device_write(t->phase, t->dtype, text);
}

/* dtype: of the values, where the phase reads them. */
static dpex_status launch(dpex_unique_phase phase, dpex_dtype dtype, const unique_words *w,
                          const dpex_array *const *arrays, int n_arrays)
{
    static const char *const names[] = {"", "unique heads", "unique counts", "unique inverse"};
    const unique_text text = {phase, dtype};
    const dpex_device_job job = {"unique", names[phase], dtype, {write_kernel, &text},
                                 arrays,   n_arrays,     w,     sizeof *w};
    return dpex_device_run_job(arrays[0]->queue, &job, w->n, DPEX_DEVICE_LANES);
}

dpex_status dpex_unique_device_start(const dpex_array *sorted, dpex_device_mask *heads)
{
    dpex_array flags;
    DPEX_TRY(dpex_array_init(sorted->queue, DPEX_BOOL, 1, &sorted->size, DPEX_ORDER_C,
                             DPEX_USM_DEVICE, &flags));
    const dpex_array *const arrays[] = {sorted, &flags};
    const unique_words w = {
        .n = sorted->size, .first = dpex_device_offset(sorted), .out = dpex_device_offset(&flags)};
    dpex_status status = launch(DPEX_UNIQUE_HEADS, sorted->dtype, &w, arrays, 2);
    if (!status) status = dpex_device_mask_init(&flags, heads);
    dpex_array_fini(&flags);
    return status;
}

/* From the positions of the heads. */
static dpex_status write_counts(const dpex_device_mask *heads, const dpex_array *counts)
{
    const int64_t n = heads->chosen.size, shape[2] = {1, counts->size};
    dpex_array starts;
    DPEX_TRY(
        dpex_array_init(counts->queue, DPEX_I64, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &starts));
    dpex_status status = dpex_device_mask_positions(heads, 1, &n, &starts);
    if (!status) {
        const dpex_array *const arrays[] = {&starts, counts};
        const unique_words w = {.n = counts->size,
                                .end = n,
                                .first = dpex_device_offset(&starts),
                                .out = dpex_device_offset(counts)};
        status = launch(DPEX_UNIQUE_LENGTHS, DPEX_I64, &w, arrays, 2);
    }
    dpex_array_fini(&starts);
    return status;
}

static dpex_status write_inverse(const dpex_device_mask *heads, const dpex_array *order,
                                 const dpex_array *inverse)
{
    static const dpex_device_scan sum = {"unique", DPEX_OP_add, DPEX_DEVICE_STICKS_NEVER, DPEX_I64};
    dpex_array ranks;
    DPEX_TRY(dpex_array_init(order->queue, DPEX_I64, 1, &order->size, DPEX_ORDER_C, DPEX_USM_DEVICE,
                             &ranks));
    dpex_status status = dpex_device_scan_run(&sum, &heads->chosen, 0, &ranks);
    if (!status) {
        const dpex_array *const arrays[] = {order, &ranks, inverse};
        const unique_words w = {.n = order->size,
                                .first = dpex_device_offset(order),
                                .second = dpex_device_offset(&ranks),
                                .out = dpex_device_offset(inverse)};
        status = launch(DPEX_UNIQUE_RUNS, DPEX_I64, &w, arrays, 3);
    }
    dpex_array_fini(&ranks);
    return status;
}

dpex_status dpex_unique_device_finish(const dpex_device_mask *heads, const dpex_array *sorted,
                                      const dpex_array *order,
                                      dpex_array *const outputs[DPEX_N_UNIQUE_OUTPUTS])
{
    if (outputs[DPEX_UNIQUE_VALUES])
        DPEX_TRY(dpex_device_mask_compress(heads, sorted, outputs[DPEX_UNIQUE_VALUES]));
    if (outputs[DPEX_UNIQUE_INDICES])
        DPEX_TRY(dpex_device_mask_compress(heads, order, outputs[DPEX_UNIQUE_INDICES]));
    if (outputs[DPEX_UNIQUE_INVERSE])
        DPEX_TRY(write_inverse(heads, order, outputs[DPEX_UNIQUE_INVERSE]));
    return outputs[DPEX_UNIQUE_COUNTS] ? write_counts(heads, outputs[DPEX_UNIQUE_COUNTS])
                                       : DPEX_SUCCESS;
}
