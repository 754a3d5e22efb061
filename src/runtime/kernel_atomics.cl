// The atomic operations of dpex/kernel.h in OpenCL C 1.2, for global and local memory: those that the language has, and
// compare-and-swap for the others.
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif
#define DPEX_OVER __attribute__((overloadable)) static inline
#define DPEX_LOOP(name, space, T, U, as_T, as_U, swap, sum, condition)                                                  \
    DPEX_OVER T k_atomic_##name(volatile space T *p, T x)                                                               \
    {                                                                                                                   \
        volatile space U *q = (volatile space U *)p;                                                                    \
        U bits = *q;                                                                                                    \
        for (;;) {                                                                                                      \
            T old = as_T(bits);                                                                                         \
            if (!(condition)) return old;                                                                               \
            U seen = swap(q, bits, as_U((T)(sum)));                                                                     \
            if (seen == bits) return old;                                                                               \
            bits = seen;                                                                                                \
        }                                                                                                               \
    }
#define DPEX_INT32(space, T)                                                                                            \
    DPEX_OVER T k_atomic_add(volatile space T *p, T x) { return atomic_add(p, x); }                                     \
    DPEX_OVER T k_atomic_min(volatile space T *p, T x) { return atomic_min(p, x); }                                     \
    DPEX_OVER T k_atomic_max(volatile space T *p, T x) { return atomic_max(p, x); }                                     \
    DPEX_OVER T k_atomic_exchange(volatile space T *p, T x) { return atomic_xchg(p, x); }                               \
    DPEX_OVER T k_atomic_and(volatile space T *p, T x) { return atomic_and(p, x); }                                     \
    DPEX_OVER T k_atomic_or(volatile space T *p, T x) { return atomic_or(p, x); }                                       \
    DPEX_OVER T k_atomic_xor(volatile space T *p, T x) { return atomic_xor(p, x); }                                     \
    DPEX_OVER T k_atomic_compare_exchange(volatile space T *p, T expected, T x) { return atomic_cmpxchg(p, expected, x); }
#define DPEX_INT64(space, T, as_T)                                                                                      \
    DPEX_OVER T k_atomic_add(volatile space T *p, T x) { return atom_add(p, x); }                                       \
    DPEX_OVER T k_atomic_exchange(volatile space T *p, T x) { return atom_xchg(p, x); }                                 \
    DPEX_OVER T k_atomic_compare_exchange(volatile space T *p, T expected, T x) { return atom_cmpxchg(p, expected, x); } \
    DPEX_LOOP(min, space, T, T, as_T, as_T, atom_cmpxchg, x, x < old)                                                   \
    DPEX_LOOP(max, space, T, T, as_T, as_T, atom_cmpxchg, x, x > old)                                                   \
    DPEX_LOOP(and, space, T, T, as_T, as_T, atom_cmpxchg, old &x, 1)                                                    \
    DPEX_LOOP(or, space, T, T, as_T, as_T, atom_cmpxchg, old | x, 1)                                                    \
    DPEX_LOOP(xor, space, T, T, as_T, as_T, atom_cmpxchg, old ^ x, 1)
#define DPEX_REALS(space, T, U, as_T, as_U, swap)                                                                       \
    DPEX_LOOP(add, space, T, U, as_T, as_U, swap, old + x, 1)                                                           \
    DPEX_LOOP(min, space, T, U, as_T, as_U, swap, x, x < old)                                                           \
    DPEX_LOOP(max, space, T, U, as_T, as_U, swap, x, x > old)                                                           \
    DPEX_LOOP(exchange, space, T, U, as_T, as_U, swap, x, 1)
#define DPEX_SPACE(space) DPEX_INT32(space, int) DPEX_INT32(space, uint) DPEX_REALS(space, float, uint, as_float, as_uint, atomic_cmpxchg)
DPEX_SPACE(global);
DPEX_SPACE(local);
#ifdef cl_khr_int64_base_atomics
#define DPEX_SPACE64(space) DPEX_INT64(space, long, as_long) DPEX_INT64(space, ulong, as_ulong)
DPEX_SPACE64(global);
DPEX_SPACE64(local);
#ifdef cl_khr_fp64
DPEX_REALS(global, double, ulong, as_double, as_ulong, atom_cmpxchg);
DPEX_REALS(local, double, ulong, as_double, as_ulong, atom_cmpxchg);
#endif
#endif
