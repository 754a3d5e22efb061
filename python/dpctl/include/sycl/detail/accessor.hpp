// accessor, host_accessor, local_accessor: pointers with a range, and with what the command does there.
#ifndef DPEX_SYCL_ACCESSOR_HPP
#define DPEX_SYCL_ACCESSOR_HPP

#include "handler.hpp"
#include "multi_ptr.hpp"
#include "property.hpp"

#include <iterator>

namespace sycl {

namespace detail {

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

// The elements of a box inside a box of two or three dimensions, the last one fastest.
template <class T, int D> class box_iterator {
  public:
    using value_type = std::remove_cv_t<T>;
    using reference = T &;
    using pointer = T *;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;

    box_iterator() = default;
    box_iterator(T *first, const range<D> &extent, const range<D> &part, std::size_t i)
        : first_(first), extent_(extent), part_(part), i_(static_cast<std::ptrdiff_t>(i))
    {
    }
    template <class U, class = std::enable_if_t<std::is_same<const U, T>::value>>
    box_iterator(const box_iterator<U, D> &other)
        : first_(other.first_), extent_(other.extent_), part_(other.part_), i_(other.i_)
    {
    }
    reference operator*() const { return at(i_); }
    pointer operator->() const { return &at(i_); }
    reference operator[](std::ptrdiff_t n) const { return at(i_ + n); }
    box_iterator &operator++() { return *this += 1; }
    box_iterator &operator--() { return *this -= 1; }
    box_iterator operator++(int)
    {
        const box_iterator before = *this;
        i_++;
        return before;
    }
    box_iterator operator--(int)
    {
        const box_iterator before = *this;
        i_--;
        return before;
    }
    box_iterator &operator+=(std::ptrdiff_t n)
    {
        i_ += n;
        return *this;
    }
    box_iterator &operator-=(std::ptrdiff_t n)
    {
        i_ -= n;
        return *this;
    }
    friend box_iterator operator+(box_iterator a, std::ptrdiff_t n) { return a += n; }
    friend box_iterator operator+(std::ptrdiff_t n, box_iterator a) { return a += n; }
    friend box_iterator operator-(box_iterator a, std::ptrdiff_t n) { return a -= n; }
    friend std::ptrdiff_t operator-(const box_iterator &a, const box_iterator &b) { return a.i_ - b.i_; }
    friend bool operator==(const box_iterator &a, const box_iterator &b) { return a.i_ == b.i_; }
    friend bool operator!=(const box_iterator &a, const box_iterator &b) { return a.i_ != b.i_; }
    friend bool operator<(const box_iterator &a, const box_iterator &b) { return a.i_ < b.i_; }
    friend bool operator>(const box_iterator &a, const box_iterator &b) { return a.i_ > b.i_; }
    friend bool operator<=(const box_iterator &a, const box_iterator &b) { return a.i_ <= b.i_; }
    friend bool operator>=(const box_iterator &a, const box_iterator &b) { return a.i_ >= b.i_; }

  private:
    template <class U, int E> friend class box_iterator;
    T &at(std::ptrdiff_t i) const { return first_[linear(delinear(static_cast<std::size_t>(i), part_), extent_)]; }
    T *first_ = nullptr;
    range<D> extent_, part_;
    std::ptrdiff_t i_ = 0;
};

// Indexing, shared by all accessors. T is const where they only read. Indices count from the offset; pointers are the buffer's.
template <class T, int D> class view {
    template <class U> using iterator_of = std::conditional_t<D == 1, U *, box_iterator<U, D>>;

  public:
    static constexpr int dimensions = D;
    using value_type = T;
    using reference = T &;
    using const_reference = const T &;
    using size_type = std::size_t;
    using iterator = iterator_of<T>;
    using const_iterator = iterator_of<const T>;
    using reverse_iterator = std::reverse_iterator<iterator>;
    using const_reverse_iterator = std::reverse_iterator<const_iterator>;
    using difference_type = std::ptrdiff_t;

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
    std::size_t max_size() const noexcept { return static_cast<std::size_t>(-1) / sizeof(T); }
    std::size_t byte_size() const noexcept { return size() * sizeof(T); }
    std::size_t get_count() const { return size(); }
    std::size_t get_size() const { return byte_size(); }
    bool empty() const noexcept { return size() == 0; }
    iterator begin() const noexcept { return iterator_at<T>(0); }
    iterator end() const noexcept { return iterator_at<T>(size()); }
    const_iterator cbegin() const noexcept { return iterator_at<const T>(0); }
    const_iterator cend() const noexcept { return iterator_at<const T>(size()); }
    reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
    reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
    const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

    // Of the library.
    T *detail_data() const noexcept { return data_ - linear(offset_, extent_); }

  protected:
    view() = default;
    view(T *data, const range<D> &extent, const range<D> &part, const id<D> &offset)
        : extent_(extent), range_(part), offset_(offset)
    {
        for (int d = 0; d < D; d++)
            if (part[d] > extent[d] || offset[d] > extent[d] - part[d])
                throw exception(make_error_code(errc::invalid), "an accessor's range and offset must lie inside its buffer");
        data_ = data + linear(offset, extent);
    }
    T *data_ = nullptr; // the element at the offset
    range<D> extent_, range_;
    id<D> offset_;

  private:
    template <class U> iterator_of<U> iterator_at(std::size_t i) const
    {
        if constexpr (D == 1)
            return data_ + i;
        else
            return {data_, extent_, range_, i};
    }
};
// Of no dimension: one element.
template <class T> class view<T, 0> {
  public:
    static constexpr int dimensions = 0;
    using value_type = T;
    using reference = T &;
    using const_reference = const T &;
    using size_type = std::size_t;
    using iterator = T *;
    using const_iterator = const T *;
    using difference_type = std::ptrdiff_t;
    operator T &() const { return *data_; }
    std::size_t size() const noexcept { return 1; }
    std::size_t byte_size() const noexcept { return sizeof(T); }
    bool empty() const noexcept { return false; }
    T *begin() const noexcept { return data_; }
    T *end() const noexcept { return data_ + 1; }

    T *detail_data() const noexcept { return data_; }

  protected:
    view() = default;
    explicit view(T *data) : data_(data) {}
    T *data_ = nullptr;
};

// Takes no part in deducing D: buffers do.
template <int D> struct sizes {
    using extent = range<D>;
    using offset = id<D>;
};

} // namespace detail

template <class T, int D, access_mode M, target Target, access::placeholder P>
class accessor : public detail::view<detail::accessed<T, M>, D> {
    using base = detail::view<detail::accessed<T, M>, D>;
    using tag = detail::mode_tag<M, Target>;

