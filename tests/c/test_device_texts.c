/* The kernels that are generated for CUDA devices, compiled by a real NVRTC where there is one: every element-wise row and
 * signature, every reduction and dtype, in each form that a kernel takes. No device is needed for that.
 *
 * NVRTC spends most of a short kernel's time on the texts that it begins with, so one program holds many kernels, each in a
 * namespace of its own, and only the compiler's front end reads it: what a text can be refused for is told by then. */
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/program.h"
#include "dpex/scan.h"
#include "ops/device/device.h"
#include "ops/device/mask.h"
#include "ops/device/move_text.h"
#include "ops/device/rows.h"
#include "ops/device/scan.h"
#include "ops/sort/unique.h"
#include "ops/statistics/device.h"
#include "ops/tape/resolve.h"
#include "test.h"
#include "test_cuda.h"

/* An architecture that no NVRTC knows makes it write PTX, which is then empty. */
enum { NO_ARCHITECTURE = 999 };
static const char half_way[] = "--fdevice-syntax-only " DPEX_DEVICE_OPTIONS;

typedef struct batch {
    dpex_device *device;
    dpex_text text;
    int n_kernels;
} batch;

static void open_batch(batch *b)
{
    cuda_use_real_compiler();
    *b = (batch){.text = DPEX_TEXT_EMPTY};
    CHECK_OK(dpex_device_find("cuda", &b->device));
}

static void close_batch(batch *b)
{
    dpex_text image = DPEX_TEXT_EMPTY, text = DPEX_TEXT_EMPTY;
    CHECK(b->n_kernels > 0);
    dpex_device_complete(b->device, &b->text, &text);
    CHECK_OK(dpex_cuda_compile(dpex_text_get(&text), half_way, 0, NO_ARCHITECTURE, &image));
    dpex_text_fini(&image);
    dpex_text_append(&text, "static float wrong(float x) { return y; }\n"); /* it is read */
    CHECK_FAILS(dpex_cuda_compile(dpex_text_get(&text), half_way, 0, NO_ARCHITECTURE, &image),
                DPEX_ERROR_COMPILE);
    dpex_text_fini(&image);
    dpex_text_fini(&text);
    dpex_text_fini(&b->text);
    dpex_device_release(b->device);
}

static void add_kernel(batch *b, const dpex_tape *tape, const dpex_device_shape *shape)
{
    int n = b->n_kernels++;
    dpex_text_append(&b->text, "namespace n%d {\n#define dpex_kernel dpex_kernel_%d\n", n, n);
    if (dpex_device_is_of_rows(shape)) {
        dpex_device_write_row_functions(tape, &b->text);
        dpex_device_write_row_kernel(tape, shape, &b->text);
    } else {
        dpex_device_write_functions(tape, &b->text);
        dpex_device_write_kernel(tape, shape, &b->text);
    }
    dpex_text_append(&b->text, "#undef dpex_kernel\n}\n");
}

/* ---- helpers ----------------------------------------------------------------------------------------------- */

static int has_helpers(const char *kernels, const char *part)
{
    dpex_text given = DPEX_TEXT_EMPTY, text = DPEX_TEXT_EMPTY;
    dpex_device *device;
    CHECK_OK(dpex_device_find("cuda", &device));
    dpex_text_append(&given, "%s", kernels);
    dpex_device_complete(device, &given, &text);
    int has = !text.failed && strstr(dpex_text_get(&text), part) != NULL;
    dpex_text_fini(&given);
    dpex_text_fini(&text);
    return has;
}

TEST(texts_for_devices_have_the_helpers_of_the_types_they_mention)
{
    static const char i8[] = "#define K_IF_I8(helpers) helpers\n",
                      f64[] = "#define K_IF_F64(helpers) helpers\n",
                      complex_ones[] = "k_exp2_unit_c64(";
    cuda_fake();
    CHECK(has_helpers("k_add_i8(x, y)", i8));
    CHECK(!has_helpers("k_add_i16(x, y)", i8));
    CHECK(!has_helpers("int8_t x; double y;", i8));
    CHECK(!has_helpers("int8_t x; double y;", f64));
    CHECK(has_helpers("#define K_SUFFIX f64", f64));
    /* A type of two parts needs none of them by itself, and complex functions those of real numbers. */
    CHECK(!has_helpers("dpex_c128 x; dpex_c64 y;", complex_ones));
    CHECK(has_helpers("dpex_c64 x = k_mul_c64(y, z);", complex_ones));
    CHECK(has_helpers("dpex_c64 x = k_mul_c64(y, z);", f64));
    CHECK(!has_helpers("k_exp_f32(x)", "K_ERROR_FUNCTIONS"));
    CHECK(has_helpers("k_erfinv_f32(x)", "K_ERROR_FUNCTIONS"));
}

