// The exceptions of the specification. what() begins with the domain and the function: "blas: gemv: lda is 3; ...".
#ifndef DPEX_ONEAPI_MKL_EXCEPTIONS_HPP
#define DPEX_ONEAPI_MKL_EXCEPTIONS_HPP

#include "../../sycl/detail/device.hpp"

#include <cstdint>
#include <exception>
#include <memory>
#include <string>

namespace oneapi {
namespace mkl {

class exception : public std::exception {
  public:
    exception(const std::string &domain, const std::string &function, const std::string &info = "")
        : text_(std::make_shared<std::string>(domain + (domain.empty() ? "" : ": ") + function + (info.empty() ? "" : ": ") + info))
    {
    }
    const char *what() const noexcept override { return text_->c_str(); }

  private:
    std::shared_ptr<std::string> text_; // shared: copies of exceptions must not throw
};

#define DPEX_MKL_EXCEPTION(name, text)                                                                                             \
    class name : public exception {                                                                                                \
      public:                                                                                                                      \
        name(const std::string &domain, const std::string &function, const std::string &info = "")                                 \
            : exception(domain, function, info.empty() ? text : std::string(text) + ": " + info)                                   \
        {                                                                                                                          \
        }                                                                                                                          \
    };
DPEX_MKL_EXCEPTION(unimplemented, "not implemented")
DPEX_MKL_EXCEPTION(invalid_argument, "invalid argument")
DPEX_MKL_EXCEPTION(uninitialized, "not initialized")
DPEX_MKL_EXCEPTION(computation_error, "computation error")
DPEX_MKL_EXCEPTION(batch_error, "error in a batch")
DPEX_MKL_EXCEPTION(host_bad_alloc, "no memory on the host")
#undef DPEX_MKL_EXCEPTION

class unsupported_device : public exception {
  public:
    unsupported_device(const std::string &domain, const std::string &function, const sycl::device &device)
        : exception(domain, function, device.get_info<sycl::info::device::name>() + " is not supported")
    {
    }
    // Of the library: with the reason.
    unsupported_device(const std::string &domain, const std::string &function, const sycl::device &device, const std::string &why)
        : exception(domain, function, device.get_info<sycl::info::device::name>() + " " + why)
    {
    }
};

class device_bad_alloc : public exception {
  public:
    device_bad_alloc(const std::string &domain, const std::string &function, const sycl::device &device)
        : exception(domain, function, "no memory on " + device.get_info<sycl::info::device::name>())
    {
    }
};

} // namespace mkl
} // namespace oneapi

#endif
