// Conjugate gradients on usm_ndarray: x with a x = b, for a symmetric and positive definite. Each step is a chain of commands that follow one
// another by events, numbers among them stay in USM memory, and the host waits once a step, for the residual.
#include <dpctl4pybind11.hpp>
#include <oneapi/mkl.hpp>

#include <cmath>
#include <memory>

namespace blas = oneapi::mkl::blas::row_major;
using dpctl::tensor::usm_ndarray;

namespace {

// The vectors of a solution: r = b - a x, the direction p, and a p.
template <class T> struct workspace {
    workspace(sycl::queue queue, std::int64_t n)
        : q(std::move(queue)), r(make(n, sycl::usm::alloc::device)), p(make(n, sycl::usm::alloc::device)), ap(make(n, sycl::usm::alloc::device)),
          sums(make(2, sycl::usm::alloc::shared))
    {
    }
    using memory = std::unique_ptr<T, std::function<void(T *)>>;
    memory make(std::int64_t n, sycl::usm::alloc kind)
    {
        return memory(sycl::malloc<T>(static_cast<std::size_t>(n), q, kind), [q = q](T *ptr) { sycl::free(ptr, q); });
    }
    sycl::queue q;
    memory r, p, ap, sums; // sums: r r and p a p
};

// The steps that were taken, and |b - a x|.
template <class T> std::pair<int, double> solve(sycl::queue q, std::int64_t n, const T *a, const T *b, T *x, double tolerance, int most)
{
    workspace<T> w(q, n);
    T *r = w.r.get(), *p = w.p.get(), *ap = w.ap.get(), *rr = w.sums.get(), *pap = rr + 1;
    sycl::event ready = q.copy(b, r, static_cast<std::size_t>(n));
    ready = blas::gemv(q, oneapi::mkl::transpose::nontrans, n, n, T(-1), a, n, x, 1, T(1), r, 1, {ready});
    sycl::event direction = q.submit([&](sycl::handler &cgh) {
        cgh.depends_on(ready);
        cgh.memcpy(p, r, static_cast<std::size_t>(n) * sizeof(T));
    });
    blas::dot(q, n, r, 1, r, 1, rr, {ready}).wait();
    int step = 0;
    for (; step < most && std::sqrt(double(*rr)) > tolerance; step++) {
        const sycl::event multiplied = blas::gemv(q, oneapi::mkl::transpose::nontrans, n, n, T(1), a, n, p, 1, T(0), ap, 1, {direction});
        blas::dot(q, n, p, 1, ap, 1, pap, {multiplied}).wait();
        const T before = *rr, alpha = before / *pap;
        const sycl::event moved = blas::axpy(q, n, alpha, p, 1, x, 1, {multiplied});
        const sycl::event reduced = blas::axpy(q, n, -alpha, ap, 1, r, 1, {multiplied});
        blas::dot(q, n, r, 1, r, 1, rr, {reduced}).wait();
        const T beta = *rr / before;
        direction = q.submit([&](sycl::handler &cgh) {
            cgh.depends_on({moved, reduced});
            cgh.parallel_for(sycl::range<1>(static_cast<std::size_t>(n)), [=](sycl::id<1> i) { p[i] = r[i] + beta * p[i]; });
        });
    }
    direction.wait();
    return {step, std::sqrt(double(*rr))};
}

// Pointers are taken with the GIL held, the computation is done without.
template <class T>
std::pair<int, double> with_pointers(const sycl::queue &q, const usm_ndarray &a, const usm_ndarray &b, const usm_ndarray &x, double tolerance,
                                     int most)
{
    const T *from = a.get_data<T>(), *right = b.get_data<T>();
    T *to = x.get_data<T>();
    py::gil_scoped_release nogil;
    return solve(q, static_cast<std::int64_t>(b.get_size()), from, right, to, tolerance, most);
}

std::pair<int, double> cg_solve(sycl::queue q, const usm_ndarray &a, const usm_ndarray &b, const usm_ndarray &x, double tolerance, int most)
{
    const auto &api = dpctl::detail::dpctl_capi::get();
    if (!dpctl::utils::queues_are_compatible(q, {a, b, x})) throw py::value_error("the arrays are on another queue");
    for (const usm_ndarray &array : {a, b, x})
        if (!array.is_c_contiguous() || array.get_typenum() != a.get_typenum()) throw py::type_error("contiguous arrays of one type are wanted");
    const std::int64_t n = b.get_size();
    if (a.get_ndim() != 2 || a.get_shape(0) != n || a.get_shape(1) != n || x.get_size() != n) throw py::value_error("shapes differ");
    if (!x.is_writable()) throw py::value_error("x is read-only");
    if (a.get_typenum() == api.UAR_DOUBLE_) return with_pointers<double>(q, a, b, x, tolerance, most);
    if (a.get_typenum() == api.UAR_FLOAT_) return with_pointers<float>(q, a, b, x, tolerance, most);
    throw py::type_error("float32 or float64 is wanted");
}

} // namespace

PYBIND11_MODULE(_conjugate_gradient, m)
{
    import_dpctl();
    if (PyErr_Occurred()) throw py::error_already_set();
    m.def("solve", &cg_solve, py::arg("queue"), py::arg("a"), py::arg("b"), py::arg("x"), py::arg("tolerance") = 1e-10, py::arg("most") = 1000,
          "x, in place: the solution of a x = b from x on; gives the steps and the residual's norm.");
}
