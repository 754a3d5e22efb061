/* The moment after which pending work is submitted. */
#ifndef DPEX_OPS_FUSION_TIMER_H
#define DPEX_OPS_FUSION_TIMER_H

/* Something is pending now. With the lock of graphs held. */
void dpex_graph_start_timer(void);

#endif