/* ---- element-wise ------------------------------------------------------------------------------------------ */

static dpex_dtype dtype_of(char letter)
{
    const char name[2] = {letter, '\0'};
    dpex_dtype dtype;
    CHECK_OK(dpex_dtype_from_name(name, &dtype));
    return dtype;
}

/* As dpex_device_choose_lanes would: what 16 bytes of the largest operand hold. */
static int lanes_of(const dpex_dtype *dtypes, int n)
{
    int largest = 1;
    for (int i = 0; i < n; i++) {
        int itemsize = dpex_dtype_get_info(dtypes[i])->itemsize;
        largest = itemsize > largest ? itemsize : largest;
    }
    return 16 / largest;
}

static void add_maps(batch *b, const dpex_op *op, const char *signature)
{
    dpex_dtype dtypes[DPEX_MAX_ARITY + 1], in[DPEX_MAX_ARITY] = {DPEX_BOOL}, out;
    int regs[DPEX_MAX_ARITY], result;
    dpex_tape tape;
    dpex_tape_init(&tape);
    for (int i = 0; i < op->arity; i++) {
        dtypes[i] = dtype_of(signature[i]);
        CHECK_OK(dpex_tape_input(&tape, dtypes[i], &regs[i]));
    }
    CHECK_OK(dpex_op_promote(op, dtypes, b->device, in, &out));
    dtypes[op->arity] = out;
    CHECK_OK(dpex_tape_apply_converted(&tape, op, regs, in, out, &result));
    CHECK_OK(dpex_tape_output(&tape, result));
    dpex_device_shape shape = {.form = DPEX_FORM_MAP,
                               .nd = 1,
                               .n_outer = 1,
                               .n_operands = op->arity + 1,
                               .lanes = lanes_of(dtypes, op->arity + 1)};
    memset(shape.access, DPEX_ACCESS_LINEAR, sizeof shape.access);
    add_kernel(b, &tape, &shape);
    memset(shape.access, DPEX_ACCESS_STRIDED, sizeof shape.access);
    shape.access[0] = DPEX_ACCESS_CONSTANT;
    shape.nd = shape.n_outer = 3;
    shape.lanes = 1;
    shape.is_wide = 1;
    add_kernel(b, &tape, &shape);
    dpex_tape_fini(&tape);
}

TEST(cuda_compiles_every_elementwise_row)
{
    batch b;
    const dpex_op *op;
    const char *signature;
    open_batch(&b);
    for (size_t i = 0; (op = dpex_op_get(i)); i++)
        for (size_t s = 0; (signature = dpex_op_get_signature(op, s)); s++)
            add_maps(&b, op, signature);
    close_batch(&b);
}

/* ---- reductions -------------------------------------------------------------------------------------------- */

/* Rows by packs and one element after the other, columns by items, and the pass that leaves partial results. */
static void add_reductions(batch *b, const dpex_reduction *reduction, dpex_dtype dtype)
{
    dpex_dtype result;
    int reg;
    dpex_tape tape;
    if (dpex_reduction_resolve(reduction, dtype, b->device, &result)) return; /* not defined */
    dpex_tape_init(&tape);
    CHECK_OK(dpex_tape_input(&tape, dtype, &reg));
    CHECK_OK(dpex_tape_reduce_to(&tape, reduction, reg, result, 0, b->device));
    dpex_device_shape shape = {.form = DPEX_FORM_GROUP, .nd = 2, .n_outer = 1, .n_operands = 2};
    memset(shape.access, DPEX_ACCESS_LINEAR, sizeof shape.access);
    shape.lanes = lanes_of(&dtype, 1);
    shape.together = shape.lanes > 1 ? 4 : 1;
    shape.team = 8;
    add_kernel(b, &tape, &shape);
    shape.stores_partials = 1;
    shape.lanes = shape.together = 1;
    shape.team = DPEX_DEVICE_LANES;
    shape.nd = 4;
    shape.n_outer = 2;
    add_kernel(b, &tape, &shape);
    shape.form = DPEX_FORM_ITEM;
    add_kernel(b, &tape, &shape);
    shape.stores_partials = 0;
    shape.is_wide = 1;
    add_kernel(b, &tape, &shape);
    dpex_tape_fini(&tape);
}

