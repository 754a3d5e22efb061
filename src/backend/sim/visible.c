/* ZE_AFFINITY_MASK and CUDA_VISIBLE_DEVICES, for the simulated devices of these backends.
 *
 * A mask of Level Zero names tiles, by one number counted over all cards where tiles are the
 * devices (FLAT, COMBINED), as card or card.tile where cards are (COMPOSITE). The list of CUDA also
 * orders; as in CUDA, it ends at the first number that is not a device's or that occurs twice. */
#include <string.h>

#include "backend/sim/sim.h"

/* Digits; -1 where there are none. Large numbers stay large. */
static int take_number(const char **at)
{
    int value = 0;
    const char *start = *at;
    for (; **at >= '0' && **at <= '9'; ++*at) /* Ten times the limit cannot overflow. */
        if (value < 100000) value = 10 * value + (**at - '0');
    return *at == start ? -1 : value;
}

static dpex_sim_card *find_card(dpex_sim_node *node, dpex_backend_name backend, int number)
{
    for (size_t i = 0; i < node->n_cards; i++) /* Numbers count the cards of one backend only. */
        if (node->cards[i].backend == backend && number-- == 0) return &node->cards[i];
    return NULL;
}

static void show_flat(dpex_sim_node *node, dpex_sim_node *shown, int number)
{
    for (size_t i = 0; i < node->n_cards; i++) {
        const dpex_sim_card *card = &node->cards[i];
        /* One number counts over the tiles of all cards. */
        if (card->backend != DPEX_BACKEND_LEVEL_ZERO) continue;
        if (number < card->n_tiles) {
            shown->cards[i].visible |= 1u << number;
            return;
        }
        number -= card->n_tiles;
    }
}

static void show_card(dpex_sim_node *node, dpex_sim_node *shown, int number, int tile)
{
    const dpex_sim_card *card = find_card(node, DPEX_BACKEND_LEVEL_ZERO, number);
    /* Numbers of no card show nothing, as in Level Zero. */
    if (!card || tile >= card->n_tiles) return;
    shown->cards[card - node->cards].visible |= tile < 0 ? (1u << card->n_tiles) - 1 : 1u << tile;
}

static void drop_hidden(dpex_sim_node *node)
{
    size_t n = 0;
    for (size_t i = 0; i < node->n_cards; i++)
        if (node->cards[i].visible) node->cards[n++] = node->cards[i];
    node->n_cards = n;
}

int dpex_sim_mask_level_zero(dpex_sim_node *node, dpex_sim_hierarchy hierarchy, const char *text)
{
    dpex_sim_node shown = *node;
    /* Built aside, so that a wrong text changes nothing. */
    for (size_t i = 0; i < shown.n_cards; i++)
        if (shown.cards[i].backend == DPEX_BACKEND_LEVEL_ZERO) shown.cards[i].visible = 0;
    for (;; text++) {
        int tile = -1, number = take_number(&text);
        /* An empty element is an error. */
        if (number < 0) return 0;
        if (*text == '.') {
            text++;
            if (hierarchy != DPEX_SIM_COMPOSITE || (tile = take_number(&text)) < 0) return 0;
        }
        if (hierarchy == DPEX_SIM_COMPOSITE)
            show_card(node, &shown, number, tile);
        else
            show_flat(node, &shown, number);
        if (*text != ',') break;
    }
    if (*text) return 0;
    drop_hidden(&shown);
    *node = shown;
    return 1;
}

int dpex_sim_mask_cuda(dpex_sim_node *node, const char *text)
{
    const dpex_sim_card *chosen[DPEX_SIM_MAX_CARDS];
    size_t n_chosen = 0;
    /* Empty: no device at all. */
    int ended = !*text || !strcmp(text, "NoDevFiles");
    if (ended) text = "";
    while (*text) {
        /* A negative number ends the list. */
        int hides = *text == '-';
        text += hides;
        int number = take_number(&text);
        if (number < 0 || (*text && *text != ',')) return 0;
        const dpex_sim_card *card = hides ? NULL : find_card(node, DPEX_BACKEND_CUDA, number);
        /* A number that stands twice ends it too. */
        for (size_t i = 0; i < n_chosen; i++)
            if (chosen[i] == card) card = NULL;
        if (!card) ended = 1;
        if (!ended) chosen[n_chosen++] = card;
        /* A trailing comma is an error. */
        if (*text == ',' && !*++text) return 0;
    }
    /* The selected cards are moved to the start of the array. */
    dpex_sim_node shown = {.n_cards = 0};
    for (size_t i = 0, next = 0; i < node->n_cards; i++) {
        const dpex_sim_card *card = &node->cards[i];
        if (card->backend == DPEX_BACKEND_CUDA) card = next < n_chosen ? chosen[next++] : NULL;
        if (card) shown.cards[shown.n_cards++] = *card;
    }
    *node = shown;
    return 1;
}
