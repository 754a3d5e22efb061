// pybind11 and dpctl: casters between dpctl's Python objects and SYCL's C++ ones, and classes for USM memory and arrays.
//
//     #include <dpctl4pybind11.hpp>
//
//     double total(sycl::queue q, dpctl::tensor::usm_ndarray x) { ... x.get_data<double>() ... }
//
//     PYBIND11_MODULE(example, m)
//     {
//         import_dpctl();
//         m.def("total", &total);
//     }
//
// Nothing has to be linked: functions and types come from the imported modules, SYCL's from the library that those have loaded. All
// of it needs the GIL, what the SYCL objects do needs none. C++ objects hold references of their own, so they live on after the
// Python objects that they came from.
#ifndef DPCTL4PYBIND11_HPP
#define DPCTL4PYBIND11_HPP

#include <pybind11/pybind11.h>
#include <sycl/sycl.hpp>

#include "dpctl_capi.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace py = pybind11;

// As pybind11 does: each extension has its own, whatever it is compiled with.
#define DPCTL_HIDDEN __attribute__((visibility("hidden")))

namespace dpctl {
namespace detail {

// What dpctl's modules export: types, functions and numbers under their names with an underscore appended. One for each extension, made on
// first use and never destroyed, as objects may outlive everything else.
class DPCTL_HIDDEN dpctl_capi {
  public:
    PyTypeObject *const Py_SyclDeviceType_ = &Py_SyclDeviceType;
    PyTypeObject *const PySyclDeviceType_ = &PySyclDeviceType;
    PyTypeObject *const Py_SyclContextType_ = &Py_SyclContextType;
    PyTypeObject *const PySyclContextType_ = &PySyclContextType;
    PyTypeObject *const Py_SyclEventType_ = &Py_SyclEventType;
    PyTypeObject *const PySyclEventType_ = &PySyclEventType;
    PyTypeObject *const Py_SyclQueueType_ = &Py_SyclQueueType;
    PyTypeObject *const PySyclQueueType_ = &PySyclQueueType;
    PyTypeObject *const PySyclKernelType_ = &PySyclKernelType;
    PyTypeObject *const PySyclProgramType_ = &PySyclProgramType;
    PyTypeObject *const Py_MemoryType_ = &Py_MemoryType;
    PyTypeObject *const PyMemoryUSMDeviceType_ = &PyMemoryUSMDeviceType;
    PyTypeObject *const PyMemoryUSMSharedType_ = &PyMemoryUSMSharedType;
    PyTypeObject *const PyMemoryUSMHostType_ = &PyMemoryUSMHostType;
    PyTypeObject *const PyUSMArrayType_ = &PyUSMArrayType;

