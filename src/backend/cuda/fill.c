/* Fills. The driver repeats 1, 2 and 4 bytes. Patterns of 8 and 16 bytes that do not repeat
 * themselves earlier are written by a kernel of a few instructions in PTX, which the driver
 * compiles itself; where it does not, and where the address is no multiple of the pattern, by one
 * strided fill for each of the pattern's bytes, at a fraction of the speed. */
#include <stdio.h>
#include <string.h>

#include "backend/cuda/queue.h"
#include "base/integer.h"

enum { FILL_THREADS = 256, MAX_FILL_BLOCKS = 4096, PATTERN_BYTES = 16 };

/* for (i = thread; i < n; i += threads) ((uint64_t *)dst)[i] = i & 1 ? high : low; with 64-bit
 * stores, for 8 bytes low == high. */
static const char fill_ptx[] =
    ".version 6.3\n.target sm_%d\n.address_size 64\n"
    ".visible .entry dpex_fill(.param .u64 dst, .param .u64 n, .param .u64 low, .param .u64 high)\n"
    "{\n"
    "    .reg .pred %%p, %%odd;\n    .reg .b32 %%r<5>;\n    .reg .b64 %%d<10>;\n"
    "    ld.param.u64 %%d1, [dst];\n    ld.param.u64 %%d2, [n];\n"
    "    ld.param.u64 %%d3, [low];\n    ld.param.u64 %%d4, [high];\n"
    "    cvta.to.global.u64 %%d1, %%d1;\n"
    "    mov.u32 %%r1, %%ctaid.x;\n    mov.u32 %%r2, %%ntid.x;\n    mov.u32 %%r3, %%tid.x;\n"
    "    mov.u32 %%r4, %%nctaid.x;\n"
    "    mul.wide.u32 %%d5, %%r1, %%r2;\n    cvt.u64.u32 %%d6, %%r3;\n    add.u64 %%d5, %%d5, "
    "%%d6;\n"
    "    mul.wide.u32 %%d6, %%r4, %%r2;\n"
    "    and.b64 %%d7, %%d5, 1;\n    setp.eq.u64 %%odd, %%d7, 1;\n    selp.b64 %%d8, %%d4, %%d3, "
    "%%odd;\n"
    "loop:\n"
    "    setp.ge.u64 %%p, %%d5, %%d2;\n    @%%p bra done;\n"
    "    shl.b64 %%d7, %%d5, 3;\n    add.u64 %%d7, %%d7, %%d1;\n    st.global.u64 [%%d7], %%d8;\n"
    "    add.u64 %%d5, %%d5, %%d6;\n    bra loop;\n"
    "done:\n    ret;\n}\n";

/* sm_75 is the oldest that all drivers' compilers take; code for it runs on everything later. */
static void load_kernel(dpex_cuda_device *device)
{
    enum { COMMON = 75 };
    char text[sizeof fill_ptx + 16];
    snprintf(text, sizeof text, fill_ptx,
             device->architecture < COMMON ? device->architecture : COMMON);
    /* A failure leaves fill_kernel NULL, and fill_by_bytes does the work. */
    if (dpex_the_cuda.ModuleLoadData(&device->fill_module, text)) return;
    if (dpex_the_cuda.ModuleGetFunction(&device->fill_kernel, device->fill_module, "dpex_fill"))
        device->fill_kernel = NULL;
}

static CUfunction get_kernel(dpex_cuda_device *device)
{
    pthread_mutex_lock(&device->lock); /* the driver compiles for milliseconds, once */
    if (!device->has_tried_fill) load_kernel(device);
    device->has_tried_fill = 1;
    CUfunction kernel = device->fill_kernel;
    pthread_mutex_unlock(&device->lock);
    return kernel;
}

/* An odd number of threads in all would give a thread both words: FILL_THREADS is even. */
static dpex_status fill_by_kernel(dpex_cuda_device *device, CUstream stream, CUfunction kernel,
                                  CUdeviceptr dst, const unsigned char *pattern, size_t n)
{
    uint64_t low, high, n_words = n;
    memcpy(&low, pattern, sizeof low);
    /* The second word, or again the first: the caller has doubled a pattern of 8 bytes. */
    memcpy(&high, pattern + sizeof low, sizeof high);
    void *params[] = {&dst, &n_words, &low, &high};
    size_t n_blocks = dpex_size_ceil_div(n, FILL_THREADS);
    /* Each thread strides over the rest. */
    unsigned blocks = n_blocks < MAX_FILL_BLOCKS ? (unsigned)n_blocks : MAX_FILL_BLOCKS;
    return dpex_cuda_check(device,
                           dpex_the_cuda.LaunchKernel(kernel, blocks, 1, 1, FILL_THREADS, 1, 1, 0,
                                                      stream, params, NULL),
                           "cuLaunchKernel");
}

