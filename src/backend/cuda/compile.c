/* CUDA C to machine code, by NVRTC, for one architecture and without any header.
 *
 * Options of ours: contraction of a * b + c off, so that all devices compute the same, and
 * functions without an execution space are device functions. A user's option of the same name
 * replaces ours; OpenCL's are translated or have no counterpart. Texts without __global__ are
 * portable kernel C: they get the prelude prelude/portable.cu; CUDA C gets prelude/cuda.cu, a few
 * lines; generated kernels, which bring their own prelude, share the integers
 * (prelude/types.cu). */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "backend/cuda/nvrtc.h"
#include "backend/cuda/program.h"
#include "base/alloc.h"
#include "base/exit.h"

enum { MAX_OPTIONS = 64 };

/* Embedded files, by tools/embed.py. */
extern const char dpex_text_cuda_prelude[], dpex_text_cuda_types[], dpex_text_cuda_portable[];

/* Borrows the strings that were given, but for `copy`. */
typedef struct options {
    const char *at[MAX_OPTIONS];
    int n;
    char architecture[48];
    char *copy; /* the user's, cut at blanks */
} options;

/* ---- options ----------------------------------------------------------------------------------------------- */

/* The message counts without this backend's own options. */
static dpex_status add_option(options *all, const char *option)
{
    if (all->n == MAX_OPTIONS)
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "more than %d compiler options", MAX_OPTIONS - 4);
    all->at[all->n++] = option;
    return DPEX_SUCCESS;
}

/* An option of OpenCL's in NVRTC's words; NULL: it has none and needs none. */
static const char *translate(const char *option)
{
    /* Options of NVRTC pass unchanged. */
    if (strncmp(option, "-cl-", 4)) return option;
    if (!strcmp(option, "-cl-fast-relaxed-math")) return "--use_fast_math";
    if (!strcmp(option, "-cl-mad-enable")) return "--fmad=true";
    if (!strcmp(option, "-cl-denorms-are-zero")) return "--ftz=true";
    return NULL;
}

static int sets_fmad(const options *all)
{
    for (int i = 0; i < all->n; i++)
        if (strstr(all->at[i], "fmad") || strstr(all->at[i], "use_fast_math")) return 1;
    return 0;
}

/* A text of an array operation's, or of a kernel that is written once for all devices. */
static int is_generated(const char *given)
{
    return strstr(given, "-DDPEX_GENERATED") != NULL;
}

/* Without the declarations of textures and of the runtime's functions, some 7 ms of the compiler's. */
static int knows_minimal(const dpex_nvrtc *nvrtc)
{
    return nvrtc->major > 12 || (nvrtc->major == 12 && nvrtc->minor >= 4);
}

static int knows_levels(const dpex_nvrtc *nvrtc)
{
    return nvrtc->major > 12 || (nvrtc->major == 12 && nvrtc->minor >= 9);
}

/* is_known: the compiler knows the device's architecture; else it makes PTX for the best one that
 * it knows. */
static dpex_status make_options(options *all, const char *given, const char *text, int is_quick,
                                const dpex_nvrtc *nvrtc, int architecture, int is_known)
{
    char *rest = NULL;
    all->n = 0;
    all->copy = dpex_strdup(given);
    if (!all->copy) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program");
    /* strtok_r, as other threads may compile too. */
    for (char *word = strtok_r(all->copy, " \t\n", &rest); word;
         word = strtok_r(NULL, " \t\n", &rest)) {
        const char *option = translate(word);
        if (option) DPEX_TRY(add_option(all, option));
    }
    if (!sets_fmad(all)) DPEX_TRY(add_option(all, "--fmad=false"));
    DPEX_TRY(add_option(all, "-default-device"));
    if (is_generated(given) && knows_minimal(nvrtc)) DPEX_TRY(add_option(all, "--minimal"));
    /* Measured on texts of array operations: max, which makes kernels ten times slower, takes as
     * long as mid, and min 1.5 times as long; but not for products and transforms, whose loops mid
     * makes three to six times slower. */
    if (is_quick)
        DPEX_TRY(add_option(all, strstr(text, "K_OPTIMIZED_LOOPS") ? "--Ofast-compile=min"
                                                                   : "--Ofast-compile=mid"));
    snprintf(all->architecture, sizeof all->architecture, "--gpu-architecture=%s_%d",
             is_known ? "sm" : "compute", architecture);
    return add_option(all, all->architecture);
}

/* The architecture to compile for: the device's, or the highest known one below it. 0: there is
 * none. */
static int choose_architecture(const dpex_nvrtc *nvrtc, int device)
{
    int best = 0;
    for (int i = 0; i < nvrtc->n_architectures; i++)
        if (nvrtc->architectures[i] <= device && nvrtc->architectures[i] > best)
            best = nvrtc->architectures[i];
    return best;
}

/* ---- text -------------------------------------------------------------------------------------------------- */

