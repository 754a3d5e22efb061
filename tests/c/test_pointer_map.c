/* The map from addresses to intervals, against a plain list. */
#include "runtime/pointer_map.h"
#include "test.h"

enum { N = 500 };

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return *state >> 33;
}

/* Intervals [1000 i, 1000 i + 1 .. 900), in random order. */
static void make_nodes(dpex_map_node *nodes, int *order, uint64_t seed)
{
    for (int i = 0; i < N; i++) {
        nodes[i].start = 1000 * (uintptr_t)(i + 1);
        nodes[i].bytes = 1 + next_random(&seed) % 900;
        order[i] = i;
    }
    for (int i = N - 1; i > 0; i--) {
        int other = (int)(next_random(&seed) % (uint64_t)(i + 1)), tmp = order[i];
        order[i] = order[other];
        order[other] = tmp;
    }
}

static void check_node(const dpex_pointer_map *map, dpex_map_node *node, int is_in)
{
    dpex_map_node *expected = is_in ? node : NULL;
    CHECK(dpex_pointer_map_find(map, node->start) == expected);
    CHECK(dpex_pointer_map_find(map, node->start + node->bytes - 1) == expected);
    CHECK(dpex_pointer_map_find(map, node->start + node->bytes) == NULL);
    CHECK(dpex_pointer_map_find(map, node->start - 1) == NULL);
}

TEST(an_empty_map_finds_nothing)
{
    dpex_pointer_map map = {NULL};
    CHECK(!dpex_pointer_map_find(&map, 0));
    CHECK(!dpex_pointer_map_find(&map, UINTPTR_MAX));
}

TEST(every_address_of_an_interval_finds_it_and_no_other_does)
{
    dpex_map_node nodes[N];
    int order[N];
    dpex_pointer_map map = {NULL};
    make_nodes(nodes, order, 1);
    for (int i = 0; i < N; i++) dpex_pointer_map_insert(&map, &nodes[order[i]]);
    for (int i = 0; i < N; i++) check_node(&map, &nodes[i], 1);
}

TEST(removed_intervals_are_gone_and_the_others_stay)
{
    dpex_map_node nodes[N];
    int order[N];
    dpex_pointer_map map = {NULL};
    make_nodes(nodes, order, 2);
    for (int i = 0; i < N; i++) dpex_pointer_map_insert(&map, &nodes[order[i]]);
    for (int i = 0; i < N; i += 2) dpex_pointer_map_remove(&map, &nodes[order[i]]);
    for (int i = 0; i < N; i++) check_node(&map, &nodes[order[i]], i % 2);
    for (int i = 1; i < N; i += 2) dpex_pointer_map_remove(&map, &nodes[order[i]]);
    CHECK(!map.root);
}

static int depth_of(const dpex_pointer_map *map, const dpex_map_node *node)
{
    int depth = 0;
    for (const dpex_map_node *at = map->root; at != node; depth++)
        at = node->start < at->start ? at->left : at->right;
    return depth;
}

TEST(ascending_addresses_do_not_make_a_list_of_the_tree)
{
    dpex_map_node nodes[N];
    int order[N], deepest = 0;
    dpex_pointer_map map = {NULL};
    make_nodes(nodes, order, 3);
    for (int i = 0; i < N; i++) dpex_pointer_map_insert(&map, &nodes[i]);
    for (int i = 0; i < N; i++) {
        int depth = depth_of(&map, &nodes[i]);
        if (depth > deepest) deepest = depth;
    }
    CHECK(deepest < 40); /* 9 at best; the shape depends on the fixed addresses alone */
}
