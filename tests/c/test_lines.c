/* Arrays as lines along one axis. */
#include <stdlib.h>

#include "ops.h"
#include "ops/iterate/lines.h"

/* The elements of all lines of `x` along `axis`, in the order of the lines, as one decimal number per line. */
static void read_lines(const dpex_array *x, int axis, int64_t *numbers)
{
    void *memory = malloc(dpex_lines_bytes(x->nd, 1));
    dpex_lines lines;
    dpex_lines_init(&lines, memory, &x, 1, axis);
    dpex_cursor cursor;
    dpex_lines_seek(&lines, 0, &cursor);
    for (int64_t line = 0; line < lines.n_lines; line++) {
        int32_t block[16];
        dpex_line_read(block, dpex_lines_at(&lines, 0, &cursor), lines.stride[0], lines.length[0],
                       sizeof(*block));
        numbers[line] = 0;
        for (int64_t i = 0; i < lines.length[0]; i++) numbers[line] = 10 * numbers[line] + block[i];
        dpex_cursor_advance(&lines.layout, &cursor, 1);
    }
    free(memory);
}

TEST(lines_of_a_matrix_are_rows_or_columns)
{
    dpex_queue *queue = ops_queue();
    dpex_array ramp, x;
    int64_t numbers[3];
    ops_ramp(queue, DPEX_I32, 6, 1, 1, &ramp);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    ops_view(&ramp, 0, 2, 3, 3, 1, &x);
    read_lines(&x, 1, numbers);
    CHECK_INT(numbers[0], 123);
    CHECK_INT(numbers[1], 456);
    read_lines(&x, 0, numbers);
    CHECK_INT(numbers[0], 14);
    CHECK_INT(numbers[2], 36);
    dpex_array_fini(&x);
    dpex_array_fini(&ramp);
    dpex_queue_release(queue);
}

TEST(a_line_keeps_its_direction)
{
    dpex_queue *queue = ops_queue();
    dpex_array ramp, x;
    int64_t numbers[2];
    ops_ramp(queue, DPEX_I32, 6, 1, 1, &ramp);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    ops_view(&ramp, 2, 2, 3, 3, -1, &x);
    read_lines(&x, 1, numbers);
    CHECK_INT(numbers[0], 321);
    CHECK_INT(numbers[1], 654);
    dpex_array_fini(&x);
    dpex_array_fini(&ramp);
    dpex_queue_release(queue);
}

TEST(a_vector_is_one_line_and_can_be_written)
{
    dpex_queue *queue = ops_queue();
    dpex_array ramp, x;
    int64_t number;
    ops_ramp(queue, DPEX_I32, 4, 1, 1, &ramp);
    CHECK_OK(dpex_queue_wait(queue, 0, NULL));
    int64_t two = 2;
    CHECK_OK(dpex_array_init_view(ramp.storage, queue, DPEX_I32, 0, 1, &two, &two,
                                  DPEX_ARRAY_WRITABLE, &x));
    int32_t values[2] = {7, 8};
    dpex_line_write(dpex_array_get_ptr(&x), 2 * (int64_t)sizeof(*values), values, 2,
                    sizeof(*values));
    read_lines(&x, 0, &number);
    CHECK_INT(number, 78);
    dpex_array_fini(&x);
    read_lines(&ramp, 0, &number);
    CHECK_INT(number, 7284);
    dpex_array_fini(&ramp);
    dpex_queue_release(queue);
}
