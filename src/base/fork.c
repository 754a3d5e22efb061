/* See fork.h. */
#include "base/fork.h"

#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the lists */
static dpex_fork_hooks *levels[DPEX_N_FORK_LEVELS];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic int generation;

/* Outer locks first, as code nests them; `lock` before all, so that no hooks arrive in between. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
    for (int level = 0; level < DPEX_N_FORK_LEVELS; level++)
        for (dpex_fork_hooks *hooks = levels[level]; hooks; hooks = hooks->next) hooks->before();
}

/* In the reverse order. Runs in the forking thread, on both sides. */
static void after_fork(int is_child)
{
    for (int level = DPEX_N_FORK_LEVELS - 1; level >= 0; level--)
        for (dpex_fork_hooks *hooks = levels[level]; hooks; hooks = hooks->next)
            hooks->after(is_child);
    pthread_mutex_unlock(&lock);
}

static void after_fork_in_parent(void)
{
    after_fork(0);
}

static void after_fork_in_child(void)
{
    /* Before the hooks, which may read it. */
    atomic_fetch_add(&generation, 1);
    after_fork(1);
}

static void install(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

/* Typically from a constructor. Newest first within a level, whose locks are never nested in each
 * other. */
void dpex_fork_register(dpex_fork_level level, dpex_fork_hooks *hooks)
{
    pthread_once(&once, install);
    pthread_mutex_lock(&lock);
    hooks->next = levels[level];
    levels[level] = hooks;
    pthread_mutex_unlock(&lock);
}

int dpex_fork_generation(void)
{
    /* Relaxed: it changes only while the process has a single thread. */
    return atomic_load_explicit(&generation, memory_order_relaxed);
}
