// Accessors: placeholders, parts, iterators, copies and fills; multi_ptr; span; buffers with allocators, other types and mutexes.
#include <sycl/sycl.hpp>

#include <array>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "check.hpp"

using access_space = sycl::access::address_space;
using decorated = sycl::access::decorated;

static void placeholders_are_required_by_command_groups(sycl::queue &q)
{
    std::vector<int> data(100, 1);
    {
        sycl::buffer b(data);
        sycl::accessor p(b, sycl::read_write);
        static_assert(std::is_same<decltype(p), sycl::accessor<int, 1, sycl::access_mode::read_write>>::value, "deduced");
        CHECK(p.is_placeholder() && p.size() == 100 && p.get_count() == 100 && p.max_size() > 1000);
        for (int round = 0; round < 10; round++)
            q.submit([&](sycl::handler &cgh) {
                cgh.require(p);
                cgh.parallel_for(100, [=](sycl::id<1> i) { p[i] *= 2; });
            });
        sycl::host_accessor h(b, sycl::read_only);
        CHECK(h[0] == 1024 && h[99] == 1024);
        static_assert(std::is_same<decltype(h[0]), const int &>::value, "read only");
    }
    CHECK(data[50] == 1024);
}

static void parts_have_iterators(sycl::queue &q)
{
    std::vector<int> data(6 * 8);
    std::iota(data.begin(), data.end(), 0);
    sycl::buffer<int, 2> b(data.data(), sycl::range<2>(6, 8));
    {
        sycl::host_accessor h(b, sycl::range<2>(2, 3), sycl::id<2>(1, 2));
        const std::vector<int> seen(h.begin(), h.end()), wanted{10, 11, 12, 18, 19, 20};
        CHECK(seen == wanted && std::vector<int>(h.rbegin(), h.rend()) == std::vector<int>(wanted.rbegin(), wanted.rend()));
        CHECK(h.end() - h.begin() == 6 && h.begin()[4] == 19 && *(h.cend() - 1) == 20 && h.cbegin() < h.cend());
        std::fill(h.begin(), h.end(), -1);
        CHECK(data[9] == 9 && data[10] == -1 && data[20] == -1 && data[21] == 21 && h.get_offset() == sycl::id<2>(1, 2));
    }
    q.submit([&](sycl::handler &cgh) {
        sycl::accessor all(b, cgh, sycl::write_only);
        cgh.fill(all, 5);
    });
    q.submit([&](sycl::handler &cgh) {
        sycl::accessor part(b, cgh, {2, 2}, {4, 6}, sycl::read_write);
        cgh.single_task([=] {
            for (int &x : part) x++;
        });
    });
    CHECK(throws<sycl::exception>([&] { sycl::host_accessor(b, sycl::range<2>(2, 3), sycl::id<2>(5, 0)); }));
    sycl::host_accessor h(b);
    CHECK(h[4][6] == 6 && h[5][7] == 6 && h[3][6] == 5 && h[4][5] == 5);
}

// By index and by row too; pointers are those of the whole buffer.
static void parts_count_from_their_offset(sycl::queue &q)
{
    std::vector<int> line(100);
    std::iota(line.begin(), line.end(), 0);
    sycl::buffer<int> b(line.data(), sycl::range<1>(100));
    q.submit([&](sycl::handler &cgh) {
        sycl::accessor part(b, cgh, sycl::range<1>(10), sycl::id<1>(50), sycl::read_write);
        cgh.parallel_for(10, [=](sycl::id<1> i) { part[i] = -part[i]; });
    });
    sycl::buffer<int, 2> table = b.reinterpret<int, 2>(sycl::range<2>(10, 10));
    q.submit([&](sycl::handler &cgh) {
        sycl::accessor part(table, cgh, sycl::range<2>(2, 3), sycl::id<2>(1, 2));
        cgh.parallel_for(part.get_range(), [=](sycl::item<2> i) {
            if (i[0])
                part[i[0]][i[1]] += 1000;
            else
                part[i.get_id()] += 500;
        });
    });
    sycl::host_accessor h(b, sycl::range<1>(10), sycl::id<1>(45));
    const auto *whole = h.get_pointer();
    CHECK(h[4] == 49 && h[5] == -50 && h.begin()[9] == -54 && whole[59] == -59 && whole[60] == 60);
    CHECK(whole[12] == 512 && whole[14] == 514 && whole[22] == 1022 && whole[25] == 25);
}

