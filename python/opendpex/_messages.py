"""Exceptions about arguments: they name the function that the program called, the parameter, what was given and what is
allowed. Which function was called is found when there is something to tell, so the functions do not carry it along."""

from __future__ import annotations

import functools
import operator
import sys

import numpy

from opendpex._core import ExecutionPlacementError, array_base, as_flag, caller, name_error, set_hook

__all__ = [
    "array_beside", "as_dtype", "as_extent", "as_flag", "as_function", "as_int", "as_items", "as_real", "as_text",
    "as_whole", "as_word", "by_others", "different_queues", "named", "names_errors", "not_an_array", "not_combined",
    "shown", "unknown_word", "wrong_type",
]  # fmt: skip


def shown(value) -> str:
    """An argument in a message: as it is written, or its type where that may be long.

    Parameters
    ----------
    value : object
        What was given.

    Returns
    -------
    str
    """
    if isinstance(value, (str, bytes, int, float, complex, type, numpy.generic, numpy.dtype)) and len(repr(value)) < 60:
        return repr(value)
    return "None" if value is None else type(value).__name__


def named(message: str, name: str | None = None) -> str:
    """The message behind the name of the called function, if it does not begin with that.

    Parameters
    ----------
    message : str
        What is wrong.
    name : str, optional
        The name; default: that of the function that the program called.

    Returns
    -------
    str
    """
    name = caller()[0] if name is None else name
    return message if name is None or message.startswith((f"{name}:", f"{name}(")) else f"{name}: {message}"


def by_others(function, /, *args, **kwargs):
    """What a function of NumPy or Python gives; its exceptions about arguments get the name of ours that was called.

    Parameters
    ----------
    function : callable
        The function.
    *args, **kwargs
        What it is called with.

    Returns
    -------
    object
    """
    try:
        return function(*args, **kwargs)
    except Exception as error:
        name_error(error)
        raise


