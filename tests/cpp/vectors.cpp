// vec, its swizzles and marray: construction, elements, operators, conversions, memory.
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>

#include <type_traits>

#include "check.hpp"

using namespace sycl;

// Whether all elements of two containers are the same.
template <class A, class B> static bool same(const A &a, const B &b)
{
    static_assert(std::is_same<A, B>::value, "the same type");
    for (std::size_t i = 0; i < a.size(); i++)
        if (!(a.detail_elem(i) == b.detail_elem(i))) return false;
    return true;
}

static void vectors_are_made_of_numbers_and_vectors()
{
    const float4 a(1, 2, 3, 4);
    CHECK(a.x() == 1 && a.y() == 2 && a.z() == 3 && a.w() == 4 && a.r() == 1 && a.a() == 4 && a[2] == 3);
    const float8 b(a, 5.0f, float2(6, 7), 8);
    for (int i = 0; i < 8; i++) CHECK(b[i] == float(i + 1));
    CHECK(same(float4(2.5f), float4(2.5f, 2.5f, 2.5f, 2.5f)) && same(int3(), int3(0, 0, 0)));
    const float16 c(b, b.lo(), a);
    CHECK(c.s0() == 1 && c.s7() == 8 && c.s8() == 1 && c.sF() == 4 && c.sC() == 1);
    constexpr int2 d{3, 4};
    static_assert(d.x() == 3 && d[1] == 4, "a constant");
    const vec deduced{1.0, 2.0, 3.0};
    static_assert(std::is_same<decltype(deduced), const double3>::value, "as its arguments");
    static_assert(std::is_same<float4::element_type, float>::value && std::is_same<float4::value_type, float>::value, "");
    static_assert(sizeof(float3) == 16 && float3::byte_size() == 16 && float3::size() == 3 && alignof(float4) == 16,
                  "as memory has it");
    static_assert(sizeof(double16) == 128 && alignof(double16) == 64 && sizeof(vec<char, 1>) == 1, "as memory has it");
    static_assert(std::is_trivially_copyable<float4>::value, "bytes");
    vec<int, 1> one(7);
    const int number = one;
    CHECK(number == 7 && one + 1 == 8);
    float4 e;
    e = 3.0f;
    CHECK(same(e, float4(3.0f)));
    using byte4 = vec<std::byte, 4>;
    CHECK(byte4(std::byte{5})[3] == std::byte{5});
    static_assert(!std::is_constructible<float4, float, float>::value && !std::is_constructible<float2, float4>::value,
                  "other sizes");
}

static void swizzles_name_elements()
{
    float4 a(1, 2, 3, 4);
    a.x() = 10;
    CHECK(a.s0() == 10);
    CHECK(same(float2(a.lo()), float2(10, 2)) && same(float2(a.hi()), float2(3, 4)));
    CHECK(same(float2(a.odd()), float2(2, 4)) && same(float2(a.even()), float2(10, 3)));
    a.hi() = a.lo();
    CHECK(same(a, float4(10, 2, 10, 2)));
    a = float4(1, 2, 3, 4);
    a.wzyx() = a;
    CHECK(same(a, float4(4, 3, 2, 1)));
    a.xy() = a.yx();
    CHECK(same(a, float4(3, 4, 2, 1)));
    a.swizzle<elem::s3, elem::s1>() = 9.0f;
    CHECK(same(a, float4(3, 9, 2, 9)));
    a.xz() += float2(1, 2);
    a.yw() *= 2.0f;
    CHECK(same(a, float4(4, 18, 4, 18)));
    CHECK(same(a.xy() + a.zw(), float2(8, 36)) && same(a.rgb() - 1.0f, float3(3, 17, 3)) &&
          same(2.0f * a.xxyy(), float4(8, 8, 36, 36)));
    CHECK(same(float2(a.wzyx().lo()), float2(18, 4)) && a.wzyx().x() == 18 && a.wzyx().hi()[1] == 4);
    a.wzyx().lo() = float2(1, 2);
    CHECK(same(a, float4(4, 18, 2, 1)));
    const float4 constant = a;
    CHECK(same(float3(constant.zyx()), float3(2, 18, 4)) && constant.xy()[1] == 18 && constant.swizzle<2>() == 2);
    static_assert(!std::is_assignable<decltype(constant.x()), float>::value, "const stays const");
    const int8 i(0, 1, 2, 3, 4, 5, 6, 7);
    CHECK(same(int4(i.odd()), int4(1, 3, 5, 7)) && same(int4(i.hi()), int4(4, 5, 6, 7)));
    CHECK(same(i.lo().convert<float>(), float4(0, 1, 2, 3)) && same(i.lo().as<uint4>(), uint4(0, 1, 2, 3)));
    const int3 three(1, 2, 3);
    CHECK(same(int2(three.lo()), int2(1, 2)) && three.hi().x() == 3 && same(int2(three.even()), int2(1, 3)) &&
          three.odd().x() == 2);
    int4 n(1, 2, 3, 4);
    n.xy()++;
    --n.zw();
    CHECK(same(n, int4(2, 3, 2, 3)) && same(n.xy() == n.zw(), int2(-1, -1)) && same(-n.xy(), int2(-2, -3)));
}