  public:
    static constexpr sycl::access_mode access_mode = M;
    static constexpr target access_target = Target;
    template <access::decorated E> using accessor_ptr = multi_ptr<detail::accessed<T, M>, access::address_space::global_space, E>;

    accessor() = default;
    // Of a command group.
    template <class A>
    accessor(buffer<T, D, A> &b, handler &cgh, const property_list & = {}) : accessor(b, &cgh, b.get_range(), {}, 0)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, handler &cgh, tag, const property_list & = {}) : accessor(b, &cgh, b.get_range(), {}, 0)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, handler &cgh, typename detail::sizes<D>::extent part, const property_list & = {})
        : accessor(b, &cgh, part, {}, 0)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, handler &cgh, typename detail::sizes<D>::extent part, tag, const property_list & = {})
        : accessor(b, &cgh, part, {}, 0)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, handler &cgh, typename detail::sizes<D>::extent part, typename detail::sizes<D>::offset offset,
             const property_list & = {})
        : accessor(b, &cgh, part, offset, 0)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, handler &cgh, typename detail::sizes<D>::extent part, typename detail::sizes<D>::offset offset,
             tag, const property_list & = {})
        : accessor(b, &cgh, part, offset, 0)
    {
    }
    // Placeholders: for handler::require.
    template <class A> accessor(buffer<T, D, A> &b, const property_list & = {}) : accessor(b, nullptr, b.get_range(), {}, 0) {}
    template <class A> accessor(buffer<T, D, A> &b, tag, const property_list & = {}) : accessor(b, nullptr, b.get_range(), {}, 0) {}
    template <class A>
    accessor(buffer<T, D, A> &b, typename detail::sizes<D>::extent part, const property_list & = {})
        : accessor(b, nullptr, part, {}, 0)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, typename detail::sizes<D>::extent part, tag, const property_list & = {})
        : accessor(b, nullptr, part, {}, 0)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, typename detail::sizes<D>::extent part, typename detail::sizes<D>::offset offset,
             const property_list & = {})
        : accessor(b, nullptr, part, offset, 0)
    {
    }
    template <class A>
    accessor(buffer<T, D, A> &b, typename detail::sizes<D>::extent part, typename detail::sizes<D>::offset offset, tag,
             const property_list & = {})
        : accessor(b, nullptr, part, offset, 0)
    {
    }
    // One that may write serves where one that reads is asked for.
    template <class U, access::mode N,
              class = std::enable_if_t<N == access::mode::read_write && M == access::mode::read &&
                                       std::is_same<std::remove_const_t<U>, std::remove_const_t<T>>::value>>
    accessor(const accessor<U, D, N, Target, P> &other)
        : base(other.detail_data(), other.extent_, other.range_, other.offset_), memory_(other.memory_),
          is_placeholder_(other.is_placeholder_)
    {
    }

    bool is_placeholder() const { return is_placeholder_; }
    void swap(accessor &other) { std::swap(*this, other); }
    auto get_pointer() const noexcept
    {
        if constexpr (Target == target::device)
            return global_ptr<detail::accessed<T, M>>(this->detail_data());
        else
            return this->detail_data();
    }
    template <access::decorated E> accessor_ptr<E> get_multi_ptr() const noexcept { return accessor_ptr<E>(this->detail_data()); }
    friend bool operator==(const accessor &a, const accessor &b)
    {
        return a.data_ == b.data_ && a.range_ == b.range_ && a.offset_ == b.offset_ && a.memory_ == b.memory_;
    }
    friend bool operator!=(const accessor &a, const accessor &b) { return !(a == b); }

    // Of the library.
    void detail_require(handler &cgh) const { cgh.detail_use(detail::shared<detail::tracked>(memory_), detail::is_writing(M)); }

  private:
    template <class U, int E, sycl::access_mode N, target G, access::placeholder Q> friend class accessor;
    // The last argument tells this one from the program's.
    template <class A>
    accessor(buffer<T, D, A> &b, handler *cgh, const range<D> &part, const id<D> &offset, int)
        : base(b.ptr(), b.detail_extent(), part, offset), memory_(b.detail_memory().get()), is_placeholder_(!cgh)
    {
        if (cgh) detail_require(*cgh);
    }
    detail::tracked *memory_ = nullptr; // the buffer's, which outlives what is submitted with this
    bool is_placeholder_ = false;
};
template <class T, access_mode M, target Target, access::placeholder P>
class accessor<T, 0, M, Target, P> : public detail::view<detail::accessed<T, M>, 0> {
    using base = detail::view<detail::accessed<T, M>, 0>;