TEST(cuda_compiles_every_reduction)
{
    batch b;
    const dpex_reduction *reduction;
    open_batch(&b);
    for (size_t i = 0; (reduction = dpex_reduction_get(i)); i++)
        for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++)
            add_reductions(&b, reduction, (dpex_dtype)dtype);
    close_batch(&b);
}

/* ---- stages ------------------------------------------------------------------------------------------------ */

/* The result of a reduction of x beside x itself: in registers and not, by groups and by items. */
static void add_rows(batch *b, const dpex_reduction *reduction, dpex_dtype dtype)
{
    dpex_dtype result;
    int reg;
    dpex_tape tape;
    if (dpex_reduction_resolve(reduction, dtype, b->device, &result)) return; /* not defined */
    dpex_tape_init(&tape);
    CHECK_OK(dpex_tape_input(&tape, dtype, &reg));
    CHECK_OK(dpex_tape_reduce_to(&tape, reduction, reg, result, 0, b->device));
    const dpex_dtype value = (dpex_dtype)tape.regs[tape.outputs[0]].dtype;
    reg = tape.n_regs++;
    tape.regs[reg] = (dpex_reg){.kind = DPEX_REG_REDUCED,
                                .dtype = (uint8_t)dpex_reduction_finished_dtype(reduction, value),
                                .n_src = 1,
                                .src = {tape.outputs[0]},
                                .stage = 1};
    CHECK_OK(dpex_tape_cast(&tape, reg, result, &reg));
    tape.regs[reg].stage = 1;
    tape.outputs[0] = (int16_t)reg;
    tape.outputs[tape.n_outputs++] = 0;
    tape.n_stages = 2;
    dpex_device_shape shape = {.form = DPEX_FORM_ROW_GROUP, .nd = 2, .n_outer = 1, .n_operands = 3};
    memset(shape.access, DPEX_ACCESS_LINEAR, sizeof shape.access);
    shape.access[1] = DPEX_ACCESS_CONSTANT;
    shape.lanes = lanes_of(&dtype, 1);
    shape.n_kept = 3;
    shape.team = 32;
    add_kernel(b, &tape, &shape);
    shape.n_kept = 0;
    shape.team = DPEX_DEVICE_LANES;
    add_kernel(b, &tape, &shape);
    shape.lanes = 1;
    shape.is_wide = 1;
    shape.access[0] = DPEX_ACCESS_STRIDED;
    shape.form = DPEX_FORM_ROW_ITEM;
    add_kernel(b, &tape, &shape);
    dpex_tape_fini(&tape);
}

TEST(cuda_compiles_rows_of_every_reduction)
{
    batch b;
    open_batch(&b);
    const dpex_reduction *reduction;
    for (size_t i = 0; (reduction = dpex_reduction_get(i)); i++)
        for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++)
            add_rows(&b, reduction, (dpex_dtype)dtype);
    close_batch(&b);
}

/* ---- scans ------------------------------------------------------------------------------------------------- */

/* Texts of scans define these anew. */
static const char *const scan_macros[] = {
    "K_TOTALS",     "K_STARTS",      "K_RESULTS",        "K_ROW",          "K_IN",
    "K_OUT",        "K_VALUE",       "K_STATE",          "K_START",        "K_PUT",
    "K_AT",         "K_PHASE",       "K_GROUPED",        "K_EACH",         "K_GROUP_ITEMS",
    "K_DIMS",       "K_STICKS",      "K_STICKS_AT_ZERO", "k_is_alone",     "k_is_enough",
    "k_magnitude",  "K_COLUMNS",     "K_SWEEP",          "K_FAN",          "K_KNOWN",
    "K_UNUSABLE",   "K_UNKNOWN",     "K_TILE_VALUE",     "K_SWEEP_GROUPS", "K_WORDS",
    "K_FAN_BITS",   "K_LEVELS",      "K_OF_BLOCK",       "K_ACROSS",       "K_OWN",
    "K_ITEM_TOTAL", "K_KEEPS_INPUT", "K_COPY_BYTES",     "K_READS_ROWS",   "k_arrive",
    "k_state_of",
};

static void add_scan(batch *b, const dpex_device_scan_text *what)
{
    int n = b->n_kernels++;
    dpex_text_append(&b->text, "namespace n%d {\n#define dpex_kernel dpex_kernel_%d\n", n, n);
    dpex_device_scan_write(what, &b->text);
    dpex_text_append(&b->text, "#undef dpex_kernel\n}\n");
    for (size_t i = 0; i < sizeof scan_macros / sizeof *scan_macros; i++)
        dpex_text_append(&b->text, "#undef %s\n", scan_macros[i]);
}

