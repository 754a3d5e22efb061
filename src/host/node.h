/* A command on its way: what host/ keeps of it from submission to its end. */
#ifndef DPEX_HOST_NODE_H
#define DPEX_HOST_NODE_H

#include "host/thread_pool.h"

typedef struct dpex_node dpex_node;

/* One thing that a command waits for. */
typedef struct dpex_edge {
    dpex_watcher watcher; /* first: notify gets its address */
    dpex_node *node;
} dpex_edge;

enum { DPEX_NODE_N_EDGES = 6, DPEX_NODE_PAYLOAD_BYTES = 192, DPEX_NODE_N_ARGS = 8 };

struct dpex_node {
    dpex_region region; /* first: on_start and on_done get its address */
    struct dpex_strand *strand;
    dpex_node *next, *prev; /* pending ones by number, or free ones; guarded by timeline->lock */
    /* Grows with each command of its queue, from 1. */
    uint64_t number;
    dpex_watcher
        *followers; /* commands of the same queue that come after; guarded by timeline->lock */
    _Atomic int
        n_blockers;    /* what it still waits for; the thread that brings it to 0 makes it ready */
    _Atomic int cause; /* a dependency's dpex_status; then the command is cancelled */
    char *cause_text;  /* malloc'd or NULL */
    _Atomic int is_ending; /* its end has begun: a forked child finds it half destroyed */
    dpex_node *next_ready;
    dpex_event *event;            /* kept; NULL: not wanted */
    uint64_t submit_ns, start_ns; /* 0: nobody wants the times */
    dpex_command command;         /* uses is NULL, spans are resolved to addresses */
    dpex_edge edges[DPEX_NODE_N_EDGES];
    dpex_edge *more_edges;
    size_t n_edges;
    /* A parallel command's payload or a kernel's arguments, if they fit; else in `copied`. */
    union {
        max_align_t align;
        unsigned char payload[DPEX_NODE_PAYLOAD_BYTES];
        dpex_arg args[DPEX_NODE_N_ARGS];
    } inline_copy;
    void *copied;
};

/* Copies what the command points to, as far as its kind says so. On failure nothing is held. */
dpex_status dpex_node_copy_command(dpex_node *node, const dpex_command *command);
/* Calls drop and releases everything that the copy holds. Once. */
void dpex_node_drop_command(dpex_node *node);
/* Fills node->region with the command's work. 0: there is none (a barrier, a hint). */
int dpex_node_prepare_work(dpex_node *node);
/* What a parallel command does after its last chunk. */
dpex_status dpex_node_finish_work(dpex_node *node);

#endif
