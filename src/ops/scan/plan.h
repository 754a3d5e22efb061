/* A scan over arrays, laid out and cut by shape alone (scan_run.c), and the tiles that a thread works on (scan_tile.c). */
#ifndef DPEX_OPS_SCAN_PLAN_H
#define DPEX_OPS_SCAN_PLAN_H

#include "ops/iterate/lines.h"
#include "scan.h"

typedef struct dpex_scan_plan {
    _Atomic int refs;
    dpex_scan_call call;
    dpex_lines lines;         /* operands: out, x */
    dpex_cast_fn load, store; /* NULL: the operand has the computing dtype */
    int stream;               /* write past the caches */
    int is_in_place;          /* perhaps: results are held back until a tile's elements are read */
    int is_along;             /* chains are segments of one line; else neighbouring lines */
    int is_columns;           /* whole rows of neighbouring lines at a time: scan_columns.c */
    int64_t max_chains;
    int64_t length, n_segments; /* of a line */
    int64_t lines_per_group, groups_per_row, n_groups;
    int64_t part_segments, n_parts; /* of a line; one part: totals and results in one go */
    char *starts; /* with parts: of each segment of each line the total, later the start */
} dpex_scan_plan;

/* One thread's tiles. */
typedef struct dpex_scan_tiles {
    const dpex_scan_plan *plan;
    dpex_cursor cursor; /* the group's first line */
    char *memory, *raw, *values, *results, *packed;
} dpex_scan_tiles;

/* Chains from a segment on; n elements each. */
typedef struct dpex_scan_tile {
    int64_t segment;
    size_t n_chains, n;
} dpex_scan_tile;

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
