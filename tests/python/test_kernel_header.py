"""dpex/kernel.h for authors of extensions: languages, compilers, and diagnostics of wrong use."""

import shutil
import subprocess

import pytest

import opendpex

BODY = """
#include <dpex/kernel.h>
DPEX_KERNEL(axpy, (VAL, double, a), (IN, double, x), (INOUT, double, y), {
    size_t i = k_global_id(0), unused = 0;
    if (i == k_global_size(0)) return;
    double pair[2] = {a * x[i], y[i]};
    y[i] = pair[0] + pair[1] + K(0.5) * k_sqrt(x[i]) + k_pow(k_fabs(x[i]), K(2)) + unused;
})
DPEX_KERNEL(fill, (OUT, float, y), (VAL, int32_t, value), { y[k_global_id(0)] = k_cast(float, value) + k_fma(K(1), K(2), K(3)); })
const dpex_kernel_source *kernels[2];
void use_kernels(void) { kernels[0] = &axpy; kernels[1] = &fill; }
"""


def compile_text(compiler, language, standard, text, *options):
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    return subprocess.run(
        [
            compiler,
            "-x",
            language,
            f"-std={standard}",
            "-Wall",
            "-Wextra",
            "-Wshadow",
            "-fsyntax-only",
            "-I",
            opendpex.get_include(),
            *options,
            "-",
        ],
        input=text,
        text=True,
        capture_output=True,
    )


@pytest.mark.parametrize(
    "compiler, language, standard",
    [
        ("gcc", "c", "c11"),
        ("gcc", "c", "gnu17"),
        ("clang", "c", "c11"),
        ("g++", "c++", "c++17"),
        ("clang++", "c++", "c++17"),
    ],
)
def test_kernels_compile_without_a_warning(compiler, language, standard):
    done = compile_text(compiler, language, standard, BODY, "-Werror")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "params, named",
    [
        ("(IN, long double, x)", "long"),
        ("(IN, complex_t, x)", "complex_t"),
        ("(INPUT, double, x)", "INPUT"),
        (", ".join(f"(VAL, float, v{i})" for i in range(17)), "takes_at_most_16_parameters"),
    ],
)
def test_wrong_parameters_are_compile_errors_that_name_them(params, named):
    done = compile_text("cc", "c", "gnu11", f"#include <dpex/kernel.h>\nDPEX_KERNEL(bad, {params}, {{ }})\n")
    assert done.returncode != 0
    assert named in done.stderr
