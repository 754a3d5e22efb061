"""SyclPlatform, get_platforms, lsplatform."""

import pytest

import dpctl
from dpctl._sycl_platform import _SyclPlatform


def test_platform_of_a_device_is_found_by_its_filter(device):
    platform = device.sycl_platform
    assert platform == dpctl.SyclPlatform(device.filter_string) == dpctl.SyclPlatform(platform)
    assert hash(platform) == hash(dpctl.SyclPlatform(device.filter_string))
    assert dpctl.SyclPlatform() == dpctl.SyclPlatform(None) == dpctl.select_default_device().sycl_platform
    assert platform != "platform" and not platform == 1 and platform in dpctl.get_platforms()


@pytest.mark.parametrize("arg", ["no such filter", "", 1, b"cpu", ["cpu"], _SyclPlatform()])
def test_other_arguments_are_value_errors(arg):
    with pytest.raises(ValueError):
        dpctl.SyclPlatform(arg)


def test_texts_and_repr(device):
    platform = device.sycl_platform
    texts = (platform.name, platform.vendor, platform.version)
    assert all(type(text) is str and text for text in texts)
    assert platform.backend == device.backend and platform.__name__ == "SyclPlatform"
    assert repr(platform).startswith("<dpctl.SyclPlatform [{}, {}, {}] at 0x".format(*texts))


@pytest.mark.parametrize("kind", ["all", "ALL ", dpctl.device_type.all, None])
def test_get_devices_lists_its_devices(device, kind):
    platform = device.sycl_platform
    devices = platform.get_devices() if kind is None else platform.get_devices(device_type=kind)
    assert type(devices) is list and device in devices
    assert devices == [d for d in dpctl.get_devices() if d.sycl_platform == platform]
    assert device in platform.get_devices(device.device_type) and device in platform.get_devices(
        device.device_type.name
    )


@pytest.mark.parametrize("kind", ["no such type", "", "custom", dpctl.device_type.automatic])
def test_unknown_type_matches_no_device(device, kind):
    assert device.sycl_platform.get_devices(kind) == []


@pytest.mark.parametrize("kind", [1, None, b"cpu", dpctl.backend_type.all])
def test_device_type_of_another_kind_is_refused(device, kind):
    with pytest.raises(TypeError):
        device.sycl_platform.get_devices(kind)


def test_default_context_holds_all_root_devices(device):
    platform = device.sycl_platform
    assert platform.default_context == dpctl.SyclContext(device)
    assert platform.default_context.get_devices() == platform.get_devices()
    assert platform.get_composite_devices() == []


# ---- listing -----------------------------------------------------------------------------------


def block(platform, verbosity):
    lines = [
        ("Name", platform.name),
        ("Version", platform.version),
        ("Vendor", platform.vendor),
        ("Backend", {"opencl": "opencl"}.get(platform.backend.name, "ext_oneapi_" + platform.backend.name)),
        ("Num Devices", len(platform.get_devices())),
    ]
    text = "".join(f"    {label:<12}{value}\n" for label, value in lines)
    for j, d in enumerate(platform.get_devices() if verbosity == 2 else []):
        text += f"      # {j}\n        {'Name':<20}{d.name}\n        {'Version':<20}{d.driver_version}\n"
        text += f"        {'Filter string':<20}{d.filter_string}\n"
    return text


@pytest.mark.parametrize("verbosity", [0, 1, 2])
def test_lsplatform_prints_more_with_verbosity(capsys, verbosity):
    platforms = dpctl.get_platforms()
    if verbosity == 0:
        expected = [f"{p.name} {p.version}\n" for p in platforms]
    else:
        expected = [f"Platform  {i} ::\n" + block(p, verbosity) for i, p in enumerate(platforms)]
    assert dpctl.lsplatform(verbosity) is None
    assert capsys.readouterr().out == "".join(expected)


@pytest.mark.parametrize("verbosity", [0, 1, 2])
def test_print_platform_info_prints_one_block(device, capsys, verbosity):
    platform = device.sycl_platform
    platform.print_platform_info(verbosity=verbosity)
    assert capsys.readouterr().out == (
        block(platform, verbosity) if verbosity else f"{platform.name} {platform.version}\n"
    )


@pytest.mark.parametrize("verbosity", [-1, 3, "1", None])
def test_unknown_verbosity_warns_and_is_zero(capsys, verbosity):
    with pytest.warns(UserWarning):
        dpctl.lsplatform(verbosity)
    with_warning = capsys.readouterr().out
    dpctl.lsplatform()
    assert with_warning == capsys.readouterr().out
    with pytest.warns(UserWarning):
        dpctl.SyclPlatform().print_platform_info(verbosity)
