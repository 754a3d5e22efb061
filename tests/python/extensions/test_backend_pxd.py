"""Every name of dpctl/_backend.pxd: it is in the headers and the library, and Cython code calls it."""

import re
import subprocess
from pathlib import Path

import pytest

import dpctl
import opendpex

PACKAGE = Path(dpctl.__file__).resolve().parent
PXD = (PACKAGE / "_backend.pxd").read_text()
FUNCTION = re.compile(r"^    (?P<type>[\w ]+[ *])(?P<name>DPCTL\w+)\((?P<parameters>.*)\)$", re.MULTILINE)
FUNCTIONS = {m["name"]: m for m in FUNCTION.finditer(PXD)}
# Each value is declared as: name "name in C"
VALUES = dict(re.findall(r'^        (_\w+) "(\w+)"', PXD, re.MULTILINE))
# What functions give that get NULL and 0 for all arguments: an object, or what follows; the others NULL, 0 and false.
MAKERS = re.compile(
    r"DPCTL((Device|Event|Platform|WorkGroupMemory|RawKernelArg|(Device|Event|Platform)Vector|\w+Selector)_Create"
    r"|\w+Vector_CreateFromArray|Service_GetDPCPPVersion|DeviceMgr_GetDevices|DeviceMgr_GetCompositeDevices"
    r"|(BuildOptionList|KernelNameList|VirtualHeaderList|KernelBuildLog)_Create"
    r"|Platform_GetPlatforms|(WorkGroupMemory|RawKernelArg)_Available)"
)
NUMBERS = {
    "DPCTLDeviceMgr_GetPositionInDevices": -1,
    "DPCTLDeviceMgr_GetRelativeId": -1,
    "DPCTLDeviceSelector_Score": -1,
    "DPCTLIPCMem_GetHandle": 2,  # DPEX_ERROR_INVALID_VALUE
}
# What this machine or this build may have.
OPTIONAL = {"DPCTLIPCMem_Available", "DPCTLKernelBundle_CreateFromSYCLSource_Available"}
DELETED_BY = {
    f"DPCTL{kind}Selector_Create": "DPCTLDeviceSelector_Delete" for kind in ("Accelerator", "Default", "CPU", "GPU")
}


def headers():
    return [p.read_text() for p in sorted((PACKAGE / "include/syclinterface").glob("*.h"))]


def arguments(match):
    """Literals for the parameters of a function, by their types."""
    parts = [p.strip() for p in match["parameters"].split(",") if p.strip()]
    is_reference = [("*" in p or re.match(r"DPCTL\w+Ref\b", p)) for p in parts]
    casts = [re.sub(r"\s*\w+$", "", p) for p in parts]
    return ", ".join("NULL" if r else f"<{c}>0" for r, c in zip(is_reference, casts))


def call(match):
    """A statement that puts what the function gives into `found`."""
    name, kind, given = match["name"], match["type"].strip(), arguments(match)
    if kind == "void":
        return f"    {name}({given})\n    found['{name}'] = None\n"
    lines = [f"    cdef {kind} r_{name} = {name}({given})"]
    if "*" in kind or kind.endswith("Ref"):
        lines.append(f"    found['{name}'] = int(r_{name} != NULL)")
        delete = DELETED_BY.get(name, re.sub(r"_Create$", "_Delete", name))
        if delete in FUNCTIONS and delete != name:
            lines.append(f"    {delete}(r_{name})")
    else:
        lines.append(f"    found['{name}'] = int(r_{name})")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def ext(build_cython):
    names = sorted({*FUNCTIONS, *VALUES, *re.findall(r"\b(DPCTL\w+Ref|DPCTL\w+Type|DPCTLSyclBackendType)\b", PXD)})
    text = ["# cython: language_level=3", "from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t"]
    text += [f"from dpctl._backend cimport {name}" for name in names]
    text += ["from dpctl._backend cimport bool, error_handler_callback, MDLocalAccessor, RawKernelArgData"]
    text += ["def values():", "    return {" + ", ".join(f"'{n}': <int>{n}" for n in VALUES) + "}"]
    text += ["def structs():", "    return sizeof(MDLocalAccessor), sizeof(RawKernelArgData)"]
    text += ["def calls():", "    found = {}", *map(call, FUNCTIONS.values()), "    return found"]
    return build_cython("backend_names", "\n".join(text) + "\n", options=["-Werror=incompatible-pointer-types"])


def test_functions_are_those_of_the_headers_and_of_the_library():
    assert len(FUNCTIONS) > 190
    declared = {name for text in headers() for name in re.findall(r"\b(DPCTL[A-Za-z_]\w*)\(", text)}
    missing = set(FUNCTIONS) - declared
    assert all(re.match(r"DPCTL(Device|Event|Platform)Vector_", name) for name in missing), missing
    library = Path(opendpex.get_library_dir()) / "libDPCTLSyclInterface.so"
    done = subprocess.run(["nm", "-D", "--defined-only", str(library)], capture_output=True, text=True, check=True)
    exported = {line.split()[-1] for line in done.stdout.splitlines() if " T " in line}
    assert exported == set(FUNCTIONS)


def test_every_function_is_called_with_nothing(ext):
    found = ext.calls()
    assert set(found) == set(FUNCTIONS)
    for name, given in found.items():
        if FUNCTIONS[name]["type"].strip() == "void":
            assert given is None
        elif MAKERS.fullmatch(name) and name != "DPCTLFilterSelector_Create":
            assert given == 1, name
        elif name not in OPTIONAL:
            assert given == NUMBERS.get(name, 0), name


def test_every_value_is_that_of_the_headers(ext):
    assert len(VALUES) > 80
    assert set(ext.values()) == set(VALUES)
    assert ext.structs() == (40, 16)
