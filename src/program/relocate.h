/* Relocations of object code: how bytes in it are changed to refer to an address. Arithmetic only,
 * for each processor, whatever the machine that does it. */
#ifndef DPEX_PROGRAM_RELOCATE_H
#define DPEX_PROGRAM_RELOCATE_H

#include <stddef.h>
#include <stdint.h>

#include "dpex/status.h"

enum { DPEX_STUB_BYTES = 16 };

/* One relocation. Addresses are those of the relocated bytes and the symbol when the code runs;
 * `at` is where the bytes are now. */
typedef struct dpex_relocation {
    uint32_t type; /* as the processor's ELF supplement numbers it */
    char *at;
    size_t n_bytes;   /* bytes from `at` to the end of its section */
    uint64_t address; /* address of `at` */
    uint64_t target;  /* address of the symbol, addend counted */
    uint64_t slot;    /* address of a word that holds the symbol's address; 0: there is none */
} dpex_relocation;

/* A processor. A stub is a jump to an address that stands in it. */
typedef struct dpex_machine {
    unsigned elf_number; /* e_machine */
    size_t stub_address; /* where in a stub the address stands */
    unsigned char stub[DPEX_STUB_BYTES];
    size_t stub_code_bytes;
    dpex_status (*relocate)(const dpex_relocation *r);
} dpex_machine;

/* "this is not object code for this machine: " and why. */
dpex_status dpex_object_fail(const char *what);

extern const dpex_machine dpex_machine_x86_64, dpex_machine_aarch64;

#endif
