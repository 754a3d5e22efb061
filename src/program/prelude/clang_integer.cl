// Integer functions for `clang -x cl`: sections, see clang_base.cl.

//@ abs
#define DPEX_ABS(T, U) \
    DPEX_FN U abs(T a) { return a < 0 ? -(U)a : (U)a; } DPEX_UNARY_V(abs, U, T) \
    DPEX_FN U abs(U a) { return a; } DPEX_UNARY_V(abs, U, U)
DPEX_ABS(char, uchar) DPEX_ABS(short, ushort) DPEX_ABS(int, uint) DPEX_ABS(long, ulong)

//@ abs_diff
#define DPEX_ABS_DIFF(T, U) DPEX_FN U abs_diff(T a, T b) { return a < b ? (U)b - (U)a : (U)a - \
    (U)b; } DPEX_BINARY_V(abs_diff, U, T, T)
DPEX_ABS_DIFF(char, uchar) DPEX_ABS_DIFF(short, ushort) DPEX_ABS_DIFF(int, uint)
    DPEX_ABS_DIFF(long, ulong)
DPEX_ABS_DIFF(uchar, uchar) DPEX_ABS_DIFF(ushort, ushort) DPEX_ABS_DIFF(uint, uint)
    DPEX_ABS_DIFF(ulong, ulong)

//@ add_sat
#define DPEX_ADD_SAT(T, low, high) \
    DPEX_FN T add_sat(T a, T b) { T r; return __builtin_add_overflow(a, b, (__private T *)&r) ? \
        (b < 0 ? (T)(low) : (T)(high)) : r; } DPEX_BINARY_V(add_sat, T, T, T)
DPEX_ADD_SAT(char, -128, 127) DPEX_ADD_SAT(uchar, 0, 255) DPEX_ADD_SAT(short, -32768, 32767)
    DPEX_ADD_SAT(ushort, 0, 65535) DPEX_ADD_SAT(int, INT_MIN, INT_MAX) DPEX_ADD_SAT(uint, 0,
    UINT_MAX) DPEX_ADD_SAT(long, LONG_MIN, LONG_MAX) DPEX_ADD_SAT(ulong, 0, ULONG_MAX)

//@ sub_sat
#define DPEX_SUB_SAT(T, low, high) \
    DPEX_FN T sub_sat(T a, T b) { T r; return __builtin_sub_overflow(a, b, (__private T *)&r) ? \
        (low == 0 || b > 0 ? (T)(low) : (T)(high)) : r; } DPEX_BINARY_V(sub_sat, T, T, T)
DPEX_SUB_SAT(char, -128, 127) DPEX_SUB_SAT(uchar, 0, 255) DPEX_SUB_SAT(short, -32768, 32767)
    DPEX_SUB_SAT(ushort, 0, 65535) DPEX_SUB_SAT(int, INT_MIN, INT_MAX) DPEX_SUB_SAT(uint, 0,
    UINT_MAX) DPEX_SUB_SAT(long, LONG_MIN, LONG_MAX) DPEX_SUB_SAT(ulong, 0, ULONG_MAX)

//@ hadd
#define DPEX_HADD(T, E) DPEX_FN T hadd(T a, T b) { return (a >> (T)(1)) + (b >> (T)(1)) + (a & b \
    & (T)(1)); }
DPEX_INTEGERS(DPEX_HADD)

//@ rhadd
#define DPEX_RHADD(T, E) DPEX_FN T rhadd(T a, T b) { return (a >> (T)(1)) + (b >> (T)(1)) + ((a \
    | b) & (T)(1)); }
DPEX_INTEGERS(DPEX_RHADD)

//@ clz
#define DPEX_CLZ(T, U) DPEX_FN T clz(T a) { return a ? (T)(__builtin_clzl((ulong)(U)a) - 8 * \
    (sizeof(ulong) - sizeof(T))) : (T)(8 * sizeof(T)); } DPEX_UNARY_V(clz, T, T)
DPEX_CLZ(char, uchar) DPEX_CLZ(short, ushort) DPEX_CLZ(int, uint) DPEX_CLZ(long, ulong)
DPEX_CLZ(uchar, uchar) DPEX_CLZ(ushort, ushort) DPEX_CLZ(uint, uint) DPEX_CLZ(ulong, ulong)

//@ ctz
#define DPEX_CTZ(T) DPEX_FN T ctz(T a) { return a ? (T)__builtin_ctzl((ulong)a) : (T)(8 * \
    sizeof(T)); } DPEX_UNARY_V(ctz, T, T)
