"""The distributions of `RandomState` and `Generator`, from the uniform and normal numbers and keys that these provide.

Distributions by transformation take two passes over the device's memory (`_transforms`); distributions by rejection
take one, in which each element has its own stream (src/defs/distributions.def). Results do not depend on the number of
threads.
"""

from __future__ import annotations

import math

from dpctl.tensor._copy_utils import default_real
from dpctl.tensor._device import normalize_queue_device
from opendpex._messages import named

from .._creation.arrays import empty
from . import _transforms
from ._parameters import as_parameter, as_shape, broadcast_shape, require, spread, usually_drawn

from opendpex import _core  # isort: skip
from .._indexing.searching import where

__all__ = ["Distributions"]


_NUMBERS = {float, int}

_core.transform_random_by(vars(_transforms))


class Distributions:
    """Methods that return arrays of random numbers; subclasses provide the engine (`_engine`)."""

    _integer_dtype = None
    _rule_of_sample = "< 0, NaN or too large"
    _most_of_a_kind = _most_mean = math.inf  # upper limits of parameters of `hypergeometric` and `negative_binomial`
    _is_one_word = False  # uniform numbers have the bits of one word, normal ones come in pairs (include/dpex/random.h)

    def __init__(self, device=None, sycl_queue=None):
        self._queue = normalize_queue_device(sycl_queue=sycl_queue, device=device)
        self._real = default_real(self._queue)

    # ---- parts

    def __repr__(self):
        return f"{self} at 0x{id(self):X}"

    def _fill_uniform(self, out, low=0.0, width=1.0):
        return self._engine.uniform(out, low, width, self._is_one_word)

    def _fill_normal(self, out, mean=0.0, scale=1.0):
        return self._engine.normal(out, mean, scale, self._is_one_word)

    def _fill_integers(self, out, start, range):
        """Integers from `start` to `start + range`, both included, modulo 2**64."""
        return self._engine.integers(out, start & 0xFFFFFFFFFFFFFFFF, range)

    def _empty(self, shape, dtype, usm_type):
        return empty(shape, dtype=dtype, usm_type=usm_type, sycl_queue=self._queue)

    def _units(self, shape, usm_type="device"):
        return self._engine.new_uniform(shape, self._queue, self._real, usm_type, 0.0, 1.0, self._is_one_word)

    def _normals(self, shape, usm_type="device", mean=0.0, scale=1.0):
        return self._engine.new_normal(shape, self._queue, self._real, usm_type, mean, scale, self._is_one_word)

    def _parameters(self, size, *values):
        """The result's shape, and the parameters as floats and arrays."""
        if _NUMBERS.issuperset(map(type, values)):
            return as_shape(size), tuple(map(float, values))  # the usual case
        values = [as_parameter(value, self._queue) for value in values]
        return broadcast_shape(size, values), values

    def _transformed(self, transform, size, usm_type, *values):
        shape, values = self._parameters(size, *values)
        return transform(self._units(shape, usm_type), *values)

    def _drawn(self, name, size, usm_type, *values, dtype=None, out=None):
        shape, values = self._parameters(size if out is None else out.shape, *values)
        if out is None:
            out = self._empty(shape, dtype or self._real, usm_type)
        if type(values) is not tuple:
            values = tuple([spread(value, shape) for value in values])
        return self._engine.draw(name, values, out)

    def _check(self, rule, **values):
        suits_above_zero = rule == "< 0" or rule == "<= 0"
        for name, value in values.items():
            if suits_above_zero and (type(value) is float or type(value) is int) and value > 0:
                continue
            require(name, as_parameter(value, self._queue), rule)

    # ---- by transformation

    @usually_drawn(_core.usual_exponential)
    def exponential(self, scale=1.0, size=None, *, usm_type="device"):
        """Draw from an exponential distribution.

        Parameters
        ----------
        scale : float or array_like of floats
            The mean, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.exponential, size, usm_type, scale)

    @usually_drawn(_core.usual_gumbel)
    def gumbel(self, loc=0.0, scale=1.0, size=None, *, usm_type="device"):
        """Draw from a Gumbel distribution.

        Parameters
        ----------
        loc : float or array_like of floats
            The mode.
        scale : float or array_like of floats
            The scale, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.gumbel, size, usm_type, loc, scale)

    @usually_drawn(_core.usual_laplace)
    def laplace(self, loc=0.0, scale=1.0, size=None, *, usm_type="device"):
        """Draw from a Laplace distribution.

        Parameters
        ----------
        loc : float or array_like of floats
            The mean.
        scale : float or array_like of floats
            The scale, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.laplace, size, usm_type, loc, scale)

    @usually_drawn(_core.usual_logistic)
    def logistic(self, loc=0.0, scale=1.0, size=None, *, usm_type="device"):
        """Draw from a logistic distribution.

        Parameters
        ----------
        loc : float or array_like of floats
            The mean.
        scale : float or array_like of floats
            The scale, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.logistic, size, usm_type, loc, scale)

    @usually_drawn(_core.usual_lognormal)
    def lognormal(self, mean=0.0, sigma=1.0, size=None, *, usm_type="device"):
        """Draw numbers whose logarithms are normal.

        Parameters
        ----------
        mean : float or array_like of floats
            Mean of the logarithm.
        sigma : float or array_like of floats
            Its deviation, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0", sigma=sigma)
        shape, values = self._parameters(size, mean, sigma)
        return _transforms.lognormal(self._normals(shape, usm_type), *values)

    @usually_drawn(_core.usual_pareto)
    def pareto(self, a, size=None, *, usm_type="device"):
        """Draw from a Pareto II (Lomax) distribution.

        Parameters
        ----------
        a : float or array_like of floats
            The shape, positive.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0", a=a)
        return self._transformed(_transforms.pareto, size, usm_type, a)

    @usually_drawn(_core.usual_power)
    def power(self, a, size=None, *, usm_type="device"):
        """Draw from [0, 1] with density ``a x**(a - 1)``.

        Parameters
        ----------
        a : float or array_like of floats
            The power, positive.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0", a=a)
        return self._transformed(_transforms.power, size, usm_type, a)

    @usually_drawn(_core.usual_rayleigh)
    def rayleigh(self, scale=1.0, size=None, *, usm_type="device"):
        """Draw from a Rayleigh distribution.

        Parameters
        ----------
        scale : float or array_like of floats
            The mode, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.rayleigh, size, usm_type, scale)

    @usually_drawn(_core.usual_standard_cauchy)
    def standard_cauchy(self, size=None, *, usm_type="device"):
        """Draw from a Cauchy distribution with mode 0.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        return _transforms.standard_cauchy(self._units(as_shape(size), usm_type))

    @usually_drawn(_core.usual_triangular)
    def triangular(self, left, mode, right, size=None, *, usm_type="device"):
        """Draw from a triangular distribution.

        Parameters
        ----------
        left : float or array_like of floats
            The lower end.
        mode : float or array_like of floats
            The peak.
        right : float or array_like of floats
            The upper end, above the lower.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        shape, (left, mode, right) = self._parameters(size, left, mode, right)
        for lower, upper, problem in ((left, mode, "left > mode"), (mode, right, "mode > right")):
            if bool(_any(lower > upper)):
                raise ValueError(named(problem))
        if bool(_any(left == right)):
            raise ValueError(named("left == right"))
        return _transforms.triangular(self._units(shape, usm_type), left, mode, right)

    @usually_drawn(_core.usual_weibull)
    def weibull(self, a, size=None, *, usm_type="device"):
        """Draw from a Weibull distribution.

        Parameters
        ----------
        a : float or array_like of floats
            The shape, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0", a=a)
        shape, (a,) = self._parameters(size, a)
        u = self._units(shape, usm_type)
        if isinstance(a, float):
            return _transforms.weibull(u, a) if a else u * 0.0
        return where(a == 0, 0.0, _transforms.weibull(u, a))

    # ---- by rejection

    @usually_drawn(_core.usual_beta)
    def beta(self, a, b, size=None, *, usm_type="device"):
        """Draw from a beta distribution.

        Parameters
        ----------
        a : float or array_like of floats
            Alpha, positive.
        b : float or array_like of floats
            Beta, positive.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0", a=a, b=b)
        return self._drawn("beta", size, usm_type, a, b)

    @usually_drawn(_core.usual_chisquare)
    def chisquare(self, df, size=None, *, usm_type="device"):
        """Draw from a chi-square distribution.

        Parameters
        ----------
        df : float or array_like of floats
            Degrees of freedom, positive.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0", df=df)
        return self._drawn("chisquare", size, usm_type, df)

    @usually_drawn(_core.usual_f)
    def f(self, dfnum, dfden, size=None, *, usm_type="device"):
        """Draw from an F distribution.

        Parameters
        ----------
        dfnum : float or array_like of floats
            Degrees of freedom above, positive.
        dfden : float or array_like of floats
            Degrees of freedom below, positive.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0", dfnum=dfnum, dfden=dfden)
        return self._drawn("f", size, usm_type, dfnum, dfden)

    @usually_drawn(_core.usual_gamma)
    def gamma(self, shape, scale=1.0, size=None, *, usm_type="device"):
        """Draw from a gamma distribution.

        Parameters
        ----------
        shape : float or array_like of floats
            The shape, not negative.
        scale : float or array_like of floats
            The scale, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0", shape=shape, scale=scale)
        return self._drawn("gamma", size, usm_type, shape, scale)

    @usually_drawn(_core.usual_noncentral_chisquare)
    def noncentral_chisquare(self, df, nonc, size=None, *, usm_type="device"):
        """Draw from a non-central chi-square distribution.

        Parameters
        ----------
        df : float or array_like of floats
            Degrees of freedom, positive.
        nonc : float or array_like of floats
            Non-centrality, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0", df=df)
        self._check("< 0", nonc=nonc)
        return self._drawn("noncentral_chisquare", size, usm_type, df, nonc)

    @usually_drawn(_core.usual_noncentral_f)
    def noncentral_f(self, dfnum, dfden, nonc, size=None, *, usm_type="device"):
        """Draw from a non-central F distribution.

        Parameters
        ----------
        dfnum : float or array_like of floats
            Degrees of freedom above, positive.
        dfden : float or array_like of floats
            Degrees of freedom below, positive.
        nonc : float or array_like of floats
            Non-centrality, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0", dfnum=dfnum, dfden=dfden)
        self._check("< 0", nonc=nonc)
        return self._drawn("noncentral_f", size, usm_type, dfnum, dfden, nonc)

    @usually_drawn(_core.usual_standard_t)
    def standard_t(self, df, size=None, *, usm_type="device"):
        """Draw from Student's t distribution.

        Parameters
        ----------
        df : float or array_like of floats
            Degrees of freedom, positive.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0", df=df)
        return self._drawn("standard_t", size, usm_type, df)

    @usually_drawn(_core.usual_vonmises)
    def vonmises(self, mu, kappa, size=None, *, usm_type="device"):
        """Draw angles from a von Mises distribution.

        Parameters
        ----------
        mu : float or array_like of floats
            The mode.
        kappa : float or array_like of floats
            The concentration, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0", kappa=kappa)
        return self._drawn("vonmises", size, usm_type, mu, kappa)

    @usually_drawn(_core.usual_wald)
    def wald(self, mean, scale, size=None, *, usm_type="device"):
        """Draw from a Wald (inverse Gaussian) distribution.

        Parameters
        ----------
        mean : float or array_like of floats
            The mean, positive.
        scale : float or array_like of floats
            The scale, positive.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of the device's default real type; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0", mean=mean, scale=scale)
        return self._drawn("wald", size, usm_type, mean, scale)

    # ---- integers by rejection

    def _counted(self, name, size, usm_type, *values):
        return self._drawn(name, size, usm_type, *values, dtype=self._integer_dtype)

    @usually_drawn(_core.usual_binomial)
    def binomial(self, n, p, size=None, *, usm_type="device"):
        """Draw from a binomial distribution.

        Parameters
        ----------
        n : float or array_like of floats
            Trials, not negative.
        p : float or array_like of floats
            Probability of a success.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of integers; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0, NaN or too large", n=n)
        self._check("< 0, > 1 or NaN", p=p)
        return self._counted("binomial", size, usm_type, _whole(n), p)

    @usually_drawn(_core.usual_geometric)
    def geometric(self, p, size=None, *, usm_type="device"):
        """Draw how many trials the first success takes.

        Parameters
        ----------
        p : float or array_like of floats
            Probability of a success, positive.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of integers; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0, > 1 or NaN", p=p)
        return self._counted("geometric", size, usm_type, p)

    @usually_drawn(_core.usual_hypergeometric)
    def hypergeometric(self, ngood, nbad, nsample, size=None, *, usm_type="device"):
        """Draw how many of a sample without replacement are good.

        Parameters
        ----------
        ngood : float or array_like of floats
            Good ones, not negative.
        nbad : float or array_like of floats
            Bad ones, not negative.
        nsample : float or array_like of floats
            The sample, not negative, of at most all.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of integers; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0, NaN or too large", ngood=ngood, nbad=nbad)
        self._check(self._rule_of_sample, nsample=nsample)
        shape, (good, bad, sample) = self._parameters(size, _whole(ngood), _whole(nbad), _whole(nsample))
        if bool(_any(good + bad < sample)):
            raise ValueError(named("ngood + nbad < nsample"))
        most = self._most_of_a_kind
        if bool(_any(good >= most)) or bool(_any(bad >= most)):
            raise ValueError(named(f"both ngood and nbad must be less than {most}"))
        return self._counted("hypergeometric", shape, usm_type, good, bad, sample)

    @usually_drawn(_core.usual_logseries)
    def logseries(self, p, size=None, *, usm_type="device"):
        """Draw from a logarithmic series distribution.

        Parameters
        ----------
        p : float or array_like of floats
            The shape, from 0 to below 1.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of integers; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0, >= 1 or NaN", p=p)
        return self._counted("logseries", size, usm_type, p)

    @usually_drawn(_core.usual_negative_binomial)
    def negative_binomial(self, n, p, size=None, *, usm_type="device"):
        """Draw how many failures come before n successes.

        Parameters
        ----------
        n : float or array_like of floats
            Successes, positive.
        p : float or array_like of floats
            Probability of one, positive.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of integers; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 0 or NaN", n=n)
        self._check("<= 0, > 1 or NaN", p=p)
        if self._most_mean < math.inf:
            n, p = (as_parameter(value, self._queue) for value in (n, p))
            if bool(_any((1 - p) / p * (n + 10 * n**0.5) > self._most_mean)):
                raise ValueError(named("n too large or p too small: the numbers would not be integers of 64 bits"))
        return self._counted("negative_binomial", size, usm_type, n, p)

    @usually_drawn(_core.usual_poisson)
    def poisson(self, lam=1.0, size=None, *, usm_type="device"):
        """Draw from a Poisson distribution.

        Parameters
        ----------
        lam : float or array_like of floats
            The mean, not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of integers; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("< 0, NaN or too large", lam=lam)
        return self._counted("poisson", size, usm_type, lam)

    @usually_drawn(_core.usual_zipf)
    def zipf(self, a, size=None, *, usm_type="device"):
        """Draw from a Zipf distribution.

        Parameters
        ----------
        a : float or array_like of floats
            The power, above 1.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
            Of integers; without dimensions where `size` is None and the parameters are numbers.

        Raises
        ------
        ValueError
            If a parameter is out of range; for arrays the call waits to check.
        """
        self._check("<= 1 or NaN", a=a)
        return self._counted("zipf", size, usm_type, a)


def _any(condition):
    return condition if isinstance(condition, bool) else _core.any(condition)


def _whole(value):
    """A count as an integer; floats are truncated, as NumPy does with integral floats."""
    if isinstance(value, float) and value == value and abs(value) < 1e300:
        if value != int(value):
            raise TypeError(named(f"Cannot cast {value!r} to an integer"))
    return value
