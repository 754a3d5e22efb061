/* How extensions reach libdpex: through a table of functions that the binding exports, never
 * by linking it. (Tools that make wheels copy the libraries that an extension links, and a
 * second copy of the runtime would not share the first one's queues and memory.) Extensions for Python
 * get the table with dpex/python.h. */
#ifndef DPEX_FUNCTION_TABLE_H
#define DPEX_FUNCTION_TABLE_H

#include "blas.h"
#include "crew.h"
#include "lapack.h"
#include "launch.h"
#include "memory.h"
#include "object.h"
#include "program.h"
#include "queue.h"

DPEX_EXTERN_C_BEGIN

/* Changes only if the table ceases to be append-only. */
#define DPEX_FUNCTION_TABLE_VERSION 1
/* Attribute of the module opendpex._core that holds the table, and the name of its capsule. */
#define DPEX_FUNCTION_TABLE_ATTRIBUTE "_function_table"
#define DPEX_FUNCTION_TABLE_CAPSULE   "opendpex.function_table"

typedef struct dpex_function_table {
    size_t bytes; /* of the whole struct: an older library's is shorter */
    uint32_t table_version;
#define DPEX_FUNCTION(result, name, parameters) result(*name) parameters;
#include "defs/function_table.def"
#undef DPEX_FUNCTION
} dpex_function_table;

/* The library's table; lives as long as the process. */
DPEX_API const dpex_function_table *dpex_function_table_get(void);

DPEX_EXTERN_C_END

#endif
