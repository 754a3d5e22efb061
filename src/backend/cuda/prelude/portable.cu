// Portable kernel C, and the scalar subset of OpenCL C, as CUDA C.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long uintptr_t;
typedef long intptr_t;
typedef long ptrdiff_t;
#define kernel extern "C" __global__
#define __kernel extern "C" __global__
#define __global
#define __constant const
#define local __shared__
#define __local __shared__
#define __private
#define generic
#define __generic
#define restrict __restrict__
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
#define M_PI_F 3.14159265358979323846f
#define M_E_F 2.7182818284590452354f
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-9223372036854775807l - 1)
#define ULONG_MAX 18446744073709551615ul

#define DPEX_BY_DIM(d, what, other) ((d) == 0 ? (size_t)what.x : (d) == 1 ? (size_t)what.y : (d) == 2 ? (size_t)what.z : (size_t)(other))
static inline size_t get_local_id(uint d) { return DPEX_BY_DIM(d, threadIdx, 0); }
static inline size_t get_group_id(uint d) { return DPEX_BY_DIM(d, blockIdx, 0); }
static inline size_t get_local_size(uint d) { return DPEX_BY_DIM(d, blockDim, 1); }
static inline size_t get_num_groups(uint d) { return DPEX_BY_DIM(d, gridDim, 1); }
static inline size_t get_enqueued_local_size(uint d) { return get_local_size(d); }
static inline size_t get_global_id(uint d) { return get_group_id(d) * get_local_size(d) + get_local_id(d); }
static inline size_t get_global_size(uint d) { return get_num_groups(d) * get_local_size(d); }
static inline size_t get_global_offset(uint) { return 0; }
static inline size_t get_local_linear_id()
{
    return ((size_t)threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
static inline size_t get_global_linear_id()
{
    return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
}
static inline uint get_sub_group_size() { return 32; }
static inline uint get_max_sub_group_size() { return 32; }
static inline uint get_sub_group_id() { return (uint)(get_local_linear_id() / 32); }
static inline uint get_sub_group_local_id() { return (uint)(get_local_linear_id() % 32); }
static inline uint get_num_sub_groups() { return (blockDim.x * blockDim.y * blockDim.z + 31) / 32; }

#define barrier(...) __syncthreads()
#define work_group_barrier(...) __syncthreads()
#define sub_group_barrier(...) __syncwarp()
#define mem_fence(flags) __threadfence()
#define read_mem_fence(flags) __threadfence()
#define write_mem_fence(flags) __threadfence()

#define atomic_add(p, x) atomicAdd((p), (x))
#define atomic_sub(p, x) atomicSub((p), (x))
#define atomic_inc(p) atomicAdd((p), 1)
#define atomic_dec(p) atomicSub((p), 1)
#define atomic_xchg(p, x) atomicExch((p), (x))
#define atomic_cmpxchg(p, a, b) atomicCAS((p), (a), (b))
#define atomic_min(p, x) atomicMin((p), (x))
#define atomic_max(p, x) atomicMax((p), (x))
#define atomic_and(p, x) atomicAnd((p), (x))
#define atomic_or(p, x) atomicOr((p), (x))
#define atomic_xor(p, x) atomicXor((p), (x))

template <class T> static inline T mad(T a, T b, T c) { return a * b + c; }
template <class T> static inline T clamp(T x, T low, T high) { return x < low ? low : x > high ? high : x; }
template <class T> static inline T mix(T x, T y, T a) { return x + (y - x) * a; }
template <class T> static inline T sign(T x) { return x > 0 ? (T)1 : x < 0 ? (T)-1 : x; }
template <class T> static inline T degrees(T x) { return x * (T)57.29577951308232; }
template <class T> static inline T radians(T x) { return x * (T)0.017453292519943295; }
static inline float native_exp(float x) { return __expf(x); }
static inline float native_log(float x) { return __logf(x); }
static inline float native_sin(float x) { return __sinf(x); }
static inline float native_cos(float x) { return __cosf(x); }
static inline float native_sqrt(float x) { return sqrtf(x); }
static inline float native_rsqrt(float x) { return rsqrtf(x); }
static inline float native_recip(float x) { return 1 / x; }
static inline float native_divide(float x, float y) { return __fdividef(x, y); }

// The names of dpex/kernel.h. DPEX_ND: dimensions of the range, by an option -DDPEX_ND=2; 0 is the slowest of them.
#ifndef DPEX_ND
#define DPEX_ND 1
#endif
#define k_global_id(d) get_global_id(DPEX_ND - 1 - (d))
#define k_global_size(d) get_global_size(DPEX_ND - 1 - (d))
// DPEX_GROUPS 0: each item is a group, whatever the blocks are.
#if !defined(DPEX_GROUPS) || DPEX_GROUPS
#define k_local_id(d) get_local_id(DPEX_ND - 1 - (d))
#define k_local_size(d) get_local_size(DPEX_ND - 1 - (d))
#define k_group_id(d) get_group_id(DPEX_ND - 1 - (d))
#define k_num_groups(d) get_num_groups(DPEX_ND - 1 - (d))
#define k_barrier() __syncthreads()
#else
#define k_local_id(d) ((size_t)0)
#define k_local_size(d) ((size_t)1)
#define k_group_id(d) k_global_id(d)
#define k_num_groups(d) k_global_size(d)
#define k_barrier() ((void)0)
#endif
// What dpex/kernel.h says of atomic operations holds here too: they return the old value and order nothing else.
// Functions, not templates: a dpex_local<T> converts to its pointer only for them. What CUDA has not for a type is a loop of
// compare-and-swap (atomicAdd of double came with compute capability 6.0).
#define DPEX_ATOMIC(name, T, U, expression)                                                             \
    static inline T k_atomic_##name(T *p, T x) { return (T)expression; }
// The condition is false where the new value would be the old one: then nothing is written.
#define DPEX_ATOMIC_LOOP(name, T, U, to_T, to_U, sum, condition)                                        \
    static inline T k_atomic_##name(T *p, T x)                                                          \
    {                                                                                                   \
        U bits = *(volatile U *)p;                                                                      \
        for (;;) {                                                                                      \
            T old = to_T(bits);                                                                         \
            if (!(condition)) return old;                                                               \
            U seen = atomicCAS((U *)p, bits, to_U((T)(sum)));                                           \
            if (seen == bits) return old;                                                               \
            bits = seen;                                                                                \
        }                                                                                               \
    }
// T: the type in the kernel. CUDA's functions know neither long nor unsigned long, but types of the same size: U is the unsigned one,
// which nearly all of them take, M the one of T's sign, for minima and maxima.
#define DPEX_ATOMICS_INT(T, U, M)                                                                          \
    DPEX_ATOMIC(add, T, U, atomicAdd((U *)p, (U)x))                                                     \
    DPEX_ATOMIC(exchange, T, U, atomicExch((U *)p, (U)x))                                               \
    static inline T k_atomic_compare_exchange(T *p, T expected, T x)                                    \
    {                                                                                                   \
        return (T)atomicCAS((U *)p, (U)expected, (U)x);                                                 \
    }                                                                                                   \
    DPEX_ATOMIC(min, T, M, atomicMin((M *)p, (M)x))                                                     \
    DPEX_ATOMIC(max, T, M, atomicMax((M *)p, (M)x))                                                     \
    DPEX_ATOMIC(and, T, U, atomicAnd((U *)p, (U)x))                                                     \
    DPEX_ATOMIC(or, T, U, atomicOr((U *)p, (U)x))                                                       \
    DPEX_ATOMIC(xor, T, U, atomicXor((U *)p, (U)x))
#define DPEX_ATOMICS_REAL(T, U, to_T, to_U)                                                             \
    DPEX_ATOMIC_LOOP(add, T, U, to_T, to_U, old + x, 1)                                                 \
    DPEX_ATOMIC_LOOP(min, T, U, to_T, to_U, x, x < old)                                                 \
    DPEX_ATOMIC_LOOP(max, T, U, to_T, to_U, x, x > old)                                                 \
    DPEX_ATOMIC_LOOP(exchange, T, U, to_T, to_U, x, 1)
DPEX_ATOMICS_INT(int, unsigned int, int)
DPEX_ATOMICS_INT(unsigned int, unsigned int, unsigned int)
DPEX_ATOMICS_INT(long, unsigned long long, long long)
DPEX_ATOMICS_INT(unsigned long, unsigned long long, unsigned long long)
DPEX_ATOMICS_REAL(float, unsigned int, __uint_as_float, __float_as_uint)
DPEX_ATOMICS_REAL(double, unsigned long long, __longlong_as_double, (unsigned long long)__double_as_longlong)
#ifdef DPEX_REAL
typedef DPEX_REAL dpex_real;
#else
typedef double dpex_real;
#endif
#define K(x) ((dpex_real)(x))
#define k_cast(type, x) ((type)(x))
#define k_sqrt(x) sqrt(x)
#define k_cbrt(x) cbrt(x)
#define k_exp(x) exp(x)
#define k_exp2(x) exp2(x)
#define k_expm1(x) expm1(x)
#define k_log(x) log(x)
#define k_log2(x) log2(x)
#define k_log10(x) log10(x)
#define k_log1p(x) log1p(x)
#define k_sin(x) sin(x)
#define k_cos(x) cos(x)
#define k_tan(x) tan(x)
#define k_asin(x) asin(x)
#define k_acos(x) acos(x)
#define k_atan(x) atan(x)
#define k_sinh(x) sinh(x)
#define k_cosh(x) cosh(x)
#define k_tanh(x) tanh(x)
#define k_erf(x) erf(x)
#define k_erfc(x) erfc(x)
#define k_fabs(x) fabs(x)
#define k_floor(x) floor(x)
#define k_ceil(x) ceil(x)
#define k_trunc(x) trunc(x)
#define k_rint(x) rint(x)
#define k_pow(x, y) pow(x, y)
#define k_atan2(y, x) atan2(y, x)
#define k_hypot(x, y) hypot(x, y)
#define k_fmod(x, y) fmod(x, y)
#define k_fmin(x, y) fmin(x, y)
#define k_fmax(x, y) fmax(x, y)
#define k_copysign(x, y) copysign(x, y)
#define k_fma(x, y, z) fma(x, y, z)