  public:
    template <access::decorated E> using accessor_ptr = multi_ptr<detail::accessed<T, M>, access::address_space::global_space, E>;
    accessor() = default;
    template <class A> accessor(buffer<T, 1, A> &b, handler &cgh, const property_list & = {}) : accessor(b) { detail_require(cgh); }
    template <class A> accessor(buffer<T, 1, A> &b, const property_list & = {}) : base(b.ptr()), memory_(b.detail_memory().get()) {}
    const accessor &operator=(const T &x) const
    {
        *this->data_ = x;
        return *this;
    }
    accessor(const accessor &) = default;
    accessor &operator=(const accessor &) = default;
    auto get_pointer() const noexcept { return global_ptr<detail::accessed<T, M>>(this->detail_data()); }
    template <access::decorated E> accessor_ptr<E> get_multi_ptr() const noexcept { return accessor_ptr<E>(this->detail_data()); }
    void detail_require(handler &cgh) const { cgh.detail_use(detail::shared<detail::tracked>(memory_), detail::is_writing(M)); }

  private:
    detail::tracked *memory_ = nullptr;
};
template <class T, int D, access_mode M> class host_accessor : public detail::view<detail::accessed<T, M>, D> {
    using base = detail::view<detail::accessed<T, M>, D>;

  public:
    static constexpr sycl::access_mode access_mode = M;

    host_accessor() = default;
    template <class A> host_accessor(buffer<T, D, A> &b, const property_list & = {}) : host_accessor(b, b.get_range(), id<D>()) {}
    template <class A>
    host_accessor(buffer<T, D, A> &b, typename detail::sizes<D>::extent part, const property_list & = {})
        : host_accessor(b, part, id<D>())
    {
    }
    template <class A>
    host_accessor(buffer<T, D, A> &b, typename detail::sizes<D>::extent part, typename detail::sizes<D>::offset offset,
                  const property_list & = {})
        : base(b.ptr(), b.detail_extent(), part, offset), memory_(b.detail_memory())
    {
        memory_->wait(detail::is_writing(M));
    }
    template <class A, target G>
    host_accessor(buffer<T, D, A> &b, detail::mode_tag<M, G>, const property_list & = {}) : host_accessor(b)
    {
    }
    template <class A, target G>
    host_accessor(buffer<T, D, A> &b, typename detail::sizes<D>::extent part, detail::mode_tag<M, G>, const property_list & = {})
        : host_accessor(b, part)
    {
    }
    template <class A, target G>
    host_accessor(buffer<T, D, A> &b, typename detail::sizes<D>::extent part, typename detail::sizes<D>::offset offset,
                  detail::mode_tag<M, G>, const property_list & = {})
        : host_accessor(b, part, offset)
    {
    }
    detail::accessed<T, M> *get_pointer() const noexcept { return this->detail_data(); }
    void swap(host_accessor &other) { std::swap(*this, other); }
    friend bool operator==(const host_accessor &a, const host_accessor &b)
    {
        return a.data_ == b.data_ && a.range_ == b.range_ && a.offset_ == b.offset_ && a.memory_ == b.memory_;
    }
    friend bool operator!=(const host_accessor &a, const host_accessor &b) { return !(a == b); }

  private:
    detail::shared<detail::tracked> memory_;
};
template <class T, access_mode M> class host_accessor<T, 0, M> : public detail::view<detail::accessed<T, M>, 0> {
  public:
    host_accessor() = default;
    template <class A>
    host_accessor(buffer<T, 1, A> &b, const property_list & = {})
        : detail::view<detail::accessed<T, M>, 0>(b.ptr()), memory_(b.detail_memory())
    {
        memory_->wait(detail::is_writing(M));
    }
    const host_accessor &operator=(const T &x) const
    {
        *this->data_ = x;
        return *this;
    }
    detail::accessed<T, M> *get_pointer() const noexcept { return this->detail_data(); }

  private:
    detail::shared<detail::tracked> memory_;
};
// Memory of a work-group. The copy that a thread makes of the lambda finds the thread's (launch.hpp).
template <class T, int D> class local_accessor : public detail::view<T, D> {
  public:
    template <access::decorated E> using accessor_ptr = multi_ptr<T, access::address_space::local_space, E>;

    local_accessor() = default;
    local_accessor(const range<D> &r, handler &cgh, const property_list & = {})
        : detail::view<T, D>(nullptr, r, r, id<D>()), first_(cgh.detail_local(r.size() * sizeof(T)))
    {
    }
    local_accessor(const local_accessor &other) : detail::view<T, D>(other), first_(other.first_)
    {
        if (detail::local_base) this->data_ = reinterpret_cast<T *>(detail::local_base + first_);
    }
    local_accessor &operator=(const local_accessor &) = default;
    local_ptr<T> get_pointer() const noexcept { return this->detail_data(); }
    template <access::decorated E> accessor_ptr<E> get_multi_ptr() const noexcept { return accessor_ptr<E>(this->detail_data()); }
    void swap(local_accessor &other) { std::swap(*this, other); }
    friend bool operator==(const local_accessor &a, const local_accessor &b) { return a.data_ == b.data_ && a.first_ == b.first_; }
    friend bool operator!=(const local_accessor &a, const local_accessor &b) { return !(a == b); }

  private:
    std::size_t first_ = 0;
};
template <class T> class local_accessor<T, 0> : public detail::view<T, 0> {
  public:
    local_accessor() = default;
    explicit local_accessor(handler &cgh, const property_list & = {}) : first_(cgh.detail_local(sizeof(T))) {}
    local_accessor(const local_accessor &other) : detail::view<T, 0>(other), first_(other.first_)
    {
        if (detail::local_base) this->data_ = reinterpret_cast<T *>(detail::local_base + first_);
    }
    local_accessor &operator=(const local_accessor &) = default;
    const local_accessor &operator=(const T &x) const
    {
        *this->data_ = x;
        return *this;
    }
    local_ptr<T> get_pointer() const noexcept { return this->detail_data(); }

  private:
    std::size_t first_ = 0;
};

} // namespace sycl

#endif
