/* Factorizations by kernels, on devices that compile at run time: the steps that they are made of.
 *
 * Matrices are cut into panels of 32 columns. A work-group factorizes a panel, the columns or rows
 * beside it are solved for with its triangle, and what is left becomes less by a product
 * (matmul/device.c), where nearly all work is: LAPACK's blocked algorithms. Each step does so for
 * all matrices of a stack, and nothing goes to the host but the codes. */
#include "device.h"

#include <stdio.h>

#include "array/array.h"
#include "base/error.h"
#include "base/integer.h"
#include "dpex/op.h"
#include "ops/device/device.h"
#include "ops/matmul/product.h"
#include "runtime/runtime.h"

extern const char dpex_text_linalg[], dpex_text_linalg_stack[], dpex_text_linalg_whole[];

/* ---- matrices ---------------------------------------------------------------------------------- */

dpex_linalg_part dpex_linalg_part_of(const dpex_linalg_run *run, const dpex_array *x, int64_t row,
                                     int64_t column)
{
    return (dpex_linalg_part){x->storage, x->offset / dpex_dtype_get_info(x->dtype)->itemsize, row,
                              column, x->size / run->job->n_matrices};
}

dpex_linalg_part dpex_linalg_from(dpex_linalg_part x, int64_t i, int64_t j)
{
    x.offset += i * x.row + j * x.column;
    return x;
}

dpex_linalg_part dpex_linalg_transposed(dpex_linalg_part x)
{
    const int64_t row = x.row;
    x.row = x.column;
    x.column = row;
    return x;
}

dpex_status dpex_linalg_scratch(const dpex_linalg_run *run, dpex_dtype dtype, int64_t elems,
                                dpex_array *x)
{
    const int64_t shape[2] = {run->job->n_matrices, elems};
    return dpex_array_init(run->queue, dtype, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, x);
}

/* ---- kernels ----------------------------------------------------------------------------------- */

static const char *const kernel_names[] = {
    [DPEX_LINALG_ELEMENTS] = "ELEMENTS",
    [DPEX_LINALG_LU_PANEL] = "LU_PANEL",
    [DPEX_LINALG_LU_SMALL] = "LU_SMALL",
    [DPEX_LINALG_SOLVE_SMALL] = "SOLVE_SMALL",
    [DPEX_LINALG_WATCH] = "WATCH",
    [DPEX_LINALG_LU_AGAIN] = "LU_AGAIN",
    [DPEX_LINALG_SWAP] = "SWAP",
    [DPEX_LINALG_ORDER] = "ORDER",
    [DPEX_LINALG_PIVOTS] = "PIVOTS",
    [DPEX_LINALG_DETERMINANT] = "DETERMINANT",
    [DPEX_LINALG_TRIANGLE] = "TRIANGLE",
    [DPEX_LINALG_TRIANGLE_ITEMS] = "TRIANGLE_ITEMS",
    [DPEX_LINALG_CHOLESKY] = "CHOLESKY",
    [DPEX_LINALG_CHOLESKY_SMALL] = "CHOLESKY_SMALL",
    [DPEX_LINALG_QR_PANEL] = "QR_PANEL",
    [DPEX_LINALG_QR_BLOCK] = "QR_BLOCK",
    [DPEX_LINALG_CHOLESKY_WHOLE] = "CHOLESKY_WHOLE",
    [DPEX_LINALG_QR_WHOLE] = "QR_WHOLE",
    [DPEX_LINALG_LU_STACK] = "LU_STACK",
    [DPEX_LINALG_INV_STACK] = "INV_STACK",
    [DPEX_LINALG_DETERMINANT_STACK] = "DETERMINANT_STACK",
    [DPEX_LINALG_SOLVE_STACK] = "SOLVE_STACK",
    [DPEX_LINALG_SOLVE_STACK_SIDES] = "SOLVE_STACK_SIDES",
    [DPEX_LINALG_SOLVE_STACK_MANY] = "SOLVE_STACK_MANY",
};

/* What distinguishes two kernels: sizes are arguments, but for the lanes of a small matrix,
 * whose loops are unrolled so that its elements stay in registers, and for the local memory of whole ones. */
typedef struct kernel_text {
    dpex_linalg_kernel kernel;
    dpex_dtype dtype;
    int64_t n_lanes; /* of a small or whole matrix, registers of a stack's; 0: others */
} kernel_text;

