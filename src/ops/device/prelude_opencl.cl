/* Portable kernel C on OpenCL. K_NO_F64 is defined above where the device computes without double. */
#define K_DEVICE
#ifndef K_NO_F64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#pragma OPENCL FP_CONTRACT OFF
typedef char int8_t;
typedef uchar uint8_t;
typedef short int16_t;
typedef ushort uint16_t;
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-9223372036854775807L - 1)
typedef struct dpex_c64 {
    float re, im;
} dpex_c64;
#ifndef K_NO_F64
typedef struct dpex_c128 {
    double re, im;
} dpex_c128;
#endif
/* A signed byte of a pack. NVIDIA's compiler takes the lowest byte of a word for one that has been
 * extended, after arithmetic too: abs(x) < 5 was true of 22. What an instruction of our own has
 * extended it cannot know. */
#ifdef __NV_CL_C_VERSION
static inline int8_t k_byte_of_pack(int8_t x)
{
    short extended;
    asm("cvt.s16.s8 %0, %1;" : "=h"(extended) : "h"((short)x));
    return (int8_t)extended;
}
#else
#define k_byte_of_pack(x) (x)
#endif
#define K_PARTS(C, a, b) ((C){a, b})
#define K_KERNEL kernel
#define K_GLOBAL global
#define K_LOCAL local
#define K_LOCAL_POINTER local
#define K_KERNEL_OF(lanes, n_groups) K_KERNEL
#define K_ALIGNED_STRUCT(bytes) struct __attribute__((aligned(bytes)))
#define K_UNROLL
#define K_UNROLL_BY(n)
#define K_ITEM get_global_id(0)
#define K_LANE get_local_id(0)
#define K_LANES get_local_size(0)
#define K_GROUP get_group_id(0)
#define K_ATOMIC_MAX(p, x) atomic_max(p, x)
#define K_ATOMIC_ADD(p, x) atomic_add(p, x)
/* *p = y if it is x; gives what *p was. */
#define K_ATOMIC_SWAP_IF(p, x, y) atomic_cmpxchg(p, x, y)
#define K_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define K_TREE_BARRIER(s) K_BARRIER()
/* The same for what the work-items of the group wrote to global memory. */
#define K_BARRIER_GLOBAL() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define k_bits_of_f32(x) as_uint(x)
#define k_f32_of_bits(x) as_float(x)
#define k_bits_of_f64(x) as_ulong(x)
#define k_f64_of_bits(x) as_double(x)
#define k_flip_c64(x) (-(x))
#define k_flip_c128(x) (-(x))
/* OpenCL C has fma for both types on every device, in software where it must be; FP_CONTRACT OFF
 * keeps the compiler from making others. */
#define k_product_error_f32(x, y, product) fma(x, y, -(product))
#define k_product_error_f64(x, y, product) fma(x, y, -(product))
#define K_APART __attribute__((noinline))
#define k_high_product(a, b) mul_hi((ulong)(a), (ulong)(b))
#define K_REAL(name, f) name
