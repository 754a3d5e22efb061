/* The treap of pointer_map.h: a search tree by address that is at the same time a heap by priority.
 *
 * The priority is a hash of the address, so the tree's shape depends on its contents alone and
 * its expected depth is logarithmic, whatever order the system hands out addresses in. Seidel
 * and Aragon, "Randomized search trees", 1996. */
#include "runtime/pointer_map.h"

/* splitmix64's finaliser (Steele, Lea, Flood 2014).
 * A good mixer: equal distances between addresses must not give a degenerate tree. */
static uint64_t priority(const dpex_map_node *node)
{
    uint64_t x = (uint64_t)node->start;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/* Cuts the tree into what lies below the address and what lies above.
 * Follows a single path and relinks along it: O(depth), no recursion. */
static void split(dpex_map_node *tree, uintptr_t address, dpex_map_node **below,
                  dpex_map_node **above)
{
    while (tree) {
        if (tree->start < address) {
            *below = tree;
            below = &tree->right;
            tree = tree->right;
        } else {
            *above = tree;
            above = &tree->left;
            tree = tree->left;
        }
    }
    *below = *above = NULL;
}

void dpex_pointer_map_insert(dpex_pointer_map *map, dpex_map_node *node)
{
    dpex_map_node **link = &map->root;
    uint64_t own = priority(node);
    /* Ties keep the older node above. */
    while (*link && priority(*link) >= own)
        link = node->start < (*link)->start ? &(*link)->left : &(*link)->right;
    split(*link, node->start, &node->left, &node->right);
    *link = node;
}

void dpex_pointer_map_remove(dpex_pointer_map *map, dpex_map_node *node)
{
    dpex_map_node **link = &map->root;
    /* The node is in the map, so the search ends. */
    while (*link != node) link = node->start < (*link)->start ? &(*link)->left : &(*link)->right;
    /* Merge the two subtrees where it was: the higher priority goes up. */
    dpex_map_node *left = node->left, *right = node->right;
    while (left && right) {
        if (priority(left) >= priority(right)) {
            *link = left;
            link = &left->right;
            left = left->right;
        } else {
            *link = right;
            link = &right->left;
            right = right->left;
        }
    }
    *link = left ? left : right;
}

dpex_map_node *dpex_pointer_map_find(const dpex_pointer_map *map, uintptr_t address)
{
    dpex_map_node *node = map->root;
    while (node) {
        if (address < node->start)
            node = node->left;
        else if (address - node->start < node->bytes)
            return node;
        else
            node = node->right;
    }
    return NULL;
}
