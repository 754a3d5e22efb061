// The scalar subset of OpenCL C as C11 with GNU extensions.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#define bool _Bool
#define true 1
#define false 0
#define global
#define __global
#define constant const
#define __constant const
#define local
#define __local
#define private
#define __private
#define generic
#define __generic
#define __read_only
#define __write_only
#define DPEX_CL_EXPORT(declaration) __attribute__((visibility("default"))) declaration
#define DPEX_CL_CHECK_LOCAL(end) \
    _Static_assert((end) <= DPEX_CL_LOCAL_BYTES, "the local variables of a kernel take more than 64 KiB")
#define DPEX_CL_KIND(T) \
    _Generic(*(T *)0, float: DPEX_CL_FLOAT, double: DPEX_CL_FLOAT, char: DPEX_CL_INT, signed char: DPEX_CL_INT, \
             uchar: DPEX_CL_INT, short: DPEX_CL_INT, ushort: DPEX_CL_INT, int: DPEX_CL_INT, uint: DPEX_CL_INT, \
             long: DPEX_CL_INT, ulong: DPEX_CL_INT, default: DPEX_CL_OTHER)
#ifdef DPEX_DIAGNOSE
#define dpex_item ((dpex_cl_item *)0)
#define kernel
#define __kernel
#endif