    decltype(SyclDevice_GetDeviceRef) const SyclDevice_GetDeviceRef_ = SyclDevice_GetDeviceRef;
    decltype(SyclDevice_Make) const SyclDevice_Make_ = SyclDevice_Make;
    decltype(SyclContext_GetContextRef) const SyclContext_GetContextRef_ = SyclContext_GetContextRef;
    decltype(SyclContext_Make) const SyclContext_Make_ = SyclContext_Make;
    decltype(SyclEvent_GetEventRef) const SyclEvent_GetEventRef_ = SyclEvent_GetEventRef;
    decltype(SyclEvent_Make) const SyclEvent_Make_ = SyclEvent_Make;
    decltype(SyclQueue_GetQueueRef) const SyclQueue_GetQueueRef_ = SyclQueue_GetQueueRef;
    decltype(SyclQueue_Make) const SyclQueue_Make_ = SyclQueue_Make;
    decltype(SyclQueue_KeepAlive) const SyclQueue_KeepAlive_ = SyclQueue_KeepAlive;
    decltype(SyclKernel_GetKernelRef) const SyclKernel_GetKernelRef_ = SyclKernel_GetKernelRef;
    decltype(SyclKernel_Make) const SyclKernel_Make_ = SyclKernel_Make;
    decltype(SyclProgram_GetKernelBundleRef) const SyclProgram_GetKernelBundleRef_ = SyclProgram_GetKernelBundleRef;
    decltype(SyclProgram_Make) const SyclProgram_Make_ = SyclProgram_Make;
    decltype(Memory_GetUsmPointer) const Memory_GetUsmPointer_ = Memory_GetUsmPointer;
    decltype(Memory_GetOpaquePointer) const Memory_GetOpaquePointer_ = Memory_GetOpaquePointer;
    decltype(Memory_GetContextRef) const Memory_GetContextRef_ = Memory_GetContextRef;
    decltype(Memory_GetQueueRef) const Memory_GetQueueRef_ = Memory_GetQueueRef;
    decltype(Memory_GetNumBytes) const Memory_GetNumBytes_ = Memory_GetNumBytes;
    decltype(Memory_Make) const Memory_Make_ = Memory_Make;
    decltype(UsmNDArray_GetData) const UsmNDArray_GetData_ = UsmNDArray_GetData;
    decltype(UsmNDArray_GetNDim) const UsmNDArray_GetNDim_ = UsmNDArray_GetNDim;
    decltype(UsmNDArray_GetShape) const UsmNDArray_GetShape_ = UsmNDArray_GetShape;
    decltype(UsmNDArray_GetStrides) const UsmNDArray_GetStrides_ = UsmNDArray_GetStrides;
    decltype(UsmNDArray_GetTypenum) const UsmNDArray_GetTypenum_ = UsmNDArray_GetTypenum;
    decltype(UsmNDArray_GetElementSize) const UsmNDArray_GetElementSize_ = UsmNDArray_GetElementSize;
    decltype(UsmNDArray_GetFlags) const UsmNDArray_GetFlags_ = UsmNDArray_GetFlags;
    decltype(UsmNDArray_GetQueueRef) const UsmNDArray_GetQueueRef_ = UsmNDArray_GetQueueRef;
    decltype(UsmNDArray_GetOffset) const UsmNDArray_GetOffset_ = UsmNDArray_GetOffset;
    decltype(UsmNDArray_GetUSMData) const UsmNDArray_GetUSMData_ = UsmNDArray_GetUSMData;
    decltype(UsmNDArray_SetWritableFlag) const UsmNDArray_SetWritableFlag_ = UsmNDArray_SetWritableFlag;
    decltype(UsmNDArray_MakeSimpleFromMemory) const UsmNDArray_MakeSimpleFromMemory_ = UsmNDArray_MakeSimpleFromMemory;
    decltype(UsmNDArray_MakeSimpleFromPtr) const UsmNDArray_MakeSimpleFromPtr_ = UsmNDArray_MakeSimpleFromPtr;
    decltype(UsmNDArray_MakeFromPtr) const UsmNDArray_MakeFromPtr_ = UsmNDArray_MakeFromPtr;

    const int USM_ARRAY_C_CONTIGUOUS_ = USM_ARRAY_C_CONTIGUOUS;
    const int USM_ARRAY_F_CONTIGUOUS_ = USM_ARRAY_F_CONTIGUOUS;
    const int USM_ARRAY_WRITABLE_ = USM_ARRAY_WRITABLE;
    const int UAR_BOOL_ = UAR_BOOL;
    const int UAR_BYTE_ = UAR_BYTE;
    const int UAR_UBYTE_ = UAR_UBYTE;
    const int UAR_SHORT_ = UAR_SHORT;
    const int UAR_USHORT_ = UAR_USHORT;
    const int UAR_INT_ = UAR_INT;
    const int UAR_UINT_ = UAR_UINT;
    const int UAR_LONG_ = UAR_LONG;
    const int UAR_ULONG_ = UAR_ULONG;
    const int UAR_LONGLONG_ = UAR_LONGLONG;
    const int UAR_ULONGLONG_ = UAR_ULONGLONG;
    const int UAR_FLOAT_ = UAR_FLOAT;
    const int UAR_DOUBLE_ = UAR_DOUBLE;
    const int UAR_CFLOAT_ = UAR_CFLOAT;
    const int UAR_CDOUBLE_ = UAR_CDOUBLE;
    const int UAR_TYPE_SENTINEL_ = UAR_TYPE_SENTINEL;
    const int UAR_HALF_ = UAR_HALF;
    // The same by width.
    const int UAR_INT8_ = UAR_BYTE, UAR_UINT8_ = UAR_UBYTE, UAR_INT16_ = UAR_SHORT, UAR_UINT16_ = UAR_USHORT;
    const int UAR_INT32_ = of_bits(4, true), UAR_UINT32_ = of_bits(4, false);
    const int UAR_INT64_ = of_bits(8, true), UAR_UINT64_ = of_bits(8, false);

