/* All of the C interface of dpctl in one include. */
#ifndef DPCTL_SYCL_INTERFACE_H
#define DPCTL_SYCL_INTERFACE_H

#include "syclinterface/dpctl_service.h"
#include "syclinterface/dpctl_sycl_context_interface.h"
#include "syclinterface/dpctl_sycl_device_interface.h"
#include "syclinterface/dpctl_sycl_device_manager.h"
#include "syclinterface/dpctl_sycl_device_selector_interface.h"
#include "syclinterface/dpctl_sycl_event_interface.h"
#include "syclinterface/dpctl_sycl_extension_interface.h"
#include "syclinterface/dpctl_sycl_ipc_memory_interface.h"
#include "syclinterface/dpctl_sycl_kernel_bundle_interface.h"
#include "syclinterface/dpctl_sycl_kernel_interface.h"
#include "syclinterface/dpctl_sycl_platform_interface.h"
#include "syclinterface/dpctl_sycl_platform_manager.h"
#include "syclinterface/dpctl_sycl_queue_interface.h"
#include "syclinterface/dpctl_sycl_types.h"
#include "syclinterface/dpctl_sycl_usm_interface.h"
#include "syclinterface/dpctl_utils.h"
#include "syclinterface/dpctl_vector.h"

#endif
