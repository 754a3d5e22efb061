"""`SeedSequence`: many independent states from one seed, by M. O'Neill's seed_seq (2015) as NumPy uses it, so with
NumPy's words."""

from __future__ import annotations

import secrets

import numpy

from opendpex._messages import as_dtype, as_int, as_items, named, wrong_type

__all__ = ["SeedSequence"]

_WORD = 0xFFFFFFFF
_START_A, _FACTOR_A = 0x43B0D7E5, 0x931E8875
_START_B, _FACTOR_B = 0x8B51F9DD, 0x58F38DED
_LEFT, _RIGHT = 0xCA01F9DD, 0x4973F715


def _words(entropy) -> list:
    """Words of 32 bits, lowest first, of a number or of a nest of numbers."""
    if isinstance(entropy, (str, bytes, float)):
        raise wrong_type("the entropy of a seed", "an int or a sequence of ints", entropy)
    if hasattr(entropy, "__len__") and getattr(entropy, "shape", True) != ():
        return [
            word
            for part in as_items(entropy, "the entropy of a seed", "an int or a sequence of ints")
            for word in _words(part)
        ]
    number = as_int(entropy, "the entropy of a seed")
    if number < 0:
        raise ValueError(named("expected non-negative integer"))
    words = [number & _WORD]
    while number := number >> 32:
        words.append(number & _WORD)
    return words


class _Hash:
    """A hash of words whose constant changes with each."""

    def __init__(self, start: int, factor: int):
        self._constant, self._factor = start, factor

    def __call__(self, word: int) -> int:
        word ^= self._constant
        self._constant = self._constant * self._factor & _WORD
        word = word * self._constant & _WORD
        return word ^ word >> 16


def _mixed(x: int, y: int) -> int:
    mixed = (_LEFT * x - _RIGHT * y) & _WORD
    return mixed ^ mixed >> 16


class SeedSequence:
    """Mix entropy into states for bit generators, as ``numpy.random.SeedSequence`` does: the words are the same.

    Parameters
    ----------
    entropy : int or sequence of int, optional
        The seed; default: 128 bits from the operating system.
    spawn_key : sequence of int, optional
        Which child of which this is.
    pool_size : int, optional
        Words of 32 bits in which entropy is kept, at least 4.
    n_children_spawned : int, optional
        Children that there are already.
    """

    def __init__(self, entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0):
        pool_size = as_int(pool_size, "pool_size")
        if not 4 <= pool_size < 2**31:
            raise ValueError(
                named(f"The size of the entropy pool should be at least 4, and below 2**31, not {pool_size}")
            )
        self.entropy = secrets.randbits(32 * pool_size) if entropy is None else entropy
        self.spawn_key = tuple(as_items(spawn_key, "spawn_key", "a sequence of ints"))
        self.pool_size = pool_size
        self.n_children_spawned = n_children_spawned
        self._pool = self._mix()

    def _mix(self) -> list:
        words, size = _words(self.entropy), self.pool_size
        if self.spawn_key:
            words += [0] * (size - len(words)) + [word for key in self.spawn_key for word in _words(key)]
        hashed = _Hash(_START_A, _FACTOR_A)
        pool = [hashed(word) for word in (words + [0] * size)[:size]]
        for source in range(size):
            for target in range(size):
                if source != target:
                    pool[target] = _mixed(pool[target], hashed(pool[source]))
        for word in words[size:]:
            pool = [_mixed(target, hashed(word)) for target in pool]
        return pool

    @property
    def pool(self) -> numpy.ndarray:
        """The words in which entropy is kept."""
        return numpy.asarray(self._pool, dtype=numpy.uint32)

    @property
    def state(self) -> dict:
        """The arguments from which the constructor recreates this object."""
        names = ("entropy", "spawn_key", "pool_size", "n_children_spawned")
        return {name: getattr(self, name) for name in names}

    def generate_state(self, n_words: int, dtype=numpy.uint32) -> numpy.ndarray:
        """Return words for a state.

        Parameters
        ----------
        n_words : int
            How many.
        dtype : {uint32, uint64}, optional
            Of which size.

        Returns
        -------
        numpy.ndarray
            On the host: this is for bit generators, not for results.
        """
        dtype = as_dtype(dtype)
        if dtype not in (numpy.uint32, numpy.uint64):
            raise ValueError(named(f"dtype must be uint32 or uint64, not {dtype}"))
        n = as_int(n_words, "n_words") * (dtype.itemsize // 4)
        hashed = _Hash(_START_B, _FACTOR_B)
        words = [hashed(self._pool[i % self.pool_size]) for i in range(n)]
        return numpy.frombuffer(
            b"".join(word.to_bytes(4, "little") for word in words), dtype=dtype.newbyteorder("<")
        ).astype(dtype)

    def spawn(self, n_children: int) -> list:
        """Return so many sequences that are independent of this one and of each other.

        Parameters
        ----------
        n_children : int
            How many.

        Returns
        -------
        list of SeedSequence
        """
        first = self.n_children_spawned
        self.n_children_spawned += as_int(n_children, "n_children")
        return [
            type(self)(self.entropy, spawn_key=(*self.spawn_key, i), pool_size=self.pool_size)
            for i in range(first, self.n_children_spawned)
        ]

    def __repr__(self):
        key = f",\n    spawn_key={self.spawn_key!r}" if self.spawn_key else ""
        children = f",\n    n_children_spawned={self.n_children_spawned}" if self.n_children_spawned else ""
        return f"SeedSequence(\n    entropy={self.entropy!r}{key}{children},\n)"