static void add_scans(batch *b, dpex_device_scan scan, dpex_dtype in, dpex_dtype out)
{
    dpex_reduction combine;
    dpex_tape tape;
    scan.dtype = dpex_computing_dtype(out);
    CHECK_OK(dpex_device_scan_state(&scan, &combine, &tape));
    for (int way = 0; way < 6; way++)
        add_scan(b, &(dpex_device_scan_text){&scan, &tape, in, out, way & 1, 0,
                                             (dpex_device_scan_phase)(1 + way / 2)});
    add_scan(b, &(dpex_device_scan_text){&scan, &tape, in, out, 0, 1, DPEX_DEVICE_SCAN_RESULTS});
    if (dpex_device_state_is_value(&tape))
        add_scan(b, &(dpex_device_scan_text){&scan, &tape, in, out, 1, 0, DPEX_DEVICE_SCAN_SWEEP});
    dpex_tape_fini(&tape);
}

TEST(cuda_compiles_every_scan)
{
    static const dpex_device_scan scans[] = {
        {"cumulative_sum", DPEX_OP_add, DPEX_DEVICE_STICKS_INFINITE, DPEX_BOOL},
        {"cumulative_prod", DPEX_OP_multiply, DPEX_DEVICE_STICKS_AT_ZERO, DPEX_BOOL},
        {"cumulative_max", DPEX_OP_maximum, DPEX_DEVICE_STICKS_NEVER, DPEX_BOOL},
        {"cumulative_min", DPEX_OP_minimum, DPEX_DEVICE_STICKS_NEVER, DPEX_BOOL},
        {"cumulative_logsumexp", -1, DPEX_DEVICE_STICKS_NEVER, DPEX_BOOL}};
    batch b;
    open_batch(&b);
    for (size_t i = 0; i < sizeof scans / sizeof *scans; i++)
        for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++) {
            dpex_dtype out;
            if (dpex_scan_resolve(dpex_scan_find(scans[i].name), (dpex_dtype)dtype, b.device, &out))
                continue;
            add_scans(&b, scans[i], (dpex_dtype)dtype, out);
        }
    close_batch(&b);
}

/* ---- masks ------------------------------------------------------------------------------------------------- */

static const char *const mask_macros[] = {
    "K_COUNT",       "K_COMPRESS", "K_POSITIONS", "K_WRITE",     "K_FILL",
    "K_ROW",         "K_OTHER",    "K_PHASE",     "K_GROUPED",   "K_EACH",
    "K_GROUP_ITEMS", "K_DIMS",     "K_FLAT",      "k_offset_of", "K_ITEM_COUNT",
};

static void add_mask(batch *b, const dpex_device_mask_text *what)
{
    int n = b->n_kernels++;
    dpex_text_append(&b->text, "namespace n%d {\n#define dpex_kernel dpex_kernel_%d\n", n, n);
    dpex_device_mask_write(what, &b->text);
    dpex_text_append(&b->text, "#undef dpex_kernel\n}\n");
    for (size_t i = 0; i < sizeof mask_macros / sizeof *mask_macros; i++)
        dpex_text_append(&b->text, "#undef %s\n", mask_macros[i]);
}

TEST(cuda_compiles_every_mask)
{
    batch b;
    open_batch(&b);
    for (int phase = DPEX_DEVICE_MASK_COUNT; phase <= DPEX_DEVICE_MASK_FILL; phase++)
        for (int itemsize = 1; itemsize <= 16; itemsize *= 2)
            for (int way = 0; way < 4; way++)
                add_mask(&b, &(dpex_device_mask_text){(dpex_device_mask_phase)phase, way & 1,
                                                      itemsize, way >> 1});
    close_batch(&b);
}

/* ---- gather and scatter -------------------------------------------------------------------------------------- */

static void add_moves(batch *b, dpex_move_text *text)
{
    for (int form = DPEX_MOVE_GATHER; form <= DPEX_MOVE_TOGETHER; form++) {
        const int can_order = form == DPEX_MOVE_SCATTER || form >= DPEX_MOVE_MARK;
        const int must_order = form == DPEX_MOVE_MARK || form == DPEX_MOVE_TOGETHER;
        for (int is_ordered = must_order; is_ordered <= can_order; is_ordered++) {
            int n = b->n_kernels++;
            text->form = (dpex_move_form)form;
            text->is_ordered = is_ordered;
            text->has_run = text->element_bytes % 3 == 1 && form <= DPEX_MOVE_SCATTER;
            dpex_text_append(&b->text, "namespace n%d {\n#define dpex_kernel dpex_kernel_%d\n", n,
                             n);
            dpex_device_write_move_kernel(text, &b->text);
            dpex_text_append(&b->text, "#undef dpex_kernel\n}\n");
        }
    }
}

