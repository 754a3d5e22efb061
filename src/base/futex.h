/* Sleeping until a 32-bit word changes: the Linux futex, process-private. */
#ifndef DPEX_BASE_FUTEX_H
#define DPEX_BASE_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

/* The value tells why the wait ended; only TIMED_OUT is certain. */
typedef enum dpex_futex_result {
    DPEX_FUTEX_WOKEN,
    DPEX_FUTEX_TIMED_OUT,
    DPEX_FUTEX_INTERRUPTED
} dpex_futex_result;

/* Sleeps while *word == value, at most max_ns (0: without limit). Wakes spuriously at times:
 * check again. INTERRUPTED: a signal handler ran.
 * Called without a lock. The kernel compares and sleeps in one step, so a change before the
 * sleep is never missed. */
dpex_futex_result dpex_futex_wait(_Atomic uint32_t *word, uint32_t value, uint64_t max_ns);
/* Only the address counts: what lies there may be gone. */
void dpex_futex_wake_one(_Atomic uint32_t *word);
void dpex_futex_wake_all(_Atomic uint32_t *word);

/* The half of a 64-bit counter that changes with every step.
 * A futex is 32 bits wide; a sleeper would only miss a wake after exactly 2^32 steps. */
static inline _Atomic uint32_t *dpex_futex_low_word(_Atomic uint64_t *counter)
{
    return (_Atomic uint32_t *)counter + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

/* CLOCK_MONOTONIC in nanoseconds: the clock of timeouts and of profiles.
 * Never goes back, and is the same for all threads. */
uint64_t dpex_clock_ns(void);

/* Tells the core that this thread spins.
 * Lowers the power and leaves the core's resources to the other hyperthread. */
static inline void dpex_cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#endif
