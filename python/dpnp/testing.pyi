# Written by tools/write_stubs.py.
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from numpy.testing._private.utils import assert_ as assert_
from numpy.testing._private.utils import assert_no_warnings as assert_no_warnings
from numpy.testing._private.utils import assert_raises as assert_raises
from numpy.testing._private.utils import assert_raises_regex as assert_raises_regex
from numpy.testing._private.utils import assert_warns as assert_warns
from numpy.typing import DTypeLike
from typing import Any

__all__ = [
    "assert_",
    "assert_allclose",
    "assert_almost_equal",
    "assert_approx_equal",
    "assert_array_almost_equal",
    "assert_array_almost_equal_nulp",
    "assert_array_equal",
    "assert_array_less",
    "assert_array_max_ulp",
    "assert_equal",
    "assert_no_warnings",
    "assert_raises",
    "assert_raises_regex",
    "assert_warns",
]

def assert_allclose(
    actual: Any,
    desired: Any,
    rtol: float = 1e-07,
    atol: float = 0,
    equal_nan: bool = True,
    err_msg: str = "",
    verbose: bool = True,
    *,
    strict: bool = False,
) -> None: ...
def assert_almost_equal(
    actual: Any, desired: Any, decimal: Any = 7, err_msg: str = "", verbose: bool = True
) -> None: ...
def assert_approx_equal(
    actual: Any, desired: Any, significant: Any = 7, err_msg: str = "", verbose: bool = True
) -> None: ...
def assert_array_almost_equal(
    actual: Any, desired: Any, decimal: Any = 6, err_msg: str = "", verbose: bool = True
) -> None: ...
def assert_array_almost_equal_nulp(x: Any, y: Any, nulp: Any = 1) -> None: ...
def assert_array_equal(
    actual: Any, desired: Any, err_msg: str = "", verbose: bool = True, *, strict: bool = False
) -> None: ...
def assert_array_less(x: Any, y: Any, err_msg: str = "", verbose: bool = True, *, strict: bool = False) -> None: ...
def assert_array_max_ulp(a: ndarray | usm_ndarray, b: Any, maxulp: Any = 1, dtype: DTypeLike | None = None) -> Any: ...
def assert_equal(
    actual: Any, desired: Any, err_msg: str = "", verbose: bool = True, *, strict: bool = False
) -> None: ...
