// How the headers reach libdpex: through its table of functions, of the one library in the process.
//
// Code for a shared library (-fPIC) finds the library that is loaded already, by its name, and links nothing: so that extensions
// share the runtime of dpctl. Programs link it (-ldpex). DPEX_SYCL_LINKED as 0 or 1 decides otherwise.
#ifndef DPEX_SYCL_API_HPP
#define DPEX_SYCL_API_HPP

#if __has_include(<dpex/function_table.h>)
#include <dpex/function_table.h>
#else // beside it, as installed
#include "../../../../opendpex/include/dpex/function_table.h"
#endif

#include "exception.hpp"

#ifndef DPEX_SYCL_LINKED
#if defined(__PIC__) && !defined(__PIE__)
#define DPEX_SYCL_LINKED 0
#else
#define DPEX_SYCL_LINKED 1
#endif
#endif

#if !DPEX_SYCL_LINKED
#include <dlfcn.h>
#endif

namespace sycl {
namespace detail {

inline const dpex_function_table *find_api()
{
#if DPEX_SYCL_LINKED
    const dpex_function_table *table = dpex_function_table_get();
#else
    using getter = const dpex_function_table *(*)();
    void *library = dlopen("libdpex.so", RTLD_NOW | RTLD_NOLOAD);
    if (!library) library = dlopen("libdpex.so", RTLD_NOW);
    void *symbol = library ? dlsym(library, "dpex_function_table_get") : nullptr;
    if (!symbol)
        throw exception(make_error_code(errc::runtime),
                        "libdpex.so is not loaded: import dpctl before this extension, or link the program with -ldpex");
    const dpex_function_table *table = reinterpret_cast<getter>(symbol)();
#endif
    if (table->table_version != DPEX_FUNCTION_TABLE_VERSION || table->bytes < sizeof(dpex_function_table))
        throw exception(make_error_code(errc::runtime),
                        std::string("this program was built for a newer opendpex than the one installed (") + table->version() + ")");
    return table;
}

inline const dpex_function_table *api()
{
    static const dpex_function_table *table = find_api();
    return table;
}

inline errc errc_of(dpex_status status)
{
    switch (status) {
    case DPEX_ERROR_NO_MEMORY: return errc::memory_allocation;
    case DPEX_ERROR_INVALID_VALUE:
    case DPEX_ERROR_INVALID_TYPE:
    case DPEX_ERROR_OUT_OF_RANGE: return errc::invalid;
    case DPEX_ERROR_UNSUPPORTED: return errc::feature_not_supported;
    case DPEX_ERROR_KERNEL_ARGS: return errc::kernel_argument;
    case DPEX_ERROR_COMPILE: return errc::build;
    default: return errc::runtime;
    }
}

inline void check(dpex_status status)
{
    if (status != DPEX_SUCCESS) throw exception(make_error_code(errc_of(status)), api()->error_message());
}

// A reference to an object of the library, which counts it.
template <class T, T *(*dpex_function_table::*Retain)(T *), void (*dpex_function_table::*Release)(T *)> class counted {
  public:
    counted() = default;
    explicit counted(T *taken) noexcept : object_(taken) {}
    static counted borrow(T *object) { return counted(object ? (api()->*Retain)(object) : nullptr); }
    counted(const counted &other) noexcept : object_(other.object_)
    {
        if (object_) (api()->*Retain)(object_);
    }
    counted(counted &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    counted &operator=(counted other) noexcept
    {
        std::swap(object_, other.object_);
        return *this;
    }
    ~counted()
    {
        if (object_) (api()->*Release)(object_);
    }
    T *get() const noexcept { return object_; }
    explicit operator bool() const noexcept { return object_ != nullptr; }

  private:
    T *object_ = nullptr;
};
using device_ref = counted<dpex_device, &dpex_function_table::device_retain, &dpex_function_table::device_release>;
using context_ref = counted<dpex_context, &dpex_function_table::context_retain, &dpex_function_table::context_release>;
using queue_ref = counted<dpex_queue, &dpex_function_table::queue_retain, &dpex_function_table::queue_release>;
using event_ref = counted<dpex_event, &dpex_function_table::event_retain, &dpex_function_table::event_release>;
using kernel_ref = counted<dpex_kernel, &dpex_function_table::kernel_retain, &dpex_function_table::kernel_release>;
using program_ref = counted<dpex_program, &dpex_function_table::program_retain, &dpex_function_table::program_release>;
using storage_ref = counted<dpex_storage, &dpex_function_table::storage_retain, &dpex_function_table::storage_release>;

} // namespace detail
} // namespace sycl

#endif
