# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from typing import Literal

__all__ = [
    "lu",
    "lu_factor",
    "lu_solve",
]

def lu(
    a: ndarray | usm_ndarray,
    permute_l: bool = False,
    overwrite_a: bool = False,
    check_finite: bool = True,
    p_indices: bool = False,
) -> tuple[ndarray, ...]: ...
def lu_factor(
    a: ndarray | usm_ndarray, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[ndarray, ndarray]: ...
def lu_solve(
    lu_and_piv: tuple[ndarray | usm_ndarray, ...],
    b: ndarray | usm_ndarray,
    trans: Literal[0, 1, 2] | int = 0,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> ndarray: ...
