/* Compiler-dependent attributes used by the public headers. */
#ifndef DPEX_MACROS_H
#define DPEX_MACROS_H

#ifdef __cplusplus
#define DPEX_EXTERN_C_BEGIN extern "C" {
#define DPEX_EXTERN_C_END   }
#else
#define DPEX_EXTERN_C_BEGIN
#define DPEX_EXTERN_C_END
#endif

#if defined(__GNUC__)
#define DPEX_API                     __attribute__((visibility("default")))
#define DPEX_PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#define DPEX_MUST_CHECK              __attribute__((warn_unused_result))
#else
#define DPEX_API
#define DPEX_PRINTF_LIKE(fmt, first)
#define DPEX_MUST_CHECK
#endif

#endif
