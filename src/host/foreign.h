/* Dependencies on events of backends that do not execute on the host. */
#ifndef DPEX_HOST_FOREIGN_H
#define DPEX_HOST_FOREIGN_H

#include "host/thread_pool.h"

/* As dpex_event_watch, by a thread that waits inside the event's backend. */
int dpex_foreign_watch(dpex_team *team, dpex_event *event, dpex_watcher *watcher);

#endif
