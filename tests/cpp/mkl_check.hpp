// For the programs on oneapi/mkl.hpp: numbers of four types, memory that ends with its scope, comparison.
#ifndef MKL_CHECK_HPP
#define MKL_CHECK_HPP

#include <oneapi/mkl.hpp>

#include <complex>
#include <cstring>
#include <vector>

#include "check.hpp"

namespace mkl = oneapi::mkl;
using std::int64_t;

template <class T> struct real_part {
    using type = T;
};
template <class R> struct real_part<std::complex<R>> {
    using type = R;
};
template <class T> using real_t = typename real_part<T>::type;
template <class T> constexpr bool is_complex = !std::is_same<T, real_t<T>>::value;

// Numbers between -1 and 1 that differ; a fixed sequence.
template <class T> T some(std::size_t i)
{
    const auto fraction = [](std::size_t k) { return static_cast<real_t<T>>(double(k * 7919 % 2003) / 1001 - 1); };
    if constexpr (is_complex<T>)
        return T(fraction(i + 1), fraction(i + 500));
    else
        return fraction(i + 1);
}

template <class T> T conj_if(T x, [[maybe_unused]] bool conjugate)
{
    if constexpr (is_complex<T>) return conjugate ? std::conj(x) : x;
    return x;
}

template <class T> bool is_close(T x, T y, double scale = 1)
{
    const double allowed = (sizeof(real_t<T>) == 8 ? 1e-12 : 1e-4) * scale;
    return double(std::abs(x - y)) <= allowed * (1 + double(std::abs(y)));
}

// Memory that the host may touch, whatever the device has.
template <class T> T *allocate(sycl::queue &queue, std::size_t n)
{
    return queue.get_device().has(sycl::aspect::usm_shared_allocations) ? sycl::malloc_shared<T>(n, queue) : sycl::malloc_host<T>(n, queue);
}

// Such memory filled with some(); `mirror` holds what the host expects to find.
template <class T> struct memory {
    memory(sycl::queue &queue, std::size_t n, std::size_t seed = 0) : q(queue), size(n), ptr(allocate<T>(queue, n)), mirror(n)
    {
        for (std::size_t i = 0; i < n; i++) {
            if constexpr (std::is_integral<T>::value)
                mirror[i] = ptr[i] = T(i);
            else
                mirror[i] = ptr[i] = some<T>(i + seed);
        }
    }
    ~memory() { sycl::free(ptr, q); }
    memory(const memory &) = delete;
    memory &operator=(const memory &) = delete;
    operator T *() const { return ptr; }
    T &operator[](int64_t i) const { return ptr[i]; }
    bool is_as_expected(double scale = 1) const
    {
        for (std::size_t i = 0; i < size; i++)
            if (!is_close(ptr[i], mirror[i], scale)) return false;
        return true;
    }
    sycl::queue &q;
    std::size_t size;
    T *ptr;
    std::vector<T> mirror;
};

// Whether f throws an E whose text has the words.
template <class E, class F> bool refuses(const F &f, const char *words)
{
    try {
        f();
    } catch (const E &e) {
        if (std::strstr(e.what(), words)) return true;
        std::fprintf(stderr, "%s\n", e.what());
    }
    return false;
}

// f(T) for the types that the device computes in.
template <class F> void for_types(sycl::queue &q, const F &f)
{
    f(float());
    f(std::complex<float>());
    if (!q.get_device().has(sycl::aspect::fp64)) return;
    f(double());
    f(std::complex<double>());
}

// A queue on the default device, or on the first one whose platform's name has the program's argument in it.
inline sycl::queue make_queue(int n_arguments, char **arguments)
{
    if (n_arguments < 2) return sycl::queue();
    for (const sycl::device &d : sycl::device::get_devices())
        if (d.get_platform().get_info<sycl::info::platform::name>().find(arguments[1]) != std::string::npos) return sycl::queue(d);
    throw std::runtime_error(std::string("no platform ") + arguments[1]);
}

#endif
