"""`RandomState`: the generator of the reference (Intel's dpnp 0.20), with equal numbers for equal seeds."""

from __future__ import annotations

import math
import operator
import secrets

import numpy

from opendpex import _core
from opendpex._messages import as_dtype, as_flag, as_real, as_whole, by_others, named

from . import _transforms
from ._parameters import as_parameter, as_shape, broadcast_shape, usually_drawn
from ._sampling import Sampling

__all__ = ["RandomState"]

_BAD_SEED = "seed must be an unsigned int, or a sequence of unsigned int elements"
_MASK_59 = (1 << 59) - 1
_FEW_INDICES = 1 << 20


def _seed_words(seed) -> list:
    """A seed as words; TypeError for what holds no integers."""
    if isinstance(seed, (str, bytes, float)):
        raise TypeError(named(_BAD_SEED))
    if hasattr(seed, "tolist"):
        seed = seed.tolist()
    try:
        return [operator.index(seed)]
    except TypeError:
        if not hasattr(seed, "__iter__"):
            raise TypeError(named(_BAD_SEED)) from None
    try:
        words = [operator.index(word) for word in seed]
    except TypeError:
        raise TypeError(named(_BAD_SEED)) from None
    if not words:
        raise ValueError(named("Seed must be non-empty"))
    return words


def _check_range(name, value, dtype, infinite=False):
    """OverflowError for a number that the data type does not hold."""
    if isinstance(value, (_core.array_base, list, tuple, numpy.ndarray)):
        return
    as_real(value, name)
    most = float(numpy.finfo(dtype).max) if dtype.kind == "f" else numpy.iinfo(dtype).max
    least = -most if dtype.kind == "f" else numpy.iinfo(dtype).min
    if not math.isfinite(value):
        is_outside = not infinite
    else:
        is_outside = not least <= float(value) <= most
    if is_outside:
        raise OverflowError(named(f"Range of {name}={value} exceeds valid bounds"))


