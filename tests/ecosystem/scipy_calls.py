"""A call of each function of SciPy that takes arrays of the array API, over names of arrays that `arrays` makes.

A call is written once and evaluated twice: with NumPy's arrays and with those under test.
"""

import numpy

__all__ = ["CALLS", "REFUSED", "TENSOR_NEEDS_CONVERSION", "WITHOUT_CONVERSION", "arrays", "evaluate", "leaves", "table"]


def arrays(convert):
    """The arrays that calls name: v, w, u vectors; p, q positive; k, l in (0, 1); m, n matrices; i labels; b bits ..."""
    rng = numpy.random.default_rng(0)
    v, w, u = rng.normal(size=(3, 40))
    image = rng.normal(size=(12, 10))
    points = rng.normal(size=(20, 2)) + numpy.repeat([[0, 0], [8, 8]], 10, axis=0)
    grid = numpy.linspace(0, 3, 40)
    hosts = {
        "v": v, "w": w, "u": u, "p": numpy.abs(v) + 0.5, "q": numpy.abs(w) + 0.5, "t": grid, "y": numpy.sin(grid),
        "k": rng.uniform(0.05, 0.95, 40), "l": rng.uniform(0.05, 0.95, 40), "m": image, "n": image[:10] + 10 * numpy.eye(10),
        "i": rng.integers(0, 3, (12, 10)), "b": image > 0, "g": numpy.abs((image * 20).astype(numpy.int64)), "pts": points,
        "few": v[:5], "c3": numpy.array([1.0, 2.0, 3.0]), "d3": numpy.array([1.0, 0.5, 0.25]), "one": numpy.array([1.0]),
        "z": v[:8] + 1j * w[:8], "k3": numpy.array([[0.0, 1, 0], [1, 2, 1], [0, 1, 0]]), "ints": numpy.arange(1.0, 6),
        "counts": numpy.array([16.0, 18, 16, 14, 12, 12]), "quat": rng.normal(size=(3, 4)), "vec3": rng.normal(size=(3, 3)),
        "sos": numpy.array([[0.1, 0.2, 0.1, 1.0, -0.5, 0.2]]), "bits3": numpy.ones((3, 3), bool), "coords": numpy.abs(image[:2]),
        "tree": numpy.array([[0.0, 1, 1, 2], [2, 3, 2, 2], [4, 5, 3, 4]]), "freqs": numpy.array([0.1, 0.5, 1.0]),
        "zeros": numpy.array([-1.0, 0.5]), "poles": numpy.array([-0.5, -0.2]), "unit": rng.normal(size=(6, 3)), "uints": numpy.arange(12.0).reshape(3, 4),
        "tmat": numpy.eye(4), "bytes_": (numpy.abs(image) * 50).astype(numpy.uint8),
    }  # fmt: skip
    return {name: convert(value) for name, value in hosts.items()}


_SPECIAL_1 = """cbrt cosdg cosm1 cotdg entr erf erfc erfcx exp1 exp10 exp2 exprel expi expit gamma gammaln gammasgn i0 i0e
i1 i1e j0 j1 k0 k0e k1 k1e log_ndtr loggamma ndtr psi rgamma sinc sindg spence tandg y0 y1 zetac"""
_SPECIAL_K = "ellipk ellipkm1 erfinv logit ndtri"
_SPECIAL_2 = """betaln binom boxcox boxcox1p chdtr chdtrc gammainc gammaincc huber inv_boxcox inv_boxcox1p kl_div poch
pseudo_huber rel_entr xlog1py xlogy stdtr"""
_FFT = "fft ifft rfft irfft hfft ihfft dct idct dst idst"
_FFT_ND = "fftn ifftn fft2 ifft2 rfftn rfft2 irfftn irfft2 hfftn hfft2 ihfftn ihfft2 dctn idctn dstn idstn"
_MEASUREMENTS = """center_of_mass extrema maximum maximum_position mean median minimum minimum_position standard_deviation
sum sum_labels variance"""
_LINKAGES = "single complete average weighted centroid median ward linkage"


