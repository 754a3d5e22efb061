// oneapi::mkl::dft against sums of exponentials.
#include "mkl_check.hpp"

#include <cmath>

using namespace mkl::dft;

template <class R> constexpr precision precision_of = sizeof(R) == 8 ? precision::DOUBLE : precision::SINGLE;

// The transform of a dense array of up to three dimensions; sign -1: forward.
template <class R>
std::vector<std::complex<R>> plain_sum(const std::vector<std::complex<R>> &x, std::vector<int64_t> n, int sign, double scale)
{
    while (n.size() < 3) n.insert(n.begin(), 1);
    std::vector<std::complex<R>> y(x.size());
    for (int64_t k = 0; k < int64_t(x.size()); k++) {
        std::complex<double> sum = 0;
        const int64_t k0 = k / (n[1] * n[2]), k1 = k / n[2] % n[1], k2 = k % n[2];
        for (int64_t j = 0; j < int64_t(x.size()); j++) {
            const int64_t j0 = j / (n[1] * n[2]), j1 = j / n[2] % n[1], j2 = j % n[2];
            const double turns = double(j0 * k0) / double(n[0]) + double(j1 * k1) / double(n[1]) + double(j2 * k2) / double(n[2]);
            sum += std::complex<double>(x[std::size_t(j)]) * std::polar(1.0, sign * 6.283185307179586 * turns);
        }
        y[std::size_t(k)] = std::complex<R>(sum * scale);
    }
    return y;
}

static int64_t product(const std::vector<int64_t> &n)
{
    int64_t size = 1;
    for (const int64_t extent : n) size *= extent;
    return size;
}

template <class R> void complex_transforms(sycl::queue &q, const std::vector<int64_t> &n)
{
    using C = std::complex<R>;
    const auto size = std::size_t(product(n));
    memory<C> x(q, size), y(q, size, 3);
    const std::vector<C> before(x.ptr, x.ptr + size);
    descriptor<precision_of<R>, domain::COMPLEX> d(n);
    d.set_value(config_param::PLACEMENT, config_value::NOT_INPLACE);
    d.set_value(config_param::BACKWARD_SCALE, R(1) / R(size));
    d.commit(q);
    compute_forward(d, x.ptr, y.ptr).wait();
    y.mirror = plain_sum(before, n, -1, 1);
    CHECK(y.is_as_expected(50) && x.is_as_expected());
    compute_backward(d, y.ptr, x.ptr).wait();
    CHECK(x.is_as_expected(10));
    d.set_value(config_param::PLACEMENT, config_value::INPLACE);
    d.set_value(config_param::FORWARD_SCALE, 0.5);
    d.commit(q);
    compute_forward(d, x.ptr).wait();
    x.mirror = plain_sum(before, n, -1, 0.5);
    CHECK(x.is_as_expected(50));
}

template <class R> void real_transforms(sycl::queue &q, const std::vector<int64_t> &n)
{
    using C = std::complex<R>;
    const int64_t last = n.back(), half = last / 2 + 1, rows = product(n) / last;
    const auto size = std::size_t(product(n));
    memory<R> x(q, size), in_place(q, std::size_t(rows * half * 2));
    memory<C> y(q, std::size_t(rows * half));
    const std::vector<C> all = plain_sum(std::vector<C>(x.ptr, x.ptr + size), n, -1, 1);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < half; j++) y.mirror[std::size_t(i * half + j)] = all[std::size_t(i * last + j)];
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < last; j++) in_place[i * half * 2 + j] = x[i * last + j];
    descriptor<precision_of<R>, domain::REAL> d(n);
    d.set_value(config_param::BACKWARD_SCALE, R(1) / R(size));
    d.set_value(config_param::PLACEMENT, config_value::NOT_INPLACE);
    d.commit(q);
    compute_forward(d, x.ptr, y.ptr).wait();
    CHECK(y.is_as_expected(50));
    std::fill(x.ptr, x.ptr + size, R(0));
    compute_backward(d, y.ptr, x.ptr).wait();
    CHECK(x.is_as_expected(10));
    d.set_value(config_param::PLACEMENT, config_value::INPLACE);
    d.commit(q);
    compute_forward(d, in_place.ptr).wait();
    const C *found = reinterpret_cast<const C *>(in_place.ptr);
    for (int64_t i = 0; i < rows * half; i++) CHECK(is_close(found[i], y.mirror[std::size_t(i)], 50));
    compute_backward(d, in_place.ptr).wait();
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < last; j++) CHECK(is_close(in_place[i * half * 2 + j], x.mirror[std::size_t(i * last + j)], 10));
}

