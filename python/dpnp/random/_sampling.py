"""Samples, permutations and multivariate distributions, on top of `Distributions`."""

from __future__ import annotations

import warnings

import numpy

from dpctl.utils import ExecutionPlacementError, get_coerced_usm_type
from opendpex import _core
from opendpex._core import array_base, caller_depth
from opendpex._messages import as_flag, as_int, as_items, as_real, as_word, named

from .. import linalg
from .._arrays import as_array, store
from .._creation.arrays import asarray
from .._logic import allclose
from .._manipulation.shapes import moveaxis
from .._statistics.reductions import max as largest
from .._ufunc.functions import maximum, sqrt
from . import _transforms
from ._distributions import Distributions
from ._parameters import as_parameter, as_shape, broadcast_shape, require, spread, usually_drawn

__all__ = ["Sampling"]


class Sampling(Distributions):
    """Methods for samples, permutations and multivariate distributions."""

    _rule_of_alpha = "< 0"

    def bytes(self, length):
        """Return random bytes, on the host; those of `Generator` are NumPy's.

        Parameters
        ----------
        length : int
            How many.

        Returns
        -------
        bytes

        Raises
        ------
        ValueError
            If it is negative.
        """
        length = as_int(length, "length")
        if length < 0:
            raise ValueError(named("negative dimensions are not allowed"))
        return self._halves(-(-length // 4)).tobytes()[:length]

    def _halves(self, n: int):
        """Pieces of 32 bits, as a NumPy array."""
        return _core.asnumpy(self._fill_integers(self._empty((n,), numpy.uint32, "device"), 0, 0xFFFFFFFF))

    # ---- orders

    def _keys(self, shape):
        """Keys whose sorted order is a random permutation."""
        return self._units(shape)

    def _order(self, n: int, usm_type: str = "device"):
        """A permutation of range(n): where the sorted keys came from."""
        order = _core.argsort_random(self._keys((n,)))
        return order if usm_type == "device" else asarray(order, usm_type=usm_type)

    def permutation(self, x, axis=0, *, usm_type="device"):
        """Permute a range, or an array's parts along an axis.

        Parameters
        ----------
        x : int or dpnp.ndarray
            An int: ``range(x)``.
        axis : int, optional
            Along which parts lie.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory of a permuted range.

        Returns
        -------
        dpnp.ndarray
            A copy.

        Examples
        --------
        >>> np.sort(np.random.permutation(4))
        array([0, 1, 2, 3])
        """
        if isinstance(x, (int, numpy.integer)):
            if x < 0:
                raise ValueError(named("negative dimensions are not allowed"))
            return self._order(int(x), usm_type)
        x = asarray(x, sycl_queue=None if isinstance(x, array_base) else self._queue)
        if x.ndim == 0:
            raise TypeError(named("permutation takes an integer or an array of at least one dimension"))
        return self._permuted(x, axis)

    def _permuted(self, x, axis):
        """A copy of the array with its parts along the axis in random order."""
        axis = _core.normalized_axis(axis, x.ndim)
        return _core.take(x, self._beside(x)._order(x.shape[axis], x.usm_type), axis=axis)

    def _beside(self, x):
        """Itself, if the array is on its queue."""
        if x.sycl_queue != self._queue:
            raise ExecutionPlacementError(named("the array is on another queue than the generator"))
        return self

    def shuffle(self, x, axis=0):
        """Permute an array's parts along an axis, in place.

        Parameters
        ----------
        x : dpnp.ndarray
            At least one dimension.
        axis : int, optional
            Along which parts lie.

        Raises
        ------
        TypeError
            If `x` is not an array, or has no dimensions.
        AxisError
            If it has no such axis.
        """
        array = as_array(x, "x")
        if array.ndim == 0:
            raise TypeError(named("an array without dimensions cannot be shuffled"))
        array[...] = self._permuted(array, axis)

    def permuted(self, x, *, axis=None, out=None):
        """Permute each line along an axis independently.

        Parameters
        ----------
        x : dpnp.ndarray
            The array.
        axis : int, optional
            The axis; default: all elements are one line.
        out : dpnp.ndarray, optional
            Where to put the result, of the shape and data type of `x`; may be `x` itself.

        Returns
        -------
        dpnp.ndarray
        """
        x = asarray(x, sycl_queue=None if isinstance(x, array_base) else self._queue)
        generator = self._beside(x)
        if axis is None:
            made = _core.take(x.reshape(-1), generator._order(x.size, x.usm_type), axis=0).reshape(x.shape)
        else:
            axis = _core.normalized_axis(axis, x.ndim)
            order = asarray(_core.argsort(generator._keys(x.shape), axis=axis), usm_type=x.usm_type)
            made = _core.take_along_axis(x, order, axis=axis)
        return store(made, out)

    # ---- samples

    def _indices(self, n: int, shape: tuple):
        """Uniform integers below n."""
        out = self._empty(shape, numpy.int64, "device")
        return self._fill_integers(out, 0, n - 1)

    def _distinct_indices(self, n: int, n_drawn: int):
        """Numbers below n without those that came before; the call waits for their number these are."""
        n_tried = n_drawn + 8
        while True:
            n_tried += n_drawn // 8
            tried = self._indices(n, (n_tried,))
            _, first = _core.unique(tried, True, False, False)
            if first.size >= n_drawn:
                return _core.take(tried, _core.sort(first)[:n_drawn], axis=0)

    def _chosen(self, n, size, replace, p, shuffle=True):
        """Indices below n."""
        shape = as_shape(size)
        n_drawn = 1
        for extent in shape:
            n_drawn *= extent
        if n <= 0 and n_drawn:
            raise ValueError(named("a cannot be empty unless no samples are taken"))
        if p is not None:
            p = _probabilities(p, n, self._queue)
        if as_flag(replace, "replace"):
            if p is None:
                return self._indices(n, shape)
            sums = _core.cumulative_sum(p)
            return _core.searchsorted(sums, self._units(shape) * sums[-1], side="right")
        if n_drawn > n:
            raise ValueError(named("Cannot take a larger sample than population when replace is False"))
        if p is None and _core.RANDOM_SPARSE * n_drawn <= n and n_drawn:
            return self._distinct_indices(n, n_drawn).reshape(shape)
        if p is None:
            return self._order(n)[:n_drawn].reshape(shape)
        if int(_core.count_nonzero(p)) < n_drawn:
            raise ValueError(named("Fewer non-zero entries in p than size"))
        # P. Efraimidis, P. Spirakis, "Weighted random sampling with a reservoir" (2006): the least of exponential times
        # / weights.
        times = _transforms.standard_exponential(self._units((n,))) / p
        return _core.argsort(times)[:n_drawn].reshape(shape)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True, *, usm_type="device"):
        """Take a random sample of a range or of an array's parts.

        Parameters
        ----------
        a : int or array_like
            An int: ``range(a)``.
        size : int or tuple of ints, optional
            Shape of the sample.
        replace : bool, optional
            Whether a part may be taken several times.
        p : array_like, optional
            The parts' probabilities; default: all the same.
        axis : int, optional
            Along which parts lie.
        shuffle : bool, optional
            Ignored: the order of a sample is always random.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory of what is chosen of a range.

        Returns
        -------
        dpnp.ndarray

        Examples
        --------
        >>> x = np.random.choice(np.array([1, 5]), size=100)
        >>> np.isin(x, np.array([1, 5])).all()
        array(True)
        """
        if isinstance(a, (int, numpy.integer)):
            if a <= 0 and 0 not in as_shape(size):
                raise ValueError(named("a must be a positive integer unless no samples are taken"))
            made = self._chosen(int(a), size, replace, p, shuffle)
            return made if usm_type == made.usm_type else asarray(made, usm_type=usm_type)
        a = asarray(a, sycl_queue=None if isinstance(a, array_base) else self._queue)
        if a.ndim == 0:
            raise ValueError(named("a must be a sequence or an integer"))
        axis = _core.normalized_axis(axis, a.ndim)
        indices = self._beside(a)._chosen(a.shape[axis], size, replace, p, shuffle)
        kinds = [a.usm_type, *([p.usm_type] if isinstance(p, array_base) else [])]
        indices = asarray(indices, usm_type=get_coerced_usm_type(kinds))
        shape = a.shape[:axis] + indices.shape + a.shape[axis + 1 :]
        return _core.take(a, indices.reshape(-1), axis=axis).reshape(shape)

    # ---- vectors

    def _counts(self, shape, n, usm_type):
        """Counts of n outcomes, and those of one of them."""
        return [self._empty(extents, self._integer_dtype, usm_type) for extents in ((*shape, n), shape)]

    def _multinomial_of_numbers(self, n, pvals, size, usm_type):
        """`_multinomial` for probabilities in a list, which are checked on the host."""
        p = [float(share) for share in pvals]
        if any(not 0 <= share <= 1 for share in p):
            raise ValueError(named("pvals < 0, pvals > 1 or pvals contains NaNs"))
        if sum(p[:-1]) > 1 + 1e-12:
            raise ValueError(named("sum(pvals[:-1]) > 1.0"))
        n = as_parameter(n, self._queue)
        require("n", n, "< 0, NaN or too large")
        shape = broadcast_shape(size, [n])
        counts, drawn = self._counts(shape, len(p), usm_type)
        left, weight = spread(n, shape), 1.0
        for i, share in enumerate(p[:-1]):
            share_of_left = min(share / weight, 1.0) if weight > 0 else 0.0
            counts[..., i] = self._engine.draw("binomial", (left, share_of_left), drawn)
            left = left - drawn
            weight -= share
        counts[..., -1] = left
        return counts

    def _multinomial(self, n, pvals, size, usm_type):
        if isinstance(pvals, (list, tuple)) and pvals and all(isinstance(share, (int, float)) for share in pvals):
            return self._multinomial_of_numbers(n, pvals, size, usm_type)
        p = as_parameter(list(pvals) if isinstance(pvals, (list, tuple)) else pvals, self._queue)
        if isinstance(p, float) or p.ndim < 1 or p.shape[-1] == 0:
            raise ValueError(
                named("pvals must have at least one dimension and the last dimension of pvals must be greater than 0.")
            )
        if bool(_core.any((p < 0) | (p > 1) | (p != p))):
            raise ValueError(named("pvals < 0, pvals > 1 or pvals contains NaNs"))
        if bool(_core.any(_core.sum(p[..., :-1], axis=-1) > 1 + 1e-12)):
            raise ValueError(named("sum(pvals[:-1]) > 1.0"))
        n = as_parameter(n, self._queue)
        require("n", n, "< 0, NaN or too large")
        shape = broadcast_shape(size, [n, p[..., 0]])
        counts, drawn = self._counts(shape, p.shape[-1], usm_type)
        left, weight = spread(n, shape), 1.0
        for i in range(p.shape[-1] - 1):
            # Conditional binomial method: each count is binomial among the trials left, with the probability among the
            # outcomes left.
            share = _core.clip(p[..., i] / weight, 0.0, 1.0)
            share = _core.where(share == share, share, 0.0)
            counts[..., i] = self._engine.draw("binomial", (left, spread(share, shape)), drawn)
            left = left - drawn
            weight = weight - p[..., i]
        counts[..., -1] = left
        return counts

    @usually_drawn(_core.usual_multinomial)
    def multinomial(self, n, pvals, size=None, *, usm_type="device"):
        """Draw from the multinomial distribution: counts of outcomes in `n` trials; one pass over the result for each
        outcome.

        Parameters
        ----------
        n : int or array_like of ints
            Trials.
        pvals : array_like
            The outcomes' probabilities, along the last axis; the last one is what the others leave.
        size : int or tuple of ints, optional
            Shape, less the outcomes.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
        """
        return self._multinomial(n, pvals, size, usm_type)

    def dirichlet(self, alpha, size=None, *, usm_type="device"):
        """Draw from a Dirichlet distribution: gamma variables, divided by their sum.

        Parameters
        ----------
        alpha : array_like
            The parameters, positive, in one dimension.
        size : int or tuple of ints, optional
            Shape, less the variables.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
        """
        is_plain = type(alpha) in (list, tuple) and len(alpha) > 0
        is_plain = is_plain and all(type(x) in (float, int) and 1e-37 < x < 1e37 for x in alpha)  # also in float32
        most = float(max(alpha)) if is_plain else None
        alpha = as_parameter(list(alpha) if isinstance(alpha, tuple) else alpha, self._queue)
        if isinstance(alpha, float) or alpha.ndim != 1:
            raise ValueError(named("alpha must be a one-dimensional array"))
        if not is_plain:
            require("alpha", alpha, self._rule_of_alpha)
        if alpha.size > 1 and (most if is_plain else float(_core.max(alpha))) < 0.1:
            return self._broken_stick(alpha, as_shape(size), usm_type)
        shape = (*as_shape(size), alpha.size)
        if is_plain:
            out = self._empty(shape, self._real, usm_type)
            made = self._engine.draw("gamma", (spread(alpha, shape), 1.0), out)
        else:
            made = self._drawn("gamma", shape, usm_type, alpha, 1.0)
        return made / _core.sum(made, axis=-1, keepdims=True)

    def _broken_stick(self, alpha, shape, usm_type):
        """Dirichlet variables for parameters so small that all gamma variables may underflow: by stick breaking with
        beta variables."""
        a, b = alpha[:-1], _core.flip(_core.cumulative_sum(_core.flip(alpha[1:])))
        is_drawn = (a > 0) & (b > 0)
        drawn = [_core.where(is_drawn, x, 1.0) for x in (a, b)]
        part = self._drawn("beta", (*shape, alpha.size - 1), usm_type, *drawn)
        part = _core.where(is_drawn, part, _core.where(a > 0, 1.0, 0.0))
        left = _core.cumulative_prod(1 - part, axis=-1, include_initial=True)
        rest = _core.broadcast_to(_core.where(alpha[-1:] > 0, 1.0, 0.0).astype(part.dtype, copy=False), (*shape, 1))
        return left * _core.concat([part, rest], axis=-1)

    def multivariate_normal(
        self, mean, cov, size=None, check_valid="warn", tol=1e-8, *, method="svd", usm_type="device"
    ):
        """Draw vectors of normal variables of a given covariance.

        Parameters
        ----------
        mean : array_like
            Means, in one dimension.
        cov : array_like
            Covariances: symmetric, no eigenvalue negative.
        size : int or tuple of ints, optional
            Shape, less the variables.
        check_valid : {'warn', 'raise', 'ignore'}, optional
            What to do if `cov` is not positive semidefinite.
        tol : float, optional
            The tolerance of that check.
        method : {'svd', 'eigh', 'cholesky'}, optional
            The factorization of the covariance matrix.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
        """
        as_word(method, "method", ("svd", "eigh", "cholesky"))
        as_word(check_valid, "check_valid", ("warn", "raise", "ignore"))
        tol = as_real(tol, "tol")
        mean, cov = (as_parameter(list(x) if isinstance(x, tuple) else x, self._queue) for x in (mean, cov))
        if isinstance(mean, float) or mean.ndim != 1:
            raise ValueError(named("mean must be 1 dimensional"))
        if isinstance(cov, float) or cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
            raise ValueError(named("cov must be 2 dimensional and square"))
        if mean.shape[0] != cov.shape[0]:
            raise ValueError(named("mean and cov must have same length"))
        root = _root(cov, method, check_valid, tol)
        normal = self._normals((*as_shape(size), mean.shape[0]), usm_type)
        return _core.matmul(normal.reshape(-1, mean.shape[0]), root).reshape(normal.shape) + mean

    def multivariate_hypergeometric(self, colors, nsample, size=None, method="marginals", *, usm_type="device"):
        """Draw from the multivariate hypergeometric distribution: counts of colours in a sample without replacement;
        one pass for each colour.

        Parameters
        ----------
        colors : sequence of int
            How many there are of each colour.
        nsample : int
            The sample, of at most all.
        size : int or tuple of ints, optional
            Shape, less the colours.
        method : {'marginals', 'count'}, optional
            Ignored: both use marginals.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
        """
        as_word(method, "method", ("marginals", "count"))
        colors = colors.tolist() if hasattr(colors, "tolist") else as_items(colors, "colors", "a sequence of ints")
        colors = [as_int(n, "colors") for n in (colors if isinstance(colors, list) else [colors])]
        nsample = as_int(nsample, "nsample")
        if any(n < 0 for n in colors):
            raise ValueError(named("colors must not contain negative integers"))
        if nsample < 0:
            raise ValueError(named("nsample must be nonnegative."))
        rest = sum(colors)
        if nsample > rest:
            raise ValueError(named("nsample > sum(colors)"))
        shape, left = as_shape(size), float(nsample)
        counts, drawn = self._counts(shape, len(colors), usm_type)
        for i, n in enumerate(colors[:-1]):
            rest -= n
            counts[..., i] = self._engine.draw("hypergeometric", (float(n), float(rest), left), drawn)
            left = left - drawn
        if colors:
            counts[..., -1] = left
        return counts


def _probabilities(p, n: int, queue):
    """Checked probabilities on the queue; the check waits for them."""
    p = as_parameter(list(p) if isinstance(p, tuple) else p, queue)
    if isinstance(p, float) or p.ndim != 1:
        raise ValueError(named("p must be 1-dimensional"))
    if p.size != n:
        raise ValueError(named("a and p must have same size"))
    if bool(_core.any((p < 0) | (p != p))):
        raise ValueError(named("Probabilities are not non-negative"))
    if not abs(float(_core.sum(p)) - 1) < 1e-8**0.5 * 1.1:
        raise ValueError(named("Probabilities do not sum to 1. See Notes section of docstring for more information."))
    return p


def _root(cov, method: str, check_valid: str, tol: float):
    """A matrix r with r^T r = cov, and the message if there is none."""
    if method == "cholesky":
        return moveaxis(linalg.cholesky(cov), 0, 1)
    if method == "eigh":
        values, vectors = linalg.eigh(cov)
        root = moveaxis(vectors * sqrt(maximum(values, 0.0)), 0, 1)
    else:
        _, values, vectors = linalg.svd(cov)
        root = vectors * sqrt(values).reshape(-1, 1)
    if check_valid != "ignore":
        size = float(largest(abs(cov)))
        if not bool(allclose(_core.matmul(moveaxis(root, 0, 1), root), cov, rtol=tol, atol=tol * max(size, 1.0))):
            if check_valid == "raise":
                raise ValueError(named("covariance is not symmetric positive-semidefinite."))
            warnings.warn(
                "covariance is not symmetric positive-semidefinite.", RuntimeWarning, stacklevel=caller_depth()
            )
    return root
