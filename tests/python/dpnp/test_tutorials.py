"""Programs as tutorials have them, written for NumPy: the same numbers, and the same text where they print."""

import contextlib
import io

import numpy
import pytest
from numpy_comparison import same

pytestmark = pytest.mark.filterwarnings("ignore")


def printed(body):
    """The body with what it prints as one more result."""

    def run(np, *args):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            made = body(np, *args)
        return [*made, text.getvalue()]

    return run


@printed
def pendulum(np, start):
    """Runge and Kutta, with arrays made of elements of arrays."""

    def slope(y):
        return np.asarray([y[1], -0.5 * y[1] - 4 * np.sin(y[0])])

    y, dt, out = start, 0.05, []
    for _ in range(10):
        k1 = slope(y)
        k2 = slope(y + dt / 2 * k1)
        k3 = slope(y + dt / 2 * k2)
        k4 = slope(y + dt * k3)
        y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        out.append(y)
    print(f"at the end {y[0]:.6f}, fastest {max(abs(v[1]) for v in out):.6f}")
    return np.stack(out), y


@printed
def network(np, x, labels, w1, w2):
    """Two layers, trained by hand: row and column indices, masks, updates in place."""
    b1, n = x[:1, :1] * 0, len(labels)
    for _ in range(5):
        hidden = np.maximum(0, x.dot(w1) + b1)
        scores = hidden @ w2
        scores -= np.max(scores, axis=1, keepdims=True)
        p = np.exp(scores)
        p /= np.sum(p, axis=1, keepdims=True)
        loss = -np.log(p[range(n), labels]).mean()
        p[range(n), labels] -= 1
        p /= n
        back = p @ w2.T
        back[hidden <= 0] = 0
        w2 = w2 - hidden.T @ p
        w1 = w1 - x.T @ back
    print("loss", round(loss, 3), "right", (np.argmax(scores, axis=1) == labels).mean())
    return w1, w2


@printed
def cleaning(np, d):
    """A table with holes: filled by the mean of the column, outliers taken out."""
    column = np.nanmean(d, axis=0)
    holes = np.where(np.isnan(d))
    filled = d.copy()
    filled[holes] = np.take(column, holes[1])
    z = np.abs((filled - filled.mean(0)) / filled.std(0))
    kept = filled[(z < 1.5).all(axis=1)]
    with np.printoptions(precision=3, suppress=True):
        print(column, np.isnan(d).sum(axis=0), kept)
    print("rows", len(kept), "of", d.shape[0], "largest", kept.max(), "sum", np.sum(kept[:, 0]))
    return filled, kept, d[~np.isnan(d).any(axis=1)]


@printed
def picture(np, yy, xx):
    """Bytes of a picture: a filter by shifted slices, equalisation, thresholds, clipping beyond the range."""
    image = ((np.sin(xx / 5) + np.cos(yy / 7) + 2) * 60).astype(np.uint8)
    padded = np.pad(image.astype(float), 1, mode="reflect")
    smooth = sum(padded[i : i + 16, j : j + 16] for i in range(3) for j in range(3)) / 9
    gx, gy = np.gradient(smooth)
    edges = np.hypot(gx, gy) > 4
    counts, bins = np.histogram(image, bins=8, range=(0, 256))
    levels = (counts.cumsum() * 255 / image.size).astype(np.uint8)
    equal = levels[np.clip(image // 32, 0, 7)]
    image[4:8, 4:8] = 255
    bright = np.clip(image * 1.5, 0, 255).astype(np.uint8)
    print(image.dtype, image.shape, image.min(), image.max(), edges.sum(), np.argwhere(edges)[:2].tolist())
    return smooth, edges, equal, bright, np.clip(image, -10, 300), np.rot90(bright)


def test_pendulum(device):
    same(device, pendulum, numpy.asarray([1.0, 0.0]), rtol=1e-10)


def test_network(device):
    rng = numpy.random.default_rng(0)
    x = rng.random((12, 2))
    labels = ((x[:, 0] > 0.5) ^ (x[:, 1] > 0.5)).astype("i8")
    same(device, network, x, labels, rng.normal(size=(2, 4)), rng.normal(size=(4, 2)), rtol=1e-10)


def test_cleaning(device):
    n = numpy.nan
    same(device, cleaning, numpy.asarray([[1, n, 3], [4, 5, n], [7, 8, 9], [n, n, 1], [100, 2, 3.5]]), rtol=1e-10)


def test_picture(device):
    yy, xx = numpy.mgrid[0:16, 0:16]
    same(device, picture, yy, xx, rtol=1e-10)
