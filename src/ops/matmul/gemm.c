/* One tile of a product by OpenBLAS. */
#include <limits.h>
#include <string.h>

#include "base/integer.h"
#include "product.h"

/* Below these sizes OpenBLAS's blocking costs more than its kernels gain. With few rows it would
 * copy b for little work on it. */
enum {
    LEAST_PRODUCTS = 16 * 16 * 16,
    LEAST_COMPLEX_PRODUCTS = 8 * 8 * 8,
    LEAST_ROWS = 4,
    LEAST_ELEMS = 256, /* of a matrix that is multiplied by a vector */
    LARGEST_EXTENT = 1 << 28
};

/* Only the four floating-point types have gemm. */
int dpex_gemm_is_better(dpex_dtype dtype, int64_t m, int64_t n, int64_t k)
{
    int is_complex = dtype >= DPEX_C64;
    if (dtype < DPEX_F32 || (m < LEAST_ROWS && !is_complex)) return 0;
    double least = is_complex ? LEAST_COMPLEX_PRODUCTS : LEAST_PRODUCTS;
    return (double)m * (double)n * (double)k >= least && dpex_openblas_get();
}

/* Column-major: elements of a column are neighbours, and columns follow at the leading distance.
 * Strides in elements; extents of 1 have none that matters. */
static int is_column_major(int64_t rows, int64_t columns, int64_t row, int64_t column)
{
    return (row == 1 || rows == 1) &&
           (columns == 1 || (column >= rows && column > 0 && column <= INT_MAX));
}

/* Transposing is free: BLAS takes 'N' or 'T' per operand. */
int dpex_gemm_takes(int64_t rows, int64_t columns, int64_t row, int64_t column)
{
    return is_column_major(rows, columns, row, column) ||
           is_column_major(columns, rows, column, row);
}

/* A matrix as BLAS describes it. */
typedef struct operand {
    const char *ptr;
    char trans;
    int leading;
} operand;

/* rows x columns with the given strides in elements, which dpex_gemm_takes has accepted. */
static operand operand_of(const char *ptr, int64_t rows, int64_t columns, int64_t row,
                          int64_t column)
{
    int straight = is_column_major(rows, columns, row, column);
    int64_t height = straight ? rows : columns, leading = straight ? column : row;
    if (leading < height) leading = height; /* of a single column: any */
    /* A leading distance of 0 is an error to BLAS. */
    return (operand){ptr, straight ? 'N' : 'T', (int)(leading > 0 ? leading : 1)};
}

/* c = a b, or c += a b, column-major. */
#define GEMM(suffix, T, ONE, ZERO)                                                                 \
    static void gemm_##suffix(int m, int n, int k, operand a, operand b, int adds, operand c)      \
    {                                                                                              \
        T one = ONE, zero = ZERO;                                                                  \
        dpex_openblas_get()->suffix.gemm(                                                          \
            &a.trans, &b.trans, &m, &n, &k, &one, (const T *)a.ptr, &a.leading, (const T *)b.ptr,  \
            &b.leading, adds ? &one : &zero, (T *)(uintptr_t)c.ptr, &c.leading, 1, 1);             \
    }                                                                                              \
    static void syrk_##suffix(int n, int k, operand a, char *c, int leading)                       \
    {                                                                                              \
        T one = ONE;                                                                               \
        dpex_openblas_get()->suffix.syrk("L", &a.trans, &n, &k, &one, (const T *)a.ptr,            \
                                         &a.leading, &one, (T *)c, &leading, 1, 1);                \
    }                                                                                              \
    static void gemv_##suffix(operand a, int rows, int columns, const char *x, int x_step,         \
                              char *y, int y_step)                                                 \
    {                                                                                              \
        T one = ONE, zero = ZERO;                                                                  \
        dpex_openblas_get()->suffix.gemv(&a.trans, &rows, &columns, &one, (const T *)a.ptr,        \
                                         &a.leading, (const T *)x, &x_step, &zero, (T *)y,         \
                                         &y_step, 1);                                              \
    }
#define COMPLEX(x)                                                                                 \
    {                                                                                              \
        x, 0                                                                                       \
    }
GEMM(f32, float, 1, 0)
GEMM(f64, double, 1, 0)
GEMM(c64, dpex_c64, COMPLEX(1), COMPLEX(0))
GEMM(c128, dpex_c128, COMPLEX(1), COMPLEX(0))

typedef void (*gemm_fn)(int m, int n, int k, operand a, operand b, int adds, operand c);
static const gemm_fn gemms[DPEX_N_DTYPES] = {
    [DPEX_F32] = gemm_f32, [DPEX_F64] = gemm_f64, [DPEX_C64] = gemm_c64, [DPEX_C128] = gemm_c128};

/* A row-major c is computed as the transposed product: c^T = b^T a^T. */
static dpex_product_task transposed(const dpex_product_task *t)
{
    return (dpex_product_task){.a = t->b,
                               .b = t->a,
                               .c = t->c,
                               .m = t->n,
                               .n = t->m,
                               .k = t->k,
                               .a_row = t->b_column,
                               .a_k = t->b_k,
                               .b_k = t->a_k,
                               .b_column = t->a_row,
                               .c_row = t->c_column,
                               .c_column = t->c_row};
}

