/* The stand-in's compiler: "compiling" is copying, with the options as a comment behind the text. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backend/cuda/nvrtc.h"
#include "fake_parts.h"

struct _nvrtcProgram {
    char *text, log[512];
};

#define DPEX_NVRTC(name, required, parameters) EXPORT nvrtcResult nvrtc##name parameters;
#include "defs/cuda_nvrtc.def"
#undef DPEX_NVRTC
EXPORT const char *nvrtcGetErrorString(nvrtcResult code);

const char *nvrtcGetErrorString(nvrtcResult code)
{
    return code == NVRTC_ERROR_COMPILATION ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_OF_THE_FAKE";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    *major = 13;
    *minor = 0;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *n)
{
    *n = 2;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *archs)
{
    archs[0] = 75;
    archs[1] = 90;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *text, const char *name,
                               int n_headers, const char *const *headers,
                               const char *const *include_names)
{
    (void)name, (void)n_headers, (void)headers, (void)include_names;
    *program = calloc(1, sizeof **program);
    if (!*program) return NVRTC_ERROR_OUT_OF_MEMORY;
    (*program)->text = strdup(text);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    free((*program)->text);
    free(*program);
    return NVRTC_SUCCESS;
}

static int has_option(int n_options, const char *const *options, const char *part)
{
    for (int i = 0; i < n_options; i++)
        if (strstr(options[i], part)) return 1;
    return 0;
}

static void append_options(nvrtcProgram program, int n_options, const char *const *options)
{
    size_t bytes = strlen(program->text) + sizeof "\n//";
    for (int i = 0; i < n_options; i++) bytes += strlen(options[i]) + 1;
    char *longer = realloc(program->text, bytes);
    if (!longer) return;
    strcat(longer, "\n//");
    for (int i = 0; i < n_options; i++) strcat(strcat(longer, " "), options[i]);
    program->text = longer;
}

/* Texts with #error do not compile; the log repeats the options. Those with "slow" take a while.
 * "CompileQuickly" counts those that need not be optimized. */
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int n_options, const char *const *options)
{
    fake_cuda_begin("CompileProgram", 0);
    if (has_option(n_options, options, "fast-compile")) fake_cuda_begin("CompileQuickly", 0);
    if (strstr(program->text, "slow")) usleep(100000);
    if (!strstr(program->text, "#error")) {
        append_options(program, n_options, options);
        return NVRTC_SUCCESS;
    }
    strcpy(program->log, "kernel.cu(1): error: #error directive; options:");
    for (int i = 0; i < n_options; i++) {
        strncat(program->log, " ", sizeof program->log - strlen(program->log) - 1);
        strncat(program->log, options[i], sizeof program->log - strlen(program->log) - 1);
    }
    return NVRTC_ERROR_COMPILATION;
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes)
{
    *bytes = strlen(program->text) + 1;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
    strcpy(cubin, program->text);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *bytes)
{
    return nvrtcGetCUBINSize(program, bytes);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
    return nvrtcGetCUBIN(program, ptx);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes)
{
    *bytes = strlen(program->log) + 1;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    strcpy(log, program->log);
    return NVRTC_SUCCESS;
}
