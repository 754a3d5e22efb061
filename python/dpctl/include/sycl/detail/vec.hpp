// vec: 1, 2, 3, 4, 8 or 16 numbers with element-wise operators, and swizzles, which name some of its elements.
#ifndef DPEX_SYCL_VEC_HPP
#define DPEX_SYCL_VEC_HPP

#include "elements.hpp"
#include "half.hpp"
#include "rounding.hpp"

#include <initializer_list>
#include <utility>

namespace sycl {

struct elem {
    static constexpr int x = 0, y = 1, z = 2, w = 3;
    static constexpr int r = 0, g = 1, b = 2, a = 3;
    static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
    static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

namespace detail {

constexpr int stored(int n)
{
    return n == 3 ? 4 : n;
}

constexpr int most_of(std::initializer_list<int> list)
{
    int most = 0;
    for (int i : list) most = i > most ? i : most;
    return most;
}

// Names of elements, of a vec and of a swizzle alike: Self has operator[] and swizzle<...>().
template <class Self, int N> class named_elements {
    constexpr Self &self() { return static_cast<Self &>(*this); }
    constexpr const Self &self() const { return static_cast<const Self &>(*this); }
    // Every second one, from First on, and a half; of three elements as if there were four.
    template <int First, int Step, class S, int... I> static constexpr decltype(auto) part(S &s, std::integer_sequence<int, I...>)
    {
        return s.template swizzle<(First + Step * I)...>();
    }
    using half_indices = std::make_integer_sequence<int, (N + 1) / 2>;

  public:
#define DPEX_SYCL_ELEMENT(name, i, condition)                                                                                      \
    template <int M = N, class = std::enable_if_t<(M > i) && (condition)>> constexpr decltype(auto) name()                         \
    {                                                                                                                              \
        return self()[i];                                                                                                          \
    }                                                                                                                              \
    template <int M = N, class = std::enable_if_t<(M > i) && (condition)>> constexpr decltype(auto) name() const                   \
    {                                                                                                                              \
        return self()[i];                                                                                                          \
    }
    DPEX_SYCL_ELEMENT(x, 0, M <= 4)
    DPEX_SYCL_ELEMENT(y, 1, M <= 4)
    DPEX_SYCL_ELEMENT(z, 2, M <= 4)
    DPEX_SYCL_ELEMENT(w, 3, M <= 4)
    DPEX_SYCL_ELEMENT(r, 0, M == 4)
    DPEX_SYCL_ELEMENT(g, 1, M == 4)
    DPEX_SYCL_ELEMENT(b, 2, M == 4)
    DPEX_SYCL_ELEMENT(a, 3, M == 4)
    DPEX_SYCL_ELEMENT(s0, 0, true)
    DPEX_SYCL_ELEMENT(s1, 1, true)
    DPEX_SYCL_ELEMENT(s2, 2, true)
    DPEX_SYCL_ELEMENT(s3, 3, true)
    DPEX_SYCL_ELEMENT(s4, 4, true)
    DPEX_SYCL_ELEMENT(s5, 5, true)
    DPEX_SYCL_ELEMENT(s6, 6, true)
    DPEX_SYCL_ELEMENT(s7, 7, true)
    DPEX_SYCL_ELEMENT(s8, 8, true)
    DPEX_SYCL_ELEMENT(s9, 9, true)
    DPEX_SYCL_ELEMENT(sA, 10, true)
    DPEX_SYCL_ELEMENT(sB, 11, true)
    DPEX_SYCL_ELEMENT(sC, 12, true)
    DPEX_SYCL_ELEMENT(sD, 13, true)
    DPEX_SYCL_ELEMENT(sE, 14, true)
    DPEX_SYCL_ELEMENT(sF, 15, true)
#undef DPEX_SYCL_ELEMENT

#define DPEX_SYCL_PART(name, first, step)                                                                                          \
    template <int M = N, class = std::enable_if_t<(M > 1)>> constexpr decltype(auto) name()                                        \
    {                                                                                                                              \
        return part<first, step>(self(), half_indices());                                                                          \
    }                                                                                                                              \
    template <int M = N, class = std::enable_if_t<(M > 1)>> constexpr decltype(auto) name() const                                  \
    {                                                                                                                              \
        return part<first, step>(self(), half_indices());                                                                          \
    }
    DPEX_SYCL_PART(lo, 0, 1)
    DPEX_SYCL_PART(hi, (N + 1) / 2, 1)
    DPEX_SYCL_PART(even, 0, 2)
    DPEX_SYCL_PART(odd, 1, 2)
#undef DPEX_SYCL_PART

#ifdef SYCL_SIMPLE_SWIZZLES
#define DPEX_SYCL_SWIZZLE(name, count, ...)                                                                                        \
    template <int M = N, class = std::enable_if_t<(M >= count && M <= 4)>> constexpr decltype(auto) name()                         \
    {                                                                                                                              \
        return self().template swizzle<__VA_ARGS__>();                                                                             \
    }                                                                                                                              \
    template <int M = N, class = std::enable_if_t<(M >= count && M <= 4)>> constexpr decltype(auto) name() const                   \
    {                                                                                                                              \
        return self().template swizzle<__VA_ARGS__>();                                                                             \
    }
#include "swizzle_names.inc"
#undef DPEX_SYCL_SWIZZLE
#endif
};

// Some elements of the vec that it refers to, in any order. V is a vec or a const one.
template <class V, int... I> class swizzled : public named_elements<swizzled<V, I...>, int(sizeof...(I))> {
    static constexpr int indices[sizeof...(I)] = {I...};

  public:
    using element_type = typename V::element_type;
    using value_type = element_type;
    using vector = vec<element_type, int(sizeof...(I))>;
    using reference = std::conditional_t<std::is_const<V>::value, const element_type &, element_type &>;

    explicit constexpr swizzled(V &v) : v_(v) {}
    constexpr swizzled(const swizzled &) = default;
    constexpr operator vector() const { return vector(v_[I]...); }
    static constexpr std::size_t size() noexcept { return sizeof...(I); }
    static constexpr std::size_t byte_size() noexcept { return vector::byte_size(); }
    static constexpr std::size_t get_count() { return size(); }
    static constexpr std::size_t get_size() { return byte_size(); }
    constexpr reference operator[](int i) const { return v_[indices[i]]; }
    template <int... J> constexpr decltype(auto) swizzle() const
    {
        // (A fourth element of three, which lo() and its siblings may name, is undefined.)
        if constexpr (sizeof...(J) == 1)
            return (v_[indices[J]], ...);
        else
            return swizzled<V, indices[J < int(sizeof...(I)) ? J : int(sizeof...(I)) - 1]...>(v_);
    }
    template <class U, rounding_mode Mode = rounding_mode::automatic> vec<U, int(sizeof...(I))> convert() const
    {
        return vector(*this).template convert<U, Mode>();
    }
    template <class W> W as() const { return vector(*this).template as<W>(); }
    template <class P> void store(std::size_t offset, P ptr) const { vector(*this).store(offset, ptr); }
    template <class P> void load(std::size_t offset, P ptr) const
    {
        vector v;
        v.load(offset, ptr);
        *this = v;
    }

    // From a copy: the right side may be of the same vec.
    constexpr const swizzled &operator=(vector x) const
    {
        static_assert(!std::is_const<V>::value, "the vec is const");
        int i = 0;
        ((v_[I] = x[i++]), ...);
        return *this;
    }
    constexpr const swizzled &operator=(const element_type &x) const { return *this = vector(x); }
    constexpr swizzled &operator=(const swizzled &x)
    {
        static_cast<const swizzled &>(*this) = vector(x);
        return *this;
    }
    constexpr const swizzled &operator=(const swizzled &x) const { return *this = vector(x); }

    // Of the library.
    constexpr reference detail_elem(std::size_t i) const { return v_[indices[i]]; }

  private:
    V &v_;
};

// How many elements of a vec<T, N> an argument of its constructor fills; 0: it fits nowhere.
template <class T, class X> constexpr std::size_t share()
{
    if constexpr (!is_container<X>)
        return std::is_convertible<X, T>::value ? 1 : 0;
    else if constexpr (std::is_same<container_of<X>, vec<T, int(elements_of<X>::count)>>::value)
        return elements_of<X>::count;
    else
        return 0;
}

constexpr std::size_t vec_alignment(std::size_t bytes)
{
    return bytes < 64 ? bytes : 64;
}

} // namespace detail

template <class T, int N>
class vec : public detail::named_elements<vec<T, N>, N>, public detail::single_number<vec<T, N>, T, N == 1> {
    static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16, "1, 2, 3, 4, 8 or 16 elements");
    static_assert(detail::is_number<T> || std::is_same<T, std::byte>::value, "elements are numbers");

