"""What the options `fastmath` and `fp_contract` allow arithmetic with floats to do, as flags of LLVM's instructions."""

from __future__ import annotations

__all__ = ["DEFAULT", "flags_of"]

#: A product and a sum may be one instruction.
DEFAULT = ("contract",)

_KNOWN = ("afn", "arcp", "contract", "fast", "ninf", "nnan", "nsz", "reassoc")


def flags_of(options: dict) -> tuple[str, ...]:
    """The flags that options of a decorator stand for.

    Raises
    ------
    ValueError
        If `fastmath` is neither a bool nor a set of flags.
    """
    fast = options.get("fastmath") or ()
    if fast is True:
        return ("fast",)
    if isinstance(fast, (bool, int, float)) or set(fast) - set(_KNOWN):
        raise ValueError(f"fastmath is True, False, or a set of {', '.join(_KNOWN)}; not {fast!r}")
    flags = set(fast) if isinstance(fast, (set, frozenset, list, tuple)) else {name for name in fast if fast[name]}
    if options.get("fp_contract", True):
        flags.update(DEFAULT)
    return tuple(sorted(flags))
