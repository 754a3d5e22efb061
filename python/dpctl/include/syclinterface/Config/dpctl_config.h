/* What dpctl was built with. There is no DPC++ behind this library; the texts keep sources that print them compiling. */
#ifndef DPCTL_CONFIG_H
#define DPCTL_CONFIG_H

#define DPCTL_DPCPP_VERSION            "opendpex"
#define __SYCL_COMPILER_VERSION_REQUIRED 0L
#define DPCTL_LIBZE_LOADER_FILENAME    "libze_loader.so.1"
#define DPCTL_LIBCL_LOADER_FILENAME    "libOpenCL.so.1"

#endif