TEST(cuda_compiles_every_gather_and_scatter)
{
    batch b;
    open_batch(&b);
    for (int is_wide = 0; is_wide < 2; is_wide++) {
        for (int bytes = 1; bytes <= 16; bytes *= 2) {
            dpex_move_text text = {.is_wide = is_wide,
                                   .nd = 3,
                                   .nd_positions = 2,
                                   .element_bytes = bytes,
                                   .is_aligned = is_wide,
                                   .mode = is_wide ? DPEX_INDEX_WRAP : DPEX_INDEX_CLIP,
                                   .n_arrays = 8,
                                   .dtypes = {DPEX_I8, DPEX_I16, DPEX_I32, DPEX_I64, DPEX_U8,
                                              DPEX_U16, DPEX_U32, DPEX_U64}};
            add_moves(&b, &text);
        }
    }
    close_batch(&b);
}

TEST(cuda_compiles_every_search)
{
    batch b;
    open_batch(&b);
    for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++) {
        for (int is_wide = 0; is_wide < 2; is_wide++) {
            int n = b.n_kernels++;
            dpex_text_append(&b.text, "namespace n%d {\n#define dpex_kernel dpex_kernel_%d\n", n,
                             n);
            const dpex_device_search_kind kind =
                (dpex_device_search_kind)(DPEX_DEVICE_SEARCH_LEFT +
                                          (dtype + 2 * is_wide) %
                                              (DPEX_DEVICE_SEARCH_IS_NOT_IN + 1));
            dpex_device_write_search((dpex_dtype)dtype, is_wide, kind, 1 + is_wide, &b.text);
            dpex_text_append(&b.text, "#undef dpex_kernel\n}\n");
        }
    }
    close_batch(&b);
}

/* ---- counts, sets and segments -------------------------------------------------------------------------------- */

static void begin_kernel(batch *b)
{
    const int n = b->n_kernels++;
    dpex_text_append(&b->text, "namespace n%d {\n#define dpex_kernel dpex_kernel_%d\n", n, n);
}

/* macros: those that the next text defines anew. */
static void end_kernel(batch *b, const char *const *macros, size_t n_macros)
{
    dpex_text_append(&b->text, "#undef dpex_kernel\n}\n");
    for (size_t i = 0; i < n_macros; i++) dpex_text_append(&b->text, "#undef %s\n", macros[i]);
}

static const char *const unique_macros[] = {"K_HEADS", "K_LENGTHS", "K_INVERSE", "K_PHASE"};

TEST(cuda_compiles_every_unique)
{
    batch b;
    open_batch(&b);
    for (int phase = DPEX_UNIQUE_HEADS; phase <= DPEX_UNIQUE_RUNS; phase++) {
        for (int dtype = 0; dtype < DPEX_N_DTYPES; dtype++) {
            if (phase != DPEX_UNIQUE_HEADS && dtype != DPEX_I64) continue;
            begin_kernel(&b);
            dpex_unique_device_write((dpex_unique_phase)phase, (dpex_dtype)dtype, &b.text);
            end_kernel(&b, unique_macros, sizeof unique_macros / sizeof *unique_macros);
        }
    }
    close_batch(&b);
}

static const char *const count_macros[] = {
    "K_TABLES",      "K_TOTALS", "K_ATOMIC",     "K_WIDEN", "K_BINS",    "K_SORTED",
    "K_BLOCK",       "K_COPIES", "K_WEIGHTED",   "K_EDGES", "K_GROUPED", "K_SMALL",
    "K_GROUP_ITEMS", "K_PHASE",  "K_LOCAL_BINS", "K_WARPS", "K_AT_ONCE", "K_BIN_BITS",
};

