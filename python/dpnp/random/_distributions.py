"""The distributions of `RandomState` and `Generator`, from the uniform and normal numbers and keys that these provide.

Distributions by transformation take two passes over the device's memory (`_transforms`); distributions by rejection
take one, in which each element has its own stream (src/defs/distributions.def). Results do not depend on the number of
threads.
"""

from __future__ import annotations

import math

from dpctl.tensor._device import normalize_queue_device

from .._creation.arrays import empty
from . import _transforms
from ._parameters import as_parameter, as_shape, broadcast_shape, default_real, require, spread

from opendpex import _core  # isort: skip
from .._indexing.searching import where

__all__ = ["Distributions"]

_DOC = """{what}

Parameters
----------
{parameters}size : int or tuple of ints, optional
    Shape; default: what the parameters broadcast to.
usm_type : {{'device', 'shared', 'host'}}, optional
    Kind of memory.

Returns
-------
dpnp.ndarray
    {kind}; without dimensions where `size` is None and the parameters are numbers.

Raises
------
ValueError
    If a parameter is out of range; for arrays the call waits to check.
"""


def _documented(what: str, kind: str = "Of the device's default real type", **parameters):
    def decorate(method):
        lines = "".join(f"{name} : float or array_like of floats\n    {text}\n" for name, text in parameters.items())
        method.__doc__ = _DOC.format(what=what, parameters=lines, kind=kind)
        return method

    return decorate


_INTEGERS = "Of integers"


