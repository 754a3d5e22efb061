/* Tapes on devices that compile at run time: one generated kernel per tape and layout.
 *
 * source.c and forms.c write the text, kernel.c keeps the compiled kernels, map.c and reduce.c
 * lay arrays out and submit. The same helpers (loops/portable/) and the same bodies
 * (defs/elementwise.def) that the host's loops are made of go into the text. */
#ifndef DPEX_OPS_DEVICE_DEVICE_H
#define DPEX_OPS_DEVICE_DEVICE_H

#include "backend/routines.h"
#include "base/text.h"
#include "dpex/program.h"
#include "ops/iterate/layout.h"
#include "ops/tape/tape.h"

/* ANY: of kernels for any strides; there may be less, and then some extents are 1. OUTER: of those
 * that reduce. */
enum { DPEX_DEVICE_ANY_DIMS = 4, DPEX_DEVICE_ANY_OUTER = 2 };
enum { DPEX_DEVICE_MAX_OPERANDS = 24, DPEX_DEVICE_MAX_DIMS = 8, DPEX_DEVICE_LANES = 256 };

/* For the backends, that the text is generated; for the compilers, not to warn. */
#define DPEX_DEVICE_OPTIONS "-DDPEX_GENERATED -w"

/* How a kernel divides its work among work-items. */
typedef enum dpex_device_form {
    DPEX_FORM_MAP,  /* a work-item per element */
    DPEX_FORM_TILE, /* a work-group per square of elements: transposed inputs, on GPUs */
    DPEX_FORM_GROUP, /* a work-group per output element and chunk of what is reduced: GPUs, long rows */
    DPEX_FORM_ITEM, /* a work-item for that: CPUs; GPUs where many outputs lie side by side */
    /* Tapes of stages (rows.h): a work-group or a work-item per row, in whose order it reduces. */
    DPEX_FORM_ROW_GROUP,
    DPEX_FORM_ROW_ITEM
} dpex_device_form;

/* The plan of an operand in a kernel of tiles, besides those of dpex_access: read along the other
 * side of the square, through local memory. */
enum { DPEX_ACCESS_STAGED = DPEX_ACCESS_STRIDED + 1 };

/* Everything that a kernel's text depends on except the tape. */
typedef struct dpex_device_shape {
    dpex_device_form form;
    int is_wide; /* 64-bit indices */
    int nd, n_outer;
    int n_operands; /* inputs, then outputs */
    uint8_t
        access[DPEX_DEVICE_MAX_OPERANDS]; /* dpex_access; for a reduction along what is reduced */
    int tile;                             /* side of a tile */
    int lanes;                            /* elements of one access; 1 unless all operands lie so */
    int stores_partials;                  /* the output is states, one after the other */
    int loads_states;                     /* the input is such states */
    int team; /* neighbouring items of a group that share a row: a power of 2; 0: w.chunk says it */
    int together; /* packs that an item of a reduction reads at a time */
    int n_kept;   /* rows: blocks of elements that an item's registers hold; 0: none */
} dpex_device_shape;

static inline int dpex_device_is_of_rows(const dpex_device_shape *shape)
{
    return shape->form >= DPEX_FORM_ROW_GROUP;
}

/* Appends the kernel "dpex_kernel" and the functions of its own that it calls. */
void dpex_device_write_source(const dpex_tape *tape, const dpex_device_shape *shape,
                              dpex_text *text);

/* Its parts: those functions, and the kernel itself (forms.c). */
void dpex_device_write_functions(const dpex_tape *tape, dpex_text *text);
void dpex_device_write_operations(const dpex_tape *tape,
                                  dpex_text *text); /* without the state of a reduction */
void dpex_device_write_kernel(const dpex_tape *tape, const dpex_device_shape *shape,
                              dpex_text *text);
/* The state of a reduction (state.c): its type and functions; its size; whether it is a value of
 * the computing dtype. */
void dpex_device_write_state(const dpex_tape *tape, const char *suffix, dpex_text *text);
int dpex_device_state_bytes(const dpex_tape *tape);
int dpex_device_state_is_value(const dpex_tape *tape);
/* Whether it has k_lift_many, which makes the state of several values in less time than combining
 * them one by one. */
int dpex_device_state_lifts_many(const dpex_tape *tape);
/* The name of an operation's function for its dtypes. */
void dpex_device_function_name(const dpex_tape *tape, const dpex_reg *reg, char *name,
                               size_t bytes);

/* Makes a shape that of the kernel for any strides, which computes the same bits. Not of rows. */
void dpex_device_take_any_strides(dpex_device_shape *shape);
/* The compiled kernel, from memory, from disk, or compiled now; borrowed: it stays for the
 * process. is_any: NULL, or it may be the one for any strides, where that is compiled and its own
 * is not: then 1. */
dpex_status dpex_device_get_kernel(const dpex_queue *queue, const dpex_tape *tape,
                                   const dpex_device_shape *shape, int *is_any,
                                   dpex_kernel **kernel);

/* A kernel whose text, up to what dpex_device_complete adds, is written by write(arg, text)
 * and depends on a name and a dtype alone; borrowed likewise. */
