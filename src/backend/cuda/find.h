/* Where NVIDIA's libraries are on this machine. */
#ifndef DPEX_BACKEND_CUDA_FIND_H
#define DPEX_BACKEND_CUDA_FIND_H

/* A library's name in each major version of the toolkit. */
typedef struct dpex_cuda_release {
    int major;
    const char *file;
} dpex_cuda_release;

/* Calls `open` with paths, or with a name for the loader to find, until it returns 1: the newest
 * release that the driver takes code of, in the order of the folders below. 0: it never did. */
int dpex_cuda_find_library(const dpex_cuda_release *releases, int n_releases,
                           int (*open)(void *to, const char *path), void *to);

#endif
