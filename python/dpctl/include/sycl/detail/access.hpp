// Enumerations that say how memory is reached.
#ifndef DPEX_SYCL_ACCESS_HPP
#define DPEX_SYCL_ACCESS_HPP

#include <type_traits>

namespace sycl {

enum class memory_order { relaxed, acquire, release, acq_rel, seq_cst, consume_unsupported };
enum class memory_scope { work_item, sub_group, work_group, device, system };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
inline constexpr memory_scope memory_scope_work_item = memory_scope::work_item;
inline constexpr memory_scope memory_scope_sub_group = memory_scope::sub_group;
inline constexpr memory_scope memory_scope_work_group = memory_scope::work_group;
inline constexpr memory_scope memory_scope_device = memory_scope::device;
inline constexpr memory_scope memory_scope_system = memory_scope::system;

enum class target { device, host_task, constant_buffer, local, host_buffer, global_buffer = device };

namespace access {
enum class mode { read = 1024, write, read_write, discard_write, discard_read_write, atomic };
enum class placeholder { false_t, true_t };
enum class fence_space { local_space, global_space, global_and_local };
enum class address_space { global_space, local_space, constant_space, private_space, generic_space };
enum class decorated { no, yes, legacy };
using target = sycl::target;
} // namespace access
using access_mode = access::mode;

namespace detail {
template <access_mode M, target T> struct mode_tag {
};
constexpr bool is_writing(access_mode m)
{
    return m != access_mode::read;
}
template <class T, access_mode M> using accessed = std::conditional_t<M == access_mode::read, const T, T>;
template <class T>
inline constexpr access_mode default_mode = std::is_const<T>::value ? access_mode::read : access_mode::read_write;
} // namespace detail

inline constexpr detail::mode_tag<access_mode::read, target::device> read_only{};
inline constexpr detail::mode_tag<access_mode::read_write, target::device> read_write{};
inline constexpr detail::mode_tag<access_mode::write, target::device> write_only{};
inline constexpr detail::mode_tag<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr detail::mode_tag<access_mode::read_write, target::host_task> read_write_host_task{};
inline constexpr detail::mode_tag<access_mode::write, target::host_task> write_only_host_task{};

template <class T, int D = 1, access_mode M = detail::default_mode<T>, target Target = target::device,
          access::placeholder P = access::placeholder::false_t>
class accessor;
template <class T, int D = 1, access_mode M = detail::default_mode<T>> class host_accessor;
template <class T, int D = 1> class local_accessor;
template <class T, access::address_space Space, access::decorated Decorated = access::decorated::legacy> class multi_ptr;

} // namespace sycl

#endif
