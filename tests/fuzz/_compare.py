"""Compares what a call of ours gives with what NumPy gives: kinds of results, dtypes, shapes, numbers.

How near numbers must be is a `Rule`. An error of `ulps` units in the last place of the expected number is allowed, and, for functions that add
up products of inputs (`degree` is how many factors a product has), as many of the largest sum that there could be. `loose`: where a number is not finite, the other
need not be the same, because a product overflows or not by the order of its factors.
"""

import numpy

import dpctl.tensor as dpt
import dpnp

__all__ = ["Rule", "EXACT", "SAME", "Different", "check"]


class Rule:
    """Values equal (`ulps` 0), or near; `signs`: zeros have the same sign too."""

    __slots__ = ("ulps", "degree", "signs", "values", "loose")

    def __init__(self, ulps=0, degree=0, signs=False, values=True, loose=False):
        self.ulps, self.degree, self.signs, self.values, self.loose = ulps, degree, signs, values, loose


LARGEST = 1 << 26  # elements of a result that is read
EXACT = Rule()  # equal, zeros of either sign
SAME = Rule(signs=True)


class Different(AssertionError):
    """What differs: `kind` is one word, for grouping."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind = kind


def check(found, expected, rule, scale=0.0):
    """`found`, of ours, against `expected`, of NumPy. `scale`: the largest sum that there could be."""
    if isinstance(expected, (numpy.ndarray, numpy.generic)):
        _check_array(found, expected, rule, scale)
    elif isinstance(expected, (list, tuple)):
        if not isinstance(found, (list, tuple)) or isinstance(found, list) != isinstance(expected, list):
            raise Different("container", f"{type(found).__name__}, expected {type(expected).__name__}")
        if len(found) != len(expected):
            raise Different("length", f"{len(found)} results, expected {len(expected)}")
        for k, item in enumerate(expected):
            check(found[k], item, rule, scale)
    elif isinstance(found, (dpnp.ndarray, dpt.usm_ndarray)):
        _check_array(found, numpy.asarray(expected), rule, scale)
    elif callable(expected) and not isinstance(expected, type):
        return
    elif not (found == expected or (found != found and expected != expected)):
        raise Different("value", f"{found!r}, expected {expected!r}")


def _check_array(found, expected, rule, scale):
    if isinstance(found, (dpnp.ndarray, dpt.usm_ndarray)):
        if found.dtype != expected.dtype:
            raise Different("dtype", f"{found.dtype}, expected {expected.dtype}")
        if found.size > LARGEST:  # a broadcast one, of which a copy would take the system's memory
            if found.shape != expected.shape or any(found.strides):
                raise Different("shape", f"{found.shape} with strides {found.strides}, expected {expected.shape}")
            return
        host = dpt.asnumpy(found) if isinstance(found, dpt.usm_ndarray) else dpnp.asnumpy(found)
        if host.shape != expected.shape:
            raise Different("shape", f"{host.shape}, expected {expected.shape}")
        compare(host, numpy.asarray(expected), rule, scale)
    elif isinstance(expected, numpy.ndarray) and expected.ndim:
        raise Different("container", f"{type(found).__name__}, expected an array")
    elif not (found == expected or (found != found and expected != expected)):
        raise Different("value", f"{found!r}, expected {expected!r}")


def compare(found, expected, rule, scale=0.0):
    """Two arrays of NumPy, of one dtype and shape."""
    if found.tobytes() == expected.tobytes() or not rule.values or not expected.size:
        return
    kind = expected.dtype.kind
    if kind not in "fc":
        bad = found != expected
    elif kind == "c":
        bad = _bad_complex(found, expected, rule, scale)
    else:
        bad = _bad_real(found, expected, rule, scale)
    if bad is not None and bad.any():
        at = numpy.unravel_index(int(numpy.argmax(bad)), expected.shape)
        word = _word(found[at], expected[at])
        raise Different(
            word,
            f"{found[at]!r} at {tuple(int(k) for k in at)}, expected {expected[at]!r} ({int(bad.sum())} of {expected.size} differ)\n"
            f"found {found!r}\nexpected {expected!r}"[:3000],
        )


def _word(found, expected):
    if numpy.isnan(found) != numpy.isnan(expected):
        return "nan"
    if numpy.isinf(found) != numpy.isinf(expected):
        return "infinity"
    return "sign of zero" if found == expected else "value"


def _allowed(magnitude, eps, tiny, rule, scale):
    allowed = rule.ulps * eps * numpy.maximum(magnitude, tiny)
    return allowed + rule.ulps * eps * scale if rule.degree else allowed


def _bad_real(found, expected, rule, scale):
    info = numpy.finfo(expected.dtype)
    bad = (found != expected) & ~(numpy.isnan(found) & numpy.isnan(expected))
    if rule.ulps and bad.any():
        wide_found, wide = found.astype("f8"), expected.astype("f8")
        finite = numpy.isfinite(wide_found) & numpy.isfinite(wide)
        near = finite & (
            numpy.abs(wide_found - wide) <= _allowed(numpy.abs(wide), float(info.eps), float(info.tiny), rule, scale)
        )
        if rule.loose or rule.degree and not scale < float(info.max) / 8:
            near |= ~finite  # which sum overflows first depends on the order
        else:  # next to the end of the range
            near |= (
                ~finite
                & (numpy.abs(wide_found) > float(info.max) * (1 - rule.ulps * float(info.eps)))
                & (numpy.abs(wide) > float(info.max) * (1 - rule.ulps * float(info.eps)))
                & (numpy.sign(wide_found) == numpy.sign(wide))
            )
        bad &= ~near
    if rule.signs:
        bad |= (found == 0) & (expected == 0) & (numpy.signbit(found) != numpy.signbit(expected))
    return bad


def _bad_complex(found, expected, rule, scale):
    """Errors are relative to the magnitude; where a part is not finite, one of ours must not be either."""
    if not rule.ulps:
        return _bad_real(found.real, expected.real, rule, scale) | _bad_real(found.imag, expected.imag, rule, scale)
    info = numpy.finfo(expected.dtype)
    parts = [p.astype("f8") for p in (found.real, found.imag, expected.real, expected.imag)]
    finite = numpy.isfinite(parts[0]) & numpy.isfinite(parts[1])
    finite_too = numpy.isfinite(parts[2]) & numpy.isfinite(parts[3])
    allowed = _allowed(numpy.hypot(parts[2], parts[3]), float(info.eps), float(info.tiny), rule, scale)
    near = (
        finite & finite_too & (numpy.abs(parts[0] - parts[2]) <= allowed) & (numpy.abs(parts[1] - parts[3]) <= allowed)
    )
    near |= ~finite & ~finite_too
    if rule.loose or rule.degree and not scale < float(info.max) / 8:
        near |= ~finite | ~finite_too
    return ~near