  public:
    using element_type = T;
    using value_type = T;

    constexpr vec() : v_{} {}
    explicit constexpr vec(const T &x) : v_{}
    {
        for (T &v : v_) v = x;
    }
    // From numbers, vecs and swizzles, which together have N elements.
    template <class... X, class = std::enable_if_t<(sizeof...(X) > 1 && (detail::share<T, X>() + ...) == std::size_t(N) &&
                                                    ((detail::share<T, X>() > 0) && ...))>>
    constexpr vec(const X &...x) : v_{}
    {
        int i = 0;
        (put(i, x), ...);
    }
    constexpr vec &operator=(const T &x)
    {
        for (T &v : v_) v = x;
        return *this;
    }

    // Of three elements as of four, as memory has them.
    static constexpr std::size_t byte_size() noexcept { return sizeof(T) * std::size_t(detail::stored(N)); }
    static constexpr std::size_t size() noexcept { return std::size_t(N); }
    static constexpr std::size_t get_size() { return byte_size(); }
    static constexpr std::size_t get_count() { return size(); }
    constexpr T &operator[](int i) { return v_[i]; }
    constexpr const T &operator[](int i) const { return v_[i]; }

    template <class U, rounding_mode Mode = rounding_mode::automatic> vec<U, N> convert() const
    {
        vec<U, N> r;
        for (int i = 0; i < N; i++) r[i] = detail::convert_number<U, Mode>(v_[i]);
        return r;
    }
    template <class W> W as() const
    {
        static_assert(W::byte_size() == byte_size(), "as: a vec of the same bytes");
        W r;
        std::memcpy(static_cast<void *>(&r), v_, byte_size());
        return r;
    }
    // One index is the element itself, more are a swizzle.
    template <int... I> constexpr decltype(auto) swizzle() { return pick<vec, I...>(*this); }
    template <int... I> constexpr decltype(auto) swizzle() const { return pick<const vec, I...>(*this); }

