// half: its values, conversions, arithmetic, limits, in kernels.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_set>

#include "check.hpp"

using sycl::half;
using limits = std::numeric_limits<half>;

static std::uint16_t bits(half x)
{
    std::uint16_t b;
    std::memcpy(&b, &x, sizeof b);
    return b;
}
static half of_bits(unsigned b)
{
    const std::uint16_t narrow = static_cast<std::uint16_t>(b);
    half x;
    std::memcpy(static_cast<void *>(&x), &narrow, sizeof x);
    return x;
}
// What the bits say, by the format's definition.
static double meaning(unsigned b)
{
    const int exponent = (b >> 10) & 31, digits = b & 1023;
    const double size = exponent ? std::ldexp(1024 + digits, exponent - 25) : std::ldexp(digits, -24);
    return b & 0x8000 ? -size : size;
}

static void every_value_converts_there_and_back()
{
    for (unsigned b = 0; b < 0x10000; b++) {
        const half x = of_bits(b);
        if ((b & 0x7c00) == 0x7c00) {
            CHECK((b & 0x3ff) ? std::isnan(float(x)) : std::isinf(float(x)));
            CHECK((b & 0x3ff) || bits(half(float(x))) == b);
            continue;
        }
        CHECK(double(float(x)) == meaning(b) && bits(half(float(x))) == b && bits(half(double(x))) == b);
    }
}

static void conversions_round_to_nearest_even()
{
    // Between each two neighbours: the middle, and a little beside it, which a detour over float must not hide.
    for (unsigned b = 0; b < 0x7bff; b++) {
        const double low = meaning(b), high = meaning(b + 1), middle = (low + high) / 2;
        const unsigned even = b & 1 ? b + 1 : b;
        CHECK(bits(half(middle)) == even && bits(half(float(middle))) == even && bits(half(-middle)) == (even | 0x8000));
        CHECK(bits(half(std::nextafter(middle, 0))) == b && bits(half(std::nextafter(middle, 1e9))) == b + 1);
        CHECK(bits(half(std::nextafter(float(middle), 0.0f))) == b && bits(half(std::nextafter(float(middle), 1e9f))) == b + 1);
    }
    CHECK(bits(half(65519.0f)) == 0x7bff && bits(half(65520.0f)) == 0x7c00 && bits(half(1e300)) == 0x7c00 &&
          bits(half(-1e9f)) == 0xfc00);
    CHECK(bits(half(1e-30)) == 0 && bits(half(-1e-30f)) == 0x8000 && bits(half(0x1p-25)) == 0 && bits(half(0x1.8p-25)) == 1);
    CHECK(float(half(2049)) == 2048 && float(half(2051u)) == 2052 && float(half(true)) == 1 && std::isinf(float(half(1LL << 40))));
}

static void arithmetic_is_rounded_once()
{
    half a = 1.5f, b(0.1);
    CHECK(bits(a + b) == bits(half(1.5 + double(b))) && bits(a * b) == bits(half(1.5 * double(b))) &&
          bits(a / b) == bits(half(1.5 / double(b))));
    static_assert(std::is_same<decltype(a + b), half>::value && std::is_same<decltype(a + 1), half>::value, "half");
    static_assert(std::is_same<decltype(a + 1.0f), float>::value && std::is_same<decltype(1.0 * a), double>::value,
                  "the wider one");
    CHECK(a - 1 == 0.5f && 2 * a == 3 && a < 2.0 && 1 <= a && a != b && -a == -1.5f && +a == a && !(a == limits::quiet_NaN()));
    a += 1;
    a *= 2.0f;
    a -= half(1);
    a /= 4;
    CHECK(a == 1.0f && a++ == 1.0f && --a == 1.0f && ++a == 2.0f && a-- == 2.0f);
    CHECK(std::isinf(float(half(60000.0f) + half(60000.0f))) &&
          std::unordered_set<half>({half(1), half(2), half(1.0f)}).size() == 2);
    CHECK(std::hash<half>()(half(0.0f)) == std::hash<half>()(half(-0.0f)));
}

static void limits_are_those_of_the_format()
{
    static_assert(limits::is_specialized && limits::digits == 11 && limits::max_exponent == 16 && limits::has_infinity, "binary16");
    CHECK((limits::max)() == 65504.0f && limits::lowest() == -65504.0f && (limits::min)() == 0x1p-14f &&
          limits::denorm_min() == 0x1p-24f);
    CHECK(limits::epsilon() == 0x1p-10f && limits::round_error() == 0.5f && std::isinf(float(limits::infinity())));
    CHECK(std::isnan(float(limits::quiet_NaN())) && std::isnan(float(limits::signaling_NaN())));
}

static void kernels_compute_with_halves(sycl::queue &q)
{
    const std::size_t n = 2000;
    half *x = sycl::malloc_shared<half>(n, q), *sum = sycl::malloc_shared<half>(2, q);
    q.fill(x, half(0.5f), n).wait();
    q.parallel_for(n, [=](sycl::id<1> i) { x[i] = x[i] * half(i[0]) + 1; }).wait();
    for (std::size_t i = 0; i < n; i++) CHECK(bits(x[i]) == bits(half(float(half(0.5 * double(half(i)))) + 1)));
    sum[0] = sum[1] = 0;
    q.parallel_for(sycl::range<1>(1000), sycl::reduction(sum, sycl::plus<half>()), sycl::reduction(sum + 1, sycl::maximum<half>()),
                   [=](sycl::id<1> i, auto &add, auto &most) {
                       add += half(1);
                       most.combine(x[i]);
                   })
        .wait();
    CHECK(sum[0] == 1000 && sum[1] == x[999]);
    constexpr half one = sycl::known_identity_v<sycl::multiplies<half>, half>,
                   least = sycl::known_identity_v<sycl::maximum<>, half>;
    constexpr half most = sycl::known_identity_v<sycl::minimum<half>, half>;
    CHECK(one == 1 && least == -limits::infinity() && most == limits::infinity());
    sycl::free(x, q);
    sycl::free(sum, q);
}

int main()
{
    sycl::queue q;
    every_value_converts_there_and_back();
    conversions_round_to_nearest_even();
    arithmetic_is_rounded_once();
    limits_are_those_of_the_format();
    kernels_compute_with_halves(q);
    return n_failed;
}
