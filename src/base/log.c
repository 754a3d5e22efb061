/* DPEX_LOG: lines on stderr for those who ask for them. See log.h. */
#include "base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"
#include "base/text.h"

/* The environment is read once, at the first line; later changes have no effect. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int topics;

static const struct {
    const char *name;
    int topics;
} known[] = {
    {"discovery", DPEX_LOG_DISCOVERY}, {"memory", DPEX_LOG_MEMORY}, {"queue", DPEX_LOG_QUEUE},
    {"program", DPEX_LOG_PROGRAM},     {"fusion", DPEX_LOG_FUSION}, {"all", ~0},
};

/* The topics that the n characters of a word stand for; 0: no such word. */
static int find_topic(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == n && !memcmp(known[i].name, word, n)) return known[i].topics;
    return 0;
}

static void read_topics(void)
{
    const char *text = dpex_env_text("DPEX_LOG");
    for (const char *word = text; word && *word;) {
        size_t n = strcspn(word, ", ");
        int found = find_topic(word, n);
        /* The rest of a list with an unknown word is ignored; what came before stays. */
        if (n && !found) {
            dpex_env_warn("DPEX_LOG", text,
                          "a list of discovery, memory, queue, program, fusion, all");
            return;
        }
        topics |= found;
        word += n + (word[n] != '\0');
    }
}

int dpex_log_wants(dpex_log_topic topic)
{
    /* After the first call one load with acquire order. */
    pthread_once(&once, read_topics);
    return (topics & (int)topic) != 0;
}

void dpex_log_write(dpex_log_topic topic, const char *fmt, ...)
{
    const char *name = "dpex";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].topics == (int)topic) name = known[i].name;
    dpex_text line = DPEX_TEXT_EMPTY;
    dpex_text_append(&line, "dpex %s: ", name);
    va_list args;
    va_start(args, fmt);
    dpex_text_append_args(&line, fmt, args);
    va_end(args);
    dpex_text_append(&line, "\n");
    /* One write, so that lines of several threads stay whole. A log that cannot be written is no
     * failure. */
    ssize_t n_written = line.failed ? 0 : write(STDERR_FILENO, line.data, line.len);
    (void)n_written;
    dpex_text_fini(&line);
}
