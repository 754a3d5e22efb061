/* Matrix products of all shapes, dtypes and layouts, by OpenBLAS and by own loops, against a plain loop over integers.
 *
 * Values are small enough for every sum to be exact in its dtype (integers wrap), so results must be equal. The sign of a zero
 * depends on where a sum begins, which OpenBLAS's kernels for different processors do differently. What lies
 * between the elements of an operand is NaN or a large number, and between those of the result it must stay as it was. */
#include <stdlib.h>
#include <string.h>

#include "dpex/matmul.h"
#include "dpex/queue.h"
#include "ops.h"

enum { GUARD = 0x7f }; /* each byte of it: a NaN, or nearly the largest integer */

typedef struct number {
    int64_t re, im;
} number;

typedef enum layout {
    BY_ROWS,
    BY_COLUMNS,
    WIDE_ROWS,
    STEPPED,
    BACKWARD,
    REPEATED,
    N_LAYOUTS
} layout;

/* A matrix in an array of its own, with a margin around it. */
typedef struct matrix {
    dpex_array memory, view;
    int64_t rows, columns, row, column, first;
} matrix;

TEST_UNWATCHED static number value_at(dpex_dtype dtype, int seed, int64_t i, int64_t j)
{
    dpex_dtype_kind kind = dpex_dtype_get_info(dtype)->kind;
    int64_t x = (i * 7 + j * 3 + i * j + seed) % 5;
    if (kind == DPEX_KIND_BOOL) return (number){x == 0, 0};
    if (kind == DPEX_KIND_UINT) return (number){x, 0};
    return (number){x - 2, kind == DPEX_KIND_COMPLEX ? (i + 2 * j + seed) % 3 - 1 : 0};
}

TEST_UNWATCHED static void store(dpex_dtype dtype, number value, void *to)
{
    dpex_scalar from, converted;
    dpex_dtype_kind kind = dpex_dtype_get_info(dtype)->kind;
    if (kind >= DPEX_KIND_REAL)
        from.c128 = (dpex_c128){(double)value.re, (double)value.im};
    else
        from.i = value.re;
    dpex_scalar_cast(&from, kind >= DPEX_KIND_REAL ? DPEX_C128 : DPEX_I64, dtype, &converted);
    memcpy(to, &converted, dpex_dtype_get_info(dtype)->itemsize);
}

static void set_strides(matrix *x, layout how)
{
    int64_t m = x->rows, n = x->columns;
    const int64_t strides[N_LAYOUTS][3] = {
        [BY_ROWS] = {n, 1, 3},         [BY_COLUMNS] = {1, m, 3},     [WIDE_ROWS] = {n + 3, 1, 3},
        [STEPPED] = {2 * n + 1, 2, 3}, [BACKWARD] = {-n, -1, m * n}, [REPEATED] = {0, 1, 3},
    };
    x->row = strides[how][0];
    x->column = strides[how][1];
    x->first = strides[how][2];
}

TEST_UNWATCHED static char *element(const matrix *x, int64_t i, int64_t j)
{
    int64_t at = x->first + i * x->row + j * x->column;
    return (char *)dpex_array_get_ptr(&x->memory) +
           at * dpex_dtype_get_info(x->memory.dtype)->itemsize;
}

static void make(dpex_queue *queue, dpex_dtype dtype, int64_t rows, int64_t columns, layout how,
                 matrix *x)
{
    int64_t n = (2 * rows + 3) * (2 * columns + 3);
    *x = (matrix){.rows = rows, .columns = columns};
    set_strides(x, how);
    CHECK_OK(dpex_array_init(queue, dtype, 1, &n, DPEX_ORDER_C, DPEX_USM_DEVICE, &x->memory));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    memset(dpex_array_get_ptr(&x->memory), GUARD, (size_t)n * dpex_dtype_get_info(dtype)->itemsize);
    ops_view(&x->memory, x->first, rows, columns, x->row, x->column, &x->view);
}

