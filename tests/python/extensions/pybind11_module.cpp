// The extension of test_pybind11.py: each function shows one thing of dpctl4pybind11.hpp.
#include <dpctl4pybind11.hpp>
#include <pybind11/stl.h>

#include <chrono>
#include <thread>

using dpctl::memory::usm_memory;
using dpctl::tensor::usm_ndarray;

namespace {

// ---- arrays

double total(sycl::queue q, const usm_ndarray &x)
{
    const auto &api = dpctl::detail::dpctl_capi::get();
    if (!dpctl::utils::queues_are_compatible(q, {x})) throw py::value_error("the array is on another queue");
    if (x.get_typenum() != api.UAR_DOUBLE_ || !x.is_c_contiguous()) throw py::value_error("a contiguous array of float64");
    const double *data = x.get_data<double>();
    const std::size_t n = static_cast<std::size_t>(x.get_size());
    double *sum = sycl::malloc_shared<double>(1, q);
    *sum = 0;
    q.parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<>()), [=](sycl::id<1> i, auto &s) { s += data[i]; }).wait();
    const double result = *sum;
    sycl::free(sum, q);
    return result;
}

// y = a x + y; gives two events: of the kernel, and after which the arrays may go.
std::pair<sycl::event, sycl::event> axpy(sycl::queue q, double a, const usm_ndarray &x, const usm_ndarray &y,
                                         const std::vector<sycl::event> &deps)
{
    const double *from = x.get_data<double>();
    double *to = y.get_data<double>();
    sycl::event done = q.parallel_for(sycl::range<1>(static_cast<std::size_t>(x.get_size())), deps,
                                      [=](sycl::id<1> i) { to[i] += a * from[i]; });
    return {dpctl::utils::keep_args_alive(q, {x, y}, {done}), done};
}

py::dict facts(const usm_ndarray &x)
{
    py::dict d;
    d["pointer"] = reinterpret_cast<std::uintptr_t>(x.get_data());
    d["ndim"] = x.get_ndim();
    d["shape"] = x.get_shape_vector();
    d["strides"] = x.get_strides_vector();
    d["has_strides"] = x.get_strides_raw() != nullptr;
    d["size"] = x.get_size();
    d["bounds"] = x.get_minmax_offsets();
    d["queue"] = x.get_queue();
    d["device"] = x.get_device();
    d["typenum"] = x.get_typenum();
    d["itemsize"] = x.get_elemsize();
    d["flags"] = py::make_tuple(x.is_c_contiguous(), x.is_f_contiguous(), x.is_writable());
    d["usm_data"] = x.get_usm_data();
    d["managed"] = x.is_managed_by_smart_ptr();
    for (int i = 0; i < x.get_ndim(); i++)
        if (x.get_shape(i) != x.get_shape_raw()[i]) throw std::runtime_error("shape");
    return d;
}

// ---- memory

usm_memory allocate(sycl::queue q, std::size_t nbytes, py::function freed)
{
    void *ptr = sycl::malloc_shared(nbytes, q);
    q.memset(ptr, 7, nbytes).wait();
    // The last owner may be a thread without the GIL.
    auto *call = new py::function(std::move(freed));
    std::shared_ptr<void> owner(ptr, [q, call](void *p) {
        sycl::free(p, q);
        py::gil_scoped_acquire gil;
        (*call)();
        delete call;
    });
    return usm_memory(ptr, nbytes, q, owner);
}

// What is left of a memory that only the smart pointer keeps.
int byte_after_release(py::list holder)
{
    std::shared_ptr<void> owner = py::cast<usm_memory>(holder[0]).get_smart_ptr_owner();
    holder.attr("clear")();
    return *static_cast<unsigned char *>(owner.get());
}

int array_byte_after_release(py::list holder)
{
    std::shared_ptr<void> owner = py::cast<usm_ndarray>(holder[0]).get_smart_ptr_owner();
    holder.attr("clear")();
    return *static_cast<unsigned char *>(owner.get());
}

// ---- every member of dpctl_capi

