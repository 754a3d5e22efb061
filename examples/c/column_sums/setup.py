"""Builds column_sums against the installed opendpex: its headers are all that is needed."""

from setuptools import Extension, setup

import opendpex

setup(
    ext_modules=[
        Extension(
            "column_sums",
            sources=["column_sums.c"],
            include_dirs=[opendpex.get_include()],
            extra_compile_args=["-std=c11", "-O2"],
            define_macros=[("Py_LIMITED_API", "0x030b0000")],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
