// oneapi::mkl::blas: vectors and matrices, by columns and by rows, on USM memory and on buffers.
//
// A matrix of either order, transposed or not, is a pointer with two strides: nothing is copied for a leading dimension.
#ifndef DPEX_ONEAPI_MKL_BLAS_HPP
#define DPEX_ONEAPI_MKL_BLAS_HPP

#include "detail/blas_vectors.hpp"

namespace oneapi {
namespace mkl {
namespace blas {

using mkl::compute_mode;

namespace column_major {
inline constexpr bool is_row_major = false;
#include "detail/blas_functions.inc"
} // namespace column_major

namespace row_major {
inline constexpr bool is_row_major = true;
#include "detail/blas_functions.inc"
} // namespace row_major

} // namespace blas
} // namespace mkl
} // namespace oneapi

#endif
