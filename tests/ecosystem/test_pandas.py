"""pandas: series and data frames from arrays of devices, and back."""

import numpy
import pandas
import pytest

import dpctl.tensor as dpt
import dpnp

modules = pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])


@modules
def test_from_arrays(module, allowed):
    x = module.reshape(module.arange(6.0), (2, 3))
    values = module.asnumpy(x)
    assert pandas.Series(x[0]).tolist() == [0, 1, 2]
    assert pandas.DataFrame(x).equals(pandas.DataFrame(values))
    frame = pandas.DataFrame({"a": x[0], "b": x[1]})
    assert frame.equals(pandas.DataFrame({"a": values[0], "b": values[1]})) and frame.dtypes.tolist() == ["f8", "f8"]
    assert frame.assign(c=x[0])["c"].tolist() == [0, 1, 2]
    assert pandas.Index(x[0]).tolist() == [0, 1, 2]
    x[0, 0] = 9
    assert frame.iloc[0, 0] == 0  # a frame has its own memory


def test_arithmetic_is_that_of_pandas(allowed):
    series = pandas.Series([1.0, 2.0])
    assert (series + dpnp.ones(2)).tolist() == [2, 3]


@modules
def test_back(module):
    frame = pandas.DataFrame({"a": [1, 2], "b": [3.0, 4.0]})
    assert module.asnumpy(module.asarray(frame)).tolist() == [[1, 3], [2, 4]]
    assert module.asnumpy(module.asarray(frame["b"])).tolist() == [3, 4]
    with pytest.raises(TypeError, match="opendpex.host_conversion"):
        pandas.Series(module.ones(3))
    assert numpy.array_equal(pandas.Series(module.asnumpy(module.ones(3))), [1, 1, 1])
