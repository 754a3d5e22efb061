/* Functions of complex numbers that device compilers do not have, in portable kernel C; special
 * values are those of Annex G of C99.
 *
 * K_COMPLEX_FUNCTIONS(suffix, C, R, f, largest): f is the ending of CUDA's names for the type;
 * largest, the greatest x for which exp(x) is finite. hypot(re, im) never overflows before its
 * result does. */
#define K_COMPLEX_FUNCTIONS(suffix, C, R, f, largest)                                              \
    static inline int k_finite_##suffix(R x)                                                       \
    {                                                                                              \
        return x - x == 0;                                                                         \
    }                                                                                              \
    static inline C k_exp_##suffix(C z)                                                            \
    {                                                                                              \
        R c = K_REAL(cos, f)(z.im), s = K_REAL(sin, f)(z.im);                                      \
        if (z.im == 0) return K_PARTS(C, K_REAL(exp, f)(z.re), z.im);                              \
        if (!k_finite_##suffix(z.im)) {                                                            \
            if (z.re - z.re == 0 || z.re != z.re) return K_PARTS(C, z.im - z.im, z.im - z.im);     \
            return z.re < 0 ? K_PARTS(C, 0, K_REAL(copysign, f)((R)0, z.im))                       \
                            : K_PARTS(C, z.re, z.im - z.im);                                       \
        }                                                                                          \
        if (z.re > largest && k_finite_##suffix(z.re)) {                                           \
            /* exp(re) alone overflows, while a small cosine or sine times it does not: half of \
             * the power on either side. */ \
            R e = K_REAL(exp, f)(z.re / 2);                                                        \
            return K_PARTS(C, e * c * e, e * s * e);                                               \
        }                                                                                          \
        R e = K_REAL(exp, f)(z.re);                                                                \
        return K_PARTS(C, e * c, e * s);                                                           \
    }                                                                                              \
    static inline C k_log_##suffix(C z)                                                            \
    {                                                                                              \
        R a = K_REAL(fabs, f)(z.re), b = K_REAL(fabs, f)(z.im);                                    \
        R large = a > b ? a : b, small = a > b ? b : a, angle = K_REAL(atan2, f)(z.im, z.re);      \
        R scale = 1, rest = 0; /* so that hypot neither overflows nor loses digits; by 2^80 */     \
        if (large > (R)1e36f) scale = (R)0x1p-80f, rest = (R)55.4517744447956248;                  \
        if (large < (R)1e-30f) scale = (R)0x1p80f, rest = -(R)55.4517744447956248;                 \
        R r = K_REAL(hypot, f)(a * scale, b * scale);                                              \
        R size = scale == 1 && r > (R)0.5f && r < 2                                                \
                     ? K_REAL(log1p, f)((large - 1) * (large + 1) + small * small) / 2             \
                     : K_REAL(log, f)(r) + rest;                                                   \
        return K_PARTS(C, size, angle);                                                            \
    }                                                                                              \
    static inline C k_sqrt_##suffix(C z)                                                           \
    {                                                                                              \
        R a = z.re, b = z.im;                                                                      \
        if (a == 0 && b == 0) return K_PARTS(C, 0, b);                                             \
        if (!k_finite_##suffix(b) && b == b) return K_PARTS(C, K_REAL(fabs, f)(b), b);             \
        if (a != a) return K_PARTS(C, a, a);                                                       \
        if (!k_finite_##suffix(a)) {                                                               \
            R other = b != b ? b : K_REAL(copysign, f)((R)0, b);                                   \
            if (a > 0) return K_PARTS(C, a, other);                                                \
            return K_PARTS(C, b != b ? b : (R)0, K_REAL(copysign, f)(a, b));                       \
        }                                                                                          \
        R scale = 1, root = 1;                                                                     \
        if (K_REAL(fabs, f)(a) > (R)1e36f || K_REAL(fabs, f)(b) > (R)1e36f) scale = (R)0.25f, root = 2;\
        if (K_REAL(fabs, f)(a) < (R)1e-30f && K_REAL(fabs, f)(b) < (R)1e-30f)                      \
            scale = (R)0x1p80f, root = (R)0x1p-40f;                                                \
        a *= scale, b *= scale;                                                                    \
        /* sqrt((|a| + |z|) / 2) adds numbers of one sign; the other part follows from b / (2 t), \
         * without cancellation (W. Kahan, Branch cuts for complex elementary functions, 1987). */ \
        R t = K_REAL(sqrt, f)((K_REAL(fabs, f)(a) + K_REAL(hypot, f)(a, b)) / 2);                  \
        R u = K_REAL(fabs, f)(b) / (2 * t);                                                        \
        t *= root, u *= root;                                                                      \
        return a >= 0 ? K_PARTS(C, t, K_REAL(copysign, f)(u, b))                                   \
                      : K_PARTS(C, u, K_REAL(copysign, f)(t, b));                                  \
    }                                                                                              \
    static inline C k_sin_##suffix(C z)                                                            \
    {                                                                                              \
        R a = z.re, b = z.im;                                                                      \
        if (a == 0) return K_PARTS(C, a, K_REAL(sinh, f)(b));                                      \
        if (!k_finite_##suffix(a)) {                                                               \
            R im = b == 0 || !k_finite_##suffix(b) ? b : a - a;                                    \
            return K_PARTS(C, a - a, im);                                                          \
        }                                                                                          \
        R s = K_REAL(sin, f)(a), c = K_REAL(cos, f)(a);                                            \
        if (b == 0) return K_PARTS(C, s, c * b);                                                   \
        if (K_REAL(fabs, f)(b) > largest) { /* cosh overflows before a small sine times it does */ \
            R e = K_REAL(exp, f)(K_REAL(fabs, f)(b) / 2);                                          \
            return K_PARTS(C, s * (e / 2) * e, (b < 0 ? -c : c) * (e / 2) * e);                    \
        }                                                                                          \
        return K_PARTS(C, s * K_REAL(cosh, f)(b), c * K_REAL(sinh, f)(b));                         \
    }                                                                                              \
    static inline C k_cos_##suffix(C z)                                                            \
    {                                                                                              \
        R a = z.re, b = z.im;                                                                      \
        if (a == 0) return K_PARTS(C, K_REAL(cosh, f)(b), b == b ? -a * K_REAL(copysign, f)((R)1, b) : a);\
        if (!k_finite_##suffix(a)) {                                                               \
            R re = !k_finite_##suffix(b) ? b * b : a - a;                                          \
            return K_PARTS(C, re, b == 0 ? b : a - a);                                             \
        }                                                                                          \
        R s = K_REAL(sin, f)(a), c = K_REAL(cos, f)(a);                                            \
        if (b == 0) return K_PARTS(C, c, -s * b);                                                  \
        if (K_REAL(fabs, f)(b) > largest) {                                                        \
            R e = K_REAL(exp, f)(K_REAL(fabs, f)(b) / 2);                                          \
            return K_PARTS(C, c * (e / 2) * e, (b < 0 ? s : -s) * (e / 2) * e);                    \
        }                                                                                          \
        return K_PARTS(C, c * K_REAL(cosh, f)(b), -s * K_REAL(sinh, f)(b));                        \
    }                                                                                              \
    static inline C k_sinh_##suffix(C z)                                                           \
    {                                                                                              \
        C rotated = k_sin_##suffix(K_PARTS(C, -z.im, z.re));                                        \
        return K_PARTS(C, rotated.im, -rotated.re);                                                  \
    }                                                                                              \
    static inline C k_cosh_##suffix(C z)                                                           \
    {                                                                                              \
        return k_cos_##suffix(K_PARTS(C, -z.im, z.re));                                            \
    }                                                                                              \
    /* Inverse functions after W. Kahan, Branch cuts for complex elementary functions (1987), with p = sqrt(1 - z) and\
     * q = sqrt(1 + z): no cancellation, and the sides of the cuts by the signs of zeros. */       \
    /* log(2 |z|) of numbers so large that the inverse functions are this and the angle, infinite ones too; else 0. */\
    static inline R k_far_##suffix(C z)                                                            \
    {                                                                                              \
        int is_far = K_REAL(fabs, f)(z.re) > (R)1e15f || K_REAL(fabs, f)(z.im) > (R)1e15f;         \
        return is_far ? k_log_##suffix(z).re + (R)0.693147180559945309 : (R)0;                     \
    }                                                                                              \
    static inline C k_acos_##suffix(C z)                                                           \
    {                                                                                              \
        R far = k_far_##suffix(z);                                                                 \
        if (far > 0)                                                                               \
            return K_PARTS(C, K_REAL(atan2, f)(K_REAL(fabs, f)(z.im), z.re),                       \
                           -K_REAL(copysign, f)(far, z.im));                                       \
        if (z.re == 0 && z.im != z.im) return K_PARTS(C, K_REAL(atan2, f)((R)1, (R)0), z.im);      \
        C p = k_sqrt_##suffix(K_PARTS(C, 1 - z.re, -z.im));                                        \
        C q = k_sqrt_##suffix(K_PARTS(C, 1 + z.re, z.im));                                         \
        return K_PARTS(C, 2 * K_REAL(atan2, f)(p.re, q.re),                                        \
                       K_REAL(asinh, f)(q.re * p.im - q.im * p.re));                               \
    }                                                                                              \
    static inline C k_asin_##suffix(C z)                                                           \
    {                                                                                              \
        R far = k_far_##suffix(z);                                                                 \
        if (far > 0)                                                                               \
            return K_PARTS(C, K_REAL(atan2, f)(z.re, K_REAL(fabs, f)(z.im)),                       \
                           K_REAL(copysign, f)(far, z.im));                                        \
        if (z.re == 0 && z.im != z.im) return z;                                                   \
        C p = k_sqrt_##suffix(K_PARTS(C, 1 - z.re, -z.im));                                        \
        C q = k_sqrt_##suffix(K_PARTS(C, 1 + z.re, z.im));                                         \
        return K_PARTS(C, K_REAL(atan2, f)(z.re, p.re * q.re - p.im * q.im),                       \
                       K_REAL(asinh, f)(p.re * q.im - p.im * q.re));                               \
    }                                                                                              \
    static inline C k_acosh_##suffix(C z)                                                          \
    {                                                                                              \
        R far = k_far_##suffix(z);                                                                 \
        if (far > 0) return K_PARTS(C, far, K_REAL(atan2, f)(z.im, z.re));                         \
        if (z.re == 0 && z.im != z.im) return K_PARTS(C, z.im, K_REAL(atan2, f)((R)1, (R)0));      \
        C p = k_sqrt_##suffix(K_PARTS(C, z.re - 1, z.im));                                         \
        C q = k_sqrt_##suffix(K_PARTS(C, z.re + 1, z.im));                                         \
        return K_PARTS(C, K_REAL(asinh, f)(p.re * q.re + p.im * q.im),                             \
                       2 * K_REAL(atan2, f)(p.im, q.re));                                          \
    }                                                                                              \
    static inline C k_asinh_##suffix(C z)                                                          \
    {                                                                                              \
        C rotated = k_asin_##suffix(K_PARTS(C, z.im, -z.re));                                       \
        return K_PARTS(C, -rotated.im, rotated.re);                                                  \
    }
K_COMPLEX_FUNCTIONS(c64, dpex_c64, float, f, 88.0f)
#ifndef K_NO_F64
K_COMPLEX_FUNCTIONS(c128, dpex_c128, double, , 709.0)
#endif
