// Common, geometric and relational functions for `clang -x cl`: sections, see clang_base.cl.

//@ max
#define DPEX_MAX(T, E) DPEX_FN T max(T a, T b) { return a < b ? b : a; }
DPEX_INTEGERS(DPEX_MAX) DPEX_REALS(DPEX_MAX)
#define DPEX_MAX_SCALAR(T, N) DPEX_FN T##N max(T##N a, T b) { return max(a, (T##N)(b)); }
#define DPEX_MAX_SCALARS(T) DPEX_EACH_WIDTH(DPEX_MAX_SCALAR, T)
DPEX_ELEMENTS(DPEX_MAX_SCALARS)

//@ min
#define DPEX_MIN(T, E) DPEX_FN T min(T a, T b) { return b < a ? b : a; }
DPEX_INTEGERS(DPEX_MIN) DPEX_REALS(DPEX_MIN)
#define DPEX_MIN_SCALAR(T, N) DPEX_FN T##N min(T##N a, T b) { return min(a, (T##N)(b)); }
#define DPEX_MIN_SCALARS(T) DPEX_EACH_WIDTH(DPEX_MIN_SCALAR, T)
DPEX_ELEMENTS(DPEX_MIN_SCALARS)

//@ clamp
#define DPEX_CLAMP(T, E) DPEX_FN T clamp(T a, T low, T high) { a = a < low ? low : a; \
    return high < a ? high : a; }
