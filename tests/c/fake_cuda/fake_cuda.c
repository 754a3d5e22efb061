/* A stand-in for libcuda and (fake_nvrtc.c) libnvrtc in one library, so that the CUDA backend runs where no GPU is.
 *
 * Two devices whose memory is the host's. Streams are lists of steps that one thread executes, so everything is as
 * asynchronous as on a device; a step that cannot end yet (a wait for an event, the kernel `block`) holds its stream only.
 * What a driver would refuse is refused: calls without a current context, overlapping copies, everything on a device after a
 * fault. Copies from and to memory that was not allocated here keep the caller waiting, but small ones to the device, which read
 * at once. A module has those kernels of the table below whose names its text contains. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backend/cuda/cuda.h"
#include "fake_cuda.h"
#include "fake_lists.h"
#include "fake_parts.h"

enum { N_DEVICES = 2, INVALID_CONTEXT = 201, NOT_INITIALIZED = 3, ILLEGAL_ADDRESS = 700 };

typedef struct CUctx_st {
    int device;
    int error; /* a fault: sticky */
} context;

typedef struct grid {
    unsigned blocks[3], threads[3], shared_bytes;
} grid;

typedef struct step step;
struct step {
    step *next;
    /* 1: over; 0: not yet; below 0: the device faults with that code. */
    int (*run)(step *self);
    void (*call)(void *own);
    context *ctx;
    struct CUevent_st *event;
    uint64_t sequence;
    CUdeviceptr dst, src;
    size_t bytes, pitch, n;
    void *own; /* freed with the step */
    unsigned char pattern[4];
    grid shape;
    const struct CUfunc_st *kernel;
    uint64_t params[MAX_PARAMS];
};

struct CUstream_st {
    context *ctx;
    step *first, *last;
    struct CUstream_st *next;
};
struct CUevent_st {
    uint64_t recorded, reached;
    double milliseconds;
    int has_timing;
};
struct CUmod_st {
    char *text;
    struct CUmod_st *next;
};
struct CUmemPoolHandle_st {
    int device;
    uint64_t kept_bytes; /* of memory that was freed; only a trim gives it back */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards everything below */
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t progressed =
    PTHREAD_COND_INITIALIZER; /* a step is over, or a stream failed */
static struct CUstream_st *streams;
static struct CUmemPoolHandle_st pools[N_DEVICES];
static context contexts[N_DEVICES] = {{0, 0}, {1, 0}};
static pid_t owner;
static int n_after_fork, driver_version = 13000;
static int peer_access[N_DEVICES][N_DEVICES], pool_access[N_DEVICES][N_DEVICES];
static _Thread_local context *stack[16];
static _Thread_local int depth;

/* ---- injected failures ------------------------------------------------------------------------------------- */

enum { MAX_FUNCTIONS = 128 };
static struct counter {
    const char *name;
    int n_calls, fail_at, code;
} counters[MAX_FUNCTIONS];

static struct counter *counter_of(const char *name)
{
    for (int i = 0; i < MAX_FUNCTIONS; i++) {
        /* Copied: a caller's text need not stay. */
        if (!counters[i].name) counters[i].name = strdup(name);
        if (!strcmp(counters[i].name, name)) return &counters[i];
    }
    abort();
}

static void fail(const char *function, int n, int code)
{
    pthread_mutex_lock(&lock);
    struct counter *c = counter_of(function);
    c->fail_at = c->n_calls + n;
    c->code = code;
    pthread_mutex_unlock(&lock);
}

static int count(const char *function)
{
    pthread_mutex_lock(&lock);
    int n = counter_of(function)->n_calls;
    pthread_mutex_unlock(&lock);
    return n;
}

static int count_after_fork(void)
{
    return n_after_fork;
}

static void set_version(int version)
{
    driver_version = version;
}

static uint64_t kept_bytes(int device)
{
    pthread_mutex_lock(&lock);
    uint64_t bytes = pools[device].kept_bytes;
    pthread_mutex_unlock(&lock);
    return bytes;
}

EXPORT fake_cuda_get_controls_fn fake_cuda_get_controls;
const fake_cuda_controls *fake_cuda_get_controls(void)
{
    static const fake_cuda_controls controls = {fail, count, count_after_fork, set_version,
                                                kept_bytes};
    return &controls;
}

CUresult fake_cuda_begin(const char *name, int needs_context)
{
    if (owner && owner != getpid()) {
        n_after_fork++;
        return NOT_INITIALIZED;
    }
    pthread_mutex_lock(&lock);
    struct counter *c = counter_of(name);
    CUresult code = ++c->n_calls == c->fail_at ? c->code : CUDA_SUCCESS;
    if (!code && needs_context && !depth) code = INVALID_CONTEXT;
    if (!code && needs_context) code = stack[depth - 1]->error;
    pthread_mutex_unlock(&lock);
    return code;
}

/* For functions called fake_<name>; <name> is what counts and fails. */
#define BEGIN(needs_context)                                                                       \
    do {                                                                                           \
        CUresult begin_code_ = fake_cuda_begin(__func__ + sizeof "fake_" - 1, needs_context);      \
        if (begin_code_) return begin_code_;                                                       \
    } while (0)

/* ---- the device thread ------------------------------------------------------------------------------------- */

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void free_step(step *s)
{
    free(s->own);
    free(s);
}

static void drop_steps(struct CUstream_st *stream)
{
    while (stream->first) {
        step *next = stream->first->next;
        free_step(stream->first);
        stream->first = next;
    }
    stream->last = NULL;
}

/* Runs the first step of a stream; the lock is held but while the step works. Returns whether it is over. */
static int advance(struct CUstream_st *stream)
{
    step *first = stream->first;
    if (stream->ctx->error) {
        drop_steps(stream);
        return 1;
    }
    int over = first->run(first);
    if (over < 0) {
        for (int i = 0; i < N_DEVICES; i++) contexts[i].error = -over; /* as the driver does */
        drop_steps(stream);
        return 1;
    }
    if (!over) return 0;
    stream->first = first->next;
    if (!stream->first) stream->last = NULL;
    free_step(first);
    return 1;
}

static void *run_device(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        int progress = 0, pending = 0;
        for (struct CUstream_st *s = streams; s; s = s->next) {
            if (!s->first) continue;
            progress |= advance(s);
            pending |= s->first != NULL;
        }
        if (progress) pthread_cond_broadcast(&progressed);
        if (progress) continue;
        if (!pending) pthread_cond_wait(&work, &lock);
        pthread_mutex_unlock(&lock);
        if (pending) usleep(20); /* a step waits for a change of memory, of which nobody tells it */
        pthread_mutex_lock(&lock);
    }
    return NULL;
}

