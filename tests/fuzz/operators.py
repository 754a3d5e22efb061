"""Operators, in-place operators, universal functions and assignments by index: a few statements in a row on shared memory.

A case makes one or two arrays, takes views of them that may overlap, and executes up to four statements on NumPy's and on ours. After each
statement the results are compared, at the end all memory, elements that no view shows included.
"""

import operator

import numpy

import dpnp

from . import _arguments as make
from . import note
from ._arrays import random_number, random_shape, text
from ._call import Call, _check_errors, _host_copy, call, coarseness
from ._compare import EXACT, SAME, Different, Rule, check, compare
from ._known import known
from ._values import ALL

CASES = 300000
MEMORY = 6 << 30  # a random extent may ask for more than there is

_BINARY = "add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift lt le eq ne gt ge".split()
_IN_PLACE = "iadd isub imul itruediv ifloordiv imod ipow imatmul iand ior ixor ilshift irshift".split()
_SIGNS = dict(
    zip(
        "add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift lt le eq ne gt ge".split(),
        "+ - * / // % ** @ & | ^ << >> < <= == != > >=".split(),
        strict=True,
    )
)
_UNARY = {"neg": "-", "pos": "+", "abs": "abs ", "invert": "~"}
_LOOSE = Rule(ulps=8)
_PRODUCT = Rule(ulps=16, degree=2)
_STEP = Rule(ulps=4)


class Statement:
    """What is executed on either side: `run(values)` with the views of that side; `text` with their names."""

    def __init__(self, name, run, text, rule=SAME, writes=()):
        self.name, self.run, self.text, self.rule, self.writes = name, run, text, rule, writes


def _slice_of(rng, n):
    start, stop = (rng.choice((None, None, rng.randrange(-n - 1, n + 2))) for _ in range(2))
    return slice(start, stop, rng.choice((None, None, None, 1, 2, 3, -1, -2)))


def _basic_key(rng, shape):
    """Slices, integers, new axes and an ellipsis."""
    key = []
    for n in shape[: rng.randrange(len(shape) + 1)]:
        kind = rng.random()
        key.append(rng.randrange(-n, n) if kind < 0.2 and n else None if kind < 0.25 else _slice_of(rng, n))
    if rng.random() < 0.3:
        key.append(Ellipsis)
    return tuple(key) if rng.random() < 0.8 or len(key) != 1 else key[0]


class _Case(Call):
    """Views of both sides by name."""

    def __init__(self, rng):
        super().__init__(rng, dpnp)
        self.hosts, self.owns, self.texts, self.lines = [], [], [], []

    def add(self, host, own, line):
        self.hosts.append(host)
        self.owns.append(own)
        self.texts.append(f"v{len(self.hosts) - 1}")
        self.lines.append(f"v{len(self.hosts) - 1} = {line}")
        return len(self.hosts) - 1

    def view_of_memory(self, shape=None, dtypes=ALL, writable=True):
        pair = self.array(shape, dtypes, writable=writable)
        pair.writes = True
        return self.add(pair.host, pair.own, repr(pair))

    def view_of_view(self, k):
        key = _basic_key(self.rng, self.hosts[k].shape)
        host, error = call(operator.getitem, (self.hosts[k], key), {})
        own, own_error = call(operator.getitem, (self.owns[k], key), {})
        self.error, self.own_error = error, own_error
        self.lines.append(f"v{k}[{text(key)}]")
        _check_errors(self)
        self.lines.pop()
        if error or not isinstance(host, numpy.ndarray):
            return k
        if host.shape != own.shape:
            raise Different("shape", f"v{k}[{text(key)}]: {own.shape}, expected {host.shape}")
        return self.add(host, own, f"v{k}[{text(key)}]")

    def __str__(self):
        return "\n".join(self.lines)


def _other(c, k):
    """Another operand: a view of the same memory, another array, or a number."""
    rng, host = c.rng, c.hosts[k]
    kind = rng.random()
    if kind < 0.2:
        n = random_number(rng, "bifc" if rng.random() < 0.2 else "bif")
        return n, n, text(n)
    if kind < 0.27:
        n = numpy.dtype(rng.choice(ALL)).type(rng.randrange(0, 4))
        return n, n, text(n)
    if kind < 0.6:
        j = _overlapping(c, k)
    else:
        j = c.view_of_memory(make.broadcastable(c, host.shape), host.dtype.char if rng.random() < 0.5 else ALL)
    return c.hosts[j], c.owns[j], f"v{j}"


