/* What stops before the process ends. */
#ifndef DPEX_BASE_EXIT_H
#define DPEX_BASE_EXIT_H

/* The one function that stops work in the background; it may be called several times. */
void dpex_exit_set_stop(void (*stop)(void));

/* Has that work stopped when the process ends, before the libraries that are loaded now destroy
 * what they need: a compiler that runs meanwhile would crash. Called again after another library
 * was loaded. */
void dpex_exit_stop_before_libraries(void);

#endif