static CUresult push(CUstream stream, step made)
{
    step *copy = malloc(sizeof *copy);
    if (!copy) return CUDA_ERROR_OUT_OF_MEMORY;
    *copy = made;
    copy->next = NULL;
    copy->ctx = stream->ctx;
    pthread_mutex_lock(&lock);
    *(stream->last ? &stream->last->next : &stream->first) = copy;
    stream->last = copy;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

static int run_call(step *s)
{
    pthread_mutex_unlock(&lock); /* it may take long */
    s->call(s->own);
    pthread_mutex_lock(&lock);
    return 1;
}

CUresult fake_cuda_push_call(CUstream stream, void (*run)(void *own), void *own)
{
    return push(stream, (step){.run = run_call, .call = run, .own = own});
}

/* ---- kernels ----------------------------------------------------------------------------------------------- */

static const struct CUfunc_st nothing = {"nothing", 0, {0}, NULL, NULL};

static size_t threads_of(const grid *g)
{
    size_t n = 1;
    for (int d = 0; d < 3; d++) n *= (size_t)g->blocks[d] * g->threads[d];
    return n;
}

/* add_one(int *x, int n) */
static int run_add_one(step *s)
{
    int *x = (int *)(uintptr_t)s->params[0], n = (int)s->params[1];
    size_t threads = threads_of(&s->shape);
    for (size_t i = 0; i < threads; i++)
        if ((int)i < n) x[i]++;
    return 1;
}

/* block(int *flag): until *flag is not 0. */
static int run_block(step *s)
{
    return __atomic_load_n((int *)(uintptr_t)s->params[0], __ATOMIC_ACQUIRE) != 0;
}

static int run_fault(step *s)
{
    (void)s;
    return -ILLEGAL_ADDRESS;
}

/* tell_shape(int *out, dpex_local<float> a, dpex_local<float> b): blocks, threads, shared bytes, the two offsets */
static int run_tell_shape(step *s)
{
    int *out = (int *)(uintptr_t)s->params[0];
    for (int d = 0; d < 3; d++) {
        out[d] = (int)s->shape.blocks[d];
        out[3 + d] = (int)s->shape.threads[d];
    }
    out[6] = (int)s->shape.shared_bytes;
    out[7] = (int)s->params[1];
    out[8] = (int)s->params[2];
    return 1;
}

/* append(int *list, int value): list[0] counts, the rest holds. */
static int run_append(step *s)
{
    int *list = (int *)(uintptr_t)s->params[0];
    list[++list[0]] = (int)s->params[1];
    return 1;
}

static int run_fill(step *s)
{
    uint64_t *dst = (uint64_t *)(uintptr_t)s->params[0];
    for (uint64_t i = 0; i < s->params[1]; i++) dst[i] = s->params[2 + i % 2];
    return 1;
}

static const struct CUfunc_st kernels[] = {
    {"add_one", 2, {8, 4}, run_add_one, NULL},
    {"append", 2, {8, 4}, run_append, NULL},
    {"block", 1, {8}, run_block, NULL},
    {"dpex_fill", 4, {8, 8, 8, 8}, run_fill, NULL},
    {"fault", 0, {0}, run_fault, NULL},
    {"tell_shape", 3, {8, 4, 4}, run_tell_shape, NULL},
    {"_Z7mangledPi", 1, {8}, run_tell_shape, NULL},
};
enum { N_KERNELS = sizeof kernels / sizeof *kernels };

/* ---- the driver's functions -------------------------------------------------------------------------------- */

#define DPEX_CUDA(name, symbol, required, parameters)                                              \
    EXPORT CUresult fake_##name parameters __asm__(symbol);
#include "defs/cuda_driver.def"
#undef DPEX_CUDA

CUresult fake_Init(unsigned flags)
{
    pthread_t thread;
    (void)flags;
    BEGIN(0);
    owner = getpid();
    if (pthread_create(&thread, NULL, run_device, NULL)) return CUDA_ERROR_OUT_OF_MEMORY;
    pthread_detach(thread);
    return CUDA_SUCCESS;
}

CUresult fake_DriverGetVersion(int *version)
{
    BEGIN(0);
    *version = driver_version;
    return CUDA_SUCCESS;
}

CUresult fake_GetErrorName(CUresult code, const char **name)
{
    *name = code == ILLEGAL_ADDRESS            ? "CUDA_ERROR_ILLEGAL_ADDRESS"
            : code == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY"
                                               : "CUDA_ERROR_OF_THE_FAKE";
    return CUDA_SUCCESS;
}

CUresult fake_GetErrorString(CUresult code, const char **text)
{
    (void)code;
    *text = "a text of the fake";
    return CUDA_SUCCESS;
}

CUresult fake_DeviceGet(CUdevice *device, int ordinal)
{
    BEGIN(0);
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult fake_DeviceGetCount(int *n)
{
    BEGIN(0);
    *n = N_DEVICES;
    return CUDA_SUCCESS;
}

CUresult fake_DeviceGetName(char *name, int bytes, CUdevice device)
{
    BEGIN(0);
    snprintf(name, (size_t)bytes, "Fake GPU %d", device);
    return CUDA_SUCCESS;
}

CUresult fake_DeviceTotalMem(size_t *bytes, CUdevice device)
{
    (void)device;
    BEGIN(0);
    *bytes = (size_t)1 << 30;
    return CUDA_SUCCESS;
}

CUresult fake_DeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    (void)device;
    BEGIN(0);
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = 9; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = 0; break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: *value = 1024; break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: *value = 64; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: *value = 2147483647; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: *value = 65535; break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = 32; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *value = 1980000; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 132; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 232448; break;
    case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS: *value = 0; break;
    default: *value = 1;
    }
    return CUDA_SUCCESS;
}