def _all(names, arguments):
    return [f"{name}({arguments})" for name in names.split()]


CALLS = {
    "special": [
        *_all(_SPECIAL_1, "p"), *_all(_SPECIAL_K, "k"), *_all(_SPECIAL_2, "p, q"), "logsumexp(m, axis=1)", "softmax(m)",
        "log_softmax(m)", "bdtr(c3, 5, d3)", "bdtrc(c3, 5, d3)", "betainc(p, q, k)", "betaincc(p, q, k)",
        "betaincinv(p, q, k)", "chdtri(p, k)", "expn(2, p)", "fdtr(p, q, k)", "fdtrc(p, q, k)", "fdtri(p, q, k)",
        "gammainccinv(p, k)", "gammaincinv(p, k)", "gdtr(p, q, k)", "gdtrc(p, q, k)", "hyp1f1(p, q, k)",
        "lpmv(1, 2, k)", "multigammaln(5 + p, 2)", "nbdtr(2, 5, k)", "nbdtrc(2, 5, k)", "pdtr(c3, d3)", "pdtrc(c3, d3)",
        "polygamma(1, p)", "radian(p, p, p)", "stdtrit(p, k)", "yn(2, p)", "zeta(1 + p, q)",
    ],
    "fft": [
        *_all(_FFT, "p"), *_all(_FFT_ND, "m"), "fht(p, 0.1, 0.5)", "ifht(p, 0.1, 0.5)", "fftshift(v)", "ifftshift(v)",
    ],
    "integrate": [
        "trapezoid(y, t)", "cumulative_trapezoid(y, t)", "cumulative_simpson(y, x=t)", "romb(y[:33])", "simpson(y, x=t)",
        "tanhsinh(lambda x: x * x, one, 2 * one).integral", "cubature(lambda x: x[:, 0] ** 2, one, 2 * one).estimate",
        "nsum(lambda k: 1 / k**2, one, 50 * one).sum",
    ],
    "differentiate": [
        "derivative(lambda x: x * x, p).df", "jacobian(lambda x: x * x, c3).df",
        "hessian(lambda x: x[0] ** 2 * x[1] + x[2] ** 3, c3).ddf",
    ],
    "optimize": ["rosen(c3)", "rosen_der(c3)", "rosen_hess(c3)", "rosen_hess_prod(c3, d3)"],
    "optimize.elementwise": [
        "find_root(lambda x: x * x - 2, (one, 2 * one)).x", "find_minimum(lambda x: (x - 1.5) ** 2, (one, 1.4 * one, 2 * one)).x",
        "bracket_root(lambda x: x * x - 2, one).bracket", "bracket_minimum(lambda x: (x - 1.5) ** 2, one).bracket",
    ],
    "interpolate": [
        "make_interp_spline(t, y)(t[:5])", "make_smoothing_spline(t, y, lam=0.1)(t[:5])", "CubicSpline(t, y)(t[:5])",
        "PchipInterpolator(t, y)(t[:5])", "Akima1DInterpolator(t, y)(t[:5])", "CubicHermiteSpline(t, y, y)(t[:5])",
        "RBFInterpolator(pts, v[:20])(pts[:3])", "RegularGridInterpolator((t[:12], t[:10]), m)(pts[10:12] * 0)",
        "make_splrep(t, y)(t[:5])", "BSpline(t, y[:36], 3)(t[5:9])", "generate_knots(t, y, s=0.01)",
    ],
    "linalg": ["orthogonal_procrustes(n, n)", "block_diag(k3, k3)", "fiedler(c3)", "inv(n)", "solve(n, n)", "det(n)", "svd(m)", "qr(m)", "eigh(n + n.T)", "cholesky(n @ n.T)", "expm(n / 100)", "lu(n)", "pinv(m)", "norm(m)"],
    "cluster.vq": ["whiten(pts)", "vq(pts, pts[9:11])", "kmeans(pts, pts[9:11])", "kmeans2(pts, pts[9:11], minit='matrix')"],
    "cluster.hierarchy": [
        *_all(_LINKAGES, "pts"), "to_mlab_linkage(tree)", "from_mlab_linkage(tree[:, :3] + 1)", "cophenet(tree)",
        "inconsistent(tree)", "is_monotonic(tree)", "is_valid_linkage(tree)", "num_obs_linkage(tree)", "correspond(tree, v[:6])",
        "fcluster(tree, 2.0, 'distance')", "fclusterdata(pts, 1.0)", "leaves_list(tree)", "is_isomorphic(i[0], i[0])",
        "maxdists(tree)", "cut_tree(tree)", "optimal_leaf_ordering(tree, p[:6])",
    ],
    "constants": ["convert_temperature(p, 'C', 'K')", "lambda2nu(p)", "nu2lambda(p)"],
    "ndimage": [
        "convolve(m, k3)", "convolve1d(m, c3)", "correlate(m, k3)", "correlate1d(m, c3)", "gaussian_filter(m, 1.0)",
        "gaussian_filter1d(m, 1.0)", "gaussian_gradient_magnitude(m, 1.0)", "gaussian_laplace(m, 1.0)", "laplace(m)",
        "maximum_filter(m, 3)", "maximum_filter1d(m, 3)", "median_filter(m, 3)", "minimum_filter(m, 3)", "minimum_filter1d(m, 3)",
        "percentile_filter(m, 20, 3)", "prewitt(m)", "rank_filter(m, 1, 3)", "sobel(m)", "uniform_filter(m, 3)", "uniform_filter1d(m, 3)",
        "fourier_ellipsoid(m, 2)", "fourier_gaussian(m, 2)", "fourier_shift(m, 2)", "fourier_uniform(m, 2)",
        "affine_transform(m, k3[:2, 1:])", "map_coordinates(m, coords)", "rotate(m, 30.0)", "shift(m, 1.5)",
        "spline_filter(m)", "spline_filter1d(m)", "zoom(m, 1.5)", *_all(_MEASUREMENTS, "m, i, ints[:2]"), "histogram(m, -1, 1, 4)",
        "label(b)", "find_objects(i)", "value_indices(i)[1]", "watershed_ift(bytes_, i)",
        "binary_closing(b)", "binary_dilation(b)", "binary_erosion(b)", "binary_fill_holes(b)", "binary_hit_or_miss(b)",
        "binary_opening(b)", "binary_propagation(b)", "black_tophat(m, 3)", "distance_transform_bf(b)", "distance_transform_cdt(b)",
        "distance_transform_edt(b)", "grey_closing(m, 3)", "grey_dilation(m, 3)", "grey_erosion(m, 3)", "grey_opening(m, 3)",
        "iterate_structure(bits3, 2)", "morphological_gradient(m, 3)", "morphological_laplace(m, 3)", "white_tophat(m, 3)",
        "generic_filter(m, lambda x: x.sum(), 3)", "generic_filter1d(m, lambda a, o: o.fill(1.0), 3)",
    ],
    "signal": [
        "convolve(v, c3)", "correlate(v, c3)", "convolve2d(m, k3)", "correlate2d(m, k3)", "fftconvolve(v, c3)", "oaconvolve(v, c3)",
        "deconvolve(v, c3)", "detrend(v)", "hilbert(v)", "hilbert2(m)", "envelope(v)", "lfilter(c3, d3, v)", "lfilter_zi(c3, d3)",
        "lfiltic(c3, d3, v[:2])", "filtfilt(c3 / 10, d3, v)", "medfilt(v, 3)", "medfilt2d(m, 3)", "order_filter(m, bits3 * 1.0, 2)",
        "resample(v, 20)", "resample_poly(v, 2, 3)", "sosfilt(sos, v)", "sosfilt_zi(sos)", "sosfiltfilt(sos, v)", "vectorstrength(p, 2.0)",
        "wiener(m)", "upfirdn(c3, v, 2)", "savgol_filter(v, 5, 2)", "freqz(c3, d3, freqs)", "freqz_sos(sos, freqs)",
        "freqz_zpk(zeros, poles, 1.0, freqs)", "freqs_zpk(zeros, poles, 1.0, freqs)", "group_delay((c3, d3), freqs)", "tf2zpk(c3, d3)",
        "zpk2tf(zeros, poles, 1.0)", "zpk2sos(zeros, poles, 1.0)", "sos2tf(sos)", "sos2zpk(sos)", "tf2sos(c3, d3)", "bilinear(c3, d3)",
        "bilinear_zpk(zeros, poles, 1.0, 2.0)", "lp2lp(c3, d3)", "lp2hp(c3, d3)", "lp2bp(c3, d3)", "lp2bs(c3, d3)", "lp2lp_zpk(zeros, poles, 1.0)",
        "lp2hp_zpk(zeros, poles, 1.0)", "lp2bp_zpk(zeros, poles, 1.0)", "lp2bs_zpk(zeros, poles, 1.0)", "normalize(c3, d3)",
        "firwin2(9, numpy_like(c3, [0.0, 0.5, 1.0]), numpy_like(c3, [1.0, 1.0, 0.0]))", "firls(9, numpy_like(c3, [0.0, 0.5]), numpy_like(c3, [1.0, 0.0]))",
        "minimum_phase(numpy_like(c3, [1.0, 2.0, 3.0, 2.0, 1.0]))", "remez(9, numpy_like(c3, [0, 0.1, 0.2, 0.5]), numpy_like(c3, [1.0, 0.0]))",
        "gauss_spline(v, 3)", "cspline1d(v)", "qspline1d(v)", "cspline1d_eval(v, t)", "qspline1d_eval(v, t)",
        "abcd_normalize(k3, k3, k3, k3)", "bode((c3, d3), freqs)", "choose_conv_method(v, c3)",
        "welch(v, nperseg=16)", "periodogram(v)", "csd(v, w, nperseg=16)", "coherence(v, w, nperseg=16)", "find_peaks(v)", "czt(v)", "argrelmax(v)",
        "decimate(v, 2)", "chirp(t, 1.0, 2.0, 3.0)", "sawtooth(t)", "square(t)", "gausspulse(t)", "lombscargle(t, y, freqs)", "residue(c3, d3)",
        "peak_prominences(v, numpy_like(i, [3]))", "symiirorder1(v, 0.5, 0.5)", "unique_roots(c3)", "spectrogram(v, nperseg=16)", "stft(v, nperseg=16)",
    ],
    "spatial.transform": [
        "Rotation.from_quat(quat).as_matrix()", "Rotation.from_rotvec(vec3).as_euler('xyz')", "Rotation.from_mrp(vec3 / 9).apply(vec3)",
        "Rotation.from_euler('xyz', vec3).magnitude()", "(Rotation.from_quat(quat) * Rotation.from_quat(quat).inv()).as_quat()",
        "Rotation.from_quat(quat).mean().as_rotvec()", "Rotation.align_vectors(unit, unit)[0].as_matrix()", "Rotation.from_matrix(Rotation.from_quat(quat).as_matrix()).as_mrp()",
        "Slerp(numpy_like(c3, [0.0, 1.0, 2.0]), Rotation.from_quat(quat))(numpy_like(c3, [0.5])).as_quat()",
        "RigidTransform.from_matrix(tmat).as_exp_coords()", "RigidTransform.from_translation(vec3).apply(vec3)",
    ],
    "spatial.distance": [
        "cdist(pts, pts[:3])", "pdist(pts)", "squareform(p[:6])", "euclidean(v, w)", "cosine(v, w)", "cityblock(v, w)", "correlation(v, w)",
        "jensenshannon(k, l)", "directed_hausdorff(pts, pts[:3])",
    ],
    "spatial": ["cKDTree(pts).query(pts[:3])", "ConvexHull(pts).vertices", "Delaunay(pts).simplices", "procrustes(pts, pts * 2)", "distance_matrix(pts, pts[:3])"],
    "stats": [
        *_all("chatterjeexi spearmanrho cramervonmises_2samp epps_singleton_2samp mannwhitneyu ansari bartlett levene fligner mood wilcoxon pearsonr ttest_ind ttest_rel brunnermunzel kruskal alexandergovern f_oneway wasserstein_distance energy_distance ks_2samp spearmanr kendalltau weightedtau ranksums linregress theilslopes siegelslopes somersd median_test", "v, w"),
        *_all("entropy gmean hmean gstd differential_entropy circmean circvar circstd kstat kstatvar tmean tvar tmin tmax tstd tsem moment skew kurtosis describe skewtest kurtosistest normaltest jarque_bera sem zscore gzscore iqr median_abs_deviation sigmaclip variation rankdata lmoment mode shapiro bayes_mvs obrientransform cumfreq relfreq boxcox yeojohnson expectile", "p"),
        "pmean(p, 2)", "zmap(v, w)", "trim_mean(v, 0.1)", "trimboth(v, 0.1)", "trim1(v, 0.1)", "ttest_1samp(v, 0.0)", "ttest_ind_from_stats(1.0, 2.0, 10, 2.0, 1.0, 12)",
        "power_divergence(counts)", "chisquare(counts)", "combine_pvalues(k)", "false_discovery_control(k)", "friedmanchisquare(v, w, u)",
        "directional_stats(unit).mean_direction", "boxcox_llf(0.5, p)", "yeojohnson_llf(0.5, p)", "cramervonmises(k, lambda x: x)",
        "ks_1samp(k, lambda x: x)", "quantile(v, 0.3)", "scoreatpercentile(v, 30)", "percentileofscore(v, 0.1)", "bootstrap((v,), mean_of, n_resamples=20, rng=1).standard_error",
        "monte_carlo_test(v, rvs_like(v), mean_of, n_resamples=20).statistic", "permutation_test((v, w), difference, n_resamples=20, rng=1).statistic", "binned_statistic(v, w, bins=4).statistic",
        "gaussian_kde(v)(w)", "anderson(v, 'norm').statistic" , "probplot(v)", "ecdf(v).cdf.quantiles", "pointbiserialr(v > 0, w)", "tukey_hsd(v, w).statistic",
        "norm.pdf(v)", "norm.cdf(v)",
    ],
    "stats.contingency": ["expected_freq(g[:3, :3] + 1)", "chi2_contingency(g[:3, :3] + 1)", "margins(g)"],
}  # fmt: skip


