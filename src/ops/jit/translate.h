/* From a program to instructions. */
#ifndef DPEX_OPS_JIT_TRANSLATE_H
#define DPEX_OPS_JIT_TRANSLATE_H

#include <stddef.h>

#include "jit.h"

/* The code of a program: for n elements, at least `lanes` of them. Elements behind the last whole vector are
 * computed in the last `lanes` elements, some of them for a second time. */
typedef void (*dpex_jit_function)(char *const *pointers, int64_t n);

/* Writes the function into memory; the number of bytes, and the lanes; 0: it does not fit, or mixes what
 * cannot be. */
size_t dpex_jit_translate(const dpex_jit_program *program, int has_avx512, uint8_t *memory,
                          size_t bytes, int *lanes);

#endif
