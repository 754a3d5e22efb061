// Builtin functions of OpenCL C for `clang -x cl` on the host.
// The part up to the first "//@" line is always there; a section belongs to the names on its "//@"
// line (prelude.h).
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#define DPEX_VECTORS(T) \
    typedef T T##2 __attribute__((ext_vector_type(2))); \
        typedef T T##3 __attribute__((ext_vector_type(3))); \
    typedef T T##4 __attribute__((ext_vector_type(4))); \
        typedef T T##8 __attribute__((ext_vector_type(8))); \
    typedef T T##16 __attribute__((ext_vector_type(16)));
DPEX_VECTORS(char) DPEX_VECTORS(uchar) DPEX_VECTORS(short) DPEX_VECTORS(ushort)
    DPEX_VECTORS(int) DPEX_VECTORS(uint)
DPEX_VECTORS(long) DPEX_VECTORS(ulong) DPEX_VECTORS(float) DPEX_VECTORS(double) DPEX_VECTORS(half)

#define DPEX_FN static inline __attribute__((overloadable, always_inline))
#define DPEX_CL_EXPORT(declaration) __attribute__((visibility("default"))) declaration
#define DPEX_CL_CHECK_LOCAL(end) \
    _Static_assert((end) <= DPEX_CL_LOCAL_BYTES, \
        "the local variables of a kernel take more than 256 KiB")
#define DPEX_CL_KIND(T) \
    (__builtin_types_compatible_p(T, float) || __builtin_types_compatible_p(T, double) ? \
        DPEX_CL_FLOAT \
     : __builtin_types_compatible_p(T, char) || __builtin_types_compatible_p(T, uchar) || \
       __builtin_types_compatible_p(T, short) || __builtin_types_compatible_p(T, ushort) || \
       __builtin_types_compatible_p(T, int) || __builtin_types_compatible_p(T, uint) || \
       __builtin_types_compatible_p(T, long) || __builtin_types_compatible_p(T, ulong) ? \
           DPEX_CL_INT : DPEX_CL_OTHER)
#ifdef DPEX_DIAGNOSE
#define dpex_item ((__private dpex_cl_item *)0)
#endif

// Vector forms of a function from its scalar form: halves are called until there are two elements
// or three.
#define DPEX_UNARY_V(F, R, T) \
    DPEX_FN R##2 F(T##2 a) { return (R##2)(F(a.x), F(a.y)); } \
    DPEX_FN R##3 F(T##3 a) { return (R##3)(F(a.x), F(a.y), F(a.z)); } \
    DPEX_FN R##4 F(T##4 a) { return (R##4)(F(a.lo), F(a.hi)); } \
    DPEX_FN R##8 F(T##8 a) { return (R##8)(F(a.lo), F(a.hi)); } \
    DPEX_FN R##16 F(T##16 a) { return (R##16)(F(a.lo), F(a.hi)); }
#define DPEX_BINARY_V(F, R, T, U) \
    DPEX_FN R##2 F(T##2 a, U##2 b) { return (R##2)(F(a.x, b.x), F(a.y, b.y)); } \
    DPEX_FN R##3 F(T##3 a, U##3 b) { return (R##3)(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z)); } \
    DPEX_FN R##4 F(T##4 a, U##4 b) { return (R##4)(F(a.lo, b.lo), F(a.hi, b.hi)); } \
    DPEX_FN R##8 F(T##8 a, U##8 b) { return (R##8)(F(a.lo, b.lo), F(a.hi, b.hi)); } \
    DPEX_FN R##16 F(T##16 a, U##16 b) { return (R##16)(F(a.lo, b.lo), F(a.hi, b.hi)); }
#define DPEX_TERNARY_V(F, R, T, U, W) \
    DPEX_FN R##2 F(T##2 a, U##2 b, W##2 c) { return (R##2)(F(a.x, b.x, c.x), F(a.y, b.y, c.y)); } \
    DPEX_FN R##3 F(T##3 a, U##3 b, W##3 c) { return (R##3)(F(a.x, b.x, c.x), F(a.y, b.y, c.y), \
        F(a.z, b.z, c.z)); } \
    DPEX_FN R##4 F(T##4 a, U##4 b, W##4 c) { return (R##4)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, \
        c.hi)); } \
    DPEX_FN R##8 F(T##8 a, U##8 b, W##8 c) { return (R##8)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, \
        c.hi)); } \
    DPEX_FN R##16 F(T##16 a, U##16 b, W##16 c) { return (R##16)(F(a.lo, b.lo, c.lo), F(a.hi, \
        b.hi, c.hi)); }
#define DPEX_MATH1(F, CF, CD) \
    DPEX_FN float F(float a) { return CF(a); } DPEX_UNARY_V(F, float, float) \
    DPEX_FN double F(double a) { return CD(a); } DPEX_UNARY_V(F, double, double)
#define DPEX_MATH2(F, CF, CD) \
    DPEX_FN float F(float a, float b) { return CF(a, b); } DPEX_BINARY_V(F, float, float, float) \
    DPEX_FN double F(double a, double b) { return CD(a, b); } \
        DPEX_BINARY_V(F, double, double, double)
#define DPEX_FLOAT1(F, CF) DPEX_FN float F(float a) { return CF(a); } DPEX_UNARY_V(F, float, float)
#define DPEX_FLOAT2(F, CF) DPEX_FN float F(float a, float b) { return CF(a, b); } \
    DPEX_BINARY_V(F, float, float, float)

// M(type, type of one element) for each scalar and vector type of a class.
#define DPEX_WIDTHS(M, T) M(T, T) M(T##2, T) M(T##3, T) M(T##4, T) M(T##8, T) M(T##16, T)
#define DPEX_SIGNED(M) DPEX_WIDTHS(M, char) DPEX_WIDTHS(M, short) DPEX_WIDTHS(M, int) \
    DPEX_WIDTHS(M, long)
#define DPEX_UNSIGNED(M) DPEX_WIDTHS(M, uchar) DPEX_WIDTHS(M, ushort) DPEX_WIDTHS(M, uint) \
    DPEX_WIDTHS(M, ulong)
#define DPEX_INTEGERS(M) DPEX_SIGNED(M) DPEX_UNSIGNED(M)
#define DPEX_REALS(M) DPEX_WIDTHS(M, float) DPEX_WIDTHS(M, double)
// M(type) for each element type.
#define DPEX_INTEGER_ELEMENTS(M) M(char) M(uchar) M(short) M(ushort) M(int) M(uint) M(long) M(ulong)
#define DPEX_ELEMENTS(M) DPEX_INTEGER_ELEMENTS(M) M(float) M(double)
// M(type of one element, width) for vector types of a class.
#define DPEX_EACH_WIDTH(M, T) M(T, 2) M(T, 3) M(T, 4) M(T, 8) M(T, 16)

#define DPEX_CONVERT_VECTOR(T, x) (__builtin_convertvector((x), T))
#define DPEX_AS(T, x) (__builtin_astype((x), T))
#define DPEX_SATURATE_VECTOR(T, E, low, high, n, x) \
    ({ __typeof__(x) dpex_s = (x); T dpex_r; \
       for (int dpex_i = 0; dpex_i < (n); dpex_i++) dpex_r[dpex_i] = DPEX_SATURATE(E, E, low, \
           high, 1, dpex_s[dpex_i]); \
       dpex_r; })
