// Selectors of devices as classes, for C++ code that keeps one without knowing which. Each gives the score of a device; the device with
// the highest is chosen, one with a negative score never is.
#ifndef DPCTL_DEVICE_SELECTION_HPP
#define DPCTL_DEVICE_SELECTION_HPP

#include <sycl/sycl.hpp>

namespace dpctl {
namespace syclinterface {

class dpctl_device_selector {
  public:
    virtual ~dpctl_device_selector() = default;
    virtual int operator()(const sycl::device &device) const = 0;
};

class dpctl_default_selector : public dpctl_device_selector {
  public:
    int operator()(const sycl::device &device) const override { return sycl::default_selector_v(device); }
};

class dpctl_cpu_selector : public dpctl_device_selector {
  public:
    int operator()(const sycl::device &device) const override { return sycl::cpu_selector_v(device); }
};

class dpctl_gpu_selector : public dpctl_device_selector {
  public:
    int operator()(const sycl::device &device) const override { return sycl::gpu_selector_v(device); }
};

class dpctl_accelerator_selector : public dpctl_device_selector {
  public:
    int operator()(const sycl::device &device) const override { return sycl::accelerator_selector_v(device); }
};

} // namespace syclinterface
} // namespace dpctl

#endif
