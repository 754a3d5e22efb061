/* See loops.h. Compiled with -O3 -march=native -ffast-math -fopenmp: then the compiler sums in vectors and calls the vector functions of
 * the C library. */
#include "loops.h"

#include <math.h>

void loop_polynomial(const double *x, double *y, size_t n)
{
#pragma omp parallel for simd schedule(static)
    for (size_t i = 0; i < n; i++) y[i] = 3 + x[i] * (1 + x[i] * (-0.5 + 0.3 * x[i]));
}

void loop_density(const double *points, size_t n_points, const double *samples, size_t n, double h,
                  double *out)
{
    double scale = 1 / h;
    for (size_t p = 0; p < n_points; p++) {
        double at = points[p], total = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : total)
        for (size_t i = 0; i < n; i++) {
            double z = (at - samples[i]) * scale;
            total += exp(-0.5 * z * z);
        }
        out[p] = total;
    }
}

double loop_sum(const double *x, size_t n)
{
    double total = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : total)
    for (size_t i = 0; i < n; i++) total += x[i];
    return total;
}
