/* NumPy's warning where a conversion drops imaginary parts. */
#ifndef OPENDPEX_CORE_LOSSY_H
#define OPENDPEX_CORE_LOSSY_H

#include "core.h"

/* Gives numpy.exceptions.ComplexWarning at the program's line; -1 where a filter makes it an exception. */
int core_warn_of_lost_parts(void);

/* To be called before a conversion of array elements. From complex numbers to bool nothing is lost: both parts count. */
static inline int core_warn_of_cast(dpex_dtype from, dpex_dtype to)
{
    const int is_complex = from == DPEX_C64 || from == DPEX_C128;
    if (!is_complex || to == DPEX_C64 || to == DPEX_C128 || to == DPEX_BOOL) return 0;
    return core_warn_of_lost_parts();
}

#endif
