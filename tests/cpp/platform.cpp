// Devices, selectors, contexts, info, exceptions and asynchronous errors; also through the older header's name.
#include <CL/sycl.hpp>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "check.hpp"

static void devices_tell_what_they_are()
{
    const auto all = cl::sycl::device::get_devices();
    CHECK(!all.empty());
    for (const sycl::device &d : all) {
        CHECK(!d.get_info<sycl::info::device::name>().empty() && !d.get_info<sycl::info::device::vendor>().empty());
        CHECK(d.get_info<sycl::info::device::max_compute_units>() > 0);
        CHECK(d.get_info<sycl::info::device::max_work_item_sizes<2>>()[1] > 0);
        CHECK(d.get_info<sycl::info::device::sub_group_sizes>().size() == 1);
        CHECK(d.has(sycl::aspect::cpu) == d.is_cpu() && d.has(sycl::aspect::gpu) == d.is_gpu());
        const auto mates = d.get_platform().get_devices();
        CHECK(std::find(mates.begin(), mates.end(), d) != mates.end());
        CHECK(d.get_info<sycl::info::device::platform>() == d.get_platform());
    }
    CHECK(!sycl::platform::get_platforms().empty() && !sycl::platform().get_info<sycl::info::platform::name>().empty());
    const sycl::device cpu(sycl::cpu_selector_v);
    CHECK(cpu.is_cpu() && sycl::device(sycl::aspect_selector(sycl::aspect::cpu)) == cpu);
    CHECK(sycl::device([&](const sycl::device &d) { return d == cpu ? 1 : -1; }) == cpu);
    CHECK(throws<sycl::exception>([] { sycl::device([](const sycl::device &) { return -1; }); }));
    const auto parts = cpu.create_sub_devices<sycl::info::partition_property::partition_equally>(1);
    CHECK(!parts.empty() && parts[0].get_info<sycl::info::device::max_compute_units>() == 1);
    CHECK(parts[0].get_info<sycl::info::device::parent_device>() == cpu);
    sycl::context ctx(cpu);
    sycl::queue q(ctx, cpu);
    CHECK(q.get_context() == ctx && q.get_device() == cpu && q.get_info<sycl::info::queue::device>() == cpu);
    sycl::queue same = q;
    CHECK(same == q && sycl::queue(cpu) != q && sycl::queue(q.get()) == q);
}

static void errors_are_exceptions()
{
    sycl::queue q;
    try {
        q.parallel_for(sycl::nd_range<1>(10, 3), [](sycl::nd_item<1>) {});
        CHECK(false);
    } catch (const sycl::exception &e) {
        CHECK(e.code() == sycl::errc::nd_range && e.category() == sycl::sycl_category() && std::strlen(e.what()) > 10);
    }
    const std::size_t too_many = q.get_device().get_info<sycl::info::device::max_work_group_size>() + 1;
    CHECK(throws<sycl::exception>([&] { q.parallel_for(sycl::nd_range<1>(too_many, too_many), [](sycl::nd_item<1>) {}); }));
    CHECK(throws<sycl::exception>([&] {
        q.submit([](sycl::handler &cgh) {
            cgh.single_task([] {});
            cgh.single_task([] {});
        });
    }));
    int on_stack;
    CHECK(throws<sycl::exception>([&] { sycl::free(&on_stack, q); }));
    CHECK(throws<sycl::exception>([&] { q.single_task([] {}).get_profiling_info<sycl::info::event_profiling::command_end>(); }));
}

static void failures_of_commands_reach_the_handler()
{
    int n_told = 0;
    bool is_ours = false;
    sycl::queue q([&](sycl::exception_list list) {
        for (const std::exception_ptr &error : list) {
            n_told++;
            try {
                std::rethrow_exception(error);
            } catch (const std::runtime_error &e) {
                is_ours = std::strcmp(e.what(), "from a task") == 0;
            } catch (const sycl::exception &) {
            }
        }
    });
    q.submit([](sycl::handler &cgh) { cgh.host_task([] { throw std::runtime_error("from a task"); }); });
    q.wait();
    CHECK(n_told == 0);
    q.wait_and_throw();
    CHECK(n_told == 1 && is_ours);
    q.wait_and_throw();
    CHECK(n_told == 1);
    // A barrier that some items do not reach.
    n_told = 0;
    q.parallel_for(sycl::nd_range<1>(64, 8), [](sycl::nd_item<1> it) {
        if (it.get_local_id(0) == 3) it.barrier();
    });
    q.wait_and_throw();
    CHECK(n_told >= 1);
    n_told = 0;
    int *x = sycl::malloc_shared<int>(1, q);
    q.single_task([=] { *x = 4; }).wait_and_throw();
    CHECK(*x == 4 && n_told == 0);
    sycl::free(x, q);
}

int main()
{
    devices_tell_what_they_are();
    errors_are_exceptions();
    failures_of_commands_reach_the_handler();
    return n_failed;
}
