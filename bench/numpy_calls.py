"""Functions of dpnp beside NumPy's: large arrays and small ones, both in one process in round, best of some repetitions.

    python bench/numpy_calls.py               functions behind the goals: 1.1 times NumPy's time of large arrays, 4 times of small ones
    python bench/numpy_calls.py all           every row
    python bench/numpy_calls.py einsum put    those whose text has one of the words

A row is an expression over `np` and the names of `make_arrays`. At most a tenth of a second is spent on a row and size.
"""

import sys
import time
import warnings

import numpy

import dpnp

LARGE, SMALL = 1_000_000, 100
GOALS = {LARGE: 1.1, SMALL: 4.0}
SPENT = 0.1  # seconds

UNARY = (
    "abs acos acosh angle asin asinh atan atanh cbrt ceil conj cos cosh deg2rad degrees exp exp2 expm1 fabs fix floor isfinite isinf isnan isneginf isposinf "
    "iscomplex isreal log log10 log1p log2 logical_not negative positive rad2deg reciprocal real imag rint round sign signbit sin sinc sinh spacing sqrt square tan "
    "tanh trunc nan_to_num unwrap i0 frexp modf real_if_close"
).split()
BINARY = (
    "add arctan2 copysign divide divmod equal float_power floor_divide fmax fmin fmod greater heaviside hypot isclose allclose array_equal less logaddexp logaddexp2 "
    "logical_and logical_or logical_xor maximum minimum multiply nextafter not_equal power remainder subtract array_equiv"
).split()
INTEGER = "bitwise_and bitwise_or bitwise_xor gcd lcm left_shift right_shift floor_divide remainder power".split()
REDUCTIONS = (
    "sum prod max min mean std var ptp any all argmax argmin count_nonzero median nansum nanprod nanmax nanmin nanmean nanstd nanvar nanmedian nanargmax nanargmin average"
).split()
SCANS = "cumsum cumprod nancumsum nancumprod cumulative_sum cumulative_prod diff gradient ediff1d sort argsort flip roll trapezoid".split()
SCANS[SCANS.index("roll")] = "ravel"

