/* Memory for the library's own bookkeeping: malloc and free with one addition, a hook by which
 * tests let the n-th allocation fail. Everything in src/ allocates through these; what they
 * return may be passed to plain free(). */
#ifndef DPEX_BASE_ALLOC_H
#define DPEX_BASE_ALLOC_H

#include <stddef.h>
#include <stdint.h>

/* NULL where there is no memory; nothing is recorded, the caller says what it wanted. bytes 0
 * gives a pointer. */
void *dpex_malloc(size_t bytes);
/* n elements, zeroed; NULL also where n * elem_bytes overflows. */
void *dpex_calloc(size_t n, size_t elem_bytes);
/* On failure the old block stays. */
void *dpex_realloc(void *ptr, size_t bytes);
char *dpex_strdup(const char *text);
void dpex_free(void *ptr); /* NULL is fine */

/* ---- for tests ------------------------------------------------------------------------------- */

/* From now on, on all threads: the n-th allocation (1: the next) fails, the others succeed. 0:
 * none fails. Starts the counts below anew; while no test has called it nothing is counted. */
void dpex_alloc_fail_at(int64_t n);
/* Allocations asked for, and blocks not freed of those, since dpex_alloc_fail_at. */
int64_t dpex_alloc_n_calls(void);
int64_t dpex_alloc_n_live(void);

#endif
