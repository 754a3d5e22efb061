"""How series are printed: on the host, from copies of their coefficients."""

from __future__ import annotations

import numpy

from opendpex import _core
from opendpex._messages import named

__all__ = ["format_float", "latex", "set_default_printstyle", "style", "text"]

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_STYLES = ("unicode", "ascii")
_chosen = {"style": "unicode"}


def set_default_printstyle(style):
    """How ``str`` of a series writes powers and indices.

    Parameters
    ----------
    style : {'unicode', 'ascii'}

    Raises
    ------
    ValueError
        For anything else.
    """
    if style not in _STYLES:
        raise ValueError(named(f"Unsupported format string {style!r}. Valid options are 'ascii' and 'unicode'"))
    _chosen["style"] = style


def style() -> str:
    """The style that `set_default_printstyle` chose."""
    return _chosen["style"]


def format_float(x, parens=False):
    """A number as text, by NumPy's printing options.

    Parameters
    ----------
    x : number
    parens : bool, optional
        Put a number that is printed with an exponent in parentheses.

    Returns
    -------
    str
    """
    if not isinstance(x, (float, numpy.floating)):
        return str(x)
    options = numpy.get_printoptions()
    if numpy.isnan(x):
        return options["nanstr"]
    if numpy.isinf(x):
        return options["infstr"]
    unique = options["floatmode"] != "fixed"
    if x != 0 and not 1e-4 <= abs(x) < 1e8:
        found = numpy.format_float_scientific(x, precision=options["precision"], unique=unique, trim="0", sign=False)
        return f"({found})" if parens else found
    return numpy.format_float_positional(
        x, precision=options["precision"], fractional=True, unique=unique, trim="0", sign=False
    )


def _variable(off, scl, symbol: str) -> str:
    """The argument of a series's polynomials, which its domain may have moved and stretched."""
    if off == 0 and scl == 1:
        return symbol
    scaled = symbol if scl == 1 else f"{format_float(scl)}{symbol}"
    return f"({scaled})" if off == 0 else f"({format_float(off)} + {scaled})"


def _factor(basis, n: int, x: str, unicode: bool) -> str:
    """The n-th polynomial behind its coefficient."""
    if basis.symbol is None:
        power = "" if n == 1 else str(n).translate(_SUPERSCRIPTS) if unicode else f"**{n}"
        return f"{'·' if unicode else ' '}{x}{power}"
    return f"·{basis.symbol}{str(n).translate(_SUBSCRIPTS)}({x})" if unicode else f" {basis.symbol}_{n}({x})"


def text(series, style: str) -> str:
    """The sum of terms, in lines of at most NumPy's line width where a term is shorter than that."""
    coefficients = _core.asnumpy(series.coef)
    x = _variable(*(part[()] for part in map(_core.asnumpy, series.mapparms())), series.symbol)
    lines, width = [format_float(coefficients[0])], max(1, numpy.get_printoptions()["linewidth"])
    for n, c in enumerate(coefficients[1:], 1):
        sign, size = ("+", c) if c >= 0 or c != c else ("-", -c)
        term = f"{sign} {format_float(size, parens=True)}{_factor(series.basis_, n, x, style == 'unicode')}"
        behind = 2 if n < len(coefficients) - 1 else 0  # the next one's sign stays in this line
        if len(lines[-1]) + 1 + len(term) + behind < width:
            lines[-1] += f" {term}"
        else:
            lines[-1] += f" {term[0]}"
            lines.append(term[2:])
    return "\n".join(lines)


def latex(series) -> str:
    """The function in LaTeX, without terms that are zero."""
    coefficients = _core.asnumpy(series.coef)
    x = _variable(*(part[()] for part in map(_core.asnumpy, series.mapparms())), series.symbol)
    found = ""
    for n, c in enumerate(coefficients):
        if c == 0:
            continue
        sign, size = (" + ", c) if c >= 0 or c != c else (" - ", -c)
        factor = (
            f"{{{series.basis_.symbol}}}_{{{n}}}({x})"
            if series.basis_.symbol
            else ""
            if n == 0
            else x
            if n == 1
            else f"{x}^{{{n}}}"
        )
        sign = sign if found else sign.strip(" +")
        found += f"{sign}{format_float(size, parens=True)}" + (rf"\,{factor}" if factor else "")
    return rf"${series.symbol} \mapsto {found or '0.0'}$"
