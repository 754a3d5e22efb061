/* See futex.h. */
#include "base/futex.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

dpex_futex_result dpex_futex_wait(_Atomic uint32_t *word, uint32_t value, uint64_t max_ns)
{
    /* max_ns 0 is "without limit", so a wait of no time cannot be asked for. */
    struct timespec limit = {.tv_sec = (time_t)(max_ns / 1000000000u),
                             .tv_nsec = (long)(max_ns % 1000000000u)};
    if (!syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, max_ns ? &limit : NULL, NULL, 0))
        return DPEX_FUTEX_WOKEN;
    if (errno == ETIMEDOUT) return DPEX_FUTEX_TIMED_OUT;
    /* EAGAIN: the word had changed already, which is as good as a wake. */
    return errno == EINTR ? DPEX_FUTEX_INTERRUPTED : DPEX_FUTEX_WOKEN;
}

void dpex_futex_wake_one(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void dpex_futex_wake_all(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

uint64_t dpex_clock_ns(void)
{
    struct timespec now;
    /* No system call on the supported systems (vDSO). */
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
