/* base/: status, checked sizes, text, environment, failing allocations. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/checked.h"
#include "base/env.h"
#include "base/text.h"
#include "dpex/config.h"
#include "test.h"

/* ---- status ---------------------------------------------------------------------------------- */

TEST(status_names_are_those_of_the_table)
{
    CHECK_TEXT(dpex_status_name(DPEX_ERROR_NO_MEMORY), "DPEX_ERROR_NO_MEMORY");
    CHECK_TEXT(dpex_status_text(DPEX_SUCCESS), "success");
    CHECK_TEXT(dpex_status_name((dpex_status)999), "unknown");
}

TEST(failure_records_message_location_and_vendor_code)
{
    CHECK_FAILS(DPEX_FAIL_VENDOR(DPEX_ERROR_BACKEND, -7, "driver said %d", 42), DPEX_ERROR_BACKEND);
    CHECK_TEXT(dpex_error_message(), "driver said 42");
    CHECK(strncmp(dpex_error_location(), "test_base.c:", 12) == 0);
    CHECK_INT(dpex_error_vendor_code(), -7);
}

TEST(failure_may_quote_the_previous_message)
{
    DPEX_FAIL(DPEX_ERROR_INTERNAL, "inner");
    DPEX_FAIL(DPEX_ERROR_INTERNAL, "outer: %s", dpex_error_message());
    CHECK_TEXT(dpex_error_message(), "outer: inner");
}

TEST(long_messages_are_kept_whole)
{
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    DPEX_FAIL(DPEX_ERROR_COMPILE, "%s", text);
    CHECK_TEXT(dpex_error_message(), text);
    DPEX_FAIL(DPEX_ERROR_COMPILE, "short");
    CHECK_TEXT(dpex_error_message(), "short");
}

static void *fail_elsewhere(void *unused)
{
    DPEX_FAIL(DPEX_ERROR_INTERNAL, "on the other thread");
    return unused;
}

TEST(failures_of_other_threads_are_not_seen)
{
    pthread_t thread;
    DPEX_FAIL(DPEX_ERROR_INTERNAL, "mine");
    CHECK(pthread_create(&thread, NULL, fail_elsewhere, NULL) == 0);
    pthread_join(thread, NULL);
    CHECK_TEXT(dpex_error_message(), "mine");
}

/* ---- sizes ----------------------------------------------------------------------------------- */

TEST(size_arithmetic_refuses_to_wrap)
{
    size_t size;
    int64_t number;
    CHECK_OK(dpex_size_mul(1u << 20, 1u << 20, &size));
    CHECK(size == (size_t)1 << 40);
    CHECK_FAILS(dpex_size_mul(SIZE_MAX, 2, &size), DPEX_ERROR_OVERFLOW);
    CHECK_FAILS(dpex_size_add(SIZE_MAX, 1, &size), DPEX_ERROR_OVERFLOW);
    CHECK_OK(dpex_size_round_up(65, 64, &size));
    CHECK(size == 128);
    CHECK_FAILS(dpex_size_round_up(SIZE_MAX - 1, 64, &size), DPEX_ERROR_OVERFLOW);
    CHECK_FAILS(dpex_int64_mul(INT64_MIN, -1, &number), DPEX_ERROR_OVERFLOW);
    CHECK_FAILS(dpex_int64_add(INT64_MAX, 1, &number), DPEX_ERROR_OVERFLOW);
}

/* ---- allocation and text --------------------------------------------------------------------- */

TEST(nth_allocation_fails_and_others_succeed)
{
    dpex_alloc_fail_at(2);
    void *first = dpex_malloc(8), *second = dpex_malloc(8), *third = dpex_malloc(8);
    CHECK(first && !second && third);
    CHECK_INT(dpex_alloc_n_calls(), 3);
    CHECK_INT(dpex_alloc_n_live(), 2);
    dpex_free(first);
    dpex_free(third);
    CHECK_INT(dpex_alloc_n_live(), 0);
}

TEST(calloc_refuses_overflowing_products)
{
    CHECK(dpex_calloc(SIZE_MAX / 2, 4) == NULL);
}

