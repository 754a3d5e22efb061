/* The folder that dpctl.get_include() and `python -m dpctl --include-dir` name.
 *
 * dpctl's C interface (dpctl_capi.h, dpctl_sycl_interface.h) comes with its library. Until then, extensions in C reach
 * queues, memory and arrays through <dpex/kernel.h> and the other headers of opendpex.get_include(). */
#ifndef OPENDPEX_DPCTL_H
#define OPENDPEX_DPCTL_H
#endif
