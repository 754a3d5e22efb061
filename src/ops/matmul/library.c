/* Products by a library of the device's vendor.
 *
 * Such libraries have BLAS's interface: matrices that are contiguous along their columns, as they
 * are or transposed. What is contiguous along its rows is, read so, the transposed matrix; where c
 * is, its transpose is computed: c' = b' a'. */
#include "ops/device/device.h"
#include "product.h"
#include "runtime/runtime.h"

enum {
    LEAST_PRODUCTS =
        1
        << 24 /* of all matrices: opening a library takes long, and a call longer than a kernel's launch */
};

/* One operand in BLAS's terms. */
typedef struct form {
    char letter;
    int64_t ld, stride;
} form;

/* Whether a matrix of so many rows has contiguous columns. An extent of 1 makes any stride one that
 * is. */
static int has_columns(const dpex_matrices *x, int64_t rows, int64_t columns)
{
    return (x->row == 1 || rows == 1) && (columns == 1 || x->column >= rows);
}

static int64_t leading(const dpex_matrices *x, int64_t rows, int64_t columns)
{
    return columns == 1 || x->column < rows ? rows : x->column;
}

/* 0: BLAS has no name for it, as for a matrix that is conjugated but not transposed. */
static int read_form(const dpex_matrices *x, int64_t rows, int64_t columns, int conjugates, form *f)
{
    dpex_matrices other; /* the transposed one, of which the stack counts for nothing here */
    dpex_matrices_transpose(&other, x, 0);
    if (!conjugates && has_columns(x, rows, columns))
        *f = (form){'N', leading(x, rows, columns), 0};
    else if (has_columns(&other, columns, rows))
        *f = (form){conjugates ? 'C' : 'T', leading(&other, columns, rows), 0};
    else
        return 0;
    return 1;
}

/* The stack as one dimension, where its matrices are at equal distances. The longest one is kept;
 * 0: they are not. */
static int read_stack(const dpex_matrix_product *x, int64_t *n, int64_t strides[3])
{
    const dpex_matrices *of[3] = {&x->a, &x->b, &x->c};
    *n = 1;
    /* An operand that is repeated for all matrices has stride 0, which BLAS takes for a and b. */
    for (int i = 0; i < 3; i++) strides[i] = 0;
    for (int d = x->nd - 1; d >= 0; d--) {
        if (x->stack[d] == 1) continue;
        for (int i = 0; i < 3; i++) {
            if (*n == 1)
                strides[i] = of[i]->stack[d];
            else if (of[i]->stack[d] != strides[i] * *n)
                return 0;
            if (strides[i] < 0) return 0;
        }
        *n *= x->stack[d];
    }
    return 1;
}

/* As BLAS sees it, m and n exchanged where c is transposed; 0: it cannot. */
static int describe(const dpex_matrix_product *x, dpex_routine_product *w)
{
    const int conjugates_a = (x->update & DPEX_PRODUCT_CONJUGATES_A) != 0,
              conjugates_b = (x->update & DPEX_PRODUCT_CONJUGATES_B) != 0;
    int64_t strides[3];
    form a, b;
    *w = (dpex_routine_product){.dtype = x->c.array->dtype,
                                .subtracts = (x->update & DPEX_PRODUCT_SUBTRACTS) != 0,
                                .m = x->m,
                                .n = x->n,
                                .k = x->k};
    if (!has_columns(&x->c, x->m, x->n)) return 0;
    if (!read_form(&x->a, x->m, x->k, conjugates_a, &a) ||
        !read_form(&x->b, x->k, x->n, conjugates_b, &b) || !read_stack(x, &w->n_matrices, strides))
        return 0;
    w->form_a = a.letter;
    w->form_b = b.letter;
    w->ld_a = a.ld;
    w->ld_b = b.ld;
    w->ld_c = leading(&x->c, x->m, x->n);
    w->stride_a = strides[0];
    w->stride_b = strides[1];
    w->stride_c = strides[2];
    return 1;
}

/* c' = b' a', with what belongs to a and b. */
static void transpose_product(dpex_matrix_product *t, const dpex_matrix_product *x)
{
    dpex_matrix_product_transpose(t, x);
    t->update = x->update & DPEX_PRODUCT_SUBTRACTS;
    if (x->update & DPEX_PRODUCT_CONJUGATES_A) t->update |= DPEX_PRODUCT_CONJUGATES_B;
    if (x->update & DPEX_PRODUCT_CONJUGATES_B) t->update |= DPEX_PRODUCT_CONJUGATES_A;
}

/* As doubles: the product of extents may exceed 64 bits where an operand is repeated. */
static int is_large(const dpex_matrix_product *x)
{
    double products = (double)x->m * (double)x->n * (double)x->k;
    for (int d = 0; d < x->nd; d++) products *= (double)x->stack[d];
    return products >= LEAST_PRODUCTS;
}

int dpex_product_find_routine(const dpex_matrix_product *product, dpex_product_routine *routine)
{
    size_t unused;
    dpex_matrix_product_copy(&routine->product, product);
    /* BLAS has no integers; these are tiles' work. On CPUs our kernels take less time (CLBlast). */
    if (dpex_dtype_get_info(product->c.array->dtype)->kind < DPEX_KIND_REAL || !is_large(product) ||
        !dpex_device_is_grouped(product->c.array->queue->device))
        return 0;
    /* A result that is contiguous both ways (one row, one column) may suit as it is; others suit
     * one way at most. */
    if (!describe(&routine->product, &routine->words)) {
        transpose_product(&routine->product, product);
        if (!describe(&routine->product, &routine->words)) return 0;
    }
    return dpex_device_has_routine(product->c.array->queue, DPEX_ROUTINE_PRODUCT, &routine->words,
                                   &unused);
}

dpex_status dpex_product_run_routine(const dpex_product_routine *routine)
{
    const dpex_matrix_product *x = &routine->product;
    const dpex_array *arrays[3] = {x->a.array, x->b.array, x->c.array};
    dpex_device_address addresses[3];
    for (int i = 0; i < 3; i++)
        addresses[i] = (dpex_device_address){arrays[i]->storage, arrays[i]->offset};
    const dpex_device_routine call = {x->name, DPEX_ROUTINE_PRODUCT, addresses,
                                      3,       &routine->words,      sizeof routine->words};
    return dpex_device_run_routine(x->c.array->queue, &call);
}
