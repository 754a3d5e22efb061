"""Series of polynomials in six bases: the same bodies with NumPy's modules and classes."""

import copy
import inspect
import pickle

import numpy
import pytest
from numpy_comparison import same

import dpnp
import dpnp.polynomial

BASES = {
    "polynomial": ("poly", "Polynomial"),
    "chebyshev": ("cheb", "Chebyshev"),
    "legendre": ("leg", "Legendre"),
    "hermite": ("herm", "Hermite"),
    "hermite_e": ("herme", "HermiteE"),
    "laguerre": ("lag", "Laguerre"),
}
RNG = numpy.random.default_rng(11)
C, D, X, Y = RNG.normal(size=6), RNG.normal(size=4), RNG.uniform(-1, 1, 40), RNG.uniform(-1, 1, 40)
SERIES = {
    "real": C,
    "integers": numpy.array([1, 2, 3, 0, 4, 0]),
    "complex": C + 1j * numpy.arange(6),
    "constant": C[:1],
    "two": C[:2],
}
COLUMNS, CUBE = RNG.normal(size=(5, 3)), RNG.normal(size=(3, 4, 2))


@pytest.fixture(params=BASES)
def basis(request):
    """basis(np, name) is a function of one basis's module by its name without the prefix; without a name the class."""
    prefix, kind = BASES[request.param]

    def find(np, name=None):
        if name is None:
            return getattr(np.polynomial, kind)
        return getattr(getattr(np.polynomial, request.param), name.format(p=prefix) if "{" in name else prefix + name)

    find.prefix = prefix
    return find


def scaled(found):
    """Results, complex ones as they are, divided by their largest element: high coefficients are large."""
    if isinstance(found, (tuple, list)):
        return [scaled(part) for part in found]
    found = getattr(found, "coef", found)
    return found / max(1.0, float(abs(found).max())) if found.size else found


def as_real(np, roots, c):
    """Roots that are all real: from NumPy 2.5 on they stay complex there."""
    is_real = np is numpy and roots.dtype.kind == "c" and c.dtype.kind != "c" and not roots.imag.any()
    return roots.real if is_real else roots


def check(device, body, *args):
    same(device, lambda np, *a: scaled(body(np, *a)), *args, rtol=1e-10 if device.has_aspect_fp64 else 1e-3)


@pytest.mark.parametrize("module", [*BASES, "polyutils"])
def test_names_and_parameters(module):
    theirs, ours = getattr(numpy.polynomial, module), getattr(dpnp.polynomial, module)
    for name in theirs.__all__:
        wanted, found = getattr(theirs, name), getattr(ours, name)
        if inspect.isfunction(wanted):
            assert found.__doc__ and found.__name__ == name
            order = list(inspect.signature(wanted).parameters)
            assert list(inspect.signature(found).parameters)[: len(order)] == order or module == "polyutils", name
        elif isinstance(wanted, numpy.ndarray):
            same_values = dpnp.asnumpy(found)
            assert same_values.dtype == wanted.dtype and (same_values == wanted).all()
    assert set(numpy.polynomial.__all__) <= set(dpnp.polynomial.__all__)


@pytest.mark.parametrize("kind", SERIES)
def test_arithmetic(device, basis, kind):
    c = SERIES[kind]
    for name in ("add", "sub", "mul", "div"):
        check(device, lambda np, c, d, name=name: basis(np, name)(c, d), c, D)
        check(device, lambda np, c, d, name=name: basis(np, name)(d, c), c, D)
    for power in (0, 1, 3):
        check(device, lambda np, c, n=power: basis(np, "pow")(c, n), c)
    check(device, lambda np, c: basis(np, "mulx")(c), c)
    check(device, lambda np, c: basis(np, "trim")(c, 0.5), c)
    check(device, lambda np, c: basis(np, "add")([1, 2], c), c)
    if basis.prefix != "poly":
        check(device, lambda np, c: basis(np, "{p}2poly")(c), c)
        check(device, lambda np, c: basis(np, "poly2{p}")(c), c)


