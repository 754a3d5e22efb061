/* dpctl_service.h and dpctl_utils.h: the version, the log, and giving back what other functions returned. */
#include <stdlib.h>

#include "compat.h"

/* There is no DPC++ compiler: the name and version of this library stand for it. */
const char *DPCTLService_GetDPCPPVersion(void)
{
    char *text = NULL;
    compat_append(&text, "opendpex %s", dpex_version());
    return text;
}

/* Messages go to stderr as DPCTL_VERBOSITY says, with or without these two: there is no log to open. */
void DPCTLService_InitLogger(const char *app_name, const char *log_dir)
{
    (void)app_name, (void)log_dir;
}

void DPCTLService_ShutdownLogger(void) {}

/* All texts and arrays of this library come from malloc; NULL is allowed in each of these. */
void DPCTLCString_Delete(const char *text)
{
    free((void *)text);
}

void DPCTLSize_t_Array_Delete(size_t *array)
{
    free(array);
}

void DPCTLInt_Array_Delete(int *array)
{
    free(array);
}
