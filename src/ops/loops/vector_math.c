/* The vector variants that loops call, one instruction set's share: jumps through a table that
 * select.c fills at start.
 *
 * gcc names the variant of k_exp_f64 for 8 lanes of AVX-512 _ZGVeN8v_k_exp_f64 (x86-64 vector
 * function ABI). We define these symbols, hidden, so that no library needs libmvec to be linked:
 * each jumps to what dpex_vector_math_bind found in libmvec under the same pattern (_ZGVeN8v_exp),
 * or calls the scalar function lane by lane. */
#include "vector_math.h"

#include "tables.h"

#if DPEX_HAVE_SIMD_CALLS
#include <immintrin.h>
#include <math.h>

#if defined(__AVX512F__)
#define K_VECTOR_F32  __m512
#define K_VECTOR_F64  __m512d
#define K_LANES_F32   16
#define K_LANES_F64   8
#define K_PREFIX_F32  _ZGVeN16v_
#define K_PREFIX_F64  _ZGVeN8v_
#define K_PREFIX2_F32 _ZGVeN16vv_
#define K_PREFIX2_F64 _ZGVeN8vv_
#elif defined(__AVX2__)
#define K_VECTOR_F32  __m256
#define K_VECTOR_F64  __m256d
#define K_LANES_F32   8
#define K_LANES_F64   4
#define K_PREFIX_F32  _ZGVdN8v_
#define K_PREFIX_F64  _ZGVdN4v_
#define K_PREFIX2_F32 _ZGVdN8vv_
#define K_PREFIX2_F64 _ZGVdN4vv_
#else
#define K_VECTOR_F32  __m128
#define K_VECTOR_F64  __m128d
#define K_LANES_F32   4
#define K_LANES_F64   2
#define K_PREFIX_F32  _ZGVbN4v_
#define K_PREFIX_F64  _ZGVbN2v_
#define K_PREFIX2_F32 _ZGVbN4vv_
#define K_PREFIX2_F64 _ZGVbN2vv_
#endif

/* The variants' types: the vector register that the ABI passes them in. */
typedef K_VECTOR_F32 (*vector_fn1_f32)(K_VECTOR_F32);
typedef K_VECTOR_F64 (*vector_fn1_f64)(K_VECTOR_F64);
typedef K_VECTOR_F32 (*vector_fn2_f32)(K_VECTOR_F32, K_VECTOR_F32);
typedef K_VECTOR_F64 (*vector_fn2_f64)(K_VECTOR_F64, K_VECTOR_F64);

typedef union vector_f32 {
    K_VECTOR_F32 vector;
    float lane[K_LANES_F32];
} vector_f32;
typedef union vector_f64 {
    K_VECTOR_F64 vector;
    double lane[K_LANES_F64];
} vector_f64;

/* The fallback, the pointer (written once, at start), the variant that loops call; of one argument
 * and of two. The fallback goes by libm's own name: k_<name> would be vectorised with a call to the
 * very variant that it stands in for. The pointers are written once, by dpex_vector_math_bind
 * before the first loop runs, and only read afterwards; no synchronization is needed. */
#define K_VARIANT1(name, V, lanes, suffix, prefix, libm_name)                                      \
    static V name##_lanes_##suffix(V x)                                                            \
    {                                                                                              \
        vector_##suffix u = {x};                                                                   \
        for (int i = 0; i < lanes; i++) u.lane[i] = libm_name(u.lane[i]);                          \
        return u.vector;                                                                           \
    }                                                                                              \
    static vector_fn1_##suffix name##_##suffix = name##_lanes_##suffix;                            \
    V K_PASTE(prefix, k_##name##_##suffix)(V x);                                                   \
    V K_PASTE(prefix, k_##name##_##suffix)(V x)                                                    \
    {                                                                                              \
        return name##_##suffix(x);                                                                 \
    }

#define K_VARIANT2(name, V, lanes, suffix, prefix, libm_name)                                      \
    static V name##_lanes_##suffix(V x, V y)                                                       \
    {                                                                                              \
        vector_##suffix u = {x}, v = {y};                                                          \
        for (int i = 0; i < lanes; i++) u.lane[i] = libm_name(u.lane[i], v.lane[i]);               \
        return u.vector;                                                                           \
    }                                                                                              \
    static vector_fn2_##suffix name##_##suffix = name##_lanes_##suffix;                            \
    V K_PASTE(prefix, k_##name##_##suffix)(V x, V y);                                              \
    V K_PASTE(prefix, k_##name##_##suffix)(V x, V y)                                               \
    {                                                                                              \
        return name##_##suffix(x, y);                                                              \
    }

#define DPEX_VECTOR_MATH1(name)                                                                    \
    K_VARIANT1(name, K_VECTOR_F32, K_LANES_F32, f32, K_PREFIX_F32, name##f)                        \
    K_VARIANT1(name, K_VECTOR_F64, K_LANES_F64, f64, K_PREFIX_F64, name)
#define DPEX_VECTOR_MATH2(name)                                                                    \
    K_VARIANT2(name, K_VECTOR_F32, K_LANES_F32, f32, K_PREFIX2_F32, name##f)                       \
    K_VARIANT2(name, K_VECTOR_F64, K_LANES_F64, f64, K_PREFIX2_F64, name)
#include "defs/vector_math.def"
#undef DPEX_VECTOR_MATH1
#undef DPEX_VECTOR_MATH2

#define K_STRING_(x) #x
#define K_STRING(x)  K_STRING_(x)

#define K_BIND(name, fn, suffix, symbol_name)                                                      \
    symbol = find(library, symbol_name);                                                           \
    name##_##suffix = symbol ? (fn##_##suffix)symbol : name##_lanes_##suffix;

/* Without the symbol (an older libmvec, or none) the lane-by-lane function stays. */
void K_IN_ISA(dpex_vector_math_bind)(dpex_find_symbol_fn find, void *library)
{
    void *symbol;
#define DPEX_VECTOR_MATH1(name)                                                                    \
    K_BIND(name, vector_fn1, f32, K_STRING(K_PREFIX_F32) #name "f")                                \
    K_BIND(name, vector_fn1, f64, K_STRING(K_PREFIX_F64) #name)
#define DPEX_VECTOR_MATH2(name)                                                                    \
    K_BIND(name, vector_fn2, f32, K_STRING(K_PREFIX2_F32) #name "f")                               \
    K_BIND(name, vector_fn2, f64, K_STRING(K_PREFIX2_F64) #name)
#include "defs/vector_math.def"
#undef DPEX_VECTOR_MATH1
#undef DPEX_VECTOR_MATH2
}

#else

void K_IN_ISA(dpex_vector_math_bind)(dpex_find_symbol_fn find, void *library)
{
    (void)find; /* loops call the scalar functions */
    (void)library;
}

#endif
