/* Values of all dtypes as the conformance program sees them, and their comparison. */
#ifndef DPEX_CONFORMANCE_VALUE_H
#define DPEX_CONFORMANCE_VALUE_H

#include <stddef.h>

#include "dpex/op.h"

/* An integer exactly, or the two parts of a real or complex number exactly. */
typedef struct value {
    __int128 integer;
    long double re, im;
} value;

/* The value behind an element's bytes, and the bytes of the value nearest to it (integers wrap). */
value value_load(const void *bytes, dpex_dtype dtype);
void value_store(const value *v, dpex_dtype dtype, void *bytes);

int is_integer(dpex_dtype dtype); /* bool, signed and unsigned */
int is_complex(dpex_dtype dtype);

/* Fills n elements from the sequence that (seed) starts: special values first, then numbers of the domain. */
typedef enum domain {
    DOMAIN_ANY,
    DOMAIN_SMALL,
    DOMAIN_POSITIVE,
    DOMAIN_UNIT,
    DOMAIN_FINITE,
    DOMAIN_COUNT
} domain;
void fill_values(void *elements, size_t n, dpex_dtype dtype, domain domain, unsigned seed);

/* Units in the last place of `dtype` between two results, of complex numbers by the distance relative to the modulus; 0 for
 * equal ones, NaNs and signed zeros included; HUGE_VAL where one is special and the other is not that. */
double distance(const value *got, const value *expected, dpex_dtype dtype);

/* The order of sort: negative, 0 or positive as a comes before b, is equal to it, or comes after it. */
int value_order(const value *a, const value *b, dpex_dtype dtype);

/* "-1.5" or "(1, nan)" into a buffer of VALUE_TEXT_BYTES. */
enum { VALUE_TEXT_BYTES = 96 };
const char *value_text(const value *v, dpex_dtype dtype, char *text);

#endif
