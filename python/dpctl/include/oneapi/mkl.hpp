// The interfaces of the oneMKL specification over libdpex's own engines: docs/mkl.md says what there is.
//
// Nothing is computed here: each function checks its arguments, describes its operands by pointers, extents and strides, and calls
// one function of dpex/blas.h, dpex/lapack.h or dpex/strided.h.
#ifndef DPEX_ONEAPI_MKL_HPP
#define DPEX_ONEAPI_MKL_HPP

#include "mkl/blas.hpp"
#include "mkl/dfti.hpp"
#include "mkl/lapack.hpp"
#include "mkl/rng.hpp"
#include "mkl/vm.hpp"

#endif
