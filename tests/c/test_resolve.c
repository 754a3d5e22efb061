/* Type promotion: arrays, Python scalars, devices without double or half. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ops.h"

/* dtypes by letter. */
static dpex_dtype by_letter(char letter)
{
    char name[2] = {letter, '\0'};
    dpex_dtype dtype;
    CHECK_OK(dpex_dtype_from_name(name, &dtype));
    return dtype;
}

/* An operand that is an array of this dtype, or a Python scalar: 'p' bool, 'n' int, 'r' float, 'c' complex. */
static dpex_operand operand_of(char letter, dpex_array *scratch)
{
    memset(scratch, 0, sizeof(*scratch));
    switch (letter) {
    case 'p': return (dpex_operand){.kind = DPEX_KIND_BOOL};
    case 'n': return ops_int(1);
    case 'r': return ops_real(1);
    case 'c': return (dpex_operand){.kind = DPEX_KIND_COMPLEX};
    default: scratch->dtype = by_letter(letter); return ops_array(scratch);
    }
}

static dpex_status resolve(const char *name, const char *operands, const dpex_device *device,
                           char *signature)
{
    const dpex_op *op = dpex_op_find(name);
    CHECK(op != NULL);
    dpex_array arrays[2];
    dpex_operand both[2];
    dpex_dtype in[2], out;
    int arity = dpex_op_get_arity(op);
    for (int i = 0; i < arity; i++) both[i] = operand_of(operands[i], &arrays[i]);
    dpex_status status = dpex_elementwise_resolve(op, both, device, in, &out);
    if (status) return status;
    for (int i = 0; i < arity; i++) signature[i] = dpex_dtype_get_info(in[i])->letter;
    memcpy(signature + arity, "->", 2);
    signature[arity + 2] = dpex_dtype_get_info(out)->letter;
    signature[arity + 3] = '\0';
    return DPEX_SUCCESS;
}

#define CHECK_RESOLVES(name, operands, device, expected)                                           \
    do {                                                                                           \
        char resolved[8];                                                                          \
        CHECK_OK(resolve((name), (operands), (device), resolved));                                 \
        CHECK_TEXT(resolved, (expected));                                                          \
    } while (0)

TEST(arrays_of_one_dtype_compute_in_it)
{
    const char letters[] = "?bBhHiIlLefdFD";
    for (const char *l = letters; *l; l++) {
        const char both[3] = {*l, *l, '\0'}, expected[6] = {*l, *l, '-', '>', *l, '\0'};
        CHECK_RESOLVES("add", both, NULL, expected);
    }
}

TEST(arrays_promote_to_the_first_type_that_holds_both)
{
    CHECK_RESOLVES("add", "bB", NULL, "hh->h");
    CHECK_RESOLVES("add", "iI", NULL, "ll->l");
    CHECK_RESOLVES("add", "lL", NULL, "dd->d");
    CHECK_RESOLVES("add", "he", NULL, "ff->f");
    CHECK_RESOLVES("add", "if", NULL, "dd->d");
    CHECK_RESOLVES("add", "fF", NULL, "FF->F");
    CHECK_RESOLVES("add", "dF", NULL, "DD->D");
    CHECK_RESOLVES("add", "?b", NULL, "bb->b");
}

TEST(functions_of_integers_compute_in_the_smallest_real)
{
    CHECK_RESOLVES("sqrt", "?", NULL, "e->e");
    CHECK_RESOLVES("sqrt", "B", NULL, "e->e");
    CHECK_RESOLVES("exp", "h", NULL, "f->f");
    CHECK_RESOLVES("sin", "i", NULL, "d->d");
    CHECK_RESOLVES("log", "L", NULL, "d->d");
}

TEST(division_of_integers_gives_the_default_real)
{
    CHECK_RESOLVES("divide", "bb", NULL, "dd->d");
    CHECK_RESOLVES("divide", "?n", NULL, "dd->d");
    CHECK_RESOLVES("divide", "be", NULL, "ee->e");
    CHECK_RESOLVES("divide", "ff", NULL, "ff->f");
}

TEST(python_scalars_follow_the_array)
{
    CHECK_RESOLVES("add", "bn", NULL, "bb->b");
    CHECK_RESOLVES("add", "nb", NULL, "bb->b");
    CHECK_RESOLVES("add", "fn", NULL, "ff->f");
    CHECK_RESOLVES("add", "er", NULL, "ee->e");
    CHECK_RESOLVES("add", "Fr", NULL, "FF->F");
    CHECK_RESOLVES("add", "lp", NULL, "ll->l");
}

TEST(python_scalars_of_a_higher_kind_bring_their_default)
{
    CHECK_RESOLVES("add", "?n", NULL, "ll->l");
    CHECK_RESOLVES("add", "br", NULL, "dd->d");
    CHECK_RESOLVES("add", "fc", NULL, "FF->F");
    CHECK_RESOLVES("add", "ec", NULL, "FF->F");
    CHECK_RESOLVES("add", "dc", NULL, "DD->D");
    CHECK_RESOLVES("add", "ic", NULL, "DD->D");
}

TEST(comparisons_of_64_bit_integers_stay_exact)
{
    CHECK_RESOLVES("less", "lL", NULL, "lL->?");
    CHECK_RESOLVES("less", "Ll", NULL, "Ll->?");
    CHECK_RESOLVES("less", "ll", NULL, "ll->?");
}

