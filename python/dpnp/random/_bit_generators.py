"""Bit generators: the engines of src/ops/random with NumPy's names, seeds, states and raw words."""

from __future__ import annotations

import math

import numpy

from opendpex import _core
from opendpex._messages import as_flag, as_int, as_items, as_whole, named, names_errors

from ._seed_sequence import SeedSequence

__all__ = ["MT19937", "PCG64", "PCG64DXSM", "SFC64", "BitGenerator", "Philox"]

_MASK_64, _MASK_128 = (1 << 64) - 1, (1 << 128) - 1


def _to_bytes(words) -> bytes:
    return b"".join(int(word).to_bytes(8, "little") for word in words)


def _uint128(high: int, low: int) -> int:
    return high << 64 | low


def _parts(number: int) -> list:
    return [number >> 64, number & _MASK_64]


class BitGenerator:
    """Base class of the bit generators `Philox`, `PCG64`, `PCG64DXSM`, `SFC64` and `MT19937`.

    Parameters
    ----------
    seed : int, sequence of int, SeedSequence, optional
        The seed; default: from the operating system. The same seed gives the words that NumPy's generator of this name
        gives.
    """

    _engine_name = None

    def __init__(self, seed=None):
        if self._engine_name is None:
            raise NotImplementedError(named("BitGenerator is a base class and cannot be instantized"))
        self.seed_seq = seed if hasattr(seed, "generate_state") else SeedSequence(seed)
        self._engine = _core.RandomEngine(self._engine_name)
        self._seed()

    @property
    def _seed_seq(self):
        """The seed as NumPy's SeedSequence, from which Dask spawns the seeds of chunks."""
        if isinstance(self.seed_seq, SeedSequence):
            self.seed_seq = numpy.random.SeedSequence(**self.seed_seq.state)
        return self.seed_seq

    def _seed(self):
        """Set the state from `seed_seq`."""
        raise NotImplementedError

    def _words(self) -> list:
        """The engine's words (src/defs/random_engines.def)."""
        return [int(word) for word in numpy.frombuffer(self._engine.get_state()[0], numpy.uint64)]

    def _set_words(self, words, has_half: int = 0, half: int = 0):
        self._engine.set_state(_to_bytes(words), has_half, half, 0, 0.0, 0, 0.0)

    def _state_of(self, words: list) -> dict:
        """The words as NumPy names them."""
        raise NotImplementedError

    def _words_of(self, state: dict) -> list:
        """And back, from all that the dict and the one inside have."""
        raise NotImplementedError

    @property
    def state(self) -> dict:
        """The state in NumPy's form; getting and setting it wait for pending fills."""
        _, has_half, half, *_ = self._engine.get_state()
        state = {"bit_generator": type(self).__name__, "state": self._state_of(self._words())}
        if self._engine_name != "mt19937":
            state |= {"has_uint32": has_half, "uinteger": half}
        if "buffer" in state["state"]:
            inner = state["state"]
            state |= {"buffer": inner.pop("buffer"), "buffer_pos": inner.pop("buffer_pos")}
        return state

    @state.setter
    def state(self, value: dict):
        if not isinstance(value, dict):
            raise TypeError(named("state must be a dict"))
        if value.get("bit_generator") != type(self).__name__:
            raise ValueError(named(f"state must be for a {type(self).__name__} PRNG"))
        words = self._words_of({**value, **value["state"]})
        self._set_words(words, int(value.get("has_uint32", 0)), int(value.get("uinteger", 0)))

    @names_errors
    def random_raw(self, size=None, output=True):
        """Return the next words.

        Parameters
        ----------
        size : int or tuple of ints, optional
            The number of words; default: one, returned as an int.
        output : bool, optional
            False: skip the words and return None.

        Returns
        -------
        int or numpy.ndarray or None
            On the host, uint64.
        """
        is_one = isinstance(size, (str, bytes)) or not hasattr(size, "__iter__")
        extents = () if size is None else (size,) if is_one else tuple(size)
        shape = tuple([as_int(extent, "size") for extent in extents])
        n = math.prod(shape)
        words = self._engine.words(n)
        if not as_flag(output, "output"):
            return None
        made = numpy.frombuffer(words, numpy.uint64).reshape(shape)
        return int(made) if size is None else made.copy()

    def spawn(self, n_children: int) -> list:
        """Return `n_children` generators with independent seeds.

        Parameters
        ----------
        n_children : int
            How many.

        Returns
        -------
        list
        """
        return [type(self)(seed) for seed in self.seed_seq.spawn(n_children)]

    def _copy(self):
        made = type(self).__new__(type(self))
        made.seed_seq = self.seed_seq
        made._engine = _core.RandomEngine(self._engine_name)
        made._engine.set_state(*self._engine.get_state())
        return made

    def jumped(self, jumps: int = 1):
        """Return a generator advanced by `jumps` times a large part of the period; the streams do not overlap.

        Parameters
        ----------
        jumps : int, optional
            The number of jumps: each 2**128 words for Philox, 0.618... of the period for PCG64.

        Returns
        -------
        BitGenerator
            A new one, of the same kind.

        Raises
        ------
        NotImplementedError
            For MT19937 and SFC64; use `spawn`.
        """
        made = self._copy()
        made._jump(as_int(jumps, "jumps"))
        return made

    def _jump(self, jumps: int):
        raise NotImplementedError(named(f"{type(self).__name__} cannot jump; use spawn, Philox or PCG64"))

    def __getstate__(self):
        return {"seed_seq": self.seed_seq, "engine": self._engine.get_state()}

    def __setstate__(self, state):
        self.seed_seq = state["seed_seq"]
        self._engine = _core.RandomEngine(self._engine_name)
        self._engine.set_state(*state["engine"])


