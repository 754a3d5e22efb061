/* erfcx, erfinv and erfcinv, in portable kernel C: compiled here, and handed as text to device
 * compilers.
 *
 * Polynomials of our own: Chebyshev interpolants computed with 60 digits, as powers of a variable
 * between -1 and 1, highest first.
 * The forms are published ones: (1 + 2 x) erfcx(x) by (x - k) / (x + k) of M. Shepherd, J.
 * Laframboise (Mathematics of Computation 36, 1981), and erfinv(x) / x by w = -log(1 - x^2) of M.
 * Giles, "Approximating the erfinv function" (2010), here with one more piece, so that w may be as
 * large as erfcinv of the least number needs. */
#ifndef DPEX_OPS_LOOPS_PORTABLE_K_ERROR_FUNCTIONS_H
#define DPEX_OPS_LOOPS_PORTABLE_K_ERROR_FUNCTIONS_H

#ifndef K_DEVICE
#include "k_real_arithmetic.h"
#endif

/* Relative errors: 6e-18; w up to 6.25: 8e-18; its root r up to 4: 2e-17; up to 6.25: 2e-19;
 * erfinv(x) / (r x) by 1 / r beyond: 2e-16. */
/* clang-format off */
#define K_ERFCX(S, R) \
    S(R, 4.4349590700096283e-10) S(R, 3.110310719839165e-10) S(R, -5.2842869796314206e-9) \
    S(R, -3.7435680336345832e-9) S(R, 3.8965452548985968e-8) S(R, 2.3261913276696567e-8) \
    S(R, -2.5910696877966579e-7) S(R, -5.7215972559909872e-8) S(R, 1.7520579701663181e-6) \
    S(R, -9.7356190151826633e-7) S(R, -1.1444412439171723e-5) S(R, 2.2384240314224438e-5) \
    S(R, 5.1649211390702852e-5) S(R, -0.00029015408097952713) S(R, 0.00029371363428500813) \
    S(R, 0.0017556258530017258) S(R, -0.009746579552504243) S(R, 0.028362277418940665) \
    S(R, -0.058693398590212367) S(R, 0.092304321160378767) S(R, -0.10880393014171786) \
    S(R, 0.082276738490145159) S(R, 0.003585415485463775) S(R, -0.14024059858554696) \
    S(R, 1.2375126308378276)

#define K_ERFINV_NEAR(S, R) \
    S(R, -2.7032254091069343e-10) S(R, 7.689312733742569e-10) S(R, 1.5401738716654887e-9) \
    S(R, -8.5627877967429322e-9) S(R, 4.7923699961003877e-9) S(R, 3.9154731140230453e-8) \
    S(R, -9.8677131401742485e-8) S(R, -1.0185147576818286e-8) S(R, 5.3943206487070086e-7) \
    S(R, -1.0593214025407311e-6) S(R, -6.8371872181211699e-7) S(R, 7.1300572630824492e-6) \
    S(R, -1.1257319182677935e-5) S(R, -1.5027710420277575e-5) S(R, 9.3367391778047894e-5) \
    S(R, -0.00011688883993097131) S(R, -0.00026439366843661737) S(R, 0.0012324855686812835) \
    S(R, -0.0012716922684373015) S(R, -0.0041373143774144298) S(R, 0.017808361818295657) \
    S(R, -0.022604447453449802) S(R, -0.058922567103777843) S(R, 0.75049432007996357) \
    S(R, 1.6536545626831027)

#define K_ERFINV_MIDDLE(S, R) \
    S(R, -6.3858464048751912e-11) S(R, 3.9290565981829759e-12) S(R, 9.8504713312471309e-10) \
    S(R, -2.7195823537882848e-9) S(R, -3.6086983146965075e-10) S(R, 2.6703991718481456e-8) \
    S(R, -9.4698459375381102e-8) S(R, 9.2676427755231179e-8) S(R, 5.264680305425013e-7) \
    S(R, -2.6646983082852558e-6) S(R, 5.1273144703487668e-6) S(R, 2.4058391918338325e-6) \
    S(R, -4.7391826778828647e-5) S(R, 0.00016966502592018016) S(R, -0.00040063569842118247) \
    S(R, 0.00078830785099813529) S(R, -0.0015825410894034398) S(R, 0.0030211394363840698) \
    S(R, 0.75394422577062397) S(R, 3.0838856104922206)

