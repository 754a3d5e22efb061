/* Names of passes are kept in a set, since commands, events and profiles refer to them long after
 * the graph. A program has few different ones; behind MAX_NAMES all others have one name. */
#include "trace.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/locate.h"
#include "base/log.h"
#include "base/text.h"
#include "runtime/profile.h"

enum { MAX_NAMES = 4096, MAX_BYTES = 120, STEP_BYTES = DPEX_WHERE_BYTES + 40 };

/* ---- who wants to know ---------------------------------------------------------------------- */

static atomic_int is_traced;
static dpex_text traced; /* guarded by the lock of graphs */

int dpex_fusion_set_trace(int enabled)
{
    return atomic_exchange(&is_traced, enabled != 0);
}

char *dpex_fusion_take_trace(void)
{
    char *text = NULL;
    pthread_mutex_lock(&dpex_graph_lock);
    if (dpex_text_take(&traced, &text)) text = NULL;
    traced = DPEX_TEXT_EMPTY;
    pthread_mutex_unlock(&dpex_graph_lock);
    return text;
}

int dpex_trace_is_wanted(void)
{
    return atomic_load_explicit(&is_traced, memory_order_relaxed) || dpex_profile_is_on() ||
           dpex_locate_is_wanted() || dpex_log_wants(DPEX_LOG_FUSION);
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Open addressing; guarded by the lock of graphs. */
static char *names[2 * MAX_NAMES];
static int n_names;

static size_t hash(const char *text)
{
    size_t h = 5381; /* Bernstein's */
    for (; *text; text++) h = h * 33 + (unsigned char)*text;
    return h;
}

/* The one copy of a text. */
static const char *keep(const char *text)
{
    size_t at = hash(text) % (2 * MAX_NAMES);
    for (; names[at]; at = (at + 1) % (2 * MAX_NAMES))
        if (!strcmp(names[at], text)) return names[at];
    if (n_names == MAX_NAMES || !(names[at] = dpex_strdup(text))) return "fused operations";
    n_names++;
    return names[at];
}

/* Behind the text's first `used` bytes, as much as fits. Every pass has its name made, also where
 * nobody reads it: printf would take longer than the rest of what an operation costs. Returns the
 * length. */
static size_t append(char *text, size_t used, const char *more)
{
    const size_t left = STEP_BYTES - 1 - used, n = strnlen(more, left);
    memcpy(text + used, more, n);
    text[used + n] = '\0';
    return used + n;
}

/* The text of one step; returns its length. */
static size_t print_step(const dpex_graph_step *step, char text[STEP_BYTES])
{
    size_t n = append(text, 0, step->name);
    if (!step->where[0]) return n;
    n = append(text, append(text, n, " ("), step->where);
    return append(text, n, ")");
}

/* As many names as fit, then how many more there are. */
const char *dpex_trace_name(const dpex_graph *graph)
{
    char text[MAX_BYTES + STEP_BYTES];
    const int n_steps = atomic_load(&graph->pending.n_steps);
    size_t used = 0;
    if (n_steps == 1 && !graph->steps[0].where[0]) return graph->steps[0].name;
    for (int i = 0; i < n_steps; i++) {
        char step[STEP_BYTES];
        const size_t n = print_step(&graph->steps[i], step);
        if (used + n + 2 > MAX_BYTES) {
            snprintf(text + used, sizeof text - used, ", %d more", n_steps - i);
            break;
        }
        if (used) {
            memcpy(text + used, ", ", 2);
            used += 2;
        }
        memcpy(text + used, step, n + 1);
        used += n;
    }
    return keep(text);
}

/* ---- lines ---------------------------------------------------------------------------------- */

void dpex_trace_write(const dpex_graph *graph, int n_stored)
{
    const int n_steps = atomic_load(&graph->pending.n_steps);
    char shape[DPEX_GRAPH_MAX_DIMS * 22 + 1] = "";
    size_t used = 0;
    dpex_text line = DPEX_TEXT_EMPTY;
    for (int d = 0; d < graph->nd; d++)
        used += (size_t)snprintf(shape + used, sizeof shape - used, "%s%lld", d ? "," : "",
                                 (long long)graph->shape[d]);
    dpex_text_append(&line, "(%s): ", shape);
    for (int i = 0; i < n_steps; i++) {
        char step[STEP_BYTES];
        print_step(&graph->steps[i], step);
        dpex_text_append(&line, "%s%s", i ? ", " : "", step);
    }
    dpex_text_append(&line, "; %d of %d results stored", n_stored, graph->n_results);
    DPEX_LOG_LINE(DPEX_LOG_FUSION, "%s", dpex_text_get(&line));
    if (atomic_load(&is_traced)) dpex_text_append(&traced, "%s\n", dpex_text_get(&line));
    dpex_text_fini(&line);
}
