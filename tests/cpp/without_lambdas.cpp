// A device that cannot run the host's code: kernels as lambdas are refused with directions, all else works. Ends with 77 where there
// is no such device.
#include <sycl/sycl.hpp>

#include <dpex/kernel.h>

#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

DPEX_KERNEL(twice, (INOUT, double, x), {
    size_t i = k_global_id(0);
    x[i] = 2 * x[i];
})

template <class F> static bool is_refused(const F &f)
{
    try {
        f();
    } catch (const sycl::exception &e) {
        const std::string text = e.what();
        return e.code() == sycl::errc::feature_not_supported && text.find("DPEX_KERNEL") != std::string::npos &&
               text.find("docs/cpp-extensions.md") != std::string::npos;
    }
    return false;
}

static void lambdas_are_refused_with_directions(sycl::queue &q)
{
    CHECK(is_refused([&] { q.single_task([] {}); }));
    CHECK(is_refused([&] { q.parallel_for(10, [](sycl::id<1>) {}); }));
    CHECK(is_refused([&] { q.parallel_for(sycl::range<3>(2, 2, 2), [](sycl::item<3>) {}); }));
    CHECK(is_refused([&] { q.parallel_for(sycl::nd_range<1>(8, 4), [](sycl::nd_item<1> it) { it.barrier(); }); }));
    int sum = 0;
    CHECK(is_refused(
        [&] { q.parallel_for(sycl::range<1>(8), sycl::reduction(&sum, sycl::plus<>()), [](sycl::id<1>, auto &s) { s += 1; }); }));
    CHECK(is_refused([&] {
        q.submit([&](sycl::handler &cgh) {
            sycl::stream out(100, 10, cgh);
            cgh.single_task([=] { out << 1; });
        });
    }));
}

static void memory_and_host_tasks_work(sycl::queue &q)
{
    const std::size_t n = 1000;
    std::vector<double> host(n);
    std::iota(host.begin(), host.end(), 0.0);
    double *x = sycl::malloc_device<double>(n, q), *y = sycl::malloc_device<double>(n, q);
    CHECK(sycl::get_pointer_type(x, q.get_context()) == sycl::usm::alloc::device);
    const sycl::event copied = q.copy(host.data(), x, n);
    const sycl::event filled = q.fill(y, 2.5, n);
    const sycl::event moved = q.memcpy(y, x, n / 2 * sizeof *x, {copied, filled});
    bool told = false;
    const sycl::event task = q.submit([&](sycl::handler &cgh) {
        cgh.depends_on(moved);
        cgh.host_task([&told] { told = true; });
    });
    std::vector<double> back(n);
    q.copy(y, back.data(), n, task).wait();
    CHECK(told && back[0] == 0 && back[n / 2 - 1] == double(n / 2 - 1) && back[n / 2] == 2.5 && back[n - 1] == 2.5);
    q.memset(y, 0, n * sizeof *y).wait();
    q.copy(y, back.data(), 1).wait();
    CHECK(back[0] == 0);
    // A kernel whose text the device compiles.
    const dpex_kernel_arg args[] = {dpex_arg_array(DPEX_F64, x, n)};
    dpex_range range{};
    range.nd = 1;
    range.global[0] = n;
    dpex_event *event = nullptr;
    CHECK(dpex_kernel_source_launch(q.get(), &twice, &range, args, 1, nullptr, 0, &event) == DPEX_SUCCESS);
    dpex_event_release(event);
    q.wait();
    q.copy(x, back.data(), n).wait();
    CHECK(back[1] == 2 && back[n - 1] == 2 * double(n - 1));
    sycl::free(x, q);
    sycl::free(y, q);
}

static void another_queue_takes_over(sycl::queue &q)
{
    sycl::queue second(sycl::cpu_selector_v);
    std::vector<int> data(10, 1);
    {
        sycl::buffer b(data);
        q.submit(
            [&](sycl::handler &cgh) {
                sycl::accessor a(b, cgh);
                cgh.parallel_for(10, [=](sycl::id<1> i) { a[i] += int(i[0]); });
            },
            second);
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor a(b, cgh, sycl::read_write_host_task);
            cgh.host_task([=] { a[0] = 7; });
        });
        CHECK(sycl::host_accessor(b)[9] == 10);
    }
    CHECK(data[0] == 7 && data[5] == 6);
}

int main()
{
    int n_devices = 0;
    for (const sycl::device &d : sycl::device::get_devices()) {
        sycl::queue q(d);
        try {
            q.single_task([] {}).wait();
            continue;
        } catch (const sycl::exception &) {
            n_devices++;
        }
        lambdas_are_refused_with_directions(q);
        memory_and_host_tasks_work(q);
        another_queue_takes_over(q);
    }
    return n_devices ? n_failed : 77;
}
