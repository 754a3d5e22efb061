"""opendpex.host_conversion: when numpy.asarray(x) converts arrays of devices, in which threads, and what it gives."""

import asyncio
import threading

import numpy
import pytest

import dpctl.tensor as dpt
import dpnp
import opendpex

DTYPES = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128".split()
modules = pytest.mark.parametrize("module", [dpnp, dpt], ids=["dpnp", "dpctl.tensor"])


def is_visible(x):
    return x.__dlpack_device__()[0] == 1


@modules
def test_conversion_raises_unless_it_is_allowed(device, module):
    x = module.ones(3, dtype="f4", device=device)
    for convert in (numpy.asarray, numpy.array, lambda x: x.__array__()):
        with pytest.raises(TypeError, match=r"asnumpy.*opendpex\.host_conversion"):
            convert(x)
    with opendpex.host_conversion("allow"):
        assert numpy.asarray(x).tolist() == [1, 1, 1]
        with opendpex.host_conversion("raise"), pytest.raises(TypeError):
            numpy.asarray(x)
        assert numpy.asarray(x).tolist() == [1, 1, 1]
    with pytest.raises(TypeError):
        numpy.asarray(x)


@modules
def test_warn_names_the_array_at_the_line_that_converts(device, module):
    x = module.ones((2, 3), dtype="f4", device=device)
    with (
        opendpex.host_conversion("warn"),
        pytest.warns(opendpex.HostConversionWarning, match=r"\(2, 3\) float32") as seen,
    ):
        numpy.asarray(x)
    assert seen[0].filename == __file__


@modules
@pytest.mark.parametrize("usm_type", ["device", "shared", "host"])
def test_memory_that_the_host_sees_is_viewed_and_other_memory_copied(device, module, usm_type):
    with opendpex.host_conversion("allow"):
        for dtype in DTYPES:
            if (dtype in ("float64", "complex128") and not device.has_aspect_fp64) or (
                dtype == "float16" and not device.has_aspect_fp16
            ):
                continue
            values = (numpy.arange(24) % 2 if dtype == "bool" else numpy.arange(24)).reshape(2, 3, 4).astype(dtype)
            x = module.asarray(values, usm_type=usm_type, device=device)
            for part in (x, x[:, 1], x[..., ::-2], x[1, 2, 3], x[:0]):
                host = numpy.asarray(part)
                assert host.dtype == dtype and numpy.array_equal(host, module.asnumpy(part))
                if is_visible(x) and part.size:
                    assert numpy.shares_memory(host, numpy.asarray(x))
            host = numpy.asarray(x)
            x[0, 0, 0] = 1
            x.sycl_queue.wait()
            assert host[0, 0, 0] == is_visible(x)


@modules
def test_dtype_and_copy(device, module):
    x = module.asarray([1, 2, 3], dtype="i4", device=device)
    with opendpex.host_conversion("allow"):
        assert numpy.asarray(x, dtype="f4").dtype == "f4"
        copied = numpy.array(x, copy=True)
        copied[0] = 7
        assert module.asnumpy(x)[0] == 1
        if is_visible(x):
            assert numpy.shares_memory(numpy.array(x, copy=False), numpy.asarray(x))
        else:
            with pytest.raises(ValueError, match="without a copy"):
                numpy.array(x, copy=False)
        with pytest.raises(ValueError):
            numpy.array(x, dtype="f4", copy=False)


def test_views_wait_for_pending_work_and_keep_the_memory(device):
    with opendpex.host_conversion("allow"):
        for n in (10, 1_000_000):
            x = dpnp.ones(n, dtype="f4", device=device)
            for _ in range(20):
                x = x + 1
            host = numpy.asarray(x)
            del x
            others = [dpnp.zeros(n, dtype="f4", device=device) for _ in range(3)]
            assert (host == 21).all() and len(others) == 3


def test_read_only_arrays_become_read_only(device):
    x = dpnp.ones(3, dtype="f4", device=device)
    x.setflags(write=False)
    with opendpex.host_conversion("allow"):
        host = numpy.asarray(x)
    assert not (is_visible(x) and host.flags.writeable)


def test_numpy_computes_what_mixes_both_where_it_is_allowed(device):
    x, y = dpnp.ones(3, dtype="f4", device=device), numpy.arange(3, dtype="f4")
    mixed = [
        lambda: y * x,
        lambda: x * y,
        lambda: numpy.add(x, y),
        lambda: numpy.concatenate([x, y]),
        lambda: numpy.dot(y, x),
    ]
    for call in mixed:
        with pytest.raises(TypeError):
            call()
        with opendpex.host_conversion("allow"):
            assert type(call()) in (numpy.ndarray, numpy.float32)
    with opendpex.host_conversion("allow"):
        assert type(numpy.add(x, x)) is dpnp.ndarray is type(numpy.concatenate([x, x]))
        with pytest.raises(TypeError):
            numpy.add(x, y, out=x)
        for other in (lambda: dpnp.add(x, y), lambda: dpnp.concatenate([x, y])):  # dpnp's own functions do not change
            with pytest.raises(TypeError):
                other()


def test_mode_is_that_of_the_context(device):
    x = dpnp.ones(3, dtype="f4", device=device)
    modes = {}

    def note(name):
        modes[name] = opendpex.host_conversion.current()

    def in_thread(name):
        thread = threading.Thread(target=note, args=(name,))
        thread.start()
        thread.join()

    async def allow():
        opendpex.host_conversion("allow")
        note("task")

    async def tasks():
        await asyncio.gather(allow(), asyncio.sleep(0))
        note("loop")

    with opendpex.host_conversion("allow"):
        in_thread("thread")
        note("here")
    asyncio.run(tasks())
    with opendpex.host_conversion("warn", everywhere=True):
        in_thread("everywhere")
        with opendpex.host_conversion("allow"):
            assert numpy.asarray(x)[0] == 1
            in_thread("other")
    in_thread("after")
    assert modes.pop("thread") in ("raise", "allow")  # free-threaded Pythons let threads inherit the context
    assert modes.pop("other") in ("warn", "allow")
    assert modes == {"here": "allow", "task": "allow", "loop": "raise", "everywhere": "warn", "after": "raise"}


def test_function_without_with_holds_on(run):
    run("""
import numpy, dpnp, opendpex
opendpex.host_conversion("allow")
assert numpy.asarray(dpnp.ones(2)).sum() == 2
""")


def test_environment_variable(run):
    program = "import numpy, dpnp; print(numpy.asarray(dpnp.ones(2)).tolist())"
    assert run(program, DPEX_HOST_CONVERSION="allow") == "[1.0, 1.0]\n"
    run(
        "import warnings; warnings.simplefilter('error'); import numpy, dpnp, opendpex\n"
        "try:\n    numpy.asarray(dpnp.ones(2))\nexcept opendpex.HostConversionWarning: pass\nelse: assert 0",
        DPEX_HOST_CONVERSION="warn",
    )
    run(
        "import warnings\nwith warnings.catch_warnings(record=True) as seen:\n    warnings.simplefilter('always')\n"
        "    import opendpex\nassert 'DPEX_HOST_CONVERSION' in str(seen[0].message) and 'allow' in str(seen[0].message)\n"
        "assert opendpex.host_conversion.current() == 'raise'",
        DPEX_HOST_CONVERSION="yes",
    )


def test_wrong_modes():
    for wrong in ("Allow", "", None, True):
        with pytest.raises(ValueError, match="'allow', 'warn' or 'raise'"):
            opendpex.host_conversion(wrong)
    assert repr(opendpex.host_conversion("raise")) == "opendpex.host_conversion('raise')"
