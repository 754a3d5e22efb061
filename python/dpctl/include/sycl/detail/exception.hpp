// sycl::exception, its codes, and lists of asynchronous exceptions.
#ifndef DPEX_SYCL_EXCEPTION_HPP
#define DPEX_SYCL_EXCEPTION_HPP

#include "shared.hpp"

#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace sycl {

class context;

enum class errc {
    success = 0,
    runtime = 1,
    kernel = 2,
    accessor = 3,
    nd_range = 4,
    event = 5,
    kernel_argument = 6,
    build = 7,
    invalid = 8,
    memory_allocation = 9,
    platform = 10,
    profiling = 11,
    feature_not_supported = 12,
    kernel_not_supported = 13,
    backend_mismatch = 14
};

namespace detail {
class category final : public std::error_category {
  public:
    const char *name() const noexcept override { return "sycl"; }
    std::string message(int value) const override
    {
        static const char *const texts[] = {"success", "runtime", "kernel", "accessor", "nd_range", "event",
                                            "kernel_argument", "build", "invalid", "memory_allocation", "platform",
                                            "profiling", "feature_not_supported", "kernel_not_supported", "backend_mismatch"};
        return value >= 0 && value < static_cast<int>(sizeof texts / sizeof *texts) ? texts[value] : "unknown";
    }
};
} // namespace detail

inline const std::error_category &sycl_category() noexcept
{
    static const detail::category category;
    return category;
}

inline std::error_code make_error_code(errc code) noexcept
{
    return {static_cast<int>(code), sycl_category()};
}

class exception : public virtual std::exception {
  public:
    exception(std::error_code code, const std::string &what) : code_(code), what_(what) {}
    exception(std::error_code code, const char *what) : code_(code), what_(what) {}
    explicit exception(std::error_code code) : exception(code, code.message()) {}
    exception(int value, const std::error_category &category, const std::string &what)
        : exception(std::error_code(value, category), what)
    {
    }
    exception(int value, const std::error_category &category, const char *what) : exception(std::error_code(value, category), what) {}
    exception(int value, const std::error_category &category) : exception(std::error_code(value, category)) {}
    template <class... Rest, class = std::enable_if_t<std::is_constructible<exception, Rest...>::value>>
    exception(const context &ctx, const Rest &...rest); // device.hpp
    const std::error_code &code() const noexcept { return code_; }
    const std::error_category &category() const noexcept { return code_.category(); }
    const char *what() const noexcept override { return what_.what(); }
    bool has_context() const noexcept { return static_cast<bool>(ctx_); }
    context get_context() const;

  private:
    std::error_code code_;
    std::runtime_error what_; // whose copies share the text: copies of exceptions must not throw
    detail::shared<detail::counted_object> ctx_;
};

class exception_list {
  public:
    using value_type = std::exception_ptr;
    using reference = value_type &;
    using const_reference = const value_type &;
    using size_type = std::size_t;
    using iterator = const std::exception_ptr *;
    using const_iterator = iterator;

    exception_list() = default;
    explicit exception_list(detail::sequence<std::exception_ptr> list) : list_(std::move(list)) {}
    size_type size() const { return list_.size(); }
    iterator begin() const { return list_.begin(); }
    iterator end() const { return list_.end(); }

  private:
    detail::sequence<std::exception_ptr> list_;
};

using async_handler = std::function<void(exception_list)>;

} // namespace sycl

namespace std {
template <> struct is_error_code_enum<sycl::errc> : true_type {};
} // namespace std

#endif