class Distributions:
    """Methods that return arrays of random numbers; subclasses provide the engine (`_engine`)."""

    _integer_dtype = None
    _rule_of_sample = "< 0, NaN or too large"
    _most_of_a_kind = _most_mean = math.inf  # upper limits of parameters of `hypergeometric` and `negative_binomial`
    _is_one_word = False  # uniform numbers have the bits of one word, normal ones come in pairs (include/dpex/random.h)

    def __init__(self, device=None, sycl_queue=None):
        self._queue = normalize_queue_device(sycl_queue=sycl_queue, device=device)
        self._real = default_real(self._queue)

    # ---- provided by subclasses

    def _key(self) -> tuple:
        """Two unused 64-bit words."""
        raise NotImplementedError

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
        return self._fill_uniform(self._empty(shape, self._real, usm_type))

    def _parameters(self, size, *values):
        """The result's shape, and the parameters as floats and arrays."""
        values = [as_parameter(value, self._queue) for value in values]
        return broadcast_shape(size, values), values

    def _transformed(self, transform, size, usm_type, *values):
        shape, values = self._parameters(size, *values)
        return transform(self._units(shape, usm_type), *values)

    def _drawn(self, name, size, usm_type, *values, dtype=None, out=None):
        shape, values = self._parameters(size if out is None else out.shape, *values)
        if out is None:
            out = self._empty(shape, dtype or self._real, usm_type)
        return _core.random_draw(name, *self._key(), tuple([spread(value, shape) for value in values]), out)

    def _check(self, rule, **values):
        suits_above_zero = rule == "< 0" or rule == "<= 0"
        for name, value in values.items():
            if suits_above_zero and (type(value) is float or type(value) is int) and value > 0:
                continue
            require(name, as_parameter(value, self._queue), rule)

    # ---- by transformation

    @_documented("Draw from an exponential distribution.", scale="The mean, not negative.")
    def exponential(self, scale=1.0, size=None, *, usm_type="device"):
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.exponential, size, usm_type, scale)

    @_documented("Draw from a Gumbel distribution.", loc="The mode.", scale="The scale, not negative.")
    def gumbel(self, loc=0.0, scale=1.0, size=None, *, usm_type="device"):
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.gumbel, size, usm_type, loc, scale)

    @_documented("Draw from a Laplace distribution.", loc="The mean.", scale="The scale, not negative.")
    def laplace(self, loc=0.0, scale=1.0, size=None, *, usm_type="device"):
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.laplace, size, usm_type, loc, scale)

    @_documented("Draw from a logistic distribution.", loc="The mean.", scale="The scale, not negative.")
    def logistic(self, loc=0.0, scale=1.0, size=None, *, usm_type="device"):
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.logistic, size, usm_type, loc, scale)

    @_documented(
        "Draw numbers whose logarithms are normal.", mean="Mean of the logarithm.", sigma="Its deviation, not negative."
    )
    def lognormal(self, mean=0.0, sigma=1.0, size=None, *, usm_type="device"):
        self._check("< 0", sigma=sigma)
        shape, values = self._parameters(size, mean, sigma)
        return _transforms.lognormal(self._fill_normal(self._empty(shape, self._real, usm_type)), *values)

    @_documented("Draw from a Pareto II (Lomax) distribution.", a="The shape, positive.")
    def pareto(self, a, size=None, *, usm_type="device"):
        self._check("<= 0", a=a)
        return self._transformed(_transforms.pareto, size, usm_type, a)

    @_documented("Draw from [0, 1] with density ``a x**(a - 1)``.", a="The power, positive.")
    def power(self, a, size=None, *, usm_type="device"):
        self._check("<= 0", a=a)
        return self._transformed(_transforms.power, size, usm_type, a)

    @_documented("Draw from a Rayleigh distribution.", scale="The mode, not negative.")
    def rayleigh(self, scale=1.0, size=None, *, usm_type="device"):
        self._check("< 0", scale=scale)
        return self._transformed(_transforms.rayleigh, size, usm_type, scale)

    @_documented("Draw from a Cauchy distribution with mode 0.")
    def standard_cauchy(self, size=None, *, usm_type="device"):
        return _transforms.standard_cauchy(self._units(as_shape(size), usm_type))

    @_documented(
        "Draw from a triangular distribution.",
        left="The lower end.",
        mode="The peak.",
        right="The upper end, above the lower.",
    )
    def triangular(self, left, mode, right, size=None, *, usm_type="device"):
        shape, (left, mode, right) = self._parameters(size, left, mode, right)
        for lower, upper, problem in ((left, mode, "left > mode"), (mode, right, "mode > right")):
            if bool(_any(lower > upper)):
                raise ValueError(problem)
        if bool(_any(left == right)):
            raise ValueError("left == right")
        return _transforms.triangular(self._units(shape, usm_type), left, mode, right)

    @_documented("Draw from a Weibull distribution.", a="The shape, not negative.")
    def weibull(self, a, size=None, *, usm_type="device"):
        self._check("< 0", a=a)
        shape, (a,) = self._parameters(size, a)
        u = self._units(shape, usm_type)
        if isinstance(a, float):
            return _transforms.weibull(u, a) if a else u * 0.0
        return where(a == 0, 0.0, _transforms.weibull(u, a))

    # ---- by rejection

    @_documented("Draw from a beta distribution.", a="Alpha, positive.", b="Beta, positive.")
    def beta(self, a, b, size=None, *, usm_type="device"):
        self._check("<= 0", a=a, b=b)
        return self._drawn("beta", size, usm_type, a, b)

    @_documented("Draw from a chi-square distribution.", df="Degrees of freedom, positive.")
    def chisquare(self, df, size=None, *, usm_type="device"):
        self._check("<= 0", df=df)
        return self._drawn("chisquare", size, usm_type, df)

    @_documented(
        "Draw from an F distribution.",
        dfnum="Degrees of freedom above, positive.",
        dfden="Degrees of freedom below, positive.",
    )
    def f(self, dfnum, dfden, size=None, *, usm_type="device"):
        self._check("<= 0", dfnum=dfnum, dfden=dfden)
        return self._drawn("f", size, usm_type, dfnum, dfden)

    @_documented("Draw from a gamma distribution.", shape="The shape, not negative.", scale="The scale, not negative.")
    def gamma(self, shape, scale=1.0, size=None, *, usm_type="device"):
        self._check("< 0", shape=shape, scale=scale)
        return self._drawn("gamma", size, usm_type, shape, scale)

    @_documented(
        "Draw from a non-central chi-square distribution.",
        df="Degrees of freedom, positive.",
        nonc="Non-centrality, not negative.",
    )
    def noncentral_chisquare(self, df, nonc, size=None, *, usm_type="device"):
        self._check("<= 0", df=df)
        self._check("< 0", nonc=nonc)
        return self._drawn("noncentral_chisquare", size, usm_type, df, nonc)

    @_documented(
        "Draw from a non-central F distribution.",
        dfnum="Degrees of freedom above, positive.",
        dfden="Degrees of freedom below, positive.",
        nonc="Non-centrality, not negative.",
    )
    def noncentral_f(self, dfnum, dfden, nonc, size=None, *, usm_type="device"):
        self._check("<= 0", dfnum=dfnum, dfden=dfden)
        self._check("< 0", nonc=nonc)
        return self._drawn("noncentral_f", size, usm_type, dfnum, dfden, nonc)

    @_documented("Draw from Student's t distribution.", df="Degrees of freedom, positive.")
    def standard_t(self, df, size=None, *, usm_type="device"):
        self._check("<= 0", df=df)
        return self._drawn("standard_t", size, usm_type, df)

    @_documented("Draw angles from a von Mises distribution.", mu="The mode.", kappa="The concentration, not negative.")
    def vonmises(self, mu, kappa, size=None, *, usm_type="device"):
        self._check("< 0", kappa=kappa)
        return self._drawn("vonmises", size, usm_type, mu, kappa)

    @_documented(
        "Draw from a Wald (inverse Gaussian) distribution.", mean="The mean, positive.", scale="The scale, positive."
    )
    def wald(self, mean, scale, size=None, *, usm_type="device"):
        self._check("<= 0", mean=mean, scale=scale)
        return self._drawn("wald", size, usm_type, mean, scale)

    # ---- integers by rejection

    def _counted(self, name, size, usm_type, *values):
        return self._drawn(name, size, usm_type, *values, dtype=self._integer_dtype)

    @_documented(
        "Draw from a binomial distribution.", _INTEGERS, n="Trials, not negative.", p="Probability of a success."
    )
    def binomial(self, n, p, size=None, *, usm_type="device"):
        self._check("< 0, NaN or too large", n=n)
        self._check("< 0, > 1 or NaN", p=p)
        return self._counted("binomial", size, usm_type, _whole(n), p)

    @_documented("Draw how many trials the first success takes.", _INTEGERS, p="Probability of a success, positive.")
    def geometric(self, p, size=None, *, usm_type="device"):
        self._check("<= 0, > 1 or NaN", p=p)
        return self._counted("geometric", size, usm_type, p)

    @_documented(
        "Draw how many of a sample without replacement are good.",
        _INTEGERS,
        ngood="Good ones, not negative.",
        nbad="Bad ones, not negative.",
        nsample="The sample, not negative, of at most all.",
    )
    def hypergeometric(self, ngood, nbad, nsample, size=None, *, usm_type="device"):
        self._check("< 0, NaN or too large", ngood=ngood, nbad=nbad)
        self._check(self._rule_of_sample, nsample=nsample)
        shape, (good, bad, sample) = self._parameters(size, _whole(ngood), _whole(nbad), _whole(nsample))
        if bool(_any(good + bad < sample)):
            raise ValueError("ngood + nbad < nsample")
        most = self._most_of_a_kind
        if bool(_any(good >= most)) or bool(_any(bad >= most)):
            raise ValueError(f"both ngood and nbad must be less than {most}")
        return self._counted("hypergeometric", shape, usm_type, good, bad, sample)

    @_documented("Draw from a logarithmic series distribution.", _INTEGERS, p="The shape, from 0 to below 1.")
    def logseries(self, p, size=None, *, usm_type="device"):
        self._check("< 0, >= 1 or NaN", p=p)
        return self._counted("logseries", size, usm_type, p)

    @_documented(
        "Draw how many failures come before n successes.",
        _INTEGERS,
        n="Successes, positive.",
        p="Probability of one, positive.",
    )
    def negative_binomial(self, n, p, size=None, *, usm_type="device"):
        self._check("<= 0 or NaN", n=n)
        self._check("<= 0, > 1 or NaN", p=p)
        if self._most_mean < math.inf:
            n, p = (as_parameter(value, self._queue) for value in (n, p))
            if bool(_any((1 - p) / p * (n + 10 * n**0.5) > self._most_mean)):
                raise ValueError("n too large or p too small: the numbers would not be integers of 64 bits")
        return self._counted("negative_binomial", size, usm_type, n, p)

    @_documented("Draw from a Poisson distribution.", _INTEGERS, lam="The mean, not negative.")
    def poisson(self, lam=1.0, size=None, *, usm_type="device"):
        self._check("< 0, NaN or too large", lam=lam)
        return self._counted("poisson", size, usm_type, lam)

    @_documented("Draw from a Zipf distribution.", _INTEGERS, a="The power, above 1.")
    def zipf(self, a, size=None, *, usm_type="device"):
        self._check("<= 1 or NaN", a=a)
        return self._counted("zipf", size, usm_type, a)


def _any(condition):
    return condition if isinstance(condition, bool) else _core.any(condition)


def _whole(value):
    """A count as an integer; floats are truncated, as NumPy does with integral floats."""
    if isinstance(value, float) and value == value and abs(value) < 1e300:
        if value != int(value):
            raise TypeError(f"Cannot cast {value!r} to an integer")
    return value
