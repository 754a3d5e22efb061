// property_list: properties of queues, buffers, accessors and their kind. The properties themselves: property.hpp.
#ifndef DPEX_SYCL_PROPERTY_LIST_HPP
#define DPEX_SYCL_PROPERTY_LIST_HPP

#include "exception.hpp"

namespace sycl {

// Of a type of its own, a program's property says so by a specialisation.
template <class P> struct is_property : std::false_type {
};
template <class P> inline constexpr bool is_property_v = is_property<P>::value;
// Whether objects of class C may have it.
template <class P, class C> struct is_property_of : is_property<P> {
};
template <class P, class C> inline constexpr bool is_property_of_v = is_property_of<P, C>::value;

namespace detail {
// Properties in a list, which copies of the list share.
struct property_node : counted_object {
    explicit property_node(const void *t) : type(t) {}
    const void *const type;
    shared<property_node> next;
};
template <class P> struct typed_property final : property_node {
    explicit typed_property(P p) : property_node(type_of<P>()), property(std::move(p)) {}
    const P property;
};
} // namespace detail

class property_list {
  public:
    template <class... Properties, class = std::enable_if_t<(is_property_v<Properties> && ...)>>
    property_list(Properties... properties)
    {
        (add(new detail::typed_property<Properties>(std::move(properties))), ...);
    }
    template <class P> bool has_property() const noexcept
    {
        return find<P>() != nullptr;
    }
    template <class P> P get_property() const
    {
        if (const auto *found = find<P>()) return found->property;
        throw exception(make_error_code(errc::invalid), "the property_list does not hold that property");
    }

  private:
    void add(detail::property_node *node)
    {
        node->next = std::move(first_);
        first_ = node;
    }
    template <class P> const detail::typed_property<P> *find() const noexcept
    {
        for (const detail::property_node *p = first_.get(); p; p = p->next.get())
            if (p->type == detail::type_of<P>()) return static_cast<const detail::typed_property<P> *>(p);
        return nullptr;
    }
    detail::shared<detail::property_node> first_;
};

} // namespace sycl

#endif
