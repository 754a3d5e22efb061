/* Programs and kernels of CUDA devices: from text, through images cached on disk. */
#include "backend/cuda/program.h"

#include <stdio.h>
#include <string.h>

#include "backend/cuda/backend_cuda.h"
#include "backend/cuda/precompiled.h"
#include "base/alloc.h"
#include "base/env.h"
#include "base/fork.h"
#include "base/log.h"

/* Embedded by tools/embed.py: changes with everything here that decides what a text compiles to. */
extern const char dpex_text_cuda_digest[];

/* ---- programs ---------------------------------------------------------------------------------------------- */

enum { VERSION_NUMBERS = 4 };

static dpex_cache_key key_of(const dpex_cuda_program *made, const int32_t version[VERSION_NUMBERS])
{
    dpex_cache_key key = DPEX_CACHE_KEY_EMPTY;
    dpex_cache_mix(&key, "cuda", 4);
    dpex_cache_mix(&key, dpex_text_cuda_digest, strlen(dpex_text_cuda_digest));
    dpex_cache_mix(&key, made->text, strlen(made->text));
    dpex_cache_mix(&key, made->options, strlen(made->options));
    dpex_cache_mix(&key, version, VERSION_NUMBERS * sizeof *version);
    return key;
}

static dpex_status make_key(const dpex_program *program)
{
    dpex_cuda_program *made = program->handle;
    int32_t version[VERSION_NUMBERS];
    /* Another compiler may make other code of the same text. */
    DPEX_TRY(dpex_cuda_compiler_version(&version[0], &version[1]));
    version[2] = dpex_cuda_of(program->device)->architecture;
    version[3] = made->is_quick;
    made->key = key_of(made, version);
    return DPEX_SUCCESS;
}

static CUresult load_image(const dpex_text *image, CUmodule *module)
{
    return dpex_the_cuda.ModuleLoadData(module,
                                        dpex_text_get(image)); /* NUL-terminated, as PTX needs it */
}

/* Of a compiler that need not be here. Asked before the disk, as the keys there need the version of one,
 * and opening it takes longer than all else. */
static int read_precompiled(const dpex_program *program, dpex_text *image)
{
    const dpex_cuda_program *made = program->handle;
    const int32_t *version = dpex_cuda_precompiled_version();
    return version && !made->is_quick &&
           dpex_cuda_precompiled_load(key_of(made, version),
                                      dpex_cuda_of(program->device)->architecture, image);
}

/* The driver may refuse it: code of a newer compiler, a file of another version that was cut off.
 * No message for the caller: compiling follows. */
static int try_image(const dpex_program *program, const dpex_text *image)
{
    dpex_cuda_program *made = program->handle;
    return load_image(image, &made->module) == CUDA_SUCCESS;
}

/* Of a program that is ready: a text has some 10 KB. */
static void forget_text(dpex_cuda_program *made)
{
    dpex_free(made->text);
    dpex_free(made->options);
    made->text = made->options = NULL;
}

/* The device is entered behind the compiler, which takes long. */
static dpex_status compile(dpex_program *program)
{
    dpex_cuda_device *device = dpex_cuda_of(program->device);
    dpex_cuda_program *made = program->handle;
    dpex_text image = DPEX_TEXT_EMPTY;
    dpex_status status =
        dpex_cuda_compile(made->text, made->options, made->is_quick, device->architecture, &image);
    if (!status) status = dpex_cuda_enter(device);
    if (!status) {
        status = dpex_cuda_check(device, load_image(&image, &made->module), "cuModuleLoadData");
        dpex_cuda_leave();
    }
    /* Best effort: a full disk costs the next process a compilation. */
    if (!status) dpex_cache_store(made->key, "cubin", image.data, image.len);
    if (!status && !made->is_quick) forget_text(made);
    dpex_text_fini(&image);
    return status;
}

dpex_status dpex_cuda_program_retry(dpex_program *program)
{
    dpex_cuda_program *made = program->handle;
    int failed = DPEX_CUDA_FAILED;
    /* Another thread may do it just now. */
    if (!atomic_compare_exchange_strong(&made->state, &failed, DPEX_CUDA_COMPILING))
        return DPEX_SUCCESS;
    dpex_status status = compile(program);
    dpex_cuda_program_end(program, status);
    return status;
}

