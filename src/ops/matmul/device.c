/* Matrix products on devices that compile at run time (device.cl): tiles in local memory on GPUs,
 * in registers on CPUs.
 *
 * What a tile would not fill (products with vectors, few rows times few columns) is a sum of
 * products instead, like any reduction. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/integer.h"
#include "ops/device/device.h"
#include "product.h"
#include "runtime/runtime.h"

extern const char dpex_text_product[], dpex_text_product_tiles[];

enum { GROUP_TILE = 64, ITEM_ROWS = 4, ITEM_COLUMNS = 16 };
/* Large tiles (tiles.cl), of columns by the dtype, where so many of them keep a device busy. */
enum { TILE_ROWS = 128, TILE_COLUMNS = 128, TILE_COLUMNS_F64 = 64, LEAST_TILES = 64 };
enum { LEAST_EXTENT = 8 }; /* rows and columns from which on tiles are worth it */
enum {
    LONG_SUM = 1 << 15
}; /* a sum of this length in order would lose digits, and few tiles leave a device idle */

/* k_product in device.cl; which: a, b, c. */
typedef struct product_words {
    int64_t m, n, k, n_row_tiles, n_column_tiles, n_matrices;
    int64_t offset[3], row[3], column[3];
    int64_t nd, shape[DPEX_DEVICE_MAX_DIMS], stack[3][DPEX_DEVICE_MAX_DIMS];
} product_words;

typedef struct product_text {
    dpex_dtype dtype;
    int is_grouped, is_tiled;
    int a_by_k, b_by_k; /* of large tiles: neighbours along k are neighbours in memory */
    unsigned update;
} product_text;

/* The type of the sums: unsigned for integers, because they wrap around. */
static const char *number_type(dpex_dtype dtype)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(dtype);
    if (info->kind == DPEX_KIND_COMPLEX) return dpex_device_c_type(dtype);
    if (info->kind == DPEX_KIND_REAL) return info->itemsize == 8 ? "double" : "float";
    return info->itemsize == 8 ? "uint64_t" : "uint32_t";
}

/* k_add_product and k_zero for the type. Floating-point sums use fma, so that their bits do not
 * depend on what a compiler contracts. */
static void write_arithmetic(dpex_dtype dtype, dpex_text *text)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(dtype);
    const char *number = number_type(dtype);
    /* CUDA's functions for float end in f. */
    const char *fma = info->kind == DPEX_KIND_COMPLEX && dtype == DPEX_C64 ? "K_REAL(fma, f)"
                      : info->kind == DPEX_KIND_REAL && dtype != DPEX_F64  ? "K_REAL(fma, f)"
                                                                           : "fma";
    dpex_text_append(text,
                     "static inline k_number k_add_product(const k_number sum, const k_number a, "
                     "const k_number b)\n{\n");
    if (info->kind == DPEX_KIND_COMPLEX)
        dpex_text_append(
            text,
            "    return K_PARTS(%s, %s(-a.im, b.im, %s(a.re, b.re, sum.re)), "
            "%s(a.im, b.re, %s(a.re, b.im, sum.im)));\n}\n"
            "static inline k_number k_zero(void)\n{\n    return K_PARTS(%s, 0, 0);\n}\n",
            number, fma, fma, fma, fma, number);
    else if (info->kind == DPEX_KIND_REAL)
        dpex_text_append(text, "    return %s(a, b, sum);\n}\n", fma);
    else
        dpex_text_append(text, dtype == DPEX_BOOL ? "    return sum | (a & b);\n}\n"
                                                  : "    return sum + a * b;\n}\n");
    if (info->kind != DPEX_KIND_COMPLEX)
        dpex_text_append(text, "static inline k_number k_zero(void)\n{\n    return 0;\n}\n");
}

/* How elements of a and b are loaded, and what is stored of a sum. */
static void write_update(const product_text *t, dpex_text *text)
{
    const int is_complex = dpex_dtype_get_info(t->dtype)->kind == DPEX_KIND_COMPLEX;
    if (is_complex)
        dpex_text_append(text,
                         "static inline k_number k_conjugate(const k_number x)\n{\n"
                         "    return K_PARTS(k_number, x.re, -x.im);\n}\n"
                         "static inline k_number k_subtract(const k_number a, const k_number b)\n"
                         "{\n    return K_PARTS(k_number, a.re - b.re, a.im - b.im);\n}\n");
    else
        dpex_text_append(text, "#define k_subtract(a, b) ((a) - (b))\n");
    for (int i = 0; i < 2; i++) {
        const unsigned bit = i ? DPEX_PRODUCT_CONJUGATES_B : DPEX_PRODUCT_CONJUGATES_A;
        dpex_text_append(text, "#define K_LOAD_%s(x) %s(x))\n", i ? "B" : "A",
                         is_complex && (t->update & bit) ? "k_conjugate(k_load" : "(k_load");
    }
    dpex_text_append(text, "#define K_STORE(c, sum) c = k_store(%s)\n",
                     t->update & DPEX_PRODUCT_SUBTRACTS ? "k_subtract(k_load(c), sum)" : "sum");
}

