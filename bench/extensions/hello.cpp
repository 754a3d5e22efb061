// The least extension that computes: how long it takes to compile, and what a call of it costs.
#include <dpctl4pybind11.hpp>

PYBIND11_MODULE(hello, m)
{
    import_dpctl();
    m.def("call", [](sycl::queue, dpctl::tensor::usm_ndarray) {});
    m.def("call_with_three_arrays", [](sycl::queue, dpctl::tensor::usm_ndarray, dpctl::tensor::usm_ndarray, dpctl::tensor::usm_ndarray) {});
    m.def("add", [](sycl::queue q, dpctl::tensor::usm_ndarray x, double y) {
        double *data = x.get_data<double>();
        return q.parallel_for(x.get_size(), [=](sycl::id<1> i) { data[i] += y; });
    });
}
