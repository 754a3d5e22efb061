/* A queue on a team. See strand.c. */
#ifndef DPEX_HOST_STRAND_H
#define DPEX_HOST_STRAND_H

#include "host/node.h"

/* timeline->lock guards the lists and the error. */
struct dpex_strand {
    dpex_timeline *timeline; /* kept */
    dpex_team *team;         /* kept */
    dpex_device *device;     /* the queue's */
    unsigned properties;
    dpex_node *first,
        *last; /* pending commands, ascending numbers without gaps but for those that are over */
    dpex_node *last_ordered; /* the last pending ORDERED command; in-order queues: the last */
    dpex_node *last_barrier; /* the last pending barrier */
    dpex_node *free_nodes;
    size_t n_free_nodes;
    dpex_node *_Atomic orphans; /* in a forked child: commands of the parent, not dropped yet */
    dpex_strand *next, *prev;   /* all strands; guarded by the lock of strand_list.c */
};

void dpex_strand_list_add(dpex_strand *strand);
void dpex_strand_list_remove(dpex_strand *strand);

/* node_run.c. With the timeline's lock held: keeps a node for the next command. Returns what is
 * left to free. */
dpex_node *dpex_strand_recycle(dpex_strand *strand, dpex_node *node);
/* Starts a command that waits for nothing any more. */
void dpex_node_make_ready(dpex_node *node);
/* The same for a short one, to its end and in the calling thread. */
void dpex_node_execute_here(dpex_node *node);
/* Whether the calling thread is starting commands just now: it must not begin one of its own. */
int dpex_node_is_starting(void);

#endif