static void forget(matrix *x)
{
    dpex_array_fini(&x->view);
    dpex_array_fini(&x->memory);
}

TEST_UNWATCHED static void fill(matrix *x, int seed)
{
    for (int64_t i = 0; i < x->rows; i++) {
        for (int64_t j = 0; j < x->columns; j++)
            store(x->memory.dtype, value_at(x->memory.dtype, seed, x->row ? i : 0, j),
                  element(x, i, j));
    }
}

/* Integers to the bit; real numbers as numbers, to which -0 is 0 and no NaN is anything. */
TEST_UNWATCHED static int is_equal(dpex_dtype dtype, const void *got, const void *wanted)
{
    const dpex_dtype_info *info = dpex_dtype_get_info(dtype);
    dpex_scalar bits[2] = {{0}, {0}}, numbers[2];
    if (info->kind < DPEX_KIND_REAL) return !memcmp(got, wanted, info->itemsize);
    memcpy(&bits[0], got, info->itemsize);
    memcpy(&bits[1], wanted, info->itemsize);
    for (int i = 0; i < 2; i++) dpex_scalar_cast(&bits[i], dtype, DPEX_C128, &numbers[i]);
    return numbers[0].c128.re == numbers[1].c128.re && numbers[0].c128.im == numbers[1].c128.im;
}

/* The element of a b, by the plainest loop. */
TEST_UNWATCHED static number expected_at(const matrix *a, const matrix *b, int64_t i, int64_t j)
{
    number sum = {0, 0};
    dpex_dtype dtype = a->memory.dtype;
    for (int64_t p = 0; p < a->columns; p++) {
        number x = value_at(dtype, 1, a->row ? i : 0, p), y = value_at(dtype, 2, b->row ? p : 0, j);
        sum.re += x.re * y.re - x.im * y.im;
        sum.im += x.re * y.im + x.im * y.re;
    }
    if (dtype == DPEX_BOOL) sum.re = sum.re > 0;
    return sum;
}

TEST_UNWATCHED static void check_guards(const matrix *c)
{
    size_t itemsize = dpex_dtype_get_info(c->memory.dtype)->itemsize;
    for (int64_t i = 0; i < c->rows; i++) {
        for (int64_t j = 0; j < c->columns; j++) memset(element(c, i, j), GUARD, itemsize);
    }
    const char *bytes = dpex_array_get_ptr(&c->memory);
    for (size_t i = 0; i < (size_t)c->memory.size * itemsize; i++) CHECK(bytes[i] == GUARD);
}

typedef struct layouts {
    layout a, b, c;
} layouts;

static void check_product(dpex_queue *queue, dpex_dtype dtype, const int64_t *mnk, layouts how)
{
    matrix a, b, c;
    make(queue, dtype, mnk[0], mnk[2], how.a, &a);
    make(queue, dtype, mnk[2], mnk[1], how.b, &b);
    make(queue, dtype, mnk[0], mnk[1], how.c, &c);
    fill(&a, 1);
    fill(&b, 2);
    CHECK_OK(dpex_matmul_into(&a.view, &b.view, NULL, &c.view));
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    for (int64_t i = 0; i < c.rows; i++) {
        for (int64_t j = 0; j < c.columns; j++) {
            char wanted[sizeof(dpex_scalar)];
            store(dtype, expected_at(&a, &b, i, j), wanted);
            if (is_equal(dtype, element(&c, i, j), wanted)) continue;
            test_fail(__FILE__, __LINE__, "%s (%d,%d,%d), layouts %d %d %d: element %d,%d",
                      dpex_dtype_get_info(dtype)->name, (int)mnk[0], (int)mnk[1], (int)mnk[2],
                      how.a, how.b, how.c, (int)i, (int)j);
        }
    }
    check_guards(&c);
    forget(&a);
    forget(&b);
    forget(&c);
}

