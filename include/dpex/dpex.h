/* libdpex: everything public, in one include. */
#ifndef DPEX_DPEX_H
#define DPEX_DPEX_H

#include "array.h"
#include "config.h"
#include "context.h"
#include "count.h"
#include "device.h"
#include "dtype.h"
#include "fft.h"
#include "function_table.h"
#include "interpolate.h"
#include "kept.h"
#include "launch.h"
#include "linalg.h"
#include "macros.h"
#include "mask.h"
#include "matmul.h"
#include "memory.h"
#include "op.h"
#include "program.h"
#include "queue.h"
#include "random.h"
#include "rearrange.h"
#include "scan.h"
#include "segments.h"
#include "select.h"
#include "sort.h"
#include "status.h"
#include "take.h"
#include "version.h"

#endif