CUresult fake_DeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    BEGIN(0);
    *can = device != peer;
    return CUDA_SUCCESS;
}

CUresult fake_DeviceGetP2PAttribute(int *value, int attribute, CUdevice device, CUdevice peer)
{
    (void)attribute, (void)device, (void)peer;
    BEGIN(0);
    *value = 0;
    return CUDA_SUCCESS;
}

CUresult fake_DevicePrimaryCtxRetain(CUcontext *ctx, CUdevice device)
{
    BEGIN(0);
    *ctx = &contexts[device];
    return CUDA_SUCCESS;
}

CUresult fake_CtxPushCurrent(CUcontext ctx)
{
    BEGIN(0);
    stack[depth++] = ctx;
    return CUDA_SUCCESS;
}

CUresult fake_CtxPopCurrent(CUcontext *ctx)
{
    BEGIN(0);
    if (!depth) return INVALID_CONTEXT;
    *ctx = stack[--depth];
    return CUDA_SUCCESS;
}

CUresult fake_CtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    (void)flags;
    BEGIN(1);
    int *is_on = &peer_access[stack[depth - 1]->device][peer->device];
    if (*is_on) return CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
    *is_on = 1;
    return CUDA_SUCCESS;
}

CUresult fake_CtxDisablePeerAccess(CUcontext peer)
{
    BEGIN(1);
    int *is_on = &peer_access[stack[depth - 1]->device][peer->device];
    if (!*is_on) return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
    *is_on = 0;
    return CUDA_SUCCESS;
}

