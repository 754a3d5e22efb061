/* How much memory this process may use: RAM and control groups.
 *
 * A control group limits a process by each of its ancestors too, so they are read upwards from the
 * process's own group to the root. Inside a container the path in /proc/self/cgroup often does
 * not exist below the mount (it is the host's); then the mount's own root is the group.
 * Version 2 has memory.max, version 1 memory.limit_in_bytes. */
#include "host/sysmem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 512 };

/* How a version of control groups names its files, below the root of the file system.
 * `cache_key` is the line of memory.stat for pages that can be dropped at once. */
typedef struct group_files {
    const char *mount, *own_line, *limit, *usage, *cache_key;
} group_files;

static const group_files versions[] = {
    {"/sys/fs/cgroup", "0::/", "memory.max", "memory.current", "\ninactive_file "},
    {"/sys/fs/cgroup/memory", "memory:/", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "\ntotal_inactive_file "},
};

static int read_text(const char *path, char *text, size_t bytes)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n;
    if (fd < 0) return 0;
    do n = read(fd, text, bytes - 1);
    /* An interrupted read is repeated. */
    while (n < 0 && errno == EINTR);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

/* A file with one number; fallback where there is none ("max"). */
static uint64_t read_number(const char *folder, const char *file, uint64_t fallback)
{
    char path[PATH_BYTES + 32], text[64], *end;
    /* A path that is cut does not exist, so it limits nothing. */
    snprintf(path, sizeof path, "%s/%s", folder, file);
    if (!read_text(path, text, sizeof text)) return fallback;
    uint64_t number = strtoull(text, &end, 10);
    return end == text ? fallback : number;
}

/* The number behind a key in a text of "key number" lines. */
static uint64_t number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

/* Pages of files that the kernel drops when memory gets short are in the usage but free all the
 * same. */
static uint64_t reclaimable(const char *folder, const group_files *files)
{
    char path[PATH_BYTES + 32], text[4096];
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    return read_text(path, text, sizeof text) ? number_after(text, files->cache_key) : 0;
}

static void apply_group(const char *folder, const group_files *files, uint64_t *total,
                        uint64_t *left)
{
    uint64_t limit = read_number(folder, files->limit, UINT64_MAX);
    /* Version 1 has a number near 2^63 for "no limit". */
    if (limit >= (uint64_t)INT64_MAX / 2) return; /* "max", or version 1's way to say it */
    uint64_t used = read_number(folder, files->usage, 0);
    uint64_t cache = reclaimable(folder, files);
    /* The two files are read one after the other, so the cache may seem larger than the usage. */
    used -= cache < used ? cache : used;
    uint64_t available = limit > used ? limit - used : 0;
    if (limit < *total) *total = limit;
    if (available < *left) *left = available;
}

/* Appends the process's path to the mount in folder: it stands in the line "0::/path" or
 * "N:memory:/path". */
static void append_own_group(const char *root, const group_files *files, char *folder, size_t bytes)
{
    char path[PATH_BYTES + 32], text[4096];
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    if (!read_text(path, text, sizeof text)) return;
    const char *line = strstr(text, files->own_line);
    if (!line || !(line = strchr(line, '/'))) return;
    size_t used = strlen(folder);
    snprintf(folder + used, bytes - used, "%.*s", (int)strcspn(line, "\n"), line);
}

static void apply_groups(const char *root, const group_files *files, uint64_t *total,
                         uint64_t *left)
{
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "%s%s", root, files->mount);
    size_t n_mount = strlen(folder);
    append_own_group(root, files, folder, sizeof folder);
    /* From the group up to the mount. */
    for (;;) {
        apply_group(folder, files, total, left);
        if (strlen(folder) <= n_mount) return;
        *strrchr(folder, '/') = '\0';
    }
}

void dpex_host_read_memory(const char *root, uint64_t ram_bytes, uint64_t *total_bytes,
                           uint64_t *free_bytes)
{
    char path[PATH_BYTES], text[1024];
    uint64_t total = ram_bytes, left = ram_bytes;
    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    /* Without the file: all of it. */
    if (read_text(path, text, sizeof text)) {
        uint64_t kib = number_after(text, "\nMemAvailable:");
        if (kib) left = kib << 10;
    }
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        apply_groups(root, &versions[i], &total, &left);
    *total_bytes = total;
    *free_bytes = left < total ? left : total;
}

void dpex_host_get_memory(uint64_t *total_bytes, uint64_t *free_bytes)
{
    uint64_t ram = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    dpex_host_read_memory("", ram, total_bytes, free_bytes);
}
