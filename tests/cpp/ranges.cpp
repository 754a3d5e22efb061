// id and range as numbers of several dimensions, and attributes of kernels.
#include <sycl/sycl.hpp>

#include "check.hpp"

#if defined(__clang__)
#define DPEX_TEST_GROUP_SIZE // clang warns of attributes that it does not know, whatever the header says
#else
#define DPEX_TEST_GROUP_SIZE [[sycl::reqd_work_group_size(4, 4)]]
#endif

template <class I> static void operators_work_by_dimension()
{
    I a(6, 10, 12), b(2, 3, 4);
    CHECK(a + b == I(8, 13, 16) && a - b == I(4, 7, 8) && a * b == I(12, 30, 48) && a / b == I(3, 3, 3) && a % b == I(0, 1, 0));
    CHECK((a & b) == I(2, 2, 4) && (a | b) == I(6, 11, 12) && (a ^ b) == I(4, 9, 8) && (b << b) == I(8, 24, 64) && (a >> 1) == I(3, 5, 6));
    CHECK((a > b) == I(1, 1, 1) && (a <= 10) == I(1, 1, 0) && (a && I(0, 1, 0)) == I(0, 1, 0) && (I(0, 1, 0) || 0) == I(0, 1, 0));
    CHECK(2 * b == I(4, 6, 8) && 12 / b == I(6, 4, 3) && +a == a && -b + b == I(0, 0, 0));
    CHECK(a++ == I(6, 10, 12) && a == I(7, 11, 13) && --a == I(6, 10, 12) && ++a == I(7, 11, 13) && a-- == I(7, 11, 13));
    a += b;
    a -= 1;
    a *= 2;
    a /= b;
    CHECK(a == I(7, 8, 7));
    a %= 5;
    a <<= b;
    a |= 1;
    CHECK(a == I(9, 25, 33));
    a ^= 8;
    a &= 15;
    a >>= 1;
    CHECK(a == I(0, 0, 4) && a[2] == 4 && a.get(2) == 4);
}

static void of_one_dimension_they_are_numbers()
{
    const sycl::id<1> i = 3;
    const std::size_t n = i;
    CHECK(n == 3 && i == 3 && 3 == i && i != 4 && i + 1 == 4 && i < sycl::id<1>(4) && sycl::range(3).size() == 3 && sycl::id<1>(sycl::range<1>(5)) == 5);
    CHECK(sycl::range(3, 4, 5).size() == 60 && sycl::nd_range(sycl::range(8, 6), sycl::range(2, 3)).get_group_range() == sycl::range<2>(4, 2));
    static_assert(sycl::id<2>::dimensions == 2 && sycl::range<3>::dimensions == 3 && sycl::nd_range<1>::dimensions == 1, "dimensions");
}

// They change nothing here, and are no reason for a warning.
static void attributes_of_kernels_are_taken()
{
    sycl::queue q;
    int *x = sycl::malloc_shared<int>(64, q);
    q.parallel_for(sycl::nd_range<2>({8, 8}, {4, 4}), [=](sycl::nd_item<2> it) DPEX_TEST_GROUP_SIZE {
         x[it.get_global_linear_id()] = static_cast<int>(it.get_local_linear_id());
         it.mem_fence(sycl::access::fence_space::global_space);
     }).wait();
    CHECK(x[0] == 0 && x[63] == 15);
    sycl::free(x, q);
}

int main()
{
    operators_work_by_dimension<sycl::id<3>>();
    operators_work_by_dimension<sycl::range<3>>();
    of_one_dimension_they_are_numbers();
    attributes_of_kernels_are_taken();
    return n_failed != 0;
}
