// What a kernel knows of where it is: item, group, sub_group, nd_item.
//
// A work-group is run by one thread. Its items are one loop until one of them calls a barrier (dpex/crew.h), so everything here is
// values that the compiler keeps in registers; only a barrier uses the group's state.
#ifndef DPEX_SYCL_ITEM_HPP
#define DPEX_SYCL_ITEM_HPP

#include "access.hpp"
#include "api.hpp"
#include "multi_ptr.hpp"
#include "range.hpp"

#include <atomic>

namespace sycl {

namespace detail {

// The number of the item that this thread runs: kept for commands with streams only.
inline thread_local std::size_t running_item = 0;

// A group that is being run, shared by the fibers of its items.
struct group_run {
    dpex_crew *crew;
    const void **published; // one pointer per item, for group functions
    bool counts_items;      // in running_item
};

// One fiber's part of it. The items after `first` belong to it unless `first` waits.
struct items_run {
    group_run *run;
    std::size_t first;
    bool waited;
    void barrier(std::size_t item)
    {
        waited = true;
        const std::size_t mine = run->counts_items ? running_item : 0;
        api()->crew_barrier(run->crew, item == first ? 0 : DPEX_SITE_DIVERGENT);
        if (run->counts_items) running_item = mine;
    }
};

} // namespace detail

template <int D = 1, bool WithOffset = false> class item : public detail::as_number<item<D, WithOffset>, D> {
  public:
    static constexpr int dimensions = D;
    constexpr item(const range<D> &extent, const id<D> &index) noexcept : range_(extent), id_(index) {}
    constexpr id<D> get_id() const noexcept { return id_; }
    constexpr std::size_t get_id(int d) const noexcept { return id_[d]; }
    constexpr std::size_t operator[](int d) const noexcept { return id_[d]; }
    constexpr range<D> get_range() const noexcept { return range_; }
    constexpr std::size_t get_range(int d) const noexcept { return range_[d]; }
    constexpr std::size_t get_linear_id() const noexcept { return detail::linear(id_, range_); }
    constexpr operator id<D>() const noexcept { return id_; }

  private:
    range<D> range_;
    id<D> id_;
};

// Copies of a group are done when the call that starts them returns.
class device_event {
  public:
    void wait() const noexcept {}
};

namespace detail {
// By one item for all of the group. The next element is that many further on.
template <class G, class To, class From>
device_event copy_by_group(const G &g, To *dst, const From *src, std::size_t n, std::size_t dst_step, std::size_t src_step)
{
    static_assert(std::is_same<To, From>::value, "the same type");
    if (g.leader())
        for (std::size_t i = 0; i < n; i++) dst[i * dst_step] = src[i * src_step];
    return {};
}
} // namespace detail

// async_work_group_copy between local and global memory, and wait_for, for group and nd_item.
#define DPEX_SYCL_GROUP_COPIES(group_)                                                                                             \
    template <class T, class U, access::decorated A, access::decorated B>                                                          \
    device_event async_work_group_copy(local_ptr<T, A> dst, global_ptr<U, B> src, std::size_t n, std::size_t src_step = 1) const   \
    {                                                                                                                              \
        return detail::copy_by_group(group_, dst.get(), static_cast<const U *>(src.get()), n, 1, src_step);                        \
    }                                                                                                                              \
    template <class T, class U, access::decorated A, access::decorated B>                                                          \
    device_event async_work_group_copy(global_ptr<T, A> dst, local_ptr<U, B> src, std::size_t n, std::size_t dst_step = 1) const   \
    {                                                                                                                              \
        return detail::copy_by_group(group_, dst.get(), static_cast<const U *>(src.get()), n, dst_step, 1);                        \
    }                                                                                                                              \
    template <class... Events> void wait_for(const Events &...events) const { (events.wait(), ...); }

template <int D = 1> class group {
  public:
    using id_type = id<D>;
    using range_type = range<D>;
    using linear_id_type = std::size_t;
    static constexpr int dimensions = D;
    static constexpr memory_scope fence_scope = memory_scope::work_group;

    group(const id<D> &index, const id<D> &local, const nd_range<D> &extent, detail::items_run *run)
        : id_(index), local_(local), global_(extent.get_global_range()), range_(extent.get_local_range()), run_(run)
    {
    }
    id<D> get_group_id() const { return id_; }
    std::size_t get_group_id(int d) const { return id_[d]; }
    std::size_t operator[](int d) const { return id_[d]; }
    id<D> get_local_id() const { return local_; }
    std::size_t get_local_id(int d) const { return local_[d]; }
    range<D> get_local_range() const { return range_; }
    std::size_t get_local_range(int d) const { return range_[d]; }
    range<D> get_group_range() const { return global_ / range_; }
    std::size_t get_group_range(int d) const { return global_[d] / range_[d]; }
    range<D> get_max_local_range() const { return range_; }
    std::size_t get_group_linear_id() const { return detail::linear(id_, get_group_range()); }
    std::size_t get_group_linear_range() const { return get_group_range().size(); }
    std::size_t get_local_linear_id() const { return detail::linear(local_, range_); }
    std::size_t get_local_linear_range() const { return range_.size(); }
    bool leader() const { return get_local_linear_id() == 0; }
    DPEX_SYCL_GROUP_COPIES(*this)
    friend bool operator==(const group &a, const group &b) { return a.id_ == b.id_ && a.range_ == b.range_; }
    friend bool operator!=(const group &a, const group &b) { return !(a == b); }

    // Of the library.
    detail::items_run *detail_run() const { return run_; }

  private:
    id<D> id_, local_;
    range<D> global_, range_;
    detail::items_run *run_;
};

// Sub-groups have one item here: all of their functions are then free, and barriers of theirs cost nothing.
class sub_group {
  public:
    using id_type = id<1>;
    using range_type = range<1>;
    using linear_id_type = std::uint32_t;
    static constexpr int dimensions = 1;
    static constexpr memory_scope fence_scope = memory_scope::sub_group;