typedef struct dpex_device_text {
    void (*write)(const void *arg, dpex_text *text);
    const void *arg;
} dpex_device_text;
dpex_status dpex_device_get_named_kernel(const dpex_queue *queue, const char *name,
                                         dpex_dtype dtype, const dpex_device_text *what,
                                         dpex_kernel **kernel);

/* The same beside another kernel that computes the same for more cases, and which it may be where that
 * one is compiled and its own is not. */
dpex_status dpex_device_get_either_kernel(const dpex_queue *queue, dpex_dtype dtype,
                                          const char *name, const dpex_device_text *what,
                                          const char *other, const dpex_device_text *what_other,
                                          dpex_kernel **kernel);

/* Kernels by the key of their tape and shape: NULL if there is none yet; borrowed. */
dpex_kernel *dpex_device_find_kernel(const void *id, size_t bytes, const dpex_queue *queue);
void dpex_device_keep_kernel(const void *id, size_t bytes, const dpex_queue *queue,
                             dpex_kernel *kernel);
/* Notes that a kernel was asked for; whether it had been before, or something else that is taken for
 * it. */
int dpex_device_is_asked_again(const void *id, size_t bytes);

/* Records a missing kernel for the open batch (batch.h), and fails. */
dpex_status dpex_device_batch_note(const void *id, size_t bytes, const dpex_tape *tape,
                                   const dpex_device_shape *shape);

/* The text of a program: what all kernels begin with, those of the common helpers that these ones
 * use, and the kernels. */
void dpex_device_complete(const dpex_device *device, const dpex_text *kernels, dpex_text *text);
/* The expression that converts `value` from one dtype to another, as the host converts. */
void dpex_device_write_cast(dpex_text *text, const char *value, int from, int to);
const char *dpex_device_c_type(dpex_dtype dtype);
const char *dpex_device_suffix(dpex_dtype dtype); /* of the helpers for a type: "f64" */

/* dst[i] = start + i step over a 1-d array, integers modulo 2^64 or complex numbers; the last one
 * is stop where asked. */
typedef struct dpex_device_ramp {
    int is_integer, has_stop, rounds_down;
    uint64_t int_start, int_step;
    dpex_c128 start, step, stop;
} dpex_device_ramp;
dpex_status dpex_device_fill_ramp(const char *name, const dpex_array *dst,
                                  const dpex_device_ramp *ramp);
dpex_status dpex_device_fill_triangle(const dpex_array *dst, const dpex_array *src, int64_t k,
                                      int keep_lower);

/* out[i] = how many elements of `sorted` are before values[i], or not after it (int64), or whether
 * one equals it, or none does (bool): all contiguous from their offsets on, `sorted` and the values
 * of one dtype. */
typedef enum dpex_device_search_kind {
    DPEX_DEVICE_SEARCH_LEFT,
    DPEX_DEVICE_SEARCH_RIGHT,
    DPEX_DEVICE_SEARCH_IS_IN,
    DPEX_DEVICE_SEARCH_IS_NOT_IN
} dpex_device_search_kind;
dpex_status dpex_device_search(const char *name, const dpex_array *sorted, const dpex_array *values,
                               dpex_device_search_kind kind, const dpex_array *out);
/* Its kernel. */
void dpex_device_write_search(dpex_dtype dtype, int is_wide, dpex_device_search_kind kind,
                              int per_item, dpex_text *text);
/* Whether two values of the dtype are equal: the function k_equal, in which zeros of both signs are
 * and NaNs are not. */
void dpex_device_write_equal(dpex_dtype dtype, dpex_text *text);

/* Runs a tape: what dpex_tape_launch does for devices that are not the host. */
dpex_status dpex_device_run(const dpex_tape *tape, const dpex_launch *launch);

/* The order in which a reduction of launch->model, of the launch's axes, combines elements: equal
 * orders give equal bits. */
typedef struct dpex_device_order {
    dpex_device_form form;
    int lanes;        /* of dpex_device_shape */
    int64_t n_chunks; /* for each output */
} dpex_device_order;
dpex_status dpex_device_order_of(const dpex_launch *launch, dpex_device_order *order);

/* Whether a reduction of computed values combines them as one of launch->model would: in the same
 * form and by the same steps, so that the bits are the same. */
int dpex_device_reduces_alike(const dpex_launch *launch);

/* Whether the tape, of stages or of several reductions, can be one kernel over the launch's
 * arrays. The reductions have the order of the launch's model. */
dpex_status dpex_device_check_rows(const dpex_tape *tape, const dpex_launch *launch);

/* The parts of a run that map.c, reduce.c and rows.c share. */
typedef struct dpex_device_plan {
    dpex_layout layout;
    dpex_storage *storages[DPEX_DEVICE_MAX_OPERANDS];
    int n_inputs;            /* of the operands, which come first */
    int64_t n_chunks, chunk; /* reductions */
    int64_t memory[(DPEX_DEVICE_MAX_OPERANDS + 1) * DPEX_MAX_NDIM + 8 * DPEX_DEVICE_MAX_OPERANDS];
} dpex_device_plan;

