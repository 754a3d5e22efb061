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
    CHECK(sycl::device(sycl::aspect_selector<sycl::aspect::cpu>()) == cpu && sycl::device(sycl::aspect_selector<>()) == sycl::device());
    const sycl::context all_devices = cpu.get_platform().khr_get_default_context();
    CHECK(all_devices == cpu.get_platform().ext_oneapi_get_default_context());
    CHECK(all_devices.get_devices() == cpu.get_platform().get_devices() && sycl::queue(all_devices, cpu).get_device() == cpu);
    sycl::context ctx(cpu);
    sycl::queue q(ctx, cpu);
    CHECK(q.single_task([] {}).get_backend() == q.get_backend() && sycl::event().get_info<sycl::info::event::command_execution_status>() ==
                                                                        sycl::info::event_command_status::complete);
    CHECK(q.get_context() == ctx && q.get_device() == cpu && q.get_info<sycl::info::queue::device>() == cpu);
    sycl::queue same = q;
    CHECK(same == q && sycl::queue(cpu) != q && sycl::queue(q.get()) == q);
}

// Every query answers, and those that say the same agree.
static void info_is_consistent()
{
    namespace info = sycl::info::device;
    for (const sycl::device &d : sycl::device::get_devices()) {
        const auto aspects = d.get_info<info::aspects>();
        CHECK(!aspects.empty());
        for (sycl::aspect a : aspects) CHECK(d.has(a));
        CHECK((d.get_info<info::double_fp_config>().size() > 0) == d.has(sycl::aspect::fp64));
        const auto orders = d.get_info<info::atomic_memory_order_capabilities>();
        CHECK(std::find(orders.begin(), orders.end(), sycl::memory_order::relaxed) != orders.end());
        const auto scopes = d.get_info<info::atomic_fence_scope_capabilities>();
        CHECK(std::find(scopes.begin(), scopes.end(), sycl::memory_scope::work_group) != scopes.end());
        CHECK(d.get_info<info::is_endian_little>() && d.get_info<info::is_available>() && d.get_info<info::address_bits>() == 64);
        CHECK(d.get_info<info::max_work_group_size>() > 0 && d.get_info<info::max_work_item_dimensions>() == 3);
        CHECK(d.get_info<info::local_mem_type>() != sycl::info::local_mem_type::none && d.get_info<info::local_mem_size>() > 0);
        CHECK(d.get_info<info::partition_type_property>() == sycl::info::partition_property::no_partition);
        CHECK(d.get_info<info::image_support>() == d.has(sycl::aspect::image));
        CHECK(d.get_info<info::native_vector_width_float>() > 0 && d.get_info<info::preferred_vector_width_char>() > 0);
        CHECK(d.get_info<info::profile>() == "FULL_PROFILE" && d.get_info<info::extensions>().empty());
        CHECK(d.get_platform().get_info<sycl::info::platform::profile>() == "FULL_PROFILE");
        CHECK(std::hash<sycl::device>()(d) == std::hash<sycl::device>()(sycl::device(d)));
        for (auto property : d.get_info<info::partition_properties>())
            CHECK(property != sycl::info::partition_property::no_partition);
    }
    const sycl::device cpu(sycl::cpu_selector_v);
    const auto part = cpu.create_sub_devices<sycl::info::partition_property::partition_by_counts>(1).front();
    const auto by = sycl::info::partition_property::partition_by_counts;
    CHECK(cpu.create_sub_devices<by>(std::vector<std::size_t>{1}).size() == 1);
    CHECK(part.get_info<info::partition_type_property>() == sycl::info::partition_property::partition_by_counts);
    const sycl::context ctx(cpu);
    CHECK(ctx.get_info<sycl::info::context::devices>().size() == 1 && ctx.get_info<sycl::info::context::platform>() == cpu.get_platform());
    CHECK(ctx.get_info<sycl::info::context::atomic_memory_scope_capabilities>() == cpu.get_info<info::atomic_memory_scope_capabilities>());
    sycl::queue q(ctx, sycl::cpu_selector_v, sycl::property::queue::in_order());
    CHECK(q.get_device() == cpu && q.is_in_order() && std::hash<sycl::queue>()(q) == std::hash<sycl::queue>()(sycl::queue(q)));
    CHECK(throws<sycl::exception>([&] { q.get_property<sycl::property::queue::enable_profiling>(); }));
    static_assert(sycl::is_property_v<sycl::property::no_init> && !sycl::is_property_v<int>, "properties");
    static_assert(sycl::is_property_of_v<sycl::property::queue::in_order, sycl::queue>, "of queues");
    static_assert(!sycl::is_property_of_v<sycl::property::queue::in_order, sycl::buffer<int>>, "not of buffers");
    const sycl::exception plain(sycl::make_error_code(sycl::errc::build), "text"), with(ctx, sycl::make_error_code(sycl::errc::invalid), "text");
    CHECK(!plain.has_context() && throws<sycl::exception>([&] { plain.get_context(); }) && with.has_context() && with.get_context() == ctx);
    CHECK(with.code() == sycl::errc::invalid && std::strcmp(with.what(), "text") == 0);
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
    // Kernels: of a range, of work-groups before and behind barriers; and what waits for one that failed does not run.
    n_told = 0;
    is_ours = false;
    q.parallel_for(100, [](sycl::id<1> i) {
        if (i[0] == 50) throw std::runtime_error("from a task");
    });
    q.wait_and_throw();
    CHECK(n_told >= 1 && is_ours);
    for (int behind = 0; behind < 2; behind++) {
        n_told = 0;
        is_ours = false;
        q.parallel_for(sycl::nd_range<1>(64, 8), [=](sycl::nd_item<1> it) {
            if (behind) it.barrier();
            if (it.get_global_id(0) == 21) throw std::runtime_error("from a task");
            if (!behind) it.barrier();
        });
        q.wait_and_throw();
        CHECK(n_told >= 1 && is_ours);
    }
    n_told = 0;
    bool ran = false;
    const sycl::event failed = q.submit([](sycl::handler &cgh) { cgh.host_task([] { throw std::runtime_error("from a task"); }); });
    q.submit([&](sycl::handler &cgh) {
        cgh.depends_on(failed);
        cgh.host_task([&ran] { ran = true; });
    });
    q.wait_and_throw();
    CHECK(n_told >= 1 && !ran);
    // Of the context's handler, where the queue has none; and through an event.
    int n_of_context = 0;
    sycl::queue other(sycl::context(q.get_device(), [&](sycl::exception_list list) { n_of_context += int(list.size()); }), q.get_device());
    other.single_task([] { throw 1; }).wait_and_throw();
    CHECK(n_of_context == 1);
    n_told = 0;
    int *x = sycl::malloc_shared<int>(1, q);
    q.single_task([=] { *x = 4; }).wait_and_throw();
    CHECK(*x == 4 && n_told == 0);
    sycl::free(x, q);
}

static void host_tasks_reach_native_objects()
{
    sycl::queue q;
    int *x = sycl::malloc_shared<int>(1, q);
    *x = 0;
    std::vector<int> data(3, 4);
    sycl::buffer b(data);
    q.submit([&](sycl::handler &cgh) {
         sycl::accessor a(b, cgh, sycl::read_only_host_task);
         cgh.host_task([=](sycl::interop_handle h) {
             const auto queue = h.get_native_queue<sycl::backend::opencl>();
             *x = sycl::queue(queue) == q && sycl::device(h.get_native_device()) == q.get_device() &&
                  sycl::context(h.get_native_context()) == q.get_context() && h.get_native_mem(a)[2] == 4 &&
                  h.get_backend() == q.get_backend();
         });
     }).wait();
    CHECK(*x == 1);
    sycl::free(x, q);
}

int main()
{
    devices_tell_what_they_are();
    info_is_consistent();
    errors_are_exceptions();
    failures_of_commands_reach_the_handler();
    host_tasks_reach_native_objects();
    return n_failed;
}
