"""`Series`: coefficients of a basis with the interval they are meant for, as an object to calculate with."""

from __future__ import annotations

import numbers

import numpy

from opendpex import _core
from opendpex._core import array_base
from opendpex._messages import as_flag, as_items, as_whole, named, names_errors, wrong_type

from .._arrays import as_array, as_array_like, beside
from .._creation.arrays import linspace
from . import _algebra, _evaluation, polyutils
from ._basis import Basis
from ._coefficients import as_points, as_series, constants, series_like
from ._format import latex, style, text

__all__ = ["Series", "given_ends"]


def given_ends(name: str, values):
    """An interval that was given; TypeError if it has no two ends, ValueError if it has more."""
    shape = getattr(values, "shape", None)
    if isinstance(values, (list, tuple)) or shape == (2,):
        return values
    if shape is None:
        raise wrong_type(name, "an array or a sequence of two numbers", values)
    raise ValueError(named(f"{name.capitalize()} has wrong number of elements: shape {shape}, not (2,)."))


def _checked_interval(name: str, values, like):
    made = (
        as_array_like(values, like) if isinstance(values, (list, tuple)) else as_array(given_ends(name, values), name)
    )
    if made.shape != (2,):
        raise ValueError(named(f"{name.capitalize()} has wrong number of elements: shape {made.shape}, not (2,)."))
    return made if made.dtype.kind in "fc" else made.astype(None)


def _as_series_object(other):
    if not isinstance(other, Series):
        raise wrong_type("the other series", "a series such as Polynomial", other)
    return other