/* Whether kernels have the forms for GPUs: groups of a fixed size, 16-byte accesses, a group per
 * long row. DPEX_KERNEL_FORMS=gpu says so of drivers for CPUs too, which is how these forms are
 * tested where there is no GPU. */
int dpex_device_is_grouped(const dpex_device *device);
/* Whether DPEX_KERNEL_FORMS=strided says that element-wise operations take kernels for any strides,
 * which serve else until others are compiled. */
int dpex_device_has_any_strides_only(void);
/* Whether it also has groups of DPEX_DEVICE_LANES, which kernels with local memory need. */
int dpex_device_has_groups(const dpex_device *device);
/* And whether its groups may wait for groups that began before (has_group_progress of the
 * backend). */
int dpex_device_has_progress(const dpex_device *device);
/* Size of groups for items that work alone, each on a row or a line. */
int dpex_device_items_of_group(const dpex_device *device, int64_t n_items);

/* Lays out the launch's arrays; dimensions in `inner` come last. */
dpex_status dpex_device_plan_init(const dpex_launch *launch, uint64_t inner,
                                  dpex_device_plan *plan);
/* n_items work-items, and those that fill the last group. Groups have the same size for all arrays:
 * a driver that compiles a kernel for each size of groups (PoCL) does it once, and a number of
 * items without divisors does not make groups of one. */
dpex_range dpex_device_range(const dpex_device *device, int64_t n_items, int group);
/* A kernel and its arguments; the command is ordered after what else uses the storages. */
typedef struct dpex_device_call {
    const char *name; /* a string constant for messages and profiles */
    dpex_kernel *kernel;
    const dpex_arg *args;
    size_t n_args;
    dpex_storage *const *uses;
    size_t n_uses;
    unsigned flags; /* of the command, besides DPEX_COMMAND_ORDERED */
} dpex_device_call;
/* Submits it over n_items work-items, in groups as of dpex_device_range. */
dpex_status dpex_device_launch(dpex_queue *queue, const dpex_device_call *call, int64_t n_items,
                               int group);
/* A call of a named kernel (dpex_device_get_named_kernel) whose arguments are arrays, then one
 * struct. Kernels find the arrays from the beginning of their storages; the struct has what offsets
 * they need. */
enum { DPEX_DEVICE_JOB_MAX_ARRAYS = 8 };
typedef struct dpex_device_job {
    const char *name;   /* a string constant for messages and profiles */
    const char *kernel; /* its name: with `dtype` all that the text depends on */
    dpex_dtype dtype;
    dpex_device_text text;
    const dpex_array *const *arrays;
    int n_arrays;
    const void *words;
    size_t words_bytes;
} dpex_device_job;
dpex_status dpex_device_run_job(dpex_queue *queue, const dpex_device_job *job, int64_t n_items,
                                int group);
/* Bytes from an offset on. */
typedef struct dpex_device_address {
    dpex_storage *storage;
    int64_t offset;
} dpex_device_address;
/* A routine of a library of the device's vendor (backend/routines.h): whether there is one for the
 * case, and how many bytes of scratch memory it takes as its last address. */
int dpex_device_has_routine(dpex_queue *queue, dpex_routine routine, const void *words,
                            size_t *scratch_bytes);
typedef struct dpex_device_routine {
    const char *name; /* a string constant for messages and profiles */
    dpex_routine routine;
    const dpex_device_address *addresses;
    int n_addresses;
    const void *words;
    size_t words_bytes;
} dpex_device_routine;
dpex_status dpex_device_run_routine(dpex_queue *queue, const dpex_device_routine *call);
/* Where an array begins, in elements. */
int64_t dpex_device_offset(const dpex_array *array);
/* The same for the kernel of a tape. */
dpex_status dpex_device_submit(dpex_queue *queue, const char *name, const dpex_tape *tape,
                               const dpex_device_shape *shape, const dpex_device_plan *plan,
                               int64_t n_items, int group);
/* Fills what of the shape the plan decides: dimensions, width of indices. */
void dpex_device_describe(const dpex_device_plan *plan, dpex_device_form form,
                          dpex_device_shape *shape);
/* Makes the form that of tiles where an input lies across the outputs, and reorders the dimensions
 * for it; *n_groups: how many tiles. For devices with groups. */
int dpex_device_choose_tiles(dpex_device_plan *plan, dpex_device_shape *shape, int64_t *n_groups);
/* Sets shape->lanes to what one 16-byte access holds, where all operands allow it: for GPUs. */
void dpex_device_choose_lanes(const dpex_device_plan *plan, dpex_device_shape *shape);
/* How an operand is accessed along the last dimension alone; whether packs of it, `lanes` elements,
 * are aligned as their access needs in all of the first n_outer dimensions. */
dpex_access dpex_device_inner_access(const dpex_layout *layout, int operand);
int dpex_device_is_aligned(const dpex_device_plan *plan, int operand, int n_outer, int lanes);
/* The two kinds of run. Inputs that overlap an output have been copied by the caller. */
dpex_status dpex_device_map(const dpex_tape *tape, const dpex_launch *launch);
dpex_status dpex_device_reduce(const dpex_tape *tape, const dpex_launch *launch);

#endif
