// property_list: properties of queues, buffers, accessors and reductions.
#ifndef DPEX_SYCL_PROPERTY_HPP
#define DPEX_SYCL_PROPERTY_HPP

#include "device.hpp"
#include "reduction.hpp"

#include <any>

namespace sycl {
namespace property {
struct no_init {};
namespace queue {
struct enable_profiling {};
struct in_order {};
} // namespace queue
namespace buffer {
struct use_host_ptr {};
class use_mutex {
  public:
    explicit use_mutex(std::mutex &mutex) : mutex_(&mutex) {}
    std::mutex *get_mutex_ptr() const { return mutex_; }

  private:
    std::mutex *mutex_;
};
class context_bound {
  public:
    explicit context_bound(context bound) : bound_(std::move(bound)) {}
    context get_context() const { return bound_; }

  private:
    context bound_;
};
} // namespace buffer
} // namespace property
inline constexpr property::no_init no_init{};

template <class P>
struct is_property : std::bool_constant<std::is_same<P, property::no_init>::value || std::is_same<P, property::queue::in_order>::value ||
                                        std::is_same<P, property::queue::enable_profiling>::value ||
                                        std::is_same<P, property::buffer::use_host_ptr>::value ||
                                        std::is_same<P, property::buffer::use_mutex>::value ||
                                        std::is_same<P, property::buffer::context_bound>::value ||
                                        std::is_same<P, property::reduction::initialize_to_identity>::value> {};
template <class P> inline constexpr bool is_property_v = is_property<P>::value;

class property_list {
  public:
    template <class... Properties, class = std::enable_if_t<(is_property_v<Properties> && ...)>>
    property_list(Properties... properties) : list_{std::any(properties)...}
    {
    }
    template <class P> bool has_property() const noexcept
    {
        for (const std::any &p : list_)
            if (std::any_cast<P>(&p)) return true;
        return false;
    }
    template <class P> P get_property() const
    {
        for (const std::any &p : list_)
            if (const P *found = std::any_cast<P>(&p)) return *found;
        throw exception(make_error_code(errc::invalid), "the property_list does not hold that property");
    }

  private:
    std::vector<std::any> list_;
};

namespace detail {
// has_property and get_property of objects that keep their list.
class with_properties {
  public:
    with_properties() = default;
    explicit with_properties(const property_list &properties) : properties_(properties) {}
    template <class P> bool has_property() const noexcept { return properties_.has_property<P>(); }
    template <class P> P get_property() const { return properties_.get_property<P>(); }

  protected:
    property_list properties_;
};
} // namespace detail

inline bool detail::wants_identity(const property_list &properties)
{
    return properties.has_property<property::reduction::initialize_to_identity>();
}
} // namespace sycl

#endif