static void write(const void *arg, dpex_text *text)
{
    const product_text *t = arg;
    const char *value = dpex_device_c_type(t->dtype);
    dpex_text_append(text, "typedef %s k_value;\ntypedef %s k_number;\n", value,
                     number_type(t->dtype));
    dpex_text_append(text, "static inline k_number k_load(const k_value x)\n{\n    return ");
    if (t->dtype == DPEX_F16)
        dpex_device_write_cast(text, "x", DPEX_F16, DPEX_F32);
    else
        dpex_text_append(
            text, dpex_dtype_get_info(t->dtype)->kind == DPEX_KIND_COMPLEX ? "x" : "(k_number)x");
    dpex_text_append(text, ";\n}\nstatic inline k_value k_store(const k_number x)\n{\n    return ");
    if (t->dtype == DPEX_F16)
        dpex_device_write_cast(text, "x", DPEX_F32, DPEX_F16);
    else
        dpex_text_append(
            text, dpex_dtype_get_info(t->dtype)->kind == DPEX_KIND_COMPLEX ? "x" : "(k_value)x");
    dpex_text_append(text, ";\n}\n");
    write_arithmetic(t->dtype, text);
    write_update(t, text);
    if (t->is_tiled)
        dpex_text_append(text,
                         "#define K_PRODUCT_TILES\n#define K_A_BY_K %d\n#define K_B_BY_K %d\n%s",
                         t->a_by_k, t->b_by_k, t->dtype == DPEX_F64 ? "#define K_MMA\n" : "");
    else if (t->is_grouped)
        dpex_text_append(text, "#define K_PRODUCT_GROUPS\n");
    dpex_text_append_string(text, dpex_text_product);
    if (t->is_tiled) dpex_text_append_string(text, dpex_text_product_tiles);
}

/* Else the caller multiplies and sums, element by element. */
int dpex_product_fits_tiles(const dpex_matrix_product *x)
{
    return x->m >= LEAST_EXTENT && x->n >= LEAST_EXTENT && x->k < LONG_SUM &&
           x->nd <= DPEX_DEVICE_MAX_DIMS;
}

static void fill_words(const dpex_matrix_product *x, product_words *w)
{
    const dpex_matrices *of[3] = {&x->a, &x->b, &x->c};
    *w = (product_words){.m = x->m, .n = x->n, .k = x->k, .n_matrices = 1, .nd = x->nd};
    for (int d = 0; d < x->nd; d++) {
        w->shape[d] = x->stack[d];
        w->n_matrices *= x->stack[d];
    }
    for (int i = 0; i < 3; i++) {
        const dpex_array *array = of[i]->array;
        w->offset[i] = array->offset / dpex_dtype_get_info(array->dtype)->itemsize;
        w->row[i] = of[i]->row;
        w->column[i] = of[i]->column;
        for (int d = 0; d < x->nd; d++) w->stack[i][d] = of[i]->stack[d];
    }
}

/* Sets the rows and columns of tiles, and whether they are large. Doubles are multiplied by
 * sub-groups there. */
static void cut(const dpex_matrix_product *x, product_text *t, product_words *w)
{
    const dpex_device *device = x->c.array->queue->device;
    const int columns = t->dtype == DPEX_F64 ? TILE_COLUMNS_F64 : TILE_COLUMNS;
    const int64_t n_large =
        dpex_int64_ceil_div(x->m, TILE_ROWS) * dpex_int64_ceil_div(x->n, columns) * w->n_matrices;
    t->is_tiled =
        t->is_grouped && n_large >= LEAST_TILES &&
        (t->dtype == DPEX_F32 || (t->dtype == DPEX_F64 && dpex_device_has_progress(device)));
    t->a_by_k = t->is_tiled && x->a.column == 1;
    t->b_by_k = t->is_tiled && x->b.row == 1;
    w->n_row_tiles = dpex_int64_ceil_div(x->m, t->is_tiled     ? TILE_ROWS
                                               : t->is_grouped ? GROUP_TILE
                                                               : ITEM_ROWS);
    w->n_column_tiles = dpex_int64_ceil_div(x->n, t->is_tiled     ? columns
                                                  : t->is_grouped ? GROUP_TILE
                                                                  : ITEM_COLUMNS);
}

/* A work-group, or a work-item on CPUs, for each tile of c; c does not overlap a and b. */
dpex_status dpex_product_submit_on_device(const dpex_matrix_product *x)
{
    dpex_queue *queue = x->c.array->queue;
    dpex_product_routine routine;
    if (dpex_product_find_routine(x, &routine)) return dpex_product_run_routine(&routine);
    product_text t = {.dtype = x->c.array->dtype,
                      .is_grouped = dpex_device_has_groups(queue->device),
                      .update = x->update};
    product_words w;
    char name[40];
    fill_words(x, &w);
    cut(x, &t, &w);
    snprintf(name, sizeof name, "product %d %d %d %d %u", t.is_grouped, t.is_tiled, t.a_by_k,
             t.b_by_k, t.update);
    const int64_t n_tiles = w.n_row_tiles * w.n_column_tiles * w.n_matrices;
    const dpex_array *arrays[3] = {x->a.array, x->b.array, x->c.array};
    const dpex_device_job job = {.name = x->name,
                                 .kernel = name,
                                 .dtype = t.dtype,
                                 .text = {write, &t},
                                 .arrays = arrays,
                                 .n_arrays = 3,
                                 .words = &w,
                                 .words_bytes = sizeof w};
    const int group = t.is_grouped ? DPEX_DEVICE_LANES : 1;
    return dpex_device_run_job(queue, &job, n_tiles * group, group);
}
