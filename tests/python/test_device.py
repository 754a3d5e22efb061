"""SyclDevice: constructor, identity, properties, splitting, peers."""

import copy
import os
import pickle

import pytest

import dpctl
from dpctl._sycl_device import _SyclDevice

# ---- constructor -------------------------------------------------------------------------------


def test_default_device_is_the_one_that_is_selected(device):
    assert dpctl.SyclDevice() == dpctl.SyclDevice(None) == dpctl.select_default_device()
    assert dpctl.SyclDevice(arg=device.filter_string) == device


def test_copy_is_equal_and_hashes_alike(device, part):
    for original in (device, part):
        twin = dpctl.SyclDevice(original)
        assert twin == original and not twin != original and hash(twin) == hash(original)
        assert twin.addressof_ref() == original.addressof_ref()
    assert part != device and hash(part) != hash(device)


def test_subclasses_can_be_made_and_copied(device):
    class Mine(dpctl.SyclDevice):
        pass

    mine = Mine(device.filter_string)
    assert type(mine) is Mine and mine == device and dpctl.SyclDevice(mine) == device


@pytest.mark.parametrize(
    "filter_string",
    [
        "",
        "-1",
        "opencl:gpu:-1",
        "cuda:cpu:0",
        "abc",
        "cpu:cpu",
        "opencl:cpu:0:0",
        "gpu:99999",
        "99999999999999999999",
        "cpu\0",
        "ĝpu",
    ],
)
def test_filter_that_selects_nothing_is_refused(filter_string):
    with pytest.raises(dpctl.SyclDeviceCreationError):
        dpctl.SyclDevice(filter_string)


def test_refusal_names_the_filter_and_the_devices_there_are(device):
    with pytest.raises(dpctl.SyclDeviceCreationError, match="cpu:77.*" + device.filter_string):
        dpctl.SyclDevice("cpu:77")


class Text(str):
    pass


@pytest.mark.parametrize("arg", [1, b"cpu", Text("cpu"), ["cpu"], object()])
def test_other_types_are_refused(arg):
    with pytest.raises(TypeError):
        dpctl.SyclDevice(arg)


def test_surplus_arguments_are_refused(device):
    with pytest.raises(TypeError):
        dpctl.SyclDevice(device, device)
    with pytest.raises(TypeError):
        dpctl.SyclDevice(device=device)


def test_bare_base_object_refers_to_no_device():
    with pytest.raises(dpctl.SyclDeviceCreationError):
        dpctl.SyclDevice(_SyclDevice())


# ---- identity and text -------------------------------------------------------------------------


@pytest.mark.parametrize("other", [1, None, "cpu", object()])
def test_comparison_with_another_type_is_false(device, other):
    assert not device == other
    assert device != other
    with pytest.raises(TypeError):
        device < other


def test_repr_shows_backend_type_and_name(device, part):
    for shown in (device, part):
        of_what = f", {shown._describe()}" if shown is part else ""  # parts of one device are told apart
        text = f"<dpctl.SyclDevice [{shown.backend}, {shown.device_type},  {shown.name}{of_what}] at 0x"
        assert repr(shown).startswith(text)
    assert device.__name__ == "SyclDevice"


def test_device_and_its_parts_survive_pickling(device):
    parts = []
    for partition in (1, "L1_cache", "numa", "next_partitionable", (1,), (1, 1)):
        try:
            parts += device.create_sub_devices(partition=partition)
        except dpctl.SyclSubDeviceCreationError:
            pass
    for x in (device, *parts):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            y = pickle.loads(pickle.dumps(x, protocol))
            assert y == x and y.parent_device == x.parent_device
        assert copy.copy(x) is x and copy.deepcopy(x) is x


def test_pickled_device_is_found_in_another_process(device, run):
    program = "import pickle; print(pickle.loads(bytes.fromhex(TEXT)).filter_string)"
    text = pickle.dumps(device).hex()
    environment = {k: v for k, v in os.environ.items() if k.startswith(("DPEX_", "ZE_", "OCL_"))}
    assert run(f"TEXT = {text!r}\n{program}", **environment).strip() == device.filter_string


