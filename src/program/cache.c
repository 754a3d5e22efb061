/* Where compiled programs lie and what they are called (cache.h). */
#include "program/cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"

/* Two FNV-1a sums with different multipliers: 128 bits against accident. Malice is kept out by
 * the folder's mode. */
void dpex_cache_mix(dpex_cache_key *key, const void *bytes, size_t n)
{
    uint64_t low = key->low, high = key->high;
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n + sizeof n; i++) {
        unsigned char byte = i < n ? p[i] : (unsigned char)(n >> 8 * (i - n));
        low = (low ^ byte) * 0x100000001b3u;
        high = (high ^ byte) * 0xd6e8feb86659fd93u;
        high ^= high >> 32;
    }
    *key = (dpex_cache_key){low, high};
}

/* The lines of /proc/cpuinfo that say what a CPU can do; others (clock, load) change from read
 * to read. */
void dpex_cache_mix_cpu(dpex_cache_key *key)
{
    static const char *const telling[] = {"vendor_id",       "cpu family",  "model",
                                          "stepping",        "flags",       "Features",
                                          "CPU implementer", "CPU variant", "CPU part"};
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (!file) return;
    char line[8192];
    while (fgets(line, sizeof line, file) && line[0] != '\n') {
        for (size_t i = 0; i < sizeof telling / sizeof *telling; i++) {
            if (strncmp(line, telling[i], strlen(telling[i])) == 0)
                dpex_cache_mix(key, line, strlen(line));
        }
    }
    fclose(file);
}

/* mkdir -p, new folders readable by their owner only. */
static void make_folders(char *path)
{
    for (char *p = path + 1; *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        mkdir(path, 0700);
        *p = '/';
    }
    mkdir(path, 0700);
}

int dpex_cache_folder(dpex_text *path)
{
    const char *given = dpex_env_text("DPEX_CACHE_DIR");
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (given)
        dpex_text_append(path, "%s", given);
    else if (xdg && xdg[0] == '/')
        dpex_text_append(path, "%s/opendpex", xdg);
    else if (home && home[0] == '/')
        dpex_text_append(path, "%s/.cache/opendpex", home);
    else
        return 0;
    if (path->failed || !path->len) return 0;
    make_folders(path->data);
    struct stat info;
    if (stat(path->data, &info) || !S_ISDIR(info.st_mode)) return 0;
    if (info.st_uid != geteuid() || (info.st_mode & 022) ||
        access(path->data, R_OK | W_OK | X_OK)) {
        DPEX_LOG_LINE(DPEX_LOG_PROGRAM,
                      "%s is not used: it must belong to this user and be writable by nobody else",
                      path->data);
        return 0;
    }
    return 1;
}

dpex_status dpex_cache_make_work_folder(const char *cache_folder, dpex_text *path)
{
    const char *tmp = getenv("TMPDIR");
    dpex_text_append(path, "%s/opendpex-XXXXXX",
                     cache_folder  ? cache_folder
                     : tmp && *tmp ? tmp
                                   : "/tmp");
    if (path->failed) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program");
    if (!mkdtemp(path->data))
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot make a folder %s to compile in: %s",
                         path->data, strerror(errno));
    return DPEX_SUCCESS;
}