void dpex_cuda_program_start(dpex_program *program)
{
    dpex_cuda_program *made = program->handle;
    int not_asked = DPEX_CUDA_NOT_ASKED;
    if (atomic_load_explicit(&made->state, memory_order_relaxed) != DPEX_CUDA_NOT_ASKED ||
        !atomic_compare_exchange_strong(&made->state, &not_asked, DPEX_CUDA_COMPILING) ||
        dpex_cuda_compile_in_background(program, compile))
        return;
    dpex_cuda_program_end(program, compile(program));
}

static dpex_status find_cached(dpex_program *program, int *is_found)
{
    const dpex_cuda_program *made = program->handle;
    dpex_text image = DPEX_TEXT_EMPTY;
    DPEX_TRY(make_key(program));
    *is_found = dpex_cache_load(made->key, "cubin", &image) && try_image(program, &image);
    dpex_text_fini(&image);
    return DPEX_SUCCESS;
}

/* Inside enter and leave. */
static dpex_status find_entered(dpex_program *program, int *is_found)
{
    const char *from = "compiled beforehand";
    dpex_text image = DPEX_TEXT_EMPTY;
    *is_found = read_precompiled(program, &image) && try_image(program, &image);
    dpex_text_fini(&image);
    if (!*is_found) {
        from = "from the cache";
        DPEX_TRY(find_cached(program, is_found));
    }
    if (*is_found || program->compiled != DPEX_COMPILED_ALREADY)
        DPEX_LOG_LINE(DPEX_LOG_PROGRAM, "cuda: %s: a program %s", program->device->info.name,
                      *is_found ? from : "is compiled");
    return DPEX_SUCCESS;
}

static dpex_status find(dpex_program *program, int *is_found)
{
    DPEX_TRY(dpex_cuda_enter(dpex_cuda_of(program->device)));
    dpex_status status = find_entered(program, is_found);
    dpex_cuda_leave();
    return status;
}

static dpex_env_switch tiers = {.name = "DPEX_TIERS", .is_on_by_default = 1};

/* What a program that is not on disk begins with: its quick version, which may be there, and which
 * is else compiled when a launch needs it. */
static dpex_status begin_quickly(dpex_program *program)
{
    dpex_cuda_program *made = program->handle;
    int is_found;
    made->is_quick = 1;
    DPEX_TRY(find(program, &is_found));
    if (is_found) atomic_store_explicit(&made->state, DPEX_CUDA_READY, memory_order_release);
    return DPEX_SUCCESS;
}

/* Compiles now, unless it may be late. A missing compiler is said at once. */
static dpex_status load(dpex_program *program)
{
    dpex_cuda_program *made = program->handle;
    int is_found;
    DPEX_TRY(find(program, &is_found));
    if (!is_found && program->compiled == DPEX_COMPILED_ALREADY)
        return DPEX_FAIL(DPEX_ERROR_UNSUPPORTED, "the program is not compiled yet");
    if (!is_found && program->compiled != DPEX_COMPILED_AT_ONCE && !dpex_cuda_is_synchronous()) {
        if (program->compiled == DPEX_COMPILED_LATE && dpex_env_is_on(&tiers) &&
            dpex_cuda_compiler_is_quick())
            return begin_quickly(program);
        dpex_cuda_program_start(program);
        return DPEX_SUCCESS;
    }
    if (!is_found) DPEX_TRY(compile(program));
    if (is_found) forget_text(made);
    atomic_store_explicit(&made->state, DPEX_CUDA_READY, memory_order_release);
    return DPEX_SUCCESS;
}

static void free_handle(dpex_cuda_program *made)
{
    forget_text(made);
    dpex_free(made->message);
    dpex_free(made);
}

/* The text is not NUL-terminated where it comes from. */
static dpex_cuda_program *new_handle(const char *text, size_t bytes, const char *options)
{
    dpex_cuda_program *made = dpex_calloc(1, sizeof *made);
    if (!made) return NULL;
    made->text = dpex_malloc(bytes + 1);
    made->options = dpex_strdup(options);
    if (!made->text || !made->options) {
        free_handle(made);
        return NULL;
    }
    memcpy(made->text, text, bytes);
    made->text[bytes] = 0;
    return made;
}

dpex_status dpex_cuda_program_create(dpex_program *program, dpex_language language,
                                     const void *text, size_t bytes, const char *options)
{
    if (language != DPEX_LANGUAGE_SOURCE)
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "%s takes CUDA C and portable kernel C, no SPIR-V",
                         program->device->info.name);
    dpex_cuda_program *made = program->handle = new_handle(text, bytes, options);
    if (!made) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program");
    dpex_status status = load(program);
    if (!status) return DPEX_SUCCESS;
    free_handle(made);
    program->handle = NULL;
    return status;
}

