/* The loops of symmetric eigenproblems for the instruction set that was chosen for all loops. Beside dpex_loops, since nothing but
 * these problems knows their types. */
#include <string.h>

#include "eigen.h"
#include "ops/loops/loops.h"

#define DPEX_ISA(isa, condition) extern const dpex_eigen_loops dpex_eigen_loops_##isa;
#include "defs/isas.def"
#undef DPEX_ISA

static const struct {
    const char *name;
    const dpex_eigen_loops *loops;
} all[] = {
#define DPEX_ISA(isa, condition) {#isa, &dpex_eigen_loops_##isa},
#include "defs/isas.def"
#undef DPEX_ISA
};

const dpex_eigen_loops *dpex_eigen_loops_get(void)
{
    const char *name = dpex_loops_get()->name;
    size_t i = 0;
    while (i + 1 < sizeof all / sizeof *all && strcmp(all[i].name, name) != 0) i++;
    return all[i].loops;
}
