/* What runtime/device.c needs of partition.c. */
#ifndef DPEX_RUNTIME_PARTITION_H
#define DPEX_RUNTIME_PARTITION_H

#include "backend/backend.h"

/* Takes a sub-device without references out of its parent's list of live children. */
void dpex_partition_forget(dpex_device *device);

#endif
