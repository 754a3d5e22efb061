/* The interface between a compiled program and the host that runs it.
 *
 * This text is read twice: by our C compiler, and as the head of every generated program
 * (prelude.c embeds it), where it may be OpenCL C. So it includes nothing, and DPEX_CL_CONSTANT
 * and DPEX_CL_PRIVATE stand for the address spaces that only OpenCL C has. A change of a struct
 * needs a new DPEX_CL_ABI: programs in the cache on disk carry the number.
 *
 * Dimensions are in OpenCL's order: 0 varies fastest. */
#ifndef DPEX_PROGRAM_KERNEL_ABI_H
#define DPEX_PROGRAM_KERNEL_ABI_H

#define DPEX_CL_ABI 2

#ifndef DPEX_CL_CONSTANT
#define DPEX_CL_CONSTANT
#define DPEX_CL_PRIVATE
#endif

/* Local memory that the variables of one kernel may take; local arguments come on top. */
#define DPEX_CL_LOCAL_BYTES 262144
/* What functions that a group calls together (work_group_reduce_add, ...) need for each of its
 * items. */
#define DPEX_CL_SCRATCH_BYTES 8

/* A block of work-items: one work-group, or any box of items of a kernel that does not depend on
 * its groups. */
typedef struct dpex_cl_span {
    __SIZE_TYPE__ first[3]; /* global ids of the first item, offset not counted */
    __SIZE_TYPE__ count[3];
    __SIZE_TYPE__ group_id[3];
    __SIZE_TYPE__ num_groups[3];
    __SIZE_TYPE__ global_size[3];
    __SIZE_TYPE__ local_size[3];
    unsigned work_dim;
    /* DPEX_CL_LOCAL_BYTES for the kernel's local variables. */
    DPEX_CL_PRIVATE char *local_memory;
    /* DPEX_CL_SCRATCH_BYTES for each item of a group with barriers. */
    DPEX_CL_PRIVATE char *scratch;
    DPEX_CL_PRIVATE void *group; /* the host's, for barrier */
    /* Returns when all items of the group called it from the same line (`site`). */
    void (*barrier)(DPEX_CL_PRIVATE void *group, unsigned site);
    /* For arrays of work-items that do not fit a stack; see dpex_cl_kernel. */
    DPEX_CL_PRIVATE char *private_memory;
} dpex_cl_span;

/* What work-item functions read. A local struct of the item loop: after inlining its fields are
 * registers. */
typedef struct dpex_cl_item {
    __SIZE_TYPE__ global_id[3];
    __SIZE_TYPE__ local_id[3];
    dpex_cl_span span;
} dpex_cl_item;

enum dpex_cl_kind {
    DPEX_CL_INT,     /* `bytes` of integer, either sign */
    DPEX_CL_FLOAT,   /* float or double */
    DPEX_CL_POINTER, /* to global or constant memory */
    DPEX_CL_LOCAL,   /* pointer to local memory */
    DPEX_CL_OTHER    /* vectors, structs, half: `bytes` of anything */
};

typedef struct dpex_cl_arg {
    DPEX_CL_CONSTANT const char *name;
    DPEX_CL_CONSTANT const char *type;
    unsigned kind;
    unsigned bytes;
} dpex_cl_arg;

enum dpex_cl_flags {
    DPEX_CL_SEES_GROUPS =
        1, /* asks for local or group ids, or has local memory: spans must be whole groups */
    DPEX_CL_HAS_BARRIER = 2 /* items run as fibers, through `dpex_cl_item_<name>` */
};

/* Entry points, found by name: void dpex_cl_run_<name>(const dpex_cl_span *, void *const *args)
 * runs a whole span; void dpex_cl_item_<name>(dpex_cl_item *, void *const *args) one item.
 * args[i] points to the i-th argument's value. */
typedef struct dpex_cl_kernel {
    DPEX_CL_CONSTANT const char *name;
    DPEX_CL_CONSTANT const dpex_cl_arg *args;
    unsigned n_args;
    unsigned flags;
    unsigned required_local[3]; /* reqd_work_group_size; 0: any */
    /* private_memory has so many bytes; with private_lanes, so many for each piece of a row of that
     * many work-items, for all rows of the group. */
    __SIZE_TYPE__ private_bytes;
    unsigned private_lanes;
} dpex_cl_kernel;

/* The program's one table, under the name dpex_cl_program. */
typedef struct dpex_cl_program {
    unsigned abi;
    unsigned n_kernels;
    DPEX_CL_CONSTANT const dpex_cl_kernel *kernels;
} dpex_cl_program_table;

#endif
