/* What pruning the folder of compiled programs removes and what it keeps. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "program/prune.h"
#include "test.h"

static char folder[] = "/tmp/opendpex-prune-XXXXXX";

/* A name in the folder; good until the next but one call. */
static const char *at(const char *name)
{
    static char paths[2][128];
    static int which;
    char *path = paths[which ^= 1];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void set_age(const char *name, int hours)
{
    struct timespec then = {.tv_sec = time(NULL) - 3600 * (time_t)hours}, both[2] = {then, then};
    CHECK(!utimensat(AT_FDCWD, at(name), both, 0));
}

static void make_file(const char *name, size_t bytes, int hours)
{
    int file = open(at(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    CHECK(file >= 0 && !ftruncate(file, (off_t)bytes));
    close(file);
    set_age(name, hours);
}

static int exists(const char *name)
{
    return access(at(name), F_OK) == 0;
}

static void set_up(const char *limit)
{
    CHECK(mkdtemp(folder));
    setenv("DPEX_CACHE_LIMIT", limit, 1);
}

/* Removes the folder with these names, of those that are left. */
static void tear_down(const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) remove(at(names[i]));
    remove(at(".pruned"));
    CHECK(!rmdir(folder));
}

static const char oldest[] = "00000000000000000000000000000001.so",
                  middle[] = "00000000000000000000000000000002.cubin",
                  newest[] = "00000000000000000000000000000003.clbin",
                  unfinished[] = "00000000000000000000000000000004.cubin.17.tmp",
                  foreign[] = "notes.txt";

TEST(entries_go_by_last_use_until_the_rest_fits)
{
    const char *const names[] = {oldest, middle, newest, foreign};
    set_up("3K");
    make_file(middle, 1024, 50);
    make_file(newest, 2048, 1);
    make_file(oldest, 1024, 99);
    make_file(foreign, 4096, 999);
    dpex_cache_prune(folder);
    CHECK(!exists(oldest) && exists(middle) && exists(newest) && exists(foreign));
    tear_down(names, 4);
}

TEST(nothing_goes_from_a_small_folder)
{
    const char *const names[] = {oldest, middle};
    set_up("1M");
    make_file(oldest, 1024, 9999);
    make_file(middle, 1024, 1);
    dpex_cache_prune(folder);
    CHECK(exists(oldest) && exists(middle));
    tear_down(names, 2);
}

TEST(a_folder_is_checked_once_a_day)
{
    const char *const names[] = {oldest};
    set_up("1K");
    dpex_cache_prune(folder);
    make_file(oldest, 2048, 99);
    dpex_cache_prune(folder);
    CHECK(exists(oldest));
    set_age(".pruned", 23);
    dpex_cache_prune(folder);
    CHECK(exists(oldest));
    set_age(".pruned", 25);
    dpex_cache_prune(folder);
    CHECK(!exists(oldest));
    tear_down(names, 1);
}

/* The times of files come from the file system, whose clock is not that of time(). */
TEST(a_clock_ahead_of_ours_does_not_make_the_folder_due)
{
    const char *const names[] = {oldest};
    set_up("1K");
    make_file(oldest, 2048, 99);
    make_file(".pruned", 0, 0);
    struct timespec soon = {.tv_sec = time(NULL) + 5}, both[2] = {soon, soon};
    CHECK(!utimensat(AT_FDCWD, at(".pruned"), both, 0));
    dpex_cache_prune(folder);
    CHECK(exists(oldest));
    tear_down(names, 1);
}

TEST(a_time_in_the_future_does_not_keep_the_folder_for_ever)
{
    set_up("1K");
    make_file(oldest, 2048, 99);
    make_file(".pruned", 0, -99);
    dpex_cache_prune(folder);
    CHECK(!exists(oldest));
    tear_down(NULL, 0);
}

TEST(work_that_was_killed_a_day_ago_goes)
{
    const char *const names[] = {"opendpex-young1/program.c", "opendpex-young1", "other"};
    set_up("1M");
    CHECK(!mkdir(at("opendpex-killed"), 0700) && !mkdir(at("opendpex-young1"), 0700) &&
          !mkdir(at("other"), 0700));
    make_file("opendpex-killed/kernel.cl", 10, 0);
    make_file("opendpex-killed/program.c", 10, 0);
    make_file("opendpex-young1/program.c", 10, 0);
    set_age("opendpex-killed", 25);
    set_age("opendpex-young1", 23);
    set_age("other", 99);
    make_file(unfinished, 10, 25);
    dpex_cache_prune(folder);
    CHECK(!exists("opendpex-killed") && !exists(unfinished));
    CHECK(exists("opendpex-young1/program.c") && exists("other"));
    tear_down(names, 3);
}

TEST(a_link_to_a_folder_is_not_followed)
{
    const char *const names[] = {"opendpex-link00", "kept/program.c", "kept"};
    set_up("1M");
    CHECK(!mkdir(at("kept"), 0700));
    make_file("kept/program.c", 10, 99);
    set_age("kept", 99);
    CHECK(!symlink(at("kept"), at("opendpex-link00")));
    dpex_cache_prune(folder);
    CHECK(exists("kept/program.c"));
    tear_down(names, 3);
}
