/* Integer divisions of kernels in OpenCL C: what they give where C and OpenCL leave it open.
 *
 * Other devices give some number for a division by zero; a processor stops the whole process. */
#ifndef DPEX_PROGRAM_DIVIDE_H
#define DPEX_PROGRAM_DIVIDE_H

#include "base/text.h"
#include "dpex/status.h"

/* Copies LLVM assembly that clang wrote, with each integer division by something that is not a
 * constant replaced by one that is always defined, as the helpers of element-wise operations are:
 *
 *     a / 0 = 0      a % 0 = 0      least / -1 = least      least % -1 = 0
 *
 * A division takes some 10 to 40 cycles, what is added two or three beside it. */
dpex_status dpex_define_divisions(const char *assembly, dpex_text *out);

#endif
