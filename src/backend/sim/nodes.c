/* From DPEX_SIMULATE to platforms and devices.
 *
 * FLAT lists the tiles of all cards as root devices. COMPOSITE lists the cards, which split into
 * their tiles. COMBINED lists the tiles and keeps for each card a composite device that refers to
 * them, unless a mask hides one of them. A platform holds the devices of one backend name and one
 * type. */
#include <stdio.h>
#include <stdlib.h>

#include "backend/sim/fault.h"
#include "backend/sim/sim.h"
#include "base/env.h"
#include "base/error.h"
#include "dpex/version.h"
#include "host/sysmem.h"

enum { MAX_PLATFORMS = 8 }; /* 3 backends, 3 types, no CUDA but GPUs: 7 */

typedef struct builder {
    const dpex_backend *backend;
    dpex_sim_hierarchy hierarchy;
    uint64_t tile_bytes;
    /* Numbers of cards and tiles are unique in the node; peers are bits by number. */
    int next_number;
    dpex_team *team;
    dpex_platform *platforms[MAX_PLATFORMS];
    dpex_device_type types[MAX_PLATFORMS];
    size_t n_platforms;
} builder;

static int has_backend(const dpex_sim_node *node, dpex_backend_name backend)
{
    for (size_t i = 0; i < node->n_cards; i++)
        if (node->cards[i].backend == backend) return 1;
    return 0;
}

/* The variables of a backend are read only where it has simulated devices: to others they say
 * other things. */
static void read_masks(dpex_sim_node *node, dpex_sim_hierarchy hierarchy)
{
    const char *text = dpex_env_text("ZE_AFFINITY_MASK");
    /* An unknown mask hides nothing. */
    if (text && has_backend(node, DPEX_BACKEND_LEVEL_ZERO) &&
        !dpex_sim_mask_level_zero(node, hierarchy, text))
        dpex_env_warn(
            "ZE_AFFINITY_MASK", text,
            "device numbers with commas between; with ZE_FLAT_DEVICE_HIERARCHY=COMPOSITE also "
            "device.tile");
    /* Set but empty hides all, so that dpex_env_text, for which that is unset, will not do. */
    text = getenv("CUDA_VISIBLE_DEVICES");
    if (text && has_backend(node, DPEX_BACKEND_CUDA) && !dpex_sim_mask_cuda(node, text))
        dpex_env_warn("CUDA_VISIBLE_DEVICES", text, "device numbers with commas between; -1: none");
}

/* What the variables leave of a node, and how its tiles are listed; 0 cards where nothing is
 * simulated. */
static void read_variables(dpex_sim_node *node, dpex_sim_hierarchy *hierarchy)
{
    const char *text = dpex_env_text("DPEX_SIMULATE");
    node->n_cards = 0;
    *hierarchy = DPEX_SIM_FLAT;
    if (!text) return;
    if (!dpex_sim_parse(text, node)) {
        dpex_env_warn("DPEX_SIMULATE", text, DPEX_SIM_GRAMMAR);
        node->n_cards = 0;
        return;
    }
    if ((text = dpex_env_text("ZE_FLAT_DEVICE_HIERARCHY")) &&
        !dpex_sim_parse_hierarchy(text, hierarchy))
        dpex_env_warn("ZE_FLAT_DEVICE_HIERARCHY", text, "FLAT, COMPOSITE or COMBINED");
    read_masks(node, *hierarchy);
}

/* Every tile, and the host itself, gets the same share of what the process may use. */
static uint64_t share_of_memory(const dpex_sim_node *node)
{
    uint64_t total, available, n_shares = 1;
    dpex_host_get_memory(&total, &available);
    for (size_t i = 0; i < node->n_cards; i++) n_shares += (uint64_t)node->cards[i].n_tiles;
    /* The host counts as one more. */
    uint64_t share = total / n_shares;
    /* Whole MiB where there are any, as devices have. */
    return share >> 20 ? share >> 20 << 20 : share;
}

static const char *backend_text(dpex_backend_name backend)
{
    return backend == DPEX_BACKEND_CUDA     ? "CUDA"
           : backend == DPEX_BACKEND_OPENCL ? "OpenCL"
                                            : "Level-Zero";
}

static const char *type_text(dpex_device_type type)
{
    return type == DPEX_TYPE_GPU ? "GPU" : type == DPEX_TYPE_CPU ? "CPU" : "accelerator";
}

/* The platform of a card, made when its first card comes. */
static dpex_status platform_for(builder *b, const dpex_sim_card *card, dpex_platform **platform)
{
    for (size_t i = 0; i < b->n_platforms; i++) {
        *platform = b->platforms[i];
        if ((*platform)->info.backend == card->backend && b->types[i] == card->type)
            return DPEX_SUCCESS;
    }
    dpex_platform_info info = {.vendor = "opendpex (simulated)",
                               .version = "opendpex " DPEX_VERSION_TEXT,
                               .backend = card->backend};
    snprintf(info.name, sizeof info.name, "opendpex simulated %s %s", backend_text(card->backend),
             type_text(card->type));
    DPEX_TRY(dpex_platform_new(b->backend, &info, platform));
    b->types[b->n_platforms] = card->type;
    b->platforms[b->n_platforms++] = *platform;
    return DPEX_SUCCESS;
}

