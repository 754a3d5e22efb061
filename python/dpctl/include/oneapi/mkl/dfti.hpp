// oneapi::mkl::dft: Fourier transforms of 1 to 3 dimensions, any length, in place or not, any number at once.
#ifndef DPEX_ONEAPI_MKL_DFTI_HPP
#define DPEX_ONEAPI_MKL_DFTI_HPP

#include "detail/call.hpp"

namespace oneapi {
namespace mkl {
namespace dft {

enum class precision { SINGLE, DOUBLE };
enum class domain { REAL, COMPLEX };
enum class config_param {
    FORWARD_DOMAIN,
    DIMENSION,
    LENGTHS,
    PRECISION,
    FORWARD_SCALE,
    BACKWARD_SCALE,
    NUMBER_OF_TRANSFORMS,
    COMPLEX_STORAGE,
    CONJUGATE_EVEN_STORAGE,
    PLACEMENT,
    INPUT_STRIDES,
    OUTPUT_STRIDES,
    FWD_STRIDES,
    BWD_STRIDES,
    FWD_DISTANCE,
    BWD_DISTANCE,
    COMMIT_STATUS
};
enum class config_value { COMMITTED, UNCOMMITTED, COMPLEX_COMPLEX, REAL_REAL, INPLACE, NOT_INPLACE };

namespace detail {
using namespace mkl::detail;

// Of the forward domain (numbers before a forward transform) or of the backward one. Elements of the domain; strides[0]: the first.
struct layout {
    std::vector<std::int64_t> strides; // empty: dense
    std::int64_t distance = 0;         // 0: dense
};
} // namespace detail

template <precision P, domain D> class descriptor {
  public:
    using real = std::conditional_t<P == precision::DOUBLE, double, float>;
    using complex = std::complex<real>;
    using forward = std::conditional_t<D == domain::REAL, real, complex>; // elements of the forward domain

    descriptor(std::int64_t length) : descriptor(std::vector<std::int64_t>{length}) {}
    descriptor(std::vector<std::int64_t> lengths) : lengths_(std::move(lengths))
    {
        if (lengths_.empty() || lengths_.size() > 3)
            detail::refuse(at("descriptor"), std::to_string(lengths_.size()) + " dimensions; it must be 1 to 3");
        for (const std::int64_t n : lengths_) detail::require(at("descriptor"), n > 0, "a length", n, "1 or more");
    }

    // Numbers: scales, the number of transforms and their distances.
    template <class V, class = std::enable_if_t<std::is_arithmetic<V>::value>> void set_value(config_param param, V value)
    {
        const auto count = static_cast<std::int64_t>(value);
        is_committed_ = false;
        switch (param) {
        case config_param::FORWARD_SCALE: forward_scale_ = static_cast<real>(value); break;
        case config_param::BACKWARD_SCALE: backward_scale_ = static_cast<real>(value); break;
        case config_param::NUMBER_OF_TRANSFORMS:
            detail::require(at("set_value"), count > 0, "NUMBER_OF_TRANSFORMS", count, "1 or more");
            n_transforms_ = count;
            break;
        case config_param::FWD_DISTANCE: forward_.distance = count; break;
        case config_param::BWD_DISTANCE: backward_.distance = count; break;
        default: refuse_param("set_value", "a number");
        }
    }
    void set_value(config_param param, config_value value)
    {
        is_committed_ = false;
        if (param == config_param::PLACEMENT && (value == config_value::INPLACE || value == config_value::NOT_INPLACE))
            is_in_place_ = value == config_value::INPLACE;
        else if (value == config_value::REAL_REAL)
            throw unimplemented("dft", "set_value", "REAL_REAL storage; complex numbers are stored as COMPLEX_COMPLEX");
        else if (value != config_value::COMPLEX_COMPLEX)
            refuse_param("set_value", "that value");
    }
    // Strides: one more than there are dimensions, the first one of them the offset of the first element.
    void set_value(config_param param, const std::vector<std::int64_t> &strides)
    {
        if (strides.size() != lengths_.size() + 1)
            detail::refuse(at("set_value"), std::to_string(strides.size()) + " strides; of " + std::to_string(lengths_.size()) +
                                                " dimensions there must be one more than dimensions");
        set_value(param, strides.data());
    }
    void set_value(config_param param, const std::int64_t *strides)
    {
        is_committed_ = false;
        const std::vector<std::int64_t> list(strides, strides + lengths_.size() + 1);
        switch (param) {
        case config_param::FWD_STRIDES: forward_.strides = list; break;
        case config_param::BWD_STRIDES: backward_.strides = list; break;
        case config_param::INPUT_STRIDES: input_ = list; break;
        case config_param::OUTPUT_STRIDES: output_ = list; break;
        default: refuse_param("set_value", "strides");
        }
    }

    void get_value(config_param param, real *value) const
    {
        if (param == config_param::FORWARD_SCALE)
            *value = forward_scale_;
        else if (param == config_param::BACKWARD_SCALE)
            *value = backward_scale_;
        else
            refuse_param("get_value", "a real number");
    }
    // Counts, and lists into memory of the caller's.
    void get_value(config_param param, std::int64_t *value) const
    {
        switch (param) {
        case config_param::DIMENSION: *value = static_cast<std::int64_t>(lengths_.size()); break;
        case config_param::LENGTHS: std::copy(lengths_.begin(), lengths_.end(), value); break;
        case config_param::NUMBER_OF_TRANSFORMS: *value = n_transforms_; break;
        case config_param::FWD_DISTANCE: *value = distance(true); break;
        case config_param::BWD_DISTANCE: *value = distance(false); break;
        case config_param::FWD_STRIDES: copy(strides(true), value); break;
        case config_param::BWD_STRIDES: copy(strides(false), value); break;
        case config_param::INPUT_STRIDES: copy(input_.empty() ? strides(true) : input_, value); break;
        case config_param::OUTPUT_STRIDES: copy(output_.empty() ? strides(false) : output_, value); break;
        default: refuse_param("get_value", "an integer");
        }
    }
    void get_value(config_param param, config_value *value) const
    {
        switch (param) {
        case config_param::PLACEMENT: *value = is_in_place_ ? config_value::INPLACE : config_value::NOT_INPLACE; break;
        case config_param::COMMIT_STATUS: *value = is_committed_ ? config_value::COMMITTED : config_value::UNCOMMITTED; break;
        case config_param::COMPLEX_STORAGE:
        case config_param::CONJUGATE_EVEN_STORAGE: *value = config_value::COMPLEX_COMPLEX; break;
        default: refuse_param("get_value", "a config_value");
        }
    }
    void get_value(config_param param, precision *value) const
    {
        if (param != config_param::PRECISION) refuse_param("get_value", "a precision");
        *value = P;
    }
    void get_value(config_param param, domain *value) const
    {
        if (param != config_param::FORWARD_DOMAIN) refuse_param("get_value", "a domain");
        *value = D;
    }

    void commit(sycl::queue &q)
    {
        if (P == precision::DOUBLE) detail::require_double(at("commit"), q);
        queue_ = std::make_shared<sycl::queue>(q);
        is_committed_ = true;
    }

    // Of the library: one transform.
    sycl::event detail_compute(const char *function, bool is_backward, bool is_in_place, const void *in, void *out,
                               const detail::events &deps) const
    {
        if (!is_committed_) throw uninitialized("dft", function, "the descriptor is not committed");
        if (is_in_place != is_in_place_)
            detail::refuse(at(function), is_in_place_ ? "two arrays; the descriptor's PLACEMENT is INPLACE"
                                                      : "one array; the descriptor's PLACEMENT is NOT_INPLACE");
        static constexpr int axes[3] = {1, 2, 3};
        dpex_fft_spec spec{};
        spec.kind = D == domain::COMPLEX ? DPEX_FFT_C2C : is_backward ? DPEX_FFT_C2R : DPEX_FFT_R2C;
        spec.is_backward = is_backward;
        spec.scale = static_cast<double>(is_backward ? backward_scale_ : forward_scale_);
        spec.n_axes = static_cast<int>(lengths_.size());
        spec.axes = axes;
        spec.n = lengths_.data();
        const dpex_strided x = operand(in, !is_backward, input_), y = operand(out, is_backward, output_);
        return detail::run(*queue_, deps, at(function),
                           [&](const dpex_strided_call &call) { return sycl::detail::api()->strided_fft(&call, &spec, &x, &y); });
    }

  private:
    static detail::site at(const char *function) { return {"dft", function}; }
    [[noreturn]] void refuse_param(const char *function, const char *what) const
    {
        detail::refuse(at(function), std::string(what) + " is not what this parameter has");
    }
    static void copy(const std::vector<std::int64_t> &from, std::int64_t *to) { std::copy(from.begin(), from.end(), to); }

    std::int64_t extent(bool is_forward, std::size_t d) const
    {
        const bool is_half = D == domain::REAL && !is_forward && d + 1 == lengths_.size();
        return is_half ? lengths_[d] / 2 + 1 : lengths_[d];
    }
    // Elements of a dense row: real numbers in place leave space for their transform.
    std::int64_t row(bool is_forward) const
    {
        const std::int64_t n = lengths_.back();
        return D == domain::REAL && is_forward && is_in_place_ ? 2 * (n / 2 + 1) : extent(is_forward, lengths_.size() - 1);
    }
    std::vector<std::int64_t> strides(bool is_forward) const
    {
        const detail::layout &of = is_forward ? forward_ : backward_;
        if (!of.strides.empty()) return of.strides;
        std::vector<std::int64_t> list(lengths_.size() + 1, 0);
        std::int64_t step = 1;
        for (std::size_t d = lengths_.size(); d > 0; d--) {
            list[d] = step;
            step *= d == lengths_.size() ? row(is_forward) : lengths_[d - 1];
        }
        return list;
    }
    std::int64_t distance(bool is_forward) const
    {
        const detail::layout &of = is_forward ? forward_ : backward_;
        if (of.distance) return of.distance;
        std::int64_t size = row(is_forward);
        for (std::size_t d = 0; d + 1 < lengths_.size(); d++) size *= lengths_[d];
        return size;
    }
    dpex_strided operand(const void *ptr, bool is_forward, const std::vector<std::int64_t> &given) const
    {
        const std::vector<std::int64_t> steps = given.empty() ? strides(is_forward) : given;
        const bool is_real = D == domain::REAL && is_forward;
        dpex_strided x{};
        const std::int64_t bytes = is_real ? std::int64_t(sizeof(real)) : std::int64_t(sizeof(complex));
        x.ptr = static_cast<char *>(const_cast<void *>(ptr)) + steps[0] * bytes;
        x.dtype = is_real ? detail::number<real>::dtype : detail::number<complex>::dtype;
        x.nd = static_cast<int>(lengths_.size()) + 1;
        x.shape[0] = n_transforms_;
        x.strides[0] = distance(is_forward);
        for (std::size_t d = 0; d < lengths_.size(); d++) {
            x.shape[d + 1] = extent(is_forward, d);
            x.strides[d + 1] = steps[d + 1];
        }
        return x;
    }

    std::vector<std::int64_t> lengths_, input_, output_;
    detail::layout forward_, backward_;
    std::int64_t n_transforms_ = 1;
    real forward_scale_ = 1, backward_scale_ = 1;
    bool is_in_place_ = true, is_committed_ = false;
    std::shared_ptr<sycl::queue> queue_;
};

// Memory may be given as real or as complex numbers of the descriptor's precision.
#define DPEX_MKL_COMPUTE(name, is_backward)                                                                                        \
    template <class Descriptor, class T> sycl::event name(Descriptor &d, T *inout, const detail::events &deps = {})                \
    {                                                                                                                              \
        static_assert(std::is_same<detail::real_of<T>, typename Descriptor::real>::value, "numbers of the descriptor's precision"); \
        return d.detail_compute(#name, is_backward, true, inout, inout, deps);                                                     \
    }                                                                                                                              \
    template <class Descriptor, class In, class Out>                                                                               \
    sycl::event name(Descriptor &d, In *in, Out *out, const detail::events &deps = {})                                             \
    {                                                                                                                              \
        static_assert(std::is_same<detail::real_of<std::remove_const_t<In>>, typename Descriptor::real>::value &&                  \
                          std::is_same<detail::real_of<Out>, typename Descriptor::real>::value,                                    \
                      "numbers of the descriptor's precision");                                                                    \
        return d.detail_compute(#name, is_backward, false, in, out, deps);                                                         \
    }                                                                                                                              \
    template <class Descriptor, class T> void name(Descriptor &d, sycl::buffer<T, 1> &inout)                                       \
    {                                                                                                                              \
        detail::with_buffers(detail::buffer_uses(detail::writes(inout)),                                                           \
                             [&](const detail::events &deps) { return name(d, inout.ptr(), deps); });                              \
    }                                                                                                                              \
    template <class Descriptor, class In, class Out> void name(Descriptor &d, sycl::buffer<In, 1> &in, sycl::buffer<Out, 1> &out)  \
    {                                                                                                                              \
        detail::with_buffers(detail::buffer_uses(detail::reads(in), detail::writes(out)),                                          \
                             [&](const detail::events &deps) { return name(d, in.ptr(), out.ptr(), deps); });                      \
    }
DPEX_MKL_COMPUTE(compute_forward, false)
DPEX_MKL_COMPUTE(compute_backward, true)
#undef DPEX_MKL_COMPUTE

} // namespace dft
} // namespace mkl
} // namespace oneapi

#endif