class Philox(BitGenerator):
    """Philox 4x64-10 (J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011). Each word is a
    function of its index, so all devices and threads generate the same stream in parallel.

    Parameters
    ----------
    seed : int, sequence of int, SeedSequence, optional
        The seed; default: from the operating system.
    counter : int or sequence of 4 ints, optional
        The initial counter, 256 bits.
    key : int or sequence of 2 ints, optional
        The key, 128 bits, instead of a seed.
    """

    _engine_name = "philox"

    def __init__(self, seed=None, counter=None, key=None):
        if seed is not None and key is not None:
            raise ValueError(named("seed and key cannot be both used"))
        super().__init__(seed)
        words = self._words()
        if key is not None:
            words[4:6] = self._cut(key, 2, "key")
        if counter is not None:
            words[:4] = self._cut(counter, 4, "counter")
        self._set_words(words)

    @staticmethod
    def _cut(value, n: int, name: str) -> list:
        if not isinstance(value, (int, numpy.integer)):
            parts = [as_whole(part, name) for part in as_items(value, name, "an int or a sequence of ints")]
            if len(parts) != n or not all(0 <= part <= _MASK_64 for part in parts):
                raise ValueError(named(f"{name} must have {n} elements of 64 bits"))
            return parts
        if not 0 <= value < 1 << 64 * n:
            raise ValueError(named(f"{name} must be positive and less than 2**{64 * n}."))
        return [int(value) >> 64 * i & _MASK_64 for i in range(n)]

    def _seed(self):
        key = self.seed_seq.generate_state(2, numpy.uint64)
        self._set_words([0, 0, 0, 0, *key, 0, 0, 0, 0, 4])

    def _state_of(self, words):
        names = {"counter": words[:4], "key": words[4:6], "buffer": words[6:10]}
        return {name: numpy.asarray(part, numpy.uint64) for name, part in names.items()} | {"buffer_pos": words[10]}

    def _words_of(self, state):
        return [*state["counter"], *state["key"], *state["buffer"], state["buffer_pos"]]

    def _add(self, blocks: int):
        words = self._words()
        counter = sum(word << 64 * i for i, word in enumerate(words[:4])) + blocks
        words[:4] = [counter >> 64 * i & _MASK_64 for i in range(4)]
        self._set_words([*words[:6], 0, 0, 0, 0, 4])

    def _jump(self, jumps):
        self._add(jumps << 128)

    def advance(self, delta: int):
        """Advance the state by `delta` blocks of 4 words.

        Parameters
        ----------
        delta : int
            The number; negative: backwards.

        Returns
        -------
        Philox
            The generator itself.
        """
        self._add(as_int(delta, "delta"))
        return self


