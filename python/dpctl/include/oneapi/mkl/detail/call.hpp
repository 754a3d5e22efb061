// What all domains need: operands, dtypes, failures as exceptions, events, and buffers as pointers with an order.
#ifndef DPEX_ONEAPI_MKL_DETAIL_CALL_HPP
#define DPEX_ONEAPI_MKL_DETAIL_CALL_HPP

#include "../../../sycl/sycl.hpp"
#include "../exceptions.hpp"
#include "../types.hpp"

#include <complex>
#include <initializer_list>
#include <vector>

namespace oneapi {
namespace mkl {

// A scalar argument: a number, or a pointer to one that is read when the call's dependencies are complete; the call waits for them.
template <class T> class value_or_pointer {
  public:
    template <class U, class = std::enable_if_t<std::is_convertible<U, T>::value>> value_or_pointer(U value) : value_(convert(value)) {}
    value_or_pointer(const T *pointer) : pointer_(pointer) {}
    T get_fixed_value() const { return value_; }
    const T *get_pointer() const { return pointer_; }
    // Of the library.
    T detail_get(sycl::queue &q, const std::vector<sycl::event> &deps) const
    {
        T value = value_;
        if (pointer_) q.memcpy(&value, pointer_, sizeof value, deps).wait();
        return value;
    }

  private:
    template <class U> static T convert(U value)
    {
        if constexpr (std::is_same<T, sycl::half>::value && std::is_arithmetic<U>::value)
            return T(static_cast<float>(value));
        else if constexpr (std::is_arithmetic<U>::value && !std::is_arithmetic<T>::value)
            return T(static_cast<typename T::value_type>(value));
        else
            return static_cast<T>(value);
    }
    T value_{};
    const T *pointer_ = nullptr;
};

namespace detail {

using events = std::vector<sycl::event>;

// Where a call is, for messages.
struct site {
    const char *domain, *function;
};

// Scalars do not take part in deduction, so that 1.0 fits pointers to float.
template <class T> struct same_type {
    using type = T;
};
template <class T> using same = typename same_type<T>::type;
template <class T> using scalar_of = typename same_type<value_or_pointer<T>>::type;

template <class T> struct number; // dtype: the library's; real: of magnitudes
#define DPEX_MKL_NUMBER(T, real_type, dpex)                                                                                        \
    template <> struct number<T> {                                                                                                 \
        using real = real_type;                                                                                                    \
        static constexpr dpex_dtype dtype = dpex;                                                                                  \
        static constexpr bool is_double = sizeof(real_type) == 8;                                                                  \
        static constexpr bool is_complex = sizeof(T) != sizeof(real_type);                                                         \
    };
DPEX_MKL_NUMBER(sycl::half, sycl::half, DPEX_F16)
DPEX_MKL_NUMBER(float, float, DPEX_F32)
DPEX_MKL_NUMBER(double, double, DPEX_F64)
DPEX_MKL_NUMBER(std::complex<float>, float, DPEX_C64)
DPEX_MKL_NUMBER(std::complex<double>, double, DPEX_C128)
#undef DPEX_MKL_NUMBER
template <class T> using real_of = typename number<T>::real;

template <class T> dpex_scalar scalar(T value)
{
    dpex_scalar s{};
    std::memcpy(&s, &value, sizeof value);
    return s;
}

// ---- failures

[[noreturn]] inline void refuse(const site &at, const std::string &what)
{
    throw invalid_argument(at.domain, at.function, what);
}
inline void require(const site &at, bool holds, const char *name, std::int64_t given, const std::string &allowed)
{
    if (!holds) refuse(at, std::string(name) + " is " + std::to_string(given) + "; it must be " + allowed);
}
inline void require_extents(const site &at, std::initializer_list<std::pair<const char *, std::int64_t>> list)
{
    for (const auto &extent : list) require(at, extent.second >= 0, extent.first, extent.second, "0 or more");
}
inline void require_double(const site &at, const sycl::queue &q)
{
    const sycl::device d = q.get_device();
    if (!d.has(sycl::aspect::fp64)) throw unsupported_device(at.domain, at.function, d, "has no double precision");
}

inline void check(dpex_status status, const site &at, const sycl::queue &q)
{
    if (status == DPEX_SUCCESS) return;
    const std::string text = sycl::detail::api()->error_message();
    switch (status) {
    case DPEX_ERROR_NO_MEMORY: throw device_bad_alloc(at.domain, at.function, q.get_device());
    case DPEX_ERROR_UNSUPPORTED: throw unimplemented(at.domain, at.function, text);
    case DPEX_ERROR_INVALID_VALUE:
    case DPEX_ERROR_INVALID_TYPE:
    case DPEX_ERROR_PLACEMENT:
    case DPEX_ERROR_OUT_OF_RANGE: throw invalid_argument(at.domain, at.function, text);
    default: throw exception(at.domain, at.function, text);
    }
}

// ---- calls

// Calls f(call): status, with the dependencies, and makes the event.
template <class F> sycl::event run(sycl::queue &q, const events &deps, const site &at, const F &f)
{
    dpex_event *few[8], *event = nullptr;
    std::vector<dpex_event *> many;
    dpex_event **list = few;
    if (deps.size() > sizeof few / sizeof *few) {
        many.resize(deps.size());
        list = many.data();
    }
    for (std::size_t i = 0; i < deps.size(); i++) list[i] = deps[i].get();
    dpex_strided_call call{};
    call.queue = q.get();
    call.deps = list;
    call.n_deps = deps.size();
    call.event = &event;
    check(f(call), at, q);
    return event ? sycl::event(sycl::detail::event_ref(event)) : sycl::event();
}

// The buffers of a call and whether it writes them.
class buffer_uses {
  public:
    template <class... B> explicit buffer_uses(const B &...b) { (add(b), ...); }
    std::vector<sycl::detail::tracked_use> list;

