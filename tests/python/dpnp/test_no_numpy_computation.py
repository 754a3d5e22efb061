"""dpnp does not compute with NumPy: its functions work while NumPy's computing functions raise."""

import sys
from pathlib import Path

import numpy
import pytest

import dpnp

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "array_api"))
from test_numpy_is_not_used import idle_numpy  # noqa: E402, F401

# x: 3 by 4 reals; v: 4 ascending reals; n: 6 small ints; b: x > 1; m: a regular 3 by 3 matrix
CALLS = """
    x+x; x@x.T; np.sin(x); np.add.reduce(x); np.add.outer(v,v); np.add.accumulate(v); np.maximum(x,1); np.divmod(x,2); np.frexp(x)
    np.sum(x,where=b); np.prod(x); np.max(x,axis=0); np.mean(x,where=b); np.var(x); np.std(x,where=b); np.any(b); np.argmax(x); np.ptp(x)
    np.cumsum(x); np.nansum(x); np.nanmean(x,axis=1); np.nanvar(x); np.nanmax(x); np.nanargmin(x); np.count_nonzero(x); np.logsumexp(x)
    np.median(x,axis=1); np.percentile(x,[5,50]); np.quantile(x,.3,method='hazen'); np.nanmedian(x); np.nanquantile(x,.2,axis=0); np.average(x,weights=x)
    np.cov(x); np.corrcoef(x); np.bincount(n); np.digitize(x,v); np.histogram(x); np.histogram(x,v); np.histogram2d(v,v); np.histogramdd((v,v))
    np.sort(x); np.argsort(x,axis=0); np.partition(v,2); np.argpartition(v,1); np.lexsort((n,n)); np.searchsorted(v,x); np.unique(n,return_counts=True)
    np.union1d(n,n); np.isin(n,n); np.setdiff1d(n,n[:2]); np.intersect1d(n,n[:3])
    np.concatenate([x,x]); np.stack([x,x]); np.block([[x],[x]]); np.r_[v,v]; np.c_[v,v]; np.tile(x,2); np.repeat(x,2,axis=1); np.roll(x,1); np.flip(x)
    np.rot90(x); np.pad(x,1); np.pad(x,2,'reflect'); np.pad(x,1,'edge'); np.insert(v,1,2.); np.delete(v,1); np.append(v,v); np.resize(v,(2,5))
    np.take(x,n%4,axis=1); np.take_along_axis(x,np.argsort(x),-1); np.where(b,x,0); np.nonzero(b); x[b]; x[n%3]; np.compress([True,False],x,axis=1)
    np.choose(n%2,[n,n]); np.select([b],[x]); np.extract(b,x); np.diagonal(m); np.tril(m); np.trace(m); np.diag(v); np.vander(v); np.indices((2,3))
    np.linspace(0,1,5); np.logspace(0,1,5); np.meshgrid(v,v); np.eye(3); np.arange(5.); np.full((2,),3.); np.tri(3); np.unravel_index(n,(3,4))
    np.diff(x); np.ediff1d(v); np.gradient(x); np.interp(x,v,v); np.trapezoid(x); np.unwrap(v); np.convolve(v,v); np.convolve(np.arange(40.),np.arange(20.))
    np.correlate(v,v); np.cross(m,m); np.clip(x,0,1); np.round(x,1); np.nan_to_num(x); np.isclose(x,x); np.allclose(x,x); np.array_equal(x,x)
    np.polyval(v,x); np.polyfit(v,v,1); np.polymul(v,v); np.polydiv(v,v[:2]); np.roots(v); np.poly(v); np.polyder(v); np.polyint(v)
    np.packbits(b); np.unpackbits(np.packbits(b)); np.dot(x,v); np.inner(v,v); np.kron(m,m); np.tensordot(m,m); np.einsum('ij,j',x,v); np.vdot(v,v)
    np.linalg.solve(m,m); np.linalg.inv(m); np.linalg.svd(x); np.linalg.eigh(m@m.T); np.linalg.qr(x); np.linalg.norm(x); np.linalg.det(m)
    np.linalg.pinv(x); np.linalg.lstsq(x,x); np.linalg.cond(m); np.linalg.matrix_power(m,3); np.fft.fft(x); np.fft.rfft2(x); np.fft.fftshift(v)
    np.apply_along_axis(np.sum,1,x); np.piecewise(x,[b],[1,2]); np.lib.stride_tricks.sliding_window_view(v,2); np.ogrid[0:3,0:2]; np.hanning(5); np.kaiser(5,2.)
"""


@pytest.mark.usefixtures("idle_numpy")
def test_functions_without_numpy():
    np = dpnp
    x = np.arange(12.0).reshape(3, 4) / 5
    names = {
        "np": np,
        "x": x,
        "v": np.arange(1.0, 5.0),
        "n": np.arange(6),
        "b": x > 1,
        "m": np.eye(3) * 2 + np.ones((3, 3)),
    }
    failed = []
    for call in (part.strip() for line in CALLS.splitlines() for part in line.split(";")):
        try:
            result = eval(call, names) if call else None
            if isinstance(result, np.ndarray):
                result.sycl_queue.wait()
        except AssertionError as error:
            failed.append(f"{call}: {error}")
    assert failed == []
    with pytest.raises(AssertionError):
        numpy.sum([1, 2])
