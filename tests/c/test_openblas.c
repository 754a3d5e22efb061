/* OpenBLAS computes with the calling thread alone, beside other threads and across a fork. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ops/blas/openblas.h"
#include "test.h"

static void check_product(void)
{
    const int n = 64;
    const double one = 1, zero = 0;
    double a[64 * 64], c[64 * 64];
    for (int i = 0; i < n * n; i++) a[i] = i % 3;
    memset(c, 0, sizeof c);
    dpex_openblas_use_one_thread();
    dpex_openblas_get()->f64.gemm("N", "N", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n, 1, 1);
    for (int i = 0; i < n; i++) {
        double expected = 0;
        for (int k = 0; k < n; k++) expected += a[i + k * n] * a[k];
        CHECK(c[i] == expected);
    }
}

static _Atomic int has_begun;

static void *compute(void *arg)
{
    atomic_store(&has_begun, 1);
    for (int i = 0; i < 50; i++) check_product();
    return arg;
}

TEST(a_fork_beside_a_product_leaves_both_processes_whole)
{
    if (!dpex_openblas_get()) SKIP("OpenBLAS is not there");
    pthread_t thread;
    int code = 0;
    CHECK_INT(pthread_create(&thread, NULL, compute, NULL), 0);
    while (!atomic_load(&has_begun)) sched_yield();
    pid_t pid = test_fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        check_product();
        _exit(42);
    }
    CHECK_INT(waitpid(pid, &code, 0), pid);
    CHECK(WIFEXITED(code) && WEXITSTATUS(code) == 42);
    CHECK_INT(pthread_join(thread, NULL), 0);
    check_product();
}
