/* Submission of host work. This is the one file in which ops/ asks whether a backend computes on
 * the host. */
#include "work.h"

#include "base/error.h"
#include "defs/tuning.h"
#include "runtime/runtime.h"

/* The length of the array of storages on the stack, so that a submission allocates nothing for
 * it. */
enum { MAX_ARRAYS = 512 };

/* Whether the calling thread may read and write the arrays at once: their queue runs commands in
 * the caller where it can, and nothing pending uses their storages. */
int dpex_arrays_are_idle(const dpex_array *const *arrays, int n_arrays)
{
    if (!dpex_queue_is_inline(arrays[0]->queue)) return 0;
    for (int i = 0; i < n_arrays; i++) {
        if (!dpex_storage_is_unused(arrays[i]->storage)) return 0;
    }
    return 1;
}

int64_t dpex_inline_elems(const dpex_queue *queue)
{
    return dpex_queue_get_device(queue)->shares_core ? DPEX_ALONE_ELEMS : DPEX_INLINE_ELEMS;
}

/* No command, no event: for small arrays these would cost more than the work. */
static dpex_status run_now(const dpex_work *work)
{
    /* All chunks in one call. */
    dpex_status status = work->run(work->payload, 0, work->n_chunks);
    if (!status && work->finish) status = work->finish(work->payload);
    work->drop(work->payload);
    return status;
}

/* For operations without a form for devices that compile. */
dpex_status dpex_work_check(const char *name, const dpex_queue *queue)
{
    if (queue->backend->runs_on_host) return DPEX_SUCCESS;
    return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED,
                     "%s: not on %s (%s backend) yet; x.to_device(\"cpu\") computes it on the CPU",
                     name, dpex_queue_get_device(queue)->info.name, queue->backend->name);
}

dpex_status dpex_work_submit(const dpex_work *work, const dpex_array *const *arrays, int n_arrays)
{
    dpex_queue *queue = arrays[0]->queue;
    dpex_status status = dpex_work_check(work->name, queue);
    if (!status && n_arrays > MAX_ARRAYS)
        status = DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "%s: %d arrays; at most %d are possible",
                           work->name, n_arrays, MAX_ARRAYS);
    if (status) {
        /* The payload is the submission's from the first line on, also where that fails. */
        work->drop(work->payload);
        return status;
    }
    /* NULL for work that is done before the return; see work.h. */
    if (work->event) *work->event = NULL;
    if (work->cost <= dpex_inline_elems(queue) && dpex_arrays_are_idle(arrays, n_arrays))
        return run_now(work);
    dpex_storage *uses[MAX_ARRAYS];
    for (int i = 0; i < n_arrays; i++) uses[i] = arrays[i]->storage;
    dpex_command command = {.kind = DPEX_COMMAND_PARALLEL,
                            .flags = DPEX_COMMAND_ORDERED | DPEX_COMMAND_TRACKED,
                            .name = work->name,
                            .uses = uses,
                            .n_uses = (size_t)n_arrays,
                            .parallel = {.run = work->run,
                                         .finish = work->finish,
                                         .drop = work->drop,
                                         .payload = work->payload,
                                         .n_chunks = work->n_chunks}};
    if (dpex_profile_is_on()) dpex_profile_tell_bytes(arrays, n_arrays);
    status = dpex_queue_submit(queue, &command, &work->after, 1, work->event);
    /* A command that was refused has dropped nothing. */
    if (status) work->drop(work->payload);
    return status;
}

dpex_status dpex_work_submit_phases(const dpex_work *work, const dpex_phase *phases, int n_phases,
                                    const dpex_array *const *arrays, int n_arrays)
{
    dpex_event *event = NULL;
    dpex_status status = DPEX_SUCCESS;
    int i = 0;
    for (; i < n_phases && !status; i++) {
        dpex_event *before = event;
        event = NULL;
        const dpex_work phase = {.name = work->name,
                                 .run = phases[i].run,
                                 .finish = phases[i].finish,
                                 .drop = work->drop,
                                 .payload = work->payload,
                                 .n_chunks = phases[i].n_chunks,
                                 .cost = phases[i].cost ? phases[i].cost : work->cost,
                                 .event = i + 1 < n_phases ? &event : NULL,
                                 .after = before};
        status = dpex_work_submit(&phase, arrays, n_arrays);
        dpex_event_release(before);
    }
    for (; i < n_phases; i++) work->drop(work->payload);
    return status;
}
