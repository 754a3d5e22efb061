/* How many threads OpenBLAS computes with: several for one caller, who is then alone; never across a fork. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ops/blas/openblas.h"
#include "test.h"

static void skip_without_openblas(void)
{
    if (!dpex_openblas_get()) SKIP("OpenBLAS is not there");
}

static int enter_with_several(void)
{
    int n_threads = dpex_openblas_enter(64);
    if (n_threads == 1) SKIP("OpenBLAS has one thread on this machine");
    return n_threads;
}

static void check_product(void)
{
    const int n = 64;
    const double one = 1, zero = 0;
    static double a[64 * 64], c[64 * 64];
    for (int i = 0; i < n * n; i++) a[i] = i % 3;
    memset(c, 0, sizeof c);
    dpex_openblas_get()->f64.gemm("N", "N", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n, 1, 1);
    for (int i = 0; i < n; i++) {
        double expected = 0;
        for (int k = 0; k < n; k++) expected += a[i + k * n] * a[k];
        CHECK(c[i] == expected);
    }
}

TEST(who_asks_for_one_thread_gets_one)
{
    skip_without_openblas();
    CHECK_INT(dpex_openblas_enter(1), 1);
    check_product();
    dpex_openblas_leave(1);
}

TEST(beside_another_caller_there_is_one_thread)
{
    skip_without_openblas();
    CHECK_INT(dpex_openblas_enter(1), 1);
    CHECK_INT(dpex_openblas_enter(64), 1);
    dpex_openblas_leave(1);
    dpex_openblas_leave(1);
}

static _Atomic int has_entered;
static _Atomic long entering;

static void *enter_and_leave(void *arg)
{
    (void)arg;
    atomic_store(&entering, test_thread_id());
    int n_threads = dpex_openblas_enter(1);
    atomic_store(&has_entered, n_threads);
    dpex_openblas_leave(n_threads);
    return NULL;
}

TEST(who_has_several_threads_is_alone)
{
    skip_without_openblas();
    pthread_t thread;
    int n_threads = enter_with_several();
    CHECK_INT(pthread_create(&thread, NULL, enter_and_leave, NULL), 0);
    while (!atomic_load(&has_entered) && !test_thread_is_blocked(atomic_load(&entering)))
        sched_yield();
    CHECK_INT(atomic_load(&has_entered), 0);
    check_product();
    dpex_openblas_leave(n_threads);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(atomic_load(&has_entered), 1);
}

static void *compute_with_several(void *arg)
{
    int n_threads = dpex_openblas_enter(64);
    atomic_store(&has_entered, 1);
    for (int i = 0; i < 50; i++) check_product();
    dpex_openblas_leave(n_threads);
    return arg;
}

TEST(a_fork_beside_several_threads_leaves_both_processes_whole)
{
#if defined(__SANITIZE_THREAD__)
    SKIP("the thread sanitizer takes no new threads in a fork of several");
#endif
    skip_without_openblas();
    pthread_t thread;
    int code = 0;
    dpex_openblas_leave(enter_with_several());
    CHECK_INT(pthread_create(&thread, NULL, compute_with_several, NULL), 0);
    while (!atomic_load(&has_entered)) sched_yield();
    pid_t pid = test_fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        dpex_openblas_leave(dpex_openblas_enter(64));
        check_product();
        _exit(42);
    }
    CHECK_INT(waitpid(pid, &code, 0), pid);
    CHECK(WIFEXITED(code) && WEXITSTATUS(code) == 42);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(dpex_openblas_enter(1), 1);
    dpex_openblas_leave(1);
}