/* Every layout of a with every one of b, those of c by turns. */
static void check_layouts(const int64_t (*shapes)[3], size_t n_shapes)
{
    dpex_queue *queue = ops_queue();
    for (size_t s = 0; s < n_shapes; s++) {
        for (int d = 0; d < DPEX_N_DTYPES; d++) {
            for (int pair = 0; pair < N_LAYOUTS * N_LAYOUTS; pair++) {
                layouts how = {(layout)(pair % N_LAYOUTS), (layout)(pair / N_LAYOUTS),
                               (layout)((pair + (int)s) % REPEATED)};
                check_product(queue, (dpex_dtype)d, shapes[s], how);
            }
        }
    }
    dpex_queue_release(queue);
}
#define CHECK_LAYOUTS(shapes) check_layouts(shapes, sizeof(shapes) / sizeof(shapes[0]))

TEST(products_of_small_matrices_in_every_layout)
{
    static const int64_t shapes[][3] = {{1, 1, 1}, {2, 3, 4},   {3, 2, 17}, {5, 5, 5}, {4, 13, 8},
                                        {8, 8, 8}, {9, 16, 12}, {16, 1, 1}, {7, 2, 0}};
    CHECK_LAYOUTS(shapes);
}

TEST(products_at_the_sizes_where_the_engine_changes)
{
    static const int64_t shapes[][3] = {{16, 16, 16}, {15, 17, 16}, {3, 40, 40}, {4, 40, 40},
                                        {40, 2, 40},  {24, 24, 9},  {33, 25, 31}};
    CHECK_LAYOUTS(shapes);
}

/* Without packing, in tiles of rows or columns whose last one is narrow. */
TEST(products_that_are_computed_where_the_operands_are)
{
    static const dpex_dtype dtypes[] = {DPEX_I16, DPEX_I64, DPEX_F32,
                                        DPEX_F64, DPEX_C64, DPEX_C128};
    static const int64_t shapes[][3] = {{49, 73, 20},  {200, 145, 33}, {10, 500, 40},
                                        {99, 98, 150}, {130, 217, 64}, {145, 193, 97}};
    dpex_queue *queue = ops_queue();
    for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++)
        for (size_t d = 0; d < sizeof(dtypes) / sizeof(dtypes[0]); d++)
            for (int how = 0; how < REPEATED; how++)
                check_product(queue, dtypes[d], shapes[s],
                              (layouts){(layout)how, (layout)((how + (int)s) % REPEATED),
                                        (layout)(s % 2 ? how : BY_ROWS)});
    dpex_queue_release(queue);
}

TEST(products_with_vectors_in_every_layout)
{
    static const int64_t shapes[][3] = {{1, 1, 300}, {5, 1, 3},   {16, 1, 16}, {17, 1, 15},
                                        {100, 1, 3}, {3, 1, 100}, {1, 40, 40}, {1, 9, 5}};
    CHECK_LAYOUTS(shapes);
}

/* Larger than a tile, and with a k that is cut into pieces. */
TEST(products_in_many_tiles_and_pieces)
{
    static const dpex_dtype dtypes[] = {DPEX_I8, DPEX_I64, DPEX_F32, DPEX_F64, DPEX_C64, DPEX_C128};
    static const int64_t shapes[][3] = {{300, 280, 5}, {2, 3, 20000}, {1, 1, 70000}, {600, 1, 200}};
    dpex_queue *queue = ops_queue();
    for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
        for (size_t d = 0; d < sizeof(dtypes) / sizeof(dtypes[0]); d++) {
            for (int how = 0; how < REPEATED; how++)
                check_product(queue, dtypes[d], shapes[s],
                              (layouts){(layout)how, (layout)(how ^ 1), BY_ROWS});
        }
    }
    dpex_queue_release(queue);
}

/* The same without OpenBLAS. */
TEST(products_by_own_loops)
{
    static const int64_t shapes[][3] = {{40, 2, 40}, {33, 25, 31}, {100, 1, 3}, {16, 1, 65}};
    setenv("DPEX_OPENBLAS", "0", 1);
    CHECK_LAYOUTS(shapes);
}
