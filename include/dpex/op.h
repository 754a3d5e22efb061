/* Operations on arrays: element-wise functions, reductions, and tapes that combine them.
 *
 * An operation is a row of src/defs/elementwise.def or reduce.def and is found by its name; a
 * binding needs no list of its own. All work goes to the queue of the arrays and returns before it
 * is done. */
#ifndef DPEX_OP_H
#define DPEX_OP_H

#include "array.h"

DPEX_EXTERN_C_BEGIN

typedef struct dpex_op dpex_op;

DPEX_API const dpex_op *dpex_op_find(const char *name); /* NULL: there is none */
DPEX_API const char *dpex_op_get_name(const dpex_op *op);
DPEX_API int dpex_op_get_arity(const dpex_op *op); /* inputs */
/* The i-th operation of the table, NULL past the end: for tests and listings. */
DPEX_API const dpex_op *dpex_op_get(size_t i);
/* Type signatures as letters, "dd->d", i-th of the operation; NULL past the end. */
DPEX_API const char *dpex_op_get_signature(const dpex_op *op, size_t i);

/* Input of an operation: an array, or a Python scalar, whose kind alone counts for promotion. */
typedef struct dpex_operand {
    const dpex_array *array; /* NULL: the scalar below */
    dpex_dtype_kind
        kind; /* BOOL, INT (value.i), UINT (value.u: an int above 2^63), REAL (f64), COMPLEX (c128) */
    dpex_scalar value;
    uint8_t
        out_of_range; /* a Python int that fits neither int64 nor uint64: value.f64 holds it, rounded */
} dpex_operand;

/* Of a Python scalar: the dtype of its value above (float64 of an int that is out of range). */
DPEX_API dpex_dtype dpex_operand_get_dtype(const dpex_operand *scalar);
/* Whether its value is within the range of a dtype: an int, or the whole part of a real number,
 * among the numbers of an integer dtype; an int not beyond those of the widest real one. Otherwise
 * always. */
DPEX_API int dpex_operand_is_in_range(const dpex_operand *scalar, dpex_dtype dtype);
/* The integer dtypes that hold an int, as bits 1 << dtype; of other scalars none. */
DPEX_API uint32_t dpex_operand_get_holders(const dpex_operand *scalar);
/* Its value in a dtype. Nothing is checked. */
DPEX_API void dpex_operand_convert(const dpex_operand *scalar, dpex_dtype dtype,
                                   dpex_scalar *value);

/* The operation of one operand that `op` with this number as its second one is in the dtype: x ** 2
 * is a square, which is exact and takes no logarithm. `op` itself where there is none. */
DPEX_API const dpex_op *dpex_op_with_number(const dpex_op *op, dpex_dtype dtype,
                                            const dpex_scalar *number);

/* The dtypes with which an operation computes: inputs are converted to in[i], the result has dtype
 * *out. `dtypes[i]` is the array's dtype; operands as above. DPEX_ERROR_INVALID_TYPE "add: ..."
 * lists what is allowed; DPEX_ERROR_OVERFLOW for a Python int outside the array's integer range, as
 * NumPy. */
DPEX_API dpex_status dpex_elementwise_resolve(const dpex_op *op, const dpex_operand *operands,
                                              const dpex_device *device, dpex_dtype *in,
                                              dpex_dtype *out);

/* out = op(operands...), out made here: broadcast shape, resolved dtype, the coerced USM kind
 * (device, shared, host: the first that occurs), layout by order. The operands' arrays share one
 * queue, else DPEX_ERROR_PLACEMENT. */
DPEX_API dpex_status dpex_elementwise_new(const dpex_op *op, const dpex_operand *operands,
                                          dpex_order order, dpex_array *out);
/* The same into an existing array: exact shape and dtype, writable (DPEX_ERROR_READ_ONLY), same
 * queue; may overlap inputs. */
DPEX_API dpex_status dpex_elementwise_into(const dpex_op *op, const dpex_operand *operands,
                                           dpex_array *out);
/* Whether a result may be computed in the memory of an array that its only holder is about to drop: the array is writable and all
 * that its storage holds, which nobody else refers to or knows the address of, and no pending work is to compute it (that takes no
 * memory). */
