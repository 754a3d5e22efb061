// A kernel that Python compiled, submitted by C++: kernels come in as sycl::kernel.
#include <dpctl4pybind11.hpp>

using dpctl::tensor::usm_ndarray;

// kernel(const int *x, int *y) over the elements.
static void submit(sycl::queue q, sycl::kernel kernel, const usm_ndarray &x, const usm_ndarray &y)
{
    const auto &api = dpctl::detail::dpctl_capi::get();
    if (!dpctl::utils::queues_are_compatible(q, {x, y})) throw py::value_error("the arrays are on another queue");
    if (x.get_typenum() != api.UAR_INT32_ || y.get_typenum() != api.UAR_INT32_) throw py::type_error("arrays of int32 are wanted");
    if (x.get_size() != y.get_size() || !x.is_c_contiguous() || !y.is_c_contiguous()) throw py::value_error("contiguous arrays of one size");
    const std::int32_t *from = x.get_data<std::int32_t>();
    std::int32_t *to = y.get_data<std::int32_t>();
    sycl::event done = q.submit([&](sycl::handler &cgh) {
        cgh.set_args(from, to);
        cgh.parallel_for(sycl::range<1>(static_cast<std::size_t>(x.get_size())), kernel);
    });
    py::gil_scoped_release nogil;
    done.wait_and_throw();
}

// What C++ can ask of a queue that came from Python.
static py::dict describe(const sycl::queue &q)
{
    const sycl::device d = q.get_device();
    py::dict facts;
    facts["name"] = d.get_info<sycl::info::device::name>();
    facts["max_compute_units"] = d.get_info<sycl::info::device::max_compute_units>();
    facts["global_mem_size"] = d.get_info<sycl::info::device::global_mem_size>();
    facts["has_fp64"] = d.has(sycl::aspect::fp64);
    facts["is_in_order"] = q.is_in_order();
    facts["context"] = q.get_context();
    facts["device"] = d;
    return facts;
}

PYBIND11_MODULE(_use_kernel, m)
{
    import_dpctl();
    if (PyErr_Occurred()) throw py::error_already_set();
    m.def("submit", &submit);
    m.def("describe", &describe);
}