    bool PySyclDevice_Check_(PyObject *object) const { return PyObject_TypeCheck(object, PySyclDeviceType_) != 0; }
    bool PySyclContext_Check_(PyObject *object) const { return PyObject_TypeCheck(object, PySyclContextType_) != 0; }
    bool PySyclEvent_Check_(PyObject *object) const { return PyObject_TypeCheck(object, PySyclEventType_) != 0; }
    bool PySyclQueue_Check_(PyObject *object) const { return PyObject_TypeCheck(object, PySyclQueueType_) != 0; }
    bool PySyclKernel_Check_(PyObject *object) const { return PyObject_TypeCheck(object, PySyclKernelType_) != 0; }
    bool PySyclProgram_Check_(PyObject *object) const { return PyObject_TypeCheck(object, PySyclProgramType_) != 0; }
    bool PyMemory_Check_(PyObject *object) const { return PyObject_TypeCheck(object, Py_MemoryType_) != 0; }
    bool PyUSMArray_Check_(PyObject *object) const { return PyObject_TypeCheck(object, PyUSMArrayType_) != 0; }

    // What a default constructed object of a class below is; made when it is first asked for.
    py::object default_sycl_queue_pyobj() const
    {
        return kept(queue_, [] { return called(named("dpctl", "SyclQueue"), PyTuple_New(0), nullptr); });
    }
    py::object default_usm_memory_pyobj() const
    {
        return kept(memory_, [this] {
            const py::object queue = default_sycl_queue_pyobj();
            return called(named("dpctl.memory", "MemoryUSMHost"), Py_BuildValue("(i)", 1), Py_BuildValue("{s:O}", "queue", queue.ptr()));
        });
    }
    py::object default_usm_ndarray_pyobj() const
    {
        return kept(array_, [this] {
            const py::object memory = default_usm_memory_pyobj();
            return called(named("dpctl.tensor", "usm_ndarray"), Py_BuildValue("(())"),
                          Py_BuildValue("{s:s,s:O}", "dtype", "u1", "buffer", memory.ptr()));
        });
    }
    py::object as_usm_memory_pyobj() const
    {
        return kept(as_usm_memory_, [] { return named("dpctl.memory", "as_usm_memory"); });
    }

    // Importing may let other threads run, so whoever comes second while the first still imports makes another one, and drops it.
    static const dpctl_capi &get()
    {
        static std::atomic<const dpctl_capi *> only{nullptr};
        const dpctl_capi *found = only.load(std::memory_order_acquire);
        if (found) return *found;
        import_dpctl();
        if (PyErr_Occurred()) throw py::error_already_set();
        const dpctl_capi *made = new dpctl_capi;
        if (only.compare_exchange_strong(found, made)) return *made;
        delete made;
        return *found;
    }

