/* Copies and fills of host memory, and where it comes from. */
#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#include "test.h"

static dpex_team *whole_team(void)
{
    const int *cpus;
    size_t n;
    dpex_team *team;
    CHECK_OK(dpex_host_get_cpus(&cpus, &n));
    CHECK_OK(dpex_team_create(cpus, n, &team));
    return team;
}

TEST_UNWATCHED static unsigned char byte_at(size_t i)
{
    return (unsigned char)(i * 131 + (i >> 8) * 17 + (i >> 16));
}

enum { GUARD = 64 };

/* Copies n bytes between two offsets of separate buffers, with guard bytes around the
 * destination. */
TEST_UNWATCHED static void check_copy(dpex_team *team, size_t n, size_t dst_offset,
                                      size_t src_offset)
{
    unsigned char *src = malloc(n + 2 * GUARD), *dst = malloc(n + 2 * GUARD);
    CHECK(src && dst);
    for (size_t i = 0; i < n + 2 * GUARD; i++) src[i] = byte_at(i);
    memset(dst, 0xA5, n + 2 * GUARD);
    dpex_host_copy(team, dst + dst_offset, src + src_offset, n);
    CHECK(memcmp(dst + dst_offset, src + src_offset, n) == 0);
    for (size_t i = 0; i < dst_offset; i++) CHECK_INT(dst[i], 0xA5);
    for (size_t i = dst_offset + n; i < n + 2 * GUARD; i++) CHECK_INT(dst[i], 0xA5);
    free(src);
    free(dst);
}

TEST(copies_of_all_sizes_and_alignments_are_exact)
{
    dpex_team *team = whole_team();
    static const size_t sizes[] = {
        0, 1, 63, 64, 65, 4096, ((size_t)1 << 20) + 1, (size_t)4 << 20, ((size_t)9 << 20) + 77};
    static const size_t offsets[] = {0, 1, 8, 63};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < 4; k++) check_copy(team, sizes[i], offsets[k], offsets[3 - k]);
    dpex_team_release(team);
}

/* a within itself as memmove does it in b. */
TEST_UNWATCHED static void check_overlap(dpex_team *team, unsigned char *a, unsigned char *b,
                                         size_t n, size_t dst, size_t src)
{
    size_t bytes = n - (dst > src ? dst : src);
    for (size_t k = 0; k < n; k++) a[k] = b[k] = byte_at(k);
    dpex_host_copy(team, a + dst, a + src, bytes);
    memmove(b + dst, b + src, bytes);
    CHECK(memcmp(a, b, n) == 0);
}

TEST(overlapping_copies_behave_as_memmove)
{
    dpex_team *team = whole_team();
    const size_t n = (size_t)6 << 20;
    unsigned char *a = malloc(n), *b = malloc(n);
    CHECK(a && b);
    static const size_t shifts[] = {1, 64, 4097, (size_t)3 << 20};
    for (size_t i = 0; i < 4; i++) {
        check_overlap(team, a, b, n, shifts[i], 0);
        check_overlap(team, a, b, n, 0, shifts[i]);
    }
    free(a);
    free(b);
    dpex_team_release(team);
}

TEST_UNWATCHED static void check_fill(dpex_team *team, size_t n, size_t offset,
                                      size_t pattern_bytes)
{
    unsigned char pattern[16], *dst = malloc(n + 2 * GUARD);
    CHECK(dst != NULL);
    for (size_t i = 0; i < 16; i++) pattern[i] = (unsigned char)(i + 1);
    memset(dst, 0xA5, n + 2 * GUARD);
    dpex_host_fill(team, dst + offset, pattern, pattern_bytes, n);
    for (size_t i = 0; i < n; i++)
        if (dst[offset + i] != pattern[i % pattern_bytes])
            test_fail(__FILE__, __LINE__, "byte %zu of %zu at offset %zu, pattern %zu", i, n,
                      offset, pattern_bytes);
    for (size_t i = 0; i < offset; i++) CHECK_INT(dst[i], 0xA5);
    for (size_t i = offset + n; i < n + 2 * GUARD; i++) CHECK_INT(dst[i], 0xA5);
    free(dst);
}

TEST(fills_repeat_the_pattern_from_the_start)
{
    dpex_team *team = whole_team();
    static const size_t sizes[] = {
        0, 1, 16, 255, 256, 1000, ((size_t)1 << 20) + 16, ((size_t)5 << 20) + 13};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t pattern = 1; pattern <= 16; pattern *= 2)
            for (size_t offset = 0; offset < 40; offset += 13)
                check_fill(team, sizes[i], offset, pattern);
    dpex_team_release(team);
}

TEST(memory_is_aligned_and_large_blocks_to_huge_pages)
{
    static const size_t sizes[] = {
        0, 1, 100, 4096, ((size_t)2 << 20) - 1, (size_t)2 << 20, ((size_t)5 << 20) + 3};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        void *ptr, *handle;
        CHECK_OK(dpex_host_mem_alloc(NULL, NULL, DPEX_USM_HOST, sizes[i], &ptr, &handle));
        size_t align = sizes[i] >= (size_t)2 << 20 ? (size_t)2 << 20 : 64;
        CHECK_INT((uintptr_t)ptr % align, 0);
        memset(ptr, 1, sizes[i]);
        dpex_host_mem_free(NULL, NULL, DPEX_USM_HOST, ptr, sizes[i], handle);
    }
}

TEST(memory_beyond_the_address_space_is_refused)
{
    void *ptr, *handle;
    CHECK_FAILS(dpex_host_mem_alloc(NULL, NULL, DPEX_USM_HOST, SIZE_MAX - 10, &ptr, &handle),
                DPEX_ERROR_NO_MEMORY);
    CHECK_FAILS(dpex_host_mem_alloc(NULL, NULL, DPEX_USM_HOST, (size_t)1 << 60, &ptr, &handle),
                DPEX_ERROR_NO_MEMORY);
}
