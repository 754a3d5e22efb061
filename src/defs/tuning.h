/* Numbers on which several files agree. What was measured for them is in docs/tuning.md. */
#ifndef DPEX_DEFS_TUNING_H
#define DPEX_DEFS_TUNING_H

enum {
    /* A block: the elements that one thread computes at once, in the first-level cache. Work is cut
     * at its multiples, reductions too: another number changes the bits of sums. */
    DPEX_BLOCK_ELEMS = 512,
    /* Elements up to which the calling thread does the work itself if the queue is idle. */
    DPEX_INLINE_ELEMS = 16384,
    /* The same on a device whose core is the calling thread's: another thread would only take turns
     * with it. Not more, as the caller may hold the lock of its interpreter meanwhile. */
    DPEX_ALONE_ELEMS = 1 << 20,
    /* Larger results are stored past the caches. */
    DPEX_STREAM_BYTES = 8 << 20
};

#endif
