/* Memory for host backends, straight from the system. Nothing is touched here: the first touch
 * decides which NUMA node a page lies on, and belongs to the command that uses it. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/checked.h"
#include "base/error.h"
#include "host/host.h"

/* SMALL_ALIGN: a cache line; from MAPPED_BYTES on, pages of their own. */
enum { SMALL_ALIGN = 64, MAPPED_BYTES = 64 * 1024 };
static const size_t HUGE_PAGE = (size_t)2 << 20;

/* Pages at a multiple of 2 MiB, since the system then clears fresh memory by 2 MiB pages: fewer
 * page faults (docs/tuning.md). */
static void *map_huge(size_t bytes)
{
    size_t mapped_bytes;
    /* A huge page more than needed, of which both ends go back at once. */
    if (dpex_size_add(bytes, HUGE_PAGE, &mapped_bytes)) return NULL;
    char *start =
        mmap(NULL, mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    size_t before = (size_t)(-(uintptr_t)start & (HUGE_PAGE - 1));
    char *ptr = start + before;
    if (before) munmap(start, before);
    size_t behind = mapped_bytes - before - bytes;
    if (behind) munmap(ptr + bytes, behind);
#ifdef MADV_HUGEPAGE
    madvise(ptr, bytes,
            MADV_HUGEPAGE); /* only advice: fails harmlessly where the kernel has no huge pages */
#endif
    return ptr;
}

/* Separate mappings go back to the system when they are freed; pieces of the heap might
 * not. */
static void *map_pages(size_t bytes)
{
    void *ptr = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return ptr == MAP_FAILED ? NULL : ptr;
}

static size_t page_rounded(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return bytes + (-bytes & (page - 1));
}

dpex_status dpex_host_mem_alloc(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind,
                                size_t bytes, void **ptr, void **handle)
{
    (void)ctx, (void)device, (void)kind;
    *handle = NULL;
    *ptr = NULL;
    /* Differences of pointers must fit ptrdiff_t. */
    if (bytes > (size_t)PTRDIFF_MAX)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "%zu bytes exceed the address space", bytes);
    if (bytes >= HUGE_PAGE)
        *ptr = map_huge(page_rounded(bytes));
    else if (bytes >= MAPPED_BYTES)
        *ptr = map_pages(page_rounded(bytes));
    else if (posix_memalign(ptr, SMALL_ALIGN, bytes ? bytes : 1))
        *ptr = NULL;
    if (!*ptr) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "the system has no %zu bytes left", bytes);
    return DPEX_SUCCESS;
}

void dpex_host_mem_free(dpex_context *ctx, dpex_device *device, dpex_usm_kind kind, void *ptr,
                        size_t bytes, void *handle)
{
    (void)ctx, (void)device, (void)kind, (void)handle;
    /* 0 bytes were allocated as 1. */
    if (ptr && bytes >= MAPPED_BYTES)
        munmap(ptr, page_rounded(bytes));
    else
        free(ptr);
}
