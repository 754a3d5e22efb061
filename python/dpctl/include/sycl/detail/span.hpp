// span, which is the standard's where there is one, and is_device_copyable.
#ifndef DPEX_SYCL_SPAN_HPP
#define DPEX_SYCL_SPAN_HPP

#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#if __cplusplus >= 202002L && __has_include(<span>)
#include <span>
#endif

namespace sycl {

#if defined(__cpp_lib_span)
using std::as_bytes;
using std::as_writable_bytes;
using std::dynamic_extent;
using std::span;
#else
inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <class T, std::size_t Extent = dynamic_extent> class span {
    template <class C> using data_of = decltype(std::data(std::declval<C &>()));
    template <class P> static constexpr bool fits = std::is_convertible<std::remove_pointer_t<P> (*)[], T (*)[]>::value;

  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using pointer = T *;
    using const_pointer = const T *;
    using reference = T &;
    using const_reference = const T &;
    using iterator = T *;
    using reverse_iterator = std::reverse_iterator<iterator>;
    static constexpr std::size_t extent = Extent;

    template <std::size_t E = Extent, class = std::enable_if_t<E == dynamic_extent || E == 0>> constexpr span() noexcept {}
    constexpr span(T *first, std::size_t n) : data_(first), size_(n) {}
    constexpr span(T *first, T *last) : data_(first), size_(static_cast<std::size_t>(last - first)) {}
    template <std::size_t N, class = std::enable_if_t<Extent == dynamic_extent || Extent == N>>
    constexpr span(T (&array)[N]) noexcept : data_(array), size_(N)
    {
    }
    // Of containers with data() and size(), std::array and other spans among them.
    template <class C, class = std::enable_if_t<!std::is_array<std::remove_reference_t<C>>::value && fits<data_of<C>>>>
    constexpr span(C &&container) : data_(std::data(container)), size_(std::size(container))
    {
    }

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T &operator[](std::size_t i) const { return data_[i]; }
    constexpr T &front() const { return data_[0]; }
    constexpr T &back() const { return data_[size_ - 1]; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
    constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
    constexpr span<T> first(std::size_t n) const { return {data_, n}; }
    constexpr span<T> last(std::size_t n) const { return {data_ + (size_ - n), n}; }
    constexpr span<T> subspan(std::size_t offset, std::size_t n = dynamic_extent) const
    {
        return {data_ + offset, n == dynamic_extent ? size_ - offset : n};
    }
    template <std::size_t N> constexpr span<T, N> first() const { return {data_, N}; }
    template <std::size_t N> constexpr span<T, N> last() const { return {data_ + (size_ - N), N}; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
template <class T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <class T, std::size_t N> span(std::array<T, N> &) -> span<T, N>;
template <class T, std::size_t N> span(const std::array<T, N> &) -> span<const T, N>;
template <class T> span(T *, std::size_t) -> span<T>;
template <class T> span(T *, T *) -> span<T>;
template <class C> span(C &) -> span<std::remove_pointer_t<decltype(std::data(std::declval<C &>()))>>;
template <class T, std::size_t N> span<const std::byte> as_bytes(span<T, N> s) noexcept
{
    return {reinterpret_cast<const std::byte *>(s.data()), s.size_bytes()};
}
template <class T, std::size_t N> span<std::byte> as_writable_bytes(span<T, N> s) noexcept
{
    return {reinterpret_cast<std::byte *>(s.data()), s.size_bytes()};
}
#endif

// Whether the bytes of a T are a T: programs specialise it for types of their own.
template <class T> struct is_device_copyable : std::is_trivially_copyable<T> {
};
template <class T> inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;
template <class T> struct is_device_copyable<const T> : is_device_copyable<T> {
};
template <class T> struct is_device_copyable<volatile T> : is_device_copyable<T> {
};
template <class T> struct is_device_copyable<const volatile T> : is_device_copyable<T> {
};
template <class T, std::size_t N> struct is_device_copyable<T[N]> : is_device_copyable<T> {
};
template <class T, std::size_t N> struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {
};
template <class T> struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {
};
template <class A, class B>
struct is_device_copyable<std::pair<A, B>> : std::bool_constant<is_device_copyable_v<A> && is_device_copyable_v<B>> {
};
template <class... T> struct is_device_copyable<std::tuple<T...>> : std::bool_constant<(is_device_copyable_v<T> && ...)> {
};
template <class... T> struct is_device_copyable<std::variant<T...>> : std::bool_constant<(is_device_copyable_v<T> && ...)> {
};

} // namespace sycl

#endif
