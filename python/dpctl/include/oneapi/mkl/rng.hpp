// oneapi::mkl::rng: generators of random words, distributions, and vectors of numbers.
//
// The words of an engine are those that its authors published for the seed; how numbers are made of them is this library's choice.
#ifndef DPEX_ONEAPI_MKL_RNG_HPP
#define DPEX_ONEAPI_MKL_RNG_HPP

#include "detail/call.hpp"

#include <limits>

namespace oneapi {
namespace mkl {
namespace rng {

namespace detail {
using namespace mkl::detail;

// A generator and the queue that fills with it. Copies have the same state and go on separately.
class engine {
  public:
    engine(const sycl::queue &q, const char *name) : queue_(q), name_(name) { create(); }
    engine(const engine &other) : queue_(other.queue_), name_(other.name_)
    {
        create();
        copy(other);
    }
    engine &operator=(const engine &other)
    {
        if (this == &other) return *this;
        queue_ = other.queue_;
        name_ = other.name_;
        create();
        copy(other);
        return *this;
    }
    sycl::queue get_queue() const { return queue_; }

    dpex_random *detail_get() const { return random_.get(); }
    sycl::queue &detail_queue() { return queue_; }
    void detail_skip(std::uint64_t n) { check(sycl::detail::api()->random_skip(random_.get(), n), {"rng", "skip_ahead"}, queue_); }

  protected:
    std::unique_ptr<dpex_random_state> get_state() const
    {
        auto state = std::make_unique<dpex_random_state>();
        check(sycl::detail::api()->random_get_state(random_.get(), state.get()), {"rng", name_}, queue_);
        return state;
    }
    void set_state(const dpex_random_state &state)
    {
        check(sycl::detail::api()->random_set_state(random_.get(), &state), {"rng", name_}, queue_);
    }