// The functions that a C extension gets, and the same members.
py::dict functions()
{
    const auto &api = dpctl::detail::dpctl_capi::get();
    py::dict same;
#define SAME(name) same[#name] = api.name##_ == name && name != nullptr;
    SAME(SyclDevice_GetDeviceRef) SAME(SyclDevice_Make) SAME(SyclContext_GetContextRef) SAME(SyclContext_Make)
    SAME(SyclEvent_GetEventRef) SAME(SyclEvent_Make) SAME(SyclQueue_GetQueueRef) SAME(SyclQueue_Make) SAME(SyclQueue_KeepAlive)
    SAME(SyclKernel_GetKernelRef) SAME(SyclKernel_Make) SAME(SyclProgram_GetKernelBundleRef) SAME(SyclProgram_Make)
    SAME(Memory_GetUsmPointer) SAME(Memory_GetOpaquePointer) SAME(Memory_GetContextRef) SAME(Memory_GetQueueRef)
    SAME(Memory_GetNumBytes) SAME(Memory_Make) SAME(UsmNDArray_GetData) SAME(UsmNDArray_GetNDim) SAME(UsmNDArray_GetShape)
    SAME(UsmNDArray_GetStrides) SAME(UsmNDArray_GetTypenum) SAME(UsmNDArray_GetElementSize) SAME(UsmNDArray_GetFlags)
    SAME(UsmNDArray_GetQueueRef) SAME(UsmNDArray_GetOffset) SAME(UsmNDArray_GetUSMData) SAME(UsmNDArray_SetWritableFlag)
    SAME(UsmNDArray_MakeSimpleFromMemory) SAME(UsmNDArray_MakeSimpleFromPtr) SAME(UsmNDArray_MakeFromPtr)
#undef SAME
    return same;
}

py::dict types()
{
    const auto &api = dpctl::detail::dpctl_capi::get();
    py::dict found;
#define TYPE(name) found[#name] = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject *>(api.name##_));
    TYPE(Py_SyclDeviceType) TYPE(PySyclDeviceType) TYPE(Py_SyclContextType) TYPE(PySyclContextType) TYPE(Py_SyclEventType)
    TYPE(PySyclEventType) TYPE(Py_SyclQueueType) TYPE(PySyclQueueType) TYPE(PySyclKernelType) TYPE(PySyclProgramType)
    TYPE(Py_MemoryType) TYPE(PyMemoryUSMDeviceType) TYPE(PyMemoryUSMSharedType) TYPE(PyMemoryUSMHostType) TYPE(PyUSMArrayType)
#undef TYPE
    return found;
}

py::dict constants()
{
    const auto &api = dpctl::detail::dpctl_capi::get();
    py::dict found;
#define NUMBER(name) found[#name] = api.name##_;
    NUMBER(USM_ARRAY_C_CONTIGUOUS) NUMBER(USM_ARRAY_F_CONTIGUOUS) NUMBER(USM_ARRAY_WRITABLE) NUMBER(UAR_BOOL) NUMBER(UAR_BYTE)
    NUMBER(UAR_UBYTE) NUMBER(UAR_SHORT) NUMBER(UAR_USHORT) NUMBER(UAR_INT) NUMBER(UAR_UINT) NUMBER(UAR_LONG) NUMBER(UAR_ULONG)
    NUMBER(UAR_LONGLONG) NUMBER(UAR_ULONGLONG) NUMBER(UAR_FLOAT) NUMBER(UAR_DOUBLE) NUMBER(UAR_CFLOAT) NUMBER(UAR_CDOUBLE)
    NUMBER(UAR_TYPE_SENTINEL) NUMBER(UAR_HALF)
#undef NUMBER
    return found;
}

// For which kinds an object passes the checks.
std::vector<std::string> kinds(const py::object &object)
{
    const auto &api = dpctl::detail::dpctl_capi::get();
    std::vector<std::string> found;
#define CHECK(name) if (api.name##_Check_(object.ptr())) found.push_back(#name);
    CHECK(PySyclDevice) CHECK(PySyclContext) CHECK(PySyclEvent) CHECK(PySyclQueue) CHECK(PySyclKernel) CHECK(PySyclProgram)
    CHECK(PyMemory) CHECK(PyUSMArray)
#undef CHECK
    return found;
}