DPEX_INTEGERS(DPEX_CLAMP) DPEX_REALS(DPEX_CLAMP)
#define DPEX_CLAMP_SCALAR(T, N) DPEX_FN T##N clamp(T##N a, T low, T high) { return clamp(a, \
    (T##N)(low), (T##N)(high)); }
#define DPEX_CLAMP_SCALARS(T) DPEX_EACH_WIDTH(DPEX_CLAMP_SCALAR, T)
DPEX_ELEMENTS(DPEX_CLAMP_SCALARS)

//@ mix
#define DPEX_MIX(T, E) DPEX_FN T mix(T a, T b, T t) { return a + (b - a) * t; }
DPEX_REALS(DPEX_MIX)
#define DPEX_MIX_SCALAR(T, N) DPEX_FN T##N mix(T##N a, T##N b, T t) { return a + (b - a) * t; }
DPEX_EACH_WIDTH(DPEX_MIX_SCALAR, float) DPEX_EACH_WIDTH(DPEX_MIX_SCALAR, double)

//@ step
#define DPEX_STEP(T, E) DPEX_FN T step(T edge, T a) { return a < edge ? (T)(0) : (T)(1); }
DPEX_REALS(DPEX_STEP)
#define DPEX_STEP_SCALAR(T, N) DPEX_FN T##N step(T edge, T##N a) { return step((T##N)(edge), a); }
DPEX_EACH_WIDTH(DPEX_STEP_SCALAR, float) DPEX_EACH_WIDTH(DPEX_STEP_SCALAR, double)

//@ smoothstep
#define DPEX_SMOOTHSTEP(T, E) \
    DPEX_FN T smoothstep(T low, T high, T a) \
    { \
        T t = (a - low) / (high - low); \
        t = t < (T)(0) ? (T)(0) : t > (T)(1) ? (T)(1) : t; \
        return t * t * ((T)(3) - (T)(2) * t); \
    }
DPEX_REALS(DPEX_SMOOTHSTEP)
#define DPEX_SMOOTHSTEP_SCALAR(T, N) DPEX_FN T##N smoothstep(T low, T high, T##N a) { return \
    smoothstep((T##N)(low), (T##N)(high), a); }
DPEX_EACH_WIDTH(DPEX_SMOOTHSTEP_SCALAR, float) DPEX_EACH_WIDTH(DPEX_SMOOTHSTEP_SCALAR, double)

//@ cross
#define DPEX_CROSS(T) \
    DPEX_FN T##3 cross(T##3 a, T##3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; } \
    DPEX_FN T##4 cross(T##4 a, T##4 b) { return (T##4)(cross(a.xyz, b.xyz), 0); }
DPEX_CROSS(float) DPEX_CROSS(double)

//@ dot
#define DPEX_DOT(T) \
    DPEX_FN T dot(T a, T b) { return a * b; } \
    DPEX_FN T dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; } \
    DPEX_FN T dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; } \
    DPEX_FN T dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
DPEX_DOT(float) DPEX_DOT(double)

//@ length
#define DPEX_LENGTH(T) \
    DPEX_LENGTH_OF(T, T) DPEX_LENGTH_OF(T, T##2) DPEX_LENGTH_OF(T, T##3) DPEX_LENGTH_OF(T, T##4)
#define DPEX_LENGTH_OF(T, V) DPEX_FN T length(V a) { return (T)__builtin_sqrt((double)dot(a, a)); }
DPEX_LENGTH(float) DPEX_LENGTH(double)

//@ distance
#define DPEX_DISTANCE(T) \
    DPEX_DISTANCE_OF(T, T) DPEX_DISTANCE_OF(T, T##2) DPEX_DISTANCE_OF(T, T##3) \
        DPEX_DISTANCE_OF(T, T##4)
#define DPEX_DISTANCE_OF(T, V) DPEX_FN T distance(V a, V b) { return length(a - b); }
DPEX_DISTANCE(float) DPEX_DISTANCE(double)

//@ normalize
#define DPEX_NORMALIZE(T) \
    DPEX_NORMALIZE_OF(T, T) DPEX_NORMALIZE_OF(T, T##2) DPEX_NORMALIZE_OF(T, T##3) \
        DPEX_NORMALIZE_OF(T, T##4)
#define DPEX_NORMALIZE_OF(T, V) DPEX_FN V normalize(V a) { T l = length(a); \
    return l > 0 ? a / l : a; }
DPEX_NORMALIZE(float) DPEX_NORMALIZE(double)

//@ fast_length
#define DPEX_FAST_LENGTH(T) \
    DPEX_FAST_LENGTH_OF(T, T) DPEX_FAST_LENGTH_OF(T, T##2) DPEX_FAST_LENGTH_OF(T, T##3) \
        DPEX_FAST_LENGTH_OF(T, T##4)
#define DPEX_FAST_LENGTH_OF(T, V) DPEX_FN T fast_length(V a) { return \
    (T)__builtin_sqrt((double)dot(a, a)); }
DPEX_FAST_LENGTH(float) DPEX_FAST_LENGTH(double)

//@ fast_distance
#define DPEX_FAST_DISTANCE(T) \
    DPEX_FAST_DISTANCE_OF(T, T) DPEX_FAST_DISTANCE_OF(T, T##2) DPEX_FAST_DISTANCE_OF(T, T##3) \
        DPEX_FAST_DISTANCE_OF(T, T##4)
#define DPEX_FAST_DISTANCE_OF(T, V) DPEX_FN T fast_distance(V a, V b) { return fast_length(a - b); }
DPEX_FAST_DISTANCE(float) DPEX_FAST_DISTANCE(double)

//@ fast_normalize
#define DPEX_FAST_NORMALIZE(T) \
    DPEX_FAST_NORMALIZE_OF(T, T) DPEX_FAST_NORMALIZE_OF(T, T##2) DPEX_FAST_NORMALIZE_OF(T, T##3) \
        DPEX_FAST_NORMALIZE_OF(T, T##4)
#define DPEX_FAST_NORMALIZE_OF(T, V) DPEX_FN V fast_normalize(V a) { T l = fast_length(a); \
    return l > 0 ? a / l : a; }
DPEX_FAST_NORMALIZE(float) DPEX_FAST_NORMALIZE(double)

//@ isequal
DPEX_FN int isequal(float a, float b) { return a == b; }
DPEX_FN int isequal(double a, double b) { return a == b; }
#define DPEX_ISEQUAL_F(T, N) DPEX_FN int##N isequal(float##N a, float##N b) { return a == b; }
#define DPEX_ISEQUAL_D(T, N) DPEX_FN long##N isequal(double##N a, double##N b) { return a == b; }
DPEX_EACH_WIDTH(DPEX_ISEQUAL_F, float) DPEX_EACH_WIDTH(DPEX_ISEQUAL_D, double)

//@ isnotequal
DPEX_FN int isnotequal(float a, float b) { return a != b; }
DPEX_FN int isnotequal(double a, double b) { return a != b; }
#define DPEX_ISNOTEQUAL_F(T, N) DPEX_FN int##N isnotequal(float##N a, float##N b) { return a != b; }
#define DPEX_ISNOTEQUAL_D(T, N) DPEX_FN long##N isnotequal(double##N a, double##N b) { return a \
    != b; }
DPEX_EACH_WIDTH(DPEX_ISNOTEQUAL_F, float) DPEX_EACH_WIDTH(DPEX_ISNOTEQUAL_D, double)

//@ isgreater
DPEX_FN int isgreater(float a, float b) { return a > b; }
DPEX_FN int isgreater(double a, double b) { return a > b; }
#define DPEX_ISGREATER_F(T, N) DPEX_FN int##N isgreater(float##N a, float##N b) { return a > b; }
#define DPEX_ISGREATER_D(T, N) DPEX_FN long##N isgreater(double##N a, double##N b) { return a > b; }
DPEX_EACH_WIDTH(DPEX_ISGREATER_F, float) DPEX_EACH_WIDTH(DPEX_ISGREATER_D, double)

//@ isgreaterequal
DPEX_FN int isgreaterequal(float a, float b) { return a >= b; }
DPEX_FN int isgreaterequal(double a, double b) { return a >= b; }
#define DPEX_ISGREATEREQUAL_F(T, N) DPEX_FN int##N isgreaterequal(float##N a, float##N b) { \
    return a >= b; }
#define DPEX_ISGREATEREQUAL_D(T, N) DPEX_FN long##N isgreaterequal(double##N a, double##N b) { \
    return a >= b; }
DPEX_EACH_WIDTH(DPEX_ISGREATEREQUAL_F, float) DPEX_EACH_WIDTH(DPEX_ISGREATEREQUAL_D, double)

//@ isless
DPEX_FN int isless(float a, float b) { return a < b; }
DPEX_FN int isless(double a, double b) { return a < b; }
#define DPEX_ISLESS_F(T, N) DPEX_FN int##N isless(float##N a, float##N b) { return a < b; }
#define DPEX_ISLESS_D(T, N) DPEX_FN long##N isless(double##N a, double##N b) { return a < b; }
DPEX_EACH_WIDTH(DPEX_ISLESS_F, float) DPEX_EACH_WIDTH(DPEX_ISLESS_D, double)

//@ islessequal
DPEX_FN int islessequal(float a, float b) { return a <= b; }
DPEX_FN int islessequal(double a, double b) { return a <= b; }
#define DPEX_ISLESSEQUAL_F(T, N) DPEX_FN int##N islessequal(float##N a, float##N b) { return a \
    <= b; }
#define DPEX_ISLESSEQUAL_D(T, N) DPEX_FN long##N islessequal(double##N a, double##N b) { return \
    a <= b; }
DPEX_EACH_WIDTH(DPEX_ISLESSEQUAL_F, float) DPEX_EACH_WIDTH(DPEX_ISLESSEQUAL_D, double)

//@ islessgreater
DPEX_FN int islessgreater(float a, float b) { return a < b || a > b; }
DPEX_FN int islessgreater(double a, double b) { return a < b || a > b; }
#define DPEX_ISLESSGREATER_F(T, N) DPEX_FN int##N islessgreater(float##N a, float##N b) { return \
    (a < b) | (a > b); }
#define DPEX_ISLESSGREATER_D(T, N) DPEX_FN long##N islessgreater(double##N a, double##N b) { \
    return (a < b) | (a > b); }
DPEX_EACH_WIDTH(DPEX_ISLESSGREATER_F, float) DPEX_EACH_WIDTH(DPEX_ISLESSGREATER_D, double)

//@ isordered
DPEX_FN int isordered(float a, float b) { return a == a && b == b; }
DPEX_FN int isordered(double a, double b) { return a == a && b == b; }
#define DPEX_ISORDERED_F(T, N) DPEX_FN int##N isordered(float##N a, float##N b) { return (a == \
    a) & (b == b); }
