"""A SPIR-V module, assembled by hand: kernel void double_it(global const int *x, global int *y) { y[i] = 2 * x[i]; }

Numbers are those of the SPIR-V specification 1.0.
"""

from array import array

# Names of results.
(
    GLOBAL_ID,
    VOID,
    UINT,
    ULONG,
    ULONG3,
    INPUT_POINTER,
    GLOBAL_POINTER,
    FUNCTION_TYPE,
    TWO,
    MAIN,
    X,
    Y,
    LABEL,
    IDS,
    INDEX,
    FROM,
    VALUE,
    DOUBLE,
    TO,
) = range(1, 20)
N_IDS = 20


def text(value):
    """A literal string: UTF-8, a zero, filled up to words."""
    data = value.encode() + b"\0"
    return array("I", data + bytes(-len(data) % 4)).tolist()


INSTRUCTIONS = [
    (17, 4),  # OpCapability Addresses
    (17, 6),  # Kernel
    (17, 11),  # Int64
    (14, 2, 2),  # OpMemoryModel Physical64 OpenCL
    (15, 6, MAIN, *text("double_it"), GLOBAL_ID),  # OpEntryPoint Kernel
    (71, GLOBAL_ID, 11, 28),  # OpDecorate BuiltIn GlobalInvocationId
    (71, GLOBAL_ID, 22),  # Constant
    (19, VOID),
    (21, UINT, 32, 0),
    (21, ULONG, 64, 0),
    (23, ULONG3, ULONG, 3),
    (32, INPUT_POINTER, 1, ULONG3),  # OpTypePointer Input
    (32, GLOBAL_POINTER, 5, UINT),  # CrossWorkgroup
    (33, FUNCTION_TYPE, VOID, GLOBAL_POINTER, GLOBAL_POINTER),
    (43, UINT, TWO, 2),  # OpConstant
    (59, INPUT_POINTER, GLOBAL_ID, 1),  # OpVariable
    (54, VOID, MAIN, 0, FUNCTION_TYPE),
    (55, GLOBAL_POINTER, X),
    (55, GLOBAL_POINTER, Y),
    (248, LABEL),
    (61, ULONG3, IDS, GLOBAL_ID),  # OpLoad
    (81, ULONG, INDEX, IDS, 0),  # OpCompositeExtract
    (70, GLOBAL_POINTER, FROM, X, INDEX),  # OpInBoundsPtrAccessChain
    (61, UINT, VALUE, FROM, 2, 4),  # OpLoad Aligned 4
    (132, UINT, DOUBLE, VALUE, TWO),  # OpIMul
    (70, GLOBAL_POINTER, TO, Y, INDEX),
    (62, TO, DOUBLE, 2, 4),  # OpStore Aligned 4
    (253,),  # OpReturn
    (56,),
]


def module() -> bytes:
    words = [0x07230203, 0x00010000, 0, N_IDS, 0]
    for opcode, *operands in INSTRUCTIONS:
        words += [(1 + len(operands)) << 16 | opcode, *operands]
    return array("I", words).tobytes()