static void explicit_copies_move_elements(sycl::queue &q)
{
    std::vector<float> host(10), source(10);
    std::iota(source.begin(), source.end(), 1.0f);
    sycl::buffer<float> a{sycl::range<1>(10)}, b{sycl::range<1>(10)};
    auto shared = std::make_shared<float>(0.0f);
    q.submit([&](sycl::handler &cgh) { cgh.copy(source.data(), sycl::accessor(a, cgh, sycl::write_only)); });
    q.submit([&](sycl::handler &cgh) {
        sycl::accessor from(a, cgh, sycl::read_only);
        sycl::accessor to(b, cgh, sycl::read_write);
        cgh.copy(from, to);
    });
    q.copy(sycl::accessor(b, sycl::read_only), host.data()).wait();
    CHECK(host == source);
    q.copy(sycl::accessor(b, sycl::range<1>(1), sycl::id<1>(7), sycl::read_only), shared).wait();
    CHECK(*shared == 8.0f);
    q.copy(shared, sycl::accessor(a, sycl::range<1>(1), sycl::write_only));
    q.copy(sycl::accessor(a, sycl::read_only), sycl::accessor(b, sycl::write_only)).wait();
    q.fill(sycl::accessor(a, sycl::range<1>(5), sycl::id<1>(5), sycl::write_only), 2.5f);
    q.update_host(sycl::accessor(a, sycl::read_only));
    CHECK(throws<sycl::exception>(
        [&] { q.copy(sycl::accessor(a, sycl::read_only), sycl::accessor(b, sycl::range<1>(3), sycl::write_only)); }));
    sycl::host_accessor x(a, sycl::read_only), y(b, sycl::read_only);
    CHECK(x[0] == 8.0f && x[4] == 5.0f && x[5] == 2.5f && x[9] == 2.5f && y[0] == 8.0f && y[9] == 10.0f);
}

static void accessors_of_no_dimension_are_one_element(sycl::queue &q)
{
    sycl::buffer<long> b{sycl::range<1>(1)};
    q.submit([&](sycl::handler &cgh) {
        sycl::accessor<long, 0, sycl::access_mode::write> x(b, cgh);
        sycl::local_accessor<long, 0> total(cgh);
        cgh.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) {
            if (it.get_local_id(0) == 0) total = 5;
            sycl::group_barrier(it.get_group());
            if (it.get_local_id(0) == 3) x = total + 1;
        });
    });
    sycl::host_accessor<long, 0> h(b);
    const long seen = h;
    CHECK(seen == 6 && h.size() == 1);
}

