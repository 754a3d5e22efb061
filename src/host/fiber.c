/* Crews: stacks, rounds and barriers (fiber.h). */
#include "host/fiber.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define HAS_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define HAS_TSAN 1
#endif
#ifdef HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef HAS_TSAN
#include <sanitizer/tsan_interface.h>
#endif

/* STACK_BYTES: of a work-item, without the guard page; N_KEPT: crews in reserve, more than there
 * are threads as a rule. */
enum { STACK_BYTES = 64 * 1024, N_KEPT = 256, N_GUARDED = 128, N_COLOURS = 6, COLOUR_BYTES = 640 };
enum { MOST_LOCAL_KEPT = 4 << 20 }; /* bytes */

/* What a sanitizer must be told of a stack that it did not make. */
typedef struct shadow {
    void *tsan;
    void *asan_fake_stack;
    const void *bottom;
    size_t bytes;
} shadow;

/* A stack and what is needed to resume it. Stacks live as long as their crew. */
typedef struct fiber {
    dpex_fiber_context context;
    char *stack; /* above its guard page */
    shadow shadow;
} fiber;

struct dpex_crew {
    fiber *fibers;
    /* n_fibers: stacks that exist; local_bytes: of `local`, which is free()'s because of its
     * alignment. */
    size_t n_fibers;
    char *local;
    size_t local_bytes;
    dpex_fiber_context thread; /* the thread that runs the crew */
    shadow thread_shadow;
    /* the present group: n items; `current` runs; the first n_begun fibers have a context;
     * n_waiting wait at the barrier of `site`; n_ended have returned.
     */
    size_t n, current, n_begun, n_waiting, n_ended;
    unsigned site;
    dpex_fiber_outcome outcome;
    dpex_status status;
    dpex_fiber_fn run;       /* or */
    dpex_items_fn run_items; /* several items per fiber where none waits */
    void *payload;
};

/* Crews at rest. Slots are taken and filled by atomic exchange: no lock that a fork could leave
 * held. */
static _Atomic(dpex_crew *) kept[N_KEPT];

static size_t guard_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* Only crews that no thread runs. */
static void crew_free(dpex_crew *crew)
{
    for (size_t i = 0; i < crew->n_fibers; i++) {
        munmap(crew->fibers[i].stack - guard_bytes(), STACK_BYTES + guard_bytes());
        dpex_fiber_context_fini(&crew->fibers[i].context);
#ifdef HAS_TSAN
        __tsan_destroy_fiber(crew->fibers[i].shadow.tsan);
#endif
    }
    dpex_free(crew->fibers);
    free(crew->local);
    dpex_free(crew);
}

/* The i-th stack of a crew. Guard pages split mappings, of which a process may have 65,530 in
 * all: the first stacks have them, later ones (large groups) rely on the compiler, which refuses
 * frames above three quarters of a stack. */
static dpex_status fiber_init(fiber *f, size_t i)
{
    *f = (fiber){0};
    /* NORESERVE: most of a stack is never touched, so it needs no memory. */
    char *pages = mmap(NULL, STACK_BYTES + guard_bytes(), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (pages == MAP_FAILED)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for the stack of a work-item");
    if (i < N_GUARDED) mprotect(pages, guard_bytes(), PROT_NONE); /* best effort, see above */
    f->stack = pages + guard_bytes();
    f->shadow = (shadow){.bottom = f->stack, .bytes = STACK_BYTES};
#ifdef HAS_TSAN
    f->shadow.tsan = __tsan_create_fiber(0);
#endif
    return DPEX_SUCCESS;
}

static dpex_status crew_grow(dpex_crew *crew, size_t n_fibers, size_t local_bytes)
{
    if (n_fibers > crew->n_fibers) {
        /* Contexts are addressed through the array, so it may move while no group runs. */
        fiber *fibers = dpex_realloc(crew->fibers, n_fibers * sizeof *fibers);
        if (!fibers)
            return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu work-items", n_fibers);
        crew->fibers = fibers;
        while (crew->n_fibers < n_fibers) {
            DPEX_TRY(fiber_init(&crew->fibers[crew->n_fibers], crew->n_fibers));
            crew->n_fibers++;
        }
    }
    if (local_bytes > crew->local_bytes) {
        void *local = NULL;
        /* 128: the largest alignment of an OpenCL C type, double16 and long16. */
        if (posix_memalign(&local, 128, local_bytes))
            return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu bytes of local memory",
                             local_bytes);
        free(crew->local);
        crew->local = local;
        crew->local_bytes = local_bytes;
    }
    return DPEX_SUCCESS;
}

dpex_status dpex_crew_take(size_t n_fibers, size_t local_bytes, dpex_crew **crew)
{
    dpex_crew *taken = NULL;
    for (size_t i = 0; i < N_KEPT && !taken; i++) {
        /* A plain load first: an exchange would take the cache line from other threads for each
         * empty slot. */
        if (atomic_load_explicit(&kept[i], memory_order_relaxed))
            /* Sequentially consistent: the crew's contents, written by the thread that gave it, are
             * visible. */
            taken = atomic_exchange(&kept[i], NULL);
    }
    if (!taken) taken = dpex_calloc(1, sizeof *taken);
    if (!taken) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to run work-groups");
    dpex_status status = crew_grow(taken, n_fibers, local_bytes);
    if (status) /* A crew that could not grow is freed. */
        crew_free(taken);
    else
        *crew = taken;
    return status;
}

/* The calling thread must not use the crew afterwards. */
void dpex_crew_give(dpex_crew *crew)
{
    if (!crew) return;
    /* The local memory of a group that had much of it is freed. */
    if (crew->local_bytes > MOST_LOCAL_KEPT) {
        free(crew->local);
        crew->local = NULL;
        crew->local_bytes = 0;
    }
    for (size_t i = 0; i < N_KEPT; i++) {
        dpex_crew *empty = NULL;
        if (atomic_compare_exchange_strong(&kept[i], &empty, crew)) return;
    }
    crew_free(crew);
}