DPEX_API int dpex_elementwise_may_reuse(const dpex_array *x);
/* The same as dpex_elementwise_new in such an array, that of operand `number`. *is_done: whether it has the result's dtype, shape,
 * layout and kind of memory; if not, nothing has been done. */
DPEX_API dpex_status dpex_elementwise_reusing(const dpex_op *op, const dpex_operand *operands,
                                              int number, int *is_done);
/* x = op(x, operand), computed in the promoted dtype and cast to x's by the same_kind rule
 * (DPEX_ERROR_INVALID_TYPE). or_in_own: where that rule refuses the result but not the operand
 * (int64 with uint64), the operand is cast, and x's dtype computes. */
DPEX_API dpex_status dpex_elementwise_inplace(const dpex_op *op, dpex_array *x,
                                              const dpex_operand *operand, int or_in_own);

/* out = minimum(maximum(x, min), max) in x's dtype; a bound that is NULL is none. An array as bound
 * must have a dtype that x's dtype holds (DPEX_ERROR_INVALID_TYPE), a Python scalar no higher kind.
 * A Python int beyond the range of x's dtype is not a bound where no element can pass it, else
 * DPEX_ERROR_OVERFLOW. The rest as above. */
DPEX_API dpex_status dpex_clip_new(const dpex_array *x, const dpex_operand *min,
                                   const dpex_operand *max, dpex_order order, dpex_array *out);
DPEX_API dpex_status dpex_clip_into(const dpex_array *x, const dpex_operand *min,
                                    const dpex_operand *max, dpex_array *out);

/* A new array with x's elements in another dtype and/or layout (always a copy). */
DPEX_API dpex_status dpex_array_cast_new(const dpex_array *x, dpex_dtype dtype, dpex_order order,
                                         dpex_usm_kind kind, dpex_queue *queue, dpex_array *out);
/* x's elements in one dimension, contiguous: a view where their order in memory permits it and copy
 * is 0, else new memory. The elements are read in C order, in F order (also A for arrays that are
 * F- and not C-contiguous), or (K) in memory order, except along negative strides. */
DPEX_API dpex_status dpex_array_ravel(const dpex_array *x, dpex_order order, int copy,
                                      dpex_array *out);

/* ---- reductions ---------------------------------------------------------------------------------------- */

/* Reductions are found by name in the same way: the rows of src/defs/reduce.def, "sum", "max",
 * "argmin", "logsumexp"... */
typedef struct dpex_reduction dpex_reduction;
DPEX_API const dpex_reduction *dpex_reduction_find(const char *name);
DPEX_API const char *dpex_reduction_get_name(const dpex_reduction *reduction);
/* The i-th reduction of the table, NULL past the end: for tests and listings. */
DPEX_API const dpex_reduction *dpex_reduction_get(size_t i);

/* Result dtype for an input dtype on a device (sum: bool and signed to int64, unsigned to uint64,
 * others stay; mean: integers to the default real type; all: bool; argmax: int64...).
 * DPEX_ERROR_INVALID_TYPE where it is not defined. */
DPEX_API dpex_status dpex_reduction_resolve(const dpex_reduction *reduction, dpex_dtype in,
                                            const dpex_device *device, dpex_dtype *out);
/* Reduces the axes whose bit is set in axes_mask (bit i: axis i; all bits of nd: full; 0: each
 * element by itself). dtype: the result's; sums, products, means and their like convert their
 * inputs to it first, float16 accumulates in float32. keepdims keeps extents of 1. The result is
 * the same for any number of threads. argmax and argmin give positions in the reduced axes in C
 * order. DPEX_ERROR_INVALID_VALUE for no elements where no result is defined (max). */
DPEX_API dpex_status dpex_reduce_new(const dpex_reduction *reduction, const dpex_array *x,
                                     uint64_t axes_mask, int keepdims, dpex_dtype dtype,
                                     dpex_array *out);
/* Into an existing array of exactly the result's shape; its dtype is the result's. It may overlap
 * x. */
DPEX_API dpex_status dpex_reduce_into(const dpex_reduction *reduction, const dpex_array *x,
                                      uint64_t axes_mask, int keepdims, dpex_array *out);