#define DPEX_ISORDERED_D(T, N) DPEX_FN long##N isordered(double##N a, double##N b) { return (a \
    == a) & (b == b); }
DPEX_EACH_WIDTH(DPEX_ISORDERED_F, float) DPEX_EACH_WIDTH(DPEX_ISORDERED_D, double)

//@ isunordered
DPEX_FN int isunordered(float a, float b) { return a != a || b != b; }
DPEX_FN int isunordered(double a, double b) { return a != a || b != b; }
#define DPEX_ISUNORDERED_F(T, N) DPEX_FN int##N isunordered(float##N a, float##N b) { return (a \
    != a) | (b != b); }
#define DPEX_ISUNORDERED_D(T, N) DPEX_FN long##N isunordered(double##N a, double##N b) { return \
    (a != a) | (b != b); }
DPEX_EACH_WIDTH(DPEX_ISUNORDERED_F, float) DPEX_EACH_WIDTH(DPEX_ISUNORDERED_D, double)

//@ isnan
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int isnan(float a) { int b = __builtin_astype(a, int);
    return (b & 0x7fffffff) > 0x7f800000; }
DPEX_FN int isnan(double a) { long b = __builtin_astype(a, long);
    return (b & 0x7fffffffffffffffl) > 0x7ff0000000000000l; }