def evaluate(module, call, names):
    """The value of a call in a module of SciPy."""
    some = names["v"]
    xp = numpy if isinstance(some, numpy.ndarray) else some.__array_namespace__()

    def mean_of(x, axis=-1):
        return xp.mean(x, axis=axis)

    def rvs_like(x):
        rng = numpy.random.default_rng(1)
        return lambda size: xp.asarray(rng.normal(size=size))

    helpers = {
        "numpy_like": lambda like, values: xp.asarray(values), "mean_of": mean_of, "rvs_like": rvs_like,
        "difference": lambda x, y, axis=-1: mean_of(x, axis) - mean_of(y, axis),
    }  # fmt: skip
    return eval(call, {**vars(module), **helpers, **names})


def leaves(value):
    """The arrays and numbers in a result."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    if hasattr(value, "_fields") or hasattr(value, "statistic"):
        return [leaf for name in ("statistic", "pvalue") for leaf in leaves(getattr(value, name, None))]
    return [value]


# Functions that compute in the array API alone; the others call compiled code and need opendpex.host_conversion.
WITHOUT_CONVERSION = {
    "special": "rel_entr xlogy logsumexp softmax log_softmax",
    "fft": """fft ifft rfft irfft hfft ihfft fftn ifftn fft2 ifft2 rfftn rfft2 irfftn irfft2 hfftn hfft2 ihfftn ihfft2 fht
