/* Array objects that are kept for the next arrays. */
#ifndef OPENDPEX_CORE_SPARE_H
#define OPENDPEX_CORE_SPARE_H

#include "array.h"

/* An object of one of the two types or a subtype, with no array in it yet; new, or NULL with MemoryError. */
core_array *core_spare_new(PyTypeObject *type);
/* One that is an array without dimensions placed as x, of this value. NULL without an exception: there is none. */
core_array *core_spare_element(int is_ndarray, const dpex_array *x, dpex_dtype dtype,
                               const dpex_scalar *value);
/* One that is op(operands...), of an element of this dtype and perhaps another one or a number. NULL without an exception: there is none. */
core_array *core_spare_apply(int is_ndarray, const dpex_op *op, const dpex_operand *operands,
                             dpex_dtype dtype);
/* The same of a, if it is such an array, and b: most operators in loops over elements. is_comparison: the result's elements are bools,
 * otherwise of as many bytes as a's. */
PyObject *core_spare_pair(const dpex_op *op, PyObject *a, PyObject *b, int is_comparison);
/* One that is the view x[indices], an index for each axis; its published fields are not set. NULL: an index is out of bounds, or
 * with MemoryError. */
core_array *core_spare_view(int is_ndarray, const dpex_array *x, const int64_t *indices);
/* The end of an object, which nobody refers to any more and which refers to None alone: it is kept, or freed. */
void core_spare_end(core_array *self);
/* Gives all of them up. */
void core_spare_drain(void);

#endif