class RandomState(Sampling):
    """Random numbers by the Mersenne twister on CPUs and by MCG59 on other devices.

    The numbers of `rand`, `random_sample`, `uniform`, `randint`, `normal` and `standard_normal` are the reference
    package's for the same seed and kind of device; those of the other methods follow the same distributions. MCG59 is
    computed on the device, the twister on the host, whose arrays are copied to CPU devices with drivers of their own.

    Parameters
    ----------
    seed : int or sequence of int, optional
        On CPUs words of 32 bits, else one of 64 bits; default: from the operating system.
    device : str, SyclDevice, SyclQueue or Device, optional
        Where arrays are made; default: the default device.
    sycl_queue : SyclQueue, optional
        The queue of the arrays.
    """

    _integer_dtype = numpy.dtype(numpy.int32)
    _is_one_word = True
    _rule_of_alpha = "<= 0"  # these two limits are stricter than those of `Generator`
    _rule_of_sample = "< 1, NaN or too large"

    def __init__(self, seed=None, device=None, sycl_queue=None):
        super().__init__(device, sycl_queue)
        self._is_cpu = self._queue.sycl_device.is_cpu
        self._engine = _core.RandomEngine("mt19937" if self._is_cpu else "mcg59")
        self._engine.allocate_on(self._queue, self._real, self._is_one_word)
        self.seed(seed)

    def seed(self, seed=None):
        """Seed the generator, as the constructor does.

        Parameters
        ----------
        seed : int, sequence of ints or None, optional
            As in the constructor.

        Raises
        ------
        TypeError
            If the seed holds no integers.
        ValueError
            If one of them is not below 2**32, on other devices than CPUs 2**64.
        """
        if type(seed) is int and self._is_cpu and 0 <= seed < 1 << 32:
            self._engine.seed_twister(seed.to_bytes(4, "little"))  # the usual case
            return
        words = (
            ([secrets.randbits(32) for _ in range(3)] if self._is_cpu else [secrets.randbits(59)])
            if seed is None
            else _seed_words(seed)
        )
        bits = 32 if self._is_cpu else 64
        if not all(0 <= word < 1 << bits for word in words):
            raise ValueError(named(f"Seed must be between 0 and 2**{bits} - 1"))
        if self._is_cpu:
            self._engine.seed_twister(b"".join(word.to_bytes(4, "little") for word in words))
        elif len(words) > 1:
            raise ValueError(named(f"{len(words)} length of seed vector isn't supported, the length is limited by 1"))
        else:
            self._engine.set_state((words[0] & _MASK_59 or 1).to_bytes(8, "little"), 0, 0, 0, 0.0, 0, 0.0)

    # ---- the state

    def get_state(self, legacy=True):
        """Return the generator's state, after waiting for pending fills.

        Parameters
        ----------
        legacy : bool, optional
            False: as a dict, else as a tuple.

        Returns
        -------
        tuple or dict
            As NumPy's: name, key (of MCG59: its one word), position, whether there is a spare normal number, that
            number.
        """
        words, _, _, has_32, spare_32, has_64, spare_64 = self._engine.get_state()
        key = numpy.frombuffer(words, numpy.uint64)
        name = "MT19937" if self._is_cpu else "MCG59"
        pos = int(key[624]) if self._is_cpu else 0
        key = key[:624].astype(numpy.uint32) if self._is_cpu else key.copy()
        if as_flag(legacy, "legacy") and not has_32:
            return name, key, pos, has_64, spare_64
        return {
            "bit_generator": name,
            "state": {"key": key, "pos": pos},
            "has_gauss": has_64,
            "gauss": spare_64,
            "has_gauss_float32": has_32,
            "gauss_float32": spare_32,
        }

    def set_state(self, state):
        """Set what `get_state` returned: a tuple of at least three, or a dict.

        Parameters
        ----------
        state : tuple or dict
            The kind of generator must be this one's.

        Raises
        ------
        TypeError
            If it is neither.
        ValueError
            If it is of another kind of generator.
        """
        if isinstance(state, dict):
            missing = {"bit_generator", "state"} - set(state)
            if missing:
                raise ValueError(
                    named(
                        f"the dict has no {' and no '.join(sorted(missing))}; get_state(legacy=False) gives such a dict"
                    )
                )
            inner = state["state"]
            values = (
                state["bit_generator"],
                inner["key"],
                inner["pos"],
                state.get("has_gauss", 0),
                state.get("gauss", 0.0),
            )
            spare = (int(state.get("has_gauss_float32", 0)), float(state.get("gauss_float32", 0.0)))
        elif isinstance(state, (tuple, list)) and len(state) >= 3:
            values, spare = (*state, 0, 0.0)[:5], (0, 0.0)
        else:
            raise TypeError(named("state must be a dict or a tuple."))
        name, key, pos, has_64, spare_64 = values
        expected = "MT19937" if self._is_cpu else "MCG59"
        if name != expected:
            raise ValueError(named(f"set_state can only be used with {expected} state instances."))
        words = [int(word) for word in key] + ([int(pos)] if self._is_cpu else [])
        packed = b"".join(word.to_bytes(8, "little") for word in words)
        self._engine.set_state(packed, 0, 0, *spare, int(has_64), float(spare_64))

    def __getstate__(self):
        return {"state": self._engine.get_state(), "device": self._queue.sycl_device.filter_string}

    def __setstate__(self, state):
        RandomState.__init__(self, 0, device=state["device"])
        self._engine.set_state(*state["state"])

    def __str__(self):
        return f"RandomState({'MT19937' if self._is_cpu else 'MCG59'})"

    def get_sycl_queue(self):
        """Return the queue of the arrays.

        Returns
        -------
        dpctl.SyclQueue
        """
        return self._queue

    def get_sycl_device(self):
        """Return the device of the arrays.

        Returns
        -------
        dpctl.SyclDevice
        """
        return self._queue.sycl_device

    # ---- for the other methods

    def _halves(self, n):
        """A word of the twister is one of them."""
        return (
            numpy.frombuffer(by_others(self._engine.words, n), numpy.uint64).astype(numpy.uint32)
            if self._is_cpu
            else super()._halves(n)
        )

    def _keys(self, shape):
        """All 64 bits, because 32-bit keys of many elements collide often."""
        return self._fill_integers(self._empty(shape, numpy.int64, "device"), 0, (1 << 64) - 1)

    def _indices(self, n, shape):
        """As `randint` makes them, where one of 2**32 steps is a small part of an index; beyond, of more bits."""
        if n > _FEW_INDICES:
            return super()._indices(n, shape)
        return self._fill_uniform(self._empty(shape, numpy.int64, "device"), 0.0, float(n))

    def _dtype(self, dtype, *allowed):
        """A data type among those allowed; the device's default real type for None."""
        if dtype is None:
            return self._real
        dtype = as_dtype(dtype)
        if dtype not in allowed:
            raise TypeError(named(f"dtype={dtype} is unsupported."))
        if dtype == numpy.float64 and self._real != numpy.float64:
            raise RuntimeError(named("the device does not support float64"))
        return dtype

    # ---- numbers with the reference's values

    @usually_drawn(_core.usual_normal)
    def normal(self, loc=0.0, scale=1.0, size=None, dtype=None, usm_type="device"):
        """Draw from a normal distribution.

        Parameters
        ----------
        loc, scale : float or array_like of floats, optional
            Mean and standard deviation, which is not negative.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        dtype : {float32, float64}, optional
            Default: the device's default real type.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray

        Examples
        --------
        >>> np.random.normal(5, 0.1, size=4).shape
        (4,)
        """
        if dtype is None and type(loc) is type(scale) is float and 0 < scale < math.inf and self._real.char == "d":
            return self._normals(as_shape(size), usm_type, loc, scale)  # the usual case
        dtype = self._dtype(dtype, numpy.float32, numpy.float64)
        values = [as_parameter(value, self._queue) for value in (loc, scale)]
        if isinstance(values[1], float) and math.copysign(1, values[1]) < 0:
            raise ValueError(named(f"scale={scale}, but must be non-negative."))
        _check_range("loc", loc, dtype, infinite=True)
        _check_range("scale", scale, dtype, infinite=True)
        self._check("< 0", scale=values[1])
        out = self._empty(broadcast_shape(size, values), dtype, usm_type)
        if all(isinstance(value, float) for value in values):
            return self._fill_normal(out, *values)
        return _transforms.affine(self._fill_normal(out), *values).astype(dtype, copy=False)

    @usually_drawn(_core.usual_uniform)
    def uniform(self, low=0.0, high=1.0, size=None, dtype=None, usm_type="device"):
        """Draw from the uniform distribution over [low, high).

        Parameters
        ----------
        low, high : float or array_like of floats, optional
            The ends; `high` itself is not drawn. They are exchanged where `low` is higher.
        size : int or tuple of ints, optional
            Shape; default: what the parameters broadcast to.
        dtype : {float32, float64, int32}, optional
            Default: the device's default real type. int32: the ends are cut to integers.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray

        Examples
        --------
        >>> bool((np.random.uniform(1, 2, size=100) >= 1).all())
        True
        """
        dtype = self._dtype(dtype, numpy.float32, numpy.float64, numpy.int32)
        values = [as_parameter(value, self._queue) for value in (low, high)]
        bounds = self._real if dtype.kind == "i" else dtype
        _check_range("low", low, bounds)
        _check_range("high", high, bounds)
        shape = broadcast_shape(size, values)
        if not all(isinstance(value, float) for value in values):
            low, high = values
            u = self._units(shape, usm_type)
            return (u * (high - low) + low).astype(dtype, copy=False)
        low, high = (float(int(value)) for value in values) if dtype.kind == "i" else values
        if low > high:
            low, high = high, low
        if dtype.kind == "f" and math.isinf(high - low):
            raise OverflowError(named("Range exceeds valid bounds"))
        return self._fill_uniform(self._empty(shape, dtype, usm_type), low, high - low)

    @usually_drawn(_core.usual_randint)
    def randint(self, low, high=None, size=None, dtype=int, usm_type="device"):
        """Draw integers from `low` to below `high`.

        Parameters
        ----------
        low, high : int
            The ends, cut to integers; `high` None: from 0 to below `low`.
        size : int or tuple of ints, optional
            Shape.
        dtype : data type, optional
            Of integers or bool. `int` means int32, whose values are the reference's; those of other types are made of
            more bits.
        usm_type : {'device', 'shared', 'host'}, optional
            Kind of memory.

        Returns
        -------
        dpnp.ndarray

        Examples
        --------
        >>> x = np.random.randint(0, 10, size=100)
        >>> bool((x >= 0).all() and (x < 10).all())
        True
        """
        is_plain = dtype is int or as_dtype(dtype) == numpy.int32
        dtype = as_dtype(numpy.int32 if is_plain else dtype)
        if dtype.kind not in "iub":
            raise TypeError(named(f"Unsupported dtype {dtype} for randint"))
        low, high = (0, low) if high is None else (low, high)
        if is_plain:
            _check_range("low", low, dtype)
            _check_range("high", high, dtype)
        low, high = as_whole(low, "low"), as_whole(high, "high")
        if low >= high:
            raise ValueError(named(f"low={low} >= high={high}"))
        out = self._empty(as_shape(size), dtype, usm_type)
        if is_plain:
            return self._fill_uniform(out, float(low), float(high - low))
        bounds = (0, 1) if dtype.kind == "b" else (numpy.iinfo(dtype).min, numpy.iinfo(dtype).max)
        if low < bounds[0] or high - 1 > bounds[1]:
            raise ValueError(named(f"{'low' if low < bounds[0] else 'high'} is out of bounds for {dtype}"))
        return self._fill_integers(out, low, high - 1 - low)

    def random_integers(self, low, high=None, size=None, *, usm_type="device"):
        """Draw integers from `low` to `high`, both included; `high` None: from 1 to `low`.

        Parameters
        ----------
        low, high : int
            The ends.
        size : int or tuple of ints, optional
            Shape.
        usm_type : str, optional
            As in `uniform`.

        Returns
        -------
        dpnp.ndarray
            Of the type that `randint` gives.

        Raises
        ------
        ValueError
            If `low` is above `high`.
        """
        low, high = (1, low) if high is None else (low, high)
        return self.randint(low, as_whole(high, "high") + 1, size, usm_type=usm_type)

    @usually_drawn(_core.usual_rand)
    def rand(self, *args, usm_type="device"):
        """Draw from [0, 1) in an array of the extents given.

        Parameters
        ----------
        *args : int
            The extents; none: an array without dimensions.
        usm_type : str, optional
            As in `uniform`.

        Returns
        -------
        dpnp.ndarray
            The device's default real type.

        Examples
        --------
        >>> np.random.rand(2, 3).shape
        (2, 3)
        """
        return self._units(as_shape(args) if args else (), usm_type)

    @usually_drawn(_core.usual_randn)
    def randn(self, *args, usm_type="device"):
        """Draw from the standard normal distribution in an array of the extents given.

        Parameters
        ----------
        *args : int
            The extents; none: an array without dimensions.
        usm_type : str, optional
            As in `normal`.

        Returns
        -------
        dpnp.ndarray
            The device's default real type.

        Examples
        --------
        >>> np.random.randn(2, 3).shape
        (2, 3)
        """
        return self.standard_normal(args, usm_type=usm_type)

    @usually_drawn(_core.usual_random)
    def random_sample(self, size=None, usm_type="device"):
        """Draw from [0, 1) in an array of a shape.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape; None: without dimensions.
        usm_type : str, optional
            As in `uniform`.

        Returns
        -------
        dpnp.ndarray
            The device's default real type.
        """
        return self._units(as_shape(size), usm_type)

    random = random_sample

    @usually_drawn(_core.usual_standard_normal)
    def standard_normal(self, size=None, usm_type="device"):
        """Draw from the standard normal distribution in an array of a shape.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape; None: without dimensions.
        usm_type : str, optional
            As in `normal`.

        Returns
        -------
        dpnp.ndarray
            The device's default real type.
        """
        return self._normals(as_shape(size), usm_type)

    @usually_drawn(_core.usual_standard_exponential)
    def standard_exponential(self, size=None, *, usm_type="device"):
        """Draw from the exponential distribution of mean 1 in an array of a shape.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape; None: without dimensions.
        usm_type : str, optional
            As in `uniform`.

        Returns
        -------
        dpnp.ndarray
            The device's default real type.
        """
        return _transforms.standard_exponential(self._units(as_shape(size), usm_type))

    @usually_drawn(_core.usual_standard_gamma)
    def standard_gamma(self, shape, size=None, *, usm_type="device"):
        """Draw from a gamma distribution of scale 1; `shape` is not negative.

        Parameters
        ----------
        shape : float or array_like
            The shape of the distribution.
        size : int or tuple of ints, optional
            Shape of the array.
        usm_type : str, optional
            As in `uniform`.

        Returns
        -------
        dpnp.ndarray
            The device's default real type.

        Raises
        ------
        ValueError
            If `shape` is negative.
        """
        return self.gamma(shape, 1.0, size, usm_type=usm_type)

    def tomaxint(self, size=None, *, usm_type="device"):
        """Draw integers from 0 to the greatest of int64.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape.
        usm_type : optional
            As in `uniform`.

        Returns
        -------
        dpnp.ndarray
            int64.
        """
        return self._fill_integers(self._empty(as_shape(size), numpy.int64, usm_type), 0, (1 << 63) - 1)
