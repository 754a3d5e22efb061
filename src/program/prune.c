/* Removing what the cache folder need not keep (prune.h).
 *
 * The idea: a file ".pruned" whose time says when somebody last checked. A process that finds it
 * old sets its time first and then checks, so that processes that start together seldom check
 * twice; where they do, they remove the same. An entry that another process has loaded stays usable
 * without its name. */
#include "program/prune.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/env.h"
#include "base/log.h"

static const time_t HOUR = 60 * 60, DAY = 24 * HOUR;
static const uint64_t DEFAULT_LIMIT = (uint64_t)512 << 20;
enum { KEY_LEN = 32 };

typedef struct entry {
    char *name; /* own */
    time_t used;
    uint64_t bytes;
} entry;

typedef struct scan {
    int folder;
    time_t now;
    entry *entries;
    size_t n, capacity;
    uint64_t bytes;
} scan;

/* ---- names ----------------------------------------------------------------------------------- */

/* A key in hexadecimal digits and a suffix. */
static int is_entry(const char *name)
{
    return strspn(name, "0123456789abcdef") == KEY_LEN && name[KEY_LEN] == '.';
}

/* Written under another name, not yet renamed. */
static int is_unfinished(const char *name)
{
    size_t len = strlen(name);
    return is_entry(name) && len > 4 && strcmp(name + len - 4, ".tmp") == 0;
}

/* Made by mkdtemp in cache.c. */
static int is_work_folder(const char *name)
{
    static const char prefix[] = "opendpex-";
    return strncmp(name, prefix, sizeof prefix - 1) == 0;
}

/* ---- what was left behind -------------------------------------------------------------------- */

/* Work folders hold files only. */
static void remove_folder(int parent, const char *name)
{
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *stream = folder < 0 ? NULL : fdopendir(folder);
    if (!stream) {
        if (folder >= 0) close(folder);
        return;
    }
    for (struct dirent *item; (item = readdir(stream));) unlinkat(folder, item->d_name, 0);
    closedir(stream);
    if (!unlinkat(parent, name, AT_REMOVEDIR))
        DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "removed %s, left by a compilation that was ended", name);
}

/* ---- entries --------------------------------------------------------------------------------- */

static void add_entry(scan *s, const char *name, const struct stat *info)
{
    if (s->n == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 64;
        entry *longer = dpex_realloc(s->entries, capacity * sizeof *longer);
        if (!longer) return; /* what is not listed is kept */
        s->entries = longer;
        s->capacity = capacity;
    }
    size_t len = strlen(name) + 1;
    char *copy = dpex_malloc(len);
    if (!copy) return;
    memcpy(copy, name, len);
    time_t used = info->st_atime > info->st_mtime ? info->st_atime : info->st_mtime;
    s->entries[s->n++] = (entry){copy, used, (uint64_t)info->st_size};
    s->bytes += (uint64_t)info->st_size;
}

/* Compilations take seconds: what is unfinished after a day was left by a process that ended. */
static void visit(scan *s, const char *name)
{
    struct stat info;
    if (fstatat(s->folder, name, &info, AT_SYMLINK_NOFOLLOW)) return;
    int is_old = s->now - info.st_mtime > DAY;
    if (S_ISDIR(info.st_mode)) {
        if (is_old && is_work_folder(name)) remove_folder(s->folder, name);
    } else if (is_unfinished(name)) {
        if (is_old) unlinkat(s->folder, name, 0);
    } else if (S_ISREG(info.st_mode) && is_entry(name)) {
        add_entry(s, name, &info);
    }
}

static int compare_use(const void *a, const void *b)
{
    time_t first = ((const entry *)a)->used, second = ((const entry *)b)->used;
    return (first > second) - (first < second);
}

/* The least recently used first, until the rest is within the limit. Access times that a file
 * system does not keep are replaced by those of the last write. */
static void shrink(scan *s)
{
    uint64_t limit = dpex_env_bytes("DPEX_CACHE_LIMIT", DEFAULT_LIMIT);
    if (s->bytes <= limit) return;
    qsort(s->entries, s->n, sizeof *s->entries, compare_use);
    size_t n_removed = 0;
    for (; n_removed < s->n && s->bytes > limit; n_removed++) {
        unlinkat(s->folder, s->entries[n_removed].name, 0);
        s->bytes -= s->entries[n_removed].bytes;
    }
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "removed %zu compiled programs; %llu bytes are left", n_removed,
                  (unsigned long long)s->bytes);
}

/* ---- once a day ------------------------------------------------------------------------------ */

/* Whether it is time to check; then the next time is a day from now. The clock of a file system may
 * be ahead of ours by a little, but a time further in the future would keep the folder for ever. */
static int is_due(int folder, time_t now)
{
    static const char stamp[] = ".pruned";
    struct stat info;
    if (!fstatat(folder, stamp, &info, AT_SYMLINK_NOFOLLOW)) {
        int is_recent = now - info.st_mtime < DAY && info.st_mtime - now < HOUR;
        return !is_recent && !utimensat(folder, stamp, NULL, AT_SYMLINK_NOFOLLOW);
    }
    int file = openat(folder, stamp, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return 0;
    close(file);
    return 1;
}

void dpex_cache_prune(const char *path)
{
    DIR *stream = opendir(path);
    if (!stream) return;
    scan s = {.folder = dirfd(stream), .now = time(NULL)};
    if (is_due(s.folder, s.now)) {
        for (struct dirent *item; (item = readdir(stream));) visit(&s, item->d_name);
        shrink(&s);
    }
    for (size_t i = 0; i < s.n; i++) dpex_free(s.entries[i].name);
    dpex_free(s.entries);
    closedir(stream);
}