static void buffers_have_allocators_types_and_parts(sycl::queue &q)
{
    using shared_allocator = sycl::usm_allocator<int, sycl::usm::alloc::shared>;
    const shared_allocator allocator(q);
    sycl::buffer<int, 1, shared_allocator> in_usm(sycl::range<1>(16), allocator);
    CHECK(in_usm.get_allocator() == allocator);
    CHECK(sycl::get_pointer_type(sycl::host_accessor(in_usm).get_pointer(), q.get_context()) == sycl::usm::alloc::shared);
    std::vector<int, shared_allocator> values(5, 3, allocator);
    sycl::buffer of_container(values, allocator);
    static_assert(std::is_same<decltype(of_container), sycl::buffer<int, 1, shared_allocator>>::value, "deduced");
    CHECK(of_container.get_count() == 5 && of_container.get_size() == 20);

    std::vector<float> data(12, 1.0f);
    sycl::buffer<float> floats(data);
    auto bits = floats.reinterpret<std::uint32_t>();
    auto square = floats.reinterpret<std::uint32_t, 2>(sycl::range<2>(3, 4));
    auto bytes = floats.reinterpret<unsigned char>();
    CHECK(sycl::host_accessor(bits)[11] == 0x3f800000u && bytes.size() == 48);
    q.submit([&](sycl::handler &cgh) {
        sycl::accessor x(square, cgh);
        cgh.parallel_for(square.get_range(), [=](sycl::id<2> i) { x[i] += 0x800000u; });
    });
    CHECK(sycl::host_accessor(floats)[5] == 2.0f);
    CHECK(throws<sycl::exception>([&] { floats.reinterpret<double>(sycl::range<1>(5)); }));
    sycl::buffer<float> part(floats, sycl::id<1>(4), sycl::range<1>(4));
    CHECK(part.is_sub_buffer() && part.reinterpret<int>().is_sub_buffer() && !floats.is_sub_buffer());
    CHECK(throws<sycl::exception>([&] { sycl::buffer<float>(part, sycl::id<1>(0), sycl::range<1>(2)); }));
    CHECK(throws<sycl::exception>([&] { sycl::buffer<float>(floats, sycl::id<1>(10), sycl::range<1>(4)); }));
    sycl::buffer<float, 2> plane{sycl::range<2>(4, 4)};
    CHECK(throws<sycl::exception>([&] { sycl::buffer<float, 2>(plane, sycl::id<2>(0, 0), sycl::range<2>(2, 2)); }));
    sycl::buffer<float, 2> rows(plane, sycl::id<2>(1, 0), sycl::range<2>(2, 4));
    CHECK(rows.is_sub_buffer());

    std::mutex mutex;
    std::shared_ptr<int[]> array(new int[4]());
    {
        const std::list<int> source(4, 9);
        sycl::buffer<int> b(source.begin(), source.end(), {sycl::property::buffer::use_mutex(mutex)});
        CHECK(b.has_property<sycl::property::buffer::use_mutex>() && !b.has_property<sycl::property::buffer::use_host_ptr>());
        CHECK(b.get_property<sycl::property::buffer::use_mutex>().get_mutex_ptr() == &mutex);
        b.set_final_data(array.get());
        sycl::buffer<int> other(array, sycl::range<1>(4), {sycl::property::buffer::context_bound(q.get_context())});
        CHECK(other.get_property<sycl::property::buffer::context_bound>().get_context() == q.get_context());
    }
    CHECK(array[3] == 9 && mutex.try_lock());
    mutex.unlock();
}

static void readers_that_have_ended_are_forgotten(sycl::queue &q)
{
    sycl::buffer<int> b{sycl::range<1>(1)};
    for (int i = 0; i < 5000; i++) {
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor x(b, cgh, sycl::read_only);
            cgh.single_task([=] { static_cast<void>(x[0]); });
        });
        if (i % 100 == 99) q.wait();
    }
    CHECK(b.detail_memory()->read.size() <= 300);
}

static void multi_pointers_are_pointers_with_a_space(sycl::queue &q)
{
    int data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    auto p = sycl::address_space_cast<access_space::global_space, decorated::no>(data);
    static_assert(std::is_same<decltype(p), sycl::raw_global_ptr<int>>::value, "of its space");
    CHECK(p[3] == 3 && *(p + 2) == 2 && *++p == 1 && p - 1 == p.get() - 1 && p != nullptr && nullptr != p && p < p + 1);
    sycl::generic_ptr<const int, decorated::yes> g = p;
    sycl::decorated_global_ptr<int> d = p;
    sycl::raw_global_ptr<const void> v = p;
    CHECK(g.get() == data + 1 && d.get_raw() == data + 1 && v.get() == data + 1);
    p += 2;
    p--;
    CHECK(p.get() == data + 2 && p.get_decorated() == data + 2 && std::distance(d, sycl::decorated_global_ptr<int>(p)) == 1);
    sycl::generic_ptr<int, decorated::no> some;
    CHECK(some == nullptr);
    some = d;
    CHECK(static_cast<sycl::raw_local_ptr<int>>(some).get() == data + 1 &&
          static_cast<sycl::raw_private_ptr<const int>>(some)[0] == 1);
    const sycl::raw_global_ptr<void> bare = p;
    CHECK(static_cast<sycl::raw_global_ptr<int>>(bare)[1] == 3);
    static_assert(!std::is_convertible<sycl::raw_global_ptr<int>, sycl::raw_local_ptr<int>>::value, "another space");
    static_assert(!std::is_convertible<sycl::raw_global_ptr<const int>, sycl::raw_global_ptr<int>>::value, "const");
    static_assert(std::is_same<std::iterator_traits<sycl::raw_global_ptr<int>>::reference, int &>::value, "an iterator");

    const std::size_t n = 64, size = 16;
    std::vector<int> result(n);
    {
        sycl::buffer b(result);
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor x(b, cgh, sycl::read_write);
            sycl::local_accessor<int> tile(2 * size, cgh);
            cgh.parallel_for(sycl::nd_range<1>(n, size), [=](sycl::nd_item<1> it) {
                const auto global = x.get_multi_ptr<decorated::yes>();
                const auto local = tile.get_multi_ptr<decorated::yes>();
                x[it.get_global_id()] = int(it.get_global_id(0));
                sycl::group_barrier(it.get_group());
                it.wait_for(it.async_work_group_copy(local, global + it.get_group(0) * size, size));
                it.wait_for(it.get_group().async_work_group_copy(local + size, global + it.get_group(0) * size, size / 2, 2));
                sycl::group_barrier(it.get_group());
                const std::size_t l = it.get_local_id(0);
                const int sum = tile[size - 1 - l] * 1000 + tile[size + l / 2];
                sycl::group_barrier(it.get_group());
                tile[l] = sum;
                sycl::group_barrier(it.get_group());
                sycl::device_event done = it.async_work_group_copy(global + it.get_group(0) * size, local, size);
                it.wait_for(done);
            });
        });
        const sycl::multi_ptr deduced{sycl::accessor(b, sycl::read_only)};
        static_assert(std::is_same<decltype(deduced), const sycl::raw_global_ptr<const int>>::value, "from an accessor");
        int *plain = sycl::accessor(b, sycl::read_write).get_pointer();
        CHECK(plain == result.data() && deduced.get() == result.data());
    }
    for (std::size_t i = 0; i < n; i++) {
        const std::size_t first = i / size * size, l = i % size;
        CHECK(result[i] == int((first + size - 1 - l) * 1000 + first + l / 2 * 2));
    }
}