class Series:
    """A series of polynomials of one basis. The bases are its subclasses.

    Parameters
    ----------
    coef : dpnp.ndarray or sequence of numbers
        Coefficients, that of degree 0 first; numbers go to the default device.
    domain : dpnp.ndarray or sequence of two numbers, optional
        The interval that is mapped to `window`: the series is evaluated at the mapped points.
    window : dpnp.ndarray or sequence of two numbers, optional
        Where the basis has its good properties.
    symbol : str, optional
        The variable in print.

    Raises
    ------
    ValueError
        If there are no coefficients or several dimensions of them, an interval has not two ends, or the symbol is no
        identifier.
    TypeError
        For NumPy arrays and other objects; for a symbol that is not a str.
    """

    basis_: Basis
    maxpower = 100
    __hash__ = None
    __array_ufunc__ = None

    def __init__(self, coef, domain=None, window=None, symbol="x"):
        (self.coef,) = as_series(coef, trim=False)
        self.domain = _checked_interval("domain", self.basis_.domain if domain is None else domain, self.coef)
        self.window = _checked_interval("window", self.basis_.domain if window is None else window, self.coef)
        if not isinstance(symbol, str):
            raise TypeError(named(f"Symbol must be a non-empty string, not {type(symbol).__name__}"))
        if not symbol.isidentifier():
            raise ValueError(named(f"Symbol string must be a valid Python identifier, not {symbol!r}"))
        self._symbol = symbol

    @property
    def symbol(self) -> str:
        """The variable in print."""
        return self._symbol

    @property
    def basis_name(self):
        """The letter of the basis's polynomials; None for powers."""
        return self.basis_.symbol

    def _like(self, coef):
        return type(self)(coef, self.domain, self.window, self.symbol)

    # ---- comparisons

    def has_samecoef(self, other) -> bool:
        """Whether the coefficients of another series are the same, number by number; waits for them."""
        other = _as_series_object(other)
        return len(self.coef) == len(other.coef) and bool(_core.all(self.coef == other.coef))

    def has_samedomain(self, other) -> bool:
        """Whether the domains are the same."""
        other = _as_series_object(other)
        return self.domain is other.domain or bool(_core.all(self.domain == other.domain))

    def has_samewindow(self, other) -> bool:
        """Whether the windows are the same."""
        other = _as_series_object(other)
        return self.window is other.window or bool(_core.all(self.window == other.window))

    def has_sametype(self, other) -> bool:
        """Whether the bases are the same."""
        return isinstance(other, type(self))

    def __eq__(self, other):
        return (
            isinstance(other, type(self))
            and self.has_samedomain(other)
            and self.has_samewindow(other)
            and self.has_samecoef(other)
            and self.symbol == other.symbol
        )

    def __ne__(self, other):
        return not self == other

    # ---- arithmetic

    def _coefficients_of(self, other):
        """Of another series that goes with this one, or of what may stand for one."""
        if not isinstance(other, Series):
            return series_like(other, self.coef)
        if not isinstance(other, type(self)):
            raise TypeError(
                named(
                    f"Polynomial types differ: {type(self).__name__} and {type(other).__name__}; convert() changes "
                    "the basis"
                )
            )
        if not self.has_samedomain(other):
            raise TypeError(named("Domains differ; convert() changes the domain"))
        if not self.has_samewindow(other):
            raise TypeError(named("Windows differ; convert() changes the window"))
        if self.symbol != other.symbol:
            raise ValueError(named(f"Polynomial symbols differ: {self.symbol!r} and {other.symbol!r}"))
        return other.coef

    def _combined(self, do, other, reflected: bool = False):
        try:
            theirs = self._coefficients_of(other)
        except TypeError:
            if isinstance(other, (Series, array_base, numpy.ndarray)):
                raise
            return NotImplemented
        return self._like(do(self.basis_, theirs, self.coef) if reflected else do(self.basis_, self.coef, theirs))

    def __neg__(self):
        return self._like(-self.coef)

    def __pos__(self):
        return self

    def __add__(self, other):
        return self._combined(_algebra.add, other)

    def __radd__(self, other):
        return self._combined(_algebra.add, other, reflected=True)

    def __sub__(self, other):
        return self._combined(_algebra.sub, other)

    def __rsub__(self, other):
        return self._combined(_algebra.sub, other, reflected=True)

    def __mul__(self, other):
        return self._combined(_algebra.mul, other)

    def __rmul__(self, other):
        return self._combined(_algebra.mul, other, reflected=True)

    def __truediv__(self, other):
        if not isinstance(other, numbers.Number) or isinstance(other, bool):
            raise TypeError(
                named(
                    f"unsupported types for true division: {type(self).__name__} and {type(other).__name__}; // "
                    "divides series"
                )
            )
        return self._like(self.coef / other)

    def __divmod__(self, other):
        return self._divided(other, reflected=False)

    def __rdivmod__(self, other):
        return self._divided(other, reflected=True)

    def _divided(self, other, reflected: bool):
        parts = []
        whole = self._combined(
            lambda basis, c1, c2: parts.extend(_algebra.div(basis, c1, c2)) or parts[0], other, reflected
        )
        return whole if whole is NotImplemented else (whole, self._like(parts[1]))

    def __floordiv__(self, other):
        found = self._divided(other, reflected=False)
        return found if found is NotImplemented else found[0]

    def __rfloordiv__(self, other):
        found = self._divided(other, reflected=True)
        return found if found is NotImplemented else found[0]

    def __mod__(self, other):
        found = self._divided(other, reflected=False)
        return found if found is NotImplemented else found[1]

    def __rmod__(self, other):
        found = self._divided(other, reflected=True)
        return found if found is NotImplemented else found[1]

    def __pow__(self, other):
        return self._like(_algebra.power(self.basis_, self.coef, other, self.maxpower))

    # ---- evaluation and conversion

    def __call__(self, x):
        """Values at x: dpnp.ndarray, a number, or another series."""
        x = x if isinstance(x, Series) else as_points(x, self.coef)
        off, scl = self.mapparms()
        if isinstance(x, Series):
            return self._substituted(x * float(scl) + float(off))
        return _evaluation.val(self.basis_, off + scl * x, self.coef)

    def _substituted(self, x):
        made = x * 0
        for c in reversed(_core.asnumpy(_algebra.to_powers(self.basis_, self.coef)).tolist()):
            made = made * x + c
        return made

    def __iter__(self):
        return iter(self.coef)

    def __len__(self) -> int:
        return len(self.coef)

    def copy(self):
        """A copy with coefficients of its own."""
        return self._like(self.coef.copy())

    def degree(self) -> int:
        """One less than the number of coefficients."""
        return len(self.coef) - 1

    def truncate(self, size):
        """The series of the first coefficients.

        Parameters
        ----------
        size : int
            How many, at least 1.

        Returns
        -------
        Series
            With a view of the coefficients.

        Raises
        ------
        ValueError
            If `size` is not positive, or no integer.
        """
        n = as_whole(size, "size")
        if n != size or n < 1:
            raise ValueError(named(f"size must be a positive integer, not {size}"))
        return self._like(self.coef[:n])

    def cutdeg(self, deg):
        """The series of the terms up to a degree.

        Parameters
        ----------
        deg : int
            The highest degree that stays.

        Returns
        -------
        Series
            With a view of the coefficients.

        Raises
        ------
        ValueError
            If `deg` is negative, or no integer.
        """
        n = as_whole(deg, "deg")
        if n != deg or n < 0:
            raise ValueError(named(f"deg must be a non-negative integer, not {deg}"))
        return self.truncate(n + 1)

    def trim(self, tol=0):
        """The series without small coefficients at its end.

        Parameters
        ----------
        tol : number, optional
            The largest magnitude that is removed.

        Returns
        -------
        Series
            Of one coefficient at least.

        Raises
        ------
        ValueError
            If `tol` is negative.
        """
        return self._like(polyutils.trimcoef(self.coef, tol))

    def mapparms(self):
        """Offset and scale of the map from domain to window, as arrays without dimensions."""
        return polyutils.mapparms(self.domain, self.window)

    def deriv(self, m=1):
        """The m-th derivative by the variable of the domain.

        Parameters
        ----------
        m : int, optional
            The order, not negative.

        Returns
        -------
        Series
            Of the same domain and window.

        Examples
        --------
        >>> from dpnp.polynomial import Polynomial
        >>> Polynomial([1, 2, 3]).deriv().coef
        array([2., 6.])
        """
        return self._like(_algebra.der(self.basis_, self.coef, m, self.mapparms()[1]))

    @names_errors
    def integ(self, m=1, k=(), lbnd=None):
        """The m-th integral by the variable of the domain.

        Parameters
        ----------
        m : int, optional
            The order, not negative.
        k : number or sequence, optional
            Values at `lbnd`, one for each step, 0 where there are fewer.
        lbnd : number, optional
            The lower bound, in the domain; default: 0 of the window.

        Returns
        -------
        Series
            Of the same domain and window.
        """
        off, scl = self.mapparms()
        return self._like(
            _algebra.integ(self.basis_, self.coef, m, k, 0 if lbnd is None else off + scl * lbnd, 1 / scl)
        )

    def roots(self):
        """The roots in the domain's variable, ascending; real if the coefficients and all of the roots are."""
        return polyutils.mapdomain(_evaluation.roots(self.basis_, self.coef), self.window, self.domain)

    def linspace(self, n=100, domain=None):
        """Points at equal distances, and the values there.

        Parameters
        ----------
        n : int, optional
            How many points.
        domain : sequence of two numbers, optional
            The first and the last point; default: the series' domain.

        Returns
        -------
        tuple of dpnp.ndarray
            ``x, y``, of shape (n,).
        """
        ends = self.domain if domain is None else _checked_interval("domain", domain, self.coef)
        x = linspace(float(ends[0]), float(ends[1]), n, **beside(self.coef))
        return x, self(x)

    def convert(self, domain=None, kind=None, window=None):
        """The same function as a series of another basis, domain or window.

        Parameters
        ----------
        domain, window : sequence of two numbers, optional
            Default: those of the new basis.
        kind : type, optional
            The class of the new series; default: this one's.

        Returns
        -------
        Series

        Examples
        --------
        >>> from dpnp.polynomial import Chebyshev, Polynomial
        >>> Chebyshev([0, 0, 1]).convert(kind=Polynomial).coef
        array([-1.,  0.,  2.])
        """
        kind = type(self) if kind is None else kind
        if not (isinstance(kind, type) and issubclass(kind, Series)):
            raise wrong_type("kind", "a class of series", kind)
        domain = kind._default(self.coef) if domain is None else given_ends("domain", domain)
        window = kind._default(self.coef) if window is None else given_ends("window", window)
        return self(kind.identity(domain, window=window, symbol=self.symbol))

    # ---- constructors

    @classmethod
    def _default(cls, like):
        return _checked_interval("domain", cls.basis_.domain, like)

    @classmethod
    @names_errors
    def identity(cls, domain=None, window=None, symbol="x"):
        """The series p with p(x) = x on the domain.

        Parameters
        ----------
        domain, window : sequence of two numbers, optional
            Default: the basis's.
        symbol : str, optional

        Returns
        -------
        Series
        """
        domain = cls.basis_.domain if domain is None else given_ends("domain", domain)
        window = cls.basis_.domain if window is None else given_ends("window", window)
        off, scl = polyutils.mapparms(window, domain)
        return cls(_algebra.line(cls.basis_, off, scl), domain, window, symbol)

    @classmethod
    def basis(cls, deg, domain=None, window=None, symbol="x"):
        """The basis's polynomial of a degree, as a series.

        Parameters
        ----------
        deg : int
            The degree.
        domain, window : sequence of two numbers, optional
            Default: the basis's.
        symbol : str, optional

        Returns
        -------
        Series

        Raises
        ------
        ValueError
            If `deg` is negative, or no integer.
        """
        n = as_whole(deg, "deg")
        if n != deg or n < 0:
            raise ValueError(named(f"deg must be non-negative integer, not {deg}"))
        return cls([0] * n + [1], domain, window, symbol)

    @classmethod
    def cast(cls, series, domain=None, window=None):
        """Another series as one of this class; parameters as of `convert`."""
        return _as_series_object(series).convert(domain, cls, window)

    @classmethod
    @names_errors
    def fromroots(cls, roots, domain=(), window=None, symbol="x"):
        """The series with given roots and leading power 1.

        Parameters
        ----------
        roots : dpnp.ndarray or sequence of numbers
            Of shape (n,), in the domain's variable.
        domain : sequence of two numbers, optional
            None: from the least to the greatest root; (): the class's.
        window : sequence of two numbers, optional
        symbol : str, optional

        Returns
        -------
        Series
            Of degree n.
        """
        (roots,) = as_series(roots, trim=False)
        domain = (
            polyutils.getdomain(roots)
            if domain is None
            else cls._default(roots)
            if len(as_items(domain, "domain", "a pair of numbers")) == 0
            else _checked_interval("domain", domain, roots)
        )
        window = cls._default(roots) if window is None else _checked_interval("window", window, roots)
        off, scl = polyutils.mapparms(domain, window)
        return cls(_algebra.fromroots(cls.basis_, off + scl * roots) / scl ** len(roots), domain, window, symbol)

    @classmethod
    @names_errors
    def fit(cls, x, y, deg, domain=None, rcond=None, full=False, w=None, window=None, symbol="x"):
        """Least-squares fit of a series of degree `deg` to points.

        Parameters
        ----------
        x, y : dpnp.ndarray
            The points, of shape (n,).
        deg : int or sequence of int
            The degree, or those of the wanted terms.
        domain : sequence of two numbers, optional
            None: from the least to the greatest x; (): the class's.
        rcond, full, w : optional
            As of the function of the module.
        window : sequence of two numbers, optional
        symbol : str, optional

        Returns
        -------
        Series, or Series and a list if `full`

        Raises
        ------
        TypeError, ValueError
            As of the function of the module.
        """
        x, full = as_array(x, "x"), as_flag(full, "full")
        if domain is None:
            domain = polyutils.getdomain(x)
            same = bool(domain[0] == domain[1])
            domain = domain + constants(lambda i: 2.0 * i - 1, 0, 2, domain) if same else domain
        else:
            domain = (
                cls._default(x)
                if len(as_items(domain, "domain", "a pair of numbers")) == 0
                else _checked_interval("domain", domain, x)
            )
        window = cls._default(x) if window is None else _checked_interval("window", window, x)
        found = _evaluation.fit(cls.basis_, polyutils.mapdomain(x, domain, window), y, deg, rcond, full, w)
        return (cls(found[0], domain, window, symbol), found[1]) if full else cls(found, domain, window, symbol)

    # ---- print

    def __repr__(self) -> str:
        coef, domain, window = (repr(_core.asnumpy(c))[6:-1] for c in (self.coef, self.domain, self.window))
        return f"{type(self).__name__}({coef}, domain={domain}, window={window}, symbol='{self.symbol}')"

    def __format__(self, spec: str) -> str:
        if spec not in ("", "unicode", "ascii"):
            raise ValueError(
                named(
                    f"Unsupported format string {spec!r} passed to {type(self).__name__}.__format__. Valid options "
                    "are 'ascii' and 'unicode'"
                )
            )
        return text(self, spec or style())

    def __str__(self) -> str:
        return text(self, style())

    def _repr_latex_(self) -> str:
        return latex(self)

    def __getstate__(self):
        return {name: getattr(self, name) for name in ("coef", "domain", "window", "_symbol")}