#define DPEX_ISNAN_F(T, N) DPEX_FN int##N isnan(float##N a) { int##N b = __builtin_astype(a, \
    int##N); return (b & 0x7fffffff) > 0x7f800000; }
#define DPEX_ISNAN_D(T, N) DPEX_FN long##N isnan(double##N a) { long##N b = __builtin_astype(a, \
    long##N); return (b & 0x7fffffffffffffffl) > 0x7ff0000000000000l; }
DPEX_EACH_WIDTH(DPEX_ISNAN_F, float) DPEX_EACH_WIDTH(DPEX_ISNAN_D, double)

//@ isinf
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int isinf(float a) { int b = __builtin_astype(a, int);
    return (b & 0x7fffffff) == 0x7f800000; }
DPEX_FN int isinf(double a) { long b = __builtin_astype(a, long);
    return (b & 0x7fffffffffffffffl) == 0x7ff0000000000000l; }
#define DPEX_ISINF_F(T, N) DPEX_FN int##N isinf(float##N a) { int##N b = __builtin_astype(a, \
    int##N); return (b & 0x7fffffff) == 0x7f800000; }
#define DPEX_ISINF_D(T, N) DPEX_FN long##N isinf(double##N a) { long##N b = __builtin_astype(a, \
    long##N); return (b & 0x7fffffffffffffffl) == 0x7ff0000000000000l; }
DPEX_EACH_WIDTH(DPEX_ISINF_F, float) DPEX_EACH_WIDTH(DPEX_ISINF_D, double)

//@ isfinite
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int isfinite(float a) { int b = __builtin_astype(a, int);
    return (b & 0x7fffffff) < 0x7f800000; }
DPEX_FN int isfinite(double a) { long b = __builtin_astype(a, long);
    return (b & 0x7fffffffffffffffl) < 0x7ff0000000000000l; }
#define DPEX_ISFINITE_F(T, N) DPEX_FN int##N isfinite(float##N a) { int##N b = \
    __builtin_astype(a, int##N); return (b & 0x7fffffff) < 0x7f800000; }
#define DPEX_ISFINITE_D(T, N) DPEX_FN long##N isfinite(double##N a) { long##N b = \
    __builtin_astype(a, long##N); return (b & 0x7fffffffffffffffl) < 0x7ff0000000000000l; }
DPEX_EACH_WIDTH(DPEX_ISFINITE_F, float) DPEX_EACH_WIDTH(DPEX_ISFINITE_D, double)

//@ isnormal
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int isnormal(float a) { int b = __builtin_astype(a, int);
    return ((b & 0x7fffffff) < 0x7f800000) & ((b & 0x7fffffff) >= 0x800000); }
DPEX_FN int isnormal(double a) { long b = __builtin_astype(a, long);
    return ((b & 0x7fffffffffffffffl) < 0x7ff0000000000000l) & ((b & 0x7fffffffffffffffl) >=
    0x10000000000000l); }
#define DPEX_ISNORMAL_F(T, N) DPEX_FN int##N isnormal(float##N a) { int##N b = \
    __builtin_astype(a, int##N); return ((b & 0x7fffffff) < 0x7f800000) & ((b & 0x7fffffff) >= \
    0x800000); }
#define DPEX_ISNORMAL_D(T, N) DPEX_FN long##N isnormal(double##N a) { long##N b = \
    __builtin_astype(a, long##N); return ((b & 0x7fffffffffffffffl) < 0x7ff0000000000000l) & ((b \
    & 0x7fffffffffffffffl) >= 0x10000000000000l); }
DPEX_EACH_WIDTH(DPEX_ISNORMAL_F, float) DPEX_EACH_WIDTH(DPEX_ISNORMAL_D, double)

