// A density estimated by Gaussian kernels at given points, a reduction for each point. Asynchronous: events go in and come out.
#include <dpctl4pybind11.hpp>
#include <pybind11/stl.h>

#include <cmath>
#include <vector>

using dpctl::tensor::usm_ndarray;

// out[i] = sum_j exp(-((points[i] - samples[j]) / h)^2 / 2) / (n h sqrt(2 pi)). Gives the event after which the arrays may go, and
// the one after which `out` is computed.
static std::pair<sycl::event, sycl::event> density(sycl::queue q, const usm_ndarray &points, const usm_ndarray &samples,
                                                   const usm_ndarray &out, double h, const std::vector<sycl::event> &depends)
{
    const auto &api = dpctl::detail::dpctl_capi::get();
    for (const usm_ndarray &x : {points, samples, out})
        if (x.get_typenum() != api.UAR_DOUBLE_ || x.get_ndim() != 1 || !x.is_c_contiguous())
            throw py::type_error("contiguous vectors of float64 are wanted");
    if (!dpctl::utils::queues_are_compatible(q, {points, samples, out})) throw py::value_error("the arrays are on another queue");
    if (out.get_size() != points.get_size()) throw py::value_error("as many results as points");
    if (!out.is_writable()) throw py::value_error("the result is read-only");
    const double *at = points.get_data<double>(), *data = samples.get_data<double>();
    double *to = out.get_data<double>();
    const std::size_t n = static_cast<std::size_t>(samples.get_size());
    const double factor = 1 / (static_cast<double>(n) * h * std::sqrt(2 * std::acos(-1.0))), scale = 1 / h;
    std::vector<sycl::event> done;
    for (std::size_t i = 0; i < static_cast<std::size_t>(points.get_size()); i++)
        done.push_back(q.submit([&](sycl::handler &cgh) {
            cgh.depends_on(depends);
            auto sum = sycl::reduction(to + i, sycl::plus<>(), sycl::property::reduction::initialize_to_identity());
            cgh.parallel_for(sycl::range<1>(n), sum, [=](sycl::id<1> j, auto &total) {
                const double z = (at[i] - data[j]) * scale;
                total += factor * std::exp(-0.5 * z * z);
            });
        }));
    return {dpctl::utils::keep_args_alive(q, {points, samples, out}, done), q.ext_oneapi_submit_barrier(done)};
}

PYBIND11_MODULE(_density, m)
{
    import_dpctl();
    if (PyErr_Occurred()) throw py::error_already_set();
    m.def("density", &density, py::arg("queue"), py::arg("points"), py::arg("samples"), py::arg("out"), py::arg("h"),
          py::arg("depends") = py::list());
}
