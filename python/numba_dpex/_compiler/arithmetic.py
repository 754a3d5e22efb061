"""The options `fastmath` and `fp_contract` as LLVM's fast-math flags."""

from __future__ import annotations

__all__ = ["DEFAULT", "flags_of"]

#: Contraction: a product and a sum may become one fused multiply-add.
DEFAULT = ("contract",)

_KNOWN = ("afn", "arcp", "contract", "fast", "ninf", "nnan", "nsz", "reassoc")


def flags_of(options: dict) -> tuple[str, ...]:
    """The fast-math flags of the options of a decorator.

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
