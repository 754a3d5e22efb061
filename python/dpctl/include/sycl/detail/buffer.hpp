// buffer, accessor, host_accessor, local_accessor.
//
// Devices that run lambdas reach all memory of the process, so a buffer over the program's memory works in it, and an accessor is
// a pointer with a range. What buffers add is order: a command group waits for the commands whose accessors conflict with its own.
#ifndef DPEX_SYCL_BUFFER_HPP
#define DPEX_SYCL_BUFFER_HPP

#include "queue.hpp"

#include <algorithm>
#include <iterator>

namespace sycl {

enum class target { device, host_task, constant_buffer, local, global_buffer = device };

namespace access {
enum class mode { read = 1024, write, read_write, discard_write, discard_read_write, atomic };
enum class placeholder { false_t, true_t };
using target = sycl::target;
} // namespace access
using access_mode = access::mode;

namespace detail {
template <access_mode M, target T> struct mode_tag {};
constexpr bool is_writing(access_mode m)
{
    return m != access_mode::read;
}
} // namespace detail
inline constexpr detail::mode_tag<access_mode::read, target::device> read_only{};
inline constexpr detail::mode_tag<access_mode::read_write, target::device> read_write{};
inline constexpr detail::mode_tag<access_mode::write, target::device> write_only{};
inline constexpr detail::mode_tag<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr detail::mode_tag<access_mode::read_write, target::host_task> read_write_host_task{};
inline constexpr detail::mode_tag<access_mode::write, target::host_task> write_only_host_task{};

template <class T, int D, access_mode M, target Target, access::placeholder P = access::placeholder::false_t> class accessor;
template <class T, int D, access_mode M> class host_accessor;

namespace detail {

// The memory of a buffer and of what was made from it. Ends when its commands have, with the write-back.
struct buffer_memory : tracked {
    void *data = nullptr;
    std::shared_ptr<void> keeps;      // the memory, or the program's pointer to it
    std::function<void()> write_back; // into memory that is not the buffer's own
    bool writes_back = true;
    ~buffer_memory()
    {
        wait(true);
        if (write_back && writes_back) write_back();
    }
};

// One or two dimensions that are left: a[i][j].
template <class T, int D> class row {
  public:
    row(T *data, const std::size_t *extent) : data_(data), extent_(extent) {}
    decltype(auto) operator[](std::size_t i) const
    {
        if constexpr (D == 1)
            return static_cast<T &>(data_[i]);
        else
            return row<T, 1>(data_ + i * extent_[0], extent_ + 1);
    }

  private:
    T *data_;
    const std::size_t *extent_; // of the dimensions after the first
};

// Indexing, shared by all accessors.
template <class T, int D> class view {
  public:
    using value_type = T;
    using reference = T &;
    using size_type = std::size_t;
    static constexpr int dimensions = D;
    T &operator[](const id<D> &i) const { return data_[linear(i, extent_)]; }
    template <int N = D, class = std::enable_if_t<(N > 1)>> auto operator[](std::size_t i) const
    {
        std::size_t step = 1;
        for (int d = 1; d < D; d++) step *= extent_[d];
        return row<T, D - 1>(data_ + i * step, extent_.detail_data() + 2);
    }
    range<D> get_range() const { return range_; }
    id<D> get_offset() const { return offset_; }
    std::size_t size() const noexcept { return range_.size(); }
    std::size_t byte_size() const noexcept { return size() * sizeof(T); }
    bool empty() const noexcept { return size() == 0; }
    T *get_pointer() const noexcept { return data_; }
    T *begin() const noexcept { return data_ + linear(offset_, extent_); }
    T *end() const noexcept { return begin() + size(); }

  protected:
    view() = default;
    view(T *data, const range<D> &extent, const range<D> &part, const id<D> &offset)
        : data_(data), extent_(extent), range_(part), offset_(offset)
    {
    }
    T *data_ = nullptr;
    range<D> extent_, range_;
    id<D> offset_;
};
} // namespace detail

template <class T, int D = 1, class Allocator = std::allocator<std::remove_const_t<T>>> class buffer {
  public:
    using value_type = T;
    using reference = T &;
    using const_reference = const T &;
    using allocator_type = Allocator;

    explicit buffer(const range<D> &r, const property_list & = {}) : range_(r), extent_(r) { own(); }
    buffer(T *data, const range<D> &r, const property_list & = {}) : range_(r), extent_(r) { memory_->data = mutable_ptr(data); }
    template <class U = T, class = std::enable_if_t<!std::is_const<U>::value>>
    buffer(const T *data, const range<D> &r, const property_list & = {}) : range_(r), extent_(r)
    {
        own();
        std::copy(data, data + r.size(), ptr());
    }
    buffer(const std::shared_ptr<T> &data, const range<D> &r, const property_list & = {}) : range_(r), extent_(r)
    {
        memory_->data = mutable_ptr(data.get());
        memory_->keeps = std::const_pointer_cast<std::remove_const_t<T>>(data);
    }
    template <class Iterator, int N = D, class = std::enable_if_t<N == 1>,
              class = typename std::iterator_traits<Iterator>::iterator_category>
    buffer(Iterator first, Iterator last, const property_list & = {})
        : range_(static_cast<std::size_t>(std::distance(first, last))), extent_(range_)
    {
        own();
        std::copy(first, last, ptr());
    }
    template <class Container, int N = D, class = std::enable_if_t<N == 1>,
              class = std::enable_if_t<std::is_convertible<decltype(std::declval<Container &>().data()), T *>::value>>
    buffer(Container &container, const property_list & = {}) : buffer(container.data(), range<1>(container.size()))
    {
    }
    // A part of another buffer.
    buffer(const buffer &whole, const id<D> &first, const range<D> &part)
        : memory_(whole.memory_), range_(part), extent_(whole.extent_), first_(whole.first_ + detail::linear(first, whole.extent_))
    {
    }

    range<D> get_range() const { return range_; }
    std::size_t size() const noexcept { return range_.size(); }
    std::size_t byte_size() const noexcept { return size() * sizeof(T); }
    bool is_sub_buffer() const noexcept { return first_ != 0 || range_ != extent_; }
    Allocator get_allocator() const { return {}; }

    // Iterators and pointers; nullptr: nowhere.
    template <class Destination = std::nullptr_t> void set_final_data(Destination destination = nullptr)
    {
        if constexpr (std::is_same<Destination, std::nullptr_t>::value) {
            memory_->write_back = {};
        } else {
            const T *data = ptr();
            const std::size_t n = size();
            if constexpr (std::is_class<Destination>::value && !detail_is_iterator<Destination>::value)
                memory_->write_back = [=] {
                    if (auto alive = destination.lock()) std::copy(data, data + n, alive.get());
                };
            else
                memory_->write_back = [=] { std::copy(data, data + n, destination); };
        }
    }
    void set_write_back(bool flag = true) { memory_->writes_back = flag; }

    template <access_mode M = access_mode::read_write, target Target = target::device> auto get_access(handler &cgh)
    {
        return accessor<T, D, M, Target>(*this, cgh);
    }
    template <class... Args> auto get_access(handler &cgh, Args... args) { return accessor(*this, cgh, args...); }
    template <class... Args> auto get_host_access(Args... args) { return host_accessor(*this, args...); }

    friend bool operator==(const buffer &a, const buffer &b) { return a.memory_ == b.memory_ && a.first_ == b.first_ && a.range_ == b.range_; }
    friend bool operator!=(const buffer &a, const buffer &b) { return !(a == b); }

    // Of the library.
    const std::shared_ptr<detail::buffer_memory> &detail_memory() const { return memory_; }
    std::remove_const_t<T> *ptr() const { return static_cast<std::remove_const_t<T> *>(memory_->data) + first_; }
    const range<D> &detail_extent() const { return extent_; }

  private:
    template <class I, class = void> struct detail_is_iterator : std::false_type {};
    template <class I> struct detail_is_iterator<I, std::void_t<typename std::iterator_traits<I>::iterator_category>> : std::true_type {};
    static std::remove_const_t<T> *mutable_ptr(T *data) { return const_cast<std::remove_const_t<T> *>(data); }
    void own()
    {
        using U = std::remove_const_t<T>;
        Allocator allocator;
        const std::size_t n = range_.size();
        U *data = std::allocator_traits<Allocator>::allocate(allocator, n ? n : 1);
        for (std::size_t i = 0; !std::is_trivially_default_constructible<U>::value && i < n; i++) ::new (data + i) U();
        memory_->data = data;
        memory_->keeps = std::shared_ptr<void>(data, [allocator, n](void *p) mutable {
            U *elems = static_cast<U *>(p);
            for (std::size_t i = 0; !std::is_trivially_destructible<U>::value && i < n; i++) elems[i].~U();
            std::allocator_traits<Allocator>::deallocate(allocator, elems, n ? n : 1);
        });
    }
    std::shared_ptr<detail::buffer_memory> memory_ = std::make_shared<detail::buffer_memory>();
    range<D> range_, extent_;
    std::size_t first_ = 0; // of a part: its first element in the whole
};
template <class Iterator> buffer(Iterator, Iterator) -> buffer<typename std::iterator_traits<Iterator>::value_type, 1>;
template <class T, int D> buffer(const T *, const range<D> &) -> buffer<T, D>;
template <class T, int D> buffer(T *, const range<D> &) -> buffer<T, D>;
template <class Container> buffer(Container &) -> buffer<typename Container::value_type, 1>;

// ---- accessors

namespace detail {
template <class T, access_mode M> using accessed = std::conditional_t<M == access_mode::read, const T, T>;
}

template <class T, int D = 1, access_mode M = std::is_const<T>::value ? access_mode::read : access_mode::read_write,
          target Target = target::device, access::placeholder P>
class accessor : public detail::view<detail::accessed<T, M>, D> {
  public:
    accessor() = default;
    template <class A> accessor(buffer<T, D, A> &b, handler &cgh, const property_list &p = {}) : accessor(b, cgh, b.get_range(), id<D>(), p) {}
    template <class A>
    accessor(buffer<T, D, A> &b, handler &cgh, const range<D> &part, const id<D> &offset = {}, const property_list & = {})
        : detail::view<detail::accessed<T, M>, D>(b.ptr(), b.detail_extent(), part, offset)
    {
        cgh.detail_use(b.detail_memory(), detail::is_writing(M));
    }
    template <class A> accessor(buffer<T, D, A> &b, handler &cgh, detail::mode_tag<M, Target>, const property_list &p = {}) : accessor(b, cgh, p)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, handler &cgh, const range<D> &part, detail::mode_tag<M, Target>, const property_list & = {})
        : accessor(b, cgh, part)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, handler &cgh, const range<D> &part, const id<D> &offset, detail::mode_tag<M, Target>,
             const property_list & = {})
        : accessor(b, cgh, part, offset)
    {
    }
    bool is_placeholder() const { return false; }
};
template <class T, int D, class A> accessor(buffer<T, D, A> &, handler &) -> accessor<T, D>;
template <class T, int D, class A> accessor(buffer<T, D, A> &, handler &, const property_list &) -> accessor<T, D>;
template <class T, int D, class A, access_mode M, target G, class... P>
accessor(buffer<T, D, A> &, handler &, detail::mode_tag<M, G>, const P &...) -> accessor<T, D, M, G>;
template <class T, int D, class A, access_mode M, target G, class... P>
accessor(buffer<T, D, A> &, handler &, range<D>, detail::mode_tag<M, G>, const P &...) -> accessor<T, D, M, G>;
template <class T, int D, class A, access_mode M, target G, class... P>
accessor(buffer<T, D, A> &, handler &, range<D>, id<D>, detail::mode_tag<M, G>, const P &...) -> accessor<T, D, M, G>;

