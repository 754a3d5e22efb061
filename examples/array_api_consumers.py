"""Libraries that speak the array API work on our arrays: array-api-compat, SciPy and scikit-learn, on the queue of their arguments.

Needs scipy, scikit-learn and array-api-compat, and SCIPY_ARRAY_API=1 in the environment before SciPy is imported.
"""

import os

os.environ["SCIPY_ARRAY_API"] = "1"  # read when SciPy is imported

import array_api_compat
import numpy as np
import scipy.integrate
import scipy.special
import scipy.stats
import sklearn
from sklearn.decomposition import PCA
from sklearn.linear_model import Ridge
from sklearn.preprocessing import StandardScaler

import dpctl.tensor as dpt


def length(x):
    """A function for any library: it asks the array for its namespace."""
    xp = array_api_compat.array_namespace(x)
    return xp.sqrt(xp.sum(x * x))


def scipy_results(x):
    """Three functions of SciPy."""
    return {
        "integrate.trapezoid": scipy.integrate.trapezoid(x),
        "special.logsumexp": scipy.special.logsumexp(x),
        "stats.zscore": scipy.stats.zscore(x),
    }


def sklearn_results(X, y):
    """Three estimators of scikit-learn, told to compute where their arguments are."""
    with sklearn.config_context(array_api_dispatch=True):
        return {
            "StandardScaler": StandardScaler().fit_transform(X),
            "PCA": PCA(n_components=2, svd_solver="full").fit_transform(X),
            "Ridge": Ridge(solver="svd").fit(X, y).predict(X),
        }


def main():
    rng = np.random.default_rng(0)
    host_X, host_y = rng.random((200, 5)), rng.random(200)
    X, y = dpt.asarray(host_X), dpt.asarray(host_y)
    print(f"{'function':<22}{'type of the result':<20}largest difference to NumPy's")
    ours = {"array_api_compat": length(y), **scipy_results(y), **sklearn_results(X, y)}
    numpys = {"array_api_compat": length(host_y), **scipy_results(host_y), **sklearn_results(host_X, host_y)}
    for name, result in ours.items():
        difference = np.max(np.abs(np.abs(dpt.asnumpy(result)) - np.abs(numpys[name])))  # components have either sign
        print(f"{name:<22}{type(result).__name__:<20}{difference:.1e}")


if __name__ == "__main__":
    main()
