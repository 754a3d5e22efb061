/* Questions to the CPU and to sysfs.
 *
 * On x86-64 the CPU itself is asked (CPUID): /proc/cpuinfo describes every CPU and on some kernels
 * measures all their clocks first, which takes long. Elsewhere the first lines of that file are
 * read. */
#include "backend/native/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/env.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* NUL-terminated; returns the number of bytes, 0 where the file cannot be read. */
static size_t read_file(const char *path, char *text, size_t bytes)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n;
    if (fd < 0) return 0;
    /* An interrupted read is repeated. */
    do n = read(fd, text, bytes - 1);
    while (n < 0 && errno == EINTR);
    close(fd);
    n = n < 0 ? 0 : n;
    text[n] = '\0';
    return (size_t)n;
}

/* 0 also for an empty file. */
int dpex_probe_line(char *text, size_t bytes, const char *path_fmt, ...)
{
    char path[128];
    va_list args;
    va_start(args, path_fmt);
    vsnprintf(path, sizeof path, path_fmt, args);
    va_end(args);
    if (!read_file(path, text, bytes)) return 0;
    text[strcspn(text, "\n")] = '\0';
    return text[0] != '\0';
}

#if defined(__x86_64__)

void dpex_probe_vendor(char *text, size_t bytes)
{
    unsigned leaf, regs[3] = {0, 0, 0};
    char vendor[13] = "";
    /* The order of the registers is EBX, EDX, ECX. */
    if (__get_cpuid(0, &leaf, &regs[0], &regs[2], &regs[1])) memcpy(vendor, regs, 12);
    snprintf(text, bytes, "%s", vendor[0] ? vendor : "unknown");
}

void dpex_probe_name(char *text, size_t bytes)
{
    unsigned regs[12];
    char name[49] = "";
    /* Older processors have no brand string. */
    if ((unsigned)__get_cpuid_max(0x80000000, NULL) >= 0x80000004) {
        for (unsigned i = 0; i < 3; i++) {
            unsigned *r = regs + 4 * i;
            __get_cpuid(0x80000002 + i, &r[0], &r[1], &r[2], &r[3]);
        }
        memcpy(name, regs, 48);
    }
    const char *start = name + strspn(name, " ");
    snprintf(text, bytes, "%s", *start ? start : "x86-64 CPU");
    for (size_t n = strlen(text); n && text[n - 1] == ' '; n--) text[n - 1] = '\0';
}

uint64_t dpex_probe_vector_bytes(void)
{
    /* The same cap as for the loops, so that the property tells what runs. */
    const char *cap = dpex_env_text("DPEX_ISA");
    int level = 4;
    if (cap) level = !strcmp(cap, "v4") ? 4 : !strcmp(cap, "v3") ? 3 : 2;
    __builtin_cpu_init();
    if (level >= 4 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return 64;
    if (level >= 3 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return 32;
    return 16;
}

int dpex_probe_has_fma(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("fma") != 0;
}

static uint64_t clock_from_cpu(void)
{
    unsigned base, max, bus, rest;
    /* Leaf 0x16 is Intel's. */
    if ((unsigned)__get_cpuid_max(0, NULL) < 0x16 || !__get_cpuid(0x16, &base, &max, &bus, &rest))
        return 0;
    return max & 0xffff;
}

#else

/* The value behind "key : " in /proc/cpuinfo, of the first CPU. */
static int cpuinfo_value(const char *key, char *text, size_t bytes)
{
    char head[2048];
    if (!read_file("/proc/cpuinfo", head, sizeof head)) return 0;
    const char *at = strstr(head, key);
    if (!at || !(at = strchr(at, ':'))) return 0;
    at += 1 + strspn(at + 1, " \t");
    snprintf(text, bytes, "%.*s", (int)strcspn(at, "\n"), at);
    return text[0] != '\0';
}

void dpex_probe_vendor(char *text, size_t bytes)
{
    if (!cpuinfo_value("CPU implementer", text, bytes)) snprintf(text, bytes, "unknown");
}

void dpex_probe_name(char *text, size_t bytes)
{
    char part[32];
    if (cpuinfo_value("model name", text, bytes)) return;
    if (cpuinfo_value("CPU part", part, sizeof part))
        snprintf(text, bytes, "CPU part %s", part);
    else
        snprintf(text, bytes, "CPU");
}

/* NEON. */
uint64_t dpex_probe_vector_bytes(void)
{
    return 16;
}
int dpex_probe_has_fma(void)
{
    return 1;
}
static uint64_t clock_from_cpu(void)
{
    return 0;
}

#endif

/* "AMD EPYC 7B13 @ 2.45GHz": some names end so, and virtual machines often report their clock
 * nowhere else. */
static uint64_t clock_from_name(void)
{
    char name[128];
    dpex_probe_name(name, sizeof name);
    const char *at = strchr(name, '@');
    return at ? (uint64_t)(strtod(at + 1, NULL) * 1000) : 0;
}

/* The clock that /proc/cpuinfo measured; the last resort, see the head of this file. */
static uint64_t clock_from_cpuinfo(void)
{
    char head[2048];
    if (!read_file("/proc/cpuinfo", head, sizeof head)) return 0;
    const char *at = strstr(head, "cpu MHz");
    return at && (at = strchr(at, ':')) ? (uint64_t)strtod(at + 1, NULL) : 0;
}

uint64_t dpex_probe_clock_mhz(int cpu)
{
    char text[32];
    uint64_t mhz;
    /* In kHz. */
    if (dpex_probe_line(text, sizeof text, "/sys/devices/system/cpu/cpu%d/cpufreq/cpuinfo_max_freq",
                        cpu))
        return strtoull(text, NULL, 10) / 1000;
    if ((mhz = clock_from_cpu()) || (mhz = clock_from_name())) return mhz;
    return clock_from_cpuinfo();
}

static uint64_t size_with_suffix(const char *text)
{
    char *end;
    uint64_t size = strtoull(text, &end, 10);
    return *end == 'K' ? size << 10 : *end == 'M' ? size << 20 : size;
}

void dpex_probe_cache(int cpu, uint64_t *bytes, uint64_t *line_bytes)
{
    char text[32];
    *bytes = 1 << 20;
    *line_bytes = 64;
    /* Indices ascend, so the last data cache is the largest. */
    for (int i = 0; i < 8; i++) {
        static const char *fmt = "/sys/devices/system/cpu/cpu%d/cache/index%d/%s";
        if (!dpex_probe_line(text, sizeof text, fmt, cpu, i, "type")) break;
        if (!strcmp(text, "Instruction")) continue;
        if (dpex_probe_line(text, sizeof text, fmt, cpu, i, "size"))
            *bytes = size_with_suffix(text);
        if (dpex_probe_line(text, sizeof text, fmt, cpu, i, "coherency_line_size"))
            *line_bytes = size_with_suffix(text);
    }
}
