// The older name of <sycl/sycl.hpp>.
#ifndef DPEX_CL_SYCL_HPP
#define DPEX_CL_SYCL_HPP
#include "../sycl/sycl.hpp"
namespace cl {
namespace sycl = ::sycl;
}
#endif