/* Right sides that a stack's kernel has beside a matrix, in registers of their own. */
static void write_sides(dpex_linalg_kernel kernel, dpex_text *text)
{
    const int n = kernel == DPEX_LINALG_SOLVE_STACK         ? 1
                  : kernel == DPEX_LINALG_SOLVE_STACK_SIDES ? DPEX_LINALG_SIDES
                  : kernel == DPEX_LINALG_SOLVE_STACK_MANY  ? DPEX_LINALG_MANY_SIDES
                                                            : 0;
    if (n) dpex_text_append(text, "#define K_SIDES %d\n", n);
    /* One text, so that its name is, too. */
    if (n > 1) dpex_text_append(text, "#define K_LINALG_SOLVE_STACK\n");
}

static void write(const void *arg, dpex_text *text)
{
    const kernel_text *t = arg;
    const int is_double = t->dtype == DPEX_F64 || t->dtype == DPEX_C128;
    /* CUDA's functions for float end in f. */
    static const char *const functions[][2] = {{"FMA", "fma"},     {"SQRT", "sqrt"},
                                               {"LOG", "log"},     {"HYPOT", "hypot"},
                                               {"FREXP", "frexp"}, {"LDEXP", "ldexp"}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        dpex_text_append(text, "#define K_%s K_REAL(%s, %s)\n", functions[i][0], functions[i][1],
                         is_double ? "" : "f");
    dpex_text_append(text, "typedef %s k_number;\ntypedef %s k_real;\n#define K_LARGE %s\n",
                     dpex_device_c_type(t->dtype), is_double ? "double" : "float",
                     /* Squares of such numbers, and sums of many of them, stay within the range:
                      * 1e140^2 of 1e308, 1e15^2 of 1e38. */
                     is_double ? "1e140" : "1e15f");
    if (is_double) dpex_text_append(text, "#define K_LINALG_DOUBLE\n");
    if (t->dtype >= DPEX_C64) dpex_text_append(text, "#define K_LINALG_COMPLEX\n");
    if (t->n_lanes) dpex_text_append(text, "#define K_T %lld\n", (long long)t->n_lanes);
    dpex_text_append(text, "#define K_LINALG_%s\n", kernel_names[t->kernel]);
    write_sides(t->kernel, text);
    dpex_text_append_string(text, dpex_text_linalg);
    if (t->kernel >= DPEX_LINALG_LU_STACK)
        dpex_text_append_string(text, dpex_text_linalg_stack);
    else if (t->kernel >= DPEX_LINALG_CHOLESKY_WHOLE)
        dpex_text_append_string(text, dpex_text_linalg_whole);
}

/* k_job in device.cl. */
typedef struct job_words {
    int64_t n_matrices, m, n, first, width, mode;
    struct {
        int64_t offset, row, column, stack;
    } at[3];
} job_words;

enum { MAX_PARTS = 5 };

/* By its kernel, and by the lanes of a small matrix: 4, 8, 16 or 32. */
static dpex_status get_kernel(const dpex_linalg_run *run, const kernel_text *t,
                              dpex_kernel **kernel)
{
    char name[40];
    snprintf(name, sizeof name, "linalg %s %lld", kernel_names[t->kernel], (long long)t->n_lanes);
    return dpex_device_get_named_kernel(run->queue, name, run->job->dtype,
                                        &(dpex_device_text){write, t}, kernel);
}

static int64_t lanes_for(int64_t order)
{
    int64_t n_lanes = order ? 4 : 0;
    while (n_lanes < order) n_lanes *= 2;
    return n_lanes;
}

/* Of whole matrices. 48 in between, of which sub-groups would have parts of two rows, takes as long as 64. */
enum { WHOLE = 32, LARGE_WHOLE = 64 };

static int64_t whole_lanes_for(int64_t extent)
{
    return extent <= WHOLE ? WHOLE : LARGE_WHOLE;
}

/* Whether local memory has the matrix, in rows of one element more, a sum for each lane and a few vectors. */
static int has_space(const dpex_queue *queue, dpex_dtype dtype, int64_t extent)
{
    enum { MOST_LOCAL = 48 << 10 }; /* what CUDA kernels have without being asked */
    const int64_t offered = (int64_t)queue->device->info.local_mem_size, /* 0: not known */
        most = offered ? dpex_int64_min(offered, MOST_LOCAL) : MOST_LOCAL;
    return (extent * (extent + 3) + DPEX_DEVICE_LANES) * dpex_dtype_get_info(dtype)->itemsize <=
           most;
}

int dpex_linalg_is_whole(const dpex_lapack_job *job)
{
    const dpex_queue *queue = job->arrays[0]->queue;
    const int64_t extent = dpex_int64_max(job->m, job->n);
    return extent <= LARGE_WHOLE && dpex_device_has_groups(queue->device) &&
           has_space(queue, job->dtype, whole_lanes_for(extent));
}

/* Columns of a stack's kernel, of which each has registers. */
static int64_t columns_for(int64_t order)
{
    enum { APART = 8 }; /* few kernels, and little work for columns that are not there */
    return dpex_int64_round_up(order, APART);
}

/* Of a work-group. K_STACK_LANES in stack.cl. */
static int lanes_of(const dpex_linalg_step *step)
{
    return !step->rows ? DPEX_DEVICE_LANES : columns_for(step->rows) <= 32 ? 32 : 64;
}

/* K_T: what a kernel of matrices that small is compiled for. Larger matrices' are for any extent. */
static int64_t registers_or_lanes(const dpex_linalg_step *step)
{
    return step->rows     ? columns_for(step->rows)
           : step->extent ? whole_lanes_for(step->extent)
                          : lanes_for(step->order);
}

/* Work-items of a step: groups are of 256 but for stacks, and several small matrices share one. */
static int64_t items_of(const dpex_linalg_run *run, const dpex_linalg_step *step, int64_t n_lanes)
{
    if (step->rows) return step->n_groups * lanes_of(step);
    if (step->n_items) return step->n_items;
    if (step->extent) return run->job->n_matrices * DPEX_DEVICE_LANES;
    if (!n_lanes) return step->n_groups * DPEX_DEVICE_LANES;
    return dpex_int64_ceil_div(run->job->n_matrices * n_lanes, DPEX_DEVICE_LANES) *
           DPEX_DEVICE_LANES;
}

dpex_status dpex_linalg_submit_step(const dpex_linalg_run *run, const dpex_linalg_step *step)
{
    const dpex_linalg_numbers *n = &step->numbers;
    job_words words = {run->job->n_matrices, n->m, n->n, n->first, n->width, n->mode, {{0}}};
    const kernel_text t = {step->kernel, run->job->dtype, registers_or_lanes(step)};
    const int64_t n_items = items_of(run, step, t.n_lanes);
    dpex_storage *uses[MAX_PARTS];
    dpex_arg args[MAX_PARTS + 1];
    dpex_kernel *kernel;
    /* A grid of no work-items is not a launch. */
    if (n_items == 0) return DPEX_SUCCESS;
    for (int i = 0; i < step->n_parts; i++) {
        const dpex_linalg_part *part = &step->parts[i];
        uses[i] = part->storage;
        args[i] = (dpex_arg){.kind = DPEX_ARG_POINTER, .span = {part->storage, 0, NULL}};
        if (i >= 3) continue;
        words.at[i].offset = part->offset;
        words.at[i].row = part->row;
        words.at[i].column = part->column;
        words.at[i].stack = part->stack;
    }
    args[step->n_parts] = (dpex_arg){.kind = DPEX_ARG_RAW, .bytes = sizeof words, .raw = &words};
    DPEX_TRY(get_kernel(run, &t, &kernel));
    const dpex_device_call call = {
        run->job->name, kernel, args, (size_t)step->n_parts + 1, uses, (size_t)step->n_parts, 0};
    return dpex_device_launch(run->queue, &call, n_items, lanes_of(step));
}

/* ---- steps --------------------------------------------------------------------------------------- */

/* What a product needs to know of an array; it is not retained. */
static dpex_array bare(const dpex_linalg_run *run, const dpex_linalg_part *x)
{
    const dpex_dtype dtype = run->job->dtype;
    return (dpex_array){.storage = x->storage,
                        .queue = run->queue,
                        .dtype = dtype,
                        .offset = x->offset * dpex_dtype_get_info(dtype)->itemsize};
}

/* Through matmul's kernel by tiles, whatever the shape: its sums have an order that depends on
 * the shape alone. */
dpex_status dpex_linalg_multiply(const dpex_linalg_run *run, const dpex_linalg_product *product)
{
    const dpex_linalg_part *parts[3] = {&product->a, &product->b, &product->c};
    dpex_array arrays[3];
    dpex_matrix_product x = {.name = run->job->name,
                             .m = product->m,
                             .n = product->n,
                             .k = product->k,
                             .nd = 1,
                             .stack = {run->job->n_matrices},
                             .update = product->update};
    dpex_matrices *matrices[3] = {&x.a, &x.b, &x.c};
    if (!product->m || !product->n) return DPEX_SUCCESS;
    for (int i = 0; i < 3; i++) {
        arrays[i] = bare(run, parts[i]);
        *matrices[i] = (dpex_matrices){.array = &arrays[i],
                                       .row = parts[i]->row,
                                       .column = parts[i]->column,
                                       .stack = {parts[i]->stack}};
    }
    return dpex_product_submit_on_device(&x);
}

dpex_status dpex_linalg_fill(const dpex_linalg_run *run, int mode, dpex_linalg_part to,
                             dpex_linalg_part from, int64_t m, int64_t n)
{
    const dpex_linalg_step step = {.kernel = DPEX_LINALG_ELEMENTS,
                                   .parts = {to, from},
                                   .n_parts = 2,
                                   .numbers = {.m = m, .n = n, .mode = mode},
                                   .n_items = m * n * run->job->n_matrices};
    return dpex_linalg_submit_step(run, &step);
}

/* One block of at most 32 rows, for all columns of x. is_whole: it is all of a small matrix, of
 * which there may be many. */
static dpex_status solve_block(const dpex_linalg_run *run, int mode, dpex_linalg_part t,
                               dpex_linalg_part x, int64_t m, int64_t n, int is_whole)
{
    enum { FEW_COLUMNS = 32, MANY = 16 };
    /* Groups would have fewer columns than lanes; an item per column keeps a device busy by the
     * number of matrices. */
    if (is_whole && n < FEW_COLUMNS && run->job->n_matrices >= MANY) {
        const dpex_linalg_step step = {.kernel = DPEX_LINALG_TRIANGLE_ITEMS,
                                       .parts = {t, x},
                                       .n_parts = 2,
                                       .numbers = {.m = m, .n = n, .mode = mode},
                                       .n_items = n * run->job->n_matrices};
        return dpex_linalg_submit_step(run, &step);
    }
    const dpex_linalg_step step = {.kernel = DPEX_LINALG_TRIANGLE,
                                   .parts = {t, x},
                                   .n_parts = 2,
                                   .numbers = {.m = m, .n = n, .mode = mode},
                                   .n_groups = dpex_int64_ceil_div(n, DPEX_DEVICE_LANES) *
                                               run->job->n_matrices};
    return dpex_linalg_submit_step(run, &step);
}

dpex_status dpex_linalg_solve_triangle(const dpex_linalg_run *run, int mode, dpex_linalg_part t,
                                       dpex_linalg_part x, int64_t m, int64_t n)
{
    const int is_upper = (mode & DPEX_LINALG_IS_UPPER) != 0;
    const int64_t n_blocks = dpex_int64_ceil_div(m, DPEX_LINALG_BLOCK);
    for (int64_t b = 0; b < n_blocks; b++) {
        /* From the last block on where the triangle is upper. */
        const int64_t i = (is_upper ? n_blocks - 1 - b : b) * DPEX_LINALG_BLOCK;
        const int64_t rows = dpex_int64_min(DPEX_LINALG_BLOCK, m - i);
        const dpex_linalg_part here = dpex_linalg_from(x, i, 0);
        DPEX_TRY(solve_block(run, mode, dpex_linalg_from(t, i, i), here, rows, n, m == rows));
        const int64_t rest = is_upper ? 0 : i + rows;
        const dpex_linalg_product product = {
            .update = DPEX_PRODUCT_SUBTRACTS |
                      (mode & DPEX_LINALG_IS_CONJUGATE ? DPEX_PRODUCT_CONJUGATES_A : 0),
            .a = dpex_linalg_from(t, rest, i),
            .b = here,
            .c = dpex_linalg_from(x, rest, 0),
            .m = is_upper ? i : m - rest,
            .n = n,
            .k = rows};
        DPEX_TRY(dpex_linalg_multiply(run, &product));
    }
    return DPEX_SUCCESS;
}
