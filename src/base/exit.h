/* What stops before the process ends. */
#ifndef DPEX_BASE_EXIT_H
#define DPEX_BASE_EXIT_H

#include <stdatomic.h>

/* A function that stops work in the background; it may be called several times. */
typedef struct dpex_exit_stop {
    void (*function)(void);
    struct dpex_exit_stop *next;
    int is_unawaited; /* nothing that was submitted waits for the work */
} dpex_exit_stop;

/* stop: in static storage, added once. */
void dpex_exit_add_stop(dpex_exit_stop *stop);

/* Stops what is unawaited: where the program may go on. */
void dpex_exit_stop_unawaited(void);

/* Has such work stopped when the process ends, before the libraries that are loaded now destroy
 * what they need: a compiler that runs meanwhile would crash. Called again after another library
 * was loaded. */
void dpex_exit_stop_before_libraries(void);

#endif
