// Queues, kernels over ranges and work-groups, USM memory.
#include <sycl/sycl.hpp>

#include <numeric>
#include <vector>

#include "check.hpp"

class named_kernel;

static void range_kernels_see_every_index(sycl::queue &q)
{
    const std::size_t n = 5000;
    long *x = sycl::malloc_shared<long>(n, q);
    q.parallel_for(n, [=](sycl::id<1> i) { x[i] = long(i); }).wait();
    q.parallel_for<named_kernel>(sycl::range<1>(n), [=](sycl::item<1> it) { x[it] += long(it.get_linear_id()); }).wait();
    q.parallel_for(sycl::range{n}, [=](auto i) { x[i] += 1; }).wait();
    q.parallel_for(n, [=](std::size_t i) { x[i] += 1; }).wait();
    for (std::size_t i = 0; i < n; i++) CHECK(x[i] == 2 * long(i) + 2);
    q.parallel_for(sycl::range<2>(50, 100), [=](sycl::id<2> i) { x[i[0] * 100 + i[1]] = long(i[0] * 1000 + i[1]); }).wait();
    for (std::size_t i = 0; i < n; i++) CHECK(x[i] == long(i / 100 * 1000 + i % 100));
    q.parallel_for(sycl::range<3>(5, 10, 100), [=](sycl::item<3> it) {
         x[it.get_linear_id()] = long(it[0] * 10000 + it.get_id(1) * 100 + it[2] + it.get_range(2));
     }).wait();
    for (std::size_t i = 0; i < n; i++) CHECK(x[i] == long(i / 1000 * 10000 + i / 100 % 10 * 100 + i % 100 + 100));
    q.parallel_for(0, [=](sycl::id<1>) { x[0] = -1; }).wait();
    q.single_task([=] { x[1] = x[0] + 1; }).wait();
    CHECK(x[0] == 100 && x[1] == 101);
    sycl::free(x, q);
}

static void items_of_a_group_meet_at_barriers(sycl::queue &q)
{
    const std::size_t n = 960, local = 32;
    int *x = sycl::malloc_shared<int>(n, q), *y = sycl::malloc_shared<int>(n, q);
    std::iota(x, x + n, 0);
    q.submit([&](sycl::handler &cgh) {
         sycl::local_accessor<int, 1> tile(local, cgh);
         sycl::local_accessor<int, 2> other(sycl::range<2>(2, local), cgh);
         cgh.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
             const std::size_t l = it.get_local_id(0);
             tile[l] = x[it.get_global_id(0)];
             other[1][l] = 7;
             for (int round = 0; round < 4; round++) {
                 it.barrier(sycl::access::fence_space::local_space);
                 const int next = tile[(l + 1) % local];
                 sycl::group_barrier(it.get_group());
                 tile[l] = next;
             }
             y[it.get_global_linear_id()] = tile[l] + other[1][local - 1];
         });
     }).wait();
    for (std::size_t i = 0; i < n; i++) CHECK(y[i] == int(i / local * local + (i + 4) % local) + 7);
    q.parallel_for(sycl::nd_range<2>({30, 32}, {3, 8}), [=](sycl::nd_item<2> it) {
         const auto g = it.get_group();
         bool good = it.get_global_id(0) == g[0] * 3 + it.get_local_id(0) && it.get_group_range(1) == 4 &&
                     it.get_local_range() == sycl::range<2>(3, 8) && it.get_global_range() == sycl::range<2>(30, 32) &&
                     g.get_group_linear_id() == g[0] * 4 + g[1] && it.get_local_linear_id() == it.get_local_id(0) * 8 + it.get_local_id(1) &&
                     g.leader() == (it.get_local_linear_id() == 0);
         y[it.get_global_linear_id()] = good ? 1 : 0;
     }).wait();
    CHECK(std::accumulate(y, y + n, 0) == 960);
    // Some groups have a barrier, others none.
    q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
         if (it.get_group(0) % 2) it.barrier();
         y[it.get_global_id(0)] = int(it.get_group(0));
     }).wait();
    for (std::size_t i = 0; i < n; i++) CHECK(y[i] == int(i / local));
    sycl::free(x, q);
    sycl::free(y, q);
}

