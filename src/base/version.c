/* The version of the library that is loaded. */
#include "dpex/version.h"

const char *dpex_version(void)
{
    return DPEX_VERSION_TEXT;
}
