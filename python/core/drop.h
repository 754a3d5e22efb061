/* Python objects that a command keeps alive. They are given up on a thread that does not hold the GIL. */
#ifndef OPENDPEX_CORE_DROP_H
#define OPENDPEX_CORE_DROP_H

#include "core.h"

/* Keeps a reference to the object (GIL held). NULL with MemoryError. */
typedef struct core_keep core_keep;
core_keep *core_keep_new(PyObject *object);

/* Gives it up: from any thread, with or without the GIL; never blocks, never runs Python code. Has the shape of a
 * command's `drop`. NULL is fine. */
void core_keep_drop(void *keep);

/* Releases what has been given up so far (GIL held). One atomic load where there is nothing. */
void core_drop_drain(void);

#endif