  private:
    dpctl_capi() = default;
    // NumPy's number of the integer type of so many bytes, the first where two have them.
    static int of_bits(std::size_t bytes, bool is_signed)
    {
        const int number = bytes == sizeof(int) ? UAR_INT : bytes == sizeof(long) ? UAR_LONG : UAR_LONGLONG;
        return is_signed ? number : number + 1;
    }
    // (By Python's own functions: those of pybind11 take a compiler long.)
    static py::object named(const char *module, const char *name)
    {
        const py::module_ found = py::module_::import(module);
        return owned(PyObject_GetAttrString(found.ptr(), name));
    }
    // Takes over the tuple and the dictionary.
    static py::object called(const py::object &function, PyObject *arguments, PyObject *keywords)
    {
        const py::object a = owned(arguments), k = py::reinterpret_steal<py::object>(keywords);
        if (PyErr_Occurred()) throw py::error_already_set();
        return owned(PyObject_Call(function.ptr(), a.ptr(), k.ptr()));
    }
    static py::object owned(PyObject *object)
    {
        if (!object) throw py::error_already_set();
        return py::reinterpret_steal<py::object>(object);
    }
    template <class F> static py::object kept(PyObject *&object, const F &make)
    {
        if (!object) {
            py::object made = make(); // meanwhile another thread may have made one
            if (!object) object = made.release().ptr();
        }
        return py::reinterpret_borrow<py::object>(object);
    }
    mutable PyObject *queue_ = nullptr, *memory_ = nullptr, *array_ = nullptr, *as_usm_memory_ = nullptr;
};

// Throws what a function of dpctl's has set, where it gave NULL.
template <class T> T *checked(T *result)
{
    if (!result) throw py::error_already_set();
    return result;
}

// A new Python object that some Make function gave.
template <class T> py::object stolen(T *object)
{
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject *>(checked(object)));
}

inline sycl::queue queue_of(dpex_queue *q)
{
    return sycl::queue(q);
}

// ---- how each kind of object comes from Python, and how it gets there

template <class T> struct converter;
template <class T> inline constexpr bool is_converted = false;

template <> inline constexpr bool is_converted<sycl::queue> = true;
template <> struct DPCTL_HIDDEN converter<sycl::queue> {
    static constexpr char python_name[] = "dpctl.SyclQueue";
    static bool is_one(PyObject *object) { return dpctl_capi::get().PySyclQueue_Check_(object); }
    static sycl::queue get(PyObject *object)
    {
        return queue_of(reinterpret_cast<dpex_queue *>(checked(
            dpctl_capi::get().SyclQueue_GetQueueRef_(reinterpret_cast<PySyclQueueObject *>(object)))));
    }
    static py::object make(const sycl::queue &q)
    {
        return stolen(dpctl_capi::get().SyclQueue_Make_(reinterpret_cast<DPCTLSyclQueueRef>(q.get())));
    }
};

template <> inline constexpr bool is_converted<sycl::device> = true;
template <> struct DPCTL_HIDDEN converter<sycl::device> {
    static constexpr char python_name[] = "dpctl.SyclDevice";
    static bool is_one(PyObject *object) { return dpctl_capi::get().PySyclDevice_Check_(object); }
    static sycl::device get(PyObject *object)
    {
        return sycl::device(reinterpret_cast<dpex_device *>(checked(
            dpctl_capi::get().SyclDevice_GetDeviceRef_(reinterpret_cast<PySyclDeviceObject *>(object)))));
    }
    static py::object make(const sycl::device &d)
    {
        return stolen(dpctl_capi::get().SyclDevice_Make_(reinterpret_cast<DPCTLSyclDeviceRef>(d.get())));
    }
};

template <> inline constexpr bool is_converted<sycl::context> = true;
template <> struct DPCTL_HIDDEN converter<sycl::context> {
    static constexpr char python_name[] = "dpctl.SyclContext";
    static bool is_one(PyObject *object) { return dpctl_capi::get().PySyclContext_Check_(object); }
    static sycl::context get(PyObject *object)
    {
        return sycl::context(reinterpret_cast<dpex_context *>(checked(
            dpctl_capi::get().SyclContext_GetContextRef_(reinterpret_cast<PySyclContextObject *>(object)))));
    }
    static py::object make(const sycl::context &c)
    {
        return stolen(dpctl_capi::get().SyclContext_Make_(reinterpret_cast<DPCTLSyclContextRef>(c.get())));
    }
};

template <> inline constexpr bool is_converted<sycl::event> = true;
template <> struct DPCTL_HIDDEN converter<sycl::event> {
    static constexpr char python_name[] = "dpctl.SyclEvent";
    static bool is_one(PyObject *object) { return dpctl_capi::get().PySyclEvent_Check_(object); }
    static sycl::event get(PyObject *object)
    {
        return sycl::event(reinterpret_cast<dpex_event *>(checked(
            dpctl_capi::get().SyclEvent_GetEventRef_(reinterpret_cast<PySyclEventObject *>(object)))));
    }
    // A default constructed event is complete, and holds none of the library's.
    static py::object make(const sycl::event &e)
    {
        if (e.get()) return stolen(dpctl_capi::get().SyclEvent_Make_(reinterpret_cast<DPCTLSyclEventRef>(e.get())));
        dpex_event *complete = nullptr;
        sycl::detail::check(sycl::detail::api()->event_create(&complete));
        return make(sycl::event(sycl::detail::event_ref(complete)));
    }
};

template <> inline constexpr bool is_converted<sycl::kernel> = true;
template <> struct DPCTL_HIDDEN converter<sycl::kernel> {
    static constexpr char python_name[] = "dpctl.program.SyclKernel";
    static bool is_one(PyObject *object) { return dpctl_capi::get().PySyclKernel_Check_(object); }
    static sycl::kernel get(PyObject *object)
    {
        return sycl::kernel(reinterpret_cast<dpex_kernel *>(checked(
            dpctl_capi::get().SyclKernel_GetKernelRef_(reinterpret_cast<PySyclKernelObject *>(object)))));
    }
    static py::object make(const sycl::kernel &k)
    {
        return stolen(dpctl_capi::get().SyclKernel_Make_(reinterpret_cast<DPCTLSyclKernelRef>(k.get()), nullptr));
    }
};

using executable_bundle = sycl::kernel_bundle<sycl::bundle_state::executable>;

template <> inline constexpr bool is_converted<executable_bundle> = true;
template <> struct DPCTL_HIDDEN converter<executable_bundle> {
    static constexpr char python_name[] = "dpctl.program.SyclProgram";
    static bool is_one(PyObject *object) { return dpctl_capi::get().PySyclProgram_Check_(object); }
    template <class Bundle = executable_bundle> static Bundle get(PyObject *object)
    {
        return Bundle(reinterpret_cast<dpex_program *>(checked(
            dpctl_capi::get().SyclProgram_GetKernelBundleRef_(reinterpret_cast<PySyclProgramObject *>(object)))));
    }
    template <class Bundle> static py::object make(const Bundle &b)
    {
        return stolen(dpctl_capi::get().SyclProgram_Make_(reinterpret_cast<DPCTLSyclKernelBundleRef>(b.get())));
    }
};

// pybind11's protocol over a converter; T needs no default constructor. A type caster adds the name of the Python type.
template <class T> class DPCTL_HIDDEN caster {
  public:
    caster() = default;
    caster(caster &&other) : value_(other.value_ ? new (memory_) T(std::move(*other.value_)) : nullptr) {}
    ~caster() { clear(); }
    bool load(py::handle source, bool)
    {
        if (!source || !converter<T>::is_one(source.ptr())) return false;
        clear();
        value_ = new (memory_) T(converter<T>::get(source.ptr()));
        return true;
    }
    static py::handle cast(const T &value, py::return_value_policy, py::handle) { return converter<T>::make(value).release(); }
    static py::handle cast(const T *value, py::return_value_policy, py::handle)
    {
        if (!value) return py::none().release();
        return converter<T>::make(*value).release();
    }
    template <class U> using cast_op_type = py::detail::movable_cast_op_type<U>;
    operator T *() { return value_; }
    operator T &() { return *value_; }
    operator T &&() && { return std::move(*value_); }

  private:
    void clear()
    {
        if (value_) value_->~T();
        value_ = nullptr;
    }
    alignas(T) unsigned char memory_[sizeof(T)];
    T *value_ = nullptr; // in it
};

} // namespace detail
} // namespace dpctl

