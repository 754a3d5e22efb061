/* Data types: facts, casting rules, promotion, scalars. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/half.h"
#include "dpex/array.h"
#include "test.h"

static const char *name_of(dpex_dtype dtype)
{
    return dpex_dtype_get_info(dtype)->name;
}

static dpex_dtype named(const char *name)
{
    dpex_dtype dtype;
    CHECK_OK(dpex_dtype_from_name(name, &dtype));
    return dtype;
}

TEST(dtypes_are_found_by_name_letter_and_type_number)
{
    for (int i = 0; i < DPEX_N_DTYPES; i++) {
        const dpex_dtype_info *info = dpex_dtype_get_info((dpex_dtype)i);
        dpex_dtype found;
        CHECK_INT(named(info->name), i);
        CHECK_INT(named((char[]){info->letter, 0}), i);
        CHECK_OK(dpex_dtype_from_typenum(info->typenum, &found));
        CHECK_INT(found, i);
    }
}

TEST(the_second_64_bit_integers_of_numpy_are_known)
{
    dpex_dtype found;
    CHECK_OK(dpex_dtype_from_typenum(9, &found));
    CHECK_INT(found, DPEX_I64);
    CHECK_OK(dpex_dtype_from_typenum(10, &found));
    CHECK_INT(found, DPEX_U64);
}

TEST(other_dtypes_are_refused_with_what_there_is)
{
    dpex_dtype found;
    CHECK_FAILS(dpex_dtype_from_name("longdouble", &found), DPEX_ERROR_INVALID_TYPE);
    CHECK_MESSAGE("'longdouble'");
    CHECK_FAILS(dpex_dtype_from_name("", &found), DPEX_ERROR_INVALID_TYPE);
    CHECK_FAILS(dpex_dtype_from_typenum(17, &found), DPEX_ERROR_INVALID_TYPE);
}

/* ---- casting and promotion ------------------------------------------------------------------- */

