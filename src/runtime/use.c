/* Recording uses of storages. See use.h. */
#include "runtime/use.h"

#include "base/alloc.h"

dpex_timeline *dpex_timeline_retain(dpex_timeline *timeline)
{
    atomic_fetch_add_explicit(&timeline->refs, 1, memory_order_relaxed);
    return timeline;
}
void dpex_timeline_release(dpex_timeline *timeline)
{
    if (timeline && atomic_fetch_sub(&timeline->refs, 1) == 1) dpex_free(timeline);
}
void dpex_use_record(dpex_storage *storage, dpex_timeline *timeline, uint64_t number,
                     const dpex_use *waited, size_t n_waited)
{
    (void)storage, (void)timeline, (void)number, (void)waited, (void)n_waited;
}
size_t dpex_use_get_pending(dpex_storage *storage, const dpex_timeline *own, dpex_use *uses)
{
    (void)storage, (void)own, (void)uses;
    return 0;
}
int dpex_use_is_complete(dpex_storage *storage, const dpex_timeline *own)
{
    (void)storage, (void)own;
    return 1;
}
dpex_status dpex_use_wait(dpex_storage *storage)
{
    (void)storage;
    return DPEX_SUCCESS;
}
void dpex_use_clear(dpex_storage *storage)
{
    (void)storage;
}