    sub_group(std::size_t index, std::size_t n) : index_(index), n_(n) {}
    id<1> get_group_id() const { return index_; }
    id<1> get_local_id() const { return 0; }
    range<1> get_local_range() const { return 1; }
    range<1> get_group_range() const { return n_; }
    range<1> get_max_local_range() const { return 1; }
    linear_id_type get_group_linear_id() const { return static_cast<linear_id_type>(index_); }
    linear_id_type get_group_linear_range() const { return static_cast<linear_id_type>(n_); }
    linear_id_type get_local_linear_id() const { return 0; }
    linear_id_type get_local_linear_range() const { return 1; }
    bool leader() const { return true; }
    friend bool operator==(const sub_group &a, const sub_group &b) { return a.index_ == b.index_ && a.n_ == b.n_; }
    friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

  private:
    std::size_t index_, n_;
};

template <int D = 1> class nd_item {
  public:
    static constexpr int dimensions = D;
    explicit nd_item(const group<D> &g) : group_(g) {}
    id<D> get_global_id() const
    {
        id<D> i;
        for (int d = 0; d < D; d++) i[d] = get_global_id(d);
        return i;
    }
    std::size_t get_global_id(int d) const
    {
        return group_.get_group_id(d) * group_.get_local_range(d) + group_.get_local_id(d);
    }
    std::size_t get_global_linear_id() const { return detail::linear(get_global_id(), get_global_range()); }
    id<D> get_local_id() const { return group_.get_local_id(); }
    std::size_t get_local_id(int d) const { return group_.get_local_id(d); }
    std::size_t get_local_linear_id() const { return group_.get_local_linear_id(); }
    group<D> get_group() const { return group_; }
    std::size_t get_group(int d) const { return group_.get_group_id(d); }
    std::size_t get_group_linear_id() const { return group_.get_group_linear_id(); }
    range<D> get_group_range() const { return group_.get_group_range(); }
    std::size_t get_group_range(int d) const { return group_.get_group_range(d); }
    range<D> get_global_range() const { return group_.get_group_range() * group_.get_local_range(); }
    std::size_t get_global_range(int d) const { return group_.get_group_range(d) * group_.get_local_range(d); }
    range<D> get_local_range() const { return group_.get_local_range(); }
    std::size_t get_local_range(int d) const { return group_.get_local_range(d); }
    id<D> get_offset() const { return {}; }
    DPEX_SYCL_GROUP_COPIES(group_)
    nd_range<D> get_nd_range() const { return {get_global_range(), get_local_range()}; }
    sub_group get_sub_group() const { return {get_local_linear_id(), group_.get_local_linear_range()}; }
    void barrier(access::fence_space = access::fence_space::global_and_local) const
    {
        group_.detail_run()->barrier(get_local_linear_id());
    }
    template <access_mode = access_mode::read_write> void mem_fence(access::fence_space = access::fence_space::global_and_local) const
    {
        std::atomic_thread_fence(std::memory_order_acq_rel);
    }

  private:
    group<D> group_;
};

#undef DPEX_SYCL_GROUP_COPIES

template <int D> void group_barrier(const group<D> &g, memory_scope = memory_scope::work_group)
{
    g.detail_run()->barrier(g.get_local_linear_id());
}
inline void group_barrier(const sub_group &, memory_scope = memory_scope::sub_group) {}

} // namespace sycl

#endif
