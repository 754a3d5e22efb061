// marray: an array of numbers with element-wise operators.
#ifndef DPEX_SYCL_MARRAY_HPP
#define DPEX_SYCL_MARRAY_HPP

#include "elements.hpp"
#include "half.hpp"

namespace sycl {

namespace detail {
template <class T, class X> inline constexpr std::size_t marray_share = std::is_convertible<X, T>::value ? 1 : 0;
template <class T, std::size_t M> inline constexpr std::size_t marray_share<T, marray<T, M>> = M;
} // namespace detail

template <class T, std::size_t N> class marray : public detail::single_number<marray<T, N>, T, N == 1> {
    static_assert(N > 0, "one element or more");

  public:
    using value_type = T;
    using reference = T &;
    using const_reference = const T &;
    using iterator = T *;
    using const_iterator = const T *;

    constexpr marray() : v_{} {}
    explicit constexpr marray(const T &x) : v_{}
    {
        for (T &v : v_) v = x;
    }
    // From numbers and marrays, which together have N elements.
    template <class... X, class = std::enable_if_t<(sizeof...(X) > 1 && (detail::marray_share<T, X> + ...) == N &&
                                                    ((detail::marray_share<T, X> > 0) && ...))>>
    constexpr marray(const X &...x) : v_{}
    {
        std::size_t i = 0;
        (put(i, x), ...);
    }
    constexpr marray &operator=(const T &x)
    {
        for (T &v : v_) v = x;
        return *this;
    }
    static constexpr std::size_t size() noexcept { return N; }
    constexpr T &operator[](std::size_t i) { return v_[i]; }
    constexpr const T &operator[](std::size_t i) const { return v_[i]; }
    constexpr T *begin() { return v_; }
    constexpr const T *begin() const { return v_; }
    constexpr T *end() { return v_ + N; }
    constexpr const T *end() const { return v_ + N; }

    // Of the library.
    constexpr T &detail_elem(std::size_t i) { return v_[i]; }
    constexpr const T &detail_elem(std::size_t i) const { return v_[i]; }

  private:
    template <class X> constexpr void put(std::size_t &i, const X &x)
    {
        if constexpr (detail::is_container<X>)
            for (std::size_t k = 0; k < X::size(); k++) v_[i++] = x[k];
        else
            v_[i++] = static_cast<T>(x);
    }
    T v_[N];
};

#define DPEX_SYCL_MARRAY(N)                                                                                                        \
    using mbool##N = marray<bool, N>;                                                                                              \
    using mchar##N = marray<std::int8_t, N>;                                                                                       \
    using muchar##N = marray<std::uint8_t, N>;                                                                                     \
    using mshort##N = marray<std::int16_t, N>;                                                                                     \
    using mushort##N = marray<std::uint16_t, N>;                                                                                   \
    using mint##N = marray<std::int32_t, N>;                                                                                       \
    using muint##N = marray<std::uint32_t, N>;                                                                                     \
    using mlong##N = marray<std::int64_t, N>;                                                                                      \
    using mulong##N = marray<std::uint64_t, N>;                                                                                    \
    using mhalf##N = marray<half, N>;                                                                                              \
    using mfloat##N = marray<float, N>;                                                                                            \
    using mdouble##N = marray<double, N>;
DPEX_SYCL_MARRAY(2)
DPEX_SYCL_MARRAY(3)
DPEX_SYCL_MARRAY(4)
DPEX_SYCL_MARRAY(8)
DPEX_SYCL_MARRAY(16)
#undef DPEX_SYCL_MARRAY

} // namespace sycl

#endif
