/* Helpers of portable kernel C by the type that they compute with, for a text that uses it: here all
 * of them; of the texts that device compilers get each has those it mentions (device/source.c),
 * since reading the others takes longer than compiling most kernels. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_USED_H
#define DPEX_OPS_LOOPS_PORTABLE_K_USED_H

#define K_IF_I8(helpers)  helpers
#define K_IF_U8(helpers)  helpers
#define K_IF_I16(helpers) helpers
#define K_IF_U16(helpers) helpers
#define K_IF_I32(helpers) helpers
#define K_IF_U32(helpers) helpers
#define K_IF_I64(helpers) helpers
#define K_IF_U64(helpers) helpers
#define K_IF_F32(helpers) helpers
#define K_IF_F64(helpers) helpers

#endif
