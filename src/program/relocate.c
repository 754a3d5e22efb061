/* Relocations of x86-64 and aarch64: those that LLVM makes for position-independent code of the
 * small model. */
#include "program/relocate.h"

#include <elf.h>
#include <string.h>

#include "base/error.h"

dpex_status dpex_object_fail(const char *what)
{
    return DPEX_FAIL(DPEX_ERROR_COMPILE, "this is not object code for this machine: %s", what);
}

static dpex_status put(const dpex_relocation *r, uint64_t value, size_t bytes)
{
    if (r->n_bytes < bytes) return dpex_object_fail("a relocation lies outside its section");
    memcpy(r->at, &value, bytes); /* both processors are little-endian */
    return DPEX_SUCCESS;
}

/* Signed, from the address that is relocated; 32 bits reach because all of the object is in one
 * mapping of less than 256 MiB. */
static dpex_status put_distance(const dpex_relocation *r, uint64_t target)
{
    int64_t distance = (int64_t)(target - r->address);
    if (distance != (int32_t)distance) return dpex_object_fail("a distance does not fit 32 bits");
    return put(r, (uint64_t)distance, 4);
}

/* ---- x86-64 ---------------------------------------------------------------------------------- */

static dpex_status relocate_x86_64(const dpex_relocation *r)
{
    switch (r->type) {
    case R_X86_64_PC32:
    case R_X86_64_PLT32: return put_distance(r, r->target);
    case R_X86_64_PC64: return put(r, r->target - r->address, 8);
    case R_X86_64_64: return put(r, r->target, 8);
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
        /* The addend, the distance to the next instruction, belongs to the word's address too. */
        if (r->slot) return put_distance(r, r->slot);
        return dpex_object_fail("it takes the address of its own symbol indirectly");
    default: return dpex_object_fail("it has a relocation of an unknown kind");
    }
}

const dpex_machine dpex_machine_x86_64 = {
    .elf_number = EM_X86_64,
    .stub = {0xff, 0x25, 0, 0, 0, 0}, /* jmp *0(%rip) */
    .stub_code_bytes = 6,
    .stub_address = 6,
    .relocate = relocate_x86_64,
};

/* ---- aarch64 --------------------------------------------------------------------------------- */

/* Bits of an instruction. */
static dpex_status put_field(const dpex_relocation *r, uint32_t value, unsigned shift,
                             unsigned bits)
{
    uint32_t word, mask = ((1u << bits) - 1) << shift;
    if (r->n_bytes < sizeof word) return dpex_object_fail("a relocation lies outside its section");
    memcpy(&word, r->at, sizeof word);
    word = (word & ~mask) | ((value << shift) & mask);
    memcpy(r->at, &word, sizeof word);
    return DPEX_SUCCESS;
}

/* b and bl: a distance in instructions, 26 bits. */
static dpex_status put_jump(const dpex_relocation *r)
{
    int64_t distance = (int64_t)(r->target - r->address);
    if (distance % 4 || distance < -(1 << 27) || distance >= 1 << 27)
        return dpex_object_fail("a jump is too far");
    return put_field(r, (uint32_t)(distance / 4), 0, 26);
}

/* adrp: a distance in pages, 21 bits in two fields. */
static dpex_status put_page(const dpex_relocation *r, uint64_t target)
{
    int64_t pages = (int64_t)(target >> 12) - (int64_t)(r->address >> 12);
    if (pages < -(1 << 20) || pages >= 1 << 20) return dpex_object_fail("a page is too far");
    DPEX_TRY(put_field(r, (uint32_t)pages & 3, 29, 2));
    return put_field(r, (uint32_t)(pages >> 2), 5, 19);
}

/* The offset in its page, counted in units of 1 << scale bytes. */
static dpex_status put_low(const dpex_relocation *r, uint64_t target, unsigned scale)
{
    uint32_t low = target & 0xfff;
    if (low & ((1u << scale) - 1)) return dpex_object_fail("an address is not aligned");
    return put_field(r, low >> scale, 10, 12);
}

static dpex_status relocate_aarch64(const dpex_relocation *r)
{
    int is_indirect = r->type == R_AARCH64_ADR_GOT_PAGE || r->type == R_AARCH64_LD64_GOT_LO12_NC;
    if (is_indirect && !r->slot)
        return dpex_object_fail("it takes the address of its own symbol indirectly");
    switch (r->type) {
    case R_AARCH64_NONE: return DPEX_SUCCESS;
    case R_AARCH64_ABS64: return put(r, r->target, 8);
    case R_AARCH64_PREL64: return put(r, r->target - r->address, 8);
    case R_AARCH64_PREL32: return put_distance(r, r->target);
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26: return put_jump(r);
    case R_AARCH64_ADR_PREL_PG_HI21: return put_page(r, r->target);
    case R_AARCH64_ADR_GOT_PAGE: return put_page(r, r->slot);
    case R_AARCH64_ADD_ABS_LO12_NC:
    case R_AARCH64_LDST8_ABS_LO12_NC: return put_low(r, r->target, 0);
    case R_AARCH64_LDST16_ABS_LO12_NC: return put_low(r, r->target, 1);
    case R_AARCH64_LDST32_ABS_LO12_NC: return put_low(r, r->target, 2);
    case R_AARCH64_LDST64_ABS_LO12_NC: return put_low(r, r->target, 3);
    case R_AARCH64_LDST128_ABS_LO12_NC: return put_low(r, r->target, 4);
    case R_AARCH64_LD64_GOT_LO12_NC: return put_low(r, r->slot, 3);
    default: return dpex_object_fail("it has a relocation of an unknown kind");
    }
}

const dpex_machine dpex_machine_aarch64 = {
    .elf_number = EM_AARCH64,
    .stub = {0x50, 0, 0, 0x58, 0, 0x02, 0x1f, 0xd6}, /* ldr x16, 8; br x16 */
    .stub_code_bytes = 8,
    .stub_address = 8,
    .relocate = relocate_aarch64,
};
