/* The folder that `python -m dpctl --tensor-include-dir` names.
 *
 * dpctl's own headers here are templates of its SYCL kernels, which this implementation does not have. Extensions reach
 * arrays in C through dpex/array.h (opendpex.get_include()). */
#ifndef OPENDPEX_TENSOR_H
#define OPENDPEX_TENSOR_H
#endif
