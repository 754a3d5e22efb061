"""scikit-learn with array_api_dispatch, and what needs host conversion."""

import numpy
import pytest
import sklearn
from sklearn import metrics
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.preprocessing import MinMaxScaler, StandardScaler

import dpctl.tensor as dpt
import dpnp

modules = pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
RNG = numpy.random.default_rng(0)
LABELS, SCORES = RNG.integers(0, 2, 60), RNG.random(60)
TABLE = RNG.random((60, 4))
METRICS = {
    "accuracy": lambda c: metrics.accuracy_score(c(LABELS), c(1 - LABELS)),
    "average_precision": lambda c: metrics.average_precision_score(c(LABELS), c(SCORES)),
    "balanced_accuracy": lambda c: metrics.balanced_accuracy_score(c(LABELS), c(LABELS)),
    "brier": lambda c: metrics.brier_score_loss(c(LABELS), c(SCORES)),
    "confusion": lambda c: metrics.confusion_matrix(c(LABELS), c(1 - LABELS)),
    "det_curve": lambda c: metrics.det_curve(c(LABELS), c(SCORES)),
    "euclidean_distances": lambda c: metrics.pairwise.euclidean_distances(c(TABLE)),
    "f1": lambda c: metrics.f1_score(c(LABELS), c(LABELS)),
    "log_loss": lambda c: metrics.log_loss(c(LABELS), c(SCORES)),
    "mean_squared_error": lambda c: metrics.mean_squared_error(c(SCORES), c(SCORES**2)),
    "precision_recall": lambda c: metrics.precision_recall_curve(c(LABELS), c(SCORES)),
    "r2": lambda c: metrics.r2_score(c(SCORES), c(SCORES**2)),
    "rbf_kernel": lambda c: metrics.pairwise.rbf_kernel(c(TABLE)),
    "roc_curve": lambda c: metrics.roc_curve(c(LABELS), c(SCORES)),
}


def compare(found, expected, name):
    for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (expected, found))):
        b = dpnp.asnumpy(b) if hasattr(b, "sycl_queue") else b
        numpy.testing.assert_allclose(b, a, 1e-6, 1e-9, err_msg=name)


@modules
def test_metrics(module):
    with sklearn.config_context(array_api_dispatch=True):
        for name, call in METRICS.items():
            compare(call(module.asarray), call(numpy.asarray), name)


@modules
def test_estimators(module):
    with sklearn.config_context(array_api_dispatch=True):
        for make, use in {
            lambda: StandardScaler(): "fit_transform",
            lambda: MinMaxScaler(): "fit_transform",
            lambda: PCA(2, svd_solver="full"): "fit_transform",
            lambda: Ridge(solver="svd"): "predict",
            lambda: LinearDiscriminantAnalysis(): "predict",
        }.items():
            found, expected = (
                make().fit(c(TABLE), c(LABELS)).predict(c(TABLE))
                if use == "predict"
                else make().fit_transform(c(TABLE))
                for c in (module.asarray, numpy.asarray)
            )
            assert type(found) is type(module.ones(1))
            numpy.testing.assert_allclose(abs(module.asnumpy(found)), abs(expected), 1e-6, 1e-9)


@modules
def test_roc_auc_score(module, allowed):
    """It asks NumPy for the labels and for the area."""
    with sklearn.config_context(array_api_dispatch=True):
        found = metrics.roc_auc_score(module.asarray(LABELS), module.asarray(SCORES))
        assert found == pytest.approx(metrics.roc_auc_score(LABELS, SCORES))
        weighted = metrics.roc_auc_score(
            module.asarray(LABELS), module.asarray(SCORES), sample_weight=module.asarray(SCORES)
        )
        assert weighted == pytest.approx(metrics.roc_auc_score(LABELS, SCORES, sample_weight=SCORES))


def test_roc_auc_score_of_dpnp_needs_no_conversion():
    with sklearn.config_context(array_api_dispatch=True):
        assert metrics.roc_auc_score(dpnp.asarray(LABELS), dpnp.asarray(SCORES)) > 0


@modules
def test_estimators_in_compiled_code_convert(module, allowed):
    model = LogisticRegression().fit(module.asarray(TABLE), module.asarray(LABELS))
    assert numpy.array_equal(
        model.predict(module.asarray(TABLE)), LogisticRegression().fit(TABLE, LABELS).predict(TABLE)
    )
