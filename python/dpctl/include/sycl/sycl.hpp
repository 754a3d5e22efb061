// A subset of SYCL 2020 for ordinary C++ compilers (C++17, gcc or clang), over libdpex.
//
// Kernels are lambdas that the compiler translates for this machine like any other code: they run on native and simulated devices,
// on libdpex's threads. A kernel over a range is a loop that the compiler vectorises; the items of a work-group are one too, and get
// a fiber each only where they wait at a barrier. Other devices take DPEX_KERNEL (dpex/kernel.h). What is covered and what is
// not: docs/cpp-extensions.md.
#ifndef DPEX_SYCL_SYCL_HPP
#define DPEX_SYCL_SYCL_HPP

#define SYCL_LANGUAGE_VERSION 202012L

// -Wshadow would tell of every parameter that is named as some global of the program.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

// Attributes of kernels ([[sycl::reqd_work_group_size(8)]]) are for device compilers.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC diagnostic ignored_attributes "sycl::"
#endif

#include "detail/accessor.hpp"
#include "detail/api.hpp"
#include "detail/atomic.hpp"
#include "detail/buffer.hpp"
#include "detail/device.hpp"
#include "detail/exception.hpp"
#include "detail/geometric.hpp"
#include "detail/group_functions.hpp"
#include "detail/handler.hpp"
#include "detail/half.hpp"
#include "detail/integer.hpp"
#include "detail/interop.hpp"
#include "detail/item.hpp"
#include "detail/marray.hpp"
#include "detail/math.hpp"
#include "detail/multi_ptr.hpp"
#include "detail/queue.hpp"
#include "detail/range.hpp"
#include "detail/span.hpp"
#include "detail/stream.hpp"
#include "detail/usm.hpp"
#include "detail/vec.hpp"

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif
