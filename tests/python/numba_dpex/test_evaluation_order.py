"""Evaluation order: a value that is read before a store keeps its value afterwards; compiled kernels compared with Python."""

import math

import numpy as np
from kernel_helpers import check, on_each_device  # noqa: F401

import numba_dpex as dpex
from numba_dpex import kernel_api as kapi


@dpex.device_func
def bump(x, i):
    x[i] += 10
    return x[i]


@dpex.device_func
def two(x, i):
    return x[i], x[i] * 2


@dpex.device_func
def get(x, i):
    return x[i]


def operands(item, x, y):
    i = item.get_id(0)
    y[i] = x[i] + bump(x, i) * 3 + x[i]
    y[i] += get(x, i) * 2 + bump(x, i) + get(x, i)


def comparisons(item, x, y):
    i = item.get_id(0)
    y[i] = 1 if x[i] < bump(x, i) else 0
    y[i] += min(x[i], bump(x, i) - 20) + math.fabs(x[i]) - math.fabs(bump(x, i))
    y[i] += (x[i] > 3 and bump(x, i) > 12) + x[i]


def tuples(item, x, y):
    i = item.get_id(0)
    t = (x[i], x[i] + 1)
    x[i] = 0
    a, b = two(x, i)
    x[i], y[i] = y[i] + t[0], x[i] + t[1] + a + b


def loops_over_tuples(item, x, y):
    i = item.get_id(0)
    s = 0.0
    for v in (x[i], x[i] * 2):
        x[i] = 0.5
        s += v
    for j, v in enumerate((x[i], x[i] * 2)):
        s += j * v
        x[i] = 1
    for v, w in zip((x[i], x[i] + 1), (s, 2.0)):
        x[i] += v * w
    y[i] = s


def private_elements(item, x, y):
    i = item.get_id(0)
    p = kapi.PrivateArray(3, dtype=np.float64)
    p[0] = x[i]
    p[1] = p[0]
    p[0], p[1], p[2] = p[1] + 1, p[0] + 2, p[1] + p[0]
    y[i] = p[0] + 10 * p[1] + 100 * p[2]


def names_from_around(item, x, y):
    i = item.get_id(0)
    v = 1

    def inner():
        return v + x[i]

    v = 5
    kept = x[i] if i % 2 else y[i]
    x[i] = 7
    y[i] = inner() + kept


def test_what_was_read_stays_what_it_was():
    for kernel in (operands, comparisons, tuples, loops_over_tuples, private_elements, names_from_around):
        check(kernel, 37, np.arange(1.0, 38), np.arange(37) + 0.5)