def _overlapping(c, k):
    """A view of the same memory, of a shape that fits: shifted, reversed, transposed, in steps, or the same."""
    rng, host = c.rng, c.hosts[k]
    kind = rng.randrange(5)
    if kind == 0:
        return k
    if kind == 1 and host.ndim:
        axis = rng.randrange(host.ndim)
        key = (slice(None),) * axis + (slice(None, None, -1),)
    elif kind == 2 and host.ndim > 1 and len(set(host.shape)) == 1:
        return c.add(host.T, c.owns[k].T, f"v{k}.T")
    elif kind == 3 and host.ndim:
        axis = rng.randrange(host.ndim)
        n = host.shape[axis]
        if not n:
            return k
        p = rng.randrange(n)
        key = (slice(None),) * axis + (slice(p, p + 1),)
    elif host.ndim:
        return c.view_of_view(k)
    else:
        return k
    return c.add(host[key], c.owns[k][key], f"v{k}[{text(key)}]")


def _shifted(c):
    """Two views of one array, one a few elements behind the other: x[1:] and x[:-1]."""
    k = c.view_of_memory(random_shape(c.rng, c.rng.choice((1, 1, 2, 2, 3))))
    host = c.hosts[k]
    axis = c.rng.randrange(host.ndim)
    n = host.shape[axis]
    by = c.rng.randrange(min(n, 4) + 1) if n else 0
    front, back = ((slice(None),) * axis + (s,) for s in (slice(by, None), slice(None, n - by)))
    if c.rng.random() < 0.5:
        front, back = back, front
    first = c.add(host[front], c.owns[k][front], f"v{k}[{text(front)}]")
    return first, c.add(host[back], c.owns[k][back], f"v{k}[{text(back)}]")


def _rule_of(name, operands):
    complex_one = any(
        getattr(x, "dtype", numpy.dtype("c16" if isinstance(x, complex) else "f8")).kind == "c" for x in operands
    )
    if name in ("matmul", "imatmul"):
        return _PRODUCT
    if name in ("pow", "ipow"):
        return Rule(ulps=1000)
    return _STEP if complex_one else SAME


def _in_place(c):
    name = c.rng.choice(_IN_PLACE)
    if c.rng.random() < 0.4:
        k, j = _shifted(c)
        other = c.hosts[j], c.owns[j], f"v{j}"
    else:
        k = c.rng.randrange(len(c.hosts))
        other = _other(c, k)
    sign = _SIGNS[name[1:] + "_" * (name in ("iand", "ior"))]
    function = getattr(operator, name)
    return (
        name,
        (lambda: function(c.hosts[k], other[0])),
        (lambda: function(c.owns[k], other[1])),
        f"v{k} {sign}= {other[2]}",
        _rule_of(name, (c.hosts[k], other[0])),
    )


def _binary(c):
    name = c.rng.choice(_BINARY)
    k = c.rng.randrange(len(c.hosts))
    other = _other(c, k)
    function = getattr(operator, name)
    rule = _rule_of(name, (c.hosts[k], other[0]))
    if c.rng.random() < 0.5:
        return (
            name,
            (lambda: function(c.hosts[k], other[0])),
            (lambda: function(c.owns[k], other[1])),
            f"v{k} {_SIGNS[name]} {other[2]}",
            rule,
        )
    return (
        name,
        (lambda: function(other[0], c.hosts[k])),
        (lambda: function(other[1], c.owns[k])),
        f"{other[2]} {_SIGNS[name]} v{k}",
        rule,
    )


def _unary(c):
    name = c.rng.choice(list(_UNARY))
    k = c.rng.randrange(len(c.hosts))
    function = getattr(operator, name)
    return (
        name,
        (lambda: function(c.hosts[k])),
        (lambda: function(c.owns[k])),
        f"{_UNARY[name]}v{k}",
        _rule_of(name, (c.hosts[k],)),
    )


def _index_array(c, n, shape):
    """Indices as a list, a NumPy array or an array of the device."""
    values = numpy.array(
        [c.rng.randrange(-n, n) if n else 0 for _ in range(int(numpy.prod(shape)))],
        c.rng.choice("lilbh" if n < 100 else "li"),
    ).reshape(shape)
    if n and c.rng.random() < 0.03 and values.size:
        values.flat[0] = n if n < 100 else 0
    kind = c.rng.random()
    if kind < 0.3:
        return values.tolist(), values.tolist(), repr(values.tolist())
    if kind < 0.6 or values.size and (values.max() >= n or values.min() < -n):
        return values, values, f"np.asarray({values.tolist()}, dtype='{values.dtype.str[1:]}')"
    return values, dpnp.asarray(values), f"array({values.tolist()}, dtype='{values.dtype.str[1:]}')"