namespace pybind11 {
namespace detail {

// A partial specialisation, so that an extension is compiled with the casters that it uses only.
template <class T> class type_caster<T, std::enable_if_t<dpctl::detail::is_converted<T>>> : public dpctl::detail::caster<T> {
  public:
    static constexpr auto name = const_name(dpctl::detail::converter<T>::python_name);
};

#ifdef DPEX_SYCL_HALF_HPP
// A number of Python, rounded once.
template <> class type_caster<sycl::half> {
  public:
    PYBIND11_TYPE_CASTER(sycl::half, const_name("float"));
    bool load(handle source, bool convert)
    {
        if (!source || (!convert && !PyFloat_Check(source.ptr()))) return false;
        const double number = PyFloat_AsDouble(source.ptr());
        if (number == -1.0 && PyErr_Occurred()) {
            PyErr_Clear();
            return false;
        }
        value = sycl::half(number);
        return true;
    }
    static handle cast(sycl::half number, return_value_policy, handle) { return PyFloat_FromDouble(static_cast<float>(number)); }
};
#endif

} // namespace detail
} // namespace pybind11

namespace dpctl {
namespace memory {

// A dpctl.memory.MemoryUSM* object; made of anything that dpctl.memory.as_usm_memory accepts.
class DPCTL_HIDDEN usm_memory : public py::object {
  public:
    PYBIND11_OBJECT_CVT(usm_memory, py::object, is_usm_memory, as_usm_memory)

