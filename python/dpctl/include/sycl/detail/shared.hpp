// Small owners for what the headers keep to themselves: counted objects, one owner, a growing list.
//
// Every extension is compiled with these headers, and the standard's own take a compiler ten times as long for each type that they are
// used with. Where SYCL names a standard type, that is used.
#ifndef DPEX_SYCL_SHARED_HPP
#define DPEX_SYCL_SHARED_HPP

#include <cstddef>
#include <utility>

namespace sycl {
namespace detail {

// Ends with the last `shared` of it. Copies count their own owners.
class counted_object {
  public:
    counted_object() = default;
    counted_object(const counted_object &) noexcept {}
    counted_object &operator=(const counted_object &) noexcept { return *this; }
    virtual ~counted_object() = default;
    void retain() const noexcept { __atomic_fetch_add(&n_owners_, 1, __ATOMIC_RELAXED); }
    void release() const noexcept
    {
        if (__atomic_sub_fetch(&n_owners_, 1, __ATOMIC_ACQ_REL) == 0) delete this;
    }

  private:
    mutable std::size_t n_owners_ = 0;
};

// An address for each type, the same in all libraries of the process.
template <class T> __attribute__((visibility("default"))) const void *type_of() noexcept
{
    static const char at = 0;
    return &at;
}

// A counted object, of which there may be any number of owners.
template <class T> class shared {
  public:
    shared() = default;
    shared(std::nullptr_t) noexcept {}
    shared(T *object) noexcept : object_(object)
    {
        if (object_) object_->retain();
    }
    shared(const shared &other) noexcept : shared(other.object_) {}
    shared(shared &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    shared &operator=(shared other) noexcept
    {
        std::swap(object_, other.object_);
        return *this;
    }
    ~shared()
    {
        if (object_) object_->release();
    }
    // Where a base of it is asked for.
    template <class U> operator shared<U>() const noexcept { return shared<U>(object_); }
    T *get() const noexcept { return object_; }
    T &operator*() const noexcept { return *object_; }
    T *operator->() const noexcept { return object_; }
    explicit operator bool() const noexcept { return object_ != nullptr; }
    friend bool operator==(const shared &a, const shared &b) noexcept { return a.object_ == b.object_; }
    friend bool operator!=(const shared &a, const shared &b) noexcept { return a.object_ != b.object_; }

  private:
    T *object_ = nullptr;
};

// An object with one owner.
template <class T> class owned {
  public:
    owned() = default;
    explicit owned(T *object) noexcept : object_(object) {}
    owned(owned &&other) noexcept : object_(other.release()) {}
    owned &operator=(owned &&other) noexcept
    {
        std::swap(object_, other.object_);
        return *this;
    }
    ~owned() { delete object_; }
    T *get() const noexcept { return object_; }
    T *operator->() const noexcept { return object_; }
    T *release() noexcept { return std::exchange(object_, nullptr); }

  private:
    T *object_ = nullptr;
};

// A growing list of objects that can be default constructed.
template <class T> class sequence {
  public:
    sequence() = default;
    sequence(const sequence &other) : sequence()
    {
        for (const T &x : other) push_back(x);
    }
    sequence(sequence &&other) noexcept { swap(other); }
    sequence &operator=(sequence other) noexcept
    {
        swap(other);
        return *this;
    }
    ~sequence() { delete[] elems_; }
    void push_back(T x)
    {
        if (n_ == capacity_) grow(2 * capacity_ + 4);
        elems_[n_++] = std::move(x);
    }
    // Those behind what was there are default constructed.
    void resize(std::size_t n)
    {
        if (n > capacity_) grow(n);
        n_ = n;
    }
    void clear() { *this = sequence(); }
    void swap(sequence &other) noexcept
    {
        std::swap(elems_, other.elems_);
        std::swap(n_, other.n_);
        std::swap(capacity_, other.capacity_);
    }
    std::size_t size() const noexcept { return n_; }
    bool empty() const noexcept { return n_ == 0; }
    T *data() const noexcept { return elems_; }
    T &operator[](std::size_t i) const noexcept { return elems_[i]; }
    T *begin() noexcept { return elems_; }
    T *end() noexcept { return elems_ + n_; }
    const T *begin() const noexcept { return elems_; }
    const T *end() const noexcept { return elems_ + n_; }

  private:
    void grow(std::size_t capacity)
    {
        T *more = new T[capacity]();
        for (std::size_t i = 0; i < n_; i++) more[i] = std::move(elems_[i]);
        delete[] elems_;
        elems_ = more;
        capacity_ = capacity;
    }
    T *elems_ = nullptr;
    std::size_t n_ = 0, capacity_ = 0;
};

} // namespace detail
} // namespace sycl

#endif