static void operators_work_on_each_element()
{
    const int4 a(7, -8, 9, 10), b(2, 3, -4, 5);
    CHECK(same(a + b, int4(9, -5, 5, 15)) && same(a - b, int4(5, -11, 13, 5)) && same(a * b, int4(14, -24, -36, 50)));
    CHECK(same(a / b, int4(3, -2, -2, 2)) && same(a % b, int4(1, -2, 1, 0)) && same(a & 3, int4(3, 0, 1, 2)));
    CHECK(same(a | b, int4(7 | 2, -8 | 3, 9 | -4, 10 | 5)) && same(a ^ b, int4(7 ^ 2, -8 ^ 3, 9 ^ -4, 10 ^ 5)));
    CHECK(same(uint4(1, 2, 3, 4) << 2u, uint4(4, 8, 12, 16)) && same(uint4(16) >> uint4(0, 1, 2, 3), uint4(16, 8, 4, 2)));
    CHECK(same(20 - a, int4(13, 28, 11, 10)) && same(1 << int4(0, 1, 2, 3), int4(1, 2, 4, 8)) &&
          same(100 / b, int4(50, 33, -25, 20)));
    CHECK(same(-a, int4(-7, 8, -9, -10)) && same(+a, a) && same(~a, int4(-8, 7, -10, -11)) && same(!int2(0, 5), int2(-1, 0)));
    CHECK(same(a < b, int4(0, -1, 0, 0)) && same(a > 8, int4(0, 0, -1, -1)) && same(a == a, int4(-1)) && same(a != a, int4(0)));
    CHECK(same(8 >= a, int4(-1, -1, 0, 0)) && same(a <= 7, int4(-1, -1, 0, 0)));
    CHECK(same(double2(1, 3) < double2(2, 2), long2(-1, 0)) && same(float2(1, 0) == float2(1, 1), int2(-1, 0)));
    CHECK(same(uchar2(1, 2) > uchar2(2, 1), char2(0, -1)) && same(half2(1, 2) != half2(1, 1), short2(0, -1)));
    CHECK(same(float4(1, 0, 2, 0) && float4(1, 1, 0, 0), int4(-1, 0, 0, 0)) && same(int2(1, 0) || 0, int2(-1, 0)));
    int4 c = a;
    c += b;
    c -= 1;
    c *= b;
    c <<= 1;
    CHECK(same(c, int4((7 + 2 - 1) * 2 * 2, (-5 - 1) * 3 * 2, 4 * -4 * 2, 14 * 5 * 2)));
    c %= 7;
    c |= 8;
    c &= 12;
    c ^= b;
    c >>= 1;
    c /= 1;
    CHECK(c.w() == (((14 * 5 * 2 % 7 | 8) & 12) ^ 5) >> 1);
    const int4 d = c, e = c++;
    CHECK(same(d, e) && same(c, d + 1) && same(--c, d) && same(c--, d) && same(c, d - 1));
    CHECK(same(uchar4(250) + uchar4(10), uchar4(4)) && same(short2(32767, 0) + short2(1, 1), short2(-32768, 1)));
    CHECK(same(half4(1, 2, 3, 4) * half(0.5f) + 1.0f, half4(1.5f, 2.0f, 2.5f, 3.0f)));
    CHECK(same(float2(1, 2) * 2, float2(2, 4)) && same(2.0 * float2(1, 2), float2(2, 4)));
}