def test_composite_device_survives_pickling(run):
    program = """
import pickle, dpctl
tile = dpctl.SyclDevice("level_zero:gpu:0")
card = tile.composite_device
assert pickle.loads(pickle.dumps(card)) == card != tile == pickle.loads(pickle.dumps(tile))
"""
    run(program, DPEX_SIMULATE="gpu:1x2", ZE_FLAT_DEVICE_HIERARCHY="COMBINED")


def test_print_device_info_prints_four_lines(device, capsys):
    device.print_device_info()
    assert capsys.readouterr().out == (
        f"    Name            {device.name}\n"
        f"    Driver version  {device.driver_version}\n"
        f"    Vendor          {device.vendor}\n"
        f"    Filter string   {device.filter_string}\n\n"
    )


def test_print_device_info_of_a_part_has_no_filter(part, capsys):
    part.print_device_info()
    assert "Filter string   None\n" in capsys.readouterr().out


# ---- filter strings ----------------------------------------------------------------------------


@pytest.mark.parametrize("with_backend", [True, False])
@pytest.mark.parametrize("with_type", [True, False])
def test_each_form_of_the_filter_string_finds_the_device(device, with_backend, with_type):
    text = device.get_filter_string(with_backend, with_type)
    assert text == device.get_filter_string(include_device_type=with_type, include_backend=with_backend)
    assert text.split(":")[:-1] == [device.backend.name] * with_backend + [device.device_type.name] * with_type
    assert dpctl.SyclDevice(text) == device


def test_filter_string_is_the_full_form(device):
    assert device.filter_string == device.get_filter_string()
    assert dpctl.SyclDevice("opencl:cpu:77," + device.filter_string) == device


def test_part_has_no_filter_string(part):
    with pytest.raises(ValueError):
        part.filter_string
    with pytest.raises(ValueError):
        part.get_filter_string(include_backend=False)


@pytest.mark.parametrize("args, kwargs", [((1, 2, 3), {}), ((True,), {"include_backend": True}), ((), {"backend": 1})])
def test_get_filter_string_refuses_other_arguments(device, args, kwargs):
    with pytest.raises(TypeError):
        device.get_filter_string(*args, **kwargs)


def test_device_id_is_the_position_of_the_root(device, part):
    assert dpctl.get_devices()[device.get_device_id()] == device
    assert part.get_device_id() == device.get_device_id()


# ---- properties --------------------------------------------------------------------------------

TEXTS = "name vendor driver_version version backend_version filter_string"
POSITIVE = """max_work_item_dims max_compute_units max_work_group_size max_num_sub_groups global_mem_size local_mem_size
    max_mem_alloc_size global_mem_cache_size global_mem_cache_line_size profiling_timer_resolution address_bits
    default_selector_score max_parameter_size mem_base_addr_align"""
NUMBERS = """image_2d_max_width image_2d_max_height image_3d_max_width image_3d_max_height image_3d_max_depth max_read_image_args
    max_write_image_args max_clock_frequency partition_max_sub_devices vendor_id image_max_buffer_size max_samplers""" + "".join(
    f" {kind}_vector_width_{type}"
    for kind in ("native", "preferred")
    for type in "char short int long float double half".split()
)
TRUTHS = (
    """is_cpu is_gpu is_accelerator sub_group_independent_forward_progress error_correction_support is_available"""
    + "".join(
        " has_aspect_" + aspect
        for aspect in """cpu gpu accelerator custom fp16 fp64 atomic64 image online_compiler online_linker
    queue_profiling usm_device_allocations usm_host_allocations usm_shared_allocations usm_system_allocations
    usm_atomic_host_allocations usm_atomic_shared_allocations host_debuggable emulated is_component is_composite
    ext_oneapi_ipc_memory""".split()
    )
)


@pytest.mark.parametrize("name", TEXTS.split())
def test_text_property(device, name):
    assert type(getattr(device, name)) is str and getattr(device, name)


@pytest.mark.parametrize("name", POSITIVE.split() + NUMBERS.split())
def test_number_property(device, name):
    value = getattr(device, name)
    assert type(value) is int
    assert value > 0 if name in POSITIVE.split() else value >= 0


