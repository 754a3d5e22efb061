// Function objects, reducers and reduction variables.
//
// Each chunk of a range, or work-group, has a partial result; they are combined in their order when all are there. So the result is
// the same on any number of threads.
#ifndef DPEX_SYCL_REDUCTION_HPP
#define DPEX_SYCL_REDUCTION_HPP

#include "half.hpp"
#include "launch.hpp"
#include "span.hpp"

#include <limits>

namespace sycl {

template <class T = void> using plus = std::plus<T>;
template <class T = void> using multiplies = std::multiplies<T>;
template <class T = void> using bit_and = std::bit_and<T>;
template <class T = void> using bit_or = std::bit_or<T>;
template <class T = void> using bit_xor = std::bit_xor<T>;
template <class T = void> using logical_and = std::logical_and<T>;
template <class T = void> using logical_or = std::logical_or<T>;
template <class T = void> struct minimum {
    T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};
template <> struct minimum<void> {
    template <class T> T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};
template <class T = void> struct maximum {
    T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};
template <> struct maximum<void> {
    template <class T> T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};

namespace detail {
template <class Op, template <class> class F, class T> constexpr bool is_op = std::is_same<Op, F<T>>::value || std::is_same<Op, F<void>>::value;

template <class Op, class T> constexpr bool has_identity()
{
    return is_number<T> &&
           (is_op<Op, plus, T> || is_op<Op, multiplies, T> || is_op<Op, minimum, T> || is_op<Op, maximum, T> || is_op<Op, bit_or, T> ||
            is_op<Op, bit_xor, T> || is_op<Op, bit_and, T> || is_op<Op, logical_and, T> || is_op<Op, logical_or, T>);
}
// (Of half by its bits, as not all compilers can compute one in advance.)
template <class T> constexpr T one()
{
    if constexpr (std::is_same<T, half>::value)
        return half::detail_of_bits(0x3c00);
    else
        return T(1);
}
template <class T> constexpr T least()
{
    if constexpr (std::is_same<T, half>::value)
        return half::detail_of_bits(0xfc00);
    else
        return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
}
template <class Op, class T> constexpr T identity()
{
    using limits = std::numeric_limits<T>;
    if constexpr (is_op<Op, multiplies, T> || is_op<Op, logical_and, T>)
        return one<T>();
    else if constexpr (is_op<Op, minimum, T>)
        return limits::has_infinity ? limits::infinity() : (limits::max)();
    else if constexpr (is_op<Op, maximum, T>)
        return least<T>();
    else if constexpr (is_op<Op, bit_and, T>)
        return static_cast<T>(~T());
    else
        return T();
}
} // namespace detail

template <class Op, class T> struct has_known_identity : std::bool_constant<detail::has_identity<Op, T>()> {};
template <class Op, class T> inline constexpr bool has_known_identity_v = has_known_identity<Op, T>::value;
template <class Op, class T> struct known_identity {
    static constexpr T value = detail::identity<Op, T>();
};
template <class Op, class T> inline constexpr T known_identity_v = known_identity<Op, T>::value;

namespace detail {
// An operator, without memory of its own where it has no state: lanes of reducers are then arrays of numbers.
template <class Op, bool = std::is_empty<Op>::value && !std::is_final<Op>::value> class operator_holder : private Op {
  public:
    explicit operator_holder(const Op &op) : Op(op) {}
    const Op &op() const { return *this; }
};
template <class Op> class operator_holder<Op, false> {
  public:
    explicit operator_holder(const Op &op) : op_(op) {}
    const Op &op() const { return op_; }

  private:
    Op op_;
};
} // namespace detail

// What a kernel sees of a reduction variable.
template <class T, class Op> class reducer : private detail::operator_holder<Op> {
  public:
    using value_type = T;
    using binary_operation = Op;
    reducer(const T &first, const Op &op) : detail::operator_holder<Op>(op), value_(first) {}
    reducer &combine(const T &x)
    {
        value_ = this->op()(value_, x);
        return *this;
    }
    reducer &operator+=(const T &x) { return combine_by<plus<T>, plus<void>>(x); }
    reducer &operator*=(const T &x) { return combine_by<multiplies<T>, multiplies<void>>(x); }
    reducer &operator&=(const T &x) { return combine_by<bit_and<T>, bit_and<void>>(x); }
    reducer &operator|=(const T &x) { return combine_by<bit_or<T>, bit_or<void>>(x); }
    reducer &operator^=(const T &x) { return combine_by<bit_xor<T>, bit_xor<void>>(x); }
    reducer &operator++() { return combine_by<plus<T>, plus<void>>(T(1)); }
    T identity() const { return known_identity_v<Op, T>; }
    const T &detail_value() const { return value_; }

  private:
    template <class A, class B> reducer &combine_by(const T &x)
    {
        static_assert(std::is_same<Op, A>::value || std::is_same<Op, B>::value, "not the reduction's own operator");
        return combine(x);
    }
    T value_;
};

namespace property {
namespace reduction {
struct initialize_to_identity {};
} // namespace reduction
} // namespace property

namespace detail {

// A reduction variable as parallel_for takes it.
template <class T, class Op> struct reduction_variable {
    using reducer_type = reducer<T, Op>;
    using value_type = T;
    T *result;
    T identity;
    Op op;
    bool overwrite; // what the variable held does not count
    reducer_type begin() const { return reducer_type(identity, op); }
    value_type held() const { return overwrite ? identity : *result; }
    void combine(value_type &all, const value_type &more) const { all = op(all, more); }
    void store(const value_type &all) const { *result = all; }
};

// What a kernel sees of a reduction over a span: a reducer for each element.
template <class T, class Op> class span_reducer {
  public:
    using value_type = T;
    using binary_operation = Op;
    span_reducer(std::size_t n, const T &first, const Op &op) : elems_(n, reducer<T, Op>(first, op)) {}
    reducer<T, Op> &operator[](std::size_t i) { return elems_[i]; }
    T identity() const { return known_identity_v<Op, T>; }
    std::vector<T> detail_value() const
    {
        std::vector<T> values;
        for (const auto &e : elems_) values.push_back(e.detail_value());
        return values;
    }

  private:
    std::vector<reducer<T, Op>> elems_;
};
template <class T, class Op> struct span_variable {
    using reducer_type = span_reducer<T, Op>;
    using value_type = std::vector<T>;
    T *result;
    std::size_t n;
    T identity;
    Op op;
    bool overwrite;
    reducer_type begin() const { return reducer_type(n, identity, op); }
    value_type held() const { return overwrite ? value_type(n, identity) : value_type(result, result + n); }
    void combine(value_type &all, const value_type &more) const
    {
        for (std::size_t i = 0; i < n; i++) all[i] = op(all[i], more[i]);
    }
    void store(const value_type &all) const
    {
        for (std::size_t i = 0; i < n; i++) result[i] = all[i];
    }
};

template <class X> struct is_reduction : std::false_type {};
template <class T, class Op> struct is_reduction<reduction_variable<T, Op>> : std::true_type {};
template <class T, class Op> struct is_reduction<span_variable<T, Op>> : std::true_type {};

template <class Reducer, std::size_t N> struct lanes_of {
    template <std::size_t... I> lanes_of(const Reducer &first, std::index_sequence<I...>) : items{(static_cast<void>(I), first)...} {}
    explicit lanes_of(const Reducer &first) : lanes_of(first, std::make_index_sequence<N>()) {}
    Reducer items[N];
};

// Those of one launch: the interface of no_reductions (launch.hpp).
template <class... Variables> class reductions {
  public:
    using partial = std::tuple<typename Variables::reducer_type...>;
    static constexpr bool exists = true;
    // Items side by side that have a partial result each, so that a loop over them is vectorised, sums of floating-point numbers among
    // them: more than gcc would unroll instead.
    static constexpr std::size_t n_lanes = (std::is_trivially_copyable<typename Variables::reducer_type>::value && ...) &&
                                                   sizeof(partial) <= 32
                                               ? 32
                                               : 1;
    using lanes = std::tuple<lanes_of<typename Variables::reducer_type, n_lanes>...>;
    lanes begin_lanes() const
    {
        return std::apply([](const Variables &...v) { return lanes(lanes_of<typename Variables::reducer_type, n_lanes>(v.begin())...); }, variables_);
    }
    template <class K, class Item> static void call_lane(const K &kernel, const Item &item, lanes &all, std::size_t i)
    {
        std::apply([&](auto &...of) { invoke(kernel, item, of.items[i]...); }, all);
    }
    static void merge(partial &p, const lanes &all)
    {
        for (std::size_t i = 0; i < n_lanes; i++) merge_each(p, all, i, std::index_sequence_for<Variables...>());
    }

    explicit reductions(const Variables &...variables) : variables_(variables...) {}
    partial begin() const
    {
        return std::apply([](const Variables &...v) { return partial(v.begin()...); }, variables_);
    }
    template <class K, class Item> static void call(const K &kernel, const Item &item, partial &p)
    {
        std::apply([&](auto &...reducers) { invoke(kernel, item, reducers...); }, p);
    }
    void prepare(std::size_t n) { partials_.assign(n, values(begin())); }
    void keep(std::size_t i, const partial &p) { partials_[i] = values(p); }
    void finish() { finish_each(std::index_sequence_for<Variables...>()); }

  private:
    template <std::size_t... I> static void merge_each(partial &p, const lanes &all, std::size_t i, std::index_sequence<I...>)
    {
        (std::get<I>(p).combine(std::get<I>(all).items[i].detail_value()), ...);
    }
    static auto values(const partial &p)
    {
        return std::apply([](const auto &...reducers) { return std::make_tuple(reducers.detail_value()...); }, p);
    }
    template <std::size_t... I> void finish_each(std::index_sequence<I...>) { (finish_one<I>(), ...); }
    template <std::size_t I> void finish_one()
    {
        const auto &variable = std::get<I>(variables_);
        auto all = variable.held();
        for (const auto &p : partials_) variable.combine(all, std::get<I>(p));
        variable.store(all);
    }
    std::tuple<Variables...> variables_;
    std::vector<std::tuple<typename Variables::value_type...>> partials_;
};

template <class Tuple, std::size_t... I> auto split_at_last(const Tuple &all, std::index_sequence<I...>)
{
    const auto &kernel = std::get<sizeof...(I)>(all);
    using K = std::decay_t<decltype(kernel)>;
    if constexpr (sizeof...(I) == 0) {
        return std::pair<no_reductions, K>(no_reductions(), kernel);
    } else {
        static_assert((is_reduction<std::decay_t<std::tuple_element_t<I, Tuple>>>::value && ...), "range, reductions, kernel");
        using R = reductions<std::decay_t<std::tuple_element_t<I, Tuple>>...>;
        return std::pair<R, K>(R(std::get<I>(all)...), kernel);
    }
}
// The reductions and the kernel of parallel_for(range, reductions..., kernel).
template <class... Rest> auto split_reductions(const Rest &...rest)
{
    return split_at_last(std::tuple<const Rest &...>(rest...), std::make_index_sequence<sizeof...(Rest) - 1>());
}

} // namespace detail

class property_list;
namespace detail {
bool wants_identity(const property_list &properties);
}

template <class T, class Op> auto reduction(T *variable, Op op)
{
    static_assert(has_known_identity_v<Op, T>, "reduction(variable, identity, op): this operator's identity is not known");
    return detail::reduction_variable<T, Op>{variable, known_identity_v<Op, T>, op, false};
}
template <class T, class Op> auto reduction(T *variable, Op op, const property_list &properties)
{
    auto r = reduction(variable, op);
    r.overwrite = detail::wants_identity(properties);
    return r;
}
template <class T, class Op> auto reduction(T *variable, const T &identity, Op op)
{
    return detail::reduction_variable<T, Op>{variable, identity, op, false};
}
template <class T, class Op> auto reduction(T *variable, const T &identity, Op op, const property_list &properties)
{
    return detail::reduction_variable<T, Op>{variable, identity, op, detail::wants_identity(properties)};
}

// Element by element of a span.
template <class T, std::size_t N, class Op> auto reduction(span<T, N> variables, const T &identity, Op op)
{
    return detail::span_variable<T, Op>{variables.data(), variables.size(), identity, op, false};
}
template <class T, std::size_t N, class Op> auto reduction(span<T, N> variables, Op op)
{
    static_assert(has_known_identity_v<Op, T>, "reduction(span, identity, op): this operator's identity is not known");
    return reduction(variables, known_identity_v<Op, T>, op);
}
template <class T, std::size_t N, class Op> auto reduction(span<T, N> variables, const T &identity, Op op, const property_list &properties)
{
    auto r = reduction(variables, identity, op);
    r.overwrite = detail::wants_identity(properties);
    return r;
}
template <class T, std::size_t N, class Op> auto reduction(span<T, N> variables, Op op, const property_list &properties)
{
    return reduction(variables, known_identity_v<Op, T>, op, properties);
}

} // namespace sycl

#endif
