// property_list: properties of queues, buffers, accessors and reductions.
#ifndef DPEX_SYCL_PROPERTY_HPP
#define DPEX_SYCL_PROPERTY_HPP

#include "device.hpp"
#include "property_list.hpp"
#include "reduction.hpp"

namespace sycl {

template <class T, int D, class Allocator> class buffer;

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

template <> struct is_property<property::no_init> : std::true_type {
};
template <> struct is_property<property::queue::in_order> : std::true_type {
};
template <> struct is_property<property::queue::enable_profiling> : std::true_type {
};
template <> struct is_property<property::buffer::use_host_ptr> : std::true_type {
};
template <> struct is_property<property::buffer::use_mutex> : std::true_type {
};
template <> struct is_property<property::buffer::context_bound> : std::true_type {
};
template <> struct is_property<property::reduction::initialize_to_identity> : std::true_type {
};

class queue;
class handler;
template <class P>
struct is_property_of<P, queue>
    : std::disjunction<std::is_same<P, property::queue::in_order>, std::is_same<P, property::queue::enable_profiling>> {
};
template <class P> struct is_property_of<P, context> : std::false_type {
};
template <class P, class T, int D, class A>
struct is_property_of<P, buffer<T, D, A>>
    : std::disjunction<std::is_same<P, property::buffer::use_host_ptr>, std::is_same<P, property::buffer::use_mutex>,
                       std::is_same<P, property::buffer::context_bound>> {
};
template <class P, class T, int D, access_mode M, target G, access::placeholder Q>
struct is_property_of<P, accessor<T, D, M, G, Q>> : std::is_same<P, property::no_init> {
};
template <class P, class T, int D, access_mode M>
struct is_property_of<P, host_accessor<T, D, M>> : std::is_same<P, property::no_init> {
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
