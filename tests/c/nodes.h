/* For tests of devices: a registry made under given variables, and its devices as one line of
 * text. */
#ifndef DPEX_TESTS_NODES_H
#define DPEX_TESTS_NODES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/registry.h"
#include "test.h"

enum { NODE_TEXT_BYTES = 4096 };

static inline void set_variable(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* Discovery from scratch, beside the process's registry. Free it with dpex_registry_free. */
static inline dpex_registry *make_node(const char *simulate, const char *selector)
{
    dpex_registry *registry = NULL;
    set_variable("DPEX_SIMULATE", simulate);
    set_variable("ONEAPI_DEVICE_SELECTOR", selector);
    CHECK_OK(dpex_registry_make(&registry));
    return registry;
}

static inline const char *short_backend(dpex_backend_name backend)
{
    return backend == DPEX_BACKEND_CUDA         ? "cuda"
           : backend == DPEX_BACKEND_LEVEL_ZERO ? "ze"
                                                : "ocl";
}

static inline const char *short_type(dpex_device_type type)
{
    return type == DPEX_TYPE_GPU ? "gpu" : type == DPEX_TYPE_CPU ? "cpu" : "acc";
}

/* "native ze:gpu[0,1] cuda:gpu[0]": simulated devices with the numbers of their tiles. */
static inline void write_node(const dpex_registry *registry, char *text)
{
    char *at = text;
    *at = '\0';
    for (size_t i = 0; i < registry->n_devices; i++) {
        const dpex_device *device = registry->devices[i];
        if (i) at += sprintf(at, " ");
        if (device->backend == &dpex_backend_native) {
            at += sprintf(at, "native");
            continue;
        }
        at += sprintf(at, "%s:%s[", short_backend(device->info.backend),
                      short_type(device->info.type));
        for (size_t k = 0; k < device->n_units; k++)
            at += sprintf(at, k ? ",%d" : "%d", device->units[k]);
        at += sprintf(at, "]");
    }
}

/* A text of up to n - 1 characters of an alphabet; seed is moved on (a linear congruential
 * generator). */
static inline void random_text(uint32_t *seed, const char *alphabet, char *text, size_t n)
{
    size_t n_letters = strlen(alphabet), len = (*seed >> 16) % n;
    for (size_t i = 0; i < len; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        text[i] = alphabet[(*seed >> 16) % n_letters];
    }
    *seed = *seed * 1664525u + 1013904223u;
    text[len] = '\0';
}

#define CHECK_NODE(simulate, selector, expected)                                                   \
    do {                                                                                           \
        char node_text_[NODE_TEXT_BYTES];                                                          \
        dpex_registry *node_ = make_node((simulate), (selector));                                  \
        write_node(node_, node_text_);                                                             \
        test_check_texts(__FILE__, __LINE__, (selector) ? (selector) : (simulate), node_text_,     \
                         (expected));                                                              \
        dpex_registry_free(node_);                                                                 \
    } while (0)

#endif
