/* The typed function table of a driver, and the names of its error codes. */
#include "backend/opencl/cl.h"

#include <string.h>

/* The first index of the functions of OpenCL 1.2, 2.0 and 2.1 in the dispatch table of cl_khr_icd.
 * Indices are those of the ICD's table, which only grows. */
enum { FIRST_OF_1_2 = 93, FIRST_OF_2_0 = 123, FIRST_OF_2_1 = 137 };

static int is_there(int index, int version)
{
    if (index >= FIRST_OF_2_1) return version >= 210;
    if (index >= FIRST_OF_2_0) return version >= 200;
    if (index >= FIRST_OF_1_2) return version >= 120;
    return 1;
}

void cl_api_fill(cl_api *api, void *const *table, int version)
{
    memset(api, 0, sizeof *api);
/* Entries that the platform's version does not have may be garbage, so they are not copied. */
#define DPEX_CL(index, result, name, parameters)                                                   \
    if (is_there(index, version)) memcpy(&api->name, &table[index], sizeof table[index]);
#include "defs/opencl_api.def"
#undef DPEX_CL
}

const char *cl_error_name(cl_int code)
{
    switch (code) {
#define DPEX_CL_ERROR(name, value)                                                                 \
    case value:                                                                                    \
        return #name;
#include "defs/opencl_errors.def"
#undef DPEX_CL_ERROR
    default: return "unknown OpenCL error";
    }
}