TEST(bool_is_no_number_to_subtract)
{
    char signature[8];
    CHECK_FAILS(resolve("subtract", "??", NULL, signature), DPEX_ERROR_INVALID_TYPE);
    CHECK_MESSAGE("subtract: not supported for (bool, bool)");
    CHECK_FAILS(resolve("negative", "?", NULL, signature), DPEX_ERROR_INVALID_TYPE);
    CHECK_RESOLVES("subtract", "?b", NULL, "bb->b");
    CHECK_RESOLVES("subtract", "?n", NULL, "ll->l");
}

TEST(python_int_out_of_range_overflows)
{
    dpex_array bytes = {.dtype = DPEX_U8};
    dpex_dtype in[2], out;
    dpex_operand operands[2] = {ops_array(&bytes), ops_int(256)};
    CHECK_FAILS(dpex_elementwise_resolve(dpex_op_find("add"), operands, NULL, in, &out),
                DPEX_ERROR_OVERFLOW);
    operands[1] = ops_int(-1);
    CHECK_FAILS(dpex_elementwise_resolve(dpex_op_find("add"), operands, NULL, in, &out),
                DPEX_ERROR_OVERFLOW);
    operands[1] = ops_int(255);
    CHECK_OK(dpex_elementwise_resolve(dpex_op_find("add"), operands, NULL, in, &out));
    bytes.dtype = DPEX_I64;
    operands[1] = (dpex_operand){.kind = DPEX_KIND_UINT, .value = {.u = UINT64_MAX}};
    CHECK_FAILS(dpex_elementwise_resolve(dpex_op_find("add"), operands, NULL, in, &out),
                DPEX_ERROR_OVERFLOW);
}

TEST(the_whole_part_of_a_real_number_is_in_range_of_an_integer_dtype)
{
    static const struct {
        double value;
        dpex_dtype dtype;
        int is_in;
    } rows[] = {
        {127.9, DPEX_I8, 1},    {128, DPEX_I8, 0},       {-128.9, DPEX_I8, 1},
        {-129, DPEX_I8, 0},     {-0.5, DPEX_U8, 1},      {-1, DPEX_U8, 0},
        {255.5, DPEX_U8, 1},    {256, DPEX_U8, 0},       {0x1p63, DPEX_I64, 0},
        {-0x1p63, DPEX_I64, 1}, {0x1p64, DPEX_U64, 0},   {0x1p63, DPEX_U64, 1},
        {NAN, DPEX_I64, 0},     {INFINITY, DPEX_U64, 0}, {INFINITY, DPEX_F32, 1},
        {1e300, DPEX_BOOL, 1},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const dpex_operand number = ops_real(rows[i].value);
        CHECK_NUMBER(dpex_operand_is_in_range(&number, rows[i].dtype), rows[i].is_in);
    }
}

TEST(comparison_and_division_widen_for_a_python_int)
{
    dpex_array array = {.dtype = DPEX_U8};
    dpex_dtype in[2], out;
    dpex_operand operands[2] = {ops_array(&array), ops_int(-1)};
    CHECK_OK(dpex_elementwise_resolve(dpex_op_find("less"), operands, NULL, in, &out));
    CHECK_INT(in[0], DPEX_I16);
    array.dtype = DPEX_U64;
    CHECK_OK(dpex_elementwise_resolve(dpex_op_find("less"), operands, NULL, in, &out));
    CHECK_INT(in[0], DPEX_U64);
    CHECK_INT(in[1], DPEX_I64);
    CHECK_OK(dpex_elementwise_resolve(dpex_op_find("divide"), operands, NULL, in, &out));
    CHECK_INT(in[0], DPEX_F64);
}

TEST(scalars_alone_are_refused)
{
    char signature[8];
    CHECK_FAILS(resolve("add", "nn", NULL, signature), DPEX_ERROR_PLACEMENT);
}

TEST(a_device_without_double_computes_in_float)
{
    dpex_device *device;
    setenv("DPEX_SIMULATE", "gpu:1-fp64-fp16", 1);
    CHECK_OK(dpex_device_find("level_zero:gpu", &device));
    CHECK_RESOLVES("add", "lL", device, "ff->f");
    CHECK_RESOLVES("divide", "ii", device, "ff->f");
    CHECK_RESOLVES("sqrt", "b", device, "f->f");
    CHECK_RESOLVES("add", "br", device, "ff->f");
    CHECK_RESOLVES("add", "lc", device, "FF->F");
    dpex_device_release(device);
}

TEST(signatures_list_what_an_operation_takes)
{
    const dpex_op *less = dpex_op_find("less"), *divide = dpex_op_find("divide");
    CHECK_TEXT(dpex_op_get_signature(less, 0), "\?\?->?");
    CHECK_TEXT(dpex_op_get_signature(less, 8), "lL->?");
    CHECK(dpex_op_get_signature(less, 16) == NULL);
    CHECK_TEXT(dpex_op_get_signature(divide, 2), "fF->F");
    CHECK_TEXT(dpex_op_get_signature(dpex_op_find("square"), 0), "\?->b");
    CHECK_TEXT(dpex_op_get_signature(dpex_op_find("where"), 1), "\?bb->b");
    CHECK(dpex_op_find("no such operation") == NULL);
}
