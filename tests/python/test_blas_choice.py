"""DPEX_BLAS: another library computes matrix products, and factorizations where it has LAPACK."""

import os
import shutil
import subprocess
import sys

import pytest

SOURCE = """
void dgemm_(const char *transposed_a, const char *transposed_b, const int *m, const int *n, const int *k, const double *alpha,
            const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c, const int *ldc)
{
    (void)transposed_a, (void)transposed_b, (void)k, (void)alpha, (void)a, (void)lda, (void)b, (void)ldb, (void)beta;
    for (int j = 0; j < *n; j++)
        for (int i = 0; i < *m; i++) c[i + j * *ldc] = 7;
}
"""
PROGRAM = """
import numpy, dpnp
a = numpy.random.default_rng(0).standard_normal((64, 64))
x, y = (dpnp.asarray(b, device="cpu") for b in (a, a + a.T))
product = dpnp.asnumpy(x @ dpnp.asarray(a + 1, device="cpu"))
values = dpnp.asnumpy(dpnp.linalg.eigvals(x))
print((product == 7).all(), numpy.allclose(product, a @ (a + 1)),
      numpy.allclose(sorted(values), sorted(numpy.linalg.eigvals(a))))
"""


def run(blas, log=""):
    return subprocess.run(
        [sys.executable, "-W", "always", "-c", PROGRAM],
        env=dict(os.environ, DPEX_BLAS=str(blas), DPEX_LOG=log, DPEX_BACKENDS="native"),
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.fixture
def library(tmp_path):
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        pytest.skip("no C compiler")
    source, made = tmp_path / "blas.c", tmp_path / "libblas.so"
    source.write_text(SOURCE)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", made, source], check=True)
    return made


def test_products_are_those_of_the_named_library(library):
    done = run(library, "program")
    assert done.stdout.split() == ["True", "False", "True"]
    assert f"products of matrices from {library}" in done.stderr
    assert "libscipy_openblas" in next(line for line in done.stderr.splitlines() if "factorizations from" in line)


@pytest.mark.parametrize("name", ["no such library", "/", "libm.so.6"])
def test_what_is_not_a_blas_is_ignored_with_a_warning(name):
    done = run(name)
    assert done.stdout.split() == ["False", "True", "True"]
    assert f"DPEX_BLAS={name} is ignored" in done.stderr and "mkl, blis, openblas or the path" in done.stderr


def test_without_the_variable_the_bundled_library_computes():
    done = run("", "program")
    assert done.stdout.split() == ["False", "True", "True"] and "DPEX_BLAS" not in done.stderr
    assert sum("libscipy_openblas" in line for line in done.stderr.splitlines()) == 2
