/* SYCL's C++ as text (dpctl_sycl_kernel_bundle_interface.h), which nothing here compiles: its lists keep what they are given, and the constructor
 * refuses with a message in the log. Programs of later versions of dpctl ask whether it is available, and have to be linked. */
#include <stdlib.h>
#include <string.h>

#include "compat.h"

/* One struct for the three lists and the log, which is one text. */
typedef struct texts {
    int unused, tag; /* dpex/object.h */
    size_t n;
    char **items;
} texts;

static void *create(int kind)
{
    texts *made = calloc(1, sizeof *made);
    if (made) made->tag = DPEX_OBJECT_TAG(kind);
    return made;
}

static void clear(texts *list)
{
    for (size_t i = 0; i < list->n; i++) free(list->items[i]);
    free(list->items);
    list->items = NULL;
    list->n = 0;
}

static void destroy(void *ref)
{
    texts *list = ref;
    clear(list);
    list->tag = 0;
    free(list);
}

/* Without memory the list stays as it was. */
static void append(void *ref, const char *text)
{
    texts *list = ref;
    char **more = realloc(list->items, (list->n + 1) * sizeof *more);
    if (!more) return;
    list->items = more;
    char *copy = compat_text(text);
    if (copy) list->items[list->n++] = copy;
}

#define LIST(name)                                                                                 \
    DPCTL##name##Ref DPCTL##name##_Create(void)                                                    \
    {                                                                                              \
        return create(KIND_OF((DPCTL##name##Ref)NULL));                                            \
    }                                                                                              \
    void DPCTL##name##_Delete(DPCTL##name##Ref Ref)                                                \
    {                                                                                              \
        if (IS_USABLE(Ref)) destroy(Ref);                                                          \
    }
LIST(BuildOptionList)
LIST(KernelNameList)
LIST(VirtualHeaderList)
LIST(KernelBuildLog)
#undef LIST

void DPCTLBuildOptionList_Append(DPCTLBuildOptionListRef Ref, const char *option)
{
    NEED(Ref, );
    NEED(option, );
    append(Ref, option);
}

void DPCTLKernelNameList_Append(DPCTLKernelNameListRef Ref, const char *name)
{
    NEED(Ref, );
    NEED(name, );
    append(Ref, name);
}

void DPCTLVirtualHeaderList_Append(DPCTLVirtualHeaderListRef Ref, const char *name,
                                   const char *content)
{
    NEED(Ref, );
    NEED(name, );
    NEED(content, );
    append(Ref, name);
    append(Ref, content);
}

const char *DPCTLKernelBuildLog_Get(DPCTLKernelBuildLogRef Ref)
{
    NEED(Ref, NULL);
    const texts *log = (const texts *)Ref;
    return log->n ? log->items[0] : "";
}

bool DPCTLKernelBundle_CreateFromSYCLSource_Available(void)
{
    return false;
}

DPCTLSyclKernelBundleRef DPCTLKernelBundle_CreateFromSYCLSource(
    const DPCTLSyclContextRef CRef, const DPCTLSyclDeviceRef DRef, const char *source,
    DPCTLVirtualHeaderListRef headers, DPCTLKernelNameListRef names,
    DPCTLBuildOptionListRef options, DPCTLKernelBuildLogRef log)
{
    NEED(CRef, NULL);
    NEED(DRef, NULL);
    NEED(source, NULL);
    if (headers) NEED(headers, NULL);
    if (names) NEED(names, NULL);
    if (options) NEED(options, NULL);
    if (log) NEED(log, NULL);
    const dpex_status status = dpex_error_set(
        DPEX_ERROR_UNSUPPORTED,
        "SYCL source is not compiled at run time: give OpenCL C to "
        "DPCTLKernelBundle_CreateFromOCLSource, or compile the kernels with the program");
    if (log) {
        clear((texts *)log);
        append(log, dpex_error_message());
    }
    compat_failed(__func__, status);
    return NULL;
}

DPCTLSyclKernelRef DPCTLKernelBundle_GetSyclKernel(DPCTLSyclKernelBundleRef KBRef, const char *name)
{
    return DPCTLKernelBundle_GetKernel(KBRef, name);
}

bool DPCTLKernelBundle_HasSyclKernel(DPCTLSyclKernelBundleRef KBRef, const char *name)
{
    return DPCTLKernelBundle_HasKernel(KBRef, name);
}
