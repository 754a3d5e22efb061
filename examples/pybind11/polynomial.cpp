// A polynomial at all elements of a NumPy array: sycl::buffer over memory that belongs to Python, and accessors.
#include <dpctl4pybind11.hpp>
#include <pybind11/numpy.h>

#include <vector>

using array = py::array_t<double, py::array::c_style | py::array::forcecast>;

// coefficients[0] + coefficients[1] x + ..., by Horner's rule.
static py::array_t<double> evaluate(sycl::queue q, const array &coefficients, const array &x)
{
    py::array_t<double> y(std::vector<py::ssize_t>(x.shape(), x.shape() + x.ndim()));
    const std::size_t n = static_cast<std::size_t>(x.size()), degree = static_cast<std::size_t>(coefficients.size());
    if (!degree) throw py::value_error("a polynomial has at least one coefficient");
    const double *from = x.data(), *c = coefficients.data();
    double *to = y.mutable_data();
    {
        py::gil_scoped_release nogil;
        if (n) {
            sycl::buffer<const double> in(from, sycl::range<1>(n)), factors(c, sycl::range<1>(degree));
            sycl::buffer<double> out(to, sycl::range<1>(n));
            q.submit([&](sycl::handler &cgh) {
                sycl::accessor a(in, cgh, sycl::read_only), f(factors, cgh, sycl::read_only);
                sycl::accessor b(out, cgh, sycl::write_only, sycl::no_init);
                cgh.parallel_for(n, [=](sycl::id<1> i) {
                    double value = f[degree - 1];
                    for (std::size_t k = degree - 1; k-- > 0;) value = value * a[i] + f[k];
                    b[i] = value;
                });
            });
        } // the buffers end here, and wait
    }
    return y;
}

PYBIND11_MODULE(_polynomial, m)
{
    import_dpctl();
    if (PyErr_Occurred()) throw py::error_already_set();
    m.def("evaluate", &evaluate, py::arg("queue"), py::arg("coefficients"), py::arg("x"));
}
