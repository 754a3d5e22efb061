/* The harness of the C tests. A test is a function that says a behaviour in its name:
 *
 *     TEST(release_null_is_noop) { dpex_queue_release(NULL); }
 *
 * It registers itself before main runs, and runs in a child process of its own with a time
 * limit, so that a crash, a hang, a changed environment variable or a left-over thread stays its
 * own affair. A CHECK that fails ends the test. */
#ifndef DPEX_TESTS_TEST_H
#define DPEX_TESTS_TEST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "dpex/macros.h"
#include "dpex/status.h"

typedef struct test_case {
    const char *name;
    const char *file;
    void (*run)(void);
    struct test_case *next;
} test_case;

void test_register(test_case *test);

#define TEST(name)                                                                                 \
    static void test_##name(void);                                                                 \
    __attribute__((constructor)) static void register_##name(void)                                 \
    {                                                                                              \
        static test_case self = {#name, __FILE__, test_##name, NULL};                              \
        test_register(&self);                                                                      \
    }                                                                                              \
    static void test_##name(void)

/* Before a function that computes or compares much and shares nothing with other threads: the thread sanitizer, which makes each
 * access twenty times slower, need not watch it. */
#define TEST_UNWATCHED __attribute__((no_sanitize_thread))

/* Each ends the test as failed (or skipped) with file, line and the text. */
_Noreturn void test_fail(const char *file, int line, const char *fmt, ...) DPEX_PRINTF_LIKE(3, 4);
_Noreturn void test_skip(const char *reason);
void test_check_status(const char *file, int line, const char *call, dpex_status got,
                       dpex_status expected);
void test_check_message(const char *file, int line, const char *part);
void test_check_ints(const char *file, int line, const char *what, long long got,
                     long long expected);
void test_check_texts(const char *file, int line, const char *what, const char *got,
                      const char *expected);

/* Whether a thread of this process is blocked in the kernel; test_thread_id() is the calling one's number. */
long test_thread_id(void);
int test_thread_is_blocked(long id);

#define SKIP(reason) test_skip(reason)
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) test_fail(__FILE__, __LINE__, "does not hold: %s", #condition);          \
    } while (0)
/* A call that succeeds; a call that fails with this code; the last failure's message contains
 * this text. */
#define CHECK_OK(call)          test_check_status(__FILE__, __LINE__, #call, (call), DPEX_SUCCESS)
#define CHECK_FAILS(call, code) test_check_status(__FILE__, __LINE__, #call, (call), (code))
#define CHECK_MESSAGE(part)     test_check_message(__FILE__, __LINE__, (part))
#define CHECK_INT(got, expected)                                                                   \
    test_check_ints(__FILE__, __LINE__, #got, (long long)(got), (long long)(expected))
#define CHECK_TEXT(got, expected) test_check_texts(__FILE__, __LINE__, #got, (got), (expected))

/* fork(), whose child ends after some time whatever it waits for. */
pid_t test_fork(void);

/* For every n from 1 on, until it succeeds: the n-th allocation fails, body(context) must fail
 * with DPEX_ERROR_NO_MEMORY and leave no block of its own behind. body releases what it made
 * before it returns. */
void test_failing_allocations(dpex_status (*body)(void *context), void *context);

#endif