static dpex_status fill_by_bytes(dpex_cuda_device *device, CUstream stream, CUdeviceptr dst,
                                 const unsigned char *pattern, size_t pattern_bytes, size_t n)
{
    /* Pattern byte `at` of every repetition: a column of a matrix with rows of pattern_bytes. */
    for (size_t at = 0; at < pattern_bytes; at++)
        DPEX_CUDA_TRY(
            device,
            dpex_the_cuda.MemsetD2D8Async(dst + at, pattern_bytes, pattern[at], 1, n, stream),
            "cuMemsetD2D8Async");
    return DPEX_SUCCESS;
}

/* The shortest pattern that repeats to the same bytes. */
static size_t shorten(const unsigned char *pattern, size_t bytes)
{
    /* Halving is enough, as lengths are powers of two. */
    while (bytes > 1 && !memcmp(pattern, pattern + bytes / 2, bytes / 2)) bytes /= 2;
    return bytes;
}

static dpex_status fill_short(dpex_cuda_device *device, CUstream stream, CUdeviceptr dst,
                              const unsigned char *pattern, size_t pattern_bytes, size_t bytes)
{
    unsigned short half;
    unsigned word;
    memcpy(&half, pattern, sizeof half);
    memcpy(&word, pattern, sizeof word);
    if (pattern_bytes == 1)
        return dpex_cuda_check(device, dpex_the_cuda.MemsetD8Async(dst, pattern[0], bytes, stream),
                               "cuMemsetD8Async");
    if (pattern_bytes == 2)
        return dpex_cuda_check(device, dpex_the_cuda.MemsetD16Async(dst, half, bytes / 2, stream),
                               "cuMemsetD16Async");
    return dpex_cuda_check(device, dpex_the_cuda.MemsetD32Async(dst, word, bytes / 4, stream),
                           "cuMemsetD32Async");
}

/* The remainder when the pattern does not divide the bytes is the pattern's beginning, written byte
 * by byte. */
static dpex_status fill_rest(dpex_cuda_device *device, CUstream stream, CUdeviceptr dst,
                             const unsigned char *pattern, size_t n)
{
    /* At most pattern_bytes - 1 of them. */
    for (size_t i = 0; i < n; i++) DPEX_TRY(fill_short(device, stream, dst + i, pattern + i, 1, 1));
    return DPEX_SUCCESS;
}

dpex_status dpex_cuda_fill(dpex_cuda_device *device, CUstream stream, const dpex_command *command)
{
    CUdeviceptr dst = dpex_cuda_address(&command->fill.dst);
    unsigned char pattern[2 * PATTERN_BYTES] = {0}; /* long enough to read a word from any byte */
    memcpy(pattern, command->fill.pattern, PATTERN_BYTES);
    size_t pattern_bytes = shorten(pattern, command->fill.pattern_bytes);
    size_t n = command->fill.bytes / pattern_bytes, whole = n * pattern_bytes;
    /* The driver's fills need aligned addresses, too. */
    int is_aligned = dst % (pattern_bytes < 8 ? pattern_bytes : 8) == 0;
    CUfunction kernel = n && pattern_bytes >= 8 && is_aligned ? get_kernel(device) : NULL;
    if (pattern_bytes == 8) memcpy(pattern + 8, pattern, 8);
    if (n && pattern_bytes < 8 && is_aligned)
        DPEX_TRY(fill_short(device, stream, dst, pattern, pattern_bytes, whole));
    else if (kernel)
        DPEX_TRY(fill_by_kernel(device, stream, kernel, dst, pattern, whole / 8));
    else if (n)
        DPEX_TRY(fill_by_bytes(device, stream, dst, pattern, pattern_bytes, n));
    return fill_rest(device, stream, dst + whole, pattern, command->fill.bytes - whole);
}