/* #line keeps line numbers in messages those of the user's text. */
static dpex_status put_text(const char *text, const char *given, dpex_text *full)
{
    /* A text with a word that only CUDA C has is CUDA C. */
    int is_portable = !strstr(text, "__global__");
    dpex_status status = DPEX_SUCCESS;
    dpex_text_append(full, "#line 1 \"opendpex-prelude\"\n%s%s%s#line 1 \"kernel.cu\"\n",
                     dpex_text_cuda_prelude,
                     is_portable || is_generated(given) ? dpex_text_cuda_types : "",
                     is_portable ? dpex_text_cuda_portable : "");
    if (is_portable)
        status = dpex_cuda_put_portable(text, full);
    else
        dpex_text_append(full, "%s", text);
    if (!status && full->failed)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to compile a program");
    return status;
}

/* ---- compiling --------------------------------------------------------------------------------------------- */

static dpex_status report(const dpex_nvrtc *nvrtc, nvrtcResult code, const char *call)
{
    if (code == NVRTC_SUCCESS) return DPEX_SUCCESS;
    return DPEX_FAIL_VENDOR(code == NVRTC_ERROR_OUT_OF_MEMORY ? DPEX_ERROR_NO_MEMORY
                                                              : DPEX_ERROR_COMPILE,
                            code, "%s: %s (%d)", call, nvrtc->GetErrorString(code), code);
}

/* The compiler's whole log is the message: it says more than the code. */
static dpex_status fail_with_log(const dpex_nvrtc *nvrtc, nvrtcProgram program, nvrtcResult code)
{
    size_t bytes = 0;
    nvrtc->GetProgramLogSize(program, &bytes);
    char *log = dpex_calloc(bytes + 1, 1);
    if (log && bytes) nvrtc->GetProgramLog(program, log);
    dpex_status status =
        DPEX_FAIL_VENDOR(DPEX_ERROR_COMPILE, code, "the program does not compile (%s, %d):\n%s",
                         nvrtc->GetErrorString(code), code, log ? log : "");
    dpex_free(log);
    return status;
}

/* A cubin for a known architecture; PTX, which the driver compiles, for a newer one. */
static dpex_status take_image(const dpex_nvrtc *nvrtc, nvrtcProgram program, int is_known,
                              dpex_text *image)
{
    size_t bytes = 0;
    DPEX_TRY(report(
        nvrtc, is_known ? nvrtc->GetCUBINSize(program, &bytes) : nvrtc->GetPTXSize(program, &bytes),
        "nvrtcGetCUBINSize"));
    char *data = dpex_malloc(bytes ? bytes : 1);
    if (!data)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu bytes of compiled kernels",
                         bytes);
    dpex_status status =
        report(nvrtc, is_known ? nvrtc->GetCUBIN(program, data) : nvrtc->GetPTX(program, data),
               "nvrtcGetCUBIN");
    if (!status) dpex_text_append_bytes(image, data, bytes);
    dpex_free(data);
    if (!status && image->failed)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for compiled kernels");
    return status;
}

/* The first compilation loads more of the compiler. */
static void stop_before_parts_of_the_compiler(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, dpex_exit_stop_before_libraries);
}

static dpex_status compile(const dpex_nvrtc *nvrtc, const char *text, const options *all,
                           int is_known, dpex_text *image)
{
    nvrtcProgram program;
    DPEX_TRY(report(nvrtc, nvrtc->CreateProgram(&program, text, "kernel.cu", 0, NULL, NULL),
                    "nvrtcCreateProgram"));
    nvrtcResult code = nvrtc->CompileProgram(program, all->n, all->at);
    stop_before_parts_of_the_compiler();
    dpex_status status = code == NVRTC_SUCCESS ? take_image(nvrtc, program, is_known, image)
                                               : fail_with_log(nvrtc, program, code);
    nvrtc->DestroyProgram(&program);
    return status;
}

/* Called without locks; compiling takes long. */
dpex_status dpex_cuda_compile(const char *text, const char *given, int is_quick, int device,
                              dpex_text *image)
{
    const dpex_nvrtc *nvrtc;
    options all = {.n = 0};
    dpex_text full = DPEX_TEXT_EMPTY;
    DPEX_TRY(dpex_nvrtc_open(&nvrtc));
    int architecture = choose_architecture(nvrtc, device), is_known = architecture == device;
    if (!architecture)
        return DPEX_FAIL(
            DPEX_ERROR_UNSUPPORTED,
            "NVRTC %d.%d compiles for no device as old as this one (compute capability %d.%d)",
            nvrtc->major, nvrtc->minor, device / 10, device % 10);
    dpex_status status = make_options(&all, given, text, is_quick, nvrtc, architecture, is_known);
    if (!status) status = put_text(text, given, &full);
    if (!status) status = compile(nvrtc, dpex_text_get(&full), &all, is_known, image);
    dpex_text_fini(&full);
    dpex_free(all.copy);
    return status;
}

dpex_status dpex_cuda_compiler_version(int *major, int *minor)
{
    const dpex_nvrtc *nvrtc;
    DPEX_TRY(dpex_nvrtc_open(&nvrtc));
    *major = nvrtc->major;
    *minor = nvrtc->minor;
    return DPEX_SUCCESS;
}

int dpex_cuda_compiler_is_quick(void)
{
    const dpex_nvrtc *nvrtc;
    return !dpex_nvrtc_open(&nvrtc) && knows_levels(nvrtc);
}
