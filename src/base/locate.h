/* Where in the program a call was made: asked of the binding, for who profiles or traces. */
#ifndef DPEX_BASE_LOCATE_H
#define DPEX_BASE_LOCATE_H

#include <stddef.h>

enum { DPEX_WHERE_BYTES = 96 };

/* The position of the present call, "FILE:LINE", or "" where nobody knows. Without locks held: the
 * binding takes its interpreter's. */
void dpex_locate(char where[DPEX_WHERE_BYTES]);

#endif
