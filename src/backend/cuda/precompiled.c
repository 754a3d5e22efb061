/* Kernels compiled beforehand: a file beside the library, which wheels have, with the machine code of
 * usual array operations for some architectures. Their first use needs no compiler.
 *
 * The file (tools/precompile_kernels.py) is a header, then per architecture an index in the order of the
 * keys, a dictionary, and blocks of programs that are like one another, packed as LZ4 does with the
 * dictionary in front of them: most of a small program is what all of them have. Who can replace the
 * file can replace the library, so what is checked is that it is whole.
 *
 * Functions as sin and pow are not the same in all releases of NVRTC. Programs that call them are there
 * once for each, in sections that name the releases, so that what is compiled here agrees with them. */
#include "backend/cuda/precompiled.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend/cuda/program.h"
#include "base/alloc.h"
#include "base/env.h"
#include "base/log.h"

static const char magic[8] = "dpexcub2", file_name[] = "cuda-kernels.bin";

/* Little-endian, as all that CUDA runs on; numbers that say where something begins are bytes from the
 * beginning of the file. */
typedef struct header {
    char magic[8];
    int32_t key_version[4]; /* of the compiler that the keys were made with (program.c) */
    uint64_t n_sections;
} header;

typedef struct release {
    int32_t major, minor;
} release;

typedef struct section {
    uint32_t architecture, n_programs;
    release first, last;        /* of the compilers that it agrees with; zeros: with any */
    uint64_t index, dictionary; /* where they begin */
    uint64_t dictionary_bytes;
} section;

typedef struct entry {
    dpex_cache_key key;
    uint64_t block; /* where it begins */
    uint32_t packed_bytes, block_bytes;
    uint32_t start, bytes; /* of the program within it, unpacked */
} entry;

static const unsigned char *file; /* NULL: there is none */
static size_t file_bytes;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* ---- the file -------------------------------------------------------------------------------- */

static int is_inside(uint64_t start, uint64_t n, uint64_t item_bytes)
{
    uint64_t bytes;
    return !__builtin_mul_overflow(n, item_bytes, &bytes) && start <= file_bytes &&
           bytes <= file_bytes - start;
}

static const header *head(void)
{
    return (const header *)file;
}

static int is_whole(void)
{
    if (file_bytes < sizeof(header) || memcmp(head()->magic, magic, sizeof magic) ||
        !is_inside(sizeof(header), head()->n_sections, sizeof(section)))
        return 0;
    const section *sections = (const section *)(head() + 1);
    for (uint64_t i = 0; i < head()->n_sections; i++)
        if (sections[i].index % sizeof(uint64_t) ||
            !is_inside(sections[i].index, sections[i].n_programs, sizeof(entry)) ||
            !is_inside(sections[i].dictionary, sections[i].dictionary_bytes, 1))
            return 0;
    return 1;
}

/* Mapped for the life of the process, of which most pages are never read. */
static void map_file(const char *path)
{
    struct stat info;
    void *mapped = MAP_FAILED;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    if (!fstat(fd, &info) && info.st_size > 0)
        mapped = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (mapped == MAP_FAILED) return;
    file = mapped;
    file_bytes = (size_t)info.st_size;
    const int whole = is_whole();
    DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "cuda: kernels compiled beforehand from %s%s", path,
                  whole ? "" : ": not used, it is damaged or of another version");
    if (whole) return;
    munmap(mapped, file_bytes);
    file = NULL;
}

/* The folder of the library with its last slash. */
static int own_folder(dpex_text *path)
{
    Dl_info info;
    const char *end;
    if (!dladdr(&file, &info) || !info.dli_fname || !(end = strrchr(info.dli_fname, '/'))) return 0;
    dpex_text_append_bytes(path, info.dli_fname, (size_t)(end + 1 - info.dli_fname));
    return !path->failed;
}

static void find_file(void)
{
    const char *given = dpex_env_text("DPEX_PRECOMPILED");
    dpex_text path = DPEX_TEXT_EMPTY;
    if (given && !strcmp(given, "0")) return;
    if (given)
        dpex_text_append(&path, "%s", given);
    else if (own_folder(&path))
        dpex_text_append(&path, "%s", file_name);
    if (path.len && !path.failed) map_file(dpex_text_get(&path));
    dpex_text_fini(&path);
}

/* ---- a program ------------------------------------------------------------------------------- */

static int compare(dpex_cache_key a, dpex_cache_key b)
{
    if (a.high != b.high) return a.high < b.high ? -1 : 1;
    return (a.low > b.low) - (a.low < b.low);
}

