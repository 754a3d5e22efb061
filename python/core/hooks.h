/* What is better written in Python, though C has need of it: texts of arrays, reading of nested sequences, pickling.
 *
 * _core imports none of the modules above it, which all import it: each registers its part with _core.set_hook. */
#ifndef OPENDPEX_CORE_HOOKS_H
#define OPENDPEX_CORE_HOOKS_H

#include "core.h"

typedef enum core_hook_id {
#define CORE_HOOK(name, home) CORE_HOOK_##name,
#include "hooks.def"
#undef CORE_HOOK
    CORE_N_HOOKS
} core_hook_id;

/* What is registered, borrowed; NULL with a RuntimeError that names the module which has to be imported. */
PyObject *core_hook(core_hook_id which);

/* The method _repr_html_ of arrays, devices and queues. */
PyObject *core_repr_html(PyObject *self, PyObject *unused);

#endif
