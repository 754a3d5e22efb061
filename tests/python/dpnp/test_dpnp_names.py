"""NumPy's public names: each is here, or docs/numpy-names.md says why not; and what that page says is true."""

import inspect
import re
from pathlib import Path

import numpy
import pytest

import dpnp

PAGE = Path(__file__).resolve().parents[3] / "docs" / "numpy-names.md"
NOT_OURS = {"linalg": "LinAlgError"}  # there, though not in numpy's __all__ of functions


def tables() -> dict:
    """The names of the page's tables by the heading above them, and the reason given for each."""
    found, heading = {}, None
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            heading = found.setdefault(line[3:].strip(), {})
        elif line.startswith("| `") and heading is not None:
            names, reason = line.strip("| ").split(" | ", 1)
            heading.update(dict.fromkeys(re.findall(r"`([^`]+)`", names), reason))
    return found


REASONS = tables()
NAMESPACES = {
    "numpy": (numpy, dpnp),
    "numpy.ndarray": (numpy.ndarray, dpnp.ones((1, 1))),  # a reason is given where an object is asked
    "numpy.linalg": (numpy.linalg, dpnp.linalg),
    "numpy.fft": (numpy.fft, dpnp.fft),
}


def names_of(theirs) -> set:
    """Public names; of the array type also those between underscores."""
    if theirs is numpy.ndarray:
        return {n for n in dir(theirs) if not n.startswith("_") or n.startswith("__")}
    return set(getattr(theirs, "__all__", ())) | {n for n in dir(theirs) if not n.startswith("_")} - _modules(theirs)


def _modules(theirs) -> set:
    """What is only visible because it was imported there."""
    return (
        {"linalg", "test", "_linalg"}
        if theirs is numpy.linalg
        else {"helper", "test"}
        if theirs is numpy.fft
        else set()
    )


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_each_name_is_here_or_has_a_reason(namespace):
    theirs, ours = NAMESPACES[namespace]
    missing = {name for name in names_of(theirs) if not hasattr(ours, name)}
    reasons = REASONS.get(namespace, {})
    assert sorted(missing - set(reasons)) == [], "neither here nor explained in docs/numpy-names.md"
    assert sorted(set(reasons) & names_of(theirs) - missing) == [], "explained in docs/numpy-names.md, but here"


def test_asking_for_a_missing_name_says_what_to_use():
    for name in set(REASONS["numpy"]) & names_of(numpy):
        with pytest.raises(NotImplementedError, match=f"dpnp has no {name}: .{{20}}"):
            getattr(dpnp, name)
    for name in {name for name in REASONS["numpy.ndarray"] if not name.startswith("_")}:
        with pytest.raises(NotImplementedError, match=f"dpnp.ndarray has no {name}: .{{20}}"):
            getattr(dpnp.ones(1), name)
    with pytest.raises(AttributeError, match="'nonsense'") as caught:
        dpnp.nonsense  # noqa: B018
    assert not isinstance(caught.value, NotImplementedError)


def test_every_reason_says_something():
    assert REASONS["numpy"] and all(
        len(reason) > 10 for of_namespace in REASONS.values() for reason in of_namespace.values()
    )


# Functions whose parameters the reference calls otherwise: those of `renamed` take both names, `clip` has both. `genfromtxt` passes on all.
OTHER_NAMES = {
    "array",
    "bincount",
    "clip",
    "genfromtxt",
    "putmask",
    "extract",
    "place",
    "put_along_axis",
    "roll",
    "take_along_axis",
}
NOT_TAKEN = {("einsum_path", "einsum_call"), ("set_printoptions", "override_repr")}  # for NumPy's own use


def _parameters(function, kinds) -> list:
    return [p.name for p in inspect.signature(function).parameters.values() if p.kind in kinds]


def _differing(name: str, wanted: inspect.Signature, own) -> list:
    """What of NumPy's parameters a function does not take."""
    both = inspect.Parameter.POSITIONAL_OR_KEYWORD
    named = (inspect.Parameter.KEYWORD_ONLY, both)
    order = [p.name for p in wanted.parameters.values() if p.kind == both]
    wrong = [f"{name}: by position {order}"] if _parameters(own, (both,))[: len(order)] != order else []
    names = [p.name for p in wanted.parameters.values() if p.kind in named]
    return wrong + [f"{name}: {n}=" for n in names if n not in _parameters(own, named) and (name, n) not in NOT_TAKEN]


