/* The properties of a queue as Python gives and shows them. */
#ifndef OPENDPEX_CORE_QUEUE_PROPERTIES_H
#define OPENDPEX_CORE_QUEUE_PROPERTIES_H

#include "core.h"

/* From the keywords of SyclQueue(), of which `property` is the only one. -1 with TypeError or ValueError. */
int core_queue_properties_from_keywords(PyObject *kwargs, unsigned *properties);

/* The list of their names; new. */
PyObject *core_queue_properties_list(unsigned properties);

#endif
