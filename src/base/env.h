/* Environment variables. Each is named in defs/env.def; a value that cannot be parsed gives one
 * warning that names it. */
#ifndef DPEX_BASE_ENV_H
#define DPEX_BASE_ENV_H

#include <stdatomic.h>
#include <stdint.h>

/* The text, or NULL where unset or empty. */
const char *dpex_env_text(const char *name);
/* A whole number of at least `lowest`, which is not negative; fallback where unset or none of these
 * (then with a warning). */
int64_t dpex_env_number(const char *name, int64_t lowest, int64_t fallback);
/* A variable that enables something and is read when first asked; 0: off, another number:
 * on. State is for dpex_env_is_on alone. */
typedef struct dpex_env_switch {
    const char *name;
    int is_on_by_default;
    atomic_int state;
} dpex_env_switch;
int dpex_env_is_on(dpex_env_switch *s);
/* Bytes, with K, M, G or T behind. */
uint64_t dpex_env_bytes(const char *name, uint64_t fallback);
/* Says, once per variable, that its value was not understood, and what is allowed. The text goes
 * to the receiver of dpex_env_set_warn (dpex/config.h): the library itself prints nothing. */
void dpex_env_warn(const char *name, const char *value, const char *allowed);

#endif