/* sum((x - mean(x))^2) / (n - correction), n elements each, or its square root; NaN where n <=
 * correction. Real types; integers compute in the device's default real type. x is read once (on
 * the CPU). */
DPEX_API dpex_status dpex_variance_new(const dpex_array *x, uint64_t axes_mask, int keepdims,
                                       double correction, int take_root, dpex_array *out);

/* ---- tapes --------------------------------------------------------------------------------------------- */

/* A straight-line program over elements: registers are numbered from 0 in the order of the calls
 * that make them.
 *
 *     for (i = 0; i < n; i++) { r0 = x[i]; r1 = y[i]; r2 = op(r0, r1); ...; out[i] = rk; }
 *
 * It is built once and run many times, from any thread. Every register has a dtype. */
typedef struct dpex_tape dpex_tape;
/* Differences of differences that one pass should take; for more the arithmetic costs more than
 * reading once more (docs/tuning.md). */
enum { DPEX_TAPE_DIFFERENCES = 4 };
DPEX_API dpex_status dpex_tape_create(dpex_tape **tape); /* new */
/* Where automatic fusion is on, the tape's steps may become part of a larger pass on devices that
 * compile too. Without it a tape of more than two operations is a kernel of its own there, compiled
 * when the run is submitted. */
DPEX_API void dpex_tape_allow_merge(dpex_tape *tape);
DPEX_API dpex_tape *dpex_tape_retain(dpex_tape *tape);
DPEX_API void dpex_tape_release(dpex_tape *tape);
DPEX_API dpex_status dpex_tape_input(dpex_tape *tape, dpex_dtype dtype, int *reg);
DPEX_API dpex_status dpex_tape_constant(dpex_tape *tape, dpex_dtype dtype, const dpex_scalar *value,
                                        int *reg);
/* The next parameter: a number that is given for each run. */
DPEX_API dpex_status dpex_tape_parameter(dpex_tape *tape, dpex_dtype dtype, int *reg);
DPEX_API dpex_status dpex_tape_cast(dpex_tape *tape, int from, dpex_dtype dtype, int *reg);
/* The registers' dtypes must be a signature of the operation as they are. */
DPEX_API dpex_status dpex_tape_apply(dpex_tape *tape, const dpex_op *op, const int *in, int *reg);
DPEX_API dpex_status dpex_tape_output(dpex_tape *tape, int reg); /* the next output array */
/* Makes the last step a reduction of `reg` (one output then). Its result has the register's dtype,
 * or that of the reduction where the latter does not depend on the input's (all: bool, argmax:
 * int64). */
DPEX_API dpex_status dpex_tape_reduce(dpex_tape *tape, const dpex_reduction *reduction, int reg);
/* The same with a result of dtype `out`, converting as dpex_reduce_new and dpex_variance_new do
 * where an array has the register's dtype. correction: of var and std, else 0. device: where the
 * tape will run; NULL: the CPU. */
DPEX_API dpex_status dpex_tape_reduce_to(dpex_tape *tape, const dpex_reduction *reduction, int reg,
                                         dpex_dtype out, double correction,
                                         const dpex_device *device);

/* Runs it: inputs broadcast together; outputs have the broadcast shape (or that of the axes that
 * are not reduced, keepdims extents allowed) and the registers' dtypes. Arrays share one queue.
 * Overlap of outputs with inputs is handled. */
DPEX_API dpex_status dpex_tape_run(dpex_tape *tape, const dpex_array *const *inputs, int n_inputs,
                                   dpex_array *const *outputs, int n_outputs, uint64_t axes_mask);

/* The arguments of a run. Their counts are those of the tape. */
typedef struct dpex_tape_arguments {
    const dpex_array *const *inputs; /* at least one */
    const dpex_scalar *parameters;   /* of their registers' dtypes */
    uint64_t axes_mask;              /* for a tape that ends in a reduction */
    int keepdims;
} dpex_tape_arguments;

/* The same with outputs made here, n of them: of the broadcast shape, laid out as the inputs are
 * (order K), of the USM kind that they coerce to. Results of a reduction are C-contiguous. */
DPEX_API dpex_status dpex_tape_run_new(const dpex_tape *tape, const dpex_tape_arguments *arguments,
                                       dpex_array *const *outputs, int n_outputs);

DPEX_EXTERN_C_END

#endif
