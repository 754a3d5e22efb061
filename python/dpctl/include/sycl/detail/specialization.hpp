// Specialization constants: values that a command group gives to its kernel, which asks a kernel_handler for them.
//
// Lambdas are compiled before they are submitted, so such a constant is an ordinary value here.
#ifndef DPEX_SYCL_SPECIALIZATION_HPP
#define DPEX_SYCL_SPECIALIZATION_HPP

#include <any>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace sycl {

template <class T> class specialization_id {
  public:
    using value_type = T;
    template <class... Args, class = std::enable_if_t<std::is_constructible<T, Args...>::value>>
    explicit constexpr specialization_id(Args &&...args) : value_(std::forward<Args>(args)...)
    {
    }
    specialization_id(const specialization_id &) = delete;
    specialization_id &operator=(const specialization_id &) = delete;
    constexpr const T &detail_default() const { return value_; }

  private:
    T value_;
};

namespace detail {

// Those that a command group has set.
class constants {
  public:
    bool empty() const { return list_.empty(); }
    template <auto &Id, class T> void set(T value)
    {
        for (auto &entry : list_)
            if (entry.first == &Id) {
                entry.second = std::move(value);
                return;
            }
        list_.emplace_back(&Id, std::move(value));
    }
    template <auto &Id> typename std::remove_reference_t<decltype(Id)>::value_type get() const
    {
        using T = typename std::remove_reference_t<decltype(Id)>::value_type;
        for (const auto &entry : list_)
            if (entry.first == &Id) return *std::any_cast<T>(&entry.second);
        return Id.detail_default();
    }

    // Those that have no value here yet.
    void add(const constants &others)
    {
        for (const auto &more : others.list_) {
            bool is_new = true;
            for (const auto &entry : list_) is_new = is_new && entry.first != more.first;
            if (is_new) list_.push_back(more);
        }
    }

  private:
    std::vector<std::pair<const void *, std::any>> list_;
};

// Of the command that this thread runs.
inline thread_local const constants *running_constants = nullptr;

} // namespace detail

class kernel_handler {
  public:
    // Of the library: made for each call of a kernel that takes one.
    kernel_handler() : constants_(detail::running_constants) {}
    template <auto &Id> typename std::remove_reference_t<decltype(Id)>::value_type get_specialization_constant() const
    {
        return constants_ ? constants_->get<Id>() : Id.detail_default();
    }

  private:
    const detail::constants *constants_;
};

} // namespace sycl

#endif