//@ signbit
// By bits: an option may allow the compiler to take comparisons with NaN and infinity for granted.
DPEX_FN int signbit(float a) { int b = __builtin_astype(a, int); return b < 0; }
DPEX_FN int signbit(double a) { long b = __builtin_astype(a, long); return b < 0; }
#define DPEX_SIGNBIT_F(T, N) DPEX_FN int##N signbit(float##N a) { int##N b = __builtin_astype(a, \
    int##N); return b < 0; }
#define DPEX_SIGNBIT_D(T, N) DPEX_FN long##N signbit(double##N a) { long##N b = \
    __builtin_astype(a, long##N); return b < 0; }
DPEX_EACH_WIDTH(DPEX_SIGNBIT_F, float) DPEX_EACH_WIDTH(DPEX_SIGNBIT_D, double)

//@ any
#define DPEX_ANY(T) \
    DPEX_FN int any(T a) { return a < 0; } \
    DPEX_FN int any(T##2 a) { return (T)(a.x | a.y) < 0; } \
    DPEX_FN int any(T##3 a) { return (T)(a.x | a.y | a.z) < 0; } \
    DPEX_FN int any(T##4 a) { return any(a.lo | a.hi); } \
    DPEX_FN int any(T##8 a) { return any(a.lo | a.hi); } \
    DPEX_FN int any(T##16 a) { return any(a.lo | a.hi); }
DPEX_ANY(char) DPEX_ANY(short) DPEX_ANY(int) DPEX_ANY(long)

//@ all
#define DPEX_ALL(T) \
    DPEX_FN int all(T a) { return a < 0; } \
    DPEX_FN int all(T##2 a) { return (T)(a.x & a.y) < 0; } \
    DPEX_FN int all(T##3 a) { return (T)(a.x & a.y & a.z) < 0; } \
    DPEX_FN int all(T##4 a) { return all(a.lo & a.hi); } \
    DPEX_FN int all(T##8 a) { return all(a.lo & a.hi); } \
    DPEX_FN int all(T##16 a) { return all(a.lo & a.hi); }
DPEX_ALL(char) DPEX_ALL(short) DPEX_ALL(int) DPEX_ALL(long)

//@ select
// Scalars are chosen by the value of the third argument, elements of vectors by its highest bit.
#define DPEX_SELECT(T, I, U) \
    DPEX_FN T select(T a, T b, I c) { return c ? b : a; } \
        DPEX_FN T select(T a, T b, U c) { return c ? b : a; } \
    DPEX_SELECT_V(T, I, U, 2) DPEX_SELECT_V(T, I, U, 3) DPEX_SELECT_V(T, I, U, 4) \
        DPEX_SELECT_V(T, I, U, 8) DPEX_SELECT_V(T, I, U, 16)
#define DPEX_SELECT_V(T, I, U, N) \
    DPEX_FN T##N select(T##N a, T##N b, I##N c) { return c < (I##N)(0) ? b : a; } \
    DPEX_FN T##N select(T##N a, T##N b, U##N c) { return __builtin_astype(c, I##N) < (I##N)(0) ? \
        b : a; }
DPEX_SELECT(char, char, uchar) DPEX_SELECT(uchar, char, uchar) DPEX_SELECT(short, short, ushort)
    DPEX_SELECT(ushort, short, ushort)
DPEX_SELECT(int, int, uint) DPEX_SELECT(uint, int, uint) DPEX_SELECT(float, int, uint)
DPEX_SELECT(long, long, ulong) DPEX_SELECT(ulong, long, ulong) DPEX_SELECT(double, long, ulong)

//@ bitselect
#define DPEX_BITSELECT(T, E) DPEX_FN T bitselect(T a, T b, T c) { return (a & ~c) | (b & c); }
DPEX_INTEGERS(DPEX_BITSELECT)
#define DPEX_BITSELECT_REAL(T, I) \
    DPEX_FN T bitselect(T a, T b, T c) { return __builtin_astype(bitselect(__builtin_astype(a, \
        I), __builtin_astype(b, I), __builtin_astype(c, I)), T); }
#define DPEX_BITSELECT_F(T, N) DPEX_BITSELECT_REAL(float##N, int##N)
#define DPEX_BITSELECT_D(T, N) DPEX_BITSELECT_REAL(double##N, long##N)
DPEX_BITSELECT_REAL(float, int) DPEX_BITSELECT_REAL(double, long)
DPEX_EACH_WIDTH(DPEX_BITSELECT_F, float) DPEX_EACH_WIDTH(DPEX_BITSELECT_D, double)
