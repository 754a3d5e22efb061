/* What an operation's row becomes: the struct behind dpex_op, and the type maps.
 *
 * Rows are in src/defs/elementwise.def; the compiled loops of a row are found by its number
 * (loops/loops.h). */
#ifndef DPEX_OPS_TAPE_OP_H
#define DPEX_OPS_TAPE_OP_H

#include "dpex/op.h"

enum { DPEX_MAX_ARITY = 3 };

typedef enum dpex_map_number {
#define DPEX_TYPE_MAP(name, classes, flags) DPEX_MAP_##name,
#include "defs/type_maps.def"
#undef DPEX_TYPE_MAP
    DPEX_N_MAPS
} dpex_map_number;

/* Numbers of the operations, in the order of their rows; tables of loops are indexed by them. */
typedef enum dpex_op_number {
#define DPEX_ELEMENTWISE(name, ...) DPEX_OP_##name,
#include "defs/elementwise.def"
#undef DPEX_ELEMENTWISE
    DPEX_N_OPS
} dpex_op_number;

/* Flags of a type map; defs/type_maps.def has their meaning. */
enum {
    DPEX_MAP_NO_BOOL = 1,
    DPEX_MAP_DEFAULT_REAL = 2,
    DPEX_MAP_MIXED_64 = 4,
    DPEX_MAP_WIDEN = 8,
    DPEX_MAP_MIXED_COMPLEX = 16,
    DPEX_MAP_BOOL_AS_I8 = 32,
    DPEX_MAP_BOOL_FIRST = 64,
    DPEX_MAP_HALF = 128
};

typedef enum dpex_result_rule {
    DPEX_RESULT_SAME,
    DPEX_RESULT_BOOL,
    DPEX_RESULT_BYTE,
    DPEX_RESULT_REAL
} dpex_result_rule;

/* The domain of the values that the conformance test gives an operation. */
typedef enum dpex_domain {
    DPEX_DOMAIN_ANY,
    DPEX_DOMAIN_SMALL,
    DPEX_DOMAIN_POSITIVE,
    DPEX_DOMAIN_UNIT
} dpex_domain;

struct dpex_op {
    const char *name;
    uint8_t arity;
    uint8_t map;    /* dpex_map_number */
    uint8_t result; /* dpex_result_rule */
    uint8_t domain; /* dpex_domain */
    /* The body per dpex_dtype_kind as the row spells it, for generators of device code; "NONE"
     * where the class is missing. */
    const char *text[5];
};

typedef struct dpex_type_map {
    uint16_t types; /* bits 1 << dtype */
    uint16_t flags; /* DPEX_MAP_* */
} dpex_type_map;

/* Constant tables: the pointers to rows are what the API hands out. */
extern const dpex_op dpex_ops[DPEX_N_OPS];
extern const dpex_type_map dpex_type_maps[DPEX_N_MAPS];

static inline size_t dpex_op_get_number(const dpex_op *op)
{
    return (size_t)(op - dpex_ops);
}

/* The loops of float16 are those of float32 between conversions. */
static inline dpex_dtype dpex_computing_dtype(dpex_dtype dtype)
{
    return dtype == DPEX_F16 ? DPEX_F32 : dtype;
}

/* The operands from this number on determine the type. */
static inline int dpex_op_first_typed(const dpex_op *op)
{
    return dpex_type_maps[op->map].flags & DPEX_MAP_BOOL_FIRST ? 1 : 0;
}

/* The dtype of the loop for operands of this dtype. */
static inline dpex_dtype dpex_op_computing_dtype(const dpex_op *op, dpex_dtype dtype)
{
    int as_it_is = dpex_type_maps[op->map].flags & DPEX_MAP_HALF;
    return as_it_is ? dtype : dpex_computing_dtype(dtype);
}

/* Dtype of the result when the operation computes in this dtype. */
dpex_dtype dpex_op_result_dtype(const dpex_op *op, dpex_dtype computed_in);

/* What an element costs on the host, in elements of a simple operation. */
int dpex_op_cost(const dpex_op *op, dpex_dtype computed_in);

/* Dtypes in which `device` computes, as bits 1 << dtype. */
unsigned dpex_device_types(const dpex_device *device);

#endif
