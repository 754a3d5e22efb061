"""`Generator` and `default_rng`: NumPy's Generator interface on any device."""

from __future__ import annotations

import numpy

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_dtype, as_flag, as_int, as_whole, as_word, named

from .._arrays import as_array
from .._ufunc.functions import floor
from . import _transforms
from ._bit_generators import PCG64, BitGenerator
from ._parameters import as_parameter, as_shape, broadcast_shape, require, usually_drawn
from ._sampling import Sampling

__all__ = ["Generator", "default_rng"]


class Generator(Sampling):
    """Random numbers on a device, from a bit generator.

    `random`, `uniform` with numbers as ends, `integers` with numbers as ends, and `bytes` give NumPy's numbers for a
    bit generator of the same name and seed; the other methods follow the same distributions with other numbers. Numbers
    do not depend on the number of threads and, up to rounding of functions such as the logarithm, on the device.
    Numbers are generated on the device itself by bit generators that can skip ahead: `Philox`, `PCG64`, `PCG64DXSM`.
    The words of others are generated in sequence on the host, and copied to devices that it does not compute for.

    Parameters
    ----------
    bit_generator : BitGenerator
        The bit generator.
    device : str, SyclDevice, SyclQueue or Device, optional
        Where arrays are made; default: the default device.
    sycl_queue : SyclQueue, optional
        The queue of the arrays.
    """

    _integer_dtype = numpy.dtype(numpy.int64)
    _most_of_a_kind = 10**9
    _most_mean = 2.0**63 - 10 * 2.0**31.5  # ten standard deviations below the maximum of int64

    def __init__(self, bit_generator, device=None, sycl_queue=None):
        super().__init__(device, sycl_queue)
        if not isinstance(bit_generator, BitGenerator):
            raise TypeError(
                named(f"Generator takes a bit generator of dpnp.random, not {type(bit_generator).__name__}")
            )
        self._bit_generator = bit_generator
        self._engine = bit_generator._engine.shared()
        self._engine.allocate_on(self._queue, self._real, False)

    @property
    def bit_generator(self) -> BitGenerator:
        """The bit generator."""
        return self._bit_generator

    @property
    def sycl_queue(self):
        """The queue of the arrays."""
        return self._queue

    def spawn(self, n_children: int) -> list:
        """Return `n_children` generators on the same queue with independent seeds.

        Parameters
        ----------
        n_children : int
            How many.

        Returns
        -------
        list of Generator
        """
        return [Generator(child, sycl_queue=self._queue) for child in self._bit_generator.spawn(n_children)]

    def __getstate__(self):
        return {"bit_generator": self._bit_generator, "device": self._queue.sycl_device.filter_string}

    def __setstate__(self, state):
        Generator.__init__(self, state["bit_generator"], device=state["device"])

    def __str__(self):
        return f"Generator({type(self._bit_generator).__name__})"

    # ---- for the other methods

    def _into(self, size, dtype, out, usm_type="device"):
        """(the array to fill, the array to return): new, or `out`."""
        dtype = self._real if dtype is None or (dtype is float and out is None) else as_dtype(dtype)
        if dtype not in (numpy.float32, numpy.float64):
            raise TypeError(named(f"Unsupported dtype {dtype!r}"))
        if out is None:
            return self._empty(as_shape(size), dtype, usm_type), None
        array = as_array(out, "out")
        if array.dtype != dtype:
            raise TypeError(named(f"Supplied output array has the wrong type. Expected {dtype}, got {array.dtype}"))
        if size is not None and as_shape(size) != array.shape:
            raise ValueError(named("size must match out.shape when used together"))
        self._beside(array)
        return self._empty(array.shape, dtype, array.usm_type), array

    @staticmethod
    def _returned(made, out):
        if out is None:
            return made
        out[...] = made
        return out

    # ---- numbers

    @usually_drawn(_core.usual_random)
    def random(self, size=None, dtype=numpy.float64, out=None, *, usm_type="device"):
        """Draw from [0, 1): NumPy's numbers.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape.
        dtype : {float64, float32}, optional
            Data type; None: the device's default real type.
        out : dpnp.ndarray, optional
            Where to put the numbers.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
        """
        if out is None and dtype is numpy.float64:  # the usual case
            shape = as_shape(size)
            return self._engine.new_uniform(shape, self._queue, self._real, usm_type, 0.0, 1.0, False)
        made, out = self._into(size, self._default(dtype), out, usm_type)
        return self._returned(self._fill_uniform(made), out)

    def _default(self, dtype):
        """NumPy's default dtype stands for the default of the device."""
        return None if dtype is numpy.float64 and self._real != numpy.float64 else dtype

    @usually_drawn(_core.usual_standard_normal)
    def standard_normal(self, size=None, dtype=numpy.float64, out=None, *, usm_type="device"):
        """Draw from the standard normal distribution.

        Parameters
        ----------
        size, dtype, out, usm_type : optional
            As in `random`.

        Returns
        -------
        dpnp.ndarray
        """
        if out is None and dtype is numpy.float64:
            return self._normals(as_shape(size), usm_type)  # the usual case
        made, out = self._into(size, self._default(dtype), out, usm_type)
        return self._returned(self._fill_normal(made), out)

    @usually_drawn(_core.usual_standard_exponential)
    def standard_exponential(self, size=None, dtype=numpy.float64, method="zig", out=None, *, usm_type="device"):
        """Draw from the exponential distribution of mean 1.

        Parameters
        ----------
        size, dtype, out, usm_type : optional
            As in `random`.
        method : {'zig', 'inv'}, optional
            Ignored: both use inversion.

        Returns
        -------
        dpnp.ndarray
        """
        as_word(method, "method", ("zig", "inv"))
        if out is None and dtype is numpy.float64:
            return _transforms.standard_exponential(self._units(as_shape(size), usm_type))  # the usual case
        made, out = self._into(size, self._default(dtype), out, usm_type)
        return self._returned(_transforms.standard_exponential(self._fill_uniform(made)), out)

    @usually_drawn(_core.usual_standard_gamma)
    def standard_gamma(self, shape, size=None, dtype=numpy.float64, out=None, *, usm_type="device"):
        """Draw from a gamma distribution of scale 1.

        Parameters
        ----------
        shape : float or array_like of floats
            The shape, not negative.
        size, dtype, out, usm_type : optional
            As in `random`.

        Returns
        -------
        dpnp.ndarray
        """
        self._check("< 0", shape=shape)
        if out is None and size is None:
            size = self._parameters(None, shape)[0]
        made, out = self._into(size, self._default(dtype), out, usm_type)
        return self._returned(self._drawn("gamma", None, usm_type, shape, 1.0, out=made), out)

    @usually_drawn(_core.usual_normal)
    def normal(self, loc=0.0, scale=1.0, size=None, *, usm_type="device"):
        """Draw from a normal distribution.

        Parameters
        ----------
        loc, scale : float or array_like of floats, optional
            Mean and standard deviation, which is not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
        """
        shape, values = self._parameters(size, loc, scale)
        require("scale", values[1], "< 0")
        if all(isinstance(value, float) for value in values):
            return self._normals(shape, usm_type, *values)
        return _transforms.affine(self._normals(shape, usm_type), *values)

    @usually_drawn(_core.usual_uniform)
    def uniform(self, low=0.0, high=1.0, size=None, *, usm_type="device"):
        """Draw from [low, high): NumPy's numbers where the ends are numbers.

        Parameters
        ----------
        low, high : float or array_like of floats, optional
            The ends.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
        """
        values = [as_parameter(value, self._queue) for value in (low, high)]
        out = self._empty(broadcast_shape(size, values), self._real, usm_type)
        if all(isinstance(value, float) for value in values):
            low, high = values
            if high - low - (high - low) != 0:
                raise OverflowError(named("high - low range exceeds valid bounds"))
            if high < low:
                raise ValueError(named("high - low < 0"))
            return self._fill_uniform(out, low, high - low)
        width = values[1] - values[0]
        require("high - low", width, "< 0")
        return _transforms.affine(self._fill_uniform(out), values[0], width)

    @usually_drawn(_core.usual_integers)
    def integers(self, low, high=None, size=None, dtype=numpy.int64, endpoint=False, *, usm_type="device"):
        """Draw integers: NumPy's numbers where the ends are numbers.

        Parameters
        ----------
        low, high : int or array_like of ints
            The ends; `high` None: from 0 to `low`. Arrays: at most 2**53 apart.
        size : int or tuple of ints, optional
            Shape; default: what the ends broadcast to.
        dtype : data type, optional
            Of integers or bool.
        endpoint : bool, optional
            Whether `high` may be drawn.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray
        """
        dtype, endpoint = as_dtype(dtype), as_flag(endpoint, "endpoint")
        if dtype.kind not in "iub":
            raise TypeError(named(f"Unsupported dtype {dtype} for integers"))
        low, high = (0, low) if high is None else (low, high)
        if any(isinstance(x, (array_base, list, tuple)) or numpy.ndim(x) for x in (low, high)):
            return self._integers_between(low, high, size, dtype, endpoint, usm_type)
        low, high = (as_whole(x, "a bound") if isinstance(x, float) else as_int(x, "a bound") for x in (low, high))
        last = high if endpoint else high - 1
        bounds = (0, 1) if dtype.kind == "b" else (numpy.iinfo(dtype).min, numpy.iinfo(dtype).max)
        if low < bounds[0]:
            raise ValueError(named(f"low is out of bounds for {dtype}"))
        if last > bounds[1]:
            raise ValueError(named(f"high is out of bounds for {dtype}"))
        if low > last:
            raise ValueError(named(f"low={low} > high={high}" if endpoint else f"low={low} >= high={high}"))
        return self._fill_integers(self._empty(as_shape(size), dtype, usm_type), low, last - low)

    def _integers_between(self, low, high, size, dtype, endpoint, usm_type):
        """Integers rounded down from uniform real numbers."""
        low, high = (as_parameter(x, self._queue) for x in (low, high))
        width = high - low + (1.0 if endpoint else 0.0)
        if bool(_core.any(width <= 0)):
            raise ValueError(named("low > high" if endpoint else "low >= high"))
        shape = broadcast_shape(size, [low, high])
        return (_floor(self._units(shape, usm_type) * width) + low).astype(dtype)


def _floor(x):
    return floor(x)


def default_rng(seed=None, device=None, sycl_queue=None) -> Generator:
    """Make a `Generator` with NumPy's default bit generator, `PCG64`.

    Parameters
    ----------
    seed : int, sequence of int, SeedSequence, BitGenerator, Generator, optional
        The seed; a bit generator is used as it is, a `Generator` is returned unchanged; default: from the operating
        system.
    device : str, SyclDevice, SyclQueue or Device, optional
        Where arrays are made; default: the default device.
    sycl_queue : SyclQueue, optional
        The queue of the arrays.

    Returns
    -------
    Generator

    Examples
    --------
    >>> np.random.default_rng(7).normal(size=(2, 3)).shape
    (2, 3)
    """
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, BitGenerator) else PCG64(seed), device, sycl_queue)
