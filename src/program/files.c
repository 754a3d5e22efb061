/* Whole files as text (files.h). */
#include "program/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

enum { MOST_BYTES = 1 << 28 }; /* a damaged file may claim any size */

/* Links are not followed, and a pipe or a device is not waited for: what is read lies in folders
 * where other processes may write. Appends to *text. */
dpex_status dpex_file_read(const char *path, dpex_text *text)
{
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat info;
    if (file < 0 || fstat(file, &info) || !S_ISREG(info.st_mode) || info.st_size > MOST_BYTES) {
        dpex_status status =
            DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot read %s: %s", path,
                      file < 0 ? strerror(errno) : "it is not a plain file of at most 256 MiB");
        if (file >= 0) close(file);
        return status;
    }
    char block[16384];
    ssize_t n;
    while ((n = read(file, block, sizeof block)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0) dpex_text_append_bytes(text, block, (size_t)n);
    close(file);
    if (n < 0) return DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot read %s", path);
    return text->failed ? DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to read %s", path)
                        : DPEX_SUCCESS;
}

/* 0, or -1 with errno set. */
static int write_all(int file, const char *bytes, size_t n)
{
    while (n) {
        ssize_t done = write(file, bytes, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return -1;
        bytes += done;
        n -= (size_t)done;
    }
    return 0;
}

dpex_status dpex_file_put(int file, const char *bytes, size_t n)
{
    return write_all(file, bytes, n)
               ? DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot write: %s", strerror(errno))
               : DPEX_SUCCESS;
}

/* Readable by the owner alone. durably: on the disk before the call returns, so that a rename
 * afterwards never shows a file without its contents. */
dpex_status dpex_file_write(const char *path, const char *bytes, size_t n, int durably)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot write %s: %s", path, strerror(errno));
    int failed = write_all(file, bytes, n) || (durably && fsync(file));
    int error = errno;
    if (close(file) && !failed) {
        failed = 1;
        error = errno;
    }
    return failed ? DPEX_FAIL(DPEX_ERROR_COMPILE, "cannot write %s: %s", path, strerror(error))
                  : DPEX_SUCCESS;
}
