/* The text that comes before a user's program: types and builtin functions of OpenCL C.
 *
 * For clang, which knows the language but brings no builtins, the prelude consists of sections
 * (prelude/clang_*.cl), each headed by the names that it defines. Only those that a program
 * mentions are handed over: parsing all of them would cost several times what a small kernel
 * does. For plain C compilers it is one text of macros. */
#ifndef DPEX_PROGRAM_PRELUDE_H
#define DPEX_PROGRAM_PRELUDE_H

#include "base/text.h"
#include "program/token.h"

/* Appends the prelude that a program of these tokens needs; functions that the program defines
 * itself are left out. */
dpex_status dpex_prelude_put(const dpex_tokens *tokens, const dpex_functions *functions,
                             int is_clang, dpex_text *out);

/* Changes with anything in this folder that decides what a text compiles to. */
const char *dpex_prelude_digest(void);

#endif