    usm_memory() : py::object(detail::dpctl_capi::get().default_usm_memory_pyobj()) {}
    // USM memory of the queue's context that `owner` keeps, and its deleter frees.
    template <class = void>
    usm_memory(void *ptr, std::size_t nbytes, const sycl::queue &q, std::shared_ptr<void> owner)
        : py::object(wrap(ptr, nbytes, q, std::move(owner)))
    {
    }

    sycl::queue get_queue() const
    {
        return detail::queue_of(reinterpret_cast<dpex_queue *>(detail::checked(detail::dpctl_capi::get().Memory_GetQueueRef_(raw()))));
    }
    char *get_pointer() const { return reinterpret_cast<char *>(detail::dpctl_capi::get().Memory_GetUsmPointer_(raw())); }
    std::size_t get_nbytes() const { return detail::dpctl_capi::get().Memory_GetNumBytes_(raw()); }

    // Whether the memory can be kept without its Python object: that of an allocation of dpctl's, or of the constructor above.
    bool is_managed_by_smart_ptr() const { return raw()->refobj == Py_None || PyCapsule_IsValid(raw()->refobj, capsule_name()); }
    template <class = void> const std::shared_ptr<void> get_smart_ptr_owner() const
    {
        if (PyCapsule_IsValid(raw()->refobj, capsule_name()))
            return *static_cast<std::shared_ptr<void> *>(PyCapsule_GetPointer(raw()->refobj, capsule_name()));
        if (raw()->refobj != Py_None) throw std::runtime_error("the memory belongs to a Python object, which no smart pointer keeps");
        return keep(reinterpret_cast<dpex_queue *>(detail::checked(detail::dpctl_capi::get().Memory_GetQueueRef_(raw()))),
                    get_pointer());
    }

    // Of the library: a pointer that keeps the allocation in which it points.
    template <class T> static std::shared_ptr<void> keep(dpex_queue *queue, T *ptr)
    {
        dpex_storage *storage = nullptr;
        sycl::detail::check(sycl::detail::api()->storage_find(sycl::detail::api()->queue_get_context(queue), ptr, &storage));
        return std::shared_ptr<void>(ptr, [storage](void *) { sycl::detail::api()->storage_release(storage); });
    }