/* BLAS has 32-bit extents: a longer k is cut, and the parts are added up in order. */
void dpex_gemm(dpex_dtype dtype, const dpex_product_task *task)
{
    int64_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    dpex_product_task t = *task;
    if (!is_column_major(t.m, t.n, t.c_row / itemsize, t.c_column / itemsize)) t = transposed(task);
    operand c = operand_of(t.c, t.m, t.n, t.c_row / itemsize, t.c_column / itemsize);
    dpex_openblas_use_one_thread();
    for (int64_t p = 0; p < t.k; p += LARGEST_EXTENT) {
        int64_t k = dpex_int64_min(t.k - p, LARGEST_EXTENT);
        operand a = operand_of(t.a + p * t.a_k, t.m, k, t.a_row / itemsize, t.a_k / itemsize);
        operand b = operand_of(t.b + p * t.b_k, k, t.n, t.b_k / itemsize, t.b_column / itemsize);
        gemms[dtype]((int)t.m, (int)t.n, (int)k, a, b, p > 0, c);
    }
}

/* ---- matrix times itself --------------------------------------------------------------------------- */

/* c's lower triangle += that of a times a transposed.
 * The upper triangle is a copy of the lower one (mirror). */
typedef void (*syrk_fn)(int n, int k, operand a, char *c, int leading);
static const syrk_fn syrks[DPEX_N_DTYPES] = {
    [DPEX_F32] = syrk_f32, [DPEX_F64] = syrk_f64, [DPEX_C64] = syrk_c64, [DPEX_C128] = syrk_c128};

/* c is cleared here: versions differ in whether a NaN in c that is scaled by 0 becomes 0. */
static void multiply_by_itself(dpex_dtype dtype, const dpex_product_task *t, int leading)
{
    const int64_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    /* Only the triangle that syrk writes. */
    for (int64_t j = 0; j < t->m; j++)
        memset(t->c + (j * leading + j) * itemsize, 0, (size_t)((t->m - j) * itemsize));
    dpex_openblas_use_one_thread();
    for (int64_t p = 0; p < t->k; p += LARGEST_EXTENT) {
        const int64_t k = dpex_int64_min(t->k - p, LARGEST_EXTENT);
        operand a = operand_of(t->a + p * t->a_k, t->m, k, t->a_row / itemsize, t->a_k / itemsize);
        syrks[dtype]((int)t->m, (int)k, a, t->c, leading);
    }
}

/* Copies the elements below the diagonal to their mirror positions; `leading`: bytes between
 * columns. In blocks, so that both the rows read and the columns written stay in the cache. */
static void mirror(char *c, int64_t n, int64_t leading, int itemsize)
{
    enum { BLOCK = 32 };
    const dpex_transpose_fn transpose =
        dpex_loops_get()->transposes[__builtin_ctz((unsigned)itemsize)];
    for (int64_t first = 0; first < n; first += BLOCK) {
        const int64_t end = first + BLOCK < n ? first + BLOCK : n;
        for (int64_t j = first; j < end; j++)
            for (int64_t i = j + 1; i < end; i++)
                memcpy(c + i * leading + j * itemsize, c + j * leading + i * itemsize,
                       (size_t)itemsize);
        transpose(c + end * leading + first * itemsize, leading,
                  c + first * leading + end * itemsize, leading, n - end, end - first);
    }
}

void dpex_gemm_symmetric(dpex_dtype dtype, const dpex_product_task *t)
{
    enum { LEAST_EDGE = 48 }; /* smaller triangles take as long as the whole */
    const int64_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    const operand c = operand_of(t->c, t->m, t->n, t->c_row / itemsize, t->c_column / itemsize);
    if (t->m < LEAST_EDGE)
        dpex_gemm(dtype, t);
    else
        multiply_by_itself(dtype, t, c.leading);
    mirror(t->c, t->m, c.leading * itemsize, (int)itemsize);
}

/* ---- matrix times vector ----------------------------------------------------------------------------- */

typedef void (*gemv_fn)(operand a, int rows, int columns, const char *x, int x_step, char *y,
                        int y_step);
static const gemv_fn gemvs[DPEX_N_DTYPES] = {
    [DPEX_F32] = gemv_f32, [DPEX_F64] = gemv_f64, [DPEX_C64] = gemv_c64, [DPEX_C128] = gemv_c128};

/* BLAS takes steps of int, and not 0. */
static int is_step(int64_t extent, int64_t step)
{
    return extent <= LARGEST_EXTENT && step > 0 && step <= INT_MAX;
}

/* Strides as well: gemv reads vectors with int steps. */
int dpex_gemv_is_better(const dpex_matrix_product *x)
{
    return x->c.array->dtype >= DPEX_F32 && (double)x->m * (double)x->k >= LEAST_ELEMS &&
           is_step(x->m, x->c.row) && is_step(x->k, x->b.row) &&
           dpex_gemm_takes(x->m, x->k, x->a.row, x->a.column) && dpex_openblas_get();
}

/* c is cleared first: some versions scale c by 0, which keeps a NaN. */
void dpex_gemv(dpex_dtype dtype, const dpex_product_task *t)
{
    int64_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    operand a = operand_of(t->a, t->m, t->k, t->a_row / itemsize, t->a_k / itemsize);
    int straight = a.trans == 'N';
    if (t->c_row == itemsize)
        memset(t->c, 0, (size_t)(t->m * itemsize));
    else
        for (int64_t i = 0; i < t->m; i++) memset(t->c + i * t->c_row, 0, (size_t)itemsize);
    dpex_openblas_use_one_thread();
    gemvs[dtype](a, (int)(straight ? t->m : t->k), (int)(straight ? t->k : t->m), t->b,
                 (int)(t->b_k / itemsize), t->c, (int)(t->c_row / itemsize));
}