static void reductions_combine_all_items(sycl::queue &q)
{
    const std::size_t n = 100000;
    double *x = sycl::malloc_shared<double>(n, q), *r = sycl::malloc_shared<double>(3, q);
    for (std::size_t i = 0; i < n; i++) x[i] = double(i % 1000);
    r[0] = 5;
    r[1] = 1e9;
    r[2] = 1e9;
    q.parallel_for(sycl::range<1>(n), sycl::reduction(r, sycl::plus<double>()), sycl::reduction(r + 1, sycl::minimum<>()),
                   sycl::reduction(r + 2, sycl::maximum<>(), {sycl::property::reduction::initialize_to_identity()}),
                   [=](sycl::id<1> i, auto &sum, auto &low, auto &high) {
                       sum += x[i];
                       low.combine(x[i]);
                       high.combine(x[i]);
                   })
        .wait();
    CHECK(r[0] == 5 + 100 * 499500.0 && r[1] == 0 && r[2] == 999);
    r[0] = 0;
    q.parallel_for(sycl::nd_range<1>(n, 100), sycl::reduction(r, 0.0, [](double a, double b) { return a + b; }),
                   [=](sycl::nd_item<1> it, auto &sum) { sum.combine(x[it.get_global_id(0)]); })
        .wait();
    CHECK(r[0] == 100 * 499500.0);
    int *empty = sycl::malloc_shared<int>(1, q);
    *empty = 3;
    q.parallel_for(sycl::range<1>(0), sycl::reduction(empty, sycl::multiplies<>(), {sycl::property::reduction::initialize_to_identity()}),
                   [=](sycl::id<1>, auto &) {})
        .wait();
    CHECK(*empty == 1);
    sycl::free(empty, q);
    sycl::free(x, q);
    sycl::free(r, q);
}

// An operator with a state.
struct sum_modulo {
    int modulus;
    int operator()(int a, int b) const { return (a + b) % modulus; }
};

