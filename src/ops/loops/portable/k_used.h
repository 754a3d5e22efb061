/* Helpers of portable kernel C by the type that they compute with, for a text that uses it: here all
 * of them; of the texts that device compilers get each has those it mentions (device/source.c),
 * since reading the others takes longer than compiling most kernels. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_USED_H
#define DPEX_OPS_LOOPS_PORTABLE_K_USED_H

#define K_IF_i8(helpers)  helpers
#define K_IF_u8(helpers)  helpers
#define K_IF_i16(helpers) helpers
#define K_IF_u16(helpers) helpers
#define K_IF_i32(helpers) helpers
#define K_IF_u32(helpers) helpers
#define K_IF_i64(helpers) helpers
#define K_IF_u64(helpers) helpers
#define K_IF_f32(helpers) helpers
#define K_IF_f64(helpers) helpers

#endif