  private:
    void create()
    {
        dpex_random *random;
        check(sycl::detail::api()->random_create(name_, &random), {"rng", name_}, queue_);
        random_ = std::shared_ptr<dpex_random>(random, [](dpex_random *p) { sycl::detail::api()->random_release(p); });
    }
    void copy(const engine &other) { set_state(*other.get_state()); }
    sycl::queue queue_;
    const char *name_;
    std::shared_ptr<dpex_random> random_;
};

template <class T> constexpr dpex_dtype result_dtype()
{
    if constexpr (std::is_same<T, std::int32_t>::value)
        return DPEX_I32;
    else if constexpr (std::is_same<T, std::uint32_t>::value)
        return DPEX_U32;
    else if constexpr (std::is_same<T, std::uint64_t>::value)
        return DPEX_U64;
    else
        return number<T>::dtype;
}
template <class T> constexpr bool is_real = std::is_same<T, float>::value || std::is_same<T, double>::value;
template <class T> constexpr bool is_int = std::is_same<T, std::int32_t>::value;

// What all distributions are: a formula and its parameters (dpex/strided.h).
template <class T, class Method, dpex_random_distribution Kind> class distribution {
  public:
    using result_type = T;
    using method_type = Method;
    static constexpr dpex_random_distribution detail_kind = Kind;
    const double *detail_parameters() const { return parameters_; }

  protected:
    explicit distribution(double a = 0, double b = 0, double c = 0, double d = 0) : parameters_{a, b, c, d} {}
    template <class P = T> P get(int i) const { return static_cast<P>(parameters_[i]); }
    static void require(const char *name, bool holds, const char *parameter, double given, const char *allowed)
    {
        if (!holds) refuse({"rng", name}, std::string(parameter) + " is " + std::to_string(given) + "; it must be " + allowed);
    }

  private:
    double parameters_[DPEX_RANDOM_N_PARAMETERS];
};
} // namespace detail

// Philox 4x32 with 10 rounds: J. Salmon et al. (2011). The words of the list are the key, then the counter, lowest first.
class philox4x32x10 : public detail::engine {
  public:
    static constexpr std::uint64_t default_seed = 0;
    explicit philox4x32x10(const sycl::queue &q, std::uint64_t seed = default_seed) : philox4x32x10(q, {seed}) {}
    philox4x32x10(const sycl::queue &q, std::initializer_list<std::uint64_t> seed) : engine(q, "philox4x32")
    {
        auto state = get_state();
        const std::uint64_t *given = seed.begin();
        const auto word = [&](std::size_t i) { return i < seed.size() ? given[i] : 0; };
        if (seed.size() > 3) detail::refuse({"rng", "philox4x32x10"}, std::to_string(seed.size()) + " words of a seed; at most 3");
        // The counter goes up before a block is made.
        state->words[0] = word(1) - 1;
        state->words[1] = word(2) - (word(1) == 0);
        state->words[2] = word(0);
        state->words[5] = 2;
        set_state(*state);
    }
};

// The Mersenne Twister: M. Matsumoto, T. Nishimura (1998), seeded by their init_by_array.
class mt19937 : public detail::engine {
  public:
    static constexpr std::uint32_t default_seed = 1;
    explicit mt19937(const sycl::queue &q, std::uint32_t seed = default_seed) : mt19937(q, {seed}) {}
    mt19937(const sycl::queue &q, std::initializer_list<std::uint32_t> seed) : engine(q, "mt19937")
    {
        static const std::uint32_t one = 1;
        auto state = get_state();
        sycl::detail::api()->random_seed_twister(seed.size() ? seed.begin() : &one, seed.size() ? seed.size() : 1, state.get());
        set_state(*state);
    }
};

// A multiplicative congruential generator: x = 13^13 x modulo 2^59.
class mcg59 : public detail::engine {
  public:
    static constexpr std::uint64_t default_seed = 1;
    explicit mcg59(const sycl::queue &q, std::uint64_t seed = default_seed) : engine(q, "mcg59")
    {
        auto state = get_state();
        state->words[0] = seed & ((std::uint64_t(1) << 59) - 1);
        if (!state->words[0]) state->words[0] = 1;
        set_state(*state);
    }
    mcg59(const sycl::queue &q, std::initializer_list<std::uint64_t> seed) : mcg59(q, seed.size() ? *seed.begin() : default_seed) {}
};

using default_engine = philox4x32x10;

// As if so many numbers of one word had been made: words have 32 bits, mcg59's 59. mt19937 takes time for each.
template <class Engine> void skip_ahead(Engine &engine, std::uint64_t n)
{
    engine.detail_skip(n);
}
// The number's parts of 64 bits, lowest first.
template <class Engine> void skip_ahead(Engine &engine, std::initializer_list<std::uint64_t> n)
{
    for (std::size_t i = 1; i < n.size(); i++)
        if (n.begin()[i]) throw unimplemented("rng", "skip_ahead", "by 2^64 numbers or more");
    if (n.size()) engine.detail_skip(*n.begin());
}

// ---- distributions

namespace uniform_method {
struct standard {};
struct accurate {};
using by_default = standard;
} // namespace uniform_method
namespace gaussian_method {
struct box_muller2 {};
struct icdf {};
using by_default = box_muller2;
} // namespace gaussian_method
namespace lognormal_method {
struct box_muller2 {};
struct icdf {};
using by_default = box_muller2;
} // namespace lognormal_method
namespace exponential_method {
struct icdf {};
struct icdf_accurate {};
using by_default = icdf;
} // namespace exponential_method
namespace icdf_method {
struct icdf {};
struct icdf_accurate {};
using by_default = icdf;
} // namespace icdf_method
namespace bernoulli_method = icdf_method;
namespace geometric_method = icdf_method;
namespace cauchy_method = icdf_method;
namespace rayleigh_method = icdf_method;
namespace weibull_method = icdf_method;

// Numbers in [a, b), of integers too.
template <class T = float, class Method = uniform_method::by_default>
class uniform : public detail::distribution<T, Method, DPEX_RANDOM_IS_UNIFORM> {
    using base = detail::distribution<T, Method, DPEX_RANDOM_IS_UNIFORM>;
    static_assert(detail::is_real<T> || detail::is_int<T>, "float, double or std::int32_t");