void dpex_cuda_program_destroy(dpex_program *program)
{
    dpex_cuda_program *made = program->handle;
    /* With a lost or forked context the module has gone, too. */
    if (made->module && dpex_cuda_try_enter(dpex_cuda_of(program->device))) {
        dpex_the_cuda.ModuleUnload(made->module);
        dpex_cuda_leave();
    }
    free_handle(made);
    program->handle = NULL;
}

/* ---- names ------------------------------------------------------------------------------------------------- */

typedef struct function_list {
    CUfunction *at;
    unsigned n;
} function_list;

/* The module's functions; dpex_free(list->at). None with drivers before 12.4, which do not tell
 * them. Modules load lazily, and the driver reports nothing of a function before it is loaded. */
static dpex_status list_functions(CUmodule module, function_list *list)
{
    *list = (function_list){NULL, 0};
    if (!dpex_the_cuda.ModuleGetFunctionCount || !dpex_the_cuda.ModuleEnumerateFunctions ||
        !dpex_the_cuda.FuncGetName || dpex_the_cuda.ModuleGetFunctionCount(&list->n, module))
        list->n = 0;
    if (!list->n) return DPEX_SUCCESS;
    list->at = dpex_calloc(list->n, sizeof *list->at);
    if (!list->at) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a list of kernels");
    if (dpex_the_cuda.ModuleEnumerateFunctions(list->at, list->n, module)) list->n = 0;
    for (unsigned i = 0; i < list->n && dpex_the_cuda.FuncLoad; i++)
        dpex_the_cuda.FuncLoad(list->at[i]);
    return DPEX_SUCCESS;
}

/* A C++ name without what its parameters add: _Z3addPfi is "add", 3 long.
 * The mangling of the Itanium C++ ABI: _Z, the length, the name. */
static const char *plain_name(const char *name, size_t *len)
{
    int digits = 0, n = 0;
    *len = strlen(name);
    if (strncmp(name, "_Z", 2) || sscanf(name + 2, "%d%n", &n, &digits) != 1 || n <= 0 ||
        (size_t)n > *len - 2 - (size_t)digits)
        return name;
    *len = (size_t)n;
    return name + 2 + digits;
}

/* The function's name as the programmer wrote it, `len` long; NULL: the driver does not report
 * it. */
static const char *name_of(CUfunction function, size_t *len)
{
    const char *full = NULL;
    if (dpex_the_cuda.FuncGetName(&full, function) || !full) return NULL;
    return plain_name(full, len);
}

/* The only function of this name in C++: kernels need not be extern "C". */
static CUfunction find_by_plain_name(const function_list *list, const char *name)
{
    CUfunction found = NULL;
    int n_found = 0;
    for (unsigned i = 0; i < list->n; i++) {
        size_t len;
        const char *plain = name_of(list->at[i], &len);
        if (!plain || len != strlen(name) || memcmp(plain, name, len)) continue;
        found = list->at[i];
        n_found++;
    }
    /* Overloads need the mangled name. */
    return n_found == 1 ? found : NULL;
}

static dpex_status fail_no_kernel(const function_list *list, const char *name)
{
    dpex_text text = DPEX_TEXT_EMPTY;
    for (unsigned i = 0; i < list->n; i++) {
        size_t len;
        const char *plain = name_of(list->at[i], &len);
        if (plain)
            dpex_text_append(&text, "%s%.*s", text.len ? ", " : "; it has: ", (int)len, plain);
    }
    dpex_status status = DPEX_FAIL(DPEX_ERROR_INVALID_VALUE, "the program has no kernel '%s'%s",
                                   name, dpex_text_get(&text));
    dpex_text_fini(&text);
    return status;
}

/* ---- kernels ----------------------------------------------------------------------------------------------- */

static dpex_status read_params(dpex_cuda_kernel *kernel, CUfunction function)
{
    size_t offset, bytes, n = 0;
    /* Drivers before 12.4 do not have it. */
    if (!dpex_the_cuda.FuncGetParamInfo) return DPEX_SUCCESS;
    /* The number of parameters is where the question fails. */
    while (dpex_the_cuda.FuncGetParamInfo(function, n, &offset, &bytes) == CUDA_SUCCESS) n++;
    kernel->param_bytes = dpex_calloc(n ? n : 1, sizeof *kernel->param_bytes);
    if (!kernel->param_bytes) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a kernel");
    for (size_t i = 0; i < n; i++)
        dpex_the_cuda.FuncGetParamInfo(function, i, &offset, &kernel->param_bytes[i]);
    kernel->n_params = n;
    kernel->knows_params = 1;
    return DPEX_SUCCESS;
}

