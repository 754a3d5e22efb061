"""Loops whose texts are found from bytecode: endless ones, and those that chained comparisons end."""

import pytest
from version_helpers import check_have_a_text

ENDLESS = """
def a_break_at_the_end(x, n):
    while True:
        n -= 1
        if not 0 < n < 5:
            break
    return n

def a_break_in_the_midst(x, n):
    while True:
        n -= 1
        x[n] = 3
        if not (0 < n < 5):
            break
        x[n] += 1
    return x.sum()

def then_a_store(x, n):
    while True:
        n -= 1
        if not 0 < n < 5:
            break
    x[0] = n

def a_break_to_the_loop_around(x, n):
    for i in range(n):
        while True:
            x[i] -= 1
            if not 0 < x[i] < 5:
                break

def a_break_before_a_store(x, n):
    for i in range(n):
        while True:
            x[i] -= 1
            if not 0 < x[i] < n < 5:
                break
        x[i] = 3

def a_chain_that_is_not_negated(x, n):
    while True:
        n -= 1
        if 0 < n < 5:
            break
    return n

def a_chain_before_a_store(x, n):
    while True:
        n -= 1
        if 0 < n < 5:
            break
        x[n] = 3
    return n

def a_continue(x, n):
    while True:
        n -= 1
        if 0 < n < 5:
            continue
        x[n] = 2
        if n < 4:
            break
    return n

def an_or(x, n):
    while True:
        n -= 1
        if not 0 < n < 5 or x[n] > 3:
            break
        x[n] = 1
    return n

def an_and(x, n):
    while True:
        n -= 1
        if not 0 < n < 5 and x[n] > 3:
            break
    return n

def a_while_with_a_test(x, n):
    while n > 0:
        n -= 1
        if not 0 < n < 5:
            break
    return n

def a_branch_before_the_break(x, n):
    while True:
        n -= 1
        if not 0 < n < 5:
            if n > 3:
                x[n] = 2
            break
    return n

def a_return(x, n):
    while True:
        n -= 1
        if not 0 < n < 5:
            return n

def an_else(x, n):
    while True:
        n -= 1
        if 0 < n < 5:
            x[n] = 2
        else:
            break
    return n

def a_continue_before_the_break(x, n):
    while True:
        n -= 1
        if 0 < n < 5:
            x[n] = 2
            continue
        break
    return n

def a_break_first(x, n):
    while True:
        if not 0 < n < 5:
            break
        n -= 1
    return n

def endless_in_endless(x, n):
    while 1:
        while True:
            n -= 1
            if not 0 < n < 5:
                break
        if not 0 < n < 3 < 4:
            break
    return n

def a_while_first(x, n):
    while True:
        while n > 2:
            n -= 1
            if not 0 < x[n] < 5:
                break
        if x[n] == 3:
            break
        n += 2
    return n

def a_for_with_else_first(x, n):
    while True:
        for i in range(n):
            if not 0 < x[i] < 5:
                break
            x[i] -= 1
        else:
            break
        n -= 1
    return n

def no_chain(x, n, tol):
    it = 0
    while True:
        old = x[0]
        for i in range(n):
            x[i] = x[i] * 0.5
        it += 1
        if abs(x[0] - old) < tol or it > 100:
            break
    return it

def two_breaks(item, x, n):
    i = item.get_id(0)
    k = 0
    while True:
        if k >= n:
            break
        if not -1 < x[k] <= 4:
            break
        k += 1
    x[i] = k

def a_chain_and_another(item, x, n):
    i = item.get_id(0)
    while True:
        x[i] -= 1
        if not (0 < x[i] < 5 and n > 2):
            break
        if x[i] == 3:
            continue
        x[i] += n

def loops_in_a_loop(item, x, n):
    i = item.get_id(0)
    for k in range(3):
        while True:
            x[i] -= 1
            if not (0 < x[i] < 5 or n > 2):
                break
            if not 0 < x[k] <= 7:
                continue
            x[i] += n
        for j in range(k):
            if not 0 < j < 3:
                break
            x[j] = 2

def two_loops(x, n):
    while True:
        n -= 1
        if not 0 < n < 5:
            x[0] = n
            break
        x[n] = 2
    while True:
        n += 1
        if not -5 < n < 5:
            break
        x[n] = 3
    return x

def an_elif(x, n):
    s = 0
    while True:
        n -= 1
        if 0 < n < 5:
            s += 1
        elif not 2 < n < 9:
            break
        else:
            s += 2
    x[0] = s
    return s

def two_chains(x, n):
    while True:
        n -= 1
        if not 0 < n < 5:
            break
        if not 1 < n < 5:
            break
        x[n] = 1
    for k in range(n):
        x[k] = 0

def breaks_of_two_loops(x, n):
    for k in range(n):
        while True:
            n -= 1
            if not 0 < n < 5:
                break
            x[k] += 1
            if not 1 < x[k] < 5:
                break
        if not 1 < k < 5:
            break
    return n

def three_loops(x, n):
    while True:
        while True:
            while True:
                n -= 1
                if not 0 < n < 5:
                    break
            if n > 3:
                break
        if n > 2:
            break
    return n

def a_break_in_a_branch(x, n):
    while True:
        n -= 1
        if x[n] > 3:
            if not 0 < n < 5:
                break
        else:
            x[n] = 2
    return n

def an_elif_that_continues(x, n):
    while True:
        n -= 1
        if not (0 < n < 5):
            break
        elif n == 3:
            continue
        else:
            x[n] = 2
    return n
"""


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_endless_loops_that_chains_end_have_a_text(version):
    check_have_a_text(version, ENDLESS)
