// Functions of integers, checked in wider arithmetic over all 8-bit values and at the ends of the wider types.
#include <sycl/sycl.hpp>

#include <limits>
#include <type_traits>

#include "check.hpp"

template <class T> static long saturated(long x)
{
    const long low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return x < low ? low : x > high ? high : x;
}
static long floor_div(long a, long b)
{
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

template <class T> static void all_pairs_of_bytes()
{
    for (int i = 0; i < 256; i++)
        for (int j = 0; j < 256; j++) {
            const T x = static_cast<T>(i), y = static_cast<T>(j), z = static_cast<T>(i * 7 + j * 3);
            const long a = x, b = y, c = z;
            bool good = sycl::add_sat(x, y) == saturated<T>(a + b) && sycl::sub_sat(x, y) == saturated<T>(a - b);
            good = good && sycl::abs_diff(x, y) == static_cast<T>(a > b ? a - b : b - a);
            good = good && sycl::hadd(x, y) == floor_div(a + b, 2) && sycl::rhadd(x, y) == floor_div(a + b + 1, 2);
            good = good && sycl::mul_hi(x, y) == floor_div(a * b, 256) &&
                   sycl::mad_hi(x, y, z) == static_cast<T>(floor_div(a * b, 256) + c);
            good = good && sycl::mad_sat(x, y, z) == saturated<T>(a * b + c);
            good = good && sycl::max(x, y) == (a > b ? a : b) && sycl::min(x, y) == (a < b ? a : b);
            const unsigned bits = static_cast<unsigned>(i), by = static_cast<unsigned>(j) % 8;
            good = good && sycl::rotate(x, y) == static_cast<T>(bits << by | bits >> (8 - by));
            if (y <= z) good = good && sycl::clamp(x, y, z) == (a < b ? b : a > c ? c : a);
            if (j == 0) {
                int zeros = 0, trailing = 0, ones = 0;
                while (zeros < 8 && !(bits >> (7 - zeros) & 1)) zeros++;
                while (trailing < 8 && !(bits >> trailing & 1)) trailing++;
                for (int k = 0; k < 8; k++) ones += static_cast<int>(bits >> k & 1);
                good = good && sycl::clz(x) == zeros && sycl::ctz(x) == trailing && sycl::popcount(x) == ones;
                good = good && sycl::abs(x) == static_cast<T>(a < 0 ? -a : a);
            }
            CHECK(good);
            if (!good) return;
        }
}

template <class T> static void ends_of_the_type()
{
    const T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max(), one = 1;
    CHECK(sycl::add_sat(high, one) == high && sycl::sub_sat(low, one) == low && sycl::abs_diff(high, T(high - 1)) == one);
    CHECK(sycl::hadd(high, high) == high && sycl::rhadd(high, T(high - 1)) == high && sycl::hadd(low, low) == low);
    CHECK(sycl::mad_sat(high, high, high) == high && sycl::mul_hi(high, T(2)) == (std::is_signed<T>::value ? 0 : 1));
    CHECK(sycl::clz(one) == T(sizeof(T) * 8 - 1) && sycl::clz(T(0)) == T(sizeof(T) * 8) && sycl::ctz(T(0)) == T(sizeof(T) * 8) &&
          sycl::ctz(T(8)) == 3);
    CHECK(sycl::popcount(T(-1)) == T(sizeof(T) * 8) && sycl::rotate(one, T(1)) == 2 && sycl::rotate(T(-1), T(5)) == T(-1));
    if (std::is_signed<T>::value) CHECK(sycl::mad_sat(low, high, T(0)) == low && sycl::mul_hi(low, low) == T(high / 2 + 1));
}

int main()
{
    all_pairs_of_bytes<std::int8_t>();
    all_pairs_of_bytes<std::uint8_t>();
    ends_of_the_type<short>();
    ends_of_the_type<unsigned short>();
    ends_of_the_type<int>();
    ends_of_the_type<unsigned>();
    ends_of_the_type<long>();
    ends_of_the_type<unsigned long>();
    ends_of_the_type<long long>();
    static_assert(std::is_same<decltype(sycl::upsample(std::int8_t(), std::uint8_t())), std::int16_t>::value, "twice as wide");
    CHECK(sycl::upsample(std::int8_t(-1), std::uint8_t(5)) == -251 &&
          sycl::upsample(std::uint32_t(1), std::uint32_t(2)) == 0x100000002ul);
    CHECK(sycl::upsample(sycl::short2(1, -1), sycl::ushort2(2, 3))[1] == -65533 && sycl::mul24(-3, 5) == -15 &&
          sycl::mad24(0x1000002u, 3u, 1u) == 7);
    const sycl::int4 v = sycl::abs(sycl::int4(-1, 2, -3, 4)), w = sycl::clamp(v, 2, 3);
    CHECK(v[0] == 1 && v[2] == 3 && w[0] == 2 && w[3] == 3 && sycl::max(v, sycl::int4(2))[0] == 2 &&
          sycl::popcount(v.swizzle<2, 3>())[0] == 2);
    CHECK(sycl::add_sat(sycl::marray<std::int8_t, 2>(100, -100), sycl::marray<std::int8_t, 2>(100, -100))[1] == -128);
    static_assert(std::is_same<decltype(sycl::min(sycl::uchar2(), sycl::uchar2())), sycl::uchar2>::value, "as its operands");
    CHECK(sycl::bit_cast<std::uint32_t>(1.0f) == 0x3f800000u && sycl::bit_cast<double>(std::uint64_t(1) << 62) == 2.0);
    return n_failed;
}
