// Builtin functions of OpenCL C for `clang -x cl` on the host.
// The part up to the first "//@" line is always there; a section belongs to the names on its "//@" line (prelude.h).
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
    typedef T T##2 __attribute__((ext_vector_type(2))); typedef T T##3 __attribute__((ext_vector_type(3))); \
    typedef T T##4 __attribute__((ext_vector_type(4))); typedef T T##8 __attribute__((ext_vector_type(8))); \
    typedef T T##16 __attribute__((ext_vector_type(16)));
DPEX_VECTORS(char) DPEX_VECTORS(uchar) DPEX_VECTORS(short) DPEX_VECTORS(ushort) DPEX_VECTORS(int) DPEX_VECTORS(uint)
DPEX_VECTORS(long) DPEX_VECTORS(ulong) DPEX_VECTORS(float) DPEX_VECTORS(double) DPEX_VECTORS(half)

#define DPEX_FN static inline __attribute__((overloadable, always_inline))
#define DPEX_CL_EXPORT(declaration) __attribute__((visibility("default"))) declaration
#define DPEX_CL_CHECK_LOCAL(end) \
    _Static_assert((end) <= DPEX_CL_LOCAL_BYTES, "the local variables of a kernel take more than 64 KiB")
#define DPEX_CL_KIND(T) \
    (__builtin_types_compatible_p(T, float) || __builtin_types_compatible_p(T, double) ? DPEX_CL_FLOAT \
     : __builtin_types_compatible_p(T, char) || __builtin_types_compatible_p(T, uchar) || \
       __builtin_types_compatible_p(T, short) || __builtin_types_compatible_p(T, ushort) || \
       __builtin_types_compatible_p(T, int) || __builtin_types_compatible_p(T, uint) || \
       __builtin_types_compatible_p(T, long) || __builtin_types_compatible_p(T, ulong) ? DPEX_CL_INT : DPEX_CL_OTHER)
#ifdef DPEX_DIAGNOSE
#define dpex_item ((__private dpex_cl_item *)0)
#endif
