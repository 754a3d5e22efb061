/* Warnings of the library, delivered to the program. */
#ifndef DPEX_CONFIG_H
#define DPEX_CONFIG_H

#include "macros.h"

DPEX_EXTERN_C_BEGIN

/* Sets the function that is called for each environment variable with an invalid value, with a
 * text that names the variable, its value and what is allowed. Earlier warnings are delivered
 * inside this call; without a receiver they are kept, never printed. The receiver may
 * be called from any thread; NULL removes it. */
typedef void (*dpex_env_warn_fn)(const char *text);
DPEX_API void dpex_env_set_warn(dpex_env_warn_fn warn);

DPEX_EXTERN_C_END

#endif