char *dpex_crew_get_local(dpex_crew *crew)
{
    return crew->local;
}

/* `ends`: the running stack is not resumed again.
 * Returns after a switch back to `from`. */
static void switch_stacks(dpex_fiber_context *from, shadow *from_shadow, dpex_fiber_context *to,
                          shadow *to_shadow, int ends)
{
#ifdef HAS_ASAN
    /* ASan wants to know the stack before the switch, and NULL for a stack that is given up. */
    __sanitizer_start_switch_fiber(ends ? NULL : &from_shadow->asan_fake_stack, to_shadow->bottom,
                                   to_shadow->bytes);
#endif
#ifdef HAS_TSAN
    __tsan_switch_to_fiber(to_shadow->tsan, 0);
#endif
    (void)to_shadow;
    (void)ends;
    dpex_fiber_context_switch(from, to);
#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(from_shadow->asan_fake_stack, NULL, NULL);
#endif
    (void)from_shadow;
}

/* Back to the thread that called dpex_crew_run; nobody resumes this fiber. */
static void leave(dpex_crew *crew, dpex_fiber_outcome outcome)
{
    fiber *here = &crew->fibers[crew->current];
    crew->outcome = outcome;
    switch_stacks(&here->context, &here->shadow, &crew->thread, &crew->thread_shadow, 1);
}

static void fiber_start(void *payload);

/* A new context: that of an abandoned group is garbage. */
static dpex_status begin(dpex_crew *crew, size_t i)
{
    fiber *f = &crew->fibers[i];
    /* Tops of stacks lie a multiple of the page size apart: without a shift all would compete
     * for the same few cache lines (docs/tuning.md). */
    size_t bytes = STACK_BYTES - i % N_COLOURS * COLOUR_BYTES;
    crew->n_begun = i + 1;
    return dpex_fiber_context_init(&f->context, f->stack, bytes, fiber_start, crew);
}

static void go_to(dpex_crew *crew, size_t next, int ends)
{
    fiber *here = &crew->fibers[crew->current], *there = &crew->fibers[next];
    if (next == crew->n_begun) {
        crew->status = begin(crew, next);
        if (crew->status) leave(crew, DPEX_FIBERS_SOME_LEFT);
    }
    crew->current = next;
    if (here != there)
        switch_stacks(&here->context, &here->shadow, &there->context, &there->shadow, ends);
}

/* Items run in the order of their numbers, so the first of a round decides the site, and an item
 * that finds another site, or others ended, proves the barrier divergent. */
void dpex_crew_barrier(void *payload, unsigned site)
{
    dpex_crew *crew = payload;
    if (crew->n_waiting == 0) crew->site = site;
    if (crew->n_ended || site != crew->site || site == DPEX_SITE_DIVERGENT) {
        leave(crew, DPEX_FIBERS_SOME_LEFT);
        return;
    }
    crew->n_waiting++;
    if (crew->n_waiting == crew->n) {
        crew->n_waiting = 0;
        /* All items have arrived: a new round starts with item 0. */
        go_to(crew, 0, 0);
    } else {
        go_to(crew, crew->current + 1, 0);
    }
}

/* The life of a fiber. It does not return: the last switch leaves its stack unused. */
static void fiber_start(void *payload)
{
    dpex_crew *crew = payload;
#ifdef HAS_ASAN
    /* The first fiber is entered from the thread: this is where the thread's own stack becomes
     * known. */
    const void *bottom;
    size_t bytes;
    __sanitizer_finish_switch_fiber(NULL, &bottom, &bytes);
    if (crew->current == 0) {
        crew->thread_shadow.bottom = bottom;
        crew->thread_shadow.bytes = bytes;
    }
#endif
    if (crew->run_items) {
        crew->n_ended += crew->run_items(crew->payload, crew->current);
    } else {
        crew->run(crew->payload, crew->current);
        crew->n_ended++;
    }
    /* Other items wait at a barrier that this one never reached. */
    if (crew->n_waiting)
        leave(crew, DPEX_FIBERS_SOME_LEFT);
    else if (crew->n_ended == crew->n)
        leave(crew, DPEX_FIBERS_DONE);
    else
        go_to(crew, crew->current + 1, 1);
}

static dpex_status run_group(dpex_crew *crew, size_t n, void *payload, dpex_fiber_outcome *outcome)
{
    *outcome = DPEX_FIBERS_DONE;
    if (!n) return DPEX_SUCCESS;
    DPEX_TRY(begin(crew, 0));
    crew->n = n;
    crew->current = crew->n_waiting = crew->n_ended = 0;
    crew->status = DPEX_SUCCESS;
    crew->payload = payload;
#ifdef HAS_TSAN
    crew->thread_shadow.tsan = __tsan_get_current_fiber();
#endif
    fiber *first = &crew->fibers[0];
    switch_stacks(&crew->thread, &crew->thread_shadow, &first->context, &first->shadow, 0);
    *outcome = crew->outcome;
    return crew->status;
}

dpex_status dpex_crew_run(dpex_crew *crew, size_t n, dpex_fiber_fn run, void *payload,
                          dpex_fiber_outcome *outcome)
{
    crew->run = run;
    crew->run_items = NULL;
    return run_group(crew, n, payload, outcome);
}

dpex_status dpex_crew_run_items(dpex_crew *crew, size_t n, dpex_items_fn run, void *payload,
                                dpex_fiber_outcome *outcome)
{
    crew->run_items = run;
    return run_group(crew, n, payload, outcome);
}
