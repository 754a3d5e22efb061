# find_package(Dpctl): the headers of dpctl, from the place of this file.
#
#   list(APPEND CMAKE_PREFIX_PATH "<output of: python -m dpctl --cmakedir>")
#   find_package(Dpctl REQUIRED)
#
# Defines Dpctl_FOUND, Dpctl_INCLUDE_DIR, Dpctl_INCLUDE_DIRS, Dpctl_TENSOR_INCLUDE_DIR, Dpctl_LIBRARY_DIR, and the
# imported targets Dpctl::Dpctl and Dpctl::Tensor, which carry the include folders, and Dpctl::SyclInterface, the library.
get_filename_component(_dpctl_package "${CMAKE_CURRENT_LIST_DIR}/../.." REALPATH)

set(Dpctl_INCLUDE_DIR "${_dpctl_package}/include")
set(Dpctl_INCLUDE_DIRS "${Dpctl_INCLUDE_DIR}")
set(Dpctl_TENSOR_INCLUDE_DIR "${_dpctl_package}/tensor/libtensor/include")
get_filename_component(Dpctl_LIBRARY_DIR "${_dpctl_package}/../opendpex/lib" ABSOLUTE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Dpctl REQUIRED_VARS Dpctl_INCLUDE_DIR Dpctl_TENSOR_INCLUDE_DIR)

if(NOT TARGET Dpctl::Dpctl)
  add_library(Dpctl::Dpctl INTERFACE IMPORTED)
  set_target_properties(Dpctl::Dpctl PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Dpctl_INCLUDE_DIR}")
endif()
if(NOT TARGET Dpctl::Tensor)
  add_library(Dpctl::Tensor INTERFACE IMPORTED)
  set_target_properties(Dpctl::Tensor PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
    "${Dpctl_INCLUDE_DIR};${Dpctl_TENSOR_INCLUDE_DIR}")
endif()
if(NOT TARGET Dpctl::SyclInterface)
  add_library(Dpctl::SyclInterface SHARED IMPORTED)
  set_target_properties(Dpctl::SyclInterface PROPERTIES
    IMPORTED_LOCATION "${Dpctl_LIBRARY_DIR}/libDPCTLSyclInterface.so"
    INTERFACE_INCLUDE_DIRECTORIES "${Dpctl_INCLUDE_DIR}")
endif()
unset(_dpctl_package)