template <class T, int D = 1, access_mode M = std::is_const<T>::value ? access_mode::read : access_mode::read_write>
class host_accessor : public detail::view<detail::accessed<T, M>, D> {
  public:
    template <class A> host_accessor(buffer<T, D, A> &b, const property_list & = {}) : host_accessor(b, b.get_range(), id<D>()) {}
    template <class A>
    host_accessor(buffer<T, D, A> &b, const range<D> &part, const id<D> &offset = {}, const property_list & = {})
        : detail::view<detail::accessed<T, M>, D>(b.ptr(), b.detail_extent(), part, offset), memory_(b.detail_memory())
    {
        memory_->wait(detail::is_writing(M));
    }
    template <class A, target G> host_accessor(buffer<T, D, A> &b, detail::mode_tag<M, G>, const property_list & = {}) : host_accessor(b) {}

  private:
    std::shared_ptr<detail::buffer_memory> memory_;
};
template <class T, int D, class A> host_accessor(buffer<T, D, A> &) -> host_accessor<T, D>;
template <class T, int D, class A, access_mode M, target G, class... P>
host_accessor(buffer<T, D, A> &, detail::mode_tag<M, G>, const P &...) -> host_accessor<T, D, M>;

// Memory of a work-group. The copy that a thread makes of the lambda finds the thread's (launch.hpp).
template <class T, int D = 1> class local_accessor : public detail::view<T, D> {
  public:
    local_accessor() = default;
    template <int N = D, class = std::enable_if_t<(N > 0)>>
    local_accessor(const range<D> &r, handler &cgh, const property_list & = {})
        : detail::view<T, D>(nullptr, r, r, id<D>()), first_(cgh.detail_local(r.size() * sizeof(T)))
    {
    }
    local_accessor(const local_accessor &other) : detail::view<T, D>(other), first_(other.first_)
    {
        if (detail::local_base) this->data_ = reinterpret_cast<T *>(detail::local_base + first_);
    }
    local_accessor &operator=(const local_accessor &) = default;

  private:
    std::size_t first_ = 0;
};

// ---- reductions into buffers, explicit copies

template <class T, class A, class Op> auto reduction(buffer<T, 1, A> b, handler &cgh, Op op, const property_list &properties = {})
{
    cgh.detail_use(b.detail_memory(), true);
    return reduction(b.ptr(), op, properties);
}
template <class T, class A, class Op>
auto reduction(buffer<T, 1, A> b, handler &cgh, const T &identity, Op op, const property_list &properties = {})
{
    cgh.detail_use(b.detail_memory(), true);
    return reduction(b.ptr(), identity, op, properties);
}

} // namespace sycl

#endif
