// What the headers own by means of their own: properties, errors and their contexts, constants, kernels' captures, lists of events.
namespace sycl {
class queue; // as programs declare them in headers that include nothing
class device;
class event;
class handler;
} // namespace sycl
int devices_of(const sycl::queue &q, const sycl::device &d);

#include <sycl/sycl.hpp>

#include "check.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

int devices_of(const sycl::queue &q, const sycl::device &d)
{
    return q.get_device() == d ? 1 : 0;
}

static void lists_of_properties_share_what_they_hold()
{
    std::mutex mutex;
    sycl::property_list copy;
    {
        const sycl::property_list both{sycl::property::buffer::use_mutex(mutex), sycl::property::buffer::use_host_ptr()};
        copy = both;
    }
    CHECK(copy.get_property<sycl::property::buffer::use_mutex>().get_mutex_ptr() == &mutex);
    CHECK(copy.has_property<sycl::property::buffer::use_host_ptr>());
    CHECK(!copy.has_property<sycl::property::queue::in_order>());
    CHECK(!sycl::property_list().has_property<sycl::property::queue::in_order>());
    const sycl::queue q(sycl::property_list{sycl::property::queue::in_order(), sycl::property::queue::enable_profiling()});
    CHECK(q.is_in_order() && q.has_property<sycl::property::queue::enable_profiling>());
}

static void copies_of_an_exception_outlive_it()
{
    std::exception_ptr kept;
    try {
        const sycl::exception first(sycl::context(), sycl::make_error_code(sycl::errc::invalid), std::string(100, 'x'));
        const sycl::exception second = first;
        throw second;
    } catch (const sycl::exception &) {
        kept = std::current_exception();
    }
    try {
        std::rethrow_exception(kept);
    } catch (const sycl::exception &e) {
        CHECK(e.what() == std::string(100, 'x'));
        CHECK(e.code() == sycl::errc::invalid);
        CHECK(e.has_context() && e.get_context().get_devices().size() > 0);
    }
    CHECK(!sycl::exception(sycl::make_error_code(sycl::errc::kernel)).has_context());
}

static void a_handler_is_told_of_all_errors()
{
    int n = 0;
    sycl::queue q([&](sycl::exception_list list) {
        for (const std::exception_ptr &e : list) {
            try {
                std::rethrow_exception(e);
            } catch (const std::string &text) {
                n += int(text.size());
            }
        }
        CHECK(list.size() == 20);
    });
    for (int i = 0; i < 20; i++) q.submit([](sycl::handler &h) { h.host_task([] { throw std::string("abc"); }); });
    q.wait_and_throw();
    CHECK(n == 60);
    q.throw_asynchronous();
    CHECK(n == 60);
}

// Kernels that own memory give it back with the command.
static void what_kernels_capture_ends_with_them()
{
    const auto counted = std::make_shared<int>(1);
    sycl::queue q;
    std::vector<sycl::event> events;
    for (int i = 0; i < 30; i++)
        events.push_back(q.submit([&](sycl::handler &h) {
            h.depends_on(events);
            h.host_task([counted] {});
        }));
    sycl::event::wait(events);
    sycl::event::wait({events[0], events[1]});
    sycl::event::wait_and_throw(events);
    q.single_task(events, [] {});
    q.parallel_for(sycl::range<1>(4), {events[0], events[3]}, [](sycl::id<1>) {});
    q.ext_oneapi_submit_barrier({events[1], events[2]}).wait();
    q.wait();
    CHECK(counted.use_count() == 1);
    CHECK(throws<sycl::exception>([&] {
        q.submit([&](sycl::handler &h) {
            h.host_task([counted] {});
            h.single_task([counted] {});
        });
    }));
    CHECK(counted.use_count() == 1);
}

static void buffers_end_with_their_last_owner()
{
    const auto counted = std::make_shared<int>(7);
    {
        sycl::buffer<std::shared_ptr<int>> of_owners(counted.use_count() ? sycl::range<1>(3) : sycl::range<1>(1));
        of_owners.get_host_access()[0] = counted;
        sycl::buffer<std::shared_ptr<int>> copy = of_owners;
        copy.get_host_access()[1] = counted;
        CHECK(counted.use_count() == 3);
    }
    CHECK(counted.use_count() == 1);
    std::mutex mutex;
    std::vector<int> data(10, 1), target(10);
    {
        sycl::buffer<int> b(data.data(), sycl::range<1>(10), {sycl::property::buffer::use_mutex(mutex)});
        b.set_final_data(target.begin());
        sycl::queue().submit([&](sycl::handler &h) {
            sycl::accessor a(b, h, sycl::read_write);
            h.parallel_for(10, [=](sycl::id<1> i) { a[i] += int(i[0]); });
        });
    }
    CHECK(mutex.try_lock());
    mutex.unlock();
    CHECK(target[9] == 10);
}

static void selectors_are_functions()
{
    const std::function<int(const sycl::device &)> cpu = sycl::aspect_selector({sycl::aspect::cpu}, {sycl::aspect::gpu});
    const sycl::device first;
    CHECK(cpu(first) == (first.is_cpu() ? sycl::default_selector_v(first) : -1));
    CHECK(sycl::device(sycl::aspect_selector<sycl::aspect::usm_shared_allocations>()) == first);
    CHECK(throws<sycl::exception>([] { sycl::device never([](const sycl::device &) { return -1; }); }));
    const sycl::queue q(sycl::context(first), [](const sycl::device &) { return 1; });
    CHECK(devices_of(q, first) == 1);
}

int main()
{
    lists_of_properties_share_what_they_hold();
    copies_of_an_exception_outlive_it();
    a_handler_is_told_of_all_errors();
    what_kernels_capture_ends_with_them();
    buffers_end_with_their_last_owner();
    selectors_are_functions();
    return n_failed;
}
