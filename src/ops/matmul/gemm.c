/* One tile of a product by OpenBLAS. */
#include <limits.h>

#include "product.h"

/* Below this, OpenBLAS's way of cutting costs more than its kernels gain. */
enum { LEAST_PRODUCTS = 48 * 48 * 48, LEAST_EXTENT = 4, LARGEST_EXTENT = 1 << 28 };

int dpex_gemm_is_better(dpex_dtype dtype, int64_t m, int64_t n, int64_t k)
{
    if (dtype < DPEX_F32 || m < LEAST_EXTENT || n < LEAST_EXTENT || k < LEAST_EXTENT) return 0;
    if ((double)m * (double)n * (double)k < LEAST_PRODUCTS) return 0;
    return dpex_openblas_get() != NULL;
}

/* Column-major: elements of a column are neighbours, and columns follow at the leading distance. */
static int is_column_major(int64_t rows, int64_t columns, int64_t row, int64_t column)
{
    return (row == 1 || rows == 1) &&
           (columns == 1 || (column >= rows && column > 0 && column <= INT_MAX));
}

int dpex_gemm_takes(int64_t rows, int64_t columns, int64_t row, int64_t column)
{
    return is_column_major(rows, columns, row, column) ||
           is_column_major(columns, rows, column, row);
}

/* A matrix as BLAS has it. */
typedef struct operand {
    const char *ptr;
    char trans;
    int leading;
} operand;

static operand operand_of(const char *ptr, int64_t rows, int64_t columns, int64_t row,
                          int64_t column)
{
    int straight = is_column_major(rows, columns, row, column);
    int64_t height = straight ? rows : columns, leading = straight ? column : row;
    if (leading < height) leading = height; /* of a single column: any */
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

void dpex_gemm(dpex_dtype dtype, const dpex_product_task *task)
{
    int64_t itemsize = dpex_dtype_get_info(dtype)->itemsize;
    dpex_product_task t = *task;
    if (!is_column_major(t.m, t.n, t.c_row / itemsize, t.c_column / itemsize)) t = transposed(task);
    operand c = operand_of(t.c, t.m, t.n, t.c_row / itemsize, t.c_column / itemsize);
    for (int64_t p = 0; p < t.k; p += LARGEST_EXTENT) {
        int64_t k = t.k - p < LARGEST_EXTENT ? t.k - p : LARGEST_EXTENT;
        operand a = operand_of(t.a + p * t.a_k, t.m, k, t.a_row / itemsize, t.a_k / itemsize);
        operand b = operand_of(t.b + p * t.b_k, k, t.n, t.b_k / itemsize, t.b_column / itemsize);
        gemms[dtype]((int)t.m, (int)t.n, (int)k, a, b, p > 0, c);
    }
}
