/* Libraries that are opened at run time. */
#ifndef DPEX_BASE_DYNLIB_H
#define DPEX_BASE_DYNLIB_H

#include <stddef.h>

/* Opens a library that is installed in the folder of our own, with names of its own only; NULL
 * where it does not open, and then *why says so (static text or the linker's, until the thread's
 * next call). Never closed. */
void *dpex_dynlib_open_beside(const char *file, const char **why);

/* The root of the virtual environment: VIRTUAL_ENV, else the nearest folder above this library that holds pyvenv.cfg; empty where
 * there is none. */
void dpex_dynlib_find_environment(char *root, size_t bytes);

#endif
