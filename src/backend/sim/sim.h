/* What the files of the simulator share.
 *
 * A *node* is what DPEX_SIMULATE asks for: cards of one or more tiles. How cards and tiles become
 * devices is decided by ZE_FLAT_DEVICE_HIERARCHY (nodes.c), their properties in
 * describe.c, their handles in device.c, and what they do in sim.c: all that the host does. */
#ifndef DPEX_BACKEND_SIM_SIM_H
#define DPEX_BACKEND_SIM_SIM_H

#include "backend/backend.h"
#include "host/host.h"

enum {
    DPEX_SIM_MAX_CARDS = 64,
    DPEX_SIM_MAX_TILES = 16,
    /* Every card and every tile has a number of its own. */
    DPEX_SIM_MAX_NUMBERS = DPEX_SIM_MAX_CARDS * (DPEX_SIM_MAX_TILES + 1)
};

/* A card as the text asks for it and the masks leave it. */
typedef struct dpex_sim_card {
    dpex_backend_name backend;
    dpex_device_type type;
    int has_fp64, has_fp16;
    /* From 1. */
    int n_tiles;
    unsigned visible; /* bits of the tiles that ZE_AFFINITY_MASK leaves */
} dpex_sim_card;

typedef struct dpex_sim_node {
    dpex_sim_card cards[DPEX_SIM_MAX_CARDS];
    size_t n_cards;
} dpex_sim_node;

typedef enum dpex_sim_hierarchy {
    DPEX_SIM_FLAT,
    DPEX_SIM_COMPOSITE,
    DPEX_SIM_COMBINED
} dpex_sim_hierarchy;

/* device->handle of a simulated device: a card, or a tile of one. */
typedef struct dpex_sim_device {
    dpex_host_device host; /* first, as host/ expects */
    dpex_sim_card card;
    /* Unique in the node. */
    int number;                 /* of the card; its tiles follow */
    _Atomic uint64_t allocated; /* bytes of device and shared memory */
    /* Bits by number: whose memory this device may access. */
    _Atomic uint64_t peers[DPEX_SIM_MAX_NUMBERS / 64];
} dpex_sim_device;

/* ---- the texts of variables: 0 where not understood (grammar.c, visible.c) ------------------- */

#define DPEX_SIM_GRAMMAR                                                                           \
    "item(,item)*, item = [backend:]type:N[xT][-fp64][-fp16], backend level_zero, cuda or "        \
    "opencl, "                                                                                     \
    "type gpu, accelerator or cpu, at most 64 cards of at most 16 tiles"
int dpex_sim_parse(const char *text, dpex_sim_node *node);
int dpex_sim_parse_hierarchy(const char *text, dpex_sim_hierarchy *hierarchy);
/* Leaves the Level Zero tiles that a ZE_AFFINITY_MASK names, the CUDA cards that
 * CUDA_VISIBLE_DEVICES names.
 * On failure (0) the node is unchanged. */
int dpex_sim_mask_level_zero(dpex_sim_node *node, dpex_sim_hierarchy hierarchy, const char *text);
int dpex_sim_mask_cuda(dpex_sim_node *node, const char *text);

/* ---- devices --------------------------------------------------------------------------------- */

/* dpex_backend's discover (nodes.c). */
dpex_status dpex_sim_discover(const dpex_backend *self,
                              dpex_status (*add)(void *list, dpex_platform *platform), void *list);
/* Fills info for a device of n_tiles tiles with tile_bytes of memory each. */
void dpex_sim_describe(dpex_device_info *info, const dpex_sim_card *card, int n_tiles,
                       uint64_t tile_bytes);
/* Makes device->handle; team is retained. */
dpex_status dpex_sim_attach(dpex_device *device, const dpex_sim_card *card, int number,
                            dpex_team *team);
void dpex_sim_release(dpex_device *device); /* dpex_backend's device_release */
/* dpex_backend's partition: a card into its tiles. */
dpex_status dpex_sim_partition(dpex_device *device, const dpex_partition *partition,
                               dpex_device ***devices, size_t *n);
/* Whether dpex_device_set_peer_access let device see the memory of peer. */
int dpex_sim_sees_peer(const dpex_device *device, const dpex_device *peer);

#endif