/* ---- memory ------------------------------------------------------------------------------------------------ */

static struct allocation {
    char *ptr;
    size_t bytes;
    int type, device; /* device: -1 where every device may use it */
    struct allocation *next;
} * allocations; /* guarded by `lock` */

static CUresult allocate_on(int device, void **ptr, size_t bytes, int type)
{
    struct allocation *made = malloc(sizeof *made);
    *ptr =
        bytes > (size_t)1 << 30 || !made ? NULL : aligned_alloc(256, (bytes + 255) & ~(size_t)255);
    if (!*ptr) {
        free(made);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (FAKE_LISTS) fake_fill_with_counts(*ptr, bytes);
    pthread_mutex_lock(&lock);
    *made = (struct allocation){*ptr, bytes, type, device, allocations};
    allocations = made;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

static CUresult allocate(void **ptr, size_t bytes, int type)
{
    return allocate_on(-1, ptr, bytes, type);
}

/* With the lock held. */
static void release_locked(void *ptr)
{
    struct allocation **link = &allocations, *gone;
    while ((gone = *link) && gone->ptr != (char *)ptr) link = &gone->next;
    if (gone) *link = gone->next;
    free(gone);
    free(ptr);
}

static CUresult release(void *ptr)
{
    pthread_mutex_lock(&lock);
    release_locked(ptr);
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

static struct allocation find(CUdeviceptr ptr)
{
    pthread_mutex_lock(&lock);
    const struct allocation *at = allocations;
    while (at && ((char *)ptr < at->ptr || (char *)ptr >= at->ptr + at->bytes)) at = at->next;
    struct allocation found = at ? *at : (struct allocation){.device = -1};
    pthread_mutex_unlock(&lock);
    return found;
}

/* 0: ordinary memory. */
static int type_of(CUdeviceptr ptr)
{
    return find(ptr).type;
}

/* Memory of a pool is for its device, and for those the pool was opened to. */
static int is_open(CUdeviceptr ptr)
{
    int device = find(ptr).device, current = stack[depth - 1]->device;
    return device < 0 || device == current || pool_access[device][current];
}

CUresult fake_PointerGetAttribute(void *value, int attribute, CUdeviceptr ptr)
{
    BEGIN(1);
    int type = type_of(ptr);
    if (!type || attribute != CU_POINTER_ATTRIBUTE_MEMORY_TYPE) return CUDA_ERROR_INVALID_VALUE;
    memcpy(value, &type, sizeof type);
    return CUDA_SUCCESS;
}

CUresult fake_MemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    BEGIN(1);
    *total_bytes = (size_t)1 << 30;
    *free_bytes = (size_t)1 << 28;
    return CUDA_SUCCESS;
}

CUresult fake_MemAlloc(CUdeviceptr *ptr, size_t bytes)
{
    BEGIN(1);
    return allocate((void **)ptr, bytes, CU_MEMORYTYPE_DEVICE);
}

CUresult fake_MemFree(CUdeviceptr ptr)
{
    BEGIN(1);
    return release((void *)ptr);
}

CUresult fake_MemHostAlloc(void **ptr, size_t bytes, unsigned flags)
{
    (void)flags;
    BEGIN(1);
    return allocate(ptr, bytes, CU_MEMORYTYPE_HOST);
}

CUresult fake_MemFreeHost(void *ptr)
{
    BEGIN(1);
    return release(ptr);
}

CUresult fake_MemAllocManaged(CUdeviceptr *ptr, size_t bytes, unsigned flags)
{
    (void)flags;
    BEGIN(1);
    return allocate((void **)ptr, bytes, CU_MEMORYTYPE_DEVICE);
}

CUresult fake_MemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props)
{
    BEGIN(1);
    pools[props->location.id].device = props->location.id;
    *pool = &pools[props->location.id];
    return CUDA_SUCCESS;
}

CUresult fake_MemPoolSetAttribute(CUmemoryPool pool, int attribute, void *value)
{
    (void)pool, (void)attribute, (void)value;
    BEGIN(1);
    return CUDA_SUCCESS;
}

CUresult fake_MemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *access_of, size_t n)
{
    BEGIN(1);
    for (size_t i = 0; i < n; i++)
        pool_access[pool->device][access_of[i].location.id] =
            access_of[i].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return CUDA_SUCCESS;
}

