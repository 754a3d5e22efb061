/* Relocations as the processors' manuals encode them; aarch64's are checked on any machine. */
#include <elf.h>
#include <string.h>

#include "program/relocate.h"
#include "test.h"

static const struct {
    uint32_t type, before, after;
    uint64_t address, target, slot;
} aarch64_rows[] = {
    {R_AARCH64_CALL26, 0x94000000, 0x94000400, 0x1000, 0x2000, 0},           /* bl forwards */
    {R_AARCH64_JUMP26, 0x14000000, 0x17fffc00, 0x2000, 0x1000, 0},           /* b backwards */
    {R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0x90000020, 0x1234, 0x5678, 0}, /* adrp x0 */
    {R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0xb0000020, 0x1000, 0x6000, 0},
    {R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0xf0ffffe0, 0x5000, 0x4ff0, 0},
    {R_AARCH64_ADD_ABS_LO12_NC, 0x91000000, 0x9119e000, 0x1000, 0x5678, 0}, /* add x0, x0, 0x678 */
    {R_AARCH64_LDST8_ABS_LO12_NC, 0x39400000, 0x3959e000, 0x1000, 0x5678, 0},   /* ldrb w0 */
    {R_AARCH64_LDST32_ABS_LO12_NC, 0xbd400000, 0xbd467800, 0x1000, 0x5678, 0},  /* ldr s0 */
    {R_AARCH64_LDST64_ABS_LO12_NC, 0xf9400000, 0xf9433c00, 0x1000, 0x5678, 0},  /* ldr x0 */
    {R_AARCH64_LDST128_ABS_LO12_NC, 0x3dc00000, 0x3dc19c00, 0x1000, 0x5670, 0}, /* ldr q0 */
    {R_AARCH64_ADR_GOT_PAGE, 0x90000000, 0x90000020, 0x1234, 0, 0x5678},
    {R_AARCH64_LD64_GOT_LO12_NC, 0xf9400000, 0xf9433c00, 0x1234, 0, 0x5678},
    {R_AARCH64_PREL32, 0, 0xfffff000, 0x2000, 0x1000, 0},
};

TEST(aarch64_instructions_get_their_fields)
{
    for (size_t i = 0; i < sizeof aarch64_rows / sizeof *aarch64_rows; i++) {
        uint32_t word = aarch64_rows[i].before;
        dpex_relocation r = {aarch64_rows[i].type,    (char *)&word,          sizeof word,
                             aarch64_rows[i].address, aarch64_rows[i].target, aarch64_rows[i].slot};
        CHECK_OK(dpex_machine_aarch64.relocate(&r));
        CHECK_INT(word, aarch64_rows[i].after);
    }
}

TEST(aarch64_relocations_that_do_not_fit_are_refused)
{
    static const dpex_relocation rows[] = {
        {R_AARCH64_CALL26, NULL, 4, 0, 1 << 27, 0},              /* too far */
        {R_AARCH64_CALL26, NULL, 4, 0, 2, 0},                    /* between instructions */
        {R_AARCH64_CALL26, NULL, 3, 0, 4, 0},                    /* outside of its section */
        {R_AARCH64_ADR_PREL_PG_HI21, NULL, 4, 0, 1ull << 33, 0}, /* too far */
        {R_AARCH64_LDST64_ABS_LO12_NC, NULL, 4, 0, 0x67c, 0},    /* not aligned */
        {R_AARCH64_ADR_GOT_PAGE, NULL, 4, 0, 0x1000, 0},         /* no word */
        {0x7fff, NULL, 8, 0, 0, 0},                              /* unknown */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t word = 0;
        dpex_relocation r = rows[i];
        r.at = (char *)&word;
        CHECK_FAILS(dpex_machine_aarch64.relocate(&r), DPEX_ERROR_COMPILE);
        CHECK_INT(word, 0);
    }
}

TEST(aarch64_stubs_jump_to_the_word_behind_them)
{
    static const uint32_t code[] = {0x58000050, 0xd61f0200}; /* ldr x16, 8; br x16 */
    CHECK(!memcmp(dpex_machine_aarch64.stub, code, sizeof code));
    CHECK_INT(dpex_machine_aarch64.stub_address, sizeof code);
}

TEST(x86_64_distances_are_from_the_address)
{
    uint32_t word = 0;
    dpex_relocation r = {R_X86_64_PC32, (char *)&word, sizeof word, 0x2000, 0x1000, 0};
    CHECK_OK(dpex_machine_x86_64.relocate(&r));
    CHECK_INT(word, 0xfffff000);
    r.target = 1ull << 40;
    CHECK_FAILS(dpex_machine_x86_64.relocate(&r), DPEX_ERROR_COMPILE);
    r = (dpex_relocation){R_X86_64_GOTPCREL, (char *)&word, sizeof word, 0x1000, 0, 0x1806};
    CHECK_OK(dpex_machine_x86_64.relocate(&r));
    CHECK_INT(word, 0x806);
}
