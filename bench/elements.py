"""Single elements, short slices and other small calls: dpnp beside NumPy, in nanoseconds of one call.

    taskset -c 0 python bench/elements.py                 every row, of 60 and of 1,000 elements
    taskset -c 0 python bench/elements.py "x[i]" max      the rows whose text has one of the words
    python bench/elements.py --rounds 40                  more rounds than 15

A row is a statement over the names of `names_of`. Both modules run it in turns within each round, some thousand times, less the
time of an empty statement; the least of all rounds counts. The goal for the rows of `GOALS` is 1.3 times NumPy's time.
"""

import argparse
import math
import timeit

import numpy

import dpnp

GOALS = """x[i]|m[i, j]|x[i] = 1.5|x[i] = s|m[i, j] = s|x[i, :k]|m[:k, i] @ x[:k]|m[i, :k] @ m[j, :k]|s < 1e-8|s < t|s == t|abs(s) < 1e-8|n < 3|n == q|s + 1.0
1.0 + s|s * t|s - t|s / t|n + 1|n * q|n % 7|n // 2|n & q|n ^ q|-s|-n|abs(s)|abs(n)|s ** 2|bool(s)|bool(s < t)|float(s)|int(n)|x[i] += 1.0|x[i] += s * y[i]|x[i] *= s|m[i, j] /= 9
x[n]|x[i : n]|max(s, t)|min(n, q)|max(x[i], y[i])|max(s, 0.0)|y[i] - x[i]|x[i] * y[j] + s|m[:, j] -= m[:, i] * s|m[:, j] * m[:, i]|m[i] - m[j]|m[i] += m[j]|x @ y|x * s
x[:k] * y[:k]|v = x[i]; v * v + v|m[:, i].copy()|m[:, j] = x""".replace("\n", "|").replace("x[i, :k]", "m[i, :k]")
OTHERS = """np.sqrt(s)|np.maximum(s, t)|np.dot(x, y)|np.vdot(x, y)|np.asarray(x)|np.asarray(l)|np.array([s, t, s])|np.array(l)|np.zeros(3)|np.zeros(len(x))|np.empty(len(x))|np.arange(len(x))
x.reshape(-1, 2)|np.reshape(x, (2, -1))|np.random.rand()|np.random.rand(len(x))|np.random.random(len(x))|np.random.normal()|x.sum()|np.sum(x)|x.max()|x.mean()|x.argmin()|np.argmin(x)
np.argmin(m, 0)|m.argmin(0)|x.astype('f4')|x.copy()|np.abs(x)|np.where(x > y, x, y)|np.bincount(c)|np.convolve(x[:20], y[:5])|x[c]|x[x > s]|float(x[i])|x.tolist()|len(x)|x.shape
np.linalg.norm(x)|np.concatenate((x, y))|np.sort(x)|np.cumsum(x)|x.T|m.T|np.outer(x[:9], y[:9])|np.clip(x, 0.2, 0.8)|np.all(x == y)|np.any(x > y)|np.exp(s)|np.argmax(x)""".replace(
    "\n", "|"
)


def names_of(np, n):
    random = numpy.random.default_rng(7)
    rows = min(n, 1000)
    x, y, m, c = (
        np.asarray(a) for a in (random.random(n), random.random(n), random.random((rows, rows)), numpy.arange(n) % 50)
    )
    integers = np.asarray(numpy.array([5, 17, 3]))
    return {
        "np": np, "x": x, "y": y, "m": m, "c": c, "i": n // 2, "j": 3, "k": n - 4, "s": x[4] + 0.0, "t": y[5] + 0.0,
        "n": integers[0] + 0, "q": integers[1] + 0, "l": [0.5, 1.5, 2.5],
    }  # fmt: skip


def measured(row, n, rounds):
    """Nanoseconds of NumPy and of dpnp."""
    timers = []
    for np in (numpy, dpnp):
        names = names_of(np, n)
        timer = timeit.Timer(row, globals=names)
        timer.timeit(20)
        count = max(1, int(1e-3 / max(timer.timeit(100) / 100, 1e-9)))
        timers.append((timer, count))
    empty, best = timeit.Timer("pass"), [math.inf] * 3
    for _ in range(rounds):
        for at, (timer, count) in enumerate([*timers, (empty, 30000)]):
            best[at] = min(best[at], timer.timeit(count) / count)
    return [(time - best[2]) * 1e9 for time in best[:2]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="*")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("-n", type=int, nargs="*", default=[60, 1000])
    args = parser.parse_args()
    ratios = {True: [], False: []}
    for n in args.n:
        print(f"{n} elements, nanoseconds: NumPy, dpnp, ratio")
        for is_goal, rows in ((True, GOALS), (False, OTHERS)):
            for row in rows.split("|"):
                if args.words and not any(word in row for word in args.words):
                    continue
                theirs, ours = measured(row, n, args.rounds)
                ratios[is_goal].append(ours / theirs)
                over = " *" if ours > 1.3 * theirs else ""
                print(f"{row:28}{theirs:10.0f}{ours:10.0f}{ours / theirs:7.2f}{over}", flush=True)
    for is_goal, title in ((True, "rows with a goal"), (False, "others")):
        if ratios[is_goal]:
            mean = math.exp(sum(map(math.log, ratios[is_goal])) / len(ratios[is_goal]))
            print(f"{title}: geometric mean {mean:.2f}, largest {max(ratios[is_goal]):.2f}")


if __name__ == "__main__":
    main()