@pytest.mark.parametrize("namespace", ["numpy", "numpy.linalg", "numpy.fft"])
def test_functions_take_what_numpys_take_by_position_and_by_name(namespace):
    theirs, ours = NAMESPACES[namespace]
    wrong = []
    for name in sorted(names_of(theirs) - OTHER_NAMES):
        function, own = getattr(theirs, name), getattr(ours, name, None)
        if not callable(function) or not callable(own) or isinstance(function, (numpy.ufunc, type)):
            continue
        try:
            wrong += _differing(name, inspect.signature(function), own)
        except ValueError:
            continue  # written in C without a signature
    assert wrong == []


def test_names_of_parameters_that_only_numpy_has():
    x = dpnp.arange(6.0)
    i = dpnp.asarray([1, 0])
    assert dpnp.array(object=[1, 2]).tolist() == [1, 2]
    assert dpnp.extract(condition=x > 3, arr=x).tolist() == dpnp.extract(x > 3, a=x).tolist() == [4, 5]
    assert dpnp.roll(a=x, shift=1)[0] == dpnp.roll(x=x, shift=1)[0] == 5
    assert dpnp.rollaxis(x=x, axis=0).shape == dpnp.rollaxis(a=x, axis=0).shape
    assert (
        dpnp.take_along_axis(arr=x, indices=i, axis=0).tolist()
        == dpnp.take(a=x, indices=i, mode="raise").tolist()
        == [1, 0]
    )
    dpnp.put_along_axis(arr=x, indices=i, values=7, axis=0)
    dpnp.place(arr=x, mask=x == 5, vals=dpnp.asarray([9.0]))
    dpnp.put(a=x, ind=[4], v=8, mode="clip")
    assert x.tolist() == [7, 7, 2, 3, 8, 9]
    assert dpnp.clip(x, a_min=3, a_max=8).tolist() == dpnp.clip(x, 3, max=8).tolist() == [7, 7, 3, 3, 8, 8]
    with pytest.raises(TypeError, match="multiple values|unexpected keyword"):
        dpnp.roll(a=x, x=x, shift=1)
    assert (dpnp.add.signature, dpnp.add.nin, dpnp.add.nargs, dpnp.add.identity) == (None, 2, 3, 0)


def test_inner_names_that_other_packages_import():
    from dpnp import dpnp_array, dpnp_utils
    from dpnp.tensor import (
        ExecutionPlacementError,
        broadcast_shapes,
        get_coerced_usm_type,
        get_execution_queue,
        validate_usm_type,
    )

    x = dpnp.ones(3, usm_type="shared")
    assert dpnp_array.dpnp_array is dpnp.ndarray and broadcast_shapes((3, 1), (4,)) == (3, 4)
    assert callable(get_coerced_usm_type) and callable(get_execution_queue) and callable(validate_usm_type)
    assert dpnp_utils.get_usm_allocations([x, 2.0]) == ("shared", x.sycl_queue)
    other = x.to_device(x.sycl_device)
    assert issubclass(ExecutionPlacementError, ValueError) and dpnp_utils.get_usm_allocations([]) == (None, None)
    assert dpnp_utils.map_dtype_to_device("f4", other.device) == numpy.float32
    assert type(dpnp_utils.convert_item(x)) is numpy.ndarray and dpnp_utils.unwrap_array(2) == 2
    dpnp_utils.copy_from_origin(x, numpy.arange(3))
    assert x.tolist() == [0, 1, 2] and not dpnp_utils.use_origin_backend()
    with pytest.raises(NotImplementedError):
        dpnp_utils.call_origin(numpy.sum, x)
    assert dpnp.multiply.get_type_result_resolver_function()("f4", "f4") == numpy.float32
    assert not hasattr(dpnp.divmod, "get_implementation_function") or callable(dpnp.divmod.get_implementation_function)
