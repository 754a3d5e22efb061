/* Scratch memory per thread; see slots.h. */
#include "slots.h"

#include <sched.h>
#include <unistd.h>

#include "base/checked.h"
#include "base/integer.h"

static int count_threads(const dpex_queue *queue)
{
    const int64_t units = dpex_device_get_info(dpex_queue_get_device(queue))->max_compute_units;
    /* No more slots than CPUs: a device may report more units than there are. */
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const int64_t most = online > 0 ? dpex_int64_min(online, DPEX_MAX_SLOTS) : DPEX_MAX_SLOTS;
    return (int)dpex_int64_clamp(units, 1, most);
}

dpex_status dpex_slots_init(dpex_slots *slots, dpex_queue *queue, size_t bytes, int64_t n_chunks,
                            dpex_array *memory)
{
    size_t all;
    slots->n = count_threads(queue);
    if (slots->n > n_chunks) slots->n = (int)n_chunks;
    DPEX_TRY(dpex_size_round_up(bytes, 64, &slots->bytes));
    DPEX_TRY(dpex_size_mul(slots->bytes, (size_t)slots->n, &all));
    /* An array of bytes has an int64 extent. */
    if (all > INT64_MAX) return DPEX_FAIL(DPEX_ERROR_OVERFLOW, "%zu bytes do not fit 63 bits", all);
    const int64_t shape[1] = {(int64_t)all};
    DPEX_TRY(dpex_array_init(queue, DPEX_U8, 1, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, memory));
    slots->memory = dpex_array_get_ptr(memory);
    for (int i = 0; i < slots->n; i++) atomic_init(&slots->is_taken[i], 0);
    return DPEX_SUCCESS;
}

/* The memory of all slots is one array of the pool, used by the command, so it may be released when
 * that is submitted. */
dpex_status dpex_slots_submit(dpex_slots *slots, const dpex_work *work, const dpex_array **arrays,
                              int n_arrays, size_t bytes, size_t stack_bytes)
{
    if (bytes <= stack_bytes) return dpex_work_submit(work, arrays, n_arrays);
    dpex_array memory;
    dpex_status status = dpex_slots_init(slots, arrays[0]->queue, bytes, work->n_chunks, &memory);
    if (status) {
        work->drop(work->payload);
        return status;
    }
    arrays[n_arrays] = &memory;
    status = dpex_work_submit(work, arrays, n_arrays + 1);
    dpex_array_fini(&memory);
    return status;
}

/* An exchange that reads 0 has taken the slot. Acquire here and release in _give order one owner's
 * accesses before the next owner's. */
char *dpex_slots_take(dpex_slots *slots)
{
    /* Threads that wait for something else may help with the chunks, so there may be more of them
     * than slots. They yield, since a slot is given back after each run of chunks. */
    for (;;) {
        for (int i = 0; i < slots->n; i++) {
            if (!atomic_exchange_explicit(&slots->is_taken[i], 1, memory_order_acquire))
                return slots->memory + (size_t)i * slots->bytes;
        }
        sched_yield();
    }
}

void dpex_slots_give(dpex_slots *slots, char *slot)
{
    const size_t i = (size_t)(slot - slots->memory) / slots->bytes;
    atomic_store_explicit(&slots->is_taken[i], 0, memory_order_release);
}