ROWS = [f"np.{f}(u)" for f in UNARY] + [f"np.{f}(x, y)" for f in BINARY] + [f"np.{f}(i, j)" for f in INTEGER]
ROWS += [f"np.{f}(m{rest})" for f in REDUCTIONS for rest in ("", ", axis=0", ", axis=1")]
ROWS += [f"np.{f}(x)" for f in SCANS] + [
    f"np.{f}(m, axis={a})" for f in ("cumsum", "diff", "sort", "argsort", "flip") for a in (0, 1)
]
ROWS += """np.invert(i)|np.bitwise_count(i)|np.ldexp(x, k)|np.clip(x, 0.2, 0.8)|np.where(b, x, y)|np.choose(c, [x, y])|np.select([b, x > 0.7], [x, y])
np.piecewise(x, [b, x > 0.7], [1.0, 2.0])|np.copy(x)|np.astype(x, 'f4')|np.zeros(n)|np.ones(n)|np.full(n, 2.0)|np.arange(n)|np.linspace(0, 1, n)|np.logspace(0, 1, n)
np.geomspace(1, 2, n)|np.empty(n)|np.eye(r)|np.identity(r)|np.tri(r)|np.tril(m)|np.triu(m)|np.diag(d)|np.diagflat(d)|np.diag(s)|np.vander(d, 10)|np.meshgrid(d, d)
np.indices((r, r))|np.mgrid[0:r, 0:r]|np.ogrid[0:r, 0:r]|np.tril_indices(r)|np.triu_indices(r)|np.diag_indices(r)|np.ix_(p, p)|np.fromfunction(lambda a, b: a + b, (r, r))
np.zeros_like(x)|np.ones_like(x)|np.full_like(x, 3)|np.concatenate([x, y])|np.stack([x, y])|np.stack([x, y], 1)|np.hstack([m, m])|np.vstack([m, m])|np.dstack([m, m])
np.column_stack([x, y])|np.block([[m, m], [m, m]])|np.append(x, y)|np.split(x, 10)|np.array_split(x, 7)|np.hsplit(m, [r // 2])|np.unstack(m[:10])|np.tile(x, 3)|np.repeat(x, 3)
np.repeat(x, c)|np.roll(x, 5)|np.roll(m, 3, 1)|np.rot90(m)|np.fliplr(m)|np.flipud(m)|np.resize(x, n + 5)|np.pad(m, 2)|np.pad(m, 2, 'reflect')|np.pad(x, 3, 'edge')
np.ravel(m)|np.ravel(m, 'F')|np.reshape(m, -1)|np.transpose(m).copy()|np.ascontiguousarray(m.T)|np.asfortranarray(m)|np.moveaxis(m, 0, 1)|np.swapaxes(m, 0, 1)|np.squeeze(m)
np.expand_dims(m, 0)|np.broadcast_to(x, (3, n))|np.broadcast_arrays(m, d)|np.atleast_2d(x)|np.delete(x, t)|np.delete(x, 5)|np.insert(x, t, 1.0)|np.insert(x, 3, 1.0)
np.trim_zeros(x)|np.take(x, p0)|np.take(m, p, 0)|np.take(m, p, 1)|np.take_along_axis(m, q, 1)|np.put(w, p0, 1.0)|np.put_along_axis(v, q, 1.0, 1)|np.place(w, b, 1.0)|np.putmask(w, b, y)
np.copyto(w, y)|np.copyto(w, y, where=b)|np.compress(b, x)|np.extract(b, x)|x[b]|x[p0]|m[p]|m[:, p]|m[::2, ::3].copy()|w.fill(2.0)|np.nonzero(b)|np.flatnonzero(b)|np.argwhere(b)
np.fill_diagonal(v, 1.0)|np.ravel_multi_index((e, f), (r, r))|np.unravel_index(p0, (n, 2))|np.searchsorted(z, y)|np.digitize(x, g)|np.bincount(c)|np.bincount(h)
np.bincount(h, x)|np.histogram(x)|np.histogram(x, 100)|np.histogram(x, g)|np.histogram2d(x, y)|np.histogram_bin_edges(x, 20)|np.unique(h)|np.unique(x)
np.unique(h, return_counts=True)|np.unique(h, return_inverse=True)|np.isin(h, g0)|np.intersect1d(h, g0)|np.union1d(h, g0)|np.setdiff1d(h, g0)|np.setxor1d(h, g0)
np.partition(x, n // 2)|np.partition(x, 5)|np.partition(m, r // 2)|np.partition(m, r // 2, 0)|np.partition(m, [1, r // 2])|np.argpartition(x, n // 2)|np.argpartition(m, r // 2)
np.argpartition(m, r // 2, 0)|np.partition(h, n // 2)|np.partition(xf, n // 2)|np.lexsort((x, h))|np.sort_complex(x)|np.percentile(x, 30)|np.quantile(m, 0.3, 0)
np.quantile(m, [0.3, 0.5], 1)|np.nanquantile(m, 0.3)|np.packbits(b)|np.packbits(mb, 0)|np.packbits(mb, 1)|np.unpackbits(u8)|np.unpackbits(u8m, 0)|np.unpackbits(u8m, 1)
np.dot(x, y)|np.dot(m, m)|np.dot(m, d)|np.vdot(x, y)|np.inner(m, m)|np.outer(d, d)|np.matmul(m, m)|np.kron(m[:30, :30], m[:30, :30])|np.cross(x3, y3)|np.tensordot(m, m, 1)|np.trace(m)|np.diagonal(m)
np.einsum('ij,jk->ik', m, m)|np.einsum('ij,ij->i', m, m)|np.einsum('ij->j', m)|np.einsum('ii', s)|np.einsum('i,ij,j->', d, m, d)|np.einsum('i,i,i->', x, y, x)
np.einsum('ij,jk,kl->il', s, s, s)|np.einsum('i,i,i->i', x, y, x)|np.cov(rows)|np.corrcoef(rows)|np.cov(m)|np.corrcoef(m)|np.cov(x, y)|np.correlate(x, k3)|np.convolve(x, k3)
np.convolve(x, k3, 'same')|np.convolve(x, k3, 'valid')|np.convolve(x, k30)|np.interp(x, g, g)|np.interp(y, z, x)|np.polyval(k3, x)|np.polyfit(z, y, 3)|np.polyadd(k3, k30)
np.polymul(k3, k30)|np.polydiv(k30, k3)|np.polyder(k30)|np.polyint(k30)|np.poly(k3)|np.roots(k3)|np.kaiser(n, 14.0)|np.hamming(n)|np.hanning(n)|np.blackman(n)|np.bartlett(n)
np.add.reduce(m)|np.add.accumulate(x)|np.add.reduceat(x, t)|np.maximum.reduceat(x, t)|np.add.at(w, p0, 1.0)|np.add.at(w, h, x)|np.maximum.at(w, h, x)|np.add.outer(d, d)
np.apply_along_axis(np.sum, 0, s)|np.array2string(d)|np.array(x)|np.asarray(x)|np.array_repr(d)|np.shape(x)|np.ndim(x)|np.size(x)|np.linalg.norm(x)|np.linalg.norm(m, axis=1)
np.linalg.norm(m)|np.linalg.solve(s1, s)|np.linalg.inv(s1)|np.linalg.det(s1)|np.linalg.slogdet(s1)|np.linalg.cholesky(sp)|np.linalg.qr(s)|np.linalg.svd(s)|np.linalg.eigh(sp)
np.linalg.eigvalsh(sp)|np.linalg.eig(s)|np.linalg.lstsq(m[:, :5], m[:, 5], rcond=None)|np.linalg.lstsq(s, s, rcond=None)|np.linalg.pinv(s)|np.linalg.matrix_rank(s)
np.linalg.cond(s)|np.linalg.matrix_power(s, 3)|np.linalg.multi_dot([s, s, s])|np.linalg.tensorsolve(s1, d1)|np.linalg.inv(stack)|np.linalg.solve(stack, stack)|np.linalg.det(stack)
np.fft.fft(x)|np.fft.ifft(x)|np.fft.rfft(x)|np.fft.irfft(x)|np.fft.fft2(m)|np.fft.fftn(m)|np.fft.fftshift(m)|np.fft.fftfreq(n)|np.fft.fft(m, axis=0)|np.fft.rfft(m)|np.fft.hfft(x)
x + 1|x * y + x|x == y|-x|x ** 2|x ** 0.5|x // 0.3|x % 0.3|i // 7|i % 7|m @ m|m.sum()|m.mean(1)|m.T.sum(1)|x.astype('i4')|x.tolist() if n < 1000 else 0|m.max(0)|m.flatten()|float(x[3])|x[3]|x[10:20]""".replace(
    "\n", "|"
).split("|")
DRAWS = """random(n)|standard_normal(n)|standard_normal(n, dtype='f4')|standard_exponential(n)|integers(0, 1000, n)|uniform(1, 2, n)|normal(1, 2, n)|exponential(2.0, n)
gamma(2.5, 1.0, n)|gamma(0.5, 1.0, n)|beta(2.0, 3.0, n)|chisquare(3, n)|f(3, 4, n)|standard_t(5, n)|poisson(4.0, n)|poisson(100.0, n)|binomial(10, 0.3, n)|binomial(1000, 0.3, n)
negative_binomial(5, 0.3, n)|geometric(0.3, n)|hypergeometric(30, 40, 20, n)|logseries(0.5, n)|zipf(2.5, n)|laplace(0, 1, n)|logistic(0, 1, n)|lognormal(0, 1, n)|gumbel(0, 1, n)
pareto(3.0, n)|power(3.0, n)|rayleigh(1.0, n)|weibull(2.0, n)|wald(1.0, 2.0, n)|vonmises(0.0, 2.0, n)|triangular(0, 1, 2, n)|standard_cauchy(n)|noncentral_chisquare(3, 1, n)
noncentral_f(3, 4, 1, n)|dirichlet([1.0, 2.0, 3.0], n // 3)|multinomial(20, [0.2, 0.3, 0.5], n // 3)|multivariate_normal([0.0, 1.0], [[2.0, 0.3], [0.3, 1.0]], n // 2)
multivariate_hypergeometric([10, 20, 30], 15, n // 3)|permutation(n)|permutation(x)|shuffle(w)|choice(n, n)|choice(n, n // 2, replace=False)|choice(n, 10, replace=False)
choice(x, n, p=pr)|choice(5, n, p=[0.1, 0.2, 0.3, 0.2, 0.2])|bytes(n)|bit_generator.random_raw(n)""".replace(
    "\n", "|"
).split("|")
ROWS += [f"gen.{draw}" for draw in DRAWS]
LEGACY = "random_sample(n)|standard_normal(n)|randint(0, 1000, n)|gamma(2.5, 1.0, n)|poisson(4.0, n)|binomial(10, 0.3, n)|permutation(n)|choice(n, n)|exponential(1.0, n)|bytes(n)"
ROWS += [f"np.random.{draw}" for draw in LEGACY.split("|")]


