/* ONEAPI_DEVICE_SELECTOR: which of the devices found are listed. */
#ifndef DPEX_RUNTIME_SELECTOR_H
#define DPEX_RUNTIME_SELECTOR_H

#include "runtime/registry.h"

/* Takes from the platforms the devices that the variable hides, and adds sub-devices that it names. Unset or unparsable
 * (one warning): changes nothing. */
dpex_status dpex_selector_apply(dpex_registry *registry);

#endif
