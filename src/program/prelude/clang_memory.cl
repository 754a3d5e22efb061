// Vector loads and stores, shuffles, atomics and the rest for `clang -x cl`: sections, see
// clang_base.cl.

//@ vload2
#define DPEX_VLOAD2(T) \
    DPEX_FN T##2 vload2(size_t o, const T *p) { T##2 r; for (int i = 0; i < 2; \
        i++) r[i] = p[2 * o + i]; return r; } \
    DPEX_FN T##2 vload2(size_t o, __constant const T *p) { T##2 r; for (int i = 0; i < 2; \
        i++) r[i] = p[2 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD2) DPEX_VLOAD2(half)

//@ vstore2
#define DPEX_VSTORE2(T) \
    DPEX_FN void vstore2(T##2 a, size_t o, T *p) { for (int i = 0; i < 2; \
        i++) p[2 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE2) DPEX_VSTORE2(half)

//@ vload_half2
DPEX_FN float2 vload_half2(size_t o, const half *p) { float2 r; for (int i = 0; i < 2;
    i++) r[i] = (float)p[2 * o + i]; return r; }
DPEX_FN float2 vload_half2(size_t o, __constant const half *p) { float2 r; for (int i = 0;
    i < 2; i++) r[i] = (float)p[2 * o + i]; return r; }

//@ vloada_half2
DPEX_FN float2 vloada_half2(size_t o, const half *p) { float2 r; for (int i = 0; i < 2;
    i++) r[i] = (float)p[2 * o + i]; return r; }
DPEX_FN float2 vloada_half2(size_t o, __constant const half *p) { float2 r; for (int i = 0;
    i < 2; i++) r[i] = (float)p[2 * o + i]; return r; }