// ---- failures

// A kernel or a host task that throws, and what the program does with it.
struct own_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void throwing(sycl::queue q, bool in_kernel)
{
    sycl::queue own(q.get_context(), q.get_device(), [](sycl::exception_list list) {
        for (const std::exception_ptr &e : list) std::rethrow_exception(e);
    });
    own.submit([&](sycl::handler &cgh) {
        if (in_kernel)
            cgh.single_task([] { throw own_error("thrown in a kernel"); });
        else
            cgh.host_task([] { throw own_error("thrown in a host task"); });
    });
    py::gil_scoped_release nogil;
    own.wait_and_throw();
}

// The same on a queue that came from Python.
void throwing_on(sycl::queue q, bool by_event)
{
    sycl::event e = q.submit([&](sycl::handler &cgh) { cgh.single_task([] { throw own_error("thrown in a kernel"); }); });
    py::gil_scoped_release nogil;
    by_event ? e.wait_and_throw() : q.wait_and_throw();
}

sycl::event throwing_event(sycl::queue q)
{
    return q.submit([&](sycl::handler &cgh) { cgh.host_task([] { throw own_error("thrown in a host task"); }); });
}

// Work that is still pending when the interpreter ends.
sycl::event linger(sycl::queue q, const usm_ndarray &x)
{
    double *data = x.get_data<double>();
    sycl::event done = q.submit([&](sycl::handler &cgh) {
        cgh.host_task([=] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            data[0] = 1;
        });
    });
    return dpctl::utils::keep_args_alive(q, {x}, {done});
}

} // namespace

