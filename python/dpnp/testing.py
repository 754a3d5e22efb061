"""dpnp.testing: the assertions of `numpy.testing` about arrays on devices.

Arrays among the arguments, in nests too, are copied to the host and compared there by NumPy; what an assertion means,
takes and raises is written at NumPy's function of the same name. Not imported with `dpnp`, but at the first use of
``dpnp.testing``.
"""

from __future__ import annotations

import functools

import numpy.testing

from opendpex import _core

__all__ = [
    "assert_",
    "assert_allclose",
    "assert_almost_equal",
    "assert_approx_equal",
    "assert_array_almost_equal",
    "assert_array_almost_equal_nulp",
    "assert_array_equal",
    "assert_array_less",
    "assert_array_max_ulp",
    "assert_equal",
    "assert_no_warnings",
    "assert_raises",
    "assert_raises_regex",
    "assert_warns",
]


def _on_host(x):
    if isinstance(x, _core.array_base):
        return _core.asnumpy(x)
    if type(x) in (list, tuple):
        return type(x)(map(_on_host, x))
    return {key: _on_host(value) for key, value in x.items()} if type(x) is dict else x


def _of_arrays(name: str):
    theirs = getattr(numpy.testing, name)

    @functools.wraps(theirs, assigned=("__name__", "__qualname__"))
    def check(*args, **kwargs):
        return theirs(*map(_on_host, args), **{key: _on_host(value) for key, value in kwargs.items()})

    check.__doc__ = f"""`numpy.testing.{name}` of arrays on devices, which are copied to the host.

    Parameters
    ----------
    *args, **kwargs
        As of NumPy's; arrays may be of dpnp, dpctl.tensor or NumPy.

    Raises
    ------
    AssertionError
        If it does not hold.
    """
    return check


_ABOUT_CALLS = {"assert_", "assert_no_warnings", "assert_raises", "assert_raises_regex", "assert_warns"}
globals().update(
    {
        name: getattr(numpy.testing, name) if name in _ABOUT_CALLS else _of_arrays(name)
        for name in __all__
        if hasattr(numpy.testing, name)
    }
)


def __dir__():
    return __all__