@pytest.mark.parametrize("kind", SERIES)
def test_calculus_and_values(device, basis, kind):
    c = SERIES[kind]
    for m in (0, 1, 2, 6):
        check(device, lambda np, c, m=m: basis(np, "der")(c, m, 2.5), c)
        check(device, lambda np, c, m=m: basis(np, "int")(c, m, [1.5] * min(m, 1), 0.5, 2), c)
    check(device, lambda np, c, x: basis(np, "val")(x, c), c, X)
    check(device, lambda np, c, x: basis(np, "val")(x[3], c), c, X)


@pytest.mark.parametrize("basis", BASES)
def test_no_step_of_calculus_gives_another_array(device, basis):
    for step in ("der", "int"):

        def body(np, c, name=BASES[basis][0] + step):
            made = getattr(getattr(np.polynomial, basis), name)(c, m=0)
            made[0] = 7
            return [c, made]

        same(device, body, C, rtol=1e-12)


def test_several_series_and_variables(device, basis):
    for axis in (0, 1, -1):
        for m in (1, 2):
            check(device, lambda np, c, axis=axis, m=m: basis(np, "der")(c, m, axis=axis), COLUMNS)
            check(device, lambda np, c, axis=axis, m=m: basis(np, "int")(c, m, axis=axis), COLUMNS)
    check(device, lambda np, c, x: basis(np, "val")(x, c), COLUMNS, X)
    check(device, lambda np, c, x: basis(np, "val")(x[:3], c, tensor=False), COLUMNS, X)
    check(device, lambda np, c, x, y: basis(np, "val2d")(x, y, c), COLUMNS, X, Y)
    check(device, lambda np, c, x, y: basis(np, "val3d")(x, y, x, c), CUBE, X, Y)
    dev_c, dev_x, dev_y = (dpnp.asarray(a, device=device) for a in (CUBE, X, Y))
    assert bool(
        (basis(dpnp, "valnd")((dev_x, dev_y, dev_x), dev_c) == basis(dpnp, "val3d")(dev_x, dev_y, dev_x, dev_c)).all()
    )
    check(device, lambda np, c, x, y: basis(np, "grid2d")(x, y[:3], c), COLUMNS, X, Y)
    check(device, lambda np, c, x, y: basis(np, "grid3d")(x, y[:3], y[:2], c), CUBE, X, Y)
    check(device, lambda np, x: basis(np, "vander")(x.reshape(5, 8), 4), X)
    check(device, lambda np, x, y: basis(np, "vander2d")(x, y, [2, 3]), X, Y)
    check(device, lambda np, x, y: basis(np, "vander3d")(x, y, x, [2, 3, 1]), X, Y)


def test_fits(device, basis):
    for deg in (0, 3, [0, 2, 3], [1]):
        check(device, lambda np, x, y, deg=deg: basis(np, "fit")(x, y, deg), X, Y)
        check(device, lambda np, x, y, deg=deg: basis(np, "fit")(x, np.stack([x * x, y], 1), deg, w=abs(x)), X, Y)
    found = basis(dpnp, "fit")(dpnp.asarray(X, device=device), dpnp.asarray(Y, device=device), 2, full=True)
    assert found[0].shape == (3,) and int(found[1][1]) == 3


def test_roots(device, basis):
    for c in SERIES.values():
        check(device, lambda np, c: as_real(np, basis(np, "roots")(c), c), c)
        check(device, lambda np, c: basis(np, "fromroots")(c), c)
    check(device, lambda np, c: basis(np, "companion")(c), C)
    check(device, lambda np, c: as_real(np, basis(np, "roots")(c), c), numpy.array([2, 3, 0]))
    if basis.prefix == "poly":
        check(device, lambda np, c, x: np.polynomial.polynomial.polyvalfromroots(x, c), C, X)


@pytest.mark.parametrize("module", [module for module in BASES if module != "polynomial"])
def test_gauss(device, module):
    name = BASES[module][0]
    ours, theirs = (getattr(np.polynomial, module) for np in (dpnp, numpy))
    tolerance = 1e-12 if device.has_aspect_fp64 else 1e-3
    for deg in (1, 2, 7, 64):
        found = getattr(ours, name + "gauss")(deg, device=device)
        for ours_part, part in zip(found, getattr(theirs, name + "gauss")(deg), strict=True):
            numpy.testing.assert_allclose(dpnp.asnumpy(ours_part), part, tolerance, tolerance)
    check(device, lambda np, x: getattr(getattr(np.polynomial, module), name + "weight")(x), X)
    with pytest.raises(ValueError, match="positive integer, not 0"):
        getattr(ours, name + "gauss")(0)


