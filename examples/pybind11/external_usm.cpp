// A vector of C++ in USM memory, which Python sees without a copy: by __sycl_usm_array_interface__, or as a usm_memory that keeps it alive.
#include <dpctl4pybind11.hpp>

#include <algorithm>
#include <memory>
#include <vector>

using dpctl::memory::usm_memory;

namespace {

using allocator = sycl::usm_allocator<double, sycl::usm::alloc::shared>;

class Vector {
  public:
    Vector(sycl::queue q, std::size_t n) : queue_(q), values_(std::make_shared<std::vector<double, allocator>>(n, 0.0, allocator(q))) {}
    void fill(double value) { std::fill(values_->begin(), values_->end(), value); }
    double at(std::size_t i) const { return values_->at(i); }
    // The memory outlives this object: the smart pointer goes with it.
    usm_memory memory() const
    {
        return usm_memory(values_->data(), values_->size() * sizeof(double), queue_, std::shared_ptr<void>(values_));
    }
    py::dict interface() const
    {
        py::dict d;
        d["data"] = py::make_tuple(reinterpret_cast<std::uintptr_t>(values_->data()), false);
        d["shape"] = py::make_tuple(values_->size());
        d["strides"] = py::none();
        d["typestr"] = "<f8";
        d["version"] = 1;
        d["syclobj"] = queue_;
        return d;
    }

  private:
    sycl::queue queue_;
    std::shared_ptr<std::vector<double, allocator>> values_;
};

// The sum of a buffer's bytes: sycl::buffer over memory that belongs to somebody else.
unsigned long sum_of_bytes(sycl::queue q, const py::buffer &object)
{
    const py::buffer_info info = object.request();
    const std::size_t n = static_cast<std::size_t>(info.size * info.itemsize);
    unsigned long sum = 0;
    if (!n) return sum;
    {
        sycl::buffer<const unsigned char> bytes(static_cast<const unsigned char *>(info.ptr), sycl::range<1>(n));
        sycl::buffer<unsigned long> result(&sum, sycl::range<1>(1));
        q.submit([&](sycl::handler &cgh) {
            sycl::accessor in(bytes, cgh, sycl::read_only);
            cgh.parallel_for(n, sycl::reduction(result, cgh, sycl::plus<>()), [=](sycl::id<1> i, auto &total) { total += in[i]; });
        });
    }
    return sum;
}

} // namespace

PYBIND11_MODULE(_external_usm, m)
{
    import_dpctl();
    if (PyErr_Occurred()) throw py::error_already_set();
    py::class_<Vector>(m, "Vector")
        .def(py::init<sycl::queue, std::size_t>())
        .def("fill", &Vector::fill)
        .def("__getitem__", &Vector::at)
        .def("memory", &Vector::memory)
        .def_property_readonly("__sycl_usm_array_interface__", &Vector::interface);
    m.def("sum_of_bytes", &sum_of_bytes);
}