CUresult fake_MemPoolTrimTo(CUmemoryPool pool, size_t keep_bytes)
{
    BEGIN(1);
    pthread_mutex_lock(&lock);
    if (pool->kept_bytes > keep_bytes) pool->kept_bytes = keep_bytes;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult fake_MemAllocFromPoolAsync(CUdeviceptr *ptr, size_t bytes, CUmemoryPool pool,
                                    CUstream stream)
{
    (void)stream;
    BEGIN(1);
    pthread_mutex_lock(&lock);
    pool->kept_bytes -= bytes < pool->kept_bytes ? bytes : pool->kept_bytes;
    pthread_mutex_unlock(&lock);
    return allocate_on(pool->device, (void **)ptr, bytes, CU_MEMORYTYPE_DEVICE);
}

/* On the device's thread, which holds the lock. */
static int run_free(step *s)
{
    const struct allocation *at = allocations;
    while (at && at->ptr != (char *)s->dst) at = at->next;
    if (at) pools[at->device].kept_bytes += at->bytes;
    release_locked((void *)s->dst);
    return 1;
}

CUresult fake_MemFreeAsync(CUdeviceptr ptr, CUstream stream)
{
    BEGIN(1);
    return push(stream, (step){.run = run_free, .dst = ptr});
}

static void wait_for_stream(CUstream stream)
{
    pthread_mutex_lock(&lock);
    while (stream->first) pthread_cond_wait(&progressed, &lock);
    pthread_mutex_unlock(&lock);
}

static int run_copy(step *s)
{
    if (s->dst < s->src + s->bytes && s->src < s->dst + s->bytes) return -ILLEGAL_ADDRESS;
    memcpy((void *)s->dst, (void *)s->src, s->bytes);
    return 1;
}

CUresult fake_MemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream)
{
    enum { STAGED_BYTES = 64 << 10 };
    BEGIN(1);
    step made = {.run = run_copy, .dst = dst, .src = src, .bytes = bytes};
    if (!is_open(dst) || !is_open(src)) return CUDA_ERROR_INVALID_VALUE;
    int is_ordinary = !type_of(dst) || !type_of(src);
    int is_staged = type_of(dst) && !type_of(src) && bytes <= STAGED_BYTES;
    if (is_staged) {
        made.own = malloc(bytes + 1);
        memcpy(made.own, (void *)src, bytes);
        made.src = (CUdeviceptr)made.own;
    }
    CUresult code = push(stream, made);
    if (!code && is_ordinary && !is_staged) wait_for_stream(stream);
    return code;
}

/* Between two devices a link is not needed. */
CUresult fake_MemcpyPeerAsync(CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src,
                              CUcontext src_ctx, size_t bytes, CUstream stream)
{
    BEGIN(1);
    if (find(dst).device != dst_ctx->device || find(src).device != src_ctx->device)
        return CUDA_ERROR_INVALID_VALUE;
    return push(stream, (step){.run = run_copy, .dst = dst, .src = src, .bytes = bytes});
}

/* n times `bytes` of the pattern, `pitch` apart. */
static int run_set(step *s)
{
    for (size_t i = 0; i < s->n; i++) memcpy((char *)s->dst + i * s->pitch, s->pattern, s->bytes);
    return 1;
}

static CUresult push_set(CUstream stream, CUdeviceptr dst, const void *pattern, size_t bytes,
                         size_t pitch, size_t n)
{
    step made = {.run = run_set, .dst = dst, .bytes = bytes, .pitch = pitch, .n = n};
    if (dst % bytes) return CUDA_ERROR_INVALID_VALUE;
    if (FAKE_LISTS) return CUDA_SUCCESS;
    memcpy(made.pattern, pattern, bytes);
    return push(stream, made);
}

