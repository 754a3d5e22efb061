"""Every name of the standard is there, has the standard's parameters, and takes the standard's calls."""

import inspect
from inspect import Parameter

import pytest
from standard import ARRAY_ATTRIBUTES, ARRAY_METHODS, CONSTANTS, DTYPES, FUNCTIONS
from standard_calls import arguments, find, matrix, standard_parameters

import dpctl.tensor as dpt


@pytest.mark.parametrize("name", [*DTYPES, *CONSTANTS, *FUNCTIONS])
def test_name_is_there(name):
    found = find(name)
    assert found is None if name == "newaxis" else found is not None
    if "." not in name:
        assert name in dpt.__all__


@pytest.mark.parametrize("name", ARRAY_ATTRIBUTES + ARRAY_METHODS)
def test_array_has_member(name):
    assert hasattr(dpt.usm_ndarray, name)


def test_extensions_list_their_functions():
    for extension in ("linalg", "fft"):
        names = {name.split(".")[1] for name in FUNCTIONS if name.startswith(extension)}
        assert names <= set(find(extension).__all__)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_parameters_are_the_standards(name):
    """Those of the standard come first, under their names where names matter; others may follow."""
    ours = inspect.signature(find(name)).parameters
    wanted = standard_parameters(name)
    by_position = [p for p in wanted if p.kind is not Parameter.KEYWORD_ONLY]
    for mine, theirs in zip(list(ours.values()), by_position, strict=False):
        if theirs.kind is Parameter.POSITIONAL_ONLY:
            assert mine.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        else:
            assert mine.kind is theirs.kind
        if theirs.kind is Parameter.POSITIONAL_OR_KEYWORD:
            assert mine.name == theirs.name
    assert len(ours) >= len(by_position)
    for theirs in wanted[len(by_position) :]:
        assert ours[theirs.name].kind in (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


# ---- calls ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FUNCTIONS)
def test_call_by_position(name):
    assert find(name)(*arguments(name)) is not None


@pytest.mark.parametrize("name", FUNCTIONS)
def test_call_with_each_keyword_at_its_default(name):
    keywords = {
        p.name: p.default
        for p in standard_parameters(name)
        if p.kind is not Parameter.POSITIONAL_ONLY and p.default is not Parameter.empty
    }
    if name in ("arange", "clip"):  # by position or by name
        keywords.pop("stop", None)
    given = arguments(name)
    by_position = [p for p in standard_parameters(name) if p.kind is not Parameter.KEYWORD_ONLY]
    for p in by_position[: len(given)]:
        keywords.pop(p.name, None)
    assert find(name)(*given, **keywords) is not None


NAMED = {
    "broadcast_to": "shape",
    "isdtype": "dtype kind",
    "linspace": "num",
    "permute_dims": "axes",
    "reshape": "shape",
    "roll": "shift",
    "squeeze": "axis",
    "full": "shape fill_value",
    "zeros": "shape",
    "ones": "shape",
    "empty": "shape",
    "clip": "min max",
    "arange": "stop step",
}


@pytest.mark.parametrize("name", NAMED)
def test_parameters_by_name(name):
    names = NAMED[name].split()
    given = {"clip": (matrix(), 1.0, 2.0), "arange": (0, 6, 2)}.get(name) or arguments(name)
    split = len(given) - len(names)
    result = find(name)(*given[:split], **dict(zip(names, given[split:], strict=True)))
    expected = find(name)(*given)
    assert result == expected if isinstance(result, bool) else result.shape == expected.shape