ifht fftshift ifftshift""",
    "integrate": "trapezoid cumulative_trapezoid cumulative_simpson romb tanhsinh cubature nsum",
    "differentiate": "derivative jacobian hessian",
    "optimize": "rosen rosen_der rosen_hess rosen_hess_prod",
    "optimize.elementwise": "find_root find_minimum bracket_root bracket_minimum",
    "interpolate": "RBFInterpolator generate_knots",
    "linalg": "orthogonal_procrustes block_diag fiedler",
    "cluster.vq": "whiten",
    "cluster.hierarchy": "to_mlab_linkage is_monotonic is_valid_linkage num_obs_linkage correspond is_isomorphic cut_tree",
    "constants": "convert_temperature lambda2nu nu2lambda",
    "ndimage": "",
    "signal": """fftconvolve oaconvolve hilbert hilbert2 envelope lfiltic resample vectorstrength freqz freqz_sos freqz_zpk
freqs_zpk tf2zpk zpk2tf sos2tf sos2zpk bilinear_zpk lp2lp lp2hp lp2bp lp2bs lp2lp_zpk lp2hp_zpk lp2bp_zpk
lp2bs_zpk normalize minimum_phase gauss_spline abcd_normalize bode choose_conv_method""",
    "spatial.transform": """Rotation.from_quat Rotation.from_rotvec Rotation.from_mrp Rotation.from_euler Rotation.align_vectors
