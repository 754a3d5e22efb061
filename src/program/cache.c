/* Where compiled programs lie and what they are called (cache.h). */
#include "program/cache.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/env.h"
#include "base/error.h"
#include "base/log.h"

static void mix_word(dpex_cache_key *key, uint64_t word)
{
    key->low = (key->low ^ word) * 0x9e3779b97f4a7c15u;
    key->low ^= key->low >> 29;
    key->high = (key->high ^ word) * 0xd6e8feb86659fd93u;
    key->high ^= key->high >> 32;
}

/* Two sums as FNV-1a's, but of words, with different multipliers, and with the upper bits brought
 * down: 128 bits against accident. Malice is kept out by the folder's mode. */
void dpex_cache_mix(dpex_cache_key *key, const void *bytes, size_t n)
{
    const char *p = bytes;
    uint64_t word = 0;
    size_t left = n;
    for (; left >= sizeof word; left -= sizeof word, p += sizeof word) {
        memcpy(&word, p, sizeof word);
        mix_word(key, word);
    }
    word = 0;
    memcpy(&word, p, left);
    mix_word(key, word);
    mix_word(key, n);
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

/* ---- whose folder it is ---------------------------------------------------------------------- */

/* Whether nobody but this user and the system can rename what is in a folder. */
static int is_guarded(const struct stat *info)
{
    if (!S_ISDIR(info->st_mode) || (info->st_uid != geteuid() && info->st_uid != 0)) return 0;
    return !(info->st_mode & 022) || info->st_mode & S_ISVTX;
}

/* Replaces the link at the first n bytes of a path by its target. 0: it is not a link, or the path
 * becomes too long. */
static int replace_link(char *path, size_t n)
{
    char target[PATH_MAX], made[2 * PATH_MAX];
    ssize_t len = readlink(path, target, sizeof target - 1);
    if (len <= 0) return 0;
    target[len] = '\0';
    size_t folder = n;
    while (folder && path[folder - 1] != '/') folder--;
    int total = snprintf(made, sizeof made, "%.*s%s/%s", target[0] == '/' ? 0 : (int)folder, path,
                         target, path + n + 1);
    if (total < 0 || total >= PATH_MAX) return 0;
    memcpy(path, made, (size_t)total + 1);
    return 1;
}

/* Checks all folders above the last part of an absolute path. Links are followed where this user or
 * the system made them. */
static int is_path_guarded(const char *given)
{
    enum { MOST_LINKS = 16 };
    char path[PATH_MAX];
    size_t len = strlen(given);
    int n_links = 0;
    if (len >= sizeof path) return 0;
    memcpy(path, given, len + 1);
    for (size_t n = 0; path[n]; n++) {
        struct stat info;
        if (path[n] != '/') continue;
        path[n] = '\0';
        int failed = lstat(n ? path : "/", &info);
        int is_link = !failed && S_ISLNK(info.st_mode);
        int is_fine = is_link ? (info.st_uid == geteuid() || info.st_uid == 0) &&
                                    ++n_links <= MOST_LINKS && replace_link(path, n)
                              : !failed && is_guarded(&info);
        if (!is_fine) return 0;
        if (is_link)
            n = (size_t)-1; /* from the start: the target's folders count as well */
        else
            path[n] = '/';
    }
    return 1;
}

/* Programs are loaded from here and run in this process, so nobody else may be able to put one
 * there. */
static int is_own_folder(const char *path)
{
    struct stat info;
    return !lstat(path, &info) && S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
           !(info.st_mode & 022) && !access(path, R_OK | W_OK | X_OK) && is_path_guarded(path);
}

/* The environment's choice; 0: there is none. */
static int choose_folder(dpex_text *path)
{
    const char *given = dpex_env_text("DPEX_CACHE_DIR");
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (given && given[0] != '/') {
        char *here = getcwd(NULL, 0);
        if (here) dpex_text_append(path, "%s/%s", here, given);
        free(here);
    } else if (given) {
        dpex_text_append(path, "%s", given);
    } else if (xdg && xdg[0] == '/') {
        dpex_text_append(path, "%s/opendpex", xdg);
    } else if (home && home[0] == '/') {
        dpex_text_append(path, "%s/.cache/opendpex", home);
    }
    if (path->failed || !path->len) return 0;
    while (path->len > 1 && path->data[path->len - 1] == '/') path->data[--path->len] = '\0';
    return 1;
}

int dpex_cache_folder(dpex_text *path)
{
    if (!choose_folder(path)) return 0;
    make_folders(path->data);
    if (is_own_folder(path->data)) return 1;
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM,
                  "%s is not used: it must be a folder of this user that nobody else may write to, "
                  "and nobody but the "
                  "system to the folders that it is in",
                  path->data);
    return 0;
}

/* The `number`-th of the candidates that are set, from 0; NULL: there are no more. Whether it can
 * be used shows when it is tried. */
const char *dpex_cache_work_parent(const char *cache_folder, int number)
{
    const char *const tmp = getenv("TMPDIR");
    const char *const parents[] = {cache_folder, tmp && *tmp ? tmp : NULL, "/tmp", "/var/tmp",
                                   "/dev/shm"};
    for (size_t i = 0; i < sizeof parents / sizeof *parents; i++)
        if (parents[i] && !number--) return parents[i];
    return NULL;
}

dpex_status dpex_cache_make_work_folder(const char *parent, dpex_text *path)
{
    dpex_text_append(path, "%s/opendpex-XXXXXX", parent);
    if (path->failed) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program");
    if (mkdtemp(path->data)) return DPEX_SUCCESS;
    dpex_status status = DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot make a folder %s to compile in: %s",
                                   path->data, strerror(errno));
    dpex_text_fini(path);
    return status;
}
