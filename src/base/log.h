/* DPEX_LOG: what the library does, on stderr, for those who ask. One branch where nobody does. */
#ifndef DPEX_BASE_LOG_H
#define DPEX_BASE_LOG_H

#include "dpex/macros.h"

/* Bits, so that one comparison decides. */
typedef enum dpex_log_topic {
    DPEX_LOG_DISCOVERY = 1,
    DPEX_LOG_MEMORY = 2,
    DPEX_LOG_QUEUE = 4,
    DPEX_LOG_PROGRAM = 8,
    DPEX_LOG_FUSION = 16
} dpex_log_topic;

int dpex_log_wants(dpex_log_topic topic);
void dpex_log_write(dpex_log_topic topic, const char *fmt, ...) DPEX_PRINTF_LIKE(2, 3);

/* The arguments are evaluated only where somebody asked. */
#define DPEX_LOG_LINE(topic, ...)                                                                  \
    do {                                                                                           \
        if (dpex_log_wants(topic)) dpex_log_write((topic), __VA_ARGS__);                           \
    } while (0)

#endif
