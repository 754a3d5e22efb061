/* Libraries that are opened at run time. */
#ifndef DPEX_BASE_DYNLIB_H
#define DPEX_BASE_DYNLIB_H

/* Opens a library that is installed in the folder of our own, with names of its own only; NULL
 * where it does not open, and then *why says so (static text or the linker's, until the thread's
 * next call). Never closed. */
void *dpex_dynlib_open_beside(const char *file, const char **why);

#endif