static void conversions_round_as_asked()
{
    using r = rounding_mode;
    const float4 a(1.5f, -1.5f, 2.5f, 0.7f);
    CHECK(same(a.convert<int>(), int4(1, -1, 2, 0)) && same(a.convert<int, r::rte>(), int4(2, -2, 2, 1)));
    CHECK(same(a.convert<int, r::rtz>(), int4(1, -1, 2, 0)) && same(a.convert<std::int8_t, r::rtp>(), char4(2, -1, 3, 1)));
    CHECK(same(a.convert<long, r::rtn>(), vec<long, 4>(1, -2, 2, 0)) &&
          same(a.convert<double>(), double4(1.5, -1.5, 2.5, double(0.7f))));
    const double2 third(1.0 / 3, -1.0 / 3);
    const float2 near = third.convert<float>(), up = third.convert<float, r::rtp>(), down = third.convert<float, r::rtn>();
    CHECK(double(up[0]) > third[0] && double(down[0]) < third[0] && (near[0] == up[0] || near[0] == down[0]));
    CHECK(same(third.convert<float, r::rtz>(), float2(down[0], up[1])));
    const int2 big(16777217, -16777217);
    CHECK(same(big.convert<float, r::rtz>(), float2(16777216, -16777216)) &&
          same(big.convert<float, r::rtp>(), float2(16777218, -16777216)));
    CHECK(same(long2(9007199254740993, 1).convert<double, r::rtp>(), double2(9007199254740994.0, 1)));
    CHECK(same(float2(1e9f, -65519).convert<half, r::rtz>(), half2(65504.0f, -65504.0f)));
    CHECK(same(float2(1.0f, -0.0f).as<uint2>(), uint2(0x3f800000u, 0x80000000u)) && same(int4(-1).as<char16>(), char16(-1)));
}

static void vectors_move_through_memory(queue &q)
{
    const std::size_t n = 64;
    float *x = malloc_shared<float>(4 * n, q);
    float4 *y = malloc_shared<float4>(n, q);
    for (std::size_t i = 0; i < 4 * n; i++) x[i] = float(i);
    q.parallel_for(n, [=](id<1> i) {
         float4 v;
         v.load(i, x);
         v = v * 2.0f + float4(1, 2, 3, 4);
         y[i] = v;
         v.xyzw().store(i, x);
     }).wait();
    for (std::size_t i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            CHECK(x[4 * i + std::size_t(k)] == float(8 * i + 2 * std::size_t(k)) + float(k + 1) &&
                  y[i][k] == x[4 * i + std::size_t(k)]);
    free(x, q);
    free(y, q);
}

static void marrays_work_on_each_element()
{
    const marray<int, 5> a(1, 2, 3, 4, 5), b(5);
    CHECK(same(a + b, marray<int, 5>(6, 7, 8, 9, 10)) && same(a * 2 - 1, marray<int, 5>(1, 3, 5, 7, 9)) &&
          same(7 % a, marray<int, 5>(0, 1, 1, 3, 2)));
    CHECK(same(a == b, marray<bool, 5>(false, false, false, false, true)) &&
          same(a < 3, marray<bool, 5>(true, true, false, false, false)));
    CHECK(same(!(a > 1 && a < 5), marray<bool, 5>(true, false, false, false, true)));
    CHECK(same(~a, marray<int, 5>(-2, -3, -4, -5, -6)) && same(-a, marray<int, 5>(-1, -2, -3, -4, -5)));
    marray<int, 5> c = a;
    c <<= 2;
    c |= 1;
    CHECK(same(c, marray<int, 5>(5, 9, 13, 17, 21)) && same(c++, marray<int, 5>(5, 9, 13, 17, 21)) && c[0] == 6);
    c = 3;
    int sum = 0;
    for (int x : c) sum += x;
    CHECK(sum == 15 && c.size() == 5 && c.end() - c.begin() == 5);
    const mfloat4 pairs(mfloat2(1, 2), 3.0f, 4);
    CHECK(pairs[0] == 1 && pairs[1] == 2 && pairs[3] == 4);
    constexpr mdouble2 constant{1.5, 2.5};
    static_assert(constant[1] == 2.5, "a constant");
    const double single = marray<double, 1>(2.0);
    CHECK(single == 2.0 && same(mhalf2(1, 2) / half(2), mhalf2(0.5f, 1.0f)));
    static_assert(sizeof(marray<float, 3>) == 12, "no padding");
}

int main()
{
    queue q;
    vectors_are_made_of_numbers_and_vectors();
    swizzles_name_elements();
    operators_work_on_each_element();
    conversions_round_as_asked();
    vectors_move_through_memory(q);
    marrays_work_on_each_element();
    return n_failed;
}