  private:
    // Of the owner that is a smart pointer: all windows on the memory have it.
    static const char *capsule_name() { return "std::shared_ptr<void>"; }
    Py_MemoryObject *raw() const { return reinterpret_cast<Py_MemoryObject *>(ptr()); }
    static bool is_usm_memory(PyObject *object) { return detail::dpctl_capi::get().PyMemory_Check_(object); }
    static PyObject *as_usm_memory(PyObject *object)
    {
        if (!object) {
            PyErr_SetString(PyExc_ValueError, "there is no object to make USM memory of");
            return nullptr;
        }
        return PyObject_CallFunctionObjArgs(detail::dpctl_capi::get().as_usm_memory_pyobj().ptr(), object, nullptr);
    }
    template <class T> static py::object wrap(T *ptr, std::size_t nbytes, const sycl::queue &q, std::shared_ptr<void> owner)
    {
        auto *kept = new std::shared_ptr<void>(std::move(owner));
        py::capsule capsule(kept, capsule_name(), [](PyObject *object) {
            delete static_cast<std::shared_ptr<void> *>(PyCapsule_GetPointer(object, capsule_name()));
        });
        py::object memory = detail::stolen(detail::dpctl_capi::get().Memory_Make_(
            static_cast<DPCTLSyclUSMRef>(ptr), nbytes, reinterpret_cast<DPCTLSyclQueueRef>(q.get()), capsule.ptr()));
        reinterpret_cast<Py_MemoryObject *>(memory.ptr())->_opaque_ptr = kept; // the capsule's, which the object keeps
        return memory;
    }
};

} // namespace memory

namespace utils {

// Strides of a new array, in units of element_size.
inline std::vector<py::ssize_t> c_contiguous_strides(int nd, const py::ssize_t *shape, py::ssize_t element_size = 1)
{
    std::vector<py::ssize_t> strides(static_cast<std::size_t>(nd), element_size);
    for (std::size_t i = strides.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
    return strides;
}
inline std::vector<py::ssize_t> f_contiguous_strides(int nd, const py::ssize_t *shape, py::ssize_t element_size = 1)
{
    std::vector<py::ssize_t> strides(static_cast<std::size_t>(nd), element_size);
    for (std::size_t i = 1; i < strides.size(); i++) strides[i] = strides[i - 1] * shape[i - 1];
    return strides;
}
inline std::vector<py::ssize_t> c_contiguous_strides(const std::vector<py::ssize_t> &shape, py::ssize_t element_size = 1)
{
    return c_contiguous_strides(static_cast<int>(shape.size()), shape.data(), element_size);
}
inline std::vector<py::ssize_t> f_contiguous_strides(const std::vector<py::ssize_t> &shape, py::ssize_t element_size = 1)
{
    return f_contiguous_strides(static_cast<int>(shape.size()), shape.data(), element_size);
}

} // namespace utils

namespace tensor {

// A dpctl.tensor.usm_ndarray.
class DPCTL_HIDDEN usm_ndarray : public py::object {
  public:
    PYBIND11_OBJECT(usm_ndarray, py::object, is_usm_ndarray)

    usm_ndarray() : py::object(detail::dpctl_capi::get().default_usm_ndarray_pyobj()) {}

    // Of the element with all indices 0. Array operations that still run on the memory are waited for.
    template <class T = char> T *get_data() const
    {
        char *data = detail::dpctl_capi::get().UsmNDArray_GetData_(raw());
        if (!data && PyErr_Occurred()) throw py::error_already_set();
        return reinterpret_cast<T *>(data);
    }
    int get_ndim() const { return raw()->nd_; }
    const py::ssize_t *get_shape_raw() const { return raw()->shape_; }
    std::vector<py::ssize_t> get_shape_vector() const { return {get_shape_raw(), get_shape_raw() + get_ndim()}; }
    py::ssize_t get_shape(int i) const { return get_shape_raw()[i]; }
    // In elements; NULL: C-contiguous.
    const py::ssize_t *get_strides_raw() const { return raw()->strides_; }
    std::vector<py::ssize_t> get_strides_vector() const
    {
        if (get_strides_raw()) return {get_strides_raw(), get_strides_raw() + get_ndim()};
        return utils::c_contiguous_strides(get_ndim(), get_shape_raw());
    }
    py::ssize_t get_size() const
    {
        py::ssize_t size = 1;
        for (int i = 0; i < get_ndim(); i++) size *= get_shape(i);
        return size;
    }
    // Elements from get_data() to the first and the last byte's element.
    std::pair<py::ssize_t, py::ssize_t> get_minmax_offsets() const
    {
        py::ssize_t lowest = 0, highest = 0;
        const std::vector<py::ssize_t> strides = get_strides_vector();
        for (int i = 0; i < get_ndim() && get_size(); i++) {
            const py::ssize_t last = strides[static_cast<std::size_t>(i)] * (get_shape(i) - 1);
            (last < 0 ? lowest : highest) += last;
        }
        return {lowest, highest};
    }
    sycl::queue get_queue() const
    {
        const sycl::detail::queue_ref held(queue_ref());
        return detail::queue_of(held.get());
    }
    sycl::device get_device() const
    {
        const sycl::detail::queue_ref held(queue_ref());
        return sycl::device(sycl::detail::api()->queue_get_device(held.get()));
    }
    int get_typenum() const { return raw()->typenum_; }
    int get_flags() const { return raw()->flags_; }
    int get_elemsize() const { return detail::dpctl_capi::get().UsmNDArray_GetElementSize_(raw()); }
    bool is_c_contiguous() const { return (get_flags() & detail::dpctl_capi::get().USM_ARRAY_C_CONTIGUOUS_) != 0; }
    bool is_f_contiguous() const { return (get_flags() & detail::dpctl_capi::get().USM_ARRAY_F_CONTIGUOUS_) != 0; }
    bool is_writable() const { return (get_flags() & detail::dpctl_capi::get().USM_ARRAY_WRITABLE_) != 0; }
    py::object get_usm_data() const { return detail::stolen(detail::dpctl_capi::get().UsmNDArray_GetUSMData_(raw())); }

