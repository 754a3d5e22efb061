/* The table of operations: rows as structs, look-up by name, signatures as text.
 *
 * Promotion is in resolve.c and the loops in loops/; nothing here knows a single operation. */
#include "op.h"

#include <pthread.h>
#include <string.h>

enum { BIT = 1 };
enum {
    BOOL = BIT << DPEX_BOOL,
    INT = BIT << DPEX_I8 | BIT << DPEX_I16 | BIT << DPEX_I32 | BIT << DPEX_I64,
    UINT = BIT << DPEX_U8 | BIT << DPEX_U16 | BIT << DPEX_U32 | BIT << DPEX_U64,
    REAL = BIT << DPEX_F16 | BIT << DPEX_F32 | BIT << DPEX_F64,
    COMPLEX = BIT << DPEX_C64 | BIT << DPEX_C128
};
enum {
    NO_BOOL = DPEX_MAP_NO_BOOL,
    DEFAULT_REAL = DPEX_MAP_DEFAULT_REAL,
    MIXED_64 = DPEX_MAP_MIXED_64,
    WIDEN = DPEX_MAP_WIDEN,
    MIXED_COMPLEX = DPEX_MAP_MIXED_COMPLEX,
    BOOL_AS_I8 = DPEX_MAP_BOOL_AS_I8,
    BOOL_FIRST = DPEX_MAP_BOOL_FIRST,
    HALF = DPEX_MAP_HALF
};

const dpex_type_map dpex_type_maps[DPEX_N_MAPS] = {
#define DPEX_TYPE_MAP(name, classes, flags) {(classes), (flags)},
#include "defs/type_maps.def"
#undef DPEX_TYPE_MAP
};

/* The bodies are made strings here, at the first macro level, before any name in them can
 * expand. */
const dpex_op dpex_ops[DPEX_N_OPS] = {
#define DPEX_ELEMENTWISE(name, arity, map, result, domain, b, i, u, r, c)                          \
    {#name,                                                                                        \
     arity,                                                                                        \
     DPEX_MAP_##map,                                                                               \
     DPEX_RESULT_##result,                                                                         \
     DPEX_DOMAIN_##domain,                                                                         \
     {#b, #i, #u, #r, #c}},
#include "defs/elementwise.def"
#undef DPEX_ELEMENTWISE
};

enum { MAX_SIGNATURES = DPEX_N_DTYPES + 8, SIGNATURE_BYTES = DPEX_MAX_ARITY + 4 };

typedef struct signature_list {
    char text[MAX_SIGNATURES][SIGNATURE_BYTES];
    size_t n;
} signature_list;

/* Written once, before any thread reads it. */
static signature_list signatures[DPEX_N_OPS];
static pthread_once_t signatures_once = PTHREAD_ONCE_INIT;

/* A linear search: callers keep what they find. */
const dpex_op *dpex_op_find(const char *name)
{
    /* By name: only front ends search, once per operation. */
    for (size_t i = 0; i < DPEX_N_OPS; i++) {
        if (!strcmp(dpex_ops[i].name, name)) return &dpex_ops[i];
    }
    return NULL;
}

const char *dpex_op_get_name(const dpex_op *op)
{
    return op->name;
}

int dpex_op_get_arity(const dpex_op *op)
{
    return op->arity;
}

const dpex_op *dpex_op_get(size_t i)
{
    return i < DPEX_N_OPS ? &dpex_ops[i] : NULL;
}

/* By the row's rule: the same, bool, a byte (counts of bits), or the real part of a complex
 * type. */
dpex_dtype dpex_op_result_dtype(const dpex_op *op, dpex_dtype computed_in)
{
    if (op->result == DPEX_RESULT_BOOL) return DPEX_BOOL;
    if (op->result == DPEX_RESULT_BYTE) return DPEX_U8;
    if (op->result == DPEX_RESULT_SAME) return computed_in;
    if (computed_in == DPEX_C64) return DPEX_F32;
    return computed_in == DPEX_C128 ? DPEX_F64 : computed_in;
}

/* Complex functions call libm per element, so a few elements are as much work. Complex
 * arithmetic is vectorized. */
int dpex_op_cost(const dpex_op *op, dpex_dtype computed_in)
{
    enum { FUNCTION_COST = 8 };
    const size_t number = dpex_op_get_number(op);
    const int is_function = op->map == DPEX_MAP_FLOATS || number == DPEX_OP_pow ||
                            number == DPEX_OP_abs || number == DPEX_OP_angle ||
                            number == DPEX_OP_sign;
    return computed_in >= DPEX_C64 && is_function ? FUNCTION_COST : 1;
}

/* NumPy's notation, e.g. "ff->?". */
static void add_signature(signature_list *list, const dpex_op *op, dpex_dtype first,
                          dpex_dtype second, dpex_dtype result)
{
    char *text = list->text[list->n++];
    for (int i = 0; i < op->arity; i++) *text++ = dpex_dtype_get_info(i ? second : first)->letter;
    memcpy(text, "->", 2);
    text[2] = dpex_dtype_get_info(result)->letter;
    text[3] = '\0';
}

/* Whether operands of two dtypes are a signature of their own. */
static int is_mixed_pair(const dpex_type_map *map, dpex_dtype first, dpex_dtype second)
{
    /* Dtypes as bits. */
    unsigned pair = 1u << first | 1u << second;
    if (pair == (1u << DPEX_I64 | 1u << DPEX_U64)) return map->flags & DPEX_MAP_MIXED_64;
    if (pair == (1u << DPEX_F32 | 1u << DPEX_C64) || pair == (1u << DPEX_F64 | 1u << DPEX_C128))
        return map->flags & DPEX_MAP_MIXED_COMPLEX;
    return 0;
}

/* All pairs are tried, since few of them are mixed and the list is made once. */
static void list_signatures(const dpex_op *op, signature_list *list)
{
    const dpex_type_map *map = &dpex_type_maps[op->map];
    if (map->flags & DPEX_MAP_BOOL_AS_I8) add_signature(list, op, DPEX_BOOL, DPEX_BOOL, DPEX_I8);
    for (int f = 0; f < DPEX_N_DTYPES; f++) {
        for (int s = 0; s < DPEX_N_DTYPES; s++) {
            dpex_dtype first = (dpex_dtype)f, second = (dpex_dtype)s;
            if (f == s && map->types >> f & 1)
                add_signature(list, op, dpex_op_first_typed(op) ? DPEX_BOOL : first, second,
                              dpex_op_result_dtype(op, first));
            else if (f != s && is_mixed_pair(map, first, second))
                add_signature(list, op, first, second,
                              dpex_op_result_dtype(op, f > s ? first : second));
        }
    }
}

static void list_all_signatures(void)
{
    for (size_t i = 0; i < DPEX_N_OPS; i++) list_signatures(&dpex_ops[i], &signatures[i]);
}

/* NULL ends the list. */
const char *dpex_op_get_signature(const dpex_op *op, size_t i)
{
    pthread_once(&signatures_once, list_all_signatures);
    const signature_list *list = &signatures[dpex_op_get_number(op)];
    return i < list->n ? list->text[i] : NULL;
}
