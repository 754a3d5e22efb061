// Group functions: broadcasts, votes, reductions, scans, shuffles.
//
// Each item publishes the address of its value and waits. Item 0 is the first to go on, while all others are still suspended: it
// computes for the whole group and writes each item's result into that item's own variable. So a group function is one barrier.
#ifndef DPEX_SYCL_GROUP_FUNCTIONS_HPP
#define DPEX_SYCL_GROUP_FUNCTIONS_HPP

#include "item.hpp"
#include "reduction.hpp"

#include <iterator>

namespace sycl {

template <class T> struct is_group : std::false_type {};
template <int D> struct is_group<group<D>> : std::true_type {};
template <> struct is_group<sub_group> : std::true_type {};
template <class T> inline constexpr bool is_group_v = is_group<std::decay_t<T>>::value;

namespace detail {

// Calls f(values, n) once for the group, where values(i) is the i-th item's variable; returns this item's.
template <int D, class T, class F> T together(const group<D> &g, T value, const F &f)
{
    items_run *part = g.detail_run();
    const void **published = part->run->published;
    const std::size_t i = g.get_local_linear_id();
    published[i] = &value;
    part->barrier(i);
    if (i == 0)
        f([=](std::size_t k) -> T & { return *static_cast<T *>(const_cast<void *>(published[k])); }, g.get_local_linear_range());
    // What another item wrote there, which the compiler may not know.
    asm volatile("" : : "r"(&value) : "memory");
    return value;
}
template <class T, class F> T together(const sub_group &, T value, const F &f)
{
    f([&](std::size_t) -> T & { return value; }, std::size_t(1));
    return value;
}

} // namespace detail

template <class G, class T, class Op, class = std::enable_if_t<is_group_v<G>>> T reduce_over_group(const G &g, T x, Op op)
{
    return detail::together(g, x, [op](auto values, std::size_t n) {
        T all = values(0);
        for (std::size_t i = 1; i < n; i++) all = op(all, values(i));
        for (std::size_t i = 0; i < n; i++) values(i) = all;
    });
}
template <class G, class V, class T, class Op, class = std::enable_if_t<is_group_v<G>>> T reduce_over_group(const G &g, V x, T init, Op op)
{
    return op(init, reduce_over_group(g, static_cast<T>(x), op));
}
template <class G, class V, class Op, class T, class = std::enable_if_t<is_group_v<G>>>
T inclusive_scan_over_group(const G &g, V x, Op op, T init)
{
    return detail::together(g, static_cast<T>(x), [op, init](auto values, std::size_t n) {
        T sum = init;
        for (std::size_t i = 0; i < n; i++) values(i) = sum = op(sum, values(i));
    });
}
template <class G, class T, class Op, class = std::enable_if_t<is_group_v<G>>> T inclusive_scan_over_group(const G &g, T x, Op op)
{
    return detail::together(g, x, [op](auto values, std::size_t n) {
        for (std::size_t i = 1; i < n; i++) values(i) = op(values(i - 1), values(i));
    });
}
template <class G, class V, class T, class Op, class = std::enable_if_t<is_group_v<G>>>
T exclusive_scan_over_group(const G &g, V x, T init, Op op)
{
    return detail::together(g, static_cast<T>(x), [op, init](auto values, std::size_t n) {
        T sum = init;
        for (std::size_t i = 0; i < n; i++) {
            T next = op(sum, values(i));
            values(i) = sum;
            sum = next;
        }
    });
}
template <class G, class T, class Op, class = std::enable_if_t<is_group_v<G>>> T exclusive_scan_over_group(const G &g, T x, Op op)
{
    return exclusive_scan_over_group(g, x, known_identity_v<Op, T>, op);
}
template <class G, class T, class = std::enable_if_t<is_group_v<G>>> T group_broadcast(const G &g, T x, std::size_t from = 0)
{
    return detail::together(g, x, [from](auto values, std::size_t n) {
        const T chosen = values(from);
        for (std::size_t i = 0; i < n; i++) values(i) = chosen;
    });
}
template <class G, class T, int D, class = std::enable_if_t<is_group_v<G>>> T group_broadcast(const G &g, T x, id<D> from)
{
    return group_broadcast(g, x, detail::linear(from, range<D>(g.get_local_range())));
}
template <class G, class = std::enable_if_t<is_group_v<G>>> bool any_of_group(const G &g, bool x)
{
    return reduce_over_group(g, int(x), bit_or<int>()) != 0;
}
template <class G, class = std::enable_if_t<is_group_v<G>>> bool all_of_group(const G &g, bool x)
{
    return reduce_over_group(g, int(x), bit_and<int>()) != 0;
}
template <class G, class = std::enable_if_t<is_group_v<G>>> bool none_of_group(const G &g, bool x)
{
    return !any_of_group(g, x);
}
template <class G, class T, class P, class = std::enable_if_t<is_group_v<G>>> bool any_of_group(const G &g, T x, P predicate)
{
    return any_of_group(g, bool(predicate(x)));
}
template <class G, class T, class P, class = std::enable_if_t<is_group_v<G>>> bool all_of_group(const G &g, T x, P predicate)
{
    return all_of_group(g, bool(predicate(x)));
}
template <class G, class T, class P, class = std::enable_if_t<is_group_v<G>>> bool none_of_group(const G &g, T x, P predicate)
{
    return none_of_group(g, bool(predicate(x)));
}

// ---- over the elements of a range, by the items of the group together

namespace detail {
// The first of this item's elements, and the distance to its next one.
template <class G, class Ptr, class F> void share(const G &g, Ptr first, Ptr last, const F &f)
{
    const std::size_t step = g.get_local_linear_range();
    const std::size_t n = static_cast<std::size_t>(last - first);
    for (std::size_t i = g.get_local_linear_id(); i < n; i += step) f(first[i]);
}
} // namespace detail

template <class G, class Ptr, class T, class Op, class = std::enable_if_t<is_group_v<G>>>
T joint_reduce(const G &g, Ptr first, Ptr last, T init, Op op)
{
    // By one item, in the order of the elements: one thread runs the group anyway.
    T all = init;
    if (g.leader())
        for (Ptr p = first; p != last; ++p) all = op(all, *p);
    return group_broadcast(g, all);
}
template <class G, class Ptr, class Op, class = std::enable_if_t<is_group_v<G>>> auto joint_reduce(const G &g, Ptr first, Ptr last, Op op)
{
    using T = typename std::iterator_traits<Ptr>::value_type;
    return joint_reduce(g, first, last, known_identity_v<Op, T>, op);
}
template <class G, class Ptr, class P, class = std::enable_if_t<is_group_v<G>>> bool joint_any_of(const G &g, Ptr first, Ptr last, P predicate)
{
    bool found = false;
    detail::share(g, first, last, [&](const auto &x) { found = found || predicate(x); });
    return any_of_group(g, found);
}
template <class G, class Ptr, class P, class = std::enable_if_t<is_group_v<G>>> bool joint_all_of(const G &g, Ptr first, Ptr last, P predicate)
{
    return !joint_any_of(g, first, last, [&](const auto &x) { return !predicate(x); });
}
template <class G, class Ptr, class P, class = std::enable_if_t<is_group_v<G>>> bool joint_none_of(const G &g, Ptr first, Ptr last, P predicate)
{
    return !joint_any_of(g, first, last, predicate);
}
template <class G, class In, class Out, class T, class Op, class = std::enable_if_t<is_group_v<G>>>
Out joint_exclusive_scan(const G &g, In first, In last, Out result, T init, Op op)
{
    const Out end = result + (last - first);
    if (g.leader()) {
        T sum = init;
        for (; first != last; ++first, ++result) {
            T next = op(sum, *first);
            *result = sum;
            sum = next;
        }
    }
    group_barrier(g);
    return end;
}
template <class G, class In, class Out, class Op, class T, class = std::enable_if_t<is_group_v<G>>>
Out joint_inclusive_scan(const G &g, In first, In last, Out result, Op op, T init)
{
    const Out end = result + (last - first);
    if (g.leader()) {
        T sum = init;
        for (; first != last; ++first, ++result) *result = sum = op(sum, *first);
    }
    group_barrier(g);
    return end;
}

template <class G, class In, class Out, class Op, class = std::enable_if_t<is_group_v<G>>>
Out joint_exclusive_scan(const G &g, In first, In last, Out result, Op op)
{
    using T = typename std::iterator_traits<In>::value_type;
    return joint_exclusive_scan(g, first, last, result, known_identity_v<Op, T>, op);
}
template <class G, class In, class Out, class Op, class = std::enable_if_t<is_group_v<G>>>
Out joint_inclusive_scan(const G &g, In first, In last, Out result, Op op)
{
    using T = typename std::iterator_traits<In>::value_type;
    return joint_inclusive_scan(g, first, last, result, op, known_identity_v<Op, T>);
}

// ---- shuffles: a sub-group has one item, so each gets its own value

template <class T> T shift_group_left(const sub_group &, T x, std::uint32_t = 1)
{
    return x;
}
template <class T> T shift_group_right(const sub_group &, T x, std::uint32_t = 1)
{
    return x;
}
template <class T> T permute_group_by_xor(const sub_group &, T x, std::uint32_t)
{
    return x;
}
template <class T> T select_from_group(const sub_group &, T x, id<1>)
{
    return x;
}

} // namespace sycl

#endif
