/* Locks across fork(). A lock that another thread holds at the moment of fork stays locked in
 * the child for ever; so the forking thread takes all our locks before, and releases them on
 * both sides. */
#ifndef DPEX_BASE_FORK_H
#define DPEX_BASE_FORK_H

#include <pthread.h>
#include <stddef.h>

/* Locks are taken in ascending order of level, which is the order in which code nests them. */
typedef enum dpex_fork_level {
    DPEX_FORK_OUTER,   /* may take any other inside */
    DPEX_FORK_STRANDS, /* host/: all queues' */
    DPEX_FORK_THREADS, /* host/: the thread pool's */
    DPEX_FORK_LEAF,    /* nothing is taken inside */
    DPEX_N_FORK_LEVELS
} dpex_fork_level;

typedef struct dpex_fork_hooks {
    void (*before)(void);
    void (*after)(
        int is_child); /* releases what before took; in the child, forgets what other threads did */
    struct dpex_fork_hooks *next;
} dpex_fork_hooks;

/* Registers hooks (in static storage), once. */
void dpex_fork_register(dpex_fork_level level, dpex_fork_hooks *hooks);

/* Keeps one static lock that is never held around another across forks: DPEX_FORK_GUARD(lock) at
 * file scope. */
#define DPEX_FORK_GUARD(lock)                                                                      \
    static void lock##_before_fork(void)                                                           \
    {                                                                                              \
        pthread_mutex_lock(&(lock));                                                               \
    }                                                                                              \
    static void lock##_after_fork(int is_child)                                                    \
    {                                                                                              \
        (void)is_child;                                                                            \
        pthread_mutex_unlock(&(lock));                                                             \
    }                                                                                              \
    __attribute__((constructor)) static void lock##_guard(void)                                    \
    {                                                                                              \
        static dpex_fork_hooks hooks = {lock##_before_fork, lock##_after_fork, NULL};              \
        dpex_fork_register(DPEX_FORK_LEAF, &hooks);                                                \
    }

/* How many forks lie between this process and the one that loaded the library. */
int dpex_fork_generation(void);

#endif
