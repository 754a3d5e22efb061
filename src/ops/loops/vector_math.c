/* The vector variants that loops call, one instruction set's share: jumps through a table that select.c fills at start.
 *
 * gcc names the variant of k_exp_f64 for 8 lanes of AVX-512 _ZGVeN8v_k_exp_f64 (x86-64 vector function ABI). We define these
 * symbols, hidden, so that no library needs libmvec to be linked: each jumps to what dpex_vector_math_bind found in libmvec
 * under the same pattern (_ZGVeN8v_exp), or calls the scalar function lane by lane. */
#include "vector_math.h"

#include "tables.h"

#if DPEX_HAVE_SIMD_CALLS
#include <immintrin.h>
#include <math.h>

#if defined(__AVX512F__)
#define K_VECTOR_F32 __m512
#define K_VECTOR_F64 __m512d
#define K_LANES_F32  16
#define K_LANES_F64  8
#define K_PREFIX_F32 _ZGVeN16v_
#define K_PREFIX_F64 _ZGVeN8v_
#elif defined(__AVX2__)
#define K_VECTOR_F32 __m256
#define K_VECTOR_F64 __m256d
#define K_LANES_F32  8
#define K_LANES_F64  4
#define K_PREFIX_F32 _ZGVdN8v_
#define K_PREFIX_F64 _ZGVdN4v_
#else
#define K_VECTOR_F32 __m128
#define K_VECTOR_F64 __m128d
#define K_LANES_F32  4
#define K_LANES_F64  2
#define K_PREFIX_F32 _ZGVbN4v_
#define K_PREFIX_F64 _ZGVbN2v_
#endif

typedef K_VECTOR_F32 (*vector_fn_f32)(K_VECTOR_F32);
typedef K_VECTOR_F64 (*vector_fn_f64)(K_VECTOR_F64);

/* By libm's own name: k_<name> would be vectorised with a call to the very variant that this stands in for. */
#define K_LANE_BY_LANE(name, V, R, lanes, suffix, libm_name)                                       \
    static V name##_lanes_##suffix(V x)                                                            \
    {                                                                                              \
        union {                                                                                    \
            V vector;                                                                              \
            R lane[lanes];                                                                         \
        } u = {x};                                                                                 \
        for (int i = 0; i < lanes; i++) u.lane[i] = libm_name(u.lane[i]);                          \
        return u.vector;                                                                           \
    }

/* The fallback, the pointer (written once, at start), the variant that loops call. */
#define K_VARIANT(name, V, R, lanes, suffix, prefix, libm_name)                                    \
    K_LANE_BY_LANE(name, V, R, lanes, suffix, libm_name)                                           \
    static vector_fn_##suffix name##_##suffix = name##_lanes_##suffix;                             \
    V K_PASTE(prefix, k_##name##_##suffix)(V x);                                                   \
    V K_PASTE(prefix, k_##name##_##suffix)(V x)                                                    \
    {                                                                                              \
        return name##_##suffix(x);                                                                 \
    }

#define DPEX_VECTOR_MATH1(name)                                                                    \
    K_VARIANT(name, K_VECTOR_F32, float, K_LANES_F32, f32, K_PREFIX_F32, name##f)                  \
    K_VARIANT(name, K_VECTOR_F64, double, K_LANES_F64, f64, K_PREFIX_F64, name)
#include "defs/vector_math.def"
#undef DPEX_VECTOR_MATH1

#define K_STRING_(x) #x
#define K_STRING(x)  K_STRING_(x)

void K_IN_ISA(dpex_vector_math_bind)(dpex_find_symbol_fn find, void *library)
{
    void *symbol;
#define DPEX_VECTOR_MATH1(name)                                                                    \
    symbol = find(library, K_STRING(K_PREFIX_F32) #name "f");                                      \
    name##_f32 = symbol ? (vector_fn_f32)symbol : name##_lanes_f32;                                \
    symbol = find(library, K_STRING(K_PREFIX_F64) #name);                                          \
    name##_f64 = symbol ? (vector_fn_f64)symbol : name##_lanes_f64;
#include "defs/vector_math.def"
#undef DPEX_VECTOR_MATH1
}

#else

void K_IN_ISA(dpex_vector_math_bind)(dpex_find_symbol_fn find, void *library)
{
    (void)find; /* loops call the scalar functions */
    (void)library;
}

#endif
