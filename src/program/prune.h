/* Keeping the folder of compiled programs small. */
#ifndef DPEX_PROGRAM_PRUNE_H
#define DPEX_PROGRAM_PRUNE_H

/* To be called when an entry has been added to the folder. At most once a day, over all processes:
 * removes what work that was killed left behind more than a day ago, and then, while the entries
 * together exceed DPEX_CACHE_LIMIT, the one that was not used for longest. Best effort. */
void dpex_cache_prune(const char *folder);

#endif
