"""Programs for NumPy and for dpnp: each function takes the module, `xp`, and where its arrays are to be.

    python examples/numpy/programs.py                     all of them, with NumPy and with dpnp on the default device
    python examples/numpy/programs.py gpu:0 pca life      some of them on a device
    python examples/numpy/programs.py --images FOLDER     writes the pictures there, as portable graymaps

A program returns an array that both modules must give alike, up to rounding.
"""

import sys
import time
from pathlib import Path

import numpy

IMAGES = {"mandelbrot", "life", "heat", "image_filter"}


def numbers(n, seed=1):
    """Numbers from 0 to 1 that are the same everywhere."""
    return numpy.random.default_rng(seed).random(n)


def l2_norm(xp, put):
    x = put(numbers((30000, 3)))
    return xp.sqrt(xp.sum(x * x, axis=1))


def pca(xp, put):
    x = put(numbers((2000, 16)))
    x = x - xp.mean(x, axis=0)
    values, vectors = xp.linalg.eigh(x.T @ x / (x.shape[0] - 1))
    return abs(x @ vectors[:, -3:]) * xp.sqrt(values[-3:])


def kmeans(xp, put):
    points, k = put(numbers((3000, 2))), 5
    centres = points[:k].copy()
    for _ in range(10):
        distances = xp.sum((points[:, None, :] - centres[None]) ** 2, axis=2)
        nearest = xp.argmin(distances, axis=1)
        member = (nearest[:, None] == xp.arange(k, **put.where)[None]).astype(points.dtype)
        centres = member.T @ points / xp.sum(member, axis=0)[:, None]
    return centres


def life(xp, put):
    cells = put((numbers((128, 128)) < 0.3).astype("int32"))
    for _ in range(40):
        neighbours = sum(xp.roll(cells, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)) - cells
        cells = ((neighbours == 3) | ((cells == 1) & (neighbours == 2))).astype("int32")
    return cells


def mandelbrot(xp, put):
    x, y = put(numpy.linspace(-2, 0.6, 160)), put(numpy.linspace(-1.2, 1.2, 120))
    c_re, c_im = xp.broadcast_arrays(x[None, :], y[:, None])
    re, im, steps = xp.zeros_like(c_re), xp.zeros_like(c_im), xp.zeros_like(c_re)
    for _ in range(40):
        inside = re * re + im * im <= 4
        re, im = xp.where(inside, re * re - im * im + c_re, re), xp.where(inside, 2 * re * im + c_im, im)
        steps = steps + inside
    return steps


def pairwise_distance(xp, put):
    a, b = put(numbers((300, 3))), put(numbers((200, 3), 2))
    return xp.sqrt(xp.maximum(xp.sum(a * a, axis=1)[:, None] + xp.sum(b * b, axis=1)[None] - 2 * (a @ b.T), 0))


def black_scholes(xp, put):
    price, strike, years = (
        put(low + (high - low) * numbers(20000, s)) for low, high, s in ((10, 50, 1), (10, 50, 2), (0.5, 2, 3))
    )
    rate, volatility = 0.1, 0.2
    root = volatility * xp.sqrt(years)
    d1 = (xp.log(price / strike) + (rate + volatility**2 / 2) * years) / root

    def normal(d):  # the normal distribution, as a logistic function that comes near it
        return 1 / (1 + xp.exp(-1.5976 * d - 0.070566 * d**3))

    return price * normal(d1) - strike * xp.exp(-rate * years) * normal(d1 - root)


def heat(xp, put):
    plate = put(numpy.zeros((96, 96)))
    plate[40:56, 40:56] = 100.0
    for _ in range(100):
        inner = plate[1:-1, 1:-1]
        flow = plate[2:, 1:-1] + plate[:-2, 1:-1] + plate[1:-1, 2:] + plate[1:-1, :-2] - 4 * inner
        plate[1:-1, 1:-1] = inner + 0.2 * flow
    return plate


def image_filter(xp, put):
    image = put(numbers((96, 128)))
    image[30:60, 40:90] += 2.0
    y, x = put(numpy.fft.fftfreq(96)), put(numpy.fft.rfftfreq(128))
    mask = xp.exp(-200 * (y[:, None] ** 2 + x[None, :] ** 2))
    return xp.fft.irfft2(xp.fft.rfft2(image) * mask, s=(96, 128))


def linear_solver(xp, put):
    n = 120
    a, b = put(numbers((n, n)) + n * numpy.eye(n)), put(numbers(n, 2))
    x = xp.linalg.solve(a, b)
    return xp.stack([x, b - a @ x + x])


def monte_carlo_pi(xp, put):
    points = xp.random.default_rng(7, **put.where).random((2, 200_000))  # the same numbers with both modules
    return 4 * xp.sum(points[0] ** 2 + points[1] ** 2 < 1) / 200_000


PROGRAMS = [
    l2_norm, pca, kmeans, life, mandelbrot, pairwise_distance, black_scholes, heat, image_filter, linear_solver, monte_carlo_pi,
]  # fmt: skip


class Put:
    """put(x): a NumPy array in the module's hands; put.where: keywords that say where new arrays go."""

    def __init__(self, xp, device=None):
        self.xp, self.where = xp, {} if xp is numpy else {"device": device}

    def __call__(self, x):
        return self.xp.asarray(x, **self.where)


def write_image(path, values):
    """Write a matrix as a portable graymap, the least value black and the greatest white."""
    low, high = float(values.min()), float(values.max())
    pixels = ((values - low) * (255 / ((high - low) or 1))).astype("uint8")
    path.write_bytes(b"P5 %d %d 255\n" % (values.shape[1], values.shape[0]) + pixels.tobytes())


def run(program, device=None):
    """(result of NumPy, of dpnp on the host, seconds of both)."""
    import dpnp

    results, times = [], []
    for xp in (numpy, dpnp):
        start = time.perf_counter()
        result = program(xp, Put(xp, device))
        results.append(dpnp.asnumpy(result))
        times.append(time.perf_counter() - start)
    return *results, times


def main(words):
    folder = Path(words.pop(words.index("--images") + 1)) if "--images" in words else None
    names = {program.__name__: program for program in PROGRAMS}
    chosen = [names[word] for word in words if word in names] or PROGRAMS
    device = next((word for word in words if word not in names and word != "--images"), None)
    for program in chosen:
        theirs, ours, times = run(program, device)
        differs = float(abs(ours - theirs).max())
        print(
            f"{program.__name__:18} numpy {times[0] * 1e3:8.1f} ms  dpnp {times[1] * 1e3:8.1f} ms  largest difference {differs:.1e}"
        )
        if folder and program.__name__ in IMAGES:
            write_image(folder / f"{program.__name__}.pgm", ours)


if __name__ == "__main__":
    main(sys.argv[1:])
