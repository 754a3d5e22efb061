"""get_devices, select_*, has_*: and the same on simulated nodes."""

import pytest

import dpctl

ALL = dpctl.backend_type.all


def test_get_devices_lists_root_devices_in_order():
    devices = dpctl.get_devices()
    assert type(devices) is list and len(devices) == dpctl.get_num_devices() == len(set(devices))
    assert [d.get_device_id() for d in devices] == list(range(len(devices)))


@pytest.mark.parametrize(
    "backend, kind, is_kept",
    [
        ("opencl", "cpu", lambda backend, kind: backend == "opencl" and kind == "cpu"),
        (" OpenCL ", "CPU\n", lambda backend, kind: backend == "opencl" and kind == "cpu"),
        (
            dpctl.backend_type.opencl,
            dpctl.device_type.cpu,
            lambda backend, kind: backend == "opencl" and kind == "cpu",
        ),
        ("all", "cpu", lambda backend, kind: kind == "cpu"),
        ("no such backend", "cpu", lambda backend, kind: kind == "cpu"),
        ("opencl", "all", lambda backend, kind: backend == "opencl"),
        ("opencl", "no such type", lambda backend, kind: backend == "opencl"),
        (ALL, dpctl.device_type.all, lambda backend, kind: True),
    ],
)
def test_get_devices_filters_by_both(backend, kind, is_kept):
    """A word that is unknown filters nothing."""
    devices = dpctl.get_devices(backend, kind)
    kept = [d for d in dpctl.get_devices() if is_kept(d.backend.name, d.device_type.name)]
    assert devices == dpctl.get_devices(device_type=kind, backend=backend) == kept
    assert dpctl.get_num_devices(backend, kind) == len(devices)


@pytest.mark.parametrize(
    "backend, kind",
    [
        ("no such backend", "no such type"),
        ("hip", "all"),
        ("opencl", "custom"),
        (ALL, dpctl.device_type.automatic),
        ("no such backend", dpctl.device_type.custom),
    ],
)
def test_nothing_matches(backend, kind):
    assert dpctl.get_devices(backend, kind) == [] and dpctl.get_num_devices(backend, kind) == 0


@pytest.mark.parametrize(
    "backend, kind",
    [(1, "cpu"), ("opencl", 1), (None, None), (b"opencl", "cpu"), (dpctl.device_type.cpu, "cpu")],
)
def test_filters_of_another_type_are_refused(backend, kind):
    with pytest.raises(TypeError):
        dpctl.get_devices(backend, kind)
    with pytest.raises(TypeError):
        dpctl.get_num_devices(backend, kind)


@pytest.mark.parametrize("kind", ["cpu", "gpu", "accelerator"])
def test_select_and_has_agree_with_the_list(kind):
    devices = dpctl.get_devices(device_type=kind)
    select, has = getattr(dpctl, f"select_{kind}_device"), getattr(dpctl, f"has_{kind}_devices")
    assert has() is bool(devices)
    if devices:
        assert select() == max(devices, key=lambda d: d.default_selector_score)
    else:
        with pytest.raises(dpctl.SyclDeviceCreationError):
            select()


def test_default_device_has_the_highest_score():
    assert dpctl.select_default_device() == max(dpctl.get_devices(), key=lambda d: d.default_selector_score)


# ---- aspects -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "required, excluded", [("cpu", None), (["cpu", "fp64"], None), (("cpu",), ["gpu", "custom"]), ([], "gpu")]
)
def test_device_with_aspects_has_and_lacks_them(required, excluded):
    device = dpctl.select_device_with_aspects(required, excluded)
    assert device.is_cpu and (device.has_aspect_fp64 or "fp64" not in required)


@pytest.mark.parametrize(
    "required, excluded, error",
    [
        ("no_such_aspect", None, AttributeError),
        ("cpu", "no_such_aspect", AttributeError),
        (1, None, TypeError),
        ("cpu", 1, TypeError),
        ([1], None, TypeError),
        (["cpu"], [None], TypeError),
        (None, None, TypeError),
        (["cpu", "gpu"], None, dpctl.SyclDeviceCreationError),
        ("cpu", ["cpu"], dpctl.SyclDeviceCreationError),
    ],
)
def test_aspects_that_cannot_be_had_are_refused(required, excluded, error):
    with pytest.raises(error):
        dpctl.select_device_with_aspects(required, excluded)


# ---- simulated nodes ---------------------------------------------------------------------------

NODE = "import dpctl; print([d.filter_string for d in dpctl.get_devices()], dpctl.SyclDevice().filter_string)"
GPUS = "level_zero:gpu:{}"


@pytest.mark.parametrize(
    "hierarchy, n_devices, n_parts",
    [("FLAT", 12, 0), (None, 12, 0), ("COMPOSITE", 6, 2), ("COMBINED", 12, 0)],
)
def test_hierarchy_decides_the_listing_of_tiles(run, hierarchy, n_devices, n_parts):
    program = (
        "import dpctl\n"
        "gpus = dpctl.get_devices('level_zero', 'gpu')\n"
        "try: parts = gpus[0].create_sub_devices(partition='next_partitionable')\n"
        "except dpctl.SyclSubDeviceCreationError: parts = []\n"
        "print(len(gpus), len(parts), len(dpctl.get_composite_devices()))"
    )
    given = {"ZE_FLAT_DEVICE_HIERARCHY": hierarchy} if hierarchy else {}
    cards = 6 if hierarchy == "COMBINED" else 0
    assert run(program, DPEX_SIMULATE="gpu:6x2", **given).split() == [str(n) for n in (n_devices, n_parts, cards)]


