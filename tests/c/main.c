/* Runs the registered tests: `tests [--list] [--loops] [PART]...` runs those whose name or file contains
 * one of the parts; --loops says for which instruction set the loops are that were chosen. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "ops/loops/loops.h"
#include "test.h"

/* Generous: sanitizers on a loaded machine are 20 times slower. It only has to catch hangs. */
enum { LIMIT_SECONDS = 300, EXIT_FAILED = 1, EXIT_SKIPPED = 77 };

#ifdef __SANITIZE_THREAD__
/* The dynamic linker guards its lists by a lock of its own that the sanitizer does not see. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void)
{
    return "race:_dl_close_worker\n";
}
#endif

static test_case *first_test;
static test_case **last_test = &first_test;

void test_register(test_case *test)
{
    *last_test = test;
    last_test = &test->next;
}

/* ---- what a test calls ----------------------------------------------------------------------- */

_Noreturn void test_fail(const char *file, int line, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    _exit(EXIT_FAILED);
}

_Noreturn void test_skip(const char *reason)
{
    fprintf(stderr, "skipped: %s\n", reason);
    _exit(EXIT_SKIPPED);
}

long test_thread_id(void)
{
    return syscall(SYS_gettid);
}

int test_thread_is_blocked(long id)
{
    char path[64], text[256] = "", *state;
    snprintf(path, sizeof(path), "/proc/self/task/%ld/stat", id);
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    size_t n = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    state = n ? strrchr(text, ')') : NULL; /* behind the thread's name */
    return state && state[1] == ' ' && state[2] == 'S';
}

void test_check_status(const char *file, int line, const char *call, dpex_status got,
                       dpex_status expected)
{
    if (got == expected) return;
    test_fail(file, line, "%s: %s (%s, at %s), expected %s", call, dpex_status_name(got),
              got ? dpex_error_message() : "", got ? dpex_error_location() : "",
              dpex_status_name(expected));
}

void test_check_message(const char *file, int line, const char *part)
{
    if (!strstr(dpex_error_message(), part))
        test_fail(file, line, "the message is \"%s\", expected to contain \"%s\"",
                  dpex_error_message(), part);
}

void test_check_ints(const char *file, int line, const char *what, long long got,
                     long long expected)
{
    if (got != expected) test_fail(file, line, "%s is %lld, expected %lld", what, got, expected);
}

void test_check_texts(const char *file, int line, const char *what, const char *got,
                      const char *expected)
{
    if (!got || strcmp(got, expected))
        test_fail(file, line, "%s is \"%s\", expected \"%s\"", what, got ? got : "(null)",
                  expected);
}

void test_failing_allocations(dpex_status (*body)(void *context), void *context)
{
    for (int64_t n = 1;; n++) {
        dpex_alloc_fail_at(n);
        dpex_status status = body(context);
        int64_t n_calls = dpex_alloc_n_calls(), n_live = dpex_alloc_n_live();
        if (status && status != DPEX_ERROR_NO_MEMORY)
            test_fail(__FILE__, __LINE__, "allocation %lld failed and the call with %s: %s",
                      (long long)n, dpex_status_name(status), dpex_error_message());
        if (n_live > 0)
            test_fail(__FILE__, __LINE__, "allocation %lld failed and %lld blocks leaked",
                      (long long)n, (long long)n_live);
        if (n_calls < n) {
            dpex_alloc_fail_at(0);
            if (status)
                test_fail(__FILE__, __LINE__, "fails without a failing allocation: %s",
                          dpex_error_message());
            return;
        }
    }
}

/* ---- running --------------------------------------------------------------------------------- */

static int is_wanted(const test_case *test, int n_parts, char **parts)
{
    for (int i = 0; i < n_parts; i++)
        if (strstr(test->name, parts[i]) || strstr(test->file, parts[i])) return 1;
    return n_parts == 0;
}

/* A child has no alarm of its parent's. Without one of its own it could outlive the parent, and keep
 * whoever reads their output waiting. */
pid_t test_fork(void)
{
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) alarm(LIMIT_SECONDS);
    return pid;
}

static int run_in_child(const test_case *test)
{
    const pid_t pid = test_fork();
    if (pid < 0) return EXIT_FAILED;
    if (pid == 0) {
        test->run();
        exit(EXIT_SUCCESS); /* not _exit: leak checkers work at exit */
    }
    int status;
    if (waitpid(pid, &status, 0) != pid) return EXIT_FAILED;
    if (WIFSIGNALED(status))
        fprintf(stderr, "%s: ended by signal %d\n", test->name, WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
}

static void list_tests(void)
{
    for (const test_case *test = first_test; test; test = test->next) printf("%s\n", test->name);
}

int main(int argc, char **argv)
{
    setenv("DPEX_BACKENDS", "native,sim",
           0); /* tests count devices; those of drivers ask for more */
    if (argc > 1 && !strcmp(argv[1], "--list")) return list_tests(), 0;
    if (argc > 1 && !strcmp(argv[1], "--loops")) return puts(dpex_loops_get()->name), 0;
    int n_passed = 0, n_failed = 0, n_skipped = 0;
    for (const test_case *test = first_test; test; test = test->next) {
        if (!is_wanted(test, argc - 1, argv + 1)) continue;
        int code = run_in_child(test);
        n_passed += code == 0;
        n_skipped += code == EXIT_SKIPPED;
        n_failed += code != 0 && code != EXIT_SKIPPED;
        if (code) printf("%s %s\n", code == EXIT_SKIPPED ? "SKIP" : "FAIL", test->name);
    }
    if (n_skipped) printf("%d skipped\n", n_skipped);
    printf("%d passed, %d failed\n", n_passed, n_failed);
    return n_failed || !n_passed ? EXIT_FAILURE : EXIT_SUCCESS;
}
