/* The compiler that makes a shared object of generated text: which one, with what options, and
 * running it.
 *
 * clang compiles OpenCL C (-x cl). Any other C compiler gets the scalar subset as C. Nothing
 * here knows what the text means. */
#ifndef DPEX_PROGRAM_COMPILER_H
#define DPEX_PROGRAM_COMPILER_H

#include <stddef.h>

#include "base/text.h"
#include "dpex/status.h"

typedef struct dpex_compiler {
    char path[4096];   /* absolute */
    char identity[96]; /* changes when the program behind the path does */
    int is_clang;
} dpex_compiler;

/* $DPEX_CC; else clang, clang-20 to clang-14, cc, gcc on PATH. DPEX_ERROR_COMPILE says what to
 * install. */
dpex_status dpex_compiler_find(dpex_compiler *compiler);

enum { DPEX_MAX_COMPILER_ARGS = 128 };

/* An argument list under construction; the strings live in `text`. */
typedef struct dpex_arg_list {
    dpex_text text; /* NUL-separated */
    size_t n;
} dpex_arg_list;

void dpex_arg_list_add(dpex_arg_list *list, const char *arg);
void dpex_arg_list_fini(dpex_arg_list *list);

/* What a program's options mean to one compiler: `preprocess` for -D, -I, -cl-std, `compile` for
 * the rest. DPEX_ERROR_COMPILE names an option that is not known and those that are. New: _fini. */
typedef struct dpex_options {
    dpex_arg_list preprocess, compile;
} dpex_options;

dpex_status dpex_options_init(dpex_options *options, const char *text, int is_clang);
void dpex_options_fini(dpex_options *options);

/* Runs the compiler, waits for it, and gives what it printed (both streams) through the file
 * log_path. *ok: whether it succeeded. */
dpex_status dpex_compiler_run(const dpex_compiler *compiler, const dpex_arg_list *args,
                              const char *log_path, int *ok);

#endif
