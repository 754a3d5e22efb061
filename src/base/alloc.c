/* malloc and free with a counter that tests may switch on. See alloc.h. */
#include "base/alloc.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static struct {
    _Atomic int on; /* off: allocation costs one relaxed load more than malloc */
    _Atomic int64_t fail_at;
    _Atomic int64_t n_calls;
    _Atomic int64_t n_live;
} counting;

static int is_counting(void)
{
    return atomic_load_explicit(&counting.on, memory_order_relaxed);
}

/* Whether this allocation is the one that a test wants to fail. */
static int must_fail(void)
{
    if (!is_counting()) return 0;
    int64_t call = atomic_fetch_add(&counting.n_calls, 1) + 1;
    /* fail_at 0 never matches, since calls count from 1. */
    return call == atomic_load(&counting.fail_at);
}

static void *counted(void *ptr)
{
    if (ptr && is_counting()) atomic_fetch_add(&counting.n_live, 1);
    return ptr;
}

void *dpex_malloc(size_t bytes)
{
    return must_fail() ? NULL : counted(malloc(bytes ? bytes : 1));
}

void *dpex_calloc(size_t n, size_t elem_bytes)
{
    size_t bytes; /* checked here, because sanitizers take calloc's own refusal for a fault */
    if (must_fail() || __builtin_mul_overflow(n, elem_bytes, &bytes)) return NULL;
    return counted(calloc(bytes ? bytes : 1, 1));
}

void *dpex_realloc(void *ptr, size_t bytes)
{
    if (must_fail()) return NULL;
    /* The same block in another size is not a new one. */
    void *moved = realloc(ptr, bytes ? bytes : 1);
    return ptr ? moved : counted(moved);
}

char *dpex_strdup(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = dpex_malloc(bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}

void dpex_free(void *ptr)
{
    /* Blocks from before the count began lower it too, so a test compares two readings. */
    if (ptr && is_counting()) atomic_fetch_sub(&counting.n_live, 1);
    free(ptr);
}

void dpex_alloc_fail_at(int64_t n)
{
    /* The values first, then the switch. */
    atomic_store(&counting.fail_at, n);
    atomic_store(&counting.n_calls, 0);
    atomic_store(&counting.n_live, 0);
    atomic_store(&counting.on, 1);
}

int64_t dpex_alloc_n_calls(void)
{
    return atomic_load(&counting.n_calls);
}

int64_t dpex_alloc_n_live(void)
{
    return atomic_load(&counting.n_live);
}
