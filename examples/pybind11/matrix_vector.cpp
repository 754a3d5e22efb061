// y = a x with oneapi::mkl on usm_ndarray: blocking, and returning events.
#include <dpctl4pybind11.hpp>
#include <oneapi/mkl.hpp>
#include <pybind11/stl.h>

using dpctl::tensor::usm_ndarray;
using events = std::vector<sycl::event>;

// The event of the product, and one that comes when the arrays may go.
static std::pair<sycl::event, sycl::event> submit(sycl::queue q, const usm_ndarray &a, const usm_ndarray &x, const usm_ndarray &y,
                                                  const events &depends)
{
    const auto &api = dpctl::detail::dpctl_capi::get();
    if (!dpctl::utils::queues_are_compatible(q, {a, x, y})) throw py::value_error("the arrays are on another queue");
    for (const usm_ndarray &array : {a, x, y})
        if (array.get_typenum() != api.UAR_DOUBLE_ || !array.is_c_contiguous()) throw py::type_error("contiguous float64 is wanted");
    if (a.get_ndim() != 2 || a.get_shape(1) != x.get_size() || a.get_shape(0) != y.get_size()) throw py::value_error("shapes differ");
    const std::int64_t m = a.get_shape(0), n = a.get_shape(1);
    sycl::event done = oneapi::mkl::blas::row_major::gemv(q, oneapi::mkl::transpose::nontrans, m, n, 1.0, a.get_data<double>(), n,
                                                          x.get_data<double>(), 1, 0.0, y.get_data<double>(), 1, depends);
    return {dpctl::utils::keep_args_alive(q, {a, x, y}, {done}), done};
}

static void multiply(sycl::queue q, const usm_ndarray &a, const usm_ndarray &x, const usm_ndarray &y)
{
    const auto [kept, done] = submit(q, a, x, y, {});
    py::gil_scoped_release nogil;
    done.wait();
}

PYBIND11_MODULE(_matrix_vector, m)
{
    import_dpctl();
    if (PyErr_Occurred()) throw py::error_already_set();
    m.def("submit", &submit, py::arg("queue"), py::arg("a"), py::arg("x"), py::arg("y"), py::arg("depends") = events());
    m.def("multiply", &multiply);
}