  public:
    uniform() : uniform(T(0), detail::is_int<T> ? std::numeric_limits<T>::max() : T(1)) {}
    explicit uniform(T a, T b) : base(double(a), double(b)) { base::require("uniform", a < b, "a", double(a), "less than b"); }
    T a() const { return base::get(0); }
    T b() const { return base::get(1); }
};

// Normal numbers.
template <class T = float, class Method = gaussian_method::by_default>
class gaussian : public detail::distribution<T, Method, DPEX_RANDOM_IS_GAUSSIAN> {
    using base = detail::distribution<T, Method, DPEX_RANDOM_IS_GAUSSIAN>;
    static_assert(detail::is_real<T>, "float or double");

  public:
    gaussian() : gaussian(T(0), T(1)) {}
    explicit gaussian(T mean, T stddev) : base(double(mean), double(stddev))
    {
        base::require("gaussian", stddev > 0, "stddev", double(stddev), "greater than 0");
    }
    T mean() const { return base::template get<T>(0); }
    T stddev() const { return base::template get<T>(1); }
};

// displ + scale exp(a normal number of mean m and standard deviation s).
template <class T = float, class Method = lognormal_method::by_default>
class lognormal : public detail::distribution<T, Method, DPEX_RANDOM_IS_LOGNORMAL> {
    using base = detail::distribution<T, Method, DPEX_RANDOM_IS_LOGNORMAL>;
    static_assert(detail::is_real<T>, "float or double");

  public:
    lognormal() : lognormal(T(0), T(1), T(0), T(1)) {}
    explicit lognormal(T m, T s, T displ = T(0), T scale = T(1)) : base(double(m), double(s), double(displ), double(scale))
    {
        base::require("lognormal", s > 0, "s", double(s), "greater than 0");
        base::require("lognormal", scale > 0, "scale", double(scale), "greater than 0");
    }
    T m() const { return base::template get<T>(0); }
    T s() const { return base::template get<T>(1); }
    T displ() const { return base::template get<T>(2); }
    T scale() const { return base::template get<T>(3); }
};

// a + an exponential number of mean beta.
template <class T = float, class Method = exponential_method::by_default>
class exponential : public detail::distribution<T, Method, DPEX_RANDOM_IS_EXPONENTIAL> {
    using base = detail::distribution<T, Method, DPEX_RANDOM_IS_EXPONENTIAL>;
    static_assert(detail::is_real<T>, "float or double");

  public:
    exponential() : exponential(T(0), T(1)) {}
    explicit exponential(T a, T beta) : base(double(a), double(beta))
    {
        base::require("exponential", beta > 0, "beta", double(beta), "greater than 0");
    }
    T a() const { return base::template get<T>(0); }
    T beta() const { return base::template get<T>(1); }
};

// Median a, half width b.
template <class T = float, class Method = cauchy_method::by_default>
class cauchy : public detail::distribution<T, Method, DPEX_RANDOM_IS_CAUCHY> {
    using base = detail::distribution<T, Method, DPEX_RANDOM_IS_CAUCHY>;
    static_assert(detail::is_real<T>, "float or double");

  public:
    cauchy() : cauchy(T(0), T(1)) {}
    explicit cauchy(T a, T b) : base(double(a), double(b))
    {
        base::require("cauchy", b > 0, "b", double(b), "greater than 0");
    }
    T a() const { return base::template get<T>(0); }
    T b() const { return base::template get<T>(1); }
};

// a + b sqrt(-log u).
template <class T = float, class Method = rayleigh_method::by_default>
class rayleigh : public detail::distribution<T, Method, DPEX_RANDOM_IS_RAYLEIGH> {
    using base = detail::distribution<T, Method, DPEX_RANDOM_IS_RAYLEIGH>;
    static_assert(detail::is_real<T>, "float or double");

