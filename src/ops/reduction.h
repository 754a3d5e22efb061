/* What a reduction's row becomes; rows are in src/defs/reduce.def. */
#ifndef DPEX_OPS_REDUCTION_H
#define DPEX_OPS_REDUCTION_H

#include "dpex/op.h"

#endif