/* A device of some tiles of a card, appended to a list of its platform. */
static dpex_status add_device(builder *b, dpex_platform *platform, const dpex_sim_card *card,
                              unsigned tiles, dpex_device ***devices, size_t *n)
{
    int units[DPEX_SIM_MAX_TILES], n_units = 0;
    dpex_device *device;
    for (int tile = 0; tile < card->n_tiles; tile++)
        if (tiles >> tile & 1) units[n_units++] = tile;
    /* A single tile has its own number, a card the one before its tiles. */
    int number = b->next_number + (n_units == 1 ? 1 + units[0] : 0);
    DPEX_TRY(dpex_device_new(b->backend, platform, &device));
    dpex_sim_describe(&device->info, card, n_units, b->tile_bytes);
    dpex_status status = dpex_device_set_units(device, units, (size_t)n_units);
    if (!status) status = dpex_sim_attach(device, card, number, b->team);
    if (!status) status = dpex_device_list_append(devices, n, device);
    if (status) dpex_device_free(device);
    return status;
}

/* Ties the last n_tiles listed devices together under the last composite. */
static dpex_status tie(dpex_platform *platform, size_t n_tiles)
{
    dpex_device *card = platform->composites[platform->n_composites - 1];
    card->info.aspects |= 1ull << DPEX_ASPECT_is_composite;
    card->info.partition_max_sub_devices = 0;
    card->info.partition_properties = card->info.partition_affinity_domains = 0;
    /* The tiles were listed just before. */
    for (size_t i = platform->n_devices - n_tiles; i < platform->n_devices; i++) {
        dpex_device *tile = platform->devices[i];
        DPEX_TRY(dpex_device_list_append(&card->components, &card->n_components, tile));
        tile->composite = card;
        tile->info.aspects |= 1ull << DPEX_ASPECT_is_component;
    }
    return DPEX_SUCCESS;
}

static dpex_status add_tiles(builder *b, dpex_platform *platform, const dpex_sim_card *card)
{
    const unsigned all = (1u << card->n_tiles) - 1;
    for (int tile = 0; tile < card->n_tiles; tile++)
        if (card->visible >> tile & 1)
            DPEX_TRY(add_device(b, platform, card, 1u << tile, &platform->devices,
                                &platform->n_devices));
    /* A card with a hidden tile is not a composite. */
    if (b->hierarchy != DPEX_SIM_COMBINED || card->n_tiles == 1 || card->visible != all)
        return DPEX_SUCCESS;
    DPEX_TRY(add_device(b, platform, card, all, &platform->composites, &platform->n_composites));
    return tie(platform, (size_t)card->n_tiles);
}

static dpex_status build(builder *b, const dpex_sim_node *node)
{
    const int *cpus;
    size_t n_cpus;
    DPEX_TRY(dpex_host_get_cpus(&cpus, &n_cpus));
    DPEX_TRY(dpex_team_create(cpus, n_cpus, &b->team));
    for (size_t i = 0; i < node->n_cards; i++) {
        const dpex_sim_card *card = &node->cards[i];
        dpex_platform *platform;
        DPEX_TRY(platform_for(b, card, &platform));
        /* The card itself, with its visible tiles as units. */
        if (b->hierarchy == DPEX_SIM_COMPOSITE)
            DPEX_TRY(add_device(b, platform, card, card->visible, &platform->devices,
                                &platform->n_devices));
        else
            DPEX_TRY(add_tiles(b, platform, card));
        b->next_number += 1 + card->n_tiles;
    }
    return DPEX_SUCCESS;
}

dpex_status dpex_sim_discover(const dpex_backend *self,
                              dpex_status (*add)(void *list, dpex_platform *platform), void *list)
{
    dpex_sim_node node;
    builder b = {.backend = self};
    read_variables(&node, &b.hierarchy);
    if (!node.n_cards) return DPEX_SUCCESS;
    b.tile_bytes = share_of_memory(&node);
    dpex_status status = build(&b, &node);
    /* On failure all are freed; else the registry takes them, even where it fails. */
    for (size_t i = 0; i < b.n_platforms; i++) {
        if (status)
            dpex_platform_free(b.platforms[i]);
        else
            status = add(list, b.platforms[i]);
    }
    dpex_team_release(b.team);
    /* After discovery, so that the count begins with the program's own calls. */
    dpex_sim_fail_at(dpex_env_number("DPEX_SIMULATE_FAIL", 0, 0));
    return status;
}
