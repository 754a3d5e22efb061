"""Calls of every function of dpctl's C interface with arguments that it has to refuse, as C for tests/c/test_compat.c.

    compat_calls.py null HEADERS OUTPUT      NULL for whatever is a pointer, 0 for the rest
    compat_calls.py wrong HEADERS OUTPUT     references to something else: `a_device`, for devices `a_queue`
    compat_calls.py one HEADERS OUTPUT       one of these at a time, other arguments right: `right_queue`, `bytes` ...
    compat_calls.py released HEADERS OUTPUT  one reference at a time that was deleted: `old_queue` ...

A function that takes no such argument is left out. What a refusal gives is in `REFUSALS`, else by the type of the
result: NULL, 0 (which is also false, and the enumerator for "unknown"), nothing. The build runs it: the calls are never
older than the headers.
"""

import re
import sys
from pathlib import Path

# Results of refusals that are not NULL or 0.
REFUSALS = {
    "DPCTLDeviceMgr_GetPositionInDevices": "-1",
    "DPCTLDeviceMgr_GetRelativeId": "-1",
    "DPCTLDeviceSelector_Score": "-1",
    "DPCTLIPCMem_GetHandle": "DPEX_ERROR_INVALID_VALUE",
}
# Arguments that make a refusal, where 0 would do nothing.
ARGUMENTS = {"CreateFromArray": ["1", "NULL"], "RawKernelArg_Create": ["NULL", "1"]}
COMMENT = re.compile(r"/\*.*?\*/", re.S)
DECLARATION = re.compile(r"\bDPCTL_API\b(?P<result>[^;]*?)\b(?P<name>DPCTL\w+)\s*\((?P<parameters>[^;]*)\)\s*;")
MARKS = re.compile(r"\b(__dpctl_\w+|const|struct)\b")
# References with a tag: the others are addresses of bytes.
TAGGED = re.compile(r"DPCTL(Sycl(Context|Device|DeviceSelector|Event|Kernel|KernelBundle|Platform|Queue)|\w+Vector)Ref")


def is_pointer(text):
    return "*" in text or "[" in text or re.search(r"\w+Ref\b", text) is not None


def parameters_of(text):
    plain = MARKS.sub("", text)
    return [] if plain.strip() in ("", "void") else [p.strip() for p in plain.split(",")]


def argument_for(parameter, wrong):
    tagged = TAGGED.match(parameter)
    if wrong and tagged and "*" not in parameter:
        return f"({tagged[0]}){'a_queue' if tagged[0] == 'DPCTLSyclDeviceRef' else 'a_device'}"
    return "NULL" if is_pointer(parameter) else "0"


def right_argument(parameter):
    """What a function would take."""
    tagged = TAGGED.match(parameter)
    if tagged and "*" not in parameter:
        return f"({tagged[0]})right_{variable_of(tagged[0])}"
    if "error_handler_callback" in parameter:
        return "NULL"
    return "(void *)bytes" if is_pointer(parameter) else "1"


def variable_of(reference):
    """DPCTLSyclKernelBundleRef: kernel_bundle; DPCTLDeviceVectorRef: device_vector."""
    return re.sub(
        r"(?<!^)(?=[A-Z])", "_", reference.removeprefix("DPCTL").removeprefix("Sycl").removesuffix("Ref")
    ).lower()


def lines_of(name, result, parameters, mode):
    """The calls of a function."""
    if mode in ("null", "wrong"):
        line = refusal(
            name, result, parameters, [argument_for(p, mode == "wrong") for p in parameters], mode == "wrong"
        )
        return [line] if line else []
    lines = []
    for i, parameter in enumerate(parameters):
        tagged = TAGGED.match(parameter)
        if not tagged or "*" in parameter or (mode == "released" and tagged[0] == "DPCTLSyclPlatformRef"):
            continue  # (Platforms live as long as the process.)
        arguments = [right_argument(p) for p in parameters]
        arguments[i] = argument_for(parameter, True) if mode == "one" else f"({tagged[0]})old_{variable_of(tagged[0])}"
        lines.append(check(name, result, arguments))
    return lines


def refusal(name, result, parameters, arguments, wrong):
    """The line for a function; None: it takes nothing that it could refuse."""
    if not any(is_pointer(p) for p in parameters) or (wrong and not any("a_" in a for a in arguments)):
        return None
    for ending, given in ARGUMENTS.items():
        arguments = given if name.endswith(ending) else arguments
    return check(name, result, arguments)


def check(name, result, arguments):
    call = f"{name}({', '.join(arguments)})"
    result = MARKS.sub("", result).strip()
    if result == "void":
        return call + ";"
    if is_pointer(result):
        return f"CHECK({call} == NULL);"
    return f"CHECK_INT({call}, {REFUSALS.get(name, '0')});"


def calls(headers, mode):
    for header in sorted(Path(headers).glob("*.h")):
        text = COMMENT.sub("", header.read_text())
        for found in DECLARATION.finditer(text):
            yield from lines_of(found["name"], found["result"], parameters_of(found["parameters"]), mode)


def main(mode, headers, output):
    lines = list(calls(headers, mode))
    Path(output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