def names_errors(function):
    """Decorator of a function that leaves the checks of its arguments to the operations that it consists of: their
    exceptions about arguments get its name.

    Parameters
    ----------
    function : callable
        The function.

    Returns
    -------
    callable
    """

    @functools.wraps(function)
    def _names_errors(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as error:
            name_error(error, function.__name__)
            raise

    return _names_errors


def _arrays_in(values, depth: int = 2):
    for x in values:
        if isinstance(x, array_base):
            yield x
        elif isinstance(x, (tuple, list)) and depth:
            yield from _arrays_in(x[:100], depth - 1)


def array_beside():
    """An array on a device among the arguments of the called function; None: there is none.

    Returns
    -------
    dpnp.ndarray or usm_ndarray or None
    """
    frame = caller()[1]
    return None if frame is None else next(_arrays_in(list(frame.f_locals.values())), None)


def not_combined(beside, name: str | None = None) -> TypeError:
    """The exception for a NumPy array and one on a device as operands of one call.

    Parameters
    ----------
    beside : dpnp.ndarray or usm_ndarray
        The array on a device.
    name : str, optional
        As of `named`.

    Returns
    -------
    TypeError
    """
    package = "dpnp" if type(beside).__module__.startswith("dpnp") else "dpctl.tensor"
    return TypeError(
        named(
            f"a NumPy array and a {package} array on {beside.sycl_device._describe()} cannot be combined; "
            f"{package}.asarray(a, sycl_queue=x.sycl_queue) copies it there",
            name,
        )
    )


def different_queues(*arrays) -> ExecutionPlacementError:
    """The exception for arrays of one call that are on several queues.

    Parameters
    ----------
    *arrays : dpnp.ndarray or usm_ndarray
        The arrays.

    Returns
    -------
    ExecutionPlacementError
        A ValueError too.
    """
    labels = dict.fromkeys(x.sycl_device._describe() for x in arrays)
    devices = f"of {' and '.join(labels)}" if len(labels) > 1 else f"all of {next(iter(labels))}"
    return ExecutionPlacementError(named(f"the arrays are on different queues, {devices}; to_device copies an array"))


def not_an_array(x, what: str, name: str | None = None) -> TypeError:
    """The exception for an argument that is no array on a device.

    Parameters
    ----------
    x : object
        What was given.
    what : str
        The parameter, such as "the array" or "weights".
    name : str, optional
        As of `named`.

    Returns
    -------
    TypeError
    """
    if isinstance(x, numpy.ndarray):
        beside = array_beside()
        if beside is not None:
            return not_combined(beside, name)
        return TypeError(
            named(f"{what} must be a dpnp.ndarray or usm_ndarray, not a NumPy array; dpnp.asarray(a) copies it", name)
        )
    kind = "None" if x is None else type(x).__name__
    return TypeError(named(f"{what} must be a dpnp.ndarray or usm_ndarray, not {kind}; dpnp.asarray converts", name))


def wrong_type(what: str, expected: str, given, name: str | None = None) -> TypeError:
    """The exception for an argument of a wrong type.

    Parameters
    ----------
    what, expected : str
        The parameter, and what it may be, such as "an int".
    given : object
        What it was.
    name : str, optional
        As of `named`.

    Returns
    -------
    TypeError
    """
    kind = "None" if given is None else type(given).__name__
    return TypeError(named(f"{what} must be {expected}, not {kind}", name))


def unknown_word(what: str, given, allowed, name: str | None = None) -> Exception:
    """The exception for a text that is none of those allowed: ValueError, or TypeError for what is no text.

    Parameters
    ----------
    what : str
        The parameter.
    given : object
        What it was.
    allowed : iterable of str
        What it may be.
    name : str, optional
        As of `named`.

    Returns
    -------
    ValueError or TypeError
    """
    words = [repr(word) for word in allowed]
    expected = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    if isinstance(given, (str, bytes)):
        return ValueError(named(f"{what} must be {expected}, not {given!r}", name))
    return wrong_type(what, expected, given, name)


def as_word(value, what: str, allowed) -> str:
    """An argument that is one of some words. Only texts are compared with them: the `==` of an array is no bool.

    Parameters
    ----------
    value : object
        What was given.
    what : str
        The parameter.
    allowed : iterable of str
        What it may be.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If it is no text.
    ValueError
        If it is none of the words.
    """
    if isinstance(value, str) and value in allowed:
        return value
    raise unknown_word(what, value, allowed)


def as_int(value, what: str) -> int:
    """An argument as an int.

    Parameters
    ----------
    value : object
        What was given.
    what : str
        The parameter.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If it is no integer.
    """
    try:
        return operator.index(value)
    except (TypeError, IndexError):  # of arrays on a device the latter
        raise wrong_type(what, "an int", value) from None


def as_dtype(value, what: str = "dtype") -> numpy.dtype:
    """An argument as a ``numpy.dtype``.

    Parameters
    ----------
    value : object
        What was given.
    what : str, optional
        The parameter.

    Returns
    -------
    numpy.dtype

    Raises
    ------
    TypeError
        If it is none.
    """
    try:
        return numpy.dtype(value)
    except Exception as error:
        kind = type(error) if type(error) in (TypeError, ValueError) else TypeError
        raise kind(named(f"{what} must be a data type such as 'float32', not {shown(value)}")) from None


def as_extent(value, what: str) -> int:
    """An argument that counts elements as an int.

    Parameters
    ----------
    value : object
        What was given.
    what : str
        The parameter.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If it is no integer, or a bool, which NumPy refuses there.
    """
    if isinstance(value, bool):
        raise wrong_type(what, "an int", value)
    return as_int(value, what)


def as_whole(value, what: str) -> int:
    """An argument that ``int(value)`` converts, as an int.

    Parameters
    ----------
    value : object
        What was given.
    what : str
        The parameter.

    Returns
    -------
    int

    Raises
    ------
    TypeError, ValueError
        As of ``int(value)``.
    """
    try:
        return value if type(value) is int else int(value)
    except TypeError:
        raise wrong_type(what, "an int", value) from None
    except ValueError:
        raise ValueError(named(f"{what} must be an int, not {shown(value)}")) from None


def as_real(value, what: str) -> float:
    """An argument that is a real number, as a float.

    Parameters
    ----------
    value : object
        What was given.
    what : str
        The parameter.

    Returns
    -------
    float

    Raises
    ------
    TypeError
        If it is none; text is none.
    """
    try:
        if type(value) is float:
            return value
        if not isinstance(value, (str, bytes)):
            return float(value)
    except (TypeError, ValueError):
        pass
    raise wrong_type(what, "a real number", value)


def as_text(value, what: str, expected: str = "a str") -> str:
    """An argument that is a text.

    Parameters
    ----------
    value : object
        What was given.
    what, expected : str
        The parameter, and what it is to be.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If it is none.
    """
    if not isinstance(value, str):
        raise wrong_type(what, expected, value)
    return value


def as_items(values, what: str, expected: str = "a sequence of arrays") -> list:
    """An argument that is iterated over as a list.

    Parameters
    ----------
    values : object
        What was given.
    what, expected : str
        The parameter, and what it is to be.

    Returns
    -------
    list

    Raises
    ------
    TypeError
        If it cannot be iterated over.
    """
    try:
        return list(values)
    except TypeError:
        raise wrong_type(what, expected, values) from None


def as_function(value, what: str):
    """An argument that is called.

    Parameters
    ----------
    value : object
        What was given.
    what : str
        The parameter.

    Returns
    -------
    callable
        The argument.

    Raises
    ------
    TypeError
        If it cannot be called.
    """
    if not callable(value):
        raise wrong_type(what, "a function", value)
    return value


# ---- functions with several names -----------------------------------------------------------------------------------

_NAMESPACES = ("dpnp", "dpnp.linalg", "dpnp.random", "dpctl.tensor", "dpctl.program", "numba_dpex")


def _called_as(name: str, frame) -> str:
    """The one of a function's names by which the code of a frame calls it."""
    used = set(frame.f_code.co_names)
    names = {name}
    for module in filter(None, map(sys.modules.get, _NAMESPACES)):
        content = vars(module)
        function = content.get(name)
        if function is not None:
            names |= {other for other in used.intersection(module.__all__) if content.get(other) is function}
    names &= used
    if len(names) < 2:
        return names.pop() if names else name
    import dis  # here, because few messages need it

    before = [x.argval for x in dis.get_instructions(frame.f_code) if x.offset < frame.f_lasti]
    return next((x for x in reversed(before) if x in names), name)


set_hook("called_as", _called_as)