static dpex_status build_text(void *unused)
{
    (void)unused;
    dpex_text text = DPEX_TEXT_EMPTY;
    for (int i = 0; i < 100; i++) dpex_text_append(&text, "%d,", i);
    char *string;
    DPEX_TRY(dpex_text_take(&text, &string));
    CHECK_INT(strlen(string), 290);
    dpex_free(string);
    return DPEX_SUCCESS;
}

TEST(text_without_memory_fails_once_at_the_end)
{
    test_failing_allocations(build_text, NULL);
}

TEST(empty_text_is_an_empty_string)
{
    dpex_text text = DPEX_TEXT_EMPTY;
    CHECK_TEXT(dpex_text_get(&text), "");
    char *string;
    CHECK_OK(dpex_text_take(&text, &string));
    CHECK_TEXT(string, "");
    dpex_free(string);
}

/* ---- environment ----------------------------------------------------------------------------- */

static int n_warnings;
static char last_warning[500];

static void remember_warning(const char *text)
{
    n_warnings++;
    strncpy(last_warning, text, sizeof last_warning - 1);
}

TEST(unset_and_empty_variables_give_the_fallback)
{
    unsetenv("DPEX_NUM_THREADS");
    CHECK_INT(dpex_env_number("DPEX_NUM_THREADS", 1, 5), 5);
    setenv("DPEX_NUM_THREADS", "", 1);
    CHECK_INT(dpex_env_number("DPEX_NUM_THREADS", 1, 5), 5);
    setenv("DPEX_NUM_THREADS", "3", 1);
    CHECK_INT(dpex_env_number("DPEX_NUM_THREADS", 1, 5), 3);
}

TEST(switches_are_read_once)
{
    dpex_env_switch on = {.name = "DPEX_SYNC", .is_on_by_default = 1}, off = on, zero = on,
                    one = {"DPEX_SYNC"};
    off.is_on_by_default = 0;
    unsetenv("DPEX_SYNC");
    CHECK(dpex_env_is_on(&on) && !dpex_env_is_on(&off));
    setenv("DPEX_SYNC", "0", 1);
    CHECK(dpex_env_is_on(&on) && !dpex_env_is_on(&zero));
    setenv("DPEX_SYNC", "1", 1);
    CHECK(!dpex_env_is_on(&zero) && !dpex_env_is_on(&off) && dpex_env_is_on(&one));
    unsetenv("DPEX_SYNC");
}

TEST(byte_counts_take_suffixes)
{
    setenv("DPEX_POOL_LIMIT", "3G", 1);
    CHECK(dpex_env_bytes("DPEX_POOL_LIMIT", 0) == 3ull << 30);
    setenv("DPEX_POOL_LIMIT", "64kb", 1);
    CHECK(dpex_env_bytes("DPEX_POOL_LIMIT", 0) == 64ull << 10);
    setenv("DPEX_POOL_LIMIT", "17", 1);
    CHECK(dpex_env_bytes("DPEX_POOL_LIMIT", 0) == 17);
}

TEST(unparsable_value_warns_once_and_names_the_variable)
{
    dpex_env_set_warn(remember_warning);
    static const char *const bad[] = {"-1", "two", "99999999999999999999", "1 ", "0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        setenv("DPEX_NUM_THREADS", bad[i], 1);
        CHECK_INT(dpex_env_number("DPEX_NUM_THREADS", 1, 7), 7);
    }
    CHECK_INT(n_warnings, 1);
    CHECK(strstr(last_warning, "DPEX_NUM_THREADS=-1") != NULL);
    CHECK(strstr(last_warning, "from 1 on") != NULL);
    setenv("DPEX_POOL_LIMIT", "5 apples", 1);
    CHECK(dpex_env_bytes("DPEX_POOL_LIMIT", 9) == 9);
    CHECK_INT(n_warnings, 2);
}

TEST(warnings_wait_for_their_receiver)
{
    setenv("DPEX_POOL_LIMIT", "99999999999T", 1);
    CHECK(dpex_env_bytes("DPEX_POOL_LIMIT", 9) == 9);
    CHECK_INT(n_warnings, 0);
    dpex_env_set_warn(remember_warning);
    CHECK_INT(n_warnings, 1);
    CHECK(strstr(last_warning, "DPEX_POOL_LIMIT") != NULL);
    dpex_env_set_warn(remember_warning);
    CHECK_INT(n_warnings, 1);
}