Rotation.from_matrix Slerp RigidTransform.from_matrix RigidTransform.from_translation""",
    "spatial.distance": "",
    "spatial": "",
    "stats": """ks_2samp gmean hmean gstd differential_entropy circmean circvar circstd kstat kstatvar tmean tvar tmin tmax tstd
tsem moment skew kurtosis describe sem zscore gzscore iqr median_abs_deviation sigmaclip variation rankdata mode
pmean zmap trim_mean ttest_ind_from_stats false_discovery_control directional_stats boxcox_llf yeojohnson_llf
quantile monte_carlo_test permutation_test""",
    "stats.contingency": "margins",
}  # fmt: skip

# Of these, those that call functions of NumPy, which compute on dpnp's arrays but not on dpctl.tensor's.
TENSOR_NEEDS_CONVERSION = "tf2zpk zpk2tf sos2tf sos2zpk bode ks_2samp margins".split()

# What does not work with conversion either, by the kind of array.
REFUSED = {
    "dpnp": ["shapiro(p)"],  # reads the buffer of its argument
    "dpctl.tensor": [
        # they call methods that arrays of the standard do not have: sum, copy, view, take
        "nsum(lambda k: 1 / k**2, one, 50 * one).sum", "hessian(lambda x: x[0] ** 2 * x[1] + x[2] ** 3, c3).ddf",
        "RBFInterpolator(pts, v[:20])(pts[:3])", "false_discovery_control(k)", "argrelmax(v)",
        "cut_tree(tree)",  # indexes by a list
        # they combine arrays with NumPy's
        "PchipInterpolator(t, y)(t[:5])", "gausspulse(t)", "ecdf(v).cdf.quantiles", "shapiro(p)",
    ],
}  # fmt: skip


def table() -> str:
    """How many functions of each module are called, compute on dpnp's arrays as they are, and with host conversion."""
    lines = ["| module | functions | as they are | with host conversion |", "|---|---|---|---|"]
    for module, calls in CALLS.items():
        names = dict.fromkeys(call.lstrip("(").split("(")[0] for call in calls)
        plain = [name for name in names if name in WITHOUT_CONVERSION[module].split()]
        refused = [name for name in names if any(call.startswith(f"{name}(") for call in REFUSED["dpnp"])]
        lines.append(f"| `{module}` | {len(names)} | {len(plain)} | {len(names) - len(refused)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
