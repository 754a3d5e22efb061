// Kernel bundles of lambdas, kernel ids, specialization constants of bundles, and the events that a command waits for.
#include <sycl/sycl.hpp>

#include "check.hpp"

#include <atomic>
#include <string>
#include <thread>
#include <unordered_set>

class twice;
class thrice;

// The call throws a sycl::exception with this code.
#define CHECK_THROWS(wanted, ...)                                                                                                  \
    do {                                                                                                                           \
        std::error_code code;                                                                                                      \
        try {                                                                                                                      \
            (void)(__VA_ARGS__);                                                                                                   \
        } catch (const sycl::exception &e) {                                                                                       \
            code = e.code();                                                                                                       \
        }                                                                                                                          \
        CHECK(code == wanted);                                                                                                     \
    } while (0)

constexpr sycl::specialization_id<int> factor(10);
constexpr sycl::specialization_id<double> offset(0.5);

static sycl::event submit_twice(sycl::queue &q, int *x, const sycl::kernel_bundle<sycl::bundle_state::executable> *bundle)
{
    return q.submit([&](sycl::handler &cgh) {
        if (bundle) cgh.use_kernel_bundle(*bundle);
        cgh.parallel_for<twice>(sycl::range<1>(4), [=](sycl::id<1> i, sycl::kernel_handler h) {
            x[i] = 2 * h.get_specialization_constant<factor>() + static_cast<int>(4 * h.get_specialization_constant<offset>());
        });
    });
}

static void check_ids()
{
    const sycl::kernel_id id = sycl::get_kernel_id<twice>();
    CHECK(id == sycl::get_kernel_id<twice>() && id != sycl::get_kernel_id<thrice>());
    CHECK(std::string(id.get_name()).find("twice") != std::string::npos);
    const auto ids = sycl::get_kernel_ids();
    const std::unordered_set<sycl::kernel_id> all(ids.begin(), ids.end());
    CHECK(all.size() == ids.size());
    CHECK(all.count(id) && all.count(sycl::get_kernel_id<thrice>()));
}

static void check_bundles(sycl::queue &q)
{
    const sycl::context ctx = q.get_context();
    const sycl::device dev = q.get_device();
    const auto all = sycl::get_kernel_bundle<sycl::bundle_state::executable>(ctx);
    CHECK(!all.empty() && all.get_context() == ctx && all.has_kernel<twice>() && all.has_kernel<thrice>(dev));
    CHECK(all.get_kernel_ids().size() == sycl::get_kernel_ids().size());
    CHECK(all.get_backend() == dev.get_backend() && !all.native_specialization_constant());
    for (const auto &image : all) CHECK(image.has_kernel(sycl::get_kernel_id<twice>()) && image.has_kernel(sycl::get_kernel_id<twice>(), dev));
    const auto one = sycl::get_kernel_bundle<thrice, sycl::bundle_state::executable>(ctx, {dev});
    CHECK(one.has_kernel<thrice>() && !one.has_kernel<twice>() && one.get_devices().size() == 1);
    CHECK(one != all && one == sycl::kernel_bundle<sycl::bundle_state::executable>(one));
    const auto none = sycl::get_kernel_bundle<sycl::bundle_state::executable>(ctx, {dev}, [](const auto &) { return false; });
    CHECK(none.empty());
    CHECK((sycl::has_kernel_bundle<sycl::bundle_state::input>(ctx)));
    CHECK((sycl::has_kernel_bundle<twice, sycl::bundle_state::object>(ctx)));
    CHECK(sycl::is_compatible<twice>(dev) && sycl::is_compatible(sycl::get_kernel_ids(), dev));
    CHECK_THROWS(sycl::errc::invalid, sycl::get_kernel_bundle<sycl::bundle_state::executable>(ctx, std::vector<sycl::device>()));

    const sycl::kernel k = all.get_kernel<twice>();
    CHECK(k.get_context() == ctx && k.get_kernel_bundle() == all);
    CHECK(k.get_info<sycl::info::kernel::function_name>().find("twice") != std::string::npos);
    CHECK(k.get_info<sycl::info::kernel_device_specific::work_group_size>(dev) == dev.get_info<sycl::info::device::max_work_group_size>());
    CHECK_THROWS(sycl::errc::invalid, one.get_kernel<twice>());
}

static void check_use(sycl::queue &q)
{
    int *x = sycl::malloc_shared<int>(4, q);
    submit_twice(q, x, nullptr).wait();
    CHECK(x[3] == 22);
    auto input = sycl::get_kernel_bundle<sycl::bundle_state::input>(q.get_context());
    input.set_specialization_constant<factor>(7);
    CHECK(input.get_specialization_constant<factor>() == 7 && input.get_specialization_constant<offset>() == 0.5);
    CHECK(input.has_specialization_constant<factor>());
    const auto built = sycl::build(input);
    const auto linked = sycl::link(sycl::compile(input));
    for (const auto *bundle : {&built, &linked}) {
        submit_twice(q, x, bundle).wait();
        CHECK(x[0] == 16);
    }
    auto other = sycl::get_kernel_bundle<thrice, sycl::bundle_state::input>(q.get_context());
    other.set_specialization_constant<offset>(2);
    const auto joined = sycl::build(sycl::join(std::vector{input, other}));
    submit_twice(q, x, &joined).wait();
    CHECK(x[0] == 22);
    const auto without = sycl::get_kernel_bundle<thrice, sycl::bundle_state::executable>(q.get_context());
    CHECK_THROWS(sycl::errc::kernel_not_supported, submit_twice(q, x, &without));
    CHECK_THROWS(sycl::errc::invalid, q.submit([&](sycl::handler &cgh) {
        cgh.use_kernel_bundle(built);
        cgh.set_specialization_constant<factor>(1);
    }));
    CHECK_THROWS(sycl::errc::invalid, q.submit([&](sycl::handler &cgh) { cgh.parallel_for(sycl::range<1>(1), built.get_kernel<twice>()); }));
    q.single_task<thrice>([=] { x[0] = 3; }).wait();
    CHECK(x[0] == 3);
    sycl::free(x, q);
}

static void check_wait_list(sycl::queue &q)
{
    CHECK(sycl::event().get_wait_list().empty());
    std::atomic<bool> open{false};
    const sycl::event first = q.submit([&](sycl::handler &cgh) {
        cgh.host_task([&] {
            while (!open) std::this_thread::yield();
        });
    });
    const sycl::event second = q.submit([&](sycl::handler &cgh) {
        cgh.depends_on(first);
        cgh.host_task([] {});
    });
    const std::vector<sycl::event> list = second.get_wait_list();
    CHECK(list.size() == 1 && list[0] == first);
    open = true;
    second.wait();
    CHECK(second.get_wait_list().empty());
}

int main()
{
    sycl::queue q;
    check_ids();
    check_bundles(q);
    check_use(q);
    check_wait_list(q);
    return n_failed != 0;
}