    // As for usm_memory. The allocation behind an array that nobody has asked for its usm_data is dpctl's own.
    bool is_managed_by_smart_ptr() const
    {
        return !has_base() || py::reinterpret_borrow<memory::usm_memory>(raw()->base_).is_managed_by_smart_ptr();
    }
    template <class = void> const std::shared_ptr<void> get_smart_ptr_owner() const
    {
        if (has_base()) return py::reinterpret_borrow<memory::usm_memory>(raw()->base_).get_smart_ptr_owner();
        const sycl::detail::queue_ref held(queue_ref());
        return memory::usm_memory::keep(held.get(), raw()->data_);
    }
    // Of the library: whether get_queue() is this one.
    bool is_on(const sycl::queue &q) const
    {
        const sycl::detail::queue_ref held(queue_ref());
        return held.get() == q.get();
    }

  private:
    PyUSMArrayObject *raw() const { return reinterpret_cast<PyUSMArrayObject *>(ptr()); }
    bool has_base() const { return raw()->base_ && raw()->base_ != Py_None; }
    static bool is_usm_ndarray(PyObject *object) { return detail::dpctl_capi::get().PyUSMArray_Check_(object); }
    dpex_queue *queue_ref() const
    {
        return reinterpret_cast<dpex_queue *>(detail::checked(detail::dpctl_capi::get().UsmNDArray_GetQueueRef_(raw())));
    }
};

} // namespace tensor

namespace utils {

// Keeps Python objects until the events have happened; the event after which they are given up. No thread waits for it, and none
// needs the GIL: the objects are released by a thread that has it.
template <std::size_t N>
sycl::event keep_args_alive(sycl::queue &q, const py::object (&objects)[N], const std::vector<sycl::event> &depends = {})
{
    py::tuple kept(N);
    for (std::size_t i = 0; i < N; i++) kept[i] = objects[i];
    std::vector<DPCTLSyclEventRef> refs;
    for (const sycl::event &e : depends)
        if (e.get()) refs.push_back(reinterpret_cast<DPCTLSyclEventRef>(e.get()));
    DPCTLSyclEventRef done = detail::checked(detail::dpctl_capi::get().SyclQueue_KeepAlive_(
        reinterpret_cast<DPCTLSyclQueueRef>(q.get()), kept.ptr(), refs.data(), refs.size()));
    return sycl::event(sycl::detail::event_ref(reinterpret_cast<dpex_event *>(done)));
}

// Whether all of them are on the queue: sycl::queue, usm_ndarray or usm_memory. (One template for the three, since older compilers find a
// list of arrays as good for a list of memories.)
template <std::size_t N, class T> bool queues_are_compatible(const sycl::queue &exec_q, const T (&items)[N])
{
    static_assert(std::is_same<T, sycl::queue>::value || std::is_base_of<tensor::usm_ndarray, T>::value ||
                      std::is_base_of<memory::usm_memory, T>::value,
                  "queues, arrays or memories");
    return std::all_of(items, items + N, [&](const T &item) {
        if constexpr (std::is_same<T, sycl::queue>::value)
            return item == exec_q;
        else if constexpr (std::is_base_of<tensor::usm_ndarray, T>::value)
            return item.is_on(exec_q);
        else
            return item.get_queue() == exec_q;
    });
}

} // namespace utils
} // namespace dpctl

#undef DPCTL_HIDDEN

#endif