static unsigned attribute(CUfunction function, int which)
{
    int value = 0;
    return dpex_the_cuda.FuncGetAttribute(&value, which, function) || value < 0 ? 0
                                                                                : (unsigned)value;
}

static dpex_status find_function(const dpex_program *program, const char *name,
                                 CUfunction *function)
{
    CUmodule module = ((const dpex_cuda_program *)program->handle)->module;
    CUresult code = dpex_the_cuda.ModuleGetFunction(function, module, name);
    if (code != CUDA_ERROR_NOT_FOUND && *name) /* an empty name is an invalid value to the driver */
        return dpex_cuda_check(dpex_cuda_of(program->device), code, "cuModuleGetFunction");
    function_list list;
    DPEX_TRY(list_functions(module, &list));
    *function = find_by_plain_name(&list, name);
    dpex_status status = *function ? DPEX_SUCCESS : fail_no_kernel(&list, name);
    dpex_free(list.at);
    return status;
}

static void describe(dpex_kernel *kernel, dpex_cuda_kernel *made, CUfunction function)
{
    const dpex_device_info *info = &kernel->program->device->info;
    size_t warp = info->sub_group_sizes[0];
    made->max_threads = attribute(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    made->static_bytes = attribute(function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    kernel->info.n_args = made->n_params;
    kernel->info.work_group_size = made->max_threads;
    kernel->info.preferred_work_group_size_multiple = warp;
    kernel->info.private_mem_bytes = attribute(function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    /* Rounded down. */
    kernel->info.max_num_sub_groups = made->max_threads / warp;
    kernel->info.max_sub_group_size = warp;
}

/* One lock for all kernels: once for each, and quickly done. */
static pthread_mutex_t resolve_lock = PTHREAD_MUTEX_INITIALIZER;
DPEX_FORK_GUARD(resolve_lock)

static dpex_status resolve_locked(dpex_kernel *kernel)
{
    dpex_cuda_kernel *made = kernel->handle;
    CUfunction function;
    if (atomic_load(&made->function)) return DPEX_SUCCESS;
    DPEX_TRY(find_function(kernel->program, kernel->info.name, &function));
    DPEX_TRY(read_params(made, function));
    describe(kernel, made, function);
    /* Release: who sees the function reads what is known of it. */
    atomic_store_explicit(&made->function, function, memory_order_release);
    return DPEX_SUCCESS;
}

dpex_status dpex_cuda_kernel_resolve(dpex_kernel *kernel)
{
    dpex_cuda_kernel *made = kernel->handle;
    const dpex_cuda_program *program = kernel->program->handle;
    if (atomic_load_explicit(&made->function, memory_order_acquire)) return DPEX_SUCCESS;
    if (atomic_load_explicit(&program->state, memory_order_acquire) == DPEX_CUDA_FAILED)
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "%s",
                         program->message ? program->message : "the program does not compile");
    pthread_mutex_lock(&resolve_lock);
    dpex_status status = resolve_locked(kernel);
    pthread_mutex_unlock(&resolve_lock);
    return status;
}

/* With a program that is being compiled, whatever the kernel's name is. */
static dpex_status create_kernel(dpex_kernel *kernel, const char *name)
{
    kernel->info.name = dpex_strdup(name);
    if (!kernel->info.name) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a kernel");
    return dpex_cuda_is_compiled(kernel->program) ? dpex_cuda_kernel_resolve(kernel) : DPEX_SUCCESS;
}

dpex_status dpex_cuda_kernel_create(dpex_kernel *kernel, const char *name)
{
    DPEX_TRY(dpex_cuda_enter(dpex_cuda_of(kernel->program->device)));
    /* Set for the runtime's destroy as well. */
    kernel->handle = dpex_calloc(1, sizeof(dpex_cuda_kernel));
    dpex_status status = kernel->handle
                             ? create_kernel(kernel, name)
                             : DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "out of memory for a kernel");
    dpex_cuda_leave();
    if (status && kernel->handle) dpex_cuda_kernel_destroy(kernel);
    return status;
}

/* The function belongs to the module, which the kernel's program keeps. */
void dpex_cuda_kernel_destroy(dpex_kernel *kernel)
{
    dpex_cuda_kernel *made = kernel->handle;
    dpex_kernel_release(atomic_load(&made->optimized));
    dpex_free(made->param_bytes);
    dpex_free(made);
    dpex_free((char *)kernel->info.name);
    kernel->handle = NULL;
}
