/* Reading environment variables, and warning about those that make no sense. See env.h and
 * dpex/config.h. */
#include "base/env.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fork.h"
#include "base/text.h"
#include "dpex/config.h"

/* The names known to the library, in the order of defs/env.def. */
static const char *const names[] = {
#define DPEX_ENV(name, meaning) #name,
#include "defs/env.def"
#undef DPEX_ENV
};

enum { N_NAMES = sizeof names / sizeof *names };

static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER; /* guards warnings; the receiver is called outside */
DPEX_FORK_GUARD(lock)
static struct {
    dpex_env_warn_fn receiver;
    int warned[N_NAMES];
    char *kept[N_NAMES]; /* warnings that nobody has received yet */
} warnings;

const char *dpex_env_text(const char *name)
{
    const char *text = getenv(name);
    /* An empty value is the same as none, as shells make it easy to set. */
    return text && *text ? text : NULL;
}

static int index_of(const char *name)
{
    for (int i = 0; i < N_NAMES; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

void dpex_env_warn(const char *name, const char *value, const char *allowed)
{
    int i = index_of(name);
    dpex_text text = DPEX_TEXT_EMPTY;
    dpex_text_append(&text, "environment variable %s=%s is ignored: allowed is %s", name, value,
                     allowed);

    pthread_mutex_lock(&lock);
    /* Copied under the lock, called outside it: the receiver may call into the library. */
    dpex_env_warn_fn receiver = warnings.receiver;
    int is_first = i < 0 || !warnings.warned[i];
    if (i >= 0) warnings.warned[i] = 1;
    /* Names that are not in the list warn every time, but are not kept. */
    if (is_first && !receiver && i >= 0 && !text.failed) {
        warnings.kept[i] = text.data;
        text = DPEX_TEXT_EMPTY;
    }
    pthread_mutex_unlock(&lock);

    if (is_first && receiver) receiver(dpex_text_get(&text));
    dpex_text_fini(&text);
}

void dpex_env_set_warn(dpex_env_warn_fn warn)
{
    char *kept[N_NAMES] = {NULL};
    pthread_mutex_lock(&lock);
    warnings.receiver = warn;
    if (warn) {
        memcpy(kept, warnings.kept, sizeof kept);
        memset(warnings.kept, 0, sizeof warnings.kept);
    }
    pthread_mutex_unlock(&lock);
    /* In the order of the list, not of their arrival. */
    for (int i = 0; i < N_NAMES; i++) {
        if (!kept[i]) continue;
        warn(kept[i]);
        dpex_free(kept[i]);
    }
}

/* A whole number at the start of text; *rest points behind it. */
static int parse_number(const char *text, uint64_t *number, const char **rest)
{
    /* No sign and no blanks, which strtoull would accept. */
    if (*text < '0' || *text > '9') return 0;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    /* Out of range. */
    if (errno) return 0;
    *number = value;
    *rest = end;
    return 1;
}

int64_t dpex_env_number(const char *name, int64_t lowest, int64_t fallback)
{
    const char *text = dpex_env_text(name);
    if (!text) return fallback;
    uint64_t number;
    const char *rest;
    if (parse_number(text, &number, &rest) && !*rest && number >= (uint64_t)lowest &&
        number <= INT64_MAX)
        return (int64_t)number;
    char allowed[64];
    snprintf(allowed, sizeof allowed, "a whole number from %lld on", (long long)lowest);
    dpex_env_warn(name, text, allowed);
    return fallback;
}

enum { NOT_READ, IS_OFF, IS_ON };

int dpex_env_is_on(dpex_env_switch *s)
{
    int state = atomic_load_explicit(&s->state, memory_order_relaxed);
    if (state == NOT_READ) { /* threads that come at once read the same */
        state = dpex_env_number(s->name, 0, s->is_on_by_default) ? IS_ON : IS_OFF;
        atomic_store_explicit(&s->state, state, memory_order_relaxed);
    }
    return state == IS_ON;
}

/* The power of two that a suffix stands for; -1: none of ours. A B behind the letter is
 * accepted. */
static int suffix_shift(const char *suffix)
{
    static const char letters[] = "KMGT";
    if (!*suffix) return 0;
    char upper = *suffix >= 'a' ? (char)(*suffix - 'a' + 'A') : *suffix;
    const char *letter = strchr(letters, upper);
    /* strchr finds the terminating NUL too. */
    if (!letter || !*letter) return -1;
    if (suffix[1] && (suffix[2] || (suffix[1] != 'B' && suffix[1] != 'b'))) return -1;
    return 10 * (int)(letter - letters + 1);
}

uint64_t dpex_env_bytes(const char *name, uint64_t fallback)
{
    const char *text = dpex_env_text(name);
    if (!text) return fallback;
    uint64_t number;
    const char *rest;
    int shift = parse_number(text, &number, &rest) ? suffix_shift(rest) : -1;
    /* The shifted number must fit 64 bits. */
    if (shift >= 0 && number <= UINT64_MAX >> shift) return number << shift;
    dpex_env_warn(name, text, "a number of bytes, with K, M, G or T behind");
    return fallback;
}