PYBIND11_MODULE(pybind11_module, m)
{
    import_dpctl();
    if (PyErr_Occurred()) throw py::error_already_set();
    m.def("total", &total);
    m.def("axpy", &axpy, py::arg("queue"), py::arg("a"), py::arg("x"), py::arg("y"), py::arg("depends") = py::list());
    m.def("facts", &facts);
    m.def("triple", [](sycl::queue q, const usm_ndarray &x) {
        float *data = x.get_data<float>();
        q.parallel_for(sycl::range<1>(static_cast<std::size_t>(x.get_size())), [=](sycl::id<1> i) { data[i] *= 3; }).wait();
        return x.get_size();
    });
    m.def("nothing", [](sycl::queue, const usm_ndarray &x) { return x.get_data<double>() != nullptr; });
    m.def("on_queue", [](sycl::queue q, const usm_ndarray &x, const usm_ndarray &y) { return dpctl::utils::queues_are_compatible(q, {x, y}); });
    m.def("are_on_queue", [](sycl::queue q, sycl::queue a, usm_memory b) {
        return dpctl::utils::queues_are_compatible(q, {a, q}) && dpctl::utils::queues_are_compatible(q, {b});
    });
    m.def("default_array", [] { return usm_ndarray(); });
    m.def("default_memory", [] { return usm_memory(); });

    m.def("functions", &functions);
    m.def("types", &types);
    m.def("constants", &constants);
    m.def("kinds", &kinds);
    m.def("defaults", [] {
        const auto &api = dpctl::detail::dpctl_capi::get();
        return py::make_tuple(api.default_sycl_queue_pyobj(), api.default_usm_memory_pyobj(), api.default_usm_ndarray_pyobj(), api.as_usm_memory_pyobj());
    });
    m.def("none_of_each", [] { return py::make_tuple(static_cast<sycl::queue *>(nullptr), static_cast<sycl::event *>(nullptr)); });
    m.def("kept", [](sycl::queue q, const py::object &a, const py::object &b) {
        return dpctl::utils::keep_args_alive(q, {a, b}); // without events: until what the queue has now is complete
    });
    m.def("strides_in_bytes", [](const std::vector<py::ssize_t> &shape, py::ssize_t size) {
        const int nd = static_cast<int>(shape.size());
        return py::make_tuple(dpctl::utils::c_contiguous_strides(nd, shape.data(), size), dpctl::utils::f_contiguous_strides(nd, shape.data(), size));
    });
    m.def("is_memory", [](const py::object &o) { return py::isinstance<usm_memory>(o); });
    m.def("is_array", [](const py::object &o) { return py::isinstance<usm_ndarray>(o); });
    m.def("flags", [](const usm_ndarray &x) { return x.get_flags(); });

    m.def("queue", [](sycl::queue q) { return q; });
    m.def("queue_pointer", [](sycl::queue *q) { return q; });
    m.def("queue_reference", [](const sycl::queue &q) { return sycl::queue(q); });
    m.def("device", [](sycl::device d) { return d; });
    m.def("context", [](sycl::context c) { return c; });
    m.def("event", [](sycl::event e) { return e; });
    m.def("kernel", [](sycl::kernel k) { return k; });
    m.def("bundle", [](sycl::kernel_bundle<sycl::bundle_state::executable> b) { return b; });
    m.def("complete_event", [] { return sycl::event(); });
    m.def("queue_on", [](sycl::device d) { return sycl::queue(d, sycl::property::queue::in_order()); });
    m.def("kernel_of", [](sycl::kernel_bundle<sycl::bundle_state::executable> b, const std::string &name) { return b.ext_oneapi_get_kernel(name); });
    m.def("describe", [](sycl::kernel k) {
        return py::make_tuple(k.get_info<sycl::info::kernel::function_name>(), k.get_info<sycl::info::kernel::num_args>());
    });
    m.def("submit", [](sycl::queue q, sycl::kernel k, const usm_ndarray &x, double factor) {
        double *data = x.get_data<double>();
        const std::size_t n = static_cast<std::size_t>(x.get_size());
        q.submit([&](sycl::handler &cgh) {
             cgh.set_arg(0, data);
             cgh.set_arg(1, factor);
             cgh.parallel_for(sycl::range<1>(n), k);
         }).wait();
    });
    m.def("devices", [] { return sycl::device::get_devices(); });
    m.def("events", [](const std::vector<sycl::event> &list) { sycl::event::wait(list); return list.size(); });
    m.def("optional_queue", [](std::optional<sycl::queue> q) { return q.has_value(); });

    m.def("memory", [](usm_memory memory) {
        return py::make_tuple(reinterpret_cast<std::uintptr_t>(memory.get_pointer()), memory.get_nbytes(), memory.get_queue(), memory.is_managed_by_smart_ptr());
    });
    m.def("as_memory", [](const py::object &any) { return usm_memory(any); });
    m.def("allocate", &allocate);
    m.def("byte_after_release", &byte_after_release);
    m.def("array_byte_after_release", &array_byte_after_release);
    m.def("foreign", [](sycl::queue q) {
        static double outside[4];
        return usm_memory(outside, sizeof outside, q, std::shared_ptr<void>());
    });

    m.def("throwing", &throwing);
    m.def("throwing_event", &throwing_event);
    m.def("throwing_on", &throwing_on);
    m.def("wait_and_throw", [](sycl::event e) { e.wait_and_throw(); });
    m.def("raise_sycl", [] { throw sycl::exception(sycl::make_error_code(sycl::errc::invalid), "of sycl"); });
    m.def("linger", &linger);
    m.def("strides", [](const std::vector<py::ssize_t> &shape) {
        return py::make_tuple(dpctl::utils::c_contiguous_strides(shape), dpctl::utils::f_contiguous_strides(shape));
    });
    m.def("numbers", [] {
        const auto &api = dpctl::detail::dpctl_capi::get();
        return std::vector<int>{api.UAR_BOOL_, api.UAR_INT8_, api.UAR_UINT8_, api.UAR_INT16_, api.UAR_UINT16_, api.UAR_INT32_, api.UAR_UINT32_,
                                api.UAR_INT64_, api.UAR_UINT64_, api.UAR_HALF_, api.UAR_FLOAT_, api.UAR_DOUBLE_, api.UAR_CFLOAT_, api.UAR_CDOUBLE_};
    });
#ifdef DPEX_SYCL_HALF_HPP
    m.def("half", [](sycl::half h) { return h; });
#endif
}
