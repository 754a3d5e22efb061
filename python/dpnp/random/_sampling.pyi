# Written by tools/write_stubs.py.
from collections.abc import Sequence
from dpctl.tensor._usmarray import usm_ndarray
from dpnp import ndarray
from dpnp.random._distributions import Distributions
from typing import Any
from typing import Literal
from typing import SupportsIndex

__all__ = [
    "Sampling",
]

class Sampling(Distributions):
    def bytes(self, length: SupportsIndex) -> bytes: ...
    def permutation(
        self,
        x: SupportsIndex | ndarray | usm_ndarray,
        axis: SupportsIndex = 0,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def shuffle(self, x: ndarray | usm_ndarray, axis: SupportsIndex = 0) -> None: ...
    def permuted(
        self, x: ndarray | usm_ndarray, *, axis: SupportsIndex | None = None, out: ndarray | usm_ndarray | None = None
    ) -> ndarray: ...
    def choice(
        self,
        a: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        replace: bool = True,
        p: Any = None,
        axis: SupportsIndex = 0,
        shuffle: bool = True,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def multinomial(
        self,
        n: Any,
        pvals: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def dirichlet(
        self,
        alpha: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def multivariate_normal(
        self,
        mean: Any,
        cov: Any,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        check_valid: Literal["warn", "raise", "ignore"] = "warn",
        tol: float = 1e-08,
        *,
        method: Literal["svd", "eigh", "cholesky"] = "svd",
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
    def multivariate_hypergeometric(
        self,
        colors: Sequence[SupportsIndex],
        nsample: SupportsIndex,
        size: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        method: Literal["marginals", "count"] = "marginals",
        *,
        usm_type: Literal["device", "shared", "host"] = "device",
    ) -> ndarray: ...
