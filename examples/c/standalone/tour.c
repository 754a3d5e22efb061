/* The C library without Python: lists devices, allocates memory, runs a kernel that is written once for all devices, and multiplies
 * matrices. */
#include <dpex/dpex.h>
#include <dpex/kernel.h>

#include <stdio.h>

#define TRY(call)                                                                                  \
    do {                                                                                           \
        if (call) {                                                                                \
            fprintf(stderr, "%s: %s\n", #call, dpex_error_message());                              \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

DPEX_KERNEL(poly, (IN, double, x), (OUT, double, y), {
    size_t i = k_global_id(0);
    y[i] = K(1.0) + x[i] * (K(2.0) + K(3.0) * x[i]);
})

static int list_devices(void)
{
    dpex_device *const *devices;
    size_t n;
    TRY(dpex_device_get_all(&devices, &n));
    for (size_t i = 0; i < n; i++)
        printf("device %zu: %s\n", i, dpex_device_get_info(devices[i])->name);
    return 0;
}

/* 1 + 2 x + 3 x^2 in memory of kind shared. */
static int run_kernel(dpex_queue *queue)
{
    enum { N = 1000 };
    dpex_storage *in, *out;
    TRY(dpex_storage_create(queue, N * sizeof(double), 0, DPEX_USM_SHARED, &in));
    TRY(dpex_storage_create(queue, N * sizeof(double), 0, DPEX_USM_SHARED, &out));
    double *x = dpex_storage_get_ptr(in), *y = dpex_storage_get_ptr(out);
    for (int i = 0; i < N; i++) x[i] = i;
    const dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F64, x, N), dpex_arg_array(DPEX_F64, y, N)};
    const dpex_range range = {.nd = 1, .global = {N}};
    dpex_event *event = NULL;
    TRY(dpex_kernel_source_launch(queue, &poly, &range, args, 2, NULL, 0, &event));
    TRY(dpex_event_wait(event, 0, NULL));
    printf("kernel: %g\n", y[10]);
    dpex_event_release(event);
    dpex_storage_release(in);
    dpex_storage_release(out);
    return 0;
}

static int multiply(dpex_queue *queue)
{
    const int64_t shape[] = {2, 2};
    const double a[] = {1, 2, 3, 4}, b[] = {0, 1, 1, 0};
    double c[4];
    dpex_array x, y, product;
    TRY(dpex_array_init(queue, DPEX_F64, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &x));
    TRY(dpex_array_init(queue, DPEX_F64, 2, shape, DPEX_ORDER_C, DPEX_USM_DEVICE, &y));
    const int64_t steps[] = {2 * sizeof(double), sizeof(double)};
    TRY(dpex_array_from_host(&x, a, steps));
    TRY(dpex_array_from_host(&y, b, steps));
    TRY(dpex_matmul_new(&x, &y, NULL, DPEX_ORDER_C, &product));
    TRY(dpex_array_to_host(&product, c, steps));
    printf("product: %g %g %g %g\n", c[0], c[1], c[2], c[3]);
    dpex_array_fini(&product);
    dpex_array_fini(&y);
    dpex_array_fini(&x);
    return 0;
}

int main(void)
{
    dpex_device *device;
    dpex_queue *queue;
    if (list_devices()) return 1;
    TRY(dpex_device_find("cpu", &device));
    TRY(dpex_queue_create(NULL, device, 0, &queue));
    int failed = run_kernel(queue) || multiply(queue);
    dpex_queue_release(queue);
    dpex_device_release(device);
    return failed;
}