@pytest.mark.parametrize("name", TRUTHS.split())
def test_truth_property(device, name):
    assert type(getattr(device, name)) is bool


@pytest.mark.parametrize(
    "name, enum",
    [
        ("backend", "backend_type"),
        ("device_type", "device_type"),
        ("global_mem_cache_type", "global_mem_cache_type"),
        ("local_mem_type", "local_mem_type"),
        ("partition_type_property", "partition_property"),
    ],
)
def test_enum_property(device, name, enum):
    assert type(getattr(device, name)) is getattr(dpctl, enum)


@pytest.mark.parametrize(
    "name, enum",
    [
        ("half_fp_config", "fp_config"),
        ("single_fp_config", "fp_config"),
        ("double_fp_config", "fp_config"),
        ("atomic_memory_order_capabilities", "memory_order"),
        ("atomic_fence_order_capabilities", "memory_order"),
        ("atomic_memory_scope_capabilities", "memory_scope"),
        ("atomic_fence_scope_capabilities", "memory_scope"),
        ("partition_properties", "partition_property"),
    ],
)
def test_capability_property_is_a_tuple_of_members(device, name, enum):
    members = getattr(device, name)
    assert type(members) is tuple
    assert all(type(member) is getattr(dpctl, enum) for member in members)


def test_every_property_can_be_read(device, part):
    for shown in (device, part):
        for name, kind in vars(dpctl.SyclDevice).items():
            if type(kind).__name__ == "getset_descriptor" and name not in (
                "filter_string",
                "max_work_item_sizes",
            ):
                getattr(shown, name)


def test_properties_agree_with_each_other(device):
    kind = device.device_type.name
    assert [device.is_cpu, device.is_gpu, device.is_accelerator] == [kind == k for k in ("cpu", "gpu", "accelerator")]
    assert [device.has_aspect_cpu, device.has_aspect_gpu] == [device.is_cpu, device.is_gpu]
    assert device.partition_max_sub_devices <= device.max_compute_units
    assert device.max_mem_alloc_size <= device.global_mem_size
    assert bool(device.double_fp_config) == device.has_aspect_fp64


def test_work_item_sizes_have_one_to_three_extents(device):
    sizes = [device.max_work_item_sizes1d, device.max_work_item_sizes2d, device.max_work_item_sizes3d]
    assert [(type(s), len(s)) for s in sizes] == [(tuple, 1), (tuple, 2), (tuple, 3)]
    assert sizes[0] == sizes[2][2:] and sizes[1] == sizes[2][1:]
    with pytest.warns(DeprecationWarning):
        assert device.max_work_item_sizes == sizes[2]


def test_sub_group_sizes_are_a_list_of_numbers(device):
    assert type(device.sub_group_sizes) is list and all(size > 0 for size in device.sub_group_sizes)


def test_properties_cannot_be_set(device):
    with pytest.raises(AttributeError):
        device.name = "mine"


# ---- relations ---------------------------------------------------------------------------------


def test_root_device_has_no_parent(device):
    assert device.parent_device is None
    assert device.get_unpartitioned_parent_device() is device
    assert device.partition_type_property == dpctl.partition_property.no_partition


def test_part_knows_its_parent_and_platform(device, part):
    assert part.parent_device == device
    assert part.get_unpartitioned_parent_device() == device
    assert part.sycl_platform == device.sycl_platform
    assert part.partition_type_property != dpctl.partition_property.no_partition


def test_device_outside_a_composite_has_no_relatives(device):
    assert device.component_devices() == [] and device.composite_device is None


# ---- splitting ---------------------------------------------------------------------------------


@pytest.fixture
def cpu():
    device = dpctl.SyclDevice("opencl:cpu:0")
    if device.max_compute_units < 2:
        pytest.skip("one compute unit cannot be split")
    return device


