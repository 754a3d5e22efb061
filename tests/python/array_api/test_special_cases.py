"""The standard's special cases, row by row, in each floating-point type, alone and inside a longer array."""

import math
import re

import numpy as np
import pytest
from special_cases import BINARY, COMPLEX, UNARY

import dpctl.tensor as dpt

NUMBERS = {"pi": math.pi, "inf": math.inf}
ROW = re.compile(r"\s*(.*?)\s*->\s*(\(.*?\)|[^,]+?)\s*(?:,|$)")


def real(text):
    if text in ("nan", "-nan"):
        return math.copysign(math.nan, -1 if text[0] == "-" else 1)
    if text in ("True", "False"):
        return text == "True"
    return float(eval(text, NUMBERS)) if text != "-0" else -0.0


class Expected:
    """A number, whose sign may be open."""

    def __init__(self, text):
        self.any_sign = text.startswith("?")
        self.value = real(text.removeprefix("?"))

    def agrees(self, got, dtype):
        if isinstance(self.value, bool):
            return bool(got) is self.value
        if math.isnan(self.value):
            return math.isnan(got)
        got = float(got)
        signs = math.copysign(1, got) == math.copysign(1, self.value) or self.any_sign
        tolerance = 8 * np.finfo(dtype).eps
        return signs and (abs(got) == abs(self.value) or math.isclose(abs(got), abs(self.value), rel_tol=tolerance))


def rows(table):
    for name, text in table.items():
        for row in ROW.findall(text):
            yield pytest.param(name, *row, id=f"{name}: {row[0]}")


def in_a_longer_array(values, dtype):
    """The value is in a vector lane and in the remainder loop; its neighbours are ordinary numbers."""
    host = np.full((len(values), 37), 0.5, dtype=dtype)
    for operand, value in zip(host, values, strict=True):
        operand[::4] = value
    return [dpt.asarray(operand) for operand in host]


def check(name, operands, expected, dtype):
    result = dpt.asnumpy(getattr(dpt, name)(*in_a_longer_array(operands, dtype)))
    for got in result[::4]:
        assert expected.agrees(got, dtype), f"{name}{operands} of {np.dtype(dtype)} is {got}"


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name, operand, result", list(rows(UNARY)))
def test_real(name, operand, result, dtype):
    check(name, [real(operand)], Expected(result), dtype)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name, operands, result", list(rows(BINARY)))
def test_two_reals(name, operands, result, dtype):
    check(name, [real(text) for text in operands.split()], Expected(result), dtype)


def parts(text):
    return text.strip("()").split(",") if text.startswith("(") else [text]


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize("conjugated", [False, True], ids=["", "conjugated"])
@pytest.mark.parametrize("name, operand, result", list(rows(COMPLEX)))
def test_complex(name, operand, result, conjugated, dtype):
    re_, im = (real(part) for part in parts(operand))
    wanted = [Expected(part) for part in parts(result)]
    x = in_a_longer_array([complex(re_, -im if conjugated else im)], dtype)[0]
    for got in dpt.asnumpy(getattr(dpt, name)(x))[::4]:
        found = [got.real, -got.imag if conjugated else got.imag] if len(wanted) == 2 else [got]
        assert all(w.agrees(f, np.finfo(dtype).dtype) for w, f in zip(wanted, found, strict=True)), (
            f"{name}({operand}) is {got}"
        )


def test_every_row_is_read():
    """The pattern that splits the tables matches every row."""
    for table in (UNARY, BINARY, COMPLEX):
        for text in table.values():
            assert len(ROW.findall(text)) == text.count("->")
