// Buffers and accessors: order by conflicts, write-back, parts, several dimensions.
#include <sycl/sycl.hpp>

#include <list>
#include <vector>

#include "check.hpp"

static const std::size_t n = 10000;

static void accessors_order_command_groups(sycl::queue &q)
{
    std::vector<int> host(n, 1);
    {
        sycl::buffer a(host);
        sycl::buffer<int> b{sycl::range<1>(n)};
        for (int round = 0; round < 20; round++) {
            q.submit([&](sycl::handler &cgh) {
                sycl::accessor in(a, cgh, sycl::read_only);
                sycl::accessor out(b, cgh, sycl::write_only, sycl::no_init);
                cgh.parallel_for(n, [=](sycl::id<1> i) { out[i] = in[n - 1 - i] + 1; });
            });
            q.submit([&](sycl::handler &cgh) {
                auto in = b.get_access<sycl::access::mode::read>(cgh);
                auto out = a.get_access<sycl::access::mode::discard_write>(cgh);
                cgh.parallel_for(sycl::range<1>(n), [=](sycl::item<1> i) { out[i] = in[i]; });
            });
        }
        sycl::host_accessor h(a, sycl::read_only);
        CHECK(h[0] == 21 && h[n - 1] == 21 && h.size() == n);
        int seen = 0;
        q.submit([&](sycl::handler &cgh) {
             sycl::accessor in(a, cgh, sycl::read_only_host_task);
             cgh.host_task([=, &seen] { seen = in[5]; });
         }).wait();
        CHECK(seen == 21);
    }
    CHECK(host[0] == 21 && host[n / 2] == 21);
}

static void results_are_written_back_where_wanted(sycl::queue &q)
{
    const std::list<int> source(100, 3);
    std::vector<int> final_data(100), untouched(100, 1);
    auto shared = std::make_shared<std::vector<int>>(100);
    {
        sycl::buffer<int> b(source.begin(), source.end());
        sycl::buffer<int> c(untouched.data(), sycl::range<1>(100));
        b.set_final_data(final_data.begin());
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor x(b, cgh);
            cgh.parallel_for(100, [=](sycl::id<1> i) { x[i] += int(i); });
        });
        CHECK(b == b && b != sycl::buffer<int>(sycl::range<1>(100)) && b.byte_size() == 400);
    }
    CHECK(final_data[0] == 3 && final_data[99] == 102 && source.front() == 3 && untouched[0] == 1);
}

static void read_only_containers_are_copied(sycl::queue &q)
{
    const std::vector<int> source(50, 2);
    std::vector<int> result(50);
    {
        sycl::buffer<int> b(source);
        sycl::buffer deduced(source);
        static_assert(std::is_same<decltype(deduced), sycl::buffer<int>>::value, "of its elements");
        b.set_final_data(result.data());
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor x(b, cgh), y(deduced, cgh);
            cgh.parallel_for(50, [=](sycl::id<1> i) { x[i] += 2 * y[i]++; });
        });
        sycl::buffer<const int> in_place(source);
        CHECK(sycl::host_accessor(in_place, sycl::read_only).get_pointer() == source.data());
    }
    CHECK(source[0] == 2 && source[49] == 2 && result[0] == 6 && result[49] == 6);
}

static void parts_and_dimensions_find_their_elements(sycl::queue &q)
{
    std::vector<float> data(6 * 8 * 10, 0);
    {
        sycl::buffer<float, 3> b(data.data(), sycl::range<3>(6, 8, 10));
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor x(b, cgh, sycl::read_write);
            cgh.parallel_for(b.get_range(), [=](sycl::id<3> i) { x[i] = float(i[0] * 100 + i[1] * 10 + i[2]); });
        });
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor x(b, cgh, sycl::read_write);
            cgh.parallel_for(sycl::range<2>(6, 8), [=](sycl::id<2> i) { x[i[0]][i[1]][0] += 0.5f; });
        });
        sycl::host_accessor h = b.get_host_access();
        CHECK(h[2][3][4] == 234.0f && (h[{5, 7, 0}]) == 570.5f);
    }
    CHECK(data[(2 * 8 + 3) * 10 + 4] == 234.0f);
    std::vector<int> line(20, 1);
    {
        sycl::buffer<int> whole(line);
        sycl::buffer<int> part(whole, sycl::id<1>(5), sycl::range<1>(10));
        CHECK(part.is_sub_buffer() && part.size() == 10);
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor x(part, cgh, sycl::write_only);
            cgh.parallel_for(10, [=](sycl::id<1> i) { x[i] = 2; });
        });
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor x(whole, cgh, sycl::range<1>(3), sycl::id<1>(10), sycl::read_write);
            cgh.single_task([=] {
                for (int &v : x) v += 1;
            });
        });
    }
    CHECK(line[4] == 1 && line[5] == 2 && line[10] == 3 && line[12] == 3 && line[14] == 2 && line[15] == 1);
}

static void reductions_into_buffers(sycl::queue &q)
{
    std::vector<long> result(1, 7);
    std::vector<int> values(n, 2);
    {
        sycl::buffer<int> x(values);
        sycl::buffer<long> r(result);
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor in(x, cgh, sycl::read_only);
            cgh.parallel_for(sycl::range<1>(n), sycl::reduction(r, cgh, sycl::plus<>()),
                             [=](sycl::id<1> i, auto &sum) { sum += in[i]; });
        });
    }
    CHECK(result[0] == 7 + 2 * long(n));
}

int main()
{
    sycl::queue q, in_order{sycl::property::queue::in_order()};
    accessors_order_command_groups(q);
    accessors_order_command_groups(in_order);
    results_are_written_back_where_wanted(q);
    read_only_containers_are_copied(q);
    parts_and_dimensions_find_their_elements(q);
    reductions_into_buffers(q);
    return n_failed;
}