def test_equal_partition_has_the_requested_units(cpu):
    parts = cpu.create_sub_devices(partition=1)
    assert type(parts) is list and len(parts) == cpu.max_compute_units == len(set(parts))
    assert all(p.max_compute_units == 1 for p in parts)
    assert cpu.create_sub_devices(partition=2.0)[0].max_compute_units == 2
    assert cpu.create_sub_devices(partition=True) == parts


@pytest.mark.parametrize("make", [list, tuple])
def test_parts_by_counts_have_those_counts(cpu, make):
    counts = make([1, cpu.max_compute_units - 1])
    assert [p.max_compute_units for p in cpu.create_sub_devices(partition=counts)] == list(counts)
    assert len(cpu.create_sub_devices(partition=counts[:1])) == 1


def test_part_can_be_split_again(cpu):
    whole = cpu.create_sub_devices(partition=[cpu.max_compute_units])[0]
    parts = whole.create_sub_devices(partition=1)
    assert len(parts) == cpu.max_compute_units
    assert parts[0].parent_device == whole and parts[0].get_unpartitioned_parent_device() == cpu


@pytest.mark.parametrize("partition", [0, 10**6, [1, 0], [10**6], [10**6, 1], "not_applicable"])
def test_split_that_does_not_fit_is_refused(device, partition):
    with pytest.raises(dpctl.SyclSubDeviceCreationError):
        device.create_sub_devices(partition=partition)


@pytest.mark.parametrize(
    "partition, error",
    [
        ([], ValueError),
        ((), ValueError),
        ({}, ValueError),
        ("nowhere", ValueError),
        ("", ValueError),
        (-1, OverflowError),
        (2**70, OverflowError),
        ([-1], OverflowError),
        ([2**70], OverflowError),
        (-1.0, OverflowError),
        (None, TypeError),
        (object(), TypeError),
        ([None], TypeError),
        ([1, "1"], TypeError),
        ([1.5], TypeError),
        (1j, TypeError),
    ],
)
def test_partition_of_another_kind_is_refused(device, partition, error):
    with pytest.raises(error):
        device.create_sub_devices(partition=partition)


@pytest.mark.parametrize("args, kwargs", [((), {}), ((1,), {}), ((), {"parts": 1}), ((), {"partition": 1, "parts": 1})])
def test_create_sub_devices_takes_the_keyword_partition_only(device, args, kwargs):
    with pytest.raises(TypeError, match=r"create_sub_devices\(partition=parition_spec\) is expected\."):
        device.create_sub_devices(*args, **kwargs)


@pytest.mark.parametrize("domain", ["numa", "L4_cache", "L3_cache", "L2_cache", "L1_cache", "next_partitionable"])
def test_partition_by_affinity_domain_follows_the_device(device, domain):
    if domain in device.partition_affinity_domains:
        assert len(device.create_sub_devices(partition=domain)) > 1
    else:
        with pytest.raises(dpctl.SyclSubDeviceCreationError):
            device.create_sub_devices(partition=domain)


# ---- peers and languages -----------------------------------------------------------------------


def test_device_is_no_peer_of_itself(device):
    assert device.can_access_peer(device) is False
    assert device.can_access_peer(peer=device, value="atomics_supported") is False
    for change in (device.enable_peer_access, device.disable_peer_access):
        with pytest.raises(ValueError):
            change(device)


def test_peer_access_refuses_other_types(device):
    for call in (device.can_access_peer, device.enable_peer_access, device.disable_peer_access):
        with pytest.raises(TypeError):
            call("cpu")
    with pytest.raises(TypeError):
        device.can_access_peer(device, 1)
    with pytest.raises(ValueError):
        device.can_access_peer(device, "everything")


def test_can_compile_knows_languages(device):
    assert device.can_compile("opencl") is device.can_compile("ocl") is device.has_aspect_online_compiler
    assert device.can_compile("spirv") is device.can_compile("spv") is False
    assert device.can_compile("sycl") is False
    with pytest.raises(ValueError):
        device.can_compile("fortran")
    with pytest.raises(TypeError):
        device.can_compile(1)


def test_peer_access_takes_the_peer_by_name(device):
    for change in (device.enable_peer_access, device.disable_peer_access):
        with pytest.raises(ValueError):
            change(peer=device)
