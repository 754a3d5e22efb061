/* Loading shared objects from memory (library.h).
 *
 * The system's loader maps files. Were it an entry of the cache, what runs would be what the file
 * contains then and later, not what was compared with the entry's checksum: others may replace or
 * shorten it at any time. So the bytes get a file without a name, which nobody else can reach;
 * where the system has none, one in a private folder, in which no trace is left. */
#include "program/library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"
#include "program/cache.h"
#include "program/files.h"

static dpex_status open_file(const char *path, void **library)
{
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return *library
               ? DPEX_SUCCESS
               : DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot load a compiled program: %s", dlerror());
}

/* The loader takes two files of one path for one, and numbers of descriptors come again: each file
 * is called by a path of its own, in which a count stands as "/." for ones and "//" for zeros. */
static void append_path(dpex_text *path, int file)
{
    static atomic_uint n_loaded;
    unsigned count = atomic_fetch_add(&n_loaded, 1);
    dpex_text_append(path, "/proc/self/fd");
    for (; count; count >>= 1) dpex_text_append(path, count & 1 ? "/." : "//");
    dpex_text_append(path, "/%d", file);
}

static dpex_status load_nameless(const char *bytes, size_t n, void **library)
{
    dpex_text path = DPEX_TEXT_EMPTY;
    int file = memfd_create("opendpex", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return DPEX_FAIL(DPEX_ERROR_COMPILE, "the system has no files without names");
    const int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
    dpex_status status = dpex_file_put(file, bytes, n);
    if (!status && fcntl(file, F_ADD_SEALS, seals))
        status = DPEX_FAIL(DPEX_ERROR_COMPILE, "the system does not seal files");
    append_path(&path, file);
    if (!status && path.failed)
        status = DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to load a program");
    if (!status) status = open_file(path.data, library);
    dpex_text_fini(&path);
    close(file);
    return status;
}

/* Some folder may be full, or its files may not be executed: the next. */
static dpex_status load_private(const char *bytes, size_t n, void **library)
{
    dpex_status status = DPEX_ERROR_COMPILE;
    const char *parent;
    for (int i = 0; status && (parent = dpex_cache_work_parent(NULL, i)); i++) {
        dpex_text folder = DPEX_TEXT_EMPTY, path = DPEX_TEXT_EMPTY;
        status = dpex_cache_make_work_folder(parent, &folder);
        if (!status) {
            dpex_text_append(&path, "%s/program.so", dpex_text_get(&folder));
            status = path.failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to load a program")
                                 : dpex_file_write(path.data, bytes, n, 0);
            if (!status) status = open_file(path.data, library);
            if (!path.failed) unlink(path.data);
            rmdir(dpex_text_get(&folder));
        }
        dpex_text_fini(&path);
        dpex_text_fini(&folder);
    }
    return status;
}

dpex_status dpex_library_load(const char *bytes, size_t n, const char *file, void **library)
{
    struct rlimit most;
    *library = NULL;
    /* A signal ends processes that write more than they may: then only the file itself is left. */
    if (!getrlimit(RLIMIT_FSIZE, &most) && most.rlim_cur < n) return open_file(file, library);
    if (!load_nameless(bytes, n, library)) return DPEX_SUCCESS;
    return load_private(bytes, n, library);
}
