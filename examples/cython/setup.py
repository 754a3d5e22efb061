"""Builds the four modules against the installed packages: pip install --no-build-isolation ."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import dpctl
import opendpex

library_dir = str(opendpex.get_library_dir())


def extension(name, **kwargs):
    return Extension(
        name,
        include_dirs=[dpctl.get_include()],
        library_dirs=[library_dir],
        runtime_library_dirs=[library_dir],
        libraries=["DPCTLSyclInterface"],
        **kwargs,
    )


setup(
    name="dpctl-cython-examples",
    version="1.0",
    packages=[],
    ext_modules=cythonize(
        [
            extension("_usm_memory", sources=["_usm_memory.pyx"]),
            extension("_usm_ndarray", sources=["_usm_ndarray.pyx"]),
            extension(
                "_mkl", sources=["_mkl.pyx"], language="c++", extra_compile_args=["-std=c++17"], depends=["mkl.hpp"]
            ),
            extension("_use_sycl", sources=["_use_sycl.pyx"], language="c++", extra_compile_args=["-std=c++17"]),
        ],
        language_level=3,
    ),
)
