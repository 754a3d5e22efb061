"""dpnp.random: arrays of random numbers on a device.

The functions of this module draw from one `RandomState` for each queue; they take ``device=``, ``usm_type=`` and
``sycl_queue=``. `default_rng` returns an independent generator.
"""

from __future__ import annotations

import functools
import inspect

from dpctl.tensor._device import normalize_queue_device
from opendpex import _core
from opendpex._core import name_error

from ._bit_generators import MT19937, PCG64, PCG64DXSM, SFC64, BitGenerator, Philox
from ._generator import Generator, default_rng
from ._parameters import usually_drawn
from ._random_state import RandomState
from ._seed_sequence import SeedSequence

_CLASSES = [
    "BitGenerator",
    "Generator",
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "Philox",
    "RandomState",
    "SFC64",
    "SeedSequence",
]
_states = {}


def _state_of(device=None, sycl_queue=None) -> RandomState:
    """The RandomState of a queue, created at its first use."""
    is_default = device is sycl_queue is None
    if is_default and None in _states:  # the default device stays the same
        return _states[None]
    queue = normalize_queue_device(sycl_queue=sycl_queue, device=device)
    if queue not in _states:
        _states[queue] = RandomState(sycl_queue=queue)
    if is_default:
        _states[None] = _states[queue]
        _draw_in_c(_states[queue])
    return _states[queue]


def _draw_in_c(state) -> None:
    """Have the usual calls of the functions drawn by the default device's state without a call of Python."""
    for name in filter(_is_drawn_in_c, [*_FUNCTIONS, "ranf", "sample"]):
        globals()[name]._set_usual(getattr(state._engine, f"draw_{_SAME.get(name, name)}"))


def seed(seed=None, device=None, sycl_queue=None):
    """Seed the RandomState of a queue.

    Parameters
    ----------
    seed : int or sequence of int, optional
        As in `RandomState`.
    device, sycl_queue : optional
        Which queue; default: the default device's.

    Raises
    ------
    TypeError
        If the seed holds no integers.
    ValueError
        If one of them is out of range.

    Examples
    --------
    >>> np.random.seed(3)
    >>> x = np.random.rand()
    >>> np.random.seed(3)
    >>> bool(x == np.random.rand())
    True
    """
    _state_of(device, sycl_queue).seed(seed)


def get_state(legacy=True, device=None, sycl_queue=None):
    """Return the state of a queue's RandomState, as `RandomState.get_state` does.

    Parameters
    ----------
    legacy : bool, optional
        True: a tuple; False: a dict.
    device, sycl_queue : optional
        Whose; default: the default queue's.

    Returns
    -------
    tuple or dict
    """
    return _state_of(device, sycl_queue).get_state(legacy)


def set_state(state, device=None, sycl_queue=None):
    """Set what `get_state` returned.

    Parameters
    ----------
    state : tuple or dict
        The state.
    device, sycl_queue : optional
        Whose; default: the default queue's.

    Raises
    ------
    TypeError
        If it is neither.
    ValueError
        If it is of another kind of generator.
    """
    _state_of(device, sycl_queue).set_state(state)


_PLACEMENT = ("device", "sycl_queue")
#: Names of what _core.RandomEngine draws where several are one.
_SAME = dict.fromkeys(("random_sample", "ranf", "sample"), "random")


def _is_drawn_in_c(name: str) -> bool:
    return hasattr(_core.RandomEngine, f"draw_{_SAME.get(name, name)}")


def _function(name: str, method):
    """A function that calls the method on the RandomState of a queue."""

    @functools.wraps(inspect.unwrap(method))
    def function(*args, device=None, sycl_queue=None, **kwargs):
        if device is None and sycl_queue is None and args:
            sycl_queue = _queue_of(args)
        state = _state_of(device, sycl_queue)
        try:
            return method(state, *args, **kwargs)
        except TypeError as error:  # of Python, which binds arguments to the method
            name_error(error)
            raise

    parameters = list(inspect.signature(method).parameters.values())[1:]
    placement = [inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None) for key in _PLACEMENT]
    function.__signature__ = inspect.Signature(parameters + placement)
    function.__name__ = function.__qualname__ = name
    function.__code__ = function.__code__.replace(co_name=name)  # by which messages name it
    function.__module__ = __name__
    return usually_drawn(None)(function) if _is_drawn_in_c(name) else function


def _queue_of(args):
    """The queue of the first array argument, on which the result is allocated."""
    for x in args:
        if type(x) is not int and type(x) is not float and hasattr(x, "sycl_queue"):
            return x.sycl_queue
    return None


_FUNCTIONS = [
    *(
        "beta binomial bytes chisquare choice dirichlet exponential f gamma geometric gumbel hypergeometric "
        "laplace logistic lognormal"
    ).split(),
    *(
        "logseries multinomial multivariate_normal negative_binomial noncentral_chisquare noncentral_f normal "
        "pareto permutation"
    ).split(),
    *("poisson power rand randint randn random random_integers random_sample rayleigh shuffle standard_cauchy").split(),
    *(
        "standard_exponential standard_gamma standard_normal standard_t triangular uniform vonmises wald weibull zipf"
    ).split(),
]
for _name in _FUNCTIONS:
    globals()[_name] = _function(_name, getattr(RandomState, _name))
ranf, sample = _function("ranf", RandomState.random_sample), _function("sample", RandomState.random_sample)

__all__ = [*_CLASSES, *_FUNCTIONS, "default_rng", "get_state", "ranf", "sample", "seed", "set_state"]


def __dir__():
    return __all__