CUresult fake_MemsetD8Async(CUdeviceptr dst, unsigned char value, size_t n, CUstream stream)
{
    BEGIN(1);
    return push_set(stream, dst, &value, 1, 1, n);
}

CUresult fake_MemsetD16Async(CUdeviceptr dst, unsigned short value, size_t n, CUstream stream)
{
    BEGIN(1);
    return push_set(stream, dst, &value, 2, 2, n);
}

CUresult fake_MemsetD32Async(CUdeviceptr dst, unsigned value, size_t n, CUstream stream)
{
    BEGIN(1);
    return push_set(stream, dst, &value, 4, 4, n);
}

CUresult fake_MemsetD2D8Async(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width,
                              size_t height, CUstream stream)
{
    BEGIN(1);
    return width == 1 ? push_set(stream, dst, &value, 1, pitch, height) : CUDA_ERROR_INVALID_VALUE;
}

CUresult fake_MemPrefetchAsync(CUdeviceptr ptr, size_t bytes, CUdevice device, CUstream stream)
{
    (void)ptr, (void)bytes, (void)device, (void)stream;
    BEGIN(1);
    return CUDA_ERROR_INVALID_VALUE; /* as the driver says of memory that is not managed */
}

CUresult fake_MemAdvise(CUdeviceptr ptr, size_t bytes, int advice, CUdevice device)
{
    (void)ptr, (void)bytes, (void)advice, (void)device;
    BEGIN(1);
    return CUDA_SUCCESS;
}

/* ---- streams and events ------------------------------------------------------------------------------------ */

CUresult fake_StreamCreate(CUstream *stream, unsigned flags)
{
    (void)flags;
    BEGIN(1);
    *stream = calloc(1, sizeof **stream);
    if (!*stream) return CUDA_ERROR_OUT_OF_MEMORY;
    pthread_mutex_lock(&lock);
    (*stream)->ctx = stack[depth - 1];
    (*stream)->next = streams;
    streams = *stream;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

/* Its steps still run: the device's thread keeps it. */
CUresult fake_StreamDestroy(CUstream stream)
{
    (void)stream;
    BEGIN(1);
    return CUDA_SUCCESS;
}

static int has_work(CUcontext ctx)
{
    for (struct CUstream_st *s = streams; s; s = s->next)
        if (s->ctx == ctx && s->first) return 1;
    return 0;
}

CUresult fake_CtxSynchronize(void)
{
    BEGIN(1);
    pthread_mutex_lock(&lock);
    while (has_work(stack[depth - 1])) pthread_cond_wait(&progressed, &lock);
    pthread_mutex_unlock(&lock);
    return stack[depth - 1]->error;
}

CUresult fake_StreamSynchronize(CUstream stream)
{
    BEGIN(1);
    wait_for_stream(stream);
    return stream->ctx->error;
}

static int run_record(step *s)
{
    s->event->reached = s->sequence;
    s->event->milliseconds = now_ms();
    return 1;
}

static int run_wait(step *s)
{
    return s->event->reached >= s->sequence;
}

CUresult fake_EventCreate(CUevent *event, unsigned flags)
{
    BEGIN(1);
    *event = calloc(1, sizeof **event);
    if (!*event) return CUDA_ERROR_OUT_OF_MEMORY;
    (*event)->has_timing = !(flags & CU_EVENT_DISABLE_TIMING);
    return CUDA_SUCCESS;
}

CUresult fake_EventRecord(CUevent event, CUstream stream)
{
    BEGIN(1);
    pthread_mutex_lock(&lock);
    uint64_t sequence = ++event->recorded;
    pthread_mutex_unlock(&lock);
    return push(stream, (step){.run = run_record, .event = event, .sequence = sequence});
}

CUresult fake_StreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    (void)flags;
    BEGIN(1);
    pthread_mutex_lock(&lock);
    uint64_t sequence = event->recorded;
    pthread_mutex_unlock(&lock);
    return push(stream, (step){.run = run_wait, .event = event, .sequence = sequence});
}

/* With the lock held. */
static CUresult ask(CUevent event)
{
    CUresult code = stack[depth - 1]->error;
    return !code && event->reached < event->recorded ? CUDA_ERROR_NOT_READY : code;
}

CUresult fake_EventQuery(CUevent event)
{
    BEGIN(1);
    pthread_mutex_lock(&lock);
    CUresult code = ask(event);
    pthread_mutex_unlock(&lock);
    return code;
}