// Of lengths that are divided into chunks, and into items side by side, in different ways; in two dimensions, too.
static void reductions_of_all_lengths_take_each_item_once(sycl::queue &q)
{
    int *r = sycl::malloc_shared<int>(4, q);
    for (const std::size_t n : std::vector<std::size_t>{1, 15, 31, 32, 33, 63, 64, 65, 127, 2047, 2048, 2049, 4095, 5000, 100'003}) {
        const int last = static_cast<int>(n) - 1;
        r[0] = r[1] = r[2] = 0, r[3] = 1'000'000;
        q.parallel_for(sycl::range<1>(n), sycl::reduction(r, sycl::plus<>()), sycl::reduction(r + 1, 0, sum_modulo{1009}),
                       sycl::reduction(r + 2, sycl::maximum<>()), sycl::reduction(r + 3, sycl::minimum<>()),
                       [=](sycl::id<1> i, auto &count, auto &rest, auto &largest, auto &least) {
                           const int x = static_cast<int>(i);
                           if (x % 3 == 0) ++count;
                           rest.combine(x % 1009);
                           largest.combine(x);
                           least.combine(x);
                       })
            .wait();
        int expected = 0;
        for (int i = 0; i <= last; i++) expected = (expected + i % 1009) % 1009;
        CHECK(r[0] == last / 3 + 1 && r[1] == expected && r[2] == last && r[3] == 0);
        long *sum = sycl::malloc_shared<long>(1, q);
        *sum = 7;
        q.parallel_for(sycl::range<2>(3, n), sycl::reduction(sum, sycl::plus<>()), [=](sycl::item<2> it, auto &s) {
             s += static_cast<long>(it.get_linear_id());
         }).wait();
        CHECK(*sum == 7 + static_cast<long>(3 * n * (3 * n - 1) / 2));
        sycl::free(sum, q);
    }
    sycl::free(r, q);
}

static void functions_of_vectors_are_those_of_numbers(sycl::queue &q)
{
    const std::size_t n = 1003;
    double *x = sycl::malloc_shared<double>(2 * n, q), *y = x + n;
    for (std::size_t i = 0; i < n; i++) x[i] = static_cast<double>(i) / 100 - 5;
    x[5] = std::numeric_limits<double>::quiet_NaN(), x[6] = std::numeric_limits<double>::infinity(), x[7] = -x[6], x[8] = 800;
    q.parallel_for(n, [=](sycl::id<1> i) { y[i] = sycl::exp(x[i]) + sycl::sin(x[i]) * sycl::pow(sycl::fabs(x[i]), 1.5); }).wait();
    for (std::size_t i = 0; i < n; i++) {
        const double first = std::exp(x[i]), second = std::sin(x[i]) * std::pow(std::fabs(x[i]), 1.5), expected = first + second;
        CHECK(y[i] == expected || (y[i] != y[i] && expected != expected) || std::fabs(y[i] - expected) <= 2e-15 * (first + std::fabs(second)));
    }
    sycl::free(x, q);
}

static void reductions_over_spans_have_a_reducer_for_each_element(sycl::queue &q)
{
    int *bins = sycl::malloc_shared<int>(4, q);
    for (int i = 0; i < 4; i++) bins[i] = 100;
    const auto count = [](sycl::id<1> i, auto &histogram) { histogram[i[0] % 4] += int(i[0] % 4 + 1); };
    q.parallel_for(sycl::range<1>(4000), sycl::reduction(sycl::span<int, 4>(bins, 4), sycl::plus<>()), count).wait();
    for (int i = 0; i < 4; i++) CHECK(bins[i] == 100 + 1000 * (i + 1));
    q.parallel_for(sycl::nd_range<1>(4000, 50),
                   sycl::reduction(sycl::span<int>(bins, 4), 0, sycl::plus<int>(), sycl::property::reduction::initialize_to_identity()),
                   [=](sycl::nd_item<1> it, auto &histogram) { count(it.get_global_id(), histogram); })
        .wait();
    for (int i = 0; i < 4; i++) CHECK(bins[i] == 1000 * (i + 1));
    sycl::free(bins, q);
}

static void copies_and_fills_follow_their_events(sycl::queue &q)
{
    const std::size_t n = 1000;
    int *d = sycl::malloc_device<int>(n, q), *h = sycl::malloc_host<int>(n, q);
    std::vector<int> out(n);
    sycl::event filled = q.fill(d, 7, n);
    sycl::event added = q.parallel_for(n, filled, [=](sycl::id<1> i) { d[i] += int(i); });
    sycl::event copied = q.memcpy(h, d, n * sizeof(int), added);
    q.copy(h, out.data(), n, std::vector<sycl::event>{copied}).wait();
    for (std::size_t i = 0; i < n; i++) CHECK(out[i] == int(i) + 7);
    q.memset(h, 0xff, 8).wait();
    CHECK(h[0] == -1 && h[1] == -1 && h[2] == 9);
    struct three {
        int a, b, c;
    };
    three *t = sycl::malloc_shared<three>(5, q);
    q.fill(t, three{1, 2, 3}, 5).wait();
    CHECK(t[4].a == 1 && t[4].c == 3);
    q.prefetch(t, 5 * sizeof(three)).wait();
    CHECK(sycl::get_pointer_type(d, q.get_context()) == sycl::usm::alloc::device);
    CHECK(sycl::get_pointer_type(h, q.get_context()) == sycl::usm::alloc::host);
    CHECK(sycl::get_pointer_type(out.data(), q.get_context()) == sycl::usm::alloc::unknown);
    CHECK(sycl::get_pointer_device(d, q.get_context()) == q.get_device());
    void *aligned = sycl::aligned_alloc_shared(4096, 100, q);
    CHECK(reinterpret_cast<std::uintptr_t>(aligned) % 4096 == 0);
    using allocator = sycl::usm_allocator<int, sycl::usm::alloc::shared>;
    std::vector<int, allocator> v(n, 1, allocator(q));
    int *p = v.data();
    q.parallel_for(n, [=](sycl::id<1> i) { p[i] += int(i); }).wait();
    CHECK(v[999] == 1000);
    for (void *ptr : {static_cast<void *>(d), static_cast<void *>(h), static_cast<void *>(t), aligned}) sycl::free(ptr, q);
}

static void host_tasks_run_between_kernels(sycl::queue &q)
{
    int *x = sycl::malloc_shared<int>(1, q), seen = 0;
    sycl::event first = q.single_task([=] { *x = 1; });
    sycl::event second = q.submit([&](sycl::handler &cgh) {
        cgh.depends_on(first);
        cgh.host_task([=, &seen] { seen = *x + 1; });
    });
    q.submit([&](sycl::handler &cgh) {
        cgh.depends_on({second});
        cgh.single_task([=] { *x = 5; });
    });
    q.wait_and_throw();
    CHECK(seen == 2 && *x == 5);
    CHECK(second.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
    sycl::free(x, q);
}

static constexpr sycl::specialization_id<int> factor(3);
static constexpr sycl::specialization_id<std::pair<double, int>> pair(1.5, 2);

static void specialization_constants_reach_the_kernel(sycl::queue &q)
{
    double *x = sycl::malloc_shared<double>(100, q);
    for (int value : {3, 4, 5}) {
        q.submit([&](sycl::handler &cgh) {
             CHECK(cgh.get_specialization_constant<factor>() == 3);
             if (value != 3) cgh.set_specialization_constant<factor>(7);
             if (value != 3) cgh.set_specialization_constant<factor>(value);
             if (value == 5) cgh.set_specialization_constant<pair>({2.5, 0});
             CHECK(cgh.get_specialization_constant<factor>() == value);
             cgh.parallel_for(100, [=](sycl::id<1> i, sycl::kernel_handler h) {
                 const auto p = h.get_specialization_constant<pair>();
                 x[i] = h.get_specialization_constant<factor>() * p.first + p.second;
             });
         }).wait();
        CHECK(x[0] == value * (value == 5 ? 2.5 : 1.5) + (value == 5 ? 0 : 2) && x[99] == x[0]);
    }
    q.parallel_for(sycl::nd_range<1>(100, 10), [=](sycl::nd_item<1> it, sycl::kernel_handler h) {
         x[it.get_global_id(0)] = h.get_specialization_constant<factor>();
     }).wait();
    CHECK(x[99] == 3);
    q.single_task([=](sycl::kernel_handler h) { x[0] = h.get_specialization_constant<pair>().first; }).wait();
    CHECK(x[0] == 1.5);
    sycl::free(x, q);
}

int main()
{
    sycl::queue q;
    range_kernels_see_every_index(q);
    items_of_a_group_meet_at_barriers(q);
    reductions_combine_all_items(q);
    reductions_of_all_lengths_take_each_item_once(q);
    functions_of_vectors_are_those_of_numbers(q);
    reductions_over_spans_have_a_reducer_for_each_element(q);
    copies_and_fills_follow_their_events(q);
    host_tasks_run_between_kernels(q);
    specialization_constants_reach_the_kernel(q);
    sycl::queue in_order{sycl::property_list{sycl::property::queue::in_order(), sycl::property::queue::enable_profiling()}};
    CHECK(in_order.is_in_order() && in_order.has_property<sycl::property::queue::enable_profiling>());
    range_kernels_see_every_index(in_order);
    sycl::event timed = in_order.single_task([] {});
    CHECK(timed.get_profiling_info<sycl::info::event_profiling::command_end>() >=
          timed.get_profiling_info<sycl::info::event_profiling::command_start>());
    return n_failed;
}
