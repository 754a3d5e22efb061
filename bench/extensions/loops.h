/* The hand-written loops that kernels in C++ are compared with: threads by OpenMP, vectors by the compiler. */
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void loop_polynomial(const double *x, double *y, size_t n);
/* out[p] = sum over samples of exp(-((points[p] - sample) / h)^2 / 2), not normalized. */
void loop_density(const double *points, size_t n_points, const double *samples, size_t n, double h,
                  double *out);
double loop_sum(const double *x, size_t n);

#ifdef __cplusplus
}
#endif

#endif
