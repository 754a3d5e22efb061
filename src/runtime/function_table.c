/* The table through which extensions reach the library (dpex/function_table.h).
 *
 * The names of the members are those of the functions, so a row without a function does not
 * compile. */
#include "dpex/function_table.h"

#include "dpex/version.h"

/* The address goes to code that this library does not know. */
static void *export_ptr(const dpex_storage *storage)
{
    dpex_storage_export((dpex_storage *)storage);
    return dpex_storage_get_ptr(storage);
}
#define dpex_storage_get_ptr export_ptr

static const dpex_function_table table = {
    .bytes = sizeof table,
    .table_version = DPEX_FUNCTION_TABLE_VERSION,
#define DPEX_FUNCTION(result, name, parameters) .name = dpex_##name,
#include "dpex/defs/function_table.def"
#undef DPEX_FUNCTION
};

const dpex_function_table *dpex_function_table_get(void)
{
    return &table;
}