def test_composite_devices_know_their_tiles(run):
    run(
        "import dpctl\n"
        "cards = dpctl.get_composite_devices()\n"
        "assert cards == dpctl.SyclPlatform('level_zero').get_composite_devices() and type(cards) is list\n"
        "assert dpctl.SyclPlatform('opencl').get_composite_devices() == []\n"
        "tiles = [tile for card in cards for tile in card.component_devices()]\n"
        "assert tiles == dpctl.get_devices('level_zero')\n"
        "assert all(card.has_aspect_is_composite and not card.has_aspect_is_component for card in cards)\n"
        "assert all(tile.has_aspect_is_component and tile.composite_device == cards[i // 2] for i, tile in enumerate(tiles))",
        DPEX_SIMULATE="gpu:6x2",
        ZE_FLAT_DEVICE_HIERARCHY="COMBINED",
    )


def test_gpus_come_first_in_selection_and_after_the_cpu_in_the_list(run):
    out = run(NODE, DPEX_SIMULATE="gpu:2,accelerator:1")
    assert out.split()[:-1][0].strip("[],'") == "opencl:cpu:0"
    assert all(f in out for f in ("level_zero:gpu:0", "level_zero:gpu:1", "level_zero:accelerator:0"))
    assert out.split()[-1] == "level_zero:gpu:0"


@pytest.mark.parametrize(
    "selector, shown",
    [
        ("level_zero:gpu", [GPUS.format(0), GPUS.format(1)]),
        ("opencl:cpu;level_zero:gpu", ["opencl:cpu:0", GPUS.format(0), GPUS.format(1)]),
        ("opencl:*", ["opencl:cpu:0"]),
        ("*:gpu;!level_zero:1", [GPUS.format(0)]),
        ("native_cpu:cpu", ["opencl:cpu:0"]),
    ],
)
def test_oneapi_device_selector_hides_the_others(run, selector, shown):
    out = run(
        "import dpctl; print([d.filter_string for d in dpctl.get_devices()])",
        DPEX_SIMULATE="gpu:2",
        ONEAPI_DEVICE_SELECTOR=selector,
        OCL_ICD_VENDORS="/nonexistent",
        OCL_ICD_FILENAMES="",
    )
    assert out.strip() == str(shown)


def test_selector_that_matches_nothing_leaves_no_devices(run):
    run(
        "import dpctl\n"
        "assert dpctl.get_devices() == [] and dpctl.get_platforms() == [] and not dpctl.has_cpu_devices()\n"
        "for make in (dpctl.SyclDevice, dpctl.select_default_device, dpctl.select_cpu_device):\n"
        "    try: make()\n"
        "    except dpctl.SyclDeviceCreationError: pass\n"
        "    else: raise AssertionError(make)\n"
        "for make, error in ((dpctl.SyclQueue, dpctl.SyclQueueCreationError),\n"
        "                    (dpctl.SyclContext, dpctl.SyclContextCreationError), (dpctl.SyclPlatform, ValueError)):\n"
        "    try: make()\n"
        "    except error: pass\n"
        "    else: raise AssertionError(make)\n"
        "dpctl.lsplatform()",
        ONEAPI_DEVICE_SELECTOR="hip:*",
    )


def test_device_without_fp64_says_so(run):
    run(
        "import dpctl\n"
        "d = dpctl.SyclDevice('gpu')\n"
        "assert not d.has_aspect_fp64 and d.double_fp_config == () and d.has_aspect_fp16\n"
        "assert dpctl.select_device_with_aspects('fp64').is_cpu\n"
        "assert dpctl.select_device_with_aspects('gpu', excluded_aspects='fp64') == d",
        DPEX_SIMULATE="gpu:1-fp64",
    )


def test_simulated_cuda_answers_to_its_name(run):
    run(
        "import dpctl\n"
        "a, b = dpctl.SyclDevice('cuda:gpu:0'), dpctl.SyclDevice('cuda:gpu:3')\n"
        "assert a.backend == dpctl.backend_type.cuda and a != b and a.sycl_platform == b.sycl_platform\n"
        "assert a.can_access_peer(b) and not a.can_access_peer(dpctl.SyclDevice('cpu'))\n"
        "a.enable_peer_access(b); a.disable_peer_access(b)\n"
        "try: a.enable_peer_access(dpctl.SyclDevice('cpu'))\n"
        "except ValueError: pass\n"
        "else: raise AssertionError('another backend')",
        DPEX_SIMULATE="cuda:gpu:4",
    )


def test_a_device_that_is_not_there_is_explained(run):
    program = """
import dpctl, dpnp
for ask in (lambda: dpctl.SyclDevice("cuda"), lambda: dpctl.SyclQueue("cuda:gpu:0"), lambda: dpnp.ones(3, device="gpu")):
    try:
        ask()
    except Exception as error:
        print(str(error).partition("; ")[2])
"""
    why = "; cuda: DPEX_BACKENDS leaves it out"
    shown = run(program, DPEX_BACKENDS="native")
    assert shown.count(why) == 3