//@ vstore_half2 vstore_half2_rte
DPEX_FN void vstore_half2(float2 a, size_t o, half *p) { for (int i = 0; i < 2;
    i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half2(double2 a, size_t o, half *p) { for (int i = 0; i < 2;
    i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half2_rte(float2 a, size_t o, half *p) { for (int i = 0; i < 2;
    i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half2_rte(double2 a, size_t o, half *p) { for (int i = 0; i < 2;
    i++) p[2 * o + i] = (half)a[i]; }

//@ vstorea_half2 vstorea_half2_rte
DPEX_FN void vstorea_half2(float2 a, size_t o, half *p) { for (int i = 0; i < 2;
    i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half2(double2 a, size_t o, half *p) { for (int i = 0; i < 2;
    i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half2_rte(float2 a, size_t o, half *p) { for (int i = 0; i < 2;
    i++) p[2 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half2_rte(double2 a, size_t o, half *p) { for (int i = 0; i < 2;
    i++) p[2 * o + i] = (half)a[i]; }

//@ vload3
#define DPEX_VLOAD3(T) \
    DPEX_FN T##3 vload3(size_t o, const T *p) { T##3 r; for (int i = 0; i < 3; \
        i++) r[i] = p[3 * o + i]; return r; } \
    DPEX_FN T##3 vload3(size_t o, __constant const T *p) { T##3 r; for (int i = 0; i < 3; \
        i++) r[i] = p[3 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD3) DPEX_VLOAD3(half)

//@ vstore3
#define DPEX_VSTORE3(T) \
    DPEX_FN void vstore3(T##3 a, size_t o, T *p) { for (int i = 0; i < 3; \
        i++) p[3 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE3) DPEX_VSTORE3(half)

//@ vload_half3
DPEX_FN float3 vload_half3(size_t o, const half *p) { float3 r; for (int i = 0; i < 3;
    i++) r[i] = (float)p[3 * o + i]; return r; }
DPEX_FN float3 vload_half3(size_t o, __constant const half *p) { float3 r; for (int i = 0;
    i < 3; i++) r[i] = (float)p[3 * o + i]; return r; }

//@ vloada_half3
DPEX_FN float3 vloada_half3(size_t o, const half *p) { float3 r; for (int i = 0; i < 3;
    i++) r[i] = (float)p[4 * o + i]; return r; }
DPEX_FN float3 vloada_half3(size_t o, __constant const half *p) { float3 r; for (int i = 0;
    i < 3; i++) r[i] = (float)p[4 * o + i]; return r; }

//@ vstore_half3 vstore_half3_rte
DPEX_FN void vstore_half3(float3 a, size_t o, half *p) { for (int i = 0; i < 3;
    i++) p[3 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half3(double3 a, size_t o, half *p) { for (int i = 0; i < 3;
    i++) p[3 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half3_rte(float3 a, size_t o, half *p) { for (int i = 0; i < 3;
    i++) p[3 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half3_rte(double3 a, size_t o, half *p) { for (int i = 0; i < 3;
    i++) p[3 * o + i] = (half)a[i]; }

//@ vstorea_half3 vstorea_half3_rte
DPEX_FN void vstorea_half3(float3 a, size_t o, half *p) { for (int i = 0; i < 3;
    i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half3(double3 a, size_t o, half *p) { for (int i = 0; i < 3;
    i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half3_rte(float3 a, size_t o, half *p) { for (int i = 0; i < 3;
    i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half3_rte(double3 a, size_t o, half *p) { for (int i = 0; i < 3;
    i++) p[4 * o + i] = (half)a[i]; }

//@ vload4
#define DPEX_VLOAD4(T) \
    DPEX_FN T##4 vload4(size_t o, const T *p) { T##4 r; for (int i = 0; i < 4; \
        i++) r[i] = p[4 * o + i]; return r; } \
    DPEX_FN T##4 vload4(size_t o, __constant const T *p) { T##4 r; for (int i = 0; i < 4; \
        i++) r[i] = p[4 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD4) DPEX_VLOAD4(half)

//@ vstore4
#define DPEX_VSTORE4(T) \
    DPEX_FN void vstore4(T##4 a, size_t o, T *p) { for (int i = 0; i < 4; \
        i++) p[4 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE4) DPEX_VSTORE4(half)

//@ vload_half4
DPEX_FN float4 vload_half4(size_t o, const half *p) { float4 r; for (int i = 0; i < 4;
    i++) r[i] = (float)p[4 * o + i]; return r; }
DPEX_FN float4 vload_half4(size_t o, __constant const half *p) { float4 r; for (int i = 0;
    i < 4; i++) r[i] = (float)p[4 * o + i]; return r; }

//@ vloada_half4
DPEX_FN float4 vloada_half4(size_t o, const half *p) { float4 r; for (int i = 0; i < 4;
    i++) r[i] = (float)p[4 * o + i]; return r; }
DPEX_FN float4 vloada_half4(size_t o, __constant const half *p) { float4 r; for (int i = 0;
    i < 4; i++) r[i] = (float)p[4 * o + i]; return r; }

//@ vstore_half4 vstore_half4_rte
DPEX_FN void vstore_half4(float4 a, size_t o, half *p) { for (int i = 0; i < 4;
    i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half4(double4 a, size_t o, half *p) { for (int i = 0; i < 4;
    i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half4_rte(float4 a, size_t o, half *p) { for (int i = 0; i < 4;
    i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half4_rte(double4 a, size_t o, half *p) { for (int i = 0; i < 4;
    i++) p[4 * o + i] = (half)a[i]; }

//@ vstorea_half4 vstorea_half4_rte
DPEX_FN void vstorea_half4(float4 a, size_t o, half *p) { for (int i = 0; i < 4;
    i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half4(double4 a, size_t o, half *p) { for (int i = 0; i < 4;
    i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half4_rte(float4 a, size_t o, half *p) { for (int i = 0; i < 4;
    i++) p[4 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half4_rte(double4 a, size_t o, half *p) { for (int i = 0; i < 4;
    i++) p[4 * o + i] = (half)a[i]; }

//@ vload8
#define DPEX_VLOAD8(T) \
    DPEX_FN T##8 vload8(size_t o, const T *p) { T##8 r; for (int i = 0; i < 8; \
        i++) r[i] = p[8 * o + i]; return r; } \
    DPEX_FN T##8 vload8(size_t o, __constant const T *p) { T##8 r; for (int i = 0; i < 8; \
        i++) r[i] = p[8 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD8) DPEX_VLOAD8(half)

//@ vstore8
#define DPEX_VSTORE8(T) \
    DPEX_FN void vstore8(T##8 a, size_t o, T *p) { for (int i = 0; i < 8; \
        i++) p[8 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE8) DPEX_VSTORE8(half)

//@ vload_half8
DPEX_FN float8 vload_half8(size_t o, const half *p) { float8 r; for (int i = 0; i < 8;
    i++) r[i] = (float)p[8 * o + i]; return r; }
DPEX_FN float8 vload_half8(size_t o, __constant const half *p) { float8 r; for (int i = 0;
    i < 8; i++) r[i] = (float)p[8 * o + i]; return r; }

//@ vloada_half8
DPEX_FN float8 vloada_half8(size_t o, const half *p) { float8 r; for (int i = 0; i < 8;
    i++) r[i] = (float)p[8 * o + i]; return r; }
DPEX_FN float8 vloada_half8(size_t o, __constant const half *p) { float8 r; for (int i = 0;
    i < 8; i++) r[i] = (float)p[8 * o + i]; return r; }

//@ vstore_half8 vstore_half8_rte
DPEX_FN void vstore_half8(float8 a, size_t o, half *p) { for (int i = 0; i < 8;
    i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half8(double8 a, size_t o, half *p) { for (int i = 0; i < 8;
    i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half8_rte(float8 a, size_t o, half *p) { for (int i = 0; i < 8;
    i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half8_rte(double8 a, size_t o, half *p) { for (int i = 0; i < 8;
    i++) p[8 * o + i] = (half)a[i]; }

//@ vstorea_half8 vstorea_half8_rte
DPEX_FN void vstorea_half8(float8 a, size_t o, half *p) { for (int i = 0; i < 8;
    i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half8(double8 a, size_t o, half *p) { for (int i = 0; i < 8;
    i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half8_rte(float8 a, size_t o, half *p) { for (int i = 0; i < 8;
    i++) p[8 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half8_rte(double8 a, size_t o, half *p) { for (int i = 0; i < 8;
    i++) p[8 * o + i] = (half)a[i]; }

//@ vload16
#define DPEX_VLOAD16(T) \
    DPEX_FN T##16 vload16(size_t o, const T *p) { T##16 r; for (int i = 0; i < 16; \
        i++) r[i] = p[16 * o + i]; return r; } \
    DPEX_FN T##16 vload16(size_t o, __constant const T *p) { T##16 r; for (int i = 0; i < 16; \
        i++) r[i] = p[16 * o + i]; return r; }
DPEX_ELEMENTS(DPEX_VLOAD16) DPEX_VLOAD16(half)

//@ vstore16
#define DPEX_VSTORE16(T) \
    DPEX_FN void vstore16(T##16 a, size_t o, T *p) { for (int i = 0; i < 16; \
        i++) p[16 * o + i] = a[i]; }
DPEX_ELEMENTS(DPEX_VSTORE16) DPEX_VSTORE16(half)

//@ vload_half16
DPEX_FN float16 vload_half16(size_t o, const half *p) { float16 r; for (int i = 0; i < 16;
    i++) r[i] = (float)p[16 * o + i]; return r; }
DPEX_FN float16 vload_half16(size_t o, __constant const half *p) { float16 r; for (int i = 0;
    i < 16; i++) r[i] = (float)p[16 * o + i]; return r; }

//@ vloada_half16
DPEX_FN float16 vloada_half16(size_t o, const half *p) { float16 r; for (int i = 0; i < 16;
    i++) r[i] = (float)p[16 * o + i]; return r; }
DPEX_FN float16 vloada_half16(size_t o, __constant const half *p) { float16 r; for (int i = 0;
    i < 16; i++) r[i] = (float)p[16 * o + i]; return r; }

//@ vstore_half16 vstore_half16_rte
DPEX_FN void vstore_half16(float16 a, size_t o, half *p) { for (int i = 0; i < 16;
    i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half16(double16 a, size_t o, half *p) { for (int i = 0; i < 16;
    i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half16_rte(float16 a, size_t o, half *p) { for (int i = 0; i < 16;
    i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstore_half16_rte(double16 a, size_t o, half *p) { for (int i = 0; i < 16;
    i++) p[16 * o + i] = (half)a[i]; }

//@ vstorea_half16 vstorea_half16_rte
DPEX_FN void vstorea_half16(float16 a, size_t o, half *p) { for (int i = 0; i < 16;
    i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half16(double16 a, size_t o, half *p) { for (int i = 0; i < 16;
    i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half16_rte(float16 a, size_t o, half *p) { for (int i = 0; i < 16;
    i++) p[16 * o + i] = (half)a[i]; }
DPEX_FN void vstorea_half16_rte(double16 a, size_t o, half *p) { for (int i = 0; i < 16;
    i++) p[16 * o + i] = (half)a[i]; }

//@ vload_half vloada_half
DPEX_FN float vload_half(size_t o, const half *p) { return (float)p[o]; }
DPEX_FN float vload_half(size_t o, __constant const half *p) { return (float)p[o]; }
DPEX_FN float vloada_half(size_t o, const half *p) { return (float)p[o]; }
DPEX_FN float vloada_half(size_t o, __constant const half *p) { return (float)p[o]; }

//@ vstore_half vstore_half_rte vstorea_half vstorea_half_rte
DPEX_FN void vstore_half(float a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstore_half(double a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstore_half_rte(float a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstore_half_rte(double a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstorea_half(float a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstorea_half(double a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstorea_half_rte(float a, size_t o, half *p) { p[o] = (half)a; }
DPEX_FN void vstorea_half_rte(double a, size_t o, half *p) { p[o] = (half)a; }

//@ shuffle
#define DPEX_SHUFFLE_NM(T, U, N, M) \
    DPEX_FN T##N shuffle(T##M a, U##N mask) { T##N r; for (int i = 0; i < N; \
        i++) r[i] = a[mask[i] & (M - 1)]; return r; }
#define DPEX_SHUFFLE_N(T, U, N) DPEX_SHUFFLE_NM(T, U, N, 2) DPEX_SHUFFLE_NM(T, U, N, 4) \
    DPEX_SHUFFLE_NM(T, U, N, 8) DPEX_SHUFFLE_NM(T, U, N, 16)
#define DPEX_SHUFFLE(T, U) DPEX_SHUFFLE_N(T, U, 2) DPEX_SHUFFLE_N(T, U, 4) DPEX_SHUFFLE_N(T, U, \
    8) DPEX_SHUFFLE_N(T, U, 16)
DPEX_SHUFFLE(char, uchar) DPEX_SHUFFLE(uchar, uchar) DPEX_SHUFFLE(short, ushort)
    DPEX_SHUFFLE(ushort, ushort) DPEX_SHUFFLE(int, uint)
DPEX_SHUFFLE(uint, uint) DPEX_SHUFFLE(float, uint) DPEX_SHUFFLE(long, ulong) DPEX_SHUFFLE(ulong,
    ulong) DPEX_SHUFFLE(double, ulong)

//@ shuffle2
#define DPEX_SHUFFLE2_NM(T, U, N, M) \
    DPEX_FN T##N shuffle2(T##M a, T##M b, U##N mask) \
    { T##N r; for (int i = 0; i < N; i++) { uint k = (uint)mask[i] & (2 * M - 1); \
        r[i] = k < M ? a[k] : b[k - M]; } return r; }
#define DPEX_SHUFFLE2_N(T, U, N) DPEX_SHUFFLE2_NM(T, U, N, 2) DPEX_SHUFFLE2_NM(T, U, N, 4) \
    DPEX_SHUFFLE2_NM(T, U, N, 8) DPEX_SHUFFLE2_NM(T, U, N, 16)
#define DPEX_SHUFFLE2(T, U) DPEX_SHUFFLE2_N(T, U, 2) DPEX_SHUFFLE2_N(T, U, 4) DPEX_SHUFFLE2_N(T, \
    U, 8) DPEX_SHUFFLE2_N(T, U, 16)
DPEX_SHUFFLE2(char, uchar) DPEX_SHUFFLE2(uchar, uchar) DPEX_SHUFFLE2(short, ushort)
    DPEX_SHUFFLE2(ushort, ushort) DPEX_SHUFFLE2(int, uint)
DPEX_SHUFFLE2(uint, uint) DPEX_SHUFFLE2(float, uint) DPEX_SHUFFLE2(long, ulong)
    DPEX_SHUFFLE2(ulong, ulong) DPEX_SHUFFLE2(double, ulong)

//@ atomic_add atom_add
#define DPEX_ATOMIC_ADD(T) \
    DPEX_FN T atomic_add(volatile T *p, T v) { return __atomic_fetch_add((T *)p, v, \
        __ATOMIC_RELAXED); } \
    DPEX_FN T atom_add(volatile T *p, T v) { return __atomic_fetch_add((T *)p, v, \
        __ATOMIC_RELAXED); }
DPEX_ATOMIC_ADD(int) DPEX_ATOMIC_ADD(uint) DPEX_ATOMIC_ADD(long) DPEX_ATOMIC_ADD(ulong)

//@ atomic_sub atom_sub
#define DPEX_ATOMIC_SUB(T) \
    DPEX_FN T atomic_sub(volatile T *p, T v) { return __atomic_fetch_sub((T *)p, v, \
        __ATOMIC_RELAXED); } \
    DPEX_FN T atom_sub(volatile T *p, T v) { return __atomic_fetch_sub((T *)p, v, \
        __ATOMIC_RELAXED); }
DPEX_ATOMIC_SUB(int) DPEX_ATOMIC_SUB(uint) DPEX_ATOMIC_SUB(long) DPEX_ATOMIC_SUB(ulong)

//@ atomic_and atom_and
#define DPEX_ATOMIC_AND(T) \
    DPEX_FN T atomic_and(volatile T *p, T v) { return __atomic_fetch_and((T *)p, v, \
        __ATOMIC_RELAXED); } \
    DPEX_FN T atom_and(volatile T *p, T v) { return __atomic_fetch_and((T *)p, v, \
        __ATOMIC_RELAXED); }
DPEX_ATOMIC_AND(int) DPEX_ATOMIC_AND(uint) DPEX_ATOMIC_AND(long) DPEX_ATOMIC_AND(ulong)

//@ atomic_or atom_or
#define DPEX_ATOMIC_OR(T) \
    DPEX_FN T atomic_or(volatile T *p, T v) { return __atomic_fetch_or((T *)p, v, \
        __ATOMIC_RELAXED); } \
    DPEX_FN T atom_or(volatile T *p, T v) { return __atomic_fetch_or((T *)p, v, __ATOMIC_RELAXED); }
DPEX_ATOMIC_OR(int) DPEX_ATOMIC_OR(uint) DPEX_ATOMIC_OR(long) DPEX_ATOMIC_OR(ulong)

//@ atomic_xor atom_xor
#define DPEX_ATOMIC_XOR(T) \
    DPEX_FN T atomic_xor(volatile T *p, T v) { return __atomic_fetch_xor((T *)p, v, \
        __ATOMIC_RELAXED); } \
    DPEX_FN T atom_xor(volatile T *p, T v) { return __atomic_fetch_xor((T *)p, v, \
        __ATOMIC_RELAXED); }
DPEX_ATOMIC_XOR(int) DPEX_ATOMIC_XOR(uint) DPEX_ATOMIC_XOR(long) DPEX_ATOMIC_XOR(ulong)

//@ atomic_inc atom_inc
#define DPEX_ATOMIC_INC(T) \
    DPEX_FN T atomic_inc(volatile T *p) { return __atomic_fetch_add((T *)p, (T)1, \
        __ATOMIC_RELAXED); } \
    DPEX_FN T atom_inc(volatile T *p) { return __atomic_fetch_add((T *)p, (T)1, __ATOMIC_RELAXED); }
DPEX_ATOMIC_INC(int) DPEX_ATOMIC_INC(uint) DPEX_ATOMIC_INC(long) DPEX_ATOMIC_INC(ulong)

//@ atomic_dec atom_dec
#define DPEX_ATOMIC_DEC(T) \
    DPEX_FN T atomic_dec(volatile T *p) { return __atomic_fetch_sub((T *)p, (T)1, \
        __ATOMIC_RELAXED); } \
    DPEX_FN T atom_dec(volatile T *p) { return __atomic_fetch_sub((T *)p, (T)1, __ATOMIC_RELAXED); }
DPEX_ATOMIC_DEC(int) DPEX_ATOMIC_DEC(uint) DPEX_ATOMIC_DEC(long) DPEX_ATOMIC_DEC(ulong)

//@ atomic_min atom_min
#define DPEX_ATOMIC_MIN(T) \
    DPEX_FN T atomic_min(volatile T *p, T v) \
    { \
        T old = __atomic_load_n((T *)p, __ATOMIC_RELAXED); \
        while (v < old && !__atomic_compare_exchange_n((T *)p, (__private T *)&old, v, 1, \
            __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue; \
        return old; \
    } \
    DPEX_FN T atom_min(volatile T *p, T v) { return atomic_min(p, v); }
DPEX_ATOMIC_MIN(int) DPEX_ATOMIC_MIN(uint) DPEX_ATOMIC_MIN(long) DPEX_ATOMIC_MIN(ulong)

//@ atomic_max atom_max
#define DPEX_ATOMIC_MAX(T) \
    DPEX_FN T atomic_max(volatile T *p, T v) \
    { \
        T old = __atomic_load_n((T *)p, __ATOMIC_RELAXED); \
        while (v > old && !__atomic_compare_exchange_n((T *)p, (__private T *)&old, v, 1, \
            __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue; \
        return old; \
    } \
    DPEX_FN T atom_max(volatile T *p, T v) { return atomic_max(p, v); }
DPEX_ATOMIC_MAX(int) DPEX_ATOMIC_MAX(uint) DPEX_ATOMIC_MAX(long) DPEX_ATOMIC_MAX(ulong)

//@ atomic_xchg atom_xchg
#define DPEX_ATOMIC_XCHG(T) \
    DPEX_FN T atomic_xchg(volatile T *p, T v) { return __atomic_exchange_n((T *)p, v, \
        __ATOMIC_RELAXED); } \
    DPEX_FN T atom_xchg(volatile T *p, T v) { return __atomic_exchange_n((T *)p, v, \
        __ATOMIC_RELAXED); }
DPEX_ATOMIC_XCHG(int) DPEX_ATOMIC_XCHG(uint) DPEX_ATOMIC_XCHG(long) DPEX_ATOMIC_XCHG(ulong)
DPEX_FN float atomic_xchg(volatile float *p, float v)
{
    return __builtin_astype(__atomic_exchange_n((int *)p, __builtin_astype(v, int),
        __ATOMIC_RELAXED), float);
}

//@ atomic_cmpxchg atom_cmpxchg
#define DPEX_ATOMIC_CMPXCHG(T) \
    DPEX_FN T atomic_cmpxchg(volatile T *p, T expected, T v) \
    { __atomic_compare_exchange_n((T *)p, (__private T *)&expected, v, 0, __ATOMIC_RELAXED, \
        __ATOMIC_RELAXED); return expected; } \
    DPEX_FN T atom_cmpxchg(volatile T *p, T expected, T v) { return atomic_cmpxchg(p, expected, \
        v); }
DPEX_ATOMIC_CMPXCHG(int) DPEX_ATOMIC_CMPXCHG(uint) DPEX_ATOMIC_CMPXCHG(long)
    DPEX_ATOMIC_CMPXCHG(ulong)

//@ ATOMIC_VAR_INIT ATOMIC_FLAG_INIT atomic_init atomic_load atomic_store atomic_exchange atomic_compare_exchange_strong atomic_compare_exchange_weak atomic_flag_test_and_set atomic_flag_clear atomic_work_item_fence atomic_fetch_add atomic_fetch_sub atomic_fetch_or atomic_fetch_xor atomic_fetch_and atomic_fetch_min atomic_fetch_max atomic_load_explicit atomic_store_explicit atomic_exchange_explicit atomic_compare_exchange_strong_explicit atomic_compare_exchange_weak_explicit atomic_flag_test_and_set_explicit atomic_flag_clear_explicit atomic_fetch_add_explicit atomic_fetch_sub_explicit atomic_fetch_or_explicit atomic_fetch_xor_explicit atomic_fetch_and_explicit atomic_fetch_min_explicit atomic_fetch_max_explicit memory_order memory_scope memory_order_relaxed memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst memory_scope_work_item memory_scope_work_group memory_scope_device memory_scope_all_svm_devices memory_scope_sub_group
typedef enum memory_order {
    memory_order_relaxed = __ATOMIC_RELAXED, memory_order_acquire = __ATOMIC_ACQUIRE,
        memory_order_release = __ATOMIC_RELEASE,
    memory_order_acq_rel = __ATOMIC_ACQ_REL, memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;
typedef enum memory_scope {
    memory_scope_work_item = __OPENCL_MEMORY_SCOPE_WORK_ITEM, memory_scope_work_group =
        __OPENCL_MEMORY_SCOPE_WORK_GROUP,
    memory_scope_device = __OPENCL_MEMORY_SCOPE_DEVICE, memory_scope_all_svm_devices =
        __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES,
    memory_scope_sub_group = __OPENCL_MEMORY_SCOPE_SUB_GROUP
} memory_scope;
#define ATOMIC_VAR_INIT(v) (v)
#define ATOMIC_FLAG_INIT 0
#define atomic_work_item_fence(flags, order, scope) __atomic_thread_fence(order)
#define atomic_init(p, v) __opencl_atomic_init(p, v)
// The scope is for devices that have narrower ones; all items here share one memory.
#define DPEX_SCOPE memory_scope_all_svm_devices
#define atomic_load(p) __opencl_atomic_load(p, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_load_explicit(p, order, ...) __opencl_atomic_load(p, order, DPEX_SCOPE)
#define atomic_store(p, v) __opencl_atomic_store(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_store_explicit(p, v, order, ...) __opencl_atomic_store(p, v, order, DPEX_SCOPE)
#define atomic_exchange(p, v) __opencl_atomic_exchange(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_exchange_explicit(p, v, order, ...) __opencl_atomic_exchange(p, v, order, DPEX_SCOPE)
#define atomic_compare_exchange_strong(p, e, v) __opencl_atomic_compare_exchange_strong(p, e, v, \
    memory_order_seq_cst, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_compare_exchange_strong_explicit(p, e, v, order, other, ...) \
    __opencl_atomic_compare_exchange_strong(p, e, v, order, other, DPEX_SCOPE)
#define atomic_compare_exchange_weak(p, e, v) __opencl_atomic_compare_exchange_weak(p, e, v, \
    memory_order_seq_cst, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_compare_exchange_weak_explicit(p, e, v, order, other, ...) \
    __opencl_atomic_compare_exchange_weak(p, e, v, order, other, DPEX_SCOPE)
#define atomic_fetch_add(p, v) __opencl_atomic_fetch_add(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_add_explicit(p, v, order, ...) __opencl_atomic_fetch_add(p, v, order, \
    DPEX_SCOPE)
#define atomic_fetch_sub(p, v) __opencl_atomic_fetch_sub(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_sub_explicit(p, v, order, ...) __opencl_atomic_fetch_sub(p, v, order, \
    DPEX_SCOPE)
#define atomic_fetch_or(p, v) __opencl_atomic_fetch_or(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_or_explicit(p, v, order, ...) __opencl_atomic_fetch_or(p, v, order, DPEX_SCOPE)
#define atomic_fetch_xor(p, v) __opencl_atomic_fetch_xor(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_xor_explicit(p, v, order, ...) __opencl_atomic_fetch_xor(p, v, order, \
    DPEX_SCOPE)
#define atomic_fetch_and(p, v) __opencl_atomic_fetch_and(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_and_explicit(p, v, order, ...) __opencl_atomic_fetch_and(p, v, order, \
    DPEX_SCOPE)
#define atomic_fetch_min(p, v) __opencl_atomic_fetch_min(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_min_explicit(p, v, order, ...) __opencl_atomic_fetch_min(p, v, order, \
    DPEX_SCOPE)
#define atomic_fetch_max(p, v) __opencl_atomic_fetch_max(p, v, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_fetch_max_explicit(p, v, order, ...) __opencl_atomic_fetch_max(p, v, order, \
    DPEX_SCOPE)
#define atomic_flag_test_and_set(p) ((bool)__opencl_atomic_exchange(p, 1, memory_order_seq_cst, \
    DPEX_SCOPE))
#define atomic_flag_test_and_set_explicit(p, order, ...) ((bool)__opencl_atomic_exchange(p, 1, \
    order, DPEX_SCOPE))
#define atomic_flag_clear(p) __opencl_atomic_store(p, 0, memory_order_seq_cst, DPEX_SCOPE)
#define atomic_flag_clear_explicit(p, order, ...) __opencl_atomic_store(p, 0, order, DPEX_SCOPE)

//@ printf
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
int printf(__constant const char *restrict format, ...);

//@ dpex_round_rte dpex_round_rtp dpex_round_rtn
#define DPEX_ROUND_NOTHING(T, E) \
    DPEX_FN T dpex_round_rte(T a) { return a; } DPEX_FN T dpex_round_rtp(T a) { return a; } \
        DPEX_FN T dpex_round_rtn(T a) { return a; }
DPEX_INTEGERS(DPEX_ROUND_NOTHING)
DPEX_MATH1(dpex_round_rte, __builtin_rintf, __builtin_rint)
DPEX_MATH1(dpex_round_rtp, __builtin_ceilf, __builtin_ceil)
DPEX_MATH1(dpex_round_rtn, __builtin_floorf, __builtin_floor)
