/* Finding NVIDIA's libraries.
 *
 * Each major version of the toolkit has libraries with names of their own, and they are in one of
 * several folders: where CUDA_PATH or CUDA_HOME say, in the site-packages of NVIDIA's packages on
 * PyPI (beside our own package, or in the virtual environment), in the system's library path, in
 * /usr/local/cuda. A driver takes code of its own major version's libraries and older ones, so the
 * newest of those is opened. */
#include "backend/cuda/find.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/driver.h"
#include "base/text.h"

typedef struct search {
    const char *file;
    int (*open)(void *to, const char *path);
    void *to;
} search;

/* `below` may hold wildcards. */
static int try_pattern(const search *s, const char *folder, const char *below)
{
    dpex_text pattern = DPEX_TEXT_EMPTY;
    glob_t found;
    int is_found = 0;
    dpex_text_append(&pattern, "%s%s/%s", folder, below, s->file);
    if (!pattern.failed && glob(dpex_text_get(&pattern), 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && !is_found; i++)
            is_found = s->open(s->to, found.gl_pathv[i]);
        globfree(&found);
    }
    dpex_text_fini(&pattern);
    return is_found;
}

/* <site-packages>/opendpex/lib/libdpex.so → <site-packages>; 0 where the library lies elsewhere. */
static int own_site_packages(dpex_text *folder)
{
    Dl_info info;
    if (!dladdr((const void *)(uintptr_t)dpex_cuda_find_library, &info) || !info.dli_fname)
        return 0;
    const char *end = info.dli_fname + strlen(info.dli_fname);
    /* Three folders up. */
    for (int i = 0; i < 3; i++) {
        do {
            if (end == info.dli_fname) return 0;
            end--;
        } while (*end != '/');
    }
    dpex_text_append_bytes(folder, info.dli_fname, (size_t)(end - info.dli_fname));
    return !folder->failed;
}

/* Where a toolkit keeps its libraries: the first of these are links in some distributions, which
 * does not matter. */
static int try_toolkit(const search *s, const char *root)
{
    static const char *const below[] = {"/lib64", "/lib", "/targets/*/lib"};
    int is_found = 0;
    for (size_t i = 0; root && *root && i < sizeof below / sizeof *below && !is_found; i++)
        is_found = try_pattern(s, root, below[i]);
    return is_found;
}

/* PyPI's packages of version 13 share the folder nvidia/cu13, those of version 12 have one each. */
static int try_packages(const search *s)
{
    dpex_text site = DPEX_TEXT_EMPTY;
    /* An unset variable and an empty one are the same. */
    const char *environment = getenv("VIRTUAL_ENV");
    int is_found =
        (own_site_packages(&site) && try_pattern(s, dpex_text_get(&site), "/nvidia/*/lib")) ||
        (environment && *environment &&
         try_pattern(s, environment, "/lib/python3*/site-packages/nvidia/*/lib"));
    dpex_text_fini(&site);
    return is_found;
}

int dpex_cuda_find_library(const dpex_cuda_release *releases, int n_releases,
                           int (*open)(void *to, const char *path), void *to)
{
    for (int i = 0; i < n_releases; i++) {
        const search s = {releases[i].file, open, to};
        /* Code of a newer major version would not load. */
        if (releases[i].major > dpex_cuda_driver_version() / 1000) continue;
        /* In this order: what the user named, what pip installed, what the system has. */
        if (try_toolkit(&s, getenv("CUDA_PATH")) || try_toolkit(&s, getenv("CUDA_HOME")) ||
            try_packages(&s) || open(to, s.file) || try_toolkit(&s, "/usr/local/cuda"))
            return 1;
    }
    return 0;
}