TEST(safe_casting_is_numpys)
{
    static const struct {
        const char *from, *to;
        int allowed;
    } rows[] = {
        {"bool", "int8", 1},         {"int8", "bool", 0},         {"int8", "uint8", 0},
        {"uint8", "int8", 0},        {"uint8", "int16", 1},       {"int64", "float64", 1},
        {"uint64", "float64", 1},    {"int64", "float32", 0},     {"int32", "float32", 0},
        {"int16", "float32", 1},     {"int16", "float16", 0},     {"int8", "float16", 1},
        {"uint64", "int64", 0},      {"float64", "float32", 0},   {"float16", "complex64", 1},
        {"float64", "complex64", 0}, {"complex64", "float64", 0}, {"complex64", "complex128", 1},
        {"int32", "complex64", 0},   {"int32", "complex128", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (dpex_dtype_can_cast_safely(named(rows[i].from), named(rows[i].to)) != rows[i].allowed)
            test_fail(__FILE__, __LINE__, "%s to %s", rows[i].from, rows[i].to);
}

TEST(safe_casting_is_reflexive_and_transitive)
{
    for (int a = 0; a < DPEX_N_DTYPES; a++) {
        CHECK(dpex_dtype_can_cast_safely((dpex_dtype)a, (dpex_dtype)a));
        for (int b = 0; b < DPEX_N_DTYPES; b++)
            for (int c = 0; c < DPEX_N_DTYPES; c++)
                if (dpex_dtype_can_cast_safely((dpex_dtype)a, (dpex_dtype)b) &&
                    dpex_dtype_can_cast_safely((dpex_dtype)b, (dpex_dtype)c))
                    CHECK(dpex_dtype_can_cast_safely((dpex_dtype)a, (dpex_dtype)c));
    }
}

TEST(same_kind_casting_narrows_but_never_to_a_lower_kind)
{
    CHECK(dpex_dtype_can_cast_same_kind(DPEX_F64, DPEX_F16));
    CHECK(dpex_dtype_can_cast_same_kind(DPEX_I64, DPEX_I8));
    CHECK(dpex_dtype_can_cast_same_kind(DPEX_U64, DPEX_I8));
    CHECK(dpex_dtype_can_cast_same_kind(DPEX_I64, DPEX_F16));
    CHECK(!dpex_dtype_can_cast_same_kind(DPEX_I8, DPEX_U64));
    CHECK(!dpex_dtype_can_cast_same_kind(DPEX_F16, DPEX_I64));
    CHECK(!dpex_dtype_can_cast_same_kind(DPEX_C64, DPEX_F64));
    CHECK(!dpex_dtype_can_cast_same_kind(DPEX_U8, DPEX_BOOL));
}

static void check_promotion(const char *a, const char *b, const dpex_device *device,
                            const char *expected)
{
    CHECK_TEXT(name_of(dpex_dtype_promote(named(a), named(b), device)), expected);
    CHECK_TEXT(name_of(dpex_dtype_promote(named(b), named(a), device)), expected);
}

TEST(promotion_is_the_array_apis_and_numpys_for_mixed_kinds)
{
    check_promotion("int8", "int8", NULL, "int8");
    check_promotion("int8", "uint8", NULL, "int16");
    check_promotion("int32", "uint32", NULL, "int64");
    check_promotion("int64", "uint64", NULL, "float64");
    check_promotion("bool", "uint16", NULL, "uint16");
    check_promotion("int32", "float32", NULL, "float64");
    check_promotion("int8", "float16", NULL, "float16");
    check_promotion("int16", "float16", NULL, "float32");
    check_promotion("float64", "complex64", NULL, "complex128");
    check_promotion("float32", "complex64", NULL, "complex64");
}

static dpex_device *find(const char *simulate)
{
    dpex_device *device;
    setenv("DPEX_SIMULATE", simulate, 1);
    CHECK_OK(dpex_device_find("gpu", &device));
    return device;
}

TEST(promotion_avoids_what_the_device_lacks)
{
    dpex_device *device = find("gpu:1-fp64-fp16");
    check_promotion("int64", "uint64", device, "float32");
    check_promotion("int32", "float32", device, "float32");
    check_promotion("int64", "complex64", device, "complex64");
    check_promotion("int8", "float32", device, "float32");
    CHECK(!dpex_dtype_is_supported(DPEX_F64, device));
    CHECK(!dpex_dtype_is_supported(DPEX_C128, device));
    CHECK(!dpex_dtype_is_supported(DPEX_F16, device));
    CHECK(dpex_dtype_is_supported(DPEX_F32, device));
    dpex_device_release(device);
}

TEST(default_dtypes_follow_the_device)
{
    dpex_device *device = find("gpu:1-fp64");
    CHECK_INT(dpex_dtype_default(DPEX_KIND_REAL, device), DPEX_F32);
    CHECK_INT(dpex_dtype_default(DPEX_KIND_COMPLEX, device), DPEX_C64);
    CHECK_INT(dpex_dtype_default(DPEX_KIND_INT, device), DPEX_I64);
    CHECK_INT(dpex_dtype_default(DPEX_KIND_REAL, NULL), DPEX_F64);
    CHECK_INT(dpex_dtype_default(DPEX_KIND_COMPLEX, NULL), DPEX_C128);
    CHECK_INT(dpex_dtype_default(DPEX_KIND_UINT, NULL), DPEX_U64);
    CHECK_INT(dpex_dtype_default(DPEX_KIND_BOOL, NULL), DPEX_BOOL);
    dpex_device_release(device);
}

/* ---- scalars --------------------------------------------------------------------------------- */

static dpex_scalar cast(const dpex_scalar *from, dpex_dtype from_dtype, dpex_dtype to)
{
    dpex_scalar out;
    memset(&out, 0xaa, sizeof out);
    dpex_scalar_cast(from, from_dtype, to, &out);
    return out;
}

static dpex_scalar of_f64(double value)
{
    return (dpex_scalar){.f64 = value};
}

TEST(integers_keep_their_value_where_it_fits_and_wrap_where_not)
{
    dpex_scalar minus_one = {.i = -1}, big = {.u = UINT64_MAX - 5};
    CHECK_INT(cast(&minus_one, DPEX_I64, DPEX_U8).bytes[0], 255);
    CHECK_INT(cast(&minus_one, DPEX_I8, DPEX_I64).i, -1);
    CHECK(cast(&minus_one, DPEX_I32, DPEX_U64).u == UINT64_MAX);
    CHECK_INT(cast(&minus_one, DPEX_U32, DPEX_I64).i, 4294967295);
    CHECK(cast(&big, DPEX_U64, DPEX_F64).f64 == 0x1p64);
    CHECK(cast(&big, DPEX_U64, DPEX_U64).u == UINT64_MAX - 5);
    CHECK(cast(&minus_one, DPEX_I64, DPEX_C128).c128.re == -1.0);
}

TEST(a_64_bit_integer_is_rounded_to_float32_once)
{
    /* 2^60 + 2^36 + 1 lies just above the middle of two floats; by way of double it would be the
     * middle itself. */
    dpex_scalar value = {.i = ((int64_t)1 << 60) + ((int64_t)1 << 36) + 1};
    CHECK(cast(&value, DPEX_I64, DPEX_F32).f32 == 0x1p60f + 0x1p37f);
}

TEST(floats_are_cut_towards_zero_and_outside_the_range_are_the_minimum)
{
    dpex_scalar value = of_f64(-2.9);
    CHECK_INT(cast(&value, DPEX_F64, DPEX_I64).i, -2);
    CHECK_INT((int8_t)cast(&value, DPEX_F64, DPEX_I8).bytes[0], -2);
    const double outside[] = {1e300, -1e300, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        value = of_f64(outside[i]);
        CHECK(cast(&value, DPEX_F64, DPEX_I64).i == INT64_MIN);
    }
    value = of_f64(1.5e19);
    CHECK(cast(&value, DPEX_F64, DPEX_U64).u == 15000000000000000000u);
}

TEST(everything_but_zero_is_true)
{
    dpex_scalar value = of_f64(0.25);
    CHECK_INT(cast(&value, DPEX_F64, DPEX_BOOL).b, 1);
    value = of_f64(-0.0);
    CHECK_INT(cast(&value, DPEX_F64, DPEX_BOOL).b, 0);
    value = of_f64(NAN);
    CHECK_INT(cast(&value, DPEX_F64, DPEX_BOOL).b, 1);
    value = (dpex_scalar){.c128 = {0, 1}};
    CHECK_INT(cast(&value, DPEX_C128, DPEX_BOOL).b, 1);
    value = (dpex_scalar){.i = 256};
    CHECK_INT(cast(&value, DPEX_I64, DPEX_BOOL).b, 1);
}

TEST(complex_numbers_lose_their_imaginary_part_to_real_ones)
{
    dpex_scalar value = {.c128 = {1.5, 2.5}};
    CHECK(cast(&value, DPEX_C128, DPEX_F32).f32 == 1.5f);
    CHECK(cast(&value, DPEX_C128, DPEX_C64).c64.im == 2.5f);
}

TEST(every_half_survives_the_way_through_double)
{
    for (unsigned h = 0; h < 0x10000; h++) {
        double value = dpex_half_to_double((uint16_t)h);
        if (value == value) CHECK_INT(dpex_half_from_double(value), h);
    }
}

TEST(halves_round_to_nearest_even)
{
    CHECK_INT(dpex_half_from_double(1 + 0x1p-11), 0x3c00);
    CHECK_INT(dpex_half_from_double(1 + 0x3p-11), 0x3c02);
    CHECK_INT(dpex_half_from_double(1 + 0x1.001p-11), 0x3c01);
    CHECK_INT(dpex_half_from_double(65519.99), 0x7bff);
    CHECK_INT(dpex_half_from_double(65520), 0x7c00);
    CHECK_INT(dpex_half_from_double(-1e300), 0xfc00);
    CHECK_INT(dpex_half_from_double(0x1p-25), 0);
    CHECK_INT(dpex_half_from_double(0x1.1p-25), 1);
    CHECK_INT(dpex_half_from_double(-0.0), 0x8000);
    CHECK_INT(dpex_half_from_double(0x1.ffcp-15),
              0x0400 - 0); /* rounds up to the smallest normal */
    CHECK(isnan(dpex_half_to_double(dpex_half_from_double(NAN))));
}