TEST(cuda_compiles_every_count)
{
    static const dpex_dtype dtypes[][2] = {
        {DPEX_I64, DPEX_I64}, {DPEX_F32, DPEX_F32}, {DPEX_F32, DPEX_F64}, {DPEX_F64, DPEX_F64}};
    batch b;
    open_batch(&b);
    for (int phase = DPEX_DEVICE_COUNT_TABLES; phase <= DPEX_DEVICE_COUNT_WARPS; phase++)
        for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
            for (int way = 0; way < 4; way++) {
                const int is_weighted = way & 1, is_first = way >> 1;
                const dpex_dtype edge = dtypes[i][1];
                begin_kernel(&b);
                dpex_device_count_write(
                    &(dpex_device_count_text){.phase = (dpex_device_count_phase)phase,
                                              .in = dtypes[i][0],
                                              .sum = !is_weighted       ? DPEX_I64
                                                     : edge == DPEX_F32 ? DPEX_F32
                                                                        : DPEX_F64,
                                              .edge = edge,
                                              .is_grouped = is_first,
                                              .is_weighted = is_weighted,
                                              .is_small = is_first && !is_weighted,
                                              .has_local = is_first,
                                              .bin_bits = phase == DPEX_DEVICE_COUNT_WARPS ? 8 : 0},
                    &b.text);
                end_kernel(&b, count_macros, sizeof count_macros / sizeof *count_macros);
            }
    close_batch(&b);
}

TEST(cuda_compiles_every_interpolation)
{
    static const char *const macros[] = {"T", "K_VALUES"};
    batch b;
    open_batch(&b);
    for (int way = 0; way < 4; way++) {
        begin_kernel(&b);
        dpex_device_interpolate_write(way & 1 ? DPEX_F64 : DPEX_F32, 1 + (way & 2), &b.text);
        end_kernel(&b, macros, 2);
    }
    close_batch(&b);
}

static const char *const segments_macros[] = {
    "T",        "K_PHASE",     "K_GROUPED", "K_GROUP_ITEMS", "K_OPERATION",     "K_REDUCE",
    "K_FINISH", "K_STRETCHES", "K_KEYS",    "K_SORTED",      "K_LANES_OF_ITEM", "K_RUN",
};

static void add_segments(batch *b, const dpex_tape *tape, dpex_dtype dtype, int phase)
{
    for (int is_grouped = 0; is_grouped < 2; is_grouped++) {
        begin_kernel(b);
        dpex_device_segments_write(&(dpex_device_segments_text){(dpex_device_segments_phase)phase,
                                                                tape, dtype, is_grouped},
                                   &b->text);
        end_kernel(b, segments_macros, sizeof segments_macros / sizeof *segments_macros);
    }
}

static void add_reduced_segments(batch *b, const char *name, dpex_dtype dtype)
{
    int reg;
    dpex_tape tape;
    dpex_tape_init(&tape);
    CHECK_OK(dpex_tape_input(&tape, dtype, &reg));
    CHECK_OK(dpex_tape_output(&tape, reg));
    tape.reduction = dpex_reduction_find(name);
    add_segments(b, &tape, dtype, DPEX_DEVICE_SEGMENTS_REDUCE);
    add_segments(b, &tape, dtype, DPEX_DEVICE_SEGMENTS_FINISH);
    dpex_tape_fini(&tape);
}

static void add_combined_values(batch *b, const char *name, dpex_dtype dtype)
{
    int in[2], reg;
    dpex_tape tape;
    dpex_tape_init(&tape);
    CHECK_OK(dpex_tape_input(&tape, dtype, &in[0]));
    CHECK_OK(dpex_tape_input(&tape, dtype, &in[1]));
    CHECK_OK(dpex_tape_apply(&tape, dpex_op_find(name), in, &reg));
    CHECK_OK(dpex_tape_output(&tape, reg));
    add_segments(b, &tape, dtype, DPEX_DEVICE_COMBINE_STRETCHES);
    add_segments(b, &tape, dtype, DPEX_DEVICE_COMBINE_SORTED);
    dpex_tape_fini(&tape);
}

TEST(cuda_compiles_every_segment_kernel)
{
    static const dpex_dtype dtypes[] = {DPEX_I32, DPEX_U64, DPEX_F32,
                                        DPEX_F64, DPEX_C64, DPEX_C128};
    static const char *const reductions[] = {"sum", "prod", "max", "min"};
    batch b;
    open_batch(&b);
    add_segments(&b, NULL, DPEX_I64, DPEX_DEVICE_COMBINE_KEYS);
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        for (size_t r = 0; r < sizeof reductions / sizeof *reductions; r++)
            add_reduced_segments(&b, reductions[r], dtypes[i]);
        add_combined_values(&b, "add", dtypes[i]);
        add_combined_values(&b, "multiply", dtypes[i]);
    }
    close_batch(&b);
}