@pytest.mark.parametrize(
    "body",
    [
        lambda f, x, c: f("fit")(x, x, -1),
        lambda f, x, c: f("fit")(x, x, []),
        lambda f, x, c: f("fit")(x, x, 1.5),
        lambda f, x, c: f("fit")(x, x[:3], 1),
        lambda f, x, c: f("fit")(x[:0], x[:0], 1),
        lambda f, x, c: f("der")(c, -1),
        lambda f, x, c: f("der")(c, 0.5),
        lambda f, x, c: f("der")(c, axis=3),
        lambda f, x, c: f("int")(c, 1, [1, 2]),
        lambda f, x, c: f("int")(c, 1, lbnd=[1, 2]),
        lambda f, x, c: f("pow")(c, -1),
        lambda f, x, c: f("pow")(c, 3, 2),
        lambda f, x, c: f("div")(c, [0.0]),
        lambda f, x, c: f("vander")(x, -1),
        lambda f, x, c: f("trim")(c, -1),
        lambda f, x, c: f("add")(c.reshape(2, 3), c),
        lambda f, x, c: f("add")(c[:0], c),
        lambda f, x, c: f("companion")(c[:1]),
        lambda f, x, c: f("val2d")(x, x[:3], c.reshape(2, 3)),
        lambda f, x, c: f()([]),
        lambda f, x, c: f()(c, symbol="1"),
        lambda f, x, c: f()(c, symbol=1),
        lambda f, x, c: f()(c, domain=[1]),
        lambda f, x, c: f()(c) / [1],
        lambda f, x, c: f()(c) + f()(c, domain=[5, 6]),
        lambda f, x, c: f()(c) + f()(c, window=[5, 6]),
        lambda f, x, c: f()(c) + f()(c, symbol="y"),
        lambda f, x, c: f()(c) + "x",
        lambda f, x, c: f().basis(-1),
        lambda f, x, c: f()(c).truncate(0),
        lambda f, x, c: f()(c).cutdeg(-1),
        lambda f, x, c: format(f()(c), "x"),
    ],
)
def test_mistakes(device, body):
    for module, (prefix, kind) in BASES.items():
        if module in ("polynomial", "laguerre"):
            same(
                device,
                lambda np, x, c, module=module, prefix=prefix, kind=kind: body(
                    lambda n=None: (
                        getattr(np.polynomial, kind)
                        if n is None
                        else getattr(getattr(np.polynomial, module), prefix + n)
                    ),
                    x,
                    c,
                ),
                X,
                C,
                fails=True,
            )


def test_numpy_arrays_are_no_operands():
    for body in (
        lambda p: p.legval(dpnp.ones(2), numpy.ones(2)),
        lambda p: p.legadd(numpy.ones(2), dpnp.ones(2)),
        lambda p: p.Legendre(numpy.ones(2)),
    ):
        with pytest.raises(TypeError, match="dpnp.asarray"):
            body(dpnp.polynomial.legendre)


OBJECTS = {
    "values": lambda np, p, q, x, y: p(x),
    "sums": lambda np, p, q, x, y: [p + q, [1, 2] + p, 3 * p + 2, 1 - p, -p],
    "products": lambda np, p, q, x, y: [p * q, p**3, p / 2],
    "quotients": lambda np, p, q, x, y: [
        p // q,
        p % q,
        *divmod(p, q),
        [1, 2, 3, 4, 5, 6, 7] // q,
        [1, 2, 3, 4, 5, 6, 7] % q,
    ],
    "calculus": lambda np, p, q, x, y: [p.deriv(2), p.integ(2, [1], lbnd=0.5), p.integ()],
    "roots": lambda np, p, q, x, y: as_real(np, p.roots(), p.coef),
    "forms": lambda np, p, q, x, y: [p.trim(0.5), p.truncate(3), p.cutdeg(2), p.copy()],
    "others": lambda np, p, q, x, y: [
        p.convert(kind=np.polynomial.Legendre),
        p.convert(domain=[1, 2]),
        type(p).cast(np.polynomial.Chebyshev(q.coef)),
    ],
    "linspace": lambda np, p, q, x, y: p.linspace(7),
    "made": lambda np, p, q, x, y: [
        type(p).fromroots(q.coef),
        type(p).fromroots(q.coef, domain=None),
        type(p).fromroots(q.coef, domain=[0, 1]),
    ],
    "fits": lambda np, p, q, x, y: [
        type(p).fit(x, y, 3),
        type(p).fit(x, y, [1, 3], domain=[0, 2]),
        type(p).fit(x, y, 3, domain=[]),
        type(p).fit(x[:1], y[:1], 0),
    ],
}