class PCG64(BitGenerator):
    """PCG XSL-RR 128/64 (M. E. O'Neill, 2014), NumPy's default.

    Parameters
    ----------
    seed : int, sequence of int, SeedSequence, optional
        The seed; default: from the operating system.
    """

    _engine_name = "pcg64"
    _factor = 0x2360ED051FC65DA44385DF649FCCF645

    def _seed(self):
        a, b, c, d = (int(word) for word in self.seed_seq.generate_state(4, numpy.uint64))
        step = (_uint128(c, d) << 1 | 1) & _MASK_128
        state = ((step + _uint128(a, b)) * PCG64._factor + step) & _MASK_128  # both kinds use this multiplier here
        self._set_words([*_parts(state), *_parts(step)])

    def _state_of(self, words):
        return {"state": _uint128(*words[:2]), "inc": _uint128(*words[2:])}

    def _words_of(self, state):
        return [*_parts(state["state"]), *_parts(state["inc"])]

    def advance(self, delta: int):
        """Advance the state by `delta` words.

        Parameters
        ----------
        delta : int
            The number; negative: backwards.

        Returns
        -------
        PCG64
            The generator itself.
        """
        words = self._words()
        state, step = _uint128(*words[:2]), _uint128(*words[2:])
        delta = as_int(delta, "delta") & _MASK_128
        # x f^n + step (f^n - 1) / (f - 1), the quotient taken before the residue.
        power = pow(self._factor, delta, (self._factor - 1) << 128)
        state = (state * power + step * ((power - 1) // (self._factor - 1))) & _MASK_128
        self._set_words([*_parts(state), *words[2:]])
        return self

    def _jump(self, jumps):
        self.advance(jumps * 0x9E3779B97F4A7C15F39CC0605CEDC835)


class PCG64DXSM(PCG64):
    """PCG 128/64 with a 64-bit ("cheap") multiplier and the DXSM output function.

    Parameters
    ----------
    seed : int, sequence of int, SeedSequence, optional
        The seed; default: from the operating system.
    """

    _engine_name = "pcg64dxsm"
    _factor = 0xDA942042E4DD58B5


class SFC64(BitGenerator):
    """SFC64, the small fast chaotic generator of C. Doty-Humphrey.

    Parameters
    ----------
    seed : int, sequence of int, SeedSequence, optional
        The seed; default: from the operating system.
    """

    _engine_name = "sfc64"

    def _seed(self):
        self._set_words([*self.seed_seq.generate_state(3, numpy.uint64), 1])
        self.random_raw(12, output=False)

    def _state_of(self, words):
        return {"state": numpy.asarray(words, numpy.uint64)}

    def _words_of(self, state):
        return list(state["state"])


class MT19937(BitGenerator):
    """The Mersenne twister MT19937 (M. Matsumoto and T. Nishimura, 1998).

    Parameters
    ----------
    seed : int, sequence of int, SeedSequence, optional
        The seed; default: from the operating system.
    """

    _engine_name = "mt19937"

    def _seed(self):
        words = [int(word) for word in self.seed_seq.generate_state(624, numpy.uint32)]
        self._set_words([0x80000000, *words[1:], 623])

    def _state_of(self, words):
        return {"key": numpy.asarray(words[:624], numpy.uint32), "pos": words[624]}

    def _words_of(self, state):
        return [*state["key"], state["pos"]]
