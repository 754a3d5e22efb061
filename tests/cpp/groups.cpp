// Group functions, sub-groups, atomics.
#include <sycl/sycl.hpp>

#include "check.hpp"

static const std::size_t n = 256, local = 64;

static int last_item()
{
    return int(local) - 1;
}

static void group_functions_see_the_whole_group(sycl::queue &q)
{
    int *bad = sycl::malloc_shared<int>(1, q);
    *bad = 0;
    q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
         const auto g = it.get_group();
         const int i = int(it.get_local_id(0)), last = int(local) - 1;
         int wrong = 0;
         wrong += sycl::reduce_over_group(g, i, sycl::plus<>()) != last * (last + 1) / 2;
         wrong += sycl::reduce_over_group(g, i, 1000, sycl::maximum<int>()) != 1000;
         wrong += sycl::inclusive_scan_over_group(g, i, sycl::plus<int>()) != i * (i + 1) / 2;
         wrong += sycl::inclusive_scan_over_group(g, i, sycl::plus<int>(), 5) != i * (i + 1) / 2 + 5;
         wrong += sycl::exclusive_scan_over_group(g, i, sycl::plus<int>()) != i * (i - 1) / 2;
         wrong += sycl::exclusive_scan_over_group(g, 1.0, 2.0, sycl::plus<>()) != 2.0 + i;
         wrong += sycl::group_broadcast(g, i) != 0;
         wrong += sycl::group_broadcast(g, i, 7) != 7;
         wrong += sycl::group_broadcast(g, i, sycl::id<1>(9)) != 9;
         wrong += !sycl::any_of_group(g, i == 3) + !sycl::all_of_group(g, i >= 0) + !sycl::none_of_group(g, i, [](int x) { return x < 0; });
         wrong += it.get_group() != g || it.get_sub_group() != it.get_sub_group() || !it.get_group().leader() != (i != 0);
         wrong += sycl::any_of_group(g, i, [](int v) { return v > last_item(); }) || !sycl::all_of_group(g, i, [](int v) { return v <= last_item(); });
         wrong += sycl::reduce_over_group(g, sycl::half(1), sycl::plus<>()) != sycl::half(local);
         const sycl::sub_group s = it.get_sub_group();
         sycl::group_barrier(s);
         wrong += sycl::reduce_over_group(s, i, sycl::plus<>()) != i || s.get_local_range()[0] != 1;
         wrong += sycl::select_from_group(s, i, s.get_local_id()) != i;
         if (wrong) sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*bad).fetch_add(wrong);
     }).wait();
    CHECK(*bad == 0);
    sycl::free(bad, q);
}

static void joint_functions_share_a_range(sycl::queue &q)
{
    int *x = sycl::malloc_shared<int>(n, q), *y = sycl::malloc_shared<int>(2 * n, q), *bad = sycl::malloc_shared<int>(1, q);
    for (std::size_t i = 0; i < n; i++) x[i] = int(i);
    *bad = 0;
    q.parallel_for(sycl::nd_range<2>({8, 8}, {8, 8}), [=](sycl::nd_item<2> it) {
         const auto g = it.get_group();
         int wrong = sycl::joint_reduce(g, x, x + n, 1, sycl::plus<>()) != 1 + int(n * (n - 1) / 2);
         wrong += !sycl::joint_any_of(g, x, x + n, [](int v) { return v == 255; });
         wrong += !sycl::joint_all_of(g, x, x + n, [](int v) { return v >= 0; });
         wrong += !sycl::joint_none_of(g, x, x + n, [](int v) { return v > 255; });
         wrong += sycl::joint_exclusive_scan(g, x, x + n, y, 0, sycl::plus<>()) != y + n;
         sycl::joint_inclusive_scan(g, x, x + n, y + n, sycl::plus<>(), 0);
         wrong += y[n - 1] != int((n - 1) * (n - 2) / 2) || y[2 * n - 1] != int(n * (n - 1) / 2);
         wrong += sycl::joint_reduce(g, x, x + n, sycl::maximum<int>()) != int(n) - 1;
         wrong += sycl::joint_exclusive_scan(g, x, x + n, y, sycl::plus<int>()) != y + n || y[n - 1] != int((n - 1) * (n - 2) / 2);
         wrong += sycl::joint_inclusive_scan(g, x, x + n, y + n, sycl::plus<int>()) != y + 2 * n || y[2 * n - 1] != int(n * (n - 1) / 2);
         if (wrong) *bad = 1;
     }).wait();
    CHECK(*bad == 0);
    for (int *p : {x, y, bad}) sycl::free(p, q);
}

template <class T> static void atomics_lose_no_update(sycl::queue &q)
{
    using ref = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device, sycl::access::address_space::global_space>;
    T *x = sycl::malloc_shared<T>(5, q);
    for (int i = 0; i < 5; i++) x[i] = T(0);
    x[3] = T(5);
    q.parallel_for(10000, [=](sycl::id<1> i) {
         ref(x[0]).fetch_add(T(2));
         ref(x[1])++;
         ref(x[2]).fetch_max(T(i[0]));
         ref(x[3]).fetch_min(T(1));
         T old = ref(x[4]).load();
         while (!ref(x[4]).compare_exchange_weak(old, old + T(1))) {
         }
     }).wait();
    CHECK(x[0] == T(20000) && x[1] == T(10000) && x[2] == T(9999) && x[3] == T(1) && x[4] == T(10000));
    CHECK(ref(x[0]).exchange(T(7)) == T(20000) && (ref(x[0]) -= T(3)) == T(4) && ref(x[0]) == T(4));
    sycl::atomic_fence(sycl::memory_order::acq_rel, sycl::memory_scope::device);
    sycl::free(x, q);
}

int main()
{
    sycl::queue q;
    group_functions_see_the_whole_group(q);
    joint_functions_share_a_range(q);
    atomics_lose_no_update<int>(q);
    atomics_lose_no_update<unsigned long>(q);
    atomics_lose_no_update<float>(q);
    atomics_lose_no_update<double>(q);
    int bits = 12;
    sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::system> ref(bits);
    CHECK(ref.fetch_and(10) == 12 && ref.fetch_or(3) == 8 && ref.fetch_xor(1) == 11 && ref.load() == 10);
    ref = 3;
    CHECK(bits == 3);
    return n_failed;
}
