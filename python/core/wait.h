/* Waiting from Python: the GIL is released, signal handlers run at least every 10 ms. */
#ifndef OPENDPEX_CORE_WAIT_H
#define OPENDPEX_CORE_WAIT_H

#include "core.h"

/* 0, or -1 with SyclAsyncError for a command that failed, or with what a signal handler raised (KeyboardInterrupt). The queue
 * or event can be waited for again afterwards. */
int core_wait_queue(dpex_queue *queue);
int core_wait_event(dpex_event *event);
/* Until no command submitted so far uses the storage; what failed, its event and queue say. */
int core_wait_storage(dpex_storage *storage);

#endif
