/* Python objects as operands of operations: arrays, scalars whose kind alone counts, and what
 * can be copied to a queue. */
#ifndef OPENDPEX_CORE_OPERAND_H
#define OPENDPEX_CORE_OPERAND_H

#include "array.h"

/* A Python bool, int, float or complex (no NumPy scalar: those have a dtype that counts). 1:
 * filled, 0: none of these, -1: an exception. */
int core_operand_from_scalar(PyObject *object, dpex_operand *operand);

/* The value of such an operand in a dtype, as a new array is filled with it: an int must be in range
 * (OverflowError), a float that becomes an integer must be finite (ValueError, OverflowError), a
 * complex number needs a complex dtype (TypeError). 0 or -1. */
int core_operand_cast(const dpex_operand *operand, dpex_dtype dtype, dpex_scalar *value);

/* The same for an element that is assigned: of a float too, the whole part must be in range (OverflowError). */
int core_operand_element(const dpex_operand *operand, dpex_dtype dtype, dpex_scalar *value);

/* A number that is written to elements of x: Python's, or a scalar of NumPy's whose dtype x's dtype holds. As core_operand_from_scalar. */
int core_operand_for_element(PyObject *object, const dpex_array *x, dpex_operand *operand);

/* Any operand. Objects that are not a usm_ndarray but hold data (USM memory shown by its protocol,
 * buffers, NumPy scalars) become an array: on `queue` where they are copied, NULL: they are no
 * operand. *kept is that array or NULL, to be released after the operation. 1: filled, 0: not an
 * operand, -1: an exception. */
int core_operand_parse(PyObject *object, dpex_queue *queue, dpex_operand *operand, PyObject **kept);

/* The same beside an array: a NumPy scalar whose dtype adds nothing to the array's is taken as a number; what is copied goes to the
 * array's queue, in its kind of memory. */
int core_operand_parse_beside(PyObject *object, const dpex_array *beside, dpex_operand *operand,
                              PyObject **kept);

/* The order of a result: the reference takes texts that it does not know for "K", so only what is no text is refused. NULL, None: K. 0, or
 * -1 with a TypeError. */
int core_parse_operand_order(PyObject *object, dpex_order *order);

/* To be called on the operands of a binary operation: settles how an int of more than 64 bits compares
 * with integers. */
void core_operand_pair(dpex_operand operands[2]);

/* The dpex_queue of an operand that already lies in USM memory, borrowed; NULL: it does not. */
static inline dpex_queue *core_operand_queue(PyObject *object)
{
    return core_array_check(object) ? ((core_array *)object)->array.queue : NULL;
}

/* Whether both of two objects, of which one has become an array, are operands for each other: beside a dpnp.ndarray, data of the host
 * that is no number is not. 1, 0, or -1 with an exception. */
int core_operands_agree(PyObject *a, PyObject *b);

/* TypeError that says what to do with a NumPy array beside an array on a device; returns NULL. */
void *core_not_combined(PyObject *array);

/* What NumPy refuses and the array API does not, found without reading the elements: an integer to the power of a negative
 * Python int, the sign of a bool. 0 or -1. */
int core_check_numpy(const dpex_op *op, const dpex_operand *operands);

/* op(a, b) and op(a) as new arrays; NotImplemented where an operand is none. */
PyObject *core_binary(const dpex_op *op, PyObject *a, PyObject *b, dpex_order order);
PyObject *core_unary(const dpex_op *op, PyObject *a, dpex_order order);
/* op(a, b) in the memory of one of them that is given for it: an array that the caller's caller drops, with no other reference. Returns
 * that array; NULL, perhaps without an exception: neither is like the result. */
PyObject *core_binary_reusing(const dpex_op *op, PyObject *a, PyObject *b, const int is_given[2]);

/* The signatures of an operation as type letters, in the order of the table: 'dd->d'. NULL: no operation, so none. */
PyObject *core_op_signatures(const dpex_op *op);

/* What an operation raises for a dtype that it does not take: the reference's array API says ValueError, NumPy TypeError.
 * Borrowed. */
PyObject *core_wrong_dtype(PyObject *array);

/* The exception for a failed operation: ValueError for a dtype that the operation does not take.
 * Returns NULL. */
PyObject *core_raise_operation(dpex_status status);

#endif
