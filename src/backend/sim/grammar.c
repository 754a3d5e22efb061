/* DPEX_SIMULATE: item(,item)*, item = [backend:]type:N[xT][-fp64][-fp16], in any case of letters.
 *
 * A cursor scans the text once; each take_ function moves it past what it understood, or leaves
 * it. */
#include <string.h>
#include <strings.h>

#include "backend/sim/sim.h"

static int take(const char **at, const char *word)
{
    size_t n = strlen(word);
    /* Case does not matter. */
    if (strncasecmp(*at, word, n)) return 0;
    *at += n;
    return 1;
}

/* A number from 1 to limit. */
static int take_number(const char **at, int limit, int *number)
{
    int value = 0, digits = 0;
    /* The loop ends before the value can overflow. */
    for (; **at >= '0' && **at <= '9' && value <= limit; digits++)
        value = 10 * value + (*(*at)++ - '0');
    *number = value;
    return digits > 0 && value >= 1 && value <= limit;
}

static int take_type(const char **at, dpex_device_type *type)
{
    if (take(at, "gpu:"))
        *type = DPEX_TYPE_GPU;
    else if (take(at, "accelerator:"))
        *type = DPEX_TYPE_ACCELERATOR;
    else if (take(at, "cpu:"))
        *type = DPEX_TYPE_CPU;
    else
        return 0;
    return 1;
}

static void take_backend(const char **at, dpex_backend_name *backend)
{
    *backend = DPEX_BACKEND_LEVEL_ZERO;
    if (take(at, "level_zero:")) return;
    if (take(at, "cuda:"))
        *backend = DPEX_BACKEND_CUDA;
    else if (take(at, "opencl:"))
        *backend = DPEX_BACKEND_OPENCL;
}

static int take_item(const char **at, dpex_sim_card *card, int *n_cards)
{
    card->n_tiles = 1;
    card->has_fp64 = card->has_fp16 = 1;
    take_backend(at, &card->backend);
    if (!take_type(at, &card->type) || !take_number(at, DPEX_SIM_MAX_CARDS, n_cards)) return 0;
    if (take(at, "x") && !take_number(at, DPEX_SIM_MAX_TILES, &card->n_tiles)) return 0;
    for (;;) {
        if (take(at, "-fp64"))
            card->has_fp64 = 0;
        else if (take(at, "-fp16"))
            card->has_fp16 = 0;
        else
            break;
    }
    /* One bit per tile; at most 16. */
    card->visible = (1u << card->n_tiles) - 1;
    /* Only Level Zero shows tiles, only of GPUs; CUDA has nothing but GPUs. */
    if (card->n_tiles > 1 &&
        (card->backend != DPEX_BACKEND_LEVEL_ZERO || card->type != DPEX_TYPE_GPU))
        return 0;
    return card->backend != DPEX_BACKEND_CUDA || card->type == DPEX_TYPE_GPU;
}

int dpex_sim_parse(const char *text, dpex_sim_node *node)
{
    const char *at = text;
    node->n_cards = 0;
    do {
        dpex_sim_card card;
        int n_cards;
        if (!take_item(&at, &card, &n_cards)) return 0;
        if ((size_t)n_cards > DPEX_SIM_MAX_CARDS - node->n_cards) return 0;
        /* One description for each card of an item. */
        while (n_cards--) node->cards[node->n_cards++] = card;
    } while (take(&at, ","));
    return !*at;
}

int dpex_sim_parse_hierarchy(const char *text, dpex_sim_hierarchy *hierarchy)
{
    if (!strcasecmp(text, "FLAT"))
        *hierarchy = DPEX_SIM_FLAT;
    else if (!strcasecmp(text, "COMPOSITE"))
        *hierarchy = DPEX_SIM_COMPOSITE;
    else if (!strcasecmp(text, "COMBINED"))
        *hierarchy = DPEX_SIM_COMBINED;
    else
        return 0;
    return 1;
}
