"""dpex/kernel.h for authors of extensions: languages, compilers, and diagnostics of wrong use."""

import shutil
import subprocess

import pytest

import opendpex

BODY = """
#include <dpex/kernel.h>
DPEX_KERNEL(axpy, (VAL, double, a), (IN, double, x), (INOUT, double, y), {
    size_t i = k_global_id(0), unused = 0;
    if (i + unused == k_global_size(0)) return;
    double pair[2] = {a * x[i], y[i]}, none = 0;
    y[i] = pair[0] + pair[1] + K(0.5) * k_sqrt(x[i]) + k_pow(k_fabs(x[i]), K(2)) + none;
})
DPEX_KERNEL(fill, (OUT, float, y), (VAL, int32_t, value), { y[k_global_id(0)] = k_cast(float, value) + k_fma(K(1), K(2), K(3)); })
DPEX_KERNEL(count, (IN_STRIDED, double, x), (INOUT, uint32_t, counts), (INOUT, float, total), (LOCAL, int64_t, mine), {
    if (k_local_id(1) == 0) mine[0] = 0;
    k_barrier();
    double v = k_at2(x, k_global_id(0), k_global_id(1)) * k_cast(double, k_extent(x, 0) * k_stride(x, 1));
    k_atomic_add(mine, 1);
    k_atomic_add(&counts[k_cast(int32_t, v)], 1u);
    k_atomic_max(total, 1.0f);
    k_atomic_and(counts, ~0u);
    k_atomic_or(counts, 0u);
    k_atomic_xor(counts, 0u);
    k_barrier();
    if (k_group_id(0) + k_num_groups(1) + k_local_size(0) == 0) return;
    k_atomic_compare_exchange(counts, 1u, k_cast(uint32_t, mine[0]));
})
const dpex_kernel_source *kernels[3];
void use_kernels(void) { kernels[0] = &axpy; kernels[1] = &fill; kernels[2] = &count; }
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
            "-Wconversion",
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
        ("g++", "c++", "c++20"),
        ("clang++", "c++", "c++17"),
        ("clang++", "c++", "c++2b"),
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
