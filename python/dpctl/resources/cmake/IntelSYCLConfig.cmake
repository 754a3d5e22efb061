# find_package(IntelSYCL): what projects written for DPC++'s CMake package ask for, with the SYCL header of this package and the compiler
# that the project has anyway. No flags are needed; kernels are compiled like any other code.
#
#   find_package(IntelSYCL REQUIRED)
#   add_sycl_to_target(TARGET example SOURCES example.cpp)
#
# Defines IntelSYCL_FOUND, SYCL_LANGUAGE_VERSION, SYCL_INCLUDE_DIR, SYCL_LIBRARY_DIR, SYCL_FLAGS (empty), the imported target
# IntelSYCL::SYCL_CXX, and the function add_sycl_to_target. Programs link the library; modules find the one that Python has loaded.
include(CMakeFindDependencyMacro)
set(Dpctl_DIR "${CMAKE_CURRENT_LIST_DIR}" CACHE PATH "The folder of dpctl-config.cmake")
find_dependency(Dpctl)
find_dependency(Threads)

set(SYCL_LANGUAGE_VERSION 202012)
set(SYCL_INCLUDE_DIR "${Dpctl_INCLUDE_DIR}")
set(SYCL_LIBRARY_DIR "${Dpctl_LIBRARY_DIR}")
set(SYCL_FLAGS "")

if(NOT TARGET IntelSYCL::SYCL_CXX)
  add_library(IntelSYCL::SYCL_CXX INTERFACE IMPORTED)
  set_target_properties(IntelSYCL::SYCL_CXX PROPERTIES
    INTERFACE_COMPILE_FEATURES cxx_std_17
    INTERFACE_LINK_LIBRARIES "Dpctl::Dpctl;Threads::Threads;${CMAKE_DL_LIBS}")
endif()

function(add_sycl_to_target)
  cmake_parse_arguments(SYCL "" "TARGET" "SOURCES" ${ARGN})
  if(NOT SYCL_TARGET)
    message(FATAL_ERROR "add_sycl_to_target: TARGET is missing")
  endif()
  get_target_property(_kind ${SYCL_TARGET} TYPE)
  # Some projects have called target_link_libraries without a keyword before: so does this.
  set_property(TARGET ${SYCL_TARGET} APPEND PROPERTY LINK_LIBRARIES IntelSYCL::SYCL_CXX)
  if(_kind STREQUAL "EXECUTABLE")
    set_property(TARGET ${SYCL_TARGET} APPEND PROPERTY LINK_LIBRARIES Dpctl::Dpex)
    set_property(TARGET ${SYCL_TARGET} APPEND PROPERTY COMPILE_DEFINITIONS DPEX_SYCL_LINKED=1)
  endif()
endfunction()
