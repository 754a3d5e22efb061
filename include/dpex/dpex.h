/* libdpex: everything public, in one include. */
#ifndef DPEX_DPEX_H
#define DPEX_DPEX_H

#include "array.h"
#include "config.h"
#include "context.h"
#include "device.h"
#include "dtype.h"
#include "function_table.h"
#include "launch.h"
#include "macros.h"
#include "memory.h"
#include "op.h"
#include "program.h"
#include "queue.h"
#include "status.h"
#include "version.h"

#endif