  private:
    void add(const sycl::detail::tracked_use &use) { list.push_back(use); }
};
template <class T> sycl::detail::tracked_use reads(const sycl::buffer<T, 1> &b)
{
    return {b.detail_memory(), false};
}
template <class T> sycl::detail::tracked_use writes(const sycl::buffer<T, 1> &b)
{
    return {b.detail_memory(), true};
}

// Calls f(dependencies): event, after the commands that conflict, and records it as a user.
template <class F> void with_buffers(const buffer_uses &uses, const F &f)
{
    std::lock_guard<std::mutex> guard(sycl::detail::tracked::lock());
    events deps;
    for (const sycl::detail::tracked_use &use : uses.list) {
        deps.push_back(use.memory->written);
        if (use.writes) deps.insert(deps.end(), use.memory->read.begin(), use.memory->read.end());
    }
    const sycl::event done = f(deps);
    for (const sycl::detail::tracked_use &use : uses.list) {
        if (use.writes) {
            use.memory->written = done;
            use.memory->read.clear();
        } else {
            use.memory->read.push_back(done);
        }
    }
}

// ---- operands

template <class T> dpex_strided strided(const T *ptr, dpex_dtype dtype, std::initializer_list<std::int64_t> shape,
                                        std::initializer_list<std::int64_t> strides)
{
    dpex_strided x{};
    x.ptr = const_cast<void *>(static_cast<const void *>(ptr));
    x.dtype = dtype;
    for (const std::int64_t extent : shape) x.shape[x.nd++] = extent;
    int d = 0;
    for (const std::int64_t stride : strides) x.strides[d++] = stride;
    return x;
}
template <class T> dpex_strided single(const T *ptr, dpex_dtype dtype = number<T>::dtype)
{
    return strided(ptr, dtype, {}, {});
}

inline std::int64_t at_least_1(std::int64_t n)
{
    return n > 1 ? n : 1;
}

// A vector of BLAS: with a negative step its first element lies last.
template <class T> dpex_strided vector(const site &at, const char *step_name, const T *x, std::int64_t n, std::int64_t step)
{
    require(at, step != 0, step_name, step, "other than 0");
    return strided(step < 0 && n > 0 ? x + (1 - n) * step : x, number<T>::dtype, {n}, {step});
}

// The same as a matrix of one column.
inline dpex_strided column(dpex_strided x)
{
    x.nd = 2;
    x.shape[1] = 1;
    x.strides[1] = 1;
    return x;
}

// rows x columns as the matrix lies in memory, of either order.
template <bool IsRowMajor, class T>
dpex_strided matrix(const site &at, const char *ld_name, const T *a, std::int64_t rows, std::int64_t columns, std::int64_t ld)
{
    const std::int64_t least = at_least_1(IsRowMajor ? columns : rows);
    require(at, ld >= least, ld_name, ld, "at least " + std::to_string(least) + (IsRowMajor ? ", the columns" : ", the rows"));
    return strided(a, number<T>::dtype, {rows, columns}, {IsRowMajor ? ld : 1, IsRowMajor ? 1 : ld});
}
inline void swap_axes(dpex_strided &x)
{
    const int i = x.nd - 2, j = x.nd - 1;
    std::swap(x.shape[i], x.shape[j]);
    std::swap(x.strides[i], x.strides[j]);
}
// op(a), rows x columns after the operation.
template <bool IsRowMajor, class T>
dpex_strided operated(const site &at, const char *ld_name, const T *a, transpose op, std::int64_t rows, std::int64_t columns,
                      std::int64_t ld)
{
    const int value = static_cast<int>(op);
    require(at, value == 0 || value == 1 || value == 3, "a transpose", value, "nontrans (0), trans (1) or conjtrans (3)");
    if (op == transpose::nontrans) return matrix<IsRowMajor>(at, ld_name, a, rows, columns, ld);
    dpex_strided x = matrix<IsRowMajor>(at, ld_name, a, columns, rows, ld);
    swap_axes(x);
    x.is_conjugated = op == transpose::conjtrans;
    return x;
}
inline dpex_strided stacked(dpex_strided x, std::int64_t n, std::int64_t distance)
{
    for (int d = x.nd++; d > 0; d--) {
        x.shape[d] = x.shape[d - 1];
        x.strides[d] = x.strides[d - 1];
    }
    x.shape[0] = n;
    x.strides[0] = distance;
    return x;
}

} // namespace detail
} // namespace mkl
} // namespace oneapi

#endif
