/* An ordered map from address to the interval that holds it: a treap whose nodes live inside
 * what they describe, so that inserting cannot fail. Not synchronised: its user holds a lock. */
#ifndef DPEX_RUNTIME_POINTER_MAP_H
#define DPEX_RUNTIME_POINTER_MAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct dpex_map_node {
    uintptr_t start; /* the interval is [start, start + bytes) */
    size_t bytes;
    struct dpex_map_node *left, *right;
} dpex_map_node;

typedef struct dpex_pointer_map {
    dpex_map_node *root;
} dpex_pointer_map;

/* start and bytes are set; the interval is disjoint from all others in the map. */
void dpex_pointer_map_insert(dpex_pointer_map *map, dpex_map_node *node);
void dpex_pointer_map_remove(dpex_pointer_map *map, dpex_map_node *node);
/* The interval that holds the address, or NULL. */
dpex_map_node *dpex_pointer_map_find(const dpex_pointer_map *map, uintptr_t address);

#endif
