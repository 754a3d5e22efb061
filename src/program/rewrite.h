/* From a user's preprocessed OpenCL C to text that runs on the host.
 *
 * The idea: work-item ids must not be global state (thread-local ids make loops ten times
 * slower), so every function of the program gets one more parameter, `dpex_item`, and every call
 * passes it on; after inlining its fields are registers and the loop over items vectorises.
 * Barriers get a number that tells them from each other. Local variables of kernels become
 * pointers into the group's local memory. Nothing else changes, lines stay lines, and the same
 * rewriting serves clang (-x cl) and plain C compilers. */
#ifndef DPEX_PROGRAM_REWRITE_H
#define DPEX_PROGRAM_REWRITE_H

#include "base/text.h"
#include "program/token.h"

/* Appends the rewritten text. DPEX_ERROR_COMPILE for local variables where OpenCL C allows none. */
dpex_status dpex_rewrite(const dpex_tokens *tokens, const dpex_functions *functions,
                         dpex_text *out);

/* Appends, for each kernel, its entry points and its row of the table that kernel_abi.h
 * describes. */
dpex_status dpex_emit_entries(const dpex_tokens *tokens, const dpex_functions *functions,
                              dpex_text *out);

/* DPEX_ERROR_COMPILE, naming the line, if the text uses what no host compiler does for us:
 * images, pipes and, unless `vectors`, vector types. */
dpex_status dpex_reject_unsupported(const dpex_tokens *tokens, int vectors);

#endif