/* The index is sorted. */
static const entry *find_entry(const section *in, dpex_cache_key key)
{
    const entry *entries = (const entry *)(file + in->index);
    uint32_t low = 0, high = in->n_programs;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = compare(entries[middle].key, key);
        if (!order) return &entries[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static int is_up_to(release a, release b)
{
    return a.major < b.major || (a.major == b.major && a.minor <= b.minor);
}

static release compiler; /* zeros: there is none here */
static pthread_once_t compiler_once = PTHREAD_ONCE_INIT;

static void find_compiler(void)
{
    int major, minor;
    if (!dpex_cuda_compiler_version(&major, &minor)) compiler = (release){major, minor};
}

/* Where there is no compiler, nothing is compiled that it would have to agree with. Asked for programs
 * that are there only, as a compiler takes 15 ms to open. */
static int agrees(const section *in)
{
    if (!in->last.major) return 1;
    pthread_once(&compiler_once, find_compiler);
    return !compiler.major || (is_up_to(in->first, compiler) && is_up_to(compiler, in->last));
}

/* Machine code runs on later architectures of its own major number: the best one. Of sections for several
 * compilers the first is of the oldest, whose code all drivers load. */
static const entry *find_program(dpex_cache_key key, int architecture, const section **in)
{
    const section *sections = (const section *)(head() + 1);
    const entry *best = NULL;
    for (uint64_t i = 0; i < head()->n_sections; i++) {
        const int of = (int)sections[i].architecture;
        if (of / 10 != architecture / 10 || of > architecture ||
            (best && of <= (int)(*in)->architecture))
            continue;
        const entry *found = find_entry(&sections[i], key);
        if (!found || !agrees(&sections[i])) continue;
        best = found;
        *in = &sections[i];
    }
    return best;
}

/* A length of 15 goes on in the bytes that follow, up to the first that is not 255. */
static int read_length(const unsigned char **from, const unsigned char *end, size_t *length)
{
    unsigned char more = 255;
    if (*length < 15) return 1;
    while (more == 255) {
        if (*from == end) return 0;
        more = *(*from)++;
        *length += more;
    }
    return 1;
}

/* LZ4's block format: literals, then a match of at least four bytes that begins up to 64 KB before
 * its copy; the last literals have none. The dictionary lies from `start` to `to`. */
static int unpack(const unsigned char *from, size_t n, const unsigned char *start,
                  unsigned char *to, size_t bytes)
{
    enum { SHORTEST_MATCH = 4 };
    const unsigned char *const from_end = from + n;
    unsigned char *const to_end = to + bytes;
    while (from < from_end) {
        const unsigned token = *from++;
        size_t length = token >> 4;
        if (!read_length(&from, from_end, &length) || length > (size_t)(from_end - from) ||
            length > (size_t)(to_end - to))
            return 0;
        memcpy(to, from, length);
        to += length;
        from += length;
        if (from == from_end) return to == to_end;
        if (from_end - from < 2) return 0;
        const size_t distance = from[0] + 256u * from[1];
        from += 2;
        length = token & 15;
        if (!read_length(&from, from_end, &length)) return 0;
        length += SHORTEST_MATCH;
        if (!distance || distance > (size_t)(to - start) || length > (size_t)(to_end - to))
            return 0;
        /* By bytes: a match may overlap its copy. */
        for (; length; length--, to++) *to = to[-(ptrdiff_t)distance];
    }
    return 0;
}

/* A block is unpacked for one program of it: that takes less than loading the program does. 0 also for
 * numbers that lead out of the file. */
static int append_unpacked(const section *in, const entry *program, dpex_text *image)
{
    if (!is_inside(program->block, program->packed_bytes, 1) ||
        (uint64_t)program->start + program->bytes > program->block_bytes)
        return 0;
    const size_t before = in->dictionary_bytes;
    unsigned char *work = dpex_malloc(before + program->block_bytes);
    if (!work) return 0;
    memcpy(work, file + in->dictionary, before);
    const int is_fine = unpack(file + program->block, program->packed_bytes, work, work + before,
                               program->block_bytes);
    if (is_fine)
        dpex_text_append_bytes(image, (const char *)work + before + program->start, program->bytes);
    dpex_free(work);
    return is_fine && !image->failed;
}

const int32_t *dpex_cuda_precompiled_version(void)
{
    pthread_once(&once, find_file);
    return file ? head()->key_version : NULL;
}

int dpex_cuda_precompiled_load(dpex_cache_key key, int architecture, dpex_text *image)
{
    const section *in;
    const entry *program = find_program(key, architecture, &in);
    return program && append_unpacked(in, program, image);
}