  public:
    rayleigh() : rayleigh(T(0), T(1)) {}
    explicit rayleigh(T a, T b) : base(double(a), double(b))
    {
        base::require("rayleigh", b > 0, "b", double(b), "greater than 0");
    }
    T a() const { return base::template get<T>(0); }
    T b() const { return base::template get<T>(1); }
};

// a + beta (-log u)^(1 / alpha).
template <class T = float, class Method = weibull_method::by_default>
class weibull : public detail::distribution<T, Method, DPEX_RANDOM_IS_WEIBULL> {
    using base = detail::distribution<T, Method, DPEX_RANDOM_IS_WEIBULL>;
    static_assert(detail::is_real<T>, "float or double");

  public:
    weibull() : weibull(T(1), T(0), T(1)) {}
    explicit weibull(T alpha, T a, T beta) : base(double(alpha), double(a), double(beta))
    {
        base::require("weibull", alpha > 0, "alpha", double(alpha), "greater than 0");
        base::require("weibull", beta > 0, "beta", double(beta), "greater than 0");
    }
    T alpha() const { return base::template get<T>(0); }
    T a() const { return base::template get<T>(1); }
    T beta() const { return base::template get<T>(2); }
};

// 1 with probability p, else 0.
template <class T = std::int32_t, class Method = bernoulli_method::by_default>
class bernoulli : public detail::distribution<T, Method, DPEX_RANDOM_IS_BERNOULLI> {
    using base = detail::distribution<T, Method, DPEX_RANDOM_IS_BERNOULLI>;
    static_assert(detail::is_int<T>, "std::int32_t");

  public:
    bernoulli() : bernoulli(0.5f) {}
    explicit bernoulli(float p) : base(double(p))
    {
        base::require("bernoulli", p >= 0 && p <= 1, "p", double(p), "0 to 1");
    }
    float p() const { return base::template get<float>(0); }
};

// Failures before the first success of probability p.
template <class T = std::int32_t, class Method = geometric_method::by_default>
class geometric : public detail::distribution<T, Method, DPEX_RANDOM_IS_GEOMETRIC> {
    using base = detail::distribution<T, Method, DPEX_RANDOM_IS_GEOMETRIC>;
    static_assert(detail::is_int<T>, "std::int32_t");

  public:
    geometric() : geometric(0.5f) {}
    explicit geometric(float p) : base(double(p))
    {
        base::require("geometric", p > 0 && p < 1, "p", double(p), "between 0 and 1");
    }
    float p() const { return base::template get<float>(0); }
};

// Random bits: the engine's words, of mcg59's the upper halves.
template <class T = std::uint32_t> class bits : public detail::distribution<T, void, DPEX_RANDOM_IS_BITS> {
    static_assert(std::is_same<T, std::uint32_t>::value || std::is_same<T, std::uint64_t>::value, "std::uint32_t or std::uint64_t");
};
template <class T = std::uint32_t> class uniform_bits : public bits<T> {};

// ---- numbers

// Fills r with the engine's next n numbers of the distribution.
template <class Distribution, class Engine>
sycl::event generate(const Distribution &distribution, Engine &engine, std::int64_t n, typename Distribution::result_type *r,
                     const detail::events &deps = {})
{
    using T = typename Distribution::result_type;
    const detail::site at{"rng", "generate"};
    detail::require(at, n >= 0, "n", n, "0 or more");
    if (std::is_same<T, double>::value) detail::require_double(at, engine.detail_queue());
    const dpex_strided out = detail::strided(r, detail::result_dtype<T>(), {n}, {1});
    return detail::run(engine.detail_queue(), deps, at, [&](const dpex_strided_call &call) {
        return sycl::detail::api()->strided_random(&call, engine.detail_get(), Distribution::detail_kind, distribution.detail_parameters(),
                                                   &out);
    });
}
template <class Distribution, class Engine>
void generate(const Distribution &distribution, Engine &engine, std::int64_t n,
              sycl::buffer<typename Distribution::result_type, 1> &r)
{
    detail::with_buffers(detail::buffer_uses(detail::writes(r)),
                         [&](const detail::events &deps) { return generate(distribution, engine, n, r.ptr(), deps); });
}

} // namespace rng
} // namespace mkl
} // namespace oneapi

#endif