// Every second element of rows that are 20 apart, after an offset of 3; three transforms, 200 apart.
template <class R> void strides_and_batches(sycl::queue &q)
{
    using C = std::complex<R>;
    memory<C> x(q, 700), y(q, 700, 3);
    descriptor<precision_of<R>, domain::COMPLEX> d({6, 8});
    d.set_value(config_param::PLACEMENT, config_value::NOT_INPLACE);
    d.set_value(config_param::NUMBER_OF_TRANSFORMS, 3);
    d.set_value(config_param::FWD_STRIDES, std::vector<int64_t>{3, 20, 2});
    d.set_value(config_param::FWD_DISTANCE, 200);
    const int64_t backward[3] = {0, 1, 6};
    d.set_value(config_param::BWD_STRIDES, backward);
    d.set_value(config_param::BWD_DISTANCE, std::int64_t(100));
    d.commit(q);
    for (int64_t b = 0; b < 3; b++) {
        std::vector<C> one(48);
        for (int64_t i = 0; i < 6; i++)
            for (int64_t j = 0; j < 8; j++) one[std::size_t(i * 8 + j)] = x[b * 200 + 3 + i * 20 + j * 2];
        one = plain_sum(one, {6, 8}, -1, 1);
        for (int64_t i = 0; i < 6; i++)
            for (int64_t j = 0; j < 8; j++) y.mirror[std::size_t(b * 100 + i + j * 6)] = one[std::size_t(i * 8 + j)];
    }
    compute_forward(d, x.ptr, y.ptr).wait();
    CHECK(y.is_as_expected(50));
    descriptor<precision_of<R>, domain::COMPLEX> e({6, 8});
    e.set_value(config_param::PLACEMENT, config_value::NOT_INPLACE);
    e.set_value(config_param::INPUT_STRIDES, std::vector<int64_t>{0, 1, 6});
    e.set_value(config_param::OUTPUT_STRIDES, std::vector<int64_t>{3, 20, 2});
    e.set_value(config_param::BACKWARD_SCALE, R(1) / 48);
    e.commit(q);
    std::fill(x.ptr, x.ptr + 120, C(0));
    compute_backward(e, y.ptr, x.ptr).wait();
    for (int64_t i = 0; i < 6; i++)
        for (int64_t j = 0; j < 8; j++) CHECK(is_close(x[3 + i * 20 + j * 2], x.mirror[std::size_t(3 + i * 20 + j * 2)], 10));
}

static void values_are_told(sycl::queue &q)
{
    descriptor<precision::SINGLE, domain::REAL> d({4, 6});
    int64_t number = 0, list[3] = {};
    float scale = 0;
    config_value value = config_value::COMMITTED;
    d.get_value(config_param::DIMENSION, &number);
    CHECK(number == 2);
    d.get_value(config_param::LENGTHS, list);
    CHECK(list[0] == 4 && list[1] == 6);
    d.get_value(config_param::FWD_STRIDES, list);
    CHECK(list[0] == 0 && list[1] == 8 && list[2] == 1);
    d.get_value(config_param::BWD_STRIDES, list);
    CHECK(list[1] == 4);
    d.get_value(config_param::FWD_DISTANCE, &number);
    CHECK(number == 32);
    d.set_value(config_param::FORWARD_SCALE, 0.25f);
    d.get_value(config_param::FORWARD_SCALE, &scale);
    CHECK(scale == 0.25f);
    d.get_value(config_param::COMMIT_STATUS, &value);
    CHECK(value == config_value::UNCOMMITTED);
    memory<float> x(q, 100);
    CHECK(refuses<mkl::uninitialized>([&] { compute_forward(d, x.ptr); }, "not committed"));
    d.commit(q);
    d.get_value(config_param::COMMIT_STATUS, &value);
    CHECK(value == config_value::COMMITTED);
    CHECK(refuses<mkl::invalid_argument>([&] { compute_forward(d, x.ptr, x.ptr); }, "INPLACE"));
    CHECK(refuses<mkl::invalid_argument>([&] { d.set_value(config_param::NUMBER_OF_TRANSFORMS, 0); }, "is 0"));
    CHECK(refuses<mkl::invalid_argument>([&] { d.set_value(config_param::FWD_STRIDES, std::vector<int64_t>{1, 2}); }, "2 strides"));
    CHECK(refuses<mkl::unimplemented>([&] { d.set_value(config_param::COMPLEX_STORAGE, config_value::REAL_REAL); }, "REAL_REAL"));
    CHECK(refuses<mkl::invalid_argument>([] { descriptor<precision::SINGLE, domain::REAL> bad({4, 0}); }, "a length is 0"));
    CHECK(refuses<mkl::invalid_argument>([] { descriptor<precision::SINGLE, domain::REAL> bad({1, 1, 1, 1}); }, "4 dimensions"));
}

static void commands_follow_their_dependencies(sycl::queue &q)
{
    memory<std::complex<float>> x(q, 64);
    descriptor<precision::SINGLE, domain::COMPLEX> d(64);
    d.commit(q);
    sycl::event filled = q.fill(x.ptr, std::complex<float>(1, 0), 64);
    sycl::event done = compute_forward(d, x.ptr, {filled});
    std::vector<std::complex<float>> out(64);
    q.copy(x.ptr, out.data(), 64, done).wait();
    CHECK(is_close(out[0], std::complex<float>(64)) && is_close(out[5], std::complex<float>(0)));
    {
        sycl::buffer<std::complex<float>, 1> b(out.data(), sycl::range<1>(64));
        compute_backward(d, b);
    }
    for (const auto &value : out) CHECK(is_close(value, std::complex<float>(64)));
}

template <class R> void transforms(sycl::queue &q)
{
    for (const std::vector<int64_t> &n : {std::vector<int64_t>{16}, {30}, {7}, {1}, {4, 6}, {5, 9}, {3, 4, 10}, {2, 3, 7}}) {
        complex_transforms<R>(q, n);
        real_transforms<R>(q, n);
    }
    strides_and_batches<R>(q);
}

int main(int n_arguments, char **arguments)
{
    sycl::queue q = make_queue(n_arguments, arguments);
    transforms<float>(q);
    if (q.get_device().has(sycl::aspect::fp64)) transforms<double>(q);
    values_are_told(q);
    commands_follow_their_dependencies(q);
    return n_failed;
}
