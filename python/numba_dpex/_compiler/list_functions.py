"""Methods and operators of lists that are written in the kernel language and inlined (lists.py)."""

__all__ = ["METHODS", "concatenated", "contains", "copied", "extend", "repeated"]


def copied(values):
    """A list of the elements."""
    found = []
    for v in values:
        found.append(v)
    return found


def concatenated(a, b):
    """a + b"""
    found = []
    for v in a:
        found.append(v)
    for v in b:
        found.append(v)
    return found


def repeated(a, n):
    """a * n"""
    found = []
    for _ in range(n):
        for v in a:
            found.append(v)
    return found


def contains(values, value):
    """value in values"""
    return any(v == value for v in values)


def extend(items, values):
    """Appends all values."""
    for v in values:
        items.append(v)


def pop_at(items, index):
    """Removes an element and returns it."""
    i = index + len(items) if index < 0 else index
    found = items[i]
    for k in range(i, len(items) - 1):
        items[k] = items[k + 1]
    items.pop()
    return found


def insert(items, index, value):
    """Inserts an element before another one."""
    n = len(items)
    i = min(max(index + n if index < 0 else index, 0), n)
    items.append(value)
    for k in range(n, i, -1):
        items[k] = items[k - 1]
    items[i] = value


def reverse(items):
    """Reverses the order in place."""
    n = len(items)
    for k in range(n // 2):
        items[k], items[n - 1 - k] = items[n - 1 - k], items[k]


def count(items, value):
    """The number of elements that are equal to a value."""
    n = 0
    for v in items:
        n += v == value
    return n


METHODS = {
    "extend": extend, "pop_at": pop_at, "insert": insert, "reverse": reverse, "count": count,
}  # fmt: skip