DPEX_INTEGER_ELEMENTS(DPEX_CTZ)

//@ popcount
#define DPEX_POPCOUNT(T, U) DPEX_FN T popcount(T a) { return \
    (T)__builtin_popcountl((ulong)(U)a); } DPEX_UNARY_V(popcount, T, T)
DPEX_POPCOUNT(char, uchar) DPEX_POPCOUNT(short, ushort) DPEX_POPCOUNT(int, uint)
    DPEX_POPCOUNT(long, ulong)
DPEX_POPCOUNT(uchar, uchar) DPEX_POPCOUNT(ushort, ushort) DPEX_POPCOUNT(uint, uint)
    DPEX_POPCOUNT(ulong, ulong)

//@ rotate
#define DPEX_ROTATE(T, U) \
    DPEX_FN T rotate(T a, T n) { U k = (U)n & (8 * sizeof(T) - 1); \
        return k ? (T)(((U)a << k) | ((U)a >> (8 * sizeof(T) - k))) : a; } \
        DPEX_BINARY_V(rotate, T, T, T)
DPEX_ROTATE(char, uchar) DPEX_ROTATE(short, ushort) DPEX_ROTATE(int, uint) DPEX_ROTATE(long, ulong)
DPEX_ROTATE(uchar, uchar) DPEX_ROTATE(ushort, ushort) DPEX_ROTATE(uint, uint) DPEX_ROTATE(ulong,
    ulong)

//@ mul_hi
#define DPEX_MUL_HI(T, W) DPEX_FN T mul_hi(T a, T b) { return (T)(((W)a * (W)b) >> (8 * \
    sizeof(T))); } DPEX_BINARY_V(mul_hi, T, T, T)
DPEX_MUL_HI(char, int) DPEX_MUL_HI(uchar, uint) DPEX_MUL_HI(short, int) DPEX_MUL_HI(ushort, uint)
DPEX_MUL_HI(int, long) DPEX_MUL_HI(uint, ulong) DPEX_MUL_HI(long, __int128) DPEX_MUL_HI(ulong,
    unsigned __int128)

//@ mad_hi
#define DPEX_MAD_HI(T, E) DPEX_FN T mad_hi(T a, T b, T c) { return mul_hi(a, b) + c; }
DPEX_INTEGERS(DPEX_MAD_HI)

//@ mad_sat
#define DPEX_MAD_SAT(T, W, low, high) \
    DPEX_FN T mad_sat(T a, T b, T c) { W r = (W)a * (W)b + (W)c; \
        return r < (W)(low) ? (T)(low) : r > (W)(high) ? (T)(high) : (T)r; } \
        DPEX_TERNARY_V(mad_sat, T, T, T, T)
DPEX_MAD_SAT(char, long, -128, 127) DPEX_MAD_SAT(uchar, long, 0, 255) DPEX_MAD_SAT(short, long,
    -32768, 32767) DPEX_MAD_SAT(ushort, long, 0, 65535)
DPEX_MAD_SAT(int, __int128, INT_MIN, INT_MAX) DPEX_MAD_SAT(uint, __int128, 0, UINT_MAX)
    DPEX_MAD_SAT(long, __int128, LONG_MIN, LONG_MAX)
DPEX_MAD_SAT(ulong, unsigned __int128, 0, ULONG_MAX)

//@ mul24
#define DPEX_MUL24(T, E) DPEX_FN T mul24(T a, T b) { return a * b; }
DPEX_WIDTHS(DPEX_MUL24, int) DPEX_WIDTHS(DPEX_MUL24, uint)

//@ mad24
#define DPEX_MAD24(T, E) DPEX_FN T mad24(T a, T b, T c) { return a * b + c; }
DPEX_WIDTHS(DPEX_MAD24, int) DPEX_WIDTHS(DPEX_MAD24, uint)

//@ upsample
#define DPEX_UPSAMPLE(R, T, U, bits) \
    DPEX_FN R upsample(T high, U low) { return (R)(((R)high * ((R)1 << bits)) | (R)low); } \
        DPEX_BINARY_V(upsample, R, T, U)
DPEX_UPSAMPLE(short, char, uchar, 8) DPEX_UPSAMPLE(ushort, uchar, uchar, 8) DPEX_UPSAMPLE(int,
    short, ushort, 16)
DPEX_UPSAMPLE(uint, ushort, ushort, 16) DPEX_UPSAMPLE(long, int, uint, 32) DPEX_UPSAMPLE(ulong,
    uint, uint, 32)
