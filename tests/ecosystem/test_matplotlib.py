"""matplotlib draws arrays of devices where host conversion is allowed."""

import matplotlib.pyplot as plt
import numpy
import pytest

import dpctl.tensor as dpt
import dpnp

DRAWINGS = {
    "plot": lambda x: plt.plot(x[0], x[1]), "imshow": lambda x: plt.imshow(x), "hist": lambda x: plt.hist(x[0]),
    "scatter": lambda x: plt.scatter(x[0], x[1], c=x[2], s=x[3]), "contour": lambda x: plt.contour(x), "bar": lambda x: plt.bar(x[0], x[1]),
    "errorbar": lambda x: plt.errorbar(x[0], x[1], yerr=x[2]), "pcolormesh": lambda x: plt.pcolormesh(x), "step": lambda x: plt.step(x[0], x[1]),
    "fill_between": lambda x: plt.fill_between(x[0], x[1]), "boxplot": lambda x: plt.boxplot(x[0]), "quiver": lambda x: plt.quiver(x, x),
    "hexbin": lambda x: plt.hexbin(x[0], x[1]), "stackplot": lambda x: plt.stackplot(x[0], x[1]), "vlines": lambda x: plt.vlines(x[0], 0, 1),
    "violinplot": lambda x: plt.violinplot(x[0]), "axhline": lambda x: plt.axhline(x[0, 0]),
    "plot_surface": lambda x: plt.figure().add_subplot(projection="3d").plot_surface(x, x, x),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])
def test_drawings(module, allowed):
    values = numpy.arange(24.0).reshape(4, 6)

    def pixels(name, x):
        figure = plt.figure()
        DRAWINGS[name](x)
        figure = plt.gcf()
        figure.canvas.draw()
        drawn = numpy.asarray(figure.canvas.buffer_rgba()).copy()
        plt.close("all")
        return drawn

    for name in DRAWINGS:
        assert numpy.array_equal(pixels(name, module.asarray(values)), pixels(name, values)), name


def test_without_conversion_the_error_names_the_switch():
    with pytest.raises(TypeError, match="opendpex.host_conversion"):
        plt.plot(dpnp.ones(3))
    plt.close("all")
