/* A scan over arrays, laid out and cut by shape alone (run.c), and the tiles that a thread works on
 * (tile.c). */
#ifndef DPEX_OPS_SCAN_PLAN_H
#define DPEX_OPS_SCAN_PLAN_H

#include "ops/iterate/lines.h"
#include "scan.h"

typedef struct dpex_scan_plan {
    /* Commands that have not run yet; the last one frees the plan. */
    _Atomic int refs;
    dpex_scan_call call;
    dpex_lines lines;         /* operands: out, x */
    dpex_cast_fn load, store; /* NULL: the operand has the computing dtype */
    int stream;               /* write past the caches */
    int is_in_place;          /* perhaps: results are held back until a tile's elements are read */
    int is_along;             /* chains are segments of one line; else neighbouring lines */
    int is_columns;           /* whole rows of neighbouring lines at a time: scan_columns.c */
    int64_t max_chains;       /* of a tile */
    /* length: elements. n_segments: of at most DPEX_SCAN_SEGMENT elements. */
    int64_t length, n_segments; /* of a line */
    /* A group is the lines that one thread scans together; a row, the neighbouring lines of the
     * innermost axis of the layout. */
    int64_t lines_per_group, groups_per_row, n_groups;
    int64_t part_segments, n_parts; /* of a line; one part: totals and results in one go */
    char *starts; /* with parts: of each segment of each line the total, later the start */
} dpex_scan_plan;

/* One thread's tiles. */
typedef struct dpex_scan_tiles {
    const dpex_scan_plan *plan;
    dpex_cursor cursor; /* the group's first line */
    /* raw: gathered elements in the input's dtype. values: the same in the computing dtype.
     * results: chains' results. packed: these in the output's dtype. All in `memory`, owned. */
    char *memory, *raw, *values, *results, *packed;
} dpex_scan_tiles;

/* Chains from a segment on; n elements each. */
typedef struct dpex_scan_tile {
    int64_t segment;
    size_t n_chains, n;
    /* segment: number of the first one in its line. n_chains: 1 to max_chains. n: elements of each
 * chain. */
} dpex_scan_tile;

/* After a failure there is nothing to release. */
dpex_status dpex_scan_tiles_init(dpex_scan_tiles *tiles, const dpex_scan_plan *plan);
void dpex_scan_tiles_fini(dpex_scan_tiles *tiles);

/* The chains' inputs in the computing dtype; where their results go; the results to the output. */
void dpex_scan_tile_read(dpex_scan_tiles *tiles, const dpex_scan_tile *tile, dpex_chains *chains);
void dpex_scan_tile_open(dpex_scan_tiles *tiles, const dpex_scan_tile *tile, dpex_chains *chains);
void dpex_scan_tile_write(dpex_scan_tiles *tiles, const dpex_scan_tile *tile,
                          const dpex_chains *chains);

/* All of n_lines lines, from the cursor on, which are neighbours in memory. */
enum { DPEX_SCAN_MAX_COLUMNS = 256 };
void dpex_scan_columns_run(const dpex_scan_plan *plan, const dpex_cursor *cursor, size_t n_lines);

#endif