@pytest.mark.parametrize("body", OBJECTS)
def test_objects(device, basis, body):
    for options in ({}, {"domain": [0, 3], "window": [-2, 1]}):
        check(
            device,
            lambda np, c, d, x, y, k=options: OBJECTS[body](np, basis(np)(c, **k), basis(np)(d, **k), x, y),
            C,
            D,
            X,
            Y,
        )


def test_objects_of_no_array(basis):
    for ours, theirs in (
        (basis(dpnp).basis(3), basis(numpy).basis(3)),
        (basis(dpnp).identity(), basis(numpy).identity()),
        (basis(dpnp)([1, 2, 3]), basis(numpy)([1, 2, 3])),
    ):
        assert repr(ours) == repr(theirs) and ours.degree() == theirs.degree() and len(ours) == len(theirs)
        assert (
            ours.has_sametype(ours)
            and ours == ours.copy()
            and ours != ours + 1
            and pickle.loads(pickle.dumps(ours)) == ours == copy.deepcopy(ours)
        )
        assert ours.basis_name == theirs.basis_name and ours.symbol == theirs.symbol


def test_of_another_series():
    found = dpnp.polynomial.Polynomial([1.0, 2, 3])(dpnp.polynomial.Polynomial([0.0, 0, 1]))
    assert found.coef.tolist() == [1, 0, 2, 0, 3]


@pytest.mark.parametrize("style", ["unicode", "ascii"])
def test_print(basis, style):
    for c in ([1.0, -2, 3], [0.5], [1 / 3, 2e-7, 0, -1e9], list(range(25)), [1 + 2j, -2, 3]):
        for options in ({}, {"domain": [0, 2]}, {"domain": [-3, 3], "symbol": "z"}, {"domain": [-1, 3]}):
            ours, theirs = (basis(np)(c, **options) for np in (dpnp, numpy))
            assert format(ours, style) == format(theirs, style)
            assert repr(ours) == repr(theirs)
    try:
        dpnp.polynomial.set_default_printstyle(style)
        assert str(ours) == format(ours, style)
    finally:
        dpnp.polynomial.set_default_printstyle("unicode")
    with pytest.raises(ValueError, match="'ascii' and 'unicode'"):
        dpnp.polynomial.set_default_printstyle("latex")


def test_latex():
    assert dpnp.polynomial.Polynomial([1.0, -2, 0, 3])._repr_latex_() == r"$x \mapsto 1.0 - 2.0\,x + 3.0\,x^{3}$"
    assert dpnp.polynomial.Legendre([0.0, 1])._repr_latex_() == r"$x \mapsto 1.0\,{P}_{1}(x)$"


@pytest.mark.parametrize("deg", [1, 5])
def test_interpolation(device, deg):
    check(device, lambda np: np.polynomial.chebyshev.chebpts1(deg))
    check(device, lambda np: np.polynomial.chebyshev.chebpts2(deg + 1))
    check(device, lambda np: np.polynomial.chebyshev.chebinterpolate(np.tanh, deg))
    check(device, lambda np: np.polynomial.Chebyshev.interpolate(np.tanh, deg, domain=[0, 2]))


def test_intervals(device):
    check(device, lambda np, x: np.polynomial.polyutils.getdomain(x), X)
    check(device, lambda np, x, y: np.polynomial.polyutils.getdomain(x + 1j * y), X, Y)
    check(device, lambda np, x: np.polynomial.polyutils.mapdomain(x, [0, 1], [2, 5]), X)
    assert dpnp.polynomial.polyutils.mapparms([0, 1], [2, 5]) == numpy.polynomial.polyutils.mapparms([0, 1], [2, 5])