def make_arrays(n):
    """NumPy's arrays by name: about n elements each, r * r in matrices."""
    rng = numpy.random.default_rng(0)
    r = int(n**0.5)
    s = 10 if n <= SMALL else 200
    x, y = rng.random(n), rng.random(n)
    square = rng.random((s, s))
    names = {
        "x": x,
        "y": y,
        "u": rng.random(n) * 0.8 + 0.1,
        "w": rng.random(n),
        "z": numpy.sort(rng.random(n)),
        "xf": x.astype("f4"),
    }
    names |= {
        "i": rng.integers(1, 50, n),
        "j": rng.integers(1, 9, n),
        "k": rng.integers(-5, 5, n).astype("i4"),
        "c": rng.integers(0, 2, n),
    }
    names |= {
        "h": rng.integers(0, max(n // 10, 8), n),
        "p0": rng.integers(0, n, n),
        "t": numpy.arange(0, n, 10),
        "g": numpy.linspace(0, 1, 50),
        "g0": numpy.arange(0, 1000, 7),
    }
    names |= {
        "m": rng.random((r, r)),
        "v": rng.random((r, r)),
        "d": rng.random(r),
        "q": rng.integers(0, r, (r, r)),
        "p": rng.integers(0, r, r),
    }
    names |= {
        "b": x > 0.5,
        "mb": rng.random((r, r)) > 0.5,
        "u8": rng.integers(0, 256, n // 8).astype("u1"),
        "u8m": rng.integers(0, 256, (r, max(r // 8, 1))).astype("u1"),
    }
    names |= {
        "e": rng.integers(0, r, n),
        "f": rng.integers(0, r, n),
        "s": square,
        "s1": square + s * numpy.eye(s),
        "sp": square @ square.T + numpy.eye(s),
        "d1": rng.random(s),
    }
    names |= {
        "x3": rng.random((n // 3, 3)),
        "y3": rng.random((n // 3, 3)),
        "rows": rng.random((5, n // 5)),
        "k3": rng.random(3),
        "k30": rng.random(30),
        "pr": x / x.sum(),
    }
    names["stack"] = rng.random((max(n // 100, 1), 5, 5)) + 5 * numpy.eye(5)
    return names, {"n": n, "r": r}


def best_of(run, queue, seconds, turns):
    """One call's time, the fewest of `turns` groups of calls that are about a quarter of a millisecond long."""
    calls = max(1, int(0.00025 / max(seconds, 1e-7)))
    best = float("inf")
    for _ in range(turns):
        start = time.perf_counter()
        for _ in range(calls):
            run()
        queue.wait()
        best = min(best, (time.perf_counter() - start) / calls)
    return best


def measure(text, spaces, queue):
    """Seconds of NumPy and of dpnp."""
    code = compile(text, text, "eval")
    runs = [lambda s=s: eval(code, s) for s in spaces]  # noqa: S307
    firsts = []
    for run in runs:
        run()
        start = time.perf_counter()
        run()
        queue.wait()
        firsts.append(time.perf_counter() - start)
    best, spent = [float("inf")] * 2, 0.0
    while spent < SPENT:
        for k, run in enumerate(runs):
            best[k] = min(best[k], best_of(run, queue, firsts[k], 1))
        spent += sum(max(x, 0.00025) for x in firsts)
    return best


def main(words):
    warnings.simplefilter("ignore")
    numpy.seterr(all="ignore")
    shows_all = words == ["all"]
    chosen = [row for row in ROWS if not words or shows_all or any(word in row for word in words)]
    for n in (LARGE, SMALL):
        arrays, numbers = make_arrays(n)
        ours = {name: dpnp.asarray(a) for name, a in arrays.items()}
        theirs = {name: numpy.array(a) for name, a in arrays.items()}
        spaces = [
            {"np": numpy, "gen": numpy.random.default_rng(1), **theirs, **numbers},
            {"np": dpnp, "gen": dpnp.random.default_rng(1), **ours, **numbers},
        ]
        print(f"{n} elements, microseconds: NumPy, dpnp, ratio")
        for text in chosen:
            try:
                theirs_best, ours_best = measure(text, spaces, ours["x"].sycl_queue)
            except Exception as error:
                print(f"  {text:44} {type(error).__name__}: {str(error)[:70]}")
                continue
            ratio = ours_best / theirs_best
            if words or ratio > GOALS[n]:
                print(f"  {text:44}{theirs_best * 1e6:11.1f}{ours_best * 1e6:11.1f}{ratio:8.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