CUresult fake_EventSynchronize(CUevent event)
{
    CUresult code;
    BEGIN(1);
    pthread_mutex_lock(&lock);
    while ((code = ask(event)) == CUDA_ERROR_NOT_READY) pthread_cond_wait(&progressed, &lock);
    pthread_mutex_unlock(&lock);
    return code;
}

CUresult fake_EventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    BEGIN(1);
    if (!start->has_timing || !end->has_timing) return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    *milliseconds = (float)(end->milliseconds - start->milliseconds);
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

/* ---- programs ---------------------------------------------------------------------------------------------- */

/* All of them stay reachable, as a driver's are: nobody unloads the modules of a lost device. */
static struct CUmod_st *modules;

CUresult fake_ModuleLoadData(CUmodule *module, const void *image)
{
    BEGIN(1);
    *module = malloc(sizeof **module);
    if (!*module) return CUDA_ERROR_OUT_OF_MEMORY;
    (*module)->text = strdup(image);
    pthread_mutex_lock(&lock);
    (*module)->next = modules;
    modules = *module;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult fake_ModuleUnload(CUmodule module)
{
    BEGIN(1);
    pthread_mutex_lock(&lock);
    struct CUmod_st **link = &modules;
    while (*link && *link != module) link = &(*link)->next;
    if (*link) *link = module->next;
    pthread_mutex_unlock(&lock);
    free(module->text);
    free(module);
    return CUDA_SUCCESS;
}

/* Whether the text has "name("; a C++ name's plain part counts. */
static int has_kernel(const struct CUmod_st *module, const struct CUfunc_st *kernel)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%s(", kernel->name[0] == '_' ? "mangled" : kernel->name);
    return strstr(module->text, wanted) != NULL;
}

CUresult fake_ModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    BEGIN(1);
    if (!*name) return CUDA_ERROR_INVALID_VALUE;
    for (int i = 0; i < N_KERNELS; i++) {
        if (strcmp(kernels[i].name, name) || !has_kernel(module, &kernels[i])) continue;
        *function = (CUfunction)&kernels[i];
        return CUDA_SUCCESS;
    }
    *function = strcmp(name, "dpex_kernel") ? NULL : fake_kernel_find(module->text);
    if (!*function && FAKE_LISTS) *function = (CUfunction)&nothing;
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult fake_ModuleGetFunctionCount(unsigned *n, CUmodule module)
{
    BEGIN(1);
    *n = 0;
    for (int i = 0; i < N_KERNELS; i++) *n += (unsigned)has_kernel(module, &kernels[i]);
    return CUDA_SUCCESS;
}

CUresult fake_ModuleEnumerateFunctions(CUfunction *functions, unsigned n, CUmodule module)
{
    unsigned found = 0;
    BEGIN(1);
    for (int i = 0; i < N_KERNELS && found < n; i++)
        if (has_kernel(module, &kernels[i])) functions[found++] = (CUfunction)&kernels[i];
    return CUDA_SUCCESS;
}

CUresult fake_FuncGetName(const char **name, CUfunction function)
{
    BEGIN(1);
    *name = function->name;
    return CUDA_SUCCESS;
}

CUresult fake_FuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes)
{
    BEGIN(1);
    if (index >= (size_t)function->n_params) return CUDA_ERROR_INVALID_VALUE;
    *offset = 8 * index;
    *bytes = function->param_bytes[index];
    return CUDA_SUCCESS;
}

CUresult fake_FuncGetAttribute(int *value, int attribute, CUfunction function)
{
    (void)function;
    BEGIN(1);
    *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0;
    return CUDA_SUCCESS;
}

CUresult fake_FuncSetAttribute(CUfunction function, int attribute, int value)
{
    (void)function, (void)attribute, (void)value;
    BEGIN(1);
    return CUDA_SUCCESS;
}

CUresult fake_LaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                           unsigned block_x, unsigned block_y, unsigned block_z,
                           unsigned shared_bytes, CUstream stream, void **params, void **extra)
{
    step made = {.run = function->run,
                 .kernel = function,
                 .shape = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes}};
    (void)extra;
    BEGIN(1);
    if (FAKE_LISTS) return CUDA_SUCCESS;
    if (function->call) return fake_kernel_launch(function, stream, params);
    for (int i = 0; i < function->n_params; i++)
        memcpy(&made.params[i], params[i], function->param_bytes[i]);
    return push(stream, made);
}
