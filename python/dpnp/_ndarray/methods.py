"""The methods of dpnp.ndarray that are functions with the array as first argument, and its attributes that are rarely
used."""

from __future__ import annotations

import inspect

from opendpex import _core
from opendpex._core import as_ndarray, as_usm_ndarray, ndarray
from opendpex._messages import as_int, named

from .. import _sorting
from .._arrays import BY_ROWS, usually, without_bool
from .._creation import arrays as _creation
from .._indexing import searching as _indexing
from .._indexing import selecting as _selecting
from .._manipulation import shapes as _manipulation
from .._math import rounding as _rounding
from .._products import products as _products
from .._statistics import reductions as _reductions
from .._statistics import scans as _scans
from .._statistics.reductions import NO_VALUE
from .._ufunc import functions as _ufuncs
from .namespace import namespace
from .unsupported import NDARRAY_REASONS, UnsupportedAttribute

__all__ = []


def _method(function):
    """Add a function to the type under its own name."""
    setattr(ndarray, function.__name__, function)
    function.__qualname__ = f"ndarray.{function.__name__}"
    return function


def _like(function):
    """The docstring of a function, behind the line that the method that calls it has."""

    def decorate(method):
        method.__doc__ = f"{method.__doc__}\n\n{inspect.cleandoc(function.__doc__)}"
        return _method(method)

    return decorate


# ---- reductions ---------------------------------------------------------------------------------------------------