#define K_ERFINV_FAR(S, R) \
    S(R, -8.9983313764523177e-12) S(R, 3.5016680978788438e-11) S(R, -3.9699847349544002e-11) \
    S(R, -5.7815233853809703e-11) S(R, 4.1839904151047413e-10) S(R, -1.4556453795308615e-9) \
    S(R, 3.8256820769529158e-9) S(R, -8.1671137581883052e-9) S(R, 1.4990900450305633e-8) \
    S(R, -2.5481987549986334e-8) S(R, 4.7015834870983238e-8) S(R, -1.1994820600562819e-7) \
    S(R, 4.3452951044141649e-7) S(R, -1.8159805540475998e-6) S(R, 7.597413857222852e-6) \
    S(R, -2.9895529852808035e-5) S(R, 0.0001036220853961164) S(R, -0.00025620231232898599) \
    S(R, -0.00026907124686991096) S(R, 1.1365383104872455) S(R, 4.9761913900162999)

#define K_ERFINV_LAST(S, R) \
    S(R, -3.7925525966866552e-10) S(R, 6.7370637940573996e-10) S(R, 9.7740409212154273e-10) \
    S(R, -1.7116057934469178e-9) S(R, -2.4438852370754101e-9) S(R, 4.3792199117725737e-9) \
    S(R, -1.3658345250691525e-10) S(R, 5.9225586444025988e-10) S(R, -8.7663685993975649e-9) \
    S(R, 1.7291517222119215e-8) S(R, -3.0784983455951492e-8) S(R, 6.4808235880410656e-8) \
    S(R, -1.4223716045145394e-7) S(R, 3.2003053605501048e-7) S(R, -7.5584955037687822e-7) \
    S(R, 1.9055726885076152e-6) S(R, -5.2271090185934276e-6) S(R, 1.6136317580227693e-5) \
    S(R, -6.5375426586827476e-5) S(R, 0.00040191945846831138) S(R, -0.0013919856240349966) \
    S(R, -0.010412974858427061) S(R, 0.98942162012009889)
/* clang-format on */

#define K_STEP(R, coefficient) p = p * u + (R)(coefficient);

#define K_ERROR_FUNCTIONS(suffix, R)                                                                        \
    /* exp(x^2) erfc(x); below 0 by 2 exp(x^2) - erfcx(-x), where what x^2 lost by rounding is put back. */ \
    static inline R k_erfcx_##suffix(R x)                                                                   \
    {                                                                                                       \
        const R size = k_fabs_##suffix(x), u = 1 - (R)7.5 / (size + (R)3.75);                               \
        R p = 0;                                                                                            \
        K_ERFCX(K_STEP, R)                                                                                  \
        p = p / 2 / ((R)0.5 + size);                                                                        \
        if (!(x < 0)) return x != x ? x : p;                                                                \
        const R square = x * x, whole = 2 * k_exp_##suffix(square);                                         \
        if (whole - whole != 0) return whole;                                                               \
        return whole + whole * k_product_error_##suffix(x, x, square) - p;                                  \
    }                                                                                                       \
    /* erfinv(x) / x for w = -log(1 - x^2). */                                                              \
    static inline R k_erfinv_ratio_##suffix(R w)                                                            \
    {                                                                                                       \
        R p = 0, u = (w - (R)3.125) * (R)0.32;                                                              \
        if (w < (R)6.25) {                                                                                  \
            K_ERFINV_NEAR(K_STEP, R)                                                                        \
            return p;                                                                                       \
        }                                                                                                   \
        const R root = k_sqrt_##suffix(w);                                                                  \
        if (root < 4) {                                                                                     \
            u = (root - (R)3.25) * (R)(4.0 / 3);                                                            \
            K_ERFINV_MIDDLE(K_STEP, R)                                                                      \
            return p;                                                                                       \
        }                                                                                                   \
        if (root < (R)6.25) {                                                                               \
            u = (root - (R)5.125) * (R)(8.0 / 9);                                                           \
            K_ERFINV_FAR(K_STEP, R)                                                                         \
            return p;                                                                                       \
        }                                                                                                   \
        u = (1 / root - (R)(137.0 / 1400)) * (R)(1400.0 / 87);                                              \
        K_ERFINV_LAST(K_STEP, R)                                                                            \
        return root * p;                                                                                    \
    }                                                                                                       \
    static inline R k_erfinv_##suffix(R x)                                                                  \
    {                                                                                                       \
        const R w = -k_log_##suffix((1 - x) * (1 + x));                                                     \
        if (x * x == 1) return x / (R)0;                                                                    \
        return x == 0 ? x : x * k_erfinv_ratio_##suffix(w);                                                 \
    }                                                                                                       \
    static inline R k_erfcinv_##suffix(R y)                                                                 \
    {                                                                                                       \
        const R w = -k_log_##suffix(y * (2 - y));                                                           \
        if (y == 0 || y == 2) return (1 - y) / (R)0;                                                        \
        return (1 - y) * k_erfinv_ratio_##suffix(w);                                                        \
    }

K_IF_F32(K_ERROR_FUNCTIONS(f32, float))
K_IF_F64(K_ERROR_FUNCTIONS(f64, double))
#undef K_ERROR_FUNCTIONS
#undef K_STEP

#endif