def _key(c, shape):
    """A key, ours and as text: basic, one index array or more, or a mask."""
    rng = c.rng
    kind = rng.random()
    if kind < 0.35 or not shape:
        key = _basic_key(rng, shape)
        return key, key, text(key)
    if kind < 0.6:
        nd = rng.randrange(1, len(shape) + 1)
        mask = numpy.asarray([rng.random() < 0.5 for _ in range(int(numpy.prod(shape[:nd])))], bool).reshape(shape[:nd])
        as_host = rng.random() < 0.3
        return mask, mask if as_host else dpnp.asarray(mask), f"{'np.asarray' if as_host else 'array'}({mask.tolist()})"
    keys = []
    positions = random_shape(rng, rng.choice((0, 1, 1, 2)))
    for n in shape[: rng.randrange(1, len(shape) + 1)]:
        if rng.random() < 0.6:
            keys.append(_index_array(c, n, make.broadcastable(c, positions)))
        else:
            s = _slice_of(rng, n)
            keys.append((s, s, text(s)))
    if len(keys) == 1:
        return keys[0]
    host, own, texts = zip(*keys, strict=True)
    return host, own, ", ".join(texts)


def _get(c):
    k = c.rng.randrange(len(c.hosts))
    key = _key(c, c.hosts[k].shape)
    return "getitem", (lambda: c.hosts[k][key[0]]), (lambda: c.owns[k][key[1]]), f"v{k}[{key[2]}]", SAME


def _set(c):
    k = c.rng.randrange(len(c.hosts))
    key = _key(c, c.hosts[k].shape)
    shown, error = call(operator.getitem, (c.hosts[k], key[0]), {})
    shape = () if error else numpy.shape(shown)
    kind = c.rng.random()
    char = c.hosts[k].dtype.char
    if kind < 0.3 or error:
        n = random_number(c.rng, "bif")
        value = n, n, text(n)
    elif kind < 0.5 and isinstance(key[0], tuple | slice | int):
        value = _other(c, k)  # (NumPy reads what a mask has overwritten already)
    else:
        j = c.view_of_memory(make.broadcastable(c, shape), char if c.rng.random() < 0.6 else ALL)
        value = c.hosts[j], c.owns[j], f"v{j}"
    if c.rng.random() < 0.8 or not isinstance(shown, numpy.ndarray):  # (a scalar of NumPy cannot be added to in place)
        given = (
            numpy.copy(value[0]) if isinstance(value[0], numpy.ndarray) else value[0]
        )  # (NumPy may read what it has overwritten)
        return (
            "setitem",
            (lambda: operator.setitem(c.hosts[k], key[0], given)),
            (lambda: operator.setitem(c.owns[k], key[1], value[1])),
            f"v{k}[{key[2]}] = {value[2]}",
            SAME,
        )

    def add(x, position, what):
        x[position] += what

    return (
        "getitem += ",
        (lambda: add(c.hosts[k], key[0], value[0])),
        (lambda: add(c.owns[k], key[1], value[1])),
        f"v{k}[{key[2]}] += {value[2]}",
        _STEP,
    )


_INEXACT = ("sqrt", "exp", "sign", "square", "absolute")
_UFUNCS = "add subtract multiply divide floor_divide remainder minimum maximum logical_and bitwise_or less equal negative square sqrt exp absolute sign".split()