@_like(_reductions.sum)
@usually(_core.usual_sum, most=2, keywords=True)
def sum(self, axis=None, dtype=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """`dpnp.sum` of the array."""
    return _reductions.sum(self, axis, dtype, out, keepdims, initial, where)


@_like(_reductions.prod)
@usually(_core.usual_prod, most=2, keywords=True)
def prod(self, axis=None, dtype=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """`dpnp.prod` of the array."""
    return _reductions.prod(self, axis, dtype, out, keepdims, initial, where)


@_like(_reductions.max)
@usually(_core.usual_max, most=2, keywords=True)
def max(self, axis=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """`dpnp.max` of the array."""
    return _reductions.max(self, axis, out, keepdims, initial, where)


@_like(_reductions.min)
@usually(_core.usual_min, most=2, keywords=True)
def min(self, axis=None, out=None, keepdims=False, initial=NO_VALUE, where=True):
    """`dpnp.min` of the array."""
    return _reductions.min(self, axis, out, keepdims, initial, where)


@_like(_reductions.all)
@usually(_core.usual_all, most=2, keywords=True)
def all(self, axis=None, out=None, keepdims=False, *, where=True):
    """`dpnp.all` of the array."""
    return _reductions.all(self, axis, out, keepdims, where=where)


@_like(_reductions.any)
@usually(_core.usual_any, most=2, keywords=True)
def any(self, axis=None, out=None, keepdims=False, *, where=True):
    """`dpnp.any` of the array."""
    return _reductions.any(self, axis, out, keepdims, where=where)


@_like(_reductions.mean)
@usually(_core.usual_mean, most=2, keywords=True)
def mean(self, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """`dpnp.mean` of the array."""
    return _reductions.mean(self, axis, dtype, out, keepdims, where=where)


@_like(_reductions.var)
def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """`dpnp.var` of the array."""
    return _reductions.var(self, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)


@_like(_reductions.std)
def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    """`dpnp.std` of the array."""
    return _reductions.std(self, axis, dtype, out, ddof, keepdims, where=where, mean=mean, correction=correction)


@_like(_reductions.argmax)
@usually(_core.usual_argmax, most=2, keywords=True)
def argmax(self, axis=None, out=None, *, keepdims=False):
    """`dpnp.argmax` of the array."""
    return _reductions.argmax(self, axis, out, keepdims=keepdims)


@_like(_reductions.argmin)
@usually(_core.usual_argmin, most=2, keywords=True)
def argmin(self, axis=None, out=None, *, keepdims=False):
    """`dpnp.argmin` of the array."""
    return _reductions.argmin(self, axis, out, keepdims=keepdims)


@_like(_rounding.round)
def round(self, decimals=0, out=None):
    """`dpnp.round` of the array."""
    return _rounding.round(self, decimals, out)


@_like(_rounding.clip)
def clip(self, min=None, max=None, out=None, **kwargs):
    """`dpnp.clip` of the array."""
    return _rounding.clip(self, min, max, out=out, **kwargs)


@_like(_scans.cumsum)
def cumsum(self, axis=None, dtype=None, out=None):
    """`dpnp.cumsum` of the array."""
    return _scans.cumsum(self, axis, dtype, out)


@_like(_scans.cumprod)
def cumprod(self, axis=None, dtype=None, out=None):
    """`dpnp.cumprod` of the array."""
    return _scans.cumprod(self, axis, dtype, out)


# ---- shapes -------------------------------------------------------------------------------------------------------


@_like(_manipulation.reshape)
@usually(_core.reshape_to, most=16)
def reshape(self, /, *shape, order="C", copy=None):
    """`dpnp.reshape` of the array."""
    if order is BY_ROWS and copy is None:
        return _core.reshape(self, shape[0] if len(shape) == 1 else shape)  # the usual case
    return _manipulation.reshape(self, shape[0] if len(shape) == 1 else shape, order, copy=copy)


@_like(_manipulation.transpose)
def transpose(self, *axes):
    """`dpnp.transpose` of the array."""
    if len(axes) == 1 and (axes[0] is None or not hasattr(axes[0], "__index__")):
        return _manipulation.transpose(self, axes[0])
    return _manipulation.transpose(self, axes or None)


@_like(_manipulation.ravel)
@usually(_core.ravel)
def ravel(self, order="C"):
    """`dpnp.ravel` of the array."""
    return _core.ravel(self, order)


@_like(_manipulation.squeeze)
def squeeze(self, axis=None):
    """`dpnp.squeeze` of the array."""
    return _core.squeeze(self, without_bool(axis))


@_like(_manipulation.swapaxes)
def swapaxes(self, axis1, axis2):
    """`dpnp.swapaxes` of the array."""
    return _core.swapaxes(self, axis1, axis2)


@_like(_manipulation.repeat)
def repeat(self, repeats, axis=None):
    """`dpnp.repeat` of the array."""
    return _manipulation.repeat(self, repeats, axis)


@_method
def flatten(self, /, order="C"):
    """Copy the elements into one dimension, in the order that `ravel` gives them.

    Parameters
    ----------
    order : {'C', 'F', 'A', 'K'}, optional
        The order.

    Returns
    -------
    dpnp.ndarray
    """
    return _core.ravel(self, order, True)


# ---- products -----------------------------------------------------------------------------------------------------


@_like(_products.dot)
@usually(_core.usual_dot, arrays=2, most=3, keywords=True)
def dot(self, b, out=None):
    """`dpnp.dot` of the array."""
    return _products.dot(self, b, out)


@_like(_products.trace)
def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """`dpnp.trace` of the array."""
    return _products.trace(self, offset, axis1, axis2, dtype, out)


# ---- order and choice ---------------------------------------------------------------------------------------------


@_method
@usually(_core.sort_in_place)
def sort(self, axis=-1, kind=None, order=None, *, descending=False, stable=None):
    """Sort the elements along an axis in place; see `dpnp.sort`.

    Parameters
    ----------
    axis, kind, order, descending, stable
        As in `dpnp.sort`.
    """
    self[...] = _sorting.ordered(_core.sort, self, axis, kind, order, descending, stable)


@_method
def partition(self, kth, axis=-1, kind="introselect", order=None):
    """Partition the elements along an axis in place; see `dpnp.partition`.

    Parameters
    ----------
    kth, axis, kind, order
        As in `dpnp.partition`.

    Raises
    ------
    ValueError
        If `kth` is out of range.
    """
    self[...] = _sorting.partition(self, kth, axis, kind, order)


@_like(_sorting.argsort)
@usually(_core.usual_argsort, most=2, keywords=True)
def argsort(self, axis=-1, kind=None, order=None, *, descending=False, stable=None):
    """`dpnp.argsort` of the array."""
    return _sorting.argsort(self, axis, kind, order, descending=descending, stable=stable)


@_like(_sorting.argpartition)
@usually(_core.usual_argpartition, most=3, keywords=True)
def argpartition(self, kth, axis=-1, kind="introselect", order=None):
    """`dpnp.argpartition` of the array."""
    return _sorting.argpartition(self, kth, axis, kind, order)


@_like(_sorting.searchsorted)
def searchsorted(self, v, side="left", sorter=None):
    """`dpnp.searchsorted` of the array."""
    return _sorting.searchsorted(self, v, side, sorter)


@_like(_selecting.take)
@usually(_core.usual_take, arrays=1, most=5, keywords=True)
def take(self, indices, axis=None, out=None, mode="wrap"):
    """`dpnp.take` of the array."""
    return _selecting.take(self, indices, axis, out, mode)


@_like(_selecting.put)
@usually(_core.usual_put, arrays=1, most=4, ndim=1)
def put(self, indices, values, mode="wrap", *, axis=None):
    """`dpnp.put` of the array."""
    _selecting.put(self, indices, values, mode, axis=axis)


@_like(_selecting.choose)
@usually(_core.usual_choose, arrays=1, most=2)
def choose(self, choices, out=None, mode="wrap"):
    """`dpnp.choose` of the array."""
    return _selecting.choose(self, choices, out, mode)


@_like(_selecting.compress)
def compress(self, condition, axis=None, out=None):
    """`dpnp.compress` of the array."""
    return _selecting.compress(condition, self, axis, out)


@_like(_selecting.diagonal)
def diagonal(self, offset=0, axis1=0, axis2=1):
    """`dpnp.diagonal` of the array."""
    return _selecting.diagonal(self, offset, axis1, axis2)


# ---- elements -----------------------------------------------------------------------------------------------------


@_like(_indexing.nonzero)
def nonzero(self):
    """`dpnp.nonzero` of the array."""
    return _core.nonzero(self)


@_like(_ufuncs.conjugate)
def conj(self):
    """`dpnp.conjugate` of the array."""
    return _ufuncs.conjugate(self) if self.dtype.kind == "c" else self


ndarray.conjugate = conj


@_method
def fill(self, value):
    """Write one value into all elements.

    Parameters
    ----------
    value : scalar or dpnp.ndarray
        The value; converted to the dtype of the array.

    Raises
    ------
    TypeError
        If the value is complex and the array is not.
    OverflowError
        If an int is outside the range.
    ValueError
        If the value has dimensions.

    Examples
    --------
    >>> x = np.zeros(3)
    >>> x.fill(2)
    >>> x
    array([2., 2., 2.])
    """
    if type(value) is not float and (isinstance(value, (list, tuple)) or getattr(value, "ndim", 0)):
        raise ValueError(named("fill takes one value; x[...] = values takes several"))
    self[...] = value


@_method
@usually(_core.item, most=16)
def item(self, /, *args):
    """One element as a Python scalar; waits for it.

    Parameters
    ----------
    *args : int, ints or a tuple of ints, optional
        The index, of the flat array or along each axis; none: of an array of size 1.

    Returns
    -------
    bool, int, float or complex

    Raises
    ------
    ValueError
        If the array has another size and no index is given, or the index is not one for each axis.
    IndexError
        If the index is out of range.
    TypeError
        If it holds anything but integers.
    """
    if not args:
        if self.size != 1:
            raise ValueError(named(f"item() without an index needs an array of size 1, not {self.size}"))
        element = self.reshape(())
    else:
        index = args[0] if len(args) == 1 else args
        index = tuple([as_int(i, "an index") for i in index]) if isinstance(index, tuple) else as_int(index, "an index")
        if isinstance(index, tuple) and len(index) != self.ndim:
            raise ValueError(named(f"{len(index)} indices for an array of {self.ndim} dimensions"))
        element = self.ravel()[index] if not isinstance(index, tuple) else self[index]
    return _core.asnumpy(element).item()


@_method
def __round__(self, ndigits=None):
    """``round(x)`` of an array without dimensions, as of a NumPy scalar: an int, or with `ndigits` an array.

    Raises
    ------
    TypeError
        If the array has dimensions.
    """
    if self.ndim:
        raise TypeError(
            named(f"round() takes an array without dimensions, this one has {self.ndim}; dpnp.round takes any")
        )
    return round(self.item()) if ndigits is None else _rounding.round(self, ndigits)


@_method
@usually(_core.usual_tolist)
def tolist(self):
    """The elements as a nest of lists of Python scalars; waits for them and copies them to the host.

    Returns
    -------
    list, or scalar
        As many lists deep as there are dimensions; a scalar of an array without dimensions.

    Examples
    --------
    >>> np.array([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
    """
    return self.asnumpy().tolist()


@_method
def asnumpy(self):
    """Copy the elements to the host; waits for them.

    Returns
    -------
    numpy.ndarray
        New memory, of the same shape and dtype, with the axes in the memory order of the array.

    Examples
    --------
    >>> type(np.ones(3).asnumpy())
    <class 'numpy.ndarray'>
    """
    return _core.asnumpy(self)


@_method
def get_array(self):
    """The same elements as a dpctl.tensor.usm_ndarray.

    Returns
    -------
    dpctl.tensor.usm_ndarray
        The same memory.
    """
    return as_usm_ndarray(self)


# ---- copies -------------------------------------------------------------------------------------------------------


@_like(_creation.copy)
@usually(_core.copy_rows)
def copy(self, order="C", *, device=None, usm_type=None, sycl_queue=None):
    """`dpnp.copy` of the array."""
    if order is BY_ROWS and device is usm_type is sycl_queue is None:
        return _core.copy_rows(self)  # the usual case
    return _creation.copy(
        self, "C" if order is None else order, device=device, usm_type=usm_type, sycl_queue=sycl_queue
    )


@_like(_creation.astype)
@usually(_core.astype_copy, most=2)
def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True, device=None):
    """`dpnp.astype` of the array."""
    return _creation.astype(self, dtype, order=order, casting=casting, copy=copy, device=device)


# ---- attributes ---------------------------------------------------------------------------------------------------

ndarray.data = property(lambda self: self.usm_data, doc="The memory object that holds the elements.")
ndarray._array_obj = property(as_usm_ndarray, doc="The same elements as a dpctl.tensor.usm_ndarray.")
ndarray._create_from_usm_ndarray = staticmethod(lambda usm_ary: as_ndarray(usm_ary))


def _array_namespace(self, /, *, api_version=None):
    """The module that holds the functions on this array."""
    as_usm_ndarray(self).__array_namespace__(api_version=api_version)  # raises for unknown versions
    return namespace()


def _names(self) -> list:
    """dir(x): without what this array does not have."""
    missing = {"_numba_type_", *NDARRAY_REASONS}
    if self.ndim < 2:
        missing.add("mT")
    if self.sycl_device.backend.name != "cuda":
        missing.add("__cuda_array_interface__")
    return sorted(set(object.__dir__(self)) - missing)


ndarray.__array_namespace__ = _array_namespace
ndarray.__dir__ = _names

for _name, _reason in NDARRAY_REASONS.items():
    setattr(ndarray, _name, UnsupportedAttribute(_name, _reason))
