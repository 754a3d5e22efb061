# find_package(Dpctl): the headers and libraries of dpctl, from the place of this file.
#
#   cmake -DDpctl_DIR=$(python -m dpctl --cmakedir) ...
#   find_package(Dpctl REQUIRED)
#
# Defines Dpctl_FOUND, Dpctl_VERSION, Dpctl_INCLUDE_DIR, Dpctl_INCLUDE_DIRS, Dpctl_TENSOR_INCLUDE_DIR, Dpctl_LIBRARY_DIR, and the imported
# targets Dpctl::Dpctl and Dpctl::Tensor, which carry the include folders, Dpctl::SyclInterface, the library of the C interface, and
# Dpctl::Dpex, the library underneath with its own headers, for programs.
get_filename_component(_dpctl_package "${CMAKE_CURRENT_LIST_DIR}/../.." REALPATH)
get_filename_component(_dpctl_runtime "${_dpctl_package}/../opendpex" ABSOLUTE)

set(Dpctl_INCLUDE_DIR "${_dpctl_package}/include")
set(Dpctl_INCLUDE_DIRS "${Dpctl_INCLUDE_DIR}")
set(Dpctl_TENSOR_INCLUDE_DIR "${_dpctl_package}/tensor/libtensor/include")
set(Dpctl_LIBRARY_DIR "${_dpctl_runtime}/lib")

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Dpctl REQUIRED_VARS Dpctl_INCLUDE_DIR Dpctl_TENSOR_INCLUDE_DIR VERSION_VAR Dpctl_VERSION)

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
    IMPORTED_LINK_DEPENDENT_LIBRARIES "${Dpctl_LIBRARY_DIR}/libdpex.so"
    INTERFACE_INCLUDE_DIRECTORIES "${Dpctl_INCLUDE_DIR}")
endif()
if(NOT TARGET Dpctl::Dpex)
  add_library(Dpctl::Dpex SHARED IMPORTED)
  set_target_properties(Dpctl::Dpex PROPERTIES
    IMPORTED_LOCATION "${Dpctl_LIBRARY_DIR}/libdpex.so"
    INTERFACE_INCLUDE_DIRECTORIES "${_dpctl_runtime}/include")
endif()
unset(_dpctl_package)
unset(_dpctl_runtime)
