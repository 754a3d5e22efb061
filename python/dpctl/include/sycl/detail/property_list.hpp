// property_list: properties of queues, buffers, accessors and their kind. The properties themselves: property.hpp.
#ifndef DPEX_SYCL_PROPERTY_LIST_HPP
#define DPEX_SYCL_PROPERTY_LIST_HPP

#include "exception.hpp"

#include <any>

namespace sycl {

// Of a type of its own, a program's property says so by a specialisation.
template <class P> struct is_property : std::false_type {
};
template <class P> inline constexpr bool is_property_v = is_property<P>::value;
// Whether objects of class C may have it.
template <class P, class C> struct is_property_of : is_property<P> {
};
template <class P, class C> inline constexpr bool is_property_of_v = is_property_of<P, C>::value;

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

} // namespace sycl

#endif