    // Elements offset * N, offset * N + 1, ...: through pointers and multi_ptr.
    template <class P> void load(std::size_t offset, P ptr)
    {
        for (std::size_t i = 0; i < size(); i++) v_[i] = ptr[static_cast<std::ptrdiff_t>(offset * size() + i)];
    }
    template <class P> void store(std::size_t offset, P ptr) const
    {
        for (std::size_t i = 0; i < size(); i++) ptr[static_cast<std::ptrdiff_t>(offset * size() + i)] = v_[i];
    }

    // Of the library.
    constexpr T &detail_elem(std::size_t i) { return v_[i]; }
    constexpr const T &detail_elem(std::size_t i) const { return v_[i]; }

  private:
    template <class V, int... I> static constexpr decltype(auto) pick(V &v)
    {
        static_assert(detail::most_of({I...}) < detail::stored(N), "an index past the end");
        if constexpr (sizeof...(I) == 1)
            return (v[I], ...);
        else
            return detail::swizzled<V, I...>(v);
    }
    template <class X> constexpr void put(int &i, const X &x)
    {
        if constexpr (detail::is_container<X>)
            for (int k = 0; k < int(X::size()); k++) v_[i++] = x[k];
        else
            v_[i++] = static_cast<T>(x);
    }
    alignas(detail::vec_alignment(sizeof(T) * std::size_t(detail::stored(N)))) T v_[detail::stored(N)];
};
template <class T, class... U, class = std::enable_if_t<(std::is_same<T, U>::value && ...)>>
vec(T, U...) -> vec<T, int(sizeof...(U)) + 1>;

#define DPEX_SYCL_VEC(N)                                                                                                           \
    using char##N = vec<std::int8_t, N>;                                                                                           \
    using uchar##N = vec<std::uint8_t, N>;                                                                                         \
    using short##N = vec<std::int16_t, N>;                                                                                         \
    using ushort##N = vec<std::uint16_t, N>;                                                                                       \
    using int##N = vec<std::int32_t, N>;                                                                                           \
    using uint##N = vec<std::uint32_t, N>;                                                                                         \
    using long##N = vec<std::int64_t, N>;                                                                                          \
    using ulong##N = vec<std::uint64_t, N>;                                                                                        \
    using longlong##N = vec<long long, N>;                                                                                         \
    using ulonglong##N = vec<unsigned long long, N>;                                                                               \
    using half##N = vec<half, N>;                                                                                                  \
    using float##N = vec<float, N>;                                                                                                \
    using double##N = vec<double, N>;
DPEX_SYCL_VEC(2)
DPEX_SYCL_VEC(3)
DPEX_SYCL_VEC(4)
DPEX_SYCL_VEC(8)
DPEX_SYCL_VEC(16)
#undef DPEX_SYCL_VEC

} // namespace sycl

#endif