static void spans_view_memory()
{
    int data[6] = {1, 2, 3, 4, 5, 6};
    const sycl::span all(data);
    CHECK(all.size() == 6 && all.size_bytes() == 24 && all.front() == 1 && all.back() == 6 && all.first(2).size() == 2 &&
          all.last(2)[0] == 5);
    std::vector<int> v(3, 7);
    const sycl::span<const int> s(v);
    CHECK(s.subspan(1).size() == 2 && s.subspan(0, 1)[0] == 7 && !s.empty() && sycl::span<int>().empty() && *s.rbegin() == 7);
    std::array<int, 2> a{1, 2};
    int sum = 0;
    for (int x : sycl::span(a)) sum += x;
    CHECK(sum == 3 && sycl::as_bytes(s).size() == 12 && (sycl::span<int, 6>(data).first<2>().size() == 2));
    static_assert(!std::is_constructible<sycl::span<int>, const std::vector<int> &>::value, "const");
}

struct has_pointer {
    explicit has_pointer(int *p) : p_(p) {}
    has_pointer(const has_pointer &other) : p_(other.p_) {}
    int *p_;
};
template <> struct sycl::is_device_copyable<has_pointer> : std::true_type {
};
static_assert(sycl::is_device_copyable_v<int> && sycl::is_device_copyable_v<has_pointer> &&
                  !sycl::is_device_copyable_v<std::string>,
              "");
static_assert(sycl::is_device_copyable_v<std::tuple<int, std::pair<float, has_pointer>>> &&
                  !sycl::is_device_copyable_v<std::pair<int, std::string>>,
              "");
static_assert(sycl::is_device_copyable_v<const std::array<has_pointer, 3>> && sycl::is_device_copyable_v<std::optional<int>>, "");
static_assert(sycl::is_device_copyable_v<std::variant<int, float>> && sycl::is_device_copyable_v<sycl::float4> &&
                  sycl::is_device_copyable_v<sycl::mint3>,
              "");

int main()
{
    sycl::queue q;
    placeholders_are_required_by_command_groups(q);
    parts_have_iterators(q);
    parts_count_from_their_offset(q);
    explicit_copies_move_elements(q);
    accessors_of_no_dimension_are_one_element(q);
    buffers_have_allocators_types_and_parts(q);
    readers_that_have_ended_are_forgotten(q);
    multi_pointers_are_pointers_with_a_space(q);
    spans_view_memory();
    return n_failed;
}
