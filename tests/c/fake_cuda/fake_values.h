/* Numbers of the four types of LAPACK, by its letters S, D, C, Z, as complex ones. */
#ifndef DPEX_TESTS_FAKE_VALUES_H
#define DPEX_TESTS_FAKE_VALUES_H

#include <complex.h>
#include <stddef.h>

static inline char fake_real_of(char type)
{
    return type == 'C' ? 'S' : type == 'Z' ? 'D' : type;
}

static inline double complex fake_load(char type, const void *x, size_t at)
{
    switch (type) {
    case 'S': return (double)((const float *)x)[at];
    case 'D': return ((const double *)x)[at];
    case 'C': return (double complex)((const float complex *)x)[at];
    default: return ((const double complex *)x)[at];
    }
}

static inline void fake_store(char type, void *x, size_t at, double complex value)
{
    switch (type) {
    case 'S': ((float *)x)[at] = (float)creal(value); return;
    case 'D': ((double *)x)[at] = creal(value); return;
    case 'C': ((float complex *)x)[at] = (float complex)value; return;
    default: ((double complex *)x)[at] = value;
    }
}

#endif
