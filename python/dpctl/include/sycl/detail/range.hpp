// range, id and nd_range. Dimensions in SYCL's order: the last one varies fastest.
#ifndef DPEX_SYCL_RANGE_HPP
#define DPEX_SYCL_RANGE_HPP

#include <cstddef>
#include <type_traits>

#include "exception.hpp"

namespace sycl {
namespace detail {

// What id and range have in common.
template <class Self, int D> class extents {
    static_assert(D >= 1 && D <= 3, "1 to 3 dimensions");

  public:
    static constexpr int dimensions = D;
    constexpr extents() noexcept : v{} {}
    constexpr std::size_t get(int d) const noexcept { return v[d]; }
    constexpr std::size_t &operator[](int d) noexcept { return v[d]; }
    constexpr std::size_t operator[](int d) const noexcept { return v[d]; }
    constexpr const std::size_t *detail_data() const noexcept { return v; }
    friend constexpr bool operator==(const Self &a, const Self &b) noexcept
    {
        for (int d = 0; d < D; d++)
            if (a.v[d] != b.v[d]) return false;
        return true;
    }
    friend constexpr bool operator!=(const Self &a, const Self &b) noexcept { return !(a == b); }
    // Of one dimension, which compare as numbers too.
#define DPEX_SYCL_COMPARE(op)                                                                                                      \
    template <class T, class = std::enable_if_t<std::is_integral<T>::value && D == 1>>                                             \
    friend constexpr bool operator op(const Self &a, T b) noexcept                                                                 \
    {                                                                                                                              \
        return a.v[0] op static_cast<std::size_t>(b);                                                                              \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<std::is_integral<T>::value && D == 1>>                                             \
    friend constexpr bool operator op(T a, const Self &b) noexcept                                                                 \
    {                                                                                                                              \
        return static_cast<std::size_t>(a) op b.v[0];                                                                              \
    }
    DPEX_SYCL_COMPARE(==)
    DPEX_SYCL_COMPARE(!=)
#undef DPEX_SYCL_COMPARE

#define DPEX_SYCL_OPERATOR(op)                                                                                                     \
    friend constexpr Self operator op(const Self &a, const Self &b) noexcept                                                       \
    {                                                                                                                              \
        Self c = a;                                                                                                                \
        for (int d = 0; d < D; d++) c.v[d] = static_cast<std::size_t>(a.v[d] op b.v[d]);                                           \
        return c;                                                                                                                  \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<std::is_integral<T>::value>>                                                       \
    friend constexpr Self operator op(const Self &a, T b) noexcept                                                                 \
    {                                                                                                                              \
        Self c = a;                                                                                                                \
        for (int d = 0; d < D; d++) c.v[d] = static_cast<std::size_t>(a.v[d] op static_cast<std::size_t>(b));                      \
        return c;                                                                                                                  \
    }                                                                                                                              \
    template <class T, class = std::enable_if_t<std::is_integral<T>::value>>                                                       \
    friend constexpr Self operator op(T a, const Self &b) noexcept                                                                 \
    {                                                                                                                              \
        Self c = b;                                                                                                                \
        for (int d = 0; d < D; d++) c.v[d] = static_cast<std::size_t>(static_cast<std::size_t>(a) op b.v[d]);                      \
        return c;                                                                                                                  \
    }
    DPEX_SYCL_OPERATOR(+)
    DPEX_SYCL_OPERATOR(-)
    DPEX_SYCL_OPERATOR(*)
    DPEX_SYCL_OPERATOR(/)
    DPEX_SYCL_OPERATOR(%)
    DPEX_SYCL_OPERATOR(<<)
    DPEX_SYCL_OPERATOR(>>)
    DPEX_SYCL_OPERATOR(&)
    DPEX_SYCL_OPERATOR(|)
    DPEX_SYCL_OPERATOR(^)
    DPEX_SYCL_OPERATOR(<)
    DPEX_SYCL_OPERATOR(>)
    DPEX_SYCL_OPERATOR(<=)
    DPEX_SYCL_OPERATOR(>=)
    DPEX_SYCL_OPERATOR(&&)
    DPEX_SYCL_OPERATOR(||)
#undef DPEX_SYCL_OPERATOR
#define DPEX_SYCL_ASSIGN(op)                                                                                                       \
    template <class T> friend constexpr Self &operator op##=(Self &a, const T &b) noexcept                                         \
    {                                                                                                                              \
        a = a op b;                                                                                                                \
        return a;                                                                                                                  \
    }
    DPEX_SYCL_ASSIGN(+)
    DPEX_SYCL_ASSIGN(-)
    DPEX_SYCL_ASSIGN(*)
    DPEX_SYCL_ASSIGN(/)
    DPEX_SYCL_ASSIGN(%)
    DPEX_SYCL_ASSIGN(<<)
    DPEX_SYCL_ASSIGN(>>)
    DPEX_SYCL_ASSIGN(&)
    DPEX_SYCL_ASSIGN(|)
    DPEX_SYCL_ASSIGN(^)
#undef DPEX_SYCL_ASSIGN
    friend constexpr Self operator+(const Self &a) noexcept { return a; }
    friend constexpr Self operator-(const Self &a) noexcept { return std::size_t(0) - a; }
#define DPEX_SYCL_STEP(op)                                                                                                         \
    friend constexpr Self &operator op##op(Self &a) noexcept { return a = a op std::size_t(1); }                                   \
    friend constexpr Self operator op##op(Self &a, int) noexcept                                                                   \
    {                                                                                                                              \
        const Self before = a;                                                                                                     \
        op##op a;                                                                                                                  \
        return before;                                                                                                             \
    }
    DPEX_SYCL_STEP(+)
    DPEX_SYCL_STEP(-)
#undef DPEX_SYCL_STEP

  protected:
    std::size_t v[D];
};

// Of one dimension only: an index is then a number. (A conversion that is a template would not serve x[i].)
template <class Self, int D> struct as_number {};
template <class Self> struct as_number<Self, 1> {
    constexpr operator std::size_t() const noexcept { return (*static_cast<const Self *>(this))[0]; }
};

} // namespace detail

template <int D = 1> class range : public detail::extents<range<D>, D> {
  public:
    constexpr range() noexcept = default;
    template <int N = D, class = std::enable_if_t<N == 1>> constexpr range(std::size_t a) noexcept { this->v[0] = a; }
    template <int N = D, class = std::enable_if_t<N == 2>> constexpr range(std::size_t a, std::size_t b) noexcept
    {
        this->v[0] = a;
        this->v[N - 1] = b;
    }
    template <int N = D, class = std::enable_if_t<N == 3>>
    constexpr range(std::size_t a, std::size_t b, std::size_t c) noexcept
    {
        this->v[0] = a;
        this->v[N - 2] = b;
        this->v[N - 1] = c;
    }
    constexpr std::size_t size() const noexcept
    {
        std::size_t n = 1;
        for (int d = 0; d < D; d++) n *= this->v[d];
        return n;
    }
};
range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

template <int D = 1> class id : public detail::extents<id<D>, D>, public detail::as_number<id<D>, D> {
  public:
    constexpr id() noexcept = default;
    template <int N = D, class = std::enable_if_t<N == 1>> constexpr id(std::size_t a) noexcept { this->v[0] = a; }
    template <int N = D, class = std::enable_if_t<N == 2>> constexpr id(std::size_t a, std::size_t b) noexcept
    {
        this->v[0] = a;
        this->v[N - 1] = b;
    }
    template <int N = D, class = std::enable_if_t<N == 3>> constexpr id(std::size_t a, std::size_t b, std::size_t c) noexcept
    {
        this->v[0] = a;
        this->v[N - 2] = b;
        this->v[N - 1] = c;
    }
    constexpr id(const range<D> &r) noexcept
    {
        for (int d = 0; d < D; d++) this->v[d] = r[d];
    }
};
id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

template <int D = 1> class nd_range {
  public:
    static constexpr int dimensions = D;
    nd_range(range<D> global, range<D> local) : global_(global), local_(local)
    {
        for (int d = 0; d < D; d++)
            if (!local[d] || global[d] % local[d])
                throw exception(make_error_code(errc::nd_range), "nd_range: the global range must be a multiple of the local range");
    }
    range<D> get_global_range() const { return global_; }
    range<D> get_local_range() const { return local_; }
    range<D> get_group_range() const { return global_ / local_; }

  private:
    range<D> global_, local_;
};

namespace detail {
// The index behind i, and the i-th one, of a range in row-major order.
template <int D> constexpr std::size_t linear(const id<D> &i, const range<D> &r) noexcept
{
    std::size_t n = 0;
    for (int d = 0; d < D; d++) n = n * r[d] + i[d];
    return n;
}
template <int D> constexpr id<D> delinear(std::size_t n, const range<D> &r) noexcept
{
    id<D> i;
    for (int d = D - 1; d >= 0; d--) {
        i[d] = n % r[d];
        n /= r[d];
    }
    return i;
}
} // namespace detail

} // namespace sycl

#endif
