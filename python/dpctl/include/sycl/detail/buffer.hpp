// buffer.
//
// Devices that run lambdas reach all memory of the process, so a buffer over the program's memory works in it. What buffers add is
// order: a command group waits for the commands whose accessors (accessor.hpp) conflict with its own.
#ifndef DPEX_SYCL_BUFFER_HPP
#define DPEX_SYCL_BUFFER_HPP

#include "accessor.hpp"
#include "queue.hpp"

#include <algorithm>
#include <iterator>

namespace sycl {

namespace detail {

// The memory of a buffer and of what was made from it. Ends when its commands have, with the write-back.
template <class = void> struct buffer_memory : tracked {
    void *data = nullptr;
    std::shared_ptr<void> keeps;      // the memory, or the program's pointer to it
    std::function<void()> write_back; // into memory that is not the buffer's own
    bool writes_back = true;
    std::mutex *mutex = nullptr; // the program's: held while its memory is written
    ~buffer_memory() override
    {
        wait(true);
        if (!write_back || !writes_back) return;
        if (mutex) mutex->lock();
        const unlocker unlock{mutex};
        write_back();
    }

  private:
    struct unlocker {
        std::mutex *mutex;
        ~unlocker()
        {
            if (mutex) mutex->unlock();
        }
    };
};

} // namespace detail

template <class T> using buffer_allocator = std::allocator<T>;

template <class T, int D = 1, class Allocator = buffer_allocator<std::remove_const_t<T>>> class buffer : public detail::with_properties {
    template <class C, class P, class = void> struct has_data : std::false_type {};
    template <class C, class P>
    struct has_data<C, P, std::void_t<decltype(std::data(std::declval<C &>()))>> : std::is_convertible<decltype(std::data(std::declval<C &>())), P> {
    };
    template <class C, class P> static constexpr bool detail_is_readable = has_data<C, P>::value;

  public:
    using value_type = T;
    using reference = T &;
    using const_reference = const T &;
    using allocator_type = Allocator;

    buffer(const range<D> &r, const property_list &p = {}) : buffer(r, Allocator(), p) {}
    buffer(const range<D> &r, Allocator a, const property_list &p = {}) : buffer(r, std::move(a), p, 0) { own(); }
    buffer(T *data, const range<D> &r, const property_list &p = {}) : buffer(data, r, Allocator(), p) {}
    buffer(T *data, const range<D> &r, Allocator a, const property_list &p = {}) : buffer(r, std::move(a), p, 0)
    {
        memory_->data = mutable_ptr(data);
    }
    template <class U = T, class = std::enable_if_t<!std::is_const<U>::value>>
    buffer(const T *data, const range<D> &r, const property_list &p = {}) : buffer(data, r, Allocator(), p)
    {
    }
    template <class U = T, class = std::enable_if_t<!std::is_const<U>::value>>
    buffer(const T *data, const range<D> &r, Allocator a, const property_list &p = {}) : buffer(r, std::move(a), p, 0)
    {
        own();
        std::copy(data, data + r.size(), ptr());
    }
    buffer(const std::shared_ptr<T> &data, const range<D> &r, const property_list &p = {}) : buffer(data, r, Allocator(), p) {}
    buffer(const std::shared_ptr<T> &data, const range<D> &r, Allocator a, const property_list &p = {}) : buffer(r, std::move(a), p, 0)
    {
        share(data);
    }
    buffer(const std::shared_ptr<T[]> &data, const range<D> &r, const property_list &p = {}) : buffer(data, r, Allocator(), p) {}
    buffer(const std::shared_ptr<T[]> &data, const range<D> &r, Allocator a, const property_list &p = {}) : buffer(r, std::move(a), p, 0)
    {
        share(data);
    }
    template <class Iterator, int N = D, class = std::enable_if_t<N == 1>,
              class = typename std::iterator_traits<Iterator>::iterator_category>
    buffer(Iterator first, Iterator last, const property_list &p = {}) : buffer(first, last, Allocator(), p)
    {
    }
    template <class Iterator, int N = D, class = std::enable_if_t<N == 1>,
              class = typename std::iterator_traits<Iterator>::iterator_category>
    buffer(Iterator first, Iterator last, Allocator a, const property_list &p = {})
        : buffer(range<1>(static_cast<std::size_t>(std::distance(first, last))), std::move(a), p, 0)
    {
        own();
        std::copy(first, last, ptr());
    }
    template <class Container, int N = D, class = std::enable_if_t<N == 1>,
              class = std::enable_if_t<std::is_convertible<decltype(std::data(std::declval<Container &>())), T *>::value>>
    buffer(Container &container, const property_list &p = {}) : buffer(std::data(container), range<1>(std::size(container)), p)
    {
    }
    template <class Container, int N = D, class = std::enable_if_t<N == 1>,
              class = std::enable_if_t<std::is_convertible<decltype(std::data(std::declval<Container &>())), T *>::value>>
    buffer(Container &container, Allocator a, const property_list &p = {})
        : buffer(std::data(container), range<1>(std::size(container)), std::move(a), p)
    {
    }
    // What may not be written is copied, and nothing is written back.
    template <class Container, int N = D, class = std::enable_if_t<N == 1>,
              class = std::enable_if_t<detail_is_readable<const Container, const T *> && !detail_is_readable<const Container, T *>>>
    buffer(const Container &container, const property_list &p = {}) : buffer(container, Allocator(), p)
    {
    }
    template <class Container, int N = D, class = std::enable_if_t<N == 1>,
              class = std::enable_if_t<detail_is_readable<const Container, const T *> && !detail_is_readable<const Container, T *>>>
    buffer(const Container &container, Allocator a, const property_list &p = {})
        : buffer(static_cast<const T *>(std::data(container)), range<1>(std::size(container)), std::move(a), p)
    {
    }
    // A part of another buffer: whole rows, so that it is one piece.
    buffer(const buffer &whole, const id<D> &first, const range<D> &part)
        : with_properties(whole), memory_(whole.memory_), allocator_(whole.allocator_), range_(part), extent_(whole.extent_),
          first_(whole.first_ + detail::linear(first, whole.extent_))
    {
        if (whole.is_sub_buffer()) throw exception(make_error_code(errc::invalid), "a part of a part of a buffer");
        bool split = false; // by a dimension before this one
        for (int d = D - 1; d >= 0; d--) {
            if (part[d] > whole.range_[d] || first[d] > whole.range_[d] - part[d])
                throw exception(make_error_code(errc::invalid), "a part that exceeds its buffer");
            if (split && part[d] != 1) throw exception(make_error_code(errc::invalid), "a part of a buffer must be one piece of memory");
            split = split || part[d] != whole.range_[d];
        }
    }

    range<D> get_range() const { return range_; }
    std::size_t size() const noexcept { return range_.size(); }
    std::size_t byte_size() const noexcept { return size() * sizeof(T); }
    bool is_sub_buffer() const noexcept { return is_part_ || first_ != 0 || range_ != extent_; }
    std::size_t get_count() const { return size(); }
    std::size_t get_size() const { return byte_size(); }
    Allocator get_allocator() const { return allocator_; }

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

    // The same bytes as elements of another type.
    template <class U, int E> auto reinterpret(const range<E> &r) const
    {
        using other = buffer<U, E, typename std::allocator_traits<Allocator>::template rebind_alloc<std::remove_const_t<U>>>;
        if (r.size() * sizeof(U) != byte_size()) throw exception(make_error_code(errc::invalid), "reinterpret: another size in bytes");
        if (first_ * sizeof(T) % sizeof(U)) throw exception(make_error_code(errc::invalid), "reinterpret: the part begins inside an element");
        return other(memory_, r, first_ * sizeof(T) / sizeof(U), is_sub_buffer());
    }
    template <class U, int E = D> auto reinterpret() const
    {
        static_assert(E == 1 || (E == D && sizeof(U) == sizeof(T)), "reinterpret: with a range");
        if constexpr (E == D && sizeof(U) == sizeof(T))
            return reinterpret<U, E>(range_);
        else
            return reinterpret<U, 1>(range<1>(byte_size() / sizeof(U)));
    }

    template <access_mode M = access_mode::read_write, target Target = target::device> auto get_access(handler &cgh)
    {
        return accessor<T, D, M, Target>(*this, cgh);
    }
    template <access_mode M = access_mode::read_write, target Target = target::device>
    auto get_access(handler &cgh, range<D> part, id<D> offset = {})
    {
        return accessor<T, D, M, Target>(*this, cgh, part, offset);
    }
    // The older name of get_host_access.
    template <access_mode M> auto get_access() { return host_accessor<T, D, M>(*this); }
    template <access_mode M> auto get_access(range<D> part, id<D> offset = {}) { return host_accessor<T, D, M>(*this, part, offset); }
    template <class... Args> auto get_access(Args &&...args) { return accessor(*this, args...); }
    template <class... Args> auto get_host_access(const Args &...args) { return host_accessor(*this, args...); }

    friend bool operator==(const buffer &a, const buffer &b) { return a.memory_ == b.memory_ && a.first_ == b.first_ && a.range_ == b.range_; }
    friend bool operator!=(const buffer &a, const buffer &b) { return !(a == b); }

    // Of the library.
    const detail::shared<detail::buffer_memory<>> &detail_memory() const { return memory_; }
    std::remove_const_t<T> *ptr() const { return static_cast<std::remove_const_t<T> *>(memory_->data) + first_; }
    const range<D> &detail_extent() const { return extent_; }

    // Of the library: for reinterpret.
    buffer(detail::shared<detail::buffer_memory<>> memory, const range<D> &r, std::size_t first, bool is_part)
        : memory_(std::move(memory)), range_(r), extent_(r), first_(first), is_part_(is_part)
    {
    }

  private:
    // (The last argument tells this one from the program's.)
    buffer(const range<D> &r, Allocator a, const property_list &p, int) : with_properties(p), allocator_(std::move(a)), range_(r), extent_(r)
    {
        if (p.has_property<property::buffer::use_mutex>())
            memory_->mutex = p.get_property<property::buffer::use_mutex>().get_mutex_ptr();
    }
    template <class Shared> void share(const Shared &data)
    {
        memory_->data = mutable_ptr(data.get());
        memory_->keeps = std::shared_ptr<void>(data, memory_->data);
    }
    template <class I, class = void> struct detail_is_iterator : std::false_type {};
    template <class I> struct detail_is_iterator<I, std::void_t<typename std::iterator_traits<I>::iterator_category>> : std::true_type {};
    static std::remove_const_t<T> *mutable_ptr(T *data) { return const_cast<std::remove_const_t<T> *>(data); }
    void own()
    {
        using U = std::remove_const_t<T>;
        Allocator allocator = allocator_;
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
    detail::shared<detail::buffer_memory<>> memory_ = new detail::buffer_memory<>;
    Allocator allocator_;
    range<D> range_, extent_;
    std::size_t first_ = 0; // of a part: its first element in the whole
    bool is_part_ = false;  // though range and extent are the same
};
template <class Iterator> buffer(Iterator, Iterator, const property_list & = {}) -> buffer<typename std::iterator_traits<Iterator>::value_type, 1>;
template <class Iterator, class A>
buffer(Iterator, Iterator, A, const property_list & = {}) -> buffer<typename std::iterator_traits<Iterator>::value_type, 1, A>;
template <class T, int D> buffer(const T *, const range<D> &, const property_list & = {}) -> buffer<T, D>;
template <class T, int D> buffer(T *, const range<D> &, const property_list & = {}) -> buffer<T, D>;
template <class T, int D, class A> buffer(const T *, const range<D> &, A, const property_list & = {}) -> buffer<T, D, A>;
template <class T, int D, class A> buffer(T *, const range<D> &, A, const property_list & = {}) -> buffer<T, D, A>;
template <class Container> buffer(Container &, const property_list & = {}) -> buffer<typename Container::value_type, 1>;
template <class Container, class A> buffer(Container &, A, const property_list & = {}) -> buffer<typename Container::value_type, 1, A>;

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