def _ufunc(c):
    """A universal function into a view that may overlap its operands, under a mask, by a rule of casting."""
    name = c.rng.choice(_UFUNCS)
    host, own = getattr(numpy, name), getattr(dpnp, name)
    k = c.rng.randrange(len(c.hosts))
    operands = [(c.hosts[k], c.owns[k], f"v{k}")]
    if host.nin == 2:
        operands.append(_other(c, k))
    kwargs, own_kwargs, words = {}, {}, []
    if c.rng.random() < 0.8 and (name not in _INEXACT or c.hosts[k].dtype.kind in "fc"):
        shape = numpy.broadcast_shapes(*(numpy.shape(x[0]) for x in operands)) if _fit(operands) else c.hosts[k].shape
        # (NumPy's negative takes steps for dense where operand and result are one)
        j = (
            _overlapping(c, k)
            if c.rng.random() < 0.5 and name != "negative"
            else c.view_of_memory(shape, c.hosts[k].dtype.char if c.rng.random() < 0.5 or name in _INEXACT else ALL)
        )
        kwargs["out"], own_kwargs["out"] = c.hosts[j], c.owns[j]
        words.append(f"out=v{j}")
        if (
            "where" not in kwargs
            and c.rng.random() < 0.3
            and numpy.may_share_memory(c.hosts[j], c.hosts[k]) < (c.hosts[j].dtype == c.hosts[k].dtype)
            and name not in ("less", "equal", "logical_and", "absolute")
        ):
            # (NumPy converts what the mask leaves as it is, to the result's dtype and back, where the dtypes differ and memory overlaps)
            j = c.view_of_memory(make.broadcastable(c, c.hosts[j].shape), "?")
            kwargs["where"], own_kwargs["where"] = c.hosts[j], c.owns[j]
            words.append(f"where=v{j}")
    if c.rng.random() < 0.2:
        kwargs["casting"] = own_kwargs["casting"] = make.casting(c)
        words.append(f"casting={kwargs['casting']!r}")
    line = f"np.{name}({', '.join([x[2] for x in operands] + words)})"
    rule = _LOOSE if name in ("sqrt", "exp", "square", "sign", "absolute") else _rule_of(name, [x[0] for x in operands])
    rule = EXACT if name in ("minimum", "maximum") else rule
    if rule.ulps and "out" in kwargs:  # computed in the operands' precision
        rule = Rule(ulps=rule.ulps * coarseness([kwargs["out"].dtype.char], c.dtypes()))
    return (
        name,
        (lambda: host(*(x[0] for x in operands), **kwargs)),
        (lambda: own(*(x[1] for x in operands), **own_kwargs)),
        line,
        rule,
    )


def _fit(operands):
    try:
        numpy.broadcast_shapes(*(numpy.shape(x[0]) for x in operands))
    except ValueError:
        return False
    return True


def _read_only(c):
    """A target that may not be written to: nothing changes."""
    k = c.rng.randrange(len(c.hosts))
    c.hosts[k].flags.writeable = False
    c.owns[k].flags.writeable = False
    kind = c.rng.randrange(3)
    if kind == 0:
        return (
            "setitem",
            (lambda: operator.setitem(c.hosts[k], ..., 1)),
            (lambda: operator.setitem(c.owns[k], ..., 1)),
            f"v{k}.flags.writeable = False; v{k}[...] = 1",
            SAME,
        )
    if kind == 1:
        return (
            "iadd",
            (lambda: operator.iadd(c.hosts[k], 1)),
            (lambda: operator.iadd(c.owns[k], 1)),
            f"v{k}.flags.writeable = False; v{k} += 1",
            SAME,
        )
    return (
        "out",
        (lambda: numpy.negative(c.hosts[k], out=c.hosts[k])),
        (lambda: dpnp.negative(c.owns[k], out=c.owns[k])),
        f"v{k}.flags.writeable = False; np.negative(v{k}, out=v{k})",
        SAME,
    )


_STATEMENTS = [_in_place] * 4 + [_binary] * 4 + [_get] * 3 + [_set] * 4 + [_ufunc] * 4 + [_unary, _read_only]


def _execute(c):
    c.name = "view"
    c.view_of_memory()
    if c.rng.random() < 0.5:
        c.view_of_view(0)
    rule = SAME
    for _ in range(c.rng.randrange(1, 4)):
        c.name, host, own, line, rule = c.rng.choice(_STATEMENTS)(c)
        c.lines.append(line)
        note(lambda: str(c))
        c.expected, c.error = call(host, (), {})
        c.found, c.own_error = call(own, (), {})
        _check_errors(c)
        c._scale = None
        if not c.error and not c.own_error:
            check(c.found, c.expected, rule, c.scale(rule.degree) if rule.degree else 0.0)
        _check_memory(c, rule)
        if rule is not SAME and rule is not EXACT and ("=" in line):
            break  # what was rounded otherwise would grow


def _check_memory(c, rule):
    for pair in c.pairs:
        try:
            compare(_host_copy(pair.own_base), pair.base, rule, c.scale(rule.degree) if rule.degree else 0.0)
        except Different as different:
            raise Different("memory", f"of {pair.name}: {different}") from None


def case(rng):
    c = _Case(rng)
    note(lambda: str(c))
    try:
        _execute(c)
    except Different as different:
        if not known(c, different.kind, str(different)):
            raise AssertionError(f"{c.name}: {different.kind}\n{different}") from None
