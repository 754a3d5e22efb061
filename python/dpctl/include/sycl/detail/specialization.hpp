// Specialization constants: values that a command group gives to its kernel, which asks a kernel_handler for them.
//
// Lambdas are compiled before they are submitted, so such a constant is an ordinary value here.
#ifndef DPEX_SYCL_SPECIALIZATION_HPP
#define DPEX_SYCL_SPECIALIZATION_HPP

#include "shared.hpp"

#include <type_traits>
#include <utility>

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

template <class T> struct constant_value final : counted_object {
    explicit constant_value(T v) : value(std::move(v)) {}
    const T value;
};

// Those that a command group has set. Copies share the values.
class constants : public counted_object {
  public:
    bool empty() const { return list_.empty(); }
    template <auto &Id, class T> void set(T value)
    {
        put(&Id, new constant_value<T>(std::move(value)));
    }
    template <auto &Id> typename std::remove_reference_t<decltype(Id)>::value_type get() const
    {
        using T = typename std::remove_reference_t<decltype(Id)>::value_type;
        const counted_object *found = find(&Id);
        return found ? static_cast<const constant_value<T> *>(found)->value : Id.detail_default();
    }

    // Those that have no value here yet.
    template <class Others> void add(const Others &others)
    {
        for (const entry &more : others.list_)
            if (!find(more.id)) list_.push_back(more);
    }

  private:
    struct entry {
        const void *id = nullptr;
        shared<counted_object> value;
    };
    // (Templates, so that programs without constants are compiled without them.)
    template <class Id> const counted_object *find(const Id *id) const
    {
        for (const entry &e : list_)
            if (e.id == id) return e.value.get();
        return nullptr;
    }
    template <class Id> void put(const Id *id, shared<counted_object> value)
    {
        for (entry &e : list_)
            if (e.id == id) {
                e.value = std::move(value);
                return;
            }
        list_.push_back(entry{id, std::move(value)});
    }
    sequence<entry> list_;
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
