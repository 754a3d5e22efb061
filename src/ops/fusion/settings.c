/* Whether and when operations are kept back: DPEX_FUSION, and each thread's own choice. */
#include "settings.h"

#include <string.h>

#include "base/env.h"
#include "defs/tuning.h"
#include "dpex/fusion.h"
#include "dpex/testing.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int by_default = 1;
static int64_t least_elems = DPEX_INLINE_ELEMS;
static int compiles_later = 1;
static uint32_t random_state; /* 0: no random submissions. Guarded by the lock of graphs */

/* -1: no choice. */
static _Thread_local int own_choice = -1;

/* small and random are for tests: every operation is kept back, and in the second case submitted at
 * random moments. Returns whether there is such a policy; else it is the default one. */
static int set_policy(const char *text)
{
    const int is_small = !strcmp(text, "small"), is_random = !strcmp(text, "random");
    by_default = strcmp(text, "0") != 0;
    least_elems = is_small || is_random ? 1 : DPEX_INLINE_ELEMS;
    compiles_later = !is_small;
    random_state = is_random;
    return !by_default || is_small || is_random || !strcmp(text, "1");
}

static void read_environment(void)
{
    const char *text = dpex_env_text("DPEX_FUSION");
    if (text && !set_policy(text)) dpex_env_warn("DPEX_FUSION", text, "0, 1, small, random");
}

void dpex_testing_set_fusion(const char *text)
{
    pthread_once(&once, read_environment);
    set_policy("1");
    if (text)
        set_policy(text);
    else
        read_environment();
}

int dpex_fusion_is_enabled(void)
{
    pthread_once(&once, read_environment);
    return own_choice < 0 ? by_default : own_choice;
}

int dpex_fusion_set(int enabled)
{
    const int before = own_choice;
    own_choice = enabled < 0 ? -1 : enabled != 0;
    return before;
}

int64_t dpex_fusion_least_elems(void)
{
    return least_elems;
}

int dpex_fusion_compiles_later(void)
{
    return compiles_later;
}

/* Every fourth time, by a linear congruential generator (Numerical Recipes). */
int dpex_fusion_breaks_here(void)
{
    if (!random_state) return 0;
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 30 == 0;
}
